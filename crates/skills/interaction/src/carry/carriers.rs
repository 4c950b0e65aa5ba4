//! The director of carriers: one decision for two, looked up when somebody's action ends.
//!
//! Paper: Shum 2010, sec. 5.5.2. What is asked for is a player's, by the stick of either of the two as the first of them sees
//! it, or a script's ([`balls`]). In a state of the graph the choice is looked up. What was looked up is played once where
//! the two really are; where that would let the box slip, or where there is no such state (sec. 7.2.3), everything that can
//! follow is played, and what is then best by eq. 5.3 and the nearest state's value is taken. How often which of them
//! decided is counted.

pub mod balls;
pub mod grasp;
mod memory;
mod overlay;

use std::sync::Arc;

use footwork_motion::Rng;
use footwork_motion::ground::{Place, yaw};
use footwork_motion::{Role, Transform};
use footwork_plan::explicit::OTHER;
use footwork_stage::{
    ActorView, Ask, Director, Gaze, Happening, Lead, Member, Move, Overlay, Placement, PoseSource, Prop, Rig,
    StageView, Troupe,
};
use glam::{Vec2, Vec3};

use super::graph::CarryGraph;
use super::pair::{Carrier, Hauling, Pair};
use super::plans::{Plans, WeightError, Weights, Wish};
use super::steps::Steps;
use balls::Seen;
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

