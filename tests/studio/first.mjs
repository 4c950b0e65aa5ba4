// From starting `footwork studio` to a page whose drawn characters move, cold and warm: node first.mjs [STARTS] [SCENE]
//
// The browser is there before the clock begins, with nothing in it. Software drawing is slow: with a graphics card it is less.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { FLAGS, PATIENCE } from "./browser.mjs";
import { binary } from "./server.mjs";

const [starts = "3", ...scene] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "footwork-first-"));
const context = await chromium.launchPersistentContext(join(folder, "profile"), {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS, viewport: { width: 1280, height: 800 },
});

async function once(cache) {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const begun = performance.now();
  const child = spawn(binary, ["studio", ...scene, "--no-browser", "--port", "0", "--cache", cache], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const since = () => ((performance.now() - begun) / 1000).toFixed(2);
  const address = await new Promise((found, failed) => {
    let said = "";
    child.stdout.on("data", (text) => { said += text; const [url] = /http:\/\/\S+/.exec(said) ?? []; if (url) found(url); });
    child.once("exit", () => failed(new Error(`the studio ended: ${said}`)));
  });
  const told = since();
  await page.goto(address, { waitUntil: "commit" });
  // Drawn, and then drawn again with somebody elsewhere.
  await page.waitForFunction(() => {
    const { footwork } = window;
    if (!footwork || footwork.state().shown < 0 || !footwork.state().drawn) return false;
    const now = JSON.stringify(["hips", "left_hand", "right_hand"].map((role) => footwork.joint(0, role)));
    window.firstSeen ??= now;
    return window.firstSeen !== now;
  }, undefined, { polling: "raf" });
  const moving = since();
  await page.close();
  child.kill();
  await new Promise((done) => child.once("exit", done));
  return `address after ${told} s, drawn characters moving after ${moving} s`;
}

for (const kind of ["cold", "warm"]) {
  for (let start = 0; start < Number(starts); start++) {
    // Warm is what the last cold one kept.
    console.log(`${kind}: ${await once(join(folder, `cache-${kind === "cold" ? start : Number(starts) - 1}`))}`);
  }
}
await context.close();
rmSync(folder, { recursive: true, force: true });
