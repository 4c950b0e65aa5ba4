// The room: floor, walls and the light on them, drawn by two small programs that know where they are in the world. Of walls
// only the inside is drawn, and the room reaches as far as the camera and what it sees of the floor from above.

import { BackSide, BoxGeometry, Color, Group, Mesh, type PlaneGeometry, ShaderMaterial, Vector2, Vector3, Vector4 } from "three";

/** m, from the middle to a wall, and how high walls are. */
const LEAST = 8.5;
const HIGH = 5.2;
/** m, that there are between people and a wall. */
const ROOM = 4.5;
/** How many times as high as its windows need a wall is. */
const LOFT = 3;
/** m: where there are no walls. */
const FAR = 1e4;
/** How fast walls give way, in shares a second. */
const GIVES_WAY = 3;

const COLOURS = {
  light: {
    air: 0xdfe3e8, floor: 0xc9b496, floorDark: 0xb59d7c, seam: 0x8f7a5e, wall: 0xe9e7e2, low: 0x8a97a6, rail: 0x6d5a44, window: 0xf7fbff, frame: 0xb9bdc4,
    mat: 0xe4e6ea, border: 0x2f4a78, light: 1, edge: 0.86,
  },
  dark: {
    air: 0x0f1216, floor: 0x6b5640, floorDark: 0x5a4733, seam: 0x2d241a, wall: 0x3c434d, low: 0x272d36, rail: 0x1b1f25, window: 0x33496b, frame: 0x1d2229,
    mat: 0x9aa1ab, border: 0x22365c, light: 0.78, edge: 0.5,
  },
};

const PLACE = `varying vec3 place; varying vec3 side; void main() { vec4 w = modelMatrix * vec4(position, 1.0); place = w.xyz; side = normal; gl_Position = projectionMatrix * viewMatrix * w; }`;

const COMMON = `
varying vec3 place; varying vec3 side; uniform vec3 air; uniform vec3 middle; uniform vec4 walls; uniform float reach; uniform float lit; uniform float edge;
float chance(vec2 p) { vec3 q = fract(vec3(p.xyx) * 0.1031); q += dot(q, q.yzx + 33.33); return fract((q.x + q.y) * q.z); }
float line(float at, float width, float soft) { return 1.0 - smoothstep(width, width + soft, abs(at)); }
// Light falls in a pool about what is looked at.
float pool(vec2 p) { float far = distance(p, middle.xz) / reach; return mix(1.08, edge, smoothstep(0.05, 1.0, far)); }
`;

// Boards of a hand's width, each of its own tone, and a mat in the middle where people fight.
const FLOOR = `${COMMON}
uniform vec3 floorColour; uniform vec3 floorDark; uniform vec3 seam; uniform vec3 mat; uniform vec3 border; uniform vec4 matAt; uniform float boards;
void main() {
  vec2 p = place.xz; float pixel = max(fwidth(p.x), fwidth(p.y));
  float row = floor(p.y / 0.14); float shift = chance(vec2(row, 7.0)) * 9.0; float column = floor((p.x + shift) / 1.8);
  float tone = chance(vec2(row, column)); float near = clamp(1.0 - pixel * 9.0, 0.0, 1.0);
  vec3 colour = mix(floorColour, floorDark, mix(0.5, tone, near) * 0.9);
  float grain = chance(floor(vec2(p.x * 22.0, p.y * 160.0))); colour *= 1.0 + (grain - 0.5) * 0.05 * clamp(1.0 - pixel * 60.0, 0.0, 1.0);
  float joint = max(line(fract(p.y / 0.14) - 0.5 + 0.5 * sign(0.5 - fract(p.y / 0.14)), 0.0, max(0.02, pixel / 0.14)), 0.0);
  float gap = line(fract((p.x + shift) / 1.8) - 0.0, 0.0, max(0.003, pixel / 1.8));
  colour = mix(colour, seam, max(joint * 0.35, gap * 0.5) * near);
  // Painted every five metres, to judge distances by.
  vec2 five = abs(fract(p / 5.0 - 0.5) - 0.5) * 5.0; float paint = 1.0 - smoothstep(0.018, 0.018 + pixel, min(five.x, five.y));
  colour = mix(colour, seam, paint * 0.28 * clamp(1.0 - pixel * 5.0, 0.0, 1.0));
  if (matAt.z > 0.0) {
    vec2 d = abs(p - matAt.xy) - matAt.z + 0.15; float out_ = length(max(d, 0.0)) + min(max(d.x, d.y), 0.0) - 0.15;
    colour *= 1.0 - 0.3 * (1.0 - smoothstep(0.0, 0.28, out_)) * step(0.0, out_);
    vec3 cloth = mix(mat, border, smoothstep(-0.36 - pixel, -0.36, out_)); cloth = mix(cloth, mat * 1.08, line(out_ + 0.18, 0.022, pixel));
    cloth *= 1.0 + (chance(floor(p * 55.0)) - 0.5) * 0.025 * clamp(1.0 - pixel * 30.0, 0.0, 1.0);
    cloth = mix(cloth, border, (1.0 - smoothstep(0.03, 0.03 + pixel, abs(length(p - matAt.xy) - 0.75))) * 0.5);
    colour = mix(colour, cloth, 1.0 - smoothstep(-pixel, pixel, out_));
  }
  { vec2 in_ = min(p - walls.xy, walls.zw - p); float near_ = min(in_.x, in_.y); colour *= 1.0 - 0.45 * exp(-max(near_, 0.0) / 0.7); if (near_ < 0.0) colour = air; }
  colour *= pool(p) * lit;
  // Indoors as the walls do, or there would be fog before them.
  float far = distance(p, middle.xz); float haze = walls.z < 5000.0 ? 0.7 * smoothstep(reach * 1.5, reach * 6.0, far) : smoothstep(reach * 1.6, reach * 4.2, far);
  gl_FragColor = vec4(mix(colour, air, haze), 1.0);
  #include <colorspace_fragment>
}`;

