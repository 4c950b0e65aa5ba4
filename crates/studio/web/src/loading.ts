// While a scene is made ready: a picture of it, what is being done, and how far that is.

import { byId, h } from "./dom";
import type { State, Store } from "./store";
import { capital } from "./say";

/** Pictures that come with the page, made by tests/studio/pictures.mjs. */
export const pictureOf = (name: string, dark: boolean): string => `scenes/${encodeURIComponent(name)}${dark ? "-dark" : ""}.webp`;

export class Loading {
  private readonly element = byId("loading");
  private readonly picture = h("img", { alt: "", hidden: true });
  private readonly title = h("h2");
  private readonly words = h("p", { role: "status" });
  private readonly bar = h("progress", { max: 1, "aria-label": "How far it is" });
  private shown = "";

  constructor(store: Store) {
    this.element.append(this.picture, h("div", { class: "loading-text" }, this.title, this.words, this.bar));
    this.picture.addEventListener("load", () => { this.picture.hidden = false; });
    this.picture.addEventListener("error", () => { this.picture.hidden = true; });
    store.on(["settingUp", "scene", "connection", "dark"], (state) => this.show(state));
  }

  private show({ settingUp, scene, connection, dark }: State): void {
    const first = scene === null;
    this.element.hidden = !settingUp && !first;
    this.element.dataset.first = String(first);
    if (this.element.hidden) return;
    const name = settingUp?.name ?? "";
    if (name !== "" && `${name} ${dark}` !== this.shown) {
      this.shown = `${name} ${dark}`;
      this.picture.hidden = true;
      this.picture.src = pictureOf(name, dark);
    }
    this.title.textContent = settingUp ? settingUp.title : "Footwork";
    const waiting = connection === "lost" ? "The studio is not answering yet. Trying again…" : "Connecting to the studio…";
    this.words.textContent = settingUp ? `${capital(settingUp.words || "getting ready")}…` : connection === "open" ? "Getting the scene ready…" : waiting;
    if (settingUp) this.bar.value = Math.max(0.02, settingUp.done);
    else this.bar.removeAttribute("value");
  }
}
