//! A fight forward in time, from tables alone: who is where, whose blow lands on what, and what that forces on whom.
//!
//! Paper: Shum 2010, sec. 4.3.1: characters act side by side; who is hit breaks off what he does and reacts, and has no choice
//! in it. Blows are as the stage plays them: the striking point goes to where the rival was expected to be when the blow
//! began, by as much as a limb is led, and hits the part that it meets first, which can be an arm that is in its way.

mod blows;
mod hits;
mod lag;

use bytemuck::{Pod, Zeroable};
use footwork_stage::BodyPart;
use glam::Vec3;

use crate::tables::{Blow, Kind, Piece, Tables};
pub use blows::harm;
use footwork_motion::ground::Place;
pub use hits::{Hit, carries, mass_share};
use lag::Lag;

/// Most fighters who are thought about together.
pub const MOST: usize = 3;
/// Frames. Nothing is worked out further ahead at once; the longest actions, falls, last some six seconds.
const LONGEST: i32 = 600;
/// How many actions are remembered as used lately.
pub const RECENT: usize = 4;

/// One of them, somewhere in an action. Times are in frames of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Fighter {
    /// From the take's space to the world.
    pub place: Place,
    /// m, where the blow goes, in the world; not a number where it is not led.
    pub aim: [f32; 3],
    /// When the piece began.
    pub begun: i32,
    /// When it ends: when he has to choose.
    pub ends: i32,
    /// What he plays.
    pub piece: u16,
    /// One bit for each of the piece's blows that has landed.
    pub landed: u16,
    /// The actions that he chose last, by number plus one, the latest first.
    pub recent: [u16; RECENT],
    /// 1 while he plays a reaction that he did not choose.
    pub forced: u16,
    /// 0 or 1: who has the same number fights on the same side.
    pub team: u16,
    /// The frame of the tables that he left when he began the piece, plus one: what is shown goes over from it. 0 where
    /// nothing differs.
    pub left: u32,
    /// Of a block, the part of his body that is led to meet a blow: a hand, by its number in [`Tables::kinds`] plus one. 0
    /// where nothing is led.
    pub hand: u32,
    /// When it meets the blow.
    pub meets: i32,
    /// m, where, in the world.
    pub guard: [f32; 3],
    /// When he has all his breath again.
    pub rested: i32,
    /// Frames by which he sees a blow later than [`WorldSettings::reaction`] says.
    pub late: i32,
}

/// All of them at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Situation {
    /// The first is the one who thinks.
    pub fighters: [Fighter; MOST],
    /// Frames.
    pub now: i32,
    /// How many there are.
    pub count: u32,
    /// 1 when somebody has been caught.
    pub caught: u32,
}

/// How blows and catches work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldSettings {
    /// m. A blow is led by this much at most.
    pub lead: f32,
    /// s. How long before it lands that begins.
    pub ease: f32,
    /// m. How deep into a body a blow is aimed.
    pub deep: f32,
    /// m/s. A blow to head or trunk that is faster forces a reaction.
    pub heavy: f32,
    /// s. So long after a rival has begun a blow that may hit him, who stands or moves can break off what he does to answer.
    /// Infinite for those who never do.
    pub reaction: f32,
    /// m. Nearer than this, somebody who is chased is caught. 0 if nobody chases.
    pub catch: f32,
    /// Whether facing and distance count for more than printed, and who is out of breath steps out. Not for those whose rewards
    /// were solved before, as printed.
    pub firm: bool,
    /// m, from the scene's middle: who runs stays within it. 0 where there is no such border.
    pub field: f32,
    /// s, in which somebody gets the breath for one blow; and for how many he has breath at most. Without breath nobody
    /// strikes. 0 s where breath does not run out.
    pub breath: f32,
    /// See above.
    pub wind: f32,
    /// m. By so much more a blow is led for the sake of the head, beside what else it could be led to. 0 where it goes for whatever is
    /// nearest.
    pub for_the_head: f32,
    /// Whether blows go exactly as the stage leads them. Not for those whose encounters were solved without: there, feet are led by
    /// their toes.
    pub as_led: bool,
    /// m. A hand that does nothing in particular is led to meet a blow by this much at most.
    pub free_hand: f32,
}

