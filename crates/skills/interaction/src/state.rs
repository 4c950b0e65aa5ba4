//! A state: somebody has to choose, and where the other one is and what he does.
//!
//! Paper: Shum 2010, sec. 5.3.1 and eq. 5.1: I = (r, θa, θb, Next(Ma), Mb, Fb). Next(Ma) is a list of each piece's own here,
//! so that it is the piece itself. Whoever chooses is the first of the two: the same state serves both players.
//!
//! Departs from it: beyond reach differences count half. What the other one does is compared by what it means to who chooses. Two blows are never alike; of
//! anything else it counts which way it goes (its [`class`](crate::Graph::classes)) and how long it still lasts. Two hundred
//! pieces would else have forty thousand pairs, and most of them would never be seen twice.

use bytemuck::Zeroable;
use footwork_encounter::tables::{Kind, Tables};
use footwork_encounter::world::{Fighter, Situation, World, WorldSettings, chooser};
use footwork_motion::ground::Place;
use serde::{Deserialize, Serialize};

/// Two people at a moment when one of them has to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// m, from the one to the other: r.
    pub far: f32,
    /// rad, how far the other is to the left of where who chooses faces: θa.
    pub bearing: f32,
    /// rad, the same as the other one sees it: θb.
    pub faced: f32,
    /// The piece that who chooses has just played, or is in the middle of: Ma.
    pub own: u16,
    /// The piece that the other one plays: Mb.
    pub other: u16,
    /// Frames since he began it: Fb.
    pub frame: u16,
    /// Frames until it ends.
    pub left: u16,
}

/// How blows work between those who fight by a graph. As in the paper, somebody chooses when what he plays has ended, and
/// never in the middle of it: pieces are short enough that he answers a blow 0.2 s after it began, in the mean, as people
/// do; and a pose in the middle of something is no state.
pub fn ring_world() -> WorldSettings {
    WorldSettings {
        // Baked encounters were solved, and their rewards chosen, with blows that are led so.
        as_led: false,
        reaction: f32::INFINITY,
        for_the_head: FOR_THE_HEAD,
        free_hand: FREE_HAND,
        ..WorldSettings::default()
    }
}

/// m. As far as from the collar bone to the chin: by nearest parts alone, blows went to chest, pelvis and thighs, and of 800 five to the
/// head.
const FOR_THE_HEAD: f32 = 0.15;

/// m. Half of what duellists do: with idle hands that stop two blows of three, a minute had nine hits and no knock-down.
const FREE_HAND: f32 = 0.15;

/// What counts as the same.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Likeness {
    /// m: σr.
    pub far: f32,
    /// rad: σθ.
    pub angle: f32,
    /// Frames, that what is left of the other one's action may differ by: F′e.
    pub frames: u16,
    /// Two samples that are nearer to each other than this, by eq. 5.1, are one state.
    pub within: f32,
    /// m. Beyond this differences count half: nobody reaches further with a blow, from hips to hips.
    pub reach: f32,
}

impl Default for Likeness {
    /// The paper's σ. Within 1 is half a metre, or 30 degrees, if all of it is in one of them; what came was 0.16 m and 11
    /// degrees from what was expected, in the mean: `docs/interaction.md`.
    fn default() -> Likeness {
        Likeness { far: 0.5, angle: std::f32::consts::FRAC_PI_6, frames: 8, within: 1.0, reach: 1.4 }
    }
}

/// How much differences count beyond reach, where none of them decides whether a blow lands.
const BEYOND: f32 = 0.5;

/// rad, from −π to π.
pub fn wrapped(angle: f32) -> f32 {
    let mut angle = angle;
    if angle > std::f32::consts::PI {
        angle -= std::f32::consts::TAU;
    } else if angle < -std::f32::consts::PI {
        angle += std::f32::consts::TAU;
    }
    angle
}

/// States of a graph in which σ are the paper's.
pub const USUAL: f32 = 20_000.0;
/// States are never finer than this share of that: 0.2 m, or 12 degrees.
const FINEST: f32 = 0.4;

