//! Ten minutes of `fight-the-computer`, played with keys by the scripted player, and of two computers: what somebody minds who plays or
//! watches it. Each difficulty and each seed is a line.
//!
//!     cargo run --release -p footwork --all-features --example ten_minutes -- [SECONDS] [SEED] [COUNT] [list]
//!
//! With `list`, every blow and everything that the game says is printed, too.

use std::error::Error;
use std::sync::Arc;

use footwork::Scene;
use footwork::annotate::Limb;
use footwork::game::{Game, ScriptedFighter};
use footwork::interaction::FighterMemory;
use footwork::interaction::fighters::TRUCE;
use footwork::motion::Role;
use footwork::motion::glam::Vec3;
use footwork::motion::ground::Place;
use footwork::scene::Supplies;
use footwork::stage::{ActorId, ActorView, Ask, BodyPart, Cue, Happening, PoseSource, Settings, Stage};

/// s, that it takes the scripted player to see something.
const REACTION: f32 = 0.25;
/// rad. Who faces further away from his rival shows him his side.
const AWAY: f32 = std::f32::consts::FRAC_PI_3;
/// m, from hips to hips: nearer than this two stand chest to chest.
const CHEST: f32 = 0.6;
/// m/s: from these on a blow is medium, and heavy.
const MEDIUM: f32 = 3.7;
const HEAVY: f32 = 5.5;
/// Steps of the stage: what is struck moves within a tenth of a second.
const AT_ONCE: u64 = 6;
/// Steps of the stage: who is kicked has caught himself.
const CAUGHT: u64 = 36;

const PLAYED: &str = include_str!("../../../scenes/fight-the-computer.toml");
const WATCHED: &str = include_str!("../../../scenes/computers-fight.toml");

/// A struck head that is watched: whose, since when, how fast the blow was, which way, and how far it has gone.
struct Struck {
    whom: usize,
    tick: u64,
    speed: f32,
    along: Vec3,
    from: Vec3,
    gone: f32,
}

/// Somebody who was kicked: who, since when, where his hips were, which way the kick went, and whether an arm stopped it.
struct Kicked {
    whom: usize,
    tick: u64,
    from: Vec3,
    along: Vec3,
    stopped: bool,
}

/// What was seen.
#[derive(Default)]
struct Seen {
    ticks: u32,
    fought: u32,
    thrown: u32,
    harmed: u32,
    stopped: u32,
    heads: u32,
    first: Vec<f32>,
    quiet: f32,
    away: u32,
    chest: u32,
    chest_longest: u32,
    lying: u32,
    downs: u32,
    matches: Vec<String>,
    recoils: [Vec<f32>; 2],
    /// m, how far kicks have moved whom they hit, not stopped and stopped with an arm.
    carried: [Vec<f32>; 2],
    /// Keys that were lost while they fought.
    lost: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut given = std::env::args().skip(1);
    let seconds: f32 = given.next().map_or(Ok(600.0), |text| text.parse())?;
    let seed: u64 = given.next().map_or(Ok(7000), |text| text.parse())?;
    let count: u64 = given.next().map_or(Ok(1), |text| text.parse())?;
    let list = given.next().is_some();
    let skills = footwork::skills();
    for (text, played) in [(PLAYED, true), (WATCHED, false)] {
        let scene = Scene::parse(text, &skills)?;
        let repertoire = Arc::new(scene.repertoire.perform().ok_or("it is performed")??);
        let ready = scene.prepare(repertoire, &Supplies::NONE)?;
        for difficulty in if played { 1..=3 } else { 0..=0 } {
            for seed in seed..seed + count {
                let mut stage = ready.stage(Settings::default(), seed)?;
                let mut game = ready.game(&mut stage, seed).ok_or("it is a game")?;
                let actors = [ActorId(0), ActorId(1)];
                let mut player = played.then(|| ScriptedFighter::new(actors[0], actors[1], REACTION, seed));
                if difficulty > 0 {
                    let ask = Ask::Dial { dial: 0, value: difficulty as f32 };
                    stage.cue(Cue { tick: 0, to: actors[1], ask })?;
                }
                let seen = watch(&mut stage, &mut game, actors, player.as_mut(), seconds, list)?;
                let name = match difficulty {
                    0 => "two computers".to_string(),
                    at => format!("difficulty {}", [1, 3, 5][at - 1]),
                };
                tell(&format!("{name}, seed {seed}"), &seen, &stage, played.then_some(actors[0]));
            }
        }
    }
    Ok(())
}

