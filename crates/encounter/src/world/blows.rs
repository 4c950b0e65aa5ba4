//! Blows: where they are aimed, what they meet, and what they do.
//!
//! As on the stage, where `Reach` leads the limb and the contact phase finds what it meets.

use footwork_annotate::Limb;
use footwork_stage::BodyPart;
use glam::Vec3;

use super::hits::{Hit, carries};
use super::{FULL, Fighter, GUARD_EASE, HAND_SPEED, Situation, Toll, World, bit, eased};
use crate::tables::{Blow, Kind};

/// A blow that lands.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Landing {
    /// On what.
    part: BodyPart,
    /// Which way it goes.
    direction: Vec3,
}

/// m. A blocking hand is led to meet a blow by this much at most: further than a blow is led, as only the arm has to move.
const HAND_LEAD: f32 = 0.4;

/// m. No part of a body is further than this from where it stands.
const FURTHEST: f32 = 1.2;
/// m and m/s. By how much parts may jump at a seam: what is further from a blow than what is left of that is not met.
const JUMPS: f32 = 0.4;
const LEAPS: f32 = 3.0;

/// How much a blow does to a part, as a share of what it does to the head.
pub fn harm(part: BodyPart) -> f32 {
    match part {
        BodyPart::Head | BodyPart::Chest | BodyPart::Pelvis => 1.0,
        BodyPart::LeftThigh | BodyPart::RightThigh | BodyPart::LeftShin | BodyPart::RightShin => 0.5,
        _ => 0.0,
    }
}

/// Whether a part is one that blows are aimed at.
fn is_target(part: BodyPart) -> bool {
    harm(part) > 0.0 && !matches!(part, BodyPart::LeftShin | BodyPart::RightShin)
}

