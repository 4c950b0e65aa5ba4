//! What can be asked for over HTTP.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State, WebSocketUpgrade};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde::Deserialize;
use tokio::sync::{Semaphore, oneshot};

use super::guard::{Guard, guard};
use crate::channel::{Command, StageHandle};
use crate::export::SECONDS;
use crate::library::{EditError, Library};
use crate::protocol::{ErrorMessage, SceneInfo};
use crate::{Entry, describe, edits, page, takes, viewer};

/// Viewers at once.
const VIEWERS: usize = 64;
/// Bytes of a request's body.
const BODY: usize = 256 << 10;

/// What every request can use.
#[derive(Clone)]
pub struct Studio {
    pub stage: StageHandle,
    pub entries: Arc<[Entry]>,
    pub library: Arc<Library>,
    pub guard: Guard,
    viewers: Arc<AtomicUsize>,
    numbers: Arc<AtomicU64>,
    /// Held by what takes time and memory: one at a time.
    heavy: Arc<Semaphore>,
}

impl Studio {
    pub fn new(stage: StageHandle, entries: Arc<[Entry]>, library: Arc<Library>, guard: Guard) -> Studio {
        let heavy = Arc::new(Semaphore::new(1));
        Studio { stage, entries, library, guard, viewers: Arc::default(), numbers: Arc::default(), heavy }
    }
}

pub fn router(studio: Studio) -> Router {
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
    Json(studio.entries.iter().map(|entry| describe::listed(&entry.name, &entry.scene)).collect())
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
    match heavily(&studio, move || library.newest().map(|repertoire| takes::all(&library, &repertoire))).await
    {
        Some(all) => Json(all.unwrap_or_default()).into_response(),
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
    let work = move || {
        let request = edits::read_request(&body).map_err(EditError::Refused)?;
        let edited = library.edit(index, request)?;
        takes::one(&library, &edited, index).ok_or(EditError::NoTake)
    };
    match heavily(&studio, work).await {
        Some(Ok(take)) => {
            studio.stage.tell(Command::Edited);
            Json(take).into_response()
        }
        Some(Err(EditError::NoTake)) => no_take(index),
        Some(Err(EditError::Refused(what))) => refusal(StatusCode::BAD_REQUEST, &what),
        Some(Err(EditError::Conflict(what))) => refusal(StatusCode::CONFLICT, &what),
        None => failed(),
    }
}

#[derive(Deserialize)]
struct ExportQuery {
    seconds: f64,
    format: String,
    actor: Option<usize>,
}

async fn export(State(studio): State<Studio>, Query(wanted): Query<ExportQuery>) -> Response {
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
    let (reply, excerpt) = oneshot::channel();
    studio.stage.tell(Command::Export(wanted.seconds, reply));
    let Ok(excerpt) = excerpt.await else { return failed() };
    let actor = wanted.actor.unwrap_or(0);
    let written = heavily(&studio, move || if is_glb { excerpt.glb() } else { excerpt.bvh(actor) }).await;
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
