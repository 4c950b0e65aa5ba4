//! What bodies and minds do when all is well.

use std::sync::Arc;

use crate::common;
use footwork_annotate::Limb;
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{Pose, Role, Transform, kinematics};
use footwork_performer::Show;
use footwork_stage::minds::{Follow, Loop, Play, Wander, WanderSettings};
use footwork_stage::{
    ActorId, ActorView, Ask, Cue, Event, GiveWay, Happening, Mind, Move, Placement, Reach, Reaction, Rng,
    Segment, Settings, Spring, Stage, StageView, Why,
};
use glam::{Quat, Vec2, Vec3};

fn empty() -> Stage {
    Stage::new(Settings::default(), 1).unwrap()
}

#[test]
fn a_recording_is_followed_to_where_it_led() {
    let rig = common::rig(Show::Locomotion, 10.0, &[4]);
    let clip = rig.take(0).unwrap().clip.clone();
    let mut stage = empty();
    let mind = stage.add_mind(Follow { take: 0, place: Transform::IDENTITY });
    let rig = stage.add_rig(rig);
    let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    for frame in 1..=600 {
        stage.step();
        let shown = stage.pose(actor).unwrap();
        let recorded = clip.frame(frame);
        let off = (shown.translations[0] - recorded.translations[0]).length();
        assert!(off < 1e-3, "{off} m off at frame {frame}");
        let turned = shown.rotations.iter().zip(recorded.rotations).map(|(a, b)| a.dot(*b).abs());
        assert!(turned.fold(1.0, f32::min) > 0.999, "turned at frame {frame}");
    }
}

#[test]
fn a_take_is_played_once_and_then_the_body_stands() {
    let rig = common::rig(Show::Locomotion, 4.0, &[1]);
    let what = Move::whole(&rig, 0).at_rate(2.0);
    let mut stage = empty();
    let mind = stage.add_mind(Play { what });
    let rig = stage.add_rig(rig);
    let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    let ended: Vec<u64> = (0..300)
        .filter_map(|_| {
            stage.step();
            let ended = |happening: &Happening| matches!(happening, Happening::SegmentEnded(_));
            stage.events().iter().any(|event| ended(&event.happening)).then(|| stage.tick())
        })
        .collect();
    assert_eq!(ended, [121], "4 s at twice the rate are 120 steps");
    assert!(stage.actor(actor).unwrap().is_fallen_back());
}

#[test]
fn root_motion_adds_up_to_where_the_body_is() {
    let rig = common::rig(Show::Locomotion, 20.0, &[2]);
    let mut stage = empty();
    let mind = stage.add_mind(Loop { what: Move::whole(&rig, 0) });
    let rig = stage.add_rig(rig);
    let at = Transform::new(Quat::from_rotation_y(0.7), Vec3::new(3.0, 0.0, 1.0));
    let actor = stage.add_actor(rig, Some(mind), at).unwrap();
    stage.step();
    let mut sum = stage.actor(actor).unwrap().frame();
    for _ in 0..2000 {
        stage.step();
        let step = stage.actor(actor).unwrap().root_motion();
        assert!(step.translation.length() < 0.2 && step.yaw.abs() < 0.3, "{step:?}");
        sum = sum * Transform::new(Quat::from_rotation_y(step.yaw), step.translation);
    }
    let there = stage.actor(actor).unwrap().frame();
    assert!((sum.translation - there.translation).length() < 0.02, "{sum:?} {there:?}");
    assert!(sum.rotation.dot(there.rotation).abs() > 0.999);
}

