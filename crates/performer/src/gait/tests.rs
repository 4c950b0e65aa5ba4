use super::*;
use crate::solve::leg_bones;

/// rad. How far the line from the hip joints to the chest leans along a direction.
fn lean(posture: &Posture, direction: Vec3) -> f32 {
    let up = posture.hips.rotation() * about(0, 0.65 * posture.chest.pitch) * Vec3::Y;
    libm::atan2f(up.dot(direction), up.y)
}

/// The mean lean, in degrees, while the body gains speed by between some m/s² along its path.
fn mean_lean(walk: &Walk, from: f32, to: f32) -> f32 {
    const AROUND: usize = 24;
    let place = |i: usize| walk.postures[i].pelvis.with_y(0.0);
    let second = INNER_RATE / AROUND as f32;
    let leans: Vec<f32> = (AROUND..walk.postures.len() - AROUND)
        .filter(|&i| {
            let gain = (place(i - AROUND) - 2.0 * place(i) + place(i + AROUND)).z * second * second;
            (from..to).contains(&gain)
        })
        .map(|i| lean(&walk.postures[i], Vec3::Z).to_degrees())
        .collect();
    assert!(leans.len() > 20, "{} samples between {from} and {to} m/s²", leans.len());
    leans.iter().sum::<f32>() / leans.len() as f32
}

/// People lean by 11 to 30° into the start of a run, and 5 to 13° back out of it.
#[test]
fn starting_leans_ahead_and_braking_leans_back() {
    let course = [Leg::stand(1.5), Leg::ahead(2.5, 3.2), Leg::stand(2.0)];
    let walk = walk(&course, &mut Rng::new(3));
    let (starts, brakes) = (mean_lean(&walk, 2.0, 9.0), mean_lean(&walk, -9.0, -2.0));
    assert!(starts > 11.0, "{starts:.1}° ahead");
    assert!(brakes < -2.5, "{brakes:.1}° back");
}

/// In the middle of people's, knees are bent by 22 to 109°, and the hips are 32 to 54 cm higher than in the run.
#[test]
fn over_a_running_jump_the_body_rises_and_knees_are_drawn_up() {
    let run = Leg::ahead(2.0, 3.0);
    let walk = walk(&[Leg::stand(1.0), run, run.jumping(0.36), run, Leg::stand(1.5)], &mut Rng::new(4));
    let heights: Vec<f32> = walk.postures.iter().map(|posture| posture.pelvis.y).collect();
    let (top, height) = (heights.iter().copied().enumerate())
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .expect("a walk has postures");
    let mean = heights.iter().sum::<f32>() / heights.len() as f32;
    assert!(height - mean > 0.18, "rises by {:.2} m", height - mean);
    for side in 0..2 {
        let [thigh, shin] = leg_bones(&walk.postures[top], side);
        let bent = thigh.angle_between(shin).to_degrees();
        assert!(bent > 35.0, "knee {side} is bent by {bent:.0}°");
    }
}