fn watch(
    stage: &mut Stage,
    game: &mut Game,
    actors: [ActorId; 2],
    mut player: Option<&mut ScriptedFighter>,
    seconds: f32,
    list: bool,
) -> Result<Seen, Box<dyn Error>> {
    let step = stage.settings().step;
    let mut seen = Seen::default();
    let (mut truce, mut bell, mut since, mut waits) = (true, 0, 0, false);
    let (mut known, mut chest_now, mut lost) = (0, 0, 0);
    let mut watched: Vec<Struck> = Vec::new();
    let mut kicked: Vec<Kicked> = Vec::new();
    let mut banner = None;
    for tick in 0..(seconds / step) as u64 {
        if let Some(player) = player.as_deref_mut() {
            player.step(stage)?;
        }
        stage.step();
        game.step(stage)?;
        seen.ticks += 1;
        let said = game.board().banner;
        if said != banner {
            if list {
                println!(
                    "{:7.2} {said:?} {:?}",
                    tick as f32 * step,
                    game.board().rows.iter().map(|row| row.value.to_string()).collect::<Vec<_>>()
                );
            }
            let over = said.as_deref().filter(|said| said.contains(" win") || said.contains("draw"));
            seen.matches.extend(over.map(str::to_string));
            seen.downs += u32::from(said.as_deref().is_some_and(|said| said.ends_with("down: 1")));
            banner = said;
        }
        let [Some(a), Some(b)] = actors.map(|actor| stage.actor(actor)) else { break };
        let both = [a, b];
        let now_truce = a.controls().dials[usize::from(TRUCE)] > 0.5;
        if truce && !now_truce {
            (bell, since, waits) = (tick, tick, true);
        }
        truce = now_truce;
        let memories = both.map(|me| me.memory::<FighterMemory>().copied());
        let thrown: u32 = memories.iter().flatten().map(|memory| memory.thrown).sum();
        let now_lost = memories[0].map_or(0, |memory| memory.keys_lost);
        if !truce {
            seen.lost += now_lost - lost;
            seen.fought += 1;
            if thrown != known {
                if waits {
                    seen.first.push((tick - bell) as f32 * step);
                    waits = false;
                }
                if list {
                    println!("{:7.2} throws, {:.2} m apart", tick as f32 * step, apart(both));
                }
                since = tick;
            }
            seen.quiet = seen.quiet.max((tick - since) as f32 * step);
            let places = both.map(|me| Place::new(me.frame()));
            for own in 0..2 {
                seen.away += u32::from(places[own].bearing(&places[1 - own]).abs() > AWAY);
            }
            let upright = both.iter().all(|me| me.pose_source() == PoseSource::Take && !me.is_down());
            chest_now = if upright && apart(both) < CHEST { chest_now + 1 } else { 0 };
            seen.chest += u32::from(chest_now > 0);
            seen.chest_longest = seen.chest_longest.max(chest_now);
        }
        (known, lost) = (thrown, now_lost);
        for event in stage.events() {
            let Happening::StrikeLanded(blow) = event.happening else { continue };
            if event.to != blow.whom {
                continue;
            }
            let whom = usize::from(blow.whom == actors[1]);
            let head = blow.part == BodyPart::Head;
            use BodyPart::*;
            let arm = matches!(
                blow.part,
                LeftHand | RightHand | LeftForearm | RightForearm | LeftUpperArm | RightUpperArm
            );
            if list {
                println!(
                    "{:7.2} {} is hit on {:?} by {:?} at {:.1} m/s",
                    tick as f32 * step,
                    whom,
                    blow.part,
                    blow.limb,
                    blow.speed
                );
            }
            seen.harmed += u32::from(!arm);
            seen.stopped += u32::from(arm);
            seen.heads += u32::from(head);
            seen.lying += u32::from(both[whom].is_down());
            let along = blow.direction.with_y(0.0).normalize_or_zero();
            if matches!(blow.limb, Limb::LeftFoot | Limb::RightFoot | Limb::LeftKnee | Limb::RightKnee) {
                kicked.push(Kicked { whom, tick, from: at(both[whom], Role::Hips), along, stopped: arm });
            }
            if head && blow.speed >= MEDIUM {
                let from = over_hips(both[whom]);
                watched.push(Struck { whom, tick, speed: blow.speed, along, from, gone: 0.0 });
            }
        }
        kicked.retain(|kick| {
            let over = tick >= kick.tick + CAUGHT;
            if over {
                let gone = at(both[kick.whom], Role::Hips) - kick.from;
                seen.carried[usize::from(kick.stopped)].push(gone.dot(kick.along));
            }
            !over
        });
        for struck in &mut watched {
            let gone = (over_hips(both[struck.whom]) - struck.from).dot(struck.along);
            struck.gone = struck.gone.max(gone);
        }
        watched.retain(|struck| {
            let over = tick >= struck.tick + AT_ONCE;
            if over {
                seen.recoils[usize::from(struck.speed >= HEAVY)].push(struck.gone);
            }
            !over
        });
    }
    seen.thrown = known;
    Ok(seen)
}

