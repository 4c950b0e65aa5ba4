//! A rat: people who stand about jump aside as it comes near, and into each other.
//!
//! Paper: Shum 2010, sec. 6.6.1.4: one pattern for the rat and who avoids it, another for those who bump. Departs from it: the rat is
//! a prop, carried along a path that is drawn while it runs (`rat/run.rs`); who it comes near to jumps from where he stands, and a
//! patch is laid over where two really stand (`rat/choose.rs`): what it says is which jump and which answer, and the moment at which
//! they meet is found anew. So the feet of nobody are moved, and a patch fits all that begin some decimetres and degrees away from it.

mod choose;
mod near;
mod room;
mod run;

use std::sync::Arc;

use bytemuck::{Pod, Zeroable};
use footwork_motion::ground::Place;
use footwork_stage::{
    ActorView, Ask, Director, Gaze, Happening, Member, Move, Overlay, Placement, PropId, PropKind, Rng,
    StageView, Troupe,
};
use glam::{Vec2, Vec3};

use crate::acts::{Acts, Nature};
use crate::coming::Coming;
use crate::dominoes::{segment, transform};
use crate::file::PatchBook;
use crate::patch::Start;
use crate::shape::Shape;
use crate::stride::Strides;
use near::{NOBODY, Neighbours};

/// Most patches whose use is remembered.
pub const PATCHES: usize = 6144;
/// Most points of a path that is drawn.
pub const DRAWN: usize = 32;

/// The button that whoever draws a path presses before its first point; `footwork_skill::NEW_PATH`, which is bake time.
const NEW_PATH: u8 = 8;
#[cfg(feature = "bake")]
const _: () = assert!(NEW_PATH == footwork_skill::NEW_PATH);

/// What somebody is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum State {
    /// Not there yet.
    New,
    /// Stands and talks.
    Stands,
    /// Jumps aside.
    Jumps,
    /// Stands, and is about to be bumped into.
    Waits,
    /// Staggers, or goes down.
    Bumped,
    /// On the floor.
    Lies,
    /// Gets up.
    Rises,
}

impl State {
    /// By its number.
    pub fn of(number: u32) -> State {
        use State::*;
        [New, Stands, Jumps, Waits, Bumped, Lies, Rises].get(number as usize).copied().unwrap_or(Stands)
    }
}

/// What is remembered of one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PersonMemory {
    /// When he is bumped into, or gets up: a tick.
    pub starts: u64,
    /// When he was last startled: a tick, plus one.
    pub startled: u64,
    /// m, on the ground: where he belongs.
    pub home: [f32; 2],
    /// What he is at, by its number.
    pub state: u32,
    /// The act that he answers with, and from which frame to which.
    pub act: u32,
    /// The same.
    pub first: u32,
    /// The same.
    pub end: u32,
    /// How often he has stood, for which rest comes next.
    pub stood: u32,
    /// How often he jumped, and was bumped into.
    pub jumped: u32,
    /// The same.
    pub bumped: u32,
    /// Nothing.
    pub spare: u32,
}

/// What is remembered of the whole.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct RatMemory {
    /// When each patch was last chosen, counted in choices, plus one.
    pub used: [u32; PATCHES],
    /// m, the path that is drawn.
    pub path: [[f32; 2]; DRAWN],
    /// How many points it has, and how many were reached.
    pub drawn: u32,
    /// The same.
    pub reached: u32,
    /// m, where the rat is.
    pub at: [f32; 2],
    /// rad, its heading, to the left from Z.
    pub heading: f32,
    /// Whom it runs for when no path is drawn, by his number plus one; and for how many ticks.
    pub after: u32,
    /// The same.
    pub chased: u32,
    /// Whether it is somewhere yet.
    pub begun: u32,
    /// How many choices were made: of them with a bump; and how often nothing was found.
    pub chosen: u32,
    /// The same.
    pub bumps: u32,
    /// The same.
    pub nothing: u32,
    /// m, how near it has come to the next point of the drawn path; 0 if it has not set out for it.
    pub nearest: f32,
}

