//! Plays a scene, and watches it.

use std::sync::Arc;

use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_skill::{Failure, Meter};
use footwork_stage::{
    ActorId, ActorView, Ask, Cue, DirectorId, Rig, RigId, Settings, SharedDirector, Stage, StageView,
};
use glam::Vec3;

use super::is_meant;
use super::repeats::Repeats;
use crate::acts::Acts;
use crate::bitmap::Bitmap;
use crate::dominoes::{Dominoes, FallerMemory, PlanSettings, compose};
use crate::file::PatchBook;
use crate::football::{self, FootballMemory, PlayerMemory};
use crate::luggage::{self, LuggageMemory, PorterMemory};
use crate::measure::Watch;
use crate::melee::memory::{self, FighterMemory, MeleeMemory};
use crate::melee::{Melee, MeleeSettings};
use crate::rat::{self, PersonMemory, RatMemory};
use crate::show::Show;

/// What is played, for how long and by how many.
#[derive(Clone, Copy)]
pub(super) struct Load {
    /// s
    pub seconds: f32,
    pub people: usize,
    /// Of the stage.
    pub seed: u64,
    /// How far patches are bent in fights; none for as the scenes have it.
    pub bends: Option<[f32; 2]>,
}

/// What was seen.
pub(super) struct Run {
    /// Steps in a second of the processor.
    pub fps: f64,
    pub watch: Watch,
    /// How many wishes were met, and how many there were.
    pub wishes: Option<[u32; 2]>,
    pub encounters: u32,
    pub toppled: u32,
    pub bent: u32,
    pub entered: u32,
    pub left: u32,
    /// Patches chosen as it goes, a second; none where all is planned before.
    pub choices: Option<f64>,
    pub repeats: Repeats,
    /// Most people in an encounter at once.
    pub at_once: usize,
    pub composing_ms: Option<f64>,
    pub filled: Option<f32>,
}

impl Run {
    pub fn limbs_a_minute_and_hundred(&self) -> f64 {
        self.watch.limb_collisions as f64 / (self.watch.person_seconds / 6000.0).max(1e-9)
    }
}

/// Ticks until the player wishes for something else; none where nobody is asked. Tacklers come every few seconds, enemies are there.
fn wishes(show: Show) -> Option<u64> {
    match show {
        Show::OneAgainstMany | Show::TwoFightOn => Some(180),
        Show::Football => Some(360),
        _ => None,
    }
}

/// Runs a scene, with a player who wishes for something else every few seconds where its user can.
pub(super) fn play(
    rig: &Arc<Rig>,
    acts: &Arc<Acts>,
    book: &Arc<PatchBook>,
    show: Show,
    load: Load,
    meter: &dyn Meter,
) -> Result<Run, Failure> {
    let mut stage = Stage::new(Settings::default(), load.seed)?;
    let (mut composing_ms, mut filled, mut plan) = (None, None, None);
    let directed = match (load.bends, show.manner()) {
        (Some(bends), Some(manner)) => {
            let settings = MeleeSettings { bends, ..MeleeSettings::of(manner) };
            Some(SharedDirector::new(Melee::new(acts.clone(), book.clone(), settings)))
        }
        _ => show.directed(acts, book),
    };
    let director = match directed {
        Some(director) => director,
        None => {
            let bitmap = Bitmap::of_text("FOOT/WORK", 1.8)?;
            let began = meter.busy_seconds();
            let settings = PlanSettings { people: load.people, ..PlanSettings::default() };
            let made = compose(acts, book, &bitmap, &settings);
            composing_ms = Some(1e3 * (meter.busy_seconds() - began) / made.considered.max(1) as f64);
            filled = Some(made.filled);
            let made = Arc::new(made);
            plan = Some(made.clone());
            SharedDirector::new(Dominoes::new(acts, made, Some(2.0)))
        }
    };
    let director = stage.add_shared_director(director);
    let number = stage.add_rig(rig.clone());
    line_up(&mut stage, number, director, show, load.people)?;
    for prop in show.props(load.people) {
        stage.add_prop(prop)?;
    }
    let (mut watch, mut repeats) = (Watch::default(), Repeats::default());
    let (mut busy, mut at_once) = (0.0, 0);
    let ticks = (load.seconds * 60.0) as u64;
    for tick in 0..ticks {
        if let Some(every) = wishes(show).filter(|every| tick.is_multiple_of(*every)) {
            let buttons = show.buttons().len() as u64;
            let wish = (tick / every % buttons.max(1)) as u8;
            for button in 0..buttons as u8 {
                let ask = Ask::Button { button, down: button == wish };
                stage.cue(Cue { tick, to: ActorId(0), ask })?;
            }
        }
        let began = meter.busy_seconds();
        stage.step();
        busy += meter.busy_seconds() - began;
        watch.look_at(&stage, &|a, b| is_meant(a, b, plan.as_deref(), book, acts, tick));
        repeats.look(&stage, director, plan.as_deref(), tick);
        at_once = at_once.max(stage.view().actors().filter(is_in_an_encounter).count());
    }
    let told = Told::of(&stage.view(), director);
    Ok(Run {
        fps: ticks as f64 / f64::max(busy, 1e-9),
        watch,
        wishes: told.wishes.filter(|[_, wished]| *wished > 0),
        encounters: told.encounters.unwrap_or(repeats.begun),
        toppled: told.melee[0],
        bent: told.melee[1],
        entered: told.melee[2],
        left: told.melee[3],
        choices: told.chosen.map(|chosen| f64::from(chosen) / f64::from(load.seconds)),
        repeats,
        at_once,
        composing_ms,
        filled,
    })
}

