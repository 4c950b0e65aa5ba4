//! The box and the hands on it: where it is between two who carry it, and where hands lie.
//!
//! Paper: Shum 2010, sec. 5.5.2 and 7.3: hands are fixed to the surface by inverse kinematics. The box leads and hands follow: it is
//! put between the two, a little behind them in time and much steadier than their hips, and in the same step all four hands
//! are led under its edges. So they never leave it, and what hips do from step to step is taken up by elbows.

use footwork_annotate::Limb;
use footwork_motion::ground::{Place, heading};
use footwork_motion::{Role, Side, Transform, kinematics};
use footwork_stage::{ActorId, ActorView, Ask, Gaze, GiveWay, Member, Prop, PropKind, Reach, Rig, Settings};
use glam::Vec3;

use super::memory::{CarrierMemory, PairMemory};
use crate::carry::steps::Steps;

/// m, from the side of a box to the middle of a hand that lies on it.
pub const PALM: f32 = 0.025;
/// m, how wide a box is that two hands have room on and between, and that arms go round.
pub const WIDE: [f32; 2] = [0.12, 0.7];
/// m, from somebody's hips to the box: nearer it is in his belly, and further away arms are stretched.
pub const BEFORE: [f32; 2] = [0.19, 0.36];
/// m, how far under a box a hand is, from its side: what is held by its sides alone is held by pressing.
const UNDER: f32 = 0.02;
/// m. Hands under something that two carry are so much lower than those of one who carries alone, who holds it against himself.
const LOWER: f32 = 0.1;
/// m. A left hand is further from its owner than a right one by twice as much, of the first of two, and nearer of the second: nobody's
/// arms are alike.
const UNEVEN: f32 = 0.02;
/// m. Who leans back has what he holds nearer to him, so that his arms still reach it.
const NEARER: f32 = 0.04;
/// kg/m³, of what is carried: a removal box of 60 l weighs about 5 kg.
const DENSITY: f32 = 85.0;
/// m for each kg that somebody carries, by which his shoulders are drawn back, by the stage's default transition: with a box of 8 kg
/// two lean back by 4 degrees each.
const LEAN: f32 = 0.012;
/// 1/m². Who leans back does so from the waist on.
const WAIST: f32 = 6.0;
/// Share of what draws the shoulders that the whole body gains: with as much hips stay where they are. Of 0.1, 0.2, 0.3 and 0.4, two kept their
/// distance best with this one (seed 9100).
const HIPS: f32 = 0.3;
/// rad/s, how stiffly a box follows the two: in a third of a second it is where they are.
const STIFF: f32 = 9.0;
/// Share of how much hips rise and fall that the box does.
const BOBS: f32 = 0.4;
/// s. Reaches last for longer than anything that is played.
const ALWAYS: f32 = 1e5;
/// Share of the height of the head: lower and higher than these nobody carries.
const HIGH: [f32; 2] = [0.55, 0.76];

/// m/s. Two who go more slowly look at each other. Every so many choices one looks where they go, so many m ahead.
const GOES: f32 = 0.15;
const GLANCES: u32 = 3;
const AHEAD: f32 = 3.0;

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
    /// m/s, where it goes.
    pub velocity: Vec3,
}

impl BoxPlace {
    /// Where two have the box that they hold.
    pub fn of(memory: &PairMemory, size: Vec3) -> BoxPlace {
        let [at, velocity] = [memory.at, memory.velocity].map(Vec3::from_array);
        BoxPlace { at, heading: memory.heading, size, velocity }
    }

    /// What somebody looks at who carries it: his partner, or where they go, now and then.
    pub fn looks(&self, partner: ActorId, choices: u32) -> Gaze {
        let goes = self.velocity.with_y(0.0);
        match goes.length() > GOES && choices.is_multiple_of(GLANCES) {
            true => Gaze::Point(self.at + goes.normalize_or_zero() * AHEAD),
            false => Gaze::Actor(partner),
        }
    }
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
        let uneven = if side == Side::Left { -UNEVEN } else { UNEVEN } * z;
        let along =
            (0.5 * apart - self.ahead + NEARER + uneven).clamp(0.0, (0.5 * place.size.z - 0.06).max(0.0));
        let local = Vec3::new(x * (0.5 * place.size.x - UNDER), -0.5 * place.size.y - PALM, z * along);
        place.at + footwork_motion::ground::yaw(place.heading) * local
    }

    /// What both hands of somebody reach for.
    pub fn reaches(&self, place: &BoxPlace, second: bool, apart: f32) -> [Option<Reach>; 2] {
        [(Side::Left, Limb::LeftHand), (Side::Right, Limb::RightHand)].map(|(side, limb)| {
            let point = self.point(place, second, side, apart);
            Some(Reach { limb, point, at: 0.0, ease: ALWAYS, weight: 1.0 })
        })
    }

    /// How somebody leans back against his half of a box: a force on his shoulders that is given in every step, of so many seconds, and
    /// that the spring of the body's offset holds against.
    pub fn leans(&self, me: ActorView<'_>, place: &BoxPlace, step: f32) -> GiveWay {
        let stiffness = Settings::default().transition.stiffness;
        let kilograms = 0.5 * DENSITY * place.size.element_product();
        let back = me.frame().rotation * Vec3::NEG_Z;
        let point = me
            .rig()
            .skeleton()
            .site(Role::Neck)
            .map_or(me.frame().translation, |neck| neck.position(me.world()));
        let velocity = back * (LEAN * kilograms * stiffness * step);
        GiveWay { point, velocity, falloff: WAIST, arms: false, whole: Some(HIPS), carries: 0.0 }
    }

    /// Where a box should be between two, whose hips are so high.
    fn wanted(&self, [a, b]: [&Place; 2], hips: f32, size: Vec3) -> (Vec3, f32) {
        let line = Vec3::new(b.x - a.x, 0.0, b.z - a.z);
        let high = self.high - LOWER + PALM + 0.5 * size.y + BOBS * (hips - self.hips);
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
    fn a_box_that_follows_is_soon_where_it_should_be_and_hands_lie_under_its_edges() {
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
        let place = BoxPlace::of(&memory, size);
        for second in [false, true] {
            for side in Side::BOTH {
                let point = grasp.point(&place, second, side, 1.2);
                let local = footwork_motion::ground::yaw(place.heading).conjugate() * (point - place.at);
                assert!((local.x.abs() - 0.19).abs() < 1e-4 && local.z.abs() < 0.35, "{local}");
                assert!((local.y + 0.16 + PALM).abs() < 1e-4, "{local}");
            }
        }
    }
}
