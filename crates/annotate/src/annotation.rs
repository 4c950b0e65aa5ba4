//! The annotation of a clip, as plain data. Frames count from the clip's start.

use footwork_motion::Side;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// Everything that is known about a clip.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Annotation {
    /// When each foot carries weight.
    pub supports: Supports,
    /// How that was found.
    pub support_method: SupportMethod,
    /// When hands and knees touch the floor, by limb, then in order.
    pub floor: Vec<FloorTouch>,
    /// Every effective blow, in order.
    pub strikes: Vec<Strike>,
    /// What is done when. Actions tile the clip: each begins where the one before it ends.
    pub actions: Vec<Action>,
    /// When something is held in the hands, in order.
    pub holds: Vec<Hold>,
}

impl Annotation {
    /// The same about the clip with left and right swapped, as `footwork_motion::Mirror` does.
    pub fn mirrored(&self) -> Annotation {
        let flip = Vec3::new(-1.0, 1.0, 1.0);
        let mut mirrored = self.clone();
        std::mem::swap(&mut mirrored.supports.left, &mut mirrored.supports.right);
        mirrored.floor.iter_mut().for_each(|touch| touch.limb = touch.limb.mirrored());
        mirrored.floor.sort_by_key(|touch| (touch.limb, touch.span.first));
        for strike in &mut mirrored.strikes {
            strike.limb = strike.limb.mirrored();
            (strike.point, strike.direction) = (strike.point * flip, strike.direction * flip);
        }
        mirrored.strikes.sort_by_key(|strike| (strike.frame, strike.limb));
        for action in &mut mirrored.actions {
            action.classes.iter_mut().for_each(|class| *class = mirrored_word(class));
            action.limbs.iter_mut().for_each(|limb| *limb = limb.mirrored());
            action.limbs.sort_unstable();
            action.direction = action.direction.map(|direction| direction * flip);
        }
        mirrored
    }
}

/// A class with left and right swapped: `step_left` becomes `step_right`.
pub fn mirrored_word(word: &str) -> String {
    let swapped = word.split('_').map(|part| match part {
        "left" => "right",
        "right" => "left",
        other => other,
    });
    swapped.collect::<Vec<_>>().join("_")
}

/// Frames from `first` to just before `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The first frame that belongs to it.
    pub first: u32,
    /// The first frame that does not any more.
    pub end: u32,
}

impl Span {
    /// Whether a frame belongs to it.
    pub fn contains(self, frame: u32) -> bool {
        (self.first..self.end).contains(&frame)
    }

    /// How many frames it has.
    pub fn frames(self) -> u32 {
        self.end.saturating_sub(self.first)
    }

    /// The frame halfway through it.
    pub fn middle(self) -> u32 {
        self.first + self.frames() / 2
    }

    /// The maximal runs of frames for which something holds.
    pub fn runs(holds: &[bool]) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        for (frame, _) in holds.iter().enumerate().filter(|(_, holds)| **holds) {
            let frame = frame as u32;
            match spans.last_mut() {
                Some(span) if span.end == frame => span.end += 1,
                _ => spans.push(Span { first: frame, end: frame + 1 }),
            }
        }
        spans
    }
}

/// When each foot carries weight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Supports {
    /// Spans of the left foot, in order, that do not touch.
    pub left: Vec<Span>,
    /// Spans of the right foot.
    pub right: Vec<Span>,
}

impl Supports {
    /// The spans of a foot.
    pub fn of(&self, side: Side) -> &[Span] {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }

    /// Whether a foot carries weight at a frame.
    pub fn at(&self, side: Side, frame: u32) -> bool {
        let spans = self.of(side);
        let after = spans.partition_point(|span| span.first <= frame);
        after > 0 && spans[after - 1].contains(frame)
    }

    /// Whether a foot carries weight, frame by frame.
    pub fn planted(&self, side: Side, frames: usize) -> Vec<bool> {
        let mut planted = vec![false; frames];
        for span in self.of(side) {
            let end = (span.end as usize).min(frames);
            planted[(span.first as usize).min(end)..end].fill(true);
        }
        planted
    }
}

