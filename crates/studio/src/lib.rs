//! The studio's server: a stage that runs in real time, and a page in which people watch, direct and question it.
//!
//! [`serve`] sets the first scene up, starts everything and comes back. The stage has a thread of its own (`run.rs`), and
//! so has the setting up of further scenes (`setup.rs`); viewers are tasks that are sent the newest frame, so that a slow
//! one loses frames and holds up nobody.

mod audience;
mod cast;
mod channel;
mod describe;
mod edits;
mod export;
mod inbox;
mod library;
mod live;
mod page;
mod protocol;
mod recordings;
mod run;
mod server;
mod setup;
mod takes;
mod viewer;
pub mod wire;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use footwork::Scene;
use footwork_annotate::Repertoire;
use footwork_skill::Skills;

pub use channel::Figures;
pub use server::{Running, serve};

/// The port that is tried first where none is asked for.
pub const PORT: u16 = 7300;

/// A scene that can be chosen.
#[derive(Clone, Debug)]
pub struct Entry {
    /// As it is asked for.
    pub name: String,
    /// Who is in it.
    pub scene: Scene,
    /// Where the files are that it names.
    pub folder: PathBuf,
    /// Its motion, where that comes from a file; none for what the built-in performer does.
    pub repertoire: Option<Arc<Repertoire>>,
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
