// Things on the stage besides people: spheres that glow, a target on a cord, walls and obstacles; each where the frame
// says that it is.

import {
  BoxGeometry, CircleGeometry, Color, CylinderGeometry, Float32BufferAttribute, Group, Mesh, MeshBasicMaterial,
  MeshStandardMaterial, type Object3D, SphereGeometry, Sprite, SpriteMaterial, Vector3,
} from "three";
import type { History } from "./history";
import type { Frame, Vec3 } from "./link";
import { flat } from "./overlays/materials";
import type { PropInfo } from "./protocol";
import { soft } from "./soft";

const GOLD = 0xf2b233;
const TARGET = 0xff2e63;
/** m */
const CORD = 1.3;
/** m, how thick a wall is drawn. */
const WALL = 0.08;
/** Ticks over which a target's place is averaged to know where it hangs: it swings about that. */
const SWING = 60;
/** m a tick: what moves more was put elsewhere, and did not fly there. */
const LEAP = 0.5;
const UP = new Vector3(0, 1, 0);

interface Thing { prop: PropInfo; object: Object3D; hang?: (at: Vector3, from: Vector3) => void; lift: number; shadow?: Mesh }

export class Props {
  readonly object = new Group();
  private readonly things: Thing[];
  private readonly halo = soft();

  constructor(props: readonly PropInfo[]) {
    this.things = props.map((prop) => this.make(prop));
    for (const { object, shadow } of this.things) this.object.add(object, ...(shadow ? [shadow] : []));
    props.forEach((prop, index) => this.place(index, new Vector3(...prop.at), new Vector3(...prop.at)));
  }

  /** One lights up, to say that it can be dragged. Whether that is new. */
  highlight(index: number | null): boolean {
    if (index === this.lit) return false;
    for (const at of [this.lit, index]) {
      this.things[at ?? -1]?.object.traverse((one) => { if (one instanceof Mesh && one.material instanceof MeshStandardMaterial) one.material.emissive.setHex(at === index ? 0x66334a : 0); });
    }
    this.lit = index;
    return true;
  }
  private lit: number | null = null;

  get length(): number { return this.things.length; }
  kind(index: number): string { return this.things[index]?.prop.kind ?? ""; }
  radius(index: number): number { const prop = this.things[index]?.prop; return prop && "radius" in prop ? prop.radius : 0; }

  /** Where one is shown. */
  at(index: number): Vec3 {
    const thing = this.things[index];
    if (!thing) return [0, 0, 0];
    const { x, y, z } = thing.object.position;
    return [x, y - thing.lift, z];
  }

  /** Brings all to a moment: that of a frame, or a share of the way to a later one. */
  update(frame: Frame, later: Frame, share: number, history: History): void {
    this.things.forEach(({ prop, hang }, index) => {
      const at = new Vector3(...(frame.prop(index) ?? prop.at));
      const next = share > 0 ? later.prop(index) : null;
      if (next) {
        const goal = new Vector3(...next);
        if (goal.distanceTo(at) < LEAP * Math.max(1, later.tick - frame.tick)) at.lerp(goal, share);
      }
      const rest = at.clone();
      if (hang) {
        const before = [...history.until(frame.tick, SWING, 5)].flatMap((one) => one.prop(index) ?? []);
        if (before.length > 0) rest.set(mean(before, 0), mean(before, 1), mean(before, 2));
      }
      this.place(index, at, rest);
    });
  }

  dispose(): void {
    this.object.traverse((one) => {
      if (one instanceof Mesh) { one.geometry.dispose(); (one.material as MeshBasicMaterial).dispose(); }
      if (one instanceof Sprite) one.material.dispose();
    });
    this.halo.dispose();
    this.object.removeFromParent();
  }

  /** Walls between whoever looks and what is looked at are seen through. Whether that changed. */
  clear(eye: Vector3, target: Vector3): boolean {
    let changed = false;
    for (const { prop, object } of this.things) {
      if (prop.kind !== "wall" || !(object instanceof Mesh)) continue;
      const across = new Vector3(Math.sin(prop.heading), 0, Math.cos(prop.heading));
      const side = (point: Vector3): number => point.clone().sub(object.position).dot(across);
      const between = side(eye) * side(target) < 0;
      const material = object.material as MeshStandardMaterial;
      if (material.transparent === between) continue;
      Object.assign(material, { transparent: between, opacity: between ? 0.16 : 1, depthWrite: !between, needsUpdate: true });
      object.castShadow = !between;
      changed = true;
    }
    return changed;
  }

