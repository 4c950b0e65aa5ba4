// Who was clicked: what they are doing, by which mind, and why — the last decisions with what else was considered.

import { mindTitle } from "./abilities";
import { byId, clock, h, iconButton, words } from "./dom";
import type { Insight } from "./insight";
import { classSlot, teamColour } from "./palette";
import type { Choice, Decision, DecisionsMessage } from "./protocol";
import type { Actor, Scene } from "./scene";

export interface PanelHost {
  close(): void;
  follow(on: boolean): void;
  following(): boolean;
  scene(): Scene | null;
  step(): number;
  dark(): boolean;
}

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
  private lastKey = "";
  actor: Actor | null = null;

  constructor(private readonly host: PanelHost, private readonly insight: Insight) {
    this.followButton = h("button", {
      type: "button", class: "chip", "aria-pressed": "false", title: "Go along with this actor (F)", id: "follow",
      onclick: () => this.host.follow(!this.host.following()),
    }, "Follow");
    this.element.append(
      h("header", {}, this.dot, this.title, this.followButton, iconButton("close", "Close", () => this.host.close(), "Esc")),
      this.about,
      h("h3", {}, "Now"), this.doing, insight.element,
      h("h3", {}, "Why"), this.list,
    );
  }

  show(actor: Actor | null): void {
    this.actor = actor;
    this.element.hidden = actor === null;
    this.lastKey = "";
    this.insight.show(actor);
    if (!actor) return;
    this.title.textContent = actor.name;
    this.tellMind(actor, actor.minds[0]);
    this.dot.style.background = `#${teamColour(actor.team, this.host.dark()).toString(16).padStart(6, "0")}`;
    this.doing.replaceChildren(h("p", { class: "faint" }, "Asking…"));
    this.list.replaceChildren();
    this.update();
  }

  private tellMind(actor: Actor, mind: number | null | undefined): void {
    this.about.replaceChildren(`Actor ${actor.id} · team ${actor.team} · `, h("b", {}, mindTitle(this.host.scene(), mind, actor)));
  }

  update(): void { this.followButton.setAttribute("aria-pressed", String(this.host.following())); }

  tell(message: DecisionsMessage): void {
    if (!this.actor || message.actor !== this.actor.id) return;
    this.tellMind(this.actor, message.mind);
    const doing = message.doing;
    const share = Math.min(1, Math.max(0, (doing.time - doing.from) / Math.max(1e-6, doing.to - doing.from)));
    this.doing.replaceChildren(
      chips(doing.classes),
      h("div", { class: `meter k${classSlot(doing.classes[0] ?? "")}`, role: "meter", "aria-label": "How far into it", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(share * 100) },
        h("i", { style: `width:${(share * 100).toFixed(1)}%` })),
      h("p", { class: "faint numbers" }, h("span", {}, doing.take), h("span", {}, `${doing.time.toFixed(2)} s of ${span(doing)}${doing.rate === 1 ? "" : ` · ×${doing.rate.toFixed(2)}`}`)),
    );
    // Rebuilt only when something was decided, so that a text can be selected and read.
    const newest = [...message.decisions].sort((a, b) => b.tick - a.tick).slice(0, 8);
    const key = newest.map((one) => one.tick).join();
    if (key === this.lastKey) return;
    this.lastKey = key;
    this.list.replaceChildren(...(newest.length > 0
      ? newest.map((one, index) => this.decision(one, newest[index - 1] ?? null)) : [h("li", { class: "faint" }, "It has not had to decide yet.")]));
  }

  /** A mind says what it considered: what to do now, or where to go on after it. What came next tells which it took. */
  private decision(one: Decision, next: Decision | null): HTMLElement {
    const is = (choice: Choice, other: Choice | null | undefined): boolean => choice.take === other?.take && Math.abs(choice.from - other.from) < 1e-3;
    const now = one.considered.find((choice) => is(choice, one.chosen));
    const taken = now ?? one.considered.find((choice) => is(choice, next?.chosen));
    const many = Math.max(one.looked_at, one.considered.length);
    const ways = many === 1 ? "the only way" : `one of ${many} ways`;
    const reason = many === 0 ? "The only way on."
      : now ? `Chosen with ${format(now.score)}, over ${many - 1} other${many === 2 ? "" : "s"}.`
        : taken ? `Went on at ${taken.take} ${taken.from.toFixed(2)} s, ${ways}.` : `At its end it goes on, ${ways}.`;
    const most = Math.max(1e-9, ...one.considered.map((choice) => Math.abs(choice.score)));
    const shown = [...(taken ? [taken] : []), ...one.considered.filter((choice) => choice !== taken)].slice(0, 5);
    return h("li", {},
      h("div", { class: "numbers" }, h("b", {}, one.chosen ? `${one.chosen.take} ${span(one.chosen)}` : "nothing"),
        h("time", { class: "faint" }, clock(one.tick * this.host.step()))),
      h("p", { class: "reason" }, reason),
      shown.length > 0 && h("ul", { class: "scores" }, ...shown.map((choice) =>
        h("li", { class: choice === taken ? "chosen" : "" },
          h("i", { style: `width:${((Math.abs(choice.score) / most) * 100).toFixed(1)}%` }),
          h("span", {}, `${choice.take} ${span(choice)}`), h("span", { class: "score" }, format(choice.score))))),
      many > shown.length && h("p", { class: "faint more" }, `and ${many - shown.length} more`),
    );
  }
}

const format = (score: number): string => (Math.abs(score) >= 100 ? score.toFixed(0) : score.toFixed(3));
/** Some minds weigh moments, others segments. */
const span = ({ from, to }: Choice): string => (to > from ? `${from.toFixed(2)}–${to.toFixed(2)} s` : `at ${from.toFixed(2)} s`);
