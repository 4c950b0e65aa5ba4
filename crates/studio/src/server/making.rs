//! What makes scenes: reading one to change it, trying and saving one, and motion files that are dropped.

use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::routes::{Studio, heavily, refusal};
use crate::made;
use crate::protocol::{ImportRequest, MakeRequest, MindChoice, SceneMade};

/// Bytes of a dropped file: an hour of motion as BVH.
pub const FILE: usize = 192 << 20;
/// For all of it to arrive.
pub const FILE_WITHIN: Duration = Duration::from_secs(120);
/// Bytes of a scene.
const SCENE: usize = 1 << 20;

pub async fn body(body: Body, most: usize, within: Duration) -> Result<Bytes, Response> {
    let too_large = |_| {
        refusal(
            StatusCode::PAYLOAD_TOO_LARGE,
            &format!("this is larger than {} MB: cut it into takes first", most >> 20),
        )
    };
    let too_slow = |_| refusal(StatusCode::REQUEST_TIMEOUT, "this took too long to arrive: try again");
    timeout(within, to_bytes(body, most)).await.map_err(too_slow)?.map_err(too_large)
}

async fn read<T: DeserializeOwned>(given: Body) -> Result<T, Response> {
    let bytes = body(given, SCENE, Duration::from_secs(10)).await?;
    serde_json::from_slice(&bytes).map_err(|error| bad(format!("this makes no sense: {error}")))
}

pub fn bad(what: String) -> Response {
    refusal(StatusCode::BAD_REQUEST, &what)
}

/// A scene as it is written.
pub async fn scene(State(studio): State<Studio>, Path(name): Path<String>) -> Result<Response, Response> {
    let found = studio.catalogue.find(&name).and_then(|number| studio.catalogue.get(number));
    let found =
        found.ok_or_else(|| refusal(StatusCode::NOT_FOUND, &format!("there is no scene {name:?}")))?;
    Ok(Json(made::draft(&found).map_err(bad)?).into_response())
}

/// What may decide for an actor.
pub async fn minds(State(studio): State<Studio>) -> Json<Vec<MindChoice>> {
    let choice = |skill: &'static dyn footwork_skill::Skill| {
        let about = skill.about();
        MindChoice {
            mind: about.mind.to_string(),
            title: about.title.to_string(),
            line: about.line.to_string(),
            abilities: about.abilities.iter().map(|ability| (*ability).into()).collect(),
            keys: about.keys.iter().map(|key| key.to_string()).collect(),
            styles: skill.styles().iter().map(|style| style.to_string()).collect(),
        }
    };
    Json(studio.library.skills().iter().map(choice).collect())
}

/// Puts a scene among those that can be chosen, and into a file where that is wanted.
pub async fn make(State(studio): State<Studio>, given: Body) -> Result<Response, Response> {
    let MakeRequest { name, draft, text, save, known } = read(given).await?;
    let (library, catalogue) = (studio.library.clone(), studio.catalogue.clone());
    let work = move || -> Result<SceneMade, String> {
        let text = text.map_or_else(|| made::text_of(&draft), Ok)?;
        let entry = made::entry(&name, &text, &library, &catalogue, library.skills())?;
        let file = match save {
            true => Some(made::save(&name, &text, known.as_deref(), &library)?.display().to_string()),
            false => None,
        };
        // One that comes with Footwork, as it is, is there already.
        if catalogue.find(&name).and_then(|at| catalogue.get(at)).is_none_or(|known| known.text != text) {
            catalogue.put(entry);
        }
        Ok(SceneMade { name, text, file })
    };
    Ok(Json(heavily(&studio, work).await?.map_err(bad)?).into_response())
}

/// Keeps a dropped file.
pub async fn file(
    State(studio): State<Studio>,
    Path(name): Path<String>,
    given: Body,
) -> Result<Response, Response> {
    let bytes = body(given, FILE, FILE_WITHIN).await?;
    let library = studio.library.clone();
    heavily(&studio, move || made::keep(&name, &bytes, &library)).await?.map_err(bad)?;
    Ok(Json(serde_json::json!({})).into_response())
}

/// Makes a repertoire of dropped files.
pub async fn import(State(studio): State<Studio>, given: Body) -> Result<Response, Response> {
    let ImportRequest { name, files } = read(given).await?;
    let library = studio.library.clone();
    let report = heavily(&studio, move || made::import(&name, &files, &library)).await?;
    Ok(Json(report.map_err(bad)?).into_response())
}
