//! The studio's server: a stage that runs in real time, and a page in which people watch, direct and question it.
//!
//! [`start`] listens, has the first scene set up and comes back at once; [`serve`] waits for that scene. The stage has a
//! thread of its own (`run.rs`), and so has the setting up of scenes (`setup.rs`); viewers are tasks that are sent the
//! newest frame, so that a slow one loses frames and holds up nobody.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod audience;
mod cache;
mod cast;
mod catalogue;
mod channel;
mod describe;
mod edits;
mod export;
mod inbox;
mod library;
mod live;
mod made;
mod memory;
mod page;
mod protocol;
mod recordings;
mod run;
mod script;
mod server;
mod setup;
mod takes;
mod tally;
mod viewer;
pub mod wire;
mod worn;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use footwork::Scene;
use footwork_annotate::Repertoire;
use footwork_skill::Skills;

use catalogue::Catalogue;
pub use channel::Figures;
pub use server::{Running, serve, start};

/// The port that is tried first where none is asked for.
pub const PORT: u16 = 7300;

/// A scene that can be chosen.
#[derive(Clone, Debug)]
pub struct Entry {
    /// As it is asked for.
    pub name: String,
    /// Who is in it.
    pub scene: Scene,
    /// As it is written.
    pub text: String,
    /// Where the files are that it names.
    pub folder: PathBuf,
    /// Its motion, where that comes from a file; none for what the built-in performer does.
    pub repertoire: Option<Arc<Repertoire>>,
    /// Whether the files that it names must be in its folder: those of scenes that come from a page.
    pub confined: bool,
}

/// What to serve, and where.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on.
    pub host: String,
    /// Exactly this port, or any where it is 0; none for [`PORT`] or the next that is free.
    pub port: Option<u16>,
    /// What can be chosen; the first one is shown. At least one.
    pub scenes: Vec<Entry>,
    /// What scenes may name.
    pub skills: Skills,
    /// Everybody's motion, in place of what the scenes say.
    pub repertoire: Option<Arc<Repertoire>>,
    /// Where edits of takes are read and written. It is made when the first one is written.
    pub edits_folder: PathBuf,
    /// The first run's.
    pub seed: u64,
    /// Whether the stage waits for somebody to press play.
    pub paused: bool,
    /// Where what was performed and baked is kept; none where nothing is kept.
    pub cache: Option<PathBuf>,
    /// Hears what is being done, in sentences.
    pub say: Say,
}

/// Hears what the studio does, a sentence at a time. It may be called from any thread.
#[derive(Clone)]
pub struct Say(Arc<dyn Fn(&str) + Send + Sync>);

impl Say {
    /// Hears sentences.
    pub fn new(hear: impl Fn(&str) + Send + Sync + 'static) -> Say {
        Say(Arc::new(hear))
    }

    fn say(&self, text: impl AsRef<str>) {
        (self.0)(text.as_ref());
    }
}

impl Default for Say {
    fn default() -> Say {
        Say::new(|_| {})
    }
}

impl std::fmt::Debug for Say {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Say")
    }
}

impl Options {
    /// These scenes on this machine only, edits in the current folder.
    pub fn new(scenes: Vec<Entry>) -> Options {
        Options {
            host: "127.0.0.1".to_string(),
            port: None,
            scenes,
            skills: footwork::skills(),
            repertoire: None,
            edits_folder: PathBuf::from("."),
            seed: 1,
            paused: false,
            cache: None,
            say: Say::default(),
        }
    }
}

/// Why the studio does not run.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StudioError {
    #[error("port {0} is in use: name another one with --port, or close what uses it")]
    PortInUse(u16),
    #[error("{host:?} is no address to listen on: {source}")]
    Host { host: String, source: std::io::Error },
    #[error("{address} cannot be listened on: {source}")]
    Listen { address: SocketAddr, source: std::io::Error },
    #[error("the server did not start: {0}")]
    Start(#[source] std::io::Error),
    #[error("there is no scene to show")]
    NoScene,
    #[error("{name}: {what}")]
    Scene { name: String, what: String },
}

/// What a panic said.
fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "it did not say why".to_string())
}
