//! Fights of many: two for ever, one against many, two armies. Encounters are chosen as it goes, one after the other.
//!
//! Paper: Shum 2010, sec. 6.5, 6.6.1.1 and 6.6.2.1. Who is free is paired with who is near; a patch is chosen ([`choose`]), both go to
//! where it begins (`walk`), the early one waits, and from then on all is as the patch says. Who was knocked down lies
//! for a while, gets up, and is used again.

mod around;
mod bend;
pub mod choose;
mod enter;
mod go;
pub mod memory;
mod pair;
mod rise;
mod rival;
pub mod seen;
mod step;
mod through;
mod topple;

use std::sync::Arc;

use footwork_encounter::tables::Kind;
use footwork_motion::ground::Place;
use footwork_stage::{ActorId, Dial, Director, Member, Rng, StageView, Troupe};

use crate::acts::{Acts, Nature};
use crate::compose::Weights;
use crate::file::PatchBook;
use crate::rises::Rises;
use around::Around;
use choose::{Standard, is_idle, standards};
use enter::Outside;
use memory::{ENDS, FighterMemory, MOST, MeleeMemory, RISES, Spot, State};

/// Who fights whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// The first with the second, the third with the fourth.
    Pairs,
    /// All against the first.
    OneAgainstMany,
    /// The first half against the second.
    Armies,
}

/// What a user can wish for, as bits: buttons in this order.
pub const WISHES: [&str; 4] = ["punch", "kick", "avoid", "fall"];

/// How they fight.
#[derive(Clone, Debug, PartialEq)]
pub struct MeleeSettings {
    /// Who fights whom.
    pub manner: Manner,
    /// By eq. 6.1.
    pub weights: Weights,
    /// s, how long who was knocked down lies, and by how much more at most.
    pub lies: [f32; 2],
    /// How many choices are made in a step, at most.
    pub choices: usize,
    /// m and rad: how far a patch may be bent to where people are (sec. 7.2.5); nothing for not at all.
    pub bends: [f32; 2],
}

/// m, rad: as far as a step on guard goes, and turns.
pub const BENDS: [f32; 2] = [0.3, 0.35];

impl Default for MeleeSettings {
    fn default() -> MeleeSettings {
        MeleeSettings {
            manner: Manner::Pairs,
            weights: Weights::default(),
            lies: [3.0, 4.0],
            choices: 6,
            bends: BENDS,
        }
    }
}

impl MeleeSettings {
    /// As the scenes have it: two who fight on get up soon, in a crowd others take over.
    pub fn of(manner: Manner) -> MeleeSettings {
        let lies = if manner == Manner::Pairs { [0.8, 1.0] } else { [3.0, 4.0] };
        MeleeSettings { manner, lies, ..MeleeSettings::default() }
    }
}

/// Directs fights out of patches.
pub struct Melee {
    acts: Arc<Acts>,
    book: Arc<PatchBook>,
    settings: MeleeSettings,
    /// Where the patches begin; who begins them is the first of the pattern.
    standards: Vec<Standard>,
    /// Of each patch and role: a bit for each wish that it meets.
    meets: Vec<[u32; 2]>,
    /// m, of each patch: how near their limbs come to each other before they meet.
    apart: Vec<f32>,
    /// Frames, of each patch and role: when he is through.
    through: Vec<[u32; 2]>,
    /// Pieces in which somebody stands on guard.
    guards: Vec<u16>,
    group: u8,
    /// Ways up from the floor.
    rises: Rises,
    /// How people come in and go out, if they can.
    outside: Option<Outside>,
}

/// Frames before two meet: until then nothing of them should touch.
const BEFORE: u32 = 10;
/// m. Who is nearer may be asked to an encounter.
const ASKED: f32 = 2.8;
/// Most neighbours who are looked at.
const NEIGHBOURS: usize = 40;

