// What deny.toml says about versions and sources, checked against Cargo.lock without cargo-deny; licences are checked by
// tests/notices.mjs, which takes the accepted ones from the same file.
//
//   node tests/deny.mjs

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const deny = readFileSync(join(root, "deny.toml"), "utf8");
const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
const wrong = [];

const crates = lock.split("[[package]]").slice(1).map((text) => {
    const value = (key) => text.match(new RegExp(`^${key} = "(.*)"$`, "m"))?.[1];
    return { name: value("name"), version: value("version"), source: value("source") };
});
const skipped = [...deny.matchAll(/\{ name = "(.*?)", version = "(.*?)" \}/g)].map(([, name, version]) => ({ name, version }));
const fits = (one, skip) => one.name === skip.name && `${one.version}.`.startsWith(`${skip.version}.`);

for (const skip of skipped) {
    if (!crates.some((one) => fits(one, skip))) wrong.push(`${skip.name} ${skip.version} is listed in deny.toml and not used any more`);
}
const left = crates.filter((one) => !skipped.some((skip) => fits(one, skip)));
const versions = new Map();
for (const one of left) versions.set(one.name, [...(versions.get(one.name) ?? []), one]);
for (const [name, all] of versions) {
    const numbers = all.map((one) => one.version).join(" and ");
    if (all.length > 1) wrong.push(`${name} comes in ${numbers}: agree on one, or list the older in deny.toml with who asks for it`);
}
const [, registry] = deny.match(/^allow-registry = \["(.*)"\]$/m);
for (const one of crates.filter((one) => one.source && one.source !== `registry+${registry}`)) {
    wrong.push(`${one.name} comes from ${one.source}: only ${registry} is accepted`);
}

wrong.forEach((what) => console.error(what));
if (wrong.length) process.exit(1);
console.log(`${crates.length} crates, ${skipped.length} of them in an older version\n1 passed, 0 failed`);