// Painted above, panelled below, with high windows between pillars.
const WALLS = `${COMMON}
#define LOFT ${LOFT.toFixed(1)}
uniform vec3 wall; uniform vec3 low; uniform vec3 rail; uniform vec3 window_; uniform vec3 frame; uniform float high;
void main() {
  if (abs(side.y) > 0.5) { gl_FragColor = vec4(air, 1.0); if (side.y < 0.0) discard; }
  float along = abs(side.x) > 0.5 ? place.z : place.x; float up = place.y; float pixel = max(fwidth(along), fwidth(up)) + 1e-4;
  float bay = fract(along / 3.4 + 0.5) * 3.4 - 1.7;
  vec3 colour = mix(wall, wall * 0.9, smoothstep(1.2, high, up));
  float panel = line(abs(fract(along / 0.85) - 0.5) * 0.85 - 0.425, 0.008, pixel);
  vec3 below = low * (1.0 - 0.14 * panel); colour = mix(below, colour, smoothstep(1.15 - pixel, 1.15, up));
  colour = mix(colour, rail, line(up - 1.16, 0.045, pixel)); colour = mix(colour, rail, 1.0 - smoothstep(0.12, 0.12 + pixel, up));
  // Pillars, lighter on one side.
  float pillar = abs(bay) - 1.42; float onPillar = smoothstep(-pixel, pixel, pillar);
  colour = mix(colour, colour * (1.06 - 0.16 * smoothstep(1.42, 1.7, abs(bay))), onPillar);
  vec2 w = abs(vec2(bay, up - (high * 0.5 + 0.75))) - vec2(1.05, high * 0.5 - 1.6);
  float hole = max(w.x, w.y);
  float bars = max(line(bay, 0.025, pixel), line(abs(fract((up - 0.1) / 0.9) - 0.5) * 0.9, 0.02, pixel));
  vec3 glass = window_ * (0.86 + 0.14 * smoothstep(2.0, high, up)); glass = mix(glass, frame, bars);
  colour = mix(colour, frame, 1.0 - smoothstep(0.09, 0.09 + pixel, hole));
  float glow = 1.0 - smoothstep(-pixel, pixel, hole);
  float shade = (1.0 - 0.4 * exp(-up / 0.5)) * mix(pool(place.xz), 1.0, 0.35) * lit;
  colour = mix(colour * shade, glass, glow);
  colour += window_ * 0.1 * exp(-max(hole, 0.0) / 0.5) * (1.0 - glow);
  // Above its windows a wall goes up into the haze under the roof: from high up nobody sees over it.
  colour = mix(colour, air, smoothstep(high, high * LOFT, up));
  gl_FragColor = vec4(mix(colour, air, smoothstep(reach * 1.5, reach * 6.0, distance(place.xz, middle.xz)) * 0.7), 1.0);
  #include <colorspace_fragment>
}`;

export class Room {
  readonly object = new Group();
  readonly floor: ShaderMaterial;
  private readonly walls: ShaderMaterial;
  private readonly box: Mesh;
  private readonly shared = {
    air: { value: new Color() }, middle: { value: new Vector3() }, walls: { value: new Vector4() }, reach: { value: 12 }, lit: { value: 1 }, edge: { value: 1 },
  };
  /** x and z of the middle, and how far the walls are from it: as it is, and as it should be. */
  private readonly now = new Vector4(0, 0, LEAST, LEAST);
  private readonly goal = new Vector4(0, 0, LEAST, LEAST);
  private closed = true;
  /** Corners of what the camera needs of the floor, in x and z: the least and the greatest. */
  private readonly needed = new Vector4(Infinity, Infinity, -Infinity, -Infinity);

