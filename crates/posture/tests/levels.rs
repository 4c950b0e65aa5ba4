//! How much of a body is physical: limbs that go where they are needed, whole bodies that follow, and what cannot be is let go.

use std::sync::{Arc, LazyLock};

use crate::common::rig;
use footwork_annotate::Limb;
use footwork_motion::{Role, Side, Transform};
use footwork_performer::Show;
use footwork_posture::{PhysicalWorld, PostureSettings};
use footwork_stage::minds::Play;
use footwork_stage::{
    ActorId, Ask, BodyPart, Cue, Happening, Move, PhysicsLevel, Placement, Prop, PropId, PropKind,
    PropMotion, Rig, Segment, Settings, Snapshot, Stage,
};
use glam::{Mat3, Quat, Vec3};

static BOXER: LazyLock<Arc<Rig>> = LazyLock::new(|| rig(&[Show::named("boxing").expect("a show")], 20.0));

/// So many boxers that stand in their guard, side by side along X, 0.9 m apart.
fn standing(count: u32, level: PhysicsLevel) -> (Stage, Vec<ActorId>) {
    let mut stage = Stage::new(Settings::default(), 1).expect("a stage");
    let rig = stage.add_rig(BOXER.clone());
    stage.set_physics(PhysicalWorld::new(PostureSettings { level, ..PostureSettings::default() }));
    let place = |number: u32| Transform::new(Quat::IDENTITY, 0.9 * number as f32 * Vec3::X);
    let actors = (0..count).map(|number| stage.add_actor(rig, None, place(number)).expect("an actor"));
    let actors = actors.collect();
    (0..5).for_each(|_| stage.step());
    (stage, actors)
}

fn ask(stage: &mut Stage, to: ActorId, ask: Ask) {
    stage.cue(Cue { tick: 0, to, ask }).expect("a cue");
}

fn place(stage: &Stage, actor: ActorId, role: Role) -> Vec3 {
    let me = stage.actor(actor).expect("it");
    me.rig().skeleton().site(role).expect("a place").position(me.world())
}

fn hand(stage: &Stage, actor: ActorId, side: Side) -> Vec3 {
    place(stage, actor, side.arm()[3])
}

fn positions(stage: &Stage, actor: ActorId) -> Vec<Vec3> {
    stage.actor(actor).expect("it").world().iter().map(|at| at.translation).collect()
}

/// m, the furthest that any of two bodies' joints are apart.
fn apart(a: &[Vec3], b: &[Vec3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).length()).fold(0.0, f32::max)
}

fn released(stage: &Stage) -> Vec<Limb> {
    let limb = |happening: &Happening| match happening {
        Happening::HoldReleased { limb } => Some(*limb),
        _ => None,
    };
    stage.events().iter().filter_map(|event| limb(&event.happening)).collect()
}

#[test]
fn a_pulled_hand_goes_there_without_a_jump_and_comes_back_to_what_is_played() {
    for level in [PhysicsLevel::Touch, PhysicsLevel::Full] {
        let ((mut stage, actors), (mut still, _)) = (standing(1, level), standing(1, PhysicsLevel::Off));
        let to = hand(&stage, actors[0], Side::Left) + Vec3::new(0.1, -0.2, 0.1);
        ask(&mut stage, actors[0], Ask::Pull { limb: Limb::LeftHand, to: Some(to) });
        let mut before = positions(&stage, actors[0]);
        let mut jump = 0.0_f32;
        for tick in 0..180 {
            if tick == 60 {
                let off = (hand(&stage, actors[0], Side::Left) - to).length();
                assert!(off < 0.006, "{level:?}: {off}");
                ask(&mut stage, actors[0], Ask::Pull { limb: Limb::LeftHand, to: None });
            }
            stage.step();
            still.step();
            let now = positions(&stage, actors[0]);
            jump = jump.max(apart(&now, &before));
            before = now;
            assert!(released(&stage).is_empty());
        }
        // m in a step: 4 m/s, less than a jab.
        assert!(jump < 0.07, "{level:?}: {jump}");
        let off = apart(&before, &positions(&still, actors[0]));
        assert!(off < if level == PhysicsLevel::Touch { 1e-6 } else { 0.05 }, "{level:?}: {off}");
    }
}

