// A character's own file in place of the plain bodies: drawn as its maker made it, its nodes where frames say that they are.

import { Group, Mesh, Quaternion, Vector3, type Material, type Object3D } from "three";
import type { GLTF } from "three/examples/jsm/loaders/GLTFLoader.js";
import { toast } from "./dom";
import type { Frame } from "./link";
import { unpack } from "./pose";
import type { WornInfo } from "./protocol";

/** Somebody in it: the file's nodes that are moved, in the order of frames. */
interface Wearer { object: Object3D; nodes: (Object3D | undefined)[] }

export class Costume {
  readonly object = new Group();
  private info: WornInfo | null = null;
  private file: { number: number; model: GLTF; copy: (object: Object3D) => Object3D } | null = null;
  private readonly wearers = new Map<number, Wearer>();
  private readonly turned = new Float32Array(4);
  private readonly turn = new Quaternion();

  constructor(private readonly changed: () => void) {}

  /** What is worn and drawn; none while it is being fetched. */
  get worn(): WornInfo | null { return this.info && this.file?.number === this.info.number ? this.info : null; }

  /** Another file, the same for others, or none. */
  async wear(info: WornInfo | null): Promise<void> {
    this.info = info;
    this.undress();
    if (info && this.file?.number !== info.number) {
      this.forget();
      try {
        const [{ GLTFLoader }, { clone }] = await Promise.all([import("three/examples/jsm/loaders/GLTFLoader.js"), import("three/examples/jsm/utils/SkeletonUtils.js")]);
        const answer = await fetch(`api/character?number=${info.number}`);
        if (!answer.ok) throw new Error(`the studio answered ${answer.status}`);
        const model = await new GLTFLoader().parseAsync(await answer.arrayBuffer(), "");
        if (this.info !== info) return;
        this.file = { number: info.number, model, copy: clone };
      } catch (error) {
        if (this.info === info) toast(`${info.file} cannot be drawn: ${error instanceof Error ? error.message : String(error)}`, "error");
      }
    }
    this.changed();
  }

  /** Whether somebody is drawn by the file in a frame. */
  wears(frame: Frame, actor: number): boolean { return this.worn !== null && frame.wearer(actor) !== null; }

  /** Where a node of somebody's costume is in the world, by its name. */
  at(actor: number, name: string): number[] | null {
    const node = this.wearers.get(actor)?.nodes.find((one) => one?.name === name);
    return node?.getWorldPosition(new Vector3()).toArray() ?? null;
  }

  /** Everybody at a frame, or a share of the way from it to a later one. */
  pose(frame: Frame, later: Frame, share: number): void {
    for (const { object } of this.wearers.values()) object.visible = false;
    if (!this.worn) return;
    for (let body = 0; body < frame.actors; body++) {
      const actor = frame.id(body);
      const at = frame.wearer(actor);
      if (at === null) continue;
      const wearer = this.wearers.get(actor) ?? this.dress(actor);
      wearer.object.visible = true;
      const next = share > 0 ? later.wearer(actor) : null;
      this.read(wearer, frame.view, at, 1);
      if (next !== null) this.read(wearer, later.view, next, share);
    }
  }

  /** Goes a share of the way to where a frame has the nodes. */
  private read({ nodes }: Wearer, view: DataView, at: number, share: number): void {
    const first = nodes[0];
    if (first) {
      const [x, y, z] = [0, 4, 8].map((byte) => view.getFloat32(at + 4 + byte, true)) as [number, number, number];
      if (share === 1) first.position.set(x, y, z);
      else first.position.lerp(new Vector3(x, y, z), share);
    }
    nodes.forEach((node, index) => {
      unpack(view.getUint32(at + 16 + 4 * index, true), this.turned, 0);
      this.turn.fromArray(this.turned);
      if (share === 1) node?.quaternion.copy(this.turn);
      else node?.quaternion.slerp(this.turn, share);
    });
  }

  /** A copy of the file for somebody; meshes and materials are shared. */
  private dress(actor: number): Wearer {
    const { model, copy } = this.file!;
    const object = copy(model.scene);
    const [own, given]: [Object3D[], Object3D[]] = [[], []];
    object.traverse((one) => own.push(one));
    model.scene.traverse((one) => given.push(one));
    const numbered = new Map<number, Object3D>();
    given.forEach((one, index) => {
      const node = (model.parser.associations.get(one) as { nodes?: number } | undefined)?.nodes;
      if (node !== undefined && own[index] && !numbered.has(node)) numbered.set(node, own[index]);
    });
    const { nodes, places } = this.info!;
    const wearer = { object, nodes: nodes.map((node) => numbered.get(node)) };
    wearer.nodes.forEach((node, index) => { if (index > 0) node?.position.set(...places[index]!); });
    for (const one of own) {
      // Light of a file's own would fall on everybody.
      if ("isLight" in one || "isCamera" in one) one.visible = false;
      if (one instanceof Mesh) { one.castShadow = one.receiveShadow = true; one.frustumCulled = false; }
    }
    this.wearers.set(actor, wearer);
    this.object.add(object);
    return wearer;
  }

  private undress(): void {
    this.wearers.clear();
    this.object.clear();
  }

  private forget(): void {
    this.file?.model.scene.traverse((one) => {
      if (!(one instanceof Mesh)) return;
      one.geometry.dispose();
      for (const material of [one.material].flat() as Material[]) material.dispose();
    });
    this.file = null;
  }
}
