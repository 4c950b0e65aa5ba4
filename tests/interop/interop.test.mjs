// Files that Footwork writes, in Khronos's validator and in three.js's loaders: no error, no warning, and every joint
// where Footwork says it is.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { after, test } from "node:test";

import validator from "gltf-validator";
import { AnimationMixer, Vector3 } from "three";
import { BVHLoader } from "three/addons/loaders/BVHLoader.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

import { footwork, positions, recordings, scratch, skipped } from "./footwork.mjs";
import { personBvh } from "./person.mjs";

after(() => rmSync(scratch, { recursive: true }));

const person = join(scratch, "person.bvh");
writeFileSync(person, personBvh());
const other = join(scratch, "other.bvh");
writeFileSync(other, personBvh(90, 150));

async function validate(file) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), { maxIssues: 20 });
  const { numErrors, numWarnings, messages } = report.issues;
  assert.deepEqual([numErrors, numWarnings], [0, 0], JSON.stringify(messages, null, 1));
}

async function loadGlb(file) {
  const bytes = readFileSync(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return new Promise((resolve, reject) => new GLTFLoader().parse(buffer, "", resolve, reject));
}

// three.js takes these characters out of names, since its animation paths use them.
const plain = (name) => name.replace(/\s/g, "_").replace(/[[\].:/]/g, "");

// Every joint of some frames, as three.js places it, against Footwork.
function compare(root, clip, expected, frames, unit, findJoint) {
  const mixer = new AnimationMixer(root);
  mixer.clipAction(clip).play();
  let farthest = 0;
  frames.forEach((frame, nth) => {
    // A hair before the last key, where the action would start over.
    mixer.setTime(Math.min(frame / expected.rate, clip.duration - 1e-6));
    root.updateMatrixWorld(true);
    for (const [name, place] of Object.entries(expected.frames[nth])) {
      const joint = findJoint(name);
      assert.ok(joint, `three.js has no ${name}`);
      const away = joint.getWorldPosition(new Vector3()).multiplyScalar(unit).distanceTo(new Vector3(...place));
      assert.ok(away < 1e-3, `${name} in frame ${frame} is ${away} m away`);
      farthest = Math.max(farthest, away);
    }
  });
  return farthest;
}

const someFrames = (count) => [0, 1, Math.floor(count / 3), Math.floor(count / 2), count - 1];

for (const file of [person, ...recordings()]) {
  const name = basename(file);
  const skip = file === person ? false : skipped();
  const stem = join(scratch, basename(file, extname(file)));

  test(`${name} as GLB is valid, and three.js puts its joints where Footwork does`, { skip }, async () => {
    const out = `${stem}.out.glb`;
    footwork("convert", file, out);
    await validate(out);
    const gltf = await loadGlb(out);
    const frames = someFrames(positions(file, []).count);
    const joints = new Map();
    gltf.scene.traverse((node) => joints.set(node.name, node));
    compare(gltf.scene, gltf.animations[0], positions(file, frames), frames, 1, (joint) => joints.get(plain(joint)));
    let skinned = 0;
    gltf.scene.traverse((node) => (skinned += node.isSkinnedMesh ? 1 : 0));
    assert.equal(skinned, 1, "a body to be seen");
  });

  test(`${name} as BVH: three.js puts its joints where Footwork does`, { skip }, () => {
    const out = `${stem}.out.bvh`;
    footwork("convert", file, out);
    const { skeleton, clip } = new BVHLoader().parse(readFileSync(out, "utf8"));
    const frames = someFrames(positions(file, []).count);
    // What not every reader takes in a name becomes an underscore.
    const find = (name) => skeleton.bones.find((bone) => bone.name === name.replace(/[\s{}[\]:/]/g, "_"));
    compare(skeleton.bones[0], clip, positions(file, frames), frames, 0.01, find);
  });
}

test("two characters in one GLB are valid, both move, and neither takes the other's motion", async () => {
  const out = join(scratch, "both.glb");
  footwork("convert", person, other, out);
  await validate(out);
  const gltf = await loadGlb(out);
  const bodies = [];
  gltf.scene.traverse((node) => node.isSkinnedMesh && bodies.push(node));
  assert.equal(bodies.length, 2);
  const mixer = new AnimationMixer(gltf.scene);
  gltf.animations.forEach((clip) => mixer.clipAction(clip).play());
  mixer.setTime(30 / 60);
  gltf.scene.updateMatrixWorld(true);
  for (const [body, file] of [[bodies[0], person], [bodies[1], other]]) {
    const hips = body.skeleton.bones[0].getWorldPosition(new Vector3());
    const expected = new Vector3(...positions(file, [30]).frames[0].Hips);
    assert.ok(hips.distanceTo(expected) < 1e-3, `${hips.toArray()} is not ${expected.toArray()}`);
  }
});

test("a mirrored, trimmed and resampled take is valid", async () => {
  const out = join(scratch, "changed.glb");
  footwork("convert", person, out, "--mirror", "--from", "0.2", "--to", "0.8", "--rate", "30");
  await validate(out);
  const gltf = await loadGlb(out);
  assert.ok(Math.abs(gltf.animations[0].duration - 0.6) < 1e-4);
});

test("a crowd is written compactly: it is valid, and joints are within a centimetre of what an exact file has", async () => {
  const files = ["exact", "compact"].map((keys) => {
    const out = join(scratch, `thirty.${keys}.glb`);
    footwork("play", "thirty-alone", "--seconds", "1", "-o", out, "--keys", keys);
    return out;
  });
  const sizes = files.map((file) => readFileSync(file).length);
  assert.ok(sizes[1] < 0.75 * sizes[0], `${sizes}`);
  const crowds = [];
  for (const file of files) {
    await validate(file);
    const gltf = await loadGlb(file);
    const mixer = new AnimationMixer(gltf.scene);
    gltf.animations.forEach((clip) => mixer.clipAction(clip).play());
    mixer.setTime(0.51);
    gltf.scene.updateMatrixWorld(true);
    const places = [];
    gltf.scene.traverse((node) => node.isBone && places.push(node.getWorldPosition(new Vector3())));
    assert.equal(gltf.animations.length, 30, "an animation to each");
    crowds.push(places);
  }
  assert.equal(crowds[0].length, crowds[1].length);
  crowds[0].forEach((place, nth) => {
    const away = place.distanceTo(crowds[1][nth]);
    assert.ok(away < 0.01, `joint ${nth} is ${away} m away`);
  });
});

test("a VRM animation is valid glTF, and says which node is which part of a person", async () => {
  const out = join(scratch, "person.vrma");
  footwork("convert", person, out);
  await validate(out);
  const { parser } = await loadGlb(out);
  const { specVersion, humanoid } = parser.json.extensions.VRMC_vrm_animation;
  assert.equal(specVersion, "1.0");
  for (const bone of ["hips", "spine", "head", "leftUpperArm", "rightFoot"]) {
    assert.ok(humanoid.humanBones[bone].node >= 0, bone);
  }
});
