// What passes between page and server. Generated from crates/studio/src/protocol.rs by its tests: do not edit.

import type { Ability } from "../protocol";

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

/** A scene as it is written, to be changed. */
export type SceneDraft = { name: string,
/** Whether it was made on a page. */
own: boolean,
/** Its TOML. */
text: string,
/** The same, as the tables that are in it. */
draft: unknown, };

/** A scene that can be chosen now. */
export type SceneMade = { name: string, text: string,
/** The file that was written. */
file: string | null, };
