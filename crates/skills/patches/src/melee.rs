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
mod topple;

use std::sync::Arc;

use footwork_encounter::tables::Kind;
use footwork_motion::Role;
use footwork_motion::ground::Place;
use footwork_stage::{ActorId, ActorView, Dial, Director, Member, Rng, StageView, Troupe};
use glam::Vec2;

use crate::acts::{Acts, Nature, Stood};
use crate::coming::Coming;
use crate::compose::Weights;
use crate::file::PatchBook;
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
    /// Pieces in which somebody stands on guard.
    guards: Vec<u16>,
    group: u8,
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

    /// Who somebody should fight: whoever is nearest of the other side; of those who may be asked if there is one.
    fn rival(&self, memory: &MeleeMemory, at: usize, count: usize, idle: bool) -> Option<(usize, f32)> {
        let own = memory.spots.get(at)?;
        let place = Vec2::new(own.x, own.z);
        match self.settings.manner {
            Manner::Pairs => {
                let other = at ^ 1;
                let spot = memory.spots.get(other).filter(|_| other < count)?;
                (!idle || is_idle(spot)).then(|| (other, Vec2::new(spot.x, spot.z).distance(place)))
            }
            Manner::OneAgainstMany if at > 0 => {
                let spot = memory.spots.first()?;
                (!idle || is_idle(spot)).then(|| (0, Vec2::new(spot.x, spot.z).distance(place)))
            }
            _ => {
                let mut best: Option<(usize, f32)> = None;
                let see = |best: &mut Option<(usize, f32)>, other: usize, spot: &Spot| {
                    let stands = State::of(u32::from(spot.state)) < State::Lies;
                    if spot.team == own.team || !stands || idle && !is_idle(spot) {
                        return;
                    }
                    let far = Vec2::new(spot.x, spot.z).distance(place);
                    if best.is_none_or(|(_, least)| far < least) {
                        *best = Some((other, far));
                    }
                };
                memory.near(place, |other, spot| see(&mut best, other, spot));
                if best.is_none() && !idle {
                    // Nobody is near: a look at some of all, so that the cost stays linear.
                    let step = (count / 16).max(1);
                    let from = (at * 7) % step;
                    for other in (from..count.min(MOST)).step_by(step) {
                        see(&mut best, other, &memory.spots[other]);
                    }
                }
                best
            }
        }
    }

    /// Who comes in from outside, or is on guard at a distance, and can be asked by the one who is fought: the nearest that he sees.
    fn entering(
        &self,
        memory: &MeleeMemory,
        troupe: &Troupe<'_, FighterMemory>,
        count: usize,
    ) -> Option<usize> {
        let hero = Place::new(troupe.view(0)?.frame());
        let mut best: Option<(f32, usize)> = None;
        for (at, spot) in memory.spots[..count].iter().enumerate().skip(1) {
            let there = Place { x: spot.x, z: spot.z, ..Place::HERE };
            let (far, aside) = (hero.distance(&there), hero.bearing(&there).abs());
            let comes = match State::of(u32::from(spot.state)) {
                State::Enters => far < enter::ASKED,
                State::Free => (enter::BESIDE..enter::ASKED).contains(&far),
                _ => false,
            };
            let asked = comes && aside < enter::SEEN;
            if asked && best.is_none_or(|(least, _)| far < least) {
                best = Some((far, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// The line that somebody takes up on the floor: from where he is to where his chest will be when his encounter is over; from his
    /// feet to his head, if he lies.
    fn line(&self, member: &Member<'_, FighterMemory>) -> [Vec2; 2] {
        let view = member.view();
        let frame = view.frame().translation;
        let here = Vec2::new(frame.x, frame.z);
        if matches!(State::of(member.memory.state), State::Lies | State::Rises) {
            let skeleton = view.rig().skeleton();
            let site = |role: Role| {
                let at = skeleton.site(role).map(|site| site.position(view.world()));
                at.map_or(here, |at| Vec2::new(at.x, at.z))
            };
            let feet = 0.5 * (site(Role::LeftAnkle) + site(Role::RightAnkle));
            return [feet, site(Role::Head)];
        }
        [here, self.then(member.memory).unwrap_or_else(|| self.comes_to(&view, here))]
    }

    /// Where somebody will be at the end of what he plays.
    fn comes_to(&self, view: &ActorView<'_>, here: Vec2) -> Vec2 {
        let coming = Coming::of(&self.acts, view).filter(|coming| coming.frames() <= 120);
        coming.map_or(here, |coming| {
            let end = self.acts.ground(&coming.at(&self.acts, coming.frames()));
            Vec2::new(end.x, end.z)
        })
    }

    /// Whether somebody is in his last action, and will be on his feet when it is over, soon.
    fn ends(&self, own: &FighterMemory, tick: u64) -> bool {
        let patch = self.book.patches.get((own.patch as usize).wrapping_sub(1));
        let role = own.role as usize & 1;
        State::of(own.state) == State::Plays
            && patch.is_some_and(|patch| {
                let over = own.starts + u64::from(patch.span(role)[1]);
                let last = own.turns as usize == patch.turns[role].len();
                last && own.halved == 0 && !patch.down[role] && over <= tick + SOON
            })
    }

    /// Where somebody's head will be when his encounter is over.
    fn then(&self, own: &FighterMemory) -> Option<Vec2> {
        let fights = matches!(State::of(own.state), State::Comes | State::Plays);
        let patch = self.book.patches.get((own.patch as usize).checked_sub(1).filter(|_| fights)?)?;
        let stood = patch.at(own.role as usize & 1, patch.frames as i32);
        Some(self.acts.discs(&Stood { place: own.origin.then(&stood.place), ..stood })[2])
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
            let entering = if enters && at == 0 { self.entering(memory, troupe, count) } else { None };
            for other in [entering, rival.map(|(other, _)| other)].into_iter().flatten() {
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
