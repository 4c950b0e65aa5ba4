// The test programs of packages, out of what `cargo test --no-run --message-format=json` prints.
//
//   node tests/built.mjs PACKAGE [KIND] <MESSAGES     their paths, one in a line
//   node tests/built.mjs --run PACKAGE... <MESSAGES   runs them, two at a time, each in its crate's folder; what one says is
//                                                     shown where it fails

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";

const messages = readFileSync(0, "utf8").split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));

// Its id ends in `#name@version`, or in `/name#version` where the folder is called like the package.
function packageOf(message) {
    const [path, last] = message.package_id.split("#");
    return last.includes("@") ? last.split("@")[0] : path.split("/").at(-1);
}

function programs(name, kind) {
    const found = messages
        .filter((one) => one.reason === "compiler-artifact" && one.executable && one.profile.test)
        .filter((one) => packageOf(one) === name)
        .filter((one) => !kind || one.target.kind.includes(kind));
    if (found.length === 0) {
        console.error(`${name}: no tests were built`);
        process.exit(1);
    }
    return found;
}

// ms, after which a program is taken to hang: several times what the longest takes.
const LONGEST = 900_000;

// At the end of most programs one test is left, and a core with nothing to do.
const AT_ONCE = 2;

async function run(names) {
    const waiting = names.flatMap((name) => programs(name));
    let failed = 0;
    const work = async () => {
        for (let one = waiting.shift(); one; one = waiting.shift()) {
            // Not `failed += await …`, which would forget what failed meanwhile.
            const passed = await passes(one);
            failed += passed ? 0 : 1;
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    process.exit(failed === 0 ? 0 : 1);
}

async function passes(one) {
    const begun = Date.now();
    const child = spawn(one.executable, [], {
        cwd: dirname(one.manifest_path),
        timeout: LONGEST,
        stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text) => { said += text; });
    }
    const [status, signal] = await new Promise((done) => {
        child.on("close", (status, signal) => done([status, signal]));
        child.on("error", (error) => done([1, error]));
    });
    const passed = status === 0;
    if (!passed) {
        console.log(said, signal ?? "");
    }
    const counted = said.match(/test result: .*?(\d+) passed; (\d+) failed/);
    const tests = counted ? `${counted[1]} passed, ${counted[2]} failed` : "no result";
    const seconds = ((Date.now() - begun) / 1000).toFixed(1);
    console.log(`${passed ? "PASS" : "FAIL"} ${one.manifest_path.split("/").at(-2)} ${one.target.name}: ${tests}, ${seconds} s`);
    return passed;
}

const [first, ...rest] = process.argv.slice(2);
if (first === "--run") {
    await run(rest);
} else {
    console.log(programs(first, rest[0]).map((one) => one.executable).join("\n"));
}
