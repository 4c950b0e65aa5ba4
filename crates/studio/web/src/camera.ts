// Looking: orbit, pan, zoom with mouse or fingers, shots that go with the action, and standing behind somebody's back.

import { MOUSE, PerspectiveCamera, TOUCH, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Spare } from "./spare";
import { firstLook, middleOf, pose, type Action, type Shot } from "./shots";

/** Behind somebody's back: m away, rad above. */
const BEHIND = { away: 5.2, above: 0.34 };
/** How fast the camera comes round, in shares a second, and s that it waits after a hand was on it. */
const COME_ROUND = 2.6;
const WAIT = 1.2;
/** How fast shots follow, in shares a second: a camera on a tripod, and one that is carried. */
const FOLLOWS: Record<Shot, number> = { orbit: 3, broadcast: 2.2, shoulder: 5, top: 3 };

/** How much of a look goes down where one looks from above. */
const STEEP = 0.8;

export class Eye {
  readonly camera = new PerspectiveCamera(36, 1, 0.1, 600);
  readonly controls: OrbitControls;
  shot: Shot = "broadcast";
  /** Whether it goes along with one person rather than with everybody. */
  follow = false;
  /** For whoever asked for less motion: pictures are cut to, not flown to. */
  calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  private moved = true;
  /** Whether a hand turns the camera now, and s since one did. */
  private held = false;
  private free = Infinity;
  private readonly last = new Vector3();
  private has = false;

  constructor(element: HTMLElement, private readonly handled: () => void) {
    this.controls = new OrbitControls(this.camera, element);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.maxPolarAngle = Math.PI * 0.497;
    this.controls.minDistance = 0.8;
    this.controls.maxDistance = 160;
    this.controls.screenSpacePanning = false;
    this.controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.PAN };
    this.controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
    this.controls.addEventListener("start", () => { this.held = true; });
    this.controls.addEventListener("end", () => { this.held = false; this.free = 0; });
    // A hand on the camera takes it over; it goes on following what is going on.
    this.controls.addEventListener("change", () => { if (this.held && this.shot !== "orbit") { this.shot = "orbit"; this.handled(); } });
    this.camera.position.set(2.6, 2.1, 4.6);
    this.controls.target.set(0, 0.95, 0);
  }

  get distance(): number { return this.camera.position.distanceTo(this.controls.target); }

  size(width: number, height: number): void {
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
  }

  /** What is looked at goes to the middle of the room that is left: by what lies over the picture on each side. */
  leave({ left, right, below, above }: Spare, width: number, height: number): void {
    if (left > 0 || right > 0 || below > 0 || above > 0) this.camera.setViewOffset(width, height, (right - left) / 2, (below - above) / 2, width, height);
    else this.camera.clearViewOffset();
    this.room = [Math.max(0.3, 1 - (left + right) / Math.max(1, width)), Math.max(0.3, 1 - (below + above) / Math.max(1, height))];
    this.moved = true;
  }
  /** Shares of the picture, across and up, that nothing lies over. */
  private room: [number, number] = [1, 1];

  /** At once where the shot looks from; of a scene that is `fresh`, from where the first is on the left. */
  frame(action: Action, fresh = false): void {
    if (action.people.length === 0) return;
    const first = fresh ? firstLook(action.people) : null;
    if (first) this.camera.position.copy(first);
    const goal = this.goal(this.shot === "orbit" ? "broadcast" : this.shot, action);
    if (!goal) return;
    this.camera.position.copy(goal.eye);
    this.controls.target.copy(goal.target);
    this.has = false;
    this.moved = true;
    this.controls.update();
  }

  private goal(shot: Shot, action: Action): ReturnType<typeof pose> {
    const tall = Math.tan((this.camera.fov * Math.PI) / 360);
    // Where things lie over the picture, what is between them is filled.
    const share = this.room[1] < 0.75 ? 0.96 : 0.86;
    return pose(shot, action, this.camera.position, tall * this.room[1] * share, tall * this.camera.aspect * this.room[0] * 0.86);
  }

  /** The shot goes with the action. */
  direct(action: Action, seconds: number): void {
    if (this.held || action.people.length === 0) { this.has = false; return; }
    const share = this.calm ? 1 : 1 - Math.exp(-FOLLOWS[this.shot] * seconds);
    const goal = this.goal(this.shot, action);
    if (goal) {
      // On an arc about what is looked at, so that nobody is flown through.
      const target = this.controls.target.clone().lerp(goal.target, share);
      const from = this.camera.position.clone().sub(this.controls.target);
      const to = goal.eye.clone().sub(goal.target);
      const length = from.length() + (to.length() - from.length()) * share;
      const direction = from.normalize().lerp(to.normalize(), share);
      if (direction.lengthSq() < 1e-4) direction.copy(to);
      const eye = target.clone().addScaledVector(direction.normalize(), length);
      this.moved ||= eye.distanceToSquared(this.camera.position) > 1e-8;
      this.controls.target.copy(target);
      this.camera.position.copy(eye);
      return;
    }
    this.track(this.follow ? action.lead : middleOf(action.people), seconds);
  }

  /** At once behind somebody who faces that direction. */
  stand(at: Vector3, facing: number): void {
    const { above } = BEHIND;
    // Where little of the picture is left, from a little further away.
    const away = BEHIND.away * Math.max(1, 0.8 / this.room[1]);
    this.controls.target.set(at.x, 0.95, at.z);
    const flat = away * Math.cos(above);
    this.camera.position.set(at.x - Math.sin(facing) * flat, 0.95 + away * Math.sin(above), at.z - Math.cos(facing) * flat);
    this.has = false;
    this.free = Infinity;
    this.moved = true;
    this.controls.update();
  }

  /** Comes round behind somebody who faces that direction; a hand on the camera is waited for. */
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
  track(at: Vector3 | null, seconds: number): void {
    if (!at) { this.has = false; return; }
    const goal = new Vector3(at.x, 0.95, at.z);
    if (!this.has) { this.last.copy(this.controls.target); this.has = true; }
    // A little behind, so that steps do not shake the picture.
    const move = goal.sub(this.last).setY(0).multiplyScalar(1 - Math.exp(-(this.follow ? 9 : FOLLOWS.orbit) * seconds));
    this.moved ||= move.lengthSq() > 1e-9;
    this.controls.target.add(move);
    this.camera.position.add(move);
    // Panning while following moves the picture, and must not be fought.
    this.last.copy(this.controls.target);
  }

  /** Corners of the floor that is seen from above; none where one looks ahead, and walls end what is seen. */
  floorSeen(): Vector3[] {
    if (this.camera.getWorldDirection(new Vector3()).y > -STEEP) return [];
    return [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => this.floorAt(x, y) ?? []));
  }

  /** Where the floor is seen, at a point of the picture from -1 to 1. */
  floorAt(x: number, y: number): Vector3 | null {
    const { position } = this.camera;
    const ray = new Vector3(x, y, 0.5).unproject(this.camera).sub(position);
    return ray.y < -1e-3 ? position.clone().addScaledVector(ray, -position.y / ray.y) : null;
  }

  /** Whether the picture changed. */
  update(): boolean {
    const moved = this.moved;
    this.moved = false;
    return this.controls.update() || moved;
  }
}
