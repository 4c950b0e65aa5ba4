// Recording how somebody plays, and having whoever learns from that trained with it.

import { anybodyCan } from "./abilities";
import { byId, h } from "./dom";
import type { Link } from "./link";
import type { RecordingInfo, StateMessage } from "./protocol";
import type { Scene } from "./scene";

export class Recordings {
  recording = false;
  list: RecordingInfo[] = [];
  private readonly element = byId("recordings");
  private readonly record = h("button", {
    type: "button", class: "chip record", id: "record", "aria-pressed": "false", title: "Record how you play",
    onclick: () => this.link.send({ type: "record", on: !this.recording }),
  }, h("i", { class: "dot" }), "REC");
  private readonly train = h("button", {
    type: "button", class: "chip", id: "train", title: "Set the scene up anew, trained with these recordings beside the scripted players",
    onclick: () => this.link.send({ type: "train" }),
  }, "Train");
  private readonly untrain = h("button", {
    type: "button", class: "chip", id: "untrain", title: "Set the scene up anew, without the recordings",
    onclick: () => this.link.send({ type: "untrain" }),
  }, "Undo");
  private readonly told = h("span", { class: "faint", id: "trained", role: "status" });
  private readonly count = h("summary", { class: "chip" });
  private readonly items = h("ol");
  private readonly popover = h("details", { id: "recording-list" }, this.count, this.items);

  constructor(private readonly link: Link) {
    this.element.append(this.record, this.popover, this.train, this.untrain, this.told);
    // A list that is open closes when somebody clicks elsewhere.
    addEventListener("pointerdown", (event) => { if (!this.popover.contains(event.target as Node)) this.popover.open = false; });
  }

  open(scene: Scene): void {
    this.element.hidden = !anybodyCan(scene, "learns");
  }

  tell({ recording, recordings, trained, setting_up }: StateMessage): void {
    this.recording = recording;
    this.list = recordings;
    this.record.setAttribute("aria-pressed", String(this.recording));
    this.record.title = this.recording ? "Stop, and keep the recording" : "Record how you play";
    this.count.textContent = this.list.length === 1 ? "1 recording" : `${this.list.length} recordings`;
    this.train.disabled = this.list.length === 0 || setting_up !== null;
    this.untrain.hidden = trained === null;
    this.untrain.disabled = setting_up !== null;
    this.told.textContent = trained ?? "";
    this.items.replaceChildren(...(this.list.length > 0 ? this.list.map(({ name, player, seconds }) =>
      h("li", {}, h("b", {}, name), h("span", { class: "faint" }, `${player} · ${seconds.toFixed(1)} s`),
        h("button", { type: "button", class: "chip", title: `Delete ${name}`, onclick: () => this.link.send({ type: "forget", name }) }, "Delete")))
      : [h("li", { class: "faint" }, "None yet: press REC, play, and press it again.")]));
  }
}
