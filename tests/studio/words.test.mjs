// People's words, and what goes wrong: seeds that are none, a score that everybody shares, why while paused, a connection that
// is lost, and files and links that are no such things.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, open } from "./browser.mjs";
import { shorter } from "./server.mjs";

let studio;
before(async () => { studio = await open({ scene: shorter("sparring", { seconds: "20.0" }), size: [1280, 800] }); await studio.pause(); });
after(async () => { await studio?.close(); });
const said = () => studio.page.locator("#toasts").innerText();
const saying = (what) => studio.until((pattern) => new RegExp(pattern, "i").test(document.querySelector("#toasts").textContent), what);

test("a seed is a whole number, and what is none is said to be none", async () => {
  const { page, sent } = studio;
  for (const bad of ["-5", "1.5", "1e23", "99999999999999999999", "abc"]) {
    const before = sent.filter(({ type }) => type === "restart").length;
    await page.fill("#seed", bad);
    assert.equal(await page.getAttribute("#seed", "aria-invalid"), "true", bad);
    await page.click("#restart");
    await saying("is no seed");
    assert.equal(sent.filter(({ type }) => type === "restart").length, before, bad);
  }
  await page.fill("#seed", "");
  await page.click("#restart");
  await eventually(() => sent.some(({ type, seed }) => type === "restart" && seed === 1));
  // The run begins again: what is stepped then counts from there.
  await studio.until(() => window.footwork.state().tick <= 1 && window.footwork.state().shown >= 0);
  assert.equal(await page.inputValue("#seed"), "1");
});

test("why is said in words, and while paused, too", async () => {
  const { page, until } = studio;
  await studio.steps(120);
  await page.evaluate(() => window.footwork.select(1));
  await page.waitForSelector("#panel .decisions .reason");
  const why = await page.locator("#panel .decisions").innerText();
  assert.match(why, /[A-Z][a-z ]+/);
  assert.doesNotMatch(why, /boxing-\d|NaN|undefined/);
  assert.match(await page.locator("#panel .does").innerText(), /^[A-Z]/);
  await page.waitForSelector("#panel .dial output");
  assert.equal(await page.locator("#panel .dial output").first().innerText(), "as usual");
  assert.ok((await page.locator("#panel .dial small").first().innerText()).length > 10, "what it does");
  await until(() => document.querySelector("#live").textContent === "Paused");
  assert.equal(await page.getAttribute("#live", "data-live"), "false");
  await page.evaluate(() => window.footwork.select(null));
});

test("the score is the same in every tab, and after a reload", async () => {
  const { page, until } = studio;
  const blows = () => studio.told.filter((one) => one.type === "events").flatMap(({ events }) => events).filter(({ kind }) => kind === "strike").length;
  for (let i = 0; i < 1200 && blows() === 0; i += 40) await studio.steps(40);
  const mine = (await studio.state()).score;
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForFunction((want) => JSON.stringify(window.footwork?.state().score) === want, JSON.stringify(mine));
  await other.close();
  await page.reload();
  await until((want) => JSON.stringify(window.footwork?.state().score) === want && window.footwork.state().shown >= 0, JSON.stringify(mine));
});

test("sound is offered at the first click", async () => {
  const { page } = studio;
  assert.equal(await page.locator("#offer").isVisible(), false);
  await page.mouse.click(900, 300);
  await page.waitForSelector("#offer:not([hidden])");
  await page.click("#sound-yes");
  assert.equal(await page.getAttribute("#sound", "aria-pressed"), "true");
  await page.click("#sound");
  assert.equal(await page.getAttribute("#sound", "aria-pressed"), "false");
});

test("cameras: broadcast, free, shoulder and top show different pictures, and a hand takes over", async () => {
  const { page, until } = studio;
  const eye = () => page.evaluate(() => window.footwork.screen().flat());
  const seen = [];
  for (const shot of ["broadcast", "shoulder", "top"]) {
    await page.selectOption("#shot", shot);
    await studio.settle();
    seen.push(await eye());
  }
  assert.notDeepEqual(seen[0], seen[1]);
  assert.notDeepEqual(seen[1], seen[2]);
  await page.selectOption("#shot", "broadcast");
  await studio.settle();
  await page.mouse.move(700, 650);
  await page.mouse.down();
  await page.mouse.move(760, 650, { steps: 4 });
  await page.mouse.up();
  await until(() => window.footwork.state().shot === "orbit");
  await page.locator("#stage").focus();
  await page.keyboard.press("o");
  assert.notEqual((await studio.state()).shot, "orbit");
});

