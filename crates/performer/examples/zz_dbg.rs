use footwork_performer::gait::Leg;
use footwork_performer::signal::Rng;
use footwork_performer::stagger::{Shove, go};
use footwork_motion::glam::Vec3;
fn main() {
    let legs = [Leg::stand(2.0), Leg::ahead(6.0, 1.3), Leg::stand(2.0), Leg::ahead(5.0, 2.8), Leg::ahead(1.0,1.2), Leg::stand(2.0)];
    let c = go(&legs, &[], &mut Rng::new(1));
    for i in (0..c.centre.len()).step_by(24) {
        let j = (i + 24).min(c.centre.len() - 1);
        let v = (c.centre[j] - c.centre[i]) * 10.0;
        println!("{:.1} c {:.2} {:.2} v {:.2} {:.2} wish {:.2} alarm {:.2}", i as f32 / 240.0, c.centre[i].x, c.centre[i].z, v.x, v.z, c.wished[i].z, c.alarm[i]);
    }
    println!("steps {}", c.steps_len());
    for (x, z) in [(0.0, 0.5), (0.0, 1.0), (0.0, 2.0), (0.0, 3.0), (0.0, -0.5), (0.0, -1.0), (0.0, -1.7), (0.5, 0.0), (1.0, 0.0), (1.6, 0.0), (-1.2, -1.0)] {
        for (name, speed) in [("stand", 0.0), ("walk", 1.3), ("run", 3.0)] {
            let legs = [Leg::stand(1.0), Leg::ahead(8.0, speed), Leg::stand(2.0)];
            let s = Shove { at: 4.0, velocity: Vec3::new(x, 0.0, z), reaction: 0.18, skill: 0.95 };
            let c = go(&legs, &[s], &mut Rng::new(1));
            let o = c.outcomes[0];
            println!("{name} {x} {z}: steps {} until +{:.2} kept {} maxalarm {:.2} end {:?}", o.steps, o.until - 4.0, o.kept, c.alarm.iter().fold(0.0_f32, |a, b| a.max(*b)), c.centre.last());
        }
    }
}
