// What is seen when a scene begins: everybody, beside what lies over the picture and not behind each other; a room without an
// end; and only keys that somebody answers to.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open } from "./browser.mjs";
import { shorter } from "./server.mjs";

const HEAD = 'line = "To be looked at."\nmay = ["push"]\n[repertoire]\nperformer = ["locomotion"]\nseconds = 20.0\nseeds = [1]\n';
const actor = (name, x, z, team) => `[[actors]]\nname = "${name}"\nmind = "stand"\nat = [${x.toFixed(2)}, ${z.toFixed(2)}]\nteam = ${team}\n`;
/** Twenty-four on a ring of nine metres. */
const RING = `title = "People on a ring"\n${HEAD}${Array.from({ length: 24 }, (_, i) => actor(`one-${i}`, 9 * Math.sin((i * Math.PI) / 12), 9 * Math.cos((i * Math.PI) / 12), i % 2)).join("")}`;
/** Nine in a row of twelve metres, in a room that is no wider than it has to be. */
const ROW = `title = "A row"\n${HEAD}${Array.from({ length: 9 }, (_, i) => actor(`one-${i}`, i * 1.5 - 6, 0, i)).join("")}`;
/** The second is between the first and whoever looks from where those two would be beside each other. */
const FOUR = `title = "Four"\n${HEAD}${actor("a", 0, 0, 0)}${actor("b", 0, 4, 1)}${actor("c", 3.3, 1, 2)}${actor("d", 4.7, 1, 2)}`;
/** Everything that can be done is offered. */
const BALLS = `title = "Balls"\n${HEAD}[physics]\nlevel = "touch"\n${actor("a", 0, 0, 0)}${actor("b", 0, 2, 1)}[[props]]\nkind = "ball"\nat = [1.6, 1.5, 3.2]\nradius = 0.11\n`;
const SIZES = [["desktop", 1440, 900], ["tablet", 820, 1180], ["phone", 390, 844], ["phone on its side", 844, 390]];

let studio;
before(async () => { studio = await open({ scene: RING, touch: true }); await studio.pause(); });
after(async () => { await studio?.close(); });

const size = async (width, height, which = studio) => {
  await which.page.setViewportSize({ width, height });
  await which.until(([w, h]) => { const box = document.querySelector("#stage").getBoundingClientRect(); return Math.abs(box.width - w) < 2 && box.height < h; }, [width, height]);
  // What lies over the picture is measured when it has its new place.
  await which.page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
  await which.page.evaluate(() => window.footwork.draw());
  for (let i = 0; i < 3; i++) await which.settle();
};
const boxes = (...ids) => studio.page.evaluate((all) => all.flatMap((id) => {
  const box = document.getElementById(id).getBoundingClientRect();
  return box.width > 0 && box.height > 0 ? [{ id, left: box.left, top: box.top, right: box.right, bottom: box.bottom }] : [];
}), ids);

for (const [name, width, height] of SIZES) {
  test(`${name}: everybody is in the picture from head to foot, and nobody behind the dock`, async () => {
    await size(width, height);
    const [view] = await boxes("view");
    const over = await boxes("dock");
    const people = await studio.page.evaluate(() => Array.from({ length: 24 }, (_, id) => ["head", "left_ankle", "right_ankle"].map((role) => window.footwork.jointOnScreen(id, role))));
    for (const [id, joints] of people.entries()) for (const [x, y] of joints) {
      assert.ok(x > view.left && x < view.right && y > view.top && y < view.bottom, `${id} is at ${x},${y} of ${JSON.stringify(view)}`);
      for (const box of over) assert.ok(!(x > box.left && x < box.right && y > box.top && y < box.bottom), `${id} at ${x},${y} is behind ${JSON.stringify(box)}`);
    }
  });
}

test("nobody sees where the floor ends, at any size", async () => {
  const other = await open({ scene: ROW });
  try {
    await other.pause();
    for (const [name, width, height] of SIZES) {
      await size(width, height, other);
      for (const shot of ["broadcast", "top"]) {
        await other.page.selectOption("#shot", shot);
        for (let i = 0; i < 3; i++) await other.settle();
        assert.ok(await other.page.evaluate(() => window.footwork.floored()), `${name}, ${shot}`);
      }
    }
  } finally { await other.close(); }
});

test("nobody hides another where a few begin", async () => {
  const other = await open({ scene: FOUR, size: [1280, 800] });
  try {
    await other.pause();
    await other.settle();
    const at = (await other.onScreen()).map(([x]) => x);
    for (const [i, one] of at.entries()) for (const another of at.slice(i + 1)) assert.ok(Math.abs(one - another) > 40, `${at}`);
  } finally { await other.close(); }
});

test("on a phone every tool is on the screen, however many there are", async () => {
  const other = await open({ scene: BALLS, size: [390, 844], touch: true });
  try {
    await other.pause();
    const tools = await other.page.locator("#dock button, #dock select, #dock summary").all();
    assert.ok(tools.length >= 6, `${tools.length}`);
    for (const tool of tools) {
      if (!(await tool.isVisible())) continue;
      const { x, width } = await tool.boundingBox();
      assert.ok(x >= 0 && x + width <= 390, `${await tool.textContent()} from ${x} to ${x + width}`);
    }
  } finally { await other.close(); }
});

test("only who is played has keys and thumbs", async () => {
  for (const [scene, plays] of [["computers-fight", false], ["fight-the-computer", true]]) {
    const other = await open({ scene: shorter(scene, { seconds: "20.0" }), touch: true });
    try {
      await other.pause();
      assert.equal(/punch/.test(await other.page.locator("#scene-card").innerHTML()), plays, scene);
      assert.equal(await other.page.locator("#glass").evaluate((one) => one.hidden), !plays, scene);
      for (const [name, width, height] of SIZES) {
        await size(width, height, other);
        const hidden = await other.page.evaluate(() => [0, 1].flatMap((id) => ["head", "left_ankle", "right_ankle", "left_wrist", "right_wrist"].flatMap((role) => {
          const [x, y] = window.footwork.jointOnScreen(id, role);
          const over = document.elementFromPoint(x, y);
          return over?.id === "stage" ? [] : [`${id}'s ${role} is behind ${over?.id || over?.textContent}`];
        })));
        assert.deepEqual(hidden, [], `${scene}, ${name}`);
      }
    } finally { await other.close(); }
  }
});

test("who carries with somebody does not hide him", async () => {
  const other = await open({ scene: shorter("carry", { seconds: "30.0" }), size: [1280, 800] });
  try {
    await other.pause();
    await other.steps(60);
    for (let i = 0; i < 3; i++) await other.settle();
    const [[mine], [partner]] = await other.onScreen();
    assert.ok(Math.abs(mine - partner) > 60, `${mine} and ${partner}`);
    assert.doesNotMatch(await other.page.locator("#scene-card").innerHTML(), /jump/, "carriers do not jump");
  } finally { await other.close(); }
});
