//! Routes, and who may use them.
//!
//! A page of another site can send requests to this machine from a visitor's browser. So requests must name this
//! server as their Host, which a rebound DNS name does not, and their Origin, where there is one, must be the same.

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use socket2::SockRef;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, oneshot};

use crate::channel::{Command, Figures, Line};
use crate::export::SECONDS;
use crate::library::Library;
use crate::run::{NoRun, Run};
use crate::traces::Traces;
use crate::{Entry, Options, PORT, StudioError, messages, page, takes, viewer};

/// Ports that are tried where none is asked for.
const PORTS: u16 = 100;
/// Viewers at once.
const VIEWERS: usize = 64;
/// Bytes that the system keeps of what was sent and has not arrived: ten frames of two hundred actors.
const SENDING: usize = 256 << 10;
/// Bytes of a request's body.
const BODY: usize = 256 << 10;

/// A studio that runs. It ends when this is dropped.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// What the user should know.
    pub remarks: Vec<String>,
    line: Line,
    stage: Option<JoinHandle<()>>,
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

    /// How the run went so far.
    pub fn figures(&self) -> Figures {
        self.line.figures()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.line.tell(Command::Stop);
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_secs(1));
        }
        if let Some(stage) = self.stage.take() {
            // A stage that panicked has ended, too.
            let _ = stage.join();
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
    let traces = Traces::new(options.edits_folder.join("traces"));
    let library = Arc::new(Library::new(options.edits_folder, options.repertoire));
    let (run, line, remarks) =
        Run::new(entries.clone(), library.clone(), traces, options.seed, !options.paused).map_err(|why| {
            match why {
                NoRun::Scene(what) => StudioError::Scene { name, what },
                NoRun::Thread(source) => StudioError::Start(source),
            }
        })?;
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(4)
        .thread_name("studio")
        .enable_all()
        .build()
        .map_err(StudioError::Start)?;
    let studio = Studio {
        line: line.clone(),
        entries,
        library,
        guard: Guard { address },
        viewers: Arc::default(),
        numbers: Arc::default(),
        heavy: Arc::new(Semaphore::new(1)),
    };
    let listener = {
        let _inside = runtime.enter();
        tokio::net::TcpListener::from_std(listener).map_err(StudioError::Start)?
    };
    runtime.spawn(async move {
        // Only a listener that is gone ends this, and then there is nobody to tell.
        let _ = axum::serve(listener.tap_io(be_prompt), router(studio)).await;
    });
    let stage = std::thread::Builder::new().name("stage".to_string()).spawn(move || run.run());
    let stage = stage.map_err(StudioError::Start)?;
    Ok(Running { address, remarks, line, stage: Some(stage), runtime: Some(runtime) })
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

/// What every request can use.
#[derive(Clone)]
struct Studio {
    line: Line,
    entries: Arc<[Entry]>,
    library: Arc<Library>,
    guard: Guard,
    viewers: Arc<AtomicUsize>,
    numbers: Arc<AtomicU64>,
    /// Held by what takes time and memory: one at a time.
    heavy: Arc<Semaphore>,
}

fn router(studio: Studio) -> Router {
    Router::new()
        .route("/ws", get(watch))
        .route("/api/scenes", get(scenes))
        .route("/api/classes", get(async || Json(takes::classes())))
        .route("/api/takes", get(all_takes))
        .route("/api/takes/{index}/frames", get(frames))
        .route("/api/takes/{index}/edits", post(edit))
        .route("/api/export", get(export))
        .route("/api/{*rest}", get(async || refusal(StatusCode::NOT_FOUND, "there is no such request")))
        .fallback(page::file)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(studio.guard, guard))
        .with_state(studio)
}

/// Whom this server takes itself for.
#[derive(Clone, Copy)]
struct Guard {
    address: SocketAddr,
}

impl Guard {
    /// Whether a request is meant for this server, and comes from its own page or from no page.
    fn lets_in(&self, headers: &HeaderMap) -> Result<(), &'static str> {
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
        let host = text(header::HOST).unwrap_or("");
        if self.address.ip().is_loopback() && !self.is_own_name(host) {
            return Err("this server is asked for under a foreign name");
        }
        match text(header::ORIGIN) {
            None => Ok(()),
            Some(origin)
                if origin.strip_prefix("http://").is_some_and(|own| own.eq_ignore_ascii_case(host)) =>
            {
                Ok(())
            }
            Some(_) => Err("pages of other sites may not use this server"),
        }
    }

    fn is_own_name(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let local = bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        port == Some(self.address.port()) && (local || name.eq_ignore_ascii_case("localhost"))
    }
}

async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    if let Err(what) = guard.lets_in(request.headers()) {
        return refusal(StatusCode::FORBIDDEN, what);
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    response
}

fn refusal(status: StatusCode, what: &str) -> Response {
    (status, Json(json!({ "error": what }))).into_response()
}

async fn watch(State(studio): State<Studio>, upgrade: WebSocketUpgrade) -> Response {
    if studio.viewers.fetch_add(1, Ordering::Relaxed) >= VIEWERS {
        studio.viewers.fetch_sub(1, Ordering::Relaxed);
        return refusal(StatusCode::SERVICE_UNAVAILABLE, "there are too many viewers");
    }
    let place = Place(studio.viewers.clone());
    let id = studio.numbers.fetch_add(1, Ordering::Relaxed);
    upgrade.max_message_size(viewer::READ).max_frame_size(viewer::READ).write_buffer_size(0).on_upgrade(
        async move |socket| {
            let _place = place;
            viewer::serve(socket, id, studio.line).await;
        },
    )
}

