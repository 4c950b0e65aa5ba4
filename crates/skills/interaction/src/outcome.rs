//! What becomes of a choice, and the features that rewards are made of.
//!
//! Paper: Shum 2010, sec. 5.4.3, eq. 5.4: the terms of the reward are kept with the edge, and not the reward, so that another
//! style is another weighing. They are those of `footwork_encounter::rules` that do not depend on who it is: no whims.
//! Kept in a byte each: a step of them is less than what a state is already rounded by.
//!
//! Departs from it: damage is what is to be [`expected`] by somebody who is somewhere in the state. Whether a blow lands is a
//! matter of ten centimetres, and a state is wider: what is sure in its middle alone would be taken for sure, and the further
//! somebody looks ahead, the more of such luck he would count on.

use footwork_encounter::tables::Kind;
use footwork_encounter::world::{Situation, Toll, World, chooser};
use footwork_encounter::{Combinations, Style};

use crate::state::{Likeness, State, wrapped};
use serde::{Deserialize, Serialize};

/// What a choice does, for who chose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// rad, how far he faces away from his rival when what he chose ends.
    pub bearing: f32,
    /// m, how far away his rival is then.
    pub far: f32,
    /// Damage that he gives until somebody chooses again, with blows for short and for long range.
    pub given: [f32; 2],
    /// Damage that he takes until then.
    pub taken: f32,
    /// How well it suits the blow that is on its way, from 0 to 1.
    pub suits: f32,
    /// m, what the seam costs.
    pub seam: f32,
    /// Whether it is a blow that could land.
    pub reaches: bool,
}

/// The same in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Features {
    bearing: i8,
    far: u8,
    given: [u8; 2],
    taken: u8,
    suits: u8,
    seam: u8,
    /// 1 for a blow that could land.
    reaches: u8,
}

/// rad, m, damage and m of one step of a byte.
const BEARING: f32 = std::f32::consts::PI / 127.0;
const FAR: f32 = 0.02;
const DAMAGE: f32 = 0.02;
const SEAM: f32 = 0.004;

fn byte(value: f32, step: f32) -> u8 {
    // The cast saturates.
    (value / step + 0.5) as u8
}

impl Features {
    /// Rounds.
    pub fn new(outcome: &Outcome) -> Features {
        Features {
            bearing: libm::roundf(outcome.bearing / BEARING) as i8,
            far: byte(outcome.far, FAR),
            given: outcome.given.map(|damage| byte(damage, DAMAGE)),
            taken: byte(outcome.taken, DAMAGE),
            suits: byte(outcome.suits, 1.0 / 255.0),
            seam: byte(outcome.seam, SEAM),
            reaches: u8::from(outcome.reaches),
        }
    }

    /// As numbers again.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            bearing: f32::from(self.bearing) * BEARING,
            far: f32::from(self.far) * FAR,
            given: self.given.map(|damage| f32::from(damage) * DAMAGE),
            taken: f32::from(self.taken) * DAMAGE,
            suits: f32::from(self.suits) / 255.0,
            seam: f32::from(self.seam) * SEAM,
            reaches: self.reaches != 0,
        }
    }

    /// Whether it is a blow that could land.
    pub fn reaches(&self) -> bool {
        self.reaches != 0
    }

    /// Whether it gives any damage.
    pub fn harms(&self) -> bool {
        self.given != [0; 2]
    }
}

impl Outcome {
    /// Eq. 5.4, with the paper's movement terms as penalties, and the combination's and the seam's of the tree.
    pub fn reward(&self, style: &Style) -> f32 {
        let off = self.far - style.distance;
        let damage = style.give[0] * self.given[0] + style.give[1] * self.given[1] - style.take * self.taken;
        damage - style.turned(self.bearing, style.aside) - style.spacing * off * off
            + style.combine * self.suits
            - style.seam * self.seam
    }
}

