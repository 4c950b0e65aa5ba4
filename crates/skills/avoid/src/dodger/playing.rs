//! What a dodger plays once it has chosen: the way to the avoidance, the avoidance, and the steps back.

use footwork_motion::Transform;
use footwork_stage::{Gaze, Move, Placement, Response, Segment};
use glam::Vec3;

use super::{Dodger, Sight};
use crate::adapt;
use crate::attack::Attack;
use crate::correct;
use crate::memory::{Memory, Mode, Plan};
use crate::path::PathChoice;
use crate::returning::{self, Goal};
use crate::search::{Found, look_at};

impl Dodger {
    /// Sets out on a path: at once, or when its moment comes.
    pub(super) fn take_path(
        &self,
        memory: &mut Memory,
        sight: &Sight<'_>,
        attack: &Attack,
        found: &Found,
        lean: Vec3,
    ) -> Response {
        let (step, tick) = (sight.stage.step(), sight.stage.tick());
        let timing = &found.laid.timing;
        memory.plan = Plan {
            leaves: tick + (timing.leaves / step).round() as u64,
            attack: tick + (attack.time / step).round() as u64,
            entry: found.path.entry,
            take: sight.doing.take,
            scales: timing.scales,
            lean: lean.to_array(),
            distance: found.score.distance,
            ..Plan::default()
        };
        if found.path.wait == 0 {
            return self.enter(memory, sight);
        }
        // The mind goes on where it would go on just so anyway.
        let as_it_is = (timing.scales[0] - 1.0).abs() < 1e-3 && sight.me.committed() >= timing.leaves;
        if as_it_is && !memory.mode().holds() {
            memory.set_mode(Mode::Waits);
            return Response::Nothing;
        }
        let doing = &sight.doing;
        let end = doing.time + f64::from(timing.leaves / timing.scales[0] * doing.rate);
        let segment = Segment { take: doing.take, first: doing.time, end: self.within(doing.take, end) };
        memory.set_mode(Mode::GoesOn);
        let order = Move::new(segment).at_rate(doing.rate / timing.scales[0]);
        Response::Play(order.looking(self.gaze(memory, sight)), None)
    }

    /// A time that is in a take.
    fn within(&self, take: u32, seconds: f64) -> f64 {
        seconds.min(self.rig.take(take).map_or(0.0, |take| take.clip.seconds()))
    }

    /// Waits with the plan that there is, or leaves.
    pub(super) fn wait(&self, memory: &mut Memory, sight: &Sight<'_>, attack: &Attack) -> Option<Response> {
        let plan = memory.plan;
        if plan.take != sight.doing.take {
            // Its mind does something else now.
            memory.set_mode(Mode::Idle);
            memory.answered = 0;
            return None;
        }
        if sight.stage.tick() < plan.leaves {
            return None;
        }
        self.time_again(memory, sight, attack);
        Some(self.enter(memory, sight))
    }

    /// From where it leaves a path may have to be timed and leaned a little otherwise.
    fn time_again(&self, memory: &mut Memory, sight: &Sight<'_>, attack: &Attack) {
        let mut attack = *attack;
        attack.time = memory.plan.attack.saturating_sub(sight.stage.tick()) as f32 * sight.stage.step();
        let path = PathChoice { wait: 0, entry: memory.plan.entry };
        if let Some(found) = look_at(&sight.world, &sight.doing, &attack, path) {
            let (found, lean) = adapt::lean(&sight.world, &sight.doing, &attack, &found);
            memory.plan.scales = found.laid.timing.scales;
            memory.plan.lean = lean.to_array();
            memory.plan.distance = found.score.distance;
        }
    }

    /// Leans an avoidance that is under way a little more, where it needs it.
    fn lean_more(&self, memory: &mut Memory, sight: &Sight<'_>) -> Option<Response> {
        let lean = correct::lean(memory, sight, &self.settings)?;
        let plan = &mut memory.plan;
        let place = plan.place()?;
        let more = lean - Vec3::from(plan.lean);
        plan.set_place(Transform { translation: place.translation + more, ..place });
        plan.lean = lean.to_array();
        let (_, avoidance) = sight.world.entry(plan.entry)?;
        let (end, scale) = match memory.mode() {
            Mode::Enters => (avoidance.start, memory.plan.scales[1]),
            _ => (avoidance.end, memory.plan.scales[2]),
        };
        let now = sight.doing.time as f32;
        (sight.doing.take == avoidance.take && now + 0.05 < end)
            .then(|| self.play(memory, avoidance.take, [now, end], scale))
    }

