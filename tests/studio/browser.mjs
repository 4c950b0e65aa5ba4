// A browser with the studio's page open, and everything that goes over the wire. Tests step the clock; what they wait
// for is a state, never a frame rate.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { start } from "./server.mjs";

export const FLAGS = [
  "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
  "--disable-background-networking",
];

const BUILT = process.env.FOOTWORK_PAGE;
// What comes from a folder is of no network, and may not speak to one.
if (BUILT) FLAGS.push("--disable-features=LocalNetworkAccessChecks");

/** ms. Software drawing is slow, machines are shared, and some scenes have tables to bake. */
export const PATIENCE = Number(process.env.FOOTWORK_PATIENCE ?? 120_000);

/** `prepare` is run in the page before anything of its own; `scene` is the text of the one that it begins with. */
export async function open({ prepare, scene, size = [960, 600], theme = "light", touch = false, address } = {}) {
  const studio = address ? { address, folder: ".", stop: async () => undefined } : await start(scene);
  const profile = mkdtempSync(join(tmpdir(), "footwork-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS, viewport: { width: size[0], height: size[1] }, colorScheme: theme, hasTouch: touch, acceptDownloads: true,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  // Pages that tests open beside it, too.
  context.setDefaultTimeout(PATIENCE);
  if (prepare) await page.addInitScript(prepare);
  // A page that was built by itself (npx vite build --outDir FOLDER) in place of the one in the program.
  if (BUILT) await context.route((url) => existsSync(join(BUILT, url.pathname)), (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: join(BUILT, pathname === "/" ? "index.html" : pathname) });
  });
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  const posted = [];
  page.on("request", (request) => {
    if (request.method() !== "POST") return;
    // Files are posted as they are.
    const body = /^[[{]/.test(request.postData() ?? "") ? request.postDataJSON() : null;
    posted.push({ url: request.url(), body });
  });
  const sent = [];
  const told = [];
  const frames = { last: null };
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => sent.push(JSON.parse(String(payload))));
    socket.on("framereceived", ({ payload }) => {
      if (typeof payload === "string") told.push(JSON.parse(payload));
      else frames.last = payload;
    });
  });
  await page.goto(studio.address);
  await page.waitForFunction(() => window.footwork?.state().shown >= 0);
  const state = () => page.evaluate(() => window.footwork.state());
  const until = (test, argument) => page.waitForFunction(test, argument, { polling: 50 });
  return {
    page, folder: studio.folder, errors, posted, sent, told, frames, state, until,
    /** What the server refused. */
    refused: () => told.filter((one) => one.type === "error").map((one) => one.error),
    /** What was asked of actors, from the first to the last. */
    cues: () => sent.filter((one) => one.type === "cue").map((one) => one.ask),
    /** A scene, paused, so that nothing moves but by steps. */
    async scene(name) {
      await page.evaluate((which) => window.footwork.send({ type: "scene", name: which }), name);
      await until((which) => window.footwork.state().scene === which && window.footwork.state().shown >= 0, name);
      await this.pause();
    },
    async pause() {
      await page.evaluate(() => window.footwork.send({ type: "pause" }));
      await until(() => !window.footwork.state().playing && window.footwork.state().shown >= 0);
    },
    async step(count = 1) {
      for (let i = 0; i < count; i++) {
        const before = (await state()).tick;
        await page.evaluate(() => window.footwork.step());
        await until((tick) => window.footwork.state().shown > tick, before);
      }
      return (await state()).shown;
    },
    /** Many steps, no faster than the server hears them. */
    async steps(count) {
      const end = (await state()).tick + count;
      for (let now = end - count; now < end; now = Math.min(end, now + 40)) {
        await page.evaluate((some) => { for (let i = 0; i < some; i++) window.footwork.send({ type: "step" }); }, Math.min(40, end - now));
        await until((tick) => window.footwork.state().tick >= tick, Math.min(end, now + 40));
        await new Promise((done) => setTimeout(done, 200));
      }
    },
    /** Shows something over the bodies, or hides it. */
    async toggle(key) {
      if (!(await page.locator("#overlays").isVisible())) await page.click("#shows summary");
      await page.click(`#show-${key}`);
      await page.keyboard.press("Escape");
      await page.locator("#stage").focus();
    },
    /** The camera comes to rest: what is clicked must stand still on the page. */
    settle: () => page.evaluate(() => { for (let i = 0; i < 60; i++) window.footwork.settle(); }),
    /** Where actors' hips are on the page. */
    onScreen: () => page.evaluate(() => window.footwork.screen()),
    async close() {
      await context.close();
      await studio.stop();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** What the browser sent, or the server wrote, is seen a moment later. */
export async function eventually(look) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    const found = look();
    if (found) return found;
  }
  throw new Error(`never: ${look}`);
}

/** What a frame on the wire says: written again from the protocol, so that the page's own reading is tested by it. */
export function readFrame(bytes, joints) {
  const actors = bytes.readUInt32LE(4);
  const stride = 20 + 4 * joints;
  const end = 24 + actors * stride;
  const vector = (at) => [0, 4, 8].map((byte) => bytes.readFloatLE(at + byte));
  return {
    tick: Number(bytes.readBigUInt64LE(8)),
    roots: Array.from({ length: actors }, (_, id) => vector(24 + id * stride)),
    props: Array.from({ length: bytes.readUInt32LE(end) }, (_, prop) => vector(end + 4 + prop * 12)),
  };
}
