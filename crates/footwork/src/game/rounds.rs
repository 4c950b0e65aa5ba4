//! Two fight, round by round: health, hits, knock-downs, a bell.
//!
//! Whoever has no health left goes down, is counted out, and fights on if he is up in time. Between rounds both are put into
//! their corners and recover a little. Who was knocked out, or has fewer points at the end, has lost; then it begins anew.

use footwork_encounter::world::{FULL, harm};
use footwork_motion::glam::{Vec2, Vec3};
use footwork_motion::{Transform, ground};
use footwork_stage::{ActorId, Ask, CastError, Cue, Happening, PoseSource, Stage};

use footwork_interaction::FighterMemory;

use super::{Score, ScoreRow, Scoreboard};

/// How it is fought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundSettings {
    /// How many rounds.
    pub rounds: u32,
    /// s, of a round.
    pub seconds: f32,
    /// Damage that somebody takes before he goes down: a blow of 10 m/s to the head does 1.
    pub health: f32,
}

impl Default for RoundSettings {
    /// As long as an arcade's: three rounds of a minute.
    fn default() -> RoundSettings {
        RoundSettings { rounds: 3, seconds: 60.0, health: 12.0 }
    }
}

/// s: before the bell, after it, and after the last of all.
const READY: f32 = 2.5;
const REST: f32 = 3.0;
const OVER: f32 = 6.0;
/// s. Who is down for so long has lost.
const COUNT: f32 = 10.0;
/// The share of his health that one has again who gets up, and that is added between rounds.
const RISEN: f32 = 0.4;
const RESTED: f32 = 0.3;
/// Who goes down so often in a round has lost.
const MOST_DOWNS: u32 = 3;
/// How stiff somebody's muscles are who is knocked down.
const TONE: f32 = 0.15;
/// s. So long after he was let go somebody who still stands was not knocked down: there is no physical world.
const FALLS: f32 = 0.8;

/// How a scene calls the actor whom a player moves.
const YOU: &str = "you";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// They wait for the bell.
    Ready,
    Fight,
    /// Somebody is down.
    Down(usize),
    /// The bell has rung.
    Rest,
    /// Somebody has won, or nobody.
    Over(Option<usize>),
}

/// A running fight.
#[derive(Clone, Debug, PartialEq)]
pub struct Rounds {
    settings: RoundSettings,
    actors: [ActorId; 2],
    names: [String; 2],
    corners: [Transform; 2],
    phase: Phase,
    /// s, since the phase began; and of the round that are left.
    since: f32,
    left: f32,
    round: u32,
    health: [f32; 2],
    hits: [u32; 2],
    /// Knock-downs that each has suffered, in this round and in all.
    downs: [u32; 2],
    all_downs: [u32; 2],
    points: [u32; 2],
    /// Whether the actors have been told of this phase.
    told: bool,
}

impl Rounds {
    /// Two actors, who begin where they stand.
    pub fn new(stage: &Stage, actors: [ActorId; 2], names: [String; 2], settings: RoundSettings) -> Rounds {
        let corners = actors.map(|actor| stage.actor(actor).map(|me| me.frame()).unwrap_or_default());
        Rounds {
            settings,
            actors,
            names,
            corners,
            phase: Phase::Ready,
            since: 0.0,
            left: settings.seconds,
            round: 1,
            health: [settings.health; 2],
            hits: [0; 2],
            downs: [0; 2],
            all_downs: [0; 2],
            points: [0; 2],
            told: false,
        }
    }

    /// The two who fight.
    pub fn actors(&self) -> [ActorId; 2] {
        self.actors
    }

    fn enter(&mut self, phase: Phase) {
        (self.phase, self.since, self.told) = (phase, 0.0, false);
    }

    /// Looks at what the last step did.
    pub fn step(&mut self, stage: &mut Stage) -> Result<(), CastError> {
        let step = stage.settings().step;
        if !self.told {
            self.told = true;
            self.tell(stage)?;
        }
        self.since += step;
        match self.phase {
            Phase::Ready if self.since > READY => self.enter(Phase::Fight),
            Phase::Fight => {
                self.left -= step;
                self.count_blows(stage);
                let out = (0..2).find(|at| self.health[*at] <= 0.0);
                if let Some(down) = out {
                    self.downs[down] += 1;
                    self.all_downs[down] += 1;
                    self.points[1 - down] += 2;
                    self.enter(Phase::Down(down));
                } else if self.left <= 0.0 {
                    self.end_round();
                }
            }
            Phase::Down(who) => {
                // Up is who does something of his own again, and not who is still getting up.
                let down = stage.actor(self.actors[who]).is_some_and(|me| {
                    me.is_down() || me.memory::<FighterMemory>().is_some_and(|own| own.piece.get().is_none())
                });
                if self.downs[who] >= MOST_DOWNS || self.since > COUNT {
                    self.enter(Phase::Over(Some(1 - who)));
                } else if !down && self.since > FALLS {
                    self.health[who] = RISEN * self.settings.health;
                    self.enter(Phase::Fight);
                }
            }
            Phase::Rest if self.since > REST => {
                self.round += 1;
                self.left = self.settings.seconds;
                self.downs = [0; 2];
                let full = self.settings.health;
                self.health.iter_mut().for_each(|health| *health = (*health + RESTED * full).min(full));
                self.enter(Phase::Ready);
            }
            Phase::Over(_) if self.since > OVER => {
                let settings = self.settings;
                (self.round, self.left) = (1, settings.seconds);
                self.health = [settings.health; 2];
                (self.hits, self.downs, self.all_downs, self.points) = Default::default();
                self.enter(Phase::Ready);
            }
            _ => {}
        }
        Ok(())
    }

