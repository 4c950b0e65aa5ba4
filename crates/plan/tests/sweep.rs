//! The sweep solver against a textbook's, on small random problems.

use std::sync::Mutex;

use footwork_motion::Rng;
use footwork_plan::grid::{Axis, Grid};
use footwork_plan::progress::{Flow, Progress, UNHEARD};
use footwork_plan::sweep::{Prepared, Problem, SweepError, SweepSettings};

/// A problem of numbers out of a hat: actions shift the place on a clamped axis.
struct Hat {
    actions: Vec<u32>,
    to: Vec<u32>,
    discounts: Vec<f32>,
    shifts: Vec<f32>,
    grid: Grid,
    layers: usize,
}

impl Hat {
    fn new(states: usize, each: usize, seed: u64) -> Hat {
        let mut rng = Rng::new(seed);
        let count = states * each;
        Hat {
            actions: (0..=states).map(|state| (state * each) as u32).collect(),
            to: (0..count).map(|_| (rng.unit() * states as f32) as u32).collect(),
            discounts: (0..count).map(|_| 0.5 + 0.45 * rng.unit()).collect(),
            shifts: (0..count).map(|_| 2.0 * rng.unit() - 1.0).collect(),
            grid: Grid::new(&[Axis::clamped(0.0, 3.0, 4), Axis::turn(5)]).expect("a grid"),
            layers: 2,
        }
    }

    fn next(&self, action: usize, at: [f32; 3]) -> [f32; 3] {
        [at[0] + self.shifts[action], at[1] - 2.0 * self.shifts[action], 0.0]
    }

    fn reward(&self, action: usize, point: usize, layer: usize) -> f32 {
        ((action * 31 + point * 17 + layer * 7) % 23) as f32 / 23.0
    }

    fn with<T>(&self, then: impl FnOnce(&Problem<'_>) -> T) -> T {
        let next = |action: usize, at: [f32; 3]| self.next(action, at);
        let reward = |action: usize, out: &mut [f32]| {
            for (at, out) in out.iter_mut().enumerate() {
                *out = self.reward(action, at / self.layers, at % self.layers);
            }
        };
        then(&Problem {
            actions: &self.actions,
            to: &self.to,
            discounts: &self.discounts,
            grid: &self.grid,
            layers: self.layers,
            next: &next,
            reward: &reward,
        })
    }

    /// Value iteration as a textbook has it, in double precision, long after it stands still.
    fn textbook(&self) -> Vec<f64> {
        let (points, layers, states) = (self.grid.points(), self.layers, self.actions.len() - 1);
        let mut values = vec![0.0_f64; states * points * layers];
        for _ in 0..800 {
            let old = values.clone();
            for state in 0..states {
                for point in 0..points {
                    for layer in 0..layers {
                        let mut best = f64::NEG_INFINITY;
                        for action in self.actions[state] as usize..self.actions[state + 1] as usize {
                            let spot = self.grid.locate(self.next(action, self.grid.point(point)));
                            let spot = spot.expect("every place is on this grid");
                            let mut after = 0.0;
                            for corner in 0..4 {
                                let (at, weight) = spot.corner(2, corner);
                                let from = (self.to[action] as usize * points + at) * layers + layer;
                                after += f64::from(weight) * old[from];
                            }
                            let reward = f64::from(self.reward(action, point, layer));
                            best = best.max(reward + f64::from(self.discounts[action]) * after);
                        }
                        values[(state * points + point) * layers + layer] = best;
                    }
                }
            }
        }
        values
    }
}

#[test]
fn values_are_within_the_stated_bound_of_a_textbook_solvers() {
    for seed in 0..5 {
        let hat = Hat::new(7, 3, seed);
        let exact = hat.textbook();
        for (error, follow) in [(0.5, 0), (0.5, 8), (1e-2, 0), (1e-2, 3), (1e-4, 0), (1e-4, 20)] {
            let found = hat.with(|problem| {
                let prepared = Prepared::new(problem).expect("a sound problem");
                let settings = SweepSettings { error, follow, ..SweepSettings::default() };
                prepared.solve(&settings, UNHEARD)
            });
            let found = found.expect("a solution");
            assert!(found.error_bound <= error);
            let worst = found.values.iter().zip(&exact).map(|(a, b)| (f64::from(*a) - b).abs());
            let worst = worst.fold(0.0, f64::max);
            // Single precision adds a hair.
            assert!(
                worst <= f64::from(found.error_bound) + 2e-5,
                "{worst} {found:?}",
                found = found.error_bound
            );
        }
    }
}

#[test]
fn a_tighter_bound_takes_more_sweeps_and_the_bound_only_falls() {
    let hat = Hat::new(6, 4, 3);
    hat.with(|problem| {
        let prepared = Prepared::new(problem).unwrap();
        let done = Mutex::new(Vec::new());
        let settings = SweepSettings { error: 1e-3, follow: 0, ..SweepSettings::default() };
        let found = prepared.solve(&settings, &|at: Progress<'_>| {
            done.lock().unwrap().push(at.done);
            Flow::GoOn
        });
        // What is done goes by the bound.
        let done = done.into_inner().unwrap();
        assert_eq!(found.unwrap().sweeps as usize, done.len());
        assert!(done.windows(2).all(|pair| pair[1] >= pair[0] - 1e-4), "{done:?}");
        assert_eq!(done.last(), Some(&1.0));
    });
}

