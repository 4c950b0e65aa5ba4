//! Which piece can follow which, and what the seam costs.
//!
//! The cost is in metres: how far the ends and middles of the limbs and the head are from where they were, seen from the body,
//! and a tenth of a second of their velocities' difference. It is what inertialization has to carry.
//! So that there is something to choose from, the cheapest few of *each kind of action* are kept, one entry of each
//! action, up to a bar. Where fewer than [`EdgeSettings::least`] are below the bar, the cheapest are kept all the same:
//! nobody comes to an end.
//!
//! The same is found for exits in the middle of every piece ([`Tables::edges_from`]): who breaks off what he does, to answer
//! a blow, does so from the pose that he is in. A defence can be entered at several moments; the cheapest and the latest
//! that is below the bar are kept.

use footwork_motion::seam::{self, Features, ROLES, VELOCITY, difference};
use footwork_motion::{Site, Transform, kinematics};
use footwork_stage::Rig;
use glam::Vec3;

use super::{EXIT, Edge, Kind, Piece, Tables};

/// How edges are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeSettings {
    /// s. What is neither a blow nor a reaction is cut into pieces of about this length.
    pub piece: f32,
    /// m. Seams that cost more are not used.
    pub bar: f32,
    /// How much more the seam into a defence may cost, as a factor: it is begun in a hurry.
    pub hurry: f32,
    /// At least so many edges lead out of every piece.
    pub least: usize,
    /// At most so many of a kind: stance, movement, attack, recovery, avoid, block.
    pub most: [usize; 6],
    /// Of the movements, so many ahead, back, to the left and to the right each, where there are; the cheapest of all
    /// may all go one way, and who cannot go where he wants stays where he is.
    pub each_direction: usize,
    /// Of the movements, so many that turn the body to the left and to the right each, where there are: who is walked round has to
    /// follow.
    pub each_turn: usize,
    /// Whether there is always a step or a stance that hardly turns the body to the left, and one that hardly turns it to the right, if its
    /// seam costs at most 2.4 times the bar: the few cheapest that follow a hook all turn on, and who has nothing else to do turns his back.
    pub both_sides: bool,
    /// Of every word of movements, so many, where there are: the cheapest after a step to the side are all steps to the side,
    /// and who never finds out of them does not chase.
    pub each_word: usize,
}

impl EdgeSettings {
    /// For those who chase and run away.
    pub fn running() -> EdgeSettings {
        EdgeSettings {
            piece: RUNNERS_PIECE,
            most: [2, 16, 8, 1, 9, 6],
            each_word: 2,
            ..EdgeSettings::default()
        }
    }

    /// For those who fight and have to get about meanwhile.
    pub fn fighting() -> EdgeSettings {
        EdgeSettings {
            most: [2, 8, 8, 1, 9, 6],
            each_direction: 1,
            each_turn: 1,
            both_sides: true,
            ..EdgeSettings::default()
        }
    }
}

impl Default for EdgeSettings {
    fn default() -> EdgeSettings {
        EdgeSettings {
            piece: PIECE,
            bar: 0.15,
            hurry: 1.5,
            least: 3,
            most: [2, 8, 8, 1, 9, 6],
            each_direction: 0,
            each_turn: 0,
            both_sides: false,
            each_word: 0,
        }
    }
}

/// s, of a fighter's pieces: as long as it takes to see a blow begin and to answer it.
const PIECE: f32 = 0.3;
/// s, of a runner's pieces. Three of them are a good second ahead; of 0.3, 0.5 and 0.7 s, a chaser who looks further ahead
/// gained most by the latter two.
const RUNNERS_PIECE: f32 = 0.5;

/// Fills in the edges out of every piece.
pub(super) fn find_edges(tables: &mut Tables, rig: &Rig, settings: &EdgeSettings) {
    let mut measured = Measured::new(rig);
    let looks = Looks::new(tables, &mut measured);
    tables.first_edge.push(0);
    tables.first_answer.push(0);
    tables.first_exit.push(0);
    for from in 0..tables.pieces.len() {
        let piece = tables.pieces[from];
        let own = ways_out(tables, &looks, &looks.ends[from], &piece, tables.next_of(from as u16), settings);
        tables.edges.extend(own);
        tables.first_edge.push(tables.edges.len() as u32);
        let every = EXIT * tables.rate;
        let exits = (0..).map(|number| (number as f32 * every).round() as u32);
        let exits = exits.take_while(|into| (*into as f32) < piece.frames() as f32 - 0.5 * every);
        for into in exits.take_while(|_| piece.kind.is_chosen()) {
            let look = measured.look(tables, piece.take, piece.first + into);
            let own = ways_out(tables, &looks, &look, &piece, None, settings);
            tables.answers.extend(own);
            tables.first_answer.push(tables.answers.len() as u32);
        }
        tables.first_exit.push(tables.first_answer.len() as u32 - 1);
    }
}

