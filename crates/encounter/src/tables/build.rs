//! Makes the tables of a repertoire: measures bodies frame by frame, and cuts actions into pieces.

use footwork_annotate::{Action, Strike, Take};
use footwork_motion::{Transform, kinematics};
use footwork_stage::offset::Offset;
use footwork_stage::{BodyPart, Rig, Settings};
use glam::Vec3;

use super::blows::measure_blow;
use super::edges::{EdgeSettings, find_edges};
use super::{HitReaction, Kind, LATE_ENTRIES, Piece, Tables};
use footwork_motion::ground::Place;

/// Frames per second: what a stage steps at.
const RATE: f32 = 60.0;
/// s. A shorter rest is not worth a piece.
const SHORTEST: f32 = 0.12;
/// s. A blow is left no sooner than this after it could last have hit.
const FOLLOW_THROUGH: f32 = 0.05;
/// s. So long after its beginning a recorded hit shows which way it goes.
const SHOWS: f32 = 0.25;
/// s. So long after it a body that was hit has caught itself, by a step or two.
const CAUGHT: f32 = 0.7;
/// s, between the moments at which a defence can be entered.
const LATE: f32 = 0.08;
/// s. What is left of a seam after this is not worth a thought.
const FADED: f32 = 0.35;
/// Shares of a body's height: boxers of CMU have no knee lower than the first in 99 % of the time (0.33 m), and the second is on the
/// floor, but for the knee's own thickness.
const LOW: [f32; 2] = [0.17, 0.09];
/// Most pieces, as they are numbered with 16 bits.
const MOST: usize = u16::MAX as usize - 1;

/// Why a repertoire cannot be fought with.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum TableError {
    #[error(
        "the repertoire has no action that can be chosen: import takes in which somebody moves or fights"
    )]
    NoActions,
    #[error("the repertoire has {0} pieces of actions, and {MOST} are the most; use fewer or shorter takes")]
    TooMany(usize),
}

impl Tables {
    /// Measures a repertoire. Pieces of takes whose names begin with `own` follow only each other, and so do all others.
    pub fn new(rig: &Rig, own: &str, settings: &EdgeSettings) -> Result<Tables, TableError> {
        let takes = &rig.repertoire().takes;
        let rate = takes.first().map_or(RATE, |take| take.clip.rate());
        let stride = (rate / RATE).round().max(1.0) as usize;
        let mut tables = Tables {
            rate: rate / stride as f32,
            starts: vec![0],
            ground: Vec::new(),
            parts: Vec::new(),
            kinds: rig.capsules().iter().map(|(part, capsule)| (*part, capsule.radius)).collect(),
            halves: Vec::new(),
            pieces: Vec::new(),
            deep: Vec::new(),
            piece_at: Vec::new(),
            blows: Vec::new(),
            tips: Vec::new(),
            limbs: Vec::new(),
            edges: Vec::new(),
            first_edge: Vec::new(),
            answers: Vec::new(),
            first_answer: Vec::new(),
            first_exit: Vec::new(),
            fades: Vec::new(),
            hits: Vec::new(),
            falls: Vec::new(),
            words: Vec::new(),
        };
        let mut actions = 0;
        for (number, take) in takes.iter().enumerate() {
            tables.measure(rig, take, stride);
            let group = u8::from(!take.clip.name.starts_with(own));
            let cutter = Cutter {
                take: number as u32,
                group,
                stride: stride as u32,
                first_action: actions,
                piece: settings.piece.max(SHORTEST),
            };
            cutter.cut(&mut tables, rig, take);
            actions += take.annotation.actions.len();
        }
        if tables.pieces.len().max(actions) > MOST {
            return Err(TableError::TooMany(tables.pieces.len().max(actions)));
        }
        if !tables.pieces.iter().any(|piece| piece.kind.is_chosen()) {
            return Err(TableError::NoActions);
        }
        tables.piece_at = vec![u16::MAX; tables.ground.len()];
        for (number, piece) in tables.pieces.iter().enumerate().filter(|(_, piece)| !piece.late) {
            let (first, end) = (tables.frame(piece.take, piece.first), tables.frame(piece.take, piece.end));
            tables.piece_at[first..=end].fill(number as u16);
        }
        // Not every part is one bone: the longest that it gets.
        let longest = |part: usize| {
            let lengths = tables.parts.iter().skip(part).step_by(tables.kinds.len());
            lengths.map(|[a, b]| 0.5 * a.distance(*b)).fold(0.0, f32::max)
        };
        tables.halves = (0..tables.kinds.len()).map(longest).collect();
        tables.deep = tables.pieces.iter().map(|piece| tables.deep(piece, rig.height())).collect();
        tables.fades = fades(tables.rate);
        find_edges(&mut tables, rig, settings);
        Ok(tables)
    }

