//! The mind of a boxer: looks up what each action is worth with the target where it is, and takes one of the best.
//!
//! The paper: Lee & Lee 2004, sec. 5: the action with the largest weighted sum over the active behaviours, or, for
//! liveliness, one of a few good ones at random. Departs from it:
//!
//! - The reward of an action is worked out for where the target really is, and only what comes after it is looked up.
//! - Values are taken as shares of each behaviour's largest, so that weights mean the same for every repertoire.
//! - Blows that were thrown lately count less, so that nobody throws the same one for ever.
//! - Against an opponent it costs to reverse one's own momentum: nobody steps in and out three times a second.
//! - Boxers differ, who was struck wants to get away, and nobody goes up to who lies (`mood`).
//! - A blow that is begun is led to the target: hand or foot reach for it by inverse kinematics when it lands, by no
//!   more than the behaviour's `within`. The target is looked at once more when the piece with the blow begins, and in
//!   every step until it lands.
//!
//! A decision costs as many evaluations as there are actions times behaviours; nothing is allocated. A target that is
//! nowhere (infinite, no number) leaves the boxer to whatever is worth most without it: he goes on moving.
//!
//! Dials: 0 and 1 are the weights of the first two behaviours (of a boxer: approach, punch), 2 the temperature, 3 how
//! much repetition costs, 4 to 6 the weights of further behaviours. A dial at zero stands for the default, one below
//! zero switches off. Dial 7 is how much further away than usual he wants to be, in metres, or nearer, below zero: what
//! makes an outfighter and an infighter.

mod aim;
mod memory;
mod mood;
mod overlay;
mod react;
mod score_actions;
mod takeover;

use std::sync::Arc;

use footwork_annotate::sealed::SealError;
use footwork_motion::ground::Place;
use footwork_motion::{MissingRole, Transform};
use footwork_stage::offset::Spring;
use footwork_stage::{
    ActorView, Dial, Event, Happening, Mind, Move, OptionalIndex, Overlay, Reach, Reaction, Rig, Rng,
    Segment, StageView, Why,
};
use glam::Vec3;

pub use aim::Aim;
pub use memory::{BoxerMemory, RECENT};
pub use mood::Style;
pub use react::Blows;

use crate::model::Piece;
use crate::reward::{Wish, decay};
use crate::skill::{Lookup, Skill, Table};
use crate::tracks::Tracks;
use react::Reactions;
use takeover::Entrance;

/// How a boxer behaves.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxerSettings {
    /// What to hit.
    pub aim: Aim,
    /// How freely he chooses among the best: 0 takes the best, 0.05 one that is nearly as good. In shares of what a
    /// behaviour of weight one is worth at its best.
    pub temperature: f32,
    /// Among how many of the best; up to 8.
    pub choices: u32,
    /// What it costs to throw a blow that was thrown just now, in the same unit.
    pub repetition: f32,
    /// s. How long before it lands a blow begins to be led.
    pub lead: f32,
    /// Whether blows are led at all.
    pub leads: bool,
    /// Whether blows at an opponent that are led go through what they hit as fast as they were recorded, instead of coming to
    /// rest there. Blows at a target always come to rest: an arm that strikes all but straight would pop where a target leaps.
    pub passes: bool,
    /// m. Nearer than this, from where he stands to where the opponent does, is too near.
    pub room: f32,
    /// What it costs to be nearer by a metre.
    pub crowding: f32,
    /// What it costs against an opponent to change the velocity of the centre of mass by 1 m/s at a decision. Of boxers who bounce
    /// and step short, with 0.4 they reverse their speed 6 to 7 times a minute in the mean, as often as people at most, with 0 up to 15
    /// times. With 1 it is 5 times, but some stay with their back to the other for seconds: turning round costs it, too.
    pub momentum: f32,
    /// m. A target may have moved this much further than `within` since the blow was chosen.
    pub follow: f32,
    /// m/s. How fast a blow that is on its way follows a target that goes elsewhere than was foreseen.
    pub follows: f32,
    /// How targets come back that were hit: where they will be is foreseen. The stage's own setting.
    pub swing: Spring,
    /// Whether his head follows what he aims at.
    pub looks: bool,
    /// Whether his arms and his body give way where they would go into somebody else.
    pub yields: bool,
    /// What a blow does to him.
    pub blows: Blows,
    /// How much boxers differ: from 0, where all begin in the pose in which they stand and choose alike, to 1.
    pub variety: f32,
}

