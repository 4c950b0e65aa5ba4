//! Grids of one to three dimensions, whose values are interpolated linearly.
//!
//! Seed: *Precomputing Avatar Behavior From Human Motion Data* (Lee & Lee 2004), sec. 3 and 4.2. The seed does not say
//! what lies outside of a grid; here every axis says it. Nothing here knows what its numbers mean.

/// What an axis does at its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// What lies beyond an end counts as the end.
    Clamp,
    /// What lies beyond an end is not on the grid: worth nothing.
    Nothing,
    /// There are none: the high end is the low end again, as of an angle. Every number is on the axis.
    Wrap,
}

/// One dimension: points evenly spread from a low to a high end, both of which are points; only of an axis that wraps
/// the high end is the first point again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Where the first point is.
    pub low: f32,
    /// Where the last point is, or the first again.
    pub high: f32,
    /// How many points there are.
    pub points: u32,
    /// What lies outside.
    pub ends: Ends,
}

/// Why there is no such grid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum GridError {
    #[error("a grid has one to three axes, not {0}")]
    Axes(usize),
    #[error("axis {axis} goes from {low} to {high}: give it two numbers, the lower first")]
    Range { axis: usize, low: f32, high: f32 },
    #[error("axis {axis} has {points} points; it has at least {least}", least = if *wraps { 1 } else { 2 })]
    Points { axis: usize, points: u32, wraps: bool },
    #[error("a grid of {0} points is larger than the {max} that there may be", max = Grid::MOST)]
    TooLarge(u64),
}

/// A grid. Its points are numbered with the last axis running fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    axes: Vec<Axis>,
}

/// A place on a grid: the corner below it, how far it is to the next point along each axis, and by how much of that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Number of the point below.
    pub at: u32,
    /// What to add to that number to get to the next point of each axis; wraps around like the numbers do.
    pub up: [u32; 3],
    /// How far along to the next point, from 0 to 1.
    pub share: [f32; 3],
}

impl Grid {
    /// How many points a grid may have.
    pub const MOST: u64 = 1 << 24;

    /// A grid of some axes.
    pub fn new(axes: &[Axis]) -> Result<Grid, GridError> {
        if !(1..=3).contains(&axes.len()) {
            return Err(GridError::Axes(axes.len()));
        }
        let mut points = 1_u64;
        for (number, axis) in axes.iter().enumerate() {
            let Axis { low, high, .. } = *axis;
            if !(low.is_finite() && high.is_finite() && (high - low).is_finite() && low < high) {
                return Err(GridError::Range { axis: number, low, high });
            }
            let wraps = axis.ends == Ends::Wrap;
            if axis.points < if wraps { 1 } else { 2 } {
                return Err(GridError::Points { axis: number, points: axis.points, wraps });
            }
            points = points.saturating_mul(u64::from(axis.points));
        }
        if points > Grid::MOST {
            return Err(GridError::TooLarge(points));
        }
        Ok(Grid { axes: axes.to_vec() })
    }

    /// Its dimensions.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// How many points it has.
    pub fn points(&self) -> usize {
        self.axes.iter().map(|axis| axis.points as usize).product()
    }

    /// Where a point is. Coordinates that the grid has not are zero.
    pub fn point(&self, number: usize) -> [f32; 3] {
        let (mut rest, mut at) = (number, [0.0; 3]);
        for (axis, at) in self.axes.iter().zip(&mut at).rev() {
            *at = axis.point((rest % axis.points as usize) as u32);
            rest /= axis.points as usize;
        }
        at
    }

    /// The place of some coordinates; none if it lies where nothing is worth anything, or is no number.
    #[inline]
    pub fn locate(&self, at: [f32; 3]) -> Option<Spot> {
        let mut spot = Spot { at: 0, up: [0; 3], share: [0.0; 3] };
        let mut stride = 1_u32;
        for (number, axis) in self.axes.iter().enumerate().rev() {
            let (below, share) = axis.locate(at[number])?;
            let above = if below + 1 < axis.points { below + 1 } else { axis.first_after_last(below) };
            spot.at += below * stride;
            spot.up[number] = above.wrapping_sub(below).wrapping_mul(stride);
            spot.share[number] = share;
            stride *= axis.points;
        }
        Some(spot)
    }

    /// The value at a place, from the values at all points.
    #[inline]
    pub fn value(&self, spot: &Spot, values: &[f32]) -> f32 {
        spot.value(self.axes.len(), |point| values[point])
    }
}

