//! What a watched actor does, why, and what goes on in its mind.

use footwork_stage::{ActorId, Segment};

use crate::live::LiveScene;
use crate::protocol::{
    Choice, Decision, DecisionsMessage, Doing, GameScore, Heat, OverlayChoice, OverlayMessage, OverlayRow,
    ServerMessage, Weighed,
};

/// How many of an actor's decisions are told.
pub const DECISIONS: usize = 12;

/// What an actor does, and why. None where there is no such actor.
pub fn decisions(live: &LiveScene, id: u32) -> Option<ServerMessage> {
    let actor = live.stage.actor(ActorId(id))?;
    let rig = actor.rig();
    let choice = |&Segment { take, first, end }: &Segment| Choice {
        take: rig.take(take).map_or(String::new(), |take| take.clip.name.clone()),
        from: first,
        to: end,
    };
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
    let rows = overlay.rows.into_iter().map(|(name, value)| OverlayRow { name: name.to_string(), value });
    ServerMessage::Overlay(OverlayMessage {
        tick: live.stage.tick(),
        actor: id,
        rows: rows.collect(),
        choices: overlay.choices.into_iter().map(|(name, score)| OverlayChoice { name, score }).collect(),
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
