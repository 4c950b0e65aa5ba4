// How many people there are: a dial, turned by keys, by hand and by a number; for all who watch, in what is shared and saved.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, open } from "./browser.mjs";

const SCENE = `
title = "Two sides"
line = "Two sides stand about."
[repertoire]
performer = ["locomotion"]
seconds = 20.0
seeds = [1]
[[actors]]
name = "blue"
mind = "wander"
count = 3
most = 20
at = [0.0, -3.0]
[[actors]]
name = "orange"
mind = "wander"
count = 3
most = 20
at = [0.0, 3.0]
team = 1
[[props]]
kind = "wall"
at = [0.0, 0.0, 6.0]
length = 12.0
height = 2.0
`;

let studio;
before(async () => { studio = await open({ scene: SCENE, size: [1100, 700] }); await studio.pause(); });
after(async () => { await studio?.close(); });

const asked = () => studio.sent.filter(({ type }) => type === "people").map(({ count }) => count);
const are = (count) => studio.until((all) => window.footwork.state().actors === all && window.footwork.state().shown >= 0, count);
const wall = () => studio.page.evaluate(() => window.footwork.props()[0][2]);

test("keys go along the dial, and the last number is meant; both sides grow, and so does the room", async () => {
  const { page } = studio;
  const dial = page.locator("#people");
  assert.deepEqual([await dial.inputValue(), await dial.getAttribute("max"), await dial.getAttribute("step")], ["6", "40", "2"]);
  assert.equal(await wall(), 6);
  await dial.focus();
  for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("#people-count").inputValue(), "24");
  await are(24);
  assert.deepEqual(asked(), [24], "once, when the hand rests");
  const scene = studio.told.findLast(({ type }) => type === "scene");
  assert.deepEqual(scene.groups.map(({ count }) => count), [12, 12]);
  assert.equal(scene.seed, 1);
  assert.ok(Math.abs((await wall()) - 12) < 1e-3, `four times as many: twice as far, ${await wall()}`);
  assert.equal(await dial.inputValue(), "24", "the dial stays where it was put");
});

test("a pointer drags it to its end, and whoever else watches sees the same", async () => {
  const { page } = studio;
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForFunction(() => window.footwork?.state().actors === 24);
  const box = await page.locator("#people").boundingBox();
  await page.mouse.move(box.x + box.width * 0.58, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 40, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
  await are(40);
  await other.waitForFunction(() => window.footwork.state().actors === 40);
  assert.equal(await other.locator("#people").inputValue(), "40");
  await other.close();
});

test("a number is typed; what is none or too many is brought back to what can be", async () => {
  const { page } = studio;
  const field = page.locator("#people-count");
  await field.fill("10");
  await field.press("Enter");
  await are(10);
  await field.fill("4000");
  await field.press("Enter");
  assert.equal(await field.inputValue(), "40");
  await are(40);
  await field.fill("");
  await field.press("Tab");
  assert.equal(await field.inputValue(), "40");
  await field.fill("9");
  await field.press("Enter");
  assert.equal(await field.inputValue(), "10", "both sides stay as large as each other");
  await are(10);
  assert.deepEqual(studio.refused(), []);
});

test("what was dialled is in what is shared and in what is saved, and plays the same", async () => {
  const { page, folder } = studio;
  await studio.steps(30);
  const run = await page.evaluate(async () => (await fetch("api/run")).json());
  assert.equal(run.people, 10);
  await page.click("#make-open");
  await page.waitForSelector("#maker:not([hidden]) [data-actor]");
  await page.fill("#make-name", "ten of them");
  await page.click("#make-save");
  const saved = await eventually(() => { try { return readFileSync(join(folder, "ten of them.toml"), "utf8"); } catch { return null; } });
  assert.match(saved, /^people = 10$/m);
  await page.keyboard.press("Escape");
  await studio.scene("ten of them");
  await are(10);
  await studio.steps(30);
  const again = await page.evaluate(async () => (await fetch("api/run")).json());
  assert.equal(again.hash, run.hash, "the same to the bit");
});

test("a scene that says how many there are has no dial", async () => {
  await studio.scene("one-take");
  assert.ok(await studio.page.locator("#people").isHidden());
  assert.deepEqual(studio.errors, []);
});
