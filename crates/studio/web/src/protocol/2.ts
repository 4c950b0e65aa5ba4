// What passes between page and server. Generated from crates/studio/src/protocol.rs by its tests: do not edit.

import type { Ability, ActionInfo, ActorGroup, BoneEnd, Capsule, CueAsk, DecisionsMessage, EditsInfo, ErrorMessage, EventsMessage, FailureInfo, Figure, GameInfo, Joint, MindInfo, NoteMessage, Offer, OverlayMessage } from "../protocol";

/** How many people there are of those whose number is open, and may be. */
export type PeopleInfo = { count: number, least: number, most: number,
/** What keeps groups in proportion. */
step: number, };

/** A thing on the stage. */
export type PropInfo = {
/** m */
at: [number, number, number],
/** rad, to the left from Z. */
heading: number, } & ({ "kind": "target", radius: number, } | { "kind": "ball", radius: number, } | { "kind": "box", size: [number, number, number], } | { "kind": "wall", length: number, height: number, } | { "kind": "obstacle", radius: number, height: number, });

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

/** Recorded play. */
export type RecordingInfo = { name: string, player: string, seconds: number, };

/** A message from a viewer. */
export type Request = { "type": "play" } | { "type": "pause" } | { "type": "step" } | { "type": "speed", value: number, } | { "type": "restart", seed: number, } | { "type": "people", count: number, } | { "type": "scene", name: string, } | { "type": "view", at: [number, number], } | { "type": "watch", actor: number | null, } | { "type": "cue", to: number, ask: CueAsk, } | { "type": "record", on: boolean, } | { "type": "train" } | { "type": "untrain" } | { "type": "forget", name: string, };

/** A scene as it is written, to be changed. */
export type SceneDraft = { name: string,
/** Whether it was made on a page. */
own: boolean,
/** Its TOML. */
text: string,
/** The same, as the tables that are in it. */
draft: unknown, };

/** A scene in the list of them. */
export type SceneInfo = {
/** As it is asked for. */
name: string, title: string,
/** What there is to see. */
line: string,
/** How many. */
actors: number, offers: Array<Offer>,
/** Of anybody in it. */
abilities: Array<Ability>, };

/** A scene that can be chosen now. */
export type SceneMade = { name: string, text: string,
/** The file that was written. */
file: string | null, };

/** Another scene, or the same from its beginning. */
export type SceneMessage = { name: string, title: string, line: string, offers: Array<Offer>,
/** Where it is looked at from to begin with, if the scene says so: `broadcast`, `shoulder` or `top`. */
camera: string | null, seed: number,
/** How many people there are, where that can be dialled. */
people: PeopleInfo | null,
/** s, of a step. */
step: number, skeleton: Skeleton,
/** Everybody, in the order of their numbers. */
groups: Array<ActorGroup>, minds: Array<MindInfo>, props: Array<PropInfo>, capsules: Array<Capsule>, game: GameInfo | null, };

/** How it goes, as everybody sees it: blows landed, spheres collected, time left. */
export type ScoreMessage = { rows: Array<ScoreRow>,
/** s, that a game has left or has taken, where it has a clock. */
clock: number | null,
/** What just happened, in a few words. */
banner: string | null, };

/** A line of a score. */
export type ScoreRow = { label: string, value: Figure,
/** From 0 to 1, where it is a share of something. */
bar: number | null,
/** Whose it is. */
actor: number | null, team: number | null, };

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

/** What the server tells a viewer. */
export type ServerMessage = { "type": "scene" } & SceneMessage | { "type": "state" } & StateMessage | { "type": "events" } & EventsMessage | { "type": "decisions" } & DecisionsMessage | { "type": "overlay" } & OverlayMessage | { "type": "score" } & ScoreMessage | { "type": "worn" } & WornMessage | { "type": "note" } & NoteMessage | { "type": "error" } & ErrorMessage;

/** A scene that is being made ready. */
export type SettingUp = {
/** As it is asked for. */
name: string, title: string,
/** From 0 to 1, of what is being done. */
done: number,
/** What is being done, for people. */
words: string, };

/** The body that everybody has. */
export type Skeleton = {
/** Parents come before children. */
joints: Array<Joint>, ends: Array<BoneEnd>,
/** Joints by what they are for. */
roles: { [key in string]: number },
/** m */
height: number, };

/** Something that a person would want to know. What concerns two is told once. */
export type StageEvent = { "kind": "push", actor: number, point: [number, number, number], impulse: [number, number, number], } | { "kind": "strike", actor: number, other: number, point: [number, number, number], limb: string, part: string, speed: number, } | { "kind": "hit", actor: number, prop: number, point: [number, number, number], limb: string, speed: number, } | { "kind": "contact", actor: number, other: number, point: [number, number, number], own_part: string, other_part: string, } | { "kind": "ball_hit", actor: number, prop: number, point: [number, number, number], part: string, velocity: [number, number, number], } | { "kind": "grab", actor: number, prop: number, } | { "kind": "release", actor: number, prop: number, velocity: [number, number, number], } | { "kind": "landing", actor: number, seconds: number, speed: number, } | { "kind": "fall", actor: number, } | { "kind": "rise", actor: number, } | { "kind": "let_go", actor: number, } | { "kind": "rest", actor: number, rises: boolean, } | { "kind": "hold_released", actor: number, limb: string, } | { "kind": "fallback", actor: number, reason: string, };

/** How the stage runs. */
export type StateMessage = { playing: boolean, speed: number, tick: number, seed: number, viewers: number,
/** Whether play is recorded. */
recording: boolean, recordings: Array<RecordingInfo>,
/** What whoever learns was trained with; none without recordings. */
trained: string | null,
/** The scene that comes next, while it is being made ready. */
setting_up: SettingUp | null,
/** Whether takes were edited since the scene was set up: a restart plays them. */
edited: boolean,
/** What went wrong on the stage, until somebody plays on or begins anew. */
failure: FailureInfo | null, };

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

/** What a sphere is a part of. */
export type Volume = "danger" | "body" | "left" | "ghost";

/** A segment with what the mind thought of it: more is better. */
export type Weighed = { score: number, take: string, from: number, to: number,
/** What the take shows there, the more general first. */
classes: Array<string>,
/** What part of another body a blow in it would reach, by its height. */
zone: string | null,
/** Where it goes, as a unit vector in the body's own frame: X to its left, Z ahead. */
direction: [number, number, number] | null, };

/** A character's file that is worn. Frames say where its nodes are. */
export type WornInfo = {
/** Another file has another number: `/api/character?number=N` is it. */
number: number,
/** As it was dropped. */
file: string,
/** Who wears it; none for everybody. */
actor: number | null,
/** The file's nodes that are moved, by their places in it. */
nodes: Array<number>,
/** Where each is in its parent, in the file's unit; the first one's is in every frame. */
places: Array<[number, number, number]>, };

/** What actors wear in place of the plain bodies: a character's own file. */
export type WornMessage = {
/** None where everybody is plain. */
worn: WornInfo | null, };
