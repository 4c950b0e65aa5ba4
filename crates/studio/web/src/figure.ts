// Everybody on the stage: one mesh, drawn once for each of them, whatever their number.

import {
  Color, DynamicDrawUsage, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, type MeshDepthMaterial, type MeshLambertMaterial, type Object3D, PlaneGeometry,
} from "three";
import { body, type Body } from "./body";
import { ALONE, outfits, STUFFS, wardrobe, type Dressed } from "./looks";
import type { Bodies } from "./pose";
import type { Skeleton } from "./protocol";
import { type Rows, rows, skin } from "./skin";
import { soft } from "./soft";
import { fineness } from "./tube";

export class Figures {
  readonly object: Object3D = new Group();
  private readonly body: Body;
  private readonly rows: Rows;
  private readonly material: MeshLambertMaterial;
  private readonly shadow: MeshDepthMaterial;
  private readonly unstance: Matrix4[];
  private readonly now = new Matrix4();
  /** Where feet keep the light from the floor. */
  private readonly dark: InstancedMesh;

  constructor(skeleton: Skeleton, private readonly count: number, who: readonly Dressed[]) {
    this.body = body(skeleton, fineness(count), wardrobe(who));
    this.unstance = this.body.stance.map((at) => at.clone().invert());
    this.rows = rows(skeleton.joints.length, STUFFS.length, count);
    ({ seen: this.material, shadow: this.shadow } = skin(this.rows));
    const mesh = new Mesh(this.body.geometry, this.material);
    mesh.customDepthMaterial = this.shadow;
    // People leave the box they were made in: culling by it would lose them.
    mesh.frustumCulled = false;
    mesh.castShadow = mesh.receiveShadow = true;
    const flat = new MeshBasicMaterial({ map: soft(), color: 0x000000, transparent: true, opacity: 0.34, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -1 });
    this.dark = new InstancedMesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), flat, count);
    this.dark.instanceMatrix.setUsage(DynamicDrawUsage);
    this.dark.frustumCulled = false;
    this.dark.renderOrder = -0.5;
    this.object.add(mesh, this.dark);
  }

  /** One after the other, as their bodies come. */
  colour(who: readonly Dressed[], dark: boolean): void {
    const colour = new Color();
    const everybody = Array.from({ length: this.count }, (_, body) => who[body] ?? ALONE);
    const worn = this.rows.worn.image.data as Float32Array;
    outfits(everybody, dark).forEach((outfit, body) => STUFFS.forEach((stuff, index) => {
      const at = (body * STUFFS.length + index) * 4;
      const own = outfit[stuff];
      if (own !== null) colour.setHex(own.colour).toArray(worn, at);
      // Beyond one it shines; zero is not worn.
      worn[at + 3] = own === null ? 0 : 1 + own.gloss;
    }));
    this.rows.worn.needsUpdate = true;
  }

  /** What somebody wears. */
  wears(body: number): string[] {
    const worn = this.rows.worn.image.data as Float32Array;
    return STUFFS.filter((_, index) => worn[(body * STUFFS.length + index) * 4 + 3]! > 0);
  }

  /** With the skeleton or capsules shown, bodies step back. */
  ghost(on: boolean): void {
    const { material } = this;
    if (material.transparent !== on) material.needsUpdate = true;
    material.transparent = on;
    // They go on hiding what is behind: else every piece within a piece would show.
    material.opacity = on ? 0.3 : 1;
  }

  /** Who is `hidden` is drawn by somebody else. */
  pose(bodies: Bodies, hidden: (body: number) => boolean = () => false): void {
    const count = Math.min(this.count, bodies.count);
    const { unstance, now } = this;
    const data = this.rows.joints.image.data as Float32Array;
    const e = now.elements;
    for (let actor = 0; actor < count; actor++) {
      const out = hidden(actor);
      for (let joint = 0; joint < unstance.length; joint++) {
        const at = (actor * unstance.length + joint) * 12;
        if (out) { data.fill(0, at, at + 12); continue; }
        bodies.matrix(actor, joint, e, 0);
        now.multiply(unstance[joint]!);
        for (let row = 0; row < 3; row++) for (let column = 0; column < 4; column++) data[at + row * 4 + column] = e[column * 4 + row]!;
      }
    }
    this.rows.joints.needsUpdate = true;
    this.body.geometry.instanceCount = count;
    const at = new Matrix4();
    for (let actor = 0; actor < count; actor++) {
      const [x, y, z] = bodies.root(actor);
      const wide = 1.15 - Math.min(0.5, Math.max(0, y - 1) * 0.4);
      this.dark.setMatrixAt(actor, at.makeScale(wide, 1, wide).setPosition(x, 0.004, z));
    }
    this.dark.count = count;
    this.dark.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.body.geometry.dispose();
    this.rows.joints.dispose();
    this.rows.worn.dispose();
    this.dark.geometry.dispose();
    this.dark.dispose();
    this.material.dispose();
    this.shadow.dispose();
    this.object.removeFromParent();
  }
}
