//! What is refused, and with what words; and what is done where nothing better can be done.

use crate::common::{baked, performed, traces};
use footwork_annotate::Repertoire;
use footwork_annotate::sealed::SealError;
use footwork_fragments::family::FamilySettings;
use footwork_fragments::{BakeSettings, Controller, FragmentError, Ground, Skill, Trace, bake};
use footwork_graph::{FragmentSettings, GraphError};
use footwork_plan::progress::{Flow, Progress, UNHEARD};

fn try_bake(
    repertoire: &Repertoire,
    traces: &[Trace],
    settings: &BakeSettings,
) -> Result<Skill, FragmentError> {
    bake(repertoire, traces, settings, UNHEARD)
}

fn empty_trace() -> Trace {
    Trace { name: "empty".into(), player: "nobody".into(), seconds: 0.1, samples: Vec::new() }
}

#[test]
fn traces_without_a_step_are_refused_for_the_model_and_not_needed_by_others() {
    let repertoire = performed(3.0);
    for none in [
        vec![],
        vec![empty_trace()],
        vec![Trace { samples: traces(1, 0.1)[0].samples.clone(), ..empty_trace() }],
    ] {
        let refused = try_bake(&repertoire, &none, &BakeSettings::default());
        assert_eq!(refused, Err(FragmentError::NoSamples));
        let settings = BakeSettings { controllers: vec![Controller::Steady], ..BakeSettings::default() };
        let skill = try_bake(&repertoire, &none, &settings).unwrap();
        assert_eq!(skill.player.steps(), 0);
    }
    let ground = Ground::of(&repertoire, &[], &BakeSettings::default()).unwrap();
    let refused = ground.solve(Controller::Model, None, 1e-3, None, UNHEARD);
    assert_eq!(refused.err(), Some(FragmentError::NoSamples));
}

#[test]
fn a_repertoire_of_nothing_is_refused() {
    let mut repertoire = performed(3.0);
    let long = BakeSettings {
        fragments: FragmentSettings { seconds: 9.0, ..FragmentSettings::PAPER },
        ..BakeSettings::default()
    };
    let refused = try_bake(&repertoire, &traces(1, 60.0), &long);
    assert_eq!(refused, Err(FragmentError::NoFragments { seconds: 9.0 }));
    repertoire.takes.clear();
    let refused = try_bake(&repertoire, &traces(1, 5.0), &BakeSettings::default());
    assert_eq!(refused, Err(FragmentError::Graph(GraphError::NoTakes)));
}

#[test]
fn settings_that_are_none_are_refused() {
    let repertoire = performed(1.0);
    let plain = BakeSettings::default();
    for bad in [
        BakeSettings { discount: 1.0, ..plain.clone() },
        BakeSettings { discount: f32::NAN, ..plain.clone() },
        BakeSettings { flight: -1.0, ..plain.clone() },
        BakeSettings {
            family: Some(FamilySettings { most: 0, ..FamilySettings::default() }),
            ..plain.clone()
        },
    ] {
        let refused = try_bake(&repertoire, &traces(1, 5.0), &bad);
        assert!(matches!(refused, Err(FragmentError::Setting { .. })), "{refused:?}");
    }
    let small = BakeSettings { memory: 1000, ..plain.clone() };
    let refused = try_bake(&repertoire, &traces(1, 5.0), &small);
    assert!(
        matches!(refused, Err(FragmentError::TooMuchMemory { needs, allowed: 1000, .. }) if needs > 1000),
        "{refused:?}"
    );
    let none = BakeSettings { controllers: vec![], ..plain.clone() };
    assert_eq!(try_bake(&repertoire, &traces(1, 5.0), &none), Err(FragmentError::NoControllers));
    let bound = BakeSettings { bound: 0.0, ..plain };
    assert!(matches!(try_bake(&repertoire, &traces(1, 5.0), &bound), Err(FragmentError::Plan(_))));
    let ground = Ground::of(&repertoire, &[], &BakeSettings::default()).unwrap();
    for share in [0.0, -1.0, 1.5, f32::NAN] {
        assert!(matches!(ground.thresholded(share), Err(FragmentError::Setting { .. })), "{share}");
    }
}

#[test]
fn one_fragment_is_played_over_and_over() {
    let mut repertoire = performed(1.0);
    repertoire.takes.truncate(1);
    let settings =
        BakeSettings { fragments: FragmentSettings { seconds: 0.9, every: 0.9 }, ..BakeSettings::default() };
    let skill = try_bake(&repertoire, &traces(1, 60.0), &settings).unwrap();
    assert_eq!(skill.fragments.segments.len(), 1);
    for table in &skill.tables {
        assert!(table.next.iter().all(|&next| next == 0));
    }
    assert_eq!(Skill::from_bytes(&skill.to_bytes()), Ok(skill));
}

/// Somebody who only walks ahead, asked for everything: tables are whole, and what cannot be answered is told.
#[test]
fn motion_for_half_of_the_controls_is_enough_for_a_table() {
    let mut repertoire = performed(12.0);
    repertoire.takes.truncate(1);
    let settings = BakeSettings::default();
    let ground = Ground::of(&repertoire, &traces(1, 30.0), &settings).unwrap();
    let unanswered = ground.unanswered();
    assert!(unanswered.len() > ground.space.bins() / 2, "{}", unanswered.len());
    let solution = ground.solve(Controller::Model, None, 1e-3, None, UNHEARD).unwrap();
    assert!(solution.table.values.iter().all(|value| value.is_finite() && *value >= 0.0));
    assert!(ground.chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
    assert!(ground.player.visited() < ground.space.bins(), "some bins nobody visits");
}

#[test]
fn thresholded_every_fragment_keeps_a_transition() {
    let ground = Ground::of(&performed(6.0), &traces(1, 30.0), &BakeSettings::default()).unwrap();
    for share in [1e-6, 0.001, 0.08, 1.0] {
        let open = ground.thresholded(share).unwrap();
        assert!(open.first.windows(2).all(|pair| pair[0] < pair[1]), "{share}");
        let solution = ground.solve(Controller::Model, Some(&open), 1e-3, None, UNHEARD).unwrap();
        assert!(solution.finished);
    }
}

#[test]
fn baking_can_be_stopped() {
    let repertoire = performed(3.0);
    let at_once = bake(&repertoire, &traces(1, 20.0), &BakeSettings::default(), &|_| Flow::Stop);
    assert_eq!(at_once, Err(FragmentError::Stopped));
    let while_solving =
        |at: Progress<'_>| if at.stage.starts_with("model") { Flow::Stop } else { Flow::GoOn };
    let later = bake(&repertoire, &traces(1, 20.0), &BakeSettings::default(), &while_solving);
    assert_eq!(later, Err(FragmentError::Stopped));
}

/// A file may state the right fingerprint and name frames that are not there.
#[test]
fn a_skill_that_names_what_is_in_no_take_is_refused_by_the_repertoire() {
    let repertoire = performed(3.0);
    let skill = baked(&repertoire);
    for change in [
        |skill: &mut Skill| skill.fragments.segments.last_mut().unwrap().take = 2,
        |skill: &mut Skill| skill.fragments.segments.last_mut().unwrap().end = 1_000_000,
        |skill: &mut Skill| skill.fragments.rate = 30.0,
    ] {
        let mut other = skill.clone();
        change(&mut other);
        assert!(Skill::from_bytes(&other.to_bytes()).is_ok(), "by itself it makes sense");
        let refused = other.check(&repertoire);
        assert!(matches!(refused, Err(FragmentError::Sealed(SealError::Nonsense(_)))), "{refused:?}");
    }
}
