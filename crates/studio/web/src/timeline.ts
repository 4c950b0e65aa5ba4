// A take's timeline under the mouse: scrub, zoom, choose; cuts, blows and feet are edited by dragging, or with keys.

import { h, s } from "./dom";
import { GUTTER, HEIGHT, lanes, ROWS, xOf } from "./lanes";
import type { Selection, Strike, Take } from "./takes";

export interface TimelineHost {
  seek(time: number): void;
  select(selection: Selection | null): void;
  addCut(time: number): void;
  moveCut(from: number, to: number): void;
  removeCut(time: number): void;
  addStrike(time: number): void;
  moveStrike(strike: Strike, to: number): void;
  removeStrike(strike: Strike): void;
  support(foot: "left" | "right", from: number, to: number, down: boolean): void;
}

type Drag =
  | { kind: "seek" }
  | { kind: "cut"; from: number; to: number }
  | { kind: "strike"; strike: Strike; to: number }
  | { kind: "foot"; foot: "left" | "right"; from: number; to: number; down: boolean; ghost: SVGElement };

/** ms, between the presses of a double-click. */
const DOUBLE = 400;

export class Timeline {
  private from = 0;
  private to = 10;
  private take: Take | null = null;
  private selection: Selection | null = null;
  private drag: Drag | null = null;
  private pressed = { time: -Infinity, x: 0 };
  private time = 0;
  private readonly svg = s("svg", { class: "lanes", height: HEIGHT, width: "100%" });
  private readonly head = s("g", { class: "playhead" }, s("path", { d: `M0 6v${HEIGHT}` }), s("path", { class: "grip", d: "M-6 0h12v7l-6 6l-6-6z" }));
  private readonly scroll: HTMLInputElement;

