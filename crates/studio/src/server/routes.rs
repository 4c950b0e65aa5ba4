//! What can be asked for over HTTP.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Query, State, WebSocketUpgrade};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use futures_util::stream;
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::time::{Instant, timeout};

use super::guard::{Guard, guard};
use super::worker::Worker;
use super::{making, wearing};
use crate::catalogue::Catalogue;
use crate::channel::{Command, StageHandle};
use crate::export::SECONDS;
use crate::library::{EditError, Library};
use crate::protocol::{ErrorMessage, SceneInfo};
use crate::{describe, edits, page, script, takes, viewer};

/// Viewers at once.
const VIEWERS: usize = 64;
/// Bytes of a request's body.
const BODY: usize = 256 << 10;
/// Bytes of a run that is done again.
const RUN: usize = 16 << 20;
/// For a request's whole body.
const BODY_WITHIN: Duration = Duration::from_secs(10);
/// For an export to be fetched: the next one waits for that, so that their bytes do not pile up.
const FETCHED_WITHIN: Duration = Duration::from_secs(120);
/// Bytes of an export that are handed over at once.
const PIECE: usize = 64 << 10;

/// What every request can use.
#[derive(Clone)]
pub struct Studio {
    pub stage: StageHandle,
    pub catalogue: Arc<Catalogue>,
    pub library: Arc<Library>,
    pub guard: Guard,
    viewers: Arc<AtomicUsize>,
    pub numbers: Arc<AtomicU64>,
    /// Held by what takes time: one at a time.
    heavy: Worker,
    /// Held by an export from when it is made until it is fetched.
    exports: Worker,
}

impl Studio {
    pub fn new(
        stage: StageHandle,
        catalogue: Arc<Catalogue>,
        library: Arc<Library>,
        guard: Guard,
    ) -> std::io::Result<Studio> {
        let (viewers, numbers) = (Arc::default(), Arc::default());
        let (heavy, exports) = (Worker::start("heavy")?, Worker::start("export")?);
        Ok(Studio { stage, catalogue, library, guard, viewers, numbers, heavy, exports })
    }
}

pub fn router(studio: Studio) -> Router {
    Router::new()
        .route("/ws", get(watch))
        .route("/api/scenes", get(scenes).post(making::make))
        .route("/api/scenes/{name}", get(making::scene))
        .route("/api/minds", get(making::minds))
        .route("/api/files/{name}", post(making::file))
        .route("/api/import", post(making::import))
        .route("/api/character", get(wearing::file).delete(wearing::take_off))
        .route("/api/character/{name}", post(wearing::wear))
        .route("/api/classes", get(async || Json(takes::classes())))
        .route("/api/takes", get(all_takes))
        .route("/api/takes/{index}/frames", get(frames))
        .route("/api/takes/{index}/edits", post(edit))
        .route("/api/export", get(export))
        .route("/api/run", get(run).post(replay))
        .route("/api/{*rest}", get(async || refusal(StatusCode::NOT_FOUND, "there is no such request")))
        .fallback(page::file)
        .layer(middleware::from_fn_with_state(studio.guard.clone(), guard))
        .with_state(studio)
}

