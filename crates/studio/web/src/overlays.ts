// What can be shown over the bodies: skeleton, contacts, planted feet, capsules, the way the root went.

import {
  BufferGeometry, CapsuleGeometry, CircleGeometry, Color, DynamicDrawUsage, Float32BufferAttribute, Group,
  InstancedMesh, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshBasicMaterial, Points, PointsMaterial, Quaternion, RingGeometry,
  SphereGeometry, Vector3, type BufferAttribute,
} from "three";
import { byId, h } from "./dom";
import type { History } from "./history";
import type { Frame, SceneMessage, StageEvent } from "./link";
import { LEFT, RIGHT, teamColour } from "./palette";
import type { Bodies } from "./pose";

export const OVERLAYS = [
  { key: "skeleton", label: "Skeleton" }, { key: "contacts", label: "Contacts" }, { key: "planted", label: "Planted feet" },
  { key: "capsules", label: "Capsules" }, { key: "path", label: "Root path" },
] as const;
export type OverlayKey = (typeof OVERLAYS)[number]["key"];
type Shown = Record<OverlayKey, boolean>;

const PATH_TICKS = 600;
const MARKS = 24;
const MARK_TICKS = 45;

export class OverlayBar {
  readonly shown: Shown = { skeleton: false, contacts: true, planted: false, capsules: false, path: false };

  constructor(private readonly changed: () => void) {
    byId("overlays").append(...OVERLAYS.map(({ key, label }, index) => h("button", {
      type: "button", class: "chip", id: `show-${key}`, "aria-pressed": String(this.shown[key]),
      title: `${label} (${index + 1})`, onclick: () => this.toggle(key),
    }, label)));
  }

  toggle(key: OverlayKey): void {
    this.shown[key] = !this.shown[key];
    byId(`show-${key}`).setAttribute("aria-pressed", String(this.shown[key]));
    this.changed();
  }
}

export class Overlays {
  readonly object = new Group();
  private readonly bones: LineSegments;
  private readonly feet: InstancedMesh;
  private readonly touch: InstancedMesh;
  private readonly hulls: InstancedMesh[] = [];
  private readonly paths: LineSegments;
  private readonly marks: { mesh: Mesh<SphereGeometry, MeshBasicMaterial>; tick: number }[] = [];
  private readonly ring: Mesh;
  private readonly pairs: { from: number; to: number; side: number; end: [number, number, number] | null }[] = [];
  private readonly hullAt: { joint: number; matrix: Matrix4 }[] = [];
  private readonly teams: number[];
  private readonly soles: [number, number];

