//! A whole skill in a hundred lines: a character that loiters, going wherever its feet take it, but never far from a post.
//!
//! There is nothing to bake: when a scene is made ready, every walking action of the repertoire is measured once, and the
//! mind picks at random among those that end near enough to the post.

use bytemuck::{Pod, Zeroable};
use footwork::motion::Transform;
use footwork::motion::glam::{Vec2, Vec3};
use footwork::skill::{About, Casting, Context, Control, Failure, Skill, Table, TableError};
use footwork::stage::{ActorView, Mind, Move, Rig, Rng, Segment, SharedMind, StageView, Why};
use serde::Deserialize;

/// The skill, as a list of skills holds it.
pub static LOITER: LoiterSkill = LoiterSkill;

pub struct LoiterSkill;

/// Its table in a scene: `loiter = { around = [0.0, 0.0], within = 2.0 }`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Loitering {
    around: [f32; 2],
    within: f32,
}

impl Default for Loitering {
    fn default() -> Loitering {
        Loitering { around: [0.0, 0.0], within: 3.0 }
    }
}

impl Skill for LoiterSkill {
    fn about(&self) -> About {
        About {
            name: "loiter",
            mind: "loiter",
            title: "loiters",
            line: "goes about, but never far from a post",
            keys: &["around", "within"],
            abilities: &[],
            buttons: &[],
        }
    }

    fn cast(&self, table: &Table<'_>) -> Result<Box<dyn Casting>, TableError> {
        let own: Loitering = table.read()?;
        if !(own.within > 0.0 && own.within < 1e3) {
            return Err(table.error(format!("within = {}: a distance in metres above zero", own.within)));
        }
        Ok(Box::new(own))
    }
}

impl Casting for Loitering {
    fn make(&self, context: &Context<'_>) -> Result<Control, Failure> {
        let walks = walks(context.rig);
        if walks.is_empty() {
            return Err(
                "its repertoire has no action of class walk: import a take in which somebody walks".into()
            );
        }
        Ok(Control::Mind(SharedMind::new(Loiter {
            walks,
            post: Vec2::from(self.around),
            within: self.within,
        })))
    }
}

/// Every walking action, and how it goes over the ground.
fn walks(rig: &Rig) -> Vec<(Segment, Transform)> {
    let takes = rig.repertoire().takes.iter().enumerate();
    let walks = takes.flat_map(|(number, take)| {
        let rate = f64::from(take.clip.rate());
        let walks = take.annotation.actions.iter().filter(|action| action.is("walk"));
        walks.filter_map(move |action| {
            let [first, end] = [action.span.first, action.span.end].map(|frame| f64::from(frame) / rate);
            let segment = Segment { take: number as u32, first, end: end.min(take.clip.seconds()) };
            let [from, to] = [segment.first, segment.end].map(|time| rig.ground(segment.take, time));
            Some((segment, from?.inverse() * to?))
        })
    });
    walks.filter(|(segment, _)| segment.first < segment.end).collect()
}

/// The mind: shared by everybody who loiters, and never changed.
struct Loiter {
    walks: Vec<(Segment, Transform)>,
    post: Vec2,
    /// m
    within: f32,
}

/// What each of them remembers.
#[derive(Clone, Copy, Zeroable, Pod)]
#[repr(C)]
struct LoiterMemory {
    /// How often it has chosen.
    choices: u32,
}

impl Mind for Loiter {
    type Memory = LoiterMemory;

    fn choose(
        &self,
        memory: &mut LoiterMemory,
        me: ActorView<'_>,
        _: &StageView<'_>,
        rng: &mut Rng,
        why: &mut Why<'_>,
    ) -> Option<Move> {
        memory.choices += 1;
        let post = Vec3::new(self.post.x, 0.0, self.post.y);
        // m beyond where it may go; of those that stay within, any will do.
        let beyond =
            |step: &Transform| ((me.frame() * *step).translation.distance(post) - self.within).max(0.0);
        let mut best: Option<(Segment, f32)> = None;
        for (segment, step) in &self.walks {
            let cost = beyond(step) + 0.1 * rng.unit();
            why.consider(*segment, -cost);
            if best.is_none_or(|(_, least)| cost < least) {
                best = Some((*segment, cost));
            }
        }
        best.map(|(segment, _)| Move::new(segment))
    }
}