/// Directs people about a rat.
pub struct Startle {
    acts: Arc<Acts>,
    book: Arc<PatchBook>,
    /// Acts of rest, and those in which somebody jumps aside.
    rests: Vec<u32>,
    jumps: Vec<u32>,
    /// Steps, for making way.
    strides: Strides,
    /// Of each patch: where the two begin.
    starts: Vec<Start>,
}

/// m. Who is nearer to the rat than this sees it; ticks: and not again so soon.
const SEES: f32 = 0.75;
const AGAIN: u64 = 150;
/// m. Who is nearer than this looks at it.
const LOOKS: f32 = 3.5;
/// Frames. Shorter rests are not worth a move.
const REST: u32 = 40;
/// m, rad: people do not stand in rows. As shares of the distance between two, and of a turn.
const SCATTER: f32 = 0.36;
/// Ticks. Who has no room to get up for so long is made room for; and between two looks for it.
const WAITS: u64 = 90;
const ASKS: u64 = 30;
/// Ticks between two looks of who stands for somebody who comes.
const SEES_COMING: u64 = 10;
/// s. How long somebody lies, and by how much more at most.
const LIES: [f32; 2] = [0.6, 1.2];

impl Startle {
    /// People who go by these patches.
    pub fn new(acts: Arc<Acts>, book: Arc<PatchBook>) -> Startle {
        let of = |fits: &dyn Fn(&crate::acts::Act) -> bool| -> Vec<u32> {
            (0..acts.all.len() as u32).filter(|act| fits(&acts.all[*act as usize])).collect()
        };
        let rests = of(&|act| act.nature == Nature::Rest && act.end - act.first >= REST);
        let jumps = of(&|act| act.is("startled"));
        let starts = book.patches.iter().take(PATCHES).map(|patch| patch.start(&acts)).collect();
        let strides = Strides::new(&acts, &|act| ["walk", "step", "turn"].iter().any(|word| act.is(word)));
        Startle { rests, jumps, strides, starts, acts, book }
    }

    /// The rat, if one is on the stage: the first ball.
    pub fn rat(stage: &StageView<'_>) -> Option<PropId> {
        stage.props().iter().find(|prop| matches!(prop.kind, PropKind::Ball { .. })).map(|prop| prop.id)
    }

    fn hear(memory: &mut RatMemory, member: &Member<'_, PersonMemory>) {
        for event in member.events() {
            match event.happening {
                Happening::Cue(Ask::Target(point)) => memory.draw(Vec2::new(point.x, point.z)),
                Happening::Cue(Ask::Button { button: 0 | NEW_PATH, down: true }) => {
                    (memory.drawn, memory.reached, memory.nearest) = (0, 0, 0.0);
                }
                _ => {}
            }
        }
    }

    /// Take and frame that somebody plays.
    fn now(&self, view: &ActorView<'_>) -> (u32, u32) {
        let frame = (view.time() * f64::from(self.acts.tables.rate)) as u32;
        (view.segment().take, frame)
    }

    /// What an act is played as.
    fn play(&self, act: u32, first: u32, end: u32) -> Move {
        let own = &self.acts.all[act as usize];
        Move { yields: true, ..Move::new(segment(self.acts.tables.rate, own.take, first, end)) }
    }

    /// Somebody stands: as the recording goes on if it does, or in the rest that looks most like now.
    fn rest(&self, member: &mut Member<'_, PersonMemory>, gaze: Option<Gaze>, near: &Neighbours) {
        let own = *member.memory;
        member.memory.stood = own.stood.wrapping_add(1);
        member.memory.state = State::Stands as u32;
        let view = member.view();
        if self.rests.is_empty() {
            return;
        }
        let (take, frame) = self.now(&view);
        let known = (take as usize) + 1 < self.acts.tables.starts.len() && !view.is_new();
        let (body, shown) = (Place::new(view.frame()), Shape::of(&view));
        // Some of all, another handful for everybody and every time.
        let from = view.id().0.wrapping_mul(7).wrapping_add(own.stood.wrapping_mul(5)) as usize;
        let some = (0..TRIED).map(|at| self.rests[(from + at * 3) % self.rests.len()]);
        let cost = |act: u32| {
            let rest = &self.acts.all[act as usize];
            let goes_on = rest.take == take && frame.abs_diff(rest.first) < 4;
            let seam =
                if !known || goes_on { 0.0 } else { self.acts.seam((take, frame), (rest.take, rest.first)) };
            let stands = Coming::begins(&self.acts, &body, rest.take, [rest.first, rest.end]);
            seam + INTO * self.stands_in((&stands, &shown), near)
        };
        let next = self.acts.all.iter().position(|act| act.take == take && act.first.abs_diff(frame) < 4);
        let next = next.map(|act| act as u32).filter(|act| known && self.rests.contains(act));
        let Some((_, act)) = some.chain(next).map(|act| (cost(act), act)).min_by(|a, b| a.0.total_cmp(&b.0))
        else {
            return;
        };
        let rest = &self.acts.all[act as usize];
        let mut order = self.play(act, rest.first, rest.end).looking(gaze);
        if view.is_new() {
            let body = Place { x: own.home[0], z: own.home[1], ..Place::new(view.frame()) };
            let (sin, cos) = libm::sincosf(std::f32::consts::TAU * unit(view.id().0, 3));
            let place = self.acts.placed(rest.take, rest.first, &Place { cos, sin, ..body });
            order.place = Placement::At(transform(&crate::patch::tidy(place)));
        }
        member.play(order);
    }