#[test]
fn a_hand_that_cannot_get_there_is_let_go_once_and_told() {
    for level in [PhysicsLevel::Touch, PhysicsLevel::Full] {
        let (mut stage, actors) = standing(1, level);
        let to = hand(&stage, actors[0], Side::Right) + 3.0 * Vec3::Z;
        ask(&mut stage, actors[0], Ask::Pull { limb: Limb::RightHand, to: Some(to) });
        let mut told = Vec::new();
        for _ in 0..240 {
            stage.step();
            told.extend(released(&stage));
        }
        assert_eq!(told, [Limb::RightHand], "{level:?}");
    }
}

/// A box between two hands and a little below, along the line from one to the other. They take hold of it.
fn holding(
    level: PhysicsLevel,
    size: Vec3,
    hands: [(usize, Side); 2],
    count: u32,
) -> (Stage, Vec<ActorId>, PropId) {
    rolled(level, size, hands, count, 0.0)
}

/// The same with a box that is rolled by so many radians about that line.
fn rolled(
    level: PhysicsLevel,
    size: Vec3,
    hands: [(usize, Side); 2],
    count: u32,
    roll: f32,
) -> (Stage, Vec<ActorId>, PropId) {
    let (mut stage, actors) = standing(count, level);
    let [a, b] = hands.map(|(who, side)| hand(&stage, actors[who], side));
    let at = 0.5 * (a + b) + Vec3::new(0.0, -0.2, 0.1);
    // Not the shortest turn there: of half a turn the axis is left to rounding.
    let along = (b - a).normalize();
    let ahead = along.cross(Vec3::Y).normalize();
    let upright = Quat::from_mat3(&Mat3::from_cols(along, ahead.cross(along), ahead));
    let rotation = upright * Quat::from_rotation_x(roll);
    let prop = Prop { rotation, ..Prop::new(PropKind::Box { size }, at, 0.0) };
    let prop = stage.add_prop(prop).expect("a box");
    for (who, side) in hands {
        ask(&mut stage, actors[who], Ask::Grab { prop, hand: side });
    }
    (stage, actors, prop)
}

fn the_box(stage: &Stage, id: PropId) -> Prop {
    *stage.view().props().iter().find(|prop| prop.id == id).expect("a box")
}

/// m, how far a point is from a box's surface.
fn off_surface(prop: &Prop, point: Vec3) -> f32 {
    let PropKind::Box { size } = prop.kind else { return f32::INFINITY };
    let off = prop.placed().inverse().point(point).abs() - 0.5 * size;
    off.max(Vec3::ZERO).length() + off.max_element().min(0.0)
}

#[test]
fn hands_are_on_the_sides_of_boxes_of_several_sizes() {
    for level in [PhysicsLevel::Touch, PhysicsLevel::Full] {
        for width in [0.2, 0.35, 0.5] {
            let size = Vec3::new(width, 0.25, 0.25);
            let hands = [(0, Side::Left), (0, Side::Right)];
            let (mut stage, actors, prop) = holding(level, size, hands, 1);
            (0..120).for_each(|_| stage.step());
            let prop = the_box(&stage, prop);
            assert!(
                matches!(prop.motion, PropMotion::Held { grips: [Some(_), Some(_)] }),
                "{level:?} {width}"
            );
            for side in Side::BOTH {
                let off = off_surface(&prop, hand(&stage, actors[0], side));
                // A palm is 3 cm.
                assert!((off - 0.03).abs() < 0.01, "{level:?} {width} {side:?}: {off}");
            }
        }
    }
}

