// The running scene as the page shows it: bodies, figures and overlays of one moment, now or a while ago.

import { Vector3 } from "three";
import { can, mindOf } from "./abilities";
import type { Eye } from "./camera";
import { Costume } from "./costume";
import { Figures } from "./figure";
import { History } from "./history";
import { Frame, type Vec3 } from "./link";
import { Overlays, type OverlayBar } from "./overlays/index";
import { Bodies } from "./pose";
import { Props } from "./props";
import type { Action } from "./shots";
import type { ButtonInfo, OverlayMessage, StageEvent } from "./protocol";
import type { Dressed } from "./looks";
import type { Actor, Scene } from "./scene";
import type { Store } from "./store";
import type { World } from "./world";

/** More are never sent. */
const MOST_BODIES = 1000;

/** m: a partner is no further away; and rad, how far aside the two are looked at. */
const NEAR = 2.4;
const ASIDE = 0.7;

export class Stage {
  bodies: Bodies | null = null;
  shown: Frame | null = null;
  /** What goes on in the mind of whoever is watched, as it was told last. */
  insight: OverlayMessage | null = null;
  props: Props | null = null;
  readonly history = new History(3600);
  readonly costume = new Costume(() => this.touch());
  private figures: Figures | null = null;
  private overlays: Overlays | null = null;
  private dirty = true;
  private framed = false;
  /** Ticks, where slow motion has come to. */
  private played = 0;
  /** Ticks, which moment is shown: between two frames in slow motion. */
  moment = 0;

  constructor(private readonly world: World, private readonly eye: Eye, private readonly bar: OverlayBar, private readonly store: Store) {
    store.on(["review", "selected"], () => this.touch());
    world.scene.add(this.costume.object);
  }

  get scene(): Scene | null { return this.store.state.scene; }
  get selected(): number | null { return this.store.state.selected; }
  get review(): number | null { return this.store.state.review; }

  open(scene: Scene): void {
    const other = this.scene?.name !== scene.name;
    this.figures?.dispose();
    this.overlays?.dispose();
    this.props?.dispose();
    this.insight = null;
    this.history.clear();
    this.store.set({ scene, review: null, ...(other ? { selected: null } : {}) });
    this.shown = null;
    this.bodies = new Bodies(scene.skeleton);
    this.figures = new Figures(scene.skeleton, Math.min(MOST_BODIES, Math.max(1, scene.actors.length)), this.dressed(scene.actors));
    this.overlays = new Overlays({ ...scene, bodies: Math.min(MOST_BODIES, scene.actors.length) }, this.bar);
    if (other) this.framed = false;
    this.props = new Props(scene.props);
    this.world.scene.add(this.figures.object, this.overlays.object, this.props.object);
    this.colour();
  }

  receive(buffer: ArrayBuffer): void {
    if (!this.bodies || !this.scene) return;
    const frame = Frame.read(buffer, this.bodies.joints);
    if (!frame || frame.actors > this.scene.actors.length) return;
    this.history.push(frame);
    this.dirty = true;
  }

  colour(): void {
    const { scene, shown } = this;
    const who = scene && this.thinned && shown ? Array.from({ length: shown.actors }, (_, body) => scene.actors[shown.id(body)]!) : scene?.actors ?? [];
    this.figures?.colour(this.dressed(who.slice(0, MOST_BODIES)), this.world.dark);
    this.dirty = true;
  }

  private dressed(who: readonly Actor[]): Dressed[] {
    const { scene } = this;
    return who.map((actor) => ({ id: actor.id, team: actor.team, fights: scene !== null && can(scene, actor, "fights") }));
  }

  /** What an actor wears, where it is shown. */
  wears(actor: number): string[] { const body = this.body(actor); return body === null ? [] : this.figures?.wears(body) ?? []; }

  /** Somebody is pointed at. Whether that is new. */
  point(actor: number | null): boolean {
    if (actor === this.pointed) return false;
    this.pointed = actor;
    this.dirty = true;
    return true;
  }
  private pointed: number | null = null;

