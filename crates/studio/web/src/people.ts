// How many people there are, where a scene leaves that open: a dial. Another number begins the scene again, with the same seed.

import { h } from "./dom";
import type { PeopleInfo } from "./protocol";

/** ms: who goes along the dial by keys passes many numbers, and means the last. */
const SETTLED = 350;

export class PeopleDial {
  private readonly range = h("input", { type: "range", id: "people", "aria-label": "People" });
  private readonly field = h("input", { type: "number", id: "people-count", inputmode: "numeric", "aria-label": "How many people" });
  readonly element = h("div", { class: "dial people", hidden: true, title: "Another number begins the scene again, with the same seed" },
    h("span", {}, "People"), this.range, this.field);
  private told: PeopleInfo | null = null;
  private waits = 0;

  constructor(private readonly ask: (count: number) => void) {
    this.range.addEventListener("input", () => { this.show(Number(this.range.value)); this.later(); });
    this.field.addEventListener("change", () => { this.show(this.within(this.field.valueAsNumber)); this.later(); });
    // The field is a part of the page: its own keys stay with it, and Enter means now.
    this.field.addEventListener("keydown", (event) => { if (event.key === "Enter") { this.show(this.within(this.field.valueAsNumber)); this.now(); } });
  }

  /** What the scene says; a hand that is on it goes on from there. */
  open(people: PeopleInfo | null): void {
    this.told = people;
    this.element.hidden = people === null;
    clearTimeout(this.waits);
    if (!people) return;
    const { least, most, step, count } = people;
    // Whole steps keep the groups in proportion.
    const from = Math.max(least, step);
    for (const input of [this.range, this.field]) Object.assign(input, { min: String(from), max: String(most), step: String(step) });
    this.show(count);
  }

  private within(count: number): number {
    const { most = 1, count: now = 1, step = 1 } = this.told ?? {};
    const from = Number(this.range.min);
    const whole = from + Math.round((Math.min(most, Math.max(from, count)) - from) / step) * step;
    return Number.isFinite(count) ? Math.min(whole, from + Math.floor((most - from) / step) * step) : now;
  }

  private show(count: number): void {
    this.range.value = this.field.value = String(count);
    const [min, max] = [Number(this.range.min), Number(this.range.max)];
    this.range.style.setProperty("--share", `${((count - min) / Math.max(1, max - min)) * 100}%`);
  }

  private later(): void { clearTimeout(this.waits); this.waits = window.setTimeout(() => this.now(), SETTLED); }

  private now(): void {
    clearTimeout(this.waits);
    const count = Number(this.field.value);
    if (this.told && count !== this.told.count) this.ask(count);
  }
}
