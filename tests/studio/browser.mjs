// A browser with the studio's page open: at STUDIO_URL, or on the mock server, which then also says what it was asked.
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const web = new URL("../../crates/studio/web/", import.meta.url);
// Tests lie outside the page's folder, its packages inside.
const { chromium } = createRequire(new URL("package.json", web))("playwright-core");

const FLAGS = [
  "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
  "--disable-background-networking",
];

/** Software drawing is slow, and machines are shared: long, but nothing waits for a frame rate. */
export const PATIENCE = 60_000;

export async function open() {
  const mock = process.env.STUDIO_URL ? null : await (await import(new URL("mock/server.mjs", web))).start();
  const address = process.env.STUDIO_URL ?? mock.address;
  const folder = mkdtempSync(join(tmpdir(), "studio-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS, viewport: { width: 960, height: 600 }, acceptDownloads: true,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(PATIENCE);
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  // What went over the wire, with either server.
  const posted = [];
  page.on("request", (request) => { if (request.method() === "POST") posted.push({ url: request.url(), body: request.postDataJSON() }); });
  const sent = [];
  const frames = { last: null };
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => sent.push(JSON.parse(String(payload))));
    socket.on("framereceived", ({ payload }) => { if (typeof payload !== "string") frames.last = payload; });
  });
  await page.goto(address);
  await page.waitForFunction(() => window.footwork?.state().shown >= 0);
  const state = () => page.evaluate(() => window.footwork.state());
  const until = (test, argument) => page.waitForFunction(test, argument, { polling: 50 });
  return {
    page, errors, posted, sent, frames, state, until,
    /** A scene, paused, so that nothing moves but by steps. */
    async scene(name) {
      await page.evaluate((which) => window.footwork.send({ type: "scene", name: which }), name);
      await until((which) => window.footwork.state().scene === which && window.footwork.state().shown >= 0, name);
      await page.evaluate(() => window.footwork.send({ type: "pause" }));
      await until(() => !window.footwork.state().playing && window.footwork.state().shown >= 0);
    },
    async step() {
      const before = (await state()).tick;
      await page.evaluate(() => window.footwork.step());
      await until((tick) => window.footwork.state().shown > tick, before);
      return (await state()).shown;
    },
    async close() {
      await context.close();
      mock?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the browser sent is heard of a moment later. */
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
  const stride = 16 + 4 * joints;
  return {
    tick: Number(bytes.readBigUInt64LE(8)),
    roots: Array.from({ length: actors }, (_, id) => [0, 4, 8].map((byte) => bytes.readFloatLE(24 + id * stride + byte))),
  };
}
