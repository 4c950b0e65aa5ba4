//! Every move by name, to be shown one at a time.

use footwork_motion::Side::{Left, Right};

use super::fall::Fall;
use super::hurt::{Force, From};
use super::kicks::Height;
use super::{Boxer, Style};
use crate::Take;
use crate::signal::Rng;

type Move = fn(&mut Boxer<'_>);

const MOVES: &[(&str, Move)] = &[
    ("jab", |b| b.jab()),
    ("cross", |b| b.cross()),
    ("lead_hook", |b| b.hook(Left)),
    ("rear_hook", |b| b.hook(Right)),
    ("lead_uppercut", |b| b.uppercut(Left)),
    ("rear_uppercut", |b| b.uppercut(Right)),
    ("lead_elbow", |b| b.elbow(Left)),
    ("rear_elbow", |b| b.elbow(Right)),
    ("lead_knee", |b| b.knee(Left)),
    ("rear_knee", |b| b.knee(Right)),
    ("lead_front_kick", |b| b.front_kick(Left)),
    ("rear_front_kick", |b| b.front_kick(Right)),
    ("lead_low_kick", |b| b.round_kick(Left, Height::Low)),
    ("rear_low_kick", |b| b.round_kick(Right, Height::Low)),
    ("lead_round_kick", |b| b.round_kick(Left, Height::Middle)),
    ("rear_round_kick", |b| b.round_kick(Right, Height::Middle)),
    ("lead_high_kick", |b| b.round_kick(Left, Height::High)),
    ("rear_high_kick", |b| b.round_kick(Right, Height::High)),
    ("step_ahead", |b| b.step(0.0, 0.32, 0.0)),
    ("step_back", |b| b.step(0.0, -0.32, 0.0)),
    ("step_left", |b| b.step(0.32, 0.0, 0.0)),
    ("step_right", |b| b.step(-0.32, 0.0, 0.0)),
    ("step_ahead_left", |b| b.step(0.22, 0.22, 0.0)),
    ("step_back_right", |b| b.step(-0.22, -0.22, 0.0)),
    ("pivot_left", |b| b.pivot(0.6)),
    ("pivot_right", |b| b.pivot(-0.6)),
    ("slip_left", |b| b.slip(Left)),
    ("slip_right", |b| b.slip(Right)),
    ("duck", |b| b.duck()),
    ("sway_back", |b| b.sway_back()),
    ("side_step_left", |b| b.side_step(Left)),
    ("side_step_right", |b| b.side_step(Right)),
    ("parry_left", |b| b.parry(Left)),
    ("parry_right", |b| b.parry(Right)),
    ("high_block", |b| b.high_block()),
    ("low_block_left", |b| b.low_block(Left)),
    ("low_block_right", |b| b.low_block(Right)),
    ("clinch", |b| b.clinch(0.8)),
    ("hit_head_light", |b| b.hit_head(From::LEFT, Force::Light)),
    ("hit_head_front", |b| b.hit_head(From::FRONT, Force::Heavy)),
    ("hit_head_front_left", |b| b.hit_head(From(1), Force::Medium)),
    ("hit_head_left", |b| b.hit_head(From::LEFT, Force::Heavy)),
    ("hit_head_back_left", |b| b.hit_head(From(3), Force::Heavy)),
    ("hit_head_back", |b| b.hit_head(From(4), Force::Heavy)),
    ("hit_head_back_right", |b| b.hit_head(From(5), Force::Medium)),
    ("hit_head_right", |b| b.hit_head(From::RIGHT, Force::Heavy)),
    ("hit_head_front_right", |b| b.hit_head(From(7), Force::Heavy)),
    ("hit_body_light", |b| b.hit_body(From::FRONT, Force::Light)),
    ("hit_body_front", |b| b.hit_body(From::FRONT, Force::Heavy)),
    ("hit_body_left", |b| b.hit_body(From::LEFT, Force::Heavy)),
    ("hit_body_right", |b| b.hit_body(From::RIGHT, Force::Medium)),
    ("hit_body_back", |b| b.hit_body(From(4), Force::Heavy)),
    ("fall", |b| b.fall(Fall::Back)),
    ("lie", |b| b.lie(0.8)),
    ("rise", |b| b.rise()),
    ("knock_down_left", |b| b.knock_down(Fall::Side(Left), 0.6)),
    ("knock_down_right", |b| b.knock_down(Fall::Side(Right), 0.6)),
    ("knock_down_forward", |b| b.knock_down(Fall::Forward, 0.8)),
    ("knock_down_knees", |b| b.knock_down(Fall::Knees, 0.6)),
];

/// The names of all moves.
pub fn moves() -> impl Iterator<Item = &'static str> {
    MOVES.iter().map(|(name, _)| *name)
}

/// Shows moves one after the other, with a pause between them. `rise` goes after `fall`. None where a name is unknown.
pub fn rehearse(style: Style, names: &[&str], pause: f32, rng: &mut Rng) -> Option<Take> {
    let mut choices = rng.split();
    let mut boxer = Boxer::new(style, &mut choices);
    boxer.wait(pause);
    for name in names {
        let (_, perform) = MOVES.iter().find(|(known, _)| known == name)?;
        perform(&mut boxer);
        boxer.wait(pause);
    }
    let seconds = boxer.score.now;
    Some(boxer.take(seconds, rng))
}
