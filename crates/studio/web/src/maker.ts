// Making a scene: add, move and remove actors and props, choose their minds, take back, try, and save as TOML.

import { ask, post, sentence } from "./api";
import { byId, h, iconButton, save, toast } from "./dom";
import { Changes, changeMind, mindOf, NEW_PROPS, tableOf, givePath, withPeople, withTable, type ActorDraft, type Draft, type PropDraft } from "./draft";
import type { Link, Vec3 } from "./link";
import type { MindChoice, SceneDraft, SceneMade } from "./protocol";
import { capital } from "./say";
import type { Store } from "./store";

export class Maker {
  private readonly element = byId("maker");
  private readonly list = h("ul", { class: "made" });
  private readonly props = h("ul", { class: "made" });
  private readonly name = h("input", { type: "text", id: "make-name", "aria-label": "Name of the scene", maxlength: 80 });
  private readonly title = h("input", { type: "text", "aria-label": "Title", onchange: () => this.edit((draft) => { draft.title = this.title.value; }) });
  private readonly problem = h("p", { class: "problem", role: "alert" });
  private readonly undo = iconButton("undo", "Undo", () => this.travel("undo"));
  private readonly redo = iconButton("redo", "Redo", () => this.travel("redo"));
  private changes: Changes | null = null;
  private minds: MindChoice[] = [];
  /** The file's text as this page wrote it last: somebody else's is not written over. */
  private known: string | null = null;
  private applying = 0;
  /** What a click on the floor places. */
  private placing: { kind: "actor" | "prop" | "path"; index: number } | null = null;

  constructor(private readonly link: Link, private readonly store: Store, private readonly changed: () => void) {
    this.undo.id = "make-undo";
    this.redo.id = "make-redo";
    this.element.append(
      h("header", {}, h("h2", {}, "Make a scene"), this.undo, this.redo, iconButton("close", "Close", () => this.close(), "Esc")),
      h("label", { class: "dial" }, h("span", {}, "name"), this.name), h("label", { class: "dial" }, h("span", {}, "title"), this.title),
      h("h3", {}, "Actors"), this.list,
      h("div", { class: "wrap" }, h("button", { type: "button", class: "text-button", id: "add-actor", onclick: () => this.addActor() }, "Add an actor")),
      h("h3", {}, "Things"), this.props,
      h("div", { class: "wrap" }, ...Object.keys(NEW_PROPS).map((kind) => h("button", { type: "button", class: "text-button", "data-add": kind, onclick: () => this.edit((draft) => { (draft.props ??= []).push(structuredClone(NEW_PROPS[kind]!)); }) }, `Add a ${kind}`))),
      this.problem,
      h("div", { class: "wrap" },
        h("button", { type: "button", class: "solid", id: "make-save", onclick: () => void this.keep() }, "Save"),
        h("button", { type: "button", class: "text-button", id: "make-download", onclick: () => void this.download() }, "Download TOML")),
    );
  }

  get open(): boolean { return !this.element.hidden; }

  /** Begins with the scene that runs, or with one that was just imported. */
  async show(draft?: Draft, name?: string): Promise<void> {
    try {
      if (this.minds.length === 0) this.minds = await ask<MindChoice[]>("api/minds");
      const running = this.store.state.scene?.name ?? "";
      const given = draft ? null : await ask<SceneDraft>(`api/scenes/${encodeURIComponent(running)}`);
      this.changes = new Changes(draft ?? withPeople(given!.draft as Draft, this.store.state.scene?.people));
      this.known = given?.own ? given.text : null;
      this.name.value = name ?? (given!.own ? given!.name : `my ${given!.name}`);
      this.element.hidden = false;
      this.draw();
      this.changed();
      if (draft) await this.apply();
      this.name.focus();
    } catch (error) { toast(`The scene cannot be changed: ${sentence(error)}`, "error"); }
  }

  close(): void { this.element.hidden = true; this.placing = null; this.changed(); byId("make-open").focus(); }