    /// Where a take's body and its parts are, frame by frame.
    fn measure(&mut self, rig: &Rig, take: &Take, stride: usize) {
        let skeleton = rig.skeleton();
        let mut world = vec![Transform::IDENTITY; skeleton.len()];
        let number = self.starts.len() as u32 - 1;
        for frame in (0..take.clip.frames()).step_by(stride) {
            kinematics::world(skeleton, take.clip.frame(frame), &mut world);
            let seconds = frame as f64 / f64::from(take.clip.rate());
            self.ground.push(Place::new(rig.ground(number, seconds).unwrap_or_default()));
            let ends = rig.capsules().iter().map(|(_, part)| [part.from, part.to]);
            self.parts.extend(ends.map(|ends| ends.map(|end| end.position(&world))));
        }
        self.starts.push(self.ground.len() as u32);
    }

    /// How deep the body goes down in a piece, by its lower knee.
    fn deep(&self, piece: &Piece, height: f32) -> f32 {
        let is_shin = |part: BodyPart| matches!(part, BodyPart::LeftShin | BodyPart::RightShin);
        let shins = || (0..self.kinds.len()).filter(|part| is_shin(self.kinds[*part].0));
        let knees = |frame: u32| {
            let parts = self.parts(piece.take, frame);
            shins().map(|shin| parts[shin][0].y).fold(f32::INFINITY, f32::min)
        };
        let lowest = (piece.first..=piece.end).map(knees).fold(f32::INFINITY, f32::min);
        ((LOW[0] - lowest / height) / (LOW[0] - LOW[1])).clamp(0.0, 1.0)
    }

    /// The number of a word.
    fn word(&mut self, word: &str) -> u16 {
        let known = self.words.iter().position(|known| known == word);
        known.unwrap_or_else(|| {
            self.words.push(word.to_string());
            self.words.len() - 1
        }) as u16
    }
}

/// Cuts the actions of one take.
struct Cutter {
    take: u32,
    group: u8,
    /// Frames of the recording per frame of the tables.
    stride: u32,
    /// The number of the take's first action.
    first_action: usize,
    /// s, how long pieces are that may be of any length.
    piece: f32,
}

impl Cutter {
    fn cut(&self, tables: &mut Tables, rig: &Rig, take: &Take) {
        let actions = &take.annotation.actions;
        let last = tables.starts[self.take as usize + 1] - tables.starts[self.take as usize] - 1;
        for (at, action) in actions.iter().enumerate() {
            let kind = kind_of(action);
            let mut span = [action.span.first / self.stride, action.span.end / self.stride];
            if kind == Kind::Fall {
                // Who goes down goes on until he is up again.
                let down = actions[at + 1..].iter().take_while(|next| next.is("lying") || next.is("rise"));
                span[1] = down.last().map_or(span[1], |down| down.span.end / self.stride);
            }
            let span = span.map(|frame| frame.min(last));
            if span[0] >= span[1] {
                continue;
            }
            let word = action.classes.iter().rfind(|word| !is_detail(word));
            let word = tables.word(word.map_or("", String::as_str));
            for (kind, [first, end]) in self.spans(tables.rate, take, action, kind, span) {
                let blows = self.blows(tables, rig, take, kind, [first, end]);
                let piece = Piece {
                    take: self.take,
                    first,
                    end,
                    kind,
                    action: (self.first_action + at) as u16,
                    word,
                    blows,
                    protects: action.protects.filter(|_| kind.is_defence()),
                    group: self.group,
                    late: false,
                };
                if matches!(kind, Kind::Hit | Kind::Fall) {
                    let goes = shown_way(tables, &piece);
                    let far = goes.dot(gone(tables, &piece, CAUGHT));
                    let piece = tables.pieces.len() as u16;
                    let list = if kind == Kind::Hit { &mut tables.hits } else { &mut tables.falls };
                    list.push(HitReaction { piece, head: action.is("head"), goes, far });
                }
                tables.pieces.push(piece);
                if kind.is_defence() {
                    let saves = action.avoids.map_or(end, |span| span.first / self.stride);
                    self.late_entries(tables, &piece, saves);
                }
            }
        }
    }

    /// Further moments at which a defence is entered, before it begins to save: he who is in a hurry leaves its beginning out.
    fn late_entries(&self, tables: &mut Tables, piece: &Piece, saves: u32) {
        let every = ((LATE * tables.rate).round() as u32).max(1);
        for number in 1..=LATE_ENTRIES as u32 {
            let first = piece.first + number * every;
            if first > saves || first + every > piece.end {
                break;
            }
            tables.pieces.push(Piece { first, late: true, ..*piece });
        }
    }