/// Whoever has to choose begins a piece; time passes until somebody has to choose again.
pub fn play(
    world: &World<'_>,
    combinations: &Combinations,
    situation: &Situation,
    piece: u16,
) -> (Situation, Outcome) {
    let who = chooser(situation).min(1);
    let rival = 1 - who;
    let own = &situation.fighters[who];
    let mut after = *situation;
    let next = world.begun(own, piece, situation.now);
    let next = world.aimed(next, &situation.fighters[rival]);
    let next = world.parrying(next, &situation.fighters[rival], situation.now);
    let reaches = next.aim[0].is_finite();
    if reaches {
        after.fighters[rival] = world.alarmed(&situation.fighters[rival], situation.now);
    }
    after.fighters[who] = next;
    let toll = world.to_next_choice(&mut after);
    let own = &after.fighters[who];
    let (body, other) = (world.body(own, own.ends), world.body(&after.fighters[rival], own.ends));
    let attacker = &situation.fighters[rival];
    let suits = world
        .threatens(attacker, situation.now)
        .then(|| combinations.suits(world.piece(attacker).word, world.piece(own).word))
        .flatten();
    let was = &situation.fighters[who];
    let edges = world.tables.edges_from(was.piece, situation.now.saturating_sub(was.begun));
    let seam = edges.iter().find(|edge| edge.piece == piece).map_or(0.0, |edge| edge.cost);
    let outcome = Outcome {
        bearing: body.bearing(&other),
        far: body.distance(&other),
        given: toll.given[who],
        taken: toll.taken[who],
        suits: suits.unwrap_or(0.0),
        seam,
        reaches,
    };
    (after, outcome)
}

/// To which sides of a state's middle somebody else may be: four corners of a cube, so that each of the three is as often more as
/// less.
const CORNERS: [[f32; 3]; 4] = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
/// How far, as a share of what counts as the same: as far as what came of a choice was seen to be from what the graph expected, in
/// the mean.
const BESIDE: f32 = 0.2;

/// The state and some beside it that count as the same.
fn around<'a>(like: &Likeness, state: &'a State) -> impl Iterator<Item = State> + use<'a> {
    let [away, angle] = [like.far, like.angle].map(|one| BESIDE * like.within * one);
    let beside = CORNERS.iter().map(move |[far, bearing, faced]| State {
        far: (state.far + away * far).max(0.05),
        bearing: wrapped(state.bearing + angle * bearing),
        faced: wrapped(state.faced + angle * faced),
        ..*state
    });
    std::iter::once(*state).chain(beside)
}

/// Whether where exactly the two are makes a difference to what a choice does.
fn is_delicate(world: &World<'_>, state: &State, piece: u16) -> bool {
    [piece, state.other]
        .iter()
        .any(|piece| world.tables.pieces.get(usize::from(*piece)).is_some_and(|own| own.kind == Kind::Attack))
}

/// What becomes of a choice in the middle of a state, with the damage that is to be expected anywhere in it.
pub fn expected(
    world: &World<'_>,
    combinations: &Combinations,
    like: &Likeness,
    state: &State,
    piece: u16,
) -> (Situation, Outcome) {
    let (after, mut outcome) = play(world, combinations, &state.situation(world), piece);
    if !is_delicate(world, state, piece) {
        return (after, outcome);
    }
    let (mut given, mut taken) = (outcome.given, outcome.taken);
    let (mut reached, mut count) = (f32::from(u8::from(outcome.reaches)), 1.0);
    for beside in around(like, state).skip(1) {
        let (_, one) = play(world, combinations, &beside.situation(world), piece);
        given = [given[0] + one.given[0], given[1] + one.given[1]];
        taken += one.taken;
        reached += f32::from(u8::from(one.reaches));
        count += 1.0;
    }
    outcome.given = given.map(|given| given / count);
    outcome.taken = taken / count;
    outcome.reaches = reached > 0.5 * count;
    (after, outcome)
}

/// Damage that is on its way in a state, as it is to be expected anywhere in it: what who chooses gives, and the other. Not what
/// will be answered, as in the tree: else a blow that is begun in the last choice always seems to land.
pub fn on_its_way(world: &World<'_>, like: &Likeness, state: &State) -> [[f32; 2]; 2] {
    let mut given = [[0.0; 2]; 2];
    if !is_delicate(world, state, state.own) {
        return given;
    }
    let share = 1.0 / (CORNERS.len() + 1) as f32;
    for beside in around(like, state) {
        let situation = beside.situation(world);
        let toll = pending(world, &situation);
        for (who, sums) in given.iter_mut().enumerate() {
            let [striker, rival] = [who, 1 - who].map(|at| &situation.fighters[at]);
            if !world.will_answer(striker, rival, situation.now) {
                sums.iter_mut().zip(toll.given[who]).for_each(|(sum, one)| *sum += share * one);
            }
        }
    }
    given
}

/// What is already on its way, if both go on as they do: what the first of them will give, and take.
pub fn pending(world: &World<'_>, situation: &Situation) -> Toll {
    let mut after = *situation;
    let mut toll = Toll::default();
    let last = after.fighters[0].ends.max(after.fighters[1].ends);
    world.advance(&mut after, last, &mut toll);
    toll
}
