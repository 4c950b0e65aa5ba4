//! Repertoires to test with: the performer's takes, with the truth about them as their annotation.
#![allow(dead_code)]

#[path = "real.rs"]
pub mod real;

use footwork_annotate::{
    Action, Annotation, Limb, Origin, Repertoire, Span, Strike, SupportMethod, Supports, Take, Zone,
};
use footwork_motion::Clip;
use footwork_performer::truth::Truth;
use footwork_performer::{Show, perform};

pub const RATE: f32 = 60.0;

/// One take of each show, with seeds from one on.
pub fn repertoire(shows: &[(Show, f32)], seed: u64) -> Repertoire {
    let mut takes = Vec::new();
    let mut skeleton = None;
    for (index, &(show, seconds)) in shows.iter().enumerate() {
        let performance = perform(show, seconds, seed + index as u64, RATE).expect("a performance");
        let mut clip = performance.clip;
        clip.name = format!("{} {index}", clip.name);
        let annotation = annotation(&performance.truth, &clip);
        takes.push(Take::new(clip, annotation));
        skeleton = Some(performance.skeleton);
    }
    Repertoire { skeleton: skeleton.unwrap_or_else(footwork_performer::body::skeleton), takes }
}

/// The truth, in frames.
pub fn annotation(truth: &Truth, clip: &Clip) -> Annotation {
    let last = clip.frames() as u32;
    let frame = |seconds: f32| ((seconds * clip.rate()).round().max(0.0) as u32).min(last);
    let spans = |spans: &[[f32; 2]]| -> Vec<Span> {
        let mut found: Vec<Span> = Vec::new();
        for &[from, to] in spans {
            let span = Span { first: frame(from), end: frame(to) };
            match found.last_mut() {
                Some(before) if before.end >= span.first => before.end = before.end.max(span.end),
                _ if span.frames() > 0 => found.push(span),
                _ => {}
            }
        }
        found
    };
    let limb = |name: &str| Limb::ALL.into_iter().find(|limb| limb.name() == name);
    let strikes = truth.strikes.iter().filter_map(|strike| {
        let at = frame(strike.time).min(last - 1);
        Some(Strike {
            frame: at,
            effective: Span { first: at.saturating_sub(2), end: (at + 3).min(last) },
            limb: limb(&strike.limb)?,
            point: strike.point.into(),
            direction: strike.direction.into(),
            speed: strike.speed,
        })
    });
    let actions = truth.actions.iter().map(|action| Action {
        span: Span { first: frame(action.from), end: frame(action.to) },
        classes: action.classes.clone(),
        limbs: action.limbs.iter().filter_map(|name| limb(name)).collect(),
        direction: None,
        protects: action.protects.as_deref().and_then(|part| match part {
            "head" => Some(Zone::Head),
            "body" => Some(Zone::Body),
            "legs" => Some(Zone::Legs),
            _ => None,
        }),
        avoids: None,
        sure: 1.0,
        origin: Origin::Suggested,
    });
    Annotation {
        supports: Supports { left: spans(&truth.supports.left), right: spans(&truth.supports.right) },
        support_method: SupportMethod::Automatic,
        strikes: strikes.collect(),
        actions: actions.collect(),
        ..Annotation::default()
    }
}

/// Every figure is a number, but the waits for what never begins.
pub fn assert_numbers(figures: &impl serde::Serialize) {
    let mut json = serde_json::to_value(figures).expect("JSON");
    for wait in json["waits"].as_array().expect("a list") {
        let never = wait["starts"] == 0;
        assert!(wait["mean"].is_null() == never && wait["worst"].is_null() == never, "{wait}");
    }
    json["waits"] = 0.into();
    assert!(!json.to_string().contains("null"), "a figure is no number: {json}");
}
