//! What a watched actor does, why, and what goes on in its mind.

use footwork_stage::{ActorId, Rig, Row, Segment};

use crate::live::LiveScene;
use crate::protocol::{
    Choice, Decision, DecisionsMessage, Doing, Figure, GameScore, Heat, OverlayChoice, OverlayMessage,
    OverlayRow, ServerMessage, Weighed,
};

/// How many of an actor's decisions are told.
pub const DECISIONS: usize = 12;

/// What an actor does, and why. None where there is no such actor.
pub fn decisions(live: &LiveScene, id: u32) -> Option<ServerMessage> {
    let actor = live.stage.actor(ActorId(id))?;
    let rig = actor.rig();
    let choice = |segment: &Segment| named(rig, segment);
    let now = actor.segment();
    let take = rig.take(now.take);
    let classes = take.map_or(Vec::new(), |take| {
        let frame = (actor.time() * f64::from(take.clip.rate())) as u32;
        let there = take.annotation.actions.iter().filter(|action| action.span.contains(frame));
        there.flat_map(|action| action.classes.iter().cloned()).collect()
    });
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
        doing: Doing { segment: choice(&now), time: actor.time(), rate: actor.rate(), classes },
        decisions: decisions.collect(),
    }))
}

/// What goes on in an actor's mind, and how the game goes.
pub fn overlay(live: &LiveScene, id: u32) -> ServerMessage {
    let overlay = live.stage.overlay(ActorId(id)).unwrap_or_default();
    let game = live.game.as_ref().map(|game| {
        let score = game.score();
        GameScore { collected: score.collected, falls: score.falls }
    });
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
        game,
    })
}

/// A segment with the name of its take.
fn named(rig: &Rig, segment: &Segment) -> Choice {
    let take = rig.take(segment.take).map_or(String::new(), |take| take.clip.name.clone());
    Choice { take, from: segment.first, to: segment.end }
}

fn row(row: &Row) -> OverlayRow {
    let value = match row.value {
        footwork_stage::Figure::Number { value, unit } => Figure::Number { value, unit: unit.to_string() },
        footwork_stage::Figure::Count(count) => Figure::Count { count },
        footwork_stage::Figure::Word(word) => Figure::Word { word: word.to_string() },
    };
    OverlayRow { name: row.name.to_string(), value }
}
