//! What a carrier shows of himself: what is asked of the two, who decided, what became of balls and box.

use footwork_motion::ground::Place;
use footwork_stage::{ActorId, ActorView, Overlay, Row, StageView};
use glam::Vec3;

use super::{CarrierMemory, Carriers, CarryMemory, Holds, PAIRS, PairMemory};
use crate::carry::plans::Wish;

impl Carriers {
    pub(super) fn show(
        &self,
        memory: &CarryMemory,
        member: &CarrierMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
    ) -> Overlay {
        let own = |actor: &ActorView<'_>| actor.director() == me.director();
        let troupe: Vec<ActorId> = stage.actors().filter(own).map(|actor| actor.id()).collect();
        let place = troupe.iter().position(|id| *id == me.id()).unwrap_or(0);
        let pair: PairMemory = memory.pairs[(place / 2).min(PAIRS - 1)];
        let wish = Wish::ALL[(pair.wish as usize).min(Wish::COUNT - 1)];
        let partner = troupe.get(place ^ 1).and_then(|id| stage.actor(*id));
        let off = partner.map_or(0.0, |partner| {
            let far = Place::new(me.frame()).distance(&Place::new(partner.frame()));
            100.0 * (far - self.carry.apart)
        });
        let holds = match Holds::of(pair.holds) {
            Holds::NotYet => "not taken",
            Holds::Carry => "carried",
            Holds::Dropped => "dropped",
        };
        let rows = vec![
            Row::word("asked for", if place % 2 == 1 { wish.turned() } else { wish }.word()),
            Row::word("by", if pair.played > 0 { "a player" } else { "the script" }),
            Row::word("box", holds),
            Row::number("distance off", off, "cm"),
            Row::count("balls rolled", pair.rolled),
            Row::count("balls that hit", pair.hit),
            Row::count("by the graph", member.decided[0]),
            Row::count("played out", member.decided[1]),
        ];
        let points = vec![Vec3::new(pair.home[0], 0.0, pair.home[1])];
        Overlay { rows, points, ..Overlay::default() }
    }
}
