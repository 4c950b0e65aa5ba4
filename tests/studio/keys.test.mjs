// No key is ignored without a sign: what waits, what was replaced and what was not the time for is said over the picture.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { eventually, open } from "./browser.mjs";
import { shorter } from "./server.mjs";

const opened = [];
after(async () => { for (const studio of opened) await studio.close(); });

/** What the line has said so far, also what was gone again before anybody looked. */
const said = (page) => page.evaluate(() => window.signs ?? []);
const SIGNS = () => {
  window.signs = [];
  addEventListener("DOMContentLoaded", () => {
    const line = document.querySelector("#asked");
    new MutationObserver(() => { if (!line.hidden) window.signs.push(line.textContent); }).observe(line, { childList: true, attributes: true });
  });
};
const KEY = { punch: "j", kick: "k", dodge: "l" };
const [NOT_NOW, WAITS, REPLACED] = ["Punchnot now", "Kickwaits", "KickDodgewaits"];

for (const [name, options] of [["at a desk", { size: [1100, 700] }], ["on a phone", { size: [390, 780], touch: true }]]) {
  test(`fight-the-computer, ${name}`, async (t) => {
    const studio = await open({ scene: shorter("fight-the-computer", { seconds: "20.0" }), prepare: SIGNS, ...options });
    opened.push(studio);
    const { page } = studio;
    await studio.pause();
    // It may have played on for longer than until the bell before the page was there.
    const scenes = () => studio.told.filter((one) => one.type === "scene").length;
    const before = scenes();
    await page.evaluate(() => window.footwork.send({ type: "restart", seed: 1 }));
    await eventually(() => scenes() > before);
    await studio.until(() => window.footwork.state().tick < 60);
    await studio.pause();
    // In its first step nobody has been told yet that there is a bell.
    await studio.steps(5);
    await page.locator("#stage").focus();
    const own = () => studio.told.findLast((one) => one.type === "keys")?.keys.find(({ actor }) => actor === 0);
    const press = async (key) => {
      const before = studio.cues().length;
      await page.keyboard.press(key);
      await eventually(() => studio.cues().length >= before + 2);
    };

    await t.test("before the bell it is not the time for a blow, and that is said", async () => {
      assert.equal(await page.locator("#asked").isVisible(), false);
      await press(KEY.punch);
      await studio.steps(2);
      const { lost, waits } = await eventually(() => own()?.lost && own());
      assert.deepEqual([lost.why, lost.button, waits], ["not_now", 0, null]);
      await studio.until((text) => window.signs.includes(text), NOT_NOW);
      assert.ok((await said(page)).includes(NOT_NOW), JSON.stringify(await said(page)));
    });

    await t.test("a key that comes in the middle of a blow is to be read until it is answered", async () => {
      await studio.steps(Math.max(0, 170 - (await studio.state()).tick));
      // A blow of one's own is under way sooner or later: then the next key waits.
      for (let tries = 0; tries < 60 && own()?.waits !== 1; tries++) {
        await press(KEY.punch);
        await studio.steps(6);
        await press(KEY.kick);
        await studio.steps(1);
        await new Promise((done) => setTimeout(done, 150));
      }
      assert.equal(own().waits, 1, "a kick waits");
      await page.locator("#asked[data-state=waits]").waitFor();
      assert.ok((await said(page)).some((text) => text.endsWith(WAITS)), JSON.stringify(await said(page)));
      const [line, score] = [await page.locator("#asked").boundingBox(), await page.locator("#score").boundingBox()];
      assert.ok(line.y >= score.y + score.height, "below the score");
      assert.ok(line.x >= 0 && line.x + line.width <= options.size[0], "on the page");
      const size = await page.locator("#asked b").evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
      assert.ok(size >= 15, `${size} px can be read`);
      if (options.touch) assert.equal(await page.locator('[data-button="1"]').getAttribute("data-key"), "waits");
      await page.evaluate(() => window.footwork.draw());
      if (process.env.FOOTWORK_PICTURES) await page.screenshot({ path: `${process.env.FOOTWORK_PICTURES}/keys-${options.size[0]}.png` });
    });

    await t.test("another key takes its place, and what it replaced is struck through", async () => {
      await press(KEY.dodge);
      await studio.steps(1);
      await eventually(() => own()?.lost?.why === "replaced");
      assert.equal(own().lost.button, 1);
      const fits = (text) => text === REPLACED || text === "Kickreplaced";
      await studio.until(() => window.signs.some((text) => /^Kick(Dodgewaits|replaced)$/.test(text)));
      assert.ok((await said(page)).some(fits), JSON.stringify(await said(page)));
      // What was asked for last is answered, and the sign goes.
      await studio.steps(80);
      await eventually(() => own()?.waits === null);
      await page.locator("#asked").waitFor({ state: "hidden" });
    });

    assert.deepEqual(studio.errors, []);
    assert.deepEqual(studio.refused(), []);
  });
}
