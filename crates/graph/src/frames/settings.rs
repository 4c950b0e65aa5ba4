//! What decides how a frame graph is made: which frames may be left and reached, what makes two of them alike, and what
//! a transition may cost.

use footwork_motion::Role;
use serde::{Deserialize, Serialize};

use crate::error::{GraphError, check};

/// How a frame graph is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FrameSettings {
    /// Where transitions may be.
    pub events: Vec<FootEvent>,
    /// s, how far apart moments of standing are while somebody stands.
    pub standing: f32,
    /// s, how far from its event a transition may leave, to be at its best. Frames that are left from become states,
    /// so that this makes more of them.
    pub leave_around: f32,
    /// s, how far from its event a transition may arrive, to be at its best.
    pub arrive_around: f32,
    /// s, how far apart two moments of one take are at least: nobody wants to stutter.
    pub apart: f32,
    /// What makes two moments alike.
    pub likeness: Likeness,
    /// How many events, the ones most like it, each event is joined with.
    pub neighbours: u32,
    /// How many events each event is compared with at most, for every doubling of their number.
    pub effort: u32,
    /// What a transition may cost.
    pub limit: Limit,
    /// s, how long a transition is blended, centred.
    pub blend: f32,
    /// Blending a transition may change a joint's velocity from one frame to the next by as much as this share of
    /// recorded frames stays below. Others are dropped; none keeps all.
    pub most_jump: Option<f32>,
    /// m. How differently two moments may be balanced to be joined: how far apart the points are over which the bodies would
    /// come to rest, seen from their hips, and twice how much further outside of what carries after it. None joins them all the
    /// same.
    pub most_imbalance: Option<f32>,
    /// Classes of actions that nothing leads into.
    pub keep_out: Vec<String>,
}

/// What a transition may cost at most.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// In the likeness' own unit: m or rad.
    Absolute(f32),
    /// As much as the cheapest of them do, so large a share of all that were found.
    Share(f32),
}

/// What measured best. On 46 walks of CMU's subject 16, all events together cover 59 % of the motion, any one alone 27
/// to 52 %; on walks of subject 69, 96 % against 28 to 96 %; in boxing all cover 98 %, and together offer a decision
/// five times as often. Moving where a transition leaves makes three to four times as many states, for costs lower by 2
/// to 15 %.
impl Default for FrameSettings {
    fn default() -> FrameSettings {
        FrameSettings {
            events: FootEvent::ALL.to_vec(),
            standing: 0.25,
            leave_around: 0.0,
            arrive_around: 0.05,
            apart: 0.5,
            likeness: Likeness::POSITIONS,
            neighbours: 16,
            effort: 128,
            limit: Limit::Share(0.9),
            blend: 0.3,
            most_jump: Some(0.995),
            most_imbalance: Some(0.1),
            keep_out: Vec::new(),
        }
    }
}

impl FrameSettings {
    /// The paper's: joint angles at one foot event. The paper gives no limit; it had 27,072 transitions from 437
    /// frames, 62 each.
    pub fn paper() -> FrameSettings {
        FrameSettings {
            events: vec![FootEvent::LeftLeaves],
            leave_around: 0.0,
            arrive_around: 0.0,
            likeness: Likeness::PAPER,
            neighbours: 62,
            most_jump: None,
            most_imbalance: None,
            ..FrameSettings::default()
        }
    }

    /// Whether every setting makes sense.
    pub fn check(&self) -> Result<(), GraphError> {
        self.likeness.check()?;
        let standing = self.standing > 0.0;
        check("standing", self.standing, standing, "it is more than zero seconds")?;
        for (name, around) in [("leave_around", self.leave_around), ("arrive_around", self.arrive_around)] {
            check(name, around, (0.0..=1.0).contains(&around), "it is from zero to one second")?;
        }
        // Two moments may come nearer by that much, and must not meet.
        let apart = self.apart >= self.leave_around + self.arrive_around;
        check("apart", self.apart, apart, "it is at least `leave_around` and `arrive_around` together")?;
        check("effort", self.effort as f32, self.effort >= 1, "it is at least 1")?;
        let neighbours = (1..=1024).contains(&self.neighbours);
        check("neighbours", self.neighbours as f32, neighbours, "it is from 1 to 1024")?;
        check("blend", self.blend, (0.0..=2.0).contains(&self.blend), "it is from zero to two seconds")?;
        match self.limit {
            Limit::Absolute(most) => check("limit.absolute", most, most >= 0.0, "it is zero or more")?,
            Limit::Share(s) => {
                check("limit.share", s, (0.0..=1.0).contains(&s), "it is from 0 to 1")?;
            }
        }
        if let Some(s) = self.most_jump {
            check("most_jump", s, (0.0..=1.0).contains(&s), "it is from 0 to 1")?;
        }
        match self.most_imbalance {
            Some(m) => check("most_imbalance", m, m >= 0.0, "it is zero or more metres"),
            None => Ok(()),
        }
    }
}

