//! Random walks of ten minutes: what a body that changes from motion to motion looks like, measured against the
//! recordings it plays. `docs/stage.md` has the figures. `SHOW=folder` writes the walks there as BVH and lists the
//! worst frames.

use crate::common;
use footwork_motion::{Clip, Side, Transform, WorldClip, quality};
use footwork_performer::Show;
use footwork_stage::minds::{Edges, Wander, WanderSettings};
use footwork_stage::{ActorId, Happening, Recorder, Rig, Settings, Stage};
use glam::Vec3;

/// Frames per second, of recordings and of the stage.
const RATE: f32 = 60.0;
/// Ten minutes.
const TICKS: usize = 36_000;

/// What is measured of a walk.
#[derive(Debug)]
#[allow(dead_code)]
pub struct Figures {
    pub transitions: usize,
    /// m/s, the mean over frames in which a foot carries weight, held or not.
    pub skate: f32,
    /// The same of the recordings themselves.
    pub recorded_skate: f32,
    /// Share of the frames in which a foot carries weight, but could not be held.
    pub lost: f32,
    /// m/s, the largest change of a joint's velocity from one frame to the next.
    pub worst_jump: f32,
    /// m/s, what 999 of 1000 frames of the recordings stay below.
    pub usual_jump: f32,
    /// Frames that change more than that, and more than the recording itself does where they are.
    pub jumps: usize,
    /// m, the deepest.
    pub penetration: f32,
    pub recorded_penetration: f32,
}

/// A ball's slide from one frame to the next, on the ground.
fn slide(world: &WorldClip, frame: usize, joint: usize) -> f32 {
    let moved = world.position(frame, joint) - world.position(frame - 1, joint);
    Vec3::new(moved.x, 0.0, moved.z).length() * RATE
}

fn mean(values: &[f32]) -> f32 {
    (values.iter().map(|value| f64::from(*value)).sum::<f64>() / values.len().max(1) as f64) as f32
}

/// Ten minutes of wandering over a graph, measured.
pub fn walk(name: &str, rig: Rig, edges: &Edges, settings: Settings) -> Figures {
    let skeleton = rig.skeleton().clone();
    let toes = Side::BOTH.map(|side| skeleton.joint(side.leg()[3]).unwrap());
    let recorded: Vec<WorldClip> =
        rig.repertoire().takes.iter().map(|take| WorldClip::new(&skeleton, &take.clip)).collect();
    let own: Vec<Vec<f32>> = recorded
        .iter()
        .map(|world| (0..world.frames()).map(|frame| quality::jump(world, frame).velocity).collect())
        .collect();
    let usual_jump = quality::percentile(own.iter().flatten().copied().collect(), 0.999);
    let mut recorded_skate = Vec::new();
    for (take, world) in rig.repertoire().takes.iter().zip(&recorded) {
        for side in Side::BOTH {
            let planted = take.annotation.supports.planted(side, world.frames());
            let both = (1..world.frames()).filter(|frame| planted[*frame] && planted[frame - 1]);
            recorded_skate.extend(both.map(|frame| slide(world, frame, toes[side as usize])));
        }
    }
    let penetration = |world: &WorldClip| quality::ground_penetration(&skeleton, world, 0.0).deepest;
    let recorded_penetration = recorded.iter().map(penetration).fold(0.0, f32::max);

    let mut stage = Stage::new(settings, 7).unwrap();
    let mind = stage.add_mind(Wander::new(&rig, edges, &WanderSettings::default()).unwrap());
    let rig = stage.add_rig(rig);
    let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    let mut recorder = Recorder::new();
    let mut stands: [Vec<bool>; 2] = Default::default();
    let mut held: [Vec<bool>; 2] = Default::default();
    let mut begun = Vec::new();
    // How much the recording itself changes at what is played.
    let mut natural = Vec::new();
    for tick in 0..TICKS {
        stage.step();
        recorder.keep(&stage);
        let me = stage.actor(actor).unwrap();
        for side in Side::BOTH {
            stands[side as usize].push(me.rig().planted(me.segment().take, me.time(), side));
            held[side as usize].push(me.is_planted(side as usize));
        }
        let jumps = &own[me.segment().take as usize];
        let at = (me.time() * f64::from(RATE)) as usize;
        let around = &jumps[at.saturating_sub(2)..(at + 3).min(jumps.len())];
        natural.push(around.iter().copied().fold(0.0, f32::max));
        if stage.events().iter().any(|event| matches!(event.happening, Happening::SegmentEnded(_))) {
            begun.push(tick);
        }
        assert!(!me.is_fallen_back());
    }
    let clip = recorder.clip(&stage, ActorId(0), "walk").unwrap().unwrap();
    let world = WorldClip::new(&skeleton, &clip);
    let (mut slides, mut loose) = (Vec::new(), 0_usize);
    for side in 0..2 {
        for frame in 1..TICKS {
            if stands[side][frame] && stands[side][frame - 1] {
                slides.push(slide(&world, frame, toes[side]));
                loose += usize::from(!held[side][frame]);
            }
        }
    }
    let jumps: Vec<f32> = (0..TICKS).map(|frame| quality::jump(&world, frame).velocity).collect();
    let too_much = |frame: &usize| jumps[*frame] > usual_jump && jumps[*frame] > 1.1 * natural[*frame];
    if let Ok(folder) = std::env::var("SHOW") {
        let mut worst: Vec<usize> = (3..TICKS).filter(too_much).collect();
        worst.sort_by(|a, b| jumps[*b].total_cmp(&jumps[*a]));
        for &frame in worst.iter().take(10) {
            let since = begun.iter().rev().find(|tick| **tick <= frame).map(|tick| frame - tick);
            let joint = (0..skeleton.len()).max_by(|a, b| {
                let change = |joint: &usize| {
                    let [a, b, c] = [2, 1, 0].map(|back| world.position(frame - back, *joint));
                    (a - 2.0 * b + c).length()
                };
                change(a).total_cmp(&change(b))
            });
            let feet = [0, 1].map(|side| (stands[side][frame], held[side][frame]));
            println!(
                "{frame}: {} m/s of {:?}, {since:?} after, {feet:?}",
                jumps[frame],
                joint.map(|j| skeleton.name(j))
            );
        }
        let mut depths: Vec<(f32, usize, usize)> = (0..TICKS)
            .flat_map(|frame| (0..skeleton.len()).map(move |joint| (frame, joint)))
            .map(|(frame, joint)| (world.position(frame, joint).y, frame, joint))
            .filter(|(y, ..)| *y < -0.005)
            .collect();
        depths.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (y, frame, joint) in depths.iter().take(6) {
            println!("{frame}: {y} m below of {}", skeleton.name(*joint));
        }
        let mut slid: Vec<(f32, usize, usize)> = (0..2)
            .flat_map(|side| (1..TICKS).map(move |frame| (side, frame)))
            .filter(|(side, frame)| stands[*side][*frame] && stands[*side][frame - 1])
            .map(|(side, frame)| (slide(&world, frame, toes[side]), frame, side))
            .collect();
        slid.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (speed, frame, side) in slid.iter().take(300).step_by(20) {
            let since = begun.iter().rev().find(|tick| *tick <= frame).map(|tick| frame - tick);
            let down = (0..*frame).rev().take_while(|f| held[*side][*f]).count();
            println!("{frame}: slides {speed} {since:?} after, held {} for {down}", held[*side][*frame]);
        }
        write(&format!("{folder}/{name}.bvh"), &skeleton, &clip);
    }
    Figures {
        transitions: begun.len(),
        skate: mean(&slides),
        recorded_skate: mean(&recorded_skate),
        lost: loose as f32 / slides.len().max(1) as f32,
        worst_jump: jumps.iter().copied().fold(0.0, f32::max),
        usual_jump,
        jumps: (3..TICKS).filter(too_much).count(),
        penetration: penetration(&world),
        recorded_penetration,
    }
}

