// The takes of a repertoire, to choose from and to search.

import { byId, counted, h, words } from "./dom";
import type { Take } from "./takes";

export class TakeList {
  private readonly list = h("ul", { class: "take-list" });
  private readonly find = h("input", { type: "search", id: "take-find", placeholder: "Find a take or an action", "aria-label": "Find a take or an action", oninput: () => this.draw() });
  private takes: readonly Take[] = [];
  private chosen: number | null = null;

  constructor(private readonly open: (take: Take) => void) {
    byId("takes").append(h("h2", {}, "Takes"), this.find, this.list);
  }

  show(takes: readonly Take[], chosen: number | null): void {
    [this.takes, this.chosen] = [takes, chosen];
    this.find.hidden = takes.length < 2;
    this.draw();
  }

  private draw(): void {
    const wanted = this.find.value.trim().toLowerCase();
    const has = (take: Take): boolean => take.name.toLowerCase().includes(wanted) || take.actions.some(({ classes }) => classes.some((name) => words(name).includes(wanted)));
    const found = this.takes.filter((take) => wanted === "" || has(take));
    this.list.replaceChildren(...(found.length > 0 ? found.map((take) => h("li", {}, h("button", {
      type: "button", "data-take": take.index, "aria-current": String(take.index === this.chosen), onclick: () => this.open(take),
    }, h("b", {}, take.name), h("small", {}, `${take.seconds.toFixed(1)} s · ${counted(take.actions.length, "action")}${take.mirrored_from === null ? "" : " · mirrored"}`)))) : [h("li", { class: "faint" }, "No take has that.")]));
  }
}
