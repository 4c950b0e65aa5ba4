// Who can do what is told by abilities, never guessed: gloves where people fight and hands where they do not, buttons of whoever
// names them on the page, for keys, mouse and fingers.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { eventually, open } from "./browser.mjs";
import { shorter } from "./server.mjs";

const opened = [];
after(async () => { for (const studio of opened) await studio.close(); });
const begin = async (name, changes, more = {}) => {
  const studio = await open({ scene: shorter(name, changes), ...more });
  opened.push(studio);
  await studio.pause();
  await studio.steps(2);
  return studio;
};
const wears = ({ page }, actor) => page.evaluate((who) => window.footwork.wears(who), actor);

test("who fights has gloves; who is startled, carries or runs away has hands", async () => {
  const fighters = await begin("sparring", { seconds: "20.0" });
  for (const actor of [0, 1]) {
    const worn = await wears(fighters, actor);
    assert.ok(worn.includes("glove") && worn.includes("shorts") && !worn.includes("hand"), `${worn}`);
  }
  const startled = await begin("rat", { seconds: "20.0", count: "6" });
  for (const actor of [0, 5]) {
    const worn = await wears(startled, actor);
    assert.ok(worn.includes("hand") && worn.includes("trousers") && !worn.includes("glove"), `${worn}`);
  }
  assert.equal(await startled.page.locator("#score").isVisible(), false, "nothing is won by being startled");
});

test("the fighter's buttons are on the page, on keys, under the mouse and on the glass", async () => {
  const studio = await begin("fight-the-computer", { seconds: "20.0" }, { size: [1440, 900], touch: true });
  const { page } = studio;
  const pressed = () => studio.cues().filter(({ button }) => button !== undefined);
  const names = await page.locator("#scene-card .controls").innerText();
  for (const name of ["punch", "kick", "dodge", "block"]) assert.match(names, new RegExp(name));
  assert.doesNotMatch(names, /Semicolon/);
  assert.equal((names.match(/(^|\n)K(\n|$)/g) ?? []).length, 1, "a key does one thing");
  await page.locator("#stage").focus();
  for (const [key, button] of [["j", 0], [";", 3]]) {
    const before = pressed().length;
    await page.keyboard.press(key);
    await eventually(() => pressed().slice(before).some((one) => one.button === button && one.down));
  }
  const before = pressed().length;
  await page.click('#scene-card [data-press="1"]');
  await eventually(() => pressed().slice(before).some((one) => one.button === 1 && one.down) && pressed().at(-1).down === false);
  // A duel of two: names, what is left and the clock, from the server.
  const score = await page.locator("#score").innerText();
  assert.match(score, /you\s*\d+[\s\S]*round \d of 3\s*computer\s*\d+/i);
  assert.equal(await page.locator("#score .side .bar").count(), 2);
  // Whoever fights is seen: nothing lies over heads and hips, and what lies over the picture does not lie over each other. On a phone
  // held upright the buttons reach up to the hips of who comes near, and are glass: there only heads count.
  for (const [width, height] of [[1440, 900], [820, 1180], [390, 844], [844, 390]]) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.footwork.draw());
    await studio.settle();
    const roles = width < 500 ? ["head"] : ["head", "hips"];
    const { people, boxes } = await page.evaluate((seen) => ({
      people: [0, 1].flatMap((actor) => seen.map((role) => window.footwork.jointOnScreen(actor, role))),
      boxes: ["#score", "#scene-card", "#dock", "#stick", "#turn", "#buttons"].flatMap((which) => {
        const box = document.querySelector(which)?.getBoundingClientRect();
        return box && box.width > 0 ? [{ which, left: box.left, right: box.right, top: box.top, bottom: box.bottom }] : [];
      }),
    }), roles);
    for (const [x, y] of people) for (const { which, left, right, top, bottom } of boxes) {
      assert.ok(!(x > left && x < right && y > top && y < bottom), `${width}: somebody at ${x},${y} is behind ${which}`);
    }
    boxes.forEach((a, index) => boxes.slice(index + 1).forEach((b) => {
      const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
      assert.ok(!over, `${width}: ${a.which} lies over ${b.which}`);
    }));
  }
  assert.deepEqual(studio.errors, []);
});

test("who has buttons and no sticks shows them too, and no sticks", async () => {
  const studio = await begin("label", { seconds: "20.0", stagger: "{ label = true, examples = 20 }" }, { touch: true });
  const { page } = studio;
  assert.match(await page.locator("#scene-card .controls").innerText(), /undo[\s\S]*skip/);
  await page.waitForSelector("#glass .press");
  assert.equal(await page.locator("#stick").isVisible(), false);
  const before = studio.cues().length;
  await page.click('#scene-card [data-press]');
  await eventually(() => studio.cues().slice(before).some(({ button }) => button !== undefined));
  assert.deepEqual(studio.errors, []);
});
