// Time: play, pause, one step, slow motion, start again with a seed, and the last minute to scrub back through.

import { byId, clock, h, icon, iconButton } from "./dom";
import type { History } from "./history";
import type { Link } from "./link";
import { eventColour } from "./palette";
import type { StageEvent } from "./protocol";

const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];

export interface TransportHost {
  /** Shows a moment of the past; null is now. */
  review(tick: number | null): void;
  reviewing(): number | null;
  step(): number;
}

export class Transport {
  playing = false;
  speed = 1;
  private replaying = false;
  private readonly play: HTMLButtonElement;
  private readonly range: HTMLInputElement;
  private readonly live: HTMLButtonElement;
  private readonly time = h("output", { class: "time", "aria-label": "Time" });
  private readonly speeds: HTMLSelectElement;
  private readonly seed: HTMLInputElement;
  private readonly marks = h("canvas", { class: "marks", "aria-hidden": "true", width: 600, height: 8 });
  private events: { tick: number; kind: StageEvent["kind"] }[] = [];

  constructor(private readonly link: Link, private readonly history: History, private readonly host: TransportHost) {
    this.play = iconButton("play", "Play", () => this.toggle(), "Space");
    this.play.classList.add("primary");
    this.play.id = "play";
    const back = iconButton("back", "One step back", () => this.back(), ",");
    back.id = "back";
    const step = iconButton("step", "One step", () => this.forward(), ".");
    step.id = "step";
    this.speeds = h("select", { id: "speed", "aria-label": "Speed", title: "Slow motion ([ and ])", onchange: () => this.setSpeed(Number(this.speeds.value)) },
      ...SPEEDS.map((value) => h("option", { value }, `${value}×`)));
    this.speeds.value = "1";
    this.range = h("input", {
      type: "range", id: "scrub", "aria-label": "The last minute", min: 0, max: 0, step: 1, value: 0,
      oninput: () => { this.replaying = false; this.host.review(Number(this.range.value) >= Number(this.range.max) ? null : Number(this.range.value)); },
    });
    this.live = h("button", { type: "button", class: "live", id: "live", title: "Back to now (L)", onclick: () => this.goLive() }, "Live");
    this.seed = h("input", { type: "number", id: "seed", "aria-label": "Seed", title: "The same seed gives the same run", min: 0, step: 1, value: 1 });
    const restart = h("form", { class: "row restart", onsubmit: (event: SubmitEvent) => { event.preventDefault(); this.restart(); } },
      h("button", { type: "submit", class: "icon-button", id: "restart", "aria-label": "Restart with this seed", title: "Restart with this seed (R)" }, icon("restart")),
      h("label", { class: "seed" }, "seed", this.seed));
    byId("transport").append(restart, h("div", { class: "row" }, back, this.play, step), this.speeds,
      h("div", { class: "scrubber" }, this.marks, this.range), this.time, this.live);
  }

  toggle(): void {
    if (this.host.reviewing() !== null) { this.replaying = !this.replaying; this.show(); return; }
    this.link.send({ type: this.playing ? "pause" : "play" });
  }

  forward(): void {
    const at = this.host.reviewing();
    if (at === null) { this.link.send({ type: this.playing ? "pause" : "step" }); return; }
    this.replaying = false;
    const next = this.history.next(at, 1);
    this.host.review(next && next !== this.history.newest ? next.tick : null);
  }

  back(): void {
    this.replaying = false;
    if (this.playing) this.link.send({ type: "pause" });
    const at = this.host.reviewing() ?? this.history.newest?.tick;
    const before = at === undefined ? null : this.history.next(at, -1);
    if (before) this.host.review(before.tick);
  }

  goLive(): void { this.replaying = false; this.host.review(null); }

  restart(): void { this.link.send({ type: "restart", seed: Math.max(0, Math.floor(Number(this.seed.value)) || 0) }); }

  slower(by: 1 | -1): void {
    const at = SPEEDS.findIndex((value) => value >= this.speed - 1e-6);
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))] ?? 1);
  }

  private setSpeed(value: number): void { this.link.send({ type: "speed", value }); }

  state(playing: boolean, speed: number, seed: number): void {
    this.playing = playing;
    this.speed = speed;
    if (document.activeElement !== this.seed) this.seed.value = String(seed);
    const nearest = SPEEDS.reduce((best, one) => (Math.abs(one - speed) < Math.abs(best - speed) ? one : best));
    this.speeds.value = String(nearest);
    this.show();
  }

  note(tick: number, kind: StageEvent["kind"]): void {
    this.events.push({ tick, kind });
    if (this.events.length > 400) this.events.splice(0, 200);
  }

  forget(): void { this.events = []; this.replaying = false; }

  /** Called for every picture: what is replayed goes on by as many ticks as passed. */
  advance(seconds: number): void {
    const at = this.host.reviewing();
    if (at === null || !this.replaying) return;
    const ticks = (seconds * this.speed) / this.host.step();
    const next = at + ticks;
    if (next >= (this.history.newest?.tick ?? 0)) this.goLive();
    else this.host.review(next);
  }

  /** How many ticks pass in slow motion; null where the stage runs at its own speed or stands. */
  slow(seconds: number): number | null {
    return this.playing && this.speed < 1 ? (seconds * this.speed) / this.host.step() : null;
  }

  show(): void {
    const reviewing = this.host.reviewing();
    const moving = reviewing === null ? this.playing : this.replaying;
    const label = moving ? "Pause" : "Play";
    if (this.play.getAttribute("aria-label") !== label) {
      this.play.replaceChildren(icon(moving ? "pause" : "play"));
      this.play.setAttribute("aria-label", label);
      this.play.title = `${label} (Space)`;
    }
    const oldest = this.history.oldest?.tick ?? 0;
    const newest = this.history.newest?.tick ?? 0;
    this.range.min = String(oldest);
    this.range.max = String(newest);
    this.range.value = String(Math.round(reviewing ?? newest));
    const share = newest > oldest ? ((reviewing ?? newest) - oldest) / (newest - oldest) : 1;
    this.range.style.setProperty("--share", `${(share * 100).toFixed(2)}%`);
    const step = this.host.step();
    const tick = reviewing ?? newest;
    this.time.value = clock(tick * step);
    this.range.setAttribute("aria-valuetext", reviewing === null ? "now" : `${((newest - tick) * step).toFixed(1)} seconds ago`);
    this.live.setAttribute("aria-pressed", String(reviewing === null));
    this.live.textContent = reviewing === null ? "Live" : `−${((newest - tick) * step).toFixed(1)} s`;
    this.drawMarks(oldest, newest);
  }

  private drawMarks(oldest: number, newest: number): void {
    const width = this.marks.clientWidth;
    if (width > 0 && this.marks.width !== width) this.marks.width = width;
    const context = this.marks.getContext("2d");
    if (!context) return;
    context.clearRect(0, 0, this.marks.width, this.marks.height);
    for (const { tick, kind } of this.events) {
      if (tick < oldest || newest <= oldest) continue;
      context.fillStyle = eventColour(kind);
      context.fillRect(((tick - oldest) / (newest - oldest)) * (this.marks.width - 2), 1, 2, 6);
    }
  }
}
