//! The labelling session as somebody on a stage: shows transitions one after the other, with what the oracle thinks of each,
//! and takes in what the user says.
//!
//! The paper: *Pushing People Around*, section 5.1. A transition is shown again and again until it is labelled; the estimate
//! of the next one is made with all labels so far. Labels are in the actor's memory, so that a save game holds them;
//! [`Recorder`](crate::lessons) writes them into a file.

use bytemuck::{Pod, Zeroable};
use footwork_stage::{
    ActorView, Ask, Dial, Event, Happening, Mind, Move, Overlay, Reaction, Rng, Row, Segment, Settings,
    StageView, Why,
};

use crate::configuration::Reduced;
use crate::deform::{self, Sway};
use crate::labels::{AGREES, Label};
use crate::oracle::{Example, Oracle};
use crate::response::Theta;
use crate::trial::Trial;
use glam::Vec3;

/// Transitions of a session: more than anybody labels without a pause.
pub const MOST: usize = 512;
/// s. How long a body is shown before it is pushed, as far as the take has it.
const LEAD: f64 = 1.2;
/// s. How long it stands between two.
const PAUSE: f64 = 0.4;
/// How much a person's label counts beside the judge's.
const PERSON: f32 = 5.0;
/// Labels over which agreement is counted.
const LAST: usize = 20;
/// Not labelled yet. Labels are kept in hundredths, plus one.
const NOT: u8 = 0;

/// Buttons: quality in fifths, undo, skip, and what the dial says.
pub const UNDO: u8 = 6;
/// Shows the next one.
pub const SKIP: u8 = 7;
/// Labels with what the dial says.
pub const TAKE: u8 = 8;

const QUALITY: Dial = Dial {
    number: 0,
    name: "Quality",
    line: "How good the shown transition is, from 0 to 1; Enter takes it",
    range: [0.0, 1.0],
    start: 0.0,
    choices: &[],
};
const DIALS: [Dial; 1] = [QUALITY];

/// A transition to be labelled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// What is shown.
    pub trial: Trial,
    /// As an example; its quality is the judge's.
    pub example: Example,
}

/// Shows transitions.
pub struct Labeller {
    shown: Vec<Shown>,
    oracle: Oracle,
}

/// What a session remembers.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct LabellerMemory {
    /// For each transition what was said of it: hundredths plus one; 0 is nothing.
    said: [u8; MOST],
    /// The same of what the oracle thought before.
    thought: [u8; MOST],
    /// Which is shown.
    pub at: u32,
    /// 0 is to lead in, 1 to push, 2 to answer, 3 to stand.
    phase: u32,
    /// What the oracle thinks of it.
    pub estimate: f32,
    sway: Sway,
    spare: u32,
    /// What was labelled last, for whoever writes labels down.
    last: Last,
}

/// A label as it is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Last {
    now: [f64; 2],
    response: [f64; 2],
    push: [f32; 3],
    falloff: f32,
    turn: f32,
    quality: f32,
    /// How many labels there were with it, and how many were taken back.
    said: u32,
    undone: u32,
}

impl LabellerMemory {
    /// Brings a list of labels up to what was said. To be called after every step.
    pub(crate) fn follow(&self, labels: &mut Vec<Label>, name: impl Fn(u32) -> Option<String>) {
        let Last { now, response, push, falloff, turn, quality, said, undone } = self.last;
        let wanted = said.saturating_sub(undone) as usize;
        // Nobody says two things in one step.
        if wanted < labels.len() {
            labels.truncate(wanted);
        } else if wanted > labels.len() {
            let moment = |[take, time]: [f64; 2]| Some((name(take as u32)?, time));
            let (Some(now), Some(response)) = (moment(now), moment(response)) else { return };
            let theta = Theta { falloff, push: Vec3::from_array(push) };
            labels.push(Label { now, response, theta, turn, quality, by: String::new() });
        }
    }
}

impl Labeller {
    /// A session over some transitions.
    pub fn new(mut shown: Vec<Shown>, oracle: Oracle) -> Labeller {
        shown.truncate(MOST);
        Labeller { shown, oracle }
    }

