// The game of spheres: somebody is steered over platforms, the controller is swapped, play is recorded and learnt from.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, open, readFrame } from "./browser.mjs";
import { shorter } from "./server.mjs";

/** Many, so that some lie on the platform where he begins. */
const SPHERES = 24;

let studio;
before(async () => {
  studio = await open({ scene: shorter("collect", { performer: '["locomotion"]', seconds: "30.0", spheres: String(SPHERES) }) });
  await studio.pause();
  await studio.page.locator("#stage").focus();
});
after(async () => { await studio?.close(); });

const root = () => studio.page.evaluate(() => window.footwork.roots()[0]);
/** The figure of that name in the panel. */
const row = (name) => studio.page.evaluate((which) => {
  const title = [...document.querySelectorAll("#panel .rows dt")].find((one) => one.textContent === which);
  return title?.nextElementSibling?.textContent ?? null;
}, name);

test("whoever is steered is seen from behind", async () => {
  const { page } = studio;
  await studio.settle();
  const off = await page.evaluate(() => window.footwork.behind(0));
  assert.ok(off < 0.3, `${off} rad from behind`);
  assert.match(await page.locator("#score").innerText(), /0\s*collected\s*0\s*falls/);
});

test("spheres are where the frame says, on platforms with nothing between them", async () => {
  const { page, frames, told } = studio;
  await studio.steps(1);
  const { joints } = await studio.state();
  const { props } = readFrame(frames.last, joints);
  assert.equal(props.length, SPHERES);
  const shown = await page.evaluate(() => { window.footwork.draw(); return window.footwork.props(); });
  shown.forEach((at, prop) => at.forEach((value, axis) => assert.ok(Math.abs(value - props[prop][axis]) < 1e-4)));
  const { game } = told.findLast((one) => one.type === "scene");
  const within = ([x, , z]) => game.platforms.some(([x0, z0, x1, z1]) => x > x0 && x < x1 && z > z0 && z < z1);
  assert.ok(game.platforms.length > 1 && props.every(within));
});

test("W runs ahead, and the camera stays behind", async () => {
  const { page } = studio;
  const from = await root();
  await page.keyboard.down("w");
  await eventually(() => studio.cues().some((ask) => ask.stick?.[1] === 1));
  await studio.steps(80);
  await page.evaluate(() => window.footwork.draw());
  const to = await root();
  const gone = Math.hypot(to[0] - from[0], to[2] - from[2]);
  assert.ok(gone > 0.5, `went ${gone} m`);
  await page.keyboard.up("w");
  await eventually(() => studio.cues().at(-1).stick?.[1] === 0);
  await studio.settle();
  const off = await page.evaluate(() => window.footwork.behind(0));
  assert.ok(off < 0.5, `${off} rad from behind`);
});

test("a hand on the camera is waited for, and then it comes back", async () => {
  const { page } = studio;
  await page.mouse.move(440, 300);
  await page.mouse.down();
  await page.mouse.move(640, 300, { steps: 6 });
  await page.mouse.up();
  await page.evaluate(() => window.footwork.draw());
  const off = () => page.evaluate(() => window.footwork.behind(0));
  assert.ok((await off()) > 0.5, `${await off()} rad from behind`);
  await studio.settle();
  await studio.settle();
  await studio.settle();
  assert.ok((await off()) < 0.3, `${await off()} rad from behind`);
});

test("Space is a jump", async () => {
  await studio.page.locator("#stage").focus();
  await studio.page.keyboard.press("Space");
  await eventually(() => studio.cues().some((ask) => ask.button === 0 && ask.down));
  await studio.steps(10);
  assert.deepEqual(studio.refused(), []);
});

