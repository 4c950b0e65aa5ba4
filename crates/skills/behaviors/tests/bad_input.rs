//! What cannot be baked, and skills that do not fit: clear errors.

use crate::common;
use footwork_annotate::Annotation;
use footwork_annotate::sealed::SealError;
use footwork_behaviors::model::ModelSettings;
use footwork_behaviors::{
    BakeError, BakeSettings, Behavior, Boxer, BoxerSettings, ModelError, Skill, Solver, bake,
};
use footwork_performer::Show;
use footwork_plan::progress::{Flow, UNHEARD};
use footwork_stage::Rig;
use std::sync::Arc;

fn baked(repertoire: &footwork_annotate::Repertoire, settings: &BakeSettings) -> Result<Skill, BakeError> {
    bake(repertoire, &Behavior::boxer(), settings, UNHEARD)
}

#[test]
fn a_repertoire_without_strikes_is_told_so() {
    let walking = common::repertoire(Show::Locomotion, 30.0, &[1]);
    let error = baked(&walking, &BakeSettings::default()).unwrap_err();
    assert!(matches!(error, BakeError::NoBlows { .. }), "{error}");
    assert!(error.to_string().contains("left_hand"), "{error}");
}

#[test]
fn a_repertoire_without_foot_events_is_told_so() {
    let mut still = common::repertoire(Show::Boxing, 20.0, &[1]);
    still.takes[0].annotation =
        Annotation { strikes: still.takes[0].annotation.strikes.clone(), ..Default::default() };
    let error = baked(&still, &BakeSettings::default()).unwrap_err();
    assert!(matches!(error, BakeError::Model(ModelError::NoStates)), "{error}");
    let mut one_foot = common::repertoire(Show::Boxing, 20.0, &[1]);
    one_foot.takes[0].annotation.supports.left.clear();
    let settings = BakeSettings { model: ModelSettings::paper(), ..BakeSettings::default() };
    let error = baked(&one_foot, &settings).unwrap_err();
    assert!(matches!(error, BakeError::Model(ModelError::NoStates)), "{error}");
}

