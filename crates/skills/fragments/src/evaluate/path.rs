//! Paths: which fragments are played for what a player asks, chosen one after the other or, knowing all of it, as well
//! as possible.
//!
//! Paper: *Responsive Characters from Motion Fragments*, sec. 3.1, eq. 7 and 8. Departs from it: several tasks are solved
//! at once, so that the table of motion quality is read once for all of them; only values are kept, and the best path is
//! found again in a pass from the first step to the last.

use footwork_graph::{Control, Fragments};
use footwork_plan::policy::Sparse;
use rayon::prelude::*;

use crate::bake::Ground;
use crate::control::{Bin, ControlSpace};
use crate::quality::MotionQuality;

/// What a player asks for, once per fragment.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// What it is called.
    pub name: String,
    /// As it was asked.
    pub asked: Vec<Control>,
    /// The bin of each.
    pub bins: Vec<Bin>,
}

impl Task {
    /// Sorts controls into bins.
    pub fn new(name: impl Into<String>, asked: Vec<Control>, space: &ControlSpace) -> Task {
        let bins = asked.iter().map(|asked| space.bin(asked)).collect();
        Task { name: name.into(), asked, bins }
    }
}

/// The same tasks with exactly the middles of bins asked for, so that a table sees all of what is asked.
pub fn centred(ground: &Ground, tasks: &[Task]) -> Vec<Task> {
    let each = tasks.iter().map(|task| {
        let asked = task.bins.iter().map(|&bin| ground.space.centre(bin)).collect();
        Task::new(task.name.clone(), asked, &ground.space)
    });
    each.collect()
}

/// How well each fragment answers a control, eq. 10.
pub fn answers(space: &ControlSpace, fragments: &Fragments, asked: &Control) -> Vec<f32> {
    fragments.controls.iter().map(|shown| space.quality(shown, asked)).collect()
}

/// Plays a task from a fragment on: the fragment before it and then one for each control.
pub fn follow(task: &Task, start: usize, mut next: impl FnMut(usize, &Control, Bin) -> usize) -> Vec<u32> {
    let mut path = vec![start as u32];
    let mut at = start;
    for (asked, bin) in task.asked.iter().zip(&task.bins) {
        at = next(at, asked, *bin);
        path.push(at as u32);
    }
    path
}

/// A path's motion and control quality, step by step. Their product is its quality, eq. 1.
pub fn qualities(ground: &Ground, task: &Task, path: &[u32]) -> Vec<[f32; 2]> {
    let steps = path.windows(2).zip(&task.asked);
    let quality = |(pair, asked): (&[u32], &Control)| {
        let (from, to) = (pair[0] as usize, pair[1] as usize);
        [ground.motion.get(from, to), ground.space.quality(&ground.fragments.controls[to], asked)]
    };
    steps.map(quality).collect()
}

/// The best path of each task, knowing all of it; among all transitions, or only the open ones.
pub fn optimal(ground: &Ground, tasks: &[Task], open: Option<&Sparse>) -> Vec<Vec<u32>> {
    let count = ground.fragments.segments.len();
    let longest = tasks.iter().map(|task| task.asked.len()).max().unwrap_or(0);
    // Per task, from its last step to its first: what is to come at each fragment.
    let mut values: Vec<Vec<Vec<f32>>> = tasks.iter().map(|_| vec![vec![0.0; count]]).collect();
    for back in 0..longest {
        let at = |task: &Task| task.asked.len().checked_sub(back + 1);
        let live: Vec<usize> = (0..tasks.len()).filter(|&c| at(&tasks[c]).is_some()).collect();
        let stakes: Vec<Stake<'_>> = live
            .par_iter()
            .map(|&c| {
                let step = tasks[c].asked.len() - 1 - back;
                let answers = answers(&ground.space, &ground.fragments, &tasks[c].asked[step]);
                Stake { answers, after: &values[c][back] }
            })
            .collect();
        let mut found = vec![0.0; count * live.len()];
        match open {
            None => best_of_all(&ground.motion, &stakes, &mut found),
            Some(open) => best_of_open(open, &stakes, &mut found),
        }
        for (index, &c) in live.iter().enumerate() {
            values[c].push(found.iter().skip(index).step_by(live.len()).copied().collect());
        }
    }
    let paths = tasks.par_iter().zip(&values);
    paths.map(|(task, values)| forward(ground, task, values, open)).collect()
}

/// What a step is about: how well each fragment answers, and what comes after it.
struct Stake<'a> {
    answers: Vec<f32>,
    after: &'a [f32],
}

const LANES: usize = 16;

