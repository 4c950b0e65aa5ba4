//! What the tests share: the performer's dodging, baked once, and attacks on it.
#![allow(dead_code)]

use std::sync::{Arc, OnceLock};

use footwork_annotate::{Annotation, Repertoire, Settings, Take, annotate};
use footwork_avoid::attack::{Attack, MOST_MOMENTS, Shot};
use footwork_avoid::path::{Decay, Doing, Footing, World, footings};
use footwork_avoid::spheres::Places;
use footwork_avoid::timing::EntryTimes;
use footwork_avoid::volumes::Volumes;
use footwork_avoid::{AvoidSettings, BakeSettings, Skill, bake};
use footwork_motion::{Rng, Transform};
use footwork_performer::{Show, perform};
use footwork_plan::progress::UNHEARD;
use footwork_stage::Rig;
use glam::{Quat, Vec3};

/// Some seconds of a show, annotated as recordings are.
pub fn repertoire(shows: &[&str], seconds: f32, seed: u64) -> Repertoire {
    let mut all: Option<Repertoire> = None;
    for name in shows {
        let show = Show::ALL.into_iter().find(|show| show.name() == *name).expect("a show");
        let mut shown = perform(show, seconds, seed, 60.0).expect("it performs");
        shown.clip.name = format!("{}-{seed}", show.name());
        let take = Take::new(shown.clip, Annotation::default());
        let skeleton = shown.skeleton;
        all.get_or_insert(Repertoire { skeleton, takes: Vec::new() }).takes.push(take);
    }
    let mut repertoire = all.expect("a show");
    annotate(&mut repertoire, &Settings::default(), UNHEARD).expect("it can be annotated");
    repertoire
}

/// A dodger, baked.
pub struct Known {
    pub rig: Arc<Rig>,
    pub skill: Skill,
    pub volumes: Volumes,
    pub decay: Decay,
    pub times: EntryTimes,
    pub footings: Vec<Footing>,
}

pub fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let rig = Rig::new(Arc::new(repertoire(&["dodging"], 60.0, 1))).expect("a rig");
        let skill = bake(rig.repertoire(), &BakeSettings::default(), UNHEARD).expect("it bakes");
        let volumes = Volumes::new(&rig, skill.tables.settings.stored);
        let footings = footings(&skill.tables, &rig);
        let times = EntryTimes::new(&skill.tables);
        Known { rig: Arc::new(rig), skill, volumes, decay: Decay::new(), times, footings }
    })
}

impl Known {
    pub fn world<'a>(&'a self, settings: &'a AvoidSettings) -> World<'a> {
        let Known { rig, skill, volumes, decay, times, footings } = self;
        World { tables: &skill.tables, volumes, decay, rig, times, footings, settings }
    }

    /// A body that plays a take from somewhere, as it was recorded, placed in the world.
    pub fn doing(&self, take: u32, time: f64, at: Vec3, heading: f32) -> Doing {
        let frame = Transform { rotation: Quat::from_rotation_y(heading), translation: at };
        let played = frame * self.rig.ground(take, time).expect("a take").inverse();
        let groups = self.volumes.groups();
        let shown = self.volumes.at(take, time).placed(played, groups);
        let later = self.volumes.at(take, time + 1.0 / 60.0).placed(played, groups);
        let mut moving = Places::ORIGIN;
        for sphere in 0..self.volumes.spheres.all.len() {
            moving.set(sphere, (later.get(sphere) - shown.get(sphere)) * 60.0);
        }
        Doing { take, time, rate: 1.0, frame, shown, moving, down: [false; 2] }
    }

    /// A body somewhere in its takes, drawn at random.
    pub fn some_doing(&self, rng: &mut Rng) -> Doing {
        let take = rng.below(self.rig.repertoire().takes.len()) as u32;
        let seconds = self.rig.repertoire().takes[take as usize].clip.seconds();
        let at = Vec3::new(rng.range(-3.0, 3.0), 0.0, rng.range(-3.0, 3.0));
        self.doing(take, f64::from(rng.range(0.5, seconds as f32 - 3.0)), at, rng.range(-3.0, 3.0))
    }

    /// A ball that comes at some sphere of a body, from ahead of it, and is there after a while.
    pub fn some_ball(&self, doing: &Doing, rng: &mut Rng) -> Attack {
        let sphere = rng.below(self.volumes.spheres.all.len());
        let aim = doing.shown.get(sphere) + 0.05 * Vec3::new(rng.signed(), rng.signed(), rng.signed());
        let angle = rng.range(-1.2, 1.2);
        let from = doing.frame.rotation * Quat::from_rotation_y(angle) * Vec3::new(0.0, 0.1, 1.0);
        let speed = rng.range(4.0, 16.0);
        ball(aim, -from.normalize() * speed, rng.range(0.3, 0.8), rng.range(0.05, 0.15))
    }
}

/// A ball that goes straight, and is at a place at a time.
pub fn ball(aim: Vec3, velocity: Vec3, time: f32, radius: f32) -> Attack {
    let step = (0.12 / velocity.length()).clamp(1.0 / 120.0, 0.05);
    let moments = ((2.0 * 1.5 / velocity.length() / step) as usize + 1).min(MOST_MOMENTS);
    let first = (time - 0.5 * moments as f32 * step).max(0.0);
    let mut attack = Attack { first, step, moments, time, count: 1, ..Attack::NOTHING };
    let mut shot = Shot { radius, live: [0, moments as u32], ..Shot::NOWHERE };
    for moment in 0..moments {
        shot.at[moment] = aim + velocity * (attack.moment(moment) - time);
    }
    attack.shots[0] = shot;
    attack
}
