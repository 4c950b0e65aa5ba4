//! What encounters are thought about in: pieces of actions, where the body and its blows are in each, and which piece can
//! follow which.
//!
//! Paper: Shum 2010, ch. 3 and sec. 4.3: actions and the graph of them. Departs from it:
//! - An action can be entered and left at several moments: it is cut into *pieces*, each of which is chosen by itself. A blow
//!   is one piece from its beginning until it has landed, and its recovery another.
//! - What can follow a piece is not a cluster of poses but a list of its own, the cheapest seams of each kind of action
//!   (`edges`): clusters narrow enough to look right left one or two edges out.
//!
//! All is measured once from the repertoire, at 60 Hz, in the space of each take; a body that plays a piece somewhere is
//! the same numbers under one [`Place`].

mod blows;
mod build;
mod edges;

use footwork_annotate::{Limb, Zone};
use footwork_stage::{BodyPart, Segment};
use glam::Vec3;

pub use build::TableError;
pub use edges::{EdgeSettings, seam_costs};
use footwork_motion::ground::Place;

/// s, between the moments at which a piece can be broken off: what a body does in half of it is little.
pub const EXIT: f32 = 0.1;
/// The group of pieces of the takes that the tables were asked for; all others are of another.
pub const OWN: u8 = 0;
/// Most further moments at which a defence can be entered.
pub(crate) const LATE_ENTRIES: usize = 2;

/// What an action is for, in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Rests on guard.
    Stance,
    /// Gets about.
    Movement,
    /// A blow, from its beginning until it has landed.
    Attack,
    /// A blow's way back.
    Recovery,
    /// Gets out of a blow's way.
    Avoid,
    /// Stops a blow with an arm or a leg.
    Block,
    /// Is hit: played when that happens, never chosen.
    Hit,
    /// Goes down and gets up again: played when that happens, never chosen.
    Fall,
    /// Is never played.
    Other,
}

impl Kind {
    /// Whether somebody may choose it.
    pub fn is_chosen(self) -> bool {
        !matches!(self, Kind::Hit | Kind::Fall | Kind::Other)
    }

    /// Whether it is an answer to a blow.
    pub fn is_defence(self) -> bool {
        matches!(self, Kind::Avoid | Kind::Block)
    }
}

/// A span of a take that is chosen as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Number of the take.
    pub take: u32,
    /// In frames of the tables, from the take's start.
    pub first: u32,
    /// The first frame after it, or the take's last.
    pub end: u32,
    /// What it is.
    pub kind: Kind,
    /// Which action it is a piece of, counted through all takes.
    pub action: u16,
    /// The action's most particular word, as a number of [`Tables::words`].
    pub word: u16,
    /// Its blows, as a span of [`Tables::blows`].
    pub blows: [u16; 2],
    /// What it protects, if it is a defence.
    pub protects: Option<Zone>,
    /// Pieces follow only pieces of the same group.
    pub group: u8,
    /// Whether it begins in the middle of another piece, the last before it that is not late: a defence that is entered in
    /// a hurry.
    pub late: bool,
}

impl Piece {
    /// How many frames it lasts.
    pub fn frames(&self) -> i32 {
        self.end as i32 - self.first as i32
    }
}

/// A blow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blow {
    /// With what.
    pub limb: Limb,
    /// When it would hit, in frames of its take: from the first to before the second.
    pub effective: [u32; 2],
    /// When it is meant to land.
    pub lands: u32,
    /// m/s
    pub speed: f32,
    /// Where its striking points begin in [`Tables::tips`]: one for every effective frame, and one before.
    pub tips: u32,
    /// m, the joint that is led, when it lands; in the take's space.
    pub led: Vec3,
    /// m, how long the limb's two bones are; 0 for a limb that is not led.
    pub length: f32,
    /// The part that the striking point is an end of, by its number in [`Tables::kinds`], and which end.
    pub part: Option<[u8; 2]>,
    /// m, how thick the striking point is.
    pub radius: f32,
    /// Whether it is for short range: a hook, an uppercut, an elbow or a knee.
    pub short: bool,
}

/// What can follow a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Which piece.
    pub piece: u16,
    /// m, how different the poses at the seam are; 0 where the recording goes on.
    pub cost: f32,
}

