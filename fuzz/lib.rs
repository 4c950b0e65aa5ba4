//! What the targets share with the ordinary tests, which replay the corpus.

#[path = "../crates/footwork/tests/intake/mod.rs"]
mod footwork_intake;
#[path = "../crates/formats/tests/intake/mod.rs"]
mod intake;

#[path = "../crates/annotate/tests/intake/mod.rs"]
mod annotate_intake;

#[path = "../crates/skills/behaviors/tests/intake/mod.rs"]
mod behaviors_intake;
#[path = "../crates/skills/fragments/tests/intake/mod.rs"]
mod fragments_intake;

pub use behaviors_intake::check_behaviors;
pub use annotate_intake::{check_edits, check_repertoire};
pub use footwork_intake::check_scene;
pub use fragments_intake::check_trace;
pub use intake::{check, check_roles, check_with_skeleton};
