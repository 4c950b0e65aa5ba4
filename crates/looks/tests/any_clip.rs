//! Any clip can be looked at: nothing panics, and every figure is a number.

use crate::body::{clip, person};
use footwork_looks::pair::{answer_delay, defence, recoil, twins};
use footwork_looks::{Kind, Look, MEASURES, Seen, report};
use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, Joint, Role, Skeleton};
use proptest::prelude::*;

/// Clips of some frames in which every joint is turned anyhow and the root is anywhere.
fn any_clip(skeleton: Skeleton) -> impl Strategy<Value = (Skeleton, Clip)> {
    let joints = skeleton.len();
    let frame = (
        prop::array::uniform3(-5.0_f32..5.0),
        prop::collection::vec(prop::array::uniform3(-3.0_f32..3.0), joints),
    );
    let frames = prop::collection::vec(frame, 1..40);
    (frames, prop::sample::select(vec![0.5_f32, 24.0, 30.0, 60.0, 120.0, 1000.0])).prop_map(
        move |(frames, rate)| {
            let translations = frames.iter().map(|(at, _)| Vec3::from(*at)).collect();
            let turned =
                |v: &[f32; 3]| Quat::from_euler(footwork_motion::glam::EulerRot::XYZ, v[0], v[1], v[2]);
            let rotations = frames.iter().flat_map(|(_, turns)| turns.iter().map(turned)).collect();
            let clip = Clip::new(&skeleton, "any", rate, translations, rotations).expect("a clip");
            (skeleton.clone(), clip)
        },
    )
}

/// The person with every bone of no length.
fn point() -> Skeleton {
    let joints: Vec<Joint> = person().joints().map(|joint| Joint { offset: Vec3::ZERO, ..joint }).collect();
    Skeleton::new(joints).expect("a skeleton")
}

fn all_figures_are_numbers(skeleton: &Skeleton, clip: &Clip) {
    let Ok(seen) = Seen::of(skeleton, clip) else { return };
    for kind in Kind::ALL {
        for measure in MEASURES {
            let value = (measure.of)(&Look { seen: &seen, kind, span: 0..seen.frames() });
            assert!(value.is_none_or(f32::is_finite), "{} in {}: {value:?}", measure.key, kind.name());
        }
    }
    for row in report::rows(std::slice::from_ref(&seen), std::slice::from_ref(&seen)) {
        assert!(row.value.is_finite());
    }
    if let Some(twins) = twins(&seen, &seen) {
        assert_eq!(twins.share, 1.0);
    }
    for at in [-1.0, 0.0, 0.3, 1e9, f32::NAN] {
        assert!(recoil(&seen, at, Vec3::X).is_none_or(f32::is_finite));
        assert!(answer_delay(&seen, at).is_none_or(f32::is_finite));
        assert!(defence(&seen, &[at]).is_none_or(|d| d.before_blows.is_finite() && d.by_chance.is_finite()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_motion_of_a_person_gives_numbers((skeleton, clip) in any_clip(person())) {
        all_figures_are_numbers(&skeleton, &clip);
    }

    #[test]
    fn any_motion_of_a_body_without_lengths_gives_numbers((skeleton, clip) in any_clip(point())) {
        all_figures_are_numbers(&skeleton, &clip);
    }
}

#[test]
fn one_frame_and_a_long_stillness_give_numbers() {
    let skeleton = person();
    all_figures_are_numbers(&skeleton, &clip(&skeleton, 0.0, |_, _| {}));
    all_figures_are_numbers(&skeleton, &clip(&skeleton, 20.0, |_, _| {}));
    all_figures_are_numbers(&point(), &clip(&point(), 5.0, |_, _| {}));
}

#[test]
fn a_body_without_a_head_is_refused_by_name() {
    let joints: Vec<Joint> = person().joints().take(4).collect();
    let skeleton = Skeleton::new(joints).expect("a skeleton");
    let error = Seen::of(&skeleton, &clip(&skeleton, 1.0, |_, _| {})).expect_err("no limbs");
    assert!(error.to_string().contains("no "), "{error}");
    assert_ne!(error.0, Role::Hips);
}
