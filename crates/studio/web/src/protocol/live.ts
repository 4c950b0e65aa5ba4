// What passes between page and server. Generated from crates/studio/src/protocol.rs by its tests: do not edit.

/** What became of an actor's buttons, by their numbers. */
export type ActorKeys = { actor: number,
/** Was pressed, and is to be answered yet. */
waits: number | null,
/** The last that was not answered. */
lost: LostKey | null, };

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

/** A segment of a take, in its seconds, and what it shows. */
export type Choice = { take: string, from: number, to: number,
/** What the take shows there, the more general first. */
classes: Array<string>,
/** What part of another body a blow in it would reach, by its height. */
zone: string | null,
/** Where it goes, as a unit vector in the body's own frame: X to its left, Z ahead. */
direction: [number, number, number] | null, };

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
direction: [number, number, number] | null, };

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
export type Figure = { "kind": "number", value: number, unit: string, } | { "kind": "count", count: number, } | { "kind": "of", count: number, of: number, } | { "kind": "versus", counts: [number, number], } | { "kind": "word", word: string, };

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

/** Why a button was not answered. */
export type KeyLoss = "late" | "replaced" | "not_now";

/** What became of players' buttons: everybody whom a player moves, whatever decides how he answers. */
export type KeysMessage = { keys: Array<ActorKeys>, };

/** A button that was pressed and not answered. */
export type LostKey = { button: number, why: KeyLoss,
/** When that was clear. */
tick: number, };

/** Something was done, in a sentence. */
export type NoteMessage = { note: string, };

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

/** Recorded play. */
export type RecordingInfo = { name: string, player: string, seconds: number, };

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

/** A scene that is being made ready. */
export type SettingUp = {
/** As it is asked for. */
name: string, title: string,
/** From 0 to 1, of what is being done. */
done: number,
/** What is being done, for people. */
words: string, };

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
