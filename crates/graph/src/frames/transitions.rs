//! Which frames can follow which, besides the ones recorded after each other.
//!
//! Papers: Lee & Lee 2004, sec. 6: from i to j when i and j − 1 are alike and the same foot event happens in both; Lee et
//! al. 2002 and Kovar et al. 2002: of neighbouring pairs (i, j) keep the local minimum only; drop what costs too much.
//! Departs from them: not all pairs are compared. Each event asks for its k nearest events of the same kind
//! ([`neighbours`](super::neighbours)), of all moments of one span of standing the nearest only; and each such pair is
//! then moved to the best (i, j) close by. Two moments have to be balanced alike ([`balance`](super::balance)): there is no
//! way out of a fall into standing. What is kept is played, and dropped if its blend jumps more than recordings
//! themselves do.

use footwork_annotate::Repertoire;
use footwork_motion::{MissingRole, Pose, Transform, WorldClip, kinematics, quality};
use footwork_plan::progress::{Counter, Flow, Hear};
use rayon::prelude::*;

use crate::blend::Seam;
use crate::error::GraphError;
use crate::frames::balance::Balances;
use crate::frames::events::frames_at;
use crate::frames::features::{Features, distance_squared};
use crate::frames::neighbours::{Effort, Tree};
use crate::frames::{FootEvent, FrameSettings, Limit, Search, Transition};
use crate::segment::{Numbering, frames_of};

/// All transitions worth having, sorted by where they leave and then by where they arrive.
pub(crate) fn find(
    repertoire: &Repertoire,
    numbering: &Numbering,
    settings: &FrameSettings,
    hear: Hear<'_>,
) -> Result<(Vec<Transition>, Search), GraphError> {
    let features = Features::new(&repertoire.skeleton, &settings.likeness, numbering)?;
    let barred = frames_of(repertoire, numbering, &settings.keep_out);
    let mut search = Search::default();
    let mut found = Vec::new();
    let mut events = settings.events.clone();
    events.sort();
    events.dedup();
    // Blending what was found, to see whether it jumps, takes about as long as one more event.
    let counter = Counter::new(hear, "looking for frames that are alike", events.len() + 1);
    for event in events {
        let kind = Kind::new(repertoire, numbering, settings, &features, event)?;
        search.candidates += kind.centres.len() as u64;
        let (transitions, effort) = kind.pairs(numbering, settings, &barred);
        search.bounds += effort.bounds;
        search.distances += effort.distances;
        search.cut_short += effort.cut_short;
        found.extend(transitions);
        if counter.count() == Flow::Stop {
            return Err(GraphError::Stopped);
        }
    }
    // The same two frames may be at two events at once: the cheaper one is kept (they cost the same but for rounding).
    found.sort_by(|a, b| (a.from, a.to).cmp(&(b.from, b.to)).then(a.cost.total_cmp(&b.cost)));
    found.dedup_by_key(|t| (t.from, t.to));
    search.found = found.len() as u64;
    search.limit = limit(&found, settings.limit);
    found.retain(|t| t.cost <= search.limit);
    search.too_costly = search.found - found.len() as u64;
    if let Some(most) = settings.most_imbalance {
        let before = found.len();
        let balances = Balances::new(repertoire, numbering, &found)?;
        found.retain(|t| balances.apart(t.from, t.to - 1) <= most);
        search.unbalanced = (before - found.len()) as u64;
    }
    if let Some(share) = settings.most_jump {
        search.usual_jump = usual_jump(repertoire, share);
        let half = numbering.in_frames(0.5 * settings.blend) as usize;
        let jumps: Result<Vec<f32>, MissingRole> =
            found.par_iter().map(|t| played_jump(repertoire, numbering, half, t)).collect();
        let mut jumps = jumps?.into_iter();
        let before = found.len();
        found.retain(|_| jumps.next().is_some_and(|jump| jump <= search.usual_jump));
        search.too_jumpy = (before - found.len()) as u64;
    }
    Ok((found, search))
}

