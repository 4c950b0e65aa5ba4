//! `footwork eval patches`: table 6.3 beside the authors', and what a viewer minds.

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_encounter::tables::EdgeSettings;
use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_skill::{
    Evaluation, Failure, Hear, Kind, Meter, OptionInfo, Options, Performed, Report, Section,
};
use footwork_stage::{ActorView, Ask, Cue, DirectorId, Rig, Settings, SharedDirector, Stage};
use glam::Vec3;
use serde_json::json;

use crate::acts::Acts;
use crate::bitmap::Bitmap;
use crate::dominoes::{Dominoes, FallerMemory, Plan, PlanSettings, compose};
use crate::file::{self, Bake, BakeError, PatchBook};
use crate::football::FootballMemory;
use crate::generate::{GenerateError, Sampling};
use crate::luggage::{self, LuggageMemory, PorterMemory};
use crate::measure::Watch;
use crate::melee::memory::{FighterMemory, MeleeMemory};
use crate::melee::{Melee, MeleeSettings};
use crate::pattern;
use crate::rat::{self, PersonMemory, RatMemory};
use crate::show::Show;

/// What measures.
#[derive(Clone, Copy, Debug)]
pub struct PatchEvaluation;

const OPTIONS: [OptionInfo; 3] = [
    OptionInfo {
        name: "scene-seconds",
        kind: Kind::Value("S"),
        help: "how long each scene runs",
        default: Some("30"),
    },
    OptionInfo {
        name: "people",
        kind: Kind::Value("N"),
        help: "in dominoes and in the battle",
        default: Some("300"),
    },
    OptionInfo { name: "seed", kind: Kind::Value("N"), help: "of the stage", default: Some("11") },
];

/// m, rad: how far patches are bent for the count of joins that are gained by it.
const BENT: [f32; 2] = [0.4, 0.6];
/// m. Who sees the same patch again nearer than this may notice.
const AGAIN: f32 = 10.0;

impl Evaluation for PatchEvaluation {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn performed(&self) -> Performed {
        Performed {
            shows: &["boxing", "falling", "startled", "pushed", "carrying", "football", "locomotion"],
            seconds: 60.0,
            seeds: &[1, 2],
        }
    }

