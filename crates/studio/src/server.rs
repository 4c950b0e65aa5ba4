//! Starting the stage and the server, and ending both.

mod connections;
mod guard;
mod making;
mod routes;
mod wearing;
mod worker;

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};

use crate::catalogue::Catalogue;
use crate::channel::{Command, Figures, StageHandle};
use crate::library::Library;
use crate::memory;
use crate::recordings::Recordings;
use crate::run::Opening;
use crate::{Options, PORT, StudioError};
use guard::Guard;
use routes::{Studio, router};

/// Ports that are tried where none is asked for.
const PORTS: u16 = 100;

/// A studio that runs. It ends when this is dropped.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// What became of the first scene: what the user should know of it, or why it cannot be shown.
    first: Mutex<Receiver<Result<Vec<String>, StudioError>>>,
    guard: Guard,
    stage: StageHandle,
    thread: Option<JoinHandle<()>>,
    runtime: Option<Runtime>,
}

impl Running {
    /// What to open in a browser on this machine. Where other machines can reach it, too, there is a token in it, and
    /// they need it.
    pub fn url(&self) -> String {
        self.guard.link()
    }

    /// Whether the stage has ended, so that nothing is served any more. It takes a fault of the studio itself.
    pub fn has_ended(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the first scene, for so long at most: what the user should know of it, or why there is none. It is told
    /// once; none where it is not ready yet, or was told.
    pub fn first_scene(&self, within: Duration) -> Option<Result<Vec<String>, StudioError>> {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.recv_timeout(within).ok()
    }

    /// Whether other machines can reach it.
    pub fn is_open(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Makes the stage panic, to see what comes of it.
    #[doc(hidden)]
    pub fn make_stage_panic(&self) {
        self.stage.tell(Command::Panic);
    }

    /// How the run went so far.
    pub fn figures(&self) -> Figures {
        self.stage.figures()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stage.tell(Command::Stop);
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_secs(1));
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Starts the stage and the server, and comes back when the first scene is ready.
pub fn serve(options: Options) -> Result<Running, StudioError> {
    let running = start(options)?;
    loop {
        match running.first_scene(Duration::from_millis(100)) {
            Some(Ok(_)) => return Ok(running),
            Some(Err(error)) => return Err(error),
            None if running.has_ended() => {
                return Err(StudioError::Start(std::io::Error::other("the stage ended before it began")));
            }
            None => {}
        }
    }
}

/// Starts the server, has the first scene set up, and comes back at once.
pub fn start(options: Options) -> Result<Running, StudioError> {
    memory::give_back();
    let name = options.scenes.first().ok_or(StudioError::NoScene)?.name.clone();
    let listener = listen(&options.host, options.port)?;
    let address = listener.local_addr().map_err(StudioError::Start)?;
    listener.set_nonblocking(true).map_err(StudioError::Start)?;
    let guard = Guard::new(&options.host, address)
        .map_err(|error| StudioError::Start(std::io::Error::other(error.to_string())))?;
    let catalogue = Arc::new(Catalogue::new(options.scenes));
    let recordings = Recordings::new(options.edits_folder.join("traces"), &options.skills);
    let library = Library::new(options.edits_folder, options.skills, options.repertoire, options.cache);
    let library = Arc::new(library);
    let opening = Opening::new(
        catalogue.clone(),
        library.clone(),
        recordings,
        options.seed,
        !options.paused,
        options.say,
    );
    let (opening, stage) = opening.map_err(StudioError::Start)?;
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(4)
        .thread_name("studio")
        .enable_all()
        .build()
        .map_err(StudioError::Start)?;
    let studio = Studio::new(stage.clone(), catalogue, library, guard.clone()).map_err(StudioError::Start)?;
    let listener = {
        let _inside = runtime.enter();
        tokio::net::TcpListener::from_std(listener).map_err(StudioError::Start)?
    };
    let (ending, ended) = tokio::sync::oneshot::channel::<()>();
    runtime.spawn(async move {
        tokio::select! {
            () = connections::serve(listener, router(studio)) => {}
            // Without a stage there is nothing to serve: nobody is let in to wait for what does not come.
            _ = ended => {}
        }
    });
    let (tell, first) = mpsc::channel();
    let thread = std::thread::Builder::new().name("stage".to_string()).spawn(move || {
        let waited = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| opening.wait()));
        match waited.unwrap_or_else(|panic| Err(crate::panic_text(&*panic))) {
            Ok(None) => {}
            Ok(Some((run, remarks))) => {
                let _ = tell.send(Ok(remarks));
                run.run();
            }
            Err(what) => {
                let _ = tell.send(Err(StudioError::Scene { name, what }));
            }
        }
        drop(ending);
    });
    let thread = thread.map_err(StudioError::Start)?;
    let first = Mutex::new(first);
    Ok(Running { address, first, guard, stage, thread: Some(thread), runtime: Some(runtime) })
}

fn listen(host: &str, port: Option<u16>) -> Result<TcpListener, StudioError> {
    let mut last = None;
    let ports = port.map_or(PORT..=PORT + PORTS, |port| port..=port);
    for port in ports {
        let failed = |source| StudioError::Host { host: host.to_string(), source };
        let address = (host, port).to_socket_addrs().map_err(failed)?.next();
        let address = address.ok_or_else(|| failed(ErrorKind::NotFound.into()))?;
        match TcpListener::bind(address) {
            Ok(listener) => return Ok(listener),
            Err(source) if source.kind() == ErrorKind::AddrInUse => last = Some(StudioError::PortInUse(port)),
            Err(source) => return Err(StudioError::Listen { address, source }),
        }
    }
    Err(last.unwrap_or(StudioError::PortInUse(PORT)))
}
