//! What a fighter shows of himself: where on the graph he is, what else he could do and what that is worth; and his dials.

use footwork_stage::{ActorView, Dial, Overlay, OverlayChoice, Row, StageView};

use super::choose::Found;
use super::{DEPTHS, FighterMemory, Fighters};
use crate::asked::Asked;
use crate::plans::{NONE, Plan};

const DEPTH: usize = 0;
const STYLE: usize = 1;
/// A dial that a game turns: above zero nobody strikes.
pub const TRUCE: u8 = 2;

pub(super) const DIALS: [Dial; 3] = [
    Dial {
        number: DEPTH as u8,
        name: "difficulty",
        line: "How many choices he looks ahead",
        range: [0.0, 3.0],
        start: 0.0,
        choices: &["as the scene says", "one", "three", "five"],
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
        number: TRUCE,
        name: "truce",
        line: "Whether they only stand on guard",
        range: [0.0, 1.0],
        start: 0.0,
        choices: &["no", "yes"],
    },
];

impl Fighters {
    /// His plan, as the dials stand: all were solved before the fight, so that a switch costs nothing.
    pub(super) fn dialled(&self, me: ActorView<'_>) -> &Plan {
        let dials = &me.controls().dials;
        let style = (dials[STYLE] as usize).min(self.plans.len() - 1);
        let depth = match dials[DEPTH] as usize {
            0 => DEPTHS.iter().rposition(|depth| *depth <= self.settings.depth).unwrap_or(0),
            dialled => (dialled - 1).min(DEPTHS.len() - 1),
        };
        &self.plans[style][depth]
    }

    pub(super) fn show(&self, memory: &FighterMemory, me: ActorView<'_>, stage: &StageView<'_>) -> Overlay {
        let mut copy = *memory;
        let situation = self.see(&mut copy, me, stage);
        let found = self.find(&situation);
        let place = match found {
            Found::Here(_) => "on the graph",
            Found::Near(..) => "near a state",
            Found::Nowhere => "off the graph",
        };
        let plan = self.dialled(me);
        let mut rows = vec![
            Row::word("state", place),
            Row::count("looks ahead", u32::from(plan.depth)),
            Row::count("thrown", memory.thrown),
            Row::count("landed", memory.landed),
            Row::count("suffered", memory.suffered),
            Row::count("stopped", memory.stopped),
            Row::count("by the graph", memory.decided[0]),
            Row::count("by the nearest state", memory.decided[1]),
            Row::count("by the tree", memory.decided[2]),
        ];
        if self.settings.player {
            let waits = Asked::ALL.get((memory.asked as usize).wrapping_sub(1));
            rows.push(Row::word("asked for", waits.map_or("nothing", |asked| asked.word())));
            rows.push(Row::number("last key", memory.key_ticks as f32 * stage.step(), "s"));
            rows.push(Row::count("keys lost", memory.keys_lost));
            rows.push(Row::count("keys replaced", memory.keys_replaced));
        }
        let choices = match found {
            Found::Here(state) | Found::Near(state, _) => self.choices(plan, state),
            Found::Nowhere => Vec::new(),
        };
        Overlay { rows, choices, ..Overlay::default() }
    }

    fn choices(&self, plan: &Plan, state: u32) -> Vec<OverlayChoice> {
        let best = &plan.best[state as usize];
        let edges = self.ring.graph.edges_of(state);
        let shown = best.edges.iter().zip(best.worth).filter(|(number, _)| **number != NONE);
        shown
            .filter_map(|(number, worth)| {
                let piece = &self.tables().pieces[usize::from(edges.get(usize::from(*number))?.piece)];
                Some(OverlayChoice {
                    segment: Some(self.tables().segment(piece)),
                    rows: Vec::new(),
                    // In damage: what a blow of 10 m/s is worth.
                    score: worth / plan.style().give[1].max(1.0),
                })
            })
            .collect()
    }
}