fn at(me: ActorView<'_>, role: Role) -> Vec3 {
    me.rig().skeleton().site(role).map_or(Vec3::ZERO, |site| site.position(me.world()))
}

fn over_hips(me: ActorView<'_>) -> Vec3 {
    at(me, Role::Head) - at(me, Role::Hips)
}

fn apart([a, b]: [ActorView<'_>; 2]) -> f32 {
    (at(a, Role::Hips) - at(b, Role::Hips)).with_y(0.0).length()
}

fn tell(name: &str, seen: &Seen, stage: &Stage, player: Option<ActorId>) {
    let minutes = (seen.fought as f32 * stage.settings().step / 60.0).max(1e-3);
    let middle = |values: &[f32]| {
        let mut sorted = values.to_vec();
        sorted.sort_by(f32::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(f32::NAN)
    };
    println!("{name}: {:.1} min of fighting", minutes);
    println!(
        "  a minute: {:.0} thrown, {:.0} do harm ({:.1} on the head), {:.0} are stopped; {:.1} knock-downs in all",
        seen.thrown as f32 / minutes,
        seen.harmed as f32 / minutes,
        seen.heads as f32 / minutes,
        seen.stopped as f32 / minutes,
        seen.downs
    );
    println!(
        "  first blow {:.1} s after the bell (at most {:.1} s); at most {:.1} s without one; away {:.1} %; chest to chest {:.1} %, {:.2} s on end; {} blows on who lies",
        middle(&seen.first),
        seen.first.iter().copied().fold(0.0, f32::max),
        seen.quiet,
        50.0 * seen.away as f32 / seen.fought.max(1) as f32,
        100.0 * seen.chest as f32 / seen.fought.max(1) as f32,
        seen.chest_longest as f32 * stage.settings().step,
        seen.lying,
    );
    println!(
        "  head goes back: medium {:.1} cm (of {}), heavy {:.1} cm (of {})",
        100.0 * middle(&seen.recoils[0]),
        seen.recoils[0].len(),
        100.0 * middle(&seen.recoils[1]),
        seen.recoils[1].len(),
    );
    println!(
        "  kicks move hips in 0.6 s: {:.1} cm (of {}), stopped with an arm {:.1} cm (of {})",
        100.0 * middle(&seen.carried[0]),
        seen.carried[0].len(),
        100.0 * middle(&seen.carried[1]),
        seen.carried[1].len(),
    );
    println!("  {} matches: {:?}", seen.matches.len(), seen.matches);
    if let Some(memory) = player.and_then(|player| stage.actor(player)?.memory::<FighterMemory>().copied()) {
        println!(
            "  keys: {} answered, {} lost while they fought ({} in all), {} replaced",
            memory.keys_answered, seen.lost, memory.keys_lost, memory.keys_replaced
        );
    }
}
