//! Getting from one encounter to the next: a locomotion engine over pieces of recorded motion.
//!
//! Paper: Shum 2010, sec. 6.5.2 and 6.5.3: a movement is taken that brings a character as near as possible to where it wants to be,
//! collision-free. Departs from it: a beam of several walks is followed instead of the greediest one, and what is left to go is laid
//! over the whole walk in small shares, so that who walks up arrives exactly where the encounter begins.

use footwork_encounter::tables::Kind;
use footwork_motion::ground::Place;
use glam::Vec2;

use crate::acts::{Acts, Stood};

/// Most pieces of a walk.
pub const LONGEST: usize = 12;
/// How many walks are followed side by side.
const BEAM: usize = 8;

/// A walk: pieces one after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walk {
    /// Which pieces.
    pub pieces: [u16; LONGEST],
    /// How many of them.
    pub count: u32,
    /// Frames that it takes.
    pub frames: u32,
    /// Where it ends by itself.
    pub end: Place,
    /// What is left to go, and what it costs.
    pub cost: f32,
}

impl Walk {
    /// Goes nowhere.
    pub const NONE: Walk =
        Walk { pieces: [0; LONGEST], count: 0, frames: 0, end: Place::HERE, cost: f32::MAX };

    /// The last piece, or the one that it begins from.
    pub fn last(&self, from: u16) -> u16 {
        match self.count as usize {
            0 => from,
            count => self.pieces[(count - 1).min(LONGEST - 1)],
        }
    }
}

/// What a walk should come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// Where to stand and face.
    pub place: Place,
    /// Take and frame of what comes next: the pose to arrive in; none if any will do.
    pub then: Option<(u32, u32)>,
    /// Most pieces, up to [`LONGEST`].
    pub pieces: usize,
}

/// Which pieces are for getting about: everything that is neither a blow nor an answer to one.
fn is_walk(kind: Kind) -> bool {
    matches!(kind, Kind::Stance | Kind::Movement | Kind::Recovery)
}

/// rad, from −π to π.
pub fn turn(from: &Place, to: &Place) -> f32 {
    let seen = from.to(to);
    libm::atan2f(seen.sin, seen.cos)
}

/// m, how much a turn by a radian counts; and a second.
const TURN: f32 = 0.35;
const SECOND: f32 = 0.12;
/// How much the seam into what comes next counts.
const SEAM: f32 = 1.0;

/// m, what is left to go from a place, with the seam into what comes next.
fn left(acts: &Acts, piece: u16, body: &Place, goal: &Goal, frames: u32) -> f32 {
    let own = &acts.tables.pieces[usize::from(piece)];
    let seam = goal.then.map_or(0.0, |then| acts.seam((own.take, own.end), then));
    body.distance(&goal.place)
        + TURN * turn(body, &goal.place).abs()
        + SEAM * seam
        + SECOND * frames as f32 / acts.tables.rate
}

/// The best walk for a body that is at the end of a piece; not to go at all, if that is best. `blocked` says where nobody should step.
pub fn find(acts: &Acts, from: u16, body: &Place, goal: &Goal, blocked: &dyn Fn(Vec2) -> bool) -> Walk {
    find_but(acts, from, body, goal, blocked, &[])
}

/// The same, that does not begin with any of some pieces.
pub fn find_but(
    acts: &Acts,
    from: u16,
    body: &Place,
    goal: &Goal,
    blocked: &dyn Fn(Vec2) -> bool,
    refused: &[u16],
) -> Walk {
    let here = Walk { end: *body, cost: left(acts, from, body, goal, 0), ..Walk::NONE };
    search(acts, from, [here, here], goal, blocked, refused)
}

/// The same for who has to go: at least one piece, over which what is left can be laid.
pub fn find_steps(acts: &Acts, from: u16, body: &Place, goal: &Goal, blocked: &dyn Fn(Vec2) -> bool) -> Walk {
    search(acts, from, [Walk { end: *body, ..Walk::NONE }, Walk::NONE], goal, blocked, &[])
}

fn search(
    acts: &Acts,
    from: u16,
    [here, mut best]: [Walk; 2],
    goal: &Goal,
    blocked: &dyn Fn(Vec2) -> bool,
    refused: &[u16],
) -> Walk {
    let (mut beam, mut count) = ([Walk::NONE; BEAM], 1);
    beam[0] = here;
    for _ in 0..goal.pieces.min(LONGEST) {
        let (mut next, mut found) = ([Walk::NONE; BEAM], 0);
        for walk in &beam[..count] {
            for step in acts.tables.edges_of(walk.last(from)) {
                let piece = &acts.tables.pieces[usize::from(step.piece)];
                if !is_walk(piece.kind) || walk.count == 0 && refused.contains(&step.piece) {
                    continue;
                }
                let [a, b] = [piece.first, piece.end].map(|frame| *acts.tables.ground(piece.take, frame));
                let end = crate::patch::tidy(walk.end.then(&a.to(&b)));
                if blocked(Vec2::new(end.x, end.z)) {
                    continue;
                }
                let frames = walk.frames + piece.frames() as u32;
                let cost = left(acts, step.piece, &end, goal, frames) + 0.3 * step.cost;
                if found == BEAM && cost >= next[BEAM - 1].cost {
                    continue;
                }
                let mut pieces = walk.pieces;
                pieces[walk.count as usize] = step.piece;
                let longer = Walk { pieces, count: walk.count + 1, frames, end, cost };
                let at = next[..found].partition_point(|known| known.cost <= cost);
                if at < BEAM {
                    let last = found.min(BEAM - 1);
                    next.copy_within(at..last, at + 1);
                    next[at] = longer;
                    found = (found + 1).min(BEAM);
                }
            }
        }
        if found == 0 {
            break;
        }
        if next[0].cost < best.cost {
            best = next[0];
        }
        (beam, count) = (next, found);
    }
    best
}

/// Calls with how a body stands at the end of each piece of a walk that begins at a place and is led to a goal, and after how many frames, until
/// it says no. Says whether it never did.
pub fn all_steps(
    acts: &Acts,
    walk: &Walk,
    from: &Place,
    goal: &Place,
    call: impl Fn(&Stood, u32) -> bool,
) -> bool {
    let (mut body, mut gone) = (*from, 0);
    walk.pieces[..walk.count as usize].iter().all(|number| {
        let piece = &acts.tables.pieces[usize::from(*number)];
        let [a, b] = [piece.first, piece.end].map(|frame| *acts.tables.ground(piece.take, frame));
        body = body.then(&a.to(&b));
        gone += piece.frames() as u32;
        let led = bent(&body, &walk.end, goal, gone as f32 / walk.frames.max(1) as f32);
        let place = acts.placed(piece.take, piece.end, &led);
        call(&Stood { take: piece.take, frame: piece.end, place }, gone)
    })
}

/// Where the body of a walk should be after some of its frames, if it is to end at the goal and not where it would by itself: the
/// correction to lay over it, as a move of the ground about where it stands.
pub fn bent(body: &Place, end: &Place, goal: &Place, share: f32) -> Place {
    let share = share.clamp(0.0, 1.0);
    let shift = Vec2::new(goal.x - end.x, goal.z - end.z) * share;
    let (sin, cos) = libm::sincosf(turn(end, goal) * share);
    Place {
        x: body.x + shift.x,
        z: body.z + shift.y,
        cos: body.cos * cos - body.sin * sin,
        sin: body.sin * cos + body.cos * sin,
    }
}
