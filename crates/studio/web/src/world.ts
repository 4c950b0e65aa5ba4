// The stage without anybody on it: a room or platforms, light, and soft shadows.

import {
  Color, DirectionalLight, Fog, HemisphereLight, type Mesh, PCFShadowMap, PlaneGeometry, Scene, ShadowMaterial, Vector2,
  Vector3, WebGLRenderer,
} from "three";
import { floorOf, Platforms, type Slab } from "./platforms";
import { Room } from "./room";

const COLOURS = {
  light: { nothing: 0xb7c5d6, shadow: 0.34, sky: 0xffffff, earth: 0xcbbfae, key: 0xfff3e2, sun: 2.0, fill: 1.55, rim: 0.9 },
  dark: { nothing: 0x0b0d10, shadow: 0.55, sky: 0xb9c6dc, earth: 0x4a3d30, key: 0xffe2bd, sun: 1.9, fill: 0.85, rim: 1.3 },
};
/** Pixels that are drawn for one of the page at most: beyond that only fans are heard. */
const SHARPEST = 2;
/** The coarsest that is drawn, of a page's pixel; and s of a picture that is slow. */
const COARSEST = 0.5;
const SLOW = 0.06;
/** Pixels of a picture, beyond which it is drawn coarser: a 4K screen has eight million. */
const MOST_PIXELS = 4_200_000;

export class World {
  readonly scene = new Scene();
  readonly renderer: WebGLRenderer;
  readonly room = new Room();
  dark = false;
  private readonly sun = new DirectionalLight(0xffffff, 2);
  /** From behind whoever is looked at, so that people stand out from what is behind them. */
  private readonly rim = new DirectionalLight(0xdfeaff, 1);
  private readonly fill = new HemisphereLight(0xffffff, 0xcccccc, 1.5);
  /** Shadows lie on the floor and never fight with it for who is nearer. */
  private readonly shade = new ShadowMaterial({ opacity: 0.2, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -16 });
  private readonly floor: Mesh[];
  private platforms: Platforms | null = null;
  /** Where the light comes from, over the ground. */
  private readonly from = new Vector2(0.5, 0.6);
  /** m, how far shadows reach; none yet. */
  private lit = 0;

  constructor(readonly canvas: HTMLCanvasElement) {
    // Kept, so that screenshots and tests can read what was drawn.
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.scene.fog = new Fog(0xffffff, 20, 90);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1536, 1536);
    this.sun.shadow.radius = 5;
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.02;
    const plane = new PlaneGeometry(600, 600).rotateX(-Math.PI / 2);
    this.floor = floorOf(plane, this.room.floor, this.shade);
    this.scene.add(this.sun, this.sun.target, this.rim, this.rim.target, this.fill, this.room.object, ...this.floor);
    this.paint(false);
  }

  paint(dark: boolean): void {
    this.dark = dark;
    const colours = dark ? COLOURS.dark : COLOURS.light;
    this.room.paint(dark, this.platforms !== null);
    // Below platforms is nothing, and it must be seen that it is nothing.
    const air = this.platforms ? new Color(colours.nothing) : this.room.air;
    this.scene.background = air.clone();
    this.scene.fog?.color.copy(air);
    if (this.platforms) this.room.air.copy(air);
    this.platforms?.paint(dark);
    this.shade.opacity = colours.shadow;
    this.sun.color.setHex(colours.key);
    this.sun.intensity = colours.sun;
    this.rim.intensity = colours.rim;
    this.fill.color.setHex(colours.sky);
    this.fill.groundColor.setHex(colours.earth);
    this.fill.intensity = colours.fill;
  }

  /** Another scene: how much room there is at least, and whether there is a mat. */
  furnish(people: readonly (readonly [number, number, number])[], least: number, mat: number): void {
    this.room.furnish(people.map(([x, , z]) => new Vector2(x, z)), least, mat);
  }

  /** A scene is looked at from there: light comes from the side and a little from behind, so that shadows fall where they are seen. */
  light(target: Vector3, camera: Vector3): void {
    const angle = Math.atan2(camera.x - target.x, camera.z - target.z) + 1.95;
    this.from.set(Math.sin(angle), Math.cos(angle)).multiplyScalar(0.78);
  }

  /** Light goes with what is looked at, so that shadows are sharp there; `seen` are corners of the floor that is. Whether the room itself moved. */
  attend(target: Vector3, camera: Vector3, seconds: number, seen: readonly Vector3[] = []): boolean {
    const distance = camera.distanceTo(target);
    const reach = Math.min(60, Math.max(4, distance * 0.95));
    // In whole steps: a shadow map that slides by parts of a pixel shimmers.
    const snap = reach / 64;
    const x = Math.round(target.x / snap) * snap;
    const z = Math.round(target.z / snap) * snap;
    this.sun.target.position.set(x, 0, z);
    this.sun.position.set(x + reach * this.from.x, reach * 1.5, z + reach * this.from.y);
    const shadow = this.sun.shadow.camera;
    if (Math.abs(this.lit - reach) > reach * 0.15) {
      this.lit = reach;
      shadow.left = shadow.bottom = -reach;
      shadow.right = shadow.top = reach;
      shadow.near = 0.1;
      shadow.far = reach * 4;
      shadow.updateProjectionMatrix();
    }
    const behind = new Vector3().subVectors(target, camera).setY(0).normalize();
    this.rim.target.position.copy(target);
    this.rim.position.copy(target).addScaledVector(behind, 6).add(new Vector3(-behind.z * 3, 5, behind.x * 3));
    // Not by little, or a wall would be right beside whoever looks along it.
    this.room.contain([camera, ...seen], 1 + distance * 0.4);
    const fog = this.scene.fog as Fog;
    fog.near = Math.max(18, distance * 1.6);
    fog.far = Math.max(70, distance * 6);
    return this.room.attend(this.sun.target.position, Math.max(this.platforms ? 30 : 9, distance * 1.6), seconds);
  }

  size(width: number, height: number): void {
    this.shape = [width, height];
    const sharp = Math.min(devicePixelRatio, SHARPEST, Math.sqrt(MOST_PIXELS / Math.max(1, width * height)));
    this.renderer.setPixelRatio(Math.max(COARSEST, sharp * this.share));
    this.renderer.setSize(width, height, false);
  }

  /** A picture took so long: machines that are slow draw coarser ones, so that people still move. Whether that changed. */
  took(seconds: number): boolean {
    this.pace += (seconds - this.pace) * 0.1;
    if (++this.drawn < 20 || this.pace < SLOW || this.share <= COARSEST) return false;
    this.share *= 0.75;
    [this.drawn, this.pace] = [0, 0];
    this.size(...this.shape);
    return true;
  }

  /** Draws as finely as it can, whatever that takes: for pictures that are kept. */
  fine(): void { this.share = 1; this.drawn = -Infinity; this.size(...this.shape); }

  private shape: [number, number] = [1, 1];
  private share = 1;
  private pace = 0;
  private drawn = 0;

  /** Platforms with gaps between them instead of a room; none for the room. */
  ground(platforms: readonly Slab[]): void {
    this.platforms?.dispose();
    this.platforms = platforms.length > 0 ? new Platforms(platforms, this.room.floor, this.shade) : null;
    if (this.platforms) this.scene.add(this.platforms.object);
    for (const part of this.floor) part.visible = !this.platforms;
    this.paint(this.dark);
  }
}
