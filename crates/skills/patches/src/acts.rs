//! Acts: what a pattern's words stand for. Whole actions of a repertoire, measured once from its annotation.
//!
//! Paper: Shum 2010, sec. 6.3.1: motion as a graph of annotated actions. Bodies are the capsules of
//! `footwork_encounter::Tables`, frame by frame at 60 Hz.

mod depth;

use footwork_annotate::vocabulary;
use footwork_encounter::tables::{EdgeSettings, TableError};
use footwork_encounter::{Tables, tables::Blow};
use footwork_motion::ground::Place;
use footwork_motion::seam::{self, Features, ROLES, VELOCITY};
use footwork_motion::{Transform, kinematics};
use footwork_stage::{BodyPart, Rig};
use glam::{Vec2, Vec3};

use crate::feet::Feet;

pub use depth::{apart, discs_meet};

/// What an act is to a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nature {
    /// Has a blow.
    Strike,
    /// Avoids or blocks.
    Defence,
    /// Goes down, and lies there.
    Fall,
    /// Is hit or pushed, and keeps standing.
    Pushed,
    /// Stands: may be held for as long as one likes.
    Rest,
    /// Anything else.
    Other,
}

/// A span of a take that means something.
#[derive(Clone, Debug, PartialEq)]
pub struct Act {
    /// Number of the take.
    pub take: u32,
    /// In frames of the tables, from the take's start.
    pub first: u32,
    /// The first frame after it.
    pub end: u32,
    /// What it is.
    pub nature: Nature,
    /// Its words.
    pub classes: Vec<String>,
    /// The number of its first blow in the tables.
    pub blow: Option<usize>,
    /// m, which way the body goes, from its beginning to its end, as it sees itself there: X left, Y ahead.
    pub goes: Vec2,
    /// Of a fall: when lying begins and ends, and when the body is up again.
    pub lies: Option<[u32; 3]>,
}

impl Act {
    /// Whether it is known by a word.
    pub fn is(&self, word: &str) -> bool {
        self.classes.iter().any(|class| class == word)
    }
}

/// The acts of a repertoire.
#[derive(Clone, Debug)]
pub struct Acts {
    /// Where bodies and blows are.
    pub tables: Tables,
    /// All acts, in the order of takes and times.
    pub all: Vec<Act>,
    /// How the body looks, by frame of the tables: places and scaled velocities of limbs, as it sees itself.
    looks: Vec<Features>,
    /// Which parts of the tables are discs, and which are trunks.
    discs: [usize; DISCS],
    trunk: [usize; 3],
    hands: [usize; 2],
    pub(crate) legs: [usize; 6],
    /// When feet stand.
    pub(crate) feet: Feet,
}

/// How many discs stand for a body seen from above.
pub const DISCS: usize = 9;
const DISC_PARTS: [BodyPart; DISCS] = [
    BodyPart::Pelvis,
    BodyPart::Chest,
    BodyPart::Head,
    BodyPart::LeftShin,
    BodyPart::RightShin,
    BodyPart::LeftFoot,
    BodyPart::RightFoot,
    BodyPart::LeftForearm,
    BodyPart::RightForearm,
];
const LEGS: [BodyPart; 6] = [
    BodyPart::LeftThigh,
    BodyPart::LeftShin,
    BodyPart::LeftFoot,
    BodyPart::RightThigh,
    BodyPart::RightShin,
    BodyPart::RightFoot,
];
/// m. Shins are as thin as they are; a trunk's discs are a hand's breadth less than its capsules, because people brush past.
pub const DISC_RADII: [f32; DISCS] = [0.12, 0.13, 0.1, 0.06, 0.06, 0.06, 0.06, 0.04, 0.04];

/// A body in a frame of a take, somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stood {
    /// Number of the take.
    pub take: u32,
    /// Frame of the tables.
    pub frame: u32,
    /// From the take's space.
    pub place: Place,
}

impl Acts {
    /// Measures a repertoire.
    pub fn new(rig: &Rig, own: &str, ways: &EdgeSettings) -> Result<Acts, TableError> {
        let tables = Tables::new(rig, own, ways)?;
        let find = |part: BodyPart| tables.kinds.iter().position(|(known, _)| *known == part).unwrap_or(0);
        let discs = DISC_PARTS.map(find);
        let trunk = [BodyPart::Pelvis, BodyPart::Chest, BodyPart::Head].map(find);
        let hands = [BodyPart::LeftHand, BodyPart::RightHand].map(find);
        let legs = LEGS.map(find);
        let feet = Feet::new(rig, &tables.starts, tables.rate);
        let mut acts =
            Acts { all: Vec::new(), looks: looks(rig, &tables), discs, trunk, hands, legs, feet, tables };
        for (number, take) in rig.repertoire().takes.iter().enumerate() {
            let stride = (take.clip.rate() / acts.tables.rate).round().max(1.0) as u32;
            let frames = acts.tables.starts[number + 1] - acts.tables.starts[number];
            let own = &take.annotation.actions;
            for (at, action) in own.iter().enumerate() {
                let [first, end] =
                    [action.span.first, action.span.end].map(|frame| (frame / stride).min(frames - 1));
                if end < first + SHORTEST || action.is("lying") || action.is("rise") {
                    continue;
                }
                let blow = acts.blow_in(number as u32, [first, end]);
                let lies = action.is("fall").then(|| down(own, at, stride, frames)).flatten();
                let nature = match () {
                    () if action.is("fall") && lies.is_some() => Nature::Fall,
                    () if action.is("fall") => continue,
                    () if action.is("attack") && blow.is_some() => Nature::Strike,
                    () if action.is("startled") => Nature::Other,
                    () if action.is("avoid") || action.is("block") => Nature::Defence,
                    () if action.is("pushed") || action.is("hit") => Nature::Pushed,
                    () if action.is("stand") || action.is("stance") => Nature::Rest,
                    () => Nature::Other,
                };
                let [from, to] = [first, end].map(|frame| *acts.tables.ground(number as u32, frame));
                let seen = from.to(&to);
                acts.all.push(Act {
                    take: number as u32,
                    first,
                    end,
                    nature,
                    classes: action.classes.clone(),
                    blow,
                    goes: Vec2::new(seen.x, seen.z),
                    lies,
                });
            }
        }
        Ok(acts)
    }

