// Every scene in both themes at four sizes, to be looked at: node sweep.mjs FOLDER [SCENE ...]
//
// A person's whole page, not only its stage: FOLDER gets a picture each, and index.html shows them beside each other. Pictures
// that are there are kept. All sizes watch the same stage, so that a scene is made ready and stepped once.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "./browser.mjs";
import { start } from "./server.mjs";

const SIZES = { desktop: [1440, 900], tablet: [820, 1180], phone: [390, 844], landscape: [844, 390] };
const THEMES = ["light", "dark"];
/** Steps before a picture: people are under way by then; and of a crowd, of which many are. */
const BEFORE = 240;
const CROWD = { from: 200, before: 80 };

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) throw new Error("node sweep.mjs FOLDER [SCENE ...]");
mkdirSync(folder, { recursive: true });
const server = await start();
const viewers = [];
for (const [size, pixels] of Object.entries(SIZES)) viewers.push({ size, studio: await open({ size: pixels, touch: size !== "desktop", address: server.address }) });
const [first] = viewers;
/** Only what is kept is drawn. */
const still = (on) => Promise.all(viewers.map(({ studio }) => studio.page.evaluate((value) => window.footwork.still(value), on)));

async function picture({ size, studio }, name) {
  const { page } = studio;
  for (const theme of THEMES) {
    const dark = theme === "dark";
    if ((await studio.state()).dark !== dark) { await page.locator("#stage").focus(); await page.keyboard.press("t"); }
    await page.evaluate(() => { window.footwork.fine(); for (let i = 0; i < 90; i++) window.footwork.settle(); window.footwork.draw(); });
    await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`), timeout: 120_000 });
  }
  if (studio.errors.length > 0) console.log(`${size} ${name}: ${studio.errors.splice(0).join("; ")}`);
}

const scenes = await first.studio.page.evaluate(async () => (await fetch("api/scenes")).json());
const files = (name) => Object.keys(SIZES).flatMap((size) => THEMES.map((theme) => `${name}-${size}-${theme}.png`));
const names = scenes.map(({ name }) => name).filter((name) => name !== "first" && (wanted.length === 0 || wanted.includes(name)));
for (const name of names.filter((one) => !files(one).every((file) => existsSync(join(folder, file))))) {
  try {
    await still(false);
    await first.studio.scene(name);
    for (const { studio } of viewers) await studio.until((which) => window.footwork.state().scene === which && window.footwork.state().shown >= 0, name);
    await still(true);
    await first.studio.steps((await first.studio.state()).actors >= CROWD.from ? CROWD.before : BEFORE);
    for (const viewer of viewers) await picture(viewer, name);
    console.log(`${new Date().toISOString().slice(11, 19)} ${name}`);
  } catch (error) {
    console.log(`${name}: ${error}`);
  }
  const refused = first.studio.refused();
  if (refused.length > 0) console.log(`${name} was refused: ${refused.join("; ")}`);
}
for (const { studio } of viewers) await studio.close();
await server.stop();
const cell = (file) => `<a href="${file}"><img loading="lazy" src="${file}"></a>`;
const table = names.map((name) => `<h3>${name}</h3>${files(name).map(cell).join("\n")}`).join("\n");
writeFileSync(join(folder, "index.html"), `<!doctype html><meta charset="utf-8"><title>Every scene</title><style>img{width:24%;vertical-align:top}</style>${table}\n`);
