//! How near a body comes to what it follows: soft constraints on every link, from the take, at several half-lives.

use footwork_motion::Transform;
use footwork_stage::Rig;

use super::sets::{STEP, doll_at};
use crate::body::PhysicalBody;
use crate::doll::turn_between;
use crate::soft::{self, Gains, Target};
use crate::world::{self, Acting};

/// How near one half-life comes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tracking {
    /// s
    pub half_life: f32,
    /// cm, how far links are from where the take has them, on average over links and steps.
    pub mean_cm: f32,
    /// cm, the furthest.
    pub most_cm: f32,
}

/// s of every take that are followed.
const SECONDS: f64 = 10.0;
/// Half-lives, s: from as stiff as a step allows to as slack as a tired arm.
const HALF_LIVES: [f32; 4] = [0.01, 0.03, 0.06, 0.12];
/// How stiff muscles are beside it.
const TONE: f32 = 0.2;

/// Follows the beginning of every take of a rig.
pub fn measure(rig: &Rig) -> Vec<Tracking> {
    let body = PhysicalBody::new(rig);
    HALF_LIVES.into_iter().map(|half_life| follow(rig, &body, half_life)).collect()
}

fn follow(rig: &Rig, body: &PhysicalBody, half_life: f32) -> Tracking {
    let gains = Gains { half_life, most: 200.0, most_turning: 1500.0, carried: 1.0 };
    let (mut sum, mut most, mut count) = (0.0_f64, 0.0_f32, 0_u32);
    for take in 0..rig.repertoire().takes.len() as u32 {
        let seconds = rig.take(take).map_or(0.0, |take| take.clip.seconds()).min(SECONDS);
        let mut doll = doll_at(rig, body, take, 0.0);
        let mut before = doll.clone();
        for tick in 1..(seconds / f64::from(STEP)) as u32 {
            let wanted = doll_at(rig, body, take, f64::from(tick) * f64::from(STEP));
            let targets: Vec<Target> = (0..body.links.len())
                .map(|link| {
                    let (then, at) = (before.links[link].at, wanted.links[link].at);
                    let centre = |at: Transform| at.point(body.links[link].centre);
                    let velocity = (centre(at) - centre(then)) / STEP;
                    Target { link, at, velocity, spin: turn_between(then.rotation, at.rotation) / STEP }
                })
                .collect();
            (doll.held, doll.rotations) = (wanted.held.clone(), wanted.rotations.clone());
            let mut forces = Vec::new();
            soft::follow(body, &doll, &targets, &gains, STEP, &mut forces);
            let acting = Acting { tone: TONE, forces: &forces, ..Acting::default() };
            world::step(body, rig.skeleton(), &mut doll, &acting, STEP);
            for (own, wanted) in doll.links.iter().zip(&wanted.links) {
                let off = 100.0 * (own.at.translation - wanted.at.translation).length();
                (sum, most, count) = (sum + f64::from(off), most.max(off), count + 1);
            }
            before = wanted;
        }
    }
    Tracking { half_life, mean_cm: (sum / f64::from(count.max(1))) as f32, most_cm: most }
}
