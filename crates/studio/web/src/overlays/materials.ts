// Lines and flat marks on the floor, as several overlays draw them.

import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments, MeshBasicMaterial } from "three";

/** Coloured lines for a number of points; those that show through bodies do not ask for depth. */
export function lines(points: number, depth: boolean): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(new Float32Array(points * 3), 3));
  geometry.setAttribute("color", new Float32BufferAttribute(new Float32Array(points * 3), 3));
  const material = new LineBasicMaterial({ vertexColors: true, depthTest: depth, transparent: true, toneMapped: false });
  const made = new LineSegments(geometry, material);
  made.frustumCulled = false;
  made.renderOrder = depth ? 1 : 5;
  return made;
}

/** Something that lies on the floor. */
export function flat(colour: number, opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({
    color: colour, transparent: true, opacity, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -2,
  });
}