  constructor(private readonly scene: Pick<SceneMessage, "skeleton" | "actors" | "capsules">) {
    const { skeleton, actors, capsules } = scene;
    this.teams = actors.map((actor) => actor.team);
    const count = Math.max(1, actors.length);
    const side = (name: string): number => (/left|^l[_A-Z]/i.test(name) ? 1 : /right|^r[_A-Z]/i.test(name) ? 2 : 0);
    skeleton.joints.forEach((joint, index) => {
      if (joint.parent >= 0) this.pairs.push({ from: joint.parent, to: index, side: side(joint.name), end: null });
    });
    for (const end of skeleton.ends) {
      this.pairs.push({ from: end.joint, to: end.joint, side: side(skeleton.joints[end.joint]?.name ?? ""), end: end.offset });
    }
    const { left_toe, right_toe, left_ankle, right_ankle } = skeleton.roles;
    this.soles = [left_toe ?? left_ankle ?? 0, right_toe ?? right_ankle ?? 0];

    this.bones = lines(count * this.pairs.length * 2, false);
    this.paths = lines(1024, true);
    this.feet = new InstancedMesh(new CircleGeometry(0.095, 28).rotateX(-Math.PI / 2), flat(0xffffff, 0.85), count * 2);
    this.touch = new InstancedMesh(new RingGeometry(0.3, 0.35, 40).rotateX(-Math.PI / 2), flat(0xff2e63, 0.9), count);
    for (const mesh of [this.feet, this.touch]) { mesh.frustumCulled = false; mesh.instanceMatrix.setUsage(DynamicDrawUsage); }
    // Everybody's ring around the one who is selected.
    this.ring = new Mesh(new RingGeometry(0.42, 0.442, 64).rotateX(-Math.PI / 2), flat(0x2563b8, 0.9));
    this.ring.visible = false;
    // The same points as the bones, as dots: joints.
    const dots = new Points(this.bones.geometry, new PointsMaterial({ size: 5, sizeAttenuation: false, vertexColors: true, depthTest: false, transparent: true }));
    dots.frustumCulled = false;
    dots.renderOrder = 6;
    this.bones.add(dots);
    this.object.add(this.bones, this.paths, this.feet, this.touch, this.ring);

    const hull = new MeshBasicMaterial({ color: 0x8a63c9, wireframe: true, transparent: true, opacity: 0.42, depthWrite: false });
    for (const capsule of capsules) {
      const from = new Vector3(...capsule.from);
      const along = new Vector3(...capsule.to).sub(from);
      const mesh = new InstancedMesh(new CapsuleGeometry(capsule.radius, along.length(), 4, 10), hull, count);
      mesh.frustumCulled = false;
      const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along.lengthSq() > 1e-9 ? along.clone().normalize() : new Vector3(0, 1, 0));
      this.hullAt.push({ joint: capsule.joint, matrix: new Matrix4().compose(from.addScaledVector(along, 0.5), turn, new Vector3(1, 1, 1)) });
      this.hulls.push(mesh);
      this.object.add(mesh);
    }
    for (let i = 0; i < MARKS; i++) {
      const mesh = new Mesh(new SphereGeometry(0.06, 16, 12), new MeshBasicMaterial({ transparent: true, depthTest: false }));
      mesh.visible = false;
      mesh.renderOrder = 6;
      this.marks.push({ mesh, tick: -1e9 });
      this.object.add(mesh);
    }
  }

  /** A blow, a touch or a push, where it was. */
  note(event: StageEvent, tick: number): void {
    if (!event.point) return;
    const mark = this.marks.reduce((oldest, one) => (one.tick < oldest.tick ? one : oldest));
    mark.tick = tick;
    mark.mesh.position.set(...event.point);
    mark.mesh.material.color.setHex(event.kind === "push" ? 0xcf9115 : event.kind === "fallback" ? 0x8b95a3 : 0xff2e63);
  }

  update(bodies: Bodies, frame: Frame, history: History | null, shown: Shown, dark: boolean, selected: number | null): void {
    this.bones.visible = shown.skeleton;
    if (shown.skeleton) this.drawBones(bodies, dark);
    this.feet.visible = shown.planted;
    if (shown.planted) this.drawFeet(bodies, frame, dark);
    this.touch.visible = shown.contacts;
    if (shown.contacts) this.drawContacts(frame);
    for (const { mesh, tick } of this.marks) {
      const age = (frame.tick - tick) / MARK_TICKS;
      mesh.visible = shown.contacts && age >= 0 && age < 1;
      if (mesh.visible) { mesh.scale.setScalar(0.6 + age * 1.4); mesh.material.opacity = 0.85 * (1 - age); }
    }
    this.drawHulls(bodies, shown.capsules);
    this.paths.visible = shown.path && history !== null;
    if (this.paths.visible && history) this.drawPaths(frame, history, dark, selected);
    this.ring.visible = selected !== null && selected < frame.actors;
    if (selected !== null && this.ring.visible) {
      const [x, , z] = frame.root(selected);
      this.ring.position.set(x, 0.012, z);
      (this.ring.material as MeshBasicMaterial).color.setHex(dark ? 0x7db2f5 : 0x2563b8);
    }
  }

  private drawBones(bodies: Bodies, dark: boolean): void {
    const position = this.bones.geometry.getAttribute("position") as BufferAttribute;
    const colour = this.bones.geometry.getAttribute("color") as BufferAttribute;
    const p = position.array as Float32Array;
    const c = colour.array as Float32Array;
    const tints = [dark ? 0xe6e9ed : 0x22272e, dark ? LEFT.dark : LEFT.light, dark ? RIGHT.dark : RIGHT.light];
    const count = Math.min(bodies.count, this.scene.actors.length);
    let at = 0;
    for (let actor = 0; actor < count; actor++) {
      for (const { from, to, side, end } of this.pairs) {
        bodies.point(actor, from, [0, 0, 0], p, at);
        bodies.point(actor, to, end ?? [0, 0, 0], p, at + 3);
        const tint = tints[side]!;
        for (const k of [at, at + 3]) {
          c[k] = ((tint >> 16) & 255) / 255; c[k + 1] = ((tint >> 8) & 255) / 255; c[k + 2] = (tint & 255) / 255;
        }
        at += 6;
      }
    }
    position.needsUpdate = colour.needsUpdate = true;
    this.bones.geometry.setDrawRange(0, at / 3);
  }

  private drawFeet(bodies: Bodies, frame: Frame, dark: boolean): void {
    const matrix = new Matrix4();
    let used = 0;
    for (let actor = 0; actor < frame.actors; actor++) {
      const planted = frame.planted(actor);
      for (const side of [0, 1] as const) {
        if ((planted & (1 << side)) === 0) continue;
        const joint = (actor * bodies.joints + this.soles[side]) * 3;
        matrix.makeTranslation(bodies.position[joint]!, 0.008, bodies.position[joint + 2]!);
        this.feet.setMatrixAt(used, matrix);
        const tint = side === 0 ? LEFT : RIGHT;
        this.feet.setColorAt(used, COLOUR.setHex(dark ? tint.dark : tint.light));
        used++;
      }
    }
    this.feet.count = used;
    this.feet.instanceMatrix.needsUpdate = true;
    if (this.feet.instanceColor) this.feet.instanceColor.needsUpdate = true;
  }

  private drawContacts(frame: Frame): void {
    const matrix = new Matrix4();
    let used = 0;
    for (let actor = 0; actor < frame.actors; actor++) {
      if (!frame.contact(actor)) continue;
      const [x, , z] = frame.root(actor);
      this.touch.setMatrixAt(used++, matrix.makeTranslation(x, 0.01, z));
    }
    this.touch.count = used;
    this.touch.instanceMatrix.needsUpdate = true;
  }

  private drawHulls(bodies: Bodies, on: boolean): void {
    const joint = new Matrix4();
    this.hulls.forEach((mesh, index) => {
      mesh.visible = on;
      if (!on) return;
      const at = this.hullAt[index]!;
      mesh.count = Math.min(bodies.count, this.scene.actors.length);
      for (let actor = 0; actor < mesh.count; actor++) {
        bodies.matrix(actor, at.joint, joint.elements as unknown as Float32Array, 0);
        mesh.setMatrixAt(actor, joint.multiply(at.matrix));
      }
      mesh.instanceMatrix.needsUpdate = true;
    });
  }

  /** Ten seconds back: of the selected one, or of everybody where they are few. */
  private drawPaths(frame: Frame, history: History, dark: boolean, selected: number | null): void {
    const who = selected !== null ? [selected] : Array.from({ length: Math.min(frame.actors, 40) }, (_, index) => index);
    const steps = [...history.until(frame.tick, PATH_TICKS, who.length > 8 ? 10 : 4)];
    const p: number[] = [];
    const c: number[] = [];
    for (const actor of who) {
      COLOUR.setHex(teamColour(this.teams[actor] ?? 0, dark));
      for (let i = 0; i + 1 < steps.length; i++) {
        const a = steps[i]!.root(actor);
        const b = steps[i + 1]!.root(actor);
        p.push(a[0], 0.015, a[2], b[0], 0.015, b[2]);
        c.push(COLOUR.r, COLOUR.g, COLOUR.b, COLOUR.r, COLOUR.g, COLOUR.b);
      }
    }
    this.paths.geometry.dispose();
    this.paths.geometry = new BufferGeometry();
    this.paths.geometry.setAttribute("position", new Float32BufferAttribute(p, 3));
    this.paths.geometry.setAttribute("color", new Float32BufferAttribute(c, 3));
  }

  dispose(): void {
    this.object.traverse((one) => {
      if (one instanceof Mesh || one instanceof LineSegments) one.geometry.dispose();
    });
    this.object.removeFromParent();
  }
}

const COLOUR = new Color();

function lines(points: number, depth: boolean): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(new Float32Array(points * 3), 3));
  geometry.setAttribute("color", new Float32BufferAttribute(new Float32Array(points * 3), 3));
  const material = new LineBasicMaterial({ vertexColors: true, depthTest: depth, transparent: true, toneMapped: false });
  const made = new LineSegments(geometry, material);
  made.frustumCulled = false;
  made.renderOrder = depth ? 1 : 5;
  return made;
}

function flat(colour: number, opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({
    color: colour, transparent: true, opacity, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -2,
  });
}