/// Degrees between where a palm faces and straight into the side of a box that it is on. The performer's hands face down where
/// arms are spread.
fn palm_off(stage: &Stage, actor: ActorId, side: Side, prop: &Prop) -> f32 {
    let me = stage.actor(actor).expect("it");
    let wrist = me.rig().skeleton().site(side.arm()[2]).expect("a wrist");
    let faces = me.world()[wrist.joint].rotation * Vec3::NEG_Y;
    let inwards = prop.placed().translation - hand(stage, actor, side);
    // The box lies along the line between the hands.
    let inwards = prop.placed().rotation * Vec3::X * (prop.placed().rotation * Vec3::X).dot(inwards);
    faces.angle_between(inwards).to_degrees()
}

#[test]
fn palms_face_what_they_hold_and_turn_there_and_back_without_a_jump() {
    for level in [PhysicsLevel::Touch, PhysicsLevel::Full] {
        for width in [0.2, 0.35, 0.5] {
            let hands = [(0, Side::Left), (0, Side::Right)];
            let (mut stage, actors, prop) = holding(level, Vec3::new(width, 0.25, 0.25), hands, 1);
            let held = the_box(&stage, prop);
            let before = Side::BOTH.map(|side| palm_off(&stage, actors[0], side, &held));
            let mut last: Option<[Quat; 2]> = None;
            let mut most = 0.0_f32;
            let wrists = |stage: &Stage| {
                let me = stage.actor(actors[0]).expect("it");
                Side::BOTH.map(|side| {
                    me.world()[me.rig().skeleton().site(side.arm()[2]).expect("a wrist").joint].rotation
                })
            };
            for tick in 0..240 {
                if tick == 120 {
                    let held = the_box(&stage, prop);
                    for side in Side::BOTH {
                        let off = palm_off(&stage, actors[0], side, &held);
                        let was = before[side as usize];
                        // On a box of half a metre an arm of this guard is all but stretched, and the hand keeps to its place.
                        let bar = if width < 0.4 { 30.0 } else { 50.0 };
                        assert!(
                            off < bar && off < was + 1.0,
                            "{level:?} {width} {side:?}: {off}, {was} before"
                        );
                    }
                    ask(&mut stage, actors[0], Ask::Release { prop });
                }
                stage.step();
                let now = wrists(&stage);
                if let Some(last) = last {
                    let turns = now.iter().zip(&last).map(|(a, b)| a.angle_between(*b).to_degrees());
                    most = turns.fold(most, f32::max);
                }
                last = Some(now);
            }
            // Degrees in a step: a hand is turned over in a fifth of a second at its fastest. At full the solver swings it a little
            // faster when it is on the box all at once.
            let bar = if level == PhysicsLevel::Touch { 15.0 } else { 20.0 };
            assert!(most < bar, "{level:?} {width}: {most}");
        }
    }
}

#[test]
fn two_people_hold_one_box_with_a_hand_each() {
    for level in [PhysicsLevel::Touch, PhysicsLevel::Full] {
        // X is to the left: the first one's left hand is beside the second one's right.
        let hands = [(0, Side::Left), (1, Side::Right)];
        let (mut stage, actors, prop) = holding(level, Vec3::new(0.45, 0.3, 0.3), hands, 2);
        (0..120).for_each(|_| stage.step());
        let prop = the_box(&stage, prop);
        for (who, side) in hands {
            let off = off_surface(&prop, hand(&stage, actors[who], side));
            assert!((off - 0.03).abs() < 0.01, "{level:?} {who}: {off}");
        }
    }
}

#[test]
fn of_a_box_that_is_wider_than_the_arms_one_hand_lets_go_and_the_other_carries_it() {
    for level in [PhysicsLevel::Touch, PhysicsLevel::Full] {
        let hands = [(0, Side::Left), (0, Side::Right)];
        // One of four metres is held by no hand in the end, and falls, however it lies in the hands. (At 2.6 m a side of some is
        // near enough for a hand that is stretched to it.)
        let rolls = [0.0, 0.4, 0.8, 1.1].map(|roll| (Vec3::splat(4.0), roll, 0));
        for (size, roll, hands_left) in [(Vec3::new(2.6, 0.3, 0.3), 0.0, 1)].into_iter().chain(rolls) {
            let (mut stage, _, prop) = rolled(level, size, hands, 1, roll);
            let mut told = 0;
            for _ in 0..300 {
                stage.step();
                let hand = |limb: &Limb| matches!(limb, Limb::LeftHand | Limb::RightHand);
                told += released(&stage).iter().filter(|limb| hand(limb)).count();
            }
            let held = match the_box(&stage, prop).motion {
                PropMotion::Held { grips } => grips.iter().flatten().count(),
                _ => 0,
            };
            assert_eq!((told, held), (2 - hands_left, hands_left), "{level:?} {size} rolled by {roll}");
        }
    }
}

