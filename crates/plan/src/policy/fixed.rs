//! What a policy is worth: evaluation, one change of the input at a time.
//!
//! Under a fixed policy P and an input c that does not change, where each state leads is a map f → P[f, c]: every
//! state runs into a cycle. So the part of the equations in which the input stays,
//!
//! ```text
//! R[f,c] = G[f,c] + λ·T[c,c]·R[P,c] + λ·Σ over c′ ≠ c of T[c,c′]·R[P,c′],   G[f,c] = A[f,P]·B[P,c],
//! ```
//!
//! is solved exactly in one pass per input: cycles first, then what leads into them, nearest first. One evaluation
//! step does this for all inputs with the other inputs' values of the step before (block Jacobi). A plain step looks one
//! state further ahead, this one looks one change of input further, and an input that never changes is done after one.

use rayon::prelude::*;

use super::Problem;
use super::chain::{Future, PANEL};

/// A policy, input by input: entry c·states + f.
pub(super) struct FixedPolicy {
    states: usize,
    /// P[f, c].
    pub next: Vec<u32>,
    /// G[f, c].
    pub reward: Vec<f64>,
}

/// The order in which a policy's inputs are solved.
pub(super) struct SolveOrder {
    /// Input by input: the cycles one after the other, then all other states, each after the one it leads to.
    nodes: Vec<u32>,
    /// For each input the lengths of its cycles.
    cycles: Vec<Vec<u32>>,
}

impl FixedPolicy {
    /// The error is the state and input at which the policy takes a transition that is closed.
    pub(super) fn new(problem: &Problem<'_>, policy: &[u32]) -> Result<FixedPolicy, (usize, usize)> {
        let (states, inputs) = (problem.states, problem.inputs);
        let mut rewards = vec![0.0; policy.len()];
        // State by state, since a row of A lies together.
        let closed =
            rewards.par_chunks_mut(inputs).zip(policy.par_chunks(inputs)).enumerate().find_map_first(
                |(f, (rewards, policy))| {
                    for (c, (reward, &to)) in rewards.iter_mut().zip(policy).enumerate() {
                        let Some(quality) = problem.transitions.quality(states, f, to as usize) else {
                            return Some((f, c));
                        };
                        *reward = f64::from(quality) * f64::from(problem.response[to as usize * inputs + c]);
                    }
                    None
                },
            );
        if let Some(place) = closed {
            return Err(place);
        }
        let (mut next, mut reward) = (vec![0; policy.len()], vec![0.0; policy.len()]);
        let panels = next.par_chunks_mut(PANEL * states).zip(reward.par_chunks_mut(PANEL * states));
        panels.enumerate().for_each(|(panel, (next, reward))| {
            let n = next.len() / states;
            for f in 0..states {
                let from = f * inputs + panel * PANEL;
                for i in 0..n {
                    next[i * states + f] = policy[from + i];
                    reward[i * states + f] = rewards[from + i];
                }
            }
        });
        Ok(FixedPolicy { states, next, reward })
    }

    pub(super) fn order(&self) -> SolveOrder {
        let mut nodes = vec![0; self.next.len()];
        let columns = nodes.par_chunks_mut(self.states).zip(self.next.par_chunks(self.states));
        let cycles = columns.map(|(nodes, next)| order(next, nodes)).collect();
        SolveOrder { nodes, cycles }
    }

    /// One evaluation step, in place. `others` holds λ·Σ over c′ ≠ c. Returns for each input by how much the change
    /// of its values differs among states.
    pub(super) fn evaluate(
        &self,
        order: &SolveOrder,
        future: &Future,
        others: &[f64],
        values: &mut [f64],
    ) -> Vec<f64> {
        let n = self.states;
        let columns = values.par_chunks_mut(n).zip(&order.cycles).enumerate();
        let spans = columns.map(|(c, (values, cycles))| {
            let column = Column {
                next: &self.next[c * n..][..n],
                reward: &self.reward[c * n..][..n],
                others: &others[c * n..][..n],
                own: future.own(c),
            };
            column.solve(&order.nodes[c * n..][..n], cycles, values)
        });
        spans.collect()
    }
}

