// What the scene is, and what can be done in it: a card that can be folded away, and is on small screens.

import { byId, h } from "./dom";
import { capital } from "./say";
import type { Input } from "./input";
import { PeopleDial } from "./people";
import type { Scene } from "./scene";
import type { Store } from "./store";

/** Names in a list of actors. */
const LISTED = 1000;

export class SceneCard {
  private readonly element = byId<HTMLDetailsElement>("scene-card");
  private readonly pick: HTMLSelectElement;
  private readonly title = h("summary");
  private readonly line = h("p");
  private readonly controls = h("dl", { class: "controls" });

  private readonly people: PeopleDial;

  constructor(store: Store, private readonly input: Input, select: (actor: number | null) => void, people: (count: number) => void) {
    this.people = new PeopleDial(people);
    this.pick = h("select", { id: "actor-pick", "aria-label": "Select an actor", onchange: () => select(this.pick.value === "" ? null : Number(this.pick.value)) });
    this.element.append(this.title, this.line, this.people.element, this.controls, this.pick);
    const small = matchMedia("(max-width: 899px), (max-height: 560px)");
    const fit = (): void => { this.element.open = !small.matches; };
    small.addEventListener("change", fit);
    fit();
    store.on(["selected"], ({ selected }) => { this.pick.value = selected === null ? "" : String(selected); });
    store.on(["pad"], () => this.drawControls());
  }

  open({ title, line, actors, people }: Scene): void {
    this.title.textContent = title;
    this.line.textContent = line;
    this.people.open(people);
    this.pick.replaceChildren(h("option", { value: "" }, actors.length === 1 ? "Nobody selected" : `${actors.length} actors`),
      ...actors.slice(0, LISTED).map((one, index) => h("option", { value: index }, one.name)));
    this.drawControls();
  }

  private drawControls(): void {
    this.controls.replaceChildren(...this.input.controls().flatMap(([keys, what, button]) => {
      if (button === undefined) return [h("dt", {}, h("kbd", {}, keys)), h("dd", {}, what)];
      // A mouse presses it, too.
      const press = h("button", { type: "button", class: "key", tabindex: "-1", title: capital(what), "aria-label": capital(what), "data-press": button }, keys);
      this.input.steering.touchButton(press, button);
      return [h("dt", {}, press), h("dd", {}, what)];
    }));
  }
}
