//! Walks down the tree: which states two come to who fight by chance.
//!
//! The expansion of the best finds what lies near to where fights begin, and of that every variation. Walks go on from where
//! they are, choice after choice, in situations as they come and not as states round them, so that they find the states that
//! are come to most often first. Of what the tree would think of (sec. 4.3.3) they choose by chance: blows that could land and
//! defences against one that is on its way sooner than steps, which is J2's density of interaction and no reward.

use footwork_encounter::Style;
use footwork_encounter::rules::Rules;
use footwork_encounter::world::chooser;
use footwork_motion::Rng;
use footwork_plan::game::Game;

use super::Sampler;
use crate::outcome::play;
use crate::state::State;

/// Choices of a walk: half a minute of a fight.
const CHOICES: usize = 120;
/// How likely somebody is to take the most promising of what is left: from who does nearly anything to who wants to strike.
const KEEN: [f32; 4] = [0.15, 0.3, 0.5, 0.75];
/// How far from each other walkers want to be: somewhere between these.
const STYLES: [Style; 3] = [Style::BOXER, Style::INFIGHTER, Style::OUTBOXER];
/// Moves that are looked at.
const MOST: usize = 64;

impl Sampler<'_> {
    /// A walk: the states that two come to, by its number.
    pub(super) fn walk_one(&self, roots: &[State], number: u64) -> Vec<State> {
        let mut rng = Rng::stream(number, 5);
        let keen = [0, 1].map(|_| KEEN[rng.below(KEEN.len())]);
        let styles = [0, 1].map(|_| STYLES[rng.below(STYLES.len())]);
        let rules = Rules { styles: [&styles[0], &styles[1], &styles[0]], ..self.rules };
        let world = &rules.world;
        let root = State { far: 0.6 + 1.4 * rng.unit(), ..roots[rng.below(roots.len())] };
        let mut now = root.situation(world);
        let mut met = Vec::new();
        let mut moves = [0; MOST];
        for _ in 0..CHOICES {
            let (state, _) = State::of(world, &now);
            if !self.is_near(&state) {
                break;
            }
            met.push(state);
            let who = chooser(&now).min(1);
            let count = rules.moves(&now, &mut moves);
            let Some(last) = count.checked_sub(1) else { break };
            let taken = (0..last).find(|_| rng.unit() < keen[who]).unwrap_or_else(|| rng.below(count));
            now = play(world, rules.combinations, &now, moves[taken]).0;
        }
        met
    }
}
