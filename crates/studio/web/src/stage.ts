// The running scene as the page shows it: bodies, figures and overlays of one moment, now or a while ago.

import { Plane, Raycaster, Vector2, Vector3 } from "three";
import { can } from "./abilities";
import type { Eye } from "./camera";
import { Figures } from "./figure";
import { History } from "./history";
import { Frame, type Vec3 } from "./link";
import { Overlays, type OverlayBar } from "./overlays/index";
import { Bodies } from "./pose";
import { Props } from "./props";
import type { OverlayMessage, SceneMessage, StageEvent } from "./protocol";
import type { World } from "./world";

export class Stage {
  scene: SceneMessage | null = null;
  bodies: Bodies | null = null;
  shown: Frame | null = null;
  selected: number | null = null;
  review: number | null = null;
  /** What goes on in the mind of whoever is watched, as it was told last. */
  insight: OverlayMessage | null = null;
  props: Props | null = null;
  readonly history = new History(3600);
  private figures: Figures | null = null;
  private overlays: Overlays | null = null;
  private dirty = true;
  private framed = false;
  /** Ticks, where slow motion has come to. */
  private played = 0;
  /** Ticks, which moment is shown: between two frames in slow motion. */
  moment = 0;
  private readonly ray = new Raycaster();

  constructor(private readonly world: World, private readonly eye: Eye, private readonly bar: OverlayBar) {}

  open(scene: SceneMessage): void {
    const other = this.scene?.name !== scene.name;
    this.figures?.dispose();
    this.overlays?.dispose();
    this.props?.dispose();
    this.insight = null;
    this.scene = scene;
    this.history.clear();
    this.review = null;
    this.shown = null;
    this.bodies = new Bodies(scene.skeleton);
    this.figures = new Figures(scene.skeleton, Math.max(1, scene.actors.length));
    this.overlays = new Overlays(scene, this.bar);
    if (other) { this.selected = null; this.framed = false; }
    this.props = new Props(scene.props);
    this.world.scene.add(this.figures.object, this.overlays.object, this.props.object);
    this.colour();
  }

  receive(buffer: ArrayBuffer): void {
    if (!this.bodies || !this.scene) return;
    const frame = Frame.read(buffer, this.bodies.joints);
    if (!frame || frame.actors !== this.scene.actors.length) return;
    this.history.push(frame);
    this.dirty = true;
  }

  colour(): void {
    this.figures?.colour(this.scene?.actors.map((one) => one.team) ?? [], this.world.dark);
    this.dirty = true;
  }

  touch(): void { this.dirty = true; }
  note(event: StageEvent, tick: number): void { this.overlays?.note(event, tick); }
  tell(insight: OverlayMessage): void { this.insight = insight; this.dirty = true; }
  visible(on: boolean): void {
    this.world.ground(on ? this.scene?.game?.platforms ?? [] : []);
    if (this.props) this.props.object.visible = on;
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
    this.dirty = false;
    this.bodies.solveFrame(frame, later, share);
    this.figures.pose(this.bodies);
    this.figures.ghost(this.bar.inside);
    this.props?.update(frame, later, share, this.history);
    this.overlays.update({
      bodies: this.bodies, frame, history: this.history, dark: this.world.dark, selected: this.selected, insight: this.insight,
    });
    if (!this.framed) { this.framed = true; this.frameAll(); }
    return true;
  }

  frameAll(): void {
    const frame = this.shown;
    const steered = this.steered;
    if (frame && steered !== null) this.eye.stand(new Vector3(...this.root(steered)), this.facing(steered));
    else if (frame) this.eye.frame(Array.from({ length: frame.actors }, (_, id) => new Vector3(...frame.root(id))));
  }

  /** Who answers to the sticks: whoever is selected, if they can; null where nobody is steered. */
  get steered(): number | null {
    const { scene, selected } = this;
    if (!scene) return null;
    if (selected !== null && can(scene, scene.actors[selected], "steered")) return selected;
    const first = scene.actors.findIndex((actor) => can(scene, actor, "steered"));
    return first >= 0 ? first : null;
  }