  touch(): void { this.dirty = true; }
  note(event: StageEvent, tick: number): void { this.overlays?.note(event, tick); }
  tell(insight: OverlayMessage): void { this.insight = insight; this.dirty = true; }
  visible(on: boolean): void {
    const game = this.scene?.game;
    this.world.ground(on && game && "platforms" in game ? game.platforms : []);
    if (this.props) this.props.object.visible = on;
    this.costume.object.visible = on;
    if (this.figures) this.figures.object.visible = on;
    if (this.overlays) this.overlays.object.visible = on;
  }

  /**
   * Brings everything to the moment that is to be seen, and returns whether anything changed. In slow motion that is a
   * moment between the last two frames, `slow` ticks after the one before; else it is the newest frame, as it came.
   */
  update(slow: number | null = null): boolean {
    const newest = this.history.newest;
    if (!newest || !this.bodies || !this.figures || !this.overlays) return false;
    this.played = slow === null ? newest.tick : Math.min(newest.tick, Math.max(newest.tick - 1, this.played + slow));
    const tick = this.review ?? this.played;
    const frame = this.history.at(tick) ?? newest;
    const later = this.history.next(tick, 1) ?? frame;
    const share = later.tick > frame.tick ? Math.min(1, Math.max(0, (tick - frame.tick) / (later.tick - frame.tick))) : 0;
    const moment = frame.tick + share * (later.tick - frame.tick);
    if (frame === this.shown && moment === this.moment && !this.dirty) return false;
    this.shown = frame;
    this.moment = moment;
    if (this.thinned) this.colour();
    this.dirty = false;
    this.bodies.solveFrame(frame, later, share);
    this.costume.pose(frame, later, share);
    this.figures.pose(this.bodies, (body) => this.costume.wears(frame, frame.id(body)));
    this.figures.ghost(this.bar.inside);
    this.props?.update(frame, later, share, this.history);
    this.overlays.update({
      bodies: this.bodies, frame, history: this.history, dark: this.world.dark, selected: this.selected, pointed: this.pointed, insight: this.insight,
    });
    for (let body = 0; body < frame.actors; body++) { const [x, , z] = frame.root(body); this.world.room.widen(x, z); }
    if (!this.framed) { this.framed = true; this.furnish(frame); this.frameAll(true); this.world.light(this.eye.controls.target, this.eye.camera.position); }
    return true;
  }

  /** A room for those who are there: large where somebody runs, with a mat where few fight. */
  private furnish(frame: Frame): void {
    const { scene } = this;
    if (!scene) return;
    const fights = scene.actors.length <= 4 && scene.actors.some((actor) => can(scene, actor, "fights"));
    this.world.furnish(Array.from({ length: frame.actors }, (_, body) => frame.root(body)), scene.offers.includes("steer") && !fights ? 22 : 0, fights ? 3.2 : 0);
  }

  /** Back from elsewhere: the room is this scene's again, and looked at as before. */
  refurnish(): void {
    if (this.shown) this.furnish(this.shown);
    this.frameAll();
  }

  /** What goes on, for the camera. */
  action(): Action {
    const { shown: frame } = this;
    const who = this.selected ?? this.steered ?? 0;
    return {
      people: frame ? Array.from({ length: frame.actors }, (_, body) => new Vector3(...frame.root(body)).setY(0)) : [],
      lead: new Vector3(...this.root(who)).setY(0), facing: this.facing(who),
    };
  }

  frameAll(fresh = false): void {
    const steered = this.steered;
    if (this.shown && steered !== null && this.behind && this.eye.shot === "orbit") this.eye.stand(new Vector3(...this.root(steered)), this.facing(steered) + this.aside);
    else if (this.shown) this.eye.frame(this.action(), fresh);
  }

  /** Who answers to the sticks: whoever is selected, if they can; null where nobody is steered. */
  get steered(): number | null {
    const { scene, selected } = this;
    if (!scene) return null;
    if (selected !== null && can(scene, scene.actors[selected], "steered")) return selected;
    const first = scene.actors.findIndex((actor) => can(scene, actor, "steered"));
    return first >= 0 ? first : null;
  }

