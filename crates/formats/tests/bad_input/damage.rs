//! Good files, damaged at random.

use proptest::prelude::*;

use super::good;
use crate::intake::{self, check};

/// One thing that can happen to a file.
#[derive(Clone, Debug)]
enum Damage {
    Change(u8),
    Insert(Vec<u8>),
    Delete(usize),
    Repeat(usize),
}

fn damage() -> impl Strategy<Value = Vec<(prop::sample::Index, Damage)>> {
    let one = prop_oneof![
        any::<u8>().prop_map(Damage::Change),
        prop::collection::vec(any::<u8>(), 1..8).prop_map(Damage::Insert),
        prop::sample::select(&["{", "}", "-", "1e9", "99999999999", "nan", "\n", "\0", "[", "]", "\""][..])
            .prop_map(|text| Damage::Insert(text.into())),
        (1_usize..200).prop_map(Damage::Delete),
        (1_usize..200).prop_map(Damage::Repeat),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), one), 1..4)
}

fn damaged(mut bytes: Vec<u8>, damage: Vec<(prop::sample::Index, Damage)>) -> Vec<u8> {
    for (at, damage) in damage {
        let at = at.index(bytes.len() + 1);
        let until = |length: usize| (at + length).min(bytes.len());
        match damage {
            Damage::Change(to) if at < bytes.len() => bytes[at] = to,
            Damage::Change(to) => bytes.push(to),
            Damage::Insert(more) => drop(bytes.splice(at..at, more)),
            Damage::Delete(length) => drop(bytes.drain(at..until(length))),
            Damage::Repeat(length) => {
                let again = bytes[at..until(length)].to_vec();
                bytes.splice(at..at, again);
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn damage_to_a_good_file_never_makes_a_reader_panic(which in 0_usize..5, damage in damage()) {
        let (name, bytes) = good()[which].clone();
        let _ = check(name, &damaged(bytes, damage));
    }

    #[test]
    fn damage_to_a_roles_file_never_makes_its_reader_panic(damage in damage()) {
        let roles = b"[roles]\nleft_ankle = \"LeftFoot\"\nhips = \"Hips\"\n".to_vec();
        intake::check_roles(&damaged(roles, damage));
    }
}
