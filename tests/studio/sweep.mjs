// Every scene in both themes at four sizes, to be looked at: node sweep.mjs FOLDER [SCENE ...]
//
// A person's whole page, not only its stage: FOLDER gets a picture each, and index.html shows them beside each other.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "./browser.mjs";
import { start } from "./server.mjs";

const SIZES = { desktop: [1440, 900], tablet: [820, 1180], phone: [390, 844], landscape: [844, 390] };
/** Steps before a picture: people are under way by then. */
const BEFORE = 240;

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) throw new Error("node sweep.mjs FOLDER [SCENE ...]");
mkdirSync(folder, { recursive: true });
const server = await start();
const rows = [];
for (const [size, pixels] of Object.entries(SIZES)) {
  const studio = await open({ size: pixels, touch: size !== "desktop", address: server.address });
  const { page } = studio;
  const scenes = await page.evaluate(async () => (await fetch("api/scenes")).json());
  for (const { name } of scenes) {
    if (name === "first" || (wanted.length > 0 && !wanted.includes(name))) continue;
    const files = ["light", "dark"].map((theme) => `${name}-${size}-${theme}.png`);
    rows.push({ name, size, files });
    if (files.every((file) => existsSync(join(folder, file)))) continue;
    try {
      await studio.scene(name);
      await studio.steps(BEFORE);
      for (const [i, file] of files.entries()) {
        if ((await studio.state()).dark !== (i === 1)) { await page.locator("#stage").focus(); await page.keyboard.press("t"); }
        await page.evaluate(() => { window.footwork.fine(); for (let j = 0; j < 90; j++) window.footwork.settle(); window.footwork.draw(); });
        await page.screenshot({ path: join(folder, file), timeout: 120_000 });
      }
      console.log(`${new Date().toISOString().slice(11, 19)} ${size} ${name}`);
    } catch (error) {
      console.log(`${size} ${name}: ${error}`);
    }
    if (studio.errors.length > 0) console.log(`${size} ${name}: ${studio.errors.splice(0).join("; ")}`);
    const refused = studio.refused();
    if (refused.length > 0) console.log(`${size} ${name} was refused: ${refused.join("; ")}`);
  }
  await studio.close();
}
await server.stop();
const cell = (file) => `<a href="${file}"><img loading="lazy" src="${file}"></a>`;
const table = rows.map(({ name, size, files }) => `<h3>${name}, ${size}</h3>${files.map(cell).join("\n")}`).join("\n");
writeFileSync(join(folder, "index.html"), `<!doctype html><meta charset="utf-8"><title>Every scene</title><style>img{width:49%}</style>${table}\n`);
