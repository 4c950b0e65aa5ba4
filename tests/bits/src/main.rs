//! Runs with everything that a stage can have, printed as hashes. The same files must give the same lines on every
//! build and processor: `tests/bits/run` compares them.
//!
//! `footwork-bits FOLDER TICKS`: the folder holds `boxer.rep`, and the skills that `tests/bits/run` bakes from it.

mod events;
mod field;
mod given;
mod history;
mod troupe;

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use footwork::annotate::{Limb, Repertoire};
use footwork::avoid::{self, AvoidSettings, Dodger};
use footwork::behaviors::{self, Aim, Boxer, BoxerSettings};
use footwork::duel::duelists::measure;
use footwork::duel::tables::EdgeSettings;
use footwork::duel::{DuelistSettings, Duelists};
use footwork::fragments::mind::TABLE;
use footwork::fragments::{self, Controller, Steered, SteeredSettings};
use footwork::interaction::{FighterSettings, Fighters, Graph, Ring};
use footwork::motion::glam::{Quat, Vec2, Vec3};
use footwork::motion::{Side, Transform};
use footwork::patches::bitmap::Bitmap;
use footwork::patches::dominoes::{Dominoes, PlanSettings, compose};
use footwork::patches::luggage::{Luggage, LuggageMemory};
use footwork::patches::melee::{Manner, Melee, MeleeSettings};
use footwork::patches::rat::{RatMemory, Startle};
use footwork::patches::{Acts, PatchBook};
use footwork::posture::{PhysicalWorld, PostureSettings};
use footwork::push::{self, Stagger, StaggerSettings};
use footwork::stage::minds::{Edge, Edges, Follow, Loop, Play, Stop, Wander, WanderSettings};
use footwork::stage::{
    self, ActorId, Ask, Cue, DirectorId, MindId, Move, Path as PropPath, Prop, PropId, PropKind, PropMotion,
    ReflexId, Rig, RigId, Segment, Settings, Snapshot, Stage,
};

use crate::events::{KINDS, Seen};
use crate::given::give_poses;
use crate::history::History;
use crate::troupe::Chorus;

const WANDER: MindId = MindId(0);
const STEER: MindId = MindId(1);
const BOX: MindId = MindId(2);
const FOLLOW: MindId = MindId(3);
const LOOP: MindId = MindId(4);
const PLAY: MindId = MindId(5);
/// A boxer who hits a target and nobody.
const HIT: MindId = MindId(6);
const CHORUS: DirectorId = DirectorId(0);
const DUEL: DirectorId = DirectorId(1);
const FIGHT: DirectorId = DirectorId(2);
const MELEE: DirectorId = DirectorId(3);
const DOMINOES: DirectorId = DirectorId(4);
const RAT: DirectorId = DirectorId(5);
const LUGGAGE: DirectorId = DirectorId(6);
const REFLEXES: [ReflexId; 2] = [ReflexId(0), ReflexId(1)];
const REFLEX_NAMES: [&str; 2] = ["staggered", "dodged"];
/// What is thrown and caught; the ball before it is the rat.
const BALL: PropId = PropId(2);
/// Ticks: in five minutes and a half everything happens.
const LONG: u64 = 20_000;
/// Who is pushed, handed from mind to mind, and made to fall.
const ACTORS: u32 = 23;
/// Who answers to pushes and throws by himself, beside what he does otherwise.
const ALERT: std::ops::Range<u32> = 21..ACTORS;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, ticks] = &arguments[..] else { return Err("footwork-bits FOLDER TICKS".into()) };
    let (folder, ticks): (&Path, u64) = (Path::new(folder), ticks.parse()?);
    let mut seen = Seen::default();
    let stage = play("everybody", everybody(folder)?, ticks, |stage| {
        cues(stage)?;
        give_poses(stage)?;
        stage.step();
        seen.look(stage);
        for reflex in ALERT.filter_map(|actor| stage.actor(ActorId(actor))?.held_by()) {
            seen.count(REFLEX_NAMES[usize::from(reflex.0)]);
        }
        Ok(())
    })?;
    let rat: &RatMemory = stage.view().director_memory(RAT).ok_or("no rat")?;
    let luggage: &LuggageMemory = stage.view().director_memory(LUGGAGE).ok_or("no luggage")?;
    let mut directed = vec![("startled", rat.chosen), ("passed on", luggage.passed)];
    // Of a stage of their own a quarter is enough: they do the same again and again.
    let stage = play("a field", field::stage(folder)?, ticks / 4, |stage| {
        field::cues(stage)?;
        stage.step();
        Ok(())
    })?;
    directed.extend(field::done(&stage)?);
    for &(kind, times) in &directed {
        (0..times).for_each(|_| seen.count(kind));
    }
    seen.print();
    // A shorter run need not have everything.
    let directed: Vec<&str> = directed.iter().map(|(kind, _)| *kind).collect();
    let all = [&KINDS[..], &REFLEX_NAMES[..], &directed[..]].concat();
    let missing = if ticks < LONG { Vec::new() } else { seen.missing(&all) };
    if missing.is_empty() { Ok(()) } else { Err(format!("nothing of this happened: {missing:?}").into()) }
}

