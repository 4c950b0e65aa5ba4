//! What must hold for whatever comes in; the fuzzers use it as well.
#![allow(dead_code)]

use footwork_annotate::sealed::seal;
use footwork_fragments::{ControlSpace, PlayerModel, Skill, Trace};

/// What is read as a trace is finite, can be learnt from, and reads the same again when it is written.
pub fn check_trace(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Trace::parse(text) {
        Ok(trace) => {
            assert!(trace.seconds > 0.0 && trace.length().is_finite());
            let finite =
                |c: &footwork_graph::Control| c.velocity.iter().chain([&c.turning]).all(|v| v.is_finite());
            assert!(trace.samples.iter().all(finite));
            let again = Trace::parse(&trace.to_text()).expect("what was written");
            assert_eq!((&again.samples, again.seconds), (&trace.samples, trace.seconds));
            let model = PlayerModel::of(&ControlSpace::paper(), &[trace], 0.1);
            assert!(model.chances().iter().all(|chance| (0.0..=1.0).contains(chance)));
        }
        Err(error) => assert!(error.line >= 1 && error.what.len() < 1000),
    }
}

/// Bytes as the payload of a skill with a checksum that is right: what is read writes and reads the same.
pub fn check_skill(payload: &[u8]) -> bool {
    match Skill::from_bytes(&seal("fragment", Skill::VERSION, payload)) {
        Ok(skill) => {
            assert_eq!(Skill::from_bytes(&skill.to_bytes()).as_ref(), Ok(&skill));
            true
        }
        Err(_) => false,
    }
}