    /// Sees to one of them, whatever the rat does.
    fn attend(
        &self,
        member: &mut Member<'_, PersonMemory>,
        (gaze, may_rise, near): (Option<Gaze>, bool, &Neighbours),
        stage: &StageView<'_>,
        rng: &mut Rng,
    ) {
        let own = *member.memory;
        match State::of(own.state) {
            State::New => {
                let here = member.view().frame().translation;
                let scatter = [1, 2].map(|salt| SCATTER * (unit(member.view().id().0, salt) - 0.5));
                member.memory.home = [here.x + scatter[0], here.z + scatter[1]];
                self.rest(member, None, near);
            }
            State::Waits if stage.tick() >= own.starts => {
                member.memory.state = State::Bumped as u32;
                member.memory.bumped = own.bumped.wrapping_add(1);
                let order = self.play(own.act, own.first, own.end);
                member.play(order);
            }
            State::Bumped if member.needs_move() => {
                let Some(act) = self.acts.all.get(own.act as usize) else { return };
                match act.lies {
                    Some(_) => {
                        member.memory.state = State::Lies as u32;
                        let seconds = LIES[0] + LIES[1] * rng.unit();
                        member.memory.starts = stage.tick() + (seconds / stage.step()) as u64;
                        self.lie(member);
                    }
                    None => self.rest(member, gaze, near),
                }
            }
            State::Lies if stage.tick() >= own.starts && may_rise => {
                let lies = self.acts.all.get(own.act as usize).and_then(|act| act.lies);
                let Some([_, risen, up]) = lies else { return self.rest(member, gaze, near) };
                member.memory.state = State::Rises as u32;
                let order = self.play(own.act, risen, up);
                member.play(order);
            }
            State::Lies if member.needs_move() => self.lie(member),
            _ if member.needs_move() && State::of(own.state) == State::Waits => {
                self.rest(member, gaze, near);
                member.memory.state = State::Waits as u32;
            }
            _ if member.needs_move() => self.rest(member, gaze, near),
            _ => {}
        }
    }

    /// Somebody who lies still breathes.
    fn lie(&self, member: &mut Member<'_, PersonMemory>) {
        let act = member.memory.act;
        let Some([lies, risen, _]) = self.acts.all.get(act as usize).and_then(|act| act.lies) else { return };
        let frame = (member.view().time() * f64::from(self.acts.tables.rate)) as u32;
        let from = if (lies..risen.saturating_sub(1)).contains(&frame) { frame } else { lies };
        let order = self.play(act, from, risen).at_rate(0.15);
        member.play(order);
    }
}

/// m of seam for each metre that somebody would be too near to others' limbs: 2 cm are worse than any seam between two who stand.
const INTO: f32 = 40.0;
/// How many rests are looked at.
const TRIED: usize = 10;

/// From 0 to 1, of a number and a salt.
fn unit(number: u32, salt: u32) -> f32 {
    let mixed = (number.wrapping_add(salt.wrapping_mul(0x632b_e5ab))).wrapping_mul(0x9e37_79b9);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85eb_ca6b);
    ((mixed ^ mixed >> 13) >> 8) as f32 / (1 << 24) as f32
}

