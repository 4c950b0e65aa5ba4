// A take's annotation along time: what is done, blows, feet, effort. Cuts and feet are edited with the mouse.

import { h, s, words } from "./dom";
import { classSlot, limbMark, limbSlot } from "./palette";
import type { Take } from "./takes";

const GUTTER = 76;
const ROWS = { ruler: 0, actions: 24, strikes: 74, left: 100, right: 122, energy: 148 };
const HEIGHT = 190;

export interface TimelineHost {
  seek(time: number): void;
  select(action: number | null): void;
  selectCut(time: number | null): void;
  moveCut(from: number, to: number): void;
  addCut(time: number): void;
  removeCut(time: number): void;
  support(foot: "left" | "right", from: number, to: number, down: boolean): void;
}

type Drag =
  | { kind: "seek" }
  | { kind: "cut"; time: number; to: number; line: SVGElement }
  | { kind: "foot"; foot: "left" | "right"; from: number; to: number; down: boolean; ghost: SVGElement };

export class Timeline {
  from = 0;
  to = 10;
  private take: Take | null = null;
  private selected: number | null = null;
  private cut: number | null = null;
  private drag: Drag | null = null;
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
    this.svg.addEventListener("dblclick", (event) => {
      const row = (event.target as Element).getAttribute("data-action");
      if (row !== null && this.take?.editable) this.host.addCut(this.at(event));
    });
    this.svg.addEventListener("keydown", (event) => this.nudge(event));
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey || Math.abs(event.deltaY) > Math.abs(event.deltaX)) this.zoom(Math.exp(event.deltaY * 0.0015), this.at(event));
      else this.show(this.from + (event.deltaX / this.width) * (this.to - this.from));
    }, { passive: false });
    new ResizeObserver(() => this.draw()).observe(this.svg);
  }

  get elements(): Node[] { return [this.svg, this.scroll]; }
  private get width(): number { return Math.max(100, this.svg.clientWidth - GUTTER - 12); }
  private x(time: number): number { return GUTTER + ((time - this.from) / (this.to - this.from)) * this.width; }

  private at(event: MouseEvent): number {
    const take = this.take;
    const time = this.from + ((event.clientX - this.svg.getBoundingClientRect().x - GUTTER) / this.width) * (this.to - this.from);
    // Annotations begin and end on frames.
    return take ? Math.min(take.seconds, Math.max(0, Math.round(time * take.rate) / take.rate)) : 0;
  }

  open(take: Take | null, fresh: boolean): void {
    this.take = take;
    if (take && fresh) { this.from = 0; this.to = Math.min(take.seconds, 14); this.selected = null; this.cut = null; }
    this.draw();
  }

  choose(action: number | null, cut: number | null): void { this.selected = action; this.cut = cut; this.draw(); }

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
    const parts: Node[] = [];
    const right = GUTTER + this.width;
    for (const [label, y] of [["Doing", ROWS.actions + 26], ["Blows", ROWS.strikes + 15], ["Left foot", ROWS.left + 13], ["Right foot", ROWS.right + 13], ["Effort", ROWS.energy + 22]] as const) {
      parts.push(s("text", { x: 0, y, class: "label" }, label));
    }
    this.ruler(parts, right);
    this.actions(parts, take);
    for (const strike of take.strikes) {
      if (strike.time < this.from || strike.time > this.to) continue;
      parts.push(s("path", { class: `mark l${limbSlot(strike.limb)}`, d: `M${this.x(strike.time).toFixed(1)} ${ROWS.strikes + 11}${limbMark(strike.limb)}` },
        s("title", {}, `${words(strike.limb)}, ${strike.speed.toFixed(1)} m/s at ${strike.time.toFixed(2)} s`)));
    }
    this.feet(parts, take, "left", right);
    this.feet(parts, take, "right", right);
    this.energy(parts, take);
    parts.push(this.head);
    this.svg.replaceChildren(...parts);
    this.scroll.max = String(Math.max(0, take.seconds - (this.to - this.from)));
    this.scroll.value = String(this.from);
    this.scroll.style.visibility = take.seconds - (this.to - this.from) > 0.01 ? "visible" : "hidden";
    this.playhead(this.time, false);
  }

  private ruler(parts: Node[], right: number): void {
    const span = this.to - this.from;
    const every = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30].find((step) => (step / span) * this.width > 64) ?? 60;
    parts.push(s("rect", { class: "ruler", x: GUTTER, y: 0, width: right - GUTTER, height: 20, "data-row": "ruler" }, s("title", {}, "Drag to scrub")));
    for (let time = Math.ceil(this.from / every) * every; time <= this.to + 1e-9; time += every) {
      const x = this.x(time).toFixed(1);
      parts.push(s("path", { class: "tick", d: `M${x} 16V${HEIGHT}` }), s("text", { x, y: 13, class: "time-label" }, `${Number(time.toFixed(2))} s`));
    }
  }

  private actions(parts: Node[], take: Take): void {
    const y = ROWS.actions;
    take.actions.forEach((action, index) => {
      if (action.to <= this.from || action.from >= this.to) return;
      const x = Math.max(GUTTER, this.x(action.from));
      const width = Math.max(1, Math.min(GUTTER + this.width, this.x(action.to)) - x);
      const name = action.classes[action.classes.length - 1] ?? "unnamed";
      const label = action.classes.map(words).join(", ") || "unnamed";
      parts.push(s("rect", {
        class: `action k${classSlot(action.classes[0] ?? "unnamed")}${action.origin === "hand" || action.origin === "edit" ? " hand" : ""}${index === this.selected ? " selected" : ""}`,
        x, y, width, height: 44, rx: 4, "data-action": index, tabindex: 0, role: "button", "aria-label": `${label}, ${action.from.toFixed(2)} to ${action.to.toFixed(2)} s`,
      }, s("title", {}, `${label}\n${action.from.toFixed(2)}–${action.to.toFixed(2)} s, ${Math.round(action.sure * 100)} % sure\nDouble-click to cut`)));
      const room = Math.floor((width - 12) / 6.4);
      if (room >= 3) {
        const fits = (text: string): string => (text.length <= room ? text : `${text.slice(0, room - 1)}…`);
        parts.push(s("text", { x: x + 7, y: y + 18, class: "action-name" }, fits(words(name))));
        if (action.classes.length > 1) parts.push(s("text", { x: x + 7, y: y + 34, class: "action-class" }, fits(words(action.classes[0] ?? ""))));
      }
    });
    if (!take.editable) return;
    take.actions.forEach((action, index) => {
      if (index === 0 || action.from < this.from || action.from > this.to) return;
      const x = this.x(action.from);
      parts.push(s("g", {
        class: `cut${this.cut !== null && Math.abs(this.cut - action.from) < 1e-6 ? " selected" : ""}`, "data-cut": action.from, tabindex: 0, role: "slider",
        "aria-label": "Cut", "aria-valuemin": 0, "aria-valuemax": take.seconds, "aria-valuenow": action.from.toFixed(3), transform: `translate(${x.toFixed(1)} 0)`,
      }, s("path", { d: `M0 ${y - 3}v50` }), s("rect", { x: -5, y: y - 4, width: 10, height: 52, class: "grab" }),
        s("title", {}, `Cut at ${action.from.toFixed(3)} s: drag to move, Delete to remove`)));
    });
  }

  private feet(parts: Node[], take: Take, foot: "left" | "right", right: number): void {
    const y = ROWS[foot];
    const tip = take.editable ? "Drag to put the foot down; drag within a span to lift it" : foot;
    parts.push(s("rect", { class: "lane", x: GUTTER, y, width: right - GUTTER, height: 18, rx: 3, "data-foot": foot }, s("title", {}, tip)));
    for (const [from, to] of take.supports[foot]) {
      if (to < this.from || from > this.to) continue;
      const x = Math.max(GUTTER, this.x(from));
      parts.push(s("rect", { class: `support ${foot}`, x, y: y + 2, width: Math.max(1, Math.min(right, this.x(to)) - x), height: 14, rx: 3, "data-foot": foot, "data-down": "1" }, s("title", {}, `${from.toFixed(2)}–${to.toFixed(2)} s. ${tip}`)));
    }
  }

  private energy(parts: Node[], take: Take): void {
    const most = Math.max(1e-9, ...take.energy);
    const points: string[] = [];
    take.energy.forEach((value, index) => {
      const time = index / 20;
      if (time < this.from - 0.06 || time > this.to + 0.06) return;
      points.push(`${Math.min(GUTTER + this.width, Math.max(GUTTER, this.x(time))).toFixed(1)} ${(ROWS.energy + 36 - (value / most) * 34).toFixed(1)}`);
    });
    if (points.length < 2) return;
    const first = points[0]!.split(" ")[0];
    const last = points[points.length - 1]!.split(" ")[0];
    parts.push(s("path", { class: "effort", d: `M${first} ${ROWS.energy + 36}L${points.join("L")}L${last} ${ROWS.energy + 36}z` }), s("path", { class: "effort-line", d: `M${points.join("L")}` }));
  }

  private press(event: PointerEvent): void {
    const take = this.take;
    const target = event.target as Element;
    if (!take || event.button !== 0) return;
    this.svg.setPointerCapture(event.pointerId);
    const time = this.at(event);
    const cut = target.closest<SVGElement>("[data-cut]");
    const foot = target.getAttribute("data-foot") as "left" | "right" | null;
    if (cut) {
      const at = Number(cut.dataset.cut);
      this.drag = { kind: "cut", time: at, to: at, line: cut };
      this.host.selectCut(at);
      // Drawn anew by that: take hold of the new one.
      const now = [...this.svg.querySelectorAll<SVGElement>("[data-cut]")].find((one) => Number(one.dataset.cut) === at);
      if (now) { this.drag.line = now; now.focus(); }
    } else if (foot && take.editable) {
      const down = target.getAttribute("data-down") === null;
      const ghost = s("rect", { class: `ghost ${down ? foot : "up"}`, y: ROWS[foot] + 2, height: 14, rx: 3 });
      this.svg.append(ghost);
      this.drag = { kind: "foot", foot, from: time, to: time, down, ghost };
    } else if (target.getAttribute("data-action") !== null) {
      this.host.select(Number(target.getAttribute("data-action")));
      this.host.seek(time);
    } else {
      this.drag = { kind: "seek" };
      this.host.seek(time);
    }
  }

  private move(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag) return;
    const time = this.at(event);
    if (drag.kind === "seek") this.host.seek(time);
    else if (drag.kind === "cut") {
      drag.to = time;
      drag.line.setAttribute("transform", `translate(${this.x(time).toFixed(1)} 0)`);
      this.host.seek(time);
    } else {
      drag.to = time;
      const [a, b] = [Math.min(drag.from, time), Math.max(drag.from, time)];
      drag.ghost.setAttribute("x", String(this.x(a)));
      drag.ghost.setAttribute("width", String(Math.max(1, this.x(b) - this.x(a))));
    }
  }

  private lift(event: PointerEvent): void {
    const drag = this.drag;
    this.drag = null;
    if (this.svg.hasPointerCapture(event.pointerId)) this.svg.releasePointerCapture(event.pointerId);
    if (drag?.kind === "cut" && Math.abs(drag.to - drag.time) > 1e-4) this.host.moveCut(drag.time, drag.to);
    if (drag?.kind === "foot") {
      drag.ghost.remove();
      const [a, b] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
      if (b - a > 0.02) this.host.support(drag.foot, a, b, drag.down);
      else this.host.seek(a);
    }
  }

  /** Everything the mouse does to a cut, keys do too. */
  private nudge(event: KeyboardEvent): void {
    const target = event.target as Element;
    const cut = target.closest<SVGElement>("[data-cut]");
    if (cut && this.take) {
      const at = Number(cut.dataset.cut);
      const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
      if (by !== 0) this.host.moveCut(at, at + by / this.take.rate);
      else if (event.key === "Delete" || event.key === "Backspace") this.host.removeCut(at);
      else return;
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Enter" && target.getAttribute("data-action") !== null) {
      this.host.select(Number(target.getAttribute("data-action")));
    }
  }
}

