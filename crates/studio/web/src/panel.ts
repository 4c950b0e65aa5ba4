// Who was clicked: what they are doing, by which mind, and why — the last decisions with what else was considered.

import { can, mindTitle } from "./abilities";
import { byId, clock, h, iconButton, words } from "./dom";
import type { Insight } from "./insight";
import { colourOf } from "./looks";
import { classSlot } from "./palette";
import type { Choice, Decision, DecisionsMessage, Weighed } from "./protocol";
import { capital, points, say } from "./say";
import type { Actor } from "./scene";
import type { Store } from "./store";
import type { Weight } from "./weight";

/** Decisions that are told. */
const MANY = 4;

export interface PanelHost { close(): void; step(): number }

const chips = (classes: string[]): HTMLElement => h("span", { class: "chips" },
  ...(classes.length > 0 ? classes : ["unnamed"]).map((name) =>
    h("span", { class: `tag k${classSlot(classes[0] ?? "unnamed")}` }, words(name))));

export class Panel {
  private readonly element = byId("panel");
  private readonly doing = h("div", { class: "doing" });
  private readonly list = h("ol", { class: "decisions" });
  private readonly followButton: HTMLButtonElement;
  private readonly title = h("h2");
  private readonly about = h("p", { class: "faint" });
  private readonly dot = h("i", { class: "dot" });
  private actor: Actor | null = null;
  private lastKey = "";

  constructor(private readonly host: PanelHost, private readonly store: Store, private readonly insight: Insight, private readonly weight: Weight) {
    this.followButton = h("button", {
      type: "button", class: "chip", "aria-pressed": "false", title: "Go along with this actor (F)", id: "follow",
      onclick: () => store.set({ follow: !store.state.follow }),
    }, "Follow");
    this.element.append(
      h("header", {}, this.dot, this.title, this.followButton, iconButton("close", "Close", () => this.host.close(), "Esc")),
      this.about,
      h("h3", {}, "Now"), this.doing,
      h("h3", {}, "Why"), this.list, insight.element, weight.element,
    );
    store.on(["follow"], ({ follow }) => this.followButton.setAttribute("aria-pressed", String(follow)));
  }

  show(actor: Actor | null): void {
    const { scene, dark } = this.store.state;
    this.actor = actor;
    this.element.hidden = actor === null;
    this.lastKey = "";
    this.insight.show(actor);
    this.weight.show(actor, scene);
    if (!actor || !scene) return;
    this.title.textContent = actor.name;
    this.tellMind(actor, actor.minds[0]);
    const mixed = new Set(scene.actors.map(({ team }) => team)).size > 1;
    this.dot.style.background = `#${colourOf({ ...actor, fights: can(scene, actor, "fights") }, mixed, scene.actors.length, dark).toString(16).padStart(6, "0")}`;
    this.doing.replaceChildren(h("p", { class: "faint" }, "Asking…"));
    this.list.replaceChildren();
  }

  private tellMind(actor: Actor, mind: number | null | undefined): void {
    this.about.replaceChildren(`Actor ${actor.id + 1} · `, h("b", {}, mindTitle(this.store.state.scene, mind, actor)));
  }

  tell(message: DecisionsMessage): void {
    if (!this.actor || message.actor !== this.actor.id) return;
    this.tellMind(this.actor, message.mind);
    const doing = message.doing;
    const share = Math.min(1, Math.max(0, (doing.time - doing.from) / Math.max(1e-6, doing.to - doing.from)));
    this.doing.replaceChildren(
      h("p", { class: "does" }, capital(say(doing))),
      chips(doing.classes),
      h("div", { class: `meter k${classSlot(doing.classes[0] ?? "")}`, role: "meter", "aria-label": "How far into it", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(share * 100) },
        h("i", { style: `width:${(share * 100).toFixed(1)}%` })),
      h("p", { class: "faint numbers" }, h("span", {}, doing.take), h("span", {}, `${doing.time.toFixed(2)} s of ${span(doing)}${doing.rate === 1 ? "" : ` · ×${doing.rate.toFixed(2)}`}`)),
    );
    // Rebuilt only when something was decided, so that a text can be selected and read.
    const newest = [...message.decisions].sort((a, b) => b.tick - a.tick).slice(0, MANY);
    const key = newest.map((one) => one.tick).join() || "none";
    if (key === this.lastKey) return;
    this.lastKey = key;
    this.list.replaceChildren(...(newest.length > 0
      ? newest.map((one, index) => this.decision(one, newest[index - 1] ?? null)) : [h("li", { class: "faint" }, "It is still at the first thing it does: there was nothing to decide yet.")]));
  }

  /** A mind says what it considered: what to do now, or where to go on after it. What came next tells which it took. */
  private decision(one: Decision, next: Decision | null): HTMLElement {
    const is = (choice: Choice, other: Choice | null | undefined): boolean => choice.take === other?.take && Math.abs(choice.from - other.from) < 1e-3;
    const now = one.considered.find((choice) => is(choice, one.chosen));
    const taken = now ?? one.considered.find((choice) => is(choice, next?.chosen));
    const many = Math.max(one.looked_at, one.considered.length);
    const most = Math.max(1e-9, ...one.considered.map((choice) => Math.abs(choice.score)));
    const shown = [...(taken ? [taken] : []), ...one.considered.filter((choice) => choice !== taken)].slice(0, 5);
    return h("li", {},
      h("div", { class: "numbers" }, h("b", {}, one.chosen ? capital(say(one.chosen)) : "Nothing"),
        h("time", { class: "faint" }, clock(one.tick * this.host.step()))),
      h("p", { class: "reason", title: one.chosen ? `${one.chosen.take} ${span(one.chosen)}` : "" }, reason(one, taken ?? null, many)),
      shown.length > 0 && h("ul", { class: "scores" }, ...shown.map((choice) =>
        h("li", { class: choice === taken ? "chosen" : "", title: `${choice.take} ${span(choice)}` },
          h("i", { style: `width:${((Math.abs(choice.score) / most) * 100).toFixed(1)}%` }),
          h("span", {}, say(choice)), h("span", { class: "score" }, points(choice.score))))),
      many > shown.length && h("p", { class: "faint more" }, `and ${many - shown.length} more`),
    );
  }
}

/** "Cross to the head: 1.78; jab to the head 1.74; and 11 others." */
function reason({ considered }: Decision, taken: Weighed | null, many: number): string {
  if (many === 0) return "The only way on.";
  if (!taken) return many === 1 ? "At its end it goes on, the only way." : `At its end it goes on, one of ${many} ways.`;
  const [rival] = considered.filter((choice) => choice !== taken).sort((a, b) => b.score - a.score);
  const others = many - (rival ? 2 : 1);
  return `${capital(say(taken))}: ${points(taken.score)}${rival ? `; ${say(rival)} ${points(rival.score)}` : ""}${others > 0 ? `; and ${others} ${others === 1 ? "other" : "others"}` : ""}.`;
}

/** Some minds weigh moments, others segments. */
const span = ({ from, to }: Choice): string => (to > from ? `${from.toFixed(2)}–${to.toFixed(2)} s` : `at ${from.toFixed(2)} s`);
