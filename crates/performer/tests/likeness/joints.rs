//! How fast joints move, and how abruptly.

use footwork_motion::Role::{self, *};
use footwork_motion::quality::percentile;

use super::strides::positions;
use super::takes::{Kind, RATE, Take};

/// What is compared, left and right together. Fingers are left out: in the recordings they hold noise.
pub const PARTS: [(&str, &[Role]); 8] = [
    ("pelvis", &[Hips]),
    ("head", &[Head]),
    ("shoulders", &[LeftShoulder, RightShoulder]),
    ("elbows", &[LeftElbow, RightElbow]),
    ("wrists", &[LeftWrist, RightWrist]),
    ("knees", &[LeftKnee, RightKnee]),
    ("ankles", &[LeftAnkle, RightAnkle]),
    ("toes", &[LeftToe, RightToe]),
];

/// Speeds and accelerations of a part of the body in one kind of motion.
#[derive(Default)]
pub struct Spread {
    /// m/s
    pub speeds: Vec<f32>,
    /// m/s², each with its take and frame.
    pub accelerations: Vec<(f32, usize, usize)>,
}

impl Spread {
    /// m/s. The speed that a share of frames stays below.
    pub fn speed(&self, share: f32) -> f32 {
        percentile(self.speeds.clone(), share)
    }

    /// The largest acceleration, in which take and in which frame.
    pub fn most(&self) -> (f32, usize, usize) {
        self.accelerations.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
    }

    /// m/s². The acceleration that a share of frames stays below.
    pub fn acceleration(&self, share: f32) -> f32 {
        percentile(self.accelerations.iter().map(|a| a.0).collect(), share)
    }
}

/// All speeds and accelerations of some roles in one kind of motion.
pub fn spread(takes: &[Take], kind: Kind, roles: &[Role]) -> Spread {
    let mut spread = Spread::default();
    for (number, take) in takes.iter().enumerate() {
        for &role in roles {
            let places = positions(take, role);
            for frame in (1..places.len().saturating_sub(1)).filter(|&frame| take.kinds[frame] == kind) {
                let [a, b, c] = [frame - 1, frame, frame + 1].map(|f| places[f]);
                spread.speeds.push((c - a).length() * RATE / 2.0);
                if take.dense {
                    spread.accelerations.push(((a - 2.0 * b + c).length() * RATE * RATE, number, frame));
                }
            }
        }
    }
    spread
}
