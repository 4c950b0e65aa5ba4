//! What carriers do next: looked up, or played out where the box would slip; and how a body is led so that both keep together.

use footwork_motion::ground::Place;
use footwork_plan::explicit::OTHER;
use footwork_stage::{ActorView, Gaze, Lead, Member, Move, Placement};
use glam::Vec3;

use super::grasp::BoxPlace;
use super::{BEGUN, CarrierMemory, Carriers, placed};
use crate::carry::pair::{Carrier, Pair};
use crate::carry::plans::Wish;

/// The least that a body is led with: nothing of what leads it is lost.
const LEAST: f32 = 0.05;
/// What a choice that lets the box slip costs, for as far as it may: of those that do, the one that does least is taken; and one
/// that leads to nothing known, beside the worst that is known.
const SLIPS: f32 = 4.0;
const UNKNOWN: f32 = 1.0;
/// The least share of the speed across the line that two go with who hardly get on along it.
const SLOWEST: f32 = 0.8;

impl Carriers {
    /// What is best for whoever has to choose, and whether that was looked up.
    pub fn choose(&self, pair: &Pair, wish: Wish) -> Option<(u16, bool)> {
        let hauling = self.hauling();
        let (state, swapped) = hauling.state(pair);
        let wish = if swapped { wish.turned() } else { wish };
        let graph = &self.carry.graph;
        let edges = self.steps.tables.edges_of(state.own);
        let found = graph.nearest(&state).filter(|(_, far)| *far <= self.settings.nearest);
        if let Some((state, _)) = found
            && let Some(number) = self.plans.best(state, wish)
        {
            let piece = graph.edges_of(state)[number].piece;
            let edge = edges.iter().find(|edge| edge.piece == piece);
            if edge.is_some_and(|edge| hauling.play(pair, edge.piece, edge.cost).2 <= 1.0) {
                return Some((piece, true));
            }
        }
        let mut best: Option<(f32, u16)> = None;
        for edge in edges {
            let (after, haul, slipped) = hauling.play(pair, edge.piece, edge.cost);
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
                best = Some((worth, edge.piece));
            }
        }
        best.map(|(_, piece)| (piece, false))
    }

    /// Somebody begins what is best.
    pub(super) fn order(
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
        let step = Vec3::new(end.x - here.x, 0.0, end.z - here.z);
        let [across, ahead, _] = self.plans.weights.asked(wish).map(|asked| asked * seconds);
        // Who gets on more slowly along the line than he should goes across it as much more slowly: the direction is kept.
        let share = if ahead.abs() > 1e-3 { (step.dot(line) / ahead).clamp(SLOWEST, 1.0) } else { 1.0 };
        let most = self.settings.aside * seconds;
        let off = (share * across - step.dot(left)).clamp(-most, most);
        let off = if matches!(wish, Wish::Round(_)) { 0.0 } else { off };
        let seen = Place { x: 0.0, z: 0.0, ..here }.inside(left * off);
        [seen.x, seen.z]
    }
}