/// What a director remembers at the end.
#[derive(Default)]
struct Told {
    /// None where nobody remembers.
    encounters: Option<u32>,
    chosen: Option<u32>,
    wishes: Option<[u32; 2]>,
    /// In fights: fallen over, begun bent, came in, went out.
    melee: [u32; 4],
}

impl Told {
    fn of(view: &StageView<'_>, director: DirectorId) -> Told {
        if let Some(own) = view.director_memory::<MeleeMemory>(director) {
            let met = view.actors().filter_map(|actor| actor.memory::<FighterMemory>().map(|own| own.met));
            return Told {
                encounters: Some(met.sum::<u32>() / 2),
                chosen: Some(own.chosen),
                wishes: Some([own.met, own.wished]),
                melee: [own.toppled, own.bent, own.entered, own.left],
            };
        }
        if let Some(own) = view.director_memory::<RatMemory>(director) {
            return Told { encounters: Some(own.bumps), chosen: Some(own.chosen), ..Told::default() };
        }
        if let Some(own) = view.director_memory::<LuggageMemory>(director) {
            return Told { encounters: Some(own.passed), chosen: Some(own.chosen), ..Told::default() };
        }
        if let Some(own) = view.director_memory::<FootballMemory>(director) {
            let wishes = Some([own.met, own.wished]);
            return Told {
                encounters: Some(own.chosen),
                chosen: Some(own.chosen),
                wishes,
                ..Told::default()
            };
        }
        Told::default()
    }
}

/// Whether somebody does what a patch says just now.
fn is_in_an_encounter(actor: &ActorView<'_>) -> bool {
    let fights =
        actor.memory::<FighterMemory>().map(|own| memory::State::of(own.state) == memory::State::Plays);
    let carries =
        actor.memory::<PorterMemory>().map(|own| luggage::State::of(own.state) == luggage::State::Plays);
    let jumps = actor.memory::<PersonMemory>().map(|own| {
        matches!(rat::State::of(own.state), rat::State::Jumps | rat::State::Waits | rat::State::Bumped)
    });
    let tackles = actor.memory::<PlayerMemory>().map(|own| {
        matches!(football::State::of(own.state), football::State::Avoids | football::State::Tackles)
    });
    let falls = actor.memory::<FallerMemory>().map(Dominoes::is_hit);
    fights.or(carries).or(jumps).or(tackles).or(falls).unwrap_or(false)
}

/// Puts people where the scenes do.
fn line_up(
    stage: &mut Stage,
    rig: RigId,
    director: DirectorId,
    show: Show,
    people: usize,
) -> Result<(), Failure> {
    let half = people.div_ceil(2);
    let columns = 2 * ((half as f32 / 32.0).sqrt().ceil() as usize).max(1);
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
                // Companies of sixteen, those of both sides by turns as on a chessboard.
                let (own, side) = (number % half, number / half);
                let (company, place) = (own / 16, own % 16);
                let row = 2 * company / columns;
                let column = 2 * company % columns + (row + side) % 2;
                let at = |cell: usize, place: usize| {
                    10.2 * cell as f32 + 2.4 * place as f32 - 5.1 * columns as f32
                };
                (at(column, place % 4), at(row, place / 4), if side == 0 { 0.0 } else { back })
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