    /// Passes over to the avoidance.
    fn enter(&self, memory: &mut Memory, sight: &Sight<'_>) -> Response {
        let plan = &mut memory.plan;
        let Some((entry, avoidance)) = sight.world.entry(plan.entry) else {
            memory.set_mode(Mode::Idle);
            return Response::Nothing;
        };
        let from = self.rig.ground(avoidance.take, f64::from(entry.first)).unwrap_or_default();
        let here = sight.me.frame() * from.inverse();
        let lean = Vec3::from(plan.lean);
        let lean = if lean.is_finite() { lean.clamp_length_max(0.2) } else { Vec3::ZERO };
        plan.set_place(Transform { translation: here.translation + lean, ..here });
        let enters = avoidance.start > entry.first && (plan.scales[1] - plan.scales[2]).abs() > 1e-3;
        let (end, scale) =
            if enters { (avoidance.start, plan.scales[1]) } else { (avoidance.end, plan.scales[2]) };
        memory.set_mode(if enters { Mode::Enters } else { Mode::Avoids });
        self.play(memory, avoidance.take, [entry.first, end], scale)
    }

    /// Plays a part of the plan's take at the plan's place.
    fn play(&self, memory: &mut Memory, take: u32, [first, end]: [f32; 2], scale: f32) -> Response {
        let end = self.within(take, f64::from(end));
        let order = Move::new(Segment { take, first: f64::from(first), end });
        let place = memory.plan.place().map_or(Placement::Here, Placement::At);
        let rate = if scale > 0.05 && scale.is_finite() { 1.0 / scale } else { 1.0 };
        // Who avoids looks where the recorded one did: a head that turns to what comes is not where it was foreseen, by up to 10 cm.
        let order = Move { place, ..order.at_rate(rate) };
        match order.check(&self.rig) {
            Ok(()) => Response::Play(order, None),
            Err(_) => {
                memory.set_mode(Mode::Idle);
                Response::Nothing
            }
        }
    }

    /// Takes a step towards where it is to be, if there is one that helps.
    pub(super) fn go_back(&self, memory: &mut Memory, sight: &Sight<'_>, goal: Goal) -> Response {
        let Some((step, place)) = returning::step(&self.steps, &sight.world, &sight.doing, goal) else {
            memory.mode = 0;
            return Response::Nothing;
        };
        // It is no entry that is played.
        memory.plan = Plan { entry: u32::MAX, scales: [1.0; 3], ..Plan::default() };
        memory.plan.set_place(place);
        memory.set_mode(Mode::Returns);
        match self.play(memory, step.take, step.span, 1.0) {
            Response::Play(order, give) => {
                let gaze = if let Goal::Before(who, _) = goal { Some(Gaze::Actor(who)) } else { None };
                Response::Play(order.looking(gaze), give)
            }
            other => other,
        }
    }

    /// Goes on with what is played; what follows it, when it has been played.
    pub(super) fn carry_on(&self, memory: &mut Memory, sight: &Sight<'_>) -> Response {
        let mode = memory.mode();
        if !mode.holds() {
            return Response::Nothing;
        }
        if !sight.me.is_free() {
            let under_way = matches!(mode, Mode::Enters | Mode::Avoids);
            return under_way.then(|| self.lean_more(memory, sight)).flatten().unwrap_or(Response::Hold);
        }
        match mode {
            Mode::GoesOn => {
                if let Some(attack) = correct::answered(memory, sight, &self.settings) {
                    self.time_again(memory, sight, &attack);
                }
                self.enter(memory, sight)
            }
            Mode::Enters => match sight.world.entry(memory.plan.entry) {
                Some((_, avoidance)) => {
                    memory.set_mode(Mode::Avoids);
                    let (span, scale) = ([avoidance.start, avoidance.end], memory.plan.scales[2]);
                    self.play(memory, avoidance.take, span, scale)
                }
                None => {
                    memory.set_mode(Mode::Idle);
                    Response::Nothing
                }
            },
            Mode::Idle | Mode::Waits | Mode::Avoids | Mode::Shields | Mode::Returns => {
                memory.set_mode(Mode::Idle);
                Response::Nothing
            }
        }
    }
}
