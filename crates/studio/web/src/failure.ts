// The stage failed, and was brought back to a moment before that: what happened, and how to go on.

import { byId, clock, h } from "./dom";
import type { Link } from "./link";
import type { StateMessage } from "./protocol";

export class Failure {
  private readonly element = byId("failure");
  private readonly what = h("p");
  private readonly goOn = h("button", { type: "button", class: "solid", id: "failure-go-on", onclick: () => this.link.send({ type: "play" }) }, "Go on from there");
  private readonly anew = h("button", { type: "button", class: "text-button", id: "failure-anew", onclick: () => this.link.send({ type: "restart", seed: this.seed }) }, "Begin anew");
  private seed = 0;

  constructor(private readonly link: Link, private readonly step: () => number) {
    this.element.append(h("h2", {}, "The stage failed"), this.what, h("div", { class: "row end" }, this.anew, this.goOn));
  }

  tell({ failure, seed }: StateMessage): void {
    this.seed = seed;
    this.element.hidden = failure === null;
    if (!failure) return;
    const when = (tick: number): string => clock(tick * this.step());
    const back = failure.back_to === null ? "The scene is being set up anew." : `It is back at ${when(failure.back_to)}, and paused.`;
    this.what.textContent = `At ${when(failure.tick)}: ${failure.what}. ${back}`;
    this.goOn.hidden = this.anew.hidden = failure.back_to === null;
  }
}
