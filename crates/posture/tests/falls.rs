//! Rag dolls: pushed over from all sides, they fall, stay whole, and come to rest.

use crate::common::{STEP, fall, push, rig, standing};
use footwork_performer::Show;
use footwork_posture::{Doll, PhysicalBody};
use footwork_stage::Rig;

/// What went worst in a fall.
#[derive(Debug, Default)]
struct Worst {
    /// s until it lay still.
    rest: f32,
    /// Degrees beyond a joint's range.
    range: f32,
    /// m between the ends of two links at their joint.
    apart: f32,
    /// m below the floor.
    below: f32,
    /// J
    energy: f64,
}

fn watch(body: &PhysicalBody, rig: &Rig, doll: &Doll, worst: &mut Worst) {
    worst.energy = worst.energy.max(doll.kinetic_energy(body));
    for (number, (link, state)) in body.links.iter().zip(&doll.links).enumerate() {
        for end in link.line {
            worst.below = worst.below.max(link.radius - state.at.point(end).y);
        }
        let Some(parent) = link.parent else { continue };
        let above = doll.links[parent].at;
        let angles = body.angles(number, above.rotation, state.at.rotation);
        worst.range = worst.range.max(angles.excess().to_degrees());
        let anchor = above.point(doll.anchor(body, rig.skeleton(), number));
        worst.apart = worst.apart.max((anchor - state.at.translation).length());
    }
}

fn fall_down(body: &PhysicalBody, rig: &Rig, stand: &Doll, number: u32, tone: f32) -> Worst {
    let mut doll = stand.clone();
    push(body, &mut doll, number);
    let mut worst = Worst::default();
    for tick in 0..300 {
        fall(body, rig, &mut doll, tone);
        assert!(doll.is_sound(body, rig.skeleton()));
        watch(body, rig, &doll, &mut worst);
        if doll.speed(body) > 0.15 {
            worst.rest = tick as f32 * STEP;
        }
    }
    worst
}

#[test]
fn bodies_pushed_over_from_all_sides_stay_whole_and_come_to_rest() {
    let rig = rig(&[Show::named("falling").expect("a show")], 20.0);
    let (body, stand) = standing(&rig);
    let all: Vec<Worst> = (0..24).map(|n| fall_down(&body, &rig, &stand, n, 0.1 * (n % 4) as f32)).collect();
    // Falling from standing gives 9.81 m/s² · 67 kg · 1 m, and the push 160 N·s at most.
    let most_energy = 9.81 * f64::from(body.mass) + 160.0 * 160.0 / 10.0;
    for (number, worst) in all.iter().enumerate() {
        assert!(worst.apart < 1e-3, "{number}: {worst:?}");
        assert!(worst.below < 0.02, "{number}: {worst:?}");
        assert!(worst.energy < most_energy, "{number}: {worst:?}");
    }
    // A few rock on a little, and in a hard impact a joint may be out for some steps.
    let share = |good: &dyn Fn(&Worst) -> bool| all.iter().filter(|worst| good(worst)).count() as f32 / 24.0;
    assert!(share(&|worst| worst.rest < 4.0) >= 0.9, "{all:?}");
    assert!(share(&|worst| worst.range < 3.0) >= 0.9, "{all:?}");
    assert!(all.iter().all(|worst| worst.range < 12.0), "{all:?}");
}

#[test]
fn the_same_fall_gives_the_same_bits() {
    let rig = rig(&[Show::named("falling").expect("a show")], 5.0);
    let (body, stand) = standing(&rig);
    let run = || {
        let mut doll = stand.clone();
        push(&body, &mut doll, 5);
        (0..90).for_each(|_| fall(&body, &rig, &mut doll, 0.2));
        doll
    };
    assert_eq!(run(), run());
}

#[test]
fn a_stiff_body_keeps_its_shape_longer_than_a_limp_one() {
    let rig = rig(&[Show::named("falling").expect("a show")], 5.0);
    let (body, stand) = standing(&rig);
    let bent = |tone: f32| {
        let mut doll = stand.clone();
        (0..30).for_each(|_| fall(&body, &rig, &mut doll, tone));
        let turns = (1..body.links.len())
            .map(|link| doll.relative(&body, link).angle_between(stand.relative(&body, link)));
        turns.sum::<f32>() / (body.links.len() - 1) as f32
    };
    let (limp, stiff) = (bent(0.0), bent(1.0));
    assert!(stiff < 0.3 * limp, "{stiff} {limp}");
}

#[test]
fn a_body_that_is_only_dropped_falls_as_fast_as_anything() {
    let rig = rig(&[Show::named("falling").expect("a show")], 5.0);
    let (body, mut doll) = standing(&rig);
    doll.links.iter_mut().for_each(|link| link.at.translation.y += 3.0);
    (0..30).for_each(|_| fall(&body, &rig, &mut doll, 0.3));
    let momentum: f32 =
        body.links.iter().zip(&doll.links).map(|(link, state)| link.mass * state.velocity.y).sum();
    let speed = momentum / body.mass;
    assert!((speed + 9.81 * 0.5).abs() < 0.1, "{speed}");
}
