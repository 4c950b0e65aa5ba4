//! The list of measures.

use crate::kind::Kind;
use crate::seen::Look;
use crate::{balance, stance};

/// How to read a figure beside people's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// It should be within people's range.
    Within,
    /// It should be no more than people's; less is better.
    AtMost,
}

/// One measure.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The name used in files; it stays.
    pub key: &'static str,
    /// What is measured, for a person.
    pub name: &'static str,
    /// The unit it is shown in.
    pub unit: &'static str,
    /// Decimals to show.
    pub digits: usize,
    /// For which kinds of motion.
    pub kinds: &'static [Kind],
    /// How to read it.
    pub reading: Reading,
    /// Takes it, in its unit; none where there is too little to tell.
    pub of: fn(&Look<'_>) -> Option<f32>,
}

use Kind::{Boxing, Running, Standing, Walking};
use Reading::{AtMost, Within};

const ON_FEET: &[Kind] = &[Standing, Walking, Running, Boxing];

/// Every measure of one clip, in the order of tables.
pub const MEASURES: &[Measure] = &[
    Measure {
        key: "pressure_outside",
        name: "pressure more than 10 cm outside the soles",
        unit: "%",
        digits: 0,
        kinds: ON_FEET,
        reading: AtMost,
        of: |look| Some(100.0 * balance::pressure_outside(look)?),
    },
    Measure {
        key: "com_acceleration_50",
        name: "acceleration of the centre of mass, 50 %",
        unit: "m/s²",
        digits: 1,
        kinds: ON_FEET,
        reading: Within,
        of: |look| balance::acceleration(look, 0.5),
    },
    Measure {
        key: "com_acceleration_90",
        name: "acceleration of the centre of mass, 90 %",
        unit: "m/s²",
        digits: 1,
        kinds: ON_FEET,
        reading: Within,
        of: |look| balance::acceleration(look, 0.9),
    },
    Measure {
        key: "com_acceleration_99",
        name: "acceleration of the centre of mass, 99 %",
        unit: "m/s²",
        digits: 1,
        kinds: ON_FEET,
        reading: Within,
        of: |look| balance::acceleration(look, 0.99),
    },
    Measure {
        key: "ankles_apart",
        name: "ankles apart",
        unit: "cm",
        digits: 0,
        kinds: &[Standing, Boxing],
        reading: Within,
        of: |look| Some(100.0 * stance::ankles_apart(look)?),
    },
    Measure {
        key: "hands_still",
        name: "hands still",
        unit: "%",
        digits: 0,
        kinds: &[Standing, Walking, Boxing],
        reading: Within,
        of: |look| Some(100.0 * stance::hands_still(look)?),
    },
    Measure {
        key: "head_roll",
        name: "head tips to the sides within a stride",
        unit: "°",
        digits: 1,
        kinds: &[Walking, Running],
        reading: Within,
        of: stance::head_roll,
    },
];
