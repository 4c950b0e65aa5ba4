// The clip browser: a take is played and scrubbed; cuts, classes and feet are edited with the mouse, saved, and undone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open } from "./browser.mjs";

let studio;
before(async () => {
  studio = await open();
  await studio.scene("shadow-boxing");
  await studio.page.click("#tab-clips");
  await studio.until(() => window.footwork.state().clip.take !== null);
});
after(async () => { await studio?.close(); });

const clip = async () => (await studio.state()).clip;
const last = () => studio.posted.at(-1);

test("a take is scrubbed along its timeline", async () => {
  const { page, until } = studio;
  await page.waitForSelector("[data-action]");
  await page.locator(".ruler").click({ position: { x: 200, y: 8 } });
  await until(() => window.footwork.state().clip.time > 0.5);
  const { time } = await clip();
  await page.locator("#stage").focus();
  await page.keyboard.press("ArrowRight");
  await until((before) => window.footwork.state().clip.time > before, time);
});

test("a cut is dragged, and the edit is posted", async () => {
  const { page, until } = studio;
  const before = await clip();
  const handle = page.locator("[data-cut] .grab").first();
  const box = await handle.boundingBox();
  await page.mouse.move(box.x + 5, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 13, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await until((cut) => window.footwork.state().clip.cuts[0] !== cut, before.cuts[0]);
  const { url, body } = last();
  assert.match(url, /\/api\/takes\/\d+\/edits$/);
  const edit = body.cuts.at(-1);
  assert.ok(Math.abs(edit.move - before.cuts[0]) < 0.02 && edit.to > edit.move, JSON.stringify(edit));
  assert.ok(Math.abs((await clip()).cuts[0] - edit.to) < 0.02);
});

test("undo brings it back, redo does it again", async () => {
  const { page, until } = studio;
  const moved = (await clip()).cuts[0];
  await page.click("#undo:not([disabled])");
  await until((cut) => window.footwork.state().clip.cuts[0] !== cut, moved);
  assert.equal(last().body.cuts.length, 0);
  await page.click("#redo:not([disabled])");
  await until((cut) => window.footwork.state().clip.cuts[0] === cut, moved);
});

test("a cut is added at the playhead and removed with a key", async () => {
  const { page, until } = studio;
  const action = page.locator("[data-action]").nth(4);
  await action.click();
  const { actions } = await clip();
  await page.click("#cut-here");
  await until((count) => window.footwork.state().clip.actions === count + 1, actions);
  const { add } = last().body.cuts.at(-1);
  assert.ok(add > 0);
  await page.locator(".cut.selected").focus();
  await page.keyboard.press("Delete");
  await until((count) => window.footwork.state().clip.actions === count, actions);
  assert.ok(Math.abs(last().body.cuts.at(-1).remove - add) < 0.02);
});

test("an action gets another class", async () => {
  const { page } = studio;
  await page.locator("[data-action]").nth(1).click();
  await page.fill("#class-add", "attack");
  const known = await page.locator("#inspector .tag").allInnerTexts();
  const word = known.includes("attack") ? "block" : "attack";
  await page.fill("#class-add", word);
  await page.click("#class-add-go");
  await page.waitForFunction((want) => [...document.querySelectorAll("#inspector .tag")].some((tag) => tag.textContent.includes(want)), word);
  assert.ok(last().body.actions.at(-1).classes.includes(word));
});

test("a foot is lifted by dragging within its span", async () => {
  const { page } = studio;
  const count = studio.posted.length;
  const box = await page.locator(".support.left").first().boundingBox();
  await page.mouse.move(box.x + 10, box.y + 7);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 7, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector(".saved")?.textContent === "Saved");
  while (studio.posted.length === count) await page.waitForTimeout(50);
  const edit = last().body.supports.at(-1);
  assert.equal(edit.foot, "left");
  assert.equal(edit.down, false);
  assert.ok(edit.to > edit.from);
});

test("nothing went wrong in the page", () => { assert.deepEqual(studio.errors, []); });
