//! Starting the stage and the server, and ending both.

mod connections;
mod guard;
mod routes;

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};

use crate::channel::{Command, Figures, StageHandle};
use crate::library::Library;
use crate::recordings::Recordings;
use crate::run::{NoRun, Run};
use crate::{Entry, Options, PORT, StudioError};
use guard::Guard;
use routes::{Studio, router};

/// Ports that are tried where none is asked for.
const PORTS: u16 = 100;

/// A studio that runs. It ends when this is dropped.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// What the user should know.
    pub remarks: Vec<String>,
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

/// Starts the stage and the server, and comes back.
pub fn serve(options: Options) -> Result<Running, StudioError> {
    let entries: Arc<[Entry]> = options.scenes.into();
    let name = entries.first().ok_or(StudioError::NoScene)?.name.clone();
    // Before the stage is set, which takes longer.
    let listener = listen(&options.host, options.port)?;
    let address = listener.local_addr().map_err(StudioError::Start)?;
    listener.set_nonblocking(true).map_err(StudioError::Start)?;
    let guard = Guard::new(&options.host, address).map_err(|error| StudioError::Start(error.into()))?;
    let recordings = Recordings::new(options.edits_folder.join("traces"), &options.skills);
    let library = Arc::new(Library::new(options.edits_folder, options.skills, options.repertoire));
    let (run, stage, remarks) =
        Run::new(entries.clone(), library.clone(), recordings, options.seed, !options.paused).map_err(
            |why| match why {
                NoRun::Scene(what) => StudioError::Scene { name, what },
                NoRun::Thread(source) => StudioError::Start(source),
            },
        )?;
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(4)
        .thread_name("studio")
        .enable_all()
        .build()
        .map_err(StudioError::Start)?;
    let studio = Studio::new(stage.clone(), entries, library, guard.clone());
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
    let thread = std::thread::Builder::new().name("stage".to_string()).spawn(move || {
        run.run();
        drop(ending);
    });
    let thread = thread.map_err(StudioError::Start)?;
    Ok(Running { address, remarks, guard, stage, thread: Some(thread), runtime: Some(runtime) })
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
