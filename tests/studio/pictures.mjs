// Pictures of every scene, for the gallery and for docs: node pictures.mjs [SCENE ...]
//
// Each scene is stepped to a moment in which something happens, and drawn in both themes as finely as the page can. They go
// to crates/studio/web/public/scenes, and come with the page. Names of scenes redo only theirs. Some are in docs too, larger.
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { open } from "./browser.mjs";

const folder = join(import.meta.dirname, "../../crates/studio/web/public/scenes");
const images = join(import.meta.dirname, "../../docs/images");
const SIZE = [480, 270];
/** Those that are in docs too, and how large. */
const LARGE = { battle: [1440, 720] };
/** What people form on the floor is seen from above. */
const SHOTS = { dominoes: "top" };
/** Steps before a picture: people are under way by then, armies have met, a word has been written; and how long a blow is waited for. */
const [BEFORE, PATIENCE] = [150, 240];
const LATER = { battle: 600, dominoes: 1500 };

const studio = await open({ size: [1100, 720], address: process.env.STUDIO });
const { page, until } = studio;
mkdirSync(folder, { recursive: true });
const scenes = await page.evaluate(async () => (await fetch("api/scenes")).json());
const wanted = process.argv.slice(2);
/** The stage alone, without what lies over it, into a file of so many pixels. */
const drawn = async (file, [wide, high], quality) => {
  await page.setViewportSize({ width: Math.max(1100, wide), height: Math.max(720, high + 120) });
  const picture = await page.evaluate(([wide, high, quality]) => {
    window.footwork.fine();
    for (let i = 0; i < 120; i++) window.footwork.settle();
    window.footwork.draw();
    const from = document.querySelector("#stage");
    const to = document.createElement("canvas");
    [to.width, to.height] = [wide, high];
    const scale = Math.max(wide / from.width, high / from.height);
    const context = to.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(from, (wide - from.width * scale) / 2, (high - from.height * scale) / 2, from.width * scale, from.height * scale);
    return to.toDataURL("image/webp", quality).split(",")[1];
  }, [wide, high, quality]);
  const bytes = Buffer.from(picture, "base64");
  writeFileSync(file, bytes);
  console.log(`${basename(file)}: ${(bytes.length / 1024).toFixed(1)} kB`);
};
const blows = () => studio.told.filter((one) => one.type === "events").flatMap(({ events }) => events).filter(({ kind }) => kind === "strike" || kind === "hit").length;
await studio.pause();
for (const { name, abilities, offers } of scenes) {
  if (name === "first" || (wanted.length > 0 && !wanted.includes(name))) continue;
  await studio.scene(name);
  const step = async (count) => {
    const end = (await studio.state()).tick + count;
    await page.evaluate((some) => { for (let i = 0; i < some; i++) window.footwork.send({ type: "step" }); }, count);
    await until((tick) => window.footwork.state().tick >= tick, end);
    await new Promise((done) => setTimeout(done, 180));
  };
  for (let i = 0; i < (LATER[name] ?? BEFORE); i += 30) await step(30);
  if (abilities.includes("fights")) {
    const before = blows();
    for (let i = 0; i < PATIENCE && blows() === before; i += 4) await step(4);
  }
  // Nothing happens to who is to be pushed or let go until somebody does.
  const cue = (ask) => page.evaluate((what) => window.footwork.send({ type: "cue", to: 0, ask: what }), ask);
  if (abilities.includes("staggers") && !abilities.includes("fights")) {
    const [x, , z] = (await page.evaluate(() => window.footwork.roots()))[0];
    const angle = await page.evaluate(() => window.footwork.facing(0));
    await cue({ push: { point: [x, 1.25, z], impulse: [Math.sin(angle) * 95, 0, Math.cos(angle) * 95] } });
    await step(24);
  } else if (offers.includes("drag") && abilities.length === 0) {
    await cue({ let_go: 0.1 });
    await step(42);
  }
  if (SHOTS[name]) await page.selectOption("#shot", SHOTS[name]);
  for (const dark of [false, true]) {
    if ((await studio.state()).dark !== dark) { await page.locator("#stage").focus(); await page.keyboard.press("t"); }
    await drawn(join(folder, `${name}${dark ? "-dark" : ""}.webp`), SIZE, 0.74);
    if (LARGE[name] && !dark) await drawn(join(images, `${name}.webp`), LARGE[name], 0.82);
  }
}
// The whole page, for docs.
if (wanted.length === 0 || wanted.includes("docs")) {
  const shoot = async (file) => {
    await page.evaluate(() => { window.footwork.fine(); for (let i = 0; i < 90; i++) window.footwork.settle(); window.footwork.draw(); });
    await new Promise((done) => setTimeout(done, 1500));
    await page.screenshot({ path: join(images, file), timeout: 120_000 });
    console.log(file);
  };
  const begin = async (name, actor) => {
    await studio.scene(name);
    await studio.steps(200);
    await page.evaluate((who) => window.footwork.select(who), actor);
  };
  await page.setViewportSize({ width: 1280, height: 800 });
  if ((await studio.state()).dark) { await page.locator("#stage").focus(); await page.keyboard.press("t"); }
  await begin("collect", null);
  await shoot("studio-collect.png");
  // Somebody plays for six seconds, a key twice a second, and then until a blow lands.
  await studio.scene("fight-the-computer");
  await page.locator("#stage").focus();
  const play = async (key, landed) => {
    await page.keyboard.press(key);
    for (let i = 0; i < 30 && !landed(); i += 3) await studio.steps(3);
    return landed();
  };
  for (const key of "jjkjlj;jjkjj") await play(key, () => false);
  const before = blows();
  for (const key of "jjkjjkjjk") if (await play(key, () => blows() > before)) break;
  await shoot("studio-fight.png");
  await begin("sparring", 0);
  await shoot("studio.png");
  await page.evaluate(() => window.footwork.select(null));
  await studio.toggle("values");
  await studio.steps(10);
  await shoot("studio-sparring.png");
  await studio.toggle("values");
  await page.click("#tab-clips");
  await page.waitForSelector(".lanes .action");
  await shoot("studio-clips.png");
}
await studio.close();