#[test]
fn a_walk_never_enters_the_barred_class() {
    let rig = common::rig(Show::Boxing, 90.0, &[1, 2]);
    let ways = common::edges(&rig, 6, 0.2);
    let settings = WanderSettings { barred: vec!["attack".into()], ..WanderSettings::default() };
    let mut stage = empty();
    let mind = stage.add_mind(Wander::new(&rig, &ways, &settings).unwrap());
    let rig = stage.add_rig(rig);
    let actors: Vec<ActorId> =
        (0..5).map(|_| stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap()).collect();
    stage.watch(actors[0], 4).unwrap();
    let mut segments = 0;
    for _ in 0..6000 {
        stage.step();
        for &actor in &actors {
            let me = stage.actor(actor).unwrap();
            assert!(!me.is_fallen_back());
            let take = me.rig().take(me.segment().take).unwrap();
            // The step in which a segment ends may play into the next frame.
            let frame = (me.time().min(me.segment().end) * 60.0 - 1e-3) as u32;
            let mut actions = take.annotation.actions.iter();
            assert!(!actions.any(|action| action.is("attack") && action.span.contains(frame)));
        }
        segments +=
            stage.events().iter().filter(|e| matches!(e.happening, Happening::SegmentEnded(_))).count();
    }
    assert!(segments > 100, "{segments}");
    let decisions: Vec<_> = stage.decisions(actors[0]).collect();
    assert_eq!(decisions.len(), 4);
    assert!(decisions.iter().all(|d| d.chosen.is_some() && !d.options().is_empty()));
    assert!(decisions.windows(2).all(|pair| pair[0].tick < pair[1].tick));
    assert_eq!(stage.decisions(actors[1]).count(), 0, "nobody watches this one");
}

#[test]
fn a_blow_lands_on_who_stands_in_its_way_once() {
    let rig = common::rig(Show::Boxing, 60.0, &[1]);
    let take = rig.take(0).unwrap().clone();
    let strike = *take.annotation.strikes.iter().find(|strike| strike.limb == Limb::RightHand).unwrap();
    let second = f64::from(strike.frame) / 60.0;
    let what = Move {
        place: Placement::At(Transform::IDENTITY),
        ..Move::new(Segment { take: 0, first: second - 0.3, end: second + 0.2 })
    };
    let mut stage = empty();
    let mind = stage.add_mind(Play { what });
    let rig = stage.add_rig(rig);
    let who = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    // Where the blow lands, a head or a chest.
    let at = Vec3::new(strike.point.x, 0.0, strike.point.z) + strike.direction * 0.02;
    let whom = stage.add_actor(rig, None, Transform::new(Quat::IDENTITY, at)).unwrap();
    let mut landings = Vec::new();
    for _ in 0..28 {
        stage.step();
        landings.extend(stage.events().iter().filter_map(|event| match event.happening {
            Happening::StrikeLanded(landing) => Some((event.to, landing)),
            _ => None,
        }));
    }
    assert_eq!(landings.len(), 2, "told to both: {landings:?}");
    assert_eq!([landings[0].0, landings[1].0], [who, whom]);
    let landing = landings[0].1;
    assert_eq!((landing.who, landing.whom, landing.limb), (who, whom, Limb::RightHand));
    assert!(landing.speed > 1.0 && landing.direction.dot(strike.direction) > 0.5, "{landing:?} {strike:?}");
}

#[test]
fn what_a_body_stands_in_ends_about_as_it_begins() {
    for show in [Show::Boxing, Show::TiredBoxing, Show::Locomotion, Show::Running] {
        let rig = common::rig(show, 30.0, &[1]);
        let stand = rig.stand();
        let look = |seconds: f64| {
            let take = rig.take(stand.take).unwrap();
            let mut pose = Pose::rest(rig.skeleton());
            take.clip.sample(seconds, &mut pose);
            let mut world = vec![Transform::IDENTITY; rig.skeleton().len()];
            kinematics::world(rig.skeleton(), pose.view(), &mut world);
            let seen = rig.ground(stand.take, seconds).unwrap().inverse();
            world.iter().map(|joint| seen.point(joint.translation)).collect::<Vec<Vec3>>()
        };
        let (first, end) = (look(stand.first), look(stand.end));
        let off = first.iter().zip(&end).map(|(a, b)| a.distance(*b)).sum::<f32>() / first.len() as f32;
        println!("{}: {off:.3} m, {:.2} s", show.name(), stand.end - stand.first);
        // A boxer's arms and head are never still.
        assert!(off < 0.07, "{}: {off} m a joint", show.name());
    }
}

