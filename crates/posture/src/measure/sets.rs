//! Random sets of hard constraints: feet held where they stand, hands held elsewhere, half of them out of reach.

use footwork_motion::{Pose, Rng, Role, Transform, kinematics};
use footwork_stage::Rig;
use glam::Vec3;

use super::falls::stretched;
use crate::body::PhysicalBody;
use crate::doll::Doll;
use crate::hold::{self, Hold};
use crate::soft::{self, Gains, Target};
use crate::world::Acting;

/// What came of the sets.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sets {
    /// Bodies that exploded, or whose numbers were none.
    pub broken: u32,
    /// Sets that can be met, and were not.
    pub unmet: u32,
    /// mm, of those that can and were, the worst.
    pub met_mm: f32,
    /// Holds that were let go.
    pub released: u32,
    /// mm that a bone is longer or shorter than it is.
    pub bone_mm: f32,
}

/// How a body follows where it stands meanwhile.
const GAINS: Gains = Gains { half_life: 0.1, most: 60.0, most_turning: 400.0, carried: 1.0 };
/// How stiff it is.
const TONE: f32 = 0.3;
/// s. How long every set has.
const SECONDS: f32 = 2.5;
/// s, of a step.
pub const STEP: f32 = 1.0 / 60.0;
/// m. A hold that is nearer is met.
const MET: f32 = 0.005;
/// J. A body of 70 kg has this at 4.6 m/s; holds draw at 2 m/s.
const EXPLODED: f64 = 750.0;
/// s. So much later hands and feet of a take are where they are to be held.
const LATER: f64 = 0.15;
/// m. How far off hands are to be that cannot get there: a reach ends at 0.7 m, and feet are held.
const FAR: [f32; 2] = [2.0, 6.0];

/// Sets for one body, by numbers; every other one cannot be met. `heard` is told how much is done, from 0 to 1.
pub fn measure(rig: &Rig, count: u32, seed: u64, heard: &dyn Fn(f32)) -> Sets {
    let body = PhysicalBody::new(rig);
    let mut sets = Sets::default();
    for number in 0..count {
        one(rig, &body, Rng::stream(!seed, number), number % 2 == 0, &mut sets);
        heard((number + 1) as f32 / count as f32);
    }
    sets
}

/// Somebody in the middle of a take, to stay as he is, with hands and feet held where they are some moments later, which he can
/// meet; or with the hands metres away, which he cannot.
fn one(rig: &Rig, body: &PhysicalBody, mut rng: Rng, possible: bool, sets: &mut Sets) {
    let take = rng.below(rig.repertoire().takes.len()) as u32;
    let seconds = rig.take(take).map_or(0.0, |take| take.clip.seconds());
    let now = f64::from(rng.unit()) * (seconds - LATER).max(0.0);
    let mut doll = doll_at(rig, body, take, now);
    let later = doll_at(rig, body, take, now + LATER);
    let targets = &targets(&doll)[..];
    let limbs = [Role::LeftAnkle, Role::RightAnkle, Role::LeftWrist, Role::RightWrist];
    let mut holds = holds(body, &later, &limbs, 9);
    for hold in holds.iter_mut().skip(2).filter(|_| !possible) {
        let away = Vec3::new(rng.signed(), rng.signed(), rng.signed()).normalize_or(Vec3::Z);
        hold.to += rng.range(FAR[0], FAR[1]) * away;
        hold.priority = rng.below(8) as u8;
    }
    let mut released = 0;
    for _ in 0..(SECONDS / STEP) as u32 {
        released += step(rig, body, &mut doll, targets, &mut holds);
        if !doll.is_sound(body, rig.skeleton()) || doll.kinetic_energy(body) > EXPLODED {
            sets.broken += 1;
            return;
        }
    }
    sets.released += released;
    let mut pose = Pose::rest(rig.skeleton());
    doll.pose(body, rig.skeleton(), &mut pose);
    let mut world = vec![Transform::IDENTITY; rig.skeleton().len()];
    kinematics::world(rig.skeleton(), pose.view(), &mut world);
    sets.bone_mm = sets.bone_mm.max(1000.0 * stretched(rig.skeleton(), &world));
    if !possible {
        sets.broken += u32::from(released == 0);
        return;
    }
    let off =
        |hold: &Hold| (world[body.links[hold.link as usize].joint].point(hold.point) - hold.to).length();
    let worst = holds.iter().map(off).fold(0.0, f32::max);
    if released > 0 || worst > MET {
        sets.unmet += 1;
    } else {
        sets.met_mm = sets.met_mm.max(1000.0 * worst);
    }
}

/// A step of a body that follows targets and is held. Gives back how many holds were let go.
pub fn step(
    rig: &Rig,
    body: &PhysicalBody,
    doll: &mut Doll,
    targets: &[Target],
    holds: &mut Vec<Hold>,
) -> u32 {
    let mut forces = Vec::new();
    soft::follow(body, doll, targets, &GAINS.softened(hold::wishes(holds)), STEP, &mut forces);
    let acting = Acting { tone: TONE, forces: &forces, ..Acting::default() };
    hold::step(body, rig.skeleton(), doll, &acting, holds, STEP).released.len() as u32
}

/// A body that stands.
pub fn standing(rig: &Rig) -> (PhysicalBody, Doll) {
    let body = PhysicalBody::new(rig);
    let stand = rig.stand();
    let doll = doll_at(rig, &body, stand.take, stand.first);
    (body, doll)
}

/// A doll as the body is at a time of a take, at rest.
pub fn doll_at(rig: &Rig, body: &PhysicalBody, take: u32, seconds: f64) -> Doll {
    let mut pose = Pose::rest(rig.skeleton());
    if let Some(take) = rig.take(take) {
        take.clip.sample(seconds, &mut pose);
    }
    let mut world = vec![Transform::IDENTITY; rig.skeleton().len()];
    kinematics::world(rig.skeleton(), pose.view(), &mut world);
    Doll::new(body, pose.view(), &world, &world, STEP)
}

/// To stay where it stands.
pub fn targets(stand: &Doll) -> Vec<Target> {
    let links = stand.links.iter().enumerate();
    links.map(|(link, state)| Target { link, at: state.at, velocity: Vec3::ZERO, spin: Vec3::ZERO }).collect()
}

/// The joints of links, where they are.
pub fn holds(body: &PhysicalBody, stand: &Doll, roles: &[Role], priority: u8) -> Vec<Hold> {
    let links = roles.iter().filter_map(|role| body.find(*role));
    links.map(|link| Hold::new(link as u32, Vec3::ZERO, stand.links[link].at.translation, priority)).collect()
}
