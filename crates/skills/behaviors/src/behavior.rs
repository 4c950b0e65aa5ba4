//! A behaviour: what is wanted, how far ahead one looks, and on which grid of target positions it is worked out.

use std::f32::consts::PI;

use footwork_annotate::Limb;
use footwork_plan::grid::{Axis, Ends};
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::polar::polar;
use crate::reward::{BodyPoint, Reward, Wish};

/// A behaviour as somebody wants it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Behavior {
    /// As it is called.
    pub name: String,
    /// How much it counts beside others, unless somebody turns its dial.
    pub weight: f32,
    /// What is wanted.
    pub reward: Reward,
    /// How much of a reward is left if it comes a second later.
    pub discount: f32,
    /// Where the target may be, as a grid.
    pub grid: TargetGrid,
    /// Where the target has to be for it to count.
    pub active: Active,
}

/// Positions of a target, as the body sees it: angle to the left, distance over the ground, height.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TargetGrid {
    /// How many angles; none if only distance matters, and the target is straight ahead.
    pub angles: u32,
    /// How many distances; none if only the direction matters.
    pub distances: u32,
    /// How many heights; none if height does not matter.
    pub heights: u32,
    /// rad, from the right to the left; none is all around.
    pub angle: Option<[f32; 2]>,
    /// m
    pub distance: [f32; 2],
    /// m
    pub height: [f32; 2],
    /// m. If there is one, the box is made as large as the volume of the points that blows land on, and larger by this
    /// on the ground.
    pub around_hits: Option<f32>,
}

/// When a behaviour counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Active {
    /// Always. A target that is further away than the grid goes counts as one at its edge, in its direction.
    Always,
    /// While the target is within the grid, or so many m away from it at most. Outside nothing is worth anything.
    Inside(f32),
}

/// The paper's discount, of 0.97 a frame at 15 Hz, for a second.
pub const PAPER_DISCOUNT: f32 = 0.633_251;

/// Both fists.
pub const FISTS: [Limb; 2] = [Limb::LeftHand, Limb::RightHand];

impl Behavior {
    /// Be where blows would land: eq. 5, on a finer grid and with a wider σ than the paper's, so that there is
    /// something to gain at every distance.
    pub fn approach() -> Behavior {
        Behavior {
            name: "approach".to_string(),
            weight: 1.0,
            reward: Reward {
                wish: Wish::Near { point: BodyPoint::HittingPoints },
                within: None,
                sigma: Some(0.25),
            },
            discount: PAPER_DISCOUNT,
            grid: TargetGrid {
                angles: 24,
                distances: 9,
                heights: 0,
                angle: None,
                distance: [0.0, 2.4],
                height: [0.0, 2.0],
                around_hits: None,
            },
            active: Active::Always,
        }
    }

    /// Land fists on the target: eq. 6. A fist may be led by as much as `within`. Its points are so dense that choices lose
    /// less than 1 % against an exhaustive search, with recordings whose blows land all around and at all heights too.
    pub fn punch() -> Behavior {
        Behavior {
            name: "punch".to_string(),
            weight: 8.0,
            reward: Reward {
                wish: Wish::Strike { limbs: FISTS.to_vec() },
                within: Some(0.15),
                sigma: Some(0.2),
            },
            discount: PAPER_DISCOUNT,
            grid: TargetGrid {
                angles: 24,
                distances: 14,
                heights: 10,
                angle: None,
                distance: [0.0, 2.0],
                height: [0.0, 2.0],
                around_hits: Some(0.2),
            },
            active: Active::Inside(0.1),
        }
    }

    /// What a boxer is made of.
    pub fn boxer() -> Vec<Behavior> {
        vec![Behavior::approach(), Behavior::punch()]
    }

    /// The paper's two, with its numbers: 5 × 13 points in a disc of 2 m with σ = 10 cm, and 10 × 10 × 4 over the
    /// volume of the hitting points. How near a fist has to be the paper does not say; half a cell is 10 cm.
    pub fn paper() -> Vec<Behavior> {
        let (mut approach, mut punch) = (Behavior::approach(), Behavior::punch());
        approach.reward.sigma = Some(0.1);
        approach.grid = TargetGrid { angles: 13, distances: 5, distance: [0.0, 2.0], ..approach.grid };
        punch.reward = Reward { within: Some(0.1), sigma: None, ..punch.reward };
        (punch.grid.angles, punch.grid.distances, punch.grid.heights) = (10, 10, 4);
        punch.grid.around_hits = Some(0.0);
        punch.active = Active::Inside(0.0);
        vec![approach, punch]
    }