impl World<'_> {
    /// m, where the first blow of what a fighter has begun should go to hit his rival where that one will be, if he goes on
    /// as he does; and by how much it would have to be led. None without a blow.
    pub fn aim(&self, fighter: &Fighter, rival: &Fighter) -> Option<(Vec3, f32)> {
        self.aim_within(fighter, rival, f32::INFINITY)
    }

    /// The same; none if it would have to be led by more than `most`.
    pub(crate) fn aim_within(&self, fighter: &Fighter, rival: &Fighter, most: f32) -> Option<(Vec3, f32)> {
        let piece = self.piece(fighter);
        let blow = self.tables.blows_of(piece).first()?;
        let at = self.lands_at(piece, fighter.begun)?;
        let tip =
            fighter.place.point(self.tables.tips[(blow.tips + blow.lands - blow.effective[0]) as usize + 1]);
        let body = self.body(rival, at);
        let (x, z) = (tip.x - body.x, tip.z - body.z);
        let furthest = FURTHEST + most;
        if x * x + z * z > furthest * furthest {
            return None;
        }
        let (mut lag, slack) = (None, self.slack(rival, at));
        let recorded = self.tables.parts(self.piece(rival).take, self.frame(rival, at));
        let seen = rival.place.inside(tip);
        // Where, by how much it is led, and how much that counts.
        let mut best: Option<(Vec3, f32, f32)> = None;
        for (number, (part, radius)) in self.tables.kinds.iter().enumerate() {
            if !is_target(*part) {
                continue;
            }
            // Most parts are further away than the best so far, wherever they come from.
            let [a, b] = recorded[number];
            let reach = self.tables.halves[number] + radius + blow.radius + slack;
            let liked = if *part == BodyPart::Head { self.settings.for_the_head } else { 0.0 };
            let reach = reach + best.map_or(most, |(_, _, least)| (least + liked).min(most));
            if a.midpoint(b).distance_squared(seen) > reach * reach {
                continue;
            }
            let lag = lag.get_or_insert_with(|| self.lag(rival, at));
            let [a, b] = self.part(rival, lag.as_ref(), at, number);
            let near = a + (b - a) * along(tip, a, b);
            let target =
                near + (tip - near).normalize_or_zero() * (radius + blow.radius - self.settings.deep);
            let (inside, away) = ((tip - near).length() < radius + blow.radius, target.distance(tip));
            let away = if inside { 0.0 } else { away };
            if away <= most && best.is_none_or(|(_, _, least)| away - liked < least) {
                best = Some((if inside { tip } else { target }, away, away - liked));
            }
        }
        best.map(|(target, away, _)| (target, away))
    }

    /// A fighter whose blow is led to where his rival will be, as far as it can be.
    pub fn aimed(&self, fighter: Fighter, rival: &Fighter) -> Fighter {
        let blow = self.tables.blows_of(self.piece(&fighter)).first();
        let aim = blow.filter(|blow| blow.length > 0.0);
        match aim.and_then(|_| self.aim_within(&fighter, rival, self.settings.lead)) {
            Some((target, _)) => Fighter { aim: target.to_array(), ..fighter },
            None => fighter,
        }
    }

    /// A fighter who has begun a defence, a step or a rest, with the hand that is nearer led to the blow that is on its way, if it
    /// can get there: as a blow is led to where it lands. It meets the blow where that is a step before it would do harm.
    pub fn parrying(&self, fighter: Fighter, rival: &Fighter, now: i32) -> Fighter {
        let most = match self.piece(&fighter).kind {
            Kind::Block => HAND_LEAD,
            Kind::Stance | Kind::Movement | Kind::Avoid => self.settings.free_hand,
            _ => return fighter,
        };
        if !self.threatens(rival, now) {
            return fighter;
        }
        let Some((guard, meets)) = self.meeting(rival, &fighter, now) else { return fighter };
        // A hand that has to go further in the time that is left would leap.
        let time = (meets.saturating_sub(now) as f32 / self.tables.rate).clamp(0.0, GUARD_EASE);
        let most = most.min(HAND_SPEED * time);
        let lag = self.lag(&fighter, meets);
        let far = |part: usize| self.part(&fighter, lag.as_ref(), meets, part)[1].distance(guard);
        let is_hand = |part: &usize| {
            matches!(self.tables.kinds[*part].0, BodyPart::LeftHand | BodyPart::RightHand)
                && far(*part) <= most
        };
        let hands = (0..self.tables.kinds.len()).filter(is_hand);
        match hands.min_by(|a, b| far(*a).total_cmp(&far(*b))) {
            Some(hand) => Fighter { hand: hand as u32 + 1, meets, guard: guard.to_array(), ..fighter },
            None => fighter,
        }
    }

    /// m, where a blow is one step before it does harm, and when.
    fn meeting(&self, striker: &Fighter, rival: &Fighter, now: i32) -> Option<(Vec3, i32)> {
        let piece = self.piece(striker);
        let offset = striker.begun.saturating_sub(piece.first as i32);
        for (number, blow) in self.tables.blows_of(piece).iter().enumerate() {
            if striker.landed & bit(number) != 0 {
                continue;
            }
            for frame in blow.effective[0]..blow.effective[1] {
                let at = offset.saturating_add(frame as i32);
                if at <= now.saturating_add(1) || at >= rival.ends.min(striker.ends) {
                    continue;
                }
                if self.lands(striker, blow, rival, at).is_some_and(|landing| harm(landing.part) > 0.0) {
                    let [from, to] = [true, false].map(|first| self.tip(striker, blow, frame, first));
                    // Before its first effective frame nothing stops a blow.
                    let is_first = frame == blow.effective[0];
                    return Some(if is_first { (from.midpoint(to), at) } else { (from, at - 1) });
                }
            }
        }
        None
    }

    /// m, by how much parts may be elsewhere than they were recorded, as they come from what was done before.
    #[inline]
    fn slack(&self, fighter: &Fighter, at: i32) -> f32 {
        self.fade(fighter, at).map_or(0.0, |[place, speed]| JUMPS * place + LEAPS * speed)
    }

    /// m, where a striking point is at a frame or one before it, led to where it is aimed: as `Reach` on the stage, which leads a hand
    /// by itself, and a foot by its ankle, whichever way its toes point then.
    pub(super) fn tip(&self, fighter: &Fighter, blow: &Blow, frame: u32, first: bool) -> Vec3 {
        let piece = self.piece(fighter);
        let at = |frame: u32| (blow.tips + 1 + frame - blow.effective[0]) as usize;
        let number = at(frame) - usize::from(first);
        if !self.settings.as_led {
            return self.tip_by_itself(fighter, blow, frame, number, at(blow.lands));
        }
        // At a take's very beginning there is no frame before.
        let (aim, frame) = (Vec3::from_array(fighter.aim), frame.saturating_sub(u32::from(first)));
        let [tip, end] = self.carried(fighter, blow, frame, number);
        if !aim.is_finite() || blow.length == 0.0 {
            return tip;
        }
        let whole = blow.lands.saturating_sub(piece.first).max(1) as f32 / self.tables.rate;
        let from_landing = (frame as f32 - blow.lands as f32).abs() / self.tables.rate;
        let effort = eased(from_landing / self.settings.ease.min(whole));
        let is_foot = matches!(blow.limb, Limb::LeftFoot | Limb::RightFoot);
        let miss = if is_foot {
            let landing = self.tables.tips[at(blow.lands)];
            aim - (fighter.place.point(landing) - fighter.place.point(blow.led)) - end
        } else {
            aim - tip
        };
        let root = fighter.place.point(self.tables.limbs[number][0]);
        tip + softly(root, end, end + miss * effort, blow.length) - end
    }

    /// m, where a striking point is if it is led by itself, a foot's too, all the way over one time, and as it was recorded.
    fn tip_by_itself(&self, fighter: &Fighter, blow: &Blow, frame: u32, number: usize, lands: usize) -> Vec3 {
        let tip = fighter.place.point(self.tables.tips[number]);
        let aim = Vec3::from_array(fighter.aim);
        if !aim.is_finite() || blow.length == 0.0 {
            return tip;
        }
        let from_landing = (frame as f32 - blow.lands as f32).abs() / self.tables.rate;
        let led = tip + (aim - tip) * eased(from_landing / self.settings.ease);
        let [root, end] = self.tables.limbs[lands];
        let length = blow.length + self.tables.tips[lands].distance(end);
        let root = fighter.place.point(root);
        root + (led - root).clamp_length_max(length)
    }

    /// m, where a striking point and the end of its limb's bones are without being led.
    fn carried(&self, fighter: &Fighter, blow: &Blow, frame: u32, number: usize) -> [Vec3; 2] {
        let [tip, end] = [self.tables.tips[number], self.tables.limbs[number][1]];
        let ends = [tip, end].map(|point| fighter.place.point(point));
        let since = frame as i32 - self.piece(fighter).first as i32;
        let lag = self.lag(fighter, fighter.begun.saturating_add(since));
        match lag.zip(blow.part) {
            Some((lag, [part, end])) => {
                let behind = lag.behind(usize::from(part))[usize::from(end)];
                ends.map(|point| point + behind)
            }
            None => ends,
        }
    }

    /// Whether a blow lands on somebody in the step that ends at a moment.
    fn lands(&self, striker: &Fighter, blow: &Blow, rival: &Fighter, at: i32) -> Option<Landing> {
        let frame = self.frame(striker, at);
        if !(blow.effective[0]..blow.effective[1]).contains(&frame) {
            return None;
        }
        let (from, to) = (self.tip(striker, blow, frame, true), self.tip(striker, blow, frame, false));
        let body = self.body(rival, at);
        let (x, z) = (to.x - body.x, to.z - body.z);
        if x * x + z * z > FURTHEST * FURTHEST {
            return None;
        }
        let thick = blow.radius + from.distance(to) + self.slack(rival, at);
        let seen = rival.place.inside(to);
        let mut lag = None;
        let mut best: Option<(f32, BodyPart)> = None;
        let recorded = self.tables.parts(self.piece(rival).take, self.frame(rival, at));
        for (number, (part, radius)) in self.tables.kinds.iter().enumerate() {
            // Most parts are nowhere near, wherever they come from and are led to.
            let [a, b] = recorded[number];
            let reach = self.tables.halves[number] + radius + thick;
            if a.midpoint(b).distance_squared(seen) > reach * reach && rival.hand as usize != number + 1 {
                continue;
            }
            let lag = lag.get_or_insert_with(|| self.lag(rival, at));
            let [a, b] = self.part(rival, lag.as_ref(), at, number);
            for share in [0.5, 1.0] {
                let tip = from + (to - from) * share;
                let near = a + (b - a) * along(tip, a, b);
                let depth = radius + blow.radius - near.distance(tip);
                if depth > 0.0 && best.is_none_or(|(deepest, _)| depth > deepest) {
                    best = Some((depth, *part));
                }
            }
        }
        best.map(|(_, part)| Landing { part, direction: (to - from).normalize_or_zero() })
    }

    /// Lets a blow land in the step that ends at a moment, if it does: who is struck hard reacts.
    pub(super) fn strike(
        &self,
        situation: &mut Situation,
        who: usize,
        whom: usize,
        at: i32,
        toll: &mut Toll,
    ) {
        let (striker, rival) = (situation.fighters[who], situation.fighters[whom]);
        let piece = self.piece(&striker);
        for (number, blow) in self.tables.blows_of(piece).iter().enumerate() {
            if striker.landed & bit(number) != 0 {
                continue;
            }
            let Some(landing) = self.lands(&striker, blow, &rival, at) else { continue };
            situation.fighters[who].landed |= bit(number);
            let harm = harm(landing.part);
            let hit = Hit::new(landing.part, blow.limb, landing.direction, blow.speed);
            let group = self.piece(&rival).group;
            let reacts = harm == 1.0 && blow.speed >= self.settings.heavy && rival.forced == 0;
            let reaction = if reacts {
                self.fitting(&self.tables.hits, group, &self.body(&rival, at), &hit)
            } else {
                None
            };
            let struck = &mut situation.fighters[whom];
            if let Some(piece) = reaction {
                // He is told of it one step later.
                *struck = Fighter { forced: 1, ..self.begun(&rival, piece, at.saturating_add(1)) };
            } else {
                let by = carries(blow.limb, blow.speed) * landing.direction.with_y(0.0).normalize_or_zero();
                (struck.place.x, struck.place.z) = (struck.place.x + by.x, struck.place.z + by.z);
            }
            if harm == 0.0 {
                toll.stopped[who] += 1;
                continue;
            }
            let damage = harm * blow.speed / FULL;
            toll.given[who][usize::from(!blow.short)] += damage;
            toll.taken[whom] += damage;
        }
    }
}

/// The share of its length to which a limb is stretched freely; what is beyond, ever more slowly: as on the stage.
const FREE_STRETCH: f32 = 0.985;

/// m, how far the end of a limb that begins at `root` gets towards a target, from where it is carried.
fn softly(root: Vec3, carried: Vec3, target: Vec3, length: f32) -> Vec3 {
    let free = carried.distance(root).max(FREE_STRETCH * length);
    let wanted = target.distance(root);
    let over = wanted - free;
    if over <= 0.0 {
        return target;
    }
    let left = (length - free).max(1e-4);
    root + (target - root) * ((free + left * over / (left + over)) / wanted)
}

/// How far along a line its nearest point is, from 0 to 1.
fn along(point: Vec3, a: Vec3, b: Vec3) -> f32 {
    let line = b - a;
    ((point - a).dot(line) / line.length_squared().max(1e-9)).clamp(0.0, 1.0)
}
