// The seed: a whole number. What is none is said to be none, and nothing is sent.

import { h, toast } from "./dom";

export class SeedField {
  private readonly field = h("input", {
    type: "text", inputmode: "numeric", id: "seed", autocomplete: "off", spellcheck: "false", "aria-label": "Seed", title: "The same seed gives the same run", value: 1,
    onkeydown: (event: KeyboardEvent) => this.step(event), oninput: () => this.judge(),
  });
  readonly element = h("label", { class: "seed" }, h("span", {}, "seed"), this.field);
  private last = 1;

  /** What the server says, unless somebody is about to say something else. */
  show(seed: number): void {
    this.last = seed;
    if (document.activeElement !== this.field) { this.field.value = String(seed); this.judge(); }
  }

  /** A whole number that this page can say exactly; none where it is not one, which the user is told. Empty is as it was. */
  read(): number | null {
    const text = this.field.value.trim();
    if (text === "") { this.field.value = String(this.last); this.judge(); return this.last; }
    const seed = whole(text);
    if (seed === null) { toast(`“${text.slice(0, 30)}” is no seed: it is a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`, "error"); this.field.focus(); }
    return seed;
  }

  private judge(): void {
    const bad = this.field.value.trim() !== "" && whole(this.field.value.trim()) === null;
    this.field.setAttribute("aria-invalid", String(bad));
  }

  private step(event: KeyboardEvent): void {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const seed = whole(this.field.value.trim());
    if (by === undefined || seed === null) return;
    this.field.value = String(Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, seed + by)));
    event.preventDefault();
  }
}

function whole(text: string): number | null {
  const value = Number(text);
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(value) ? value : null;
}