#[test]
fn hardly_any_motion_bakes_or_says_why() {
    for seconds in [1.0, 3.0, 6.0, 9.0] {
        let little = common::repertoire(Show::Boxing, seconds, &[4]);
        match baked(&little, &BakeSettings::default()) {
            Ok(skill) => {
                assert!(skill.tables.iter().all(|table| table.scale.is_finite()));
                let rig = Rig::new(Arc::new(little)).unwrap();
                assert!(Boxer::new(&rig, Arc::new(skill), BoxerSettings::default()).is_ok());
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let repertoire = common::repertoire(Show::Boxing, 20.0, &[1]);
    let wrong = BakeSettings { solver: Solver::Sweeps { error: f32::NAN }, ..BakeSettings::default() };
    assert!(matches!(baked(&repertoire, &wrong), Err(BakeError::Error(_))));
    let model = ModelSettings { wind: -1.0, ..ModelSettings::default() };
    let wrong = BakeSettings { model, ..BakeSettings::default() };
    assert!(matches!(baked(&repertoire, &wrong), Err(BakeError::Model(ModelError::Setting { .. }))));
    let none = bake(&repertoire, &[], &BakeSettings::default(), UNHEARD);
    assert_eq!(none, Err(BakeError::NoBehaviors));
    let off = bake(&repertoire, &Behavior::boxer(), &BakeSettings::default(), &|_| Flow::Stop);
    assert_eq!(off, Err(BakeError::Stopped));
    let (rig, skill) = common::boxing(20.0, &[1]);
    let wrong = BoxerSettings { temperature: f32::NAN, ..BoxerSettings::default() };
    assert!(Boxer::new(&rig, skill, wrong).is_err());
}

#[test]
fn a_skill_is_of_its_motion_and_of_what_was_found_in_it() {
    let (rig, skill) = common::boxing(20.0, &[1]);
    let bytes = skill.to_bytes();
    assert_eq!(Skill::from_bytes(&bytes).as_ref(), Ok(&*skill));
    assert!(Boxer::new(&rig, skill.clone(), BoxerSettings::default()).is_ok());
    let other = common::repertoire(Show::Boxing, 20.0, &[2]);
    assert_eq!(skill.check(&other), Err(SealError::OtherRepertoire));
    let mut edited = rig.repertoire().clone();
    edited.takes[0].annotation.strikes.pop();
    assert_eq!(skill.check(&edited), Err(SealError::OtherRepertoire), "it has other blows");
}

#[test]
fn a_skill_whose_lists_do_not_fit_is_refused() {
    let (_, skill) = common::boxing(20.0, &[1]);
    let refused = |change: &dyn Fn(&mut Skill)| {
        let mut other = (*skill).clone();
        change(&mut other);
        Skill::from_bytes(&other.to_bytes()).is_err()
    };
    assert!(!refused(&|_| {}));
    assert!(refused(&|skill| skill.model.to[0] = u32::MAX));
    assert!(refused(&|skill| skill.model.actions.clear()));
    assert!(refused(&|skill| skill.model.pieces[0].blows = u32::MAX));
    assert!(refused(&|skill| skill.model.moved[0].x = f32::NAN));
    assert!(refused(&|skill| skill.tables[0].values.truncate(3)));
    assert!(refused(&|skill| skill.tables[0].behavior.discount = 2.0));
    assert!(refused(&|skill| skill.model.rate = 0.0));
    assert!(refused(&|skill| skill.model.blows[0].tips = 0));
    assert!(refused(&|skill| skill.tables.clear()));
    assert!(refused(&|skill| skill.tables[0].scale = -1.0));
}

/// A file may state the right fingerprint and name frames that are not there.
#[test]
fn a_skill_that_names_what_is_in_no_take_is_refused_by_the_repertoire() {
    let (rig, skill) = common::boxing(20.0, &[1]);
    let check = |change: &dyn Fn(&mut Skill)| {
        let mut other = (*skill).clone();
        change(&mut other);
        other.check(rig.repertoire())
    };
    assert_eq!(check(&|_| {}), Ok(()));
    let nonsense = |change: &dyn Fn(&mut Skill)| matches!(check(change), Err(SealError::Nonsense(_)));
    assert!(nonsense(&|skill| skill.model.pieces[0].take = 99));
    assert!(nonsense(&|skill| skill.model.pieces[0].end = 1_000_000));
    assert!(nonsense(&|skill| skill.model.states[0].take = u32::MAX));
    assert!(nonsense(&|skill| skill.model.states[0].frame = u32::MAX));
    assert!(nonsense(&|skill| skill.model.blows[0].take = 7));
    assert!(nonsense(&|skill| skill.model.blows[0].over = u32::MAX));
    // Powers of the discount are kept for as many frames as the longest action has.
    assert!(nonsense(&|skill| skill.model.length[0] = u32::MAX));
    assert!(nonsense(&|skill| skill.model.rate = 30.0));
}

#[test]
fn without_departures_from_the_paper_states_are_those_of_the_graph() {
    let repertoire = common::repertoire(Show::Boxing, 30.0, &[3]);
    let settings = ModelSettings { shortest: 0.0, wind: 0.0, ..ModelSettings::default() };
    let tracks = footwork_behaviors::tracks::Tracks::new(&repertoire, &[]).unwrap();
    let model = footwork_behaviors::model::build(&repertoire, &tracks, &settings).unwrap();
    let graph = footwork_graph::frames::build(&repertoire, &settings.frames, UNHEARD).unwrap();
    let states = footwork_graph::frames::collapse::collapse(&graph, &graph.component);
    assert_eq!(
        (model.states.len(), &model.to, &model.length),
        (states.frames.len(), &states.to, &states.length)
    );
}
