//! What tests and measurements share: the performer's takes as a repertoire, and a simple graph over them.
#![allow(dead_code)]

pub mod everything;

use std::sync::Arc;

use footwork_annotate::{Action, Annotation, Limb, Origin, Repertoire, Span, Strike, Supports, Take};
use footwork_motion::ground::body_frame;
use footwork_motion::{Role, Side, WorldClip};
use footwork_performer::truth::Truth;
use footwork_performer::{Show, perform};
use footwork_stage::Rig;
use footwork_stage::minds::{Edge, Edges, Stop};
use glam::Vec3;

/// What the performer knows, as an annotation.
pub fn annotation(truth: &Truth, rate: f32, frames: u32) -> Annotation {
    let span = |[from, to]: [f32; 2]| Span {
        first: ((from * rate - 2e-4).ceil().max(0.0) as u32).min(frames),
        end: ((to * rate + 2e-4).floor() as u32 + 1).min(frames),
    };
    let spans = |times: &[[f32; 2]]| times.iter().map(|t| span(*t)).filter(|s| s.frames() > 0).collect();
    let limb = |name: &str| Limb::ALL.into_iter().find(|limb| limb.name() == name);
    let strikes = truth.strikes.iter().filter_map(|strike| {
        let frame = (strike.time * rate) as u32;
        Some(Strike {
            frame,
            effective: Span { first: frame.saturating_sub(4), end: frame + 2 },
            limb: limb(&strike.limb)?,
            point: Vec3::from(strike.point),
            direction: Vec3::from(strike.direction),
            speed: strike.speed,
        })
    });
    let actions = truth.actions.iter().map(|action| Action {
        span: span([action.from, action.to]),
        classes: action.classes.clone(),
        limbs: action.limbs.iter().filter_map(|name| limb(name)).collect(),
        direction: None,
        protects: None,
        avoids: None,
        sure: 1.0,
        origin: Origin::Hand,
    });
    Annotation {
        supports: Supports { left: spans(&truth.supports.left), right: spans(&truth.supports.right) },
        strikes: strikes.collect(),
        actions: actions.collect(),
        ..Annotation::default()
    }
}

/// The performer's takes of a show, so many seconds for each seed.
pub fn repertoire(show: Show, seconds: f32, seeds: &[u64]) -> Repertoire {
    let rate = 60.0;
    let mut takes = Vec::new();
    let mut skeleton = None;
    for seed in seeds {
        let mut shown = perform(show, seconds, *seed, rate).expect("a take");
        shown.clip.name = format!("{}-{seed}", shown.clip.name);
        let annotation = annotation(&shown.truth, rate, shown.clip.frames() as u32);
        takes.push(Take::new(shown.clip, annotation));
        skeleton = Some(shown.skeleton);
    }
    Repertoire { skeleton: skeleton.expect("a seed"), takes }
}

pub fn rig(show: Show, seconds: f32, seeds: &[u64]) -> Rig {
    Rig::new(Arc::new(repertoire(show, seconds, seeds))).expect("a rig")
}

const FELT: [Role; 11] = [
    Role::Hips,
    Role::Head,
    Role::LeftElbow,
    Role::LeftHand,
    Role::RightElbow,
    Role::RightHand,
    Role::LeftKnee,
    Role::LeftAnkle,
    Role::RightKnee,
    Role::RightAnkle,
    Role::Chest,
];

