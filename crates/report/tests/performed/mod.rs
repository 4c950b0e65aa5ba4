//! A repertoire of the built-in performer, annotated with what it knows itself.

use footwork_annotate::{Action, Annotation, Limb, Origin, Repertoire, Span, Strike, Supports, Take, Zone};
use footwork_performer::truth::Truth;
use footwork_performer::{Show, perform};

/// Takes of so many seconds in all.
pub fn performed(seconds: f32) -> Repertoire {
    let shows = [Show::Boxing, Show::Locomotion, Show::Running, Show::TiredBoxing];
    let mut takes = Vec::new();
    let mut skeleton = None;
    for (index, show) in shows.into_iter().enumerate() {
        let mut done =
            perform(show, seconds / shows.len() as f32, 7 + index as u64, 60.0).expect("it performs");
        done.clip.name = format!("{}-{index}", done.clip.name);
        let annotation = annotation(&done.truth, done.clip.rate(), done.clip.frames() as u32);
        skeleton = Some(done.skeleton);
        takes.push(Take::new(done.clip, annotation));
    }
    Repertoire { skeleton: skeleton.expect("there is a show"), takes }
}

/// Truth as an annotation. Origins and sureness vary, so that all of them are seen.
pub fn annotation(truth: &Truth, rate: f32, frames: u32) -> Annotation {
    let frame = |time: f32| ((time * rate).round().max(0.0) as u32).min(frames);
    let spans = |spans: &[[f32; 2]]| {
        spans.iter().map(|[from, to]| Span { first: frame(*from), end: frame(*to) }).collect::<Vec<_>>()
    };
    let limb = |name: &str| Limb::ALL.into_iter().find(|limb| limb.name() == name);
    let strikes = truth.strikes.iter().filter_map(|strike| {
        let at = frame(strike.time).min(frames - 1);
        Some(Strike {
            frame: at,
            effective: Span { first: at.saturating_sub(3), end: (at + 2).min(frames) },
            limb: limb(&strike.limb)?,
            point: strike.point.into(),
            direction: strike.direction.into(),
            speed: strike.speed,
        })
    });
    let actions = truth.actions.iter().enumerate().map(|(index, action)| Action {
        span: Span { first: frame(action.from), end: frame(action.to) },
        classes: action.classes.clone(),
        limbs: action.limbs.iter().filter_map(|name| limb(name)).collect(),
        direction: None,
        protects: action.protects.as_ref().map(|_| Zone::Head),
        avoids: None,
        sure: 1.0 - 0.07 * (index % 7) as f32,
        origin: [Origin::Suggested, Origin::Suggested, Origin::Similar, Origin::Hand][index % 4],
    });
    let supports = Supports { left: spans(&truth.supports.left), right: spans(&truth.supports.right) };
    Annotation { supports, strikes: strikes.collect(), actions: actions.collect(), ..Annotation::default() }
}
