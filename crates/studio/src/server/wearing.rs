//! A character's file that actors wear: it is dropped, fetched by everybody who watches, and taken off.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::oneshot;

use super::making::{FILE_WITHIN, bad, body};
use super::routes::{Studio, heavily, not_yet, refusal};
use crate::channel::Command;
use crate::protocol::WearRequest;
use crate::worn::{Fitted, Outfit};

/// Bytes of a character: what a page can draw at once.
const CHARACTER: usize = 96 << 20;

/// Fits a file to the body of the scene that runs, and has actors wear it in this scene and in those that follow.
pub async fn wear(
    State(studio): State<Studio>,
    Path(file): Path<String>,
    Query(WearRequest { actor }): Query<WearRequest>,
    given: Body,
) -> Result<Response, Response> {
    let bytes = body(given, CHARACTER, FILE_WITHIN).await?.to_vec();
    let number = studio.numbers.fetch_add(1, Ordering::Relaxed);
    let outfit = Arc::new(Outfit { number, file, bytes, actor });
    let (reply, rig) = oneshot::channel();
    studio.stage.tell(Command::Body(reply));
    let rig = rig.await.map_err(|_| not_yet())?;
    let work = {
        let outfit = outfit.clone();
        move || Fitted::new(outfit, rig)
    };
    let fitted = heavily(&studio, work).await?.map_err(bad)?;
    dress(&studio, Some(fitted)).await?;
    studio.library.wear(Some(outfit));
    Ok(Json(serde_json::json!({ "number": number })).into_response())
}

/// Everybody is plain again.
pub async fn take_off(State(studio): State<Studio>) -> Result<Response, Response> {
    dress(&studio, None).await?;
    studio.library.wear(None);
    Ok(Json(serde_json::json!({})).into_response())
}

async fn dress(studio: &Studio, fitted: Option<Fitted>) -> Result<(), Response> {
    let (reply, done) = oneshot::channel();
    studio.stage.tell(Command::Wear(fitted.map(Box::new), reply));
    done.await.map_err(|_| not_yet())?.map_err(bad)
}

/// The file, as it was dropped.
pub async fn file(State(studio): State<Studio>) -> Result<Response, Response> {
    let outfit =
        studio.library.outfit().ok_or_else(|| refusal(StatusCode::NOT_FOUND, "nobody wears anything"))?;
    let headers = [(header::CONTENT_TYPE, "model/gltf-binary"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, outfit.bytes.clone()).into_response())
}