impl Spot {
    /// The value at this place of a grid of so many axes, from the values at its points.
    #[inline]
    pub fn value(&self, axes: usize, value: impl Fn(usize) -> f32) -> f32 {
        let mut sum = 0.0;
        for corner in 0..1_usize << axes {
            let (point, weight) = self.corner(axes, corner);
            // A corner that does not count is not looked at: its value may be anything.
            if weight > 0.0 {
                sum += weight * value(point);
            }
        }
        sum
    }

    /// One of the 2ⁿ points around a place on n axes, and its weight. Bit k of the corner's number is axis k.
    #[inline]
    pub fn corner(&self, axes: usize, corner: usize) -> (usize, f32) {
        let (mut point, mut weight) = (self.at, 1.0);
        for axis in 0..axes.min(3) {
            if corner >> axis & 1 == 1 {
                point = point.wrapping_add(self.up[axis]);
                weight *= self.share[axis];
            } else {
                weight *= 1.0 - self.share[axis];
            }
        }
        (point as usize, weight)
    }
}

impl Axis {
    /// A dimension whose outside counts as its ends.
    pub fn clamped(low: f32, high: f32, points: u32) -> Axis {
        Axis { low, high, points, ends: Ends::Clamp }
    }

    /// A dimension outside of which nothing is worth anything.
    pub fn bounded(low: f32, high: f32, points: u32) -> Axis {
        Axis { low, high, points, ends: Ends::Nothing }
    }

    /// A whole turn, from −π on.
    pub fn turn(points: u32) -> Axis {
        Axis { low: -std::f32::consts::PI, high: std::f32::consts::PI, points, ends: Ends::Wrap }
    }

    /// How far apart two points are.
    pub fn spacing(&self) -> f32 {
        let gaps = if self.ends == Ends::Wrap { self.points } else { self.points.saturating_sub(1) };
        (self.high - self.low) / gaps.max(1) as f32
    }

    /// Where a point is.
    pub fn point(&self, number: u32) -> f32 {
        self.low + self.spacing() * number as f32
    }

    /// The point below a coordinate, and how far it is from there to the next, from 0 to 1.
    #[inline]
    pub fn locate(&self, x: f32) -> Option<(u32, f32)> {
        let steps = (x - self.low) / self.spacing();
        let last = self.points - 1;
        match self.ends {
            Ends::Wrap => {
                let around = steps - (steps / self.points as f32).floor() * self.points as f32;
                if !around.is_finite() {
                    return None;
                }
                let below = (around as u32).min(last);
                Some((below, (around - below as f32).clamp(0.0, 1.0)))
            }
            Ends::Clamp => {
                if steps.is_nan() {
                    return None;
                }
                let steps = steps.clamp(0.0, last as f32);
                let below = (steps as u32).min(last - 1);
                Some((below, steps - below as f32))
            }
            Ends::Nothing => {
                // A hair of tolerance, so that the ends themselves are on the axis whatever rounding does.
                const HAIR: f32 = 1e-4;
                if !(steps >= -HAIR && steps <= last as f32 + HAIR) {
                    return None;
                }
                let steps = steps.clamp(0.0, last as f32);
                let below = (steps as u32).min(last - 1);
                Some((below, steps - below as f32))
            }
        }
    }