impl Melee {
    /// Fighters who go by these patches. Falls over one another (`over`) are left out: who falls so has not been struck.
    pub fn new(acts: Arc<Acts>, book: Arc<PatchBook>, settings: MeleeSettings) -> Melee {
        let fights = |patch: &u32| {
            let patch = &book.patches[*patch as usize];
            let acts_of = patch.turns.iter().flatten().map(|turn| &acts.all[turn.act as usize]);
            acts_of.into_iter().any(|act| act.nature == Nature::Strike)
        };
        let own: Vec<u32> = (0..book.patches.len().min(MOST) as u32).filter(fights).collect();
        let meets = book.patches.iter().map(|patch| {
            [0, 1].map(|role: usize| {
                let mut bits = u32::from(patch.down[1 - role]) << 3;
                for turn in &patch.turns[role] {
                    let act = &acts.all[turn.act as usize];
                    let is = [act.is("punch"), act.is("kick"), act.nature == Nature::Defence];
                    bits |= (0..3).filter(|bit| is[*bit]).map(|bit| 1 << bit).sum::<u32>();
                }
                bits
            })
        });
        let meets = meets.collect();
        let first = own.first().and_then(|patch| book.patches[*patch as usize].turns[0].first());
        let group = first.and_then(|turn| {
            let piece = acts.tables.piece_at.get(acts.tables.frame(turn.take, turn.first))?;
            acts.tables.pieces.get(usize::from(*piece)).map(|piece| piece.group)
        });
        let group = group.unwrap_or(0);
        let stance = |piece: &u16| {
            let piece = &acts.tables.pieces[usize::from(*piece)];
            piece.kind == Kind::Stance && piece.group == group
        };
        let guards = (0..acts.tables.pieces.len() as u16).filter(stance).collect();
        let outside = Outside::new(&acts);
        let apart = |patch: &crate::Patch| {
            let looks = (0..patch.meets.saturating_sub(BEFORE)).step_by(3);
            let depths = looks.map(|frame| {
                let [a, b] = [0, 1].map(|role| patch.at(role, frame as i32));
                -acts.limb_depth(&a, &b)
            });
            depths.fold(f32::MAX, f32::min)
        };
        let apart = book.patches.iter().map(apart).collect();
        Melee {
            standards: standards(&acts, &book, &own),
            meets,
            apart,
            guards,
            group,
            rises: Rises::new(&acts),
            through: through::through(&acts, &book),
            outside,
            acts,
            book,
            settings,
        }
    }

    /// How many standard poses there are.
    pub fn standards(&self) -> usize {
        self.standards.len()
    }

    /// What they go by.
    pub fn book(&self) -> &PatchBook {
        &self.book
    }

    /// Whether enemies come in from outside.
    fn is_brought_in(&self) -> bool {
        self.outside.is_some() && self.settings.manner == Manner::OneAgainstMany
    }

    fn team(&self, at: usize, count: usize) -> u32 {
        match self.settings.manner {
            Manner::Pairs => at as u32 & 1,
            Manner::OneAgainstMany => u32::from(at > 0),
            Manner::Armies => u32::from(at * 2 >= count),
        }
    }

    /// Whether somebody on guard was not asked for so long that he goes out.
    fn has_waited(&self, member: &mut Member<'_, FighterMemory>, stage: &StageView<'_>) -> bool {
        let waited = State::of(member.memory.state) == State::Free
            && stage.tick() > member.memory.starts.saturating_add(enter::GUARDS);
        if waited {
            member.memory.state = State::Leaves as u32;
        }
        waited
    }
}

/// m. Who walks keeps this far from others.
const PERSONAL: f32 = 0.6;
/// Ticks. Who is through with his encounter sooner than this may be asked to the next one.
const SOON: u64 = 60;
/// Ticks between two looks for somebody whose encounter is not over.
const ASKS: u64 = 6;

impl Director for Melee {
    type Memory = MeleeMemory;
    type Member = FighterMemory;

