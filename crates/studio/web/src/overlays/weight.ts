// What acts on the physical body of whoever is watched: its parts, where hands and feet are to be, forces, and what was let go.

import { Group, type BufferAttribute, type LineSegments } from "three";
import type { Vec3 } from "../link";
import type { BodyInfo, StageEvent } from "../protocol";
import { lines } from "./materials";
import { current, type Cast, type Moment, type Overlay } from "./overlay";

/** Points of lines: sixteen parts as boxes of lines, as many forces, and a few targets and marks. */
const POINTS = 1024;
/** m for every N: a person's weight is drawn two thirds of a metre long. */
const NEWTON = 0.001;
/** Ticks that a limb that was let go is marked for. */
const MARKED = 60;
const COLOURS = { part: [0.54, 0.39, 0.79], soft: [0.16, 0.6, 0.9], hard: [0.95, 0.62, 0.1], force: [0.2, 0.7, 0.35], released: [0.95, 0.18, 0.38] } as const;

export class WeightOverlay implements Overlay {
  readonly object = new Group();
  private readonly drawn: LineSegments = lines(POINTS, false);
  private readonly released: { actor: number; limb: string; tick: number }[] = [];
  private used = 0;

  constructor(private readonly cast: Cast) { this.object.add(this.drawn); }

  note(event: StageEvent, tick: number): void {
    if (event.kind !== "hold_released") return;
    this.released.push({ actor: event.actor, limb: event.limb, tick });
    if (this.released.length > 16) this.released.shift();
  }

  update(moment: Moment): void {
    this.used = 0;
    const body = current(moment)?.body;
    if (body) this.body(body);
    for (const { actor, limb, tick } of this.released) {
      const age = moment.frame.tick - tick;
      const at = age >= 0 && age < MARKED ? this.place(moment, actor, limb) : null;
      if (at) this.cross(at, 0.12, COLOURS.released);
    }
    this.drawn.geometry.setDrawRange(0, this.used);
    for (const name of ["position", "color"]) this.drawn.geometry.getAttribute(name).needsUpdate = true;
  }

  private body({ capsules, targets, forces }: BodyInfo): void {
    for (const { from, to, radius } of capsules) {
      this.line(from, to, COLOURS.part);
      for (const end of [from, to]) this.cross(end, radius, COLOURS.part);
    }
    for (const { from, to, hard } of targets) {
      const colour = hard ? COLOURS.hard : COLOURS.soft;
      this.line(from, to, colour);
      this.cross(to, 0.06, colour);
    }
    for (const { at, force } of forces) this.line(at, at.map((value, axis) => value + force[axis]! * NEWTON) as Vec3, COLOURS.force);
  }

  /** Where a limb is that an event names: its hand or its ankle. */
  private place({ bodies, frame }: Moment, actor: number, limb: string): Vec3 | null {
    const joint = this.cast.skeleton.roles[limb.replace("foot", "ankle")] ?? this.cast.skeleton.roles[limb.replace("hand", "wrist")];
    const body = frame.body(actor);
    if (joint === undefined || body === null) return null;
    const at = (body * bodies.joints + joint) * 3;
    return [...bodies.position.slice(at, at + 3)] as Vec3;
  }

  private cross(at: Vec3, size: number, colour: readonly [number, number, number]): void {
    for (const axis of [0, 1, 2]) {
      const [from, to] = [-size, size].map((by) => at.map((value, one) => value + (one === axis ? by : 0)) as Vec3) as [Vec3, Vec3];
      this.line(from, to, colour);
    }
  }

  private line(from: Vec3, to: Vec3, colour: readonly [number, number, number]): void {
    if (this.used + 2 > POINTS) return;
    const [position, paint] = ["position", "color"].map((name) => this.drawn.geometry.getAttribute(name) as BufferAttribute) as [BufferAttribute, BufferAttribute];
    for (const point of [from, to]) {
      position.setXYZ(this.used, ...point);
      paint.setXYZ(this.used++, ...colour);
    }
  }
}
