// A body with weight: it is dragged by a hand, its level and its tone are set, it is let go, and what acts on it is shown.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, open } from "./browser.mjs";
import { shorter } from "./server.mjs";

let studio;
before(async () => {
  studio = await open({ scene: shorter("rag-doll", { seconds: "20.0" }) });
  await studio.pause();
  await studio.steps(5);
});
after(async () => { await studio?.close(); });

const joint = (role) => studio.page.evaluate((which) => window.footwork.joint(0, which), role);
const events = () => studio.told.filter((one) => one.type === "events").flatMap((one) => one.events);

test("a hand is dragged, goes along, and is let go of", async () => {
  const { page } = studio;
  await page.click('[data-tool="drag"]');
  await studio.settle();
  const before = await joint("left_wrist");
  const [x, y] = await page.evaluate(() => window.footwork.jointOnScreen(0, "left_wrist"));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y - 50, { steps: 4 });
  const { pull } = await eventually(() => studio.cues().findLast((ask) => ask.pull?.to));
  assert.equal(pull.limb, "left_hand");
  assert.ok(pull.to[1] > before[1] + 0.05, `higher: ${before} to ${pull.to}`);
  await studio.steps(40);
  const pulled = await joint("left_wrist");
  assert.ok(pulled[1] > before[1] + 0.03, `it went up: ${before[1]} to ${pulled[1]}`);
  await page.mouse.up();
  await eventually(() => studio.cues().some((ask) => ask.pull?.to === null));
  assert.deepEqual(studio.refused(), []);
});

test("level and tone are set in the panel, and the body is let go", async () => {
  const { page, until } = studio;
  await page.evaluate(() => window.footwork.select(0));
  await page.selectOption("#body-level", "full");
  await eventually(() => studio.cues().some((ask) => ask.physics === "full"));
  await studio.steps(10);
  await until(() => window.footwork.state().told?.body?.level === "full");
  await page.locator("#tone").evaluate((range) => { range.value = "0.4"; range.dispatchEvent(new Event("change")); });
  await page.click("#let-go");
  const asked = await eventually(() => studio.cues().findLast((ask) => ask.let_go !== undefined));
  assert.ok(Math.abs(asked.let_go - 0.4) < 1e-6);
  const standing = (await joint("head"))[1];
  await studio.steps(90);
  await eventually(() => events().some(({ kind }) => kind === "let_go"));
  assert.ok((await joint("head"))[1] < standing - 0.5, "he lies, or nearly");
  // Of a body that lies, the tone changes at once.
  await until(() => window.footwork.state().told?.body?.let_go !== null);
  await page.locator("#tone").evaluate((range) => { range.value = "0.9"; range.dispatchEvent(new Event("change")); });
  await eventually(() => studio.cues().some((ask) => ask.let_go === 0.9));
});

test("the overlay shows parts and forces", async () => {
  const { page } = studio;
  await studio.toggle("weight");
  await studio.steps(20);
  const body = await eventually(() => studio.told.findLast((one) => one.type === "overlay" && one.body?.capsules.length > 0)?.body);
  assert.ok(body.capsules.length > 10);
  assert.ok((await studio.state()).overlays.includes("weight"));
  await page.evaluate(() => window.footwork.draw());
  assert.deepEqual(studio.errors, []);
});
