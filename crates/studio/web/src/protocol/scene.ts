// What passes between page and server. Generated from crates/studio/src/protocol.rs by its tests: do not edit.

/** What an actor with a mind can do. */
export type Ability = "steered" | "fights" | "learns" | "staggers" | "dodges" | "targets" | "paths" | "leads";

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

/** Where a game is played. */
export type GameInfo = { "kind": "collect", platforms: Array<[number, number, number, number]>, };

export type Joint = { name: string,
/** −1 for a root. */
parent: number,
/** m, from the parent. */
offset: [number, number, number],
/** m: where it is when the body stands upright, facing Z, arms out to the sides. */
stands: [number, number, number],
/** How it is turned then, as a quaternion. */
turned: [number, number, number, number], };

/** What decides for actors. */
export type MindInfo = { id: number,
/** For people, in a few words. */
title: string, abilities: Array<Ability>, dials: Array<DialInfo>,
/** What can be pressed while it is played. */
buttons: Array<ButtonInfo>, };

/** What a scene offers to whoever watches. */
export type Offer = "push" | "target" | "steer" | "throw" | "drag" | "path";

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

/** The body that everybody has. */
export type Skeleton = {
/** Parents come before children. */
joints: Array<Joint>, ends: Array<BoneEnd>,
/** Joints by what they are for. */
roles: { [key in string]: number },
/** m */
height: number, };
