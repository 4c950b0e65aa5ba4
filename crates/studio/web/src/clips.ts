// The clip browser: a repertoire's takes, one of them played on the floor, its annotation below, edited by hand.

import { Vector3 } from "three";
import type { Eye } from "./camera";
import { asFrame } from "./clipframe";
import { byId, clock, h, icon, iconButton, toast } from "./dom";
import { Figures } from "./figure";
import { ALONE } from "./looks";
import { Inspector } from "./inspector";
import { Overlays, type OverlayBar } from "./overlays/index";
import { Bodies } from "./pose";
import type { Scene } from "./scene";
import {
  actionAt, EditSession, likeActions, loadClasses, loadFrames, loadTakes, middle, type Action, type Edits, type Selection, type Strike, type Take, type TakeFrames,
} from "./takes";
import { TakeList } from "./takelist";
import { Timeline } from "./timeline";
import type { World } from "./world";

export class Clips {
  private takes: Take[] = [];
  private take: Take | null = null;
  private frames: TakeFrames | null = null;
  private session: EditSession | null = null;
  private readonly sessions = new Map<number, EditSession>();
  private selection: Selection | null = null;
  private time = 0;
  private playing = false;
  private on = false;
  private dirty = true;
  private frame = -1;
  private known = new Set<string>();
  private message: Scene | null = null;
  private bodies: Bodies | null = null;
  private figures: Figures | null = null;
  private overlays: Overlays | null = null;
  private readonly list = new TakeList((take) => void this.open(take));
  private readonly remove: () => void;
  private readonly timeline: Timeline;
  private readonly inspector: Inspector;
  private readonly play: HTMLButtonElement;
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly now = h("output", { class: "time", id: "clip-time" });
  private readonly saved = h("span", { class: "faint saved", role: "status" });

  constructor(private readonly world: World, private readonly eye: Eye, private readonly bar: OverlayBar) {
    const cuts = {
      removeCut: (time: number) => this.edit((edits) => edits.cuts.push({ remove: round(time) }), null),
      moveCut: (from: number, to: number) => this.edit((edits) => edits.cuts.push({ move: round(from), to: round(to) }), { kind: "cut", at: to }),
      addCut: (time: number) => this.cutAt(time),
    };
    const strikes = {
      addStrike: (time: number) => this.strikeAt(time),
      moveStrike: (strike: Strike, to: number) => this.changeStrike(strike, to, strike.limb),
      strikeLimb: (strike: Strike, limb: string) => this.changeStrike(strike, strike.time, limb),
      removeStrike: ({ time, limb }: Pick<Strike, "time" | "limb">) => this.edit((edits) => edits.strikes.push({ remove: round(time), limb }), null),
    };
    this.remove = () => {
      const chosen = this.selection;
      if (chosen?.kind === "cut") cuts.removeCut(chosen.at);
      if (chosen?.kind === "strike") strikes.removeStrike({ time: chosen.at, limb: chosen.limb });
    };
    const about = (action: Action, what: object): void => this.edit((edits) => edits.actions.push({ at: round(middle(action)), ...what }));
    this.timeline = new Timeline({
      ...cuts, ...strikes,
      seek: (time) => this.seek(time),
      select: (selection) => this.choose(selection),
      support: (foot, from, to, down) => this.edit((edits) => edits.supports.push({ foot, from: round(from), to: round(to), down })),
    });
    this.inspector = new Inspector({
      ...cuts, ...strikes,
      classes: (action, classes) => this.edit((edits) => {
        // A word that the vocabulary does not have is refused, unless it is said to be new.
        const fresh = classes.filter((word) => this.known.size > 0 && !this.known.has(word) && !edits.new_classes.includes(word));
        edits.new_classes.push(...fresh);
        edits.actions.push({ at: round(middle(action)), classes });
      }),
      limbs: (action, limbs) => about(action, { limbs }),
      like: (action) => {
        const others = this.take ? likeActions(this.take, action) : [];
        this.edit((edits) => edits.actions.push(...others.map((other) => ({ at: round(middle(other)), classes: action.classes }))));
        toast(`Copied to ${others.length} ${others.length === 1 ? "action" : "actions"}. Undo takes all of it back.`);
      },
      protects: (action, protects) => about(action, { protects }),
    });
    this.play = iconButton("play", "Play the take", () => this.toggle(), "Space");
    this.play.classList.add("primary");
    this.play.id = "clip-play";
    const travels = (step: "undo" | "redo", label: string, key: string): HTMLButtonElement => Object.assign(iconButton(step, label, () => this.travel(step), key), { id: step });
    [this.undo, this.redo] = [travels("undo", "Undo", "Ctrl Z"), travels("redo", "Redo", "Ctrl Y")];
    byId("timeline").append(
      h("div", { class: "row lane-tools" }, this.play, this.now,
        h("button", { type: "button", class: "text-button", id: "cut-here", title: "Cut at the playhead (X)", onclick: () => this.cutAt(this.time) }, "Cut here"),
        this.undo, this.redo, this.saved, h("span", { class: "grow" }),
        h("button", { type: "button", class: "icon-button", "aria-label": "Show more time", title: "Show more time (wheel)", onclick: () => this.timeline.zoom(1.5) }, "−"),
        h("button", { type: "button", class: "icon-button", "aria-label": "Show less time", title: "Show less time (wheel)", onclick: () => this.timeline.zoom(1 / 1.5) }, "+")),
      ...this.timeline.elements,
    );
  }

