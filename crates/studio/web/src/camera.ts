// Looking: orbit, pan, zoom with mouse or fingers, and going along with somebody.

import { MOUSE, PerspectiveCamera, TOUCH, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

/** Behind somebody's back: m away, rad above. */
const BEHIND = { away: 5.6, above: 0.36 };
/** How fast the camera comes round, in shares a second, and s that it waits after a hand was on it. */
const COME_ROUND = 2.6;
const WAIT = 1.2;

/** rad, to the left from Z. */
const USUAL = 0.55;
/** m: further from the middle than this, nobody is waited for. */
const WIDEST = 24;

export class Eye {
  readonly camera = new PerspectiveCamera(38, 1, 0.1, 600);
  readonly controls: OrbitControls;
  follow = false;
  private readonly last = new Vector3();
  private has = false;
  private moved = true;
  /** Whether a hand turns the camera now, and s since one did. */
  private held = false;
  private free = Infinity;

  constructor(element: HTMLElement) {
    this.controls = new OrbitControls(this.camera, element);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.maxPolarAngle = Math.PI * 0.497;
    this.controls.minDistance = 0.8;
    this.controls.maxDistance = 160;
    this.controls.zoomToCursor = false;
    this.controls.screenSpacePanning = false;
    this.controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.PAN };
    this.controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
    this.controls.addEventListener("start", () => { this.held = true; });
    this.controls.addEventListener("end", () => { this.held = false; this.free = 0; });
    this.camera.position.set(2.6, 2.1, 4.6);
    this.controls.target.set(0, 0.95, 0);
  }

  get distance(): number { return this.camera.position.distanceTo(this.controls.target); }

  size(width: number, height: number): void {
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
  }

  /** What is looked at goes to the middle of the room that a panel on the right leaves. */
  leave(right: number, width: number, height: number): void {
    if (right > 0) this.camera.setViewOffset(width, height, right, 0, width, height);
    else this.camera.clearViewOffset();
    this.moved = true;
  }

  /** Everybody in the picture, from a little above; of a large crowd, those in the middle. */
  frame(points: Vector3[]): void {
    if (points.length === 0) return;
    const middle = points.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(points.length).setY(0.95);
    const near = points.filter((point) => Math.hypot(point.x - middle.x, point.z - middle.z) < WIDEST);
    const radius = Math.max(0, ...near.map((point) => Math.hypot(point.x - middle.x, point.z - middle.z)));
    const lift = Math.min(0.46, 0.24 + radius * 0.02);
    const turn = aside(near);
    const way = new Vector3(Math.sin(turn) * Math.cos(lift), Math.sin(lift), Math.cos(turn) * Math.cos(lift));
    this.controls.target.copy(middle);
    for (let distance = 3; distance < 120; distance *= 1.04) {
      this.camera.position.copy(middle).addScaledVector(way, distance);
      this.camera.lookAt(middle);
      this.camera.updateMatrixWorld();
      if (near.every((point) => this.sees(point))) break;
    }
    this.has = false;
    this.moved = true;
    this.controls.update();
  }

  /** Whether somebody who stands there is in the picture from head to foot, with room around. */
  private sees(point: Vector3): boolean {
    return [[-0.45, 0], [0.45, 0], [0, 1.85]].every(([aside = 0, up = 0]) => {
      const at = new Vector3(point.x + aside, up, point.z).project(this.camera);
      return at.z < 1 && Math.abs(at.x) < 0.88 && at.y < 0.7 && at.y > -0.76;
    });
  }

  /** At once behind somebody who faces that way. */
  stand(at: Vector3, facing: number): void {
    const { away, above } = BEHIND;
    this.controls.target.set(at.x, 0.95, at.z);
    const flat = away * Math.cos(above);
    this.camera.position.set(at.x - Math.sin(facing) * flat, 0.95 + away * Math.sin(above), at.z - Math.cos(facing) * flat);
    this.has = false;
    this.free = Infinity;
    this.moved = true;
    this.controls.update();
  }

  /** Comes round behind somebody who faces that way; a hand on the camera is waited for. */
  comeRound(facing: number, seconds: number): void {
    this.free += seconds;
    if (this.held || this.free < WAIT) return;
    const from = this.camera.position.clone().sub(this.controls.target);
    const off = Math.atan2(-Math.sin(facing), -Math.cos(facing)) - Math.atan2(from.x, from.z);
    const turn = Math.atan2(Math.sin(off), Math.cos(off)) * (1 - Math.exp(-COME_ROUND * seconds));
    if (Math.abs(turn) < 1e-5) return;
    this.camera.position.copy(from.applyAxisAngle(this.camera.up, turn).add(this.controls.target));
    this.moved = true;
  }

  /** What is followed is here now. Ends with null. */
  track(at: Vector3 | null, seconds: number, anyway = false): void {
    if (!at || !(this.follow || anyway)) { this.has = false; return; }
    const goal = new Vector3(at.x, 0.95, at.z);
    if (!this.has) { this.last.copy(this.controls.target); this.has = true; }
    // A little behind, so that steps do not shake the picture.
    const move = goal.sub(this.last).multiplyScalar(1 - Math.exp(-9 * seconds));
    this.moved ||= move.lengthSq() > 1e-9;
    this.last.add(move);
    this.controls.target.add(move);
    this.camera.position.add(move);
    // Panning while following moves the picture, and must not be fought.
    this.last.copy(this.controls.target);
  }

  /** Whether the picture changed. */
  update(): boolean {
    const moved = this.moved;
    this.moved = false;
    return this.controls.update() || moved;
  }
}

/** rad, from where people are looked at: two of them from the side, so that neither hides the other. */
function aside(people: Vector3[]): number {
  const [one, other] = people;
  if (!one || !other || people.length > 2) return USUAL;
  const across = Math.atan2(other.x - one.x, other.z - one.z) + Math.PI / 2;
  const off = Math.abs(Math.atan2(Math.sin(across - USUAL), Math.cos(across - USUAL)));
  // Of both sides the one nearer to where everybody else is looked at from, and not quite square to it.
  return (off > Math.PI / 2 ? across + Math.PI : across) - 0.3;
}
