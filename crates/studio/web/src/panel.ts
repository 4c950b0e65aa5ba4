// Who was clicked: what they are doing, by which mind, and why — the last decisions with what else was considered.

import { byId, clock, h, iconButton, words } from "./dom";
import type { ActorInfo, Choice, DecisionsMessage, Decision } from "./link";
import { classSlot, teamColour } from "./palette";

export interface PanelHost {
  close(): void;
  follow(on: boolean): void;
  following(): boolean;
  step(): number;
  /** Frames a second of a take, if that is known yet. */
  rate(take: string): number | null;
  dark(): boolean;
}

export const chips = (classes: string[]): HTMLElement => h("span", { class: "chips" },
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
  actor: ActorInfo | null = null;

  constructor(private readonly host: PanelHost) {
    this.followButton = h("button", {
      type: "button", class: "chip", "aria-pressed": "false", title: "Go along with this actor (F)", id: "follow",
      onclick: () => this.host.follow(!this.host.following()),
    }, "Follow");
    this.element.append(
      h("header", {}, this.dot, this.title, this.followButton, iconButton("close", "Close", () => this.host.close(), "Esc")),
      this.about,
      h("h3", {}, "Now"), this.doing,
      h("h3", {}, "Why"), this.list,
    );
  }

  show(actor: ActorInfo | null): void {
    this.actor = actor;
    this.element.hidden = actor === null;
    this.lastKey = "";
    if (!actor) return;
    this.title.textContent = actor.name;
    this.about.replaceChildren(`Actor ${actor.id} · team ${actor.team} · mind `, h("b", {}, words(actor.mind)));
    this.dot.style.background = `#${teamColour(actor.team, this.host.dark()).toString(16).padStart(6, "0")}`;
    this.doing.replaceChildren(h("p", { class: "faint" }, "Asking…"));
    this.list.replaceChildren();
    this.update();
  }

  update(): void { this.followButton.setAttribute("aria-pressed", String(this.host.following())); }

  tell(message: DecisionsMessage): void {
    if (!this.actor || message.actor !== this.actor.id) return;
    this.about.replaceChildren(`Actor ${this.actor.id} · team ${this.actor.team} · mind `, h("b", {}, words(message.mind)));
    const doing = message.doing;
    if (!doing) this.doing.replaceChildren(h("p", { class: "faint" }, "Nothing yet."));
    else {
      const rate = this.host.rate(doing.take);
      const share = rate === null ? 0 : Math.min(1, Math.max(0, (doing.time * rate - doing.from) / Math.max(1, doing.to - doing.from)));
      this.doing.replaceChildren(
        chips(doing.classes),
        h("div", { class: `meter k${classSlot(doing.classes[0] ?? "")}`, role: "meter", "aria-label": "How far into it", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(share * 100) },
          h("i", { style: `width:${(share * 100).toFixed(1)}%` })),
        h("p", { class: "faint numbers" }, h("span", {}, doing.take), h("span", {}, `${doing.time.toFixed(2)} s of ${this.span(doing)}${doing.rate === 1 ? "" : ` · ×${doing.rate.toFixed(2)}`}`)),
      );
    }
    // Rebuilt only when something was decided, so that a text can be selected and read.
    const newest = [...message.decisions].sort((a, b) => b.tick - a.tick).slice(0, 8);
    const key = newest.map((one) => `${one.tick} ${one.chosen ? this.span(one.chosen) : ""}`).join();
    if (key === this.lastKey) return;
    this.lastKey = key;
    this.list.replaceChildren(...(newest.length > 0
      ? newest.map((one) => this.decision(one)) : [h("li", { class: "faint" }, "It has not had to decide yet.")]));
  }

  /** A segment in seconds of its take, as the clip browser shows it. */
  private span({ take, from, to }: Choice): string {
    const rate = this.host.rate(take);
    return rate === null ? `frames ${from}–${to}` : `${(from / rate).toFixed(2)}–${(to / rate).toFixed(2)} s`;
  }

  private decision(one: Decision): HTMLElement {
    const name = (choice: Choice): string => `${choice.take} ${this.span(choice)}`;
    const same = (choice: Choice): boolean => choice.take === one.chosen?.take && choice.from === one.chosen.from;
    const scores = one.considered.map((choice) => Math.abs(choice.score ?? 0));
    const most = Math.max(1e-9, ...scores);
    const own = one.considered.find(same);
    const others = Math.max(one.looked_at ?? 0, one.considered.length) - 1;
    const reason = one.considered.length === 0 ? "The only way on."
      : own ? `Chosen with ${format(own.score)}${others > 0 ? `, over ${others} other${others > 1 ? "s" : ""}` : ""}.`
        : `Chosen out of ${Math.max(one.looked_at ?? 0, one.considered.length)}.`;
    return h("li", {},
      h("div", { class: "numbers" }, h("b", {}, one.chosen ? name(one.chosen) : "nothing"),
        h("time", { class: "faint" }, clock(one.tick * this.host.step()))),
      h("p", { class: "reason" }, reason),
      one.considered.length > 0 && h("ul", { class: "scores" }, ...one.considered.slice(0, 6).map((choice) =>
        h("li", { class: same(choice) ? "chosen" : "" },
          h("i", { style: `width:${((Math.abs(choice.score ?? 0) / most) * 100).toFixed(1)}%` }),
          h("span", {}, name(choice)), h("span", { class: "score" }, format(choice.score))))),
    );
  }
}

const format = (score: number | undefined): string => (score === undefined ? "–" : Math.abs(score) >= 100 ? score.toFixed(0) : score.toFixed(3));