#[test]
fn a_ball_that_flies_at_the_head_meets_a_forearm_and_without_physics_the_head() {
    for (level, parries) in
        [(PhysicsLevel::Off, false), (PhysicsLevel::Touch, true), (PhysicsLevel::Full, true)]
    {
        let (mut stage, actors) = standing(1, level);
        let head = place(&stage, actors[0], Role::Head) + 0.08 * Vec3::Y;
        let from = head + Vec3::new(0.0, 0.0, 3.0);
        let ball = stage.add_prop(Prop::new(PropKind::Ball { radius: 0.07 }, from, 0.0)).expect("a ball");
        // It drops by 0.5 · g · t² on its way.
        stage.throw(ball, Vec3::new(0.0, 0.5 * 9.81 * 0.4, -7.5)).expect("a throw");
        let mut hit = None;
        for _ in 0..60 {
            stage.step();
            let told = stage.events().iter().find_map(|event| match event.happening {
                Happening::PropHit(hit) => Some(hit.part),
                _ => None,
            });
            hit = hit.or(told);
        }
        let arm = [BodyPart::LeftForearm, BodyPart::RightForearm, BodyPart::LeftHand, BodyPart::RightHand];
        assert_eq!(hit.is_some_and(|part| arm.contains(&part)), parries, "{level:?}: {hit:?}");
    }
}

#[test]
fn a_whole_body_follows_gives_way_to_a_push_and_comes_back() {
    let ((mut stage, actors), (mut still, _)) =
        (standing(1, PhysicsLevel::Full), standing(1, PhysicsLevel::Off));
    let off =
        |stage: &Stage, still: &Stage| apart(&positions(stage, actors[0]), &positions(still, actors[0]));
    (0..60).for_each(|_| (stage.step(), still.step()).0);
    let follows = off(&stage, &still);
    assert!(follows < 0.03, "{follows}");
    let point = place(&stage, actors[0], Role::Chest);
    let push = Ask::Push { point, impulse: 60.0 * Vec3::NEG_Z };
    ask(&mut stage, actors[0], push);
    let mut most = 0.0_f32;
    for _ in 0..120 {
        stage.step();
        still.step();
        most = most.max(off(&stage, &still));
        for (foot, ankle) in [Role::LeftAnkle, Role::RightAnkle].into_iter().enumerate() {
            let slid = (place(&stage, actors[0], ankle) - place(&still, actors[0], ankle)).length();
            let stands = still.actor(actors[0]).expect("it").is_planted(foot);
            // Within 5 mm, but in the moments of the push: as far as the leg gets.
            assert!(!stands || slid < 0.012, "{ankle}: {slid}");
        }
    }
    assert!((0.05..0.6).contains(&most), "{most}");
    let back = off(&stage, &still);
    assert!(back < 0.03, "{back}");
}

#[test]
fn leaving_a_level_is_smooth_and_afterwards_everything_is_as_it_is_played() {
    let ((mut stage, actors), (mut still, _)) =
        (standing(1, PhysicsLevel::Full), standing(1, PhysicsLevel::Off));
    for stage in [&mut stage, &mut still] {
        ask(stage, actors[0], Ask::Push { point: Vec3::Y, impulse: 80.0 * Vec3::X });
    }
    (0..8).for_each(|_| (stage.step(), still.step()).0);
    ask(&mut stage, actors[0], Ask::Physics(PhysicsLevel::Off));
    let mut before = positions(&stage, actors[0]);
    for _ in 0..60 {
        stage.step();
        still.step();
        let now = positions(&stage, actors[0]);
        let jump = apart(&now, &before);
        assert!(jump < 0.1, "{jump}");
        before = now;
    }
    // What the push does to what is played differs by a hair: it goes by where the body was shown.
    let off = apart(&before, &positions(&still, actors[0]));
    assert!(off < 1e-4, "{off}");
}

