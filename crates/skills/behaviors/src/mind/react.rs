//! What a blow does to whom it hits: the struck part gives way, or he plays a recorded reaction.
//!
//! Seed: Lee & Lee 2004, sec. 6: the struck segment is displaced in the direction of the blow, in proportion to its
//! speed. Departs from it: a heavy blow breaks off what is played for a hit that was recorded, from the right side where
//! there is one; and a knock-down where it is allowed. What is caught with arms or legs counts for half.

use footwork_annotate::{Action, Repertoire};
use footwork_stage::{ActorView, BodyPart, Landing, Memory, Move, Reaction, Segment, Shove};
use glam::Vec3;

use super::words;

/// How much of a blow's speed counts that is caught with an arm or a leg.
const CAUGHT: f32 = 0.5;

/// What blows do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blows {
    /// How much of a blow's speed the struck part takes on.
    pub give: f32,
    /// 1/m². How quickly that falls off with the distance from where it hit.
    pub falloff: f32,
    /// m/s. A blow to head or trunk that is faster breaks off what is played for a recorded hit, where there is one.
    pub heavy: f32,
    /// m/s. A blow that is faster knocks down; none if nobody goes down.
    pub knock_down: Option<f32>,
}

impl Default for Blows {
    fn default() -> Blows {
        Blows { give: 0.3, falloff: 10.0, heavy: 8.0, knock_down: None }
    }
}

/// A recorded reaction.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Recorded {
    segment: Segment,
    falls: bool,
    heavy: bool,
    head: bool,
    /// Which way from the body the blow comes, on the ground; none if the repertoire does not say.
    from: Option<Vec3>,
}

/// All reactions of a repertoire.
#[derive(Clone, Debug, PartialEq)]
pub struct Reactions {
    all: Vec<Recorded>,
}

impl Reactions {
    /// Looks for hits and falls. A fall goes on until he has got up.
    pub fn new(repertoire: &Repertoire) -> Reactions {
        let mut all = Vec::new();
        for (number, take) in repertoire.takes.iter().enumerate() {
            let actions = &take.annotation.actions;
            let (rate, last) = (f64::from(take.clip.rate()), take.clip.frames().saturating_sub(1) as u32);
            for (at, action) in actions.iter().enumerate() {
                let falls = action.is("fall");
                if !(falls || action.is("hit")) {
                    continue;
                }
                let lies = |action: &&Action| action.is("lying") || action.is("rise");
                let down = actions[at + 1..].iter().take_while(lies).last();
                // Somebody who does not get up again cannot go on.
                if falls && !down.is_some_and(|down| down.is("rise")) {
                    continue;
                }
                let end = down.filter(|_| falls).map_or(action.span.end, |down| down.span.end).min(last);
                let seconds = |frame: u32| f64::from(frame) / rate;
                let segment =
                    Segment { take: number as u32, first: seconds(action.span.first), end: seconds(end) };
                if segment.first < segment.end {
                    let (heavy, head) = (action.is("heavy"), action.is("head"));
                    all.push(Recorded { segment, falls, heavy, head, from: comes_from(action) });
                }
            }
        }
        Reactions { all }
    }

    /// What a blow does.
    pub fn suffer(&self, memory: &mut Memory, me: ActorView<'_>, blow: &Landing, blows: &Blows) -> Reaction {
        let body = matches!(blow.part, BodyPart::Head | BodyPart::Chest | BodyPart::Pelvis);
        let counts = blow.speed * if body { 1.0 } else { CAUGHT };
        let falls = blows.knock_down.is_some_and(|least| counts >= least);
        let heavy = counts >= blows.heavy;
        // One blow at a time: who is shaken already only gives way.
        if (falls || heavy)
            && memory.get(words::REACTING) == 0
            && let Some(reaction) = self.fitting(memory, me, blow, falls)
        {
            memory.set(words::REACTION, reaction as u32 + 1);
            return Reaction::Choose;
        }
        let velocity = blow.direction * (blow.speed.clamp(0.0, 20.0) * blows.give);
        Reaction::Give(Shove { point: blow.point, velocity, falloff: blows.falloff })
    }

    /// The recorded reaction that fits a blow best; among equals they take turns.
    fn fitting(&self, memory: &Memory, me: ActorView<'_>, blow: &Landing, falls: bool) -> Option<usize> {
        let from = -(me.frame().rotation.conjugate() * blow.direction);
        let from = Vec3::new(from.x, 0.0, from.z).normalize_or(Vec3::Z);
        let head = blow.part == BodyPart::Head;
        let fit = |recorded: &Recorded| {
            let side = recorded.from.map_or(0.0, |side| side.dot(from));
            // The side matters most, then what was hit, then how hard.
            4.0 * side
                + f32::from(u8::from(recorded.head == head))
                + 0.5 * f32::from(u8::from(recorded.heavy))
        };
        let fitting = || self.all.iter().enumerate().filter(move |(_, recorded)| recorded.falls == falls);
        let best = fitting().map(|(_, recorded)| fit(recorded)).fold(f32::NEG_INFINITY, f32::max);
        // Within a little of the best, as blows come from anywhere and recordings from three sides.
        let good = || fitting().filter(move |(_, recorded)| fit(recorded) >= best - 0.25);
        let count = good().count();
        let turn = memory.get(words::SUFFERED) as usize % count.max(1);
        good().nth(turn).map(|(number, _)| number)
    }

    /// Plays the reaction that waits, if there is one.
    pub fn play(&self, memory: &mut Memory) -> Option<Move> {
        let number = (memory.get(words::REACTION) as usize).checked_sub(1)?;
        memory.set(words::REACTION, 0);
        let recorded = self.all.get(number)?;
        // What was being played is over; from the end of this the nearest state is looked for.
        memory.set(words::ACTION, 0);
        memory.set(words::LED, 0);
        memory.set(words::REACTING, 1);
        Some(Move::new(recorded.segment))
    }
}

/// Where a blow comes from, by the words of its action.
fn comes_from(action: &Action) -> Option<Vec3> {
    let sides = [("from_front", Vec3::Z), ("from_left", Vec3::X), ("from_right", Vec3::NEG_X)];
    sides.into_iter().find(|(word, _)| action.is(word)).map(|(_, side)| side)
}
