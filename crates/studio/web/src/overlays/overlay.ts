// What every overlay is: something drawn over the bodies of one scene, brought to a moment whenever one is shown.

import type { Object3D } from "three";
import type { History } from "../history";
import type { Frame } from "../link";
import type { Bodies } from "../pose";
import type { OverlayMessage, StageEvent } from "../protocol";
import type { Scene } from "../scene";

/** What overlays are made for, and for how many bodies at most. */
export type Cast = Pick<Scene, "skeleton" | "actors" | "capsules" | "step"> & { bodies: number };

/** A moment, as it is shown. Places come from `bodies`, which may stand between two frames; marks come from `frame`. */
export interface Moment {
  bodies: Bodies;
  frame: Frame;
  /** What came before; a clip has none. */
  history: History | null;
  dark: boolean;
  selected: number | null;
  /** Who the mouse is over. */
  pointed: number | null;
  /** What goes on in the mind of whoever is watched; a clip has none. */
  insight: OverlayMessage | null;
}

export interface Overlay {
  readonly object: Object3D;
  /** Called only while it is shown. */
  update(moment: Moment): void;
  /** Something happened on the stage, shown or not. */
  note?(event: StageEvent, tick: number): void;
}

export interface OverlayKind {
  readonly key: string;
  readonly label: string;
  readonly make: (cast: Cast) => Overlay;
  /** Scenes in which it shows something; all, unless it says so. */
  readonly suits?: (scene: Scene) => boolean;
  /** What it is, for the tip, if its name does not tell. */
  readonly tip?: string;
  /** Whether it is on from the beginning. */
  readonly on?: boolean;
  /** Whether bodies step back, so that it can be seen through them. */
  readonly inside?: boolean;
}

/** What a mind told is of now: when a moment long past is shown, it is left out. */
export function current({ insight, frame }: Moment): OverlayMessage | null {
  return insight && Math.abs(insight.tick - frame.tick) <= STALE ? insight : null;
}

/** Ticks. Told ten times a second, and four ticks a step at the highest speed. */
const STALE = 60;
