//! Actors who come and go, and directors who decide for several of them at one tick.

use crate::common;
use bytemuck::{Pod, Zeroable};
use footwork_motion::Transform;
use footwork_performer::Show;
use footwork_stage::minds::{Loop, Wander, WanderSettings};
use footwork_stage::{
    ActorId, Ask, CastError, Cue, Director, DirectorId, Happening, Member, Move, Prop, PropKind, PropMotion,
    Rng, Segment, Settings, Stage, StageView, Troupe,
};
use glam::{Quat, Vec3};

fn empty() -> Stage {
    Stage::new(Settings::default(), 1).unwrap()
}

fn at(x: f32) -> Transform {
    Transform::new(Quat::IDENTITY, Vec3::X * x)
}

fn walkers(count: usize) -> Stage {
    let rig = common::rig(Show::Locomotion, 30.0, &[1]);
    let ways = common::edges(&rig, 5, 0.2);
    let mut stage = empty();
    let mind = stage.add_mind(Wander::new(&rig, &ways, &WanderSettings::default()).unwrap());
    let rig = stage.add_rig(rig);
    for number in 0..count {
        stage.add_actor(rig, Some(mind), at(3.0 * number as f32)).unwrap();
    }
    stage
}

/// Where everybody is.
fn poses(stage: &Stage) -> Vec<(ActorId, Vec<Transform>)> {
    stage.view().actors().map(|me| (me.id(), me.world().to_vec())).collect()
}

#[test]
fn who_leaves_is_gone_and_the_others_go_on_as_if_nothing_had_been() {
    let (mut all, mut fewer) = (walkers(5), walkers(5));
    fewer.cue(Cue { tick: 40, to: ActorId(1), ask: Ask::Leave }).unwrap();
    fewer.cue(Cue { tick: 90, to: ActorId(1), ask: Ask::Push { point: Vec3::Y, impulse: Vec3::X } }).unwrap();
    fewer.watch(ActorId(3), 4).unwrap();
    for tick in 0..200 {
        all.step();
        fewer.step();
        if tick == 120 {
            fewer.remove_actor(ActorId(3)).unwrap();
            assert!(!fewer.is_watched(ActorId(4)), "the record goes with who was watched");
        }
        let there = |id: ActorId| !(id.0 == 1 && tick >= 40 || id.0 == 3 && tick >= 120);
        let wanted: Vec<_> = poses(&all).into_iter().filter(|(id, _)| there(*id)).collect();
        assert!(wanted == poses(&fewer), "at tick {tick}");
    }
    assert_eq!(fewer.len(), 3);
    assert!(fewer.actor(ActorId(1)).is_none() && fewer.pose(ActorId(3)).is_none());
    let gone = CastError::NoSuchActor(ActorId(1));
    assert_eq!(fewer.cue(Cue { tick: 0, to: ActorId(1), ask: Ask::Leave }), Err(gone));
    assert_eq!(fewer.remove_actor(ActorId(1)), Err(gone));
    assert_eq!(fewer.watch(ActorId(1), 1), Err(gone));
}

#[test]
fn ids_are_never_used_again_and_a_snapshot_brings_back_who_left() {
    let mut stage = walkers(3);
    (0..10).for_each(|_| stage.step());
    let before = stage.snapshot();
    stage.remove_actor(ActorId(2)).unwrap();
    let rig = stage.add_rig(common::rig(Show::Locomotion, 5.0, &[1]));
    let late = stage.add_actor(rig, None, at(-3.0)).unwrap();
    assert_eq!(late, ActorId(3));
    (0..10).for_each(|_| stage.step());
    assert_eq!(stage.view().actors().map(|me| me.id().0).collect::<Vec<_>>(), [0, 1, 3]);
    stage.restore(&before).unwrap();
    assert!(stage.actor(ActorId(2)).is_some() && stage.actor(late).is_none());
    assert_eq!(stage.hash(), before.hash());
    assert_eq!(stage.view().nth_actor(2).map(|me| me.id()), Some(ActorId(2)));
}

#[test]
fn everybody_can_leave_and_somebody_come_again() {
    let mut stage = walkers(2);
    (0..2).for_each(|id| stage.cue(Cue { tick: 5, to: ActorId(id), ask: Ask::Leave }).unwrap());
    (0..10).for_each(|_| stage.step());
    assert!(stage.is_empty() && stage.events().is_empty());
    let rig = stage.add_rig(common::rig(Show::Locomotion, 5.0, &[1]));
    let late = stage.add_actor(rig, None, at(0.0)).unwrap();
    stage.step();
    assert_eq!((late, stage.len()), (ActorId(2), 1));
}

