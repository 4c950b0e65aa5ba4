//! What the tests share: people out of the built-in performer.
#![allow(dead_code)]

use std::sync::Arc;

use footwork_annotate::{Annotation, Repertoire, Settings, Take, annotate};
use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_performer::{Show, perform};
use footwork_plan::progress::UNHEARD;
use footwork_stage::{ActorId, Rig, Stage};
use footwork_testing::Made;
use glam::Vec3;

/// A rig with takes of some shows; once for all tests that ask for the same.
pub fn rig(shows: &[Show], seconds: f32, seeds: &[u64]) -> Arc<Rig> {
    static MADE: Made<(Vec<Show>, f32, Vec<u64>), Arc<Rig>> = Made::new();
    MADE.get((shows.to_vec(), seconds, seeds.to_vec()), || performed(shows, seconds, seeds))
}

fn performed(shows: &[Show], seconds: f32, seeds: &[u64]) -> Arc<Rig> {
    let mut takes = Vec::new();
    let mut skeleton = None;
    for show in shows {
        for seed in seeds {
            let mut shown = perform(*show, seconds, *seed, 60.0).expect("the performer performs");
            shown.clip.name = format!("{}-{seed}", show.name());
            skeleton = Some(shown.skeleton);
            takes.push(Take::new(shown.clip, Annotation::default()));
        }
    }
    let mut repertoire = Repertoire { skeleton: skeleton.expect("there is a show"), takes };
    annotate(&mut repertoire, &Settings::default(), UNHEARD).expect("it can be annotated");
    Arc::new(Rig::new(Arc::new(repertoire)).expect("it can be played"))
}

/// A show by its name.
pub fn show(name: &str) -> Show {
    Show::ALL.iter().copied().find(|show| show.name() == name).expect("there is such a show")
}

/// A boxer.
pub fn boxing(seconds: f32, seeds: &[u64]) -> Arc<Rig> {
    rig(&[show("boxing")], seconds, seeds)
}

/// Two actors face to face, so many metres apart.
pub fn face_to_face(stage: &mut Stage, rig: &Arc<Rig>, apart: f32) -> [ActorId; 2] {
    let rig = stage.add_rig(rig.clone());
    [(-0.5, 0.0), (0.5, std::f32::consts::PI)].map(|(side, turn)| {
        let at = Transform::new(yaw(turn), Vec3::new(0.0, 0.0, side * apart));
        stage.add_actor(rig, None, at).expect("there is room")
    })
}

/// m, m and rad: where somebody stands in a battle of companies of sixteen, those of both sides by turns as on a chessboard.
pub fn companies(number: usize, people: usize) -> (f32, f32, f32) {
    let half = people.div_ceil(2);
    let (own, side) = (number % half, number / half);
    let columns = 2 * ((half as f32 / 32.0).sqrt().ceil() as usize).max(1);
    let (company, place) = (own / 16, own % 16);
    let row = 2 * company / columns;
    let column = 2 * company % columns + (row + side) % 2;
    let at = |cell: usize, place: usize| 10.2 * cell as f32 + 2.4 * place as f32 - 5.1 * columns as f32;
    let turn = if side == 0 { 0.0 } else { std::f32::consts::PI };
    (at(column, place % 4), at(row, place / 4), turn)
}

/// Puts people on a stage as the scenes do: two face to face, one in the middle of all others, two armies, or wherever.
pub fn line_up(
    stage: &mut Stage,
    rig: footwork_stage::RigId,
    director: footwork_stage::DirectorId,
    scene: &str,
    people: usize,
) {
    for number in 0..people {
        let (x, z, heading) = match scene {
            "two-fight-on" => {
                let side = (number % 2) as f32 - 0.5;
                (2.5 * (number / 2) as f32, 1.4 * side, if side < 0.0 { 0.0 } else { std::f32::consts::PI })
            }
            "one-against-many" if number == 0 => (0.0, 0.0, 0.0),
            "one-against-many" => {
                let angle = number as f32 * 2.4;
                let far = 2.2 + 0.12 * number as f32;
                (far * angle.sin(), far * angle.cos(), angle + std::f32::consts::PI)
            }
            "battle" => {
                let half = people.div_ceil(2);
                let (own, side) = (number % half, if number < half { -1.0 } else { 1.0 });
                let columns = (half as f32).sqrt().ceil() as usize * 2;
                let (column, row) = ((own % columns) as f32, (own / columns) as f32);
                let turn = if side < 0.0 { 0.0 } else { std::f32::consts::PI };
                (1.3 * (column - 0.5 * columns as f32), side * (1.0 + 1.3 * row), turn)
            }
            "companies" => companies(number, people),
            "rat" => (0.95 * (number % 6) as f32, 0.95 * (number / 6) as f32, 0.0),
            _ => (1.0 * (number % 32) as f32, 1.0 * (number / 32) as f32, 0.0),
        };
        let at = Transform::new(yaw(heading), Vec3::new(x, 0.0, z));
        let actor = stage.add_actor(rig, None, at).expect("there is room");
        stage.set_director(actor, director, true).expect("he joins");
    }
}
