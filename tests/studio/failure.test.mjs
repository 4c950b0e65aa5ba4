// The stage failed and was brought back: the page says what happened, and offers both ways on. What the server does is tested
// where it is (crates/studio/tests/failure.rs); here it tells of a failure that it did not have, and hears what is asked for.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, open } from "./browser.mjs";

const SIZES = [[1440, 900], [820, 1180], [390, 844], [844, 390]];
let studio;
before(async () => {
  const prepare = () => {
    const Own = window.WebSocket;
    window.WebSocket = class extends Own { constructor(...given) { super(...given); window.wire = this; } };
  };
  studio = await open({ prepare, size: [1440, 900], touch: true });
  await studio.pause();
  await studio.steps(80);
});
after(async () => { await studio?.close(); });

/** As the server tells of it: the last state, with a failure in it. */
async function fail(failure) {
  const state = studio.told.findLast(({ type }) => type === "state");
  await studio.page.evaluate((data) => window.wire.dispatchEvent(new MessageEvent("message", { data })), JSON.stringify({ ...state, playing: false, failure }));
  await studio.page.waitForSelector("#failure:not([hidden])");
  return studio.page.locator("#failure").innerText();
}
const gone = () => studio.page.waitForSelector("#failure", { state: "hidden" });
const asked = (type) => studio.sent.filter((one) => one.type === type).length;

test("what happened is said, on the page at every size, and it goes on from there", async () => {
  const { page, until } = studio;
  const said = await fail({ tick: 71, back_to: 60, what: "attempt to divide by zero" });
  assert.match(said, /The stage failed[\s\S]*0:01\.18: attempt to divide by zero[\s\S]*back at 0:01\.00, and paused/);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (const what of ["#failure", "#failure-go-on", "#failure-anew"]) {
      const box = await page.locator(what).boundingBox();
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${what} at ${width}: ${JSON.stringify(box)}`);
    }
    // Nothing lies over what is to be pressed, once the page has come to its new size.
    for (const what of ["failure-go-on", "failure-anew"]) await until((id) => {
      const { x, y, width: wide, height: high } = document.getElementById(id).getBoundingClientRect();
      return document.elementFromPoint(x + wide / 2, y + high / 2)?.id === id;
    }, what);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const before = asked("play");
  await page.click("#failure-go-on");
  await eventually(() => asked("play") === before + 1);
  await until(() => window.footwork.state().playing);
  await gone();
  await studio.pause();
});

test("or the scene begins anew, by keys alone", async () => {
  const { page, until } = studio;
  await fail({ tick: 90, back_to: 60, what: "index out of bounds" });
  await page.locator("#failure-anew").focus();
  const before = asked("restart");
  await page.keyboard.press("Enter");
  await eventually(() => asked("restart") === before + 1);
  await until(() => window.footwork.state().tick <= 1);
  await gone();
});

test("where it cannot be brought back, nothing is offered that does not work", async () => {
  const { page } = studio;
  assert.match(await fail({ tick: 12, back_to: null, what: "out of range" }), /being made ready anew/);
  for (const what of ["#failure-go-on", "#failure-anew"]) assert.equal(await page.locator(what).isVisible(), false, what);
  // The next that is told ends it.
  await page.evaluate(() => window.footwork.send({ type: "step" }));
  await gone();
  assert.deepEqual(studio.errors, []);
});