/// A hand or a knee on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloorTouch {
    /// What touches.
    pub limb: Limb,
    /// From when to when.
    pub span: Span,
}

/// Something in both hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// From when to when.
    pub span: Span,
}

/// How supports were found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum SupportMethod {
    /// By thresholds that were adapted to the recording.
    #[default]
    Automatic,
    /// By a support vector machine that was trained on labelled spans.
    Learned {
        /// Penalty on errors.
        c: f32,
        /// Of the kernel exp(−γ d²), in units of the scaled features.
        gamma: f32,
        /// Share of labelled frames that it got right when they were left out of the training.
        accuracy: f32,
        /// How many frames it was trained on.
        frames: u32,
    },
}

/// A part of the body that does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Limb {
    LeftHand,
    RightHand,
    LeftElbow,
    RightElbow,
    LeftKnee,
    RightKnee,
    LeftFoot,
    RightFoot,
}

impl Limb {
    /// All of them.
    pub const ALL: [Limb; 8] = [
        Limb::LeftHand,
        Limb::RightHand,
        Limb::LeftElbow,
        Limb::RightElbow,
        Limb::LeftKnee,
        Limb::RightKnee,
        Limb::LeftFoot,
        Limb::RightFoot,
    ];

    /// As it is written in files: `left_hand`.
    pub fn name(self) -> &'static str {
        match self {
            Limb::LeftHand => "left_hand",
            Limb::RightHand => "right_hand",
            Limb::LeftElbow => "left_elbow",
            Limb::RightElbow => "right_elbow",
            Limb::LeftKnee => "left_knee",
            Limb::RightKnee => "right_knee",
            Limb::LeftFoot => "left_foot",
            Limb::RightFoot => "right_foot",
        }
    }

    /// The same limb of the other side.
    pub fn mirrored(self) -> Limb {
        match self {
            Limb::LeftHand => Limb::RightHand,
            Limb::RightHand => Limb::LeftHand,
            Limb::LeftElbow => Limb::RightElbow,
            Limb::RightElbow => Limb::LeftElbow,
            Limb::LeftKnee => Limb::RightKnee,
            Limb::RightKnee => Limb::LeftKnee,
            Limb::LeftFoot => Limb::RightFoot,
            Limb::RightFoot => Limb::LeftFoot,
        }
    }
}

/// A zone of the body that a blow aims at and a defence protects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Zone {
    Head,
    Body,
    Legs,
    Arms,
}

/// An effective blow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strike {
    /// When it lands.
    pub frame: u32,
    /// While it would hit: the limb goes fast along its last bone.
    pub effective: Span,
    /// What strikes.
    pub limb: Limb,
    /// m, where it lands, in the clip's own space.
    pub point: Vec3,
    /// Where it goes, as a unit vector in the clip's own space.
    pub direction: Vec3,
    /// m/s
    pub speed: f32,
}

/// A span that means something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Action {
    /// From when to when.
    pub span: Span,
    /// What it is, the more general first: `attack`, `punch`. Words of the vocabulary.
    pub classes: Vec<String>,
    /// The limbs it uses.
    pub limbs: Vec<Limb>,
    /// Where an attack, a movement or what an avoidance saves goes, as a unit vector in the body's frame at the action's start.
    pub direction: Option<Vec3>,
    /// What a defence or an avoidance saves.
    pub protects: Option<Zone>,
    /// While a defence or an avoidance saves it.
    pub avoids: Option<Span>,
    /// From 0 to 1, how sure the classes are.
    pub sure: f32,
    /// Who says so.
    pub origin: Origin,
}

impl Action {
    /// Whether it is of a class.
    pub fn is(&self, class: &str) -> bool {
        self.classes.iter().any(|own| own == class)
    }
}

/// Who says what an action is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Worked out from strikes, displacement, height and contact.
    #[default]
    Suggested,
    /// Taken over from the most similar labelled actions.
    Similar,
    /// A person.
    Hand,
}
