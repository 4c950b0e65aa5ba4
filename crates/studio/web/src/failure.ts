// The stage failed, and was brought back to a moment before that: what happened, and how to go on.

import { byId, clock, h } from "./dom";
import type { Link } from "./link";
import type { State, Store } from "./store";

export class Failure {
  private readonly element = byId("failure");
  private readonly what = h("p");
  private readonly goOn: HTMLButtonElement;
  private readonly anew: HTMLButtonElement;

  constructor(link: Link, store: Store, private readonly step: () => number) {
    this.goOn = h("button", { type: "button", class: "solid", id: "failure-go-on", onclick: () => link.send({ type: "play" }) }, "Go on from there");
    this.anew = h("button", { type: "button", class: "text-button", id: "failure-anew", onclick: () => link.send({ type: "restart", seed: store.state.seed }) }, "Begin anew");
    this.element.append(h("h2", {}, "The stage failed"), this.what, h("div", { class: "row end" }, this.anew, this.goOn));
    store.on(["failure"], (state) => this.show(state));
  }

  private show({ failure }: State): void {
    this.element.hidden = failure === null;
    if (!failure) return;
    const when = (tick: number): string => clock(tick * this.step());
    const back = failure.back_to === null ? "The scene is being made ready anew." : `It is back at ${when(failure.back_to)}, and paused.`;
    this.what.textContent = `At ${when(failure.tick)}: ${failure.what}. ${back}`;
    this.goOn.hidden = this.anew.hidden = failure.back_to === null;
  }
}
