// Files that Footwork writes, as Godot sees them: a skeleton for each character, and every bone where Footwork says that its
// joint is. Needs Godot 3's headless editor (Debian: godot3-server); where there is none, the tests say so and are skipped.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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

const env = { ...process.env, LANG: "en_US.UTF-8", HOME: scratch, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch, XDG_CACHE_HOME: scratch };

/** Has the editor import what is in a project. Debian's does not end by itself: it is ended when the import is there. */
async function bring(project) {
  const editor = spawn(godot, ["--path", project, "--editor", "--quit"], { env, stdio: "ignore" });
  const ended = new Promise((done) => editor.once("exit", done));
  const there = () => existsSync(join(project, ".import")) && readdirSync(join(project, ".import")).some((file) => file.endsWith(".md5"));
  for (const end = Date.now() + 60_000; !there() && Date.now() < end;) await new Promise((done) => setTimeout(done, 100));
  editor.kill("SIGKILL");
  await ended;
  assert.ok(there(), "Godot imported nothing within a minute");
}

/** Imports a GLB as the editor does, and asks the engine where bones are at some seconds. */
async function imported(glb, seconds) {
  const project = join(scratch, "godot");
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project);
  writeFileSync(join(project, "project.godot"), 'config_version=4\n[application]\nconfig/name="interop"\n');
  copyFileSync(glb, join(project, "person.glb"));
  copyFileSync(join(import.meta.dirname, "godot.gd"), join(project, "look.gd"));
  await bring(project);
  const look = ["--path", project, "-s", "res://look.gd", "--file", "res://person.glb", ...seconds.map(String)];
  const out = execFileSync(godot, look, { encoding: "utf8", env, stdio: ["ignore", "pipe", "ignore"], timeout: 60_000, maxBuffer: 1 << 28 });
  return JSON.parse(out.split("\n").find((line) => line.startsWith("RESULT ")).slice(7));
}

const person = join(scratch, "person.bvh");
writeFileSync(person, personBvh());

test("Godot puts bones where Footwork puts joints", { skip }, async () => {
  const out = join(scratch, "person.glb");
  footwork("convert", person, out);
  // Godot 3 reads 15 keys a second unless told otherwise: these frames are among them.
  const frames = [0, 20, 40];
  const expected = positions(person, frames);
  const found = await imported(out, frames.map((frame) => frame / expected.rate));
  assert.equal(found.skeletons, 1);
  expected.frames.forEach((joints, nth) => {
    // Godot 3 writes names in its own way: LeftArm is left_arm.
    const plain = (name) => name.toLowerCase().replaceAll("_", "");
    const bones = Object.fromEntries(Object.entries(found.frames[nth]).map(([name, place]) => [plain(name), place]));
    for (const [name, place] of Object.entries(joints)) {
      const away = Math.hypot(...bones[plain(name)].map((part, axis) => part - place[axis]));
      assert.ok(away < 3e-3, `${name} in frame ${frames[nth]} is ${away} m away`);
    }
  });
});

test("Godot makes a skeleton and an animation of each character", { skip }, async () => {
  const [other, out] = [join(scratch, "other.bvh"), join(scratch, "both.glb")];
  writeFileSync(other, personBvh(90, 150));
  footwork("convert", person, other, out);
  const { skeletons, animations } = await imported(out, []);
  assert.equal(skeletons, 2);
  assert.equal(new Set(animations).size, 2, JSON.stringify(animations));
});
