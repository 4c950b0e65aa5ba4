//! A director: its troupe plays the same piece of a take together, again and again.

use bytemuck::{Pod, Zeroable};
use footwork::stage::{Director, Move, Rng, Segment, StageView, Troupe};

pub struct Chorus;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Verse {
    number: u64,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Singer {
    last: [u32; 4],
}

impl Director for Chorus {
    type Memory = Verse;
    type Member = Singer;

    fn direct(
        &self,
        memory: &mut Verse,
        troupe: &mut Troupe<'_, Singer>,
        stage: &StageView<'_>,
        rng: &mut Rng,
    ) {
        let waits = (0..troupe.len()).any(|at| troupe.view(at).is_some_and(|me| !me.is_free()));
        if waits || troupe.is_empty() {
            return;
        }
        memory.number += 1;
        let first = rng.below(16) as f64;
        for at in 0..troupe.len() {
            let Some(mut member) = troupe.member(at) else { continue };
            member.memory.last[memory.number as usize % 4] = stage.tick() as u32;
            member.play(Move::new(Segment { take: 0, first, end: first + 1.0 }));
        }
    }
}
