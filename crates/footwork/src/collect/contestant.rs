//! A scripted player who plays the game itself, and not with a stand-in: it sees the character as it is, between looks not
//! at all, and thumbs the sticks like [`Temper`] says.
//!
//! It knows its character. Before a running jump it plays it in its head, for every moment at which the button could be
//! pressed: the stage is rolled forward from here and put back. So nothing about jumps has to be known here: how far one
//! carries, and how that depends on which foot is down, is a matter of the repertoire and of what was baked.

use footwork_fragments::ControlSpace;
use footwork_fragments::players::{Course, Platform, Temper, Thumbs, waypoint};
use footwork_graph::Control;
use footwork_motion::glam::{Vec2, Vec3};
use footwork_motion::ground;
use footwork_stage::{ActorId, Ask, CastError, Cue, Rng, Stage};

use super::Game;

/// A player with a game to play: call [`Contestant::step`] before every step of its stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Contestant {
    temper: Temper,
    space: ControlSpace,
    rng: Rng,
    thumbs: Thumbs,
    told: Thumbs,
    goal: Option<Vec2>,
    /// s: since the goal was chosen, until the next look, until the rest is over, until the button.
    chased: f32,
    until_look: f32,
    rest: f32,
    jump_in: f32,
    pressed: bool,
    /// It runs up to a gap.
    runs_up: bool,
    falls: u32,
}

/// s, from a stick to half of the character's answer.
const LAG: f32 = 0.2;
/// m/s², how hard it stops.
const BRAKING: f32 = 3.5;
/// m, from edges: a foot stands so far ahead of a body that stops.
const MARGIN: f32 = 0.5;
/// m, from the edge: where a run-up begins at the latest, and how far a player who is nearer backs up.
const RUN_UP: f32 = 2.7;
const BACK_UP: f32 = 3.1;
/// m, from the edge: who does not know by then when to jump stops. At 3 m/s it takes as far.
const STOPS: f32 = 2.0;
/// rad. Nobody jumps over a gap more askew than this.
const STRAIGHT: f32 = 0.3;
/// s. Moments for the button are looked for so far ahead, and so far apart.
const FORESEEN: f32 = 1.5;
const MOMENT: f32 = 0.05;
/// s, from the button to standing on the other side, at most.
const CROSSED: f32 = 1.2;
/// m, from edges: where it has to be able to stand on the other side.
const LANDS: f32 = 0.2;
/// m/rad and m: how much further away a sphere seems for having to turn to it, and for lying beyond a gap.
const TURNING: f32 = 1.5;
const BEYOND: f32 = 6.0;
/// s. What is not reached within this is given up.
const PATIENCE: f32 = 12.0;
/// s, after a fall, before the sticks are taken up again.
const GATHERS: f32 = 0.5;

/// What is seen at a look.
struct Sight<'a> {
    course: &'a Course,
    at: Vec2,
    /// rad, to the left from Z.
    heading: f32,
    /// m/s, in the world.
    velocity: Vec2,
}

impl Contestant {
    /// A player of a temper. The same seed plays the same game.
    pub fn new(temper: Temper, seed: u64) -> Contestant {
        Contestant {
            temper,
            space: ControlSpace::default(),
            rng: Rng::stream(seed, u32::MAX - 1),
            thumbs: Thumbs::default(),
            told: Thumbs::default(),
            goal: None,
            chased: 0.0,
            until_look: 0.0,
            rest: 0.0,
            jump_in: f32::INFINITY,
            pressed: false,
            runs_up: false,
            falls: 0,
        }
    }

    /// Plays on for a step.
    pub fn step(&mut self, stage: &mut Stage, game: &Game) -> Result<(), CastError> {
        let (step, actor) = (stage.settings().step, game.actor());
        let Some(me) = stage.actor(actor) else { return Ok(()) };
        let frame = me.frame();
        let velocity = frame.rotation * me.root_motion().translation / step;
        let sight = Sight {
            course: game.course(),
            at: flat(frame.translation),
            heading: ground::heading(frame.rotation * Vec3::Z),
            velocity: flat(velocity),
        };
        let spheres: Vec<Vec2> = game.spheres(stage).collect();
        if game.score().falls > self.falls {
            // The game has let the sticks go.
            self.falls = game.score().falls;
            (self.thumbs, self.told, self.goal) = (Thumbs::default(), Thumbs::default(), None);
            (self.rest, self.until_look, self.jump_in) = (GATHERS, GATHERS, f32::INFINITY);
        }
        if self.until_look <= 0.0 {
            self.until_look = self.temper.reaction * (0.7 + 0.6 * self.rng.unit());
            self.look(&sight, &spheres);
            if self.runs_up {
                self.plan_jump(stage, game)?;
            }
        }
        self.act(stage, actor)
    }