/// What a cost may be at most.
fn limit(found: &[Transition], limit: Limit) -> f32 {
    match limit {
        Limit::Absolute(most) => most,
        Limit::Share(share) => quality::percentile(found.iter().map(|t| t.cost).collect(), share),
    }
}

/// All events of one kind.
struct Kind {
    /// Their frames, in order.
    centres: Vec<u32>,
    takes: Vec<u32>,
    /// Which spans of standing they belong to; other events stand alone.
    spans: Vec<u32>,
    /// Vectors of the centres, and of all frames around them, centre by centre.
    rows: Vec<f32>,
    around_rows: Vec<f32>,
    dims: usize,
    /// How many frames a transition may leave, and arrive, away from the event.
    leave: i32,
    arrive: i32,
    around: i32,
}

impl Kind {
    fn new(
        repertoire: &Repertoire,
        numbering: &Numbering,
        settings: &FrameSettings,
        features: &Features<'_>,
        event: FootEvent,
    ) -> Result<Kind, MissingRole> {
        let [leave, arrive] = [settings.leave_around, settings.arrive_around].map(|s| numbering.in_frames(s));
        let around = leave.max(arrive);
        // A transition leaves and arrives where both recordings go on for long enough to be compared and blended.
        let margin = around + features.margin().max(numbering.in_frames(0.5 * settings.blend) + 1);
        let every = numbering.in_frames(settings.standing).max(1);
        let (mut spans, mut kept_before) = (Vec::new(), 0);
        let mut of_take = |take: &footwork_annotate::Take| -> Vec<u32> {
            let last = (take.clip.frames() as u32).saturating_sub(margin + 1);
            let mut kept = Vec::new();
            for moments in frames_at(take, event, every) {
                let inside = moments.into_iter().filter(|frame| (margin..last).contains(frame));
                let span = spans.len() as u32;
                kept.extend(inside);
                spans.resize(spans.len().max(kept_before + kept.len()), span);
            }
            kept_before += kept.len();
            kept
        };
        let moments: Vec<Vec<u32>> = repertoire.takes.iter().map(&mut of_take).collect();
        let rows = features.rows(repertoire, &moments)?;
        let around_moments: Vec<Vec<u32>> = moments
            .iter()
            .map(|frames| frames.iter().flat_map(|f| f - around..=f + around).collect())
            .collect();
        let around_rows =
            if around == 0 { Vec::new() } else { features.rows(repertoire, &around_moments)? };
        let numbered = moments.iter().enumerate().flat_map(|(take, frames)| {
            frames.iter().map(move |&frame| (take as u32, numbering.number(take as u32, frame)))
        });
        let (takes, centres) = numbered.unzip();
        Ok(Kind {
            centres,
            takes,
            spans,
            rows,
            around_rows,
            dims: features.dims(),
            leave: leave as i32,
            arrive: arrive as i32,
            around: around as i32,
        })
    }

    /// The best transitions from every event.
    fn pairs(
        &self,
        numbering: &Numbering,
        settings: &FrameSettings,
        barred: &[bool],
    ) -> (Vec<Transition>, Effort) {
        let tree = Tree::new(&self.rows, self.dims, &self.spans, settings.effort);
        let apart = numbering.in_frames(settings.apart);
        let per_event: Vec<(Vec<Transition>, Effort)> = (0..self.centres.len() as u32)
            .into_par_iter()
            .map(|a| {
                let at = |event: u32| self.centres[event as usize];
                let allowed = |b: u32| {
                    let same = self.takes[a as usize] == self.takes[b as usize];
                    let (from, to) = (at(a) as usize, at(b) as usize + 1);
                    let stutters = same && at(a).abs_diff(at(b)) <= apart;
                    !stutters && (barred[from] || !barred[to])
                };
                let (near, effort) = tree.nearest(a, settings.neighbours as usize, allowed);
                let mut found: Vec<Transition> =
                    near.iter().map(|near| self.best_close_by(a, near.point, near.squared)).collect();
                // Moving may have taken it into a span that is kept out.
                found.retain(|t| barred[t.from as usize] || !barred[t.to as usize]);
                (found, effort)
            })
            .collect();
        let mut sum = Effort::default();
        let mut found = Vec::new();
        for (transitions, effort) in per_event {
            sum.bounds += effort.bounds;
            sum.distances += effort.distances;
            sum.cut_short += effort.cut_short;
            found.extend(transitions);
        }
        (found, sum)
    }

