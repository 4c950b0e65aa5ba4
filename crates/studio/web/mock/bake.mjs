// Makes mock/data.json out of BVH files and their truth, as `footwork perform` writes them:
//   footwork perform boxing -o boxing.bvh; footwork perform locomotion -o locomotion.bvh
//   node mock/bake.mjs boxing.bvh locomotion.bvh
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { multiply, axisAngle, pack } from "./quaternion.mjs";

const SECONDS = 16;
const EVERY = 2; // 60 Hz becomes 30 Hz

const ROLES = {
  hips: "Hips", spine: "Spine", chest: "Chest", neck: "Neck", head: "Head",
  ...Object.fromEntries(["Left", "Right"].flatMap((side) => Object.entries({
    shoulder: "UpperArm", elbow: "LowerArm", wrist: "Hand", hand: "HandMiddle1", hip: "UpperLeg", knee: "LowerLeg", ankle: "Foot", toe: "Toes",
  }).map(([role, name]) => [`${side.toLowerCase()}_${role}`, side + name]))),
};

function read(file) {
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  const joints = [], ends = [], stack = [];
  let at = 0, end = false;
  for (; !lines[at].startsWith("MOTION"); at++) {
    const word = lines[at].trim().split(/\s+/);
    if (word[0] === "ROOT" || word[0] === "JOINT") {
      joints.push({ name: word[1], parent: stack.at(-1) ?? -1, offset: [0, 0, 0], channels: [] });
      stack.push(joints.length - 1);
    } else if (word[0] === "End") { end = true; }
    else if (word[0] === "OFFSET") {
      const offset = word.slice(1).map((v) => Math.round(Number(v) * 100) / 10000);
      if (end) ends.push({ joint: stack.at(-1), offset });
      else joints[stack.at(-1)].offset = offset;
    } else if (word[0] === "CHANNELS") joints[stack.at(-1)].channels = word.slice(2);
    else if (word[0] === "}") { if (end) end = false; else stack.pop(); }
  }
  const time = Number(lines[at + 2].split(":")[1]);
  const rows = lines.slice(at + 3).filter(Boolean).slice(0, Math.round(SECONDS / time)).filter((_, i) => i % EVERY === 0);
  const frame = Buffer.alloc(12 + 4 * joints.length);
  const frames = Buffer.concat(rows.map((row) => {
    const values = row.trim().split(/\s+/).map(Number);
    let next = 0;
    joints.forEach((joint, index) => {
      let q = [0, 0, 0, 1];
      for (const channel of joint.channels) {
        const value = values[next++];
        if (channel.endsWith("position")) frame.writeFloatLE(value / 100, "XYZ".indexOf(channel[0]) * 4);
        else q = multiply(q, axisAngle("XYZ".indexOf(channel[0]), value * Math.PI / 180));
      }
      frame.writeUInt32LE(pack(q), 12 + 4 * index);
    });
    return Buffer.from(frame);
  }));
  const truth = JSON.parse(readFileSync(file.replace(/\.bvh$/, ".truth.json"), "utf8"));
  const short = (span) => span.map((v) => Math.round(v * 1000) / 1000);
  const seconds = (rows.length - 1) * time * EVERY;
  const supports = Object.fromEntries(Object.entries(truth.supports).map(([side, spans]) =>
    [side, spans.filter((span) => span[0] < seconds).map(([a, b]) => short([a, Math.min(b, seconds)]))]));
  const actions = truth.actions.filter((one) => one.from < seconds)
    .map((one) => ({ ...one, from: short([one.from])[0], to: short([Math.min(one.to, seconds)])[0] }));
  return {
    joints: joints.map(({ name, parent, offset }) => ({ name, parent, offset })), ends,
    take: { name: `${basename(file, ".bvh")}-1`, rate: 1 / time / EVERY, count: rows.length, seconds, supports,
      strikes: truth.strikes.filter((one) => one.time < seconds), actions, frames: frames.toString("base64") },
  };
}

const takes = process.argv.slice(2).map(read);
const { joints, ends } = takes[0];
const roles = Object.fromEntries(Object.entries(ROLES).map(([role, name]) => [role, joints.findIndex((j) => j.name === name)]));
writeFileSync(new URL("data.json", import.meta.url),
  JSON.stringify({ skeleton: { joints, ends, roles, height: 1.75 }, takes: takes.map((one) => one.take) }));
