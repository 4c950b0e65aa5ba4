// Throwing a ball from where one stands at whatever was clicked.

import { Vector3 } from "three";
import type { Eye } from "./camera";
import type { Vec3 } from "./link";
import type { Pick } from "./pick";
import type { CueAsk } from "./protocol";
import type { Stage } from "./stage";

/** m/s over the ground, and m/s². */
const SPEED = 9;
const GRAVITY = 9.81;
/** m: it leaves from no further than this, so that it arrives while one still looks. */
const FROM = 5;

export function throwing(stage: Stage, pick: Pick, eye: Eye, cue: (ask: CueAsk, to: number) => void): (x: number, y: number) => boolean {
  let next = 0;
  return (x, y) => {
    const balls = (stage.scene?.props ?? []).flatMap(({ kind }, index) => (kind === "ball" ? [index] : []));
    const ball = balls[next++ % Math.max(1, balls.length)];
    if (ball === undefined) return false;
    const actor = pick.actorAt(x, y);
    const at = actor === null ? pick.groundAt(x, y) : pick.besideAt(x, y, stage.root(actor));
    if (!at) return false;
    const to = new Vector3(...at);
    const back = eye.camera.position.clone().sub(to).setY(0);
    const from = to.clone().addScaledVector(back.normalize(), Math.min(FROM, Math.max(1.5, eye.distance * 0.8))).setY(1.6);
    const seconds = Math.hypot(to.x - from.x, to.z - from.z) / SPEED;
    const velocity = to.sub(from).divideScalar(seconds).add(new Vector3(0, 0.5 * GRAVITY * seconds, 0));
    const neat = (vector: Vector3): Vec3 => vector.toArray().map((value) => Math.round(value * 1000) / 1000) as Vec3;
    // Whom the cue is for is not hit by it: somebody else than who was clicked, where there is one.
    const by = stage.scene?.actors.find(({ id }) => id !== actor)?.id ?? 0;
    cue({ prop: ball, to: neat(from) }, by);
    cue({ prop: ball, velocity: neat(velocity) }, by);
    return true;
  };
}