  constructor(private readonly host: TimelineHost) {
    this.scroll = h("input", { type: "range", "aria-label": "Scroll the timeline", min: 0, max: 0, step: 0.01, value: 0, class: "scroll", oninput: () => this.show(Number(this.scroll.value)) });
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerup", (event) => this.lift(event));
    this.svg.addEventListener("pointercancel", () => { this.drag = null; this.draw(); });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey || Math.abs(event.deltaY) > Math.abs(event.deltaX)) this.zoom(Math.exp(event.deltaY * 0.0015), this.at(event));
      else this.show(this.from + (event.deltaX / this.width) * (this.to - this.from));
    }, { passive: false });
    new ResizeObserver(() => this.draw()).observe(this.svg);
  }

  get elements(): Node[] { return [this.svg, this.scroll]; }
  private get width(): number { return Math.max(100, this.svg.clientWidth - GUTTER - 12); }
  private x(time: number): number { return xOf({ from: this.from, to: this.to, width: this.width }, time); }

  private at(event: MouseEvent): number {
    const take = this.take;
    const time = this.from + ((event.clientX - this.svg.getBoundingClientRect().x - GUTTER) / this.width) * (this.to - this.from);
    // Annotations begin and end on frames.
    return take ? Math.min(take.seconds, Math.max(0, Math.round(time * take.rate) / take.rate)) : 0;
  }

  open(take: Take, fresh: boolean): void {
    this.take = take;
    if (fresh) { this.from = 0; this.to = Math.min(take.seconds, 14); this.selection = null; }
    this.draw();
  }

  choose(selection: Selection | null): void { this.selection = selection; this.draw(); }

  zoom(by: number, around = this.time): void {
    if (!this.take) return;
    const length = Math.min(this.take.seconds, Math.max(0.5, (this.to - this.from) * by));
    const share = (around - this.from) / (this.to - this.from);
    this.to = this.from + length;
    this.show(around - Math.min(1, Math.max(0, share)) * length);
  }

  private show(from: number): void {
    const length = this.to - this.from;
    this.from = Math.max(0, Math.min((this.take?.seconds ?? 0) - length, from));
    this.to = this.from + length;
    this.draw();
  }

  playhead(time: number, follow: boolean): void {
    this.time = time;
    if (follow && (time < this.from || time > this.to)) this.show(time - (this.to - this.from) * 0.1);
    const x = this.x(time);
    this.head.setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
    this.head.style.display = x < GUTTER - 1 ? "none" : "";
  }

  draw(): void {
    const take = this.take;
    if (!take || this.svg.clientWidth === 0) return;
    const focused = this.svg.contains(document.activeElement);
    this.svg.replaceChildren(...lanes({ take, from: this.from, to: this.to, width: this.width, selection: this.selection }), this.head);
    // Keys go on working on what they worked on.
    if (focused) this.svg.querySelector<SVGElement>(".selected")?.focus();
    const rest = take.seconds - (this.to - this.from);
    this.scroll.max = String(Math.max(0, rest));
    this.scroll.value = String(this.from);
    this.scroll.style.visibility = rest > 0.01 ? "visible" : "hidden";
    this.playhead(this.time, false);
  }

  private press(event: PointerEvent): void {
    const take = this.take;
    const target = event.target as Element;
    if (!take || event.button !== 0) return;
    const time = this.at(event);
    if (take.editable && this.isSecond(event)) {
      if (target.getAttribute("data-action") !== null) return this.host.addCut(time);
      if (target.getAttribute("data-blows") !== null) return this.host.addStrike(time);
    }
    this.svg.setPointerCapture(event.pointerId);
    const cut = cutOf(target);
    const strike = this.strikeOf(target);
    const foot = target.getAttribute("data-foot") as "left" | "right" | null;
    const action = target.getAttribute("data-action");
    if (cut !== null) {
      this.drag = { kind: "cut", from: cut, to: cut };
      this.hold({ kind: "cut", at: cut });
    } else if (strike) {
      if (take.editable) this.drag = { kind: "strike", strike, to: strike.time };
      this.hold({ kind: "strike", at: strike.time, limb: strike.limb });
      this.host.seek(strike.time);
    } else if (foot && take.editable) {
      const down = target.getAttribute("data-down") === null;
      const ghost = s("rect", { class: `ghost ${down ? foot : "up"}`, y: ROWS[foot] + 2, height: 14, rx: 3 });
      this.svg.append(ghost);
      this.drag = { kind: "foot", foot, from: time, to: time, down, ghost };
    } else if (action !== null) {
      this.hold({ kind: "action", at: Number(action) });
      this.host.seek(time);
    } else {
      this.drag = { kind: "seek" };
      this.host.seek(time);
    }
  }

  /** Whether this is a double-click's second press. Browsers count none where the first one changed what is drawn. */
  private isSecond(event: PointerEvent): boolean {
    const { time, x } = this.pressed;
    this.pressed = { time: event.timeStamp, x: event.clientX };
    return event.timeStamp - time < DOUBLE && Math.abs(event.clientX - x) < 5;
  }

  /** Chooses something, which draws it anew, and gives it the keys. */
  private hold(selection: Selection): void {
    this.host.select(selection);
    this.svg.querySelector<SVGElement>(".selected")?.focus();
  }

  private move(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag) return;
    const time = this.at(event);
    if (drag.kind === "foot") {
      drag.to = time;
      const [a, b] = [Math.min(drag.from, time), Math.max(drag.from, time)];
      drag.ghost.setAttribute("x", String(this.x(a)));
      drag.ghost.setAttribute("width", String(Math.max(1, this.x(b) - this.x(a))));
      return;
    }
    this.host.seek(time);
    if (drag.kind === "seek") return;
    drag.to = time;
    const y = drag.kind === "strike" ? ROWS.strikes + 11 : 0;
    this.svg.querySelector(".cut.selected, .blow.selected")?.setAttribute("transform", `translate(${this.x(time).toFixed(1)} ${y})`);
  }

  private lift(event: PointerEvent): void {
    const drag = this.drag;
    this.drag = null;
    if (this.svg.hasPointerCapture(event.pointerId)) this.svg.releasePointerCapture(event.pointerId);
    if (drag?.kind === "cut" && Math.abs(drag.to - drag.from) > 1e-4) this.host.moveCut(drag.from, drag.to);
    if (drag?.kind === "strike" && Math.abs(drag.to - drag.strike.time) > 1e-4) this.host.moveStrike(drag.strike, drag.to);
    if (drag?.kind === "foot") {
      drag.ghost.remove();
      const [a, b] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
      if (b - a > 0.02) this.host.support(drag.foot, a, b, drag.down);
      else this.host.seek(a);
    }
  }

  /** Everything the mouse does to cuts and blows, keys do too. */
  private key(event: KeyboardEvent): void {
    const target = event.target as Element;
    const cut = cutOf(target);
    const strike = this.strikeOf(target);
    const by = (event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0) / (this.take?.rate ?? 60);
    const removes = event.key === "Delete" || event.key === "Backspace";
    const action = target.getAttribute("data-action");
    if (event.key === "Enter" && action !== null) this.hold({ kind: "action", at: Number(action) });
    else if (!this.take?.editable) return;
    else if (cut !== null && by !== 0) this.host.moveCut(cut, cut + by);
    else if (cut !== null && removes) this.host.removeCut(cut);
    else if (strike && by !== 0) this.host.moveStrike(strike, strike.time + by);
    else if (strike && removes) this.host.removeStrike(strike);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private strikeOf(target: Element): Strike | null {
    const index = target.closest("[data-strike]")?.getAttribute("data-strike");
    return index ? this.take?.strikes[Number(index)] ?? null : null;
  }
}

function cutOf(target: Element): number | null {
  const cut = target.closest("[data-cut]")?.getAttribute("data-cut");
  return cut ? Number(cut) : null;
}