    /// The pieces of an action.
    fn spans(
        &self,
        rate: f32,
        take: &Take,
        action: &Action,
        kind: Kind,
        [first, end]: [u32; 2],
    ) -> Vec<(Kind, [u32; 2])> {
        let frames = |seconds: f32| (seconds * rate).round() as u32;
        let in_two = |cut: u32, before: Kind| {
            if cut >= first + frames(SHORTEST) && cut + frames(SHORTEST) <= end {
                vec![(before, [first, cut]), (Kind::Recovery, [cut, end])]
            } else {
                vec![(before, [first, end])]
            }
        };
        match kind {
            Kind::Attack => {
                let own = strikes_in(take, self.stride, [first, end]);
                let over = own.map(|strike| strike.effective.end.div_ceil(self.stride)).max();
                match over {
                    Some(over) => in_two(over + frames(FOLLOW_THROUGH), Kind::Attack),
                    // Words alone hit nobody.
                    None => vec![(Kind::Movement, [first, end])],
                }
            }
            Kind::Avoid | Kind::Block => match action.avoids {
                Some(away) => in_two(away.end / self.stride, kind),
                None => vec![(kind, [first, end])],
            },
            Kind::Stance | Kind::Movement => {
                let count = ((end - first) as f32 / (self.piece * rate)).round().max(1.0) as u32;
                let cut = |number: u32| first + (end - first) * number / count;
                let pieces = (0..count).map(|number| (kind, [cut(number), cut(number + 1)]));
                pieces.filter(|(_, [first, end])| first < end).collect()
            }
            _ => vec![(kind, [first, end])],
        }
    }

    /// Measures the blows of a piece, and says where they are in the list.
    fn blows(&self, tables: &mut Tables, rig: &Rig, take: &Take, kind: Kind, span: [u32; 2]) -> [u16; 2] {
        let from = tables.blows.len() as u16;
        if kind == Kind::Attack {
            for strike in strikes_in(take, self.stride, span) {
                let blow = measure_blow(tables, rig, take, strike, self.stride);
                tables.blows.extend(blow);
            }
        }
        [from, tables.blows.len() as u16]
    }
}

/// What is left of a jump of place and of speed at a seam, frame by frame.
fn fades(rate: f32) -> Vec<[f32; 2]> {
    let spring = Settings::default().transition;
    let left = |frame: i32| {
        let step = spring.step(frame as f32 / rate);
        let place = Offset { position: Vec3::X, velocity: Vec3::ZERO }.stepped(&step).position.x;
        let speed = Offset { position: Vec3::ZERO, velocity: Vec3::X }.stepped(&step).position.x;
        [place, speed]
    };
    (0..=(FADED * rate) as i32).map(left).collect()
}

/// The blows that land in a span of the tables' frames.
fn strikes_in(take: &Take, stride: u32, [first, end]: [u32; 2]) -> impl Iterator<Item = &Strike> {
    let own = move |strike: &&Strike| (first..end).contains(&(strike.frame / stride));
    take.annotation.strikes.iter().filter(own)
}

/// What an action is for. The one place where its words are read.
fn kind_of(action: &Action) -> Kind {
    let kinds = [
        ("attack", Kind::Attack),
        ("clinch", Kind::Other),
        ("block", Kind::Block),
        ("avoid", Kind::Avoid),
        ("hit", Kind::Hit),
        ("pushed", Kind::Hit),
        ("fall", Kind::Fall),
        ("lying", Kind::Other),
        ("rise", Kind::Other),
        ("stance", Kind::Stance),
        ("stand", Kind::Stance),
    ];
    kinds.into_iter().find(|(word, _)| action.is(word)).map_or(Kind::Movement, |(_, kind)| kind)
}

/// Whether a word says how or where, and not what.
fn is_detail(word: &str) -> bool {
    matches!(word, "low" | "middle" | "high" | "head" | "body" | "light" | "medium" | "heavy")
        || word.starts_with("from_")
}

/// Which way the hips of a piece go at first, in the body's frame.
fn shown_way(tables: &Tables, piece: &Piece) -> Vec3 {
    gone(tables, piece, SHOWS).normalize_or_zero()
}

/// m. Where the hips of a piece are so many seconds after its beginning, on the ground, in the body's frame.
fn gone(tables: &Tables, piece: &Piece, seconds: f32) -> Vec3 {
    let later = (piece.first + (seconds * tables.rate) as u32).min(piece.end);
    let [from, to] = [piece.first, later].map(|frame| *tables.ground(piece.take, frame));
    from.inside(Vec3::new(to.x, 0.0, to.z))
}
