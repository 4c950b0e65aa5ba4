// The path that roots took in the last ten seconds: the selected one's, or everybody's where they are few.

import { BufferGeometry, Color, Float32BufferAttribute } from "three";
import { teamColour } from "../palette";
import { lines } from "./materials";
import type { Cast, Moment, Overlay } from "./overlay";

const TICKS = 600;
const MOST = 40;

export class RootPath implements Overlay {
  readonly object = lines(0, true);
  private readonly teams: number[];

  constructor({ actors }: Cast) { this.teams = actors.map((actor) => actor.team); }

  update({ frame, history, dark, selected }: Moment): void {
    if (!history) return;
    const who = selected !== null ? [selected] : Array.from({ length: Math.min(frame.actors, MOST) }, (_, body) => frame.id(body));
    const steps = [...history.until(frame.tick, TICKS, who.length > 8 ? 10 : 4)];
    const colour = new Color();
    const p: number[] = [];
    const c: number[] = [];
    for (const actor of who) {
      colour.setHex(teamColour(this.teams[actor] ?? 0, dark));
      for (let i = 0; i + 1 < steps.length; i++) {
        const [from, to] = [steps[i]!, steps[i + 1]!];
        const [first, last] = [from.body(actor), to.body(actor)];
        if (first === null || last === null) continue;
        const [a, b] = [from.root(first), to.root(last)];
        p.push(a[0], 0.015, a[2], b[0], 0.015, b[2]);
        c.push(colour.r, colour.g, colour.b, colour.r, colour.g, colour.b);
      }
    }
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry();
    this.object.geometry.setAttribute("position", new Float32BufferAttribute(p, 3));
    this.object.geometry.setAttribute("color", new Float32BufferAttribute(c, 3));
  }
}
