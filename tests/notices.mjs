// NOTICES.txt: what others wrote and the built programs contain, with the licences it comes under.
//
//   node tests/notices.mjs            writes the file anew
//   node tests/notices.mjs --check    fails where it would change, or where a licence is none of those in deny.toml
//
// Goes by what cargo resolves for the `footwork` command, and by what the studio's page bundles. Where a crate may be had
// under one of several licences, the first of `ACCEPTED` is chosen.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const out = join(root, "NOTICES.txt");

/** Licences that deny.toml accepts, the one most wanted first. */
const [, accepted] = readFileSync(join(root, "deny.toml"), "utf8").match(/^allow = \[(.*?)^\]/ms);
const ACCEPTED = [...accepted.matchAll(/"(.*?)"/g)].map(([, licence]) => licence);

/** The licences of an expression that is fulfilled: all of those joined by AND, one of those joined by OR. */
function chosen(expression, name) {
    const parts = expression.replaceAll("/", " OR ").replace(/[()]/g, "").split(" AND ").map((part) => part.trim());
    return parts.map((part) => {
        const ways = part.split(" OR ").map((way) => way.trim());
        const found = ACCEPTED.find((licence) => ways.includes(licence));
        if (!found) throw new Error(`${name} comes under ${expression}: look whether that is acceptable`);
        return found;
    });
}

/** The licence files in a folder that belong to the licences chosen; all of them where names do not tell. */
function texts(folder, licences) {
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice|unlicense)/i.test(file)).sort();
    const words = { "Apache-2.0": /apache/i, MIT: /mit/i, Zlib: /zlib/i, "BSD-3-Clause": /bsd/i, Unlicense: /unlicense/i };
    const fitting = files.filter((file) => licences.some((licence) => words[licence]?.test(file)));
    return (fitting.length ? fitting : files).map((file) => join(folder, file)).filter(isFile).map(read);
}

function isFile(path) {
    return existsSync(path) && !readdirOrNull(path);
}

function readdirOrNull(path) {
    try {
        return readdirSync(path);
    } catch {
        return null;
    }
}

function read(path) {
    return readFileSync(path, "utf8").replaceAll("\r\n", "\n").replace(/^\uFEFF/, "").trimEnd();
}

/** Crates in the command as it is built, in the order of their names. */
function crates() {
    const options = ["metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-linux-gnu"];
    const metadata = JSON.parse(execFileSync("cargo", options, { cwd: root, maxBuffer: 1 << 28 }).toString());
    const byId = new Map(metadata.packages.map((one) => [one.id, one]));
    const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
    const start = metadata.packages.find((one) => one.name === "footwork-cli").id;
    const seen = new Set([start]);
    for (const id of seen) {
        for (const dep of nodes.get(id).deps) {
            if (dep.dep_kinds.some((kind) => kind.kind === null)) seen.add(dep.pkg);
        }
    }
    const found = [...seen].map((id) => byId.get(id)).filter((one) => one.source !== null);
    return found.sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
}

const parts = [];
const listed = [];
for (const one of crates()) {
    const folder = dirname(one.manifest_path);
    // What the fonts come under is in files beside them; only two of the fonts are built in.
    if (one.name === "epaint_default_fonts") {
        listed.push(`${one.name} ${one.version}: Ubuntu-font-1.0 (Ubuntu Light), MIT and Bitstream Vera (Hack)`);
        for (const file of ["UFL.txt", "Hack-Regular.txt"]) parts.push([`fonts: ${file}`, read(join(folder, "fonts", file))]);
        continue;
    }
    const licences = chosen(one.license ?? "", one.name);
    listed.push(`${one.name} ${one.version}: ${licences.join(" and ")}; ${one.repository ?? "crates.io"}`);
    for (const text of texts(folder, licences)) parts.push([one.name, text]);
}
const three = join(root, "crates/studio/web/node_modules/three");
listed.push(`three.js ${JSON.parse(read(join(three, "package.json"))).version}: MIT; https://threejs.org`);
parts.push(["three.js", read(join(three, "LICENSE"))]);

// One text for all whose licence is the same to the letter.
const whose = new Map();
for (const [name, text] of parts) whose.set(text, [...(whose.get(text) ?? []), name]);
const rule = "-".repeat(100);
const file = [
    "Footwork contains what others wrote. tests/notices.mjs writes this list.",
    "",
    ...listed,
    ...[...whose].flatMap(([text, names]) => ["", rule, [...new Set(names)].join(", "), rule, "", text]),
    "",
].join("\n");

if (!process.argv.includes("--check")) {
    writeFileSync(out, file);
    console.log(`${listed.length} parts, ${whose.size} texts, ${Math.round(file.length / 1024)} KiB`);
} else if (!existsSync(out) || readFileSync(out, "utf8") !== file) {
    console.error("NOTICES.txt is not as it should be: node tests/notices.mjs writes it anew");
    process.exit(1);
} else {
    console.log("1 passed, 0 failed");
}
