//! The box and the hands on it: where it is between two who carry it, and where palms lie.
//!
//! Paper: Shum 2010, sec. 5.5.2 and 7.3: hands are fixed to the surface by inverse kinematics. The box leads and hands follow: it is
//! put between the two, a little behind them in time and much steadier than their hips, and in the same step all four hands
//! are led to its sides. So they never leave it, and what hips do from step to step is taken up by elbows.

use footwork_annotate::Limb;
use footwork_motion::ground::{Place, heading};
use footwork_motion::{Role, Side, Transform, kinematics};
use footwork_stage::{Ask, Member, Prop, PropKind, Reach, Rig};
use glam::Vec3;

use super::memory::{CarrierMemory, PairMemory};
use crate::carry::steps::Steps;

/// m, from the side of a box to the middle of a hand that lies on it.
pub const PALM: f32 = 0.025;
/// m, how wide a box is that two hands have room on and between, and that arms go round.
pub const WIDE: [f32; 2] = [0.12, 0.7];
/// m, from somebody's hips to the box: nearer it is in his belly, and further away arms are stretched.
pub const BEFORE: [f32; 2] = [0.19, 0.36];
/// Share of a box's height that hands are below its middle.
const BELOW: f32 = 0.12;
/// rad/s, how stiffly a box follows the two: in a third of a second it is where they are.
const STIFF: f32 = 9.0;
/// Share of how much hips rise and fall that the box does.
const BOBS: f32 = 0.4;
/// s. Reaches last for longer than anything that is played.
const ALWAYS: f32 = 1e5;
/// Share of the height of the head: lower and higher than these nobody carries.
const HIGH: [f32; 2] = [0.55, 0.76];

/// How a body holds a box, measured from its takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grasp {
    /// m, how high hands are.
    pub high: f32,
    /// m, how far before the hips they are.
    pub ahead: f32,
    /// m, how high hips are meanwhile.
    pub hips: f32,
}

/// Where a box is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxPlace {
    /// m, its middle.
    pub at: Vec3,
    /// rad
    pub heading: f32,
    /// m
    pub size: Vec3,
}

impl Grasp {
    /// Measures how hands are held in what carriers play.
    pub fn new(rig: &Rig, steps: &Steps) -> Grasp {
        let skeleton = rig.skeleton();
        let mut world = vec![Transform::IDENTITY; skeleton.len()];
        let (mut sum, mut count) = (Vec3::ZERO, 0.0_f32);
        let tables = &steps.tables;
        for piece in tables.pieces.iter().filter(|piece| piece.kind.is_chosen()) {
            let Some(take) = rig.repertoire().takes.get(piece.take as usize) else { continue };
            let seconds = f64::from(piece.first) / f64::from(tables.rate);
            let frame = (seconds * f64::from(take.clip.rate())).round() as usize;
            kinematics::world(skeleton, take.clip.frame(frame.min(take.clip.frames() - 1)), &mut world);
            let ground = tables.ground(piece.take, piece.first);
            let at = |role: Role| skeleton.site(role).map(|site| site.position(&world)).ok();
            let (Some(head), Some(hips)) = (at(Role::Head), at(Role::Hips)) else { continue };
            let hands = Side::BOTH.map(|side| at(side.arm()[3]).or_else(|| at(side.arm()[2])));
            let [Some(left), Some(right)] = hands else { continue };
            let hands = ground.inside(0.5 * (left + right));
            let high = hands.y.clamp(HIGH[0] * head.y, HIGH[1] * head.y);
            sum += Vec3::new(high, hands.z.clamp(0.3, 0.5), hips.y);
            count += 1.0;
        }
        // Of a body that has no hands nothing is asked.
        let [high, ahead, hips] = if count > 0.0 { (sum / count).to_array() } else { [1.05, 0.4, 0.95] };
        Grasp { high, ahead, hips }
    }

    /// Where a hand goes, of the first of two or of the second.
    pub fn point(&self, place: &BoxPlace, second: bool, side: Side, apart: f32) -> Vec3 {
        let x = if (side == Side::Left) != second { 1.0 } else { -1.0 };
        let z = if second { 1.0 } else { -1.0 };
        // A hand lies where it is carried, but wholly on the box.
        let along = (0.5 * apart - self.ahead).clamp(0.0, (0.5 * place.size.z - 0.06).max(0.0));
        let local = Vec3::new(x * (0.5 * place.size.x + PALM), -BELOW * place.size.y, z * along);
        place.at + footwork_motion::ground::yaw(place.heading) * local
    }

    /// What both hands of somebody reach for.
    pub fn reaches(&self, place: &BoxPlace, second: bool, apart: f32) -> [Option<Reach>; 2] {
        [(Side::Left, Limb::LeftHand), (Side::Right, Limb::RightHand)].map(|(side, limb)| {
            let point = self.point(place, second, side, apart);
            Some(Reach { limb, point, at: 0.0, ease: ALWAYS, weight: 1.0 })
        })
    }

    /// Where a box should be between two, whose hips are so high.
    fn wanted(&self, [a, b]: [&Place; 2], hips: f32, size: Vec3) -> (Vec3, f32) {
        let line = Vec3::new(b.x - a.x, 0.0, b.z - a.z);
        let high = self.high + BELOW * size.y + BOBS * (hips - self.hips);
        (Vec3::new(0.5 * (a.x + b.x), high, 0.5 * (a.z + b.z)), heading(line.normalize_or(Vec3::Z)))
    }