#[test]
fn a_hand_reaches_and_comes_back_without_a_jump() {
    let rig = common::rig(Show::Locomotion, 10.0, &[1]);
    let stand = rig.stand();
    let skeleton = rig.skeleton().clone();
    let hand = skeleton.site(Role::RightHand).unwrap();
    let mut stage = empty();
    let point = Vec3::new(-0.25, 1.3, 0.4);
    let mut what = Move::new(stand).at_rate(0.25);
    what.reaches[0] = Some(Reach { limb: Limb::RightHand, point, at: 0.8, ease: 0.6, weight: 1.0 });
    let mind = stage.add_mind(Play { what });
    let rig = stage.add_rig(rig);
    let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    let mut path: Vec<Vec3> = Vec::new();
    for _ in 0..180 {
        stage.step();
        path.push(hand.position(stage.actor(actor).unwrap().world()));
    }
    let nearest = path.iter().map(|at| (*at - point).length()).fold(f32::INFINITY, f32::min);
    assert!(nearest < 0.02, "{nearest}");
    let fastest = path.windows(2).map(|pair| (pair[1] - pair[0]).length() * 60.0).fold(0.0, f32::max);
    assert!(fastest < 4.0, "{fastest} m/s");
    assert!((path[170] - point).length() > 0.1, "it came back");
}

/// Reaches for a point that goes away while the hand is on its way.
struct Chases {
    what: Move,
    speed: Vec3,
}

impl Mind for Chases {
    type Memory = ();

    fn choose(
        &self,
        _: &mut (),
        _: ActorView<'_>,
        _: &StageView<'_>,
        _: &mut Rng,
        _: &mut Why<'_>,
    ) -> Option<Move> {
        Some(self.what)
    }

    fn redirect(
        &self,
        _: &mut (),
        me: ActorView<'_>,
        stage: &StageView<'_>,
        reach: &Reach,
        later: f32,
    ) -> Option<Vec3> {
        assert!(
            later > 0.0 && me.time() > me.segment().first,
            "asked on the way, and not before or after it"
        );
        Some(reach.point + self.speed * stage.step())
    }
}

#[test]
fn a_hand_on_its_way_goes_where_it_is_redirected_to() {
    let rig = common::rig(Show::Locomotion, 10.0, &[1]);
    let hand = rig.skeleton().site(Role::RightHand).unwrap();
    let point = Vec3::new(-0.25, 1.3, 0.4);
    let mut what = Move::new(rig.stand()).at_rate(0.25);
    what.reaches[0] = Some(Reach { limb: Limb::RightHand, point, at: 0.5, ease: 0.5, weight: 1.0 });
    let speed = Vec3::new(0.2, 0.0, 0.0);
    let mut stage = empty();
    let mind = stage.add_mind(Chases { what, speed });
    let rig = stage.add_rig(rig);
    let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    // The first step begins the move; in every other one until it is there, the point goes on.
    (0..30).for_each(|_| stage.step());
    let there = hand.position(stage.actor(actor).unwrap().world());
    let wanted = point + speed * 29.0 / 60.0;
    assert!((there - wanted).length() < 0.01, "{there} is not {wanted}");
}

/// Does one thing, and then always another.
struct Then {
    first: Move,
    after: Move,
}

impl Mind for Then {
    /// 1 once it did the first.
    type Memory = u32;

    fn choose(
        &self,
        did: &mut u32,
        _: ActorView<'_>,
        _: &StageView<'_>,
        _: &mut Rng,
        _: &mut Why<'_>,
    ) -> Option<Move> {
        let what = if *did == 0 { self.first } else { self.after };
        *did = 1;
        Some(what)
    }
}