/// A viewer's place, free again when it goes, or when it never came.
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn scenes(State(studio): State<Studio>) -> Json<Value> {
    Json(studio.entries.iter().map(|entry| messages::listed(&entry.name, &entry.scene)).collect())
}

/// Does what takes time where it holds up nobody, one at a time.
async fn heavily<T: Send + 'static>(studio: &Studio, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let place = studio.heavy.clone().acquire_owned().await.ok()?;
    let work = move || {
        let _place = place;
        work()
    };
    tokio::task::spawn_blocking(work).await.ok()
}

fn failed() -> Response {
    refusal(StatusCode::INTERNAL_SERVER_ERROR, "this did not work; the stage goes on")
}

async fn all_takes(State(studio): State<Studio>) -> Response {
    let library = studio.library.clone();
    match heavily(&studio, move || library.current().map(|repertoire| takes::all(&library, &repertoire)))
        .await
    {
        Some(all) => Json(all.unwrap_or_else(|| json!([]))).into_response(),
        None => failed(),
    }
}

fn no_take(index: usize) -> Response {
    refusal(StatusCode::NOT_FOUND, &format!("there is no take {index}"))
}

async fn frames(State(studio): State<Studio>, Path(index): Path<usize>) -> Response {
    let library = studio.library.clone();
    match heavily(&studio, move || takes::frames(&*library.current()?, index)).await {
        Some(Some(bytes)) => ([(header::CONTENT_TYPE, "application/octet-stream")], bytes).into_response(),
        Some(None) => no_take(index),
        None => failed(),
    }
}

async fn edit(State(studio): State<Studio>, Path(index): Path<usize>, body: Bytes) -> Response {
    let library = studio.library.clone();
    let Some(seconds) = library.current().and_then(|now| Some(now.takes.get(index)?.clip.seconds())) else {
        return no_take(index);
    };
    let work = move || -> Result<Option<Value>, String> {
        let edited = library.edit(index, takes::edits_in(&body, seconds)?)?;
        Ok(takes::one(&library, &edited, index))
    };
    match heavily(&studio, work).await {
        Some(Ok(Some(take))) => {
            studio.line.tell(Command::Edited);
            Json(take).into_response()
        }
        Some(Ok(None)) => no_take(index),
        Some(Err(what)) => refusal(StatusCode::BAD_REQUEST, &what),
        None => failed(),
    }
}

#[derive(Deserialize)]
struct Exported {
    seconds: f64,
    format: String,
    actor: Option<usize>,
}

async fn export(State(studio): State<Studio>, Query(wanted): Query<Exported>) -> Response {
    if !(wanted.seconds > 0.0 && wanted.seconds <= SECONDS) {
        let what = format!("{} s cannot be exported: the last {SECONDS} s are kept", wanted.seconds);
        return refusal(StatusCode::BAD_REQUEST, &what);
    }
    let is_glb = match wanted.format.as_str() {
        "glb" => true,
        "bvh" => false,
        other => {
            let what = format!("{other:?} is no format to export: there are glb and bvh");
            return refusal(StatusCode::BAD_REQUEST, &what);
        }
    };
    let (reply, cut) = oneshot::channel();
    studio.line.tell(Command::Export(wanted.seconds, reply));
    let Ok(cut) = cut.await else { return failed() };
    let actor = wanted.actor.unwrap_or(0);
    let written = heavily(&studio, move || if is_glb { cut.glb() } else { cut.bvh(actor) }).await;
    let (kind, file) = match is_glb {
        true => ("model/gltf-binary", "attachment; filename=\"footwork.glb\""),
        false => ("application/octet-stream", "attachment; filename=\"footwork.bvh\""),
    };
    match written {
        Some(Ok(bytes)) => {
            ([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, file)], bytes).into_response()
        }
        Some(Err(what)) => refusal(StatusCode::BAD_REQUEST, &what),
        None => failed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_page_is_let_in() {
        let guard = Guard { address: ([127, 0, 0, 1], 7300).into() };
        let lets_in = |host: &str, origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            origin.map(|origin| headers.insert(header::ORIGIN, origin.parse().unwrap()));
            guard.lets_in(&headers).is_ok()
        };
        assert!(lets_in("127.0.0.1:7300", None));
        assert!(lets_in("localhost:7300", Some("http://localhost:7300")));
        assert!(lets_in("[::1]:7300", Some("http://[::1]:7300")));
        assert!(!lets_in("127.0.0.1:7300", Some("http://127.0.0.1:8000")));
        assert!(!lets_in("127.0.0.1:7300", Some("https://evil.example")));
        assert!(!lets_in("127.0.0.1:7300", Some("null")));
        // A name that was made to lead here.
        assert!(!lets_in("evil.example:7300", Some("http://evil.example:7300")));
        assert!(!lets_in("evil.example:7300", None));
        assert!(!lets_in("127.0.0.1:80", None));
        assert!(!lets_in("", None));
    }
}
