//! The skills that come with Footwork: the one list that scenes, the command, the studio and the tests go over.

use footwork_skill::Skills;

use crate::minds;

/// All of them. A skill is a folder in `crates/skills` and a line here.
pub fn skills() -> Skills {
    Skills::new(&[
        &minds::STAND,
        &minds::PLAY,
        &minds::LOOP,
        &minds::FOLLOW,
        &minds::WANDER,
        &footwork_fragments::SKILL,
        &footwork_behaviors::SKILL,
        &footwork_duel::SKILL,
        &footwork_push::SKILL,
        &footwork_avoid::SKILL,
        &footwork_interaction::SKILL,
        &footwork_interaction::carry::SKILL,
        &footwork_patches::SKILL,
        &footwork_patches::BROWSE,
    ])
}
