// Quaternions as [x, y, z, w], and their packing on the wire.
export const multiply = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz,
];
export const axisAngle = (axis, angle) => {
  const q = [0, 0, 0, Math.cos(angle / 2)];
  q[axis] = Math.sin(angle / 2);
  return q;
};
export const rotate = (q, [x, y, z]) => {
  const [rx, ry, rz] = multiply(multiply(q, [x, y, z, 0]), [-q[0], -q[1], -q[2], q[3]]);
  return [rx, ry, rz];
};
/** Smallest three: ten bits each, the first of the three highest, the index of the largest on top. */
export function pack(q) {
  let largest = 0;
  for (let i = 1; i < 4; i++) if (Math.abs(q[i]) > Math.abs(q[largest])) largest = i;
  const sign = q[largest] < 0 ? -1 : 1;
  let bits = largest;
  for (let i = 0; i < 4; i++) {
    if (i === largest) continue;
    const share = (sign * q[i] + Math.SQRT1_2) / Math.SQRT2;
    bits = bits * 1024 + Math.round(Math.min(1, Math.max(0, share)) * 1023);
  }
  return bits >>> 0;
}
export function unpack(bits) {
  const largest = bits >>> 30;
  const rest = [(bits >>> 20) & 1023, (bits >>> 10) & 1023, bits & 1023].map((v) => v / 1023 * Math.SQRT2 - Math.SQRT1_2);
  const d = Math.sqrt(Math.max(0, 1 - rest.reduce((sum, v) => sum + v * v, 0)));
  rest.splice(largest, 0, d);
  return rest;
}