#[test]
fn following_the_best_actions_between_sweeps_saves_sweeps() {
    let hat = Hat::new(30, 6, 5);
    let sweeps = |follow: u32| {
        hat.with(|problem| {
            let settings = SweepSettings { error: 1e-3, follow, ..SweepSettings::default() };
            Prepared::new(problem).unwrap().solve(&settings, UNHEARD).unwrap().sweeps
        })
    };
    assert!(3 * sweeps(8) < sweeps(0), "{} {}", sweeps(8), sweeps(0));
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let hat = Hat::new(40, 5, 9);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            hat.with(|problem| {
                let prepared = Prepared::new(problem).unwrap();
                prepared.solve(&SweepSettings::default(), UNHEARD).unwrap()
            })
        })
    };
    let one = on(1);
    for threads in [2, 3, 7] {
        let other = on(threads);
        assert_eq!(one.sweeps, other.sweeps);
        let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&one.values), bits(&other.values), "{threads} threads");
    }
}

#[test]
fn random_updates_come_to_the_same_values_in_the_end() {
    let hat = Hat::new(5, 3, 1);
    hat.with(|problem| {
        let prepared = Prepared::new(problem).unwrap();
        let swept = prepared.solve(&SweepSettings { error: 1e-5, ..SweepSettings::default() }, UNHEARD);
        let swept = swept.unwrap();
        let random = |updates| {
            let mut rng = Rng::new(7);
            prepared.random(updates, &mut |count| rng.below(count))
        };
        let few = random(200);
        let many = random(200_000);
        assert!(many.error_bound < few.error_bound);
        let apart = swept.values.iter().zip(&many.values).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(apart <= many.error_bound + swept.error_bound + 1e-4, "{apart} {}", many.error_bound);
        assert_eq!(random(200), few, "the same seed, the same updates");
    });
}

#[test]
fn what_lies_off_the_grid_is_worth_its_reward_only() {
    let grid = Grid::new(&[Axis::bounded(0.0, 1.0, 2)]).unwrap();
    let problem = Problem {
        actions: &[0, 1],
        to: &[0],
        discounts: &[0.9],
        grid: &grid,
        layers: 1,
        // From 0 to 1, and from 1 out of the grid.
        next: &|_, at| [at[0] + 1.0, 0.0, 0.0],
        reward: &|_, out| out.fill(1.0),
    };
    let found = Prepared::new(&problem).unwrap().solve(&SweepSettings::default(), UNHEARD).unwrap();
    assert!((found.values[1] - 1.0).abs() < 1e-6 && (found.values[0] - 1.9).abs() < 1e-6, "{found:?}");
}

#[test]
fn problems_that_are_none_are_refused() {
    let grid = Grid::new(&[Axis::clamped(0.0, 1.0, 2)]).unwrap();
    let sound = |actions: &'static [u32], to: &'static [u32], discounts: &'static [f32]| {
        let problem = Problem {
            actions,
            to,
            discounts,
            grid: &grid,
            layers: 1,
            next: &|_, at| at,
            reward: &|_, out| out.fill(0.0),
        };
        Prepared::new(&problem).map(|_| ())
    };
    assert_eq!(sound(&[0, 1], &[0], &[0.5]), Ok(()));
    assert_eq!(sound(&[0], &[], &[]), Err(SweepError::NoStates));
    assert_eq!(sound(&[0, 1, 1], &[0], &[0.5]), Err(SweepError::NoActions(1)));
    assert_eq!(sound(&[0, 1], &[1], &[0.5]), Err(SweepError::Lists));
    assert_eq!(sound(&[0, 2], &[0], &[0.5]), Err(SweepError::Lists));
    assert!(matches!(sound(&[0, 1], &[0], &[1.0]), Err(SweepError::Discount { action: 0, .. })));
    assert!(matches!(sound(&[0, 1], &[0], &[f32::NAN]), Err(SweepError::Discount { .. })));
    let problem = Problem {
        actions: &[0, 1],
        to: &[0],
        discounts: &[0.5],
        grid: &grid,
        layers: 1,
        next: &|_, at| at,
        reward: &|_, out| out[1] = f32::NAN,
    };
    assert!(matches!(Prepared::new(&problem), Err(SweepError::Reward { action: 0, .. })));
    let problem = Problem { reward: &|_, out| out.fill(0.0), ..problem };
    let prepared = Prepared::new(&problem).unwrap();
    let zero = SweepSettings { error: 0.0, ..SweepSettings::default() };
    assert_eq!(prepared.solve(&zero, UNHEARD), Err(SweepError::Bound(0.0)));
    let stopped = prepared.solve(&SweepSettings::default(), &|_| Flow::Stop);
    assert_eq!(stopped, Err(SweepError::Stopped));
}