/// Steps a stage so often, going back at random moments, and prints what it was like on the way.
fn play(
    name: &str,
    mut stage: Stage,
    ticks: u64,
    mut step: impl FnMut(&mut Stage) -> Result<(), Box<dyn Error>>,
) -> Result<Stage, Box<dyn Error>> {
    let mut history = History::new();
    let mut saved: Option<Snapshot> = None;
    println!("{name}");
    while stage.tick() < ticks {
        let is_new = history.pass(&mut stage)?;
        // Where two builds part, the first line that differs says when.
        if is_new && stage.tick().is_multiple_of((ticks / 10).max(1)) {
            println!("tick {:>6}  {:016x}", stage.tick(), stage.hash());
        }
        if stage.tick() == ticks / 2 {
            saved.get_or_insert_with(|| stage.snapshot());
        }
        step(&mut stage)?;
    }
    println!("tick {ticks:>6}  {:016x}, {} times gone back", stage.hash(), history.returns);
    let saved = saved.ok_or("no half-time")?.to_bytes();
    println!("save game    {:016x}, {} bytes", sum(&saved), saved.len());
    Ok(stage)
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
    let aimed = |aim| BoxerSettings { aim, ..BoxerSettings::default() };
    let piece = Segment { take: 0, first: 3.0, end: 6.0 };

    let mut stage = Stage::new(Settings::default(), 20)?;
    stage.add_mind(Wander::new(&rig, &edges(&rig), &WanderSettings::default())?);
    stage.add_mind(Steered::new(steer, &rig, SteeredSettings::default())?);
    stage.add_mind(Boxer::new(&rig, boxing.clone(), aimed(Aim::Nearest))?);
    stage.add_mind(Follow { take: 0, place: Transform::IDENTITY });
    stage.add_mind(Loop { what: Move::new(piece).at_rate(1.1) });
    stage.add_mind(Play { what: Move::new(piece) });
    stage.add_mind(Boxer::new(&rig, boxing, aimed(Aim::Prop(0)))?);
    stage.add_director(Chorus);
    let (tables, answers) = measure(&rig, "box", &EdgeSettings::default())?;
    stage.add_director(Duelists::new(tables, answers, DuelistSettings::default()));
    let graph = Graph::from_bytes(&read("fight.skill")?)?;
    let tables = Graph::tables(&rig, &graph.takes)?;
    graph.check(rig.repertoire(), &tables)?;
    stage.add_director(Fighters::new(Ring::new(tables, graph), FighterSettings::default())?);
    let acts = Arc::new(Acts::new(&rig, "", &EdgeSettings::default())?);
    let book = |name: &str| -> Result<PatchBook, Box<dyn Error>> {
        let book = PatchBook::from_bytes(&read(name)?)?;
        book.check(rig.repertoire())?;
        book.check_acts(&acts)?;
        Ok(book)
    };
    let melee = MeleeSettings::of(Manner::Pairs);
    stage.add_director(Melee::new(acts.clone(), Arc::new(book("melee.skill")?), melee));
    let few = PlanSettings { people: 2, ..PlanSettings::default() };
    let plan = compose(&acts, &book("dominoes.skill")?, &Bitmap::of_text("I", 1.8)?, &few);
    stage.add_director(Dominoes::new(&acts, Arc::new(plan), Some(2.0)));
    stage.add_director(Startle::new(acts.clone(), Arc::new(book("rat.skill")?)));
    stage.add_director(Luggage::new(acts.clone(), Arc::new(book("luggage.skill")?)));
    let push = push::Skill::from_bytes(&read("push.skill")?)?;
    stage.add_reflex(Stagger::new(&push, &rig, StaggerSettings::default())?);
    let avoid = Arc::new(avoid::Skill::from_bytes(&read("avoid.skill")?)?);
    stage.add_reflex(Dodger::new(&rig, avoid, AvoidSettings::default())?);
    stage.set_physics(PhysicalWorld::new(PostureSettings {
        falls_at: Some(65.0),
        ..PostureSettings::default()
    }));
    let rig: RigId = stage.add_rig(rig);
    for number in 0..ACTORS {
        // Near enough to touch and to hit one another.
        let at = Vec3::new((number % 3) as f32 * 0.9, 0.0, (number / 3) as f32 * 0.9);
        let mind = [WANDER, STEER, BOX, HIT, FOLLOW, LOOP, PLAY][number as usize % 7];
        let actor = stage.add_actor(rig, Some(mind), Transform::new(Quat::IDENTITY, at))?;
        match number {
            7..9 => stage.set_director(actor, CHORUS, true)?,
            9..11 => stage.set_director(actor, DUEL, true)?,
            11..13 => stage.set_director(actor, FIGHT, true)?,
            13..15 => stage.set_director(actor, MELEE, true)?,
            15..17 => stage.set_director(actor, DOMINOES, true)?,
            17..19 => stage.set_director(actor, RAT, true)?,
            19..21 => stage.set_director(actor, LUGGAGE, true)?,
            21.. => stage.set_reflexes(actor, &REFLEXES)?,
            _ => {}
        }
    }
    props(&mut stage)?;
    Ok(stage)
}

