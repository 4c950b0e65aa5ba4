//! When feet stand, and so where legs will really be: a foot that stands is held where it was put down, a hand's breadth from where the
//! next motion has it, and gets there only when it is lifted.

use footwork_motion::Side;
use footwork_stage::Rig;

/// For which frames each foot stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feet {
    /// Of each frame of the tables and each side: from which frame of the take to before which it stands; nothing if it does not.
    runs: Vec<[[u32; 2]; 2]>,
}

/// Frames in which what a foot is off when it is lifted is halved: the stage's spring takes 0.08 s.
const HALF_LIFE: f32 = 4.8;

impl Feet {
    /// Of a repertoire whose takes begin at these frames of the tables, of so many a second.
    pub fn new(rig: &Rig, starts: &[u32], rate: f32) -> Feet {
        let mut runs = vec![[[0; 2]; 2]; starts.last().map_or(0, |end| *end as usize)];
        for (take, span) in rig.repertoire().takes.iter().zip(starts.windows(2)) {
            let stride = (take.clip.rate() / rate).round().max(1.0) as usize;
            let own = &mut runs[span[0] as usize..span[1] as usize];
            for (side, foot) in Side::BOTH.into_iter().enumerate() {
                let stands = take.annotation.supports.planted(foot, take.clip.frames());
                let stands = |frame: usize| stands.get(frame * stride).copied().unwrap_or(false);
                let mut first = 0;
                while first < own.len() {
                    let end = (first..own.len()).find(|frame| !stands(*frame)).unwrap_or(own.len());
                    for run in &mut own[first..end] {
                        run[side] = [first as u32, end as u32];
                    }
                    first = end.max(first + 1);
                }
            }
        }
        Feet { runs }
    }

    /// From which frame of its take to before which a foot stands about a frame of the tables; none if it is in the air.
    #[inline]
    pub fn stands(&self, at: usize, side: usize) -> Option<[u32; 2]> {
        self.runs.get(at).map(|run| run[side]).filter(|[first, end]| first < end)
    }
}

/// What is left of what a foot was off, so many frames after it was lifted: a spring's that does not swing over.
pub fn left(frames: u32) -> f32 {
    // Such a spring is at a half after 1.68 of its times.
    let at = 1.678 * frames as f32 / HALF_LIFE;
    (1.0 + at) * libm::expf(-at)
}
