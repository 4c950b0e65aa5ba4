// Any size, any hand: nothing off-screen, targets that fingers hit, keys alone, names for screen readers, and no sentence that
// axe-core minds; on a desktop, a tablet and a phone held either way.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { open } from "./browser.mjs";
import { shorter } from "./server.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SIZES = [["desktop", 1280, 800, false], ["tablet", 820, 1180, true], ["phone", 390, 844, true], ["phone on its side", 844, 390, true], ["4K", 3840, 2160, false]];

let studio;
before(async () => { studio = await open({ scene: shorter("sparring", { seconds: "20.0" }), touch: true }); await studio.pause(); });
after(async () => { await studio?.close(); });

/** What can be pressed and is shown, and whether all of it is on the page. */
const controls = (page) => page.evaluate(() => [...document.querySelectorAll("button, select, input, summary, [role=button]")].flatMap((one) => {
  if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.disabled) return [];
  const box = one.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return [];
  // What lies in something that scrolls can be scrolled to.
  for (let up = one.parentElement; up; up = up.parentElement) if (/auto|scroll/.test(getComputedStyle(up).overflowY) && up !== document.body) return [];
  return [{ what: one.id || one.getAttribute("aria-label") || one.textContent.trim().slice(0, 30), x: box.x, y: box.y, right: box.right, bottom: box.bottom, width: box.width, height: box.height, range: one.type === "range" }];
}));

for (const [name, width, height, touch] of SIZES) {
  test(`${name}: nothing is off-screen, and fingers hit what they aim at`, async () => {
    const { page } = studio;
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.footwork.draw());
    for (const what of ["plain", "selected"]) {
      await page.evaluate((who) => window.footwork.select(who), what === "selected" ? 0 : null);
      for (const { what: which, x, y, right, bottom, ...one } of await controls(page)) {
        assert.ok(x >= -1 && y >= -1 && right <= width + 1 && bottom <= height + 1, `${which} at ${x},${y} to ${right},${bottom}`);
        if (touch) assert.ok(one.height >= 43.5 && (one.range || one.width >= 43.5 || one.height >= 43.5), `${which} is ${one.width} by ${one.height}`);
      }
      const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide[0] <= wide[1], `the page is ${wide[0]} wide`);
    }
  });

  test(`${name}: the panel never lies over who is looked at`, async () => {
    const { page } = studio;
    await page.evaluate(() => window.footwork.select(0));
    await studio.settle();
    const panel = await page.locator("#panel").boundingBox();
    for (const [x, y] of await studio.onScreen()) {
      const over = x > panel.x && x < panel.x + panel.width && y > panel.y && y < panel.y + panel.height;
      assert.ok(!over, `somebody at ${x},${y} is behind the panel ${JSON.stringify(panel)}`);
      assert.ok(x > 0 && x < width && y > 0 && y < height, `somebody is at ${x},${y}`);
    }
    await page.evaluate(() => window.footwork.select(null));
  });
}

for (const theme of ["light", "dark"]) {
  test(`axe-core finds nothing serious, ${theme}`, async () => {
    const { page } = studio;
    if ((await studio.state()).dark !== (theme === "dark")) { await page.locator("#stage").focus(); await page.keyboard.press("t"); }
    await page.evaluate(axe);
    const look = async (where) => {
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(serious.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map(({ html }) => html.slice(0, 90)).join(" | ")}`), []);
    };
    for (const [name, width, height] of SIZES.slice(0, 4)) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => window.footwork.select(null));
      await look(`stage, ${name}`);
      await page.evaluate(() => window.footwork.select(0));
      await page.waitForSelector("#panel .does");
      await look(`panel, ${name}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator("#stage").focus();
    await page.keyboard.press("g");
    await page.waitForSelector("#gallery[open] .scene");
    await look("gallery");
    await page.keyboard.press("Escape");
    await page.click("#make-open");
    await page.waitForSelector("#maker .made li");
    await look("maker");
    await page.click('#maker [aria-label="Close"]');
    await page.evaluate(() => window.footwork.select(null));
  });
}

test("keys alone: Tab reaches every group, arrows go within it, Space plays wherever one is", async () => {
  const { page, until } = studio;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('button[data-tool="look"]').focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.tool), "push");
  assert.equal(await page.getAttribute('button[data-tool="push"]', "aria-checked"), "true");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(outline, "none", "focus is seen");
  await page.keyboard.press("Space");
  await until(() => window.footwork.state().playing);
  assert.equal(await page.getAttribute('button[data-tool="push"]', "aria-checked"), "true", "Space did not press the chip");
  await page.keyboard.press("Space");
  await until(() => !window.footwork.state().playing);
  await page.keyboard.press("ArrowLeft");
  await page.locator("#tab-stage").focus();
  await page.keyboard.press("ArrowRight");
  await until(() => window.footwork.state().view === "clips");
  await page.keyboard.press("ArrowLeft");
  await until(() => window.footwork.state().view === "stage");
});

test("whoever asked for less motion gets cuts, not flights", async () => {
  const { page } = studio;
  await page.emulateMedia({ reducedMotion: "reduce" });
  const long = await page.evaluate(() => getComputedStyle(document.querySelector(".scene") ?? document.querySelector("#play")).transitionDuration);
  assert.equal(long, "0s");
  await page.emulateMedia({ reducedMotion: null });
});

test("nothing went wrong in the page", () => { assert.deepEqual(studio.errors, []); });
