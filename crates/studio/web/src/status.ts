// A corner with what it costs: pictures a second here, ticks and their cost there, and whether there is a line at all.

import { byId, h } from "./dom";

export class Status {
  private readonly element = byId("status");
  private readonly light = h("i", { class: "dot" });
  private readonly text = h("span");
  private frames = 0;
  private since = performance.now();
  connection: "connecting" | "open" | "lost" = "connecting";
  viewers = 1;

  constructor() { this.element.append(this.light, this.text); }

  connected(state: "connecting" | "open" | "lost"): void {
    // "connecting" again and again while lost would flicker.
    if (state === "connecting" && this.connection === "lost") return;
    this.connection = state;
    this.element.dataset.state = state;
    byId("offline").hidden = state !== "lost";
  }

  /** What it costs, and how many of how many are shown where a crowd is thinned. */
  picture(cost: number, rate: number, thinned: { shown: number; all: number } | null): void {
    this.frames++;
    const now = performance.now();
    if (now - this.since < 500) return;
    const fps = (this.frames * 1000) / (now - this.since);
    this.frames = 0;
    this.since = now;
    const price = cost >= 1000 ? `${(cost / 1000).toFixed(2)} ms` : `${cost.toFixed(0)} µs`;
    this.text.textContent = this.connection === "open"
      ? `${fps.toFixed(0)} fps · ${rate.toFixed(0)} ticks/s · ${price} a tick${this.viewers > 1 ? ` · ${this.viewers} viewers` : ""}${thinned ? ` · the nearest ${thinned.shown} of ${thinned.all} actors` : ""}`
      : "connecting…";
  }
}
