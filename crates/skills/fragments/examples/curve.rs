//! What smoothness, the share of the root that follows the sticks, and the share of moments at which sticks are taken to be held
//! trade on the stage: `cargo run --release -p footwork-fragments --example curve -- NAME.rep ROOT,SMOOTHNESS,HELD ...`.
//!
//! Learnt from ten minutes of each scripted player (seed 1), judged by two minutes of each (seed 2). Below each, how fast the
//! motion that is chosen goes by itself for who holds the stick ahead at 0.7, 1.5 and 3 m/s: what the root adds to that glides.

use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_annotate::fragments::Control;
use footwork_fragments::evaluate::shown::Performance;
use footwork_fragments::{
    BakeSettings, ControlSpace, Controller, QualitySettings, Steered, SteeredSettings, Trace, bake, players,
};
use footwork_motion::{Role, WorldClip, quality};
use footwork_plan::progress::UNHEARD;
use footwork_stage::Rig;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let repertoire =
        Arc::new(Repertoire::from_bytes(&std::fs::read(args.next().ok_or("name a repertoire")?)?)?);
    let rig = Arc::new(Rig::new(repertoire.clone())?);
    let usual = repertoire.takes.iter().map(|take| {
        let world = WorldClip::new(&repertoire.skeleton, &take.clip);
        quality::usual_jump(&world, 0.999).velocity
    });
    let usual_jump = usual.fold(0.0, f32::max);
    let space = ControlSpace::default();
    let learnt = players::traces(&space, 600.0, 1);
    let judged = players::traces(&space, 120.0, 2);
    for setting in args {
        let numbers: Vec<f32> = setting.split(',').map(str::parse).collect::<Result<_, _>>()?;
        let [lead, smoothness, held] = numbers[..] else { return Err("ROOT,SMOOTHNESS,HELD".into()) };
        let settings = BakeSettings {
            quality: QualitySettings { smoothness, ..QualitySettings::PLAYED },
            held,
            controllers: vec![Controller::Model],
            family: None,
            matching: None,
            ..BakeSettings::default()
        };
        let skill = Arc::new(bake(&repertoire, &learnt, &settings, UNHEARD)?);
        let mind = |lead: f32| {
            Steered::new(skill.clone(), &rig, SteeredSettings { lead, ..SteeredSettings::default() })
        };
        let stage = |mind| Performance { rig: &rig, mind, space: &space, usual_jump };
        let (led, alone) = (mind(lead)?, mind(0.0)?);
        let shown = stage(&led).shown(&judged)?;
        println!("root {lead}, smoothness {smoothness}, held {held}: {shown:?}");
        for speed in [0.7, 1.5, 3.0] {
            println!("  {speed} m/s ahead: {:.2} m/s by itself", own_speed(&stage(&alone), &rig, speed)?);
        }
    }
    Ok(())
}

/// m/s ahead, from one to four seconds after the stick was pushed so far.
fn own_speed(stage: &Performance<'_>, rig: &Rig, speed: f32) -> Result<f32, Box<dyn std::error::Error>> {
    let asked = Control { velocity: [0.0, speed], ..Control::default() };
    let samples = [vec![Control::default(); 10], vec![asked; 40]].concat();
    let trace = Trace { name: String::new(), player: String::new(), seconds: 0.1, samples };
    let world = WorldClip::new(rig.skeleton(), &stage.clip(&trace)?);
    let hips = rig.skeleton().joint(Role::Hips)?;
    let at = |second: usize| world.position((second * 60).min(world.frames() - 1), hips);
    Ok((at(5) - at(2)).with_y(0.0).length() / 3.0)
}
