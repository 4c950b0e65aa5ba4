//! A repertoire's file: the same back, and nothing else taken for one.

use footwork_annotate::edits::CutEdit;
use footwork_annotate::sealed::{self, SealError};
use footwork_annotate::{Action, Annotation, Edits, Limb, Origin, Repertoire, Span, Strike, Supports, Take};
use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Role, Site, Skeleton, Transform};
use footwork_performer::{Show, perform};

fn repertoire() -> Repertoire {
    let performance = perform(Show::Boxing, 3.0, 1, 60.0).unwrap();
    let frames = performance.clip.frames() as u32;
    let strike = Strike {
        frame: 30,
        effective: Span { first: 28, end: 32 },
        limb: Limb::LeftHand,
        point: Vec3::new(0.1, 1.4, 0.6),
        direction: Vec3::Z,
        speed: 6.5,
    };
    let action = |first, end| Action {
        span: Span { first, end },
        classes: vec!["attack".into()],
        limbs: vec![Limb::LeftHand],
        direction: Some(Vec3::Z),
        protects: None,
        avoids: None,
        sure: 0.5,
        origin: Origin::Suggested,
    };
    let annotation = Annotation {
        supports: Supports {
            left: vec![Span { first: 0, end: 40 }],
            right: vec![Span { first: 10, end: 90 }],
        },
        strikes: vec![strike],
        actions: vec![action(0, 60), action(60, frames)],
        ..Annotation::default()
    };
    let mut take = Take::new(performance.clip, annotation);
    take.edits = Edits { cuts: vec![CutEdit::Add(1.0)], ..Edits::default() };
    Repertoire { skeleton: performance.skeleton, takes: vec![take] }
}

#[test]
fn a_repertoire_comes_back_as_it_was() {
    let mut repertoire = repertoire();
    // A role that names alone would not give.
    let hand = repertoire.skeleton.site(Role::LeftHand).unwrap();
    repertoire.skeleton.roles_mut().set(Role::LeftHand, Site { offset: Vec3::new(0.0, 0.01, 0.0), ..hand });
    let bytes = repertoire.to_bytes();
    assert_eq!(Repertoire::from_bytes(&bytes).as_ref(), Ok(&repertoire));
    assert_eq!(repertoire.to_bytes(), bytes);
}

#[test]
fn whatever_decides_how_it_moves_or_what_it_means_changes_the_fingerprint() {
    let original = repertoire().fingerprint();
    assert_eq!(Repertoire::from_bytes(&repertoire().to_bytes()).unwrap().fingerprint(), original);
    type Change = fn(&mut Repertoire);
    let changes: [(&str, Change); 5] = [
        ("a take's name", |r| r.takes[0].clip.name.push('x')),
        ("where it was recorded", |r| {
            let by = Transform::new(Quat::IDENTITY, Vec3::X * 1e-3);
            r.takes[0].clip = r.takes[0].clip.clone().moved(by);
        }),
        ("a strike", |r| r.takes[0].annotation.strikes[0].frame += 1),
        ("a take twice", |r| r.takes.push(r.takes[0].clone())),
        ("no take", |r| r.takes.clear()),
    ];
    for (what, change) in changes {
        let mut changed = repertoire();
        change(&mut changed);
        assert_ne!(changed.fingerprint(), original, "{what}");
    }
    let mut said = repertoire();
    said.takes[0].edits = Edits::default();
    assert_eq!(said.fingerprint(), original, "what was said, but led to no other annotation");
}

#[test]
fn a_file_that_is_cut_in_half_is_refused() {
    let bytes = repertoire().to_bytes();
    let refused = Repertoire::from_bytes(&bytes[..bytes.len() / 2]);
    assert!(matches!(refused, Err(SealError::CutShort { .. })), "{refused:?}");
}

#[test]
fn a_flipped_byte_is_found_wherever_it_is() {
    let bytes = repertoire().to_bytes();
    for at in (0..bytes.len()).step_by(997) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(Repertoire::from_bytes(&damaged).is_err(), "byte {at}");
    }
}

/// What comes back of a repertoire after a change that its checksum does not tell.
fn resealed(change: impl FnOnce(&mut Repertoire)) -> Result<Repertoire, SealError> {
    let mut repertoire = repertoire();
    change(&mut repertoire);
    Repertoire::from_bytes(&repertoire.to_bytes())
}

