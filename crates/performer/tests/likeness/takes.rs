//! What is compared: takes of the performer, and recordings of people doing the same.

use std::path::Path;

use footwork_formats::{ReadOptions, read};
use footwork_motion::{Clip, Skeleton, WorldClip};
use footwork_performer::{Performance, Show, perform};

use crate::recordings::{Recording, recordings};

/// Frames per second that everything is compared at.
pub const RATE: f32 = 60.0;

/// What somebody does. Ordered by how hard it is on the joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Walking any way, turning on the spot, standing.
    Walk,
    /// Jogging, running, sprinting, cutting.
    Run,
    /// Jumping.
    Jump,
    /// Boxing: stepping about, blows of hands and elbows, defences, the guard.
    Fight,
    /// Kicks, and blows of the knee.
    Kick,
    /// Being hit, falling, lying, getting up.
    Hurt,
}

impl Kind {
    /// Those of getting about.
    pub const ALL: [Kind; 3] = [Kind::Walk, Kind::Run, Kind::Jump];
}

/// A take at the common rate.
pub struct Take {
    pub name: String,
    pub skeleton: Skeleton,
    pub world: WorldClip,
    /// What happens in each frame.
    pub kinds: Vec<Kind>,
    /// Whether it was recorded at the common rate or a higher one: second differences of what lies between frames
    /// mean nothing.
    pub dense: bool,
}

impl Take {
    fn new(name: String, skeleton: Skeleton, clip: &Clip, kinds: Vec<Kind>, dense: bool) -> Take {
        let world = WorldClip::new(&skeleton, clip);
        Take { name, skeleton, world, kinds, dense }
    }
}

/// What the performer shows: six minutes of getting about, two of running around.
pub fn performed() -> Vec<Take> {
    let locomotion = (1..=4).map(|seed| (Show::Locomotion, 90.0, seed));
    let running = [(Show::Running, 60.0, 1), (Show::Running, 60.0, 2)];
    locomotion.chain(running).map(|(show, seconds, seed)| performance(show, seconds, seed)).collect()
}

fn performance(show: Show, seconds: f32, seed: u64) -> Take {
    let Performance { skeleton, clip, truth } = perform(show, seconds, seed, RATE).expect("a take");
    let mut kinds = vec![Kind::Walk; clip.frames()];
    for action in &truth.actions {
        let is = |classes: &[&str]| action.classes.iter().any(|class| classes.contains(&class.as_str()));
        let kind = if is(&["jump"]) {
            Kind::Jump
        } else if is(&["jog", "run", "sprint", "cut", "feint", "stop"]) {
            Kind::Run
        } else {
            Kind::Walk
        };
        // Who will run has begun to, and who ran has not yet stopped.
        let (from, to) = (action.from - 0.8, action.to + 0.8);
        let frames = (from * RATE).max(0.0) as usize..((to * RATE) as usize).min(kinds.len());
        kinds[frames].iter_mut().for_each(|k| *k = kind.max(*k));
    }
    Take::new(format!("{show:?} {seed}"), skeleton, &clip, kinds, true)
}

/// Recordings of people who get about, from the index beside them. Those with known jumps of a joint are left out.
pub fn recorded(folder: &Path) -> Vec<Take> {
    let all = recordings(folder).into_iter().filter(|recording| !recording.notes.contains("jump"));
    all.filter_map(|Recording { name, category, shows, real_hz, .. }| {
        let kind = kind_of(&name, &category, &shows)?;
        Some(recording(folder, &name, real_hz.expect("a rate"), kind))
    })
    .collect()
}

/// One recording, whose real rate is known.
fn recording(folder: &Path, path: &str, rate: f32, kind: Kind) -> Take {
    let options = ReadOptions { rate: Some(rate), ..ReadOptions::default() };
    let mut bodies = read(folder.join(path), &options).unwrap_or_else(|error| panic!("{error}")).bodies;
    let body = bodies.swap_remove(0);
    // CMU files begin with a T-pose that nobody performed.
    let first = usize::from(path.starts_with("cmu/"));
    let clip = body.clips[0].span(first, body.clips[0].frames() - 1);
    let clip = clip.with_rate(rate).and_then(|clip| clip.resampled(RATE)).expect("a rate");
    let kinds = vec![kind; clip.frames()];
    Take::new(path.to_string(), body.skeleton, &clip, kinds, rate >= RATE)
}

/// Kick-boxing by the performer, fresh or tired: 90 s for each seed. What is done is taken from its truth.
pub fn fights(show: Show, seeds: std::ops::RangeInclusive<u64>) -> Vec<Take> {
    let fight = |seed| {
        let Performance { skeleton, clip, truth } = perform(show, 90.0, seed, RATE).expect("a take");
        let mut kinds = vec![Kind::Fight; clip.frames()];
        for action in &truth.actions {
            let is = |classes: &[&str]| action.classes.iter().any(|class| classes.contains(&class.as_str()));
            let kind = if is(&["kick", "knee"]) {
                Kind::Kick
            } else if is(&["hit", "fall", "lying", "rise"]) {
                Kind::Hurt
            } else {
                Kind::Fight
            };
            let frames = (action.from * RATE) as usize..((action.to * RATE) as usize + 1).min(kinds.len());
            kinds[frames].fill(kind);
        }
        Take::new(format!("{show:?} {seed}"), skeleton, &clip, kinds, true)
    };
    seeds.map(fight).collect()
}

/// Recordings of people who fight, by file and real rate, all of one kind. What is absent is passed over, with a line
/// that says so.
pub fn fights_recorded(folder: &Path, files: &[(&str, f32)], kind: Kind) -> Vec<Take> {
    let there = |file: &&(&str, f32)| {
        let there = folder.join(file.0).is_file();
        if !there {
            println!("no {}: passed over", file.0);
        }
        there
    };
    files.iter().filter(there).map(|&(path, rate)| recording(folder, path, rate, kind)).collect()
}

/// Keeps what is done around kicks: frames within a given time of one of some frames. Whoever stands about between
/// kicks is not kicking.
pub fn around(take: &mut Take, kicks: &[usize], seconds: f32, else_kind: Kind) {
    let near = |frame: usize| kicks.iter().any(|kick| kick.abs_diff(frame) as f32 <= seconds * RATE);
    for (frame, kind) in take.kinds.iter_mut().enumerate() {
        if !near(frame) {
            *kind = else_kind;
        }
    }
}

/// What a recording shows, if it is of the sort that the performer shows.
fn kind_of(path: &str, category: &str, shows: &str) -> Option<Kind> {
    let subject = |names: &[&str]| names.iter().any(|name| path.starts_with(name));
    let locomotion = category == "locomotion"
        && subject(&["cmu/16_", "cmu/69_", "cmu/143_", "lafan1/walk", "lafan1/run", "bandai/"]);
    let agility = category == "agility" && subject(&["cmu/127_", "cmu/128_"]);
    let other = ["roll", "dive"].iter().any(|word| shows.contains(word));
    if !(locomotion || agility) || other {
        return None;
    }
    let is = |words: &[&str]| words.iter().any(|word| shows.contains(word));
    Some(if is(&["jump"]) {
        Kind::Jump
    } else if is(&["run", "jog"]) {
        Kind::Run
    } else {
        Kind::Walk
    })
}
