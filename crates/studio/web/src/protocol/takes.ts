// What passes between page and server. Generated from crates/studio/src/protocol.rs by its tests: do not edit.

/** What the action at a time is. What is left out stays as it was worked out. */
export type ActionEdit = { at: number, classes?: Array<string>, limbs?: Array<string>, direction?: Array<number>, protects?: string, avoids?: Array<number>, };

/** A part of the take that means something. */
export type ActionInfo = { from: number, to: number,
/** The more general first. */
classes: Array<string>, limbs: Array<string>, protects: string | null,
/** From 0 to 1. */
sure: number,
/** Who says so. */
origin: string, };

/** A word for actions, and what it means. */
export type ClassInfo = { word: string, meaning: string, };

/** One of: `add`; `remove`; `move` and `to`. */
export type CutEdit = { add?: number, remove?: number, move?: number, to?: number, };

/** Everything that a person said about a take, as in its file (docs/annotation.md). */
export type EditsInfo = { new_classes: Array<string>, cuts: Array<CutEdit>, actions: Array<ActionEdit>, supports: Array<SupportEdit>, strikes: Array<StrikeEdit>, };

/** Edits that are to be saved. What changed from `base` to `edits` is done to the edits that are in the file by then. */
export type EditsRequest = {
/** What the page knew; left out, nothing. */
base: EditsInfo, edits: EditsInfo, };

/** One of: `add` and `limb`; `remove`, and `limb` where only one of several is meant. */
export type StrikeEdit = { add?: number, remove?: number, limb?: string, };

/** A blow that would land. */
export type StrikeInfo = { time: number, limb: string,
/** m */
point: [number, number, number], direction: [number, number, number],
/** m/s */
speed: number, };

/** Whether a foot carries weight. */
export type SupportEdit = { foot: string, from: number, to: number, down: boolean, };

/** When each foot carries weight: from and to. */
export type SupportsInfo = { left: Array<[number, number]>, right: Array<[number, number]>, };

/** A take, and what it means. */
export type TakeInfo = { index: number, name: string, seconds: number,
/** Frames a second. */
rate: number, frames: number,
/** The take whose mirror image it is. */
mirrored_from: string | null, supports: SupportsInfo, strikes: Array<StrikeInfo>, actions: Array<ActionInfo>,
/** How much the body does, twenty times a second. */
energy: Array<number>, edits: EditsInfo,
/** Where its edits are kept; none where it cannot be edited. */
edits_file: string | null, editable: boolean, };
