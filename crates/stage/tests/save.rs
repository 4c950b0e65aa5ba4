//! Snapshots as bytes: what was saved goes on as it was, and nothing that is read from outside does any harm.

use std::sync::Arc;

use crate::common;
use crate::common::everything;
use footwork_annotate::sealed::{self, SealError};
use footwork_motion::Transform;
use footwork_performer::Show;
use footwork_stage::minds::{Loop, Play};
use footwork_stage::{Move, Path, RestoreError, Rng, Settings, Snapshot, Stage};
use proptest::prelude::*;

#[test]
fn a_save_game_goes_on_in_another_stage_to_the_bit() {
    let mut stage = everything::stage(2);
    for _ in 0..700 {
        everything::step(&mut stage);
    }
    let snapshot = stage.snapshot();
    let bytes = snapshot.to_bytes();
    let read = Snapshot::from_bytes(&bytes).unwrap();
    assert_eq!((read.tick(), read.hash()), (700, snapshot.hash()));
    let mut other = everything::stage(0);
    other.restore(&read).unwrap();
    assert_eq!(other.hash(), stage.hash());
    for _ in 0..500 {
        everything::step(&mut stage);
        everything::step(&mut other);
    }
    assert_eq!(other.hash(), stage.hash());
    assert_eq!(read.to_bytes(), bytes, "and is written again in the same way");
}

#[test]
fn what_is_cut_foreign_old_or_damaged_is_refused_with_what_to_do() {
    let mut stage = everything::stage(0);
    everything::step(&mut stage);
    let bytes = stage.snapshot().to_bytes();
    let refused = |bytes: &[u8]| Snapshot::from_bytes(bytes).unwrap_err();
    let payload = sealed::open("save", Snapshot::VERSION, &bytes).unwrap().to_vec();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 4;
    assert_eq!(refused(&damaged), RestoreError::Sealed(SealError::Damaged));
    assert!(matches!(refused(&bytes[..bytes.len() - 9]), RestoreError::Sealed(SealError::CutShort { .. })));
    assert!(matches!(refused(b"BVH"), RestoreError::Sealed(SealError::Foreign { .. })));
    assert!(matches!(refused(b""), RestoreError::Sealed(SealError::Foreign { .. })));
    let other = sealed::seal("rep", 1, &payload);
    assert!(matches!(refused(&other), RestoreError::Sealed(SealError::OtherKind { .. })));
    let old = sealed::seal("save", 0, &payload);
    assert!(matches!(
        refused(&old),
        RestoreError::Sealed(SealError::OtherVersion { found: 0, wanted: Snapshot::VERSION })
    ));
    let short = sealed::seal("save", Snapshot::VERSION, &payload[..payload.len() - 1]);
    assert!(matches!(refused(&short), RestoreError::Sealed(SealError::Nonsense(_))));
    let long = sealed::seal("save", Snapshot::VERSION, &[&payload[..], &[0]].concat());
    assert!(matches!(refused(&long), RestoreError::Nonsense(_)));
    for error in [refused(&damaged), refused(&old), refused(b"")] {
        assert!(error.to_string().len() > 20, "{error}");
    }
}

