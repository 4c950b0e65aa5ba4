//! What a mind asks of its body: a move.

use footwork_annotate::Limb;
use footwork_motion::Transform;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::event::Fallback;
use crate::gaze::Gaze;
use crate::impulse::GiveWay;
use crate::rig::Rig;

/// A span of a take of the actor's repertoire, in seconds from the take's start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// Number of the take.
    pub take: u32,
    /// s
    pub first: f64,
    /// s, later than `first` and not after the take's last frame.
    pub end: f64,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    /// What to play.
    pub segment: Segment,
    /// How fast: 1 is as it was recorded.
    pub rate: f32,
    /// Where to play it.
    pub place: Placement,
    /// What hands and feet reach for.
    pub reaches: [Option<Reach>; Move::REACHES],
    /// Whether what reaches goes through its point as fast as it is played, as fists do, instead of coming to rest there.
    pub passes: bool,
    /// Where it is led while it plays; none for the recording's own way.
    pub lead: Option<Lead>,
    /// What the head turns to meanwhile, if anything.
    pub gaze: Option<Gaze>,
    /// Whether arms give way where they would go into somebody else, and the body where it would.
    pub yields: bool,
    /// How the body gives way to a push at the move's beginning.
    pub shove: Option<GiveWay>,
}

/// Where a segment is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Placement {
    /// From where the body is and faces.
    Here,
    /// As it was recorded, moved by this on the ground: [`Transform::IDENTITY`] keeps the recording's own places.
    At(Transform),
}

/// Takes a body over the ground in another way than was recorded: with the speed that a player asks for, say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lead {
    /// m/s, in the body's frame: to its left, and ahead.
    pub velocity: [f32; 2],
    /// rad/s, to the left.
    pub turning: f32,
    /// From 0, the recording's own way, to 1, exactly this one.
    pub weight: f32,
}

impl Lead {
    pub(crate) fn is_sound(&self) -> bool {
        let Lead { velocity: [left, ahead], turning, weight } = *self;
        [left, ahead, turning, weight].iter().all(|value| value.is_finite())
    }

    /// What a step over the ground becomes. A step back in time has negative seconds.
    pub(crate) fn mixed(&self, own: Transform, seconds: f32) -> Transform {
        let weight = self.weight.clamp(0.0, 1.0);
        let half = 0.5 * self.turning * seconds;
        let turn = Quat::from_xyzw(0.0, libm::sinf(half), 0.0, libm::cosf(half));
        let shift = Vec3::new(self.velocity[0], 0.0, self.velocity[1]) * seconds;
        crate::tracks::between(own, Transform { rotation: turn, translation: shift }, weight)
    }
}

/// A soft target: a hand or a foot goes there, as far as it gets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reach {
    /// Hands and feet reach; a knee or an elbow does nothing.
    pub limb: Limb,
    /// m, in the world.
    pub point: Vec3,
    /// s from the move's beginning: when it is to be there.
    pub at: f32,
    /// s: how long before it sets out, and how long after it is back.
    pub ease: f32,
    /// From 0 to 1: how much of the way it goes.
    pub weight: f32,
}

impl Move {
    /// How many limbs can reach at once.
    pub const REACHES: usize = 4;

    /// Plays a segment as it was recorded, from where the body is.
    pub fn new(segment: Segment) -> Move {
        Move {
            segment,
            rate: 1.0,
            place: Placement::Here,
            reaches: [None; Move::REACHES],
            passes: false,
            lead: None,
            gaze: None,
            yields: false,
            shove: None,
        }
    }

    /// The same at another rate.
    pub fn at_rate(self, rate: f32) -> Move {
        Move { rate, ..self }
    }

    /// The same, led.
    pub fn led(self, lead: Lead) -> Move {
        Move { lead: Some(lead), ..self }
    }

    /// The same, looking at something.
    pub fn looking(self, gaze: Option<Gaze>) -> Move {
        Move { gaze, ..self }
    }

    /// A whole take.
    pub fn whole(rig: &Rig, take: u32) -> Move {
        let end = rig.take(take).map_or(0.0, |take| take.clip.seconds());
        Move::new(Segment { take, first: 0.0, end })
    }

    /// Whether a body can do it.
    pub fn check(&self, rig: &Rig) -> Result<(), Fallback> {
        let Segment { take, first, end } = self.segment;
        let seconds = rig.take(take).ok_or(Fallback::NoSuchTake)?.clip.seconds();
        // A hair of tolerance, for ends that were computed in frames.
        if !(first >= 0.0 && first < end && end <= seconds + 1e-6) {
            return Err(Fallback::NoSuchSpan);
        }
        if !(self.rate > 0.0 && self.rate <= Move::MAX_RATE) {
            return Err(Fallback::BadRate);
        }
        if let Placement::At(place) = self.place
            && !(place.translation.is_finite() && place.rotation.is_normalized())
        {
            return Err(Fallback::BadPlace);
        }
        Ok(())
    }

    /// Faster than this nothing can be seen any more.
    pub const MAX_RATE: f32 = 100.0;
}

impl Reach {
    /// How much of the way a limb goes, so long after the move's beginning.
    pub(crate) fn effort(&self, seconds: f32) -> f32 {
        let near = 1.0 - (seconds - self.at).abs() / self.ease.max(1e-3);
        let near = near.clamp(0.0, 1.0);
        self.weight.clamp(0.0, 1.0) * near * near * (3.0 - 2.0 * near)
    }

    pub(crate) fn is_sound(&self) -> bool {
        self.point.is_finite() && self.at.is_finite() && self.ease.is_finite() && self.weight.is_finite()
    }
}
