// The clip browser: a repertoire's takes, one of them played on the floor, its annotation below, edited by hand.

import { Vector3 } from "three";
import type { Eye } from "./camera";
import { byId, clock, h, icon, iconButton, toast } from "./dom";
import { Figures } from "./figure";
import { Inspector } from "./inspector";
import { Frame, type SceneMessage } from "./link";
import { Overlays, type OverlayBar } from "./overlays";
import { Bodies } from "./pose";
import { EditSession, loadClasses, loadFrames, loadTakes, type Edits, type Take, type TakeFrames } from "./takes";
import { Timeline } from "./timeline";
import type { World } from "./world";

export class Clips {
  private takes: Take[] = [];
  private take: Take | null = null;
  private frames: TakeFrames | null = null;
  private session: EditSession | null = null;
  private readonly sessions = new Map<number, EditSession>();
  private selected: number | null = null;
  private cut: number | null = null;
  private time = 0;
  private playing = false;
  private on = false;
  private dirty = true;
  private frame = -1;
  private known = new Set<string>();
  private message: SceneMessage | null = null;
  private bodies: Bodies | null = null;
  private figures: Figures | null = null;
  private overlays: Overlays | null = null;
  private readonly list = h("ul", { class: "take-list" });
  private readonly timeline: Timeline;
  private readonly inspector: Inspector;
  private readonly play: HTMLButtonElement;
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly now = h("output", { class: "time", id: "clip-time" });
  private readonly saved = h("span", { class: "faint saved", role: "status" });

  constructor(private readonly world: World, private readonly eye: Eye, private readonly bar: OverlayBar) {
    this.timeline = new Timeline({
      seek: (time) => this.seek(time),
      select: (action) => this.choose(action),
      selectCut: (time) => { this.cut = time; this.timeline.choose(this.selected, time); },
      moveCut: (from, to) => this.edit((edits) => edits.cuts.push({ move: round(from), to: round(to) }), round(to)),
      addCut: (time) => this.edit((edits) => edits.cuts.push({ add: round(time) }), round(time)),
      removeCut: (time) => this.edit((edits) => edits.cuts.push({ remove: round(time) })),
      support: (foot, from, to, down) => this.edit((edits) => edits.supports.push({ foot, from: round(from), to: round(to), down })),
    });
    this.inspector = new Inspector({
      classes: (action, classes) => this.edit((edits) => {
        // A word that the vocabulary does not have is refused, unless it is said to be new.
        const fresh = classes.filter((word) => this.known.size > 0 && !this.known.has(word) && !edits.new_classes.includes(word));
        edits.new_classes.push(...fresh);
        edits.actions.push({ at: middle(action), classes });
      }),
      limbs: (action, limbs) => this.edit((edits) => edits.actions.push({ at: middle(action), limbs })),
      protects: (action, part) => this.edit((edits) => edits.actions.push({ at: middle(action), protects: part })),
    });
    this.play = iconButton("play", "Play the take", () => this.toggle(), "Space");
    this.play.classList.add("primary");
    this.play.id = "clip-play";
    this.undo = iconButton("undo", "Undo", () => this.travel("undo"), "Ctrl Z");
    this.redo = iconButton("redo", "Redo", () => this.travel("redo"), "Ctrl Y");
    this.undo.id = "undo";
    this.redo.id = "redo";
    byId("takes").append(h("h2", {}, "Takes"), this.list);
    byId("timeline").append(
      h("div", { class: "row lane-tools" }, this.play, this.now,
        h("button", { type: "button", class: "text-button", id: "cut-here", title: "Cut at the playhead (X)", onclick: () => this.cutHere() }, "Cut here"),
        this.undo, this.redo, this.saved, h("span", { class: "grow" }),
        h("button", { type: "button", class: "icon-button", "aria-label": "Show more time", title: "Show more time (wheel)", onclick: () => this.timeline.zoom(1.5) }, "−"),
        h("button", { type: "button", class: "icon-button", "aria-label": "Show less time", title: "Show less time (wheel)", onclick: () => this.timeline.zoom(1 / 1.5) }, "+")),
      ...this.timeline.elements,
    );
  }

  state(): { take: string | null; time: number; playing: boolean; selected: number | null; actions: number; cuts: number[] } {
    return {
      take: this.take?.name ?? null, time: this.time, playing: this.playing, selected: this.selected,
      actions: this.take?.actions.length ?? 0, cuts: this.take?.actions.slice(1).map((one) => one.from) ?? [],
    };
  }