fn write(path: &str, skeleton: &footwork_motion::Skeleton, clip: &Clip) {
    let write =
        |out: &mut dyn std::io::Write| footwork_formats::bvh::write(out, skeleton, clip, Default::default());
    footwork_formats::save(path, write).unwrap();
}

/// Frames out of 36,000 that may change too much: about a thousandth, as in the recordings themselves. They are knees of
/// free legs, all but straight, within a transition: a millimetre of the foot is degrees of the knee. Runs have most.
const FEW: usize = 50;

fn judge(name: &str, figures: &Figures) {
    println!("{name}: {figures:#?}");
    assert!(figures.transitions > 200, "{name}");
    assert!(figures.skate < 0.01, "{name}: {} m/s", figures.skate);
    assert!(figures.jumps <= FEW, "{name}: {} frames jump", figures.jumps);
    assert!(figures.penetration < 0.002, "{name}: {} m", figures.penetration);
    assert!(figures.lost < 0.01, "{name}: {} of the frames", figures.lost);
}

#[test]
fn ten_minutes_over_the_performers_takes_look_like_them() {
    for show in [Show::Locomotion, Show::Running, Show::Boxing, Show::TiredBoxing] {
        let rig = common::rig(show, 90.0, &[1, 2, 3]);
        let edges = common::edges(&rig, 5, 0.1);
        let name = format!("{show:?}");
        let figures = walk(&name, rig, &edges, Settings::default());
        judge(&name, &figures);
    }
}

#[test]
fn ten_minutes_over_real_recordings_look_like_them() {
    for (name, prefix, worst) in [
        ("cmu-walk", "cmu/16_", 0.14),
        ("cmu-boxing", "cmu/14_", 0.2),
        ("lafan1", "lafan1/walk1_subject1", 0.16),
    ] {
        let Some(rig) = common::recorded(prefix) else { return };
        let edges = common::edges(&rig, 5, worst);
        let figures = walk(name, rig, &edges, Settings::default());
        judge(name, &figures);
    }
}