  constructor() {
    const colour = (): { value: Color } => ({ value: new Color() });
    this.floor = new ShaderMaterial({
      vertexShader: PLACE, fragmentShader: FLOOR,
      uniforms: { ...this.shared, floorColour: colour(), floorDark: colour(), seam: colour(), mat: colour(), border: colour(), matAt: { value: new Vector4() }, boards: { value: 1 } },
    });
    this.walls = new ShaderMaterial({
      vertexShader: PLACE, fragmentShader: WALLS, side: BackSide,
      uniforms: { ...this.shared, wall: colour(), low: colour(), rail: colour(), window_: colour(), frame: colour(), high: { value: HIGH } },
    });
    this.box = new Mesh(new BoxGeometry(1, 1, 1), this.walls);
    this.box.renderOrder = -3;
    this.box.frustumCulled = false;
    this.object.add(this.box);
  }

  get air(): Color { return this.shared.air.value; }

  paint(dark: boolean, open: boolean): void {
    const colours = dark ? COLOURS.dark : COLOURS.light;
    this.shared.air.value.setHex(colours.air);
    this.shared.lit.value = colours.light;
    this.shared.edge.value = colours.edge;
    for (const [material, names] of [[this.floor, { floorColour: "floor", floorDark: "floorDark", seam: "seam", mat: "mat", border: "border" }], [this.walls, { wall: "wall", low: "low", rail: "rail", window_: "window", frame: "frame" }]] as const) {
      for (const [uniform, name] of Object.entries(names)) (material.uniforms[uniform]!.value as Color).setHex(colours[name as keyof typeof colours]);
    }
    this.closed = !open;
    this.box.visible = this.closed;
    this.place();
  }

  /** Another scene begins with people there; half is how far a mat reaches, zero for none. */
  furnish(people: readonly Vector2[], least: number, half: number): void {
    const middle = people.reduce((sum, one) => sum.add(one), new Vector2()).divideScalar(Math.max(1, people.length));
    (this.floor.uniforms.matAt!.value as Vector4).set(middle.x, middle.y, half, 0);
    const far = (axis: "x" | "y"): number => Math.max(LEAST, least, ...people.map((one) => Math.abs(one[axis] - middle[axis]) + ROOM));
    // Not quite a square, as rooms are.
    this.goal.set(middle.x, middle.y, far("x") * 1.18, far("y"));
    this.now.copy(this.goal);
    this.place();
  }

  /** Walls give way to whoever comes near them. */
  widen(x: number, z: number): void {
    const { goal } = this;
    const [dx, dz] = [Math.abs(x - goal.x) + ROOM, Math.abs(z - goal.y) + ROOM];
    if (dx > goal.z) goal.z = dx + ROOM;
    if (dz > goal.w) goal.w = dz + ROOM;
  }

  /** The room reaches behind whoever looks in, by `spare` metres: nobody sees where its floor ends. */
  contain(points: readonly Vector3[], spare: number): void {
    const [x, z] = [points.map((one) => one.x), points.map((one) => one.z)];
    this.needed.set(Math.min(...x) - spare, Math.min(...z) - spare, Math.max(...x) + spare, Math.max(...z) + spare);
    this.place();
  }

  /** Whether the floor is there. */
  holds({ x, z }: Vector3): boolean {
    const walls = this.shared.walls.value;
    return x > walls.x && z > walls.y && x < walls.z && z < walls.w;
  }

  /** Whether something moved. */
  attend(middle: Vector3, reach: number, seconds: number): boolean {
    this.shared.middle.value.copy(middle);
    this.shared.reach.value = reach;
    if (!this.closed || this.now.clone().sub(this.goal).length() < 1e-3) return false;
    this.now.lerp(this.goal, 1 - Math.exp(-GIVES_WAY * seconds));
    this.place();
    return true;
  }

  private place(): void {
    const { now: { x, y, z, w }, needed } = this;
    const [x0, z0, x1, z1] = [Math.min(x - z, needed.x), Math.min(y - w, needed.y), Math.max(x + z, needed.z), Math.max(y + w, needed.w)] as const;
    if (this.closed) this.shared.walls.value.set(x0, z0, x1, z1);
    else this.shared.walls.value.set(-FAR, -FAR, FAR, FAR);
    const high = Math.max(HIGH, Math.min(11, Math.max(z, w) * 0.42));
    this.walls.uniforms.high!.value = high;
    this.box.scale.set(x1 - x0, high * LOFT + 0.02, z1 - z0);
    this.box.position.set((x0 + x1) / 2, (high * LOFT) / 2 - 0.02, (z0 + z1) / 2);
  }
}

/** For whoever lays it out. */
export type FloorShape = PlaneGeometry;
