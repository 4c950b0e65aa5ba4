//! Which two are meant to touch: what is wanted is no collision.

use footwork_stage::ActorView;

use crate::acts::Acts;
use crate::dominoes::{Dominoes, FallerMemory, Plan};
use crate::file::PatchBook;
use crate::luggage::{self, PorterMemory};
use crate::melee::memory::FighterMemory;
use crate::rat::{self, PersonMemory};

/// Frames before and after two meet in a patch in which they may touch.
const AROUND: [i64; 2] = [12, 36];

/// Whether two are meant to touch: who falls in dominoes and who falls onto him; two of a patch about the moment in which they meet.
pub fn is_meant(
    a: &ActorView<'_>,
    b: &ActorView<'_>,
    plan: Option<&Plan>,
    book: &PatchBook,
    acts: &Acts,
    tick: u64,
) -> bool {
    if let (Some(plan), Some(own)) = (plan, a.memory::<FallerMemory>()) {
        let after = plan.people.get(a.id().0 as usize).and_then(|person| person.after);
        let falls = b.memory::<FallerMemory>().is_some_and(Dominoes::is_hit);
        return after == Some(b.id().0 as usize) && (Dominoes::is_hit(own) || falls);
    }
    if let (Some(own), Some(other)) = (a.memory::<PorterMemory>(), b.memory::<PorterMemory>()) {
        // Hands that hold one box.
        let plays = [own, other].iter().all(|own| luggage::State::of(own.state) == luggage::State::Plays);
        return plays && own.patch == other.patch && own.starts == other.starts;
    }
    if let (Some(own), Some(other)) = (a.memory::<PersonMemory>(), b.memory::<PersonMemory>()) {
        // One jumps aside, and into the other, who answers.
        let since = tick as i64 - other.starts as i64;
        return rat::State::of(own.state) == rat::State::Jumps
            && matches!(rat::State::of(other.state), rat::State::Waits | rat::State::Bumped)
            && (-AROUND[0]..=AROUND[1]).contains(&since);
    }
    let Some(own) = a.memory::<FighterMemory>().filter(|own| own.patch > 0) else { return false };
    let Some(patch) = book.patches.get(own.patch as usize - 1) else { return false };
    let frame = ((tick as f32 - own.starts as f32) * acts.tables.rate / 60.0) as i64;
    // Every blow that lands, and not only the first.
    let touches = patch.turns.iter().flatten().filter_map(|turn| turn.touch).map(|touch| touch.at);
    let mut meets = touches.chain([patch.meets]).map(i64::from);
    own.partner == b.id().0 + 1 && meets.any(|meets| (meets - AROUND[0]..=meets + AROUND[1]).contains(&frame))
}
