// Boxers: a target that is carried about, blows that are counted and heard, values on the floor, and handing over.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { eventually, open, readFrame } from "./browser.mjs";
import { shorter } from "./server.mjs";

const opened = [];
const begin = async (name, changes) => {
  const studio = await open({ scene: shorter(name, changes) });
  opened.push(studio);
  await studio.pause();
  await studio.page.locator("#stage").focus();
  return studio;
};
after(async () => { for (const studio of opened) await studio.close(); });

/** Blows that the server told of. */
const blows = ({ told }) => told.filter((one) => one.type === "events").flatMap(({ events }) => events).filter(({ kind }) => kind === "strike" || kind === "hit");
const counted = async (studio) => Object.values((await studio.state()).score);
/** Steps until another blow landed. */
const untilHit = async (studio, most) => {
  const before = blows(studio).length;
  for (let i = 0; i < most && blows(studio).length === before; i += 40) await studio.steps(40);
  assert.ok(blows(studio).length > before, `no blow in ${most} steps`);
};
const titles = (page) => page.locator("#panel .rows dt").allInnerTexts();

test("punch-the-target", async (t) => {
  const studio = await begin("punch-the-target", {});
  const { page, frames, until } = studio;
  const target = () => page.evaluate(() => { window.footwork.draw(); return window.footwork.props()[0]; });

  await t.test("he hits it, and hits are counted, marked and heard", async () => {
    await page.click("#sound");
    await untilHit(studio, 1200);
    await until((hits) => window.footwork.state().score["blows landed"] === hits, blows(studio).length);
    assert.match(await page.locator("#score").innerText(), new RegExp(`^${blows(studio).length}\\s*blows landed`));
    assert.ok((await studio.state()).sounds > 0, "it was heard");
    const { kind, point, speed } = blows(studio)[0];
    assert.equal(kind, "hit");
    assert.ok(point.every(Number.isFinite) && speed > 0.5, `${speed} m/s`);
    await page.click("#sound");
    assert.equal(await page.getAttribute("#sound", "aria-pressed"), "false");
  });

  await t.test("it goes where it is dragged", async () => {
    await studio.settle();
    const from = await target();
    const [x, y] = await page.evaluate(() => window.footwork.propsOnScreen()[0]);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 90, y - 40, { steps: 4 });
    await page.mouse.up();
    const { prop, to } = await eventually(() => studio.cues().findLast((ask) => ask.prop !== undefined));
    assert.equal(prop, 0);
    assert.ok(to[1] > from[1] + 0.05, `higher: ${from} to ${to}`);
    await studio.steps(1);
    const { joints } = await studio.state();
    const told = readFrame(frames.last, joints).props[0];
    const shown = await target();
    shown.forEach((value, axis) => assert.ok(Math.abs(value - told[axis]) < 1e-4, "where the frame says"));
    assert.ok(Math.hypot(...shown.map((value, axis) => value - from[axis])) > 0.15, `moved: ${from} to ${shown}`);
    // The camera did not turn with it.
    const [nx, ny] = await page.evaluate(() => window.footwork.propsOnScreen()[0]);
    assert.ok(Math.hypot(nx - x - 90, ny - y + 40) < 40, `under the hand: ${nx - x}, ${ny - y}`);
  });

  await t.test("along the ground with Shift, and to a place that is clicked", async () => {
    await studio.settle();
    const from = await target();
    const [x, y] = await page.evaluate(() => window.footwork.propsOnScreen()[0]);
    await page.keyboard.down("Shift");
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 60, y + 12, { steps: 3 });
    await page.mouse.up();
    const before = studio.cues().length;
    const { to } = await eventually(() => studio.cues().findLast((ask) => ask.prop !== undefined));
    assert.ok(Math.abs(to[1] - from[1]) < 0.01, `as high: ${from} to ${to}`);
    await page.mouse.click(520, 470);
    await page.keyboard.up("Shift");
    await eventually(() => studio.cues().slice(before).some((ask) => ask.prop === 0));
    assert.deepEqual(studio.refused(), []);
  });

  assert.deepEqual(studio.errors, []);
});

