// How much of somebody's body is physical, for the panel: the level, how stiff it stays, and letting it go.

import { h } from "./dom";
import type { BodyInfo, BodyLevel, CueAsk, OverlayMessage } from "./protocol";
import type { Actor, Scene } from "./scene";

export interface WeightHost { cue(ask: CueAsk, actor: number): void }

const LEVELS: Record<BodyLevel, string> = { off: "As it is played", touch: "Hands and feet", full: "Whole body" };
/** As a scene's own, where it says nothing. */
const TONE = 0.15;

export class Weight {
  readonly element = h("div", { class: "dials", hidden: true });
  private readonly level = h("select", { id: "body-level", onchange: () => this.ask({ physics: this.level.value as BodyLevel }) },
    ...Object.entries(LEVELS).map(([value, label]) => h("option", { value }, label)));
  private readonly tone = h("input", { type: "range", id: "tone", min: 0, max: 1, step: 0.01, value: TONE });
  private readonly shown = h("output", {});
  private actor: Actor | null = null;
  private body: BodyInfo | null = null;

  constructor(private readonly host: WeightHost) {
    this.element.append(
      h("h3", {}, "Body"),
      h("label", { class: "dial", title: "How much of the body is physical while it plays" }, h("span", {}, "physical"), this.level),
      h("label", { class: "dial", title: "How stiff muscles stay in a body that is let go: from limp to stiff" }, h("span", {}, "tone"), this.tone, this.shown),
      h("button", { type: "button", class: "text-button", id: "let-go", title: "Leave the body to its weight; it gets up by itself", onclick: () => this.ask({ let_go: Number(this.tone.value) }) }, "Let go"),
    );
    this.tone.addEventListener("input", () => this.say());
    // Of a body that lies or falls, the tone changes at once.
    this.tone.addEventListener("change", () => { this.say(); if (this.body?.let_go != null) this.ask({ let_go: Number(this.tone.value) }); });
    this.say();
  }

  show(actor: Actor | null, scene: Scene | null): void {
    this.actor = actor;
    this.body = null;
    this.element.hidden = !actor || !scene?.offers.includes("drag");
  }

  tell(message: OverlayMessage): void {
    if (message.actor !== this.actor?.id) return;
    this.body = message.body;
    if (message.body && document.activeElement !== this.level) this.level.value = message.body.level;
  }

  private say(): void {
    this.shown.value = Number(this.tone.value).toFixed(2);
    this.tone.style.setProperty("--share", `${Number(this.tone.value) * 100}%`);
  }

  private ask(ask: CueAsk): void { if (this.actor) this.host.cue(ask, this.actor.id); }
}