  state(): { take: string | null; time: number; playing: boolean; selection: Selection | null; cuts: number[]; strikes: Strike[] } {
    return {
      take: this.take?.name ?? null, time: this.time, playing: this.playing, selection: this.selection,
      cuts: this.take?.actions.slice(1).map((one) => one.from) ?? [], strikes: this.take?.strikes ?? [],
    };
  }

  touch(): void { this.dirty = true; }
  paint(): void { this.figures?.colour([ALONE], this.world.dark); this.dirty = true; }

  /** Another scene may have another repertoire and another body. */
  scene(message: Scene): void {
    if (this.message?.name === message.name) return;
    this.message = message;
    this.takes = [];
    this.take = null;
    this.frames = null;
    this.sessions.clear();
    for (const old of [this.figures, this.overlays]) old?.dispose();
    this.figures = null;
    if (this.on) this.show(true);
  }

  show(on: boolean): void {
    this.on = on;
    if (on && this.message && !this.figures) {
      this.bodies = new Bodies(this.message.skeleton);
      this.figures = new Figures(this.message.skeleton, 1, [ALONE]);
      this.overlays = new Overlays({ ...this.message, bodies: 1 }, this.bar);
      this.world.scene.add(this.figures.object, this.overlays.object);
      this.paint();
    }
    if (this.figures) this.figures.object.visible = on;
    if (this.overlays) this.overlays.object.visible = on;
    this.dirty = true;
    if (!on) { this.playing = false; this.button(); return; }
    this.inspect();
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

  private listTakes(): void { this.list.show(this.takes, this.take?.index ?? null); }

  private async open(take: Take): Promise<void> {
    if (!this.bodies) return;
    try {
      const frames = await loadFrames(take.index, this.bodies.joints);
      this.take = take;
      this.frames = frames;
      let session = this.sessions.get(take.index);
      if (!session) { session = new EditSession(take.index, take.edits, (next) => this.annotated(next)); this.sessions.set(take.index, session); }
      this.session = session;
      this.selection = null;
      this.time = 0;
      this.frame = -1;
      this.listTakes();
      this.timeline.open(take, true);
      this.inspect();
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
    this.timeline.open(take, false);
    this.timeline.choose(this.selection);
    this.listTakes();
    this.inspect();
    this.dirty = true;
  }

  private inspect(): void { this.inspector.show(this.take, this.selection, this.session?.count ?? 0); }

  private choose(selection: Selection | null): void {
    this.selection = selection;
    this.timeline.choose(selection);
    this.inspect();
  }

  /** Changes something, after which something else may be chosen: what was moved is where it was moved to. */
  private edit(make: (edits: Edits) => void, next: Selection | null = this.selection): void {
    if (!this.session || !this.take?.editable) { toast("This take cannot be edited.", "error"); return; }
    this.saved.textContent = "Saving…";
    this.selection = next;
    this.session.change((edits) => { make(edits); }).then(() => { this.tellSaved("Saved"); this.buttons(); }).catch((error: unknown) => {
      this.saved.textContent = "";
      complain("Not changed", error);
      this.timeline.draw();
      void this.reread();
    });
  }

  /** What was done, and the file that it is in. */
  private tellSaved(what: string): void {
    const file = this.take?.edits_file ?? null;
    const some = (this.session?.count ?? 0) > 0;
    this.saved.textContent = file && some ? `${what} in ${file.split(/[\\/]/).at(-1) ?? file}` : what;
    this.saved.title = file ?? "";
  }

  private travel(step: "undo" | "redo"): void {
    this.session?.[step]().then(() => { this.tellSaved(step === "undo" ? "Undone" : "Done again"); this.buttons(); })
      .catch((error: unknown) => { complain("Not changed", error); void this.reread(); });
  }

  /** What was refused may have been edited elsewhere meanwhile: shows the takes as they are now. */
  private async reread(): Promise<void> {
    for (const take of await loadTakes().catch(() => [])) {
      this.sessions.get(take.index)?.reread(take.edits);
      this.annotated(take);
    }
  }

  private buttons(): void {
    this.undo.disabled = !this.session?.canUndo;
    this.redo.disabled = !this.session?.canRedo;
    byId<HTMLButtonElement>("cut-here").disabled = !this.take?.editable;
  }

  private cutAt(time: number): void { this.edit((edits) => edits.cuts.push({ add: round(time) }), { kind: "cut", at: time }); }
  /** A blow of the limb that the action there uses. */
  private strikeAt(time: number): void {
    const limb = (this.take && actionAt(this.take, time)?.limbs[0]) ?? "right_hand";
    this.edit((edits) => edits.strikes.push({ add: round(time), limb }), { kind: "strike", at: time, limb });
  }

  private changeStrike(strike: Strike, at: number, limb: string): void {
    this.edit((edits) => edits.strikes.push({ remove: round(strike.time), limb: strike.limb }, { add: round(at), limb }), { kind: "strike", at, limb });
  }

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
      home: () => this.seek(0), end: () => this.seek(this.take?.seconds ?? 0), x: () => this.cutAt(this.time), escape: () => this.choose(null),
      "ctrl+z": () => this.travel("undo"), "ctrl+y": () => this.travel("redo"), "ctrl+shift+z": () => this.travel("redo"),
      delete: () => this.remove(),
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
    figures.ghost(this.bar.inside);
    overlays.update({ bodies, frame: asFrame(frames, take, index, this.time, bodies.joints), history: null, dark: this.world.dark, selected: null, pointed: null, insight: null });
    this.eye.track(new Vector3(frames.view.getFloat32(at, true), 0, frames.view.getFloat32(at + 8, true)), Math.max(seconds, 0.05));
    return true;
  }

  private frameBody(): void {
    if (!this.bodies || this.bodies.count === 0) return;
    const at = new Vector3(this.bodies.position[0] ?? 0, 0, this.bodies.position[2] ?? 0);
    this.world.furnish([[at.x, 0, at.z]], 0, 0);
    this.eye.frame({ people: [at], lead: at, facing: 0 });
  }
}
const round = (time: number): number => Math.round(time * 10000) / 10000;
const complain = (what: string, error: unknown): void => toast(`${what}: ${error instanceof Error ? error.message : String(error)}`, "error");