impl Default for WorldSettings {
    fn default() -> WorldSettings {
        WorldSettings {
            lead: 0.2,
            ease: 0.2,
            deep: 0.04,
            heavy: 4.5,
            reaction: 0.06,
            catch: 0.0,
            firm: false,
            field: 0.0,
            breath: 0.0,
            wind: 3.0,
            for_the_head: 0.0,
            as_led: true,
            free_hand: 0.3,
        }
    }
}

/// What happened to whom.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Toll {
    /// Damage that each gave, with blows for short and for long range.
    pub given: [[f32; 2]; MOST],
    /// Damage that each took.
    pub taken: [f32; MOST],
    /// How many blows of each were caught with an arm.
    pub stopped: [u32; MOST],
}

/// m/s. A blow this fast does a damage of 1.
pub const FULL: f32 = 10.0;

/// The tables and how blows work.
#[derive(Clone, Copy)]
pub struct World<'a> {
    /// What bodies do.
    pub tables: &'a Tables,
    /// How blows work.
    pub settings: &'a WorldSettings,
}

impl<'a> World<'a> {
    /// What a fighter plays. One whose number is none of the tables' plays the first.
    pub fn piece(&self, fighter: &Fighter) -> &'a Piece {
        &self.tables.pieces[usize::from(fighter.piece).min(self.tables.pieces.len() - 1)]
    }

    /// Which frame of his take a fighter is in. After the end of his piece he holds still; who runs goes on as he was
    /// recorded, as nobody stops within a step at 4 m/s.
    fn frame(&self, fighter: &Fighter, at: i32) -> u32 {
        let piece = self.piece(fighter);
        let beyond = if self.settings.catch > 0.0 { RUNS_ON } else { 0 };
        piece.first + at.saturating_sub(fighter.begun).clamp(0, piece.frames() + beyond) as u32
    }

    /// The frame of the tables that a fighter is in.
    pub fn frame_of(&self, fighter: &Fighter, at: i32) -> usize {
        self.tables.frame(self.piece(fighter).take, self.frame(fighter, at))
    }

    /// Where a fighter stands and faces.
    pub fn body(&self, fighter: &Fighter, at: i32) -> Place {
        let piece = self.piece(fighter);
        fighter.place.then(self.tables.ground(piece.take, self.frame(fighter, at)))
    }

    /// m, one part of a fighter in the world, by its number in [`Tables::kinds`]: both ends.
    pub fn part_at(&self, fighter: &Fighter, at: i32, part: usize) -> [Vec3; 2] {
        self.part(fighter, self.lag(fighter, at).as_ref(), at, part)
    }

    /// m, one part of a fighter in the world: both ends, as far as they have come from what he did before.
    fn part(&self, fighter: &Fighter, lag: Option<&Lag<'_>>, at: i32, part: usize) -> [Vec3; 2] {
        let piece = self.piece(fighter);
        let parts = self.tables.parts(piece.take, self.frame(fighter, at));
        let [a, b] = parts[part];
        let mut ends = [fighter.place.point(a), fighter.place.point(b)];
        if let Some(lag) = lag {
            let behind = lag.behind(part);
            ends = [ends[0] + behind[0], ends[1] + behind[1]];
        }
        if fighter.hand as usize == part + 1 {
            let away = at.saturating_sub(fighter.meets).saturating_abs() as f32 / self.tables.rate;
            let led = (Vec3::from_array(fighter.guard) - ends[1]) * eased(away / GUARD_EASE);
            ends = [ends[0] + led, ends[1] + led];
        }
        ends
    }

    /// A fighter who begins a piece where he is.
    pub fn begun(&self, fighter: &Fighter, piece: u16, at: i32) -> Fighter {
        let left = self.frame_of(fighter, at) as u32 + 1;
        self.begun_at(fighter, &self.body(fighter, at), left, piece, at)
    }

    /// The same, for whoever knows where he stands and which frame of the tables he leaves, plus one.
    #[inline]
    pub(crate) fn begun_at(
        &self,
        fighter: &Fighter,
        body: &Place,
        left: u32,
        piece: u16,
        at: i32,
    ) -> Fighter {
        let next = &self.tables.pieces[usize::from(piece).min(self.tables.pieces.len() - 1)];
        let place = body.then(&self.tables.ground(next.take, next.first).inverse());
        Fighter {
            place,
            aim: [f32::NAN; 3],
            begun: at,
            ends: at.saturating_add(next.frames()),
            piece,
            landed: 0,
            forced: 0,
            hand: 0,
            left,
            ..*fighter
        }
    }

    /// Whom somebody fights: the nearest of the other side.
    pub fn rival(&self, situation: &Situation, who: usize) -> Option<usize> {
        let own = situation.fighters.get(who)?;
        let count = (situation.count as usize).min(MOST);
        let mut others = (0..count).filter(|other| situation.fighters[*other].team != own.team);
        if count == 2 {
            return others.next();
        }
        let body = self.body(own, situation.now);
        let far = |other: &usize| body.distance(&self.body(&situation.fighters[*other], situation.now));
        others.min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// Whether a fighter has a blow on its way.
    pub fn attacks(&self, fighter: &Fighter, at: i32) -> bool {
        let piece = self.piece(fighter);
        let frame = self.frame(fighter, at);
        let open = |(number, blow): (usize, &Blow)| {
            fighter.landed & bit(number) == 0 && frame <= blow.effective[1] && frame < piece.end
        };
        piece.kind == Kind::Attack && self.tables.blows_of(piece).iter().enumerate().any(open)
    }

    /// Whether a fighter has a blow on its way that could land when he began it.
    pub fn threatens(&self, fighter: &Fighter, at: i32) -> bool {
        let led = |blow: &Blow| blow.length > 0.0;
        let aimed = fighter.aim[0].is_finite() || !self.tables.blows_of(self.piece(fighter)).iter().all(led);
        aimed && self.attacks(fighter, at)
    }

    /// When the first blow of a piece is meant to land, for somebody who begins it then.
    pub fn lands_at(&self, piece: &Piece, begun: i32) -> Option<i32> {
        let blow = self.tables.blows_of(piece).first()?;
        Some(begun.saturating_add(blow.lands as i32 - piece.first as i32))
    }

    /// Whether a fighter can break off what he does to answer a blow: all but a reaction, and a blow of his own only while
    /// he winds up for it, and when it has landed or missed.
    pub fn can_answer(&self, fighter: &Fighter, at: i32) -> bool {
        self.answers_at(fighter, at) == Some(at)
    }

    /// The first moment from this one on at which a fighter can break off what he does; none in a reaction.
    fn answers_at(&self, fighter: &Fighter, at: i32) -> Option<i32> {
        let piece = self.piece(fighter);
        if !piece.kind.is_chosen() || fighter.forced != 0 {
            return None;
        }
        let Some(lands) = self.lands_at(piece, fighter.begun) else { return Some(at) };
        let (so_far, whole) = (at.saturating_sub(fighter.begun), lands.saturating_sub(fighter.begun));
        if (so_far as f32) < WIND_UP * whole as f32 {
            return Some(at);
        }
        let blows = self.tables.blows_of(piece);
        if fighter.landed != 0 && blows.len() == 1 {
            return Some(at);
        }
        let over = blows.last().map_or(piece.end, |blow| blow.effective[1]) as i32 - piece.first as i32;
        Some(at.max(fighter.begun.saturating_add(over)))
    }

    /// When somebody sees a blow that is begun now.
    fn sees(&self, who: &Fighter, at: i32) -> i32 {
        // The cast saturates: who never answers sees it never.
        let seen = (at as f32 + (self.settings.reaction * self.tables.rate).ceil()) as i32;
        seen.saturating_add(who.late)
    }

    /// Whether a fighter has the breath for a blow.
    pub fn has_breath(&self, fighter: &Fighter, at: i32) -> bool {
        let WorldSettings { breath, wind, .. } = *self.settings;
        fighter.rested.saturating_sub(at) as f32 <= (wind - 1.0) * breath * self.tables.rate
    }

    /// A fighter who begins a piece, with the breath that it costs.
    pub fn spent(&self, fighter: Fighter, at: i32) -> Fighter {
        let breath = (self.settings.breath * self.tables.rate) as i32;
        let spends = self.piece(&fighter).kind == Kind::Attack && breath > 0;
        let rested = if spends { fighter.rested.max(at).saturating_add(breath) } else { fighter.rested };
        Fighter { rested, ..fighter }
    }

    /// A fighter who sees a blow begin that is meant for him: he may choose sooner.
    pub fn alarmed(&self, fighter: &Fighter, at: i32) -> Fighter {
        let soon = self.answers_at(fighter, self.sees(fighter, at)).unwrap_or(fighter.ends);
        Fighter { ends: fighter.ends.min(soon).max(at.saturating_add(1)), ..*fighter }
    }

    /// Whether somebody has not seen yet the blow that is on its way to him, and will in time to do something about it.
    pub fn will_answer(&self, striker: &Fighter, rival: &Fighter, now: i32) -> bool {
        let Some(lands) = self.lands_at(self.piece(striker), striker.begun) else { return false };
        let (seen, last) = (self.sees(rival, striker.begun), self.last_answer(lands));
        let can = self.answers_at(rival, seen.max(now)).is_some_and(|first| first <= last);
        rival.begun < seen && (can || rival.ends <= last)
    }

    /// When something against a blow that lands then has to begin, at the latest.
    fn last_answer(&self, lands: i32) -> i32 {
        lands.saturating_sub((ANSWER * self.tables.rate) as i32)
    }

    /// Lets time pass until somebody has to choose.
    pub fn to_next_choice(&self, situation: &mut Situation) -> Toll {
        let mut toll = Toll::default();
        // Who is struck chooses later than he thought: each round can move one end only so often.
        for _ in 0..16 {
            let next = next_end(situation);
            if next <= situation.now {
                break;
            }
            self.advance(situation, next, &mut toll);
        }
        toll
    }

    /// Lets time pass: blows land, and who is struck hard reacts.
    pub fn advance(&self, situation: &mut Situation, until: i32, toll: &mut Toll) {
        let until = until.min(situation.now.saturating_add(LONGEST));
        let count = (situation.count as usize).min(MOST);
        let mut at = situation.now;
        while at < until {
            let Some(next) = self.next_event(situation, at, until) else { break };
            at = next;
            for who in 0..count {
                situation.now = at;
                if let Some(whom) = self.rival(situation, who) {
                    self.strike(situation, who, whom, at, toll);
                    self.catch(situation, who, whom, at, toll);
                }
            }
        }
        situation.now = until;
    }

    /// The next step after a moment in which a blow could land, or a catch is looked for.
    fn next_event(&self, situation: &Situation, at: i32, until: i32) -> Option<i32> {
        let mut next = i32::MAX;
        for fighter in &situation.fighters[..(situation.count as usize).min(MOST)] {
            let piece = self.piece(fighter);
            for (number, blow) in self.tables.blows_of(piece).iter().enumerate() {
                let offset = fighter.begun.saturating_sub(piece.first as i32);
                let span = blow.effective.map(|frame| offset.saturating_add(frame as i32));
                let soonest = span[0].max(at.saturating_add(1));
                if fighter.landed & bit(number) == 0 && soonest < span[1].min(fighter.ends) {
                    next = next.min(soonest);
                }
            }
        }
        if self.settings.catch > 0.0 && situation.caught == 0 {
            next = next.min(at.saturating_add(CATCH_STEP));
        }
        (next <= until).then_some(next)
    }

    fn catch(&self, situation: &mut Situation, who: usize, whom: usize, at: i32, toll: &mut Toll) {
        // The first team chases.
        if self.settings.catch == 0.0 || situation.caught != 0 || situation.fighters[who].team != 0 {
            return;
        }
        let [a, b] = [who, whom].map(|at_place| self.body(&situation.fighters[at_place], at));
        if a.distance(&b) < self.settings.catch {
            situation.caught = 1;
            toll.given[who][1] += 1.0;
            toll.taken[whom] += 1.0;
        }
    }

    /// Whether a rival's blow that is on its way harms somebody, if he does this.
    pub fn harms(&self, situation: &Situation, who: usize, own: Fighter) -> bool {
        let mut after = *situation;
        after.fighters[who] = own;
        let count = (after.count as usize).min(MOST);
        let last = after.fighters[..count].iter().map(|fighter| fighter.ends).max();
        let mut toll = Toll::default();
        self.advance(&mut after, last.unwrap_or(own.ends), &mut toll);
        toll.taken[who] > 0.0
    }

    /// m, between the surfaces of two heads and trunks where they are nearest, as they were recorded; never more than
    /// [`FAR`].
    pub fn gap(&self, a: &Fighter, b: &Fighter, at: i32) -> f32 {
        let tables = self.tables;
        if self.body(a, at).distance(&self.body(b, at)) > FAR + LEANS {
            return FAR;
        }
        let [own, other] = [a, b].map(|one| tables.parts(self.piece(one).take, self.frame(one, at)));
        let trunk = |(_, (part, _)): &(usize, &(BodyPart, f32))| is_trunk(*part);
        let mut least = FAR;
        for (i, (_, radius)) in tables.kinds.iter().enumerate().filter(trunk) {
            let [from, to] = own[i].map(|end| b.place.inside(a.place.point(end)));
            for (j, (_, thick)) in tables.kinds.iter().enumerate().filter(trunk) {
                let [near, far] = other[j];
                // Parts this short are near enough as their ends and their middles.
                let pairs = [
                    (from, near),
                    (from, far),
                    (to, near),
                    (to, far),
                    (from.midpoint(to), near.midpoint(far)),
                ];
                let nearest = pairs.iter().map(|(a, b)| a.distance_squared(*b)).fold(f32::INFINITY, f32::min);
                least = least.min(nearest.sqrt() - radius - thick);
            }
        }
        least
    }

    /// m, where the blow that is on its way is at a moment.
    pub fn tip_at(&self, striker: &Fighter, at: i32) -> Option<Vec3> {
        let piece = self.piece(striker);
        let open = |(number, _): &(usize, &Blow)| striker.landed & bit(*number) == 0;
        let (_, blow) = self.tables.blows_of(piece).iter().enumerate().find(open)?;
        let frame = self.frame(striker, at);
        (blow.effective[0]..blow.effective[1]).contains(&frame).then(|| self.tip(striker, blow, frame, false))
    }

    /// Whether two bodies are in one another.
    pub fn overlaps(&self, a: &Fighter, b: &Fighter, at: i32) -> bool {
        self.body(a, at).distance(&self.body(b, at)) < TRUNKS
    }
}