    /// Lets a step pass without looking.
    fn act(&mut self, stage: &mut Stage, actor: ActorId) -> Result<(), CastError> {
        let step = stage.settings().step;
        for time in [&mut self.until_look, &mut self.rest, &mut self.jump_in] {
            *time -= step;
        }
        self.chased += step;
        self.thumbs.step(&self.temper, step);
        self.tell(stage, actor)
    }

    /// Looks for a moment at which the button takes it across, and sees no more until it has landed. The stage is as it was.
    fn plan_jump(&mut self, stage: &mut Stage, game: &Game) -> Result<(), CastError> {
        let saved = stage.snapshot();
        for moment in 0..(FORESEEN / MOMENT) as u32 {
            let jump_in = MOMENT * moment as f32;
            let across = self.clone().crosses(stage, game, jump_in);
            // What was saved of this very stage is never refused.
            let _ = stage.restore(&saved);
            if let Some(seconds) = across? {
                (self.jump_in, self.until_look) = (jump_in, seconds);
                break;
            }
        }
        Ok(())
    }

    /// s, until it stands on another field if the button is pressed then and nothing else is done; none if it falls.
    fn crosses(mut self, stage: &mut Stage, game: &Game, jump_in: f32) -> Result<Option<f32>, CastError> {
        let (step, actor) = (stage.settings().step, game.actor());
        let at = |stage: &Stage| stage.actor(actor).map_or(Vec2::ZERO, |me| flat(me.frame().translation));
        let from = game.course().field(at(stage)).copied();
        (self.jump_in, self.until_look) = (jump_in, f32::INFINITY);
        let mut seconds = 0.0;
        while seconds < jump_in + CROSSED {
            self.act(stage, actor)?;
            stage.step();
            seconds += step;
            if game.falls(stage) {
                return Ok(None);
            }
            let field = game.course().field(at(stage)).filter(|field| field.holds(at(stage), LANDS));
            let stands = stage.actor(actor).is_some_and(|me| me.is_planted(0) || me.is_planted(1));
            if stands && field.is_some() && field.copied() != from {
                return Ok(Some(seconds));
            }
        }
        Ok(None)
    }

    /// Cues for what the thumbs do.
    fn tell(&mut self, stage: &mut Stage, to: ActorId) -> Result<(), CastError> {
        let tick = stage.tick();
        if self.thumbs.stick != self.told.stick {
            stage.cue(Cue { tick, to, ask: Ask::Stick(self.thumbs.stick) })?;
        }
        if self.thumbs.look != self.told.look {
            stage.cue(Cue { tick, to, ask: Ask::Look(self.thumbs.look) })?;
        }
        self.told = self.thumbs;
        let press = self.jump_in <= 0.0;
        if press != self.pressed {
            let button = footwork_fragments::mind::JUMP_BUTTON;
            stage.cue(Cue { tick, to, ask: Ask::Button { button, down: press } })?;
            self.pressed = press;
        }
        if press {
            self.jump_in = f32::INFINITY;
        }
        Ok(())
    }

