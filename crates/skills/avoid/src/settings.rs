//! Every number of the skill, with its unit and reason; the paper's own are a preset.

use serde::{Deserialize, Serialize};

/// How the tables are made: what is baked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BakeSettings {
    /// 1/s, how often volumes are stored. The paper: 10. A slip is at its furthest after 0.17 s, which ten a second cut off.
    pub stored: f32,
    /// s, from one node of a take to the next.
    pub nodes: f32,
    /// s, how long before an avoidance its recording may be entered, one entry each.
    pub leads: Vec<f32>,
    /// m. A transition may cost no more: how far apart the points of two bodies are, in the root mean square, with a tenth of a
    /// second of their velocities. From one guard to another it is 0.03 to 0.1; from an easy stand to a guard 0.2.
    pub limit: f32,
    /// m/s. An edge whose hands and feet get faster may be slowed down.
    pub fast: f32,
    /// m/s. An edge whose hands and feet stay slower may be sped up.
    pub slow: f32,
    /// m/s. An edge whose hands and feet stay slower may be both.
    pub still: f32,
    /// m. A sphere that moves less in an avoidance saves nothing.
    pub moved: f32,
    /// m, the edge of a cell of the index.
    pub cell: f32,
}

impl Default for BakeSettings {
    fn default() -> BakeSettings {
        BakeSettings {
            stored: 30.0,
            nodes: 0.1,
            leads: vec![0.0, 0.2],
            limit: 0.3,
            // Hands in a guard go at 0.1 to 0.4 m/s. What is slower than a walker's swinging hand is not seen to be hurried.
            fast: 0.3,
            slow: 0.6,
            still: 0.2,
            moved: 0.03,
            cell: 0.1,
        }
    }
}

impl BakeSettings {
    /// The paper's.
    pub fn paper() -> BakeSettings {
        BakeSettings { stored: 10.0, fast: 0.3, slow: 0.1, still: 0.0, ..BakeSettings::default() }
    }
}

/// How an attack is answered: what is set while it runs.
#[derive(Clone, Debug, PartialEq)]
pub struct AvoidSettings {
    /// s, the window of eq. 1, T.
    pub window: f32,
    /// 1/s, how often volumes are tested at least.
    pub tested: f32,
    /// m, how far an attack goes from one test to the next at most; the paper tests at its rate however fast an attack is.
    pub tested_way: f32,
    /// Whether the overlap of eq. 4 is summed over the way of an attack (m²) instead of over time (m·s): a fast ball would
    /// otherwise never be worth avoiding.
    pub per_metre: bool,
    /// E of eq. 6, in m·s, or m² where `per_metre`: an overlap of this is as good as any larger one.
    pub enough_overlap: f32,
    /// m, D of eq. 8.
    pub body_scale: f32,
    /// E of eq. 9: speeds may change by this factor.
    pub time_scale: f32,
    /// No speed is changed by a larger factor. The paper: 4, as in eq. 9.
    pub most_time_scale: f32,
    /// How much faster than recorded everything may go where no edge may be sped up; 1 forbids it, as the paper does.
    pub hurry: f32,
    /// m/s. Nothing is hurried to where a hand or foot gets faster.
    pub fastest: f32,
    /// w of eq. 10: overlap, body, speed.
    pub weights: [f32; 3],
    /// What a transition of the highest cost adds to eq. 10. The paper: 0.
    pub transition_weight: f32,
    /// What an avoidance adds to eq. 10 for every metre that the body moves for it. The paper: 0.
    pub movement_weight: f32,
    /// m. What passes nearer is too near.
    pub clearance: f32,
    /// m. An avoidance that leaves the body in the attack by no more is taken with a lean of its own.
    pub lean: f32,
    /// s. What is seen is answered so much later.
    pub reaction: f32,
    /// rad, how far from straight ahead something is still seen.
    pub view: f32,
    /// How many candidates are looked at in a step at most.
    pub budget: u32,
    /// Whether forearms are put in the way where nothing avoids.
    pub shields: bool,
    /// m. Who has got further from where he stood at first goes back there by the steps that he knows, when nothing comes; 0 for
    /// never, where a mind says where to be.
    pub returns: f32,
    /// m. So far away from whoever is nearest he keeps, with his face to him, by the steps that he knows, when nothing comes; 0 for
    /// never, where a mind says where to be.
    pub faces: f32,
    /// Whether candidates are looked for in the index first.
    pub index: bool,
    /// Whether what the index leaves out is looked at too, as far as it could be better: then the index never changes what is
    /// chosen. The paper: only where the index has no way out.
    pub exact: bool,
    /// Whether candidates that are surely hit are dropped by bit images. The paper: always.
    pub culling: bool,
}

impl Default for AvoidSettings {
    fn default() -> AvoidSettings {
        AvoidSettings {
            window: 1.0,
            tested: 20.0,
            tested_way: 0.12,
            per_metre: true,
            enough_overlap: 0.15,
            body_scale: 0.5,
            time_scale: 4.0,
            most_time_scale: 2.0,
            hurry: 1.5,
            // Feet of a quick step in a guard, and hands of a slip.
            fastest: 4.2,
            // How little and how smoothly the body moves counts four times as much as how well a path fits the attack, of all that avoid
            // it: movement was then 0.15 m in the median, where 0.13 m would have done, and 0.24 m with equal weights (throws of seed 31).
            weights: [0.25, 0.25, 1.0],
            transition_weight: 1.0,
            movement_weight: 2.5,
            clearance: 0.02,
            lean: 0.06,
            reaction: 0.2,
            // Two people's eyes see a little over 200 degrees together.
            view: 1.75,
            budget: 600,
            shields: true,
            returns: 0.0,
            faces: 0.0,
            index: true,
            exact: true,
            // Finding out about a hit at the moment of the attack is quicker than drawing images of it.
            culling: false,
        }
    }
}

impl AvoidSettings {
    /// The paper's.
    pub fn paper() -> AvoidSettings {
        AvoidSettings {
            tested_way: f32::INFINITY,
            per_metre: false,
            enough_overlap: 0.5,
            most_time_scale: 4.0,
            hurry: 1.0,
            fastest: 1e3,
            weights: [1.0, 1.0, 1.0],
            transition_weight: 0.0,
            movement_weight: 0.0,
            clearance: 0.0,
            lean: 0.0,
            reaction: 0.0,
            view: std::f32::consts::PI,
            shields: false,
            exact: false,
            culling: true,
            ..AvoidSettings::default()
        }
    }

    /// Whether every number makes sense.
    pub fn is_sound(&self) -> bool {
        let AvoidSettings { window, tested, enough_overlap, body_scale, time_scale, .. } = *self;
        let above = [
            window,
            tested,
            self.tested_way,
            enough_overlap,
            body_scale,
            time_scale,
            self.most_time_scale,
            self.hurry,
            self.fastest,
        ];
        let not_below = [
            self.transition_weight,
            self.movement_weight,
            self.clearance,
            self.returns,
            self.faces,
            self.lean,
            self.reaction,
            self.view,
            self.weights[0],
            self.weights[1],
            self.weights[2],
        ];
        above.iter().all(|value| *value > 0.0)
            && not_below.iter().all(|value| *value >= 0.0 && value.is_finite())
            && self.most_time_scale >= 1.0
            && self.hurry >= 1.0
            && self.budget > 0
    }
}
