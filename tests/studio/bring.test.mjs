// One's own recordings: dropped on the page, imported with the doctor's report, put to a use, watched, filmed; two who make scenes
// at once, and a server that goes away in the middle of a drop.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, open } from "./browser.mjs";
import { binary } from "./server.mjs";

const folder = mkdtempSync(join(tmpdir(), "footwork-bring-"));
let studio;
before(async () => {
  execFileSync(binary, ["perform", "boxing", "--seconds", "12", "-o", join(folder, "mine.bvh")], { cwd: folder, stdio: "ignore" });
  studio = await open({ size: [1440, 900] });
  await studio.pause();
});
after(async () => { await studio?.close(); rmSync(folder, { recursive: true, force: true }); });

const drop = (files) => studio.page.evaluate((given) => {
  const data = new DataTransfer();
  for (const [name, text] of given) data.items.add(new File([text], name));
  for (const type of ["dragenter", "dragover", "drop"]) document.querySelector("#stage").dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
}, files);
const said = (pattern) => studio.until((what) => new RegExp(what, "i").test(document.querySelector("#toasts").textContent), pattern);

test("a recording that is dropped is imported, looked over, and plays; what is none is named beside it", async () => {
  const { page, until } = studio;
  await drop([["mine.bvh", readFileSync(join(folder, "mine.bvh"), "utf8")], ["holiday.png", "no motion"]]);
  await said("holiday\\.png is no motion file");
  await page.waitForSelector("#import [data-use]");
  assert.match(await page.locator("#import").innerText(), /1 take, 12\.\d s, \d+ actions, \d+ blows/);
  assert.ok((await page.locator("#import .report li").count()) > 0, "the doctor says what it found");
  const uses = await page.locator("#import [data-use]").allInnerTexts();
  assert.ok(uses.length >= 3, `${uses}`);
  await page.locator("#import [data-use]").first().click();
  await until(() => window.footwork.state().scene === "mine" && window.footwork.state().shown >= 0);
  await page.waitForSelector("#maker .made li[data-actor]");
});

test("a film is made and saved as WebM, of a stage that stands still, too", async () => {
  const { page } = studio;
  await studio.pause();
  await page.click("#film");
  // Machines without a graphics card draw and pack a picture in a second.
  await page.waitForFunction(() => /^Stop 0:0[5-9]/.test(document.querySelector("#film").textContent));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#film")]);
  assert.match(download.suggestedFilename(), /\.webm$/);
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.readUInt32BE(0), 0x1a45dfa3, "it is WebM");
  assert.ok(bytes.length > 4000, `${bytes.length} bytes`);
  await said("Saved a film");
});

test("a server that goes away in the middle of a drop loses nothing: it is said, and tried again", async () => {
  const { page } = studio;
  await page.route("**/api/files/**", (route) => route.abort("connectionreset"));
  await drop([["again.bvh", readFileSync(join(folder, "mine.bvh"), "utf8")]]);
  await page.waitForSelector("#import .problem");
  assert.match(await page.locator("#import .problem").innerText(), /Not imported: [^.]{8,}\./);
  await page.unroute("**/api/files/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForSelector("#import [data-use]");
  await page.keyboard.press("Escape");
  await eventually(() => studio.errors.length === 0);
});
