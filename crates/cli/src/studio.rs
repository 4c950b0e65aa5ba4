//! `footwork studio`: a page where people watch, direct and question the characters.

use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use clap::Args;
use footwork::scene::Source;
use footwork_studio::{Entry, Options, Say, start};

use crate::repertoire;
use crate::scenes::{Found, all, find, repertoire_of};
use crate::terminal::{self, CommandError};

/// How often the stage is looked after.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// Opens the studio: a page in which a scene runs, to watch, direct and question it.
#[derive(Args, Default)]
#[command(after_help = "\
Examples:
  footwork studio
  footwork studio shadow-boxing --port 8080
  footwork studio my-scene.toml --no-browser
  footwork studio --repertoire boxer.rep --edits corrections")]
pub struct Studio {
    /// The name of a scene (see footwork scenes), or a .toml file
    #[arg(value_name = "SCENE")]
    scene: Option<String>,
    /// The port to listen on; without, 7300 or the next that is free
    #[arg(long, value_name = "P")]
    port: Option<u16>,
    /// The address to listen on; other machines reach anything but 127.0.0.1
    #[arg(long, value_name = "H")]
    host: Option<String>,
    /// What everybody plays, in place of what the scenes say
    #[arg(long, value_name = "FILE")]
    repertoire: Option<PathBuf>,
    /// Where edits of takes are kept; without, beside the repertoire's file, and here for the built-in performer's
    #[arg(long, value_name = "DIR")]
    edits: Option<PathBuf>,
    /// Where what was performed and baked is kept, so that the next start is quick; without, the user's cache folder
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Keep nothing, and bake everything anew
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,
    /// Only print the address
    #[arg(long)]
    no_browser: bool,
}

impl Studio {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        let chosen = self.scene.as_deref().map(find).transpose()?;
        let edits_folder = self.edits_folder(chosen.as_ref())?;
        let mut scenes = Vec::new();
        if let Some(chosen) = chosen {
            scenes.push(self.entry(chosen)?);
        }
        for found in all()? {
            if scenes.iter().all(|entry: &Entry| entry.name != found.name) {
                scenes.push(self.entry(found)?);
            }
        }
        let repertoire = self.repertoire.as_deref().map(repertoire::read).transpose()?.map(Arc::new);
        let cache = if self.no_cache { None } else { self.cache.clone().or_else(cache_folder) };
        // What the studio says is printed below its address, however soon it says it.
        let (tell, told) = mpsc::channel();
        let say = Say::new(move |text| {
            let _ = tell.send(text.to_string());
        });
        let title = scenes.first().map_or(String::new(), |entry| entry.name.clone());
        let options =
            Options { port: self.port, repertoire, edits_folder, cache, say, ..Options::new(scenes) };
        let host = self.host.clone().unwrap_or_else(|| options.host.clone());
        let running =
            start(Options { host, ..options }).map_err(|error| CommandError::Other(error.to_string()))?;
        let (interrupt, interrupted) = mpsc::channel();
        // Where no handler can be set, an interrupt ends the command at once.
        let _ = ctrlc::set_handler(move || {
            let _ = interrupt.send(());
        });
        if running.is_open() {
            terminal::warning(&format!(
                "{} can be reached from other machines: whoever has the link can direct the stage and change edits",
                running.address
            ));
        }
        terminal::line(format!("The studio is at {} (Ctrl-C ends it)", running.url()));
        terminal::line(format!("Making {title} ready…"));
        if !self.no_browser {
            open(running.url());
        }
        loop {
            let first = running.first_scene(LOOK_EVERY);
            told.try_iter().for_each(terminal::line);
            match first {
                Some(Ok(remarks)) => {
                    remarks.iter().for_each(|remark| terminal::warning(remark));
                    break;
                }
                Some(Err(error)) => return Err(CommandError::Other(error.to_string())),
                None if running.has_ended() || interrupted.try_recv().is_ok() => break,
                None => {}
            }
        }
        while interrupted.recv_timeout(LOOK_EVERY).is_err() {
            told.try_iter().for_each(terminal::line);
            // Where nobody can interrupt, there is no time-out to wait for.
            std::thread::sleep(LOOK_EVERY);
            if running.has_ended() {
                return Err(CommandError::Other(
                    "the stage has ended by a fault of the studio: start it again".into(),
                ));
            }
        }
        drop(running);
        Ok(ExitCode::SUCCESS)
    }

    /// Edits stand beside what they are about, unless the user wants them elsewhere.
    fn edits_folder(&self, chosen: Option<&Found>) -> Result<PathBuf, CommandError> {
        if let Some(folder) = &self.edits {
            // One that is not there is made when there is something to write.
            return match folder.exists() && !folder.is_dir() {
                true => Err(CommandError::Other(format!("--edits: {} is no folder", folder.display()))),
                false => Ok(folder.clone()),
            };
        }
        let of_scene = chosen.and_then(|found| match &found.scene.repertoire {
            Source::File(file) => Some(found.path.with_file_name(file)),
            Source::Performer { .. } => None,
        });
        let file = self.repertoire.clone().or(of_scene);
        let folder = file.and_then(|file| Some(file.parent()?.to_path_buf()));
        Ok(folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| PathBuf::from(".")))
    }

    /// A scene with its motion, where that has to be read.
    fn entry(&self, found: Found) -> Result<Entry, CommandError> {
        let reads = self.repertoire.is_none() && matches!(found.scene.repertoire, Source::File(_));
        let repertoire = reads.then(|| repertoire_of(&found)).transpose()?;
        let folder = found.path.parent().map_or_else(|| PathBuf::from("."), PathBuf::from);
        Ok(Entry {
            name: found.name,
            scene: found.scene,
            text: found.text,
            folder,
            repertoire,
            confined: false,
        })
    }
}

/// Where this user's programs keep what they can make again.
fn cache_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || folder("HOME");
    let own = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Caches"))
    } else {
        folder("XDG_CACHE_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| home().map(|home| home.join(".cache")))
    };
    Some(own?.join("footwork"))
}

/// Opens a browser, and says so where there is none; the address was printed.
fn open(url: String) {
    let (command, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(command);
    command.args(first).arg(&url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // What opens browsers may take its time to find that there is none.
    std::thread::spawn(move || {
        if !command.status().is_ok_and(|status| status.success()) {
            terminal::warning(&format!("no browser could be opened: open {url} in one yourself"));
        }
    });
}
