// What passes between page and server. Generated from crates/studio/src/protocol.rs by its tests: do not edit.

/** What an actor with a mind can do. */
export type Ability = "steered" | "fights" | "learns" | "staggers" | "dodges" | "targets";

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

/** Actors of one kind: a crowd is one entry. */
export type ActorGroup = {
/** Of each; with its number in the group from 1 on, where there are several: `walker-3`. */
name: string, count: number, team: number,
/** Numbers of the minds that it can be handed to, the one that it begins with first; none where it only stands. */
minds: Array<number>,
/** What decides for several of them at once, where they begin with that. */
director: DirectorInfo | null,
/** What answers for them beside what decides: pushes, things that fly. */
reflexes: Array<DirectorInfo>, };

/** A part of a physical body, in the world, in m. */
export type BodyCapsule = { from: [number, number, number], to: [number, number, number], radius: number, };

/** A force on a part: where, in m, and how much, in N. */
export type BodyForce = { at: [number, number, number], force: [number, number, number], };

/** A physical body. */
export type BodyInfo = { level: BodyLevel,
/** How stiff it is, from 0, limp, to 1, if it is left to its weight. */
let_go: number | null, capsules: Array<BodyCapsule>, targets: Array<BodyTarget>, forces: Array<BodyForce>, };

/** How much of a body that plays its takes is physical. */
export type BodyLevel = "off" | "touch" | "full";

/** Where a hand or a foot is and where it is to be, in m. */
export type BodyTarget = { limb: string, from: [number, number, number], to: [number, number, number],
/** Whether it must be there. */
hard: boolean, };

/** Where a chain of bones ends. */
export type BoneEnd = { joint: number,
/** m */
offset: [number, number, number], };

/** Something to press. */
export type ButtonInfo = {
/** Its number. */
button: number,
/** The key that presses it, as browsers call keys: `KeyJ`, `Space`. */
key: string,
/** What it does, in a word or two. */
name: string, };

/** What a body is made of, to touch: both ends in the space of a joint. */
export type Capsule = { joint: number, from: [number, number, number], to: [number, number, number],
/** m */
radius: number,
/** The word for the part of the body. */
part: string, };

/** A segment of a take, in its seconds, and what it shows. */
export type Choice = { take: string, from: number, to: number,
/** What the take shows there, the more general first. */
classes: Array<string>,
/** What part of another body a blow in it would reach, by its height. */
zone: string | null,
/** Where it goes, as a unit vector in the body's own frame: X to its left, Z ahead. */
way: [number, number, number] | null, };

/** A word for actions, and what it means. */
export type ClassInfo = { word: string, meaning: string, };

/** What an actor is asked for. */
export type CueAsk = { stick: [number, number], } | { turn: [number, number], } | { dial: number, value: number, } | { mind: number, } | { prop: number, velocity: [number, number, number], } | { prop: number, to: [number, number, number], } | { button: number, down: boolean, } | { target: [number, number, number], } | { push: PushAsk, } | { let_go: number, } | { physics: BodyLevel, } | { pull: PullAsk, };

/** One of: `add`; `remove`; `move` and `to`. */
export type CutEdit = { add?: number, remove?: number, move?: number, to?: number, };

/** What was chosen at a tick, and from what. */
export type Decision = { tick: number, chosen: Choice | null,
/** The best of what was looked at. */
considered: Array<Weighed>,
/** How many there were. */
looked_at: number, };

/** What a watched actor does, and why. */
export type DecisionsMessage = { actor: number,
/** The number of its mind; none where it only stands. */
mind: number | null, doing: Doing, decisions: Array<Decision>,
/** Where its dials stand, by their numbers: the same for everybody who watches. */
dials: Array<number>, };

/** A number of a mind that can be changed while it runs. */
export type DialInfo = { dial: number, name: string,
/** What it does. */
line: string, min: number, max: number,
/** Where it is until somebody turns it. */
value: number,
/** Names of 0, 1, 2 and so on, where those are all that it can be. */
choices: Array<string>, };

/** What decides for several actors at once, or answers for one beside its mind. */
export type DirectorInfo = {
/** For people, in a few words. */
title: string, abilities: Array<Ability>, dials: Array<DialInfo>,
/** What can be pressed while it is played. */
buttons: Array<ButtonInfo>, };

/** What is being played. */
export type Doing = {
/** s, in the take. */
time: number,
/** 1 is as it was recorded. */
rate: number, take: string, from: number, to: number,
/** What the take shows there, the more general first. */
classes: Array<string>,
/** What part of another body a blow in it would reach, by its height. */
zone: string | null,
/** Where it goes, as a unit vector in the body's own frame: X to its left, Z ahead. */
way: [number, number, number] | null, };

/** Everything that a person said about a take, as in its file (docs/annotation.md). */
export type EditsInfo = { new_classes: Array<string>, cuts: Array<CutEdit>, actions: Array<ActionEdit>, supports: Array<SupportEdit>, strikes: Array<StrikeEdit>, };

/** Edits that are to be saved. What changed from `base` to `edits` is done to the edits that are in the file by then. */
export type EditsRequest = {
/** What the page knew; left out, nothing. */
base: EditsInfo, edits: EditsInfo, };

