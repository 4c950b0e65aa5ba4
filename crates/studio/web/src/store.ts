// The one place where the page keeps what it knows and what was chosen. Whoever shows something listens to what it shows.

import type { KeysMessage, RecordingInfo, ScoreMessage, SettingUp, StateMessage } from "./protocol";
import type { Scene } from "./scene";
import type { Shot } from "./shots";

export type View = "stage" | "clips";
export type Connection = "connecting" | "open" | "lost";

export interface State {
  connection: Connection;
  /** The scene that runs; none until the first is ready. */
  scene: Scene | null;
  /** The scene that comes next. */
  settingUp: SettingUp | null;
  playing: boolean;
  speed: number;
  seed: number;
  viewers: number;
  edited: boolean;
  failure: StateMessage["failure"];
  recording: boolean;
  recordings: RecordingInfo[];
  trained: string | null;
  score: ScoreMessage;
  /** What became of players' buttons. */
  keys: KeysMessage;
  view: View;
  /** Who is selected, by number; and the tick of the past that is shown, if it is. */
  selected: number | null;
  review: number | null;
  shot: Shot;
  /** Whether whoever is selected is followed. */
  follow: boolean;
  dark: boolean;
  sound: boolean;
  /** Whether a gamepad is there. */
  pad: boolean;
}

const BEGINNING: State = {
  connection: "connecting", scene: null, settingUp: null, playing: false, speed: 1, seed: 1, viewers: 1, edited: false, failure: null,
  recording: false, recordings: [], trained: null, score: { rows: [], clock: null, banner: null }, keys: { keys: [] }, view: "stage", selected: null,
  review: null, shot: "broadcast", follow: false, dark: false, sound: false, pad: false,
};

type Key = keyof State;

export class Store {
  private now: State = { ...BEGINNING };
  private readonly listeners: { keys: readonly Key[]; hear: (state: State) => void }[] = [];

  get state(): Readonly<State> { return this.now; }

  /** Calls back now, and whenever one of these changes. */
  on(keys: readonly Key[], hear: (state: State) => void): void {
    this.listeners.push({ keys, hear });
    hear(this.now);
  }

  set(change: Partial<State>): void {
    const changed = (Object.keys(change) as Key[]).filter((key) => change[key] !== this.now[key]);
    if (changed.length === 0) return;
    this.now = { ...this.now, ...change };
    for (const { keys, hear } of this.listeners) if (keys.some((key) => changed.includes(key))) hear(this.now);
  }

  /** What the server says of the stage. */
  tell({ playing, speed, seed, viewers, recording, recordings, trained, setting_up, edited, failure }: StateMessage): void {
    this.set({ playing, speed, seed, viewers, recording, recordings, trained, settingUp: setting_up, edited, failure });
  }
}

/** Something that this browser keeps; a page without storage still works. */
export const remembered = {
  get: (key: string): string | null => { try { return localStorage.getItem(`footwork-${key}`); } catch { return null; } },
  set: (key: string, value: string): void => { try { localStorage.setItem(`footwork-${key}`, value); } catch { /* as above */ } },
};