#[test]
fn a_snapshot_in_the_middle_of_everything_gives_the_same_bits() {
    let hands = [(0, Side::Left), (0, Side::Right)];
    let (mut stage, actors, _) = holding(PhysicsLevel::Touch, Vec3::new(0.5, 0.25, 0.25), hands, 3);
    ask(&mut stage, actors[1], Ask::Physics(PhysicsLevel::Full));
    ask(&mut stage, actors[2], Ask::LetGo { tone: 0.2 });
    ask(&mut stage, actors[1], Ask::Push { point: Vec3::new(0.9, 1.2, 0.0), impulse: 40.0 * Vec3::Z });
    let pulled = hand(&stage, actors[1], Side::Left) + 0.1 * Vec3::Y;
    ask(&mut stage, actors[1], Ask::Pull { limb: Limb::LeftHand, to: Some(pulled) });
    (0..20).for_each(|_| stage.step());
    let saved = Snapshot::from_bytes(&stage.snapshot().to_bytes()).expect("a snapshot");
    let hashes: Vec<u64> = (0..90).map(|_| (stage.step(), stage.hash()).1).collect();
    stage.restore(&saved).expect("the same stage");
    for hash in hashes {
        stage.step();
        assert_eq!(stage.hash(), hash);
    }
}

#[test]
fn who_is_let_go_from_any_level_goes_on_as_he_was_shown_and_drops_what_he_holds() {
    for level in [PhysicsLevel::Off, PhysicsLevel::Touch, PhysicsLevel::Full] {
        let hands = [(0, Side::Left), (0, Side::Right)];
        let (mut stage, actors, prop) = holding(level, Vec3::new(0.3, 0.2, 0.2), hands, 1);
        (0..30).for_each(|_| stage.step());
        ask(&mut stage, actors[0], Ask::LetGo { tone: 0.1 });
        let mut before = positions(&stage, actors[0]);
        for _ in 0..20 {
            stage.step();
            let now = positions(&stage, actors[0]);
            let jump = apart(&now, &before);
            assert!(jump < 0.1, "{level:?}: {jump}");
            before = now;
        }
        let flies = matches!(the_box(&stage, prop).motion, PropMotion::Flies { .. });
        assert!(flies, "{level:?}");
    }
}

#[test]
fn what_is_asked_wrongly_is_refused_or_does_nothing_and_the_stage_goes_on() {
    let (mut stage, actors) = standing(2, PhysicsLevel::Touch);
    for to in [Vec3::NAN, Vec3::splat(f32::INFINITY)] {
        let pull = Ask::Pull { limb: Limb::LeftHand, to: Some(to) };
        assert!(stage.cue(Cue { tick: 0, to: actors[0], ask: pull }).is_err());
    }
    // Two pulls on one hand: the last counts. An elbow is not pulled. Nobody catches himself, or who is gone.
    let at = hand(&stage, actors[0], Side::Left);
    for to in [at + Vec3::Y, at + 0.05 * Vec3::Y] {
        ask(&mut stage, actors[0], Ask::Pull { limb: Limb::LeftHand, to: Some(to) });
    }
    ask(&mut stage, actors[0], Ask::Pull { limb: Limb::LeftElbow, to: Some(Vec3::ZERO) });
    ask(&mut stage, actors[0], Ask::Catch { whom: Some(ActorId(99)) });
    ask(&mut stage, actors[1], Ask::Catch { whom: Some(actors[1]) });
    ask(&mut stage, actors[1], Ask::LetGo { tone: 0.0 });
    ask(&mut stage, actors[1], Ask::Physics(PhysicsLevel::Full));
    for _ in 0..60 {
        stage.step();
        assert!(positions(&stage, actors[0]).iter().all(|at| at.is_finite()));
    }
    let off = (hand(&stage, actors[0], Side::Left) - at - 0.05 * Vec3::Y).length();
    assert!(off < 0.01, "{off}");
}

