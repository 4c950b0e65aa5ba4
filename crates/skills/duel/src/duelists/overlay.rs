//! What a fighter shows of himself: what he expects of the next second and a half, what else he could do and what he thinks of
//! it, how far he looked; and his dials.

use footwork_annotate::vocabulary;
use footwork_plan::game::{Desk, Game, Level, Search, expected_line};
use footwork_stage::{ActorView, BodyPart, Dial, Heat, Overlay, OverlayChoice, Row, StageView};
use glam::{Vec2, Vec3};

use super::path::{FORBIDS, WANTS, WORDS, overlaps};
use super::{DEEPEST, DuelMemory, Duelists, LEVELS};
use crate::rules::Rules;
use crate::style::Style;
use crate::world::{MOST, Situation};

/// Choices that are shown.
const CHOICES: usize = 5;
/// s. How far ahead the expected line is shown, and how often.
const SHOWN: f32 = 1.5;
const EVERY: f32 = 0.25;
/// m, the radius of the disc that marks a crossing of paths.
const CROSSING: f32 = 0.75;

const DEPTH: usize = 0;
const STYLE: usize = 1;

pub(super) const DIALS: [Dial; 4] = [
    Dial {
        number: DEPTH as u8,
        name: "depth",
        line: "How many choices he looks ahead; zero as the scene says",
        range: [0.0, 6.0],
        start: 0.0,
        choices: &[],
    },
    Dial {
        number: STYLE as u8,
        name: "style",
        line: "What he wants",
        range: [0.0, 3.0],
        start: 0.0,
        choices: &["as the scene says", "boxer", "infighter", "outboxer"],
    },
    Dial {
        number: WANTS as u8,
        name: "wants",
        line: "What he is to do, whenever it can be done",
        range: [0.0, WORDS.len() as f32 - 1.0],
        start: 0.0,
        choices: &WORDS,
    },
    Dial {
        number: FORBIDS as u8,
        name: "forbids",
        line: "What he is not to do",
        range: [0.0, WORDS.len() as f32 - 1.0],
        start: 0.0,
        choices: &WORDS,
    },
];

impl Duelists {
    /// His style, the one that he takes his rival to have, and his depth, as the dials stand. Who is directed takes his rival to
    /// be so too: they go their way together.
    pub(super) fn dialled(&self, memory: &DuelMemory, me: ActorView<'_>) -> ([Style; 2], u16) {
        let dials = &me.controls().dials;
        let style = match dials[STYLE] as u32 {
            1 => Style::BOXER,
            2 => Style::INFIGHTER,
            3 => Style::OUTBOXER,
            _ => self.settings.style,
        };
        let depth = if dials[DEPTH] >= 1.0 { dials[DEPTH] as u16 } else { self.settings.depth };
        ([style, self.settings.against].map(|style| self.directed(style, memory, me)), depth.min(DEEPEST))
    }

    pub(super) fn show(&self, memory: &DuelMemory, me: ActorView<'_>, stage: &StageView<'_>) -> Overlay {
        let mut rows = vec![
            Row::count("looked ahead", memory.depth),
            Row::count("nodes", memory.nodes),
            Row::count("thrown", memory.thrown),
            Row::count("landed", memory.landed),
            Row::count("suffered", memory.suffered),
            Row::count("stopped", memory.stopped),
        ];
        let mut memory = *memory;
        let mut situation = Situation { count: 1, ..bytemuck::Zeroable::zeroed() };
        self.see(&mut memory, me, stage, &mut situation);
        let ahead = self.ahead(&situation);
        let (styles, depth) = self.dialled(&memory, me);
        let rules = self.rules(&memory, me, &styles);
        let choices = self.choices(&rules, depth.min(3), ahead);
        if let Some(best) = choices.first() {
            rows.push(Row::number("expects", best.score, ""));
        }
        let crossings = overlaps(&memory, me, stage);
        if memory.stop_count > 0 {
            rows.push(Row::count("check point", (memory.check_point + 1).min(memory.stop_count)));
            rows.push(Row::count("paths that cross", crossings.len() as u32));
        }
        let mut points = self.ghosts(&rules, depth.min(3), ahead);
        points.extend(marks(&memory, &crossings));
        Overlay { rows, choices, heat: nearest_crossing(&crossings, me), points, ..Overlay::default() }
    }

