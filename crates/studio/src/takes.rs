//! Takes for the clip browser: as JSON, as frames, and edits as JSON that become the override file's TOML.

use footwork_annotate::{Edits, Repertoire, Span, Take, actions, vocabulary};
use serde_json::{Map, Value, json};

use crate::library::Library;
use crate::wire;

/// s, between two values of a take's energy.
const ENERGY_EVERY: f64 = 0.05;

/// Names of the lists in JSON and in TOML.
const LISTS: [(&str, &str); 5] = [
    ("new_classes", "new_classes"),
    ("cuts", "cut"),
    ("actions", "action"),
    ("supports", "support"),
    ("strikes", "strike"),
];

/// Every take of a repertoire.
pub fn all(library: &Library, repertoire: &Repertoire) -> Value {
    (0..repertoire.takes.len()).filter_map(|index| one(library, repertoire, index)).collect()
}

/// A take, what it means, with times in seconds, and where its edits are kept.
pub fn one(library: &Library, repertoire: &Repertoire, index: usize) -> Option<Value> {
    let take = repertoire.takes.get(index)?;
    let (clip, annotation) = (&take.clip, &take.annotation);
    let rate = f64::from(clip.rate());
    let time = |frame: u32| f64::from(frame) / rate;
    let spans = |spans: &[Span]| -> Vec<[f64; 2]> {
        spans.iter().map(|span| [time(span.first), time(span.end)]).collect()
    };
    let strikes: Vec<Value> = annotation
        .strikes
        .iter()
        .map(|strike| {
            json!({
                "time": time(strike.frame), "limb": strike.limb, "point": strike.point.to_array(),
                "direction": strike.direction.to_array(), "speed": strike.speed,
            })
        })
        .collect();
    let actions: Vec<Value> = annotation
        .actions
        .iter()
        .map(|action| {
            json!({
                "from": time(action.span.first), "to": time(action.span.end), "classes": action.classes,
                "limbs": action.limbs, "protects": action.protects, "sure": action.sure, "origin": action.origin,
            })
        })
        .collect();
    let editable = take.mirrored_from.is_none();
    let file = editable.then(|| library.place(&clip.name).to_string_lossy().into_owned());
    Some(json!({
        "index": index, "name": clip.name, "seconds": clip.seconds(), "rate": clip.rate(), "frames": clip.frames(),
        "mirrored_from": take.mirrored_from,
        "supports": { "left": spans(&annotation.supports.left), "right": spans(&annotation.supports.right) },
        "strikes": strikes, "actions": actions, "energy": energy(repertoire, take),
        "edits": edits_out(&take.edits), "edits_file": file, "editable": editable,
    }))
}

fn energy(repertoire: &Repertoire, take: &Take) -> Vec<f32> {
    let smooth = actions::Settings::default().smooth;
    let energy = actions::energy(&repertoire.skeleton, &take.clip, smooth);
    let rate = f64::from(take.clip.rate());
    let count = (take.clip.seconds() / ENERGY_EVERY) as usize + 1;
    let value = |step: usize| energy.get((step as f64 * ENERGY_EVERY * rate).round() as usize).copied();
    (0..count).filter_map(value).collect()
}

/// All frames of a take.
pub fn frames(repertoire: &Repertoire, index: usize) -> Option<Vec<u8>> {
    let clip = &repertoire.takes.get(index)?.clip;
    let mut bytes = Vec::with_capacity(8 + clip.frames() * (12 + 4 * clip.joints()));
    bytes.extend((clip.frames() as u32).to_le_bytes());
    bytes.extend(clip.rate().to_le_bytes());
    (0..clip.frames()).for_each(|frame| wire::put_pose(&mut bytes, clip.frame(frame)));
    Some(bytes)
}

/// The words for classes.
pub fn classes() -> Value {
    vocabulary::WORDS.iter().map(|(word, meaning)| json!({ "word": word, "meaning": meaning })).collect()
}

/// Edits as the page has them: the lists of the override file, all of them there.
fn edits_out(edits: &Edits) -> Value {
    let document: Value = toml::from_str(&edits.to_toml()).unwrap_or_default();
    let lists = LISTS.map(|(name, written)| {
        (name.to_string(), document.get(written).cloned().unwrap_or_else(|| Value::Array(Vec::new())))
    });
    Value::Object(lists.into_iter().collect())
}

/// Edits from the page. They are checked by the one who reads override files, with the same sentences.
pub fn edits_in(body: &[u8], seconds: f64) -> Result<Edits, String> {
    let mut given: Map<String, Value> =
        serde_json::from_slice(body).map_err(|error| format!("these are no edits: {error}"))?;
    let mut document = Map::new();
    for (name, written) in LISTS {
        if let Some(list) = given.remove(name) {
            document.insert(written.to_string(), list);
        }
    }
    if let Some(name) = given.keys().next() {
        return Err(format!("edits have no {name:?}"));
    }
    let mut document = Value::Object(document);
    drop_nulls(&mut document);
    let text = toml::to_string(&document).map_err(|error| format!("these are no edits: {error}"))?;
    // Where it stands in a file that nobody sees would help nobody.
    Edits::parse(&text, seconds).map_err(|error| error.what)
}

/// TOML has no word for what is left out.
fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, field| !field.is_null());
            fields.values_mut().for_each(drop_nulls);
        }
        Value::Array(items) => {
            items.retain(|item| !item.is_null());
            items.iter_mut().for_each(drop_nulls);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_come_back_as_they_were_given() {
        let given = json!({
            "new_classes": ["duck"], "cuts": [{ "add": 1 }, { "move": 2.0, "to": 2.5 }, { "remove": 3.5 }],
            "actions": [{ "at": 1.25, "classes": ["attack", "duck"], "protects": null }],
            "supports": [{ "foot": "left", "from": 0.5, "to": 1.0, "down": true }],
            "strikes": [{ "add": 2.25, "limb": "left_hand" }, { "remove": 3.25 }],
        });
        let edits = edits_in(given.to_string().as_bytes(), 10.0).unwrap();
        let back = edits_out(&edits);
        assert_eq!(back["cuts"][1], json!({ "move": 2.0, "to": 2.5 }));
        assert_eq!(back["strikes"], given["strikes"]);
        assert_eq!(edits_in(back.to_string().as_bytes(), 10.0), Ok(edits));
        assert_eq!(edits_out(&Edits::default())["supports"], json!([]));
    }

    #[test]
    fn bad_edits_are_refused_with_a_sentence() {
        for (given, says) in [
            ("", "no edits"),
            ("[]", "no edits"),
            (r#"{"cuts":[{"add":99}]}"#, "outside the clip"),
            (r#"{"cuts":[{"add":1,"remove":2}]}"#, "a cut says one thing"),
            (r#"{"actions":[{"at":1,"classes":["atack"]}]}"#, "did you mean"),
            (r#"{"cuts":3}"#, "invalid type"),
            (r#"{"cut":[]}"#, "edits have no \"cut\""),
        ] {
            let error = edits_in(given.as_bytes(), 10.0).unwrap_err();
            assert!(error.contains(says), "{given}: {error}");
        }
    }
}
