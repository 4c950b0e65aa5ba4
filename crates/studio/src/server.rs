//! Starting the stage and the server, and ending both.

mod guard;
mod routes;

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use axum::serve::ListenerExt;
use socket2::SockRef;
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
/// Bytes that the system keeps of what was sent and has not arrived: ten frames of two hundred actors.
const SENDING: usize = 256 << 10;

/// A studio that runs. It ends when this is dropped.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// What the user should know.
    pub remarks: Vec<String>,
    stage: StageHandle,
    thread: Option<JoinHandle<()>>,
    runtime: Option<Runtime>,
}

impl Running {
    /// What to type into a browser on this machine.
    pub fn url(&self) -> String {
        match self.address.ip() {
            ip if ip.is_unspecified() => format!("http://localhost:{}/", self.address.port()),
            _ => format!("http://{}/", self.address),
        }
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
    let recordings = Recordings::new(options.edits_folder.join("traces"));
    let library = Arc::new(Library::new(options.edits_folder, options.repertoire));
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
    let studio = Studio::new(stage.clone(), entries, library, Guard { address });
    let listener = {
        let _inside = runtime.enter();
        tokio::net::TcpListener::from_std(listener).map_err(StudioError::Start)?
    };
    runtime.spawn(async move {
        // Only a listener that is gone ends this, and then there is nobody to tell.
        let _ = axum::serve(listener.tap_io(be_prompt), router(studio)).await;
    });
    let thread = std::thread::Builder::new().name("stage".to_string()).spawn(move || run.run());
    let thread = thread.map_err(StudioError::Start)?;
    Ok(Running { address, remarks, stage, thread: Some(thread), runtime: Some(runtime) })
}

/// Small frames are not held back until there is more to send, and not many of them wait in the system: what a slow
/// viewer is sent should be new. Where this cannot be set, it works, but later.
fn be_prompt(stream: &mut tokio::net::TcpStream) {
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(&*stream).set_send_buffer_size(SENDING);
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