/// s. How long before a led hand meets a blow it sets out, and how long after it is back.
pub const GUARD_EASE: f32 = 0.15;
/// m/s, in the mean, of a hand on its way to a blow: at its fastest it goes half as fast again, as hands that parry do.
const HAND_SPEED: f32 = 2.7;

/// How far a led limb has come, as `Reach` on the stage: 1 at its time, 0 so long before and after that the share is 1.
fn eased(share: f32) -> f32 {
    let near = (1.0 - share).clamp(0.0, 1.0);
    near * near * (3.0 - 2.0 * near)
}

/// The share of the time until it lands in which a blow can still be broken off.
const WIND_UP: f32 = 0.5;
/// Frames. So long somebody who runs is taken to go on as he was recorded, beyond the end of his piece: twice a runner's piece.
const RUNS_ON: i32 = 60;
/// s. So long before a blow lands, at the latest, something against it has to begin.
const ANSWER: f32 = 0.15;
/// m. Trunks whose middles are nearer than this are in one another: twice a chest's radius, and a hand's breadth
/// for the arms.
pub(crate) const TRUNKS: f32 = 0.42;
/// m. Further from each other than this two trunks are far.
pub const FAR: f32 = 0.5;
/// m. No head is further than half of this from above where its body stands.
const LEANS: f32 = 1.0;
/// Frames between two looks at whether somebody is caught: a runner gets 0.3 m in it.
const CATCH_STEP: i32 = 3;

/// When the next of them has to choose.
pub fn next_end(situation: &Situation) -> i32 {
    let count = (situation.count as usize).clamp(1, MOST);
    situation.fighters[..count].iter().map(|fighter| fighter.ends).min().unwrap_or(situation.now)
}

/// Who has to choose next; of several at one moment, the first.
pub fn chooser(situation: &Situation) -> usize {
    let count = (situation.count as usize).clamp(1, MOST);
    (0..count).min_by_key(|who| (situation.fighters[*who].ends, *who)).unwrap_or(0)
}

/// Whether a part is what bodies must not have in each other's: head and trunk.
fn is_trunk(part: BodyPart) -> bool {
    matches!(part, BodyPart::Head | BodyPart::Chest | BodyPart::Pelvis)
}

fn bit(number: usize) -> u16 {
    1_u16.checked_shl(number as u32).unwrap_or(0)
}
