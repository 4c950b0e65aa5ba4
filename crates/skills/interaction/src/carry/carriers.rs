//! The director of carriers: one decision for two, looked up when somebody's action ends.
//!
//! Paper: Shum 2010, sec. 5.5.2. What is asked for is a player's, by the stick of either of the two as the first of them sees
//! it, or a script's ([`balls`]). In a state of the graph the choice is looked up. What was looked up is played once where
//! the two really are; where that would let the box slip, or where there is no such state (sec. 7.2.3), everything that can
//! follow is played, and what is then best by eq. 5.3 and the nearest state's value is taken. How often which of them
//! decided is counted.

pub mod balls;
mod choose;
pub mod grasp;
mod memory;
mod overlay;
mod wish;

use std::sync::Arc;

use footwork_motion::Rng;
use footwork_motion::ground::{Place, yaw};
use footwork_motion::{Role, Transform};
use footwork_stage::{
    ActorView, Ask, Director, Gaze, Happening, Move, Overlay, Placement, PoseSource, Prop, Rig, StageView,
    Troupe,
};
use glam::{Vec2, Vec3};

use super::graph::CarryGraph;
use super::pair::{Carrier, Hauling, Pair};
use super::plans::{Plans, WeightError, Weights};
use super::steps::Steps;
use grasp::{BoxPlace, Grasp, box_of, fits, put};
pub use memory::{BALLS, BallMemory, CarrierMemory, CarryMemory, Holds, PAIRS, PairMemory};

/// Who says where two go whom nobody plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Steering {
    /// A script that gets out of the way of balls.
    #[default]
    Avoid,
    /// Nobody: they stand.
    Stand,
}

/// How carriers are directed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CarrierSettings {
    /// Who says where two go whom nobody plays.
    pub steering: Steering,
    /// Whether the stage's balls are rolled at them.
    pub balls: bool,
    /// By eq. 5.1: a state that is further away says nothing about two.
    pub nearest: f32,
    /// The same for what something leads to that is played out.
    pub leaf: f32,
    /// m/s. Across the line between them both are led by this at most, so that they go where they should.
    pub aside: f32,
    /// What counts how much.
    pub weights: Weights,
}

impl Default for CarrierSettings {
    fn default() -> CarrierSettings {
        CarrierSettings {
            steering: Steering::Avoid,
            balls: false,
            nearest: 1.2,
            leaf: 2.5,
            aside: 0.22,
            weights: Weights::default(),
        }
    }
}

/// m. Two who are further from where they should be do not take hold of a box yet.
const TOGETHER: f32 = 0.15;

/// Decides for pairs of carriers: the first and the second of the troupe, the third and the fourth, and so on.
pub struct Carriers {
    steps: Arc<Steps>,
    carry: Arc<CarryGraph>,
    plans: Arc<Plans>,
    grasp: Grasp,
    settings: CarrierSettings,
}

impl Carriers {
    /// Solves the graph for every direction: a moment. They go as fast as the slowest direction is recorded.
    pub fn new(
        rig: &Rig,
        steps: Arc<Steps>,
        carry: Arc<CarryGraph>,
        settings: CarrierSettings,
    ) -> Result<Carriers, WeightError> {
        let weights = Weights { speed: steps.speed(), ..settings.weights };
        let plans = Arc::new(Plans::new(&carry, weights)?);
        Ok(Carriers::solved(rig, steps, carry, plans, settings))
    }

    /// With plans that were made before.
    pub fn solved(
        rig: &Rig,
        steps: Arc<Steps>,
        carry: Arc<CarryGraph>,
        plans: Arc<Plans>,
        settings: CarrierSettings,
    ) -> Carriers {
        let grasp = Grasp::new(rig, &steps);
        Carriers { steps, carry, plans, grasp, settings }
    }

    /// What they go by.
    pub fn plans(&self) -> &Arc<Plans> {
        &self.plans
    }