    fn look(&mut self, sight: &Sight<'_>, spheres: &[Vec2]) {
        if self.rest <= 0.0 && self.rng.unit() < self.temper.rests[0] * self.temper.reaction {
            self.rest = self.temper.rests[1] * (0.5 + self.rng.unit());
        }
        if self.goal.is_none_or(|goal| !spheres.contains(&goal)) || self.chased > PATIENCE {
            let cost = |sphere: &&Vec2| sight.cost(**sphere);
            self.goal = spheres.iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).copied();
            self.chased = 0.0;
        }
        let goal = self.goal.filter(|_| self.rest <= 0.0);
        self.runs_up &= goal.is_some();
        let (velocity, faces) = goal.map_or((Vec2::ZERO, None), |goal| self.wanted(sight, goal));
        let velocity = if self.runs_up { velocity } else { sight.safe(velocity) };
        let turn = faces.map_or(0.0, |heading_to| {
            let angle = sight.angle(heading_to);
            if angle.abs() < 0.1 { 0.0 } else { -(angle / 0.4).clamp(-1.0, 1.0) }
        });
        let (sin, cos) = libm::sincosf(sight.angle(velocity));
        let control =
            Control { velocity: [velocity.length() * sin, velocity.length() * cos], ..Control::default() };
        self.thumbs.aim(&self.temper, self.space.to_sticks(&control).0, turn, &mut self.rng);
    }

    /// m/s in the world, and where to face. Says whether it runs up to a gap.
    fn wanted(&mut self, sight: &Sight<'_>, goal: Vec2) -> (Vec2, Option<Vec2>) {
        let top = self.space.speeds.last().copied().unwrap_or(1.0);
        let to = waypoint(sight.course, sight.at, goal);
        let between = to - sight.at;
        let direction = between.normalize_or_zero();
        let Some(gap) = sight.gap(to) else {
            self.runs_up = false;
            let pace = if between.length() > self.temper.runs_beyond {
                self.temper.pace[1]
            } else {
                self.temper.pace[0]
            };
            // Aside and backward bodies are slow.
            let ease = 0.6 + 0.4 * libm::cosf(sight.angle(between));
            return (direction * top * pace * ease.max(0.5), Some(between));
        };
        let straight = sight.angle(between).abs() < STRAIGHT;
        self.runs_up = straight && gap > if self.runs_up { STOPS } else { RUN_UP };
        if self.runs_up {
            return (direction * top, Some(between));
        }
        // Turns to the gap, and backs up where it is too near to run.
        (if gap < BACK_UP { -1.2 * direction } else { Vec2::ZERO }, Some(between))
    }
}

impl Sight<'_> {
    /// rad, to the left from where it faces.
    fn angle(&self, direction: Vec2) -> f32 {
        libm::remainderf(libm::atan2f(direction.x, direction.y) - self.heading, std::f32::consts::TAU)
    }

    fn here(&self) -> Option<&Platform> {
        self.course.field(self.at)
    }

    /// m: how far a sphere seems. Turning round and jumping take time.
    fn cost(&self, sphere: Vec2) -> f32 {
        let between = sphere - self.at;
        let elsewhere = self.here().is_some_and(|platform| !platform.holds(sphere, 0.0));
        between.length() + TURNING * self.angle(between).abs() + if elsewhere { BEYOND } else { 0.0 }
    }

    /// m, to the edge on the way to a place, where that lies beyond a gap.
    fn gap(&self, to: Vec2) -> Option<f32> {
        let here = self.here().filter(|platform| !platform.holds(to, 0.0))?;
        let direction = (to - self.at).normalize_or_zero();
        let far = |axis: usize| {
            let edge = if direction[axis] > 0.0 { here.to[axis] } else { here.from[axis] };
            if direction[axis].abs() < 1e-3 {
                f32::INFINITY
            } else {
                (edge - self.at[axis]) / direction[axis]
            }
        };
        Some(far(0).min(far(1)))
    }

    /// The same velocity, slowed down so far that the character still stops before every edge; back where it would not.
    fn safe(&self, velocity: Vec2) -> Vec2 {
        let coasts = self.at + self.velocity * LAG;
        let stops = |velocity: Vec2| coasts + velocity * (LAG + velocity.length() / (2.0 * BRAKING));
        for share in [1.0, 0.8, 0.6, 0.4, 0.2] {
            if self.course.holds(stops(velocity * share), MARGIN) {
                return velocity * share;
            }
        }
        let nearest = |platform: &&Platform| platform.middle().distance_squared(self.at);
        let platforms = self.course.platforms().iter();
        let Some(home) = platforms.min_by(|a, b| nearest(a).total_cmp(&nearest(b))) else {
            return Vec2::ZERO;
        };
        let inside = coasts.clamp(home.from + MARGIN, home.to - MARGIN);
        2.0 * (inside - coasts)
    }
}

fn flat(at: Vec3) -> Vec2 {
    Vec2::new(at.x, at.z)
}
