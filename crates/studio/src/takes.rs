//! Takes for the clip browser: what they mean, and their frames.

use footwork_annotate::{Repertoire, Span, Take, actions, vocabulary};

use crate::library::Library;
use crate::protocol::{ActionInfo, ClassInfo, StrikeInfo, SupportsInfo, TakeInfo, word};
use crate::{edits, wire};

/// s, between two values of a take's energy.
const ENERGY_EVERY: f64 = 0.05;

/// Every take of a repertoire.
pub fn all(library: &Library, repertoire: &Repertoire) -> Vec<TakeInfo> {
    (0..repertoire.takes.len()).filter_map(|index| one(library, repertoire, index)).collect()
}

/// A take, what it means, and where its edits are kept.
pub fn one(library: &Library, repertoire: &Repertoire, index: usize) -> Option<TakeInfo> {
    let take = repertoire.takes.get(index)?;
    let (clip, annotation) = (&take.clip, &take.annotation);
    let rate = f64::from(clip.rate());
    let time = |frame: u32| f64::from(frame) / rate;
    let spans = |spans: &[Span]| -> Vec<[f64; 2]> {
        spans.iter().map(|span| [time(span.first), time(span.end)]).collect()
    };
    let strikes = annotation.strikes.iter().map(|strike| StrikeInfo {
        time: time(strike.frame),
        limb: strike.limb.name().to_string(),
        point: strike.point.to_array(),
        direction: strike.direction.to_array(),
        speed: strike.speed,
    });
    let actions = annotation.actions.iter().map(|action| ActionInfo {
        from: time(action.span.first),
        to: time(action.span.end),
        classes: action.classes.clone(),
        limbs: action.limbs.iter().map(|limb| limb.name().to_string()).collect(),
        protects: action.protects.map(word),
        sure: action.sure,
        origin: word(action.origin),
    });
    let editable = take.mirrored_from.is_none();
    let file = editable.then(|| library.edits_file(&clip.name).to_string_lossy().into_owned());
    Some(TakeInfo {
        index,
        name: clip.name.clone(),
        seconds: clip.seconds(),
        rate: clip.rate(),
        frames: clip.frames(),
        mirrored_from: take.mirrored_from.clone(),
        supports: SupportsInfo {
            left: spans(&annotation.supports.left),
            right: spans(&annotation.supports.right),
        },
        strikes: strikes.collect(),
        actions: actions.collect(),
        energy: energy(repertoire, take),
        edits: edits::to_info(&take.edits),
        edits_file: file,
        editable,
    })
}

fn energy(repertoire: &Repertoire, take: &Take) -> Vec<f32> {
    let smooth = actions::Settings::default().smooth;
    let energy = actions::energy(&repertoire.skeleton, &take.clip, smooth);
    let rate = f64::from(take.clip.rate());
    let count = (take.clip.seconds() / ENERGY_EVERY) as usize + 1;
    let value = |step: usize| energy.get((step as f64 * ENERGY_EVERY * rate).round() as usize).copied();
    (0..count).filter_map(value).collect()
}

/// All frames of a take: how many, how many a second, and a pose each.
pub fn frames(repertoire: &Repertoire, index: usize) -> Option<Vec<u8>> {
    let clip = &repertoire.takes.get(index)?.clip;
    let mut bytes = Vec::with_capacity(8 + clip.frames() * (12 + 4 * clip.joints()));
    bytes.extend((clip.frames() as u32).to_le_bytes());
    bytes.extend(clip.rate().to_le_bytes());
    (0..clip.frames()).for_each(|frame| wire::put_pose(&mut bytes, clip.frame(frame)));
    Some(bytes)
}

/// The words for classes.
pub fn classes() -> Vec<ClassInfo> {
    let class =
        |(word, meaning): &(&str, &str)| ClassInfo { word: word.to_string(), meaning: meaning.to_string() };
    vocabulary::WORDS.iter().map(class).collect()
}
