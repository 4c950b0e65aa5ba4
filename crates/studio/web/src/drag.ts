// Dragging a hand or a foot of somebody whose body has weight: it is pulled in the plane that faces the camera.

import type { Vec3 } from "./link";
import type { CueAsk, PulledLimb } from "./protocol";

/** ms: the wire refuses a flood. */
const EVERY = 34;
/** Pixels about a hand or a foot that still are it; fingers are broad. */
const SLOP = { mouse: 40, touch: 60 };

/** A hand or a foot, and where it is. */
export interface Limb { actor: number; limb: PulledLimb; at: Vec3 }

export interface DragHost {
  cue(ask: CueAsk, to?: number): void;
  /** The hand or foot there, if there is one. */
  limbAt(x: number, y: number, slop: number): Limb | null;
  /** Where a pixel is in the plane through a point that faces the camera. */
  besideAt(x: number, y: number, point: Vec3): Vec3 | null;
}

export class Drag {
  private held: (Limb & { id: number; last: number }) | null = null;

  constructor(private readonly host: DragHost) {}

  /** Whether a hand or a foot was taken hold of. */
  press(event: PointerEvent): boolean {
    const limb = this.host.limbAt(event.clientX, event.clientY, event.pointerType === "touch" ? SLOP.touch : SLOP.mouse);
    if (!limb) return false;
    this.held = { ...limb, id: event.pointerId, last: -Infinity };
    return true;
  }

  /** Whether something is pulled. */
  move(event: PointerEvent): boolean {
    const held = this.held;
    if (!held) return false;
    if (event.pointerId !== held.id) return true;
    held.at = this.host.besideAt(event.clientX, event.clientY, held.at) ?? held.at;
    held.at[1] = Math.max(0.02, held.at[1]);
    const now = performance.now();
    if (now - held.last >= EVERY) { held.last = now; this.tell(held, held.at); }
    return true;
  }

  /** Lets go, if something was pulled. */
  end(event: PointerEvent | null): boolean {
    const held = this.held;
    if (!held || (event && event.pointerId !== held.id)) return false;
    this.held = null;
    this.tell(held, null);
    return true;
  }

  private tell({ actor, limb }: Limb, at: Vec3 | null): void {
    const to = at && (at.map((value) => Math.round(value * 1000) / 1000) as Vec3);
    this.host.cue({ pull: { limb, to } }, actor);
  }
}
