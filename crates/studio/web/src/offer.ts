// Sound is offered once, at the first click, where there is something to hear: browsers are silent before one.

import { anybodyCan } from "./abilities";
import { byId, h } from "./dom";
import type { Sound } from "./sound";
import { remembered, type Store } from "./store";

export class SoundOffer {
  private readonly element = byId("offer");

  constructor(private readonly sound: Sound, private readonly store: Store) {
    this.element.append(
      h("p", {}, h("b", {}, "Hear the blows?")),
      h("div", { class: "row" },
        h("button", { type: "button", class: "solid", id: "sound-yes", onclick: () => this.answer(true) }, "Sound on"),
        h("button", { type: "button", class: "text-button", id: "sound-no", onclick: () => this.answer(false) }, "No, thanks")));
    const first = (): void => {
      const { scene } = store.state;
      if (!scene || !anybodyCan(scene, "fights")) return;
      removeEventListener("pointerup", first);
      const said = remembered.get("sound");
      if (said === "on") this.turn(true);
      else if (said === null) this.element.hidden = false;
    };
    addEventListener("pointerup", first);
  }

  toggle(): void { this.answer(!this.store.state.sound); }

  private answer(on: boolean): void {
    this.element.hidden = true;
    remembered.set("sound", on ? "on" : "off");
    this.turn(on);
  }

  private turn(on: boolean): void { this.sound.turn(on); this.store.set({ sound: on }); }
}