    /// What was said so far: transitions and qualities, in the order in which they are shown.
    pub fn labels<'a>(&'a self, memory: &'a LabellerMemory) -> impl Iterator<Item = (&'a Shown, f32)> + 'a {
        let said = self.shown.iter().zip(memory.said);
        said.filter(|(_, said)| *said != NOT).map(|(shown, said)| (shown, quality_of(said)))
    }

    fn estimate(&self, memory: &LabellerMemory) -> f32 {
        let Some(shown) = self.shown.get(memory.at as usize) else { return 0.0 };
        let example = &shown.example;
        let reduced: &Reduced = &example.now;
        let labels =
            self.labels(memory).map(|(shown, quality)| Example { quality, weight: PERSON, ..shown.example });
        let response = example.response as usize;
        self.oracle.quality_with(reduced, response, &example.theta, example.turn, labels)
    }

    /// Of the last labels, the share that had been foreseen; none of none.
    pub fn agreement(&self, memory: &LabellerMemory) -> Option<f32> {
        let both = memory.said.iter().zip(&memory.thought).filter(|(said, _)| **said != NOT);
        let both: (usize, usize) = both.rev().take(LAST).fold((0, 0), |(agree, all), (said, thought)| {
            let near = (quality_of(*said) - quality_of(*thought)).abs() <= AGREES;
            (agree + usize::from(near), all + 1)
        });
        (both.1 > 0).then(|| both.0 as f32 / both.1 as f32)
    }

    /// Goes to another transition.
    fn go_to(&self, memory: &mut LabellerMemory, at: u32) {
        memory.at = if self.shown.is_empty() { 0 } else { at % self.shown.len() as u32 };
        memory.phase = 0;
        memory.estimate = self.estimate(memory);
    }

    fn say(&self, memory: &mut LabellerMemory, quality: f32) {
        let at = memory.at as usize;
        if at >= self.shown.len().min(MOST) || !quality.is_finite() {
            return;
        }
        memory.thought[at] = hundredths(memory.estimate);
        memory.said[at] = hundredths(quality);
        let Shown { trial, .. } = self.shown[at];
        let answer = trial.answer.unwrap_or_default();
        memory.last = Last {
            now: [f64::from(trial.now.take), trial.now.time],
            response: [f64::from(answer.take), answer.first],
            push: trial.theta.push.to_array(),
            falloff: trial.theta.falloff,
            turn: trial.turn,
            quality: quality.clamp(0.0, 1.0),
            said: memory.last.said.wrapping_add(1),
            undone: memory.last.undone,
        };
        self.go_to(memory, memory.at + 1);
    }

    fn undo(&self, memory: &mut LabellerMemory) {
        let before = (memory.at as usize).min(MOST);
        if let Some(last) = memory.said[..before].iter().rposition(|said| *said != NOT) {
            memory.said[last] = NOT;
            memory.last.undone = memory.last.undone.wrapping_add(1);
            self.go_to(memory, last as u32);
        }
    }
}

fn hundredths(quality: f32) -> u8 {
    (quality.clamp(0.0, 1.0) * 100.0 + 0.5) as u8 + 1
}

fn quality_of(said: u8) -> f32 {
    f32::from(said.saturating_sub(1).min(100)) / 100.0
}

impl Mind for Labeller {
    type Memory = LabellerMemory;

    fn choose(
        &self,
        memory: &mut LabellerMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        _: &mut Rng,
        _: &mut Why<'_>,
    ) -> Option<Move> {
        if me.is_new() {
            self.go_to(memory, 0);
        }
        let Trial { now, answer, turn, shift, point, theta } = self.shown.get(memory.at as usize)?.trial;
        let answer = answer?;
        let step = stage.step();
        memory.phase = memory.phase.min(3) + 1;
        match memory.phase {
            1 => {
                let first = (now.time - LEAD).max(0.0);
                Some(Move::new(Segment { take: now.take, first, end: now.time }))
            }
            2 => {
                let shove = deform::give_way(me.frame(), point, &theta);
                memory.sway = Sway::new(&shove);
                let order = deform::played(me.rig(), me.frame(), answer, turn, shift, Some(shove));
                Some(deform::by_steps(order, me, step))
            }
            3 if !memory.sway.is_over() && me.time() < answer.end => {
                memory.phase = 2;
                let spring = Settings::default().transition;
                let give = memory.sway.step(spring, step, me.frame().point(point));
                let order = Move::new(Segment { first: me.time(), ..answer });
                Some(deform::by_steps(Move { shove: Some(give), ..order }, me, step))
            }
            3 if me.time() < answer.end => Some(Move::new(Segment { first: me.time(), ..answer })),
            _ => {
                memory.phase = 0;
                let stand = me.rig().stand();
                let end = (stand.first + PAUSE).min(stand.end);
                Some(Move::new(Segment { end, ..stand }))
            }
        }
    }

    fn notice(&self, memory: &mut LabellerMemory, me: ActorView<'_>, event: &Event) -> Reaction {
        let Happening::Cue(Ask::Button { button, down: true }) = event.happening else {
            return Reaction::CarryOn;
        };
        match button {
            0..=5 => self.say(memory, f32::from(button) / 5.0),
            UNDO => self.undo(memory),
            SKIP => self.go_to(memory, memory.at.wrapping_add(1)),
            TAKE => self.say(memory, me.controls().dials[usize::from(QUALITY.number)]),
            _ => return Reaction::CarryOn,
        }
        Reaction::Choose
    }

    fn overlay(&self, memory: &LabellerMemory, _: ActorView<'_>, _: &StageView<'_>) -> Overlay {
        let mut overlay = Overlay::default();
        let judged = self.shown.get(memory.at as usize).map_or(0.0, |shown| shown.example.quality);
        overlay.rows.push(Row::number("the oracle thinks", memory.estimate, ""));
        overlay.rows.push(Row::number("the scripted judge", judged, ""));
        overlay.rows.push(Row::count("labelled", self.labels(memory).count() as u32));
        if let Some(agreement) = self.agreement(memory) {
            overlay.rows.push(Row::number("agree on", agreement, ""));
        }
        overlay
    }

    fn dials(&self) -> &'static [Dial] {
        &DIALS
    }
}
