// Ways that are drawn on the floor: of those who run, and of those who are being made; and styles.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, open } from "./browser.mjs";
import { shorter } from "./server.mjs";

let studio;
before(async () => { studio = await open({ scene: shorter("fight", { seconds: "20.0" }), size: [1200, 800] }); await studio.pause(); });
after(async () => { await studio?.close(); });

/** A drag along some pixels. */
async function draw(line) {
  const { page } = studio;
  await page.mouse.move(...line[0]);
  await page.mouse.down();
  for (const point of line.slice(1)) await page.mouse.move(...point, { steps: 6 });
  await page.mouse.up();
}
const LINE = [[420, 640], [600, 700], [780, 640], [820, 560]];

test("a way is drawn, and both of the pair are told all of its points", async () => {
  const { page, sent } = studio;
  await page.click('[data-tool="path"]');
  await studio.settle();
  const before = sent.length;
  await draw(LINE);
  const cues = await eventually(() => {
    const told = sent.slice(before).filter(({ type }) => type === "cue");
    return told.filter(({ ask }) => ask.button === 8 && !ask.down).length === 2 && told;
  });
  for (const actor of [0, 1]) {
    const own = cues.filter(({ to }) => to === actor).map(({ ask }) => ask);
    assert.deepEqual(own[0], { button: 8, down: true });
    const points = own.slice(1, -1).map(({ target }) => target);
    assert.ok(points.length >= 2 && points.length <= 16, `${points.length} points`);
    for (const [, y] of points) assert.equal(y, 0);
  }
  // The stage heard every one of them: a path is no stick, of which the newest counts.
  await studio.step();
  const run = await page.evaluate(async () => (await fetch("api/run")).json());
  assert.equal(run.cues.length, cues.length);
  assert.deepEqual(studio.refused(), []);
});

test("a style is chosen and a way is drawn for somebody who is made", async () => {
  const { page, until } = studio;
  await page.click('[data-tool="look"]');
  await page.click("#make-open");
  await page.waitForSelector("#maker [data-style]");
  await page.fill("#make-name", "led");
  await page.locator("#maker [data-style]").first().selectOption("outboxer");
  await until(() => window.footwork.state().scene === "led" && window.footwork.state().shown >= 0);
  await page.locator("#maker [data-path]").first().click();
  await draw(LINE.map(([x, y]) => [x - 150, y]));
  await until(() => /\d+ points?/.test(document.querySelector("#maker .made").textContent));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#make-download")]);
  const { readFileSync } = await import("node:fs");
  const text = readFileSync(await download.path(), "utf8");
  assert.match(text, /style = "outboxer"/);
  assert.match(text, /path/);
  assert.equal(await page.locator("#maker .problem").innerText(), "");
});

test("nothing went wrong in the page", () => { assert.deepEqual(studio.errors, []); });
