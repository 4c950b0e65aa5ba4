//! Writes falls as BVH, one file each, to look at: `cargo run --release -p footwork-posture --example falls -- FOLDER [COUNT]`.
//!
//! Somebody stands, is pushed from another side each time, falls, and gets up.

#[path = "../tests/common/mod.rs"]
mod common;

use std::error::Error;
use std::f32::consts::TAU;

use footwork_formats::bvh;
use footwork_motion::Transform;
use footwork_performer::Show;
use footwork_posture::{PhysicalWorld, PostureSettings};
use footwork_stage::{Ask, Cue, Recorder, Settings, Stage};
use glam::Vec3;

/// s, from the push on.
const SECONDS: f32 = 8.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("name a folder to write to")?;
    let count: u32 = arguments.next().map_or(Ok(12), |count| count.parse())?;
    let show = Show::named("falling").ok_or("no such show")?;
    let rig = common::rig(&[show], 60.0);
    for number in 0..count {
        let mut stage = Stage::new(Settings::default(), u64::from(number))?;
        let rig_id = stage.add_rig(rig.clone());
        stage.set_physics(PhysicalWorld::new(PostureSettings::default()));
        let actor = stage.add_actor(rig_id, None, Transform::IDENTITY)?;
        let mut recorder = Recorder::new();
        for tick in 0..(SECONDS * 60.0) as u64 {
            if tick == 20 {
                let angle = TAU * number as f32 / count as f32;
                let way = Vec3::new(libm::sinf(angle), 0.0, libm::cosf(angle));
                let point = Vec3::new(0.0, 1.25, 0.0) - 0.15 * way;
                let strength = 70.0 + 40.0 * (number % 3) as f32;
                stage.cue(Cue { tick, to: actor, ask: Ask::LetGo { tone: 0.15 } })?;
                stage.cue(Cue { tick, to: actor, ask: Ask::Push { point, impulse: strength * way } })?;
            }
            stage.step();
            recorder.keep(&stage);
        }
        let clip = recorder.clip(&stage, actor, "fall").ok_or("nobody was recorded")??;
        let mut bytes = Vec::new();
        bvh::write(&mut bytes, rig.skeleton(), &clip, bvh::WriteOptions::default())?;
        std::fs::write(format!("{folder}/fall{number:02}.bvh"), bytes)?;
    }
    Ok(())
}
