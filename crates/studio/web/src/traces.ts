// Recording how somebody plays, and having the player model learn from it.

import { byId, h } from "./dom";
import type { Link, SceneMessage, StateMessage, Trace } from "./link";

export class Traces {
  recording = false;
  list: Trace[] = [];
  private readonly element = byId("traces");
  private readonly record = h("button", {
    type: "button", class: "chip record", id: "record", "aria-pressed": "false", title: "Record how you play",
    onclick: () => this.link.send({ type: "record", on: !this.recording }),
  }, h("i", { class: "dot" }), "REC");
  private readonly train = h("button", {
    type: "button", class: "chip", id: "train", title: "Prepare the scene anew, with a player model that learns from these traces",
    onclick: () => this.link.send({ type: "train" }),
  }, "Train");
  private readonly count = h("summary", { class: "chip" });
  private readonly items = h("ol");
  private readonly popover = h("details", { id: "trace-list" }, this.count, this.items);

  constructor(private readonly link: Link) {
    this.element.append(this.record, this.popover, this.train);
    // A list that is open closes when somebody clicks elsewhere.
    addEventListener("pointerdown", (event) => { if (!this.popover.contains(event.target as Node)) this.popover.open = false; });
  }

  open(scene: SceneMessage): void {
    this.element.hidden = !scene.actors.some(({ mind, minds }) => mind === "steer" || minds?.some(({ name }) => name === "steer"));
  }

  tell({ recording, traces, setting_up }: StateMessage): void {
    this.recording = recording ?? false;
    this.list = traces ?? [];
    this.record.setAttribute("aria-pressed", String(this.recording));
    this.record.title = this.recording ? "Stop, and keep the trace" : "Record how you play";
    this.count.textContent = this.list.length === 1 ? "1 trace" : `${this.list.length} traces`;
    this.train.disabled = this.list.length === 0 || Boolean(setting_up);
    this.items.replaceChildren(...(this.list.length > 0 ? this.list.map(({ name, player, seconds }) =>
      h("li", {}, h("b", {}, name), h("span", { class: "faint" }, `${player} · ${seconds.toFixed(1)} s`)))
      : [h("li", { class: "faint" }, "None yet: press REC, play, and press it again.")]));
  }
}
