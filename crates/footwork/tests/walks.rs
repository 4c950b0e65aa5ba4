//! Random walks of ten minutes through the whole chain as users have it: takes read, mended and resampled as
//! `footwork import` does, annotated, made into a frame graph, and played on the stage. `docs/stage.md` has the figures:
//!
//! `cargo test --release -p footwork --test all walks:: -- --nocapture`

use std::path::PathBuf;
use std::sync::Arc;

use footwork::annotate::Repertoire;
use footwork::measure::{Measure, Quality};
use footwork::motion::glam::Vec3;
use footwork::motion::{Side, Transform, WorldClip, quality};
use footwork::performer::Show;
use footwork::stage::{Happening, Rig, Settings, SharedMind, Stage};
use footwork::{performance, walk_about};
use footwork_import::{Options, import};

const RATE: f32 = 60.0;
/// Ten minutes.
const TICKS: usize = 36_000;
const SEEDS: [u64; 3] = [1, 2, 3];

/// cm/s
const MOST_SKATE: f32 = 1.0;
/// cm/s, of all feet that carry weight: boxers shift feet that carry and are not held. Two people's boxing on one body slides by
/// 1.3 to 1.5; in the recordings, so fitted, feet that carry slide by 22.
const MOST_SLIDE: f32 = 1.6;
/// cm
const MOST_BELOW_FLOOR: f32 = 0.5;
/// The recordings themselves exceed their 99.9th percentile in a thousandth of their frames. A walk passes the same
/// frames again and again, the violent ones more often or less; hence twice as much. What the stage adds to them is held by
/// [`MOST_ADDED`]: of 0.0016 in two people's boxing on one body, 0.0001.
const MOST_OVER_USUAL: f32 = 0.002;
/// Of all frames: those that jump by more than is usual, and by a tenth more than the recording at that place.
const MOST_ADDED: f32 = 0.000_5;

/// What was seen of one walk.
struct Walk {
    quality: Quality,
    /// cm/s, over all frames in which the annotation says that a foot carries weight, held or not.
    weight_skate: f32,
    /// Share of those in which the foot could not be held.
    not_held: f32,
    transitions: usize,
    /// Share of the recordings' frames that the walk came through.
    visited: f32,
    /// Share of frames that jump by more than is usual, and by a tenth more than the recording where they are.
    added: f32,
}

fn walk(rig: &Arc<Rig>, seed: u64) -> Walk {
    let takes = &rig.repertoire().takes;
    let own: Vec<Vec<f32>> = takes
        .iter()
        .map(|take| {
            let world = WorldClip::new(rig.skeleton(), &take.clip);
            (0..world.frames()).map(|frame| quality::jump(&world, frame).velocity).collect()
        })
        .collect();
    let mut visited: Vec<Vec<bool>> = own.iter().map(|jumps| vec![false; jumps.len()]).collect();
    let balls = Side::BOTH.map(|side| rig.skeleton().site(side.leg()[3]).expect("feet"));

    let mut stage = Stage::new(Settings::default(), seed).expect("settings");
    let mind = stage.add_mind(walk_about(rig, &[]).expect("a graph"));
    let rig_id = stage.add_rig(rig.clone());
    let actor = stage.add_actor(rig_id, Some(mind), Transform::IDENTITY).expect("an actor");
    let mut measure = Measure::new(&stage, 1);
    let (mut slid, mut weight, mut loose, mut transitions, mut added) = (0.0_f64, 0_u32, 0_u32, 0, 0_u32);
    let mut stood = [false; 2];
    let mut velocities = vec![Vec3::ZERO; rig.skeleton().len()];
    let usual = measure.quality().usual_jump;
    for tick in 0..TICKS {
        stage.step();
        measure.look(&stage);
        let me = stage.actor(actor).expect("it was added");
        assert!(!me.is_fallen_back());
        let (now, before) = (me.world(), me.world_before());
        for side in Side::BOTH {
            let foot = side as usize;
            let stands = me.rig().planted(me.segment().take, me.time(), side);
            if stands && stood[foot] {
                let ball = balls[foot];
                let moved = now[ball.joint].point(ball.offset) - before[ball.joint].point(ball.offset);
                slid += f64::from(Vec3::new(moved.x, 0.0, moved.z).length());
                weight += 1;
                loose += u32::from(!me.is_planted(foot));
            }
            stood[foot] = stands;
        }
        let (take, at) = (me.segment().take as usize, (me.time() * f64::from(RATE)) as usize);
        let at = at.min(own[take].len() - 1);
        visited[take][at] = true;
        let mut jump = 0.0_f32;
        for ((now, before), velocity) in now.iter().zip(before).zip(&mut velocities) {
            let latest = (now.translation - before.translation) * RATE;
            jump = jump.max((latest - *velocity).length());
            *velocity = latest;
        }
        let around = &own[take][at.saturating_sub(2)..(at + 3).min(own[take].len())];
        let natural = around.iter().copied().fold(0.0, f32::max);
        added += u32::from(tick > 2 && jump > usual && jump > 1.1 * natural);
        let ended = |happening: &Happening| matches!(happening, Happening::SegmentEnded(_));
        transitions += stage.events().iter().filter(|event| ended(&event.happening)).count();
    }
    let frames: usize = own.iter().map(Vec::len).sum();
    let passed = visited.iter().flatten().filter(|passed| **passed).count();
    Walk {
        quality: measure.quality(),
        weight_skate: (100.0 * f64::from(RATE) * slid / f64::from(weight.max(1))) as f32,
        not_held: loose as f32 / weight.max(1) as f32,
        transitions,
        visited: passed as f32 / frames as f32,
        added: added as f32 / TICKS as f32,
    }
}