#[test]
fn hands_go_to_who_is_caught_while_he_is_near() {
    let (mut stage, actors) = standing(2, PhysicsLevel::Touch);
    ask(&mut stage, actors[1], Ask::Put { at: glam::Vec2::new(0.0, 0.7), heading: 0.0 });
    ask(&mut stage, actors[0], Ask::Catch { whom: Some(actors[1]) });
    (0..60).for_each(|_| stage.step());
    let chest = place(&stage, actors[1], Role::Chest);
    for side in Side::BOTH {
        let off = (hand(&stage, actors[0], side) - chest).length();
        assert!(off < 0.4, "{side:?}: {off}");
    }
}

/// m, the middles of head and chest: what blows are meant for.
fn vital_parts(stage: &Stage, actor: ActorId) -> impl Iterator<Item = Vec3> {
    let me = stage.actor(actor).expect("it");
    let parts = me.rig().capsules().iter();
    let vital = parts.filter(|(part, _)| matches!(part, BodyPart::Head | BodyPart::Chest));
    vital.map(move |(_, part)| 0.5 * (part.from.position(me.world()) + part.to.position(me.world())))
}

/// m, between the fist and what of the other one's arms is nearest, from skin to skin.
fn off_arms(stage: &Stage, one: ActorId, fist: Side, other: ActorId) -> f32 {
    let [me, him] = [one, other].map(|id| stage.actor(id).expect("it"));
    let own = if fist == Side::Left { BodyPart::LeftHand } else { BodyPart::RightHand };
    let (_, knuckles) = me.rig().capsules().iter().find(|(part, _)| *part == own).expect("a fist");
    let ends = [knuckles.from, knuckles.to].map(|end| end.position(me.world()));
    let arms = him.rig().capsules().iter().filter(|(part, _)| {
        use BodyPart::*;
        matches!(part, LeftUpperArm | RightUpperArm | LeftForearm | RightForearm | LeftHand | RightHand)
    });
    let share = |at: u32| at as f32 / 8.0;
    let gaps = arms.flat_map(|(_, arm)| {
        let bone = [arm.from, arm.to].map(|end| end.position(him.world()));
        let pairs = (0..=8).flat_map(|a| (0..=8).map(move |b| (a, b)));
        pairs.map(move |(a, b)| {
            let [at, on] = [ends[0].lerp(ends[1], share(a)), bone[0].lerp(bone[1], share(b))];
            at.distance(on) - knuckles.radius - arm.radius
        })
    });
    gaps.fold(f32::INFINITY, f32::min)
}

/// What came of a punch, in m.
#[derive(Clone, Copy, Debug)]
struct Punched {
    /// How near the fist came to the middle of head or chest, and to the head.
    nearest: f32,
    to_head: f32,
    /// How near it came to the other one's arms, from skin to skin.
    to_arms: f32,
    /// How far a limb of the other one is drawn by it.
    drawn: f32,
}

/// Steps until a punch lands that was recorded: both stood there by then.
const LANDS: u32 = 36;