test("sparring", async (t) => {
  const studio = await begin("sparring", {});
  const { page, until } = studio;

  await t.test("two of them, and every blow is counted for whoever threw it", async () => {
    assert.equal((await studio.state()).actors, 2);
    // Some may have landed before the page was there.
    const [start, told] = [await counted(studio), blows(studio).length];
    await untilHit(studio, 1200);
    const agree = async () => (await counted(studio)).every((side, actor) => side - start[actor] === blows(studio).slice(told).filter((blow) => blow.actor === actor).length);
    for (let tries = 0; tries < 100 && !(await agree()); tries++) await new Promise((resolve) => setTimeout(resolve, 100));
    assert.ok(await agree(), JSON.stringify([await counted(studio), blows(studio).map((blow) => blow.actor)]));
    assert.equal((await studio.state()).sounds, 0, "silent, unless asked");
  });

  await t.test("what places are worth is a map on the floor, and changes the picture", async () => {
    const picture = () => page.evaluate(() => { window.footwork.draw(); return document.querySelector("#stage").toDataURL(); });
    const plain = await picture();
    await studio.toggle("values");
    // Somebody who has just been hit weighs no places until he goes on.
    const mapped = () => studio.told.findLast((one) => one.type === "overlay" && one.heat);
    for (let tries = 0; tries < 40 && !mapped(); tries++) {
      await studio.steps(10);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const { heat } = await eventually(mapped);
    assert.equal(heat.values.length, (heat.radii.length - 1) * (heat.angles.length - 1));
    await until(() => window.footwork.state().told?.heat);
    assert.notEqual(await picture(), plain);
    await studio.toggle("points");
    await until(() => window.footwork.state().told?.points?.length > 0);
  });

  await t.test("the panel tells figures, the best choices, and has dials", async () => {
    await page.selectOption("#actor-pick", "1");
    await studio.steps(30);
    await page.waitForSelector("#panel .rows dt");
    assert.ok((await titles(page)).includes("landed"));
    const choices = () => page.locator("#panel .insight .scores li").count();
    for (let tries = 0; tries < 40 && (await choices()) < 2; tries++) {
      await studio.steps(10);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    assert.ok((await choices()) > 1);
    const dial = page.locator("#panel .dial input").nth(1);
    await dial.evaluate((range) => { range.value = "2.5"; range.dispatchEvent(new Event("change")); });
    const { dial: number, value } = await eventually(() => studio.cues().findLast((ask) => ask.dial !== undefined));
    assert.deepEqual([number, value], [1, 2.5]);
    await studio.steps(1);
    assert.deepEqual(studio.refused(), []);
  });

  assert.deepEqual(studio.errors, []);
});

test("walk-up-and-box: H hands over and takes back", async () => {
  const studio = await begin("walk-up-and-box", {});
  const { page, until } = studio;
  assert.equal((await studio.state()).selected, null, "nothing lies over a game");
  await page.selectOption("#actor-pick", "0");
  await page.locator("#stage").focus();
  await studio.steps(10);
  const shows = (title) => until((which) => [...document.querySelectorAll("#panel .rows dt")].some((one) => one.textContent === which), title);
  await shows("controller");
  await page.keyboard.press("h");
  await eventually(() => studio.cues().some((ask) => ask.mind !== undefined));
  await studio.steps(40);
  await shows("landed");
  assert.ok(!(await titles(page)).includes("controller"), "the other mind's figures");
  const [{ title }] = studio.told.findLast((one) => one.type === "scene").minds.filter(({ abilities }) => abilities.includes("steered"));
  assert.ok((await page.locator("#hand-over").innerText()).includes(title), title);
  await page.click("#hand-over");
  await studio.steps(40);
  await shows("controller");
  assert.deepEqual(studio.refused(), []);
  assert.deepEqual(studio.errors, []);
});
