//! A director: its troupe plays the same piece of a take together, again and again. The stage's own tests have it, too.

use bytemuck::{Pod, Zeroable};

use super::stage::{Director, Move, Rng, Segment, StageView, Troupe};

pub struct Chorus;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Verse {
    pub number: u64,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Singer {
    last: [u32; 5],
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
            member.memory.last[memory.number as usize % 5] = stage.tick() as u32;
            member.why().consider(Segment::default(), at as f32);
            member.play(Move::new(Segment { take: 0, first, end: first + 1.0 }));
        }
    }
}
