// What passes between page and server. Generated from crates/studio/src/protocol.rs by its tests: do not edit.

import type { BodyLevel } from "../protocol";

/** What an actor is asked for. */
export type CueAsk = { stick: [number, number], } | { turn: [number, number], } | { dial: number, value: number, } | { mind: number, } | { prop: number, velocity: [number, number, number], } | { prop: number, to: [number, number, number], } | { button: number, down: boolean, } | { target: [number, number, number], } | { push: PushAsk, } | { let_go: number, } | { physics: BodyLevel, } | { pull: PullAsk, };

/** A hand or a foot that is pulled. */
export type PullAsk = { limb: PulledLimb,
/** m, where to; none lets go of it. */
to: [number, number, number] | null, };

/** What can be pulled. */
export type PulledLimb = "left_hand" | "right_hand" | "left_foot" | "right_foot";

/** A push at a point of the world. */
export type PushAsk = {
/** m */
point: [number, number, number],
/** N·s */
impulse: [number, number, number], };

/** A message from a viewer. */
export type Request = { "type": "play" } | { "type": "pause" } | { "type": "step" } | { "type": "speed", value: number, } | { "type": "restart", seed: number, } | { "type": "people", count: number, } | { "type": "scene", name: string, } | { "type": "view", at: [number, number], } | { "type": "watch", actor: number | null, } | { "type": "cue", to: number, ask: CueAsk, } | { "type": "record", on: boolean, } | { "type": "train" } | { "type": "untrain" } | { "type": "forget", name: string, };
