// The tests of a package, out of what `cargo test --no-run --message-format=json` prints: the paths of its programs, one in a line.
//
//   node tests/built.mjs PACKAGE [KIND] <MESSAGES

import { readFileSync } from "node:fs";

const [name, kind] = process.argv.slice(2);
const messages = readFileSync(0, "utf8").split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
const programs = messages
    .filter((one) => one.reason === "compiler-artifact" && one.executable && one.profile.test)
    .filter((one) => one.package_id.includes(`#${name}@`))
    .filter((one) => !kind || one.target.kind.includes(kind))
    .map((one) => one.executable);
if (programs.length === 0) {
    console.error(`${name}: no tests were built`);
    process.exit(1);
}
console.log(programs.join("\n"));