/// What can follow what: frames at which a foot is put down or lifted, each with the few others that are most alike in
/// place and speed of the main joints, seen from the body, and in which feet carry weight.
pub fn edges(rig: &Rig, most: usize, worst: f32) -> Edges {
    let skeleton = rig.skeleton();
    let mut stops: Vec<(Stop, u8, Vec<Vec3>)> = Vec::new();
    let takes = &rig.repertoire().takes;
    for (number, take) in takes.iter().enumerate() {
        let world = WorldClip::new(skeleton, &take.clip);
        let supports = &take.annotation.supports;
        let frames = take.clip.frames() as u32;
        let mut events: Vec<u32> = Side::BOTH
            .into_iter()
            .flat_map(|side| supports.of(side).iter().flat_map(|span| [span.first + 4, span.middle()]))
            .chain((0..frames).step_by(40))
            .filter(|frame| (2..frames.saturating_sub(2)).contains(frame))
            .collect();
        events.sort_unstable();
        events.dedup();
        for frame in events {
            let body = body_frame(skeleton, world.frame(frame as usize)).expect("roles").inverse();
            let felt = FELT.iter().flat_map(|role| {
                let joint = skeleton.joint(*role).expect("roles");
                let at = body.point(world.position(frame as usize, joint));
                [at, body.rotation * world.velocity(frame as usize, joint) * 0.15]
            });
            let planted = Side::BOTH.map(|side| u8::from(supports.at(side, frame)));
            let stop = Stop { take: number as u32, frame };
            stops.push((stop, planted[0] | planted[1] << 1, felt.collect()));
        }
    }
    let mut all: Vec<(Stop, Edge)> = Vec::new();
    for (from, planted, felt) in &stops {
        let mut found: Vec<Edge> = stops
            .iter()
            .filter(|(to, also, _)| {
                planted == also && (from.take != to.take || from.frame.abs_diff(to.frame) > 30)
            })
            .map(|(to, _, other)| {
                let sum: f32 = felt.iter().zip(other).map(|(a, b)| (*a - *b).length_squared()).sum();
                Edge { to: *to, cost: (sum / FELT.len() as f32).sqrt() }
            })
            .filter(|edge| edge.cost < worst)
            .collect();
        found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        found.truncate(most);
        all.extend(found.into_iter().map(|edge| (*from, edge)));
    }
    let frames: Vec<u32> = takes.iter().map(|take| take.clip.frames() as u32).collect();
    Edges::new(&frames, all)
}

/// m/s. No joint of a person changes its velocity so much within a sixtieth of a second.
const BROKEN: f32 = 12.0;

/// Recordings whose name begins so, at 60 Hz, standing on the floor; none where there are no recordings. Supports by a
/// plain rule: the ball is low and slow.
pub fn recorded(prefix: &str) -> Option<Rig> {
    let folder = footwork_testing::mocap()?;
    let mut skeleton = None;
    let mut takes = Vec::new();
    for recording in footwork_testing::recordings(&folder).iter().filter(|r| r.name.starts_with(prefix)) {
        let import = footwork_formats::read(&recording.file, &Default::default()).expect("a recording");
        let body = import.bodies.into_iter().next().expect("a body");
        let skeleton = skeleton.get_or_insert(body.skeleton);
        let clip = body.clips.into_iter().next().expect("a clip");
        // CMU's begin with a frame of T-pose.
        let mut clip = clip.span(1, clip.frames() - 1).resampled(60.0).expect("a rate");
        clip.name = recording.name.clone();
        let lows = |clip: &footwork_motion::Clip| {
            let world = WorldClip::new(skeleton, clip);
            let toes = Side::BOTH.map(|side| skeleton.joint(side.leg()[3]).expect("toes"));
            let of = |toe: usize| {
                (0..world.frames()).map(|frame| world.position(frame, toe).y).collect::<Vec<_>>()
            };
            let heights = toes.map(of);
            let low = footwork_motion::quality::percentile(heights.concat(), 0.02);
            (world, toes, heights, low)
        };
        let low = lows(&clip).3;
        // Balls of feet are two centimetres thick.
        let up = footwork_motion::Transform::new(glam::Quat::IDENTITY, Vec3::Y * (0.02 - low));
        let clip = clip.moved(up);
        let (world, toes, heights, low) = lows(&clip);
        // Some recordings jump by themselves; nothing could be measured against them.
        let jump = |frame| footwork_motion::quality::jump(&world, frame).velocity;
        if (0..world.frames()).map(jump).fold(0.0, f32::max) > BROKEN {
            println!("{} is broken: left out", recording.name);
            continue;
        }
        let spans = |side: usize| {
            let holds: Vec<bool> = (0..world.frames())
                .map(|frame| {
                    let slow = world.velocity(frame, toes[side]).length() < 0.3;
                    slow && heights[side][frame] < low + 0.05
                })
                .collect();
            // Shorter ones are noise.
            Span::runs(&holds).into_iter().filter(|span| span.frames() >= 5).collect::<Vec<_>>()
        };
        let supports = Supports { left: spans(0), right: spans(1) };
        takes.push(Take::new(clip, Annotation { supports, ..Annotation::default() }));
    }
    let skeleton = skeleton.expect("recordings of that name");
    Some(Rig::new(Arc::new(Repertoire { skeleton, takes })).expect("a rig"))
}
