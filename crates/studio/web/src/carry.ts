// Carrying a target: it is dragged in the plane that faces the camera, or along the ground with Shift.

import type { Vec3 } from "./link";
import type { CueAsk } from "./protocol";

/** ms: the wire refuses a flood. */
const EVERY = 34;
/** Pixels about a target that still are it; fingers are broad. */
const SLOP = { mouse: 6, touch: 22 };
/** m: lower and higher than this, nobody reaches. */
const LOWEST = 0.1;
const HIGHEST = 2.6;

export interface CarryHost {
  cue(ask: CueAsk, to?: number): void;
  /** The target there, if there is one. */
  targetAt(x: number, y: number, slop: number): number | null;
  /** Whether targets may be carried. */
  carries(): boolean;
  /** A target is pointed at; null where none is. */
  pointed(prop: number | null): void;
  /** Targets of the scene, the first of them. */
  firstTarget(): number | null;
  propAt(prop: number): Vec3;
  /** Where a pixel is in the plane through a point that faces the camera. */
  besideAt(x: number, y: number, point: Vec3): Vec3 | null;
  groundAt(x: number, y: number, height?: number): Vec3 | null;
}

export class Carry {
  private held: { prop: number; id: number; at: Vec3; off: Vec3; last: number } | null = null;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly host: CarryHost) {}

  get target(): number | null { return this.host.firstTarget(); }

  /** Whether a target was taken hold of. */
  press(event: PointerEvent): boolean {
    const prop = this.over(event);
    if (prop === null) return false;
    const at = this.host.propAt(prop);
    const touched = this.host.besideAt(event.clientX, event.clientY, at) ?? at;
    // Held where it was touched, so that it does not leap into the middle of the hand.
    const off = at.map((value, axis) => value - touched[axis]!) as Vec3;
    this.held = { prop, id: event.pointerId, at, off, last: -Infinity };
    return true;
  }

  /** Whether something is carried. */
  move(event: PointerEvent): boolean {
    const held = this.held;
    if (!held) {
      if (event.pointerType === "mouse" && event.buttons === 0) {
        const over = this.host.carries() ? this.over(event) : null;
        this.canvas.classList.toggle("over-target", over !== null);
        this.host.pointed(over);
      }
      return false;
    }
    if (event.pointerId !== held.id) return true;
    const to = event.shiftKey ? this.host.groundAt(event.clientX, event.clientY, held.at[1]) : this.host.besideAt(event.clientX, event.clientY, held.at);
    if (to) {
      held.at = to.map((value, axis) => value + (event.shiftKey && axis === 1 ? 0 : held.off[axis]!)) as Vec3;
      held.at[1] = Math.min(HIGHEST, Math.max(LOWEST, held.at[1]));
    }
    const now = performance.now();
    if (now - held.last >= EVERY) { held.last = now; this.tell(held.prop, held.at); }
    return true;
  }

  /** Lets go, if something was held. */
  end(event: PointerEvent | null): boolean {
    const held = this.held;
    if (!held || (event && event.pointerId !== held.id)) return false;
    this.held = null;
    if (held.last > -Infinity) this.tell(held.prop, held.at);
    return true;
  }

  /** Puts the scene's target above a place on the floor, as high as it is. False where there is none. */
  put(floor: Vec3): boolean {
    const { target } = this;
    if (target === null) return false;
    this.tell(target, [floor[0], this.host.propAt(target)[1], floor[2]]);
    return true;
  }

  private over(event: PointerEvent): number | null {
    if (event.target !== this.canvas) return null;
    return this.host.targetAt(event.clientX, event.clientY, event.pointerType === "touch" ? SLOP.touch : SLOP.mouse);
  }

  private tell(prop: number, at: Vec3): void {
    this.host.cue({ prop, to: at.map((value) => Math.round(value * 1000) / 1000) as Vec3 });
  }
}
