//! Reflexes take a body over from a mind or a director, and give it back.

use crate::common;
use bytemuck::{Pod, Zeroable};
use footwork_motion::Transform;
use footwork_performer::Show;
use footwork_stage::minds::Loop;
use footwork_stage::{
    ActorId, ActorView, Ask, CastError, Cue, Director, Event, GiveWay, Happening, Move, REFLEXES, Reflex,
    ReflexId, Response, Rig, Rng, Segment, Settings, Snapshot, Stage, StageView, Troupe,
};
use glam::Vec3;

/// s, of its take, that a flinch plays.
const FLINCH: Segment = Segment { take: 0, first: 2.0, end: 2.5 };

/// Plays a span when somebody pushes, unless it is busy with that.
struct Flinch;

#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
struct Flinched {
    times: u32,
    busy: u32,
}

fn is_push(event: &Event) -> bool {
    matches!(event.happening, Happening::Pushed { .. })
}

impl Reflex for Flinch {
    type Memory = Flinched;

    fn act(
        &self,
        memory: &mut Flinched,
        me: ActorView<'_>,
        _: &StageView<'_>,
        events: &[Event],
        _: &mut Rng,
    ) -> Response {
        if events.iter().any(is_push) {
            *memory = Flinched { times: memory.times + 1, busy: 1 };
            return Response::Play(Move::new(FLINCH), None);
        }
        if memory.busy == 1 && me.time() < me.segment().end {
            return Response::Hold;
        }
        memory.busy = 0;
        Response::Nothing
    }
}

/// Gives way to every push in its own manner.
struct Sway;

const SWAY: Vec3 = Vec3::new(0.0, 0.0, -2.0);

impl Reflex for Sway {
    type Memory = ();

    fn act(
        &self,
        _: &mut (),
        me: ActorView<'_>,
        _: &StageView<'_>,
        events: &[Event],
        _: &mut Rng,
    ) -> Response {
        let point = me.frame().translation + Vec3::Y * 1.4;
        let give = GiveWay { point, velocity: SWAY, falloff: 6.0, arms: true, whole: None, carries: 0.0 };
        if events.iter().any(is_push) { Response::Give(give) } else { Response::Nothing }
    }
}

/// Plays the same span again and again, as a director.
struct Again;

const AGAIN: Segment = Segment { take: 0, first: 5.0, end: 7.0 };

impl Director for Again {
    type Memory = ();
    /// How often it was asked for a move.
    type Member = u32;

    fn direct(&self, _: &mut (), troupe: &mut Troupe<'_, u32>, _: &StageView<'_>, _: &mut Rng) {
        for at in 0..troupe.len() {
            let Some(mut member) = troupe.member(at) else { continue };
            if member.needs_move() {
                *member.memory += 1;
                member.play(Move::new(AGAIN));
            }
            // Whoever is held does not listen.
            if member.is_held() {
                member.play(Move::new(AGAIN));
            }
        }
    }
}

fn rig() -> Rig {
    common::rig(Show::Locomotion, 10.0, &[4])
}

fn walking(reflexes: impl FnOnce(&mut Stage) -> Vec<ReflexId>) -> (Stage, ActorId) {
    let rig = rig();
    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let mind = stage.add_mind(Loop { what: Move::whole(&rig, 0) });
    let rig = stage.add_rig(rig);
    let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    let reflexes = reflexes(&mut stage);
    stage.set_reflexes(actor, &reflexes).unwrap();
    (stage, actor)
}

fn push(stage: &mut Stage, to: ActorId) {
    let point = stage.actor(to).unwrap().frame().translation + Vec3::Y * 1.3;
    let ask = Ask::Push { point, impulse: Vec3::new(0.0, 0.0, -60.0) };
    stage.cue(Cue { tick: stage.tick(), to, ask }).unwrap();
}

fn steps(stage: &mut Stage, count: usize) {
    (0..count).for_each(|_| stage.step());
}

#[test]
fn a_reflex_takes_the_body_over_and_the_mind_goes_on_when_it_is_done() {
    let (mut stage, actor) = walking(|stage| vec![stage.add_reflex(Flinch)]);
    steps(&mut stage, 30);
    let walked = stage.actor(actor).unwrap().segment();
    assert_eq!(stage.actor(actor).unwrap().held_by(), None);
    push(&mut stage, actor);
    for _ in 0..28 {
        stage.step();
        let me = stage.actor(actor).unwrap();
        assert_eq!((me.segment(), me.held_by()), (FLINCH, Some(ReflexId(0))));
    }
    steps(&mut stage, 6);
    let me = stage.actor(actor).unwrap();
    assert_eq!((me.segment(), me.held_by()), (walked, None));
    let memory = me.reflex_memory::<Flinched>(ReflexId(0)).unwrap();
    assert_eq!((memory.times, memory.busy), (1, 0));
    assert!(me.reflex_memory::<u64>(ReflexId(0)).is_none(), "another type");
}

#[test]
fn who_has_no_reflex_is_pushed_as_ever() {
    let [with, without] = [true, false].map(|other| {
        let (mut stage, actor) = walking(|stage| {
            // It is on the stage, and nobody has it.
            if other {
                stage.add_reflex(Flinch);
            }
            Vec::new()
        });
        steps(&mut stage, 20);
        push(&mut stage, actor);
        steps(&mut stage, 20);
        stage.actor(actor).unwrap().world().to_vec()
    });
    assert_eq!(with, without);
}

