// What goes on in somebody's mind, for the panel: figures, the best choices as bars, dials to turn, and the other minds
// that the actor can be handed to.

import { mindOf, mindTitle } from "./abilities";
import { h, words } from "./dom";
import type { ActorInfo, CueAsk, DialInfo, OverlayMessage, SceneMessage } from "./protocol";

export interface InsightHost { cue(ask: CueAsk, actor: number): void }

export class Insight {
  readonly element = h("div", { class: "insight" });
  private readonly rows = h("dl", { class: "rows" });
  private readonly choices = h("ul", { class: "scores" });
  private readonly choicesTitle = h("h3", {}, "Best choices");
  private readonly dials = h("div", { class: "dials" });
  private readonly minds = h("div", { class: "minds" });
  private scene: SceneMessage | null = null;
  private actor: ActorInfo | null = null;
  /** Which mind the dials are of. */
  private mind: number | null | undefined;
  /** The mind that everybody has, as far as it was told. */
  private readonly present = new Map<number, number | null>();
  /** What dials were turned to in this run, by actor, mind and number: the server does not tell. */
  private turned = new Map<string, number>();
  /** Minds that were asked for and are not there yet, by actor. */
  private readonly asked = new Map<number, number>();
  /** The last that was told, for tests. */
  told: OverlayMessage | null = null;

  constructor(private readonly host: InsightHost) {
    this.element.append(this.minds, this.rows, this.dials, this.choicesTitle, this.choices);
  }

  /** Another run: dials are where they begin. */
  open(scene: SceneMessage): void {
    this.scene = scene;
    this.turned = new Map();
    this.asked.clear();
    this.present.clear();
    this.told = null;
    this.mind = undefined;
  }

  show(actor: ActorInfo | null): void {
    this.actor = actor;
    this.rows.replaceChildren();
    this.choices.replaceChildren();
    this.choicesTitle.hidden = true;
    this.mind = undefined;
    if (actor) this.inMind(actor.id, this.now(actor));
  }

  /** Which mind an actor has now. */
  inMind(id: number, mind: number | null): void {
    this.present.set(id, mind);
    if (this.asked.get(id) === mind) this.asked.delete(id);
    if (this.actor?.id !== id || mind === this.mind) return;
    this.mind = mind;
    this.drawMinds();
    this.drawDials();
  }

  /** Hands an actor to the next of its minds. False where it has but one. */
  handOver(actor: ActorInfo | null | undefined): boolean {
    if (!actor || actor.minds.length < 2) return false;
    const mind = this.next(actor);
    this.asked.set(actor.id, mind);
    this.host.cue({ mind }, actor.id);
    this.drawMinds();
    return true;
  }

  /** Which mind somebody has, as far as it was told. */
  private now(actor: ActorInfo): number | null { return this.present.get(actor.id) ?? actor.minds[0] ?? null; }

  /** Which mind comes after the one that somebody has, or is about to have. */
  private next(actor: ActorInfo): number {
    const now = this.asked.get(actor.id) ?? this.now(actor);
    return actor.minds[(actor.minds.indexOf(now ?? -1) + 1) % actor.minds.length]!;
  }

  tell(message: OverlayMessage): void {
    this.told = message;
    if (message.actor !== this.actor?.id) return;
    // Changed in place, so that a text can be selected and read.
    const rows = message.rows;
    while (this.rows.children.length > rows.length * 2) this.rows.lastElementChild?.remove();
    rows.forEach(({ name, value }, index) => [name, value].forEach((text, side) => {
      const at = index * 2 + side;
      const cell = this.rows.children[at] ?? this.rows.appendChild(h(side === 0 ? "dt" : "dd"));
      if (cell.textContent !== text) cell.textContent = text;
    }));
    const length = lengthOf(message.choices.map(({ score }) => score));
    this.choicesTitle.hidden = message.choices.length === 0;
    this.choices.replaceChildren(...message.choices.map(({ name, score }, index) => h("li", { class: index === 0 ? "chosen" : "" },
      h("i", { style: `width:${(length(score) * 100).toFixed(1)}%` }), h("span", {}, name), h("span", { class: "score" }, score.toFixed(3)))));
  }

  private drawMinds(): void {
    const { actor } = this;
    this.minds.hidden = !actor || actor.minds.length < 2;
    if (!actor || actor.minds.length < 2) return;
    this.minds.replaceChildren(
      h("button", { type: "button", class: "text-button", id: "hand-over", title: "Hand over to another mind (H, or Y on a gamepad)", onclick: () => { this.handOver(this.actor); } },
        `Hand over: ${mindTitle(this.scene, this.next(actor))} `, h("kbd", {}, "H")),
    );
  }

  private drawDials(): void {
    const dials = mindOf(this.scene, this.mind)?.dials ?? [];
    this.dials.hidden = dials.length === 0;
    this.dials.replaceChildren(h("h3", {}, "Dials"), ...dials.map((dial) => this.dial(dial)));
  }

  private dial(dial: DialInfo): HTMLElement {
    const { actor, mind } = this;
    const key = `${actor?.id} ${mind} ${dial.dial}`;
    const value = this.turned.get(key) ?? dial.value;
    const turn = (to: number): void => {
      this.turned.set(key, to);
      if (actor) this.host.cue({ dial: dial.dial, value: to }, actor.id);
    };
    const id = `dial-${dial.dial}`;
    if (dial.choices.length > 0) {
      return h("label", { class: "dial", title: dial.line }, h("span", {}, words(dial.name)), h("select", {
        id, onchange: (event: Event) => turn(Number((event.target as HTMLSelectElement).value)),
      }, ...dial.choices.map((choice, index) => h("option", { value: index, selected: index === Math.round(value) }, words(choice)))));
    }
    const shown = h("output", {});
    const range = h("input", { type: "range", id, min: dial.min, max: dial.max, step: dial.max - dial.min > 20 ? "any" : 0.01, value });
    const say = (): void => {
      shown.value = Number(range.value).toFixed(2);
      range.style.setProperty("--share", `${((Number(range.value) - dial.min) / Math.max(1e-9, dial.max - dial.min)) * 100}%`);
    };
    // While it is dragged the figure follows; the mind is told often, but not with every pixel.
    let last = -Infinity;
    range.addEventListener("input", () => { say(); if (performance.now() - last > 60) { last = performance.now(); turn(Number(range.value)); } });
    range.addEventListener("change", () => { say(); turn(Number(range.value)); });
    range.addEventListener("dblclick", () => { range.value = String(dial.value); say(); turn(dial.value); });
    say();
    return h("label", { class: "dial", title: `${dial.line}. Double-click: as it was.` }, h("span", {}, words(dial.name)), range, shown);
  }
}

/** How long a bar is: the best is whole. What is lost, below zero, is seen against the worst that is shown. */
function lengthOf(scores: number[]): (score: number) => number {
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const from = least >= 0 ? 0 : least - (most - least) * 0.25;
  return (score) => (most > from ? (score - from) / (most - from) : 1);
}