test("the controller is swapped while he runs", async () => {
  const { page, until } = studio;
  // The panel is closed in games until somebody is clicked.
  await page.evaluate(() => window.footwork.select(0));
  await studio.steps(20);
  await page.waitForSelector("#panel .rows dt");
  assert.ok((await page.locator("#panel .insight .scores li").count()) > 0, "the best choices");
  const before = await row("controller");
  const dial = page.locator("#panel .dial select").first();
  const other = (await dial.locator("option").allInnerTexts()).find((name) => name !== before && name === "matching");
  await dial.selectOption({ label: other });
  await eventually(() => studio.cues().some((ask) => ask.dial !== undefined));
  await page.locator("#stage").focus();
  await page.keyboard.down("w");
  await studio.steps(40);
  await page.keyboard.up("w");
  await until((name) => [...document.querySelectorAll("#panel .rows dd")].some((one) => one.textContent === name), other);
  const slider = page.locator("#panel .dial input").first();
  await slider.evaluate((range) => { range.value = range.max; range.dispatchEvent(new Event("change")); });
  await eventually(() => studio.cues().filter((ask) => ask.dial !== undefined).length >= 2);
  await page.evaluate(() => window.footwork.select(null));
});

test("REC keeps how somebody plays", async () => {
  const { page, until } = studio;
  await page.click("#record");
  await until(() => window.footwork.state().recording);
  await page.locator("#stage").focus();
  await page.keyboard.down("w");
  await studio.steps(90);
  await page.keyboard.up("w");
  await page.click("#record");
  await until(() => !window.footwork.state().recording && window.footwork.state().recordings.length === 1);
  const folder = join(studio.folder, "traces");
  const [file] = await eventually(() => readdirSync(folder).filter((name) => name.endsWith(".trace")));
  assert.ok(readFileSync(join(folder, file), "utf8").split("\n").length > 10);
  await page.click("#recording-list summary");
  assert.match(await page.locator("#recording-list ol").innerText(), /a person · 1\.\d s/);
  await page.click("#recording-list summary");
  await page.locator("#stage").focus();
});

test("Train sets the scene up anew, with what was recorded", async () => {
  const { page, told } = studio;
  const scenes = () => told.filter((one) => one.type === "scene").length;
  const before = scenes();
  await page.click("#train");
  await eventually(() => told.some((one) => one.type === "state" && one.setting_up));
  await eventually(() => scenes() > before);
  await studio.pause();
  await studio.until(() => window.footwork.state().score.collected === 0);
  assert.equal((await studio.state()).recordings.length, 1);
  assert.deepEqual(studio.refused(), []);
});

test("spheres that are run through are counted", async () => {
  const { page, until } = studio;
  // Turn towards the nearest one and run, as somebody would who sees it.
  for (let i = 0; i < 80 && (await studio.state()).score.collected === 0; i++) {
    const way = await page.evaluate(() => {
      window.footwork.draw();
      const [x, , z] = window.footwork.roots()[0];
      // On the platform around the origin: beyond its edge there is nothing.
      const near = window.footwork.props().filter(([px, , pz]) => Math.max(Math.abs(px), Math.abs(pz)) < 3.5);
      const off = near.map(([px, , pz]) => [px - x, pz - z]).sort((a, b) => Math.hypot(...a) - Math.hypot(...b))[0];
      const facing = window.footwork.facing(0);
      const turn = Math.atan2(off[0], off[1]) - facing;
      return Math.atan2(Math.sin(turn), Math.cos(turn));
    });
    await page.evaluate((turn) => {
      window.footwork.send({ type: "cue", to: 0, ask: { stick: [0, Math.abs(turn) < 0.6 ? 0.6 : 0] } });
      window.footwork.send({ type: "cue", to: 0, ask: { turn: [Math.max(-1, Math.min(1, -turn * 1.5)), 0] } });
    }, way);
    await studio.steps(20);
  }
  await until(() => window.footwork.state().score.collected > 0);
  const { collected } = (await studio.state()).score;
  assert.match(await page.locator("#score").innerText(), new RegExp(`^${collected}\\s*collected`));
});

test("nothing went wrong in the page", () => { assert.deepEqual(studio.errors, []); });
