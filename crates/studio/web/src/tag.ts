// The name of whoever is selected or pointed at, above their head.

import { byId } from "./dom";
import type { Stage } from "./stage";
import type { Store } from "./store";

export class Tag {
  private readonly element = byId("name-tag");
  private pointed: number | null = null;

  constructor(private readonly stage: Stage, private readonly store: Store, private readonly canvas: HTMLCanvasElement) {}

  point(actor: number | null): void { this.pointed = actor; }

  draw(): void {
    const { selected, view, follow, scene } = this.store.state;
    // Who is steered from behind their back needs no name.
    const who = this.pointed ?? (follow && selected === this.stage.steered ? null : selected);
    const actor = view === "stage" && who !== null ? scene?.actors[who] : null;
    const at = actor && who !== null ? this.stage.aboveHead(who) : null;
    this.element.hidden = !at;
    if (!at || !actor) return;
    const box = this.canvas.getBoundingClientRect();
    if (this.element.textContent !== actor.name) this.element.textContent = actor.name;
    this.element.style.transform = `translate(${(at[0] - box.x).toFixed(1)}px, ${(at[1] - box.y).toFixed(1)}px) translate(-50%, -100%)`;
  }
}