impl Likeness {
    /// The same where so many states share the room there is, which has three dimensions: the more they are, the finer. As wide as the
    /// paper's, a state says whether a blow lands in half of it only.
    pub fn shared_by(&self, states: usize) -> Likeness {
        let finer = libm::cbrtf(USUAL / states.max(1) as f32).clamp(FINEST, 1.0);
        Likeness { within: finer * self.within, ..*self }
    }

    /// Eq. 5.1 but for the pieces, which are looked up by. Infinite where the frames differ too much.
    #[inline]
    pub fn difference(&self, a: &State, b: &State) -> f32 {
        let frames = a.left.abs_diff(b.left);
        if frames >= self.frames {
            return f32::INFINITY;
        }
        let angles = wrapped(a.bearing - b.bearing).abs() + wrapped(a.faced - b.faced).abs();
        // m, a distance as differences of it count.
        let spread = |far: f32| far.min(self.reach) + BEYOND * (far - self.reach).max(0.0);
        let coarse = if a.far > self.reach && b.far > self.reach { BEYOND } else { 1.0 };
        // Of two that are as near, the one whose frame is.
        (spread(a.far) - spread(b.far)).abs() / self.far
            + coarse * angles / self.angle
            + 1e-3 * f32::from(frames)
    }
}

impl State {
    /// Whether its numbers are numbers, and its pieces are some of so many.
    pub fn is_sound(&self, pieces: usize) -> bool {
        let angle = |angle: f32| angle.abs() <= 3.2;
        usize::from(self.own) < pieces
            && usize::from(self.other) < pieces
            && (0.0..1e3).contains(&self.far)
            && angle(self.bearing)
            && angle(self.faced)
    }

    /// What two are in at the moment when one of them has to choose; and whether that is the second.
    pub fn of(world: &World<'_>, situation: &Situation) -> (State, bool) {
        let who = chooser(situation).min(1);
        let (own, other) = (&situation.fighters[who], &situation.fighters[1 - who]);
        let [a, b] = [own, other].map(|fighter| world.body(fighter, situation.now));
        let frames = world.piece(other).frames().clamp(0, i32::from(u16::MAX));
        let frame = situation.now.saturating_sub(other.begun).clamp(0, frames);
        let state = State {
            far: a.distance(&b),
            bearing: a.bearing(&b),
            faced: b.bearing(&a),
            own: own.piece,
            other: other.piece,
            frame: frame as u16,
            left: (frames - frame) as u16,
        };
        (state, who == 1)
    }

    /// The two as they are in the state: who chooses is the first, stands where everything is measured from, and now is 0.
    pub fn situation(&self, world: &World<'_>) -> Situation {
        let tables = world.tables;
        let (sin, cos) = libm::sincosf(self.bearing + std::f32::consts::PI - self.faced);
        let (x, z) = libm::sincosf(self.bearing);
        let there = Place { x: self.far * x, z: self.far * z, cos, sin };
        let own = &tables.pieces[usize::from(self.own)];
        let first = fighter(tables, self.own, own.frames(), Place::HERE, 0);
        let mut second = fighter(tables, self.other, i32::from(self.frame), there, 1);
        let other = world.piece(&second);
        if other.kind == Kind::Attack {
            // What should have landed by now has, or never will; what has not goes for where who chooses is.
            let over =
                |blow: &footwork_encounter::tables::Blow| other.first + u32::from(self.frame) > blow.lands;
            for (number, blow) in tables.blows_of(other).iter().enumerate().take(16) {
                second.landed |= u16::from(over(blow)) << number;
            }
            second = world.aimed(second, &first);
        }
        let mut situation = Situation { count: 2, ..Situation::zeroed() };
        (situation.fighters[0], situation.fighters[1]) = (first, second);
        situation
    }
}

/// Somebody who is so many frames into a piece, at a place.
fn fighter(tables: &Tables, number: u16, frame: i32, at: Place, team: u16) -> Fighter {
    let piece = &tables.pieces[usize::from(number)];
    let frame = frame.clamp(0, piece.frames());
    let place = at.then(&tables.ground(piece.take, piece.first + frame as u32).inverse());
    let forced = u16::from(!piece.kind.is_chosen());
    Fighter {
        place,
        aim: [f32::NAN; 3],
        begun: -frame,
        ends: piece.frames() - frame,
        piece: number,
        team,
        forced,
        ..Fighter::zeroed()
    }
}
