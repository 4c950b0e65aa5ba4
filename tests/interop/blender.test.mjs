// Files that Footwork writes, as Blender sees them: an armature for each character, and every bone where Footwork says that
// its joint is; and FBX files that Blender writes, as Footwork sees them. Needs Blender as a Python module (pip install bpy); where there is none, the tests say so and are skipped.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

import { footwork, positions, scratch } from "./footwork.mjs";
import { personBvh } from "./person.mjs";

after(() => rmSync(scratch, { recursive: true, force: true }));

const python = process.env.PYTHON ?? "python3";

function absent() {
  try {
    execFileSync(python, ["-c", "import bpy"], { stdio: "ignore" });
    return false;
  } catch {
    return "Blender is not installed as a Python module (pip install bpy)";
  }
}

const skip = absent();

function blender(file, rate, frames) {
  const script = join(import.meta.dirname, "blender.py");
  const out = execFileSync(python, [script, file, String(rate), ...frames.map(String)], { encoding: "utf8" });
  return JSON.parse(out.split("\n").find((line) => line.startsWith("RESULT ")).slice(7));
}

const person = join(scratch, "person.bvh");
const other = join(scratch, "other.bvh");
writeFileSync(person, personBvh());
writeFileSync(other, personBvh(90, 150));

test("Blender puts bones where Footwork puts joints", { skip }, () => {
  const out = join(scratch, "person.glb");
  footwork("convert", person, out);
  const frames = [0, 10, 30];
  const expected = positions(person, frames);
  const found = blender(out, expected.rate, frames);
  expected.frames.forEach((joints, nth) => {
    for (const [name, place] of Object.entries(joints)) {
      const away = Math.hypot(...found.frames[nth][name].map((part, axis) => part - place[axis]));
      assert.ok(away < 2e-3, `${name} in frame ${frames[nth]} is ${away} m away`);
    }
  });
});

test("Blender makes an armature and an action of each character", { skip }, () => {
  const out = join(scratch, "both.glb");
  footwork("convert", person, other, out);
  const { armatures, actions } = blender(out, 60, []);
  assert.equal(Object.keys(armatures).length, 2, JSON.stringify(armatures));
  assert.equal(actions.length, 2, JSON.stringify(actions));
});

for (const axes of ["", "unreal"]) {
  test(`an FBX file that Blender writes (${axes || "its own axes"}) has joints where they were`, { skip }, () => {
    const [glb, fbx] = [join(scratch, `to${axes}.glb`), join(scratch, `back${axes}.fbx`)];
    footwork("convert", person, glb);
    const frames = [0, 10, 30, 59];
    const expected = positions(person, frames);
    const script = join(import.meta.dirname, "blender_to_fbx.py");
    execFileSync(python, [script, glb, String(expected.rate), fbx, ...(axes ? [axes] : [])], { stdio: "ignore" });
    const found = positions(fbx, frames);
    assert.equal(found.rate, expected.rate);
    expected.frames.forEach((joints, nth) => {
      for (const [name, place] of Object.entries(joints)) {
        const away = Math.hypot(...found.frames[nth][name].map((part, axis) => part - place[axis]));
        assert.ok(away < 3e-3, `${name} in frame ${frames[nth]} is ${away} m away`);
      }
    });
  });
}