    fn direct(
        &self,
        memory: &mut MeleeMemory,
        troupe: &mut Troupe<'_, FighterMemory>,
        stage: &StageView<'_>,
        rng: &mut Rng,
    ) {
        let count = troupe.len().min(MOST);
        let enters = self.is_brought_in();
        memory.heads.fill(0);
        for at in 0..count {
            let team = self.team(at, count);
            let Some(mut member) = troupe.member(at) else { continue };
            member.memory.team = team;
            self.advance(memory, &mut member, enters && at > 0, stage, rng);
            let [from, to] = self.line(&member);
            let (state, team) = (member.memory.state as u16, team as u16);
            let own = &*member.memory;
            let ends = match State::of(own.state) {
                State::Lies if stage.tick() >= own.starts => RISES,
                _ if self.ends(own, stage.tick()) => ENDS,
                _ => 0,
            };
            let (then_x, then_z) = (to.x, to.y);
            memory.enter(at, Spot { x: from.x, z: from.y, then_x, then_z, state, team, next: 0, ends });
        }
        if enters && count > 0 {
            self.send(memory, troupe, count, stage.tick());
        }
        let mut choices = self.settings.choices;
        // Another one begins in every step, so that nobody is always last.
        let shift = if count == 0 { 0 } else { (stage.tick() as usize * 37) % count };
        for number in 0..count {
            let at = (number + shift) % count;
            let spot = memory.spots[at];
            if !is_idle(&spot) || choices == 0 {
                continue;
            }
            let asks = match spot.ends == ENDS {
                false => troupe.member(at).is_some_and(|member| member.needs_move()),
                true => (stage.tick() + at as u64).is_multiple_of(ASKS),
            };
            if !asks {
                continue;
            }
            let rival = self.rival(memory, at, count, true).filter(|(_, far)| *far <= ASKED);
            let asked = match enters && at == 0 {
                true => self.about(memory, troupe, count),
                false => [rival.map(|(other, _)| other), None, None, None],
            };
            for other in asked.into_iter().flatten() {
                choices = choices.saturating_sub(1);
                if self.pair(memory, troupe, [at, other], stage, rng) {
                    for who in [at, other] {
                        (memory.spots[who].state, memory.spots[who].ends) = (State::Comes as u16, 0);
                    }
                    break;
                }
            }
        }
        let hero = troupe.view(0).map(|view| (view.id(), Place::new(view.frame())));
        for at in 0..count {
            let rival = self.rival(memory, at, count, false);
            let rival = rival.and_then(|(rival, _)| troupe.view(rival)).map(|view| (view.id(), view.frame()));
            let steps = troupe.member(at).is_some_and(|member| {
                member.needs_move()
                    || sets_out(member.memory, stage)
                    || self.may_rise(member.memory, at, stage)
            });
            let around = if steps { Around::of(self, memory, troupe, at, stage) } else { Around::NOBODY };
            let Some(mut member) = troupe.member(at) else { continue };
            let state = State::of(member.memory.state);
            self.rise(memory, &mut member, at, &around, stage);
            if state == State::Lies && State::of(member.memory.state) == State::Rises {
                memory.spots[at].state = State::Rises as u16;
            } else if !member.needs_move() && !sets_out(member.memory, stage) {
                continue;
            } else if matches!(state, State::Away | State::Enters | State::Leaves)
                || enters && at > 0 && self.has_waited(&mut member, stage)
            {
                self.pass(memory, &mut member, at, (hero, &around), stage);
            } else {
                let rival = rival.map(|(id, frame)| (id, Place::new(frame)));
                self.go(memory, &mut member, at, (rival, &around), stage);
            }
        }
    }

    fn dials(&self) -> &'static [Dial] {
        &[]
    }
}

/// Whether somebody is sent for just now: he does not stand at ease until his rest is over.
fn sets_out(own: &FighterMemory, stage: &StageView<'_>) -> bool {
    State::of(own.state) == State::Enters && own.starts == stage.tick()
}

/// An actor by the number that is remembered.
pub(crate) fn actor(number: u32) -> Option<ActorId> {
    number.checked_sub(1).map(ActorId)
}