  private place(index: number, at: Vector3, rest: Vector3): void {
    const thing = this.things[index];
    if (!thing) return;
    thing.object.position.set(at.x, at.y + thing.lift, at.z);
    thing.shadow?.position.set(at.x, 0.009, at.z);
    thing.hang?.(at, rest);
  }

  private make(prop: PropInfo): Thing {
    switch (prop.kind) {
      case "ball": return this.sphere(prop, prop.radius);
      case "target": return this.target(prop, prop.radius);
      case "box": return solid(prop, new BoxGeometry(...prop.size), 0);
      case "wall": return solid(prop, new BoxGeometry(prop.length, prop.height, WALL), prop.height / 2);
      case "obstacle": return solid(prop, new CylinderGeometry(prop.radius, prop.radius, prop.height, 32), prop.height / 2);
    }
  }

  private sphere(prop: PropInfo, radius: number): Thing {
    const material = new MeshStandardMaterial({ color: GOLD, emissive: GOLD, emissiveIntensity: 0.65, roughness: 0.35 });
    const ball = new Mesh(new SphereGeometry(radius, 32, 20), material);
    ball.castShadow = true;
    const halo = new Sprite(new SpriteMaterial({ map: this.halo, color: GOLD, transparent: true, depthWrite: false, opacity: 0.75 }));
    halo.scale.setScalar(radius * 5.2);
    ball.add(halo);
    const shadow = new Mesh(new CircleGeometry(radius * 2.6, 40).rotateX(-Math.PI / 2), flat(GOLD, 0.5));
    shadow.material.map = this.halo;
    return { prop, object: ball, lift: 0, shadow };
  }

  private target(prop: PropInfo, radius: number): Thing {
    const group = new Group();
    const ball = new Mesh(new SphereGeometry(radius, 32, 20), new MeshStandardMaterial({ color: TARGET, roughness: 0.45 }));
    const cap = new Mesh(new CylinderGeometry(radius * 0.2, radius * 0.42, radius * 0.4, 24).translate(0, radius, 0), new MeshStandardMaterial({ color: 0x4a5360, roughness: 0.5 }));
    ball.castShadow = true;
    const cord = new Mesh(cordOf(), new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, color: new Color(0x7d8896) }));
    group.add(ball, cap, cord);
    const hang = (at: Vector3, rest: Vector3): void => {
      // It hangs from above where it rests; the ball leans with its cord.
      const up = new Vector3(rest.x, rest.y + CORD, rest.z).sub(at);
      const length = Math.max(0.2, up.length());
      const turn = up.normalize();
      for (const part of [cap, cord]) part.quaternion.setFromUnitVectors(UP, turn);
      cord.scale.set(1, length, 1);
    };
    const shadow = new Mesh(new CircleGeometry(0.16, 40).rotateX(-Math.PI / 2), flat(TARGET, 0.4));
    shadow.material.map = this.halo;
    return { prop, object: group, hang, lift: 0, shadow };
  }
}

function solid(prop: PropInfo, geometry: BoxGeometry | CylinderGeometry, lift: number): Thing {
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ color: 0x9aa4b0, roughness: 0.7 }));
  mesh.castShadow = mesh.receiveShadow = true;
  mesh.rotation.y = prop.heading;
  return { prop, object: mesh, lift };
}

/** A cord a metre long, upwards, that fades: it is fastened to nothing that is shown. */
function cordOf(): CylinderGeometry {
  const cord = new CylinderGeometry(0.009, 0.009, 1, 8, 6, true).translate(0, 0.5, 0);
  const position = cord.getAttribute("position");
  const colours = Array.from({ length: position.count }, (_, index) => [1, 1, 1, (1 - position.getY(index)) ** 1.5]).flat();
  cord.setAttribute("color", new Float32BufferAttribute(colours, 4));
  return cord;
}

/** Of numbers that come in threes. */
function mean(values: number[], axis: number): number {
  let sum = 0;
  for (let at = axis; at < values.length; at += 3) sum += values[at]!;
  return (sum * 3) / values.length;
}
