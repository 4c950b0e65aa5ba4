// The stage in a real browser: choosing, looking, stepping, scrubbing, asking why, pushing, taking home.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import validator from "gltf-validator";
import { eventually, open, readFrame } from "./browser.mjs";

let studio;
before(async () => { studio = await open(); });
after(async () => { await studio?.close(); });

test("a scene is chosen in the gallery", async () => {
  const { page, until } = studio;
  await page.click("#scene-button");
  await page.waitForSelector("#gallery[open] [data-scene]");
  assert.ok((await page.locator("[data-scene]").count()) >= 2);
  assert.ok((await page.locator("[data-scene] .scene-text span").first().textContent()).length > 10, "a line each");
  await page.click('[data-scene="shadow-boxing"]');
  await until(() => window.footwork.state().scene === "shadow-boxing" && window.footwork.state().shown >= 0);
  assert.equal(await page.locator("#scene-title").textContent(), "Shadow boxing");
});

test("characters are where the server says, and are drawn there", async () => {
  const { page, until, frames } = studio;
  await studio.scene("one-take");
  await studio.step();
  const joints = await page.evaluate(() => window.footwork.state().joints);
  const { shown } = await studio.state();
  const told = readFrame(frames.last, joints);
  assert.equal(told.tick, shown);
  const roots = await page.evaluate(() => window.footwork.roots());
  assert.equal(roots.length, told.roots.length);
  roots.forEach((root, id) => root.forEach((value, axis) => assert.ok(Math.abs(value - told.roots[id][axis]) < 1e-4)));
  for (const id of roots.keys()) {
    const height = await page.evaluate((actor) => ["head", "left_toe"].map((role) => window.footwork.joint(actor, role)[1]), id);
    assert.ok(height[0] > height[1] + 0.3, "heads are above feet");
  }
  // Their pixels: coloured, on a floor that is grey.
  await until(() => window.footwork.state().drawn);
  const coloured = await page.evaluate(() => {
    window.footwork.draw();
    const canvas = document.querySelector("#stage");
    const copy = document.createElement("canvas");
    copy.width = canvas.width;
    copy.height = canvas.height;
    const context = copy.getContext("2d");
    context.drawImage(canvas, 0, 0);
    const box = canvas.getBoundingClientRect();
    // Shirts tell who is who; trousers are plain.
    return window.footwork.screen().map((_, actor) => {
      const [hips, neck] = ["hips", "neck"].map((role) => window.footwork.jointOnScreen(actor, role));
      const [x, y] = [(hips[0] + 2 * neck[0]) / 3, (hips[1] + 2 * neck[1]) / 3];
      const scale = canvas.width / box.width;
      const { data } = context.getImageData(Math.round((x - box.x) * scale) - 6, Math.round((y - box.y) * scale) - 6, 12, 12);
      let most = 0;
      for (let i = 0; i < data.length; i += 4) most = Math.max(most, Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]));
      return most;
    });
  });
  for (const spread of coloured) assert.ok(spread > 50, `somebody is there: ${coloured}`);
});

test("pause holds, a step is one tick, speed and restart are asked for", async () => {
  const { page, until, sent } = studio;
  await page.click("#play");
  await until(() => window.footwork.state().playing);
  await page.click("#play");
  await until(() => !window.footwork.state().playing);
  const first = await studio.step();
  assert.equal(await studio.step(), first + 1);
  await page.click("#step");
  await until((tick) => window.footwork.state().shown === tick, first + 2);
  await page.selectOption("#speed", "0.25");
  await until(() => window.footwork.state().speed === 0.25);
  await page.fill("#seed", "7");
  await page.click("#restart");
  await until(() => window.footwork.state().tick <= 1 && window.footwork.state().shown >= 0);
  await eventually(() => sent.some((one) => one.type === "restart" && one.seed === 7));
  await page.selectOption("#speed", "1");
});

test("the past can be seen again, as it was", async () => {
  const { page, until } = studio;
  await studio.scene("shadow-boxing");
  const seen = [];
  for (let i = 0; i < 6; i++) {
    const tick = await studio.step();
    seen.push([tick, await page.evaluate(() => window.footwork.joint(0, "right_hand"))]);
  }
  const [tick, hand] = seen[2];
  await page.locator("#scrub").evaluate((range, value) => { range.value = String(value); range.dispatchEvent(new Event("input")); }, tick);
  await until((want) => window.footwork.state().shown === want, tick);
  assert.equal((await studio.state()).reviewing, tick);
  assert.deepEqual(await page.evaluate(() => window.footwork.joint(0, "right_hand")), hand);
  await page.click("#step");
  await until((want) => window.footwork.state().shown === want, seen[3][0]);
  await page.click("#back");
  await until((want) => window.footwork.state().shown === want, tick);
  await page.click("#live");
  await until((want) => window.footwork.state().reviewing === null && window.footwork.state().shown === want, seen[5][0]);
});

