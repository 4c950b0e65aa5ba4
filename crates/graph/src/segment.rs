//! Segments, and one number for every frame of a repertoire.

use footwork_annotate::Repertoire;
pub use footwork_annotate::fragments::FrameSegment;
use serde::{Deserialize, Serialize};

use crate::error::GraphError;

/// Numbers the frames of all takes one after the other, so that a graph's node is one number.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Numbering {
    /// The number of each take's first frame, and one past the last frame of all.
    pub starts: Vec<u32>,
    /// Frames per second, of all takes.
    pub rate: f32,
}

impl Numbering {
    /// Numbers a repertoire's frames, and refuses one whose takes do not go together.
    pub fn new(repertoire: &Repertoire) -> Result<Numbering, GraphError> {
        let first = repertoire.takes.first().ok_or(GraphError::NoTakes)?;
        let (rate, expected) = (first.clip.rate(), repertoire.skeleton.len());
        let (mut starts, mut frames) = (vec![0], 0_usize);
        for take in &repertoire.takes {
            let clip = &take.clip;
            if clip.rate() != rate {
                let take = clip.name.clone();
                return Err(GraphError::OtherRate { take, rate: clip.rate(), others: rate });
            }
            if clip.joints() != expected {
                let take = clip.name.clone();
                return Err(GraphError::OtherBody { take, joints: clip.joints(), expected });
            }
            frames += clip.frames();
            // Half of the numbers, so that sums of two and marks like "none" fit too.
            if frames > u32::MAX as usize / 2 {
                return Err(GraphError::TooManyFrames { frames });
            }
            starts.push(frames as u32);
        }
        Ok(Numbering { starts, rate })
    }

    /// How many frames there are in all.
    pub fn frames(&self) -> usize {
        self.starts.last().map_or(0, |&end| end as usize)
    }

    /// The take of a frame, and the frame's place in it.
    pub fn place(&self, frame: u32) -> (u32, u32) {
        let take = self.starts.partition_point(|&start| start <= frame) as u32 - 1;
        (take, frame - self.starts[take as usize])
    }

    /// The number of a take's frame.
    pub fn number(&self, take: u32, frame: u32) -> u32 {
        self.starts[take as usize] + frame
    }

    /// Whether the frame after this one belongs to the same take.
    pub fn goes_on(&self, frame: u32) -> bool {
        self.starts.binary_search(&(frame + 1)).is_err()
    }

    /// Seconds as a whole number of frames.
    pub fn in_frames(&self, seconds: f32) -> u32 {
        (seconds * self.rate).round().max(0.0) as u32
    }
}

/// Which frames lie in actions of any of some classes.
pub fn frames_of(repertoire: &Repertoire, numbering: &Numbering, classes: &[String]) -> Vec<bool> {
    let mut found = vec![false; numbering.frames()];
    for (take, start) in repertoire.takes.iter().zip(&numbering.starts) {
        let own = &mut found[*start as usize..][..take.clip.frames()];
        for action in take.annotation.actions.iter().filter(|a| classes.iter().any(|class| a.is(class))) {
            let end = (action.span.end as usize).min(own.len());
            own[(action.span.first as usize).min(end)..end].fill(true);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_numbered_through_all_takes_and_found_again() {
        let numbering = Numbering { starts: vec![0, 3, 4, 10], rate: 60.0 };
        assert_eq!(numbering.frames(), 10);
        for (frame, place) in [(0, (0, 0)), (2, (0, 2)), (3, (1, 0)), (4, (2, 0)), (9, (2, 5))] {
            assert_eq!(numbering.place(frame), place);
            assert_eq!(numbering.number(place.0, place.1), frame);
        }
        let ends: Vec<u32> = (0..10).filter(|&f| !numbering.goes_on(f)).collect();
        assert_eq!(ends, [2, 3, 9]);
    }
}
