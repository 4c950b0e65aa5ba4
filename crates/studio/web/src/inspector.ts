// What the selected action is, and saying otherwise: classes, limbs, what it protects.

import { byId, h, icon, words } from "./dom";
import { classSlot, LIMBS } from "./palette";
import type { Action, Take } from "./takes";

export interface InspectorHost {
  classes(action: Action, classes: string[]): void;
  limbs(action: Action, limbs: string[]): void;
  protects(action: Action, part: string): void;
}

export class Inspector {
  private readonly element = byId("inspector");
  private readonly words = h("datalist", { id: "class-words" });

  constructor(private readonly host: InspectorHost) {}

  vocabulary(list: { word: string; meaning: string }[]): void {
    this.words.replaceChildren(...list.map(({ word, meaning }) => h("option", { value: word, label: meaning === word ? undefined : meaning })));
  }

  show(take: Take | null, action: Action | null, edits: number): void {
    if (!take) { this.element.replaceChildren(h("p", { class: "faint" }, "Choose a take.")); return; }
    if (!action) {
      this.element.replaceChildren(
        h("h2", {}, take.name),
        h("p", { class: "faint" }, `${take.seconds.toFixed(2)} s · ${take.rate.toFixed(0)} Hz · ${take.actions.length} actions · ${take.strikes.length} blows${take.mirrored_from === null ? "" : ` · mirrored from ${take.mirrored_from}`}`),
        h("h3", {}, take.editable ? "Editing" : "This take cannot be edited"),
        take.editable ? h("ul", { class: "tips" },
          h("li", {}, "Click an action to see and change its classes."),
          h("li", {}, "Drag a cut to move it; double-click an action to add one; Delete removes it."),
          h("li", {}, "Drag in a foot’s lane to put it down; drag within a span to lift it.")) : "",
        edits > 0 ? h("p", { class: "faint" }, `${edits} ${edits === 1 ? "edit" : "edits"} saved.`) : "",
      );
      return;
    }
    const field = h("input", { type: "text", list: "class-words", id: "class-add", placeholder: "Add a class…", "aria-label": "Add a class" });
    this.element.replaceChildren(
      h("h2", {}, words(action.classes[action.classes.length - 1] ?? "unnamed")),
      h("p", { class: "faint" }, `${action.from.toFixed(2)}–${action.to.toFixed(2)} s · ${Math.round(action.sure * 100)} % sure · by ${words(action.origin)}`),
      h("h3", {}, "Classes, general to special"),
      h("div", { class: "chips" }, ...action.classes.map((name) => h("span", { class: `tag k${classSlot(action.classes[0] ?? "")}` }, words(name),
        take.editable && h("button", { type: "button", class: "x", "aria-label": `Remove ${words(name)}`, onclick: () => this.host.classes(action, action.classes.filter((one) => one !== name)) }, icon("close"))))),
      take.editable ? h("form", {
        class: "row add", onsubmit: (event: SubmitEvent) => {
          event.preventDefault();
          const word = field.value.trim().toLowerCase().replaceAll(" ", "_");
          if (word && !action.classes.includes(word)) this.host.classes(action, [...action.classes, word]);
        },
      }, field, h("button", { type: "submit", class: "text-button", id: "class-add-go" }, "Add")) : "",
      this.words,
      h("h3", {}, "Limbs"),
      h("div", { class: "limbs" }, ...LIMBS.map((limb) => h("label", {},
        h("input", {
          type: "checkbox", checked: action.limbs.includes(limb), disabled: !take.editable,
          onchange: (event: Event) => this.host.limbs(action, (event.target as HTMLInputElement).checked ? [...action.limbs, limb] : action.limbs.filter((one) => one !== limb)),
        }), words(limb)))),
      h("h3", {}, "Protects"),
      h("select", { "aria-label": "Protects", disabled: !take.editable, onchange: (event: Event) => { const { value } = event.target as HTMLSelectElement; if (value) this.host.protects(action, value); } },
        ...["", "head", "body", "legs"].map((part) => h("option", { value: part, selected: (action.protects ?? "") === part }, part || "nothing"))),
    );
  }
}
