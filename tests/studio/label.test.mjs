// The labelling session: a key says how good the transition looks, another one takes it back, and what is shown follows.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, open } from "./browser.mjs";
import { shorter } from "./server.mjs";

let studio;
before(async () => {
  studio = await open({ scene: shorter("label", { seconds: "20.0", stagger: "{ label = true, examples = 20 }" }) });
  await studio.pause();
  await studio.steps(10);
  await studio.page.evaluate(() => window.footwork.select(0));
  await studio.page.locator("#stage").focus();
});
after(async () => { await studio?.close(); });

const row = (name) => studio.told.findLast((one) => one.type === "overlay")?.rows.find((one) => one.name === name)?.value;
/** The key is heard in the next step. */
const says = async (key, labelled) => {
  await studio.page.keyboard.press(key);
  await studio.steps(10);
  await eventually(() => row("labelled")?.count === labelled);
};

test("keys label what is shown, and take it back", async () => {
  await eventually(() => row("labelled")?.count === 0);
  assert.ok(row("the oracle thinks").value >= 0 && row("the oracle thinks").value <= 1);
  await says("4", 1);
  await says("0", 2);
  assert.ok(row("agree on").value >= 0, "how often they agree is shown");
  await says("n", 2);
  await says("u", 1);
  assert.deepEqual(studio.refused(), []);
  assert.deepEqual(studio.errors, []);
});
