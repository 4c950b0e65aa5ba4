//! What annotation is measured on.

use std::path::Path;

use footwork_formats::doctor::{cure, examine};
use footwork_formats::{ReadOptions, read};
use footwork_motion::{Skeleton, WorldClip};

use footwork_testing::Recording;

/// A recording as it is annotated: at its real rate, cured of what the doctor finds, the T-pose that nobody performed
/// among it.
pub fn load(folder: &Path, recording: &Recording) -> Option<(Skeleton, WorldClip)> {
    let options = ReadOptions { rate: Some(recording.real_hz?), ..ReadOptions::default() };
    let mut import = read(folder.join(&recording.name), &options).ok()?;
    let findings = examine(&import);
    cure(&mut import, &findings);
    let body = import.bodies.swap_remove(0);
    let world = WorldClip::new(&body.skeleton, &body.clips[0]);
    Some((body.skeleton, world))
}