/// From the middle of each support to the middle of some others of the same foot.
fn edges(rig: &Rig) -> Edges {
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
    let all: Vec<(Stop, Edge)> = (0..count)
        .flat_map(|from| (1..=3).map(move |nth| (from, (from * 7 + nth * 11) % count)))
        .filter(|&(from, to)| stops[from].0 == stops[to].0 && from != to)
        .map(|(from, to)| (stops[from].1, Edge { to: stops[to].1, cost: 0.05 }))
        .collect();
    let frames: Vec<u32> = takes.iter().map(|take| take.clip.frames() as u32).collect();
    Edges::new(&frames, all)
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
        Prop::new(PropKind::Ball { radius: 0.07 }, Vec3::Y * 0.07, 0.0),
        Prop { motion: flies, ..Prop::new(ball, Vec3::new(0.5, 2.0, 0.5), 0.0) },
        Prop { motion: follows, ..Prop::new(PropKind::Target { radius: 0.2 }, Vec3::Y, 0.0) },
        // Of a size that is carried.
        Prop::new(PropKind::Box { size: Vec3::new(0.42, 0.32, 0.32) }, Vec3::Y, 0.0),
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
        25 => {
            ask(ActorId(1), Ask::Dial { dial: 0, value: 0.5 + 0.5 * wave(2000) })?;
            // As set, and each controller in turn.
            let controller = tick / 240 % (Controller::ALL.len() as u64 + 1);
            ask(ActorId(1), Ask::Dial { dial: TABLE as u8, value: controller as f32 })?;
        }
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
        100 => ask(ActorId((tick / 240) as u32 % 9), Ask::Director(CHORUS))?,
        110 if tick % 960 == 110 => {
            // Two who were apart fight each other for a while.
            for actor in [2, 3] {
                ask(ActorId(actor), Ask::Director(DUEL))?;
            }
        }
        140 => {
            ask(ActorId((tick / 240) as u32 % 9), Ask::Mind([BOX, STEER, HIT][(tick / 240) as usize % 3]))?
        }
        // Left to its weight, pulled by a hand, and left alone again.
        150 if tick % 720 == 150 => ask(pick, Ask::LetGo { tone: 0.1 + 0.1 * wave(5000) })?,
        160 if tick % 720 == 160 => {
            let to = Some(Vec3::new(wave(900), 0.8, wave(700)));
            ask(ActorId((tick - 10) as u32 / 30 % ACTORS), Ask::Pull { limb: Limb::LeftHand, to })?;
        }
        200 if tick % 720 == 200 => {
            ask(ActorId((tick - 50) as u32 / 30 % ACTORS), Ask::Pull { limb: Limb::LeftHand, to: None })?;
        }
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
    if tick % 400 == 270 {
        // Somebody throws at one who dodges, from three metres off; it is there in 0.6 s.
        let whom = stage.actor(ActorId(ALERT.start + (tick / 400) as u32 % 2)).ok_or("he is there")?;
        let chest = whom.world()[0].translation + Vec3::Y * 0.4;
        let from = chest + whom.frame().rotation * Vec3::new(0.5 * wave(2600), 0.0, 3.0);
        let velocity = (chest - from) / 0.6 + Vec3::Y * 3.0;
        for ask in [Ask::Carry { prop: BALL, to: from }, Ask::Throw { prop: BALL, velocity }] {
            stage.cue(Cue { tick, to: ActorId(0), ask })?;
        }
    }
    if tick.is_multiple_of(47) {
        let chest = stage.actor(pick).ok_or("all are there")?.world()[0].translation + Vec3::Y * 0.3;
        let impulse = Vec3::new(60.0 * wave(340), 0.0, 40.0 * wave(270));
        stage.cue(Cue { tick, to: pick, ask: Ask::Push { point: chest, impulse } })?;
    }
    Ok(())
}