#[test]
fn a_reflex_that_gives_way_takes_the_place_of_giving_way_by_itself() {
    let shown = |reflex: bool| {
        let (mut stage, actor) =
            walking(|stage| if reflex { vec![stage.add_reflex(Sway)] } else { Vec::new() });
        steps(&mut stage, 20);
        push(&mut stage, actor);
        steps(&mut stage, 6);
        let me = stage.actor(actor).unwrap();
        assert_eq!(me.held_by(), None);
        me.world().to_vec()
    };
    assert_ne!(shown(true), shown(false));
}

#[test]
fn a_reflex_takes_bodies_from_a_director_and_gives_them_back() {
    let (mut stage, actor) = walking(|stage| vec![stage.add_reflex(Flinch)]);
    let director = stage.add_director(Again);
    stage.set_director(actor, director, true).unwrap();
    steps(&mut stage, 10);
    assert_eq!(stage.actor(actor).unwrap().memory::<u32>(), Some(&1));
    push(&mut stage, actor);
    steps(&mut stage, 28);
    let me = stage.actor(actor).unwrap();
    assert_eq!((me.segment(), me.memory::<u32>()), (FLINCH, Some(&1)), "its director is not asked");
    steps(&mut stage, 6);
    let me = stage.actor(actor).unwrap();
    assert_eq!((me.segment(), me.memory::<u32>()), (AGAIN, Some(&2)), "and is asked at once afterwards");
}

#[test]
fn of_two_reflexes_the_one_that_holds_the_body_keeps_it() {
    /// Wants the body always, for a moment.
    struct Greedy;
    impl Reflex for Greedy {
        type Memory = ();
        fn act(&self, _: &mut (), _: ActorView<'_>, _: &StageView<'_>, _: &[Event], _: &mut Rng) -> Response {
            Response::Play(Move::new(AGAIN), None)
        }
    }
    let (mut stage, actor) = walking(|stage| vec![stage.add_reflex(Flinch), stage.add_reflex(Greedy)]);
    stage.step();
    assert_eq!(stage.actor(actor).unwrap().held_by(), Some(ReflexId(1)));
    push(&mut stage, actor);
    steps(&mut stage, 3);
    assert_eq!(stage.actor(actor).unwrap().held_by(), Some(ReflexId(1)), "it does not let go");
    assert_eq!(stage.actor(actor).unwrap().reflexes().count(), 2);
}

#[test]
fn going_back_into_a_reflex_gives_the_same_bits_by_memory_and_by_bytes() {
    let (mut stage, actor) = walking(|stage| vec![stage.add_reflex(Flinch)]);
    steps(&mut stage, 15);
    push(&mut stage, actor);
    steps(&mut stage, 12);
    let saved = stage.snapshot();
    steps(&mut stage, 60);
    let hash = stage.hash();
    stage.restore(&saved).unwrap();
    steps(&mut stage, 60);
    assert_eq!(stage.hash(), hash);
    let read = Snapshot::from_bytes(&saved.to_bytes()).unwrap();
    stage.restore(&read).unwrap();
    steps(&mut stage, 60);
    assert_eq!(stage.hash(), hash);
}

#[test]
fn who_leaves_takes_his_reflexes_along_and_nobody_elses() {
    let rig = rig();
    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let mind = stage.add_mind(Loop { what: Move::whole(&rig, 0) });
    let (rig, flinch) = (stage.add_rig(rig), stage.add_reflex(Flinch));
    let actors = [0.0, 2.0, 4.0].map(|x| {
        let at = Transform { translation: Vec3::X * x, ..Transform::IDENTITY };
        let actor = stage.add_actor(rig, Some(mind), at).unwrap();
        stage.set_reflexes(actor, &[flinch]).unwrap();
        actor
    });
    steps(&mut stage, 5);
    push(&mut stage, actors[2]);
    steps(&mut stage, 5);
    stage.remove_actor(actors[0]).unwrap();
    steps(&mut stage, 5);
    let times = |actor: ActorId| stage.actor(actor).unwrap().reflex_memory::<Flinched>(flinch).unwrap().times;
    assert_eq!([times(actors[1]), times(actors[2])], [0, 1]);
    assert_eq!(stage.actor(actors[2]).unwrap().held_by(), Some(flinch));
}

#[test]
fn reflexes_that_are_not_there_and_too_many_are_refused() {
    let (mut stage, actor) = walking(|stage| vec![stage.add_reflex(Flinch)]);
    assert_eq!(stage.set_reflexes(actor, &[ReflexId(1)]), Err(CastError::NoSuchReflex(ReflexId(1))));
    assert_eq!(
        stage.set_reflexes(actor, &[ReflexId(0); REFLEXES + 1]),
        Err(CastError::TooManyReflexes(REFLEXES + 1))
    );
    assert_eq!(stage.set_reflexes(ActorId(9), &[]), Err(CastError::NoSuchActor(ActorId(9))));
    // A save game of a stage with a reflex does not fit one without.
    let saved = stage.snapshot();
    let (mut other, _) = walking(|_| Vec::new());
    assert!(other.restore(&saved).unwrap_err().to_string().contains("reflex"));
}
