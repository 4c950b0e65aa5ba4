//! What carriers do next: looked up, or played out where the box would slip; and how a body is led so that both keep together: when
//! something begins, and twenty times a second after, for what two hold tells each of them what the other one does.

use footwork_motion::ground::Place;
use footwork_plan::explicit::OTHER;
use footwork_stage::{ActorView, Gaze, Lead, Member, Move, Placement, Segment};
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

/// Steps of the stage after which two who hold something are led anew.
const FEELS: u64 = 3;
/// s. What ends so soon is left as it is.
const NEARLY_OVER: f32 = 0.1;
/// m/s. Along the line between them the first is led by this at most, so that they go where they should; the second follows.
const ALONG: f32 = 0.12;

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
        let aside = self.aside(&begun, &seen.carriers[1], 0, own_wish, 0.0);
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
        self.put_hands(&mut order, who, held);
        member.why().consider(order.segment, 0.0);
        let gaze = looks(member.memory, who, partner, held);
        member.play(order.looking(Some(gaze)));
    }

    /// Leads somebody anew in the middle of what he plays, so that he ends where the other one needs him, whatever became of what was
    /// expected. Gives him as he is led then.
    pub(super) fn feel(
        &self,
        member: &mut Member<'_, CarrierMemory>,
        pair: &Pair,
        who: usize,
        wish: Wish,
        partner: ActorView<'_>,
        held: Option<&BoxPlace>,
    ) -> Option<Carrier> {
        let hauling = self.hauling();
        let (own, other) = (&pair.carriers[who], &pair.carriers[1 - who]);
        let (frames, left) = (hauling.frames(own.piece), hauling.ends(own));
        if (left as f32) < NEARLY_OVER * self.steps.tables.rate || left >= frames {
            return None;
        }
        let plain = hauling.at(own.piece, frames - left, Place::new(member.view().frame()));
        // As if he were led so from the beginning on: what he was led by before is in where he is.
        let whole = frames as f32 / left as f32;
        let from = |led: [f32; 3]| {
            let led = led.map(|led| led * whole);
            let now = hauling.body(&Carrier { led, ..plain }, 0);
            let here = hauling.body(&plain, 0);
            Carrier { led, from: here.then(&now.inverse()).then(&plain.from), ..plain }
        };
        let mut led = hauling.led(&plain, other, 0);
        let own_wish = if who == 1 { wish.turned() } else { wish };
        let aside = self.aside(&from(led), other, 0, own_wish, if who == 0 { ALONG } else { 0.0 });
        (led[0], led[1]) = (led[0] + aside[0], led[1] + aside[1]);
        let anew = from(led);
        member.memory.led = anew.led;
        let segment = member.view().segment();
        let mut order = Move::new(Segment { first: member.view().time(), ..segment });
        order.lead = Some(self.lead(&anew));
        self.put_hands(&mut order, who, held);
        let gaze = looks(member.memory, who, partner, held);
        member.play(order.looking(Some(gaze)));
        Some(anew)
    }

    /// Whether two feel in a step what the other one does.
    pub(super) fn feels(tick: u64, number: usize) -> bool {
        (tick + number as u64).is_multiple_of(FEELS)
    }

    /// Leads both hands to the box, where there is one.
    pub(super) fn put_hands(&self, order: &mut Move, who: usize, held: Option<&BoxPlace>) {
        if let Some(place) = held {
            let [left, right] = self.grasp.reaches(place, who == 1, self.carry.apart);
            (order.reaches[0], order.reaches[1]) = (left, right);
        }
    }

    /// What the stage is told, so that a body goes as a carrier is led: what was recorded, evened a little, and by so much more.
    fn lead(&self, carrier: &Carrier) -> Lead {
        let going = &self.steps.going[usize::from(carrier.piece)];
        let seconds = self.hauling().frames(carrier.piece) as f32 / self.steps.tables.rate;
        let weight = self.carry.holding.even.max(LEAST);
        let [left, ahead, turn] = carrier.led.map(|led| led / (seconds * weight));
        Lead { velocity: [going.left + left, going.ahead + ahead], turning: going.turn + turn, weight }
    }

    /// m to the left and ahead: what somebody is led by from some moment on beside what keeps them together, so that they go where they should.
    /// Across the line between them that changes nothing about how far apart they are; along it he goes by `along` m/s at most.
    fn aside(&self, carrier: &Carrier, other: &Carrier, from: i32, wish: Wish, along: f32) -> [f32; 2] {
        if matches!(wish, Wish::Round(_)) {
            return [0.0; 2];
        }
        let hauling = self.hauling();
        let until = hauling.ends(carrier);
        let seconds = (until - from).max(1) as f32 / self.steps.tables.rate;
        let (here, there) = (hauling.body(carrier, from), hauling.body(other, from));
        let end = hauling.body(carrier, until);
        let line = Vec3::new(there.x - here.x, 0.0, there.z - here.z).normalize_or(Vec3::Z);
        let left = Vec3::new(line.z, 0.0, -line.x);
        let step = Vec3::new(end.x - here.x, 0.0, end.z - here.z);
        let [across, ahead, _] = self.plans.weights.asked(wish).map(|asked| asked * seconds);
        // Who gets on more slowly along the line than he should goes across it as much more slowly: the direction is kept.
        let share = if ahead.abs() > 1e-3 { (step.dot(line) / ahead).clamp(SLOWEST, 1.0) } else { 1.0 };
        let most = self.settings.aside * seconds;
        let off = (share * across - step.dot(left)).clamp(-most, most);
        let most = along * seconds;
        let on = (ahead - step.dot(line)).clamp(-most, most);
        let seen = Place { x: 0.0, z: 0.0, ..carrier.from }.inside(left * off + line * on);
        [seen.x, seen.z]
    }
}

/// What somebody looks at: the two not at the same time.
fn looks(memory: &CarrierMemory, who: usize, partner: ActorView<'_>, held: Option<&BoxPlace>) -> Gaze {
    let choices = memory.decided.iter().sum::<u32>() + who as u32;
    held.map_or(Gaze::Actor(partner.id()), |place| place.looks(partner.id(), choices))
}