/// What makes two moments alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Likeness {
    /// What is compared.
    pub by: Measure,
    /// How much each role counts, in the order of [`Role::ALL`]. Only ratios matter.
    pub weights: [f32; Role::COUNT],
    /// s, how much a difference in velocity counts: so many seconds at it are a difference in position.
    pub velocity: f32,
    /// s, from the first to the last pose that is compared, centred.
    pub window: f32,
    /// How many poses are compared, evenly over the window.
    pub samples: u32,
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Where roles are in the body's frame; distances are in metres.
    Positions,
    /// How joints are turned, and how high the hips are; distances are in radians.
    Angles,
}

impl Default for Likeness {
    fn default() -> Likeness {
        Likeness::POSITIONS
    }
}

impl Likeness {
    /// Where the ends of the limbs and the trunk are; what lies between follows from them and counts less.
    pub const POSITIONS: Likeness = Likeness {
        by: Measure::Positions,
        weights: [
            1.0, 0.5, 1.0, 0.5, 1.0, // hips, spine, chest, neck, head
            0.5, 1.0, 1.0, 0.5, // left arm
            0.5, 1.0, 1.0, 0.5, // right arm
            0.5, 1.0, 1.0, 0.5, // left leg
            0.5, 1.0, 1.0, 0.5, // right leg
        ],
        velocity: 0.1,
        window: 0.1,
        samples: 3,
    };

    /// The paper's: joint angles and velocities of one moment. The weights are those of Lee et al. 2002: one for
    /// pelvis, spine, shoulders, elbows, hips and knees, nothing for the others. How much velocity counts the
    /// paper does not say.
    pub const PAPER: Likeness = Likeness {
        by: Measure::Angles,
        weights: [
            1.0, 1.0, 0.0, 0.0, 0.0, // trunk
            1.0, 1.0, 0.0, 0.0, // left arm
            1.0, 1.0, 0.0, 0.0, // right arm
            1.0, 1.0, 0.0, 0.0, // left leg
            1.0, 1.0, 0.0, 0.0, // right leg
        ],
        velocity: 0.1,
        window: 0.0,
        samples: 1,
    };

    /// Whether every setting makes sense.
    pub fn check(&self) -> Result<(), GraphError> {
        for weight in self.weights {
            check("likeness.weights", weight, weight >= 0.0, "it is zero or more")?;
        }
        check("likeness.velocity", self.velocity, self.velocity >= 0.0, "it is zero or more seconds")?;
        let window = (0.0..=2.0).contains(&self.window);
        check("likeness.window", self.window, window, "it is from zero to two seconds")?;
        let samples = (1..=16).contains(&self.samples);
        check("likeness.samples", self.samples as f32, samples, "it is from 1 to 16")
    }
}

/// What happens to the feet at a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FootEvent {
    /// The last frame in which the left foot carries weight.
    LeftLeaves,
    /// The last frame in which the right foot carries weight.
    RightLeaves,
    /// The first frame in which the left foot carries weight.
    LeftLands,
    /// The first frame in which the right foot carries weight.
    RightLands,
    /// Both feet carry weight: the middle of such a span, or every so often in a long one.
    Standing,
}

impl FootEvent {
    /// All of them.
    pub const ALL: [FootEvent; 5] = [
        FootEvent::LeftLeaves,
        FootEvent::RightLeaves,
        FootEvent::LeftLands,
        FootEvent::RightLands,
        FootEvent::Standing,
    ];
}