#[test]
fn a_hand_that_goes_round_its_shoulder_does_not_leap_when_its_reach_is_given_up() {
    let rig = common::rig(Show::Boxing, 10.0, &[3]);
    let stand = rig.stand();
    let [hand, shoulder] =
        [Role::RightHand, Role::RightShoulder].map(|role| rig.skeleton().site(role).unwrap());
    let places = |point: Option<Vec3>| {
        let segment = Segment { end: stand.first + 0.4, ..stand };
        let mut first = Move::new(segment);
        first.reaches[0] =
            point.map(|point| Reach { limb: Limb::RightHand, point, at: 0.4, ease: 0.35, weight: 1.0 });
        let mut stage = empty();
        let mind = stage.add_mind(Then { first, after: Move::new(stand) });
        let rig = stage.add_rig(rig.clone());
        let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
        let shown: Vec<[Vec3; 2]> = (0..60)
            .map(|_| {
                stage.step();
                let me = stage.actor(actor).unwrap();
                [hand, shoulder].map(|site| site.position(me.world()))
            })
            .collect();
        shown
    };
    let [own, through] = places(None)[20];
    let shown = places(Some(own + (through - own).normalize() * 0.45));
    let jumps = shown.windows(3).map(|at| (at[0][0] - 2.0 * at[1][0] + at[2][0]).length() * 60.0);
    let worst = jumps.fold(0.0, f32::max);
    assert!(worst < 4.0, "{worst} m/s");
}

/// A push on the chest.
const PUSH: GiveWay = GiveWay {
    point: Vec3::new(0.0, 1.35, 0.1),
    velocity: Vec3::new(0.0, 0.0, -2.0),
    falloff: 4.0,
    arms: true,
    whole: None,
    carries: 0.0,
};

/// Stands, and gives way when it is pushed.
struct Soft {
    shove: GiveWay,
}

impl Mind for Soft {
    /// 1 once it was pushed.
    type Memory = u32;

    fn choose(
        &self,
        pushed: &mut u32,
        me: ActorView<'_>,
        _: &StageView<'_>,
        _: &mut Rng,
        _: &mut Why<'_>,
    ) -> Option<Move> {
        let pushed = std::mem::take(pushed) != 0;
        let stand = me.rig().stand();
        // It goes on where it is.
        let first = if pushed { me.time() } else { stand.first };
        let segment = Segment { first, ..stand };
        Some(Move { shove: pushed.then_some(self.shove), rate: 0.2, ..Move::new(segment) })
    }

    fn notice(&self, pushed: &mut u32, _: ActorView<'_>, event: &Event) -> Reaction {
        if !matches!(event.happening, Happening::Pushed { .. }) {
            return Reaction::CarryOn;
        }
        *pushed = 1;
        Reaction::Choose
    }
}

#[test]
fn a_push_moves_what_it_hits_and_the_body_comes_back() {
    let rig = common::rig(Show::Locomotion, 10.0, &[1]);
    let skeleton = rig.skeleton().clone();
    let [head, hand, toe] =
        [Role::Neck, Role::LeftHand, Role::LeftToe].map(|role| skeleton.joint(role).unwrap());
    let mut stage = empty();
    let mind = stage.add_mind(Soft { shove: PUSH });
    let rig = stage.add_rig(rig);
    let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    let ask = Ask::Push { point: Vec3::Y, impulse: Vec3::NEG_Z };
    stage.cue(Cue { tick: 10, to: actor, ask }).unwrap();
    let mut path: Vec<[Vec3; 3]> = Vec::new();
    for _ in 0..140 {
        stage.step();
        let world = stage.actor(actor).unwrap().world();
        path.push([head, hand, toe].map(|joint| world[joint].translation));
    }
    let back = |at: usize| path[9][0].z - path[at][0].z;
    let furthest = (10..60).map(back).fold(0.0, f32::max);
    assert!((0.03..0.4).contains(&furthest), "{furthest} m");
    let speed = (path[10][0] - path[9][0]).length() * 60.0;
    assert!((0.5..2.5).contains(&speed), "{speed} m/s at once");
    assert!(back(139).abs() < 0.02, "{} m after two seconds", back(139));
    let slid = (path[139][2] - path[9][2]).length();
    assert!(slid < 0.01, "the feet stay: {slid} m");
}

