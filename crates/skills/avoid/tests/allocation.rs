//! A step of dodgers allocates nothing. Its own binary, because the allocator counts for the whole process.

use std::sync::Arc;

use crate::common::known;
use footwork_avoid::{AvoidSettings, Dodger, Memory};
use footwork_motion::{Rng, Transform};
use footwork_stage::minds::Loop;
use footwork_stage::{Move, Prop, PropKind, PropMotion, Settings, Stage};
use footwork_testing::allocation::{Counting, allocations};
use glam::Vec3;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn seeing_searching_and_dodging_allocate_nothing() {
    let known = known();
    let dodger =
        Dodger::new(&known.rig, Arc::new(known.skill.clone()), AvoidSettings::default()).expect("its own");
    let mut stage = Stage::new(Settings::default(), 3).expect("a stage");
    let reflex = stage.add_reflex(dodger);
    let mind = stage.add_mind(Loop { what: Move::new(known.rig.stand()) });
    let rig = stage.add_rig(known.rig.clone());
    let mut actors = Vec::new();
    for number in 0..6 {
        let at = Vec3::new(2.5 * number as f32, 0.0, 0.0);
        let place = Transform { translation: at, ..Transform::IDENTITY };
        let actor = stage.add_actor(rig, Some(mind), place).expect("an actor");
        stage.set_reflexes(actor, &[reflex]).expect("a reflex");
        actors.push((actor, at));
    }
    let mut rng = Rng::new(1);
    let mut balls = Vec::new();
    for (_, at) in &actors {
        let ball = Prop::new(PropKind::Ball { radius: 0.1 }, *at + Vec3::new(0.0, 1.5, 4.0), 0.0);
        balls.push(stage.add_prop(ball).expect("a ball"));
    }
    stage.step();
    let mut counted = 0;
    for _ in 0..8 {
        for (number, ball) in balls.iter().enumerate() {
            let at = actors[number].1;
            let mut prop = *stage.view().prop(*ball).expect("it is there");
            prop.position = at + Vec3::new(rng.range(-0.5, 0.5), rng.range(1.0, 1.6), 4.0);
            prop.velocity = Vec3::new(0.0, 2.5, -8.0);
            prop.motion = PropMotion::Flies { thrower: None };
            stage.set_prop(prop).expect("it is sound");
        }
        let before = allocations();
        (0..90).for_each(|_| stage.step());
        counted += allocations() - before;
    }
    assert_eq!(counted, 0);
    let found: u32 = actors
        .iter()
        .filter_map(|(actor, _)| {
            stage.actor(*actor)?.reflex_memory::<Memory>(reflex).map(|memory| memory.tally.found)
        })
        .sum();
    assert!(found > 8, "there is something to allocate for: {found}");
}
