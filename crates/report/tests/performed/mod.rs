//! A repertoire of the built-in performer, annotated with what it knows itself.

use footwork_annotate::{Action, Annotation, Limb, Origin, Part, Repertoire, Span, Strike, Supports, Take};
use footwork_motion::glam::Vec3;
use footwork_motion::ground::{body_frame_at, heading};
use footwork_performer::truth::Truth;
use footwork_performer::{Show, perform};
use footwork_report::graphs::*;

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
        protects: action.protects.as_ref().map(|_| Part::Head),
        avoids: None,
        sure: 1.0 - 0.07 * (index % 7) as f32,
        origin: [Origin::Suggested, Origin::Suggested, Origin::Similar, Origin::Hand][index % 4],
    });
    let supports = Supports { left: spans(&truth.supports.left), right: spans(&truth.supports.right) };
    Annotation { supports, strikes: strikes.collect(), actions: actions.collect(), ..Annotation::default() }
}

/// Graphs that are made up, to look at.
pub fn graphs(repertoire: &Repertoire) -> Graphs {
    let mut frames = FrameFigures::default();
    let mut edges = Vec::new();
    let mut controls = Vec::new();
    let takes = repertoire.takes.len() as u32;
    for (index, take) in repertoire.takes.iter().enumerate() {
        let index = index as u32;
        for (number, action) in take.annotation.actions.iter().enumerate() {
            let number = number as u32;
            let to = (index + number) % takes;
            let others = &repertoire.takes[to as usize].annotation.actions;
            let other = &others[(7 * number as usize) % others.len()];
            let cost = 0.02 + 0.01 * (number * number % 37) as f32 / 4.0;
            frames.transitions.push(Transition {
                from: (index, action.span.first),
                to: (to, other.span.first),
                cost,
            });
            let class = action.classes.first().cloned().unwrap_or_default();
            edges.push(ActionEdge { from: number * 5 % 11, to: number * 5 % 7 + number % 3, class });
        }
        let frame = |f: usize| body_frame_at(&repertoire.skeleton, &take.clip, f).expect("it has hips");
        for at in (6..take.clip.frames()).step_by(3) {
            let (before, after) = (frame(at - 6), frame(at));
            let moved = before.inverse().point(after.translation) * take.clip.rate() / 6.0;
            let ahead = before.rotation.inverse() * (after.rotation * Vec3::Z);
            let airborne =
                !footwork_motion::Side::BOTH.iter().any(|s| take.annotation.supports.at(*s, at as u32));
            let turning = heading(ahead) * take.clip.rate() / 6.0;
            controls.push(Control { velocity: [moved.x, moved.z], turning, airborne });
        }
    }
    let classes = ["stance", "movement", "attack", "avoid", "block", "hit"];
    let waits = classes.iter().enumerate().map(|(index, class)| Wait {
        class: class.to_string(),
        mean: 0.4 + 0.3 * index as f64,
        worst: 1.0 + 0.9 * index as f64,
        never: if index == 5 { 0.03 } else { 0.0 },
    });
    frames.figures = Figures {
        nodes: 3600,
        edges: frames.transitions.len() as u64,
        coverage: 0.948,
        branching: 4.2,
        most_branching: 11,
        waits: waits.collect(),
        costs: frames.transitions.iter().map(|transition| transition.cost).collect(),
        cost_unit: "m",
        dead_ends: 214,
    };
    let figures = frames.figures.clone();
    Graphs {
        actions: Some(ActionFigures { figures: figures.clone(), clusters: (3..14).collect(), edges }),
        fragments: Some(FragmentFigures { figures: Figures { waits: Vec::new(), ..figures }, controls }),
        frames: Some(frames),
    }
}