/// A boxer plays one of his punches at heads where it was recorded; another one faces him, with his head `aside` to the left of where
/// it lands at the moment when it does: he bounces in his guard. None if there are no more punches.
fn punched(number: usize, aside: f32, attacker: PhysicsLevel, defender: PhysicsLevel) -> Option<Punched> {
    let (mut stand, actors) = standing(1, PhysicsLevel::Off);
    while stand.tick() < u64::from(LANDS) {
        stand.step();
    }
    let head = place(&stand, actors[0], Role::Head);
    let take = BOXER.take(0).expect("a take");
    let at_head = |strike: &&footwork_annotate::Strike| {
        let hand = matches!(strike.limb, Limb::LeftHand | Limb::RightHand);
        hand && (strike.point.y - head.y).abs() < 0.15 && strike.direction.y.abs() < 0.4 && strike.frame > 60
    };
    let strike = take.annotation.strikes.iter().filter(at_head).nth(number)?;
    let seconds = f64::from(strike.frame) / f64::from(take.clip.rate());
    let segment = Segment { take: 0, first: seconds - f64::from(LANDS) / 60.0, end: seconds + 0.4 };
    let what = Move { place: Placement::At(Transform::IDENTITY), ..Move::new(segment) };
    let mut stage = Stage::new(Settings::default(), 1).expect("a stage");
    let rig = stage.add_rig(BOXER.clone());
    stage.set_physics(PhysicalWorld::new(PostureSettings::default()));
    let mind = stage.add_mind(Play { what });
    let ahead = strike.direction.with_y(0.0).normalize();
    let turn = Quat::from_rotation_arc(Vec3::Z, -ahead);
    let beside = strike.point + 0.05 * ahead + aside * Vec3::Y.cross(ahead);
    let there = Transform::new(turn, (beside - turn * head).with_y(0.0));
    let one = stage.add_actor(rig, Some(mind), Transform::IDENTITY).expect("an actor");
    let other = stage.add_actor(rig, None, there).expect("an actor");
    ask(&mut stage, one, Ask::Physics(attacker));
    ask(&mut stage, other, Ask::Physics(defender));
    let side = if strike.limb == Limb::LeftHand { Side::Left } else { Side::Right };
    let far = f32::INFINITY;
    let mut found = Punched { nearest: far, to_head: far, to_arms: far, drawn: 0.0 };
    for _ in 0..LANDS + 19 {
        stage.step();
        let fist = hand(&stage, one, side);
        let to_head = (place(&stage, other, Role::Head) - fist).length();
        let nearest = vital_parts(&stage, other).map(|part| (part - fist).length()).fold(far, f32::min);
        let view = stage.physical_view(other).expect("a physical world");
        let soft = view.targets.iter().filter(|target| !target.hard);
        let drawn = soft.map(|target| (target.to - target.from).length()).fold(0.0, f32::max);
        found = Punched {
            nearest: found.nearest.min(nearest),
            to_head: found.to_head.min(to_head),
            to_arms: found.to_arms.min(off_arms(&stage, one, side, other)),
            drawn: found.drawn.max(drawn),
        };
    }
    Some(found)
}

#[test]
fn a_fist_goes_to_the_head_that_it_nearly_hits_and_a_forearm_to_the_fist() {
    let (mut off, mut on) = (0.0, 0.0);
    let mut punches = 0;
    for number in 0.. {
        let missed =
            |aside: f32| Some((aside, punched(number, aside, PhysicsLevel::Off, PhysicsLevel::Off)?));
        // Fists go on after they land: on the side that a hook sweeps to it comes by the head later.
        let sides = [0.2, -0.2].into_iter().filter_map(missed);
        let Some((aside, misses)) = sides.max_by(|a, b| a.1.to_head.total_cmp(&b.1.to_head)) else { break };
        punches += 1;
        assert!(misses.to_head > 0.15 && misses.nearest > 0.1 && misses.drawn == 0.0, "{number}: {misses:?}");
        for level in [PhysicsLevel::Touch, PhysicsLevel::Full] {
            let lands = punched(number, aside, level, PhysicsLevel::Off).expect("the same");
            println!("{number} {level:?}: {lands:?}, {misses:?} without");
            // It is drawn to the chest where that is nearer to where it lands than the head. At full it comes no nearer, and arms
            // that it meets stop it: see docs/posture.md.
            if level == PhysicsLevel::Touch {
                (off, on) = (off + misses.nearest, on + lands.nearest);
            } else {
                // Without, fists go 4 cm deep into arms.
                let stopped = lands.to_arms.abs() < 0.03;
                assert!(
                    stopped || lands.to_head < misses.to_head + 0.03,
                    "{number}: {lands:?}, {misses:?} without"
                );
            }
            let drawn = punched(number, aside, level, level).expect("the same").drawn;
            assert!(drawn > 0.03, "{number} {level:?}: {drawn}");
        }
    }
    println!("{punches} punches: {on} m together at touch, {off} m without");
    assert!(punches > 2 && on < 0.5 * off, "{punches}: {on}, {off} without");
}