/// Waits until all of its pairs stand, then has two of them begin together, so many seconds into the take.
struct Pairs {
    first: Segment,
    second: Segment,
}

#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Begun {
    times: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Partner {
    plays: u32,
    pushes: u32,
}

impl Director for Pairs {
    type Memory = Begun;
    type Member = Partner;

    fn direct(&self, memory: &mut Begun, troupe: &mut Troupe<'_, Partner>, _: &StageView<'_>, _: &mut Rng) {
        let count = troupe.len();
        let ready = (0..count).all(|at| troupe.view(at).is_some_and(|me| me.is_free()));
        for at in 0..count {
            let mut member: Member<'_, Partner> = troupe.member(at).unwrap();
            let pushed = |event: &&footwork_stage::Event| matches!(event.happening, Happening::Pushed { .. });
            member.memory.pushes += member.events().iter().filter(pushed).count() as u32;
            if ready && count > 1 {
                member.memory.plays += 1;
                member.play(Move::new(if at % 2 == 0 { self.first } else { self.second }));
            }
        }
        memory.times += u32::from(ready && count > 1);
    }
}

/// Hands a box from one to the next, every other step.
struct Passing;

impl Director for Passing {
    type Memory = ();
    type Member = u32;

    fn direct(&self, _: &mut (), troupe: &mut Troupe<'_, u32>, stage: &StageView<'_>, _: &mut Rng) {
        let Some(prop) = stage.props().first().map(|prop| prop.id) else { return };
        let count = troupe.len();
        let holder = (0..count).find(|at| troupe.member(*at).is_some_and(|member| *member.memory > 0));
        let next = holder.map_or(0, |at| (at + 1) % count);
        if let Some(mut member) = holder.and_then(|at| troupe.member(at)) {
            *member.memory = 0;
            member.ask(Ask::Release { prop });
            // What is not about a prop is the player's to ask.
            member.ask(Ask::Leave);
        }
        if let Some(mut member) = troupe.member(next) {
            *member.memory = 1;
            let to = member.view().frame().translation + Vec3::Y;
            member.ask(Ask::Carry { prop, to });
            for hand in footwork_motion::Side::BOTH {
                member.ask(Ask::Grab { prop, hand });
            }
        }
    }
}

#[test]
fn a_director_hands_a_prop_from_hands_to_hands_within_a_step() {
    let rig = common::rig(Show::Boxing, 5.0, &[1]);
    let mut stage = empty();
    let director = stage.add_director(Passing);
    let rig = stage.add_rig(rig);
    // So large that hands are always at it.
    let size = Vec3::splat(2.5);
    let kind = PropKind::Box { size };
    let prop = stage.add_prop(Prop::new(kind, Vec3::Y, 0.0)).unwrap();
    for number in 0..3 {
        let actor = stage.add_actor(rig, None, at(3.0 * number as f32)).unwrap();
        stage.set_director(actor, director, true).unwrap();
    }
    // Hands are somewhere after the first step.
    stage.step();
    let mut last = None;
    for _ in 0..9 {
        stage.step();
        let PropMotion::Held { grips: [Some(a), Some(b)] } = stage.view().prop(prop).unwrap().motion else {
            panic!("both hands of somebody hold it");
        };
        assert_eq!(a.actor, b.actor);
        assert_ne!(last.replace(a.actor), Some(a.actor), "and it goes on");
    }
    assert_eq!(stage.view().actors().count(), 3, "nobody was sent away");
}

fn paired(count: usize) -> (Stage, DirectorId) {
    let rig = common::rig(Show::Boxing, 20.0, &[1]);
    let mut stage = empty();
    let segment = |first: f64, seconds: f64| Segment { take: 0, first, end: first + seconds };
    let director = Pairs { first: segment(2.0, 0.5), second: segment(5.0, 0.75) };
    let director = stage.add_director(director);
    let rig = stage.add_rig(rig);
    for number in 0..count {
        let actor = stage.add_actor(rig, None, at(3.0 * number as f32)).unwrap();
        stage.set_director(actor, director, true).unwrap();
    }
    (stage, director)
}

