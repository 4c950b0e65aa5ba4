// Recording how somebody plays, and having whoever learns from that trained with it.

import { anybodyCan } from "./abilities";
import { byId, h } from "./dom";
import type { Link } from "./link";
import type { RecordingInfo, SceneMessage, StateMessage } from "./protocol";

export class Recordings {
  recording = false;
  list: RecordingInfo[] = [];
  private readonly element = byId("recordings");
  private readonly record = h("button", {
    type: "button", class: "chip record", id: "record", "aria-pressed": "false", title: "Record how you play",
    onclick: () => this.link.send({ type: "record", on: !this.recording }),
  }, h("i", { class: "dot" }), "REC");
  private readonly train = h("button", {
    type: "button", class: "chip", id: "train", title: "Set the scene up anew, trained with these recordings",
    onclick: () => this.link.send({ type: "train" }),
  }, "Train");
  private readonly count = h("summary", { class: "chip" });
  private readonly items = h("ol");
  private readonly popover = h("details", { id: "recording-list" }, this.count, this.items);

  constructor(private readonly link: Link) {
    this.element.append(this.record, this.popover, this.train);
    // A list that is open closes when somebody clicks elsewhere.
    addEventListener("pointerdown", (event) => { if (!this.popover.contains(event.target as Node)) this.popover.open = false; });
  }

  open(scene: SceneMessage): void {
    this.element.hidden = !anybodyCan(scene, "learns");
  }

  tell({ recording, recordings, setting_up }: StateMessage): void {
    this.recording = recording;
    this.list = recordings;
    this.record.setAttribute("aria-pressed", String(this.recording));
    this.record.title = this.recording ? "Stop, and keep the recording" : "Record how you play";
    this.count.textContent = this.list.length === 1 ? "1 recording" : `${this.list.length} recordings`;
    this.train.disabled = this.list.length === 0 || setting_up !== null;
    this.items.replaceChildren(...(this.list.length > 0 ? this.list.map(({ name, player, seconds }) =>
      h("li", {}, h("b", {}, name), h("span", { class: "faint" }, `${player} · ${seconds.toFixed(1)} s`)))
      : [h("li", { class: "faint" }, "None yet: press REC, play, and press it again.")]));
  }
}
