//! What a dodger shows of itself: how it went, what comes, and the ways out with their scores.

use footwork_motion::Transform;
use footwork_stage::{ActorView, Overlay, OverlayChoice, OverlaySphere, Row, Segment, StageView, Volume};

use crate::adapt;
use crate::attack::Attack;
use crate::dodger::Dodger;
use crate::memory::{MOST_THREATS, Memory, Mode, Threat};
use crate::perceive;
use crate::search::{Found, exhaustive};
use crate::skill::Avoidance;
use crate::spheres::Places;

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
        for moment in live {
            overlay.points.push(shot.at[moment]);
            overlay.spheres.push(OverlaySphere {
                at: shot.at[moment],
                radius: shot.radius,
                of: Volume::Danger,
            });
        }
    }
    let (world, doing) = (dodger.world(), dodger.doing(&me, stage.step()));
    show(&mut overlay, dodger, &doing.shown, u64::MAX, Volume::Body);
    // What is under way stays the choice, whatever else would do by now.
    if matches!(memory.mode(), Mode::Enters | Mode::Avoids)
        && let (Some(place), Some((_, avoidance))) = (memory.plan.place(), world.entry(memory.plan.entry))
    {
        show_choice(&mut overlay, dodger, avoidance, place);
    }
    if adapt::would_hit(&world, &doing, &mut attack).is_none() {
        return overlay;
    }
    let mut found: Vec<Found> = Vec::new();
    exhaustive(&world, &doing, &attack, |path| found.push(*path));
    overlay.rows.push(Row::count("ways out", found.len() as u32));
    overlay.rows.push(Row::number("comes in", attack.time, "s"));
    found.sort_by(|a, b| a.score.total.total_cmp(&b.score.total));
    let holds = matches!(memory.mode(), Mode::Enters | Mode::Avoids);
    if let Some(best) = found.first().filter(|_| !holds)
        && let Some((_, avoidance)) = world.entry(best.path.entry)
    {
        show_choice(&mut overlay, dodger, avoidance, best.laid.placed);
    }
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

/// A choice: where the body was and is no longer, and its ghost, both at the avoidance's furthest.
fn show_choice(overlay: &mut Overlay, dodger: &Dodger, avoidance: &Avoidance, placed: Transform) {
    let groups = dodger.volumes.groups();
    let at = |time: f32| dodger.volumes.at(avoidance.take, f64::from(time)).placed(placed, groups);
    show(overlay, dodger, &at(avoidance.start), avoidance.moved, Volume::Left);
    show(overlay, dodger, &at(avoidance.centre), u64::MAX, Volume::Ghost);
}

/// Some spheres of a body.
fn show(overlay: &mut Overlay, dodger: &Dodger, places: &Places, which: u64, of: Volume) {
    let all = dodger.volumes.spheres.all.iter().enumerate().filter(|(at, _)| which >> at & 1 == 1);
    overlay.spheres.extend(all.map(|(at, sphere)| OverlaySphere {
        at: places.get(at),
        radius: sphere.radius,
        of,
    }));
}
