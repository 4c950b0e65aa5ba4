#![allow(dead_code)]
//! What tests of pushes share: a skill that is baked once, somebody who stands, and a push.

use std::sync::{Arc, OnceLock};

use footwork_annotate::{Annotation, Repertoire, Settings as AnnotateSettings, Take, annotate};
use footwork_motion::{Role, Transform};
use footwork_performer::{Show, perform};
use footwork_plan::progress::UNHEARD;
use footwork_push::{BakeSettings, Skill, Stagger, StaggerSettings, bake};
use footwork_stage::minds::Loop;
use footwork_stage::{ActorId, Ask, Cue, Move, ReflexId, Rig, Settings, Stage};
use glam::Vec3;

pub fn performed(show: &str, seconds: f32) -> Repertoire {
    let performance = perform(Show::named(show).expect("a show"), seconds, 2, 60.0).expect("a performance");
    let take = Take::new(performance.clip, Annotation::default());
    let mut repertoire = Repertoire { skeleton: performance.skeleton, takes: vec![take] };
    annotate(&mut repertoire, &AnnotateSettings::default(), UNHEARD).expect("it is annotated");
    repertoire
}

pub struct Known {
    pub rig: Arc<Rig>,
    pub skill: Skill,
}

pub fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let repertoire = performed("pushed", 40.0).with_mirrors().expect("a whole body");
        let settings = BakeSettings { examples: 120, ..BakeSettings::default() };
        let (skill, _) = bake(&repertoire, &[], &settings, UNHEARD).expect("it bakes");
        Known { rig: Arc::new(Rig::new(Arc::new(repertoire)).expect("a rig")), skill }
    })
}

/// Somebody who stands, with the reflex.
pub fn standing(settings: StaggerSettings) -> (Stage, ActorId, ReflexId) {
    let Known { rig, skill } = known();
    let mut stage = Stage::new(Settings::default(), 1).expect("a stage");
    let mind = stage.add_mind(Loop { what: Move::new(rig.stand()) });
    let reflex = stage.add_reflex(Stagger::new(skill, rig, settings).expect("its own"));
    let number = stage.add_rig(rig.clone());
    let actor = stage.add_actor(number, Some(mind), Transform::IDENTITY).expect("an actor");
    stage.set_reflexes(actor, &[reflex]).expect("it is there");
    (0..60).for_each(|_| stage.step());
    (stage, actor, reflex)
}

pub fn push(stage: &mut Stage, actor: ActorId, role: Role, impulse: Vec3) {
    let me = stage.actor(actor).expect("somebody");
    let place = me.rig().skeleton().site(role).expect("a person").position(me.world());
    let (tick, to) = (stage.tick(), actor);
    let ask = Ask::Push { point: place - 0.1 * impulse.normalize_or_zero(), impulse };
    stage.cue(Cue { tick, to, ask }).expect("a cue");
}

/// Plays the best response, however bad.
pub const NO_FALLS: StaggerSettings =
    StaggerSettings { threshold: None, least: 0.2, tone: 0.2, falls: false, bumps: true };
