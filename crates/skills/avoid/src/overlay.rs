//! What a dodger shows of itself: how it went, what comes, and the ways out with their scores.

use footwork_stage::{ActorView, Overlay, OverlayChoice, Row, Segment, StageView};

use crate::adapt;
use crate::attack::Attack;
use crate::dodger::Dodger;
use crate::memory::{MOST_THREATS, Memory, Threat};
use crate::perceive;
use crate::search::{Found, exhaustive};

/// Ways out that are shown, the best first.
const SHOWN: usize = 8;

pub(crate) fn overlay(dodger: &Dodger, memory: &Memory, me: ActorView<'_>, stage: &StageView<'_>) -> Overlay {
    let tally = &memory.tally;
    let mut overlay = Overlay {
        rows: vec![
            Row::word("reflex", memory.mode().word()),
            Row::count("avoided", tally.avoided),
            Row::count("shielded", tally.shielded),
            Row::count("hit", tally.hit),
            Row::count("attacks", tally.attacks),
        ],
        ..Overlay::default()
    };
    if dodger.skill.tables.avoidances.is_empty() {
        overlay.rows.push(Row::word("missing", "avoidances"));
    }
    // The same eyes, without changing what is remembered.
    let mut threats: [Threat; MOST_THREATS] = memory.threats;
    let coming = perceive::look_about(&mut threats, &me, stage, &dodger.settings, |_| {});
    let mut attack = Attack::NOTHING;
    let seen = |at: usize| threats[at].seen > 0;
    if !perceive::attack_of(&coming, seen, &me, stage, &dodger.settings, &mut attack) {
        return overlay;
    }
    for shot in attack.shots() {
        let live = shot.live[0] as usize..(shot.live[1] as usize).min(attack.moments);
        overlay.points.extend(live.map(|moment| shot.at[moment]));
    }
    let (world, doing) = (dodger.world(), dodger.doing(&me, stage.step()));
    if adapt::would_hit(&world, &doing, &mut attack).is_none() {
        return overlay;
    }
    let mut found: Vec<Found> = Vec::new();
    exhaustive(&world, &doing, &attack, |path| found.push(*path));
    overlay.rows.push(Row::count("ways out", found.len() as u32));
    overlay.rows.push(Row::number("comes in", attack.time, "s"));
    found.sort_by(|a, b| a.score.total.total_cmp(&b.score.total));
    for found in found.iter().take(SHOWN) {
        let Some((entry, avoidance)) = world.entry(found.path.entry) else { continue };
        let segment =
            Segment { take: avoidance.take, first: f64::from(entry.first), end: f64::from(avoidance.end) };
        overlay.choices.push(OverlayChoice {
            segment: Some(segment),
            rows: vec![
                Row::number("passes", found.score.distance, "m"),
                Row::number("leaves in", found.laid.timing.leaves, "s"),
                Row::number("slower by", found.score.scale, ""),
            ],
            // More is better there, less is here.
            score: -found.score.total,
        });
    }
    overlay
}