#[test]
fn a_save_game_of_another_stage_is_refused_and_the_stage_goes_on() {
    let rig = Arc::new(common::rig(Show::Boxing, 5.0, &[1]));
    let made = |seconds: f32, looped: bool, path: f32| {
        let rig =
            if seconds == 5.0 { rig.clone() } else { Arc::new(common::rig(Show::Boxing, seconds, &[1])) };
        let mut stage = Stage::new(Settings::default(), 1).unwrap();
        let what = Move::whole(&rig, 0);
        let mind = if looped { stage.add_mind(Loop { what }) } else { stage.add_mind(Play { what }) };
        let place = Transform::new(glam::Quat::IDENTITY, glam::Vec3::X * path);
        stage.add_path(Path::new(vec![(0.0, place)], false).unwrap());
        let rig = stage.add_rig(rig);
        stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
        stage
    };
    let saved = Snapshot::from_bytes(&made(5.0, true, 1.0).snapshot().to_bytes()).unwrap();
    made(5.0, true, 1.0).restore(&saved).unwrap();
    let refused = [
        (made(6.0, true, 1.0), RestoreError::OtherRig { rig: 0 }),
        (made(5.0, false, 1.0), RestoreError::OtherMind { mind: 0 }),
        (made(5.0, true, 2.0), RestoreError::OtherPath { path: 0 }),
    ];
    for (mut stage, error) in refused {
        let hash = stage.hash();
        assert_eq!(stage.restore(&saved), Err(error));
        assert_eq!(stage.hash(), hash);
        stage.step();
    }
}

/// A segment that ended before its take began made fighters who think ahead overflow.
#[test]
fn a_save_game_in_which_somebody_plays_what_is_not_in_his_take_is_refused() {
    let rig = Arc::new(common::rig(Show::Boxing, 5.0, &[1]));
    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let mind = stage.add_mind(Loop { what: Move::whole(&rig, 0) });
    let rig = stage.add_rig(rig);
    let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    (0..3).for_each(|_| stage.step());
    let payload = sealed::open("save", Snapshot::VERSION, &stage.snapshot().to_bytes()).unwrap().to_vec();
    let end = stage.actor(actor).unwrap().segment().end.to_le_bytes();
    let at = payload.windows(8).position(|bytes| bytes == end).expect("where the segment ends");
    for other in [-1e300_f64, -1.0, 6.0, 1e300] {
        let mut changed = payload.clone();
        changed[at..at + 8].copy_from_slice(&other.to_le_bytes());
        let read = Snapshot::from_bytes(&sealed::seal("save", Snapshot::VERSION, &changed)).unwrap();
        let refused = stage.restore(&read);
        assert!(matches!(refused, Err(RestoreError::Nonsense(_))), "{other}: {refused:?}");
    }
}

/// Bytes that an enemy wrote: whole and sealed, and anything inside.
fn harmless(payload: &[u8], stage: &mut Stage, start: &Snapshot) -> bool {
    let bytes = sealed::seal("save", Snapshot::VERSION, payload);
    let Ok(snapshot) = Snapshot::from_bytes(&bytes) else { return false };
    let restored = stage.restore(&snapshot).is_ok();
    for _ in 0..3 {
        stage.step();
    }
    let _ = (stage.hash(), stage.overlay(footwork_stage::ActorId(0)), stage.view().contacts().len());
    if restored {
        stage.restore(start).unwrap();
    }
    restored
}

#[test]
fn bytes_that_an_enemy_changed_do_no_harm() {
    let mut stage = everything::stage(0);
    for _ in 0..300 {
        everything::step(&mut stage);
    }
    let start = stage.snapshot();
    let payload = sealed::open("save", Snapshot::VERSION, &start.to_bytes()).unwrap().to_vec();
    let mut rng = Rng::stream(3, 0);
    let (mut read, tries) = (0, 4000);
    for _ in 0..tries {
        let mut changed = payload.clone();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(changed.len());
            changed[at] = match rng.below(4) {
                0 => 0xff,
                1 => 0,
                2 => changed[at] ^ 1 << rng.below(8),
                _ => rng.bits() as u8,
            };
        }
        read += usize::from(harmless(&changed, &mut stage, &start));
    }
    println!("{read} of {tries} were taken for a state");
    assert!(read > 100, "{read}: most of a state is numbers, so that some changes make another state");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn any_bytes_do_no_harm(payload: Vec<u8>, bytes: Vec<u8>) {
        let _ = Snapshot::from_bytes(&bytes);
        let _ = Snapshot::from_bytes(&sealed::seal("save", Snapshot::VERSION, &payload));
    }
}
