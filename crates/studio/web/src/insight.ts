// What goes on in somebody's mind, for the panel: figures, what it would do next, dials to turn, and the other minds that
// the actor can be handed to.

import { mindOf, mindTitle } from "./abilities";
import { dialOf, type Dialled } from "./dials";
import { h } from "./dom";
import type { CueAsk, DecisionsMessage, OverlayChoice, OverlayMessage } from "./protocol";
import { capital, figure, points, say } from "./say";
import type { Actor, Scene } from "./scene";

export interface InsightHost { cue(ask: CueAsk, actor: number): void }

export class Insight {
  readonly element = h("div", { class: "insight" });
  private readonly rows = h("dl", { class: "rows" });
  private readonly choices = h("ul", { class: "scores" });
  private readonly choicesTitle = h("h3", {}, "What it would do next");
  private readonly dials = h("div", { class: "dials" });
  private readonly minds = h("div", { class: "minds" });
  private shown: Dialled[] = [];
  private scene: Scene | null = null;
  private actor: Actor | null = null;
  /** Which mind the dials are of. */
  private mind: number | null | undefined;
  /** The mind that everybody has, as far as it was told. */
  private readonly present = new Map<number, number | null>();
  /** Minds that were asked for and are not there yet, by actor. */
  private readonly asked = new Map<number, number>();
  /** The last that was told, for tests. */
  told: OverlayMessage | null = null;

  constructor(private readonly host: InsightHost) {
    this.element.append(this.minds, this.choicesTitle, this.choices, this.dials, this.rows);
  }

  /** Another run. */
  open(scene: Scene): void {
    this.scene = scene;
    this.asked.clear();
    this.present.clear();
    this.told = null;
    this.mind = undefined;
  }

  show(actor: Actor | null): void {
    this.actor = actor;
    this.rows.replaceChildren();
    this.choices.replaceChildren();
    this.choicesTitle.hidden = true;
    this.mind = undefined;
    if (actor) this.inMind(actor.id, this.now(actor));
  }

  /** Which mind an actor has now, and where its dials stand: whoever turned them. */
  decided({ actor, mind, dials }: DecisionsMessage): void {
    this.inMind(actor, mind);
    if (this.actor?.id === actor) for (const dial of this.shown) dial.show(dials);
  }

  private inMind(id: number, mind: number | null): void {
    this.present.set(id, mind);
    if (this.asked.get(id) === mind) this.asked.delete(id);
    if (this.actor?.id !== id || mind === this.mind) return;
    this.mind = mind;
    this.drawMinds();
    this.drawDials();
  }

  /** Hands an actor to the next of its minds. False where it has but one. */
  handOver(actor: Actor | null | undefined): boolean {
    if (!actor || actor.minds.length < 2) return false;
    const mind = this.next(actor);
    this.asked.set(actor.id, mind);
    this.host.cue({ mind }, actor.id);
    this.drawMinds();
    return true;
  }

  /** Which mind somebody has, as far as it was told. */
  private now(actor: Actor): number | null { return this.present.get(actor.id) ?? actor.minds[0] ?? null; }

  /** Which mind comes after the one that somebody has, or is about to have. */
  private next(actor: Actor): number {
    const now = this.asked.get(actor.id) ?? this.now(actor);
    return actor.minds[(actor.minds.indexOf(now ?? -1) + 1) % actor.minds.length]!;
  }

  tell(message: OverlayMessage): void {
    this.told = message;
    if (message.actor !== this.actor?.id) return;
    // Changed in place, so that a text can be selected and read.
    const rows = message.rows;
    while (this.rows.children.length > rows.length * 2) this.rows.lastElementChild?.remove();
    rows.forEach(({ name, value }, index) => [name, figure(value)].forEach((text, side) => {
      const at = index * 2 + side;
      const cell = this.rows.children[at] ?? this.rows.appendChild(h(side === 0 ? "dt" : "dd"));
      if (cell.textContent !== text) cell.textContent = text;
    }));
    const length = lengthOf(message.choices.map(({ score }) => score));
    this.choicesTitle.hidden = message.choices.length === 0;
    this.choices.replaceChildren(...message.choices.map((choice, index) => h("li", { class: index === 0 ? "chosen" : "", title: whence(choice) },
      h("i", { style: `width:${(length(choice.score) * 100).toFixed(1)}%` }), h("span", {}, choiceText(choice)), h("span", { class: "score" }, points(choice.score)))));
  }

  private drawMinds(): void {
    const { actor } = this;
    this.minds.hidden = !actor || actor.minds.length < 2;
    if (!actor || actor.minds.length < 2) return;
    this.minds.replaceChildren(
      h("button", { type: "button", class: "text-button", id: "hand-over", title: "Hand over to another mind (H, or Y on a gamepad)", onclick: () => { this.handOver(this.actor); } },
        `Change to: ${mindTitle(this.scene, this.next(actor))} `, h("kbd", {}, "H")),
    );
  }

  private drawDials(): void {
    const { actor } = this;
    const dials = [...(mindOf(this.scene, this.mind) ?? actor?.director)?.dials ?? [], ...actor?.reflexes.flatMap((reflex) => reflex.dials) ?? []];
    this.dials.hidden = dials.length === 0 || !actor;
    if (!actor) return;
    this.shown = dials.map((dial) => dialOf(dial, (value) => this.host.cue({ dial: dial.dial, value }, actor.id)));
    this.dials.replaceChildren(h("h3", {}, "Dials"), ...this.shown.map(({ element }) => element));
  }
}

const whence = ({ segment }: OverlayChoice): string => (segment ? `${segment.take}, at ${segment.from.toFixed(2)} s` : "");

/** What it is: `cross to the head`, `1.20 m/s ahead`. */
const choiceText = ({ segment, rows }: OverlayChoice): string => {
  const told = rows.map(({ name, value }) => (value.kind === "number" ? `${figure(value)} ${name}` : `${name} ${figure(value)}`)).join(", ");
  return capital([segment && segment.classes.length > 0 ? say(segment) : "", told].filter((part) => part !== "").join(", ") || "goes on");
};

/** How long a bar is: the best is whole. What is lost, below zero, is seen against the worst that is shown. */
function lengthOf(scores: number[]): (score: number) => number {
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const from = least >= 0 ? 0 : least - (most - least) * 0.25;
  return (score) => (most > from ? (score - from) / (most - from) : 1);
}
