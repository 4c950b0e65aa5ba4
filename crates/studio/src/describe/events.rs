//! What happened in a step.

use footwork_stage::{Event, Happening, Stage};

use crate::protocol::{EventsMessage, ServerMessage, StageEvent, word};

/// Most events of one step that are told.
const EVENTS: usize = 200;

/// What happened in the last step; none where nothing did that a person would want to know.
pub fn events(stage: &Stage) -> Option<ServerMessage> {
    let events: Vec<StageEvent> = stage.events().iter().filter_map(event).take(EVENTS).collect();
    (!events.is_empty()).then(|| ServerMessage::Events(EventsMessage { tick: stage.tick(), events }))
}

/// What concerns two is told once.
fn event(event: &Event) -> Option<StageEvent> {
    let actor = event.to.0;
    Some(match event.happening {
        Happening::Pushed { point, impulse } | Happening::Bumped { point, impulse, .. } => {
            StageEvent::Push { actor, point: point.to_array(), impulse: impulse.to_array() }
        }
        Happening::StrikeLanded(blow) if blow.who == event.to => StageEvent::Strike {
            actor,
            other: blow.whom.0,
            point: blow.point.to_array(),
            limb: blow.limb.name().to_string(),
            part: word(blow.part),
            speed: blow.speed,
        },
        Happening::TargetHit(hit) => StageEvent::Hit {
            actor,
            prop: hit.prop.0,
            point: hit.point.to_array(),
            limb: hit.limb.name().to_string(),
            speed: hit.speed,
        },
        Happening::Contact { with, own, other, point, .. } if event.to < with => StageEvent::Contact {
            actor,
            other: with.0,
            point: point.to_array(),
            own_part: word(own),
            other_part: word(other),
        },
        Happening::PropHit(hit) => StageEvent::BallHit {
            actor,
            prop: hit.prop.0,
            point: hit.point.to_array(),
            part: word(hit.part),
            velocity: hit.velocity.to_array(),
        },
        Happening::Grabbed { prop, .. } => StageEvent::Grab { actor, prop: prop.0 },
        Happening::Released { prop, velocity } => {
            StageEvent::Release { actor, prop: prop.0, velocity: velocity.to_array() }
        }
        Happening::Landed { seconds, speed } => StageEvent::Landing { actor, seconds, speed },
        Happening::Fell { .. } => StageEvent::Fall { actor },
        Happening::Rose { .. } => StageEvent::Rise { actor },
        Happening::LetGo => StageEvent::LetGo { actor },
        Happening::CameToRest { rises } => StageEvent::Rest { actor, rises },
        Happening::HoldReleased { limb } => StageEvent::HoldReleased { actor, limb: limb.name().to_string() },
        Happening::Fallback(reason) => StageEvent::Fallback { actor, reason: word(reason) },
        // Every step of a crowd, the ends of segments and the halves of what concerns two would drown the rest.
        Happening::Cue(_)
        | Happening::SegmentEnded(_)
        | Happening::Footstep { .. }
        | Happening::StrikeLanded(_)
        | Happening::Contact { .. } => return None,
    })
}
