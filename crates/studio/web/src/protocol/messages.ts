// What passes between page and server. Generated from crates/studio/src/protocol.rs by its tests: do not edit.

import type { DecisionsMessage, ErrorMessage, EventsMessage, KeysMessage, NoteMessage, OverlayMessage, SceneMessage, ScoreMessage, StateMessage, WornMessage } from "../protocol";

/** What the server tells a viewer. */
export type ServerMessage = { "type": "scene" } & SceneMessage | { "type": "state" } & StateMessage | { "type": "events" } & EventsMessage | { "type": "decisions" } & DecisionsMessage | { "type": "overlay" } & OverlayMessage | { "type": "score" } & ScoreMessage | { "type": "keys" } & KeysMessage | { "type": "worn" } & WornMessage | { "type": "note" } & NoteMessage | { "type": "error" } & ErrorMessage;