test("a scene is changed, taken back, and saved as TOML that the command plays", async () => {
  const { page, until } = studio;
  await page.click("#make-open");
  await page.waitForSelector("#maker .made li[data-actor]");
  await page.fill("#make-name", "three of them");
  await page.click("#add-actor");
  await until(() => window.footwork.state().scene === "three of them" && window.footwork.state().actors === 3);
  await page.click("#make-undo");
  await until(() => window.footwork.state().actors === 2 && window.footwork.state().scene === "three of them");
  await page.click("#make-redo");
  await until(() => window.footwork.state().actors === 3);
  await page.click("#make-save");
  await saying("saved as");
  const file = join(studio.folder, "three of them.toml");
  assert.match(readFileSync(file, "utf8"), /\[\[actors\]\]/);
  // Somebody else's changes are not written over.
  writeFileSync(file, `${readFileSync(file, "utf8")}# mine\n`);
  await page.click("#make-save");
  await until(() => /have not seen/.test(document.querySelector("#maker .problem").textContent));
  assert.match(readFileSync(file, "utf8"), /# mine/);
  // And what makes no sense is said.
  await page.fill("#make-name", "../elsewhere");
  await page.click("#make-save");
  await until(() => /no name/.test(document.querySelector("#maker .problem").textContent));
  await page.click('#maker [aria-label="Close"]');
});

test("a run that is shared is played again, to the bit", async () => {
  const { page, until } = studio;
  await studio.scene("first");
  await page.evaluate(() => window.footwork.send({ type: "cue", to: 0, ask: { push: { point: [0, 1.2, 0], impulse: [40, 0, 10] } } }));
  await studio.steps(120);
  // Told is not yet drawn.
  await until(() => window.footwork.state().shown === 120);
  const hand = await page.evaluate(() => window.footwork.joint(0, "right_hand"));
  await page.click("#share-open");
  await page.waitForSelector("#share[open]");
  const link = await page.inputValue("#share-link");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#share-file")]);
  const run = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.equal(run.ticks, 120);
  assert.equal(run.cues.length, 1);
  await studio.steps(7);
  await page.goto(link);
  await page.reload();
  await saying("the same to the last bit");
  await until(() => window.footwork.state().tick === 120 && window.footwork.state().shown === 120);
  assert.deepEqual(await page.evaluate(() => window.footwork.joint(0, "right_hand")), hand);
});

test("files that are no motion, links of another version and runs that are none are refused in words", async () => {
  const { page } = studio;
  const folder = mkdtempSync(join(tmpdir(), "footwork-drop-"));
  const file = (name, text) => { const path = join(folder, name); writeFileSync(path, text); return path; };
  const chooser = page.locator("input[type=file]");
  await chooser.setInputFiles(file("holiday.png", "no motion"));
  await saying("holiday.png is no motion file");
  await chooser.setInputFiles(file("broken.bvh", "HIERARCHY\nnothing"));
  await page.waitForSelector("#import .problem");
  assert.match(await page.locator("#import .problem").innerText(), /Not imported/);
  await page.keyboard.press("Escape");
  await chooser.setInputFiles(file("other.json", JSON.stringify({ footwork_run: 99 })));
  await saying("version 99");
  // Two gigabytes of nothing take no room on the disk, and are not read.
  for (const name of ["huge.bvh", "huge.json"]) {
    truncateSync(file(name, ""), 2 ** 31);
    await chooser.setInputFiles(join(folder, name));
    await saying(`${name} has 2048 MB`);
  }
  await page.evaluate(() => { location.hash = "run=xx-not-a-link"; });
  await page.reload();
  await saying("cannot be played");
  const answers = await page.evaluate(async () => {
    const post = async (address, body) => (await fetch(address, { method: "POST", body: JSON.stringify(body) })).json();
    const actors = [{ mind: "stand" }];
    return Promise.all([
      post("api/scenes", { name: "a", draft: { title: "a", line: "b", actors, repertoire: { file: "../../etc/passwd" } } }),
      post("api/files/..%2F..%2Fx.bvh", {}), post("api/import", { name: "x", files: ["../x.bvh"] }),
    ]);
  });
  assert.match(answers[0].error, /elsewhere|folder/);
  for (const { error } of answers.slice(1)) assert.match(error, /no name|no such/);
  assert.ok(!existsSync(join(studio.folder, "../x.bvh")));
});

test("a studio that goes away is said to be away, and is found again", async () => {
  const { page, until } = studio;
  await page.context().setOffline(true).catch(() => undefined);
  await page.evaluate(() => window.footwork.drop?.());
  await until(() => document.querySelector("#offline").hidden === false);
  assert.match(await page.locator("#offline").innerText(), /Connection lost, reconnecting/);
  await page.context().setOffline(false);
  await until(() => document.querySelector("#offline").hidden);
  void said;
});

test("nothing went wrong in the page", () => { assert.deepEqual(studio.errors, []); });