    fn end_round(&mut self) {
        for at in 0..2 {
            self.points[at] += u32::from(self.health[at] > self.health[1 - at]);
        }
        if self.round < self.settings.rounds {
            self.enter(Phase::Rest);
            return;
        }
        let [a, b] = self.points;
        let winner = if a == b { None } else { Some(usize::from(b > a)) };
        self.enter(Phase::Over(winner));
    }

    fn count_blows(&mut self, stage: &Stage) {
        for event in stage.events() {
            let Happening::StrikeLanded(blow) = event.happening else { continue };
            let Some(whom) = self.actors.iter().position(|actor| *actor == event.to && blow.whom == *actor)
            else {
                continue;
            };
            let damage = harm(blow.part) * blow.speed.min(2.0 * FULL) / FULL;
            if damage > 0.0 {
                self.hits[1 - whom] += 1;
                self.health[whom] -= damage;
            }
        }
    }

    /// Tells the actors what a phase means to them.
    fn tell(&self, stage: &mut Stage) -> Result<(), CastError> {
        let tick = stage.tick();
        let truce = f32::from(u8::from(self.phase != Phase::Fight));
        for (to, corner) in self.actors.into_iter().zip(self.corners) {
            if stage.actor(to).is_none() {
                continue;
            }
            let dial = footwork_interaction::fighters::TRUCE;
            stage.cue(Cue { tick, to, ask: Ask::Dial { dial, value: truce } })?;
            if self.phase == Phase::Ready {
                // Who was counted out, and knows no way to get up from how he lies, would lie for ever.
                if stage.actor(to).is_some_and(|me| me.pose_source() == PoseSource::Given) {
                    stage.take_pose_back(to)?;
                }
                let at = Vec2::new(corner.translation.x, corner.translation.z);
                let heading = ground::heading(corner.rotation * Vec3::Z);
                stage.cue(Cue { tick, to, ask: Ask::Put { at, heading } })?;
            }
        }
        if let Phase::Down(who) = self.phase {
            stage.cue(Cue { tick, to: self.actors[who], ask: Ask::LetGo { tone: TONE } })?;
        }
        Ok(())
    }

    /// How it goes.
    pub fn board(&self) -> Scoreboard {
        let full = self.settings.health.max(1e-3);
        let mut rows: Vec<ScoreRow> = (0..2)
            .map(|at| {
                let share = (self.health[at] / full).clamp(0.0, 1.0);
                ScoreRow {
                    label: self.names[at].clone(),
                    value: Score::Count((100.0 * share).round() as u32),
                    bar: Some(share),
                    actor: Some(self.actors[at].0),
                }
            })
            .collect();
        let both =
            |label: &str, value: Score| ScoreRow { label: label.to_string(), value, bar: None, actor: None };
        rows.push(both("round", Score::Of(self.round, self.settings.rounds)));
        rows.push(both("hits", Score::Versus(self.hits)));
        rows.push(both("knock-downs", Score::Versus([self.all_downs[1], self.all_downs[0]])));
        rows.push(both("points", Score::Versus(self.points)));
        let banner = match self.phase {
            Phase::Ready => Some(format!("Round {}", self.round)),
            Phase::Fight => (self.since < 1.0).then(|| "Fight!".to_string()),
            Phase::Down(who) => {
                let name = &self.names[who];
                let is = if name == YOU { "are" } else { "is" };
                Some(format!("{name} {is} down: {}", 1 + self.since as u32))
            }
            Phase::Rest => Some("The bell".to_string()),
            Phase::Over(None) => Some("A draw".to_string()),
            Phase::Over(Some(winner)) => {
                let out = self.health[1 - winner] <= 0.0;
                let how = if out { "by knock-out" } else { "on points" };
                let name = &self.names[winner];
                let wins = if name == YOU { "win" } else { "wins" };
                Some(format!("{name} {wins} {how}"))
            }
        };
        Scoreboard { rows, clock: Some(self.left.max(0.0)), banner }
    }
}
