//! What the performer knows about its own takes.

use serde::Serialize;

/// Everything that is true about a take. Times are in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Truth {
    /// When each foot carries weight.
    pub supports: Supports,
    /// Every blow that would land.
    pub strikes: Vec<Strike>,
    /// Every action, in order.
    pub actions: Vec<Action>,
    /// Every shove from outside.
    pub pushes: Vec<Push>,
    /// Every part that was got out of the way of something.
    pub dodges: Vec<Dodge>,
    /// What was held, from when to when.
    pub holds: Vec<Hold>,
    /// When a part met somebody, something or the floor.
    pub touches: Vec<Touch>,
    /// What the body was startled by.
    pub frights: Vec<Fright>,
}

/// From when to when each foot carries weight.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Supports {
    pub left: Vec<[f32; 2]>,
    pub right: Vec<[f32; 2]>,
}

/// A blow at the moment it would land.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Strike {
    /// s
    pub time: f32,
    /// What strikes: `left_hand`, `right_foot`, `left_elbow`, `right_knee`.
    pub limb: String,
    /// m. Where it lands.
    pub point: [f32; 3],
    /// Which way it goes, as a unit vector.
    pub direction: [f32; 3],
    /// m/s
    pub speed: f32,
}

/// A span that means something.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Action {
    /// s
    pub from: f32,
    /// s
    pub to: f32,
    /// What it is: `movement`, `attack`, `avoid`, …; the more general first.
    pub classes: Vec<String>,
    /// The limbs it uses.
    pub limbs: Vec<String>,
    /// What a defence protects.
    pub protects: Option<String>,
}

/// A shove from outside: what was given, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Push {
    /// s. When it begins. A shove lasts 0.1 s, or 0.157 s for each m/s where that is more.
    pub time: f32,
    /// Where it lands: `chest`, `back`, `left_shoulder`, `right_shoulder`, `left_side`, `right_side`, `head`, `hips`.
    pub part: String,
    /// m. The point of the body, in the world.
    pub point: [f32; 3],
    /// m/s. By how much it changes the velocity of the whole body's centre of mass.
    pub velocity: [f32; 3],
    /// What it interrupts: `stand`, `walk` or `run`.
    pub doing: String,
    /// Whether balance was kept.
    pub kept: bool,
    /// How many steps were taken to catch the body.
    pub steps: usize,
    /// s. When the body is back to what it was doing, or lies.
    pub until: f32,
}

/// Something that is got out of the way of what comes at it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Dodge {
    /// What is saved: `head`, `chest`, `belly`, `hips`, `left_arm`, `right_arm`, `left_leg`, `right_leg`, `feet`.
    pub part: String,
    /// The way the threat goes, in the world, as a unit vector.
    pub direction: [f32; 3],
    /// s. From when to when the part is out of the way.
    pub span: [f32; 2],
    /// m. Where the part would have been in the middle of the span.
    pub point: [f32; 3],
}

/// Something in the hands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hold {
    /// s
    pub from: f32,
    /// s
    pub to: f32,
    /// `box` or `ball`.
    pub what: String,
    /// m. From side to side, up, and ahead, as it is held.
    pub size: [f32; 3],
    /// kg
    pub mass: f32,
    /// What holds it: `both`, `left`, `right`.
    pub hands: String,
}

/// A moment at which a part meets somebody, something or the floor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Touch {
    /// s
    pub time: f32,
    /// What touches: `hands`, `right_shoulder`, `seat`, …
    pub part: String,
    /// m
    pub point: [f32; 3],
    /// What it is: `floor`, `tackle`, `bump`, `hand_over`, `receive`.
    pub what: String,
}

/// Something that startles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fright {
    /// s. When it is noticed.
    pub time: f32,
    /// m. Where it is.
    pub point: [f32; 3],
}