impl Director for Startle {
    type Memory = RatMemory;
    type Member = PersonMemory;

    fn direct(
        &self,
        memory: &mut RatMemory,
        troupe: &mut Troupe<'_, PersonMemory>,
        stage: &StageView<'_>,
        rng: &mut Rng,
    ) {
        let rat = Startle::rat(stage);
        // What is begun in a step is seen by others in the next one: so one at a time.
        let mut busy = false;
        for at in 0..troupe.len() {
            let Some(own) = troupe.member(at).map(|member| *member.memory) else { continue };
            let due = State::of(own.state) == State::Lies && stage.tick() >= own.starts && !busy;
            let lies = self.acts.all.get(own.act as usize).and_then(|act| Some((act.take, act.lies?)));
            let may_rise = due
                && lies.is_none_or(|(take, [_, risen, up])| {
                    let waited = stage.tick() - own.starts;
                    self.can_rise(troupe, at, (take, [risen, up]), (waited, stage))
                });
            busy |= may_rise;
            if let Some((take, [_, risen, up])) = lies.filter(|_| due && !may_rise)
                && stage.tick() > own.starts + WAITS
                && (stage.tick() + at as u64).is_multiple_of(ASKS)
            {
                self.make_way(troupe, at, (take, [risen, up]), stage);
                busy = true;
            }
            // Who stands in somebody, or sees him coming, does not wait until his rest is over.
            if State::of(own.state) == State::Stands
                && !busy
                && (stage.tick() + at as u64).is_multiple_of(SEES_COMING)
                && let Some(view) = troupe.view(at)
            {
                let mut near = NOBODY;
                self.neighbours(troupe, (at, &Place::new(view.frame())), stage, &mut near);
                let stands = troupe.member(at).and_then(|member| Coming::of_member(&self.acts, &member));
                let shown = Shape::of(&view);
                let from = self.is_in((&shown, &near)).or_else(|| self.will_be_in((&stands?, &shown), &near));
                if let Some(from) = from {
                    busy |= self.step_back(troupe, at, from, stage);
                }
            }
            let mut near = NOBODY;
            if let Some(member) = troupe.member(at)
                && member.needs_move()
                && !member.view().is_new()
            {
                let body = Place::new(member.view().frame());
                self.neighbours(troupe, (at, &body), stage, &mut near);
            }
            let Some(mut member) = troupe.member(at) else { continue };
            Startle::hear(memory, &member);
            let far = member.view().frame().translation.with_y(0.0);
            let far = Vec2::new(far.x - memory.at[0], far.z - memory.at[1]).length();
            let gaze = rat.filter(|_| memory.begun > 0 && far < LOOKS).map(Gaze::Prop);
            self.attend(&mut member, (gaze, may_rise, &near), stage, rng);
        }
        run::run(memory, troupe, stage, rng);
        if let (Some(prop), Some(mut member)) = (rat, troupe.member(0)) {
            let height = stage.props().iter().find(|own| own.id == prop).and_then(|own| own.radius());
            let to = Vec3::new(memory.at[0], height.unwrap_or(0.0), memory.at[1]);
            member.ask(Ask::Carry { prop, to });
        }
        for at in (0..troupe.len()).filter(|_| !busy) {
            let Some(member) = troupe.member(at) else { continue };
            let here = member.view().frame().translation;
            let own = *member.memory;
            let near = Vec2::new(here.x - memory.at[0], here.z - memory.at[1]).length() < SEES;
            let rested = own.startled == 0 || stage.tick() + 1 >= own.startled + AGAIN;
            if near && rested && State::of(own.state) == State::Stands {
                self.startle(memory, troupe, at, stage, rng);
                break;
            }
        }
    }

    fn overlay(&self, memory: &RatMemory, _: &PersonMemory, _: ActorView<'_>, _: &StageView<'_>) -> Overlay {
        let path = &memory.path[(memory.reached as usize).min(DRAWN)..(memory.drawn as usize).min(DRAWN)];
        let points = path.iter().map(|[x, z]| Vec3::new(*x, 0.02, *z)).collect();
        Overlay { points, ..Overlay::default() }
    }
}