/// Per fragment and stake: the most that can be had, eq. 7.
fn best_of_all(motion: &MotionQuality, stakes: &[Stake<'_>], found: &mut [f32]) {
    let count = motion.fragments();
    found.par_chunks_mut(stakes.len()).enumerate().for_each_init(
        || vec![0.0_f32; count],
        |row, (from, found)| {
            for (quality, &word) in row.iter_mut().zip(motion.row(from)) {
                *quality = f32::from(word) * (1.0 / 65535.0);
            }
            for (found, stake) in found.iter_mut().zip(stakes) {
                *found = most(row, &stake.answers, stake.after);
            }
        },
    );
}

fn most(motion: &[f32], answers: &[f32], after: &[f32]) -> f32 {
    let mut best = [f32::NEG_INFINITY; LANES];
    let (a, b, c) = (motion.as_chunks::<LANES>(), answers.as_chunks::<LANES>(), after.as_chunks::<LANES>());
    for ((a, b), c) in a.0.iter().zip(b.0).zip(c.0) {
        for lane in 0..LANES {
            let value = a[lane] * b[lane] + c[lane];
            best[lane] = if value > best[lane] { value } else { best[lane] };
        }
    }
    let rest = a.1.iter().zip(b.1).zip(c.1).map(|((a, b), c)| a * b + c);
    rest.chain(best).fold(f32::NEG_INFINITY, f32::max)
}

fn best_of_open(open: &Sparse, stakes: &[Stake<'_>], found: &mut [f32]) {
    found.par_chunks_mut(stakes.len()).enumerate().for_each(|(from, found)| {
        let edges = open.first[from]..open.first[from + 1];
        for (found, stake) in found.iter_mut().zip(stakes) {
            let edges = open.to[edges.clone()].iter().zip(&open.quality[edges.clone()]);
            let value = |(&to, quality): (&u32, &f32)| {
                quality * stake.answers[to as usize] + stake.after[to as usize]
            };
            *found = edges.map(value).fold(f32::NEG_INFINITY, f32::max);
        }
    });
}

/// Reads the best path back, eq. 8. `values` go from the task's end to its beginning.
fn forward(ground: &Ground, task: &Task, values: &[Vec<f32>], open: Option<&Sparse>) -> Vec<u32> {
    let steps = task.asked.len();
    let mut at = first_best(values[steps].iter().copied().enumerate());
    let mut path = vec![at as u32];
    for (step, asked) in task.asked.iter().enumerate() {
        let after = &values[steps - 1 - step];
        let answers = answers(&ground.space, &ground.fragments, asked);
        at = match open {
            None => first_best(ground.motion.row(at).iter().zip(&answers).zip(after).enumerate().map(
                |(to, ((&word, answer), after))| (to, f32::from(word) * (1.0 / 65535.0) * answer + after),
            )),
            Some(open) => {
                let edges = open.first[at]..open.first[at + 1];
                let edges = open.to[edges.clone()].iter().zip(&open.quality[edges]);
                first_best(edges.map(|(&to, quality)| {
                    let to = to as usize;
                    (to, quality * answers[to] + after[to])
                }))
            }
        };
        path.push(at as u32);
    }
    path
}

/// The largest; of equals, the first.
fn first_best(values: impl Iterator<Item = (usize, f32)>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (index, value) in values {
        if value > best.1 {
            best = (index, value);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bake::BakeSettings;
    use crate::testing::{performed, scripted};
    use footwork_graph::FragmentSettings;

    fn value(ground: &Ground, task: &Task, path: &[u32]) -> f64 {
        qualities(ground, task, path).iter().map(|q| f64::from(q[0]) * f64::from(q[1])).sum()
    }

    #[test]
    fn no_path_is_better_than_the_best_and_fewer_ways_are_no_better() {
        let ground = Ground::of(&performed(6.0), &[], &BakeSettings::paper()).unwrap();
        let tasks: Vec<Task> = (0..3)
            .map(|seed| Task::new("", scripted(seed, 1.0 + seed as f32).samples, &ground.space))
            .collect();
        let open = ground.thresholded(0.08).unwrap();
        let best = optimal(&ground, &tasks, None);
        let fewer = optimal(&ground, &tasks, Some(&open));
        for ((task, best), fewer) in tasks.iter().zip(&best).zip(&fewer) {
            assert_eq!(best.len(), task.asked.len() + 1);
            let most = value(&ground, task, best);
            assert!(value(&ground, task, fewer) <= most + 1e-4);
            for start in 0..20 {
                let greedy = follow(task, start, |at, asked, _| {
                    first_best((0..ground.motion.fragments()).map(|to| {
                        (
                            to,
                            ground.motion.get(at, to)
                                * ground.space.quality(&ground.fragments.controls[to], asked),
                        )
                    }))
                });
                assert!(value(&ground, task, &greedy) <= most + 1e-4);
            }
        }
    }

    #[test]
    fn the_best_path_is_that_of_trying_all() {
        let fragments = FragmentSettings { every: 0.15, ..FragmentSettings::PAPER };
        let settings = BakeSettings { fragments, ..BakeSettings::paper() };
        let mut ground = Ground::of(&performed(0.6), &[], &settings).unwrap();
        ground.fragments.controls.iter_mut().enumerate().for_each(|(i, c)| c.turning = (i % 3) as f32 - 1.0);
        let task = Task::new("", scripted(4, 0.4).samples, &ground.space);
        let count = ground.motion.fragments();
        let mut most = 0.0_f64;
        for code in 0..count.pow(5) {
            let path: Vec<u32> = (0..5).map(|digit| (code / count.pow(digit) % count) as u32).collect();
            most = most.max(value(&ground, &task, &path));
        }
        let best = &optimal(&ground, std::slice::from_ref(&task), None)[0];
        assert!((value(&ground, &task, best) - most).abs() < 1e-5);
    }

    #[test]
    fn a_course_of_nothing_is_a_path_of_one() {
        let ground = Ground::of(&performed(1.0), &[], &BakeSettings::paper()).unwrap();
        let task = Task::new("", Vec::new(), &ground.space);
        assert_eq!(optimal(&ground, &[task], None), [[0]]);
    }
}