    fn blow_in(&self, take: u32, [first, end]: [u32; 2]) -> Option<usize> {
        let pieces = self.tables.pieces.iter().filter(|piece| piece.take == take);
        let mut own = pieces.filter(|piece| piece.first < end && piece.end > first);
        let lands = |blow: &Blow| (first..end).contains(&blow.lands);
        own.find_map(|piece| {
            let [from, to] = piece.blows.map(usize::from);
            (from..to).find(|at| lands(&self.tables.blows[*at]))
        })
    }

    /// Whether acts are known by a word: a class, or one of the paper's own words for several.
    pub fn is_called(act: &Act, word: &str) -> bool {
        match word {
            "defence" | "defense" => act.nature == Nature::Defence,
            "any" | "arbitrary" | "arbitrary_motion" => matches!(act.nature, Nature::Rest),
            "attack" => act.nature == Nature::Strike,
            "dodge" => act.is("avoid"),
            "pushed_away" => act.is("pushed"),
            "hand" => act.is("hand_over"),
            "fall" => act.nature == Nature::Fall,
            _ => act.is(word),
        }
    }

    /// Whether a word means anything.
    pub fn is_word(word: &str) -> bool {
        OWN_WORDS.contains(&word) || vocabulary::is_known(word)
    }

    /// Where a body stands and faces.
    pub fn ground(&self, at: &Stood) -> Place {
        at.place.then(self.tables.ground(at.take, at.frame))
    }

    /// From a take's space to where a body at a frame of it stands so.
    pub fn placed(&self, take: u32, frame: u32, body: &Place) -> Place {
        body.then(&self.tables.ground(take, frame).inverse())
    }

    /// m, how different the body looks in two frames: what inertialization has to carry.
    pub fn seam(&self, from: (u32, u32), to: (u32, u32)) -> f32 {
        let [a, b] = [from, to].map(|(take, frame)| &self.looks[self.tables.frame(take, frame)]);
        seam::difference(a, b)
    }

    /// m, on the ground: where the discs of a body are.
    #[inline]
    pub fn discs(&self, at: &Stood) -> [Vec2; DISCS] {
        let parts = self.tables.parts(at.take, at.frame);
        self.discs.map(|part| {
            let [a, b] = parts[part];
            let point = at.place.point(0.5 * (a + b));
            Vec2::new(point.x, point.z)
        })
    }

    /// m, the middles of both hands, the left one first.
    pub fn hands(&self, at: &Stood) -> [Vec3; 2] {
        let parts = self.tables.parts(at.take, at.frame);
        self.hands.map(|part| at.place.point(0.5 * (parts[part][0] + parts[part][1])))
    }

    /// m, how far apart the hands are.
    pub fn hands_apart(&self, take: u32, frame: u32) -> f32 {
        let [left, right] = self.hands(&Stood { take, frame, place: Place::HERE });
        left.distance(right)
    }
}

/// Frames. Shorter actions are slips of the annotation.
const SHORTEST: u32 = 8;

/// The paper's words that are no classes.
pub const OWN_WORDS: [&str; 8] =
    ["defence", "defense", "any", "arbitrary", "arbitrary_motion", "dodge", "pushed_away", "hand"];

/// When lying begins and ends after a fall, and when the body is up again.
fn down(actions: &[footwork_annotate::Action], at: usize, stride: u32, frames: u32) -> Option<[u32; 3]> {
    let [lying, rise] = [actions.get(at + 1)?, actions.get(at + 2)?];
    let span =
        [lying.span.first, lying.span.end, rise.span.end].map(|frame| (frame / stride).min(frames - 1));
    (lying.is("lying") && rise.is("rise") && span[0] < span[1] && span[1] < span[2]).then_some(span)
}

fn looks(rig: &Rig, tables: &Tables) -> Vec<Features> {
    let skeleton = rig.skeleton();
    let sites = seam::sites(skeleton);
    let mut joints = vec![Transform::IDENTITY; skeleton.len()];
    let mut all: Vec<Features> = Vec::with_capacity(tables.ground.len());
    for (number, take) in rig.repertoire().takes.iter().enumerate() {
        let stride = (take.clip.rate() / tables.rate).round().max(1.0) as usize;
        let mut before: Option<[Vec3; ROLES.len()]> = None;
        let first = all.len();
        for frame in 0..(tables.starts[number + 1] - tables.starts[number]) {
            kinematics::world(skeleton, take.clip.frame(frame as usize * stride), &mut joints);
            let now = sites.map(|site| site.map_or(Vec3::ZERO, |site| site.position(&joints)));
            let ground = *tables.ground(number as u32, frame);
            let then = before.unwrap_or(now);
            let mut look = [[Vec3::ZERO; 2]; ROLES.len()];
            for ((look, now), then) in look.iter_mut().zip(now).zip(then) {
                let moved = (now - then) * (tables.rate * VELOCITY);
                *look = [ground.inside(now), ground.inside(now + moved) - ground.inside(now)];
            }
            all.push(look);
            before = Some(now);
        }
        // The first frame moves as the second does.
        if let Some(second) = all.get(first + 1).copied() {
            for (own, second) in all[first].iter_mut().zip(second) {
                own[1] = second[1];
            }
        }
    }
    all
}
