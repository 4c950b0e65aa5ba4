//! A player model with more memory: besides what is asked for, how long it has been asked for already.
//!
//! Not in the paper, which keeps the last bin only. Somebody who has just changed the stick's direction is about to change
//! it further; somebody who has held it for a while holds on. Each bin becomes several, one for each age; everything else
//! stays as it is, and so does the solver. Whether it pays is measured by `footwork eval fragments`.

use footwork_plan::policy::{self, Effort, Inputs, Problem, Solution, Solving};
use footwork_plan::progress::UNHEARD;

use crate::bake::Ground;
use crate::control::Bin;
use crate::error::FragmentError;
use crate::evaluate::path::Task;
use crate::trace::Trace;

/// Samples that a bin must have been held for to be of each age but the first.
pub const AGES: [u32; 2] = [2, 5];

/// How many ages there are.
const KINDS: usize = AGES.len() + 1;

/// The states of a sequence of bins: the bin and its age.
pub fn states(bins: &[Bin]) -> Vec<u32> {
    let mut held = 0;
    let mut before = None;
    let state = |&bin: &Bin| {
        held = if before == Some(bin) { held + 1 } else { 0 };
        before = Some(bin);
        let age = AGES.iter().filter(|least| held >= **least).count();
        u32::from(bin) * KINDS as u32 + age as u32
    };
    bins.iter().map(state).collect()
}

/// A table with ages.
#[derive(Clone, Debug)]
pub struct DwellTable {
    next: Vec<u32>,
    states: usize,
    /// How it was solved.
    pub effort: Effort,
}

impl DwellTable {
    /// Learns from traces and solves. Seconds are those of a fragment.
    pub fn of(
        ground: &Ground,
        traces: &[Trace],
        seconds: f32,
        bound: f32,
    ) -> Result<DwellTable, FragmentError> {
        let count = ground.space.bins() * KINDS;
        let mut counts = vec![0_u32; count * count];
        for trace in traces {
            let bins: Vec<Bin> = trace.sampled(seconds).iter().map(|asked| ground.space.bin(asked)).collect();
            for pair in states(&bins).windows(2) {
                counts[pair[0] as usize * count + pair[1] as usize] += 1;
            }
        }
        let mut chances = vec![0.0; count * count];
        for (state, (row, counts)) in
            chances.chunks_exact_mut(count).zip(counts.chunks_exact(count)).enumerate()
        {
            let total: u32 = counts.iter().sum();
            if total > 0 {
                row.iter_mut().zip(counts).for_each(|(chance, &n)| *chance = n as f32 / total as f32);
                continue;
            }
            // Never seen at this age: as the bin goes on at any age; a bin that was never left stays.
            let own = &ground.chances[state / KINDS * ground.space.bins()..][..ground.space.bins()];
            for (bin, &chance) in own.iter().enumerate() {
                let age = if bin == state / KINDS { state % KINDS } else { 0 };
                row[bin * KINDS + age] = chance;
            }
        }
        let control: Vec<f32> = ground.response.iter().flat_map(|&quality| [quality; KINDS]).collect();
        let problem = Problem {
            inputs: count,
            response: &control,
            next_input: Inputs::Chain(&chances),
            ..ground.problem(crate::Controller::Model, None)
        };
        let solving = Solving { bound, ..Solving::default() };
        let Solution { table, effort, .. } = policy::solve(&problem, &solving, None, UNHEARD)?;
        Ok(DwellTable { next: table.policy, states: count, effort })
    }

    /// What it plays for a task.
    pub fn follow(&self, task: &Task, start: usize) -> Vec<u32> {
        let mut path = vec![start as u32];
        let mut at = start;
        for state in states(&task.bins) {
            at = self.next[at * self.states + state as usize] as usize;
            path.push(at as u32);
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bake::BakeSettings;
    use crate::testing::{performed, scripted};

    #[test]
    fn a_bin_grows_older_while_it_is_held() {
        let ages: Vec<u32> = states(&[7, 7, 7, 7, 7, 7, 7, 2, 7]).iter().map(|state| state % 3).collect();
        assert_eq!(ages, [0, 0, 1, 1, 1, 2, 2, 0, 0]);
        assert_eq!(states(&[7])[0] / 3, 7);
        assert_eq!(states(&[]), [] as [u32; 0]);
    }

    #[test]
    fn it_plays_a_course() {
        let traces = [scripted(1, 60.0)];
        let ground = Ground::of(&performed(6.0), &traces, &BakeSettings::paper()).unwrap();
        let table = DwellTable::of(&ground, &traces, 0.1, 1e-3).unwrap();
        assert!(table.effort.error_bound <= 1e-3);
        let task = Task::new("", scripted(2, 5.0).samples, &ground.space);
        assert_eq!(table.follow(&task, 0).len(), 51);
    }
}
