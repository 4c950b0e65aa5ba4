// Recording how somebody plays, and having whoever learns from that learn it.

import { byId, h, toast } from "./dom";
import type { Link } from "./link";
import type { State, Store } from "./store";

export class Recordings {
  private readonly element = byId("recordings");
  private readonly record = h("button", {
    type: "button", class: "chip record", id: "record", "aria-pressed": "false",
    onclick: () => this.link.send({ type: "record", on: !this.store.state.recording }),
  }, h("i", { class: "dot" }), h("span", {}, "Record my play"));
  private readonly train = h("button", {
    type: "button", class: "chip", id: "train", title: "Begins the scene anew, with what was learned from your recordings",
    onclick: () => { this.link.send({ type: "train" }); toast("Learning from your play: the scene begins anew when that is done."); },
  }, "Learn from my play");
  private readonly untrain = h("button", {
    type: "button", class: "chip", id: "untrain", title: "Begins the scene anew, without your recordings",
    onclick: () => { this.link.send({ type: "untrain" }); toast("Forgetting it: the scene begins anew when that is done."); },
  }, "Forget it again");
  private readonly told = h("span", { class: "faint", id: "trained", role: "status" });
  private readonly count = h("summary", { class: "chip" });
  private readonly items = h("ol");
  private readonly popover = h("details", { id: "recording-list" }, this.count, this.items);
  private known: string | null = null;

  constructor(private readonly link: Link, private readonly store: Store) {
    this.element.append(this.record, this.popover, this.train, this.untrain, this.told);
    // A list that is open closes when somebody clicks elsewhere.
    addEventListener("pointerdown", (event) => { if (!this.popover.contains(event.target as Node)) this.popover.open = false; });
    // What is recorded is what is asked of a mind: a reflex that learned is asked for nothing.
    store.on(["scene"], ({ scene }) => { this.element.hidden = !scene?.minds.some(({ abilities }) => abilities.includes("learns")); });
    store.on(["recording", "recordings", "trained", "settingUp"], (state) => this.show(state));
  }

  private show({ recording, recordings, trained, settingUp }: State): void {
    this.record.setAttribute("aria-pressed", String(recording));
    this.record.lastElementChild!.textContent = recording ? "Stop recording" : "Record my play";
    this.record.title = recording ? "Stop, and keep the recording" : "Record how you play, for the character to learn from";
    this.popover.hidden = recordings.length === 0;
    this.count.textContent = recordings.length === 1 ? "1 recording" : `${recordings.length} recordings`;
    this.train.hidden = recordings.length === 0;
    this.train.disabled = settingUp !== null;
    this.untrain.hidden = trained === null;
    this.untrain.disabled = settingUp !== null;
    this.told.textContent = settingUp ? "" : trained ?? "";
    if (trained !== this.known && settingUp === null) {
      if (trained !== null && this.known === null) toast(`Learned. ${trained}`);
      this.known = trained;
    }
    this.items.replaceChildren(...recordings.map(({ name, player, seconds }) =>
      h("li", {}, h("b", {}, name), h("span", { class: "faint" }, `${player} · ${seconds.toFixed(1)} s`),
        h("button", { type: "button", class: "chip", title: `Delete ${name}`, onclick: () => this.link.send({ type: "forget", name }) }, "Delete"))));
  }
}
