//! Doing what saves somebody from a blow, whatever else would gain more.

use footwork_plan::game::Game;

use super::Rules;
use crate::tables::Edge;
use crate::world::Situation;

impl Rules<'_> {
    /// What saves the first of two from the blow that is on its way, where what he thought best does not and something else would: the
    /// best of that as far as one choice goes. Not the paper's, where being hit is worth it if it gains more: a person who can get
    /// out of the way does.
    pub fn saving(&self, situation: &Situation, best: u16, edges: &[Edge]) -> Option<u16> {
        let (world, own, rival) = (&self.world, &situation.fighters[0], &situation.fighters[1]);
        if situation.count != 2 || !world.attacks(rival, situation.now) {
            return None;
        }
        let harmed = |piece: u16| {
            let begun = world.aimed(world.begun(own, piece, situation.now), rival);
            world.harms(situation, 0, world.parrying(begun, rival, situation.now))
        };
        if !harmed(best) {
            return None;
        }
        let worth = |piece: u16| {
            let (after, edge) = self.play(situation, piece);
            edge.comp + self.horizon(&after).comp
        };
        let off = world.body(own, situation.now).bearing(&world.body(rival, situation.now)).abs();
        let turns = |piece: u16| self.turns_round(&world.begun(own, piece, situation.now), rival, off);
        let saving = edges.iter().map(|edge| edge.piece).filter(|piece| !turns(*piece) && !harmed(*piece));
        let saving = saving.map(|piece| (piece, worth(piece)));
        saving.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(piece, _)| piece)
    }
}
