// What is under a finger or the mouse: somebody, a hand or a foot, a target, a place on the floor.

import { Plane, Raycaster, Vector2, Vector3 } from "three";
import type { Eye } from "./camera";
import type { Limb } from "./drag";
import type { Vec3 } from "./link";
import type { Stage } from "./stage";
import type { World } from "./world";

export class Pick {
  private readonly ray = new Raycaster();

  constructor(private readonly world: World, private readonly eye: Eye, private readonly stage: Stage) {}

  private aim(x: number, y: number): void {
    const box = this.world.canvas.getBoundingClientRect();
    this.ray.setFromCamera(new Vector2(((x - box.x) / box.width) * 2 - 1, 1 - ((y - box.y) / box.height) * 2), this.eye.camera);
  }

  /** The nearest actor whose joints the ray passes closely: kinder than hitting thin limbs exactly, and quick for hundreds. */
  actorAt(x: number, y: number): number | null {
    const { bodies, shown } = this.stage;
    if (!bodies || !shown) return null;
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
    return best === null ? null : shown.id(best);
  }

  /** The hand or foot that a finger or the mouse is on; of several, the nearest on the page. */
  limbAt(x: number, y: number, slop: number): Limb | null {
    const { bodies, shown, scene } = this.stage;
    if (!bodies || !shown || !scene) return null;
    const { roles } = scene.skeleton;
    let best: Limb | null = null;
    let nearest = slop;
    for (const [limb, joint] of [["left_hand", roles.left_wrist], ["right_hand", roles.right_wrist], ["left_foot", roles.left_ankle], ["right_foot", roles.right_ankle]] as const) {
      for (let body = 0; joint !== undefined && body < bodies.count; body++) {
        const first = (body * bodies.joints + joint) * 3;
        const at = [...bodies.position.slice(first, first + 3)] as Vec3;
        const there = this.stage.toScreen(...at);
        const off = there ? Math.hypot(there[0] - x, there[1] - y) : Infinity;
        if (off < nearest) { nearest = off; best = { actor: shown.id(body), limb, at }; }
      }
    }
    return best;
  }

  /** The target that a finger or the mouse is on. */
  targetAt(x: number, y: number, slop: number): number | null {
    const { props, shown } = this.stage;
    if (!props || !shown) return null;
    const near = (index: number): number => {
      const at = this.stage.toScreen(...props.at(index));
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

  /** A place on the floor, or at a height. */
  groundAt(x: number, y: number, height = 0): Vec3 | null {
    this.aim(x, y);
    const { origin, direction } = this.ray.ray;
    const along = (height - origin.y) / direction.y;
    if (!(along > 0) || along > 300) return null;
    return [origin.x + direction.x * along, height, origin.z + direction.z * along];
  }
}