  /** A click on the floor, while something is being placed. Whether it was used. */
  place([x, , z]: Vec3): boolean {
    const { placing } = this;
    if (!this.open || !placing || placing.kind === "path") return false;
    const at = [x, z].map((value) => Math.round(value * 100) / 100) as [number, number];
    this.placing = null;
    this.edit((draft) => {
      if (placing.kind === "actor") draft.actors[placing.index]!.at = at;
      else { const prop = draft.props![placing.index]!; prop.at = [at[0], prop.at[1], at[1]]; }
    });
    return true;
  }

  get wantsPath(): boolean { return this.open && this.placing?.kind === "path"; }

  /** A path was drawn on the floor, while one is wanted. Whether it was used. */
  path(points: readonly Vec3[]): boolean {
    const { placing } = this;
    if (!this.wantsPath || !placing) return false;
    this.placing = null;
    this.edit((draft) => givePath(draft, placing.index, points.map(([x, , z]) => [x, z]), this.minds));
    return true;
  }

  private travel(step: "undo" | "redo"): void {
    if (!this.changes?.[step]()) return;
    this.draw();
    void this.apply();
  }

  private edit(make: (draft: Draft) => void): void {
    this.changes?.change(make);
    this.draw();
    void this.apply();
  }

  private addActor(): void {
    this.edit((draft) => {
      const last = draft.actors.at(-1) ?? { mind: "stand" };
      const at = last.at ?? [0, 0];
      draft.actors.push({ ...structuredClone(last), name: `actor ${draft.actors.length + 1}`, at: [Math.round((at[0] + 1.5) * 100) / 100, at[1]], count: 1, team: draft.actors.length });
    });
  }

  private draw(): void {
    const { changes } = this;
    if (!changes) return;
    this.undo.disabled = !changes.canUndo;
    this.redo.disabled = !changes.canRedo;
    this.title.value = changes.now.title;
    this.list.replaceChildren(...changes.now.actors.map((actor, index) => this.actor(actor, index, changes.now.actors.length)));
    this.props.replaceChildren(...(changes.now.props ?? []).map((prop, index) => this.prop(prop, index)));
  }

  private number(label: string, value: number, set: (value: number) => void, step = 0.1): HTMLInputElement {
    const field = h("input", { type: "number", step, value, "aria-label": label, onchange: () => { if (Number.isFinite(field.valueAsNumber)) set(field.valueAsNumber); else field.value = String(value); } });
    return field;
  }

  private actor(actor: ActorDraft, index: number, count: number): HTMLElement {
    const change = (make: (actor: ActorDraft) => ActorDraft | void): void => this.edit((draft) => { draft.actors[index] = make(draft.actors[index]!) ?? draft.actors[index]!; });
    const name = actor.name ?? "actor";
    const names = this.minds.map(({ mind }) => mind);
    const now = mindOf(actor, this.minds);
    const choice = this.minds.find(({ mind }) => mind === now);
    const at = actor.at ?? [0, 0];
    const mind = h("select", { "aria-label": `Mind of ${name}`, onchange: () => change((one) => changeMind(one, mind.value, names)) },
      ...this.minds.map((choice) => h("option", { value: choice.mind, title: choice.line, selected: choice.mind === now }, capital(choice.title))));
    const title = h("input", { type: "text", value: name, "aria-label": `Name of actor ${index + 1}`, onchange: () => change((one) => { one.name = title.value; }) });
    const remove = iconButton("close", `Remove ${name}`, () => this.edit((draft) => { draft.actors.splice(index, 1); }));
    remove.disabled = count < 2;
    return h("li", { "data-actor": index }, title, remove,
      h("div", { class: "fields" }, h("span", {}, "mind"), mind,
        h("span", {}, "where"), h("span", { class: "pair" }, this.number("X in metres", at[0], (x) => change((one) => { one.at = [x, at[1]]; })), this.number("Z in metres", at[1], (z) => change((one) => { one.at = [at[0], z]; })), this.placer("actor", index)),
        h("span", {}, "facing"), this.number("Degrees to the left", actor.facing ?? 0, (facing) => change((one) => { one.facing = facing; }), 15),
        ...(choice && choice.styles.length > 0 ? [h("span", {}, "style"), this.style(name, tableOf(actor, now).style, choice.styles, (style) => change((one) => withTable(one, now, { style })))] : []),
        ...(choice?.keys.includes("path") ? [h("span", {}, "path"), this.pathField(name, tableOf(actor, now).path, index, () => change((one) => withTable(one, now, { path: undefined })))] : []),
        h("span", {}, "how many"), this.number("How many", actor.count ?? 1, (many) => change((one) => { one.count = Math.max(1, Math.round(many)); }), 1),
        h("span", {}, "team"), this.number("Team", actor.team ?? 0, (team) => change((one) => { one.team = Math.max(0, Math.round(team)); }), 1)));
  }

