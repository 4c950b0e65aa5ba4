//! Poses spread evenly over everything, as the body itself sees them: the same pose somewhere else, facing elsewhere,
//! is the same.

use footwork_annotate::Repertoire;
use footwork_motion::glam::Vec3;
use footwork_motion::{Transform, ground, kinematics};

use crate::palette::general;

/// The fractions of its multiples fill an interval evenly without ever repeating.
const GOLDEN: f64 = 0.618_033_988_749_895;

/// Poses of a repertoire.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// The take and frame of each.
    pub places: Vec<(usize, usize)>,
    /// The general class of the action at each.
    pub classes: Vec<Option<String>>,
    /// Of each take, how many poses lie before it; and how many there are in all.
    pub starts: Vec<usize>,
    /// How many joints a pose has.
    pub joints: usize,
    /// m, joint by joint, pose after pose.
    pub positions: Vec<Vec3>,
    /// m, the mean distance of the joints of each two poses, row by row.
    pub distances: Vec<f32>,
}

impl Sample {
    /// So many poses at most.
    pub fn of(repertoire: &Repertoire, most: usize) -> Sample {
        let frames: usize = repertoire.takes.iter().map(|take| take.clip.frames()).sum();
        let mut sample = Sample { joints: repertoire.skeleton.len(), ..Sample::default() };
        let number = frames.min(most);
        let mut world = vec![Transform::IDENTITY; repertoire.skeleton.len()];
        let (mut next, mut before) = (0, 0);
        for (index, take) in repertoire.takes.iter().enumerate() {
            sample.starts.push(sample.places.len());
            // One in each of as many equal parts as there are poses, at another place of it every time: steps that
            // come as often as poses are taken would all be seen in one phase.
            let place = |next: usize| {
                let within = (next as f64 * GOLDEN).fract();
                (((next as f64 + within) * frames as f64 / number as f64) as usize).min(frames - 1)
            };
            while next < number && place(next) < before + take.clip.frames() {
                let frame = place(next) - before;
                kinematics::world(&repertoire.skeleton, take.clip.frame(frame), &mut world);
                // A body without hips is compared where it is.
                let body =
                    ground::body_frame(&repertoire.skeleton, &world).unwrap_or(Transform::IDENTITY).inverse();
                sample.positions.extend(world.iter().map(|joint| body.point(joint.translation)));
                sample.places.push((index, frame));
                let actions = &take.annotation.actions;
                let action = actions.iter().find(|action| action.span.contains(frame as u32));
                sample.classes.push(action.map(|action| general(&action.classes).to_string()));
                next += 1;
            }
            before += take.clip.frames();
        }
        sample.starts.push(sample.places.len());
        sample.distances = sample.compare();
        sample
    }

    /// How many poses there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    fn pose(&self, index: usize) -> &[Vec3] {
        &self.positions[index * self.joints..][..self.joints]
    }

    fn compare(&self) -> Vec<f32> {
        let size = self.len();
        let mut distances = vec![0.0; size * size];
        for row in 0..size {
            for column in 0..row {
                let pairs = self.pose(row).iter().zip(self.pose(column));
                let sum: f32 = pairs.map(|(a, b)| a.distance(*b)).sum();
                let mean = sum / self.joints.max(1) as f32;
                let mean = if mean.is_finite() { mean } else { 0.0 };
                distances[row * size + column] = mean;
                distances[column * size + row] = mean;
            }
        }
        distances
    }

    /// The pose that all others are nearest to.
    pub fn typical(&self) -> Option<&[Vec3]> {
        let size = self.len();
        let sum =
            |row: &usize| self.distances[row * size..][..size].iter().map(|d| f64::from(*d)).sum::<f64>();
        let typical = (0..size).min_by(|a, b| sum(a).total_cmp(&sum(b)))?;
        Some(self.pose(typical))
    }

    /// Where a frame of a take would be among the poses, as a fraction of one.
    pub fn place(&self, take: usize, frame: usize, frames: usize) -> f64 {
        let (from, to) = (self.starts[take], self.starts[take + 1]);
        from as f64 + (to - from) as f64 * frame as f64 / frames.max(1) as f64
    }
}
