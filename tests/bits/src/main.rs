//! Runs with everything that a stage can have, printed as hashes. The same files must give the same lines on every
//! build and processor: `tests/bits/run` compares them.
//!
//! `footwork-bits FOLDER TICKS`: the folder holds `boxer.rep`, and `steer.skill` and `box.skill` baked from it.

mod events;
mod given;
mod history;
mod troupe;

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use footwork::annotate::Repertoire;
use footwork::behaviors::{self, Aim, Boxer, BoxerSettings};
use footwork::fragments::{self, Steered, SteeredSettings};
use footwork::motion::glam::{Quat, Vec2, Vec3};
use footwork::motion::{Side, Transform};
use footwork::stage::minds::{Follow, Loop, Play, Stop, Wander, WanderSettings, Way, Ways};
use footwork::stage::{
    ActorId, Ask, Cue, DirectorId, MindId, Move, Path as PropPath, Prop, PropId, PropKind, PropMotion, Rig,
    RigId, Segment, Settings, Snapshot, Stage,
};

use crate::events::Seen;
use crate::given::give_poses;
use crate::history::History;
use crate::troupe::Chorus;

const WANDER: MindId = MindId(0);
const STEER: MindId = MindId(1);
const BOX: MindId = MindId(2);
const FOLLOW: MindId = MindId(3);
const LOOP: MindId = MindId(4);
const PLAY: MindId = MindId(5);
const CHORUS: DirectorId = DirectorId(0);
const BALL: PropId = PropId(1);
/// Ticks: in two minutes everything happens.
const LONG: u64 = 7200;
/// Who is pushed, handed from mind to mind, and made to fall.
const ACTORS: u32 = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, ticks] = &arguments[..] else { return Err("footwork-bits FOLDER TICKS".into()) };
    let (folder, ticks): (&Path, u64) = (Path::new(folder), ticks.parse()?);
    let mut stage = everybody(folder)?;
    let mut seen = Seen::default();
    let mut history = History::new();
    let mut saved: Option<Snapshot> = None;
    while stage.tick() < ticks {
        let is_new = history.pass(&mut stage)?;
        // Where two builds part, the first line that differs says when.
        if is_new && stage.tick().is_multiple_of((ticks / 10).max(1)) {
            println!("tick {:>6}  {:016x}", stage.tick(), stage.hash());
        }
        if stage.tick() == ticks / 2 {
            saved.get_or_insert_with(|| stage.snapshot());
        }
        cues(&mut stage)?;
        give_poses(&mut stage)?;
        stage.step();
        seen.look(&stage);
    }
    println!("tick {ticks:>6}  {:016x}, {} times gone back", stage.hash(), history.returns);
    let saved = saved.ok_or("no half-time")?.to_bytes();
    println!("save game    {:016x}, {} bytes", sum(&saved), saved.len());
    seen.print();
    // A shorter run need not have everything.
    let missing = if ticks < LONG { Vec::new() } else { seen.missing() };
    if missing.is_empty() { Ok(()) } else { Err(format!("nothing of this happened: {missing:?}").into()) }
}

/// FNV-1a: nothing depends on a library's choice of hash.
fn sum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

fn everybody(folder: &Path) -> Result<Stage, Box<dyn Error>> {
    let read = |name: &str| std::fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}"));
    let repertoire = Arc::new(Repertoire::from_bytes(&read("boxer.rep")?)?);
    let rig = Arc::new(Rig::new(repertoire)?);
    let steer = Arc::new(fragments::Skill::from_bytes(&read("steer.skill")?)?);
    let boxing = Arc::new(behaviors::Skill::from_bytes(&read("box.skill")?)?);
    let aim = BoxerSettings { aim: Aim::Nearest, ..BoxerSettings::default() };
    let piece = Segment { take: 0, first: 3.0, end: 6.0 };

    let mut stage = Stage::new(Settings::default(), 20)?;
    stage.add_mind(Wander::new(&rig, &ways(&rig), &WanderSettings::default())?);
    stage.add_mind(Steered::new(steer, &rig, SteeredSettings::default())?);
    stage.add_mind(Boxer::new(&rig, boxing, aim)?);
    stage.add_mind(Follow { take: 0, place: Transform::IDENTITY });
    stage.add_mind(Loop { what: Move::new(piece).at_rate(1.1) });
    stage.add_mind(Play { what: Move::new(piece) });
    stage.add_director(Chorus);
    let rig: RigId = stage.add_rig(rig);
    for number in 0..ACTORS {
        // Near enough to touch and to hit one another.
        let at = Vec3::new((number % 3) as f32 * 0.9, 0.0, (number / 3) as f32 * 0.9);
        let mind = [WANDER, STEER, BOX, BOX, FOLLOW, LOOP, PLAY, WANDER, WANDER][number as usize];
        let actor = stage.add_actor(rig, Some(mind), Transform::new(Quat::IDENTITY, at))?;
        if number >= 7 {
            stage.set_director(actor, CHORUS, true)?;
        }
    }
    props(&mut stage)?;
    Ok(stage)
}