test("slow motion shows what lies between two ticks, and a step what the server says", async () => {
  const { page, until, frames } = studio;
  await studio.scene("walk-about");
  await studio.step(2);
  const root = () => page.evaluate(() => window.footwork.roots()[0]);
  // Two frames of the past, half a tick between them, and each of them itself.
  const { tick } = await studio.state();
  const at = async (moment) => { await page.evaluate((when) => window.footwork.review(when), moment); return root(); };
  const [before, half, after] = [await at(tick - 1), await at(tick - 0.5), await at(tick)];
  const joints = await page.evaluate(() => window.footwork.state().joints);
  assert.deepEqual(after, readFrame(frames.last, joints).roots[0], "exact at a tick");
  half.forEach((value, axis) => assert.ok(Math.abs(value - (before[axis] + after[axis]) / 2) < 1e-4, `${half}`));
  assert.ok(before.some((value, axis) => Math.abs(value - after[axis]) > 1e-4), "it moves");
  await page.click("#live");
  await until(() => window.footwork.state().reviewing === null);
  // Played slowly, the picture is never ahead of the server, and at most a tick behind.
  await page.selectOption("#speed", "0.05");
  await until(() => window.footwork.state().speed === 0.05);
  await page.click("#play");
  await until((from) => window.footwork.state().tick > from + 2, tick);
  for (let i = 0; i < 5; i++) {
    const { moment, newest } = await page.evaluate(() => { window.footwork.draw(); return { moment: window.footwork.state().moment, newest: window.footwork.state().tick }; });
    assert.ok(moment <= newest && moment >= newest - 1, `${moment} of ${newest}`);
  }
  await page.click("#play");
  await until(() => !window.footwork.state().playing && window.footwork.state().moment === window.footwork.state().tick);
  await page.selectOption("#speed", "1");
});

test("a click on somebody tells what they do, and why", async () => {
  const { page, until, sent } = studio;
  await studio.scene("shadow-boxing");
  await studio.settle();
  const [x, y] = (await studio.onScreen())[0];
  await page.mouse.click(x, y);
  await until(() => window.footwork.state().selected === 0);
  await eventually(() => sent.some((one) => one.type === "watch" && one.actor === 0));
  // Minds are asked only when a segment ends: until then there is nothing to tell.
  for (let i = 0; i < 12 || (i < 400 && (await page.locator("#panel .reason").count()) === 0); i++) await studio.step();
  await page.waitForSelector("#panel .doing .tag");
  assert.match(await page.locator("#panel").innerText(), /wander/);
  await page.waitForSelector("#panel .decisions .reason");
  // In words, and with what it was weighed against; which seconds of which take that is, is told to whoever points at it.
  assert.match(await page.locator("#panel .reason").first().innerText(), /: -?\d+(\.\d\d)?[;.]|only way|one of \d+ ways/);
  assert.doesNotMatch(await page.locator("#panel .decisions").innerText(), /boxing-\d/);
  const [, from, to] = /([\d.]+)–([\d.]+) s/.exec(await page.locator("#panel .reason").first().getAttribute("title")).map(Number);
  assert.ok(from < to && to <= 91, `${from}–${to}`);
  await page.locator("#stage").focus();
  await page.keyboard.press("Escape");
  await until(() => window.footwork.state().selected === null);
});

test("keys work the studio", async () => {
  const { page, until } = studio;
  await page.locator("#stage").focus();
  assert.deepEqual((await studio.state()).overlays, ["hits"]);
  await page.keyboard.press("1");
  await page.keyboard.press("Shift+3");
  assert.deepEqual((await studio.state()).overlays, ["skeleton", "planted", "hits"]);
  await page.keyboard.press("1");
  await page.keyboard.press("Shift+3");
  for (const key of ["Space", "k"]) {
    await page.keyboard.press(key);
    await until(() => window.footwork.state().playing);
    await page.keyboard.press(key);
    await until(() => !window.footwork.state().playing);
  }
  const { tick } = await studio.state();
  await page.keyboard.press(".");
  await until((before) => window.footwork.state().shown === before + 1, tick);
  const dark = (await studio.state()).dark;
  await page.keyboard.press("t");
  assert.equal((await studio.state()).dark, !dark);
  await page.keyboard.press("t");
});

test("a push goes the way it is dragged", async () => {
  const { page, sent } = studio;
  await studio.scene("shadow-boxing");
  await page.click('[data-tool="push"]');
  await studio.settle();
  const [x, y] = (await studio.onScreen())[0];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y, { steps: 3 });
  await page.mouse.up();
  const { ask } = await eventually(() => sent.findLast((one) => one.type === "cue" && one.ask.push));
  assert.ok(Math.hypot(...ask.push.impulse) > 5, JSON.stringify(ask));
  await page.click('[data-tool="look"]');
  assert.deepEqual(studio.refused(), []);
});

test("before anything happened there is nothing to export, and the page says so", async () => {
  const { page } = studio;
  await page.click("#restart");
  await studio.until(() => window.footwork.state().tick === 0);
  await page.click("#export-open");
  await page.click("#export-go");
  await page.waitForFunction(() => /nothing has happened yet/.test(document.querySelector("#toasts")?.textContent ?? ""));
  await page.keyboard.press("Escape");
});

test("the last seconds and a picture are taken home", async () => {
  const { page } = studio;
  await studio.step(20);
  for (const format of ["glb", "bvh"]) {
    await page.click("#export-open");
    await page.fill("#export-seconds", "2");
    await page.selectOption("#export-format", format);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-go")]);
    const bytes = readFileSync(await download.path());
    await page.waitForSelector("#export:not([open])", { state: "attached" });
    if (format === "bvh") assert.equal(bytes.subarray(0, 9).toString(), "HIERARCHY");
    else await validate(bytes);
  }
  const [picture] = await Promise.all([page.waitForEvent("download"), page.click('[aria-label="Save a picture"]')]);
  assert.equal(readFileSync(await picture.path()).subarray(1, 4).toString(), "PNG");
});

/** Khronos's validator finds nothing, and there is an animation in it. */
async function validate(bytes) {
  const { issues, info } = await validator.validateBytes(new Uint8Array(bytes), { maxIssues: 20 });
  assert.deepEqual([issues.numErrors, issues.numWarnings], [0, 0], JSON.stringify(issues.messages, null, 1));
  assert.ok(info.animationCount > 0, JSON.stringify(info));
}

test("nothing went wrong in the page", () => { assert.deepEqual(studio.errors, []); });