  private style(name: string, now: unknown, styles: readonly string[], set: (style: string | undefined) => void): HTMLElement {
    const pick = h("select", { "aria-label": `Style of ${name}`, "data-style": "", onchange: () => set(pick.value || undefined) },
      h("option", { value: "" }, "As usual"), ...styles.map((style) => h("option", { value: style, selected: style === now }, capital(style.replaceAll("-", " ")))));
    return pick;
  }

  private pathField(name: string, now: unknown, index: number, forget: () => void): HTMLElement {
    const many = Array.isArray(now) ? now.length : 0;
    return h("span", { class: "pair" }, h("span", { class: "faint" }, many === 0 ? "none" : `${many} ${many === 1 ? "point" : "points"}`),
      h("button", { type: "button", class: "chip", "data-path": index, title: "Then draw it on the floor", onclick: () => { this.placing = { kind: "path", index }; toast("Draw the path on the floor, from where it begins."); } }, "Draw"),
      many > 0 && iconButton("close", `Forget the path of ${name}`, forget));
  }

  private prop(prop: PropDraft, index: number): HTMLElement {
    const change = (at: [number, number, number]): void => this.edit((draft) => { draft.props![index]!.at = at; });
    const [x, y, z] = prop.at;
    return h("li", { "data-prop": index }, h("b", {}, capital(prop.kind)), iconButton("close", `Remove the ${prop.kind}`, () => this.edit((draft) => { draft.props!.splice(index, 1); })),
      h("div", { class: "fields" }, h("span", {}, "where"), h("span", { class: "pair" },
        this.number("X in metres", x, (to) => change([to, y, z])), this.number("Height in metres", y, (to) => change([x, to, z])), this.number("Z in metres", z, (to) => change([x, y, to])), this.placer("prop", index))));
  }

  private placer(kind: "actor" | "prop", index: number): HTMLElement {
    return h("button", { type: "button", class: "chip", title: "Then click the floor", onclick: () => { this.placing = { kind, index }; toast("Click the floor where it should be."); } }, "Place");
  }

  /** Has the scene played as it is now. What is wrong with it is said, and the one before plays on. */
  private async apply(): Promise<void> {
    const mine = ++this.applying;
    try {
      const made = await this.make(false);
      if (mine !== this.applying) return;
      this.problem.textContent = "";
      this.link.send({ type: "scene", name: made.name });
    } catch (error) { if (mine === this.applying) this.problem.textContent = capital(sentence(error)); }
  }

  private make(file: boolean): Promise<SceneMade> {
    return post<SceneMade>("api/scenes", { name: this.name.value.trim(), draft: this.changes?.now, save: file, known: this.known });
  }

  private async keep(): Promise<void> {
    try {
      const made = await this.make(true);
      this.known = made.text;
      this.problem.textContent = "";
      toast(`Saved as ${made.file}. Play it with: footwork play "${made.file}"`);
    } catch (error) { this.problem.textContent = capital(sentence(error)); }
  }

  private async download(): Promise<void> {
    try {
      const made = await this.make(false);
      save(new Blob([made.text], { type: "application/toml" }), `${made.name}.toml`);
    } catch (error) { this.problem.textContent = capital(sentence(error)); }
  }
}

export const makeButton = (maker: Maker): HTMLElement =>
  h("button", { type: "button", class: "text-button", id: "make-open", title: "Add and move actors and things, choose minds", onclick: () => { if (maker.open) maker.close(); else void maker.show(); } }, "Make");
