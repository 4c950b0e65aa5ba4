//! What a watched actor does, why, and what goes on in its mind.

use footwork_annotate::Action;
use footwork_stage::{ActorId, PhysicalView, Rig, Row, Segment};

use crate::live::LiveScene;
use crate::protocol::{
    BodyCapsule, BodyForce, BodyInfo, BodyTarget, Choice, Decision, DecisionsMessage, Doing, Figure, Heat,
    OverlayChoice, OverlayMessage, OverlayRow, OverlaySphere, ServerMessage, Volume, Weighed,
};

/// How many of an actor's decisions are told.
pub const DECISIONS: usize = 12;

/// What an actor does, and why. None where there is no such actor.
pub fn decisions(live: &LiveScene, id: u32) -> Option<ServerMessage> {
    let actor = live.stage.actor(ActorId(id))?;
    let rig = actor.rig();
    let choice = |segment: &Segment| named(rig, segment);
    // What it does is what the take shows at this moment, of whatever segment.
    let now = actor.segment();
    let moment = Segment { first: actor.time(), end: actor.time(), ..now };
    let shown = named(rig, &moment);
    let doing =
        Choice { classes: shown.classes, zone: shown.zone, direction: shown.direction, ..named(rig, &now) };
    let decisions = live.stage.decisions(ActorId(id)).map(|decision| Decision {
        tick: decision.tick,
        chosen: decision.chosen.as_ref().map(choice),
        considered: decision
            .options()
            .iter()
            .map(|option| Weighed { segment: choice(&option.segment), score: option.score })
            .collect(),
        looked_at: decision.looked_at,
    });
    Some(ServerMessage::Decisions(DecisionsMessage {
        actor: id,
        mind: actor.mind().map(|mind| mind.0),
        doing: Doing { segment: doing, time: actor.time(), rate: actor.rate() },
        decisions: decisions.collect(),
        dials: actor.controls().dials.to_vec(),
    }))
}

/// What goes on in an actor's mind.
pub fn overlay(live: &LiveScene, id: u32) -> ServerMessage {
    let overlay = live.stage.overlay(ActorId(id)).unwrap_or_default();
    let rig = live.stage.actor(ActorId(id)).map(|actor| actor.rig());
    let choices = overlay.choices.iter().map(|choice| OverlayChoice {
        segment: choice.segment.zip(rig).map(|(segment, rig)| named(rig, &segment)),
        rows: choice.rows.iter().map(row).collect(),
        score: choice.score,
    });
    ServerMessage::Overlay(OverlayMessage {
        tick: live.stage.tick(),
        actor: id,
        rows: overlay.rows.iter().map(row).collect(),
        choices: choices.collect(),
        heat: overlay.heat.map(|heat| Heat {
            at: heat.at.to_array(),
            heading: heat.heading,
            radii: heat.radii,
            angles: heat.angles,
            values: heat.values,
        }),
        points: overlay.points.iter().map(|point| point.to_array()).collect(),
        spheres: overlay.spheres.iter().map(sphere).collect(),
        body: live.stage.physical_view(ActorId(id)).map(body),
    })
}

fn sphere(sphere: &footwork::stage::OverlaySphere) -> OverlaySphere {
    use footwork::stage::Volume as Of;
    let of = match sphere.of {
        Of::Danger => Volume::Danger,
        Of::Body => Volume::Body,
        Of::Left => Volume::Left,
        Of::Ghost => Volume::Ghost,
    };
    OverlaySphere { at: sphere.at.to_array(), radius: sphere.radius, of }
}

fn body(view: PhysicalView) -> BodyInfo {
    let capsules = view.capsules.iter().map(|([from, to], radius)| BodyCapsule {
        from: from.to_array(),
        to: to.to_array(),
        radius: *radius,
    });
    let targets = view.targets.iter().map(|target| BodyTarget {
        limb: target.limb.name().to_string(),
        from: target.from.to_array(),
        to: target.to.to_array(),
        hard: target.hard,
    });
    let forces =
        view.forces.iter().map(|[at, force]| BodyForce { at: at.to_array(), force: force.to_array() });
    BodyInfo {
        level: view.level.into(),
        let_go: view.let_go,
        capsules: capsules.collect(),
        targets: targets.collect(),
        forces: forces.collect(),
    }
}

/// A segment with what it shows: of several actions, the one that it has most of.
fn named(rig: &Rig, segment: &Segment) -> Choice {
    let mut choice = Choice {
        take: String::new(),
        from: segment.first,
        to: segment.end,
        classes: Vec::new(),
        zone: None,
        direction: None,
    };
    let Some(take) = rig.take(segment.take) else { return choice };
    choice.take.clone_from(&take.clip.name);
    let frame = |time: f64| (time * f64::from(take.clip.rate())).max(0.0) as u32;
    let (first, end) = (frame(segment.first), frame(segment.end).max(frame(segment.first) + 1));
    let shared = |action: &&Action| action.span.end.min(end).saturating_sub(action.span.first.max(first));
    let most = take.annotation.actions.iter().filter(|action| shared(action) > 0).max_by_key(shared);
    let Some(action) = most else { return choice };
    choice.classes.clone_from(&action.classes);
    choice.direction = action.direction.map(|direction| direction.to_array());
    let strike = take.annotation.strikes.iter().find(|strike| action.span.contains(strike.frame));
    choice.zone = strike.map(|strike| zone(strike.point.y / rig.height()).to_string());
    choice
}

/// What part of somebody as tall is as high: chin and collar at four fifths, the groin at half.
fn zone(share: f32) -> &'static str {
    match share {
        high if high > 0.8 => "head",
        middle if middle > 0.5 => "body",
        _ => "legs",
    }
}

fn row(row: &Row) -> OverlayRow {
    let value = match row.value {
        footwork_stage::Figure::Number { value, unit } => Figure::Number { value, unit: unit.to_string() },
        footwork_stage::Figure::Count(count) => Figure::Count { count },
        footwork_stage::Figure::Word(word) => Figure::Word { word: word.to_string() },
    };
    OverlayRow { name: row.name.to_string(), value }
}
