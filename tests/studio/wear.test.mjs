// A character of one's own: dropped on the page, worn by everybody or by one, in this scene and the next, and taken off.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { personBvh } from "../interop/person.mjs";
import { open } from "./browser.mjs";
import { binary } from "./server.mjs";

const TWO = `
title = "Two"
line = "Two who walk about."
[repertoire]
performer = ["locomotion"]
seconds = 20.0
seeds = [1]
[[actors]]
name = "walker"
mind = "wander"
count = 2
apart = 1.5
`;

let studio;
let folder;
let knight;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "footwork-wear-"));
  knight = join(folder, "knight.glb");
  // Somebody with other joints, names and proportions than the performer's.
  writeFileSync(join(folder, "person.bvh"), personBvh());
  execFileSync(binary, ["convert", join(folder, "person.bvh"), knight], { stdio: "pipe" });
  studio = await open({ scene: TWO, size: [1000, 700] });
  await studio.pause();
});
after(async () => { await studio?.close(); rmSync(folder, { recursive: true, force: true }); });

/** Lets a file fall onto the page. */
const drop = (file, name) => studio.page.evaluate(async ([bytes, called]) => {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], called));
  for (const type of ["dragenter", "dragover", "drop"]) document.querySelector("#stage").dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
}, [readFileSync(file).toString("base64"), name]);
const worn = (file) => studio.until((name) => window.footwork.state().worn === name, file);
/** How far a node of the costume is from the actor's own joint, in m. */
const apart = (actor, node, role) => studio.page.evaluate(([who, which, part]) => {
  const [a, b] = [window.footwork.node(who, which), window.footwork.joint(who, part)];
  return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) : null;
}, [actor, node, role]);

test("a character that is dropped is worn, and moves as the actors do", async () => {
  const { page } = studio;
  await drop(knight, "knight.glb");
  await page.waitForSelector("#import[open] #wear-all");
  assert.match(await page.locator("#import").innerText(), /knight\.glb is a character/);
  await page.click("#wear-all");
  await worn("knight.glb");
  assert.equal(await page.locator("#import[open]").count(), 0);
  assert.match(await page.locator("#worn").innerText(), /Everybody: knight\.glb/);
  const before = await studio.step(2);
  for (const actor of [0, 1]) {
    for (const [node, role, far] of [["Head", "head", 0.5], ["LeftFoot", "left_ankle", 0.3], ["RightFoot", "right_ankle", 0.3], ["Hips", "hips", 0.35]]) {
      const off = await apart(actor, node, role);
      assert.ok(off !== null && off < far, `${node} of ${actor} is ${off} m from where it should be`);
    }
  }
  const from = await page.evaluate(() => [0, 1].map((actor) => window.footwork.node(actor, "LeftHand")));
  await studio.steps(40);
  await studio.step();
  const to = await page.evaluate(() => [0, 1].map((actor) => window.footwork.node(actor, "LeftHand")));
  assert.notDeepEqual(from, to);
  // The past is shown on it, too.
  await page.evaluate((tick) => window.footwork.review(tick), before);
  assert.deepEqual(await page.evaluate(() => [0, 1].map((actor) => window.footwork.node(actor, "LeftHand"))), from);
  await page.keyboard.press("l");
});

test("another tab and the next scene have it, too", async () => {
  const { page } = studio;
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForFunction(() => window.footwork?.state().worn === "knight.glb");
  await other.close();
  await studio.scene("one-take");
  await worn("knight.glb");
  await studio.step();
  assert.ok((await apart(0, "Head", "head")) < 0.5);
  await studio.scene("first");
});

test("one of them wears it, and it is taken off", async () => {
  const { page, until } = studio;
  await page.evaluate(() => window.footwork.select(1));
  await drop(knight, "squire.glb");
  await page.click("#wear-one");
  await worn("squire.glb");
  await studio.step(2);
  assert.equal(await apart(0, "Head", "head"), null);
  assert.ok((await apart(1, "Head", "head")) < 0.5);
  await page.click("#take-off");
  await until(() => window.footwork.state().worn === null && document.querySelector("#worn").hidden);
  assert.equal(await apart(1, "Head", "head"), null);
});

test("what nobody can wear is refused in words, and nothing changes", async () => {
  const { page } = studio;
  const box = JSON.stringify({ asset: { version: "2.0" }, skins: [{ joints: [0] }], nodes: [{ name: "box" }], scenes: [{ nodes: [0] }], scene: 0 });
  writeFileSync(join(folder, "box.gltf"), box);
  await drop(join(folder, "box.gltf"), "box.gltf");
  await page.click("#wear-all");
  await page.waitForSelector("#import .problem");
  assert.match(await page.locator("#import .problem").innerText(), /Not worn: .*box\.gltf/);
  await page.keyboard.press("Escape");
  assert.equal((await studio.state()).worn, null);
  assert.deepEqual(studio.errors, []);
});
