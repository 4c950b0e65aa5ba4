//! What is to be seen of physical bodies: for overlays.

use std::sync::Arc;

use footwork_stage::{PhysicalTarget, PhysicalView, PhysicsLevel};
use glam::Vec3;

use crate::body::PhysicalBody;
use crate::doll::Doll;
use crate::fallen::{Fallen, limb_of};
use crate::full::Full;
use crate::hold::Hold;
use crate::limb;
use crate::needs::{Cause, Need};
use crate::physics::Known;
use crate::touch::Touched;
use crate::world::Force;

/// What acted on a body in a step.
pub struct Seen {
    /// What it is made of.
    pub known: Arc<Known>,
    /// Forces of soft constraints and of reflexes.
    pub forces: Vec<Force>,
    /// What its limbs were needed for.
    pub needs: Vec<Need>,
}

/// Limbs that are drawn somewhere.
pub fn touched(touched: &Touched) -> PhysicalView {
    let targets = touched.limbs.iter().filter_map(|away| {
        let hard = away.cause?.is_hard();
        Some(PhysicalTarget { limb: away.limb, from: away.shown, to: away.to, hard })
    });
    PhysicalView { level: PhysicsLevel::Touch, targets: targets.collect(), ..PhysicalView::default() }
}

/// A body under control.
pub fn full(full: &Full, seen: &Seen) -> PhysicalView {
    let body = &seen.known.body;
    let soft = seen.needs.iter().filter(|need| !need.cause.is_hard()).filter_map(|need| {
        let [_, middle, last, _] = limb::roles(need.limb)?;
        let link = body.find(if need.cause == Cause::Parry { middle } else { last })?;
        let from = full.doll.links[link].at.point(body.links[link].centre);
        Some(PhysicalTarget { limb: need.limb, from, to: need.to, hard: false })
    });
    let targets = soft.chain(held(body, &full.doll, &full.holds)).collect();
    let view = PhysicalView { level: PhysicsLevel::Full, targets, ..PhysicalView::default() };
    with_links(view, body, &full.doll, &seen.forces)
}

/// A body that was let go.
pub fn fallen(fallen: &Fallen, seen: &Seen) -> PhysicalView {
    let body = &seen.known.body;
    let targets = held(body, &fallen.doll, &fallen.holds).collect();
    let view = PhysicalView { let_go: Some(fallen.tone), targets, ..PhysicalView::default() };
    with_links(view, body, &fallen.doll, &seen.forces)
}

fn held<'a>(
    body: &'a PhysicalBody,
    doll: &'a Doll,
    holds: &'a [Hold],
) -> impl Iterator<Item = PhysicalTarget> + 'a {
    holds.iter().filter_map(|hold| {
        let from = doll.links.get(hold.link as usize)?.at.point(hold.point);
        Some(PhysicalTarget { limb: limb_of(body, hold)?, from, to: hold.to, hard: hold.left == 1.0 })
    })
}

fn with_links(view: PhysicalView, body: &PhysicalBody, doll: &Doll, forces: &[Force]) -> PhysicalView {
    let links = || body.links.iter().zip(&doll.links);
    let capsules = links().map(|(link, state)| (link.line.map(|end| state.at.point(end)), link.radius));
    let mut acting = vec![Vec3::ZERO; body.links.len()];
    forces.iter().for_each(|force| acting[force.link] += force.force);
    let forces = links().zip(acting).filter(|(_, force)| *force != Vec3::ZERO);
    let forces = forces.map(|((link, state), force)| [state.at.point(link.centre), force]);
    PhysicalView { capsules: capsules.collect(), forces: forces.collect(), ..view }
}
