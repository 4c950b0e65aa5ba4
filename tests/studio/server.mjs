// The real studio, in a folder of its own: FOOTWORK_BIN, or what `cargo build --release` made.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const target = process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "../../target");
export const binary = process.env.FOOTWORK_BIN ?? join(target, "release/footwork");

/** What was baked is kept from file to file, and from run to run. */
const cache = process.env.FOOTWORK_CACHE ?? join(tmpdir(), "footwork-studio-cache");

/** Somebody who boxes as he likes. */
const ALONE = `
title = "Alone"
line = "Somebody who is left to himself."
[repertoire]
performer = ["boxing"]
seconds = 20.0
seeds = [1]
[[actors]]
name = "hero"
mind = "wander"
`;

/** Somebody who can be steered, pushed and aimed at, so that every way to ask is tried. */
export const STEERED = `
title = "Steered"
line = "Somebody who is asked for everything that can be asked for."
may = ["steer", "target"]
[repertoire]
performer = ["locomotion"]
seconds = 20.0
seeds = [1]
[[actors]]
name = "hero"
mind = "steer"
`;

/** A scene of the studio's own, with less to learn from, so that it is set up soon: `scenes/NAME.toml` otherwise. */
export function shorter(name, changes) {
  let text = readFileSync(join(import.meta.dirname, `../../scenes/${name}.toml`), "utf8");
  for (const [key, value] of Object.entries(changes)) {
    const line = new RegExp(`^${key} = .*$`, "m");
    if (!line.test(text)) throw new Error(`scenes/${name}.toml has no ${key}`);
    text = text.replace(line, `${key} = ${value}`);
  }
  return text;
}

/** Begins with a scene of that text. */
export async function start(scene = ALONE) {
  if (!existsSync(binary)) throw new Error(`${binary} is not there: cargo build --release -p footwork-cli makes it`);
  const folder = mkdtempSync(join(tmpdir(), "footwork-studio-"));
  writeFileSync(join(folder, "first.toml"), scene);
  const child = spawn(binary, ["studio", "first.toml", "--no-browser", "--port", "0", "--cache", cache], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((done) => child.once("exit", done));
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const address = await new Promise((found, failed) => {
    let said = "";
    const hear = (text) => {
      said += text;
      const [url] = /http:\/\/\S+/.exec(said) ?? [];
      if (url) found(url);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => failed(new Error(`the studio ended with ${code}: ${said}`)));
    child.once("error", failed);
  }).catch(async (error) => { await stop(); throw error; });
  return { address, folder, stop };
}