#[test]
fn two_begin_in_the_same_tick_whoever_ends_first() {
    let (mut stage, director) = paired(2);
    let mut begins = 0;
    for _ in 0..300 {
        stage.step();
        let [a, b] = [0, 1].map(|id| stage.actor(ActorId(id)).unwrap());
        let begun = [a, b].map(|me| !me.is_fallen_back() && me.time() - me.segment().first < 0.02);
        assert_eq!(begun[0], begun[1], "at tick {}", stage.tick());
        begins += u32::from(begun[0]);
    }
    // 0.75 s each.
    assert!((5..=8).contains(&begins), "{begins}");
    let memory: &Begun = stage.view().director_memory(director).unwrap();
    assert_eq!(memory.times, begins);
    let partner: &Partner = stage.actor(ActorId(1)).unwrap().memory().unwrap();
    assert_eq!(partner.plays, begins);
    assert_eq!(stage.actor(ActorId(1)).unwrap().director(), Some(director));
    assert!(stage.actor(ActorId(1)).unwrap().memory::<Begun>().is_none(), "of another type");
}

#[test]
fn a_member_that_leaves_or_is_handed_away_is_no_longer_in_the_troupe() {
    let (mut stage, director) = paired(3);
    let mind = stage.add_mind(Loop { what: Move::new(Segment { take: 0, first: 8.0, end: 9.0 }) });
    stage.cue(Cue { tick: 30, to: ActorId(0), ask: Ask::Leave }).unwrap();
    stage.cue(Cue { tick: 50, to: ActorId(2), ask: Ask::Mind(mind) }).unwrap();
    (0..100).for_each(|_| stage.step());
    let times = stage.view().director_memory::<Begun>(director).unwrap().times;
    assert_eq!(stage.actor(ActorId(2)).unwrap().segment().first, 8.0);
    (0..200).for_each(|_| stage.step());
    // One alone is no pair, and stands.
    assert!(stage.actor(ActorId(1)).unwrap().is_fallen_back());
    assert_eq!(stage.view().director_memory::<Begun>(director).unwrap().times, times);
    // Given back, it is new to the director.
    stage.cue(Cue { tick: 0, to: ActorId(2), ask: Ask::Director(director) }).unwrap();
    (0..60).for_each(|_| stage.step());
    let now = stage.view().director_memory::<Begun>(director).unwrap().times;
    assert!(now > times);
    let partner: &Partner = stage.actor(ActorId(2)).unwrap().memory().unwrap();
    assert_eq!(partner.plays, now - times);
    let unknown = Cue { tick: 0, to: ActorId(2), ask: Ask::Director(DirectorId(4)) };
    assert_eq!(stage.cue(unknown), Err(CastError::NoSuchDirector(DirectorId(4))));
}

#[test]
fn a_member_gives_way_to_a_push_and_its_director_is_told() {
    let (mut calm, _) = paired(2);
    let (mut pushed, _) = paired(2);
    let push = Ask::Push { point: Vec3::new(0.0, 1.3, 0.0), impulse: Vec3::new(0.0, 0.0, 120.0) };
    pushed.cue(Cue { tick: 20, to: ActorId(0), ask: push }).unwrap();
    let mut most = 0.0_f32;
    for _ in 0..60 {
        calm.step();
        pushed.step();
        let heads = [&calm, &pushed].map(|stage| {
            let me = stage.actor(ActorId(0)).unwrap();
            me.rig().eyes(me.world()).unwrap()
        });
        most = most.max(heads[0].distance(heads[1]));
    }
    assert!(most > 0.02, "{most} m");
    let partner: &Partner = pushed.actor(ActorId(0)).unwrap().memory().unwrap();
    assert_eq!(partner.pushes, 1);
}

#[test]
fn directors_go_with_snapshots() {
    let (mut stage, director) = paired(4);
    (0..70).for_each(|_| stage.step());
    let before = stage.snapshot();
    (0..70).for_each(|_| stage.step());
    let (hash, times) = (stage.hash(), stage.view().director_memory::<Begun>(director).unwrap().times);
    stage.restore(&before).unwrap();
    assert_ne!(stage.view().director_memory::<Begun>(director).unwrap().times, times);
    (0..70).for_each(|_| stage.step());
    assert_eq!(stage.hash(), hash);
}