  touch(): void { this.dirty = true; }
  look(): void { this.figures?.colour([0], this.world.dark, null); this.dirty = true; }

  /** Another scene may have another repertoire and another body. */
  scene(message: SceneMessage): void {
    if (this.message?.name === message.name) return;
    this.message = message;
    this.takes = [];
    this.take = null;
    this.frames = null;
    this.sessions.clear();
    this.figures?.dispose();
    this.overlays?.dispose();
    this.figures = null;
    if (this.on) this.show(true);
  }

  show(on: boolean): void {
    this.on = on;
    if (on && this.message && !this.figures) {
      this.bodies = new Bodies(this.message.skeleton);
      this.figures = new Figures(this.message.skeleton, 1);
      this.overlays = new Overlays({ ...this.message, actors: this.message.actors.slice(0, 1) });
      this.world.scene.add(this.figures.object, this.overlays.object);
      this.look();
    }
    if (this.figures) this.figures.object.visible = on;
    if (this.overlays) this.overlays.object.visible = on;
    this.dirty = true;
    if (!on) { this.playing = false; this.button(); return; }
    this.inspector.show(this.take, null, 0);
    if (this.takes.length === 0) void this.load();
    else { this.timeline.draw(); this.frameBody(); }
  }

  private async load(): Promise<void> {
    try {
      this.takes = await loadTakes();
      this.listTakes();
      void loadClasses().then((list) => { this.known = new Set(list.map(({ word }) => word)); this.inspector.vocabulary(list); }).catch(() => undefined);
      if (this.takes[0]) await this.open(this.takes[0]);
    } catch (error) { complain("No takes", error); }
  }

  private listTakes(): void {
    this.list.replaceChildren(...this.takes.map((take) => h("li", {}, h("button", {
      type: "button", "data-take": take.index, "aria-current": String(take.index === this.take?.index), onclick: () => void this.open(take),
    }, h("b", {}, take.name), h("small", {}, `${take.seconds.toFixed(1)} s · ${take.actions.length} actions${take.mirrored_from === null ? "" : " · mirrored"}`)))));
  }

  private async open(take: Take): Promise<void> {
    if (!this.bodies) return;
    try {
      const frames = await loadFrames(take.index, this.bodies.joints);
      this.take = take;
      this.frames = frames;
      let session = this.sessions.get(take.index);
      if (!session) { session = new EditSession(take.index, take.edits, (next) => this.annotated(next)); this.sessions.set(take.index, session); }
      this.session = session;
      this.selected = this.cut = null;
      this.time = 0;
      this.frame = -1;
      this.listTakes();
      this.timeline.open(take, true);
      this.inspector.show(take, null, session.count);
      this.buttons();
      this.dirty = true;
      this.update(0);
      this.frameBody();
    } catch (error) { complain(`${take.name} cannot be shown`, error); }
  }

  /** The server has worked out what the edits mean. */
  private annotated(take: Take): void {
    const index = this.takes.findIndex((one) => one.index === take.index);
    if (index >= 0) this.takes[index] = take;
    if (this.take?.index !== take.index) return;
    this.take = take;
    if (this.selected !== null && this.selected >= take.actions.length) this.selected = null;
    this.timeline.open(take, false);
    this.timeline.choose(this.selected, this.cut);
    this.listTakes();
    this.inspect();
    this.dirty = true;
  }

  private inspect(): void {
    const action = this.selected === null ? null : this.take?.actions[this.selected] ?? null;
    this.inspector.show(this.take, action, this.session?.count ?? 0);
  }

  private choose(action: number | null): void {
    this.selected = action;
    this.cut = null;
    this.timeline.choose(action, null);
    this.inspect();
  }

  private edit(make: (edits: Edits) => void, cut: number | null = null): void {
    if (!this.session || !this.take?.editable) { toast("This take cannot be edited.", "error"); return; }
    this.saved.textContent = "Saving…";
    this.cut = cut;
    this.session.change((edits) => { make(edits); }).then(() => { this.saved.textContent = "Saved"; this.buttons(); }).catch((error: unknown) => {
      this.saved.textContent = "";
      complain("Not changed", error);
      this.timeline.draw();
    });
  }

