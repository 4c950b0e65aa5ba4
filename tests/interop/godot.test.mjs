// Files that Footwork writes, as Godot sees them: a skeleton for each character, and every bone where Footwork says that its
// joint is. Needs Godot 3's headless editor (Debian: godot3-server); where there is none, the tests say so and are skipped.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

import { footwork, positions, scratch } from "./footwork.mjs";
import { personBvh } from "./person.mjs";

after(() => rmSync(scratch, { recursive: true, force: true }));

const godot = process.env.GODOT ?? "godot3-server";

function absent() {
  try {
    execFileSync(godot, ["--version"], { stdio: "ignore" });
    return false;
  } catch (error) {
    // It gives its version, and an exit code that is none.
    return error.code === "ENOENT" ? "Godot's headless editor is not installed (apt install godot3-server)" : false;
  }
}

const skip = absent();

/** Imports a GLB as the editor does, and asks the engine where bones are at some seconds. */
function imported(glb, seconds) {
  const project = join(scratch, "godot");
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project);
  writeFileSync(join(project, "project.godot"), 'config_version=4\n[application]\nconfig/name="interop"\n');
  copyFileSync(glb, join(project, "person.glb"));
  copyFileSync(join(import.meta.dirname, "godot.gd"), join(project, "look.gd"));
  const env = { ...process.env, HOME: scratch, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch, XDG_CACHE_HOME: scratch };
  const run = (...args) => execFileSync(godot, ["--path", project, ...args], { encoding: "utf8", env, stdio: ["ignore", "pipe", "pipe"], timeout: 120_000, maxBuffer: 1 << 28 });
  run("--editor", "--quit");
  const out = run("-s", "res://look.gd", "--file", "res://person.glb", ...seconds.map(String));
  return JSON.parse(out.split("\n").find((line) => line.startsWith("RESULT ")).slice(7));
}

const person = join(scratch, "person.bvh");
writeFileSync(person, personBvh());

test("Godot puts bones where Footwork puts joints", { skip }, () => {
  const out = join(scratch, "person.glb");
  footwork("convert", person, out);
  const frames = [0, 10, 30];
  const expected = positions(person, frames);
  const found = imported(out, frames.map((frame) => frame / expected.rate));
  assert.equal(found.skeletons, 1);
  expected.frames.forEach((joints, nth) => {
    for (const [name, place] of Object.entries(joints)) {
      const away = Math.hypot(...found.frames[nth][name].map((part, axis) => part - place[axis]));
      assert.ok(away < 3e-3, `${name} in frame ${frames[nth]} is ${away} m away`);
    }
  });
});

test("Godot makes a skeleton and an animation of each character", { skip }, () => {
  const [other, out] = [join(scratch, "other.bvh"), join(scratch, "both.glb")];
  writeFileSync(other, personBvh(90, 150));
  footwork("convert", person, other, out);
  const { skeletons, animations } = imported(out, []);
  assert.equal(skeletons, 2);
  assert.equal(new Set(animations).size, 2, JSON.stringify(animations));
});