  /** rad, which way somebody faces, to the left from Z. Hips and shoulders turn against each other: together they are steady. */
  facing(actor: number): number {
    const roles = this.scene?.skeleton.roles ?? {};
    let [x, z] = [0, 0];
    for (const [left, right] of [[roles.left_hip, roles.right_hip], [roles.left_shoulder, roles.right_shoulder]]) {
      if (left === undefined || right === undefined || !this.bodies) continue;
      const [a, b] = [left, right].map((joint) => (actor * this.bodies!.joints + joint) * 3) as [number, number];
      const [dx, dz] = [0, 2].map((axis) => this.bodies!.position[a + axis]! - this.bodies!.position[b + axis]!) as [number, number];
      const length = Math.hypot(dx, dz) || 1;
      x += dx / length;
      z += dz / length;
    }
    // From right to left is X when somebody faces Z.
    return Math.atan2(-z, x);
  }

  root(actor: number): Vec3 { return this.bodies?.root(actor) ?? [0, 0, 0]; }

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
    const at = (actor * this.bodies.joints + head) * 3;
    const p = this.bodies.position;
    return this.toScreen(p[at] ?? 0, (p[at + 1] ?? 0) + 0.3, p[at + 2] ?? 0);
  }

  private aim(x: number, y: number): void {
    const box = this.world.canvas.getBoundingClientRect();
    this.ray.setFromCamera(new Vector2(((x - box.x) / box.width) * 2 - 1, 1 - ((y - box.y) / box.height) * 2), this.eye.camera);
  }

  /** The nearest actor whose joints the ray passes closely: kinder than hitting thin limbs exactly, and quick for hundreds. */
  actorAt(x: number, y: number): number | null {
    const bodies = this.bodies;
    if (!bodies || !this.shown) return null;
    this.aim(x, y);
    const { origin, direction } = this.ray.ray;
    const to = new Vector3();
    let best: number | null = null;
    let nearest = Infinity;
    for (let actor = 0; actor < bodies.count; actor++) {
      for (let joint = 0; joint < bodies.joints; joint++) {
        const at = (actor * bodies.joints + joint) * 3;
        to.set(bodies.position[at]!, bodies.position[at + 1]!, bodies.position[at + 2]!).sub(origin);
        const along = to.dot(direction);
        const aside = Math.sqrt(Math.max(0, to.lengthSq() - along * along));
        const reach = 0.13 + along * 0.006;
        if (along > 0 && aside < reach && along + aside * 4 < nearest) { nearest = along + aside * 4; best = actor; }
      }
    }
    return best;
  }

  /** The target that a finger or the mouse is on. */
  targetAt(x: number, y: number, slop: number): number | null {
    const { props } = this;
    if (!props || !this.shown) return null;
    const near = (index: number): number => {
      const at = this.toScreen(...props.at(index));
      const edge = new Vector3(...props.at(index)).distanceTo(this.eye.camera.position);
      const pixels = (props.radius(index) / edge) * this.world.canvas.clientHeight * 1.45;
      return at ? Math.hypot(at[0] - x, at[1] - y) - pixels : Infinity;
    };
    const targets = Array.from({ length: props.length }, (_, index) => index).filter((index) => props.kind(index) === "target");
    const [best] = targets.map((index) => [near(index), index] as const).sort((a, b) => a[0] - b[0]);
    return best && best[0] < slop ? best[1] : null;
  }

  /** Where a pixel is in the plane through a point that faces the camera. */
  besideAt(x: number, y: number, point: Vec3): Vec3 | null {
    this.aim(x, y);
    const plane = new Plane().setFromNormalAndCoplanarPoint(this.eye.camera.getWorldDirection(new Vector3()), new Vector3(...point));
    return this.ray.ray.intersectPlane(plane, new Vector3())?.toArray() ?? null;
  }

  groundAt(x: number, y: number, height = 0): Vec3 | null {
    this.aim(x, y);
    const { origin, direction } = this.ray.ray;
    const along = (height - origin.y) / direction.y;
    if (!(along > 0) || along > 300) return null;
    return [origin.x + direction.x * along, height, origin.z + direction.z * along];
  }
}