impl Default for BoxerSettings {
    fn default() -> BoxerSettings {
        BoxerSettings {
            aim: Aim::Prop(0),
            temperature: 0.02,
            choices: 4,
            repetition: 1.0,
            lead: 0.2,
            leads: true,
            passes: true,
            room: 1.0,
            crowding: 1.0,
            momentum: 0.4,
            follow: 0.05,
            follows: 1.0,
            swing: Spring::critical(0.4),
            looks: true,
            yields: true,
            blows: Blows::default(),
            variety: 1.0,
        }
    }
}

impl BoxerSettings {
    /// The paper's: one of a few preferable actions at random, hands that hit what they hit, and bodies that know nothing
    /// of each other; what is struck is displaced in proportion to the speed of the blow.
    pub fn paper() -> BoxerSettings {
        BoxerSettings {
            repetition: 0.0,
            leads: false,
            crowding: 0.0,
            momentum: 0.0,
            looks: false,
            yields: false,
            blows: Blows { shaken: f32::MAX, heavy: f32::MAX, ..Blows::default() },
            variety: 0.0,
            ..BoxerSettings::default()
        }
    }
}

/// Why there is no boxer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum BoxerError {
    #[error(transparent)]
    Skill(#[from] SealError),
    #[error(transparent)]
    MissingRole(#[from] MissingRole),
    #[error("`{0}` must be a number, and not below zero")]
    Setting(&'static str),
}

/// The mind. One serves any number of actors with the same rig.
pub struct Boxer {
    skill: Arc<Skill>,
    settings: BoxerSettings,
    tracks: Tracks,
    lookups: Vec<Lookup>,
    /// Per behaviour, γ to the power of so many frames.
    decays: Vec<Vec<f32>>,
    /// Per behaviour, one over its largest value.
    shares: Vec<f32>,
    /// Per action, m/s: how much it changes the velocity of the centre of mass.
    lurches: Vec<f32>,
    entrance: Entrance,
    reactions: Reactions,
    stride: u32,
}

impl Boxer {
    /// A boxer with a skill, refused if it was baked from another repertoire.
    pub fn new(rig: &Rig, skill: Arc<Skill>, settings: BoxerSettings) -> Result<Boxer, BoxerError> {
        let repertoire = rig.repertoire();
        skill.check(repertoire)?;
        let numbers = [
            ("temperature", settings.temperature),
            ("repetition", settings.repetition),
            ("lead", settings.lead),
            ("follow", settings.follow),
            ("follows", settings.follows),
            ("room", settings.room),
            ("crowding", settings.crowding),
            ("momentum", settings.momentum),
            ("variety", settings.variety),
        ];
        if let Some((name, _)) = numbers.iter().find(|(_, value)| !(*value >= 0.0 && value.is_finite())) {
            return Err(BoxerError::Setting(name));
        }
        if !settings.swing.is_sound() {
            return Err(BoxerError::Setting("swing"));
        }
        let roles: Vec<_> = skill.tables.iter().filter_map(|table| table.behavior.reward.role()).collect();
        let tracks = Tracks::new(repertoire, &roles)?;
        let lookups = skill.tables.iter().filter_map(|table| Lookup::new(&table.behavior).ok()).collect();
        let decays = skill.tables.iter().map(|table| decay(&skill.model, table.behavior.discount)).collect();
        let largest = |table: &Table| table.values.iter().copied().max().unwrap_or(0).max(1);
        let shares =
            skill.tables.iter().map(|table| 1.0 / (table.scale * f32::from(largest(table))).max(1e-6));
        let lurches = skill.model.lurches(&tracks);
        Ok(Boxer {
            lurches,
            shares: shares.collect(),
            entrance: Entrance::new(repertoire, &skill.model),
            reactions: Reactions::new(repertoire),
            stride: ((skill.model.rate / 15.0).round() as u32).max(1),
            skill,
            settings,
            tracks,
            lookups,
            decays,
        })
    }

    /// What it knows.
    pub fn skill(&self) -> &Skill {
        &self.skill
    }

    /// How it behaves.
    pub fn settings(&self) -> &BoxerSettings {
        &self.settings
    }

    /// The piece that the memory says is being played, if the body really plays it and has come to its end.
    fn played(&self, memory: &BoxerMemory, me: ActorView<'_>) -> Option<(usize, usize)> {
        let model = &self.skill.model;
        let action = memory.action.get().filter(|at| *at < model.to.len())?;
        let number = memory.piece.get()?;
        let piece = model.pieces_of(action).get(number)?;
        let segment = me.segment();
        let ends = (segment.end - f64::from(piece.end) / f64::from(model.rate)).abs() < 1e-3;
        (segment.take == piece.take && ends && me.time() >= segment.end).then_some((action, number))
    }

    /// Plays a piece of an action, and leads its blow to the target.
    fn play(
        &self,
        memory: &mut BoxerMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        action: usize,
        number: usize,
    ) -> Option<Move> {
        let model = &self.skill.model;
        let piece = model.pieces_of(action).get(number)?;
        memory.action = OptionalIndex::some(action);
        memory.piece = OptionalIndex::some(number);
        memory.led_limb = OptionalIndex::NONE;
        memory.reacting = 0;
        let seconds = |frame: u32| f64::from(frame) / f64::from(model.rate);
        let segment = Segment { take: piece.take, first: seconds(piece.first), end: seconds(piece.end) };
        let at_opponent = matches!(self.settings.aim, Aim::Actor(_) | Aim::Nearest | Aim::Pair);
        let passes = self.settings.passes && at_opponent;
        let mut order = Move { passes, ..Move::new(segment) };
        for (at, blow) in (piece.blow..).zip(model.blows_of(piece)) {
            memory.recent[memory.thrown as usize % RECENT] = OptionalIndex::some(at as usize);
            memory.thrown = memory.thrown.wrapping_add(1);
            memory.thrown_at = stage.tick() as u32;
            let taken = order.reaches.iter().flatten().any(|reach| reach.limb == blow.limb);
            if let (false, Some(reach)) = (taken, self.reach(memory, me, stage, piece, at as usize))
                && let Some(place) = order.reaches.iter_mut().find(|place| place.is_none())
            {
                *place = Some(reach);
            }
        }
        Some(order)
    }

    /// What somebody begins with: any action, and if chance finds one within a few draws none that strikes. The best would be the
    /// same for two who look at each other, and they would begin as twins.
    fn opening(&self, rng: &mut Rng) -> Option<usize> {
        const DRAWS: u32 = 16;
        let model = &self.skill.model;
        let calm = |action: &usize| model.pieces_of(*action).iter().all(|piece| piece.blows == 0);
        let mut draw = || {
            let actions = model.actions_of(rng.below(model.states.len()));
            (!actions.is_empty()).then(|| actions.start + rng.below(actions.len()))
        };
        let first = draw();
        (1..DRAWS).filter_map(|_| draw()).find(calm).or(first)
    }

    /// How a blow of a piece is led to where the target will be, if it is near enough.
    fn reach(
        &self,
        memory: &mut BoxerMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        piece: &Piece,
        number: usize,
    ) -> Option<Reach> {
        let model = &self.skill.model;
        let blow = model.blows.get(number)?;
        let reward =
            self.skill.tables.iter().map(|table| &table.behavior.reward).find(
                |reward| matches!(&reward.wish, Wish::Strike { limbs } if limbs.contains(&blow.limb)),
            )?;
        // The body goes on from where its segment ended, which was within the last step.
        let over = (me.time() - me.segment().end).clamp(0.0, f64::from(stage.step())) as f32;
        let over = if me.is_new() { 0.0 } else { over };
        let lands = blow.lands.saturating_sub(piece.first) as f32 / model.rate - over;
        let target = self.aim(memory, me, stage, lands)?;
        let here = Place::new(me.frame());
        let first = self.tracks.ground(self.tracks.number(piece.take, piece.first));
        let seen = first.point(here.inside(target));
        let tips = model.tips_of(blow);
        let most = reward.within.unwrap_or(f32::INFINITY) + self.settings.follow;
        let (frame, error) = reward.best_tip(blow, tips, seen, most)?;
        let at = (blow.first + frame).saturating_sub(piece.first) as f32 / model.rate - over;
        memory.committed = memory.committed.wrapping_add(1);
        memory.led_limb = OptionalIndex::some(blow.limb as usize);
        memory.led_blow = OptionalIndex::some(number);
        memory.led_to = target;
        memory.would_miss = error;
        if !self.settings.leads || blow.reach == 0.0 || at < 2.0 * stage.step() {
            return None;
        }
        // The joint that is led is not what strikes: of a foot it is the ankle.
        let beyond = tips.get(frame as usize)?.beyond;
        let turned = |vector: Vec3| {
            let local = Place { x: 0.0, z: 0.0, ..*first }.inside(vector);
            Place { x: 0.0, z: 0.0, ..here }.point(local)
        };
        let point = target - turned(beyond);
        Some(Reach { limb: blow.limb, point, at, ease: self.settings.lead.min(at), weight: 1.0 })
    }
}

impl Mind for Boxer {
    type Memory = BoxerMemory;

    fn choose(
        &self,
        memory: &mut BoxerMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        rng: &mut Rng,
        why: &mut Why<'_>,
    ) -> Option<Move> {
        if let Some(order) = self.reactions.play(memory, me, &self.settings.blows) {
            why.consider(order.segment, 0.0);
            // Gaze leaves the jolt of a blow as it is, and lets go of who falls.
            let gaze = self.gaze(memory, me);
            return Some(Move { yields: self.settings.yields, ..order.looking(gaze) });
        }
        if memory.has_style == 0 {
            memory.style = Style::draw(rng, self.settings.variety);
            memory.has_style = 1;
        }
        let played = self.played(memory, me);
        let (action, number) = match played {
            Some((action, number)) if number + 1 < self.skill.model.pieces_of(action).len() => {
                (action, number + 1)
            }
            // Nobody has seen him yet: he begins with anything, and looks at whom he is up against.
            None if me.is_new() && self.settings.variety > 0.0 => {
                self.opponent(memory, me, stage);
                (self.opening(rng)?, 0)
            }
            _ => {
                let state = match played {
                    Some((action, _)) => self.skill.model.to[action] as usize,
                    None => self.entrance.nearest(me, stage.step()),
                };
                (self.weigh(memory, me, stage, state, rng, why)?, 0)
            }
        };
        let order = self.play(memory, me, stage, action, number);
        self.look_back(memory, me, stage);
        let gaze = self.gaze(memory, me);
        order.map(|order| Move { yields: self.settings.yields, ..order.looking(gaze) })
    }

    fn notice(&self, memory: &mut BoxerMemory, me: ActorView<'_>, event: &Event) -> Reaction {
        match event.happening {
            Happening::StrikeLanded(landing) if landing.whom == me.id() => {
                memory.suffered = memory.suffered.wrapping_add(1);
                self.reactions.suffer(memory, me, &landing, &self.settings.blows)
            }
            Happening::StrikeLanded(_) | Happening::TargetHit(_) => {
                memory.landed = memory.landed.wrapping_add(1);
                Reaction::CarryOn
            }
            _ => Reaction::CarryOn,
        }
    }

    fn redirect(
        &self,
        memory: &mut BoxerMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        reach: &Reach,
        later: f32,
    ) -> Option<Vec3> {
        self.follow(memory, me, stage, reach, later)
    }

    fn overlay(&self, memory: &BoxerMemory, me: ActorView<'_>, _: &StageView<'_>) -> Overlay {
        self.show(memory, me)
    }

    fn dials(&self) -> &'static [Dial] {
        &overlay::DIALS
    }
}

/// A transform's place on the ground and a point as seen from there.
fn seen_from(frame: Transform, point: Vec3) -> Vec3 {
    Place::new(frame).inside(point)
}