/// cm/s, of the recordings themselves where their annotation says that a foot carries weight.
fn recorded_skate(repertoire: &Repertoire) -> f32 {
    let skeleton = &repertoire.skeleton;
    let (mut slid, mut count) = (0.0_f64, 0_u32);
    for take in &repertoire.takes {
        let world = WorldClip::new(skeleton, &take.clip);
        for side in Side::BOTH {
            let toe = skeleton.joint(side.leg()[3]).expect("feet");
            let planted = take.annotation.supports.planted(side, world.frames());
            for frame in (1..world.frames()).filter(|frame| planted[*frame] && planted[frame - 1]) {
                let moved = world.position(frame, toe) - world.position(frame - 1, toe);
                slid += f64::from(Vec3::new(moved.x, 0.0, moved.z).length());
                count += 1;
            }
        }
    }
    (100.0 * f64::from(RATE) * slid / f64::from(count.max(1))) as f32
}

/// Walks with a few seeds and holds every one of them to the limits.
fn judge(name: &str, repertoire: Repertoire) {
    let recorded = recorded_skate(&repertoire);
    let rig = Arc::new(Rig::new(Arc::new(repertoire)).expect("a rig"));
    for seed in SEEDS {
        let walk = walk(&rig, seed);
        let Quality { skate_cm_s, below_floor_cm, worst_jump, usual_jump, over_usual, .. } = walk.quality;
        println!(
            "| {name} | {seed} | {} | {:.0} % | {skate_cm_s:.2} | {:.2} | {recorded:.2} | {:.2} % | \
             {over_usual:.5} | {:.5} | {worst_jump:.2} of {usual_jump:.2} | {:.1} |",
            walk.transitions,
            100.0 * walk.visited,
            walk.weight_skate,
            100.0 * walk.not_held,
            walk.added,
            10.0 * below_floor_cm,
        );
        assert!(walk.transitions > 200, "{name}: only {} transitions", walk.transitions);
        assert!(skate_cm_s < MOST_SKATE, "{name}: held feet slide at {skate_cm_s} cm/s");
        assert!(walk.weight_skate < MOST_SLIDE, "{name}: feet slide at {} cm/s", walk.weight_skate);
        assert!(below_floor_cm <= MOST_BELOW_FLOOR, "{name}: {below_floor_cm} cm below the floor");
        assert!(over_usual <= MOST_OVER_USUAL, "{name}: {over_usual} of the frames jump");
        assert!(walk.added <= MOST_ADDED, "{name}: {} of the frames jump by themselves", walk.added);
    }
}

/// Recordings as `footwork import` takes them; none where there are no recordings.
fn imported(wanted: impl Fn(&footwork_testing::Recording) -> bool) -> Option<Repertoire> {
    let folder = footwork_testing::mocap()?;
    let all = footwork_testing::recordings(&folder);
    let files: Vec<PathBuf> =
        all.iter().filter(|recording| wanted(recording)).map(|r| r.file.clone()).collect();
    Some(import(&files, &Options::default()).expect("recordings of people").repertoire)
}

#[test]
fn walks_over_the_performers_takes_hold() {
    for show in [Show::Locomotion, Show::Boxing] {
        judge(show.name(), performance(&[show], 90.0, &[1, 2]).expect("takes"));
    }
}

#[test]
fn walks_over_recorded_walking_hold() {
    for (name, prefix, of) in [
        ("CMU 16, walks", "cmu/16_", "walk"),
        ("CMU 69", "cmu/69_", ""),
        ("LAFAN1 walk", "lafan1/walk1_subject1", ""),
    ] {
        let wanted = |recording: &footwork_testing::Recording| {
            recording.name.starts_with(prefix) && recording.shows.contains(of)
        };
        let Some(repertoire) = imported(wanted) else { return };
        judge(name, repertoire);
    }
}

#[test]
fn walks_over_recorded_boxing_hold() {
    let wanted = |recording: &footwork_testing::Recording| {
        ["cmu/13_17.bvh", "cmu/14_02.bvh"].contains(&recording.name.as_str())
    };
    let Some(repertoire) = imported(wanted) else { return };
    judge("CMU 13 and 14, boxing", repertoire);
}

#[test]
fn hands_and_knees_on_the_floor_are_held_as_feet_are() {
    let Some(repertoire) = imported(|recording| recording.name == "lafan1/fallAndGetUp1_subject1.bvh") else {
        return;
    };
    let rig = Arc::new(Rig::new(Arc::new(repertoire)).expect("a rig"));
    let mind = SharedMind::new(walk_about(&rig, &[]).expect("a graph"));
    let walk = |plant: bool, seed: u64| {
        let settings = Settings { plant, ..Settings::default() };
        let mut stage = Stage::new(settings, seed).expect("settings");
        let mind = stage.add_shared_mind(mind.clone());
        let rig = stage.add_rig(rig.clone());
        stage.add_actor(rig, Some(mind), Transform::IDENTITY).expect("an actor");
        let mut measure = Measure::new(&stage, 1);
        for _ in 0..60 * 120 {
            stage.step();
            measure.look(&stage);
        }
        measure.quality()
    };
    for seed in SEEDS {
        let (held, loose) = (walk(true, seed), walk(false, seed));
        println!(
            "{seed}: hands and knees slide {:.1} cm/s, {:.1} if nothing is held; jumps {:.4} and {:.4}",
            held.touch_slide_cm_s, loose.touch_slide_cm_s, held.over_usual, loose.over_usual
        );
        assert!(held.touch_slide_cm_s < loose.touch_slide_cm_s, "{held:?} {loose:?}");
    }
}
