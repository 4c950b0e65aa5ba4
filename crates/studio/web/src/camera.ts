// Looking: orbit, pan, zoom with mouse or fingers, and going along with somebody.

import { MOUSE, PerspectiveCamera, TOUCH, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

export class Eye {
  readonly camera = new PerspectiveCamera(38, 1, 0.1, 600);
  readonly controls: OrbitControls;
  follow = false;
  private readonly last = new Vector3();
  private has = false;
  private moved = true;

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

  /** Everybody in the picture, from a little above. */
  frame(points: Vector3[]): void {
    if (points.length === 0) return;
    const middle = new Vector3();
    for (const point of points) middle.add(point);
    middle.divideScalar(points.length);
    middle.y = 0.95;
    let radius = 1.25;
    for (const point of points) radius = Math.max(radius, Math.hypot(point.x - middle.x, point.z - middle.z) + 1);
    radius = Math.min(radius, 26);
    const half = (this.camera.fov * Math.PI) / 360;
    // Wide pictures see more to the sides; narrow ones are limited there.
    const distance = radius / Math.sin(half) / Math.min(1, Math.max(0.6, this.camera.aspect)) * (radius > 10 ? 0.66 : radius > 2 ? 0.8 : 1.05);
    const lift = Math.min(0.62, 0.28 + radius * 0.02);
    this.controls.target.copy(middle);
    this.camera.position.set(
      middle.x + Math.sin(0.55) * Math.cos(lift) * distance,
      middle.y + Math.sin(lift) * distance,
      middle.z + Math.cos(0.55) * Math.cos(lift) * distance,
    );
    this.has = false;
    this.moved = true;
    this.controls.update();
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