  /** What can be pressed for somebody, where his mind or director names it. */
  buttonsOf(index: number): ButtonInfo[] {
    const actor = this.scene?.actors[index];
    return (mindOf(this.scene, actor?.minds[0]) ?? actor?.director)?.buttons ?? [];
  }

  /** Who is asked: whoever is steered or selected; else the first who has buttons, or the first. */
  get asked(): number {
    const named = (): number => this.scene?.actors.findIndex((_, index) => this.buttonsOf(index).length > 0) ?? 0;
    return this.steered ?? this.selected ?? Math.max(named(), 0);
  }

  /** Whether the sticks are best used from behind: who is played against somebody is seen from the side, or hides him. */
  get behind(): boolean {
    const { scene, steered } = this;
    return scene !== null && steered !== null && !(scene.actors.length > 1 && can(scene, scene.actors[steered], "fights"));
  }

  /** rad, how far aside whoever is steered is looked at: from straight behind he would hide whom he does something with. */
  get aside(): number {
    const { scene, steered, shown } = this;
    if (!scene || !shown || steered === null) return 0;
    const [x, , z] = this.root(steered);
    const ahead = this.facing(steered);
    const hidden = scene.actors.some(({ id, team }) => {
      if (id === steered || team !== scene.actors[steered]!.team || this.body(id) === null) return false;
      const [dx, dz] = [this.root(id)[0] - x, this.root(id)[2] - z];
      const along = dx * Math.sin(ahead) + dz * Math.cos(ahead);
      return along > 0 && along < NEAR && Math.abs(dx * Math.cos(ahead) - dz * Math.sin(ahead)) < along;
    });
    return hidden ? ASIDE : 0;
  }

  /** rad, where somebody faces, to the left from Z. Hips and shoulders turn against each other: together they are steady. */
  facing(actor: number): number {
    const roles = this.scene?.skeleton.roles ?? {};
    const body = this.body(actor) ?? 0;
    let [x, z] = [0, 0];
    for (const [left, right] of [[roles.left_hip, roles.right_hip], [roles.left_shoulder, roles.right_shoulder]]) {
      if (left === undefined || right === undefined || !this.bodies) continue;
      const [a, b] = [left, right].map((joint) => (body * this.bodies!.joints + joint) * 3) as [number, number];
      const [dx, dz] = [0, 2].map((axis) => this.bodies!.position[a + axis]! - this.bodies!.position[b + axis]!) as [number, number];
      const length = Math.hypot(dx, dz) || 1;
      x += dx / length;
      z += dz / length;
    }
    // From right to left is X when somebody faces Z.
    return Math.atan2(-z, x);
  }

  /** Whether there are more actors than are shown. */
  get thinned(): boolean { return this.scene !== null && this.shown !== null && this.shown.actors < this.scene.actors.length; }

  /** Which of the bodies that are shown is an actor's; null where it is not among them. */
  body(actor: number): number | null { return this.shown?.body(actor) ?? null; }

  root(actor: number): Vec3 { return this.bodies?.root(this.body(actor) ?? 0) ?? [0, 0, 0]; }

  /** Where a point of the world is on the page, in pixels; null behind the camera. */
  toScreen(x: number, y: number, z: number): [number, number] | null {
    const point = new Vector3(x, y, z).project(this.eye.camera);
    if (point.z > 1) return null;
    const box = this.world.canvas.getBoundingClientRect();
    return [box.x + ((point.x + 1) / 2) * box.width, box.y + ((1 - point.y) / 2) * box.height];
  }

  /** Where an actor's hips are on the page. */
  onScreen(actor: number): [number, number] | null { return this.toScreen(...this.root(actor)); }

  /** A little above an actor's head, on the page. */
  aboveHead(actor: number): [number, number] | null {
    const head = this.scene?.skeleton.roles.head;
    if (head === undefined || !this.bodies) return this.onScreen(actor);
    const at = ((this.body(actor) ?? 0) * this.bodies.joints + head) * 3;
    const p = this.bodies.position;
    return this.toScreen(p[at] ?? 0, (p[at + 1] ?? 0) + 0.3, p[at + 2] ?? 0);
  }
}