/// From the middle of each support to the middle of some others of the same foot.
fn ways(rig: &Rig) -> Ways {
    let takes = &rig.repertoire().takes;
    let stops: Vec<(Side, Stop)> = (0..)
        .zip(takes)
        .flat_map(|(number, take)| {
            Side::BOTH.into_iter().flat_map(move |side| {
                let spans = take.annotation.supports.of(side).iter();
                spans.map(move |span| (side, Stop { take: number, frame: span.middle() }))
            })
        })
        .collect();
    let count = stops.len();
    let all: Vec<(Stop, Way)> = (0..count)
        .flat_map(|from| (1..=3).map(move |nth| (from, (from * 7 + nth * 11) % count)))
        .filter(|&(from, to)| stops[from].0 == stops[to].0 && from != to)
        .map(|(from, to)| (stops[from].1, Way { to: stops[to].1, cost: 0.05 }))
        .collect();
    let frames: Vec<u32> = takes.iter().map(|take| take.clip.frames() as u32).collect();
    Ways::new(&frames, all)
}

/// One of every kind and motion.
fn props(stage: &mut Stage) -> Result<(), Box<dyn Error>> {
    let key = |seconds: f32, x: f32| (seconds, Transform::new(Quat::IDENTITY, Vec3::new(x, 1.2, 0.5)));
    let path = stage.add_path(PropPath::new(vec![key(0.0, 0.0), key(1.5, 3.0), key(3.0, 0.0)], true)?);
    let follows = PropMotion::Follows { path, since: 0 };
    let flies = PropMotion::Flies { thrower: None };
    let ball = PropKind::Ball { radius: 0.11 };
    let all = [
        Prop::new(PropKind::Target { radius: 0.4 }, Vec3::new(1.8, 1.4, 0.4), 0.0),
        Prop { motion: flies, ..Prop::new(ball, Vec3::new(0.5, 2.0, 0.5), 0.0) },
        Prop { motion: follows, ..Prop::new(PropKind::Target { radius: 0.2 }, Vec3::Y, 0.0) },
        Prop { motion: flies, ..Prop::new(PropKind::Box { size: Vec3::splat(0.5) }, Vec3::Y * 2.0, 0.3) },
        Prop::new(PropKind::Wall { length: 3.0, height: 2.0 }, Vec3::NEG_Z * 2.0, 0.1),
        Prop::new(PropKind::Obstacle { radius: 0.3, height: 1.0 }, Vec3::NEG_X * 2.0, 0.1),
    ];
    all.into_iter().try_for_each(|prop| stage.add_prop(prop).map(|_| ()))?;
    Ok(())
}

/// What players and games do: everything that can be asked for, by the tick alone.
fn cues(stage: &mut Stage) -> Result<(), Box<dyn Error>> {
    let tick = stage.tick();
    let pick = ActorId((tick / 30) as u32 % ACTORS);
    let mut ask = |to: ActorId, ask: Ask| stage.cue(Cue { tick, to, ask });
    let wave = |over: u64| (tick % over) as f32 / over as f32 * 2.0 - 1.0;
    match tick % 240 {
        10 | 70 | 130 | 190 => {
            // To the steered one, and whoever was handed to its mind.
            ask(ActorId(1), Ask::Stick(Vec2::new(0.3 * wave(1700), wave(900))))?;
            ask(ActorId(1), Ask::Look(Vec2::new(wave(1100), 0.2)))?;
        }
        20 => ask(ActorId(1), Ask::Button { button: 0, down: tick % 480 == 20 })?,
        25 => ask(ActorId(1), Ask::Dial { dial: 0, value: 0.5 + 0.5 * wave(2000) })?,
        40 => {
            let at = Ask::Put { at: Vec2::new(wave(1300), wave(700)), heading: wave(800) };
            if tick % 1200 == 40 {
                ask(pick, at)?;
            }
        }
        50 => ask(pick, Ask::Target(Vec3::new(wave(600), 1.4, wave(500))))?,
        90 => {
            // From mind to mind, in the middle of whatever it does.
            let mind = [WANDER, STEER, BOX, FOLLOW, LOOP, PLAY][(tick / 240) as usize % 6];
            ask(ActorId(7 - (tick / 240) as u32 % 4), Ask::Mind(mind))?;
        }
        100 => ask(ActorId((tick / 240) as u32 % ACTORS), Ask::Director(CHORUS))?,
        140 => ask(
            ActorId((tick / 240) as u32 % ACTORS),
            Ask::Mind([BOX, STEER, WANDER][(tick / 240) as usize % 3]),
        )?,
        180 => {
            ask(pick, Ask::Throw { prop: BALL, velocity: Vec3::new(3.0 * wave(900), 3.0, 2.0 * wave(400)) })?;
        }
        210 => {
            // Into a hand.
            let me = stage.actor(ActorId(0)).ok_or("the first is there")?;
            let side = Side::BOTH[(tick / 240) as usize % 2];
            let to = me.rig().skeleton().site(side.arm()[3])?.position(me.world());
            stage.cue(Cue { tick, to: ActorId(0), ask: Ask::Carry { prop: BALL, to } })?;
            stage.cue(Cue { tick, to: ActorId(0), ask: Ask::Grab { prop: BALL, hand: side } })?;
        }
        235 => ask(ActorId(0), Ask::Release { prop: BALL })?,
        _ => {}
    }
    if tick % 47 == 0 {
        let chest = stage.actor(pick).ok_or("all are there")?.world()[0].translation + Vec3::Y * 0.3;
        let impulse = Vec3::new(60.0 * wave(340), 0.0, 40.0 * wave(270));
        stage.cue(Cue { tick, to: pick, ask: Ask::Push { point: chest, impulse } })?;
    }
    Ok(())
}
