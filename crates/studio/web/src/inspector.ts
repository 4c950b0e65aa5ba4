// What is chosen on the timeline, and saying otherwise: an action's classes and limbs, a blow's limb, a cut.

import { byId, h, icon, words } from "./dom";
import { classSlot, LIMBS } from "./palette";
import { actionAt, cutAt, likeActions, strikeAt, type Action, type Selection, type Strike, type Take } from "./takes";

export interface InspectorHost {
  classes(action: Action, classes: string[]): void;
  limbs(action: Action, limbs: string[]): void;
  /** Gives this action's classes to all that are like it. */
  like(action: Action): void;
  protects(action: Action, part: string): void;
  strikeLimb(strike: Strike, limb: string): void;
  removeStrike(strike: Strike): void;
  removeCut(time: number): void;
}

export class Inspector {
  private readonly element = byId("inspector");
  private readonly words = h("datalist", { id: "class-words" });

  constructor(private readonly host: InspectorHost) {}

  vocabulary(list: { word: string; meaning: string }[]): void {
    this.words.replaceChildren(...list.map(({ word, meaning }) => h("option", { value: word, label: meaning === word ? undefined : meaning })));
  }

  show(take: Take | null, selection: Selection | null, edits: number): void {
    this.element.replaceChildren(...this.parts(take, selection, edits));
  }

  private parts(take: Take | null, selection: Selection | null, edits: number): (Node | string)[] {
    if (!take) return [h("p", { class: "faint" }, "Choose a take.")];
    if (selection?.kind === "strike") {
      const strike = strikeAt(take, selection.at, selection.limb);
      if (strike) return this.strike(take, strike);
    } else if (selection?.kind === "cut") {
      const cut = cutAt(take, selection.at);
      if (cut !== null) return this.cut(take, cut);
    } else if (selection) {
      const action = actionAt(take, selection.at);
      if (action) return this.action(take, action);
    }
    return this.whole(take, edits);
  }

  private whole(take: Take, edits: number): (Node | string)[] {
    const mirrored = take.mirrored_from === null ? "" : ` · mirrored from ${take.mirrored_from}`;
    return [
      h("h2", {}, take.name),
      h("p", { class: "faint" }, `${take.seconds.toFixed(2)} s · ${take.rate.toFixed(0)} Hz · ${take.actions.length} actions · ${take.strikes.length} blows${mirrored}`),
      h("h3", {}, take.editable ? "Editing" : "This take cannot be edited"),
      take.editable ? h("ul", { class: "tips" },
        h("li", {}, "Click an action to see and change its classes."),
        h("li", {}, "Drag a cut to move it; double-click an action to add one; Delete removes it."),
        h("li", {}, "Drag a blow to move it; double-click its lane to add one; Delete removes it."),
        h("li", {}, "Drag in a foot’s lane to put it down; drag within a span to lift it.")) : h("p", { class: "faint" }, "It follows the take that it mirrors."),
      edits > 0 ? h("p", { class: "faint" }, `${edits} ${edits === 1 ? "edit" : "edits"}, saved in ${take.edits_file ?? "its file"}.`) : "",
    ];
  }

  private cut(take: Take, cut: number): (Node | string)[] {
    const [before, after] = [actionAt(take, cut - 0.5 / take.rate), actionAt(take, cut)];
    const name = (action: Action | null): string => words(action?.classes.at(-1) ?? "unnamed");
    return [
      h("h2", {}, "Cut"),
      h("p", { class: "faint" }, `At ${cut.toFixed(3)} s, between ${name(before)} and ${name(after)}.`),
      h("p", { class: "faint" }, "Drag it, or move it by frames with ← and →."),
      h("button", { type: "button", class: "text-button", id: "cut-remove", onclick: () => this.host.removeCut(cut) }, "Remove the cut"),
    ];
  }

  private strike(take: Take, strike: Strike): (Node | string)[] {
    return [
      h("h2", {}, `Blow: ${words(strike.limb)}`),
      h("p", { class: "faint" }, `At ${strike.time.toFixed(3)} s, ${strike.speed.toFixed(1)} m/s.`),
      h("h3", {}, "Limb"),
      h("select", {
        id: "strike-limb", "aria-label": "Limb", disabled: !take.editable,
        onchange: (event: Event) => this.host.strikeLimb(strike, (event.target as HTMLSelectElement).value),
      }, ...LIMBS.map((limb) => h("option", { value: limb, selected: limb === strike.limb }, words(limb)))),
      take.editable ? h("p", { class: "row end" }, h("button", { type: "button", class: "text-button", id: "strike-remove", onclick: () => this.host.removeStrike(strike) }, "Remove the blow")) : "",
    ];
  }

  private action(take: Take, action: Action): (Node | string)[] {
    const field = h("input", { type: "text", list: "class-words", id: "class-add", placeholder: "Add a class…", "aria-label": "Add a class" });
    const without = (name: string): string[] => action.classes.filter((one) => one !== name);
    const add = (event: SubmitEvent): void => {
      event.preventDefault();
      const word = field.value.trim().toLowerCase().replaceAll(" ", "_");
      if (word && !action.classes.includes(word)) this.host.classes(action, [...action.classes, word]);
    };
    return [
      h("h2", {}, words(action.classes.at(-1) ?? "unnamed")),
      h("p", { class: "faint" }, `${action.from.toFixed(2)}–${action.to.toFixed(2)} s · ${Math.round(action.sure * 100)} % sure · ${action.origin === "hand" ? "by hand" : words(action.origin)}`),
      h("h3", {}, "Classes, general to special"),
      h("div", { class: "chips" }, ...action.classes.map((name) => h("span", { class: `tag k${classSlot(action.classes[0] ?? "")}` }, words(name),
        take.editable && h("button", { type: "button", class: "x", "aria-label": `Remove ${words(name)}`, onclick: () => this.host.classes(action, without(name)) }, icon("close"))))),
      take.editable ? h("form", { class: "row add", onsubmit: add }, field, h("button", { type: "submit", class: "text-button", id: "class-add-go" }, "Add")) : "",
      this.words,
      take.editable && likeActions(take, action).length > 0 ? h("button", { type: "button", class: "text-button", id: "copy-like", title: "To all of the same kind and limbs in this take", onclick: () => this.host.like(action) }, `Copy to ${likeActions(take, action).length} like it`) : "",
      h("h3", {}, "Limbs"),
      h("div", { class: "limbs" }, ...LIMBS.map((limb) => h("label", {},
        h("input", {
          type: "checkbox", checked: action.limbs.includes(limb), disabled: !take.editable,
          onchange: (event: Event) => this.host.limbs(action, (event.target as HTMLInputElement).checked ? [...action.limbs, limb] : action.limbs.filter((one) => one !== limb)),
        }), words(limb)))),
      h("h3", {}, "Protects"),
      h("select", { "aria-label": "Protects", disabled: !take.editable, onchange: (event: Event) => { const { value } = event.target as HTMLSelectElement; if (value) this.host.protects(action, value); } },
        ...["", "head", "body", "legs"].map((part) => h("option", { value: part, selected: (action.protects ?? "") === part }, part || "nothing"))),
    ];
  }
}
