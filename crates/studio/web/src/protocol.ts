// What passes between page and server. Generated from crates/studio/src/protocol.rs by its tests: do not edit.

export type * from "./protocol/1";
export type * from "./protocol/2";