#[test]
fn who_is_carried_by_a_kick_stays_where_it_took_him_and_nothing_jumps() {
    let rig = common::rig(Show::Locomotion, 10.0, &[1]);
    let mut stage = empty();
    let mind = stage.add_mind(Soft { shove: GiveWay { carries: 0.2, ..PUSH } });
    let rig = stage.add_rig(rig);
    let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    let ask = Ask::Push { point: Vec3::Y, impulse: Vec3::NEG_Z };
    stage.cue(Cue { tick: 10, to: actor, ask }).unwrap();
    let mut hips: Vec<Vec3> = Vec::new();
    for _ in 0..140 {
        stage.step();
        hips.push(stage.actor(actor).unwrap().world()[0].translation);
    }
    let step = hips.windows(2).map(|at| at[0].distance(at[1])).fold(0.0, f32::max);
    assert!(step < 0.04, "{step} m in a step: the push alone gives 2 m/s where it hits");
    let back = hips[9].z - hips[139].z;
    assert!((back - 0.2).abs() < 0.03, "{back} m after two seconds");
}

#[test]
fn a_blow_whips_the_head_back_and_leaves_the_centre_of_mass_to_the_fists_momentum() {
    let rig = Arc::new(common::rig(Show::Locomotion, 10.0, &[1]));
    let head = rig.skeleton().joint(Role::Head).unwrap();
    let on_head = GiveWay { point: Vec3::new(0.0, 1.65, 0.1), falloff: 10.0, arms: false, ..PUSH };
    // m/s, by how much velocities of head and centre of mass change in the step of the blow.
    let gains = |whole: Option<f32>| {
        let mut stage = empty();
        let mind = stage.add_mind(Soft { shove: GiveWay { whole, ..on_head } });
        let id = stage.add_rig(rig.clone());
        let actor = stage.add_actor(id, Some(mind), Transform::IDENTITY).unwrap();
        let ask = Ask::Push { point: Vec3::Y, impulse: Vec3::NEG_Z };
        stage.cue(Cue { tick: 10, to: actor, ask }).unwrap();
        let mut places = Vec::new();
        for _ in 0..11 {
            stage.step();
            let world = stage.actor(actor).unwrap().world();
            places.push([world[head].translation, centre_of_mass(rig.skeleton(), world).unwrap()]);
        }
        [0, 1].map(|of| (places[10][of] - 2.0 * places[9][of] + places[8][of]).with_y(0.0).length() * 60.0)
    };
    let ([head, centre], [thrown, carried]) = (gains(Some(GiveWay::BLOW)), gains(None));
    println!("head {head} m/s and centre {centre} m/s; {thrown} and {carried} m/s without");
    assert!(head > 0.5 * thrown && centre < 0.4 * carried, "{head} {centre}, {thrown} {carried}");
}

#[test]
fn cues_reach_the_tick_they_belong_to() {
    let mut stage = empty();
    let rig = stage.add_rig(common::rig(Show::Locomotion, 5.0, &[1]));
    let to = stage.add_actor(rig, None, Transform::IDENTITY).unwrap();
    stage.cue(Cue { tick: 10, to, ask: Ask::Stick(Vec2::Y) }).unwrap();
    stage.cue(Cue { tick: 4, to, ask: Ask::Button { button: 2, down: true } }).unwrap();
    for tick in 0..20 {
        let controls = *stage.actor(to).unwrap().controls();
        assert_eq!(controls.is_down(2), tick > 4);
        assert_eq!(controls.stick == Vec2::Y, tick > 10);
        stage.step();
    }
}

#[test]
fn the_seeds_spring_is_slower_but_as_smooth() {
    let rig = common::rig(Show::Locomotion, 20.0, &[1]);
    let what = Move::new(Segment { take: 0, first: 5.0, end: 6.0 });
    let mut stage = Stage::new(Settings { transition: Spring::PAPER, ..Settings::default() }, 1).unwrap();
    let mind = stage.add_mind(Loop { what });
    let rig = stage.add_rig(rig);
    let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    stage.step();
    let mut last = stage.actor(actor).unwrap().world().to_vec();
    for _ in 0..600 {
        stage.step();
        let now = stage.actor(actor).unwrap().world();
        let most = now.iter().zip(&last).map(|(a, b)| (a.translation - b.translation).length());
        assert!(most.fold(0.0, f32::max) < 0.2);
        last.copy_from_slice(now);
    }
}
