// The command under test, and where recordings are.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const repository = join(import.meta.dirname, "../..");
const target = process.env.CARGO_TARGET_DIR ?? join(repository, "target");

export const scratch = mkdtempSync(join(tmpdir(), "footwork-interop-"));

export function footwork(...args) {
  const exe = join(target, "release/footwork");
  return execFileSync(exe, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 28 });
}

// Where Footwork says that the joints of a file's first body are, in metres.
export function positions(file, frames) {
  const exe = join(target, "release/examples/positions");
  return JSON.parse(execFileSync(exe, [file, ...frames.map(String)], { encoding: "utf8", maxBuffer: 1 << 28 }));
}

const folder = process.env.FOOTWORK_MOCAP ?? join(repository, "../shared/mocap");

// Why tests on recordings are skipped; false where they are not. Demanded recordings that are absent are an error.
export function skipped() {
  if (existsSync(folder)) return false;
  const why = `no recordings at ${folder} (FOOTWORK_MOCAP names another folder)`;
  if (process.env.FOOTWORK_REQUIRE_MOCAP === "1") throw new Error(`${why}, and FOOTWORK_REQUIRE_MOCAP demands them`);
  return why;
}

// Recordings of several rigs.
export function recordings() {
  return [
    "cmu/16_15.bvh",
    "cmu/135_04.bvh",
    "lafan1/run2_subject4_run2.bvh",
    "bandai/dataset-1_run_normal_001.bvh",
    "bandai/dataset-1_kick_normal_001.bvh",
    "other/threejs_pirouette.bvh",
    "other/fair1_jumping.bvh",
    "asfamc/16_17.amc",
    "gltf/CesiumMan.glb",
    "gltf/RiggedFigure.glb",
    "gltf/Xbot.glb",
  ].map((name) => join(folder, name));
}