    /// Goes downhill in the plane of pairs (i, j), one frame at a time, to the local minimum next to two events.
    fn best_close_by(&self, a: u32, b: u32, squared: f32) -> Transition {
        let row = |event: u32, offset: i32| {
            let per_event = 2 * self.around as usize + 1;
            let index = event as usize * per_event + (offset + self.around) as usize;
            &self.around_rows[index * self.dims..][..self.dims]
        };
        let mut best = (squared, 0_i32, 0_i32);
        loop {
            let (_, i, j) = best;
            let mut next = best;
            for (di, dj) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                let (i, j) = (i + di, j + dj);
                if i.abs() <= self.leave && j.abs() <= self.arrive {
                    let cost = distance_squared(row(a, i), row(b, j), next.0);
                    if cost < next.0 {
                        next = (cost, i, j);
                    }
                }
            }
            if next == best {
                break;
            }
            best = next;
        }
        let moved = |event: u32, by: i32| (self.centres[event as usize] as i32 + by) as u32;
        Transition { from: moved(a, best.1), to: moved(b, best.2) + 1, cost: best.0.sqrt() }
    }
}

/// The change in velocity from frame to frame, in m/s, that a share of all recorded frames stays below.
pub(crate) fn usual_jump(repertoire: &Repertoire, share: f32) -> f32 {
    let jumps: Vec<Vec<f32>> = repertoire
        .takes
        .par_iter()
        .map(|take| {
            let world = WorldClip::new(&repertoire.skeleton, &take.clip);
            (3..world.frames()).map(|frame| quality::jump(&world, frame).velocity).collect()
        })
        .collect();
    quality::percentile(jumps.concat(), share)
}

/// The largest change in velocity from frame to frame, in m/s, of any joint while a transition is blended.
pub(crate) fn played_jump(
    repertoire: &Repertoire,
    numbering: &Numbering,
    half: usize,
    transition: &Transition,
) -> Result<f32, MissingRole> {
    let skeleton = &repertoire.skeleton;
    let place = |frame: u32| {
        let (take, frame) = numbering.place(frame);
        (&repertoire.takes[take as usize].clip, frame as usize)
    };
    let ((from, a), (to, b)) = (place(transition.from), place(transition.to));
    let seam = Seam::new(skeleton, from, a, to, b, half)?;
    let rest = Pose::rest(skeleton);
    let (mut scratch, mut pose) = (rest.clone(), rest);
    // Three frames in turn; each change of velocity needs the two frames before.
    let mut frames = [(); 3].map(|()| vec![Transform::IDENTITY; skeleton.len()]);
    let (first, last) = (-(seam.half as i32) - 2, seam.half as i32 + 1);
    let first = first.max(-(a as i32) - 1);
    let last = last.min((to.frames() - 1 - b) as i32);
    let mut worst = 0.0_f32;
    for (count, after) in (first..=last).enumerate() {
        seam.pose(after, &mut scratch, &mut pose);
        frames.rotate_left(1);
        kinematics::world(skeleton, pose.view(), &mut frames[2]);
        if count >= 2 {
            for ((p2, p1), p0) in frames[0].iter().zip(&frames[1]).zip(&frames[2]) {
                let change = p0.translation - 2.0 * p1.translation + p2.translation;
                worst = worst.max(change.length_squared());
            }
        }
    }
    Ok(worst.sqrt() * numbering.rate)
}