/// Why not, in a sentence.
pub fn refusal(status: StatusCode, what: &str) -> Response {
    (status, Json(ErrorMessage { error: what.to_string() })).into_response()
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
            viewer::serve(socket, id, studio.stage).await;
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

async fn scenes(State(studio): State<Studio>) -> Json<Vec<SceneInfo>> {
    Json(studio.catalogue.all().iter().map(|entry| describe::listed(&entry.name, &entry.scene)).collect())
}

/// Does what takes time where it holds up nobody.
pub async fn heavily<T: Send + 'static>(
    studio: &Studio,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Response> {
    let turn = studio.heavy.turn().await.ok_or_else(busy)?;
    studio.heavy.work(turn, work).await.map(|(done, _)| done).ok_or_else(failed)
}

fn busy() -> Response {
    refusal(StatusCode::SERVICE_UNAVAILABLE, "one at a time, and others wait already: try again in a moment")
}

fn failed() -> Response {
    refusal(StatusCode::INTERNAL_SERVER_ERROR, "this did not work; the stage goes on")
}

async fn all_takes(State(studio): State<Studio>) -> Result<Response, Response> {
    let library = studio.library.clone();
    let work = move || {
        let (before, newest) = (library.current()?, library.newest()?);
        Some((takes::all(&library, &newest), !Arc::ptr_eq(&before, &newest)))
    };
    let (all, changed) = heavily(&studio, work).await?.unwrap_or_default();
    // Somebody has written an edits file: whoever watches is told that a restart plays it.
    if changed {
        studio.stage.tell(Command::Edited);
    }
    Ok(Json(all).into_response())
}

fn no_take(index: usize) -> Response {
    refusal(StatusCode::NOT_FOUND, &format!("there is no take {index}"))
}

async fn frames(State(studio): State<Studio>, Path(index): Path<usize>) -> Result<Response, Response> {
    let library = studio.library.clone();
    let bytes = heavily(&studio, move || takes::frames(&*library.current()?, index)).await?;
    let bytes = bytes.ok_or_else(|| no_take(index))?;
    Ok(([(header::CONTENT_TYPE, "application/octet-stream")], bytes).into_response())
}

async fn edit(
    State(studio): State<Studio>,
    Path(index): Path<usize>,
    body: Body,
) -> Result<Response, Response> {
    let too_large = |_| refusal(StatusCode::PAYLOAD_TOO_LARGE, "these are too many edits for one take");
    let too_slow = |_| refusal(StatusCode::REQUEST_TIMEOUT, "the edits took too long to arrive");
    let body = timeout(BODY_WITHIN, to_bytes(body, BODY)).await.map_err(too_slow)?.map_err(too_large)?;
    let library = studio.library.clone();
    let work = move || {
        let request = edits::read_request(&body).map_err(EditError::Refused)?;
        let edited = library.edit(index, request)?;
        takes::one(&library, &edited, index).ok_or(EditError::NoTake)
    };
    match heavily(&studio, work).await? {
        Ok(take) => {
            studio.stage.tell(Command::Edited);
            Ok(Json(take).into_response())
        }
        Err(EditError::NoTake) => Err(no_take(index)),
        Err(EditError::Refused(what)) => Err(refusal(StatusCode::BAD_REQUEST, &what)),
        Err(EditError::Conflict(what)) => Err(refusal(StatusCode::CONFLICT, &what)),
    }
}

/// What was done in this run, as a file.
async fn run(State(studio): State<Studio>) -> Result<Response, Response> {
    let (reply, script) = oneshot::channel();
    studio.stage.tell(Command::Script(reply));
    let script = script.await.map_err(|_| not_yet())?;
    Ok(Json(script).into_response())
}

/// Does again what was done in another run.
async fn replay(State(studio): State<Studio>, body: Body) -> Result<Response, Response> {
    let bad = |what: String| refusal(StatusCode::BAD_REQUEST, &what);
    let too_large = |_| refusal(StatusCode::PAYLOAD_TOO_LARGE, "this run is longer than any that was shared");
    let too_slow = |_| refusal(StatusCode::REQUEST_TIMEOUT, "the run took too long to arrive");
    let body = timeout(BODY_WITHIN, to_bytes(body, RUN)).await.map_err(too_slow)?.map_err(too_large)?;
    let script = script::read(&body).map_err(bad)?;
    let (reply, taken) = oneshot::channel();
    studio.stage.tell(Command::Replay(script, reply));
    taken.await.map_err(|_| not_yet())?.map_err(bad)?;
    Ok(Json(serde_json::json!({})).into_response())
}

pub fn not_yet() -> Response {
    refusal(
        StatusCode::SERVICE_UNAVAILABLE,
        "the first scene is still being made ready: try again in a moment",
    )
}

#[derive(Deserialize)]
struct ExportQuery {
    seconds: f64,
    format: String,
    actor: Option<usize>,
}

async fn export(
    State(studio): State<Studio>,
    Query(wanted): Query<ExportQuery>,
) -> Result<Response, Response> {
    let bad = |what: String| refusal(StatusCode::BAD_REQUEST, &what);
    if !(wanted.seconds > 0.0 && wanted.seconds <= SECONDS) {
        return Err(bad(format!("{} s cannot be exported: the last {SECONDS} s are kept", wanted.seconds)));
    }
    let (is_glb, kind, file) = match wanted.format.as_str() {
        "glb" => (true, "model/gltf-binary", "attachment; filename=\"footwork.glb\""),
        "bvh" => (false, "application/octet-stream", "attachment; filename=\"footwork.bvh\""),
        other => return Err(bad(format!("{other:?} is no format to export: there are glb and bvh"))),
    };
    let turn = studio.exports.turn().await.ok_or_else(busy)?;
    let (reply, excerpt) = oneshot::channel();
    studio.stage.tell(Command::Export(wanted.seconds, reply));
    let excerpt = excerpt.await.map_err(|_| not_yet())?;
    let actor = wanted.actor.unwrap_or(0);
    let write = move || if is_glb { excerpt.glb() } else { excerpt.bvh(actor).map(|bytes| vec![bytes]) };
    let (parts, turn) = studio.exports.work(turn, write).await.ok_or_else(failed)?;
    let parts = parts.map_err(bad)?;
    let length = parts.iter().map(Vec::len).sum::<usize>().to_string();
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_DISPOSITION, file),
        (header::CONTENT_LENGTH, length.as_str()),
    ];
    Ok((headers, pieces(parts.into_iter().map(Bytes::from).collect(), turn)).into_response())
}

/// Bytes in pieces, as fast as they are taken, with the turn held until the last is. Who takes too long gets no more.
fn pieces(parts: VecDeque<Bytes>, turn: OwnedSemaphorePermit) -> Body {
    let until = Instant::now() + FETCHED_WITHIN;
    Body::from_stream(stream::unfold((parts, turn), move |(mut rest, turn)| async move {
        while rest.front().is_some_and(Bytes::is_empty) {
            rest.pop_front();
        }
        let part = rest.front_mut()?;
        let piece = part.split_to(PIECE.min(part.len()));
        let late = Instant::now() > until;
        let piece = if late { Err(std::io::Error::from(std::io::ErrorKind::TimedOut)) } else { Ok(piece) };
        Some((piece, (rest, turn)))
    }))
}