struct Column<'a> {
    next: &'a [u32],
    reward: &'a [f64],
    others: &'a [f64],
    own: f64,
}

impl Column<'_> {
    /// What is sure at f before the input has had a chance to stay, and where it leads.
    fn sure(&self, f: usize) -> (f64, usize) {
        let next = self.next[f] as usize;
        (self.reward[f] + self.others[next], next)
    }

    fn solve(&self, nodes: &[u32], cycles: &[u32], values: &mut [f64]) -> f64 {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut set = |value: &mut f64, new: f64| {
            let change = new - *value;
            (least, most) = (least.min(change), most.max(change));
            *value = new;
        };
        let mut rest = nodes;
        for &length in cycles {
            let (cycle, after) = rest.split_at(length as usize);
            rest = after;
            let (mut round, mut weight) = (0.0, 1.0);
            for &f in cycle {
                round += weight * self.sure(f as usize).0;
                weight *= self.own;
            }
            set(&mut values[cycle[0] as usize], round / (1.0 - weight));
            for &f in cycle[1..].iter().rev() {
                let (sure, next) = self.sure(f as usize);
                let new = sure + self.own * values[next];
                set(&mut values[f as usize], new);
            }
        }
        for &f in rest {
            let (sure, next) = self.sure(f as usize);
            let new = sure + self.own * values[next];
            set(&mut values[f as usize], new);
        }
        most - least
    }
}

/// Cycles first, then the rest, each after the one it leads to. Returns the lengths of the cycles.
fn order(next: &[u32], nodes: &mut [u32]) -> Vec<u32> {
    const NEW: u32 = u32::MAX;
    let mut walk_of = vec![NEW; next.len()];
    let (mut path, mut on_cycles, mut rest, mut cycles) = (vec![], vec![], vec![], vec![]);
    for start in 0..next.len() as u32 {
        path.clear();
        let mut at = start;
        while walk_of[at as usize] == NEW {
            walk_of[at as usize] = start;
            path.push(at);
            at = next[at as usize];
        }
        // The walk met itself: from there on it is a cycle. Otherwise it met one that is in order already.
        if walk_of[at as usize] == start
            && let Some(from) = path.iter().position(|&f| f == at)
        {
            on_cycles.extend_from_slice(&path[from..]);
            cycles.push((path.len() - from) as u32);
            path.truncate(from);
        }
        rest.extend(path.iter().rev());
    }
    nodes[..on_cycles.len()].copy_from_slice(&on_cycles);
    nodes[on_cycles.len()..].copy_from_slice(&rest);
    cycles
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two cycles (1 2 4, and 5 alone), and transitions into them.
    #[test]
    fn everything_comes_after_what_it_leads_to() {
        let next = [1, 2, 4, 0, 1, 5, 3, 5];
        let mut nodes = [0; 8];
        let cycles = order(&next, &mut nodes);
        assert_eq!(cycles, [3, 1]);
        assert_eq!(nodes[..4], [1, 2, 4, 5]);
        let place = |f: u32| nodes.iter().position(|&n| n == f).unwrap();
        for &f in &nodes[4..] {
            assert!(place(next[f as usize]) < place(f), "{f} in {nodes:?}");
        }
    }

    #[test]
    fn one_pass_solves_an_input_that_stays() {
        let next = [1, 2, 4, 0, 1, 5, 3, 5];
        let reward: Vec<f64> = (0..8).map(|i| f64::from(i) * 0.1).collect();
        let others: Vec<f64> = (0..8).map(|i| 1.0 - f64::from(i) * 0.05).collect();
        let column = Column { next: &next, reward: &reward, others: &others, own: 0.99 };
        let (mut nodes, mut values) = ([0; 8], [0.0; 8]);
        let cycles = order(&next, &mut nodes);
        column.solve(&nodes, &cycles, &mut values);
        for f in 0..8 {
            let to = next[f] as usize;
            let expected = reward[f] + others[to] + 0.99 * values[to];
            assert!((values[f] - expected).abs() < 1e-10, "{f}: {} against {expected}", values[f]);
        }
        assert!(column.solve(&nodes, &cycles, &mut values) < 1e-10, "a second pass changes nothing");
    }
}
