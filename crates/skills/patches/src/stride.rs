//! Getting somewhere by being led: half seconds of recorded gait, each chosen for how near it is to how fast and which way somebody
//! has to go, and led exactly there. Where `walk` puts whole actions one after the other, this arrives at any place within steps.
//!
//! Paper: Shum 2010, sec. 6.5.2: a locomotion engine that brings characters to where an encounter begins.

use footwork_motion::ground::Place;
use footwork_stage::{Lead, Move, Segment};
use glam::{Vec2, Vec3};

use crate::acts::{Act, Acts};
use crate::gait::{half_turned, pace};
use crate::walk::turn;

/// Frames of the tables: half a second, a step of a walk.
const WINDOW: u32 = 30;
/// m. Further away somebody faces where he goes; nearer he turns to how he has to stand.
const TURNS_AT: f32 = 0.7;
/// rad/s. Nobody turns faster on his way.
const TURNS: f32 = 2.4;
/// m, rad: what is as near as this is there.
const THERE: f32 = 0.06;
const TURNED: f32 = 0.12;
/// How much a seam counts beside m/s that a window is too fast or slow, and so does a rad/s.
const SEAM: f32 = 2.0;
const TURNING: f32 = 0.3;

/// Half a second of gait.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Window {
    take: u32,
    first: u32,
    end: u32,
    /// m/s, to the left and ahead.
    velocity: Vec2,
    /// rad/s
    turning: f32,
    /// m, how far apart the hands are.
    width: f32,
}

/// Windows to choose from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strides {
    windows: Vec<Window>,
}

/// How somebody goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gait {
    /// m/s, at most.
    pub speed: f32,
    /// m, how far apart the hands have to be, and by how much that may differ; none if they are free.
    pub width: Option<[f32; 2]>,
}

impl Strides {
    /// Out of the acts that fit.
    pub fn new(acts: &Acts, fits: &dyn Fn(&Act) -> bool) -> Strides {
        let mut windows = Vec::new();
        for act in acts.all.iter().filter(|act| fits(act)) {
            let mut first = act.first;
            while first + WINDOW <= act.end {
                let end = first + WINDOW;
                let (velocity, turning) = pace(acts, act.take, first, WINDOW);
                let width = acts.hands_apart(act.take, (first + end) / 2);
                windows.push(Window { take: act.take, first, end, velocity, turning, width });
                first = end;
            }
        }
        Strides { windows }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.windows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.windows.is_empty()
    }

    /// The next half second from a frame of a take and a place to a goal; none if somebody is there, or nothing fits.
    pub fn toward(
        &self,
        acts: &Acts,
        now: (u32, u32),
        body: &Place,
        goal: &Place,
        gait: &Gait,
    ) -> Option<Move> {
        let away = body.inside(Vec3::new(goal.x, 0.0, goal.z));
        let away = Vec2::new(away.x, away.z);
        let faces = turn(body, goal);
        if away.length() < THERE && faces.abs() < TURNED {
            return None;
        }
        let seconds = WINDOW as f32 / acts.tables.rate;
        let most = TURNS * seconds;
        let (velocity, turned) = if away.length() > TURNS_AT {
            let bearing = libm::atan2f(away.x, away.y);
            let turned = bearing.clamp(-most, most);
            // Who has to turn far does that first.
            let ahead = libm::cosf(bearing).max(0.05) * gait.speed;
            (Vec2::new(0.0, ahead.min(away.length() / seconds)), turned)
        } else {
            let turned = faces.clamp(-most, most);
            let wanted = half_turned(away, turned) / seconds;
            (wanted.clamp_length_max(0.8 * gait.speed), turned)
        };
        let turning = turned / seconds;
        let fits =
            |window: &&Window| gait.width.is_none_or(|[width, off]| (window.width - width).abs() <= off);
        let cost = |window: &Window| {
            let goes_on = window.take == now.0 && window.first.abs_diff(now.1) < 2;
            let seam = if goes_on { 0.0 } else { acts.seam(now, (window.take, window.first)) };
            (window.velocity - velocity).length() + TURNING * (window.turning - turning).abs() + SEAM * seam
        };
        let best = self.windows.iter().filter(fits).min_by(|a, b| cost(a).total_cmp(&cost(b)))?;
        let seconds = |frame: u32| f64::from(frame) / f64::from(acts.tables.rate);
        let segment = Segment { take: best.take, first: seconds(best.first), end: seconds(best.end) };
        let lead = Lead { velocity: velocity.to_array(), turning, weight: 1.0 };
        Some(Move::new(segment).led(lead))
    }
}