/// Some of the words of [`Tables::words`]: a bit for each. Beyond 128 words there is no room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Words(u128);

impl Words {
    /// None.
    pub const NONE: Words = Words(0);

    /// These and one more.
    pub fn with(self, word: u16) -> Words {
        Words(self.0 | 1_u128.checked_shl(u32::from(word)).unwrap_or(0))
    }

    /// These and those.
    pub fn and(self, others: Words) -> Words {
        Words(self.0 | others.0)
    }

    /// Whether a word is one of them.
    #[inline]
    pub fn has(self, word: u16) -> bool {
        self.0 & 1_u128.checked_shl(u32::from(word)).unwrap_or(0) != 0
    }
}

/// How somebody is hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitReaction {
    /// What is played.
    pub piece: u16,
    /// Whether it is a hit on the head.
    pub head: bool,
    /// Which way the body goes, on the ground, in its own frame.
    pub goes: Vec3,
    /// m. How far that way it has been carried once it has caught itself.
    pub far: f32,
}

/// Everything about a repertoire that fights are thought about in.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables {
    /// Frames per second of the tables.
    pub rate: f32,
    /// Where each take's frames begin in the lists; and where the last one's end.
    pub starts: Vec<u32>,
    /// Where the body stands and faces, by frame.
    pub ground: Vec<Place>,
    /// m, both ends of each part, by frame and part.
    pub parts: Vec<[Vec3; 2]>,
    /// What the parts are, and their radii in m.
    pub kinds: Vec<(BodyPart, f32)>,
    /// m, half the length of each part.
    pub halves: Vec<f32>,
    /// In the order of takes and times.
    pub pieces: Vec<Piece>,
    /// How deep the body goes down in each piece, from 0 for what people do to 1 for a knee on the floor.
    pub deep: Vec<f32>,
    /// The piece at each frame.
    pub piece_at: Vec<u16>,
    /// All blows.
    pub blows: Vec<Blow>,
    /// m, where striking points are, in their takes' space.
    pub tips: Vec<Vec3>,
    /// m, where the limbs that strike begin and where their two bones end, for every striking point: shoulder and wrist, or hip and
    /// ankle.
    pub limbs: Vec<[Vec3; 2]>,
    /// The edges out of all pieces, one after the other.
    pub edges: Vec<Edge>,
    /// Where each piece's edges begin in that list; and where the last one's end.
    pub first_edge: Vec<u32>,
    /// The edges out of pieces that are broken off, exit by exit.
    pub answers: Vec<Edge>,
    /// Where each exit's edges begin in that list; and where the last one's end.
    pub first_answer: Vec<u32>,
    /// Where each piece's exits begin in that list; and where the last one's end.
    pub first_exit: Vec<u32>,
    /// What is left of a jump of place (m) and of speed (m/s) at a seam, in m, so many frames later: as on the stage.
    pub fades: Vec<[f32; 2]>,
    /// How somebody is hit.
    pub hits: Vec<HitReaction>,
    /// How somebody goes down.
    pub falls: Vec<HitReaction>,
    /// The words that actions are known by.
    pub words: Vec<String>,
}

impl Tables {
    /// A frame of a take, as a number of the lists. Beyond the take's end it is the last.
    #[inline]
    pub fn frame(&self, take: u32, frame: u32) -> usize {
        let first = self.starts[take as usize];
        let end = self.starts[take as usize + 1];
        first.saturating_add(frame).min(end - 1) as usize
    }

    /// Where the body of a take stands at a frame.
    #[inline]
    pub fn ground(&self, take: u32, frame: u32) -> &Place {
        &self.ground[self.frame(take, frame)]
    }

    /// m, the parts of the body of a take at a frame, in the take's space.
    #[inline]
    pub fn parts(&self, take: u32, frame: u32) -> &[[Vec3; 2]] {
        let count = self.kinds.len();
        &self.parts[self.frame(take, frame) * count..][..count]
    }

    /// What can follow a piece.
    #[inline]
    pub fn edges_of(&self, piece: u16) -> &[Edge] {
        let piece = usize::from(piece);
        &self.edges[self.first_edge[piece] as usize..self.first_edge[piece + 1] as usize]
    }

