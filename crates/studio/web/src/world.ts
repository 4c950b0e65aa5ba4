// The stage without anybody on it: floor or platforms, grid, light, soft shadow, and air that swallows the distance.

import {
  Color, DirectionalLight, Fog, HemisphereLight, type Mesh, PCFShadowMap, PlaneGeometry, Scene, ShaderMaterial, ShadowMaterial,
  type Vector3, WebGLRenderer,
} from "three";
import { floorOf, Platforms, type Slab } from "./platforms";

const COLOURS = {
  light: { air: 0xf4f5f7, nothing: 0xc3ccd7, floor: 0xffffff, line: 0xb9c2cd, shadow: 0.2, sky: 0xffffff, earth: 0xc9d0d8, sun: 2.1, fill: 1.75 },
  dark: { air: 0x14171b, nothing: 0x0b0d10, floor: 0x20252c, line: 0x4a5562, shadow: 0.5, sky: 0xcfdaea, earth: 0x262c34, sun: 2.2, fill: 1.35 },
};

// Lines a pixel wide at any distance, thicker every five metres, and all of it fading out from what is looked at.
const GRID_VERTEX = `varying vec3 where; void main() { vec4 w = modelMatrix * vec4(position, 1.0); where = w.xyz; gl_Position = projectionMatrix * viewMatrix * w; }`;
const GRID_FRAGMENT = `
varying vec3 where; uniform vec3 floorColour; uniform vec3 lineColour; uniform vec3 airColour; uniform vec3 middle; uniform float reach;
float lines(vec2 p, float width) { vec2 d = fwidth(p); vec2 g = abs(fract(p - 0.5) - 0.5) / max(d, vec2(1e-5)); float fade = clamp(1.0 - max(d.x, d.y) * 2.2, 0.0, 1.0); return (1.0 - clamp(min(g.x, g.y) / width, 0.0, 1.0)) * fade; }
void main() {
  float far = distance(where.xz, middle.xz);
  float pool = 1.0 - smoothstep(reach * 0.25, reach, far);
  float line = max(lines(where.xz, 1.0) * 0.42, lines(where.xz / 5.0, 1.4) * 0.9);
  vec3 colour = mix(airColour, floorColour, pool);
  gl_FragColor = vec4(mix(colour, lineColour, line * pool), 1.0);
  #include <colorspace_fragment>
}`;

export class World {
  readonly scene = new Scene();
  readonly renderer: WebGLRenderer;
  dark = false;
  private readonly sun = new DirectionalLight(0xffffff, 2);
  private readonly fill = new HemisphereLight(0xffffff, 0xcccccc, 1.5);
  private readonly grid: ShaderMaterial;
  private readonly shade = new ShadowMaterial({ opacity: 0.2 });
  private readonly floor: Mesh[];
  private platforms: Platforms | null = null;

  constructor(readonly canvas: HTMLCanvasElement) {
    // Kept, so that screenshots and tests can read what was drawn.
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.scene.fog = new Fog(0xffffff, 20, 90);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1536, 1536);
    this.sun.shadow.radius = 4;
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.02;
    this.grid = new ShaderMaterial({
      vertexShader: GRID_VERTEX, fragmentShader: GRID_FRAGMENT,
      uniforms: {
        floorColour: { value: new Color() }, lineColour: { value: new Color() }, airColour: { value: new Color() },
        middle: { value: this.sun.target.position }, reach: { value: 30 },
      },
    });
    const plane = new PlaneGeometry(600, 600).rotateX(-Math.PI / 2);
    this.floor = floorOf(plane, this.grid, this.shade);
    this.scene.add(this.sun, this.sun.target, this.fill, ...this.floor);
    this.paint(false);
  }

  paint(dark: boolean): void {
    this.dark = dark;
    const colours = dark ? COLOURS.dark : COLOURS.light;
    // Below platforms is nothing, and it must be seen that it is nothing.
    const air = this.platforms ? colours.nothing : colours.air;
    this.scene.background = new Color(air);
    this.scene.fog?.color.setHex(air);
    this.platforms?.paint(dark);
    this.grid.uniforms.floorColour!.value.setHex(colours.floor);
    this.grid.uniforms.lineColour!.value.setHex(colours.line);
    this.grid.uniforms.airColour!.value.setHex(air);
    this.shade.opacity = colours.shadow;
    this.sun.intensity = colours.sun;
    this.fill.color.setHex(colours.sky);
    this.fill.groundColor.setHex(colours.earth);
    this.fill.intensity = colours.fill;
  }

  /** Light and air go with what is looked at, so that shadows are sharp there and the floor never ends in an edge. */
  attend(target: Vector3, distance: number): void {
    const reach = Math.min(60, Math.max(5, distance * 1.1));
    // In whole steps: a shadow map that slides by parts of a pixel shimmers.
    const snap = reach / 64;
    const x = Math.round(target.x / snap) * snap;
    const z = Math.round(target.z / snap) * snap;
    this.sun.target.position.set(x, 0, z);
    this.sun.position.set(x + reach * 0.5, reach * 1.25, z + reach * 0.7);
    const camera = this.sun.shadow.camera;
    if (Math.abs(camera.right - reach) > reach * 0.15) {
      camera.left = camera.bottom = -reach;
      camera.right = camera.top = reach;
      camera.near = 0.1;
      camera.far = reach * 4;
      camera.updateProjectionMatrix();
    }
    this.grid.uniforms.reach!.value = Math.max(this.platforms ? 48 : 16, distance * 3.2);
    const fog = this.scene.fog as Fog;
    fog.near = Math.max(18, distance * 1.6);
    fog.far = Math.max(60, distance * 5);
  }

  size(width: number, height: number): void { this.renderer.setSize(width, height, false); }

  /** Platforms with gaps between them instead of a floor without end; none for the floor. */
  ground(platforms: readonly Slab[]): void {
    this.platforms?.dispose();
    this.platforms = platforms.length > 0 ? new Platforms(platforms, this.grid, this.shade) : null;
    if (this.platforms) this.scene.add(this.platforms.object);
    for (const part of this.floor) part.visible = !this.platforms;
    this.paint(this.dark);
  }
}
