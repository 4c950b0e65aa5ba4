// Time: play, pause, one step, slow motion, start again with a seed, and the last minute to scrub back through.

import { byId, clock, h, icon, iconButton } from "./dom";
import { fold } from "./fold";
import type { History } from "./history";
import type { Link } from "./link";
import { eventColour } from "./palette";
import type { StageEvent } from "./protocol";
import { SeedField } from "./seed";
import type { Store } from "./store";

const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];

export class Transport {
  private replaying = false;
  private readonly play: HTMLButtonElement;
  private readonly range: HTMLInputElement;
  private readonly live: HTMLButtonElement;
  private readonly time = h("output", { class: "time", "aria-label": "Time" });
  private readonly speeds: HTMLSelectElement;
  private readonly seed = new SeedField();
  private readonly marks = h("canvas", { class: "marks", "aria-hidden": "true", width: 600, height: 8 });
  private events: { tick: number; kind: StageEvent["kind"] }[] = [];

  constructor(private readonly link: Link, private readonly history: History, private readonly store: Store, private readonly step: () => number) {
    this.play = iconButton("play", "Play", () => this.toggle(), "Space");
    this.play.classList.add("primary");
    this.play.id = "play";
    const back = iconButton("back", "One step back", () => this.back(), ",");
    back.id = "back";
    const forward = iconButton("step", "One step", () => this.forward(), ".");
    forward.id = "step";
    this.speeds = h("select", { id: "speed", "aria-label": "Speed", title: "Slow motion ([ and ])", onchange: () => this.setSpeed(Number(this.speeds.value)) },
      ...SPEEDS.map((value) => h("option", { value }, `${value}×`)));
    this.speeds.value = "1";
    this.range = h("input", {
      type: "range", id: "scrub", "aria-label": "The last minute", min: 0, max: 0, step: 1, value: 0,
      oninput: () => { this.replaying = false; this.review(Number(this.range.value) >= Number(this.range.max) ? null : Number(this.range.value)); },
    });
    this.live = h("button", { type: "button", class: "live", id: "live", title: "Back to live (L)", onclick: () => this.goLive() }, "Live");
    const restart = h("form", { class: "row restart", novalidate: true, onsubmit: (event: SubmitEvent) => { event.preventDefault(); this.restart(); } },
      h("button", { type: "submit", class: "icon-button", id: "restart", "aria-label": "Restart with this seed", title: "Restart with this seed (R)" }, icon("restart")),
      this.seed.element);
    byId("transport").append(
      h("div", { class: "row steps" }, back, this.play, forward),
      h("div", { class: "scrubber" }, this.marks, this.range), this.time, this.live,
      h("details", { id: "more-time" }, h("summary", { class: "icon-button", "aria-label": "Speed and seed", title: "Speed and seed" }, icon("dots")), h("div", { class: "row more-time" }, this.speeds, restart)));
    fold(byId<HTMLDetailsElement>("more-time"));
    store.on(["playing", "speed", "seed", "review", "connection"], ({ speed, seed }) => {
      this.seed.show(seed);
      this.speeds.value = String(SPEEDS.reduce((best, one) => (Math.abs(one - speed) < Math.abs(best - speed) ? one : best)));
      this.show();
    });
  }

  private review(tick: number | null): void { this.store.set({ review: tick }); }

  toggle(): void {
    const { review, playing } = this.store.state;
    if (review !== null) { this.replaying = !this.replaying; this.show(); return; }
    this.link.send({ type: playing ? "pause" : "play" });
  }

  forward(): void {
    const { review, playing } = this.store.state;
    if (review === null) { this.link.send({ type: playing ? "pause" : "step" }); return; }
    this.replaying = false;
    const next = this.history.next(review, 1);
    this.review(next && next !== this.history.newest ? next.tick : null);
  }

  back(): void {
    const { review, playing } = this.store.state;
    this.replaying = false;
    if (playing) this.link.send({ type: "pause" });
    const at = review ?? this.history.newest?.tick;
    const before = at === undefined ? null : this.history.next(at, -1);
    if (before) this.review(before.tick);
  }

  goLive(): void { this.replaying = false; this.review(null); }

  restart(): void {
    const seed = this.seed.read();
    if (seed !== null) this.link.send({ type: "restart", seed });
  }

  slower(by: 1 | -1): void {
    const at = SPEEDS.findIndex((value) => value >= this.store.state.speed - 1e-6);
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))] ?? 1);
  }

  private setSpeed(value: number): void { this.link.send({ type: "speed", value }); }

  note(tick: number, kind: StageEvent["kind"]): void {
    this.events.push({ tick, kind });
    if (this.events.length > 400) this.events.splice(0, 200);
  }

  forget(): void { this.events = []; this.replaying = false; }

  /** Called for every picture: what is replayed goes on by as many ticks as passed. */
  advance(seconds: number): void {
    const at = this.store.state.review;
    if (at === null || !this.replaying) return;
    const next = at + (seconds * this.store.state.speed) / this.step();
    if (next >= (this.history.newest?.tick ?? 0)) this.goLive();
    else this.review(next);
  }

  /** How many ticks pass in slow motion; null where the stage runs at its own speed or stands. */
  slow(seconds: number): number | null {
    const { playing, speed } = this.store.state;
    return playing && speed < 1 ? (seconds * speed) / this.step() : null;
  }

  show(): void {
    const { review, playing, connection } = this.store.state;
    const moving = review === null ? playing : this.replaying;
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
    this.range.value = String(Math.round(review ?? newest));
    const share = newest > oldest ? ((review ?? newest) - oldest) / (newest - oldest) : 1;
    this.range.style.setProperty("--share", `${(share * 100).toFixed(2)}%`);
    const tick = review ?? newest;
    this.time.value = clock(tick * this.step());
    this.range.setAttribute("aria-valuetext", review === null ? "now" : `${((newest - tick) * this.step()).toFixed(1)} seconds ago`);
    // Green only when it is: played now, by a studio that answers.
    const live = review === null && playing && connection === "open";
    this.live.dataset.live = String(live);
    this.live.disabled = review === null;
    const text = connection === "lost" ? "Offline" : review !== null ? "Back to live" : live ? "Live" : "Paused";
    if (this.live.textContent !== text) this.live.textContent = text;
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