/** Something went wrong, in a sentence. HTTP answers it, too. */
export type ErrorMessage = { error: string, };

/** What happened in a step. */
export type EventsMessage = { tick: number, events: Array<StageEvent>, };

/** The stage failed, and was brought back to a moment before that. */
export type FailureInfo = {
/** What the program said. */
what: string,
/** When. */
tick: number,
/** The tick that it is at now; none where the scene is being set up anew. */
back_to: number | null, };

/** A number or a word. */
export type Figure = { "kind": "number", value: number, unit: string, } | { "kind": "count", count: number, } | { "kind": "word", word: string, };

/** Where a game is played. */
export type GameInfo = { "kind": "collect", platforms: Array<[number, number, number, number]>, };

/** Values over a disc or a part of one. */
export type Heat = {
/** m, its middle. */
at: [number, number, number],
/** rad, where its angles begin, to the left from Z. */
heading: number,
/** m, the edges of its rings, from the middle outwards. */
radii: Array<number>,
/** rad, the edges of its sectors, to the left. */
angles: Array<number>,
/** From 0 to 1, ring by ring, sector by sector. */
values: Array<number>, };

/** What became of dropped files. */
export type ImportReport = {
/** The repertoire, as a scene names it. */
file: string, takes: Array<ImportedTake>,
/** What the doctor mended, what could not be used, and what was found while annotating; a sentence each. */
mended: Array<string>, skipped: Array<string>, remarks: Array<string>,
/** What can be done with them. */
uses: Array<ImportUse>, };

/** Dropped files that are to become a repertoire. */
export type ImportRequest = { name: string, files: Array<string>, };

/** A scene that can be made of what was imported. */
export type ImportUse = {
/** For a button. */
label: string, tip: string, draft: unknown, };

/** A take that was imported. */
export type ImportedTake = { name: string, seconds: number, actions: number, strikes: number, };

export type Joint = { name: string,
/** −1 for a root. */
parent: number,
/** m, from the parent. */
offset: [number, number, number], };

/** A scene that is to be tried or saved. */
export type MakeRequest = { name: string, draft: unknown,
/** Its TOML, in place of the draft. */
text: string | null,
/** Whether a file is to be written. */
save: boolean,
/** The file's text, as far as the page knows it. */
known: string | null, };

/** Something that may decide for an actor. */
export type MindChoice = {
/** As a scene names it. */
mind: string, title: string, line: string, abilities: Array<Ability>, };

/** What decides for actors. */
export type MindInfo = { id: number,
/** For people, in a few words. */
title: string, abilities: Array<Ability>, dials: Array<DialInfo>,
/** What can be pressed while it is played. */
buttons: Array<ButtonInfo>, };

/** Something was done, in a sentence. */
export type NoteMessage = { note: string, };

/** What a scene offers to whoever watches. */
export type Offer = "push" | "target" | "steer" | "throw" | "drag";

/** Something that a mind could do. */
export type OverlayChoice = {
/** What would be played first, where the mind chooses segments. */
segment: Choice | null,
/** What it is. */
rows: Array<OverlayRow>,
/** More is better. */
score: number, };

/** What goes on in a watched actor's mind. */
export type OverlayMessage = { tick: number, actor: number, rows: Array<OverlayRow>, choices: Array<OverlayChoice>, heat: Heat | null,
/** m, places that matter to it. */
points: Array<[number, number, number]>,
/** Volumes that it compares. */
spheres: Array<OverlaySphere>,
/** Its physical body, where there is something to see of it. */
body: BodyInfo | null, };

/** A figure of a mind. */
export type OverlayRow = { name: string, value: Figure, };

/** A sphere of a volume. */
export type OverlaySphere = {
/** m */
at: [number, number, number],
/** m */
radius: number, of: Volume, };

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
export type Request = { "type": "play" } | { "type": "pause" } | { "type": "step" } | { "type": "speed", value: number, } | { "type": "restart", seed: number, } | { "type": "scene", name: string, } | { "type": "view", at: [number, number], } | { "type": "watch", actor: number | null, } | { "type": "cue", to: number, ask: CueAsk, } | { "type": "record", on: boolean, } | { "type": "train" } | { "type": "untrain" } | { "type": "forget", name: string, };

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
export type SceneMessage = { name: string, title: string, line: string, offers: Array<Offer>, seed: number,
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
/** How long it was, in steps. */
ticks: number,
/** What was asked of whom at which tick. */
cues: Array<ScriptCue>,
/** Of the stage at the end, in hexadecimal: whether it was the same run. */
hash: string, };

/** A tick, the number of an actor, and what was asked of it. */
export type ScriptCue = [number, number, CueAsk];

/** What the server tells a viewer. */
export type ServerMessage = { "type": "scene" } & SceneMessage | { "type": "state" } & StateMessage | { "type": "events" } & EventsMessage | { "type": "decisions" } & DecisionsMessage | { "type": "overlay" } & OverlayMessage | { "type": "score" } & ScoreMessage | { "type": "note" } & NoteMessage | { "type": "error" } & ErrorMessage;

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
way: [number, number, number] | null, };