    fn evaluate(
        &self,
        repertoire: Repertoire,
        options: &Options,
        meter: &dyn Meter,
        hear: Hear<'_>,
    ) -> Result<Report, Failure> {
        let seconds = options.number("scene-seconds", [1.0, 3600.0], 30.0)?;
        let people = options.number("people", [2.0, 2000.0], 300.0)? as usize;
        let seed = options.number("seed", [0.0, 1e9], 11.0)? as u64;
        let mut table = Section::table(&[
            "scene",
            "fps",
            "theirs",
            "actions",
            "theirs",
            "patches",
            "theirs",
            "joins",
            "bake s",
            "people",
            "trunk",
            "limb",
            "a min and 100",
            "meant",
            "wishes %",
            "slide cm/s",
            "jumps",
            "again s",
        ]);
        let mut scenes = serde_json::Map::new();
        let mut missing = None;
        let mut own_rig: Option<(&[&str], Arc<Rig>, Arc<Acts>)> = None;
        for show in Show::ALL {
            let theirs = show.authors();
            let shows = show.performed();
            let (rig, acts) = match own_rig.take().filter(|(known, ..)| *known == shows) {
                Some((_, rig, acts)) => (rig, acts),
                None => {
                    let rig = Arc::new(Rig::new(Arc::new(only(&repertoire, shows)))?);
                    let acts = Arc::new(Acts::new(&rig, "boxing", &EdgeSettings::default())?);
                    (rig, acts)
                }
            };
            own_rig = Some((shows, rig.clone(), acts.clone()));
            let fingerprint = rig.repertoire().fingerprint();
            let text = pattern::paper(show.name()).unwrap_or_default();
            let began = meter.seconds();
            let sampling = Sampling { joins: show.is_joined(), ..Sampling::default() };
            // A boxer who never falls has no dominoes; the scenes that he can be in are measured all the same.
            let bake = match file::bake(&acts, text, fingerprint, &sampling, hear) {
                Ok(bake) => bake,
                Err(BakeError::Generate(
                    error @ (GenerateError::NoAct { .. } | GenerateError::Nothing { .. }),
                )) => {
                    table.notes.push(format!("Left out: {}. {error}.", show.name()));
                    scenes.insert(show.name().to_string(), json!({ "left_out": error.to_string() }));
                    missing = Some(error);
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            let bake_seconds = meter.seconds() - began;
            let count = match show {
                Show::TwoFightOn => 2,
                Show::OneAgainstMany => 16,
                Show::Dominoes | Show::Battle => people,
                Show::Rat => 36,
                Show::Luggage => 8,
                Show::Football => 11,
            };
            let load = Load { seconds, people: count, seed, bends: None };
            let run = play(&rig, &acts, &bake, show, load, meter)?;
            // What bending costs is seen beside the same fight without it.
            let unbent = match show.manner() {
                Some(_) => {
                    Some(play(&rig, &acts, &bake, show, Load { bends: Some([0.0; 2]), ..load }, meter)?)
                }
                None => None,
            };
            let own = used_acts(&bake);
            let joins: usize = bake.book.joins.counts().iter().sum();
            let wishes = run.wishes.map(|[met, asked]| met as f64 / (asked as f64).max(1.0));
            let theirs_text = |at: usize| theirs.map_or("–".to_string(), |all| all[at].to_string());
            table.rows.push(vec![
                show.name().to_string(),
                format!("{:.0}", run.fps),
                theirs_text(0),
                own.to_string(),
                theirs_text(1),
                bake.book.patches.len().to_string(),
                theirs_text(2),
                joins.to_string(),
                format!("{bake_seconds:.1}"),
                count.to_string(),
                run.watch.trunk_collisions.to_string(),
                run.watch.limb_collisions.to_string(),
                format!("{:.1}", run.limbs_a_minute_and_hundred()),
                run.watch.meant.iter().sum::<usize>().to_string(),
                wishes.map_or("–".to_string(), |share| format!("{:.0}", 100.0 * share)),
                format!("{:.1}", run.watch.slide()),
                run.watch.jumps.to_string(),
                run.again.map_or("–".to_string(), |again| format!("{again:.0}")),
            ]);
            let [both, one, spatial] = bake.book.joins.counts();
            let bent = bake.book.joins.gained_by_bending(&acts, &bake.book.patches, BENT);
            scenes.insert(
                show.name().to_string(),
                json!({
                    "fps": run.fps, "actions": own, "patches": bake.book.patches.len(),
                    "joins": { "both": both, "one": one, "spatial": spatial, "both_gained_by_bending": bent },
                    "bake_seconds": bake_seconds, "people": count,
                    "trunk_collisions": run.watch.trunk_collisions,
                    "limb_collisions": run.watch.limb_collisions,
                    "meant": { "trunks": run.watch.meant[0], "limbs": run.watch.meant[1] },
                    "wishes_met": wishes, "slide_cm_s": run.watch.slide(), "jumps": run.watch.jumps, "pops": run.watch.pops.len(),
                    "encounters": run.encounters, "fallen_over": run.toppled, "choices_a_second": run.choices, "seconds": seconds,
                    "repeats_after_seconds": run.again, "composing_ms_a_patch": run.composing_ms,
                    "limb_collisions_a_minute_and_hundred": run.limbs_a_minute_and_hundred(),
                    "begun_bent": run.bent, "entered": run.entered, "left": run.left,
                    "unbent": unbent.map(|own| json!({ "encounters": own.encounters, "slide_cm_s": own.watch.slide() })),
                    "filled": run.filled, "unfulfilled": bake.unfulfilled,
                    "authors": theirs.map(|[fps, actions, patches]| json!({"fps": fps, "actions": actions, "patches": patches})),
                }),
            );
        }
        if let (true, Some(error)) = (table.rows.is_empty(), missing) {
            return Err(error.into());
        }
        table.notes.push(
            "Collisions are deeper than 5 cm for over 0.1 s; those of two who are meant to touch just then are counted apart, as meant. Again: until the same patch is seen within \
             10 m, in the mean. The authors' figures: a Pentium 4 at 3 GHz, drawing left out."
                .to_string(),
        );
        Ok(Report { json: json!({ "scenes": scenes }), sections: vec![table], plots: Vec::new() })
    }
}

/// The takes of some shows; all, if there are none of them: recordings of people are called otherwise.
fn only(repertoire: &Repertoire, shows: &[&str]) -> Repertoire {
    let is_of = |name: &str| shows.iter().any(|show| name.starts_with(show));
    let own = repertoire.takes.iter().filter(|take| is_of(&take.clip.name)).cloned().collect::<Vec<_>>();
    let takes = if own.is_empty() { repertoire.takes.clone() } else { own };
    Repertoire { takes, ..repertoire.clone() }
}

/// How many different acts the patches use.
fn used_acts(bake: &Bake) -> usize {
    let turns = bake.book.patches.iter().flat_map(|patch| patch.turns.iter().flatten());
    turns.map(|turn| turn.act).collect::<std::collections::BTreeSet<u32>>().len()
}

#[derive(Clone, Copy)]
struct Load {
    seconds: f32,
    people: usize,
    seed: u64,
    /// How far patches are bent in fights; none for as the scenes have it.
    bends: Option<[f32; 2]>,
}

struct Run {
    fps: f64,
    watch: Watch,
    wishes: Option<[u32; 2]>,
    encounters: u32,
    toppled: u32,
    bent: u32,
    entered: u32,
    left: u32,
    choices: f64,
    again: Option<f64>,
    composing_ms: Option<f64>,
    filled: Option<f32>,
}

impl Run {
    fn limbs_a_minute_and_hundred(&self) -> f64 {
        self.watch.limb_collisions as f64 / (self.watch.person_seconds / 6000.0).max(1e-9)
    }
}

/// Runs a scene, with a player who wishes for something else every three seconds, or six in football, where there is one.
fn play(
    rig: &Arc<Rig>,
    acts: &Arc<Acts>,
    bake: &Bake,
    show: Show,
    load: Load,
    meter: &dyn Meter,
) -> Result<Run, Failure> {
    let mut stage = Stage::new(Settings::default(), load.seed)?;
    let (mut composing_ms, mut filled, mut plan_of) = (None, None, None);
    let book = Arc::new(bake.book.clone());
    let directed = match (load.bends, show.manner()) {
        (Some(bends), Some(manner)) => {
            let settings = MeleeSettings { bends, ..MeleeSettings::of(manner) };
            Some(SharedDirector::new(Melee::new(acts.clone(), book, settings)))
        }
        _ => show.directed(acts, &book),
    };
    let director = match directed {
        Some(director) => director,
        None => {
            let bitmap = Bitmap::of_text("FOOT/WORK", 1.8)?;
            let began = meter.seconds();
            let settings = PlanSettings { people: load.people, ..PlanSettings::default() };
            let plan = compose(acts, &bake.book, &bitmap, &settings);
            composing_ms = Some(1e3 * (meter.seconds() - began) / plan.considered.max(1) as f64);
            filled = Some(plan.filled);
            let plan = Arc::new(plan);
            plan_of = Some(plan.clone());
            SharedDirector::new(Dominoes::new(acts, plan, Some(2.0)))
        }
    };
    let director = stage.add_shared_director(director);
    let number = stage.add_rig(rig.clone());
    line_up(&mut stage, number, director, show, load.people)?;
    for prop in show.props(load.people) {
        stage.add_prop(prop)?;
    }
    let (mut watch, mut busy) = (Watch::default(), 0.0);
    let mut repeats = Repeats::default();
    let ticks = (load.seconds * 60.0) as u64;
    for tick in 0..ticks {
        // Tacklers come every few seconds, enemies are there.
        let every = if show == Show::Football { 360 } else { 180 };
        if matches!(show, Show::OneAgainstMany | Show::Football) && tick % every == 0 {
            let to = footwork_stage::ActorId(0);
            let wish = (tick / every % 4) as u8;
            for button in 0..4 {
                stage.cue(Cue { tick, to, ask: Ask::Button { button, down: button == wish } })?;
            }
        }
        let began = meter.seconds();
        stage.step();
        busy += meter.seconds() - began;
        watch.look_at(&stage, &|a, b| is_meant(a, b, plan_of.as_deref(), &bake.book, acts, tick));
        repeats.look(&stage, tick);
    }
    let memory = stage.view().director_memory::<MeleeMemory>(director).copied();
    let members = stage.view().actors().filter_map(|actor| actor.memory::<FighterMemory>().copied());
    let encounters = members.map(|own| own.met).sum::<u32>() / 2;
    let startled = stage.view().director_memory::<RatMemory>(director).copied();
    let passed = stage.view().director_memory::<LuggageMemory>(director).copied();
    let tackled = stage.view().director_memory::<FootballMemory>(director).copied();
    let encounters = encounters
        + startled.map_or(0, |memory| memory.bumps)
        + passed.map_or(0, |memory| memory.passed)
        + tackled.map_or(0, |memory| memory.chosen);
    let wished = memory.map(|memory| [memory.met, memory.wished]);
    let wished = wished.or(tackled.map(|memory| [memory.met, memory.wished]));
    Ok(Run {
        fps: ticks as f64 / f64::max(busy, 1e-9),
        watch,
        wishes: wished.filter(|[_, wished]| *wished > 0),
        encounters,
        toppled: memory.map_or(0, |memory| memory.toppled),
        bent: memory.map_or(0, |memory| memory.bent),
        entered: memory.map_or(0, |memory| memory.entered),
        left: memory.map_or(0, |memory| memory.left),
        choices: f64::from(
            memory.map_or(0, |own| own.chosen)
                + startled.map_or(0, |own| own.chosen)
                + passed.map_or(0, |own| own.chosen)
                + tackled.map_or(0, |own| own.chosen),
        ) / f64::from(load.seconds),
        again: repeats.mean(),
        composing_ms,
        filled,
    })
}

/// Frames before and after two meet in a patch in which they may touch.
const AROUND: [i64; 2] = [12, 36];

/// Whether two are meant to touch: who falls in dominoes and who falls onto him; two of a patch about the moment in which they meet.
pub fn is_meant(
    a: &ActorView<'_>,
    b: &ActorView<'_>,
    plan: Option<&Plan>,
    book: &PatchBook,
    acts: &Acts,
    tick: u64,
) -> bool {
    if let (Some(plan), Some(own)) = (plan, a.memory::<FallerMemory>()) {
        let after = plan.people.get(a.id().0 as usize).and_then(|person| person.after);
        let falls = b.memory::<FallerMemory>().is_some_and(Dominoes::is_hit);
        return after == Some(b.id().0 as usize) && (Dominoes::is_hit(own) || falls);
    }
    if let (Some(own), Some(other)) = (a.memory::<PorterMemory>(), b.memory::<PorterMemory>()) {
        // Hands that hold one box.
        let plays = [own, other].iter().all(|own| luggage::State::of(own.state) == luggage::State::Plays);
        return plays && own.patch == other.patch && own.starts == other.starts;
    }
    if let (Some(own), Some(other)) = (a.memory::<PersonMemory>(), b.memory::<PersonMemory>()) {
        // One jumps aside, and into the other, who answers.
        let since = tick as i64 - other.starts as i64;
        return rat::State::of(own.state) == rat::State::Jumps
            && matches!(rat::State::of(other.state), rat::State::Waits | rat::State::Bumped)
            && (-AROUND[0]..=AROUND[1]).contains(&since);
    }
    let Some(own) = a.memory::<FighterMemory>().filter(|own| own.patch > 0) else { return false };
    let Some(patch) = book.patches.get(own.patch as usize - 1) else { return false };
    let frame = ((tick as f32 - own.starts as f32) * acts.tables.rate / 60.0) as i64;
    // Every blow that lands, and not only the first.
    let touches = patch.turns.iter().flatten().filter_map(|turn| turn.touch).map(|touch| touch.at);
    let mut meets = touches.chain([patch.meets]).map(i64::from);
    own.partner == b.id().0 + 1 && meets.any(|meets| (meets - AROUND[0]..=meets + AROUND[1]).contains(&frame))
}

/// How long until the same patch is seen again nearby.
#[derive(Default)]
struct Repeats {
    /// Of each patch: when and where it began.
    seen: BTreeMap<u32, Vec<(u64, Vec3)>>,
    known: BTreeMap<u32, u64>,
    gaps: Vec<f64>,
}

impl Repeats {
    fn look(&mut self, stage: &Stage, tick: u64) {
        for actor in stage.view().actors() {
            let Some(own) = actor.memory::<FighterMemory>() else { return };
            let is_first = own.role == 0 && own.patch > 0 && own.turns > 0;
            if !is_first || self.known.get(&actor.id().0) == Some(&own.starts) {
                continue;
            }
            self.known.insert(actor.id().0, own.starts);
            let here = actor.frame().translation;
            let places = self.seen.entry(own.patch).or_default();
            let last = places.iter().rev().find(|(_, place)| place.distance(here) < AGAIN);
            self.gaps.extend(last.map(|(when, _)| (tick - when) as f64 / 60.0));
            places.push((tick, here));
        }
    }

    fn mean(&self) -> Option<f64> {
        (!self.gaps.is_empty()).then(|| self.gaps.iter().sum::<f64>() / self.gaps.len() as f64)
    }
}

/// Puts people where the scenes do.
fn line_up(
    stage: &mut Stage,
    rig: footwork_stage::RigId,
    director: DirectorId,
    show: Show,
    people: usize,
) -> Result<(), Failure> {
    let half = people.div_ceil(2);
    let columns = (half as f32).sqrt().ceil() as usize * 2;
    for number in 0..people {
        let back = std::f32::consts::PI;
        let (x, z, heading) = match show {
            Show::TwoFightOn => {
                let side = (number % 2) as f32 - 0.5;
                (0.0, 1.4 * side, if side < 0.0 { 0.0 } else { back })
            }
            Show::OneAgainstMany if number == 0 => (0.0, 0.0, 0.0),
            Show::OneAgainstMany => {
                let (angle, far) = (number as f32 * 2.4, 2.2 + 0.12 * number as f32);
                (far * libm::sinf(angle), far * libm::cosf(angle), angle + back)
            }
            Show::Battle => {
                let (own, side) = (number % half, if number < half { -1.0 } else { 1.0 });
                let (column, row) = ((own % columns) as f32, (own / columns) as f32);
                let turn = if side < 0.0 { 0.0 } else { back };
                (1.3 * (column - 0.5 * columns as f32), side * (1.0 + 1.3 * row), turn)
            }
            Show::Dominoes => ((number % 32) as f32, (number / 32) as f32, 0.0),
            Show::Luggage | Show::Football => (number as f32, 0.0, 0.0),
            Show::Rat => (0.95 * (number % 6) as f32, 0.95 * (number / 6) as f32, 0.0),
        };
        let at = Transform::new(yaw(heading), Vec3::new(x, 0.0, z));
        let actor = stage.add_actor(rig, None, at)?;
        stage.set_director(actor, director, true)?;
    }
    Ok(())
}
