//! The action combination table: which answer suits which blow.
//!
//! Paper: Shum 2010, sec. 3.4: a table of (my action, opponent's action) → suitability, kept by hand. Here it is suggested from the
//! motion: every defence is played against every blow, begun so that it protects when the blow lands, at the distance from
//! which the blow hits somebody on guard; the suitability is the share of blows that it takes the harm out of. It can
//! be written as TOML, edited and read again; pairs that are not in it have none.

use crate::tables::{Kind, Tables};
use crate::world::{Fighter, Situation, Toll, World, WorldSettings};
use bytemuck::Zeroable;
use footwork_motion::ground::Place;
use glam::Vec3;

/// Which answer suits which blow, by the numbers of their words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Combinations {
    /// How many words there are.
    words: usize,
    /// By blow and answer; no number where the pair is not in the table.
    suits: Vec<f32>,
}

/// Examples of each word that are tried against each other.
const EXAMPLES: usize = 6;

impl Combinations {
    /// An empty table over so many words.
    pub fn empty(words: usize) -> Combinations {
        Combinations { words, suits: vec![f32::NAN; words * words] }
    }

    /// How well an answer suits a blow, from 0 to 1; none if the table does not say.
    pub fn suits(&self, blow: u16, answer: u16) -> Option<f32> {
        let (blow, answer) = (usize::from(blow), usize::from(answer));
        let inside = blow < self.words && answer < self.words;
        inside.then(|| self.suits[blow * self.words + answer]).filter(|suits| suits.is_finite())
    }

    /// Sets a pair.
    pub fn set(&mut self, blow: u16, answer: u16, suits: f32) {
        let (blow, answer) = (usize::from(blow), usize::from(answer));
        if blow < self.words && answer < self.words {
            self.suits[blow * self.words + answer] = suits;
        }
    }

    /// All pairs of the table: blow, answer, suitability.
    pub fn pairs(&self) -> impl Iterator<Item = (u16, u16, f32)> + '_ {
        let pair = |(at, suits): (usize, &f32)| ((at / self.words) as u16, (at % self.words) as u16, *suits);
        self.suits.iter().enumerate().filter(|(_, suits)| suits.is_finite()).map(pair)
    }

    /// Tries every defence against every blow.
    pub fn suggest(tables: &Tables) -> Combinations {
        let settings = WorldSettings { heavy: f32::INFINITY, ..WorldSettings::default() };
        let world = World { tables, settings: &settings };
        let words = tables.words.len();
        let mut table = Combinations::empty(words);
        let of = |word: usize, is: fn(Kind) -> bool| -> Vec<u16> {
            let own = |at: &usize| {
                let piece = &tables.pieces[*at];
                usize::from(piece.word) == word && is(piece.kind)
            };
            (0..tables.pieces.len()).filter(own).take(EXAMPLES).map(|at| at as u16).collect()
        };
        for blow in 0..words {
            let blows = of(blow, |kind| kind == Kind::Attack);
            if blows.is_empty() {
                continue;
            }
            for answer in 0..words {
                let answers = of(answer, Kind::is_defence);
                let tries = blows.iter().flat_map(|blow| answers.iter().map(move |answer| (*blow, *answer)));
                let tried: Vec<bool> =
                    tries.filter_map(|(blow, answer)| saves(&world, blow, answer)).collect();
                if !tried.is_empty() {
                    let saved = tried.iter().filter(|saved| **saved).count();
                    table.set(blow as u16, answer as u16, saved as f32 / tried.len() as f32);
                }
            }
        }
        table
    }
}

/// Whether an answer takes the harm out of a blow. None if the blow does not hit somebody who only stands where the
/// answer begins.
fn saves(world: &World<'_>, blow: u16, answer: u16) -> Option<bool> {
    let (attack, defence) =
        (&world.tables.pieces[usize::from(blow)], &world.tables.pieces[usize::from(answer)]);
    let lands = world.lands_at(attack, 0)?;
    // Face to face; he who is struck stands where the striking point comes to, less the depth of a chest.
    let place = |take: u32, frame: u32, at: Place| at.then(&world.tables.ground(take, frame).inverse());
    let fighter = |piece: u16, team: u16, begun: i32, at: Place| {
        let own = &world.tables.pieces[usize::from(piece)];
        let place = place(own.take, own.first, at);
        Fighter {
            place,
            aim: [f32::NAN; 3],
            begun,
            ends: begun + own.frames(),
            piece,
            team,
            ..Fighter::zeroed()
        }
    };
    let attacker = fighter(blow, 0, 0, Place::HERE);
    let first = world.tables.blows_of(attack).first()?;
    let tip = world.tables.tips[(first.tips + first.lands - first.effective[0]) as usize + 1];
    let tip = attacker.place.point(tip);
    let facing = |far: f32| {
        let at = Vec3::new(tip.x, 0.0, tip.z).normalize_or(Vec3::Z) * far;
        Place { x: at.x, z: at.z, cos: -at.z / far, sin: -at.x / far }
    };
    let far = Vec3::new(tip.x, 0.0, tip.z).length().max(0.3);
    let harmed = |defender: Fighter| {
        let mut situation = Situation { count: 2, ..Situation::zeroed() };
        situation.fighters[0] = world.aimed(attacker, &defender);
        // The blow goes where it was aimed: at somebody who stands still.
        situation.fighters[1] = defender;
        let mut toll = Toll::default();
        world.advance(&mut situation, attack.frames(), &mut toll);
        toll.taken[1] > 0.0
    };
    let still = Fighter { begun: i32::MAX / 2, ends: i32::MAX / 2, ..fighter(answer, 1, 0, facing(far)) };
    if !harmed(still) {
        return None;
    }
    // The middle of what it does is when the blow lands.
    let begun = lands - defence.frames() / 2;
    let mut situation = Situation { count: 2, now: begun.min(0), ..Situation::zeroed() };
    situation.fighters[0] = world.aimed(attacker, &still);
    situation.fighters[1] = fighter(answer, 1, begun, facing(far));
    let mut toll = Toll::default();
    world.advance(&mut situation, attack.frames(), &mut toll);
    Some(toll.taken[1] == 0.0)
}