    /// The two in the tables' world.
    pub fn hauling(&self) -> Hauling<'_> {
        Hauling { steps: &self.steps, apart: self.carry.apart, holding: self.carry.holding }
    }

    /// How bodies hold a box.
    pub fn grasp(&self) -> &Grasp {
        &self.grasp
    }

    /// What somebody plays, as the tables know it. Now is 0.
    fn carrier(&self, memory: &CarrierMemory, me: ActorView<'_>) -> Carrier {
        let hauling = self.hauling();
        let piece = memory.piece.saturating_sub(1).min(self.steps.going.len() as u32 - 1) as u16;
        let frames = hauling.frames(piece);
        // Where his piece begins, and not his move, which may have begun in its middle.
        let segment = self.steps.tables.segment(&self.steps.tables.pieces[usize::from(piece)]);
        let into = ((me.time() - segment.first) * f64::from(self.steps.tables.rate)).round() as i32;
        let into = if memory.piece == 0 { frames } else { into.clamp(0, frames) };
        let plain = Carrier { led: memory.led, ..hauling.at(piece, into, Place::HERE) };
        let now = hauling.body(&plain, 0);
        Carrier { from: Place::new(me.frame()).then(&now.inverse()).then(&plain.from), ..plain }
    }

    /// Sees to two in one step.
    fn attend(
        &self,
        memory: &mut PairMemory,
        troupe: &mut Troupe<'_, CarrierMemory>,
        number: usize,
        others: &[Vec2],
        stage: &StageView<'_>,
    ) {
        let at = [2 * number, 2 * number + 1];
        let [Some(a), Some(b)] = at.map(|at| troupe.view(at)) else { return };
        let views = [a, b];
        if views.iter().any(ActorView::is_new) {
            if views.iter().all(ActorView::is_new) {
                self.begin(memory, troupe, number, [a, b], stage);
            }
            return;
        }
        let places = views.map(|me| Place::new(me.frame()));
        let [here, there] = [&places[0], &places[1]];
        let wish = self.asked(memory, &views, [here, there], others, stage);
        memory.wish = wish.number() as u32;
        let held = self.hold(memory, troupe, number, &views, [here, there], stage);
        // One after the other: who chooses second sees what the first has chosen.
        for _ in 0..2 {
            let Some((carriers, needs)) = self.carriers(troupe, at, &places) else { return };
            let Some(who) = (0..2).find(|who| needs[*who]) else { break };
            let mut pair = Pair { carriers, now: 0 };
            // Whoever needs something chooses now, whatever a rounded frame says of the other one.
            let chooser = &mut pair.carriers[who];
            chooser.begun = chooser.begun.min(-self.hauling().frames(chooser.piece));
            let Some(mut member) = troupe.member(at[who]) else { return };
            self.order(&mut member, &pair, who, wish, views[1 - who], held.as_ref());
        }
        if Carriers::feels(stage.tick(), number) && held.is_some() {
            let Some((carriers, _)) = self.carriers(troupe, at, &places) else { return };
            let mut pair = Pair { carriers, now: 0 };
            for who in 0..2 {
                let Some(mut member) = troupe.member(at[who]) else { return };
                if member.memory.piece & BEGUN == 0
                    && let Some(led) = self.feel(&mut member, &pair, who, wish, views[1 - who], held.as_ref())
                {
                    pair.carriers[who] = led;
                }
            }
        }
        for (who, at) in at.into_iter().enumerate() {
            let Some(mut member) = troupe.member(at) else { return };
            let begun = member.memory.piece & BEGUN != 0;
            member.memory.piece &= !BEGUN;
            let pushed =
                member.events().iter().any(|event| matches!(event.happening, Happening::Pushed { .. }));
            if let (Some(place), false) = (&held, pushed) {
                let lean = self.grasp.leans(member.view(), place, stage.step());
                member.give_way(lean);
            }
            if let (Some(place), false) = (&held, begun) {
                for (number, reach) in
                    self.grasp.reaches(place, who == 1, self.carry.apart).into_iter().flatten().enumerate()
                {
                    member.redirect(number, reach.point);
                }
            }
        }
    }

    /// Both as the tables know them, and who needs something to do.
    fn carriers(
        &self,
        troupe: &mut Troupe<'_, CarrierMemory>,
        at: [usize; 2],
        places: &[Place; 2],
    ) -> Option<([Carrier; 2], [bool; 2])> {
        let mut carriers = [Carrier { from: Place::HERE, led: [0.0; 3], begun: 0, piece: 0 }; 2];
        let mut needs = [false; 2];
        for who in 0..2 {
            let member = troupe.member(at[who])?;
            let begun = member.memory.piece & BEGUN != 0;
            let own = CarrierMemory { piece: member.memory.piece & !BEGUN, ..*member.memory };
            needs[who] = member.needs_move() && !begun;
            let piece = own.piece.saturating_sub(1) as u16;
            carriers[who] = match begun {
                // He begins in this step.
                true => Carrier { from: places[who], led: own.led, begun: 0, piece },
                false => self.carrier(&own, member.view()),
            };
        }
        Some((carriers, needs))
    }

    /// Two who are new are put face to face, at the right distance, about where they are.
    fn begin(
        &self,
        memory: &mut PairMemory,
        troupe: &mut Troupe<'_, CarrierMemory>,
        number: usize,
        views: [ActorView<'_>; 2],
        stage: &StageView<'_>,
    ) {
        let at = views.map(|me| me.frame().translation.with_y(0.0));
        let middle = 0.5 * (at[0] + at[1]);
        let usual = views[0].frame().rotation * Vec3::Z;
        let line = (at[1] - at[0]).try_normalize().unwrap_or(usual.with_y(0.0).normalize_or(Vec3::Z));
        let heading = footwork_motion::ground::heading(line);
        (memory.home, memory.settled) = ([middle.x, middle.z], 1);
        let places = [0.0, 1.0_f32].map(|who| {
            let turned = yaw(heading + who * std::f32::consts::PI);
            Place::new(Transform::new(turned, middle + line * ((who - 0.5) * self.carry.apart)))
        });
        let held = box_of(stage.props(), number).filter(|(_, size)| fits(*size, self.carry.apart));
        let held = held.map(|(prop, size)| {
            self.grasp.take(memory, [&places[0], &places[1]], self.grasp.hips, size);
            memory.holds = 1;
            if let Some(mut member) = troupe.member(2 * number) {
                put(&mut member, prop, memory);
            }
            BoxPlace::of(memory, size)
        });
        for (who, wanted) in places.iter().enumerate() {
            let Some(mut member) = troupe.member(2 * number + who) else { return };
            // Nobody stands in step with the other one.
            let Some(piece) = self.steps.stands().nth(who).or_else(|| self.steps.stands().next()) else {
                return;
            };
            let own = &self.steps.tables.pieces[usize::from(piece)];
            let place = wanted.then(&self.steps.tables.ground(own.take, own.first).inverse());
            let mut order = Move::new(self.steps.tables.segment(own));
            order.place = Placement::At(placed(&place));
            self.put_hands(&mut order, who, held.as_ref());
            member.memory.piece = u32::from(piece) + 1;
            member.play(order.looking(Some(Gaze::Actor(views[1 - who].id()))));
        }
    }

    /// Where the box is to be in this step, if they hold one; asks for it.
    fn hold(
        &self,
        memory: &mut PairMemory,
        troupe: &mut Troupe<'_, CarrierMemory>,
        number: usize,
        views: &[ActorView<'_>; 2],
        places: [&Place; 2],
        stage: &StageView<'_>,
    ) -> Option<BoxPlace> {
        let found: Option<(&Prop, Vec3)> = box_of(stage.props(), number);
        let (prop, size) = found.filter(|(_, size)| fits(*size, self.carry.apart))?;
        let stands = views.iter().all(|me| me.pose_source() == PoseSource::Take && !me.is_down());
        let hips = 0.5 * views.iter().map(|me| high(*me)).sum::<f32>();
        match Holds::of(memory.holds) {
            Holds::NotYet => {
                let far = (places[0].distance(places[1]) - self.carry.apart).abs();
                if !stands || far > TOGETHER {
                    return None;
                }
                self.grasp.take(memory, places, hips, size);
                memory.holds = 1;
            }
            Holds::Carry if !stands => {
                memory.holds = 2;
                let mut member = troupe.member(2 * number)?;
                member.ask(Ask::Throw { prop: prop.id, velocity: Vec3::from_array(memory.velocity) });
                return None;
            }
            Holds::Carry => self.grasp.follow(memory, places, hips, size, stage.step()),
            Holds::Dropped => return None,
        }
        let mut member = troupe.member(2 * number)?;
        put(&mut member, prop, memory);
        Some(BoxPlace::of(memory, size))
    }
}

/// In a carrier's memory, within a step: he begins his piece in it.
const BEGUN: u32 = 1 << 31;

/// A place on the ground as the stage has it.
fn placed(place: &Place) -> Transform {
    Transform::new(yaw(libm::atan2f(place.sin, place.cos)), Vec3::new(place.x, 0.0, place.z))
}

/// m, how high somebody's hips are.
fn high(me: ActorView<'_>) -> f32 {
    me.rig().skeleton().site(Role::Hips).map_or(0.0, |site| site.position(me.world()).y)
}

impl Director for Carriers {
    type Memory = CarryMemory;
    type Member = CarrierMemory;

    fn direct(
        &self,
        memory: &mut CarryMemory,
        troupe: &mut Troupe<'_, CarrierMemory>,
        stage: &StageView<'_>,
        rng: &mut Rng,
    ) {
        let pairs = (troupe.len() / 2).min(PAIRS);
        let mut middles: [Option<Vec2>; PAIRS] = [None; PAIRS];
        for (pair, middle) in middles.iter_mut().enumerate().take(pairs) {
            let [Some(a), Some(b)] = [2 * pair, 2 * pair + 1].map(|at| troupe.view(at)) else { continue };
            let sum = a.frame().translation + b.frame().translation;
            *middle = Some(0.5 * Vec2::new(sum.x, sum.z));
        }
        for at in 0..2 * pairs {
            let Some(mut member) = troupe.member(at) else { continue };
            let (mut hit, mut pushed) = (false, false);
            for event in member.events() {
                pushed |= matches!(event.happening, Happening::Pushed { .. });
                if let Happening::PropHit(struck) = event.happening {
                    hit = true;
                    member.memory.hit = member.memory.hit.saturating_add(1);
                    balls::count(memory, at / 2, struck.prop, stage);
                }
            }
            if hit && !pushed {
                // Half a kilogram at the shins moves nobody who carries something.
                member.ignore_pushes();
            }
        }
        for pair in 0..pairs {
            let mut others = [Vec2::ZERO; PAIRS];
            let mut count = 0;
            for (at, middle) in middles.iter().enumerate() {
                if let Some(middle) = middle.filter(|_| at != pair) {
                    others[count] = middle;
                    count += 1;
                }
            }
            let mut own = memory.pairs[pair];
            self.attend(&mut own, troupe, pair, &others[..count], stage);
            memory.pairs[pair] = own;
        }
        if self.settings.balls {
            balls::roll(memory, troupe, stage, &middles, rng);
        }
    }

    fn overlay(
        &self,
        memory: &CarryMemory,
        member: &CarrierMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
    ) -> Overlay {
        self.show(memory, member, me, stage)
    }
}