    /// The target as this behaviour takes it. What is no place is nowhere; what is beyond the edge of a behaviour that
    /// always counts is brought to the edge.
    pub fn sees(&self, target: Vec3) -> Option<Vec3> {
        let flat = Vec3::new(target.x, 0.0, target.z);
        let far = flat.length();
        if target.is_nan() {
            return None;
        }
        match self.active {
            Active::Always => {
                let most = self.grid.distance[1];
                let height = target.y.clamp(-1e3, 1e3);
                if far <= most {
                    return Some(Vec3::new(target.x, height, target.z));
                }
                // The direction of what is infinitely far is kept where there is one.
                let unit = if far.is_finite() {
                    flat / far
                } else {
                    let sign = |x: f32| if x.is_infinite() { x.signum() } else { 0.0 };
                    Vec3::new(sign(flat.x), 0.0, sign(flat.z)).normalize_or(Vec3::Z)
                };
                Some(Vec3::new(unit.x * most, height, unit.z * most))
            }
            Active::Inside(margin) => self.grid.holds(target, margin).then_some(target),
        }
    }
}

impl TargetGrid {
    /// The axes that actions move a target along, and the one of heights.
    pub fn axes(&self, active: Active) -> (Vec<Axis>, Option<Axis>) {
        let ends = match active {
            Active::Always => Ends::Clamp,
            Active::Inside(_) => Ends::Nothing,
        };
        let axis = |[low, high]: [f32; 2], points| Axis { low, high, points, ends };
        let mut axes = Vec::new();
        if self.angles > 0 {
            axes.push(self.angle.map_or(Axis::turn(self.angles), |range| axis(range, self.angles)));
        }
        if self.distances > 0 {
            axes.push(axis(self.distance, self.distances));
        }
        (axes, (self.heights > 0).then(|| axis(self.height, self.heights)))
    }

    /// From coordinates of the axes to angle, distance and height.
    pub fn full(&self, at: [f32; 3], height: f32) -> [f32; 3] {
        match (self.angles > 0, self.distances > 0) {
            (true, true) => [at[0], at[1], height],
            // Only the direction matters: the target is far away.
            (true, false) => [at[0], self.distance[1], height],
            _ => [0.0, at[0], height],
        }
    }

    /// From angle, distance and height to coordinates of the axes.
    pub fn reduced(&self, [angle, distance, _]: [f32; 3]) -> [f32; 3] {
        match (self.angles > 0, self.distances > 0) {
            (true, true) => [angle, distance, 0.0],
            (true, false) => [angle, 0.0, 0.0],
            _ => [distance, 0.0, 0.0],
        }
    }

    /// Whether a point is within the box, or so many m outside at most.
    pub fn holds(&self, point: Vec3, margin: f32) -> bool {
        let [angle, distance, height] = polar(point);
        let within = |x: f32, [low, high]: [f32; 2], margin: f32| x >= low - margin && x <= high + margin;
        let wide = margin / distance.max(0.1);
        self.angle.is_none_or(|range| within(angle, range, wide))
            && (self.distances == 0 || within(distance, self.distance, margin))
            && (self.heights == 0 || within(height, self.height, margin))
    }

    /// Makes the box as large as the volume of some points, and a margin on the ground. False if there are none.
    pub fn cover(&mut self, points: &[Vec3], margin: f32) -> bool {
        if points.is_empty() {
            return false;
        }
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for point in points {
            for (axis, x) in polar(*point).into_iter().enumerate() {
                (low[axis], high[axis]) = (low[axis].min(x), high[axis].max(x));
            }
        }
        // A box has some width, however few points there are.
        let range = |axis: usize, least: f32| {
            let (middle, half) = (0.5 * (low[axis] + high[axis]), 0.5 * (high[axis] - low[axis]).max(least));
            [middle - half, middle + half]
        };
        let wide = margin / (0.5 * (low[1] + high[1])).max(0.1);
        let angle = range(0, 0.1);
        let angle = [angle[0] - wide, angle[1] + wide];
        self.angle = (angle[1] - angle[0] < 2.0 * PI).then_some(angle);
        let [near, far] = range(1, 0.05);
        self.distance = [(near - margin).max(0.0), far + margin];
        self.height = range(2, 0.05);
        true
    }
}

impl Behavior {
    /// Whether its numbers are numbers, and in their ranges.
    pub fn is_sound(&self) -> bool {
        let positive = |x: Option<f32>| x.is_none_or(|x| x > 0.0 && x.is_finite());
        let point = |point: &BodyPoint| match point {
            BodyPoint::Fixed(at) => at.is_finite(),
            _ => true,
        };
        let wish = match &self.reward.wish {
            Wish::Near { point: p } | Wish::Face { point: p } => point(p),
            Wish::Keep { point: p, distance } => point(p) && distance.is_finite() && *distance >= 0.0,
            Wish::Strike { limbs } => !limbs.is_empty(),
        };
        let active = match self.active {
            Active::Always => true,
            Active::Inside(margin) => margin >= 0.0 && margin.is_finite(),
        };
        wish && active
            && positive(self.reward.within)
            && positive(self.reward.sigma)
            && self.weight.is_finite()
            && self.discount > 0.0
            && self.discount < 1.0
            && self.grid.distance[0] >= 0.0
            && self.grid.distance.iter().chain(&self.grid.height).all(|x| x.is_finite())
    }
}