/// The edges out of a piece from how the body looks then. `natural` is the piece that goes on there in the recording.
fn ways_out(
    tables: &Tables,
    looks: &Looks,
    from: &Features,
    piece: &Piece,
    natural: Option<u16>,
    settings: &EdgeSettings,
) -> Vec<Edge> {
    let mut found: Vec<Edge> = Vec::new();
    // An action's pieces follow each other, so that its entry is the last of the list, if there is one.
    for (to, other) in tables.pieces.iter().enumerate() {
        // A blow's way back is only entered from the blow.
        let entered = other.kind.is_chosen() && other.kind != Kind::Recovery;
        if !entered || other.group != piece.group || Some(to as u16) == natural {
            continue;
        }
        let edge = Edge { piece: to as u16, cost: difference(from, &looks.starts[to]) };
        let hurried = settings.bar * settings.hurry;
        match found.last_mut() {
            Some(known) if tables.pieces[usize::from(known.piece)].action == other.action => {
                // Of a defence also the latest.
                let early = other.late && known.cost <= edge.cost && edge.cost <= hurried;
                let is_first = !tables.pieces[usize::from(known.piece)].late;
                if early && is_first {
                    found.push(edge);
                } else if edge.cost < known.cost || early {
                    *known = edge;
                }
            }
            _ => found.push(edge),
        }
    }
    found.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.piece.cmp(&b.piece)));
    let mut left = settings.most;
    let mut kept: Vec<Edge> = natural.map(|piece| Edge { piece, cost: 0.0 }).into_iter().collect();
    let mut each_direction = [settings.each_direction; 4];
    let mut each_turn = [settings.each_turn; 2];
    let mut each_word = vec![settings.each_word; tables.words.len()];
    // First what goes somewhere, then the cheapest.
    for somewhere in [true, false] {
        for edge in &found {
            let other = &tables.pieces[usize::from(edge.piece)];
            let bar = settings.bar * if other.kind.is_defence() { settings.hurry } else { 1.0 };
            // Who begins anew what he is doing stutters.
            let again = !other.kind.is_defence() && other.action == piece.action;
            let room = &mut left[other.kind as usize];
            if edge.cost > bar || *room == 0 || again || kept.contains(edge) {
                continue;
            }
            if somewhere {
                let word = each_word.get_mut(usize::from(other.word)).filter(|left| **left > 0);
                let word = word.filter(|_| other.kind == Kind::Movement);
                let quarter = goes(tables, other).map(|quarter| &mut each_direction[quarter]);
                let quarter = quarter.filter(|left| **left > 0);
                let turn = turns(tables, other).map(|side| &mut each_turn[side]).filter(|left| **left > 0);
                if word.is_none() && quarter.is_none() && turn.is_none() {
                    continue;
                }
                word.into_iter().chain(quarter).chain(turn).for_each(|left| *left -= 1);
            }
            *room -= 1;
            kept.push(*edge);
        }
    }
    for side in [1.0, -1.0].into_iter().filter(|_| settings.both_sides) {
        let is_one = |edge: &&Edge| {
            let other = &tables.pieces[usize::from(edge.piece)];
            let stays = matches!(other.kind, Kind::Stance | Kind::Movement);
            stays && edge.cost <= DEAR * settings.bar && hardly_turns(tables, other, side)
        };
        if !kept.iter().any(|edge| is_one(&edge)) {
            kept.extend(found.iter().find(is_one));
        }
    }
    kept.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    for edge in found {
        if kept.len() >= settings.least {
            break;
        }
        if !kept.iter().any(|known| known.piece == edge.piece) {
            kept.push(edge);
        }
    }
    kept
}

/// m. What gets less far is a movement in place.
const SOMEWHERE: f32 = 0.05;

/// Which way a movement goes, as its body sees it: ahead, to the left, back, to the right; none if it goes nowhere.
fn goes(tables: &Tables, piece: &Piece) -> Option<usize> {
    let [from, to] = [piece.first, piece.end].map(|frame| tables.ground(piece.take, frame));
    let step = from.inside(Vec3::new(to.x, 0.0, to.z));
    let somewhere = piece.kind == Kind::Movement && step.length() > SOMEWHERE;
    somewhere.then_some(match (step.z.abs() > step.x.abs(), step.z > 0.0, step.x > 0.0) {
        (true, true, _) => 0,
        (false, _, true) => 1,
        (true, false, _) => 2,
        (false, _, false) => 3,
    })
}

