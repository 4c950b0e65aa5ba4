// The clip browser: a take is played and scrubbed; cuts, blows, classes and feet are edited with the mouse, written to
// the file beside it, and undone.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, open } from "./browser.mjs";

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
/** The edits of the first take, as they are on disk. */
const path = () => join(studio.folder, "boxing-1.edits.toml");
const file = () => (existsSync(path()) ? readFileSync(path(), "utf8") : "");
/** A foot's or a blow's edit changes no count: the page says when it is saved. */
async function saved(act) {
  const before = studio.posted.length;
  await act();
  await eventually(() => studio.posted.length > before);
  await studio.page.waitForFunction(() => /^Saved( in |$)/.test(document.querySelector(".saved")?.textContent ?? ""));
}

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

test("a cut is dragged, and is in the file", async () => {
  const { page, until } = studio;
  const before = await clip();
  const box = await page.locator("[data-cut] .grab").first().boundingBox();
  await page.mouse.move(box.x + 5, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 13, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await until((cut) => window.footwork.state().clip.cuts[0] !== cut, before.cuts[0]);
  const { url, body } = last();
  assert.match(url, /\/api\/takes\/\d+\/edits$/);
  const edit = body.edits.cuts.at(-1);
  assert.ok(Math.abs(edit.move - before.cuts[0]) < 0.02 && edit.to > edit.move, JSON.stringify(edit));
  assert.ok(Math.abs((await clip()).cuts[0] - edit.to) < 0.02);
  assert.match(file(), new RegExp(`\\[\\[cut\\]\\]\\s+move = ${edit.move}\\d*\\s+to = ${edit.to}`));
});

test("undo brings it back, in the file too; redo does it again", async () => {
  const { page, until } = studio;
  const moved = (await clip()).cuts[0];
  await page.click("#undo:not([disabled])");
  await until((cut) => window.footwork.state().clip.cuts[0] !== cut, moved);
  assert.equal(last().body.edits.cuts.length, 0);
  assert.doesNotMatch(file(), /cut/);
  await page.click("#redo:not([disabled])");
  await until((cut) => window.footwork.state().clip.cuts[0] === cut, moved);
  assert.match(file(), /\[\[cut\]\]/);
});

/** An action that is long enough to be clicked and cut, with the cut at which it begins and the one at which it ends. */
async function longAction() {
  const { cuts } = await clip();
  const index = cuts.findIndex((cut, at) => at > 1 && cut - cuts[at - 1] > 0.6);
  return { action: studio.page.locator("[data-action]").nth(index), from: cuts[index - 1], to: cuts[index] };
}

test("a cut is added at the playhead and removed with a key", async () => {
  const { page, until } = studio;
  const { cuts } = await clip();
  // A cut by hand takes the place of found ones within 0.15 s: here it is far enough from both.
  const { action, from, to } = await longAction();
  await action.click();
  await until((time) => Math.abs(window.footwork.state().clip.time - time) < 0.05, (from + to) / 2);
  await page.click("#cut-here");
  await until((count) => window.footwork.state().clip.cuts.length === count + 1, cuts.length);
  const { add } = last().body.edits.cuts.at(-1);
  assert.ok(Math.abs(add - (from + to) / 2) < 0.05, `${add} between ${from} and ${to}`);
  assert.match(file(), new RegExp(`add = ${add}`));
  await page.locator(".cut.selected").focus();
  await page.keyboard.press("Delete");
  await until((count) => window.footwork.state().clip.cuts.length === count, cuts.length);
  assert.ok(Math.abs(last().body.edits.cuts.at(-1).remove - add) < 0.02);
  assert.deepEqual((await clip()).cuts, cuts);
});

test("a double-click cuts, and the inspector removes it", async () => {
  const { page, until } = studio;
  const { cuts } = await clip();
  const { action } = await longAction();
  await action.dblclick();
  await until((count) => window.footwork.state().clip.cuts.length === count + 1, cuts.length);
  await page.click("#cut-remove");
  await until((count) => window.footwork.state().clip.cuts.length === count, cuts.length);
});

test("a cut beside one that was found takes its place", async () => {
  const { page, until } = studio;
  const { cuts } = await clip();
  const { action, from } = await longAction();
  await action.click();
  await page.locator("#stage").focus();
  const steps = Math.round(((await clip()).time - from - 0.08) * 60);
  for (let i = 0; i < steps; i++) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("x");
  await until((gone) => !window.footwork.state().clip.cuts.includes(gone), from);
  // The take is annotated anew, and a cut elsewhere may come or go with it.
  assert.ok(Math.abs((await clip()).cuts.length - cuts.length) <= 1);
  await page.keyboard.press("Control+z");
  await until((back) => window.footwork.state().clip.cuts.includes(back), from);
});

test("a blow is moved, given to another limb, removed and added", async () => {
  const { page, until } = studio;
  const first = (await clip()).strikes[0];
  const box = await page.locator("[data-strike] .grab").first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 9, y, { steps: 3 });
  await page.mouse.up();
  await until((time) => window.footwork.state().clip.strikes[0].time > time, first.time);
  assert.match(file(), new RegExp(`\\[\\[strike\\]\\]\\s+add = [\\d.]+\\s+limb = "${first.limb}"`));
  const other = first.limb === "left_foot" ? "right_foot" : "left_foot";
  await page.selectOption("#strike-limb", other);
  await until((limb) => window.footwork.state().clip.strikes[0].limb === limb, other);
  const { strikes } = await clip();
  await page.click("#strike-remove");
  await until((count) => window.footwork.state().clip.strikes.length === count - 1, strikes.length);
  await saved(() => page.locator(".blows").dblclick({ position: { x: 3, y: 11 } }));
  assert.match(file(), /\[\[strike\]\]/);
  for (let i = 0; i < 4; i++) await page.keyboard.press("Control+z");
  await until((time) => window.footwork.state().clip.strikes[0].time === time, first.time);
});

test("an action gets another class", async () => {
  const { page } = studio;
  await (await longAction()).action.click();
  await page.fill("#class-add", "attack");
  const known = await page.locator("#inspector .tag").allInnerTexts();
  const word = known.includes("attack") ? "block" : "attack";
  await page.fill("#class-add", word);
  await page.click("#class-add-go");
  await page.waitForFunction((want) => [...document.querySelectorAll("#inspector .tag")].some((tag) => tag.textContent.includes(want)), word);
  assert.ok(last().body.edits.actions.at(-1).classes.includes(word));
  assert.match(file(), new RegExp(`classes = \\[.*"${word}"\\]`));
});

test("a foot is lifted by dragging within its span", async () => {
  const { page } = studio;
  const box = await page.locator(".support.left").first().boundingBox();
  await saved(async () => {
    await page.mouse.move(box.x + 10, box.y + 7);
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y + 7, { steps: 4 });
    await page.mouse.up();
  });
  const edit = last().body.edits.supports.at(-1);
  assert.equal(edit.foot, "left");
  assert.equal(edit.down, false);
  assert.ok(edit.to > edit.from);
  assert.match(file(), /\[\[support\]\]\s+foot = "left"/);
});

test("nothing went wrong in the page", () => { assert.deepEqual(studio.errors, []); });
