//! The game's rules: spheres that are run through appear elsewhere; who steps into a gap or over an edge is put back into
//! the middle of the field, with the sticks let go, so that a stick that is held does not lead over the edge again.

use footwork_motion::glam::{Vec2, Vec3};
use footwork_motion::{Role, Transform, ground};
use footwork_stage::{ActorId, ActorView, Ask, CastError, Cue, Prop, PropId, PropKind, Rng, Stage};

use super::Course;
use footwork_fragments::mind::JUMP_BUTTON;

/// How a player is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Spheres collected.
    pub collected: u32,
    /// Steps into nothing.
    pub falls: u32,
}

/// A running game: call [`Game::step`] after every step of its stage. What changes is plain data; a clone goes on in
/// the same way.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    course: Course,
    actor: ActorId,
    spheres: Vec<PropId>,
    score: Score,
    safe: Transform,
    rng: Rng,
}

/// m. A sphere's size, and how high up its middle is.
const RADIUS: f32 = 0.25;
const HEIGHT: f32 = 1.0;
/// m, from the body's middle: what is so near is collected.
const REACH: f32 = 0.6;
/// m. How far a new sphere is from whoever took the last.
const AWAY: f32 = 3.0;
/// m. So far over an edge a foot still finds hold.
const HOLD: f32 = 0.08;
/// m, from edges: where somebody is put back.
const SAFE: f32 = 0.5;

impl Game {
    /// Lays out the spheres on a stage, as props of its own.
    pub fn new(stage: &mut Stage, actor: ActorId, course: Course, spheres: u32, seed: u64) -> Game {
        let mut rng = Rng::stream(seed, u32::MAX);
        let at = stage.actor(actor).map(|me| me.frame()).unwrap_or_default();
        // Every other one is where it can be had without a jump, to begin with.
        let home = course.around(flat(at.translation));
        let mut props = Vec::new();
        for number in 0..spheres {
            let on = home.as_ref().filter(|_| number % 2 == 0).unwrap_or(&course);
            let spot = on.spot(flat(at.translation), 1.5, &mut rng);
            let kind = PropKind::Ball { radius: RADIUS };
            props.extend(stage.add_prop(Prop::new(kind, Vec3::new(spot.x, HEIGHT, spot.y), 0.0)));
        }
        Game { course, actor, spheres: props, score: Score::default(), safe: at, rng }
    }

    /// How it goes.
    pub fn score(&self) -> Score {
        self.score
    }

    /// Where it is played.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// m, X and Z: where the spheres are.
    pub fn spheres<'a>(&'a self, stage: &'a Stage) -> impl Iterator<Item = Vec2> + 'a {
        self.spheres.iter().filter_map(|prop| Some(flat(stage.view().prop(*prop)?.home())))
    }

    /// Whom it watches.
    pub fn actor(&self) -> ActorId {
        self.actor
    }

    /// Whether a foot stands on nothing now.
    pub fn falls(&self, stage: &Stage) -> bool {
        stage.actor(self.actor).is_some_and(|me| fell(&me, &self.course))
    }

    /// Looks at what the last step of the stage did, and asks for what follows from it.
    pub fn step(&mut self, stage: &mut Stage) -> Result<(), CastError> {
        let Some(me) = stage.actor(self.actor) else { return Ok(()) };
        let frame = me.frame();
        let here = flat(frame.translation);
        let fell = fell(&me, &self.course);
        if self.course.holds(here, SAFE) {
            self.safe = frame;
        }
        let (tick, to) = (stage.tick(), self.actor);
        if fell {
            self.score.falls += 1;
            let heading = ground::heading(self.safe.rotation * Vec3::Z);
            let last = flat(self.safe.translation);
            let at = self.course.field(last).map_or(last, |field| field.middle());
            let jump = Ask::Button { button: JUMP_BUTTON, down: false };
            for ask in [Ask::Put { at, heading }, Ask::Stick(Vec2::ZERO), Ask::Look(Vec2::ZERO), jump] {
                stage.cue(Cue { tick, to, ask })?;
            }
        }
        for prop in self.spheres.iter().copied() {
            let near = |prop: &Prop| flat(prop.home()).distance(here) < REACH;
            if stage.view().prop(prop).is_some_and(near) {
                self.score.collected += 1;
                let spot = self.course.spot(here, AWAY, &mut self.rng);
                stage.cue(Cue {
                    tick,
                    to,
                    ask: Ask::Carry { prop, to: Vec3::new(spot.x, HEIGHT, spot.y) },
                })?;
            }
        }
        Ok(())
    }
}

fn flat(at: Vec3) -> Vec2 {
    Vec2::new(at.x, at.z)
}

/// Whether a foot that carries weight stands on nothing.
fn fell(me: &ActorView<'_>, course: &Course) -> bool {
    let skeleton = me.rig().skeleton();
    [Role::LeftToe, Role::RightToe].into_iter().enumerate().any(|(foot, role)| {
        me.is_planted(foot)
            && skeleton.site(role).is_ok_and(|toe| !course.holds(flat(toe.position(me.world())), -HOLD))
    })
}