/// rad. What turns the body less is no turn.
const TURNS: f32 = 0.25;

/// Of the bar, what a way out may cost that turns the body to no side.
const DEAR: f32 = 2.4;

/// Whether a piece hardly turns the body to a side, 1 for the left, at any moment of it.
fn hardly_turns(tables: &Tables, piece: &Piece, side: f32) -> bool {
    let from = tables.ground(piece.take, piece.first);
    let turned = |frame: u32| {
        let to = tables.ground(piece.take, frame);
        let (sine, cosine) = (from.cos * to.sin - from.sin * to.cos, from.cos * to.cos + from.sin * to.sin);
        libm::atan2f(sine, cosine)
    };
    (piece.first..=piece.end).all(|frame| side * turned(frame) < TURNS)
}

/// Which way a movement turns the body: to the left, to the right; none if it hardly does.
fn turns(tables: &Tables, piece: &Piece) -> Option<usize> {
    let [from, to] = [piece.first, piece.end].map(|frame| tables.ground(piece.take, frame));
    // Of the angle between the two: what is below a quarter turn has a sine of its own.
    let sine = from.cos * to.sin - from.sin * to.cos;
    let is_turn = piece.kind == Kind::Movement && sine.abs() > libm::sinf(TURNS);
    is_turn.then_some(usize::from(sine < 0.0))
}

/// m, what the seam from the end of every piece to the beginning of every piece costs: a row for each piece that is left.
/// For whoever makes edges of his own.
pub fn seam_costs(tables: &Tables, rig: &Rig) -> Vec<f32> {
    let looks = Looks::new(tables, &mut Measured::new(rig));
    let row = |end: &Features| looks.starts.iter().map(|start| difference(end, start)).collect::<Vec<_>>();
    looks.ends.iter().flat_map(row).collect()
}

/// How bodies look where pieces begin and end.
struct Looks {
    starts: Vec<Features>,
    ends: Vec<Features>,
}

impl Looks {
    fn new(tables: &Tables, measured: &mut Measured<'_>) -> Looks {
        let mut at = |take: u32, frame: u32| measured.look(tables, take, frame);
        Looks {
            starts: tables.pieces.iter().map(|piece| at(piece.take, piece.first)).collect(),
            ends: tables.pieces.iter().map(|piece| at(piece.take, piece.end)).collect(),
        }
    }
}

/// Measures how a body looks.
struct Measured<'a> {
    rig: &'a Rig,
    sites: [Option<Site>; ROLES.len()],
    joints: Vec<Transform>,
}

impl<'a> Measured<'a> {
    fn new(rig: &'a Rig) -> Measured<'a> {
        let skeleton = rig.skeleton();
        Measured { rig, sites: seam::sites(skeleton), joints: vec![Transform::IDENTITY; skeleton.len()] }
    }

    fn look(&mut self, tables: &Tables, take: u32, frame: u32) -> Features {
        let clip = &self.rig.repertoire().takes[take as usize].clip;
        let stride = (clip.rate() / tables.rate).round() as usize;
        let last = clip.frames() - 1;
        let frame = (frame as usize * stride).min(last);
        // At a take's very beginning there is no frame before.
        let other = if frame < stride { (frame + stride).min(last) } else { frame - stride };
        let seconds = (frame as f32 - other as f32) / clip.rate();
        let mut positions = |frame: usize| {
            kinematics::world(self.rig.skeleton(), clip.frame(frame), &mut self.joints);
            self.sites.map(|site| position(site, &self.joints))
        };
        let (now, then) = (positions(frame), positions(other));
        let ground = tables.ground(take, (frame / stride) as u32);
        let mut look = [[Vec3::ZERO; 2]; ROLES.len()];
        for ((look, now), then) in look.iter_mut().zip(now).zip(then) {
            let velocity = if seconds == 0.0 { Vec3::ZERO } else { (now - then) / seconds };
            let turned = ground.inside(now + velocity * VELOCITY) - ground.inside(now);
            *look = [ground.inside(now), turned];
        }
        look
    }
}

fn position(site: Option<Site>, joints: &[Transform]) -> Vec3 {
    site.map_or(Vec3::ZERO, |site| site.position(joints))
}
