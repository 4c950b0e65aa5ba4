//! The boxes, and how they are held.

/// A box: from side to side, up, ahead, in metres; and kg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Load {
    pub(super) size: [f32; 3],
    pub(super) mass: f32,
}

pub(super) const LOADS: [Load; 6] = [
    Load { size: [0.3, 0.22, 0.25], mass: 3.0 },
    Load { size: [0.42, 0.32, 0.32], mass: 4.0 },
    Load { size: [0.54, 0.42, 0.4], mass: 5.0 },
    Load { size: [0.3, 0.22, 0.25], mass: 14.0 },
    Load { size: [0.42, 0.32, 0.32], mass: 15.0 },
    Load { size: [0.54, 0.42, 0.4], mass: 16.0 },
];

impl Load {
    /// From 0 to 1.
    pub(super) fn heavy(&self) -> f32 {
        ((self.mass - 4.0) / 12.0).clamp(0.0, 1.0)
    }

    /// m. From the box's middle to the left wrist: the palm lies on the side, the wrist behind it.
    pub(super) fn grip(&self) -> [f32; 3] {
        [0.5 * self.size[0] + 0.025, -0.12 * self.size[1], -0.06]
    }

    /// m. The box's middle when it is carried, seen from the pelvis.
    pub(super) fn carried(&self) -> [f32; 3] {
        [0.0, 0.2 - 0.1 * self.heavy(), 0.15 + 0.5 * self.size[2]]
    }
}