  private travel(way: "undo" | "redo"): void {
    this.session?.[way]().then(() => { this.saved.textContent = way === "undo" ? "Undone" : "Done again"; this.buttons(); })
      .catch((error: unknown) => complain("Not changed", error));
  }

  private buttons(): void {
    this.undo.disabled = !this.session?.canUndo;
    this.redo.disabled = !this.session?.canRedo;
    byId<HTMLButtonElement>("cut-here").disabled = !this.take?.editable;
  }

  private cutHere(): void { this.edit((edits) => edits.cuts.push({ add: round(this.time) }), round(this.time)); }
  private toggle(): void { this.playing = !this.playing; this.button(); }
  private button(): void {
    this.play.replaceChildren(icon(this.playing ? "pause" : "play"));
    this.play.setAttribute("aria-label", this.playing ? "Pause the take" : "Play the take");
  }

  private seek(time: number): void {
    this.time = Math.min(this.take?.seconds ?? 0, Math.max(0, time));
    this.dirty = true;
  }

  shortcut(key: string): boolean {
    const rate = this.take?.rate ?? 60;
    const actions: Record<string, () => void> = {
      space: () => this.toggle(), arrowleft: () => this.seek(this.time - 1 / rate), arrowright: () => this.seek(this.time + 1 / rate),
      home: () => this.seek(0), end: () => this.seek(this.take?.seconds ?? 0), x: () => this.cutHere(), escape: () => this.choose(null),
      "ctrl+z": () => this.travel("undo"), "ctrl+y": () => this.travel("redo"), "ctrl+shift+z": () => this.travel("redo"),
      delete: () => { if (this.cut !== null) { const at = this.cut; this.edit((edits) => edits.cuts.push({ remove: at })); } },
    };
    actions[key]?.();
    return key in actions;
  }

  update(seconds: number): boolean {
    const { take, frames, bodies, figures, overlays } = this;
    if (!this.on || !take || !frames || !bodies || !figures || !overlays) return false;
    if (this.playing) {
      this.time += seconds;
      if (this.time > take.seconds) this.time = 0;
    }
    const index = Math.min(frames.count - 1, Math.max(0, Math.round(this.time * frames.rate)));
    this.timeline.playhead(this.time, this.playing);
    this.now.value = clock(this.time);
    if (index === this.frame && !this.dirty) return false;
    this.frame = index;
    this.dirty = false;
    const at = 8 + index * frames.stride;
    bodies.solveOne(frames.view, at, at + 12);
    figures.pose(bodies);
    figures.ghost(this.bar.shown.skeleton || this.bar.shown.capsules);
    overlays.update(bodies, this.asFrame(index), null, this.bar.shown, this.world.dark, null);
    this.eye.track(new Vector3(frames.view.getFloat32(at, true), 0, frames.view.getFloat32(at + 8, true)), Math.max(seconds, 0.05), true);
    return true;
  }

  /** Overlays read frames of the stage: this makes one, with the feet that the annotation says are down. */
  private asFrame(index: number): Frame {
    const { frames, take } = this;
    const joints = this.bodies?.joints ?? 0;
    const buffer = new ArrayBuffer(24 + 16 + 4 * joints);
    const view = new DataView(buffer);
    view.setUint8(0, 1);
    view.setUint32(4, 1, true);
    view.setBigUint64(8, BigInt(index), true);
    if (frames) for (let byte = 0; byte < 12; byte += 4) view.setFloat32(24 + byte, frames.view.getFloat32(8 + index * frames.stride + byte, true), true);
    const down = (spans: [number, number][] | undefined): boolean => spans?.some(([from, to]) => from <= this.time && this.time <= to) ?? false;
    view.setUint8(36, (down(take?.supports.left) ? 1 : 0) | (down(take?.supports.right) ? 2 : 0));
    return Frame.read(buffer, joints)!;
  }

  private frameBody(): void {
    if (!this.bodies || this.bodies.count === 0) return;
    this.eye.frame([new Vector3(this.bodies.position[0] ?? 0, 0, this.bodies.position[2] ?? 0)]);
  }
}

const round = (time: number): number => Math.round(time * 10000) / 10000;
const middle = (action: { from: number; to: number }): number => round((action.from + action.to) / 2);
const complain = (what: string, error: unknown): void => toast(`${what}: ${error instanceof Error ? error.message : String(error)}`, "error");
