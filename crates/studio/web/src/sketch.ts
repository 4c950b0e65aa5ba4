// Drawing a path on the floor: it is shown while it is drawn and after, and becomes a few points. What is nearly a line, an arc or a
// circle becomes one.

import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial } from "three";
import type { Vec3 } from "./link";
import { shape } from "./shape";

/** Points of a path at most: who goes along it takes no more. */
const MOST = 16;
/** m, between two points while it is drawn, and at least of those that are kept. */
const FINE = 0.08;
const APART = 0.6;
/** m, how wide it is drawn, and above the floor. */
const WIDE = 0.05;
const ABOVE = 0.012;
const COLOUR = 0xff2e63;

const gap = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[2] - b[2]);

/** Points of a drawn line, as far from each other as makes few of them; the last is its end. */
export function points(line: readonly Vec3[]): Vec3[] {
  const meant = shape(line, MOST);
  if (meant) return meant.points.map(rounded);
  const long = line.reduce((sum, point, index) => sum + (index > 0 ? gap(point, line[index - 1]!) : 0), 0);
  const every = Math.max(APART, long / MOST);
  const kept: Vec3[] = [];
  let since = 0;
  line.forEach((point, index) => {
    since += index > 0 ? gap(point, line[index - 1]!) : 0;
    if (since >= every) { kept.push(point); since = 0; }
  });
  const end = line[line.length - 1];
  if (end && (kept.length === 0 || gap(kept[kept.length - 1]!, end) > APART / 2)) kept.push(end);
  return kept.slice(-MOST).map(rounded);
}

const rounded = ([x, , z]: Vec3): Vec3 => [Math.round(x * 100) / 100, 0, Math.round(z * 100) / 100];

export class Sketch {
  readonly object = new Group();
  private line: Vec3[] | null = null;
  private pointer = -1;
  private readonly material = new MeshBasicMaterial({ color: COLOUR, side: DoubleSide, transparent: true, opacity: 0.85, depthWrite: false });

  get draws(): boolean { return this.line !== null; }

  begin(at: Vec3, pointer: number): void {
    this.clear();
    this.line = [at];
    this.pointer = pointer;
  }

  /** Whether a path is being drawn. */
  move(at: Vec3 | null, pointer: number): boolean {
    if (!this.line) return false;
    if (at && pointer === this.pointer && gap(at, this.line[this.line.length - 1]!) >= FINE) {
      this.line.push(at);
      this.show(this.line);
    }
    return true;
  }

  /** The path that was drawn, if one was. */
  end(): Vec3[] | null {
    const line = this.line;
    this.line = null;
    if (!line || line.length < 2) return null;
    const kept = points(line);
    // What it became is what is seen.
    if (shape(line, MOST)) this.show(kept);
    return kept;
  }

  clear(): void {
    this.line = null;
    for (const one of this.object.children) (one as Mesh).geometry.dispose();
    this.object.clear();
  }

  /** A ribbon along the line. */
  private show(line: readonly Vec3[]): void {
    for (const one of this.object.children) (one as Mesh).geometry.dispose();
    this.object.clear();
    const corners: number[] = [];
    const faces: number[] = [];
    line.forEach((point, index) => {
      const [from, to] = [line[Math.max(0, index - 1)]!, line[Math.min(line.length - 1, index + 1)]!];
      const length = gap(from, to) || 1;
      const [dx, dz] = [((to[0] - from[0]) / length) * WIDE, ((to[2] - from[2]) / length) * WIDE];
      corners.push(point[0] - dz, ABOVE, point[2] + dx, point[0] + dz, ABOVE, point[2] - dx);
      if (index > 0) { const at = index * 2; faces.push(at - 2, at - 1, at, at, at - 1, at + 1); }
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
    geometry.setIndex(faces);
    const ribbon = new Mesh(geometry, this.material);
    ribbon.frustumCulled = false;
    this.object.add(ribbon);
  }
}
