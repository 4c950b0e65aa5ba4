//! What the targets share with the ordinary tests, which replay the corpus.

#[path = "../crates/footwork/tests/intake/mod.rs"]
mod footwork_intake;
#[path = "../crates/formats/tests/intake/mod.rs"]
mod intake;

#[path = "../crates/annotate/tests/intake/mod.rs"]
mod annotate_intake;

pub use annotate_intake::{check_edits, check_repertoire};
pub use footwork_intake::baked::check_changed_skill;
pub use footwork_intake::company::check_changed_save;
pub use footwork_intake::whole::check_whole;
pub use footwork_intake::{check_scene, check_skills};
pub use intake::{check, check_character, check_roles, check_with_skeleton};
