// A corner with what it costs: pictures a second here, ticks and their cost there; and whether the studio answers.

import { byId, h } from "./dom";
import type { Store } from "./store";

export class Status {
  private readonly element = byId("status");
  private readonly light = h("i", { class: "dot" });
  private readonly text = h("span");
  private frames = 0;
  private since = performance.now();

  constructor(private readonly store: Store) {
    this.element.append(this.light, this.text);
    store.on(["connection", "scene"], ({ connection, scene }) => {
      this.element.dataset.state = connection;
      // Before the first scene, what is loaded says it.
      byId("offline").hidden = connection !== "lost" || scene === null;
    });
  }

  /** What it costs, and how many of how many are shown where a crowd is thinned. */
  picture(cost: number, rate: number, thinned: { shown: number; all: number } | null): void {
    this.frames++;
    const now = performance.now();
    if (now - this.since < 500) return;
    const fps = (this.frames * 1000) / (now - this.since);
    this.frames = 0;
    this.since = now;
    const { connection, viewers } = this.store.state;
    const price = cost >= 1000 ? `${(cost / 1000).toFixed(2)} ms` : `${cost.toFixed(0)} µs`;
    this.text.textContent = connection === "open"
      ? `${fps.toFixed(0)} ${fps.toFixed(0) === "1" ? "picture" : "pictures"}/s · ${rate.toFixed(0)} steps/s · ${price} a step${viewers > 1 ? ` · ${viewers} viewers` : ""}${thinned ? ` · the nearest ${thinned.shown} of ${thinned.all} actors` : ""}`
      : "reconnecting…";
  }
}