#[test]
fn annotations_that_speak_of_frames_that_are_not_there_are_refused() {
    let nonsense = |result: Result<Repertoire, SealError>| matches!(result, Err(SealError::Nonsense(_)));
    assert!(resealed(|_| {}).is_ok());
    assert!(nonsense(resealed(|r| r.takes[0].annotation.supports.left[0].end = 9999)));
    assert!(nonsense(resealed(|r| r.takes[0].annotation.supports.right.push(Span { first: 20, end: 30 }))));
    assert!(nonsense(resealed(|r| r.takes[0].annotation.strikes[0].frame = 5000)));
    assert!(nonsense(resealed(|r| r.takes[0].annotation.strikes[0].speed = f32::NAN)));
    assert!(nonsense(resealed(|r| r.takes[0].annotation.actions[1].span.first = 70)));
    assert!(nonsense(resealed(|r| drop(r.takes[0].annotation.actions.pop()))));
    assert!(nonsense(resealed(|r| r.takes[0].annotation.actions[0].sure = f32::INFINITY)));
    assert!(nonsense(resealed(|r| r.takes.push(r.takes[0].clone()))));
}

/// What a file says with a checksum that is right, and what nothing after it could work with.
#[test]
fn numbers_that_no_recording_has_are_refused() {
    type Change = fn(&mut Repertoire);
    fn with_offset(r: &mut Repertoire, offset: Vec3) {
        let mut joints: Vec<_> = r.skeleton.joints().collect();
        joints[3].offset = offset;
        let roles = r.skeleton.roles().clone();
        r.skeleton = Skeleton::new(joints).unwrap();
        *r.skeleton.roles_mut() = roles;
    }
    let changes: [(&str, Change); 9] = [
        ("an hour a frame", |r| r.takes[0].clip = r.takes[0].clip.clone().with_rate(0.001).unwrap()),
        ("a million frames a second", |r| r.takes[0].clip = r.takes[0].clip.clone().with_rate(1e6).unwrap()),
        ("a bone of 3e38 m", |r| with_offset(r, Vec3::X * 3e38)),
        ("a body 10^10 m away", |r| r.takes[0].clip.translations_mut(9)[0].z = 1e10),
        ("a rotation of length 2", |r| r.takes[0].clip.rotations_mut(9)[2] *= 2.0),
        ("a blow that lands nowhere", |r| r.takes[0].annotation.strikes[0].point.y = 1e30),
        ("a blow faster than anything", |r| r.takes[0].annotation.strikes[0].speed = 1e30),
        ("a cut at no time", |r| r.takes[0].edits.cuts.push(CutEdit::Add(f64::NAN))),
        ("a role far off", |r| {
            let hand = r.skeleton.site(Role::LeftHand).unwrap();
            r.skeleton.roles_mut().set(Role::LeftHand, Site { offset: Vec3::Y * 1e20, ..hand });
        }),
    ];
    for (what, change) in changes {
        let refused = resealed(change);
        assert!(matches!(refused, Err(SealError::Nonsense(_))), "{what}: {:?}", refused.map(|_| ()));
    }
}

#[test]
fn payloads_of_any_bytes_are_refused_and_nothing_more() {
    let bytes = repertoire().to_bytes();
    let payload = sealed::open("rep", Repertoire::VERSION, &bytes).unwrap();
    for length in [0, 1, 7, 100, 5000] {
        let cut = sealed::seal("rep", Repertoire::VERSION, &payload[..length]);
        assert!(matches!(Repertoire::from_bytes(&cut), Err(SealError::Nonsense(_))), "{length}");
    }
    // A length that no memory could hold, with nothing behind it.
    let huge = sealed::seal("rep", Repertoire::VERSION, &[0xff; 64]);
    assert!(matches!(Repertoire::from_bytes(&huge), Err(SealError::Nonsense(_))));
    let later = sealed::seal("rep", Repertoire::VERSION + 1, payload);
    let refused = Repertoire::from_bytes(&later);
    assert!(matches!(refused, Err(SealError::OtherVersion { found: 3, wanted: 2 })), "{:?}", refused.err());
}
