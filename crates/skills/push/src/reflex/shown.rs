//! What the reflex shows of itself to somebody who watches.

use footwork_stage::{ActorView, Figure, Overlay, OverlayChoice, Row, StageView};
use glam::Vec3;

use super::{Stagger, StaggerMemory, gain_of};
use crate::bump::Bump;
use crate::configuration::Reduced;
use crate::response::Impulse;

/// Choices that are shown to somebody who watches.
const SHOWN: usize = 6;

impl Stagger {
    /// What it did about the last push, and what it would do about the same now.
    pub(super) fn shown(&self, memory: &StaggerMemory, me: ActorView<'_>, stage: &StageView<'_>) -> Overlay {
        let mut overlay = Overlay::default();
        if memory.last == 0 {
            overlay.rows.push(Row::count("responses", self.oracle.responses().len() as u32));
            overlay.rows.push(Row::count("labels", self.oracle.examples().len() as u32));
            return overlay;
        }
        let words = ["nothing", "gave way", "responds", "falls"];
        let word = words.get(memory.last as usize).copied().unwrap_or("nothing");
        let push = Bump { point: Vec3::from_array(memory.point), impulse: Vec3::from_array(memory.impulse) };
        overlay.rows.push(Row::word("last push", word));
        overlay.rows.push(Row::number("it gave", gain_of(me, &push).length(), "m/s"));
        overlay.rows.push(Row::number("quality", memory.quality, ""));
        overlay.rows.push(Row::number("falls below", self.threshold, ""));
        overlay.rows.push(Row::count("pushes", memory.pushes));
        overlay.points.push(push.point);
        // What it would do if it were pushed like that again, now.
        let whole = self.configuration(me, stage.step());
        let point = me.frame().point(Vec3::from_array(memory.own_point));
        let (now, impulse) = (self.reduced(&whole), self.asked(me, &whole, &Bump { point, ..push }));
        overlay.choices = self.choices(&now, &impulse);
        overlay
    }

    /// The best responses to a push, the best first. It allocates: for whoever watches.
    pub fn choices(&self, now: &Reduced, impulse: &Impulse) -> Vec<OverlayChoice> {
        let mut choices: Vec<OverlayChoice> = (0..self.oracle.responses().len())
            .map(|number| {
                let response = &self.oracle.responses()[number];
                let turn = self.oracle.turn(response, impulse.velocity);
                let theta = self.oracle.theta(number, turn, impulse);
                let score = self.oracle.quality(now, number, &theta, turn);
                let rows = vec![
                    Row {
                        name: "deforms",
                        value: Figure::Number { value: theta.push.length(), unit: "m/s" },
                    },
                    Row { name: "turned", value: Figure::Number { value: turn.to_degrees(), unit: "°" } },
                ];
                OverlayChoice { segment: Some(response.segment), rows, score }
            })
            .collect();
        choices.sort_by(|a, b| b.score.total_cmp(&a.score));
        choices.truncate(SHOWN);
        choices
    }
}
