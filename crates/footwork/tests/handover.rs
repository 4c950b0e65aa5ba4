//! Handing a character from steering to boxing and back, at any moment, without a jump.

use std::sync::Arc;

use footwork::measure::Measure;
use footwork::motion::glam::{Vec2, Vec3};
use footwork::scene::{Scene, Source, Supplies};
use footwork::skills;
use footwork::stage::{ActorId, Ask, Cue, MindId, Settings, Stage};

const ME: ActorId = ActorId(0);

fn ask(stage: &mut Stage, ask: Ask) {
    stage.cue(Cue { tick: stage.tick(), to: ME, ask }).expect("a cue");
}

/// m/s, by how much the velocity of any joint changed in the last step, and of which.
struct Watch {
    velocities: Vec<Vec3>,
}

impl Watch {
    fn step(&mut self, stage: &mut Stage) -> (f32, usize) {
        stage.step();
        let me = stage.actor(ME).expect("an actor");
        let step = stage.settings().step;
        let moved = me.world().iter().zip(me.world_before());
        let now: Vec<Vec3> =
            moved.map(|(now, before)| (now.translation - before.translation) / step).collect();
        let jumps = now.iter().zip(&self.velocities).map(|(a, b)| a.distance(*b)).zip(0..);
        let jump = jumps.fold((0.0, 0), |worst, jump| if jump.0 > worst.0 { jump } else { worst });
        self.velocities = now;
        jump
    }
}

#[test]
fn hand_overs_while_standing_walking_and_running_do_not_jump() {
    let scene =
        Scene::parse(include_str!("../../../scenes/walk-up-and-box.toml"), &skills()).expect("the scene");
    let repertoire = match &scene.repertoire {
        Source::Performer { .. } => scene.repertoire.perform().expect("a performer").expect("a performance"),
        Source::File(name) => panic!("{name} is a file"),
    };
    let ready = scene.prepare(Arc::new(repertoire), &Supplies::NONE).expect("a scene");
    let minds = ready.casts()[0].1.clone();
    let (steer, boxes): (MindId, MindId) = (minds.first.expect("a mind"), minds.other.expect("another"));
    let mut stage = ready.stage(Settings::default(), 1).expect("a stage");
    let usual = Measure::new(&stage, 1).quality().usual_jump;
    let mut watch = Watch { velocities: vec![Vec3::ZERO; stage.actor(ME).expect("an actor").world().len()] };
    (0..60).for_each(|_| {
        watch.step(&mut stage);
    });
    let mut all = Vec::new();
    for (name, stick) in [("standing", 0.0), ("walking", 0.4), ("running", 1.0)] {
        for wait in [40_u32, 53, 61, 78, 90] {
            ask(&mut stage, Ask::Stick(Vec2::new(0.0, stick)));
            // Never far from the opponent.
            ask(&mut stage, Ask::Look(Vec2::new(0.3, 0.0)));
            (0..wait).for_each(|_| {
                watch.step(&mut stage);
            });
            for (to, steps) in [(boxes, 60 + wait), (steer, 30)] {
                ask(&mut stage, Ask::Mind(to));
                let direction = if to == boxes { "to boxing" } else { "to steering" };
                // The step of the hand-over and some after it.
                let jumps = (0..12).map(|step| (watch.step(&mut stage), step));
                let worst =
                    jumps.fold(((0.0, 0), 0), |worst, jump| if jump.0.0 > worst.0.0 { jump } else { worst });
                let ((worst, joint), after) = worst;
                let joint = stage.actor(ME).expect("an actor").rig().skeleton().name(joint).to_string();
                all.push((worst, name, direction, wait, joint, after));
                (12..steps).for_each(|_| {
                    watch.step(&mut stage);
                });
                assert!(!stage.actor(ME).expect("an actor").is_fallen_back());
            }
        }
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("usual {usual:.2} m/s; {all:#.2?}");
    let over = all.iter().filter(|(worst, ..)| *worst > usual).count();
    // A fighter's feet are 80 cm apart, a walker's 20: where one of them is handed over in the air, its toes still turn more
    // abruptly than people's, in two hand-overs of thirty.
    assert!(all.len() == 30 && over <= 2, "{over} of {} hand-overs jump: {:?}", all.len(), &all[..over]);
    assert!(all[0].0 < 1.6 * usual, "{:?} of {usual} m/s", all[0]);
}
