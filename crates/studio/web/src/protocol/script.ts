// What passes between page and server. Generated from crates/studio/src/protocol.rs by its tests: do not edit.

import type { CueAsk } from "../protocol";

/** A run, to be done again. */
export type Script = {
/** Of the file. */
footwork_run: number,
/** The name of the scene. */
scene: string,
/** The scene as it is written. */
text?: string | null, seed: number,
/** How many people, where that was dialled. */
people?: number | null,
/** How long it was, in steps. */
ticks: number,
/** What was asked of whom at which tick. */
cues: Array<ScriptCue>,
/** Of the stage at the end, in hexadecimal: whether it was the same run. */
hash: string, };

/** A tick, the number of an actor, and what was asked of it. */
export type ScriptCue = [number, number, CueAsk];
