// What is nearly a line, an arc or a circle becomes one; anything else stays as it was drawn.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";

const web = join(import.meta.dirname, "../../crates/studio/web");
const { transformSync } = createRequire(join(web, "package.json"))("esbuild");
const { code } = transformSync(readFileSync(join(web, "src/shape.ts"), "utf8"), { loader: "ts", format: "esm" });
const { shape } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

/** m: a hand that shakes. */
const shaken = (at) => 0.02 * Math.sin(7.3 * at);
const drawn = (count, place) => Array.from({ length: count }, (_, at) => { const [x, z] = place(at); return [x + shaken(at), 0, z - shaken(at + 1)]; });
const round = (x, z, radius, every) => (at) => [x + radius * Math.cos(every * at), z + radius * Math.sin(every * at)];

test("a shaken line is its two ends", () => {
  const line = drawn(40, (at) => [0.1 * at, 0.05 * at]);
  assert.deepEqual(shape(line, 16), { shape: "line", points: [line[0], line[39]] });
});

test("an arc goes from where it begins to where it ends, a circle all the way round", () => {
  for (const [kind, line, [x, z, radius]] of [
    ["arc", drawn(40, round(1, 0, 2, 0.05)), [1, 0, 2]],
    ["arc", drawn(40, round(1, 0, 2, -0.05)), [1, 0, 2]],
    ["circle", drawn(60, round(1, -1, 1.5, 0.1)), [1, -1, 1.5]],
  ]) {
    const found = shape(line, 16);
    assert.equal(found?.shape, kind);
    assert.ok(found.points.length >= 3 && found.points.length <= 16);
    for (const [px, , pz] of found.points) assert.ok(Math.abs(Math.hypot(px - x, pz - z) - radius) < 0.1);
    const [first, last] = [found.points[0], found.points[found.points.length - 1]];
    const ends = kind === "circle" ? [line[0], line[0]] : [line[0], line[line.length - 1]];
    [first, last].forEach((end, at) => assert.ok(Math.hypot(end[0] - ends[at][0], end[2] - ends[at][2]) < 0.15));
  }
});

test("what is none of them, or hardly anything, is left alone", () => {
  const still = Array.from({ length: 9 }, () => [1, 0, 1]);
  for (const line of [drawn(60, (at) => [0.1 * at, Math.sin(0.2 * at)]), [[0, 0, 0], [3, 0, 0]], [], still, still.map(() => [NaN, 0, 0])]) {
    assert.equal(shape(line, 16), null);
  }
});
