//! What a boxer shows of himself: what he makes of the target, the best that he could do next, what places around him are
//! worth for it, and where his blows land.

use std::f32::consts::{PI, TAU};

use footwork_motion::ground;
use footwork_stage::{ActorView, Dial, Heat, Overlay, OverlayChoice, Row, Segment};
use glam::Vec3;

use super::mood::Mood;
use super::score_actions::{DIAL_OF, DISTANCE, FURTHEST, REPETITION, TEMPERATURE};
use super::{Boxer, BoxerMemory, seen_from};

/// Rings and sectors of the map of values.
const RINGS: usize = 8;
const SECTORS: usize = 24;
/// m
const AROUND: f32 = 2.0;
/// Hitting points that are shown.
const POINTS: usize = 400;
/// Choices that are shown.
const CHOICES: usize = 6;

pub(super) const DIALS: [Dial; 5] = [
    weight(
        DIAL_OF[0] as u8,
        "approach",
        "How much it counts to be where blows would land; below zero, nothing",
    ),
    weight(DIAL_OF[1] as u8, "punch", "How much it counts to hit; below zero, nothing"),
    Dial {
        number: TEMPERATURE as u8,
        name: "temperature",
        line: "How freely one of the best is chosen; zero as usual, below zero always the best",
        range: [-1.0, 1.0],
        start: 0.0,
        choices: &[],
    },
    Dial {
        number: REPETITION as u8,
        name: "repetition",
        line: "What it costs to throw the same blow again; zero as usual, below zero nothing",
        range: [-1.0, 1.0],
        start: 0.0,
        choices: &[],
    },
    Dial {
        number: DISTANCE as u8,
        name: "distance",
        line: "How much further away than usual he wants to be, in metres; below zero, nearer",
        range: [-FURTHEST, FURTHEST],
        start: 0.0,
        choices: &[],
    },
];

const fn weight(number: u8, name: &'static str, line: &'static str) -> Dial {
    Dial { number, name, line, range: [-1.0, 5.0], start: 0.0, choices: &[] }
}

impl Boxer {
    pub(super) fn show(&self, memory: &BoxerMemory, me: ActorView<'_>) -> Overlay {
        let model = &self.skill.model;
        let target = memory.target;
        let seen = seen_from(me.frame(), target);
        let would_miss = match memory.led_limb.get() {
            None => Row::word("blow led", "no"),
            Some(_) => Row::number("blow led by", memory.would_miss, "m"),
        };
        let rows = vec![
            Row::number("target away", seen.x.hypot(seen.z), "m"),
            Row::number("target up", seen.y, "m"),
            Row::count("thrown", memory.thrown),
            Row::count("landed", memory.landed),
            Row::count("suffered", memory.suffered),
            would_miss,
        ];
        let action = memory.action.get().filter(|at| *at < model.to.len());
        let Some(action) = action else { return Overlay { rows, ..Overlay::default() } };
        let state = model.to[action] as usize;
        let choice = |(score, action): (f32, usize)| {
            let seconds = |frame: u32| f64::from(frame) / f64::from(model.rate);
            let piece = model.pieces_of(action).first();
            let segment = piece.map(|piece| Segment {
                take: piece.take,
                first: seconds(piece.first),
                end: seconds(piece.end),
            });
            OverlayChoice { segment, rows: Vec::new(), score }
        };
        let sights = self.sights(me, Some(seen), &Mood::of_dials(&me.controls().dials));
        let mut best: Vec<(f32, usize)> =
            model.actions_of(state).map(|action| (self.score(action, &sights), action)).collect();
        best.sort_by(|a, b| b.0.total_cmp(&a.0));
        best.truncate(CHOICES);
        Overlay {
            rows,
            choices: best.into_iter().map(choice).collect(),
            heat: Some(self.heat(me, state, target.y)),
            points: self.points(me),
            ..Overlay::default()
        }
    }

    /// What it is worth to have the target at places around, at the height where it is.
    fn heat(&self, me: ActorView<'_>, state: usize, height: f32) -> Heat {
        let radii: Vec<f32> = (0..=RINGS).map(|ring| AROUND * ring as f32 / RINGS as f32).collect();
        let angles: Vec<f32> =
            (0..=SECTORS).map(|sector| TAU * sector as f32 / SECTORS as f32 - PI).collect();
        let mut values = Vec::with_capacity(RINGS * SECTORS);
        for ring in radii.windows(2) {
            for sector in angles.windows(2) {
                let (sin, cos) = libm::sincosf(0.5 * (sector[0] + sector[1]));
                let far = 0.5 * (ring[0] + ring[1]);
                let at = Vec3::new(far * sin, height, far * cos);
                let sights = self.sights(me, Some(at), &Mood::of_dials(&me.controls().dials));
                let worth =
                    sights.iter().zip(&self.skill.tables).enumerate().map(|(number, (sight, table))| {
                        sight.map_or(0.0, |(weight, place)| {
                            weight * self.shares[number] * self.lookups[number].value(table, state, place)
                        })
                    });
                values.push(worth.sum::<f32>());
            }
        }
        let largest = values.iter().copied().fold(1e-6, f32::max);
        values.iter_mut().for_each(|value| *value /= largest);
        let frame = me.frame();
        Heat {
            at: frame.translation,
            heading: ground::heading(frame.rotation * Vec3::Z),
            radii,
            angles,
            values,
        }
    }

    fn points(&self, me: ActorView<'_>) -> Vec<Vec3> {
        let points = &self.skill.hitting_points;
        let every = points.len().div_ceil(POINTS).max(1);
        points.iter().step_by(every).map(|point| me.frame().point(*point)).collect()
    }
}
