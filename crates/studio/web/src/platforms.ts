// Something to stand on: the floor's two layers, and slabs with gaps between them where a game is played on those.

import {
  BoxGeometry, type BufferGeometry, EdgesGeometry, Group, LineBasicMaterial, LineSegments, type Material, Mesh, MeshLambertMaterial,
  PlaneGeometry,
} from "three";

/** x and z of two opposite corners. */
export type Slab = readonly [number, number, number, number];

/** m */
const THICK = 0.25;
/** m: beneath the top, so that the grid on it is never hidden by it. */
const UNDER = 0.006;

const COLOURS = {
  light: { side: 0x93a0af, edge: 0x6d7b8b },
  dark: { side: 0x39424d, edge: 0x6f7f90 },
};

/** The floor is drawn twice: once for its grid, once for the shadows on it. */
export function floorOf(shape: BufferGeometry, grid: Material, shade: Material): Mesh[] {
  const floor = new Mesh(shape, grid);
  const shaded = new Mesh(shape, shade);
  floor.position.y = -0.004;
  floor.renderOrder = -2;
  shaded.renderOrder = -1;
  shaded.receiveShadow = true;
  return [floor, shaded];
}

export class Platforms {
  readonly object = new Group();
  private readonly side = new MeshLambertMaterial();
  private readonly edge = new LineBasicMaterial();

  constructor(slabs: readonly Slab[], grid: Material, shade: Material) {
    for (const [x0, z0, x1, z1] of slabs) {
      const [width, depth] = [Math.abs(x1 - x0), Math.abs(z1 - z0)];
      const piece = new Group();
      const box = new BoxGeometry(width, THICK - UNDER, depth);
      const body = new Mesh(box, this.side);
      const rim = new LineSegments(new EdgesGeometry(box), this.edge);
      body.position.y = rim.position.y = -(THICK + UNDER) / 2;
      piece.position.set((x0 + x1) / 2, 0, (z0 + z1) / 2);
      piece.add(body, rim, ...floorOf(new PlaneGeometry(width, depth).rotateX(-Math.PI / 2), grid, shade));
      this.object.add(piece);
    }
  }

  paint(dark: boolean): void {
    const colours = dark ? COLOURS.dark : COLOURS.light;
    this.side.color.setHex(colours.side);
    this.edge.color.setHex(colours.edge);
  }

  /** The floor's own materials stay: they are not of here. */
  dispose(): void {
    this.object.traverse((one) => { if (one instanceof Mesh || one instanceof LineSegments) one.geometry.dispose(); });
    this.side.dispose();
    this.edge.dispose();
    this.object.removeFromParent();
  }
}
