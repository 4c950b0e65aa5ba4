//! What is said over the WebSocket, in both directions.

use footwork::collect::Platform;
use footwork::scene::{Cast, CastMinds, GameKind, MindKind, Permission, Scene};
use footwork_motion::{Pose, Role, Skeleton, Transform, kinematics};
use footwork_stage::{ActorId, Ask, BodyPart, Capsule, Event, Happening, MindId, PropKind, Segment, Stage};
use glam::{Vec2, Vec3};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::setup::Play;
use crate::traces::Traces;

/// What a viewer asks for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    Play,
    Pause,
    Step,
    Speed { value: f64 },
    Restart { seed: u64 },
    Scene { name: String },
    Watch { actor: Option<u32> },
    Cue { to: u32, ask: Asked },
    Record { on: bool },
    Train,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Asked {
    Stick { stick: [f32; 2] },
    Look { look: [f32; 2] },
    Dial { dial: u8, value: f32 },
    Mind { mind: u32 },
    Carry { prop: u32, to: [f32; 3] },
    Button { button: u8, down: bool },
    Target { target: [f32; 3] },
    Push { push: Push },
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Push {
    point: [f32; 3],
    impulse: [f32; 3],
}

impl From<Asked> for Ask {
    fn from(asked: Asked) -> Ask {
        match asked {
            Asked::Stick { stick } => Ask::Stick(Vec2::from_array(stick)),
            Asked::Look { look } => Ask::Look(Vec2::from_array(look)),
            Asked::Dial { dial, value } => Ask::Dial { dial, value },
            Asked::Mind { mind } => Ask::Mind(MindId(mind)),
            Asked::Carry { prop, to } => Ask::Carry { prop, to: Vec3::from_array(to) },
            Asked::Button { button, down } => Ask::Button { button, down },
            Asked::Target { target } => Ask::Target(Vec3::from_array(target)),
            Asked::Push { push } => {
                Ask::Push { point: Vec3::from_array(push.point), impulse: Vec3::from_array(push.impulse) }
            }
        }
    }
}

/// A message that says why something was refused.
pub fn error(what: &str) -> String {
    json!({ "type": "error", "error": what }).to_string()
}

/// A scene in a list.
pub fn listed(name: &str, scene: &Scene) -> Value {
    json!({
        "name": name, "title": scene.title, "line": scene.line, "actors": scene.cast_size(), "may": deeds(scene),
    })
}

fn deeds(scene: &Scene) -> Vec<&'static str> {
    let deed = |deed: &Permission| match deed {
        Permission::Push => "push",
        Permission::Point => "point",
        Permission::Target => "target",
        Permission::Steer => "steer",
    };
    scene.may.iter().map(deed).collect()
}

/// An actor, as the scene casts it.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub name: String,
    pub team: u32,
    /// The one it begins with, and those that it can be handed to.
    pub minds: Vec<(MindId, &'static str)>,
}

