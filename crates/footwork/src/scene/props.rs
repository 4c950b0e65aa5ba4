//! `[[props]]`: what else is on the stage.

use footwork_motion::glam::Vec3;
use footwork_stage::PropKind;
use serde::Deserialize;

use super::PropPlace;

/// m. Larger props and places further away are slips of the pen.
const LARGEST: f32 = 1e4;
const FURTHEST: f32 = 1e5;

/// As it is written.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Given {
    Target {
        at: [f32; 3],
        radius: f32,
    },
    Ball {
        at: [f32; 3],
        radius: f32,
    },
    Box {
        at: [f32; 3],
        size: [f32; 3],
        #[serde(default)]
        facing: f32,
    },
    Wall {
        at: [f32; 3],
        length: f32,
        height: f32,
        #[serde(default)]
        facing: f32,
    },
    Obstacle {
        at: [f32; 3],
        radius: f32,
        height: f32,
    },
}

impl Given {
    pub fn checked(self) -> Result<PropPlace, String> {
        let (kind, at, facing, sizes) = match self {
            Given::Target { at, radius } => (PropKind::Target { radius }, at, 0.0, [radius; 2]),
            Given::Ball { at, radius } => (PropKind::Ball { radius }, at, 0.0, [radius; 2]),
            Given::Box { at, size, facing } => {
                let size = Vec3::from(size);
                (PropKind::Box { size }, at, facing, [size.min_element(), size.max_element()])
            }
            Given::Wall { at, length, height, facing } => {
                (PropKind::Wall { length, height }, at, facing, [length, height])
            }
            Given::Obstacle { at, radius, height } => {
                (PropKind::Obstacle { radius, height }, at, 0.0, [radius, height])
            }
        };
        let at = Vec3::from(at);
        if !sizes.iter().all(|size| *size > 0.0 && *size < LARGEST) {
            return Err("a prop's size is a length in metres above zero".to_string());
        }
        if !(at.is_finite() && at.abs().max_element() < FURTHEST && facing.is_finite()) {
            return Err("at is three numbers in metres".to_string());
        }
        Ok(PropPlace { kind, at, facing: facing.to_radians() })
    }
}