    /// What can follow a piece that is left so many frames after its beginning: before its end, to answer a blow. It is
    /// measured from exits that are [`EXIT`] apart.
    #[inline]
    pub fn edges_from(&self, piece: u16, into: i32) -> &[Edge] {
        let at = usize::from(piece);
        let exits = self.first_exit[at]..self.first_exit[at + 1];
        let number = (into.max(0) as f32 / (EXIT * self.rate) + 0.5) as u32;
        let left = into < self.pieces[at].frames() && number < exits.end - exits.start;
        if !left {
            return self.edges_of(piece);
        }
        let exit = (exits.start + number) as usize;
        &self.answers[self.first_answer[exit] as usize..self.first_answer[exit + 1] as usize]
    }

    /// The blows of a piece.
    #[inline]
    pub fn blows_of(&self, piece: &Piece) -> &[Blow] {
        &self.blows[usize::from(piece.blows[0])..usize::from(piece.blows[1])]
    }

    /// The piece that goes on where another one ends, in the same recording.
    pub fn next_of(&self, piece: u16) -> Option<u16> {
        let this = self.pieces.get(usize::from(piece))?;
        // Late entries into the same action lie between.
        let later = self.pieces[usize::from(piece) + 1..].iter();
        let between = later.take_while(|next| next.take == this.take && next.first < this.end).count();
        let at = usize::from(piece) + 1 + between;
        let next = self.pieces.get(at)?;
        (next.take == this.take && next.first == this.end && next.kind.is_chosen()).then_some(at as u16)
    }

    /// The piece that a segment is, if it is one.
    pub fn piece_of_segment(&self, segment: &Segment) -> Option<u16> {
        let middle = self.piece_of(segment.take, 0.5 * (segment.first + segment.end))?;
        let is_it = |piece: &Piece| {
            let own = self.segment(piece);
            own.take == segment.take
                && (own.first - segment.first).abs() + (own.end - segment.end).abs() < 1e-3
        };
        // Late entries follow the piece that a frame is said to belong to.
        let near = usize::from(middle)..(usize::from(middle) + 1 + LATE_ENTRIES).min(self.pieces.len());
        near.into_iter().find(|at| is_it(&self.pieces[*at])).map(|at| at as u16)
    }

    /// What a body that plays a take at a time is in the middle of.
    pub fn piece_of(&self, take: u32, seconds: f64) -> Option<u16> {
        if take as usize + 1 >= self.starts.len() || !seconds.is_finite() {
            return None;
        }
        let frame = (seconds * f64::from(self.rate)).max(0.0) as u32;
        self.piece_at.get(self.frame(take, frame)).copied().filter(|piece| *piece != u16::MAX)
    }

    /// What a body plays for a piece.
    pub fn segment(&self, piece: &Piece) -> Segment {
        let seconds = |frame: u32| f64::from(frame) / f64::from(self.rate);
        Segment { take: piece.take, first: seconds(piece.first), end: seconds(piece.end) }
    }

    /// The words of the tables that are a word of the vocabulary or a kind of it: of `hook` also `lead_hook`, of `slip` also
    /// `slip_right`.
    pub fn words_like(&self, word: &str) -> Words {
        let parts = |known: &String| {
            let before = known.strip_suffix(word).is_some_and(|rest| rest.is_empty() || rest.ends_with('_'));
            let after = known.strip_prefix(word).is_some_and(|rest| rest.starts_with('_'));
            before || after
        };
        let like = self.words.iter().enumerate().filter(|(_, known)| parts(known));
        like.fold(Words::NONE, |all, (at, _)| all.with(at as u16))
    }

    /// The name of a piece's action.
    pub fn word_of(&self, piece: &Piece) -> &str {
        self.words.get(usize::from(piece.word)).map_or("", String::as_str)
    }

    /// How many edges lead out of a piece that can be chosen, in the mean.
    pub fn mean_edges(&self) -> f32 {
        let chosen = (0..self.pieces.len()).filter(|at| self.pieces[*at].kind.is_chosen());
        let (count, edges) =
            chosen.fold((0, 0), |(count, edges), at| (count + 1, edges + self.edges_of(at as u16).len()));
        edges as f32 / (count as f32).max(1.0)
    }
}
