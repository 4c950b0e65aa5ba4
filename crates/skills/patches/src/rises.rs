//! Ways up from the floor. Two who fell the same way do not have to get up the same way: who lies as somebody was recorded after
//! another fall gets up as that one did.

use crate::acts::Acts;

/// m a joint. Who lies no less like another recorded fall's end than this may get up as it does: the stage carries such a seam within
/// some tenths of a second, while he lies still.
const ALIKE: f32 = 0.15;
/// How many ways are kept for each fall, its own with them.
const KEPT: usize = 6;

/// Of each act: the acts as which somebody who lies after it may get up.
#[derive(Clone, Debug, Default)]
pub struct Rises {
    of: Vec<Vec<u32>>,
}

impl Rises {
    /// Measures the falls of a repertoire.
    pub fn new(acts: &Acts) -> Rises {
        let falls: Vec<(u32, u32, [u32; 3])> = (acts.all.iter().zip(0..))
            .filter_map(|(act, number)| Some((number, act.take, act.lies?)))
            .collect();
        let mut of = vec![Vec::new(); acts.all.len()];
        for (own, take, [_, risen, _]) in &falls {
            let seam = |other: &(u32, u32, [u32; 3])| acts.seam((*take, *risen), (other.1, other.2[1]));
            let mut alike: Vec<(f32, u32)> = falls.iter().map(|other| (seam(other), other.0)).collect();
            alike.retain(|(seam, other)| *seam < ALIKE || other == own);
            alike.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            alike.truncate(KEPT);
            of[*own as usize] = alike.into_iter().map(|(_, other)| other).collect();
        }
        Rises { of }
    }

    /// The acts as which somebody gets up who lies after an act: the own one first.
    pub fn of(&self, act: u32) -> &[u32] {
        self.of.get(act as usize).map_or(&[], Vec::as_slice)
    }

    /// The same, beginning with another one for every number.
    pub fn turned(&self, act: u32, number: usize) -> impl Iterator<Item = u32> + '_ {
        let own = self.of(act);
        let shift = if own.is_empty() { 0 } else { number % own.len() };
        own[shift..].iter().chain(&own[..shift]).copied()
    }
}
