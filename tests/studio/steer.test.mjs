// Steering: keys, a gamepad and a thumb on the glass become cues, and the server takes them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, open } from "./browser.mjs";
import { STEERED } from "./server.mjs";

let studio;
before(async () => {
  // A gamepad that tests move; nobody has one here.
  studio = await open({
    scene: STEERED,
    prepare: () => {
      window.pad = null;
      navigator.getGamepads = () => [null, window.pad];
      // And glass to put thumbs on.
      Object.defineProperty(navigator, "maxTouchPoints", { get: () => 5 });
    },
  });
  await studio.pause();
  await studio.page.locator("#stage").focus();
});
after(async () => { await studio?.close(); });

/** Cues since the last look. */
let seen = 0;
const fresh = () => studio.cues().slice(seen);
const asked = async (...wanted) => {
  await eventually(() => wanted.every((ask) => fresh().some((one) => JSON.stringify(one) === JSON.stringify(ask))));
  seen = studio.cues().length;
};
/** How the pad is held; the page looks at it with every picture. */
const hold = (axes, pressed = []) => studio.page.evaluate(({ values, down }) => {
  window.pad = { connected: true, mapping: "standard", axes: values, buttons: Array.from({ length: 17 }, (_, index) => ({ pressed: down.includes(index), value: Number(down.includes(index)) })) };
  window.footwork.draw();
}, { values: axes, down: pressed });

test("W goes ahead, E turns right, letting go stops", async () => {
  const { page } = studio;
  await page.keyboard.down("w");
  await asked({ stick: [0, 1] });
  await page.keyboard.down("e");
  await asked({ turn: [1, 0] });
  await page.keyboard.up("w");
  await page.keyboard.up("e");
  await asked({ stick: [0, 0] }, { turn: [0, 0] });
  // Of what comes sooner than the wire takes it, the last counts.
  await page.waitForTimeout(60);
  await page.keyboard.down("a");
  await page.keyboard.up("a");
  await asked({ stick: [-1, 0] }, { stick: [0, 0] });
});

test("Space is a button here, digits are the page's, and K plays", async () => {
  const { page, until } = studio;
  await page.keyboard.press("Space");
  await asked({ button: 0, down: true }, { button: 0, down: false });
  assert.equal((await studio.state()).playing, false);
  for (const key of ["2", "Shift+2"]) {
    await page.keyboard.press(key);
    assert.deepEqual((await studio.state()).overlays, ["contacts", "hits"], key);
    await page.keyboard.press(key);
    assert.deepEqual((await studio.state()).overlays, ["hits"], key);
  }
  await page.keyboard.press("k");
  await until(() => window.footwork.state().playing);
  await page.keyboard.press("k");
  await until(() => !window.footwork.state().playing);
});

test("a gamepad's sticks and buttons arrive", async () => {
  await hold([0, -1, 0, 0]);
  await asked({ stick: [0, 1] });
  await hold([0.05, 0.04, 1, 0]);
  await asked({ stick: [0, 0] }, { turn: [1, 0] });
  await hold([0, 0, 0, 0], [0, 2]);
  await asked({ turn: [0, 0] }, { button: 0, down: true }, { button: 2, down: true });
  await hold([0, 0, 0, 0], [15]);
  await asked({ button: 0, down: false }, { button: 2, down: false }, { stick: [1, 0] });
  await hold([0, 0, 0, 0]);
  await asked({ stick: [0, 0] });
});

test("a gamepad that is pulled out lets go", async () => {
  await hold([1, 0, 0, 0], [1]);
  await asked({ stick: [1, 0] }, { button: 1, down: true });
  await studio.page.evaluate(() => { window.pad = null; window.footwork.draw(); });
  await asked({ stick: [0, 0] }, { button: 1, down: false });
});

test("thumbs on the glass go, turn and jump", async () => {
  const { page } = studio;
  for (const [name, dx, dy, wanted] of [["stick", 0, -60, [0, 1]], ["turn", 60, -5, [1, 0]]]) {
    const box = await page.locator(`#${name}`).boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + dy, { steps: 2 });
    await page.evaluate(() => window.footwork.draw());
    await eventually(() => fresh().some((ask) => ask[name]?.every((value, axis) => Math.abs(value - wanted[axis]) < 0.1)));
    await page.mouse.up();
    await asked({ [name]: [0, 0] });
  }
  await page.locator('[data-button="0"]').click();
  await asked({ button: 0, down: true }, { button: 0, down: false });
});

test("a switch that was clicked leaves the keys to whoever is steered", async () => {
  const { page } = studio;
  await page.click("#shows summary");
  await page.click("#show-path");
  await page.keyboard.press("Space");
  await asked({ button: 0, down: true }, { button: 0, down: false });
  assert.ok((await studio.state()).overlays.includes("path"), "Space did not press the switch again");
  await page.click("#show-path");
  await page.locator("#stage").focus();
});

test("a click sets the target", async () => {
  const { page } = studio;
  await studio.settle();
  await page.click('[data-tool="target"]');
  await page.mouse.click(600, 430);
  const { target } = await eventually(() => fresh().find((ask) => ask.target));
  assert.ok(target.every(Number.isFinite) && target[1] === 0, JSON.stringify(target));
});

test("the server took all of it", async () => {
  await studio.step(2);
  assert.deepEqual(studio.refused(), []);
  assert.deepEqual(studio.errors, []);
});
