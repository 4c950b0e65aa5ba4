// What passes between page and server. Generated from crates/studio/src/protocol.rs by its tests: do not edit.

import type { PullAsk, PushAsk, StageEvent, StrikeEdit, SupportEdit, Volume, Weighed } from "../protocol";

/** What an actor with a mind can do. */
export type Ability = "steered" | "fights" | "learns" | "staggers" | "dodges" | "targets" | "paths" | "leads";

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
direction: [number, number, number] | null, };

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
direction: [number, number, number] | null, };

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
export type Figure = { "kind": "number", value: number, unit: string, } | { "kind": "count", count: number, } | { "kind": "of", count: number, of: number, } | { "kind": "versus", counts: [number, number], } | { "kind": "word", word: string, };

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
offset: [number, number, number],
/** m: where it is when the body stands upright, facing Z, arms out to the sides. */
stands: [number, number, number],
/** How it is turned then, as a quaternion. */
turned: [number, number, number, number], };

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
mind: string, title: string, line: string, abilities: Array<Ability>,
/** What its table in a scene may say. */
keys: Array<string>,
/** What its style may be, where it has one. */
styles: Array<string>, };

/** What decides for actors. */
export type MindInfo = { id: number,
/** For people, in a few words. */
title: string, abilities: Array<Ability>, dials: Array<DialInfo>,
/** What can be pressed while it is played. */
buttons: Array<ButtonInfo>, };

/** Something was done, in a sentence. */
export type NoteMessage = { note: string, };

/** What a scene offers to whoever watches. */
export type Offer = "push" | "target" | "steer" | "throw" | "drag" | "path";

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