/// A stick that is moved less than this is at rest.
const REST: f32 = 0.3;
/// s. Who has not moved a stick for so long plays no more.
const PLAYS: f32 = 5.0;
/// s, between two looks of the script.
const LOOKS: f32 = 0.1;
/// The least that a body is led with: nothing of what leads it is lost.
const LEAST: f32 = 0.05;
/// What a choice that lets the box slip costs, for as far as it may: of those that do, the one that does least is taken; and one that leads to nothing known, beside the worst that is known.
const SLIPS: f32 = 4.0;
const UNKNOWN: f32 = 1.0;
/// The least share of the speed across the line that two go with who hardly get on along it.
const SLOWEST: f32 = 0.8;
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
        let segment = me.segment();
        let into = ((me.time() - segment.first) * f64::from(self.steps.tables.rate)).round() as i32;
        let into = if memory.piece == 0 { frames } else { into.clamp(0, frames) };
        let plain = Carrier { led: memory.led, ..hauling.at(piece, into, Place::HERE) };
        let now = hauling.body(&plain, 0);
        Carrier { from: Place::new(me.frame()).then(&now.inverse()).then(&plain.from), ..plain }
    }

    /// What is best for whoever has to choose, and whether that was looked up.
    pub fn choose(&self, pair: &Pair, wish: Wish) -> Option<(u16, bool)> {
        let hauling = self.hauling();
        let (state, swapped) = hauling.state(pair);
        let wish = if swapped { wish.turned() } else { wish };
        let graph = &self.carry.graph;
        let ways = self.steps.tables.ways_of(state.own);
        let found = graph.nearest(&state).filter(|(_, far)| *far <= self.settings.nearest);
        if let Some((state, _)) = found
            && let Some(number) = self.plans.best(state, wish)
        {
            let piece = graph.edges_of(state)[number].piece;
            let way = ways.iter().find(|way| way.piece == piece);
            if way.is_some_and(|way| hauling.play(pair, way.piece, way.cost).2 <= 1.0) {
                return Some((piece, true));
            }
        }
        let mut best: Option<(f32, u16)> = None;
        for way in ways {
            let (after, haul, slipped) = hauling.play(pair, way.piece, way.cost);
            let (next, other) = hauling.state(&after);
            let other = if other != swapped { OTHER } else { 0 };
            let leaf = graph.nearest(&next).filter(|(_, far)| *far <= self.settings.leaf);
            let later = match leaf {
                Some((to, far)) => self.plans.value(to | other, wish) - UNKNOWN * (far - 1.0).max(0.0),
                None => self.plans.usual(wish) - UNKNOWN,
            };
            let weights = &self.plans.weights;
            let worth = weights.reward(&haul, wish) + weights.discount(haul.hauled().seconds) * later
                - if slipped <= 1.0 { 0.0 } else { SLIPS * slipped };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, way.piece));
            }
        }
        best.map(|(_, piece)| (piece, false))
    }

    /// What is asked of two, seen from the first of them.
    fn asked(
        &self,
        memory: &mut PairMemory,
        views: &[ActorView<'_>; 2],
        places: [&Place; 2],
        others: &[Vec2],
        stage: &StageView<'_>,
    ) -> Wish {
        let now = Wish::ALL[(memory.wish as usize).min(Wish::COUNT - 1)];
        let sticks = views.map(|me| {
            let controls = me.controls();
            stick(controls.stick, controls.look)
        });
        // Whoever of the two is played is heard; what he sees ahead, the first sees so, too.
        if let Some(wish) = sticks[0].or(sticks[1].map(Wish::turned)) {
            memory.played = 1;
            return wish;
        }
        if memory.played > 0 {
            memory.played = memory.played.saturating_add(1);
            if memory.played as f32 * stage.step() < PLAYS {
                return Wish::Stand;
            }
            memory.played = 0;
        }
        match self.settings.steering {
            Steering::Stand => Wish::Stand,
            Steering::Avoid => {
                let every = ((LOOKS / stage.step().max(1e-4)) as u64).max(1);
                if !stage.tick().is_multiple_of(every) {
                    return now;
                }
                let velocity = Vec2::new(memory.velocity[0], memory.velocity[2]);
                let seen = Seen::new(places, velocity, memory.home);
                balls::steer(&seen, now, &self.plans.weights, stage.props(), others)
            }
        }
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
            let mut carriers = [Carrier { from: Place::HERE, led: [0.0; 3], begun: 0, piece: 0 }; 2];
            let mut needs = [false; 2];
            for who in 0..2 {
                let Some(member) = troupe.member(at[who]) else { return };
                let begun = member.memory.piece & BEGUN != 0;
                let own = CarrierMemory { piece: member.memory.piece & !BEGUN, ..*member.memory };
                needs[who] = member.needs_move() && !begun;
                carriers[who] = match begun {
                    // He begins in this step.
                    true => Carrier {
                        from: places[who],
                        led: own.led,
                        begun: 0,
                        piece: own.piece.saturating_sub(1) as u16,
                    },
                    false => self.carrier(&own, member.view()),
                };
            }
            let Some(who) = (0..2).find(|who| needs[*who]) else { break };
            // Whoever needs something chooses now, whatever a rounded frame says of the other one.
            carriers[who].begun = carriers[who].begun.min(-self.hauling().frames(carriers[who].piece));
            let pair = Pair { carriers, now: 0 };
            let Some(mut member) = troupe.member(at[who]) else { return };
            self.order(&mut member, &pair, who, wish, views[1 - who], held.as_ref());
        }
        for (who, at) in at.into_iter().enumerate() {
            let Some(mut member) = troupe.member(at) else { return };
            let begun = member.memory.piece & BEGUN != 0;
            member.memory.piece &= !BEGUN;
            if let (Some(place), false) = (&held, begun) {
                for (number, reach) in
                    self.grasp.reaches(place, who == 1, self.carry.apart).into_iter().flatten().enumerate()
                {
                    member.redirect(number, reach.point);
                }
            }
        }
    }

    /// Somebody begins what is best.
    fn order(
        &self,
        member: &mut Member<'_, CarrierMemory>,
        pair: &Pair,
        who: usize,
        wish: Wish,
        partner: ActorView<'_>,
        held: Option<&BoxPlace>,
    ) {
        // Seen from who chooses, whichever of the two he is.
        let seen = Pair { carriers: [pair.carriers[who], pair.carriers[1 - who]], now: 0 };
        let own_wish = if who == 1 { wish.turned() } else { wish };
        let chosen = self.choose(&seen, own_wish);
        let stands = || self.steps.stands().next().map(|piece| (piece, false));
        let Some((piece, looked_up)) = chosen.or_else(stands) else { return };
        member.memory.decided[usize::from(!looked_up)] += 1;
        let hauling = self.hauling();
        let here = Place::new(member.view().frame());
        let mut begun = hauling.begun(here, &seen.carriers[1], piece, 0);
        let aside = self.aside(&begun, &seen.carriers[1], own_wish);
        (begun.led[0], begun.led[1]) = (begun.led[0] + aside[0], begun.led[1] + aside[1]);
        (member.memory.piece, member.memory.led) = ((u32::from(piece) + 1) | BEGUN, begun.led);
        let own = &self.steps.tables.pieces[usize::from(piece)];
        let mut order = Move::new(self.steps.tables.segment(own));
        order.lead = Some(self.lead(&begun));
        if self.steps.tables.next_of(seen.carriers[0].piece) != Some(piece) {
            // Where he stands, and not where his feet would have him: what is expected of him is where his hips go.
            order.place =
                Placement::At(placed(&here.then(&self.steps.tables.ground(own.take, own.first).inverse())));
        }
        if let Some(place) = held {
            let [left, right] = self.grasp.reaches(place, who == 1, self.carry.apart);
            (order.reaches[0], order.reaches[1]) = (left, right);
        }
        member.why().consider(order.segment, 0.0);
        member.play(order.looking(Some(Gaze::Actor(partner.id()))));
    }

    /// What the stage is told, so that a body goes as a carrier is led: what was recorded, evened a little, and by so much more.
    fn lead(&self, carrier: &Carrier) -> Lead {
        let going = &self.steps.going[usize::from(carrier.piece)];
        let seconds = self.hauling().frames(carrier.piece) as f32 / self.steps.tables.rate;
        let weight = self.carry.holding.even.max(LEAST);
        let [left, ahead, turn] = carrier.led.map(|led| led / (seconds * weight));
        Lead { velocity: [going.left + left, going.ahead + ahead], turning: going.turn + turn, weight }
    }

    /// m to the left and ahead: what somebody is led by beside what keeps them together, so that they go where they should. Across
    /// the line between them that changes nothing about how far apart they are; along it, both are led by little.
    fn aside(&self, carrier: &Carrier, other: &Carrier, wish: Wish) -> [f32; 2] {
        let hauling = self.hauling();
        let seconds = hauling.frames(carrier.piece) as f32 / self.steps.tables.rate;
        let (here, there) = (hauling.body(carrier, carrier.begun), hauling.body(other, carrier.begun));
        let end = hauling.body(carrier, hauling.ends(carrier));
        let line = Vec3::new(there.x - here.x, 0.0, there.z - here.z).normalize_or(Vec3::Z);
        let left = Vec3::new(line.z, 0.0, -line.x);
        let way = Vec3::new(end.x - here.x, 0.0, end.z - here.z);
        let [across, ahead, _] = self.plans.weights.asked(wish).map(|asked| asked * seconds);
        // Who gets on more slowly along the line than he should goes across it as much more slowly: the direction is kept.
        let share = if ahead.abs() > 1e-3 { (way.dot(line) / ahead).clamp(SLOWEST, 1.0) } else { 1.0 };
        let most = self.settings.aside * seconds;
        let off = (share * across - way.dot(left)).clamp(-most, most);
        let off = if matches!(wish, Wish::Round(_)) { 0.0 } else { off };
        let seen = Place { x: 0.0, z: 0.0, ..here }.inside(left * off);
        [seen.x, seen.z]
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
            BoxPlace { at: Vec3::from_array(memory.at), heading: memory.heading, size }
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
            if let Some(place) = &held {
                let [left, right] = self.grasp.reaches(place, who == 1, self.carry.apart);
                (order.reaches[0], order.reaches[1]) = (left, right);
            }
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
        Some(BoxPlace { at: Vec3::from_array(memory.at), heading: memory.heading, size })
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

/// What sticks ask for: one of eight directions, or to go round; nothing where they rest or are no numbers.
fn stick(stick: Vec2, look: Vec2) -> Option<Wish> {
    if stick.is_finite() && stick.length() > REST {
        let angle = libm::atan2f(-stick.x, stick.y) / std::f32::consts::FRAC_PI_4;
        return Some(Wish::Go((libm::roundf(angle) as i32).rem_euclid(8) as u8));
    }
    (look.is_finite() && look.x.abs() > REST).then_some(Wish::Round(look.x < 0.0))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sticks_ask_for_eighths_and_for_going_round() {
        assert_eq!(stick(Vec2::ZERO, Vec2::ZERO), None);
        assert_eq!(stick(Vec2::Y, Vec2::ZERO), Some(Wish::Go(0)));
        assert_eq!(stick(Vec2::X, Vec2::ZERO), Some(Wish::Go(6)));
        assert_eq!(stick(Vec2::new(-0.7, 0.7), Vec2::ZERO), Some(Wish::Go(1)));
        assert_eq!(stick(Vec2::NEG_Y, Vec2::X), Some(Wish::Go(4)));
        assert_eq!(stick(Vec2::ZERO, Vec2::X), Some(Wish::Round(false)));
        assert_eq!(stick(Vec2::NAN, Vec2::NAN), None);
    }
}
