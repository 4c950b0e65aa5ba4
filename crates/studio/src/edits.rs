//! What people say about takes: as the page sends it, as the file beside the repertoire keeps it, and how two people's
//! changes come together.

use footwork_annotate::Edits;
use serde::{Deserialize, Serialize};

use crate::protocol::{ActionEdit, CutEdit, EditsInfo, EditsRequest, StrikeEdit, SupportEdit};

/// Entries of all lists together. A person makes some hundred in an hour; annotating with more takes seconds.
const MOST: usize = 2000;

/// The file's lists under the file's names.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct EditsFile {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    new_classes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cut: Vec<CutEdit>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    action: Vec<ActionEdit>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    support: Vec<SupportEdit>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    strike: Vec<StrikeEdit>,
}

/// Edits for the page.
pub fn to_info(edits: &Edits) -> EditsInfo {
    let file: EditsFile = toml::from_str(&edits.to_toml()).unwrap_or_default();
    EditsInfo {
        new_classes: file.new_classes,
        cuts: file.cut,
        actions: file.action,
        supports: file.support,
        strikes: file.strike,
    }
}

/// Edits from the page, checked by the reader of the file, with its sentences.
pub fn from_info(info: EditsInfo, seconds: f64) -> Result<Edits, String> {
    let EditsInfo { new_classes, cuts: cut, actions: action, supports: support, strikes: strike } = info;
    let count = new_classes.len() + cut.len() + action.len() + support.len() + strike.len();
    if count > MOST {
        return Err(format!(
            "{count} edits of one take are more than {MOST}: cut the recording into takes first"
        ));
    }
    let file = EditsFile { new_classes, cut, action, support, strike };
    let text = toml::to_string(&file).map_err(|error| format!("these are no edits: {error}"))?;
    // The line is of a text that nobody sees.
    Edits::parse(&text, seconds).map_err(|error| error.what)
}

/// A request's body.
pub fn read_request(body: &[u8]) -> Result<EditsRequest, String> {
    serde_json::from_slice(body).map_err(|error| format!("these are no edits: {error}"))
}

/// What changed from `base` to `mine`, done to `theirs`. None where `theirs` lacks something that was taken back: then
/// two people changed the same.
pub fn merge(base: &EditsInfo, mine: &EditsInfo, theirs: &EditsInfo) -> Option<EditsInfo> {
    Some(EditsInfo {
        new_classes: merge_lists(&base.new_classes, &mine.new_classes, &theirs.new_classes)?,
        cuts: merge_lists(&base.cuts, &mine.cuts, &theirs.cuts)?,
        actions: merge_lists(&base.actions, &mine.actions, &theirs.actions)?,
        supports: merge_lists(&base.supports, &mine.supports, &theirs.supports)?,
        strikes: merge_lists(&base.strikes, &mine.strikes, &theirs.strikes)?,
    })
}

/// The order of `theirs` stays, and what was added comes after it: later edits of a moment count.
fn merge_lists<T: Clone + PartialEq>(base: &[T], mine: &[T], theirs: &[T]) -> Option<Vec<T>> {
    let (mut merged, mut added) = (theirs.to_vec(), mine.to_vec());
    for entry in base {
        match added.iter().position(|kept| kept == entry) {
            Some(at) => drop(added.remove(at)),
            None => drop(merged.remove(merged.iter().rposition(|kept| kept == entry)?)),
        }
    }
    merged.extend(added);
    Some(merged)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn info(value: Value) -> EditsInfo {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn edits_come_back_as_they_were_given() {
        let given = info(json!({
            "new_classes": ["duck"], "cuts": [{ "add": 1 }, { "move": 2.0, "to": 2.5 }, { "remove": 3.5 }],
            "actions": [{ "at": 1.25, "classes": ["attack", "duck"], "protects": null }],
            "supports": [{ "foot": "left", "from": 0.5, "to": 1.0, "down": true }],
            "strikes": [{ "add": 2.25, "limb": "left_hand" }, { "remove": 3.25 }],
        }));
        let edits = from_info(given.clone(), 10.0).unwrap();
        assert_eq!(to_info(&edits), given);
        assert_eq!(to_info(&Edits::default()), EditsInfo::default());
    }

    #[test]
    fn bad_edits_are_refused_with_a_sentence() {
        for (given, says) in [
            ("", "no edits"),
            ("[]", "no edits"),
            (r#"{"edits":{"cuts":[{"add":99}]}}"#, "outside the clip"),
            (r#"{"edits":{"cuts":[{"add":1,"remove":2}]}}"#, "a cut says one thing"),
            (r#"{"edits":{"actions":[{"at":1,"classes":["atack"]}]}}"#, "did you mean"),
            (r#"{"edits":{"cuts":3}}"#, "invalid type"),
            (r#"{"edits":{"cut":[]}}"#, "unknown field `cut`"),
        ] {
            let read = read_request(given.as_bytes()).and_then(|request| from_info(request.edits, 10.0));
            let error = read.unwrap_err();
            assert!(error.contains(says), "{given}: {error}");
        }
    }

    #[test]
    fn more_edits_than_anybody_makes_are_refused_at_once() {
        let cuts = vec![CutEdit { add: Some(1.0), ..CutEdit::default() }; 15_000];
        let error = from_info(EditsInfo { cuts, ..EditsInfo::default() }, 10.0).unwrap_err();
        assert!(error.contains("15000"), "{error}");
    }

    #[test]
    fn changes_of_two_people_come_together() {
        let cut = |time: f64| json!({ "add": time });
        let base = info(json!({ "cuts": [cut(1.0), cut(2.0)] }));
        // One takes the first cut back and adds another; the other has added one meanwhile.
        let mine = info(json!({ "cuts": [cut(2.0), cut(3.0)] }));
        let theirs = info(json!({ "cuts": [cut(1.0), cut(2.0), cut(4.0)], "new_classes": ["duck"] }));
        let merged = info(json!({ "cuts": [cut(2.0), cut(4.0), cut(3.0)], "new_classes": ["duck"] }));
        assert_eq!(merge(&base, &mine, &theirs), Some(merged));
        assert_eq!(merge(&base, &mine, &base), Some(mine.clone()));
        // Both took the same one back: nobody knows what is meant now.
        assert_eq!(merge(&base, &mine, &info(json!({ "cuts": [cut(2.0)] }))), None);
    }
}
