//! How much room chasers leave to who is chased: where he would be sooner than any of them.
//!
//! Not the paper's, where a team sums up its distances. In a field, and equally fast, chasers who make this region smaller always
//! catch (Huang, Zhang, Ding, Stipanović and Tomlin 2011, *Guaranteed decentralized pursuit-evasion in the plane with multiple
//! pursuers*). Departs from them: the region is measured along eight rays only, and is one of the terms of a tree's end.

use super::Rules;
use crate::world::{MOST, Situation};

/// The rays.
const DIAGONAL: f32 = std::f32::consts::FRAC_1_SQRT_2;
const RAYS: [[f32; 2]; 8] = [
    [1.0, 0.0],
    [DIAGONAL, DIAGONAL],
    [0.0, 1.0],
    [-DIAGONAL, DIAGONAL],
    [-1.0, 0.0],
    [-DIAGONAL, -DIAGONAL],
    [0.0, -1.0],
    [DIAGONAL, -DIAGONAL],
];
/// rad, what a ray stands for, halved: a sector's area is this times its radius squared.
const SECTOR: f32 = std::f32::consts::PI / RAYS.len() as f32;
/// m. Where there is no border nobody looks further than this: two seconds of running.
const FURTHEST: f32 = 7.0;
/// m. A chaser who is less than this ahead on a ray does not bound it.
const BESIDE: f32 = 1e-3;

impl Rules<'_> {
    /// m², where who is chased gets sooner than those who chase him, within the field.
    pub(super) fn room(&self, situation: &Situation, at: i32) -> f32 {
        let world = &self.world;
        let count = (situation.count as usize).min(MOST);
        let team = |team: u16| situation.fighters[..count].iter().filter(move |one| one.team == team);
        let Some(chased) = team(1).next().map(|one| world.body(one, at)) else { return 0.0 };
        let field = world.settings.field;
        let mut area = 0.0;
        for [x, z] in RAYS {
            let mut far = FURTHEST;
            if field > 0.0 {
                let along = chased.x * x + chased.z * z;
                let inside = field * field - (chased.x * chased.x + chased.z * chased.z);
                far = far.min((libm::sqrtf((along * along + inside).max(0.0)) - along).max(0.0));
            }
            for chaser in team(0).map(|one| world.body(one, at)) {
                // As far from both: where the ray meets the line that halves the way between them.
                let (dx, dz) = (chaser.x - chased.x, chaser.z - chased.z);
                let ahead = dx * x + dz * z;
                if ahead > BESIDE {
                    far = far.min((dx * dx + dz * dz) / (2.0 * ahead));
                }
            }
            area += SECTOR * far * far;
        }
        area
    }
}