    /// What he could do when his action ends, the best first.
    fn choices(&self, rules: &Rules<'_>, depth: u16, from: Situation) -> Vec<OverlayChoice> {
        let mut moves = [0; 32];
        let count = rules.moves(&from, &mut moves);
        let settings = self.search_settings(depth.saturating_sub(1).max(1));
        let scored = moves[..count].iter().map(|number| {
            let (next, edge) = rules.play(&from, *number);
            let mut room = Room::new(next);
            let mut search = Search::begin();
            search.think(rules, &settings, &mut room.desk(), 20_000);
            let then = search.best().filter(|_| rules.turn(&next).is_some());
            // In damage: what a blow of 10 m/s is worth.
            let sum = edge.comp + then.map_or(0.0, |best| best.scores.comp);
            // What he would do is said by the segment.
            let then = then.and_then(|then| {
                let piece = self.tables().pieces.get(usize::from(then.number))?;
                let known =
                    vocabulary::WORDS.iter().find(|(word, _)| *word == self.tables().word_of(piece))?;
                Some(Row::word("then", known.0))
            });
            OverlayChoice {
                segment: self
                    .tables()
                    .pieces
                    .get(usize::from(*number))
                    .map(|piece| self.tables().segment(piece)),
                rows: then.into_iter().collect(),
                score: (sum / f64::from(Style::BOXER.take)) as f32,
            }
        });
        let mut choices: Vec<OverlayChoice> = scored.collect();
        choices.sort_by(|a, b| b.score.total_cmp(&a.score));
        choices.truncate(CHOICES);
        choices
    }

    /// m, where both are expected to be over the next second and a half: heads, hands, hips and feet, body after body.
    fn ghosts(&self, rules: &Rules<'_>, depth: u16, from: Situation) -> Vec<Vec3> {
        let world = self.world();
        let mut room = Room::new(from);
        let line = expected_line(rules, from, &self.search_settings(depth), &mut room.desk());
        let mut points = Vec::new();
        let (every, last) = (EVERY * self.tables().rate, from.now + (SHOWN * self.tables().rate) as i32);
        let mut at = from.now;
        let states: Vec<Situation> =
            std::iter::once(from).chain(line.into_iter().map(|(_, state)| state)).collect();
        for (number, state) in states.iter().enumerate() {
            let until = states.get(number + 1).map_or(last, |next| next.now).min(last);
            while at < until {
                for fighter in &state.fighters[..(state.count as usize).min(MOST)] {
                    let shown = |part: &usize| GHOST.contains(&self.tables().kinds[*part].0);
                    let parts = (0..self.tables().kinds.len()).filter(shown);
                    points.extend(parts.map(|part| world.part_at(fighter, at, part)[1]));
                }
                at += every.max(1.0) as i32;
            }
        }
        points
    }
}

/// What is shown of a body that is expected somewhere.
const GHOST: [BodyPart; 6] = [
    BodyPart::Head,
    BodyPart::Pelvis,
    BodyPart::LeftHand,
    BodyPart::RightHand,
    BodyPart::LeftShin,
    BodyPart::RightShin,
];

/// m, points on the floor: along his path, and round every place where another one crosses it.
fn marks(memory: &DuelMemory, crossings: &[Vec2]) -> Vec<Vec3> {
    let stops: Vec<Vec2> = memory.path().iter().map(|stop| Vec2::from_array(stop.place)).collect();
    let mut marks = Vec::new();
    for leg in stops.windows(2) {
        let count = (leg[0].distance(leg[1]) / DOTS).clamp(1.0, MOST_DOTS) as u32;
        marks.extend((0..count).map(|dot| leg[0].lerp(leg[1], dot as f32 / count as f32)));
    }
    marks.extend(stops.last());
    for place in crossings {
        let round = (0..ROUND).map(|dot| {
            let (sine, cosine) = libm::sincosf(dot as f32 / ROUND as f32 * std::f32::consts::TAU);
            *place + CROSSING * Vec2::new(sine, cosine)
        });
        marks.extend(round);
    }
    marks.into_iter().map(|mark| Vec3::new(mark.x, 0.0, mark.y)).collect()
}

/// m, between two points that mark a path, and how many mark one leg at most; and how many mark a crossing.
const DOTS: f32 = 0.25;
const MOST_DOTS: f32 = 24.0;
const ROUND: u32 = 12;

/// The place where another path crosses his that is nearest to him: a disc on the ground.
fn nearest_crossing(crossings: &[Vec2], me: ActorView<'_>) -> Option<Heat> {
    let here = me.frame().translation;
    let far = |place: &&Vec2| place.distance(Vec2::new(here.x, here.z));
    let place = crossings.iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
    Some(Heat {
        at: Vec3::new(place.x, 0.0, place.y),
        heading: 0.0,
        radii: vec![0.0, CROSSING],
        angles: vec![-std::f32::consts::PI, std::f32::consts::PI],
        values: vec![1.0],
    })
}

/// Room for a search outside of a step.
struct Room {
    levels: Vec<Level>,
    states: Vec<Situation>,
    moves: Vec<u16>,
}

impl Room {
    fn new(first: Situation) -> Room {
        let mut states = vec![first; LEVELS];
        states[0] = first;
        Room { levels: vec![Level::default(); LEVELS], states, moves: vec![0; LEVELS * 32] }
    }

    fn desk(&mut self) -> Desk<'_, Situation> {
        Desk { levels: &mut self.levels, states: &mut self.states, moves: &mut self.moves }
    }
}
