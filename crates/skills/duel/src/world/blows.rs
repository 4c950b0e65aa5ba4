//! Blows: where they are aimed, what they meet, and what they do.
//!
//! As on the stage, where `Reach` leads the limb and the contact phase finds what it meets.

use footwork_stage::BodyPart;
use glam::Vec3;

use super::{FULL, Fighter, Situation, Toll, World, bit};
use crate::place::Place;
use crate::tables::{Blow, HitReaction};

/// A blow that lands.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Landing {
    /// On what.
    part: BodyPart,
    /// Which way it goes.
    direction: Vec3,
}

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
        let piece = self.piece(fighter);
        let blow = self.tables.blows_of(piece).first()?;
        let at = self.lands_at(piece, fighter.begun)?;
        let tip =
            fighter.place.point(self.tables.tips[(blow.tips + blow.lands - blow.effective[0]) as usize + 1]);
        let mut best: Option<(Vec3, f32)> = None;
        for (number, (part, radius)) in self.tables.kinds.iter().enumerate() {
            if !is_target(*part) {
                continue;
            }
            let [a, b] = self.part(rival, at, number);
            let near = a + (b - a) * along(tip, a, b);
            let target =
                near + (tip - near).normalize_or_zero() * (radius + blow.radius - self.settings.deep);
            let (inside, away) = ((tip - near).length() < radius + blow.radius, target.distance(tip));
            let away = if inside { 0.0 } else { away };
            if best.is_none_or(|(_, least)| away < least) {
                best = Some((if inside { tip } else { target }, away));
            }
        }
        best
    }

    /// A fighter whose blow is led to where his rival will be, as far as it can be.
    pub fn aimed(&self, fighter: Fighter, rival: &Fighter) -> Fighter {
        let blow = self.tables.blows_of(self.piece(&fighter)).first();
        match (blow, self.aim(&fighter, rival)) {
            (Some(blow), Some((target, away))) if blow.length > 0.0 && away <= self.settings.lead => {
                Fighter { aim: target.to_array(), ..fighter }
            }
            _ => fighter,
        }
    }

    /// m, where a striking point is, led to where it is aimed.
    fn tip(&self, fighter: &Fighter, blow: &Blow, frame: u32, first: bool) -> Vec3 {
        let number = blow.tips + (frame - blow.effective[0]) + u32::from(!first);
        let tip = fighter.place.point(self.tables.tips[number as usize]);
        let aim = Vec3::from_array(fighter.aim);
        if !aim.is_finite() || blow.length == 0.0 {
            return tip;
        }
        // As `Reach` on the stage.
        let from_landing = (frame as f32 - blow.lands as f32).abs() / self.tables.rate;
        let near = (1.0 - from_landing / self.settings.ease).clamp(0.0, 1.0);
        let led = tip + (aim - tip) * (near * near * (3.0 - 2.0 * near));
        let root = fighter.place.point(blow.root);
        root + (led - root).clamp_length_max(blow.length)
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
        // No part of a body is further from where it stands.
        if x * x + z * z > 1.2 * 1.2 {
            return None;
        }
        let mut best: Option<(f32, BodyPart)> = None;
        for (number, (part, radius)) in self.tables.kinds.iter().enumerate() {
            let [a, b] = self.part(rival, at, number);
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

    /// The recorded reaction that fits a blow: the one that goes its way, and of those one to the right part.
    pub fn reaction(&self, body: &Place, direction: Vec3, head: bool) -> Option<u16> {
        let way = Place { x: 0.0, z: 0.0, ..*body }.inside(direction);
        let fit =
            |hit: &HitReaction| hit.goes.dot(way.with_y(0.0)) + if hit.head == head { 0.5 } else { 0.0 };
        let best = self.tables.hits.iter().max_by(|a, b| fit(a).total_cmp(&fit(b)));
        best.map(|hit| hit.piece)
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
            if harm == 0.0 {
                toll.stopped[who] += 1;
                continue;
            }
            let damage = harm * blow.speed / FULL;
            toll.given[who][usize::from(!blow.short)] += damage;
            toll.taken[whom] += damage;
            if harm == 1.0 && blow.speed >= self.settings.heavy && rival.forced == 0 {
                let body = self.body(&rival, at);
                let head = landing.part == BodyPart::Head;
                if let Some(piece) = self.reaction(&body, landing.direction, head) {
                    // He is told of it one step later.
                    situation.fighters[whom] =
                        Fighter { forced: 1, ..self.begun(&rival, piece, at.saturating_add(1)) };
                }
            }
        }
    }
}

/// How far along a line its nearest point is, from 0 to 1.
fn along(point: Vec3, a: Vec3, b: Vec3) -> f32 {
    let way = b - a;
    ((point - a).dot(way) / way.length_squared().max(1e-9)).clamp(0.0, 1.0)
}
