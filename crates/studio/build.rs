//! Builds the page with Node where there is Node, into the folder that the library embeds. Without it, the page is one
//! that says what is missing, and everything else works.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// What the page is made of, seen from `web/`.
const SOURCES: &[&str] =
    &["src", "public", "index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"];

fn main() {
    let web = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("web");
    let page = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("page");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=FOOTWORK_NO_PAGE");
    if web.is_dir() {
        for source in SOURCES.iter().map(|source| web.join(source)).filter(|source| source.exists()) {
            println!("cargo:rerun-if-changed={}", source.display());
        }
    }
    if let Err(missing) = build(&web, &page) {
        println!("cargo:warning=the studio's page is not built: {missing}");
        let _ = fs::remove_dir_all(&page);
        let written =
            fs::create_dir_all(&page).and_then(|()| fs::write(page.join("index.html"), notice(&missing)));
        if let Err(error) = written {
            println!("cargo:warning={}: {error}", page.display());
        }
    }
}

fn build(web: &Path, page: &Path) -> Result<(), String> {
    if env::var_os("FOOTWORK_NO_PAGE").is_some() {
        return Err("FOOTWORK_NO_PAGE is set".to_string());
    }
    if !web.join("package.json").exists() {
        return Err("crates/studio/web is not there".to_string());
    }
    for tool in ["node", "npm"] {
        let found = npm(tool).arg("--version").output().is_ok_and(|output| output.status.success());
        if !found {
            return Err(format!("{tool} was not found; install Node.js 20 or newer and build again"));
        }
    }
    // No package of the page needs to run anything when it is installed, so that none may.
    // npm writes this file last, and with what it installed.
    let (wanted, installed) = (web.join("package-lock.json"), web.join("node_modules/.package-lock.json"));
    let age = |file: &Path| fs::metadata(file).and_then(|data| data.modified()).ok();
    if age(&installed).is_none() || age(&installed) < age(&wanted) {
        run(npm("npm").args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(web))?;
    }
    let vite = ["run", "build", "--", "--emptyOutDir", "--outDir"];
    run(npm("npm").args(vite).arg(page).current_dir(web))?;
    match page.join("index.html").exists() {
        true => Ok(()),
        false => Err("npm run build left no index.html".to_string()),
    }
}

/// On Windows, npm is a script.
fn npm(tool: &str) -> Command {
    if cfg!(windows) && tool == "npm" { Command::new("npm.cmd") } else { Command::new(tool) }
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let last: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    Err(format!("{command:?} failed: {}", last[last.len().saturating_sub(6)..].join(" / ")))
}

fn notice(missing: &str) -> String {
    let missing = missing.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!doctype html><meta charset=utf-8><title>Footwork</title>\
         <style>body{{font:16px/1.5 system-ui;max-width:36em;margin:4em auto;padding:0 1em}}</style>\
         <h1>The studio's page is missing</h1><p>Footwork was built without it: {missing}.</p>\
         <p>With Node.js installed, <code>cargo build --release</code> builds the page, too. The stage runs meanwhile; \
         <code>footwork play</code> and all other commands work.</p>\n"
    )
}