    fn first_after_last(&self, last: u32) -> u32 {
        if self.ends == Ends::Wrap { 0 } else { last }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::f32::consts::PI;

    fn cube() -> Grid {
        Grid::new(&[Axis::turn(13), Axis::clamped(0.0, 2.0, 5), Axis::bounded(1.2, 1.6, 4)]).unwrap()
    }

    fn linear([a, b, c]: [f32; 3]) -> f32 {
        3.0 * a - 2.0 * b + 0.5 * c + 1.0
    }

    #[test]
    fn values_at_points_are_the_values_themselves() {
        let grid = cube();
        let values: Vec<f32> = (0..grid.points()).map(|n| ((n * 7919) % 101) as f32).collect();
        for number in 0..grid.points() {
            let spot = grid.locate(grid.point(number)).expect("a point of the grid is on it");
            assert!((grid.value(&spot, &values) - values[number]).abs() < 1e-2, "{number}");
        }
    }

    proptest! {
        #[test]
        fn what_is_linear_stays_so_between_points(a in -3.0_f32..2.6, b in 0.0_f32..2.0, c in 1.2_f32..1.6) {
            let grid = cube();
            let values: Vec<f32> = (0..grid.points()).map(|n| linear(grid.point(n))).collect();
            let spot = grid.locate([a, b, c]).unwrap();
            prop_assert!((grid.value(&spot, &values) - linear([a, b, c])).abs() < 1e-3);
        }

        #[test]
        fn an_angle_means_the_same_after_any_number_of_turns(angle in -PI..PI, turns in -20_i32..20) {
            let grid = Grid::new(&[Axis::turn(13)]).unwrap();
            let values: Vec<f32> = (0..13).map(|n| (n * n % 17) as f32).collect();
            let at = |angle: f32| grid.value(&grid.locate([angle, 0.0, 0.0]).unwrap(), &values);
            prop_assert!((at(angle) - at(angle + 2.0 * PI * turns as f32)).abs() < 1e-2);
        }

        #[test]
        fn weights_of_corners_are_a_share_each_and_one_in_all(a in -9.0_f32..9.0, b in -9.0_f32..9.0) {
            let grid = cube();
            let spot = grid.locate([a, b, 1.37]).unwrap();
            let corners: Vec<(usize, f32)> = (0..8).map(|corner| spot.corner(3, corner)).collect();
            prop_assert!(corners.iter().all(|(point, weight)| *point < grid.points() && *weight >= 0.0));
            prop_assert!((corners.iter().map(|(_, weight)| weight).sum::<f32>() - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn just_left_and_right_of_the_seam_is_nearly_the_same() {
        let grid = Grid::new(&[Axis::turn(13)]).unwrap();
        let values: Vec<f32> = (0..13).map(|n| (n * 5 % 11) as f32).collect();
        let at = |angle: f32| grid.value(&grid.locate([angle, 0.0, 0.0]).unwrap(), &values);
        assert!((at(PI - 1e-3) - at(-PI + 1e-3)).abs() < 0.05);
    }

    #[test]
    fn beyond_an_end_is_the_end_or_nothing() {
        let clamped = Grid::new(&[Axis::clamped(0.0, 2.0, 5)]).unwrap();
        let values = [1.0, 2.0, 3.0, 4.0, 5.0];
        for (at, value) in [(-1.0, 1.0), (0.0, 1.0), (2.0, 5.0), (1e9, 5.0), (f32::INFINITY, 5.0)] {
            let spot = clamped.locate([at, 0.0, 0.0]).unwrap();
            assert_eq!(clamped.value(&spot, &values), value, "{at}");
        }
        let bounded = Grid::new(&[Axis::bounded(0.0, 2.0, 5)]).unwrap();
        for at in [-0.1, 2.1, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(bounded.locate([at, 0.0, 0.0]), None, "{at}");
        }
        assert!(bounded.locate([0.0, 0.0, 0.0]).is_some() && bounded.locate([2.0, 0.0, 0.0]).is_some());
    }

    #[test]
    fn what_is_no_number_is_on_no_axis() {
        for ends in [Ends::Clamp, Ends::Nothing, Ends::Wrap] {
            let grid = Grid::new(&[Axis { low: 0.0, high: 1.0, points: 3, ends }]).unwrap();
            assert_eq!(grid.locate([f32::NAN, 0.0, 0.0]), None, "{ends:?}");
        }
        let wraps = Grid::new(&[Axis::turn(4)]).unwrap();
        assert_eq!(wraps.locate([f32::INFINITY, 0.0, 0.0]), None);
    }

    #[test]
    fn axes_that_make_no_grid_are_refused() {
        let good = Axis::clamped(0.0, 1.0, 2);
        assert_eq!(Grid::new(&[]), Err(GridError::Axes(0)));
        assert_eq!(Grid::new(&[good; 4]), Err(GridError::Axes(4)));
        for (low, high) in [(1.0, 0.0), (1.0, 1.0), (f32::NAN, 1.0), (0.0, f32::INFINITY)] {
            let axis = Axis { low, high, ..good };
            assert!(matches!(Grid::new(&[good, axis]), Err(GridError::Range { axis: 1, .. })));
        }
        assert!(matches!(Grid::new(&[Axis { points: 1, ..good }]), Err(GridError::Points { .. })));
        assert!(matches!(Grid::new(&[Axis::turn(0)]), Err(GridError::Points { .. })));
        assert!(matches!(Grid::new(&[Axis::turn(5000), Axis::turn(5000)]), Err(GridError::TooLarge(_))));
        let one = Grid::new(&[Axis::turn(1)]).unwrap();
        assert_eq!(one.value(&one.locate([2.0, 0.0, 0.0]).unwrap(), &[7.0]), 7.0);
    }
}