    /// Puts a box where it should be, at once.
    pub fn take(&self, memory: &mut PairMemory, places: [&Place; 2], hips: f32, size: Vec3) {
        let (at, heading) = self.wanted(places, hips, size);
        (memory.at, memory.velocity) = (at.to_array(), [0.0; 3]);
        (memory.heading, memory.spin) = (heading, 0.0);
        (memory.goal, memory.turned) = (memory.at, heading);
    }

    /// Lets a box follow two for a step: a critically damped spring towards where it should be, which knows how fast that goes and
    /// so does not stay behind.
    pub fn follow(&self, memory: &mut PairMemory, places: [&Place; 2], hips: f32, size: Vec3, step: f32) {
        let (goal, turned) = self.wanted(places, hips, size);
        let (at, velocity) = (Vec3::from_array(memory.at), Vec3::from_array(memory.velocity));
        let goes = (goal - Vec3::from_array(memory.goal)) / step;
        let turns = crate::state::wrapped(turned - memory.turned) / step;
        (memory.goal, memory.turned) = (goal.to_array(), turned);
        let pull = (goal - at) * (STIFF * STIFF) + (goes - velocity) * (2.0 * STIFF);
        let velocity = velocity + pull * step;
        (memory.velocity, memory.at) = (velocity.to_array(), (at + velocity * step).to_array());
        let off = crate::state::wrapped(turned - memory.heading);
        memory.spin += (off * STIFF * STIFF + (turns - memory.spin) * 2.0 * STIFF) * step;
        memory.heading = crate::state::wrapped(memory.heading + memory.spin * step);
    }
}

/// Whether two who are so far apart can hold a box.
pub fn fits(size: Vec3, apart: f32) -> bool {
    let before = 0.5 * (apart - size.z);
    (WIDE[0]..=WIDE[1]).contains(&size.x)
        && (BEFORE[0]..=BEFORE[1]).contains(&before)
        && size.y > 0.0
        && size.y <= 0.8
}

/// What is wrong with a box for two who are so far apart, in a sentence; nothing if they can hold it.
pub fn refused(number: usize, size: Vec3, apart: f32) -> Option<String> {
    if fits(size, apart) {
        return None;
    }
    let [long, longest] = [BEFORE[1], BEFORE[0]].map(|before| apart - 2.0 * before);
    Some(format!(
        "box {number} is {:.2} m wide, {:.2} m high and {:.2} m long: hands of two who are {apart:.2} m apart hold one that is \
         {:.2} to {:.2} m wide, at most 0.8 m high and {long:.2} to {longest:.2} m long; change its size, or apart",
        size.x, size.y, size.z, WIDE[0], WIDE[1]
    ))
}

/// A box of the stage, by its number among boxes.
pub(super) fn box_of(props: &[Prop], number: usize) -> Option<(&Prop, Vec3)> {
    let boxes = props.iter().filter_map(|prop| match prop.kind {
        PropKind::Box { size } => Some((prop, size)),
        _ => None,
    });
    boxes.into_iter().nth(number)
}

/// Asks for a box to be somewhere.
pub(super) fn put(member: &mut Member<'_, CarrierMemory>, prop: &Prop, memory: &PairMemory) {
    member.ask(Ask::Carry { prop: prop.id, to: Vec3::from_array(memory.at) });
    member.ask(Ask::Turn { prop: prop.id, heading: memory.heading });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_no_hands_fit_on_are_refused_in_a_sentence() {
        assert_eq!(refused(1, Vec3::new(0.42, 0.32, 0.7), 1.2), None);
        for size in [
            Vec3::new(0.05, 0.3, 0.7),
            Vec3::new(0.9, 0.3, 0.7),
            Vec3::new(0.4, 0.3, 1.1),
            Vec3::new(0.4, 0.3, 0.1),
            Vec3::new(f32::NAN, 0.3, 0.7),
        ] {
            let said = refused(2, size, 1.2).unwrap();
            assert!(said.starts_with("box 2 is ") && said.contains("change its size"), "{said}");
        }
    }

    #[test]
    fn a_box_that_follows_is_soon_where_it_should_be_and_palms_lie_on_its_sides() {
        let grasp = Grasp { high: 1.0, ahead: 0.4, hips: 0.95 };
        let mut memory = PairMemory::default();
        let size = Vec3::new(0.42, 0.32, 0.7);
        let places = [Place { z: -0.6, ..Place::HERE }, Place { x: 0.3, z: 0.6, cos: -1.0, sin: 0.0 }];
        grasp.take(&mut memory, [&places[0], &places[1]], 0.95, size);
        let moved = places.map(|place| Place { x: place.x + 0.2, ..place });
        for _ in 0..60 {
            grasp.follow(&mut memory, [&moved[0], &moved[1]], 0.95, size, 1.0 / 60.0);
        }
        assert!((memory.at[0] - 0.35).abs() < 0.005, "{:?}", memory.at);
        let place = BoxPlace { at: Vec3::from_array(memory.at), heading: memory.heading, size };
        for second in [false, true] {
            for side in Side::BOTH {
                let point = grasp.point(&place, second, side, 1.2);
                let local = footwork_motion::ground::yaw(place.heading).conjugate() * (point - place.at);
                assert!((local.x.abs() - 0.235).abs() < 1e-4 && local.z.abs() < 0.35, "{local}");
            }
        }
    }
}
