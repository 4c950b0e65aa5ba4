// What passes between page and server. Generated from crates/studio/src/protocol.rs by its tests: do not edit.

export type * from "./protocol/live";
export type * from "./protocol/making";
export type * from "./protocol/messages";
export type * from "./protocol/request";
export type * from "./protocol/scene";
export type * from "./protocol/script";
export type * from "./protocol/takes";