/// Everybody whom a scene casts, in the order of their numbers.
pub fn parts(casts: &[(Cast, CastMinds)]) -> Vec<Part> {
    let each = casts.iter().flat_map(|(cast, numbers)| {
        let first = numbers.first.map(|mind| (mind, cast.mind.name()));
        let other = numbers.other.zip(cast.other.as_ref().map(MindKind::name));
        let minds: Vec<(MindId, &'static str)> = first.into_iter().chain(other).collect();
        (1..=cast.count).map(move |number| {
            let name = if cast.count == 1 { cast.name.clone() } else { format!("{}-{number}", cast.name) };
            Part { name, team: cast.team, minds: minds.clone() }
        })
    });
    each.collect()
}

/// The minds of a scene with the dials that they have, by what they are called.
fn minds(parts: &[Part], stage: &Stage) -> Value {
    let mut all = serde_json::Map::new();
    for (mind, name) in parts.iter().flat_map(|part| &part.minds) {
        let dials: Vec<Value> = stage
            .dials(*mind)
            .iter()
            .map(|dial| {
                json!({
                    "dial": dial.number, "name": dial.name, "line": dial.line, "min": dial.range[0],
                    "max": dial.range[1], "value": dial.start, "choices": dial.choices,
                })
            })
            .collect();
        all.entry(*name).or_insert_with(|| json!({ "dials": dials }));
    }
    all.into()
}

fn game(scene: &Scene) -> Value {
    match &scene.game {
        None => Value::Null,
        Some(GameKind::Collect { course, .. }) => {
            let corners = |platform: &Platform| [platform.from.to_array(), platform.to.to_array()].concat();
            json!({ "kind": "collect", "platforms": course.platforms().iter().map(corners).collect::<Vec<_>>() })
        }
    }
}

/// Everything about a scene that does not change while it runs.
pub fn scene(name: &str, scene: &Scene, parts: &[Part], seed: u64, stage: &Stage) -> String {
    let actors: Vec<Value> = (0_u32..)
        .zip(parts)
        .map(|(id, part)| {
            let minds: Vec<Value> =
                part.minds.iter().map(|(mind, name)| json!({ "id": mind.0, "name": name })).collect();
            let first = part.minds.first().map_or("stand", |(_, name)| name);
            json!({ "id": id, "name": part.name, "team": part.team, "mind": first, "minds": minds })
        })
        .collect();
    let props: Vec<Value> = stage
        .view()
        .props()
        .iter()
        .map(|prop| {
            let (kind, radius, length, height) = match prop.kind {
                PropKind::Target { radius } => ("target", Some(radius), None, None),
                PropKind::Ball { radius } => ("ball", Some(radius), None, None),
                PropKind::Wall { length, height } => ("wall", None, Some(length), Some(height)),
                PropKind::Obstacle { radius, height } => ("obstacle", Some(radius), None, Some(height)),
            };
            let mut value = json!({ "kind": kind, "at": prop.position.to_array(), "heading": prop.heading });
            for (name, size) in [("radius", radius), ("length", length), ("height", height)] {
                if let Some(size) = size {
                    value[name] = json!(size);
                }
            }
            value
        })
        .collect();
    let rig = stage.actor(ActorId(0)).map(|actor| actor.rig());
    let body = rig.map(|rig| skeleton(rig.skeleton(), rig.height()));
    let capsules: Vec<Value> = rig.map(|rig| capsules(rig.skeleton(), rig.capsules())).unwrap_or_default();
    json!({
        "type": "scene", "name": name, "title": scene.title, "line": scene.line, "may": deeds(scene),
        "seed": seed, "step": stage.settings().step, "skeleton": body, "actors": actors, "props": props,
        "capsules": capsules, "minds": minds(parts, stage), "game": game(scene),
    })
    .to_string()
}

fn skeleton(skeleton: &Skeleton, height: f32) -> Value {
    let joints: Vec<Value> = (0..skeleton.len())
        .map(|joint| {
            let parent = skeleton.parent(joint).map_or(-1, |parent| parent as i64);
            let offset = skeleton.offsets()[joint].to_array();
            json!({ "name": skeleton.name(joint), "parent": parent, "offset": offset })
        })
        .collect();
    let ends: Vec<Value> = skeleton
        .ends()
        .iter()
        .map(|end| json!({ "joint": end.joint, "offset": end.offset.to_array() }))
        .collect();
    let sites = Role::ALL.iter().filter_map(|role| Some((*role, skeleton.roles().get(*role)?)));
    let roles: serde_json::Map<String, Value> =
        sites.map(|(role, site)| (role.name().to_string(), json!(site.joint))).collect();
    json!({ "joints": joints, "ends": ends, "roles": roles, "height": height })
}

/// Both ends in the space of the first one's joint, as the body stands at rest.
fn capsules(skeleton: &Skeleton, capsules: &[(BodyPart, Capsule)]) -> Vec<Value> {
    let pose = Pose::rest(skeleton);
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    kinematics::world(skeleton, pose.view(), &mut world);
    let one = |(part, capsule): &(BodyPart, Capsule)| {
        let to = world[capsule.from.joint].inverse().point(capsule.to.position(&world));
        json!({
            "joint": capsule.from.joint, "from": capsule.from.offset.to_array(), "to": to.to_array(),
            "radius": capsule.radius, "part": words(*part),
        })
    };
    capsules.iter().map(one).collect()
}

/// `LeftUpperArm` as `left_upper_arm`.
fn words(part: BodyPart) -> String {
    let mut text = String::new();
    for letter in format!("{part:?}").chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

/// Most events of one step that are told.
const EVENTS: usize = 200;

/// What happened in the last step that a person would want to know; none where nothing did.
pub fn events(stage: &Stage) -> Option<String> {
    let events: Vec<Value> = stage.events().iter().filter_map(event).take(EVENTS).collect();
    (!events.is_empty())
        .then(|| json!({ "type": "events", "tick": stage.tick(), "events": events }).to_string())
}

/// What concerns two is told once.
fn event(event: &Event) -> Option<Value> {
    let to = event.to.0;
    let (kind, actor, other, point, text) = match event.happening {
        Happening::Pushed { point, impulse } => {
            ("push", to, None, Some(point), format!("pushed with {:.0} N·s", impulse.length()))
        }
        Happening::StrikeLanded(landing) if landing.who == event.to => {
            let text = format!(
                "{} hits {} at {:.1} m/s",
                landing.limb.name().replace('_', " "),
                words(landing.part).replace('_', " "),
                landing.speed
            );
            ("strike", landing.who.0, Some(landing.whom.0), Some(landing.point), text)
        }
        Happening::TargetHit(hit) => {
            let text =
                format!("{} hits the target at {:.1} m/s", hit.limb.name().replace('_', " "), hit.speed);
            ("hit", to, None, Some(hit.point), text)
        }
        Happening::Contact { with, own, other, point, .. } if event.to < with => {
            let [own, other] = [own, other].map(|part| words(part).replace('_', " "));
            ("contact", to, Some(with.0), Some(point), format!("{own} touches {other}"))
        }
        Happening::Fallback(reason) => ("fallback", to, None, None, format!("stands: {reason:?}")),
        _ => return None,
    };
    let point = point.map(|point| point.to_array());
    Some(json!({ "kind": kind, "actor": actor, "other": other, "point": point, "text": text }))
}

/// How many of an actor's decisions are told.
pub const DECISIONS: usize = 12;

/// What an actor does, and why.
pub fn decisions(play: &Play, id: u32) -> Option<String> {
    let stage = &play.stage;
    let actor = stage.actor(ActorId(id))?;
    let minds = play.parts.get(id as usize).map_or(&[][..], |part| &part.minds);
    let mind = minds.iter().find(|(mind, _)| Some(*mind) == actor.mind()).map_or("stand", |(_, name)| name);
    let rig = actor.rig();
    let name = |take: u32| rig.take(take).map_or("", |take| take.clip.name.as_str());
    let segment =
        |segment: &Segment| json!({ "take": name(segment.take), "from": segment.first, "to": segment.end });
    let now = actor.segment();
    let frame = rig.take(now.take).map(|take| (actor.time() * f64::from(take.clip.rate())) as u32);
    let classes: Vec<&String> = rig
        .take(now.take)
        .into_iter()
        .flat_map(|take| &take.annotation.actions)
        .filter(|action| frame.is_some_and(|frame| action.span.contains(frame)))
        .flat_map(|action| &action.classes)
        .collect();
    let decisions: Vec<Value> = stage
        .decisions(ActorId(id))
        .map(|decision| {
            let considered: Vec<Value> = decision
                .options()
                .iter()
                .map(|option| {
                    let Segment { take, first, end } = option.segment;
                    json!({ "take": name(take), "from": first, "to": end, "score": option.score })
                })
                .collect();
            json!({
                "tick": decision.tick, "chosen": decision.chosen.as_ref().map(segment), "considered": considered,
                "looked_at": decision.looked_at,
            })
        })
        .collect();
    let message = json!({
        "type": "decisions", "actor": id, "mind": mind,
        "doing": {
            "take": name(now.take), "from": now.first, "to": now.end, "time": actor.time(),
            "rate": actor.rate(), "classes": classes,
        },
        "decisions": decisions,
    });
    Some(message.to_string())
}

/// What goes on in an actor's mind, how the game goes, and what is recorded.
pub fn overlay(play: &Play, id: u32, traces: &Traces) -> Option<String> {
    let overlay = play.stage.overlay(ActorId(id)).unwrap_or_default();
    let game = play.game.as_ref().map(|game| {
        let score = game.score();
        json!({ "collected": score.collected, "falls": score.falls })
    });
    let choices: Vec<Value> =
        overlay.choices.iter().map(|(name, score)| json!({ "name": name, "score": score })).collect();
    let heat = overlay.heat.as_ref().map(|heat| {
        json!({
            "at": heat.at.to_array(), "heading": heat.heading, "radii": heat.radii, "angles": heat.angles,
            "values": heat.values,
        })
    });
    let points: Vec<[f32; 3]> = overlay.points.iter().map(|point| point.to_array()).collect();
    let message = json!({
        "type": "overlay", "tick": play.stage.tick(), "actor": id, "rows": overlay.rows, "choices": choices,
        "heat": heat, "points": points, "game": game, "recording": traces.is_recording(),
        "traces": traces.len(),
    });
    Some(message.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_read_as_the_protocol_writes_them() {
        let read = |text: &str| serde_json::from_str::<Request>(text).ok();
        assert_eq!(read(r#"{"type":"play"}"#), Some(Request::Play));
        assert_eq!(read(r#"{"type":"watch","actor":null}"#), Some(Request::Watch { actor: None }));
        let push = r#"{"type":"cue","to":1,"ask":{"push":{"point":[0,1,0],"impulse":[5,0,0]}}}"#;
        assert!(matches!(read(push), Some(Request::Cue { to: 1, ask: Asked::Push { .. } })));
        for bad in [
            "",
            "[]",
            "{}",
            r#"{"type":"fly"}"#,
            r#"{"type":"restart","seed":-1}"#,
            r#"{"type":"cue","to":0,"ask":{}}"#,
            r#"{"type":"cue","to":0,"ask":{"stick":[1]}}"#,
            r#"{"type":"speed"}"#,
            r#"{"type":"scene","name":3}"#,
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
