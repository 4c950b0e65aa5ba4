//! Lets a scripted player steer on a stage and says how it looks: `cargo run --release --example steer -- NAME.rep [OUT.bvh [UNIT]]`.

use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_formats::{bvh, save};
use footwork_fragments::{
    BakeSettings, ControlSpace, Controller, Skill, Steered, SteeredSettings, bake, mind, players,
};
use footwork_motion::glam::Vec3;
use footwork_motion::{Role, Transform, WorldClip, quality};
use footwork_plan::progress::UNHEARD;
use footwork_stage::{Ask, Cue, Recorder, Rig, Settings, Stage};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let repertoire =
        Arc::new(Repertoire::from_bytes(&std::fs::read(args.next().ok_or("name a repertoire")?)?)?);
    let out = args.next();
    let traces = players::traces(&ControlSpace::default(), 200.0, 1);
    let mut settings =
        BakeSettings { controllers: vec![Controller::Model], family: None, ..BakeSettings::default() };
    if let Some(unit) = args.next() {
        settings.quality.per_metre = unit.parse()?;
    }
    let skill = Arc::new(bake(&repertoire, &traces, &settings, UNHEARD)?);
    println!("jumps last {:.2} s; a skill of {:.1} MB", skill.jump, skill.to_bytes().len() as f64 / 1e6);
    let usual = repertoire.takes.iter().map(|take| {
        let world = WorldClip::new(&repertoire.skeleton, &take.clip);
        quality::usual_jump(&world, 0.999).velocity
    });
    println!("99.9 % of a recording's steps change velocities by up to {:.2} m/s", usual.fold(0.0, f32::max));
    println!("root   skate cm/s   speed off m/s   turning off rad/s   velocity jumps: 99 %, worst m/s");
    for lead in [0.0, Steered::ROOT, 0.5, 0.75, 1.0] {
        play(&repertoire, &skill, lead, out.as_deref().filter(|_| lead == Steered::ROOT))?;
    }
    Ok(())
}

/// A body after a step: where its balls are, which are held, where its joints are and how they go.
struct Seen {
    at: [Vec3; 2],
    planted: [bool; 2],
    places: Vec<Vec3>,
    velocities: Vec<Vec3>,
}

fn play(
    repertoire: &Arc<Repertoire>,
    skill: &Arc<Skill>,
    lead: f32,
    out: Option<&str>,
) -> Result<(), Box<dyn std::error::Error>> {
    let rig = Arc::new(Rig::new(repertoire.clone())?);
    let mut stage = Stage::new(Settings::default(), 1)?;
    let mind = stage.add_mind(Steered::new(
        skill.clone(),
        &rig,
        SteeredSettings { lead, ..SteeredSettings::default() },
    )?);
    let number = stage.add_rig(rig.clone());
    let actor = stage.add_actor(number, Some(mind), Transform::IDENTITY)?;
    let mut recorder = Recorder::new();
    let course = players::Course::fields();
    let trace = players::trace(&players::Temper::CAREFUL, &skill.space, &course, 60.0, 77);
    let balls = [Role::LeftToe, Role::RightToe].map(|role| repertoire.skeleton.site(role));
    // Apart: within 0.1 s of a transition to another place, and elsewhere.
    let (mut apart, mut since, mut place) = ([[0.0_f64; 2]; 2], 0_u32, (0_u32, 0.0_f64));
    let (mut slid, mut held, mut speed_off, mut turn_off) = (0.0_f64, 0_u32, 0.0_f64, 0.0_f64);
    let mut last: Option<Seen> = None;
    let mut jumps: Vec<f32> = Vec::new();
    let mut steps = 0_u32;
    for asked in &trace.samples {
        let (stick, look) = skill.space.to_sticks(asked);
        let button = mind::JUMP_BUTTON;
        for ask in [Ask::Stick(stick), Ask::Look(look), Ask::Button { button, down: asked.airborne }] {
            stage.cue(Cue { tick: stage.tick(), to: actor, ask })?;
        }
        let before = stage.actor(actor).ok_or("nobody")?.frame();
        for _ in 0..6 {
            stage.step();
            recorder.keep(&stage);
            let me = stage.actor(actor).ok_or("nobody")?;
            let at = [0, 1].map(|i| balls[i].as_ref().map_or(Vec3::ZERO, |site| site.position(me.world())));
            let planted = [0, 1].map(|foot| me.is_planted(foot));
            let on = me.segment().take == place.0 && (me.time() - place.1).abs() < 0.03;
            since = if on { since + 1 } else { 0 };
            place = (me.segment().take, me.time());
            let places: Vec<Vec3> = me.world().iter().map(|joint| joint.translation).collect();
            let mut velocities = vec![Vec3::ZERO; places.len()];
            if let Some(Seen { at: was, planted: were, places: had, velocities: went }) = &last {
                for foot in 0..2 {
                    if planted[foot] && were[foot] {
                        let slide = at[foot] - was[foot];
                        slid += f64::from(Vec3::new(slide.x, 0.0, slide.z).length()) * 60.0;
                        held += 1;
                        let which = &mut apart[usize::from(since > 3)];
                        which[0] += f64::from(Vec3::new(slide.x, 0.0, slide.z).length()) * 6000.0;
                        which[1] += 1.0;
                    }
                }
                velocities = places.iter().zip(had).map(|(now, before)| (*now - *before) * 60.0).collect();
                let worst = velocities.iter().zip(went).map(|(now, before)| (*now - *before).length());
                jumps.push(worst.fold(0.0, f32::max));
            }
            last = Some(Seen { at, planted, places, velocities });
        }
        let moved = before.inverse() * stage.actor(actor).ok_or("nobody")?.frame();
        let wanted = Vec3::new(asked.velocity[0], 0.0, asked.velocity[1]);
        speed_off += f64::from((moved.translation * 10.0 - wanted).length());
        let facing = moved.rotation * Vec3::Z;
        turn_off += f64::from((facing.x.atan2(facing.z) * 10.0 - asked.turning).abs());
        steps += 1;
    }
    jumps.sort_by(f32::total_cmp);
    let at = |share: f32| jumps[((jumps.len() - 1) as f32 * share) as usize];
    println!(
        "{lead:<6} {:>10.2} {:>15.2} {:>19.2} {:>15.2} {:.2}   {:.1} just after transitions ({:.0} %), {:.1} elsewhere",
        100.0 * slid / f64::from(held.max(1)),
        speed_off / f64::from(steps),
        turn_off / f64::from(steps),
        at(0.99),
        at(1.0),
        apart[0][0] / apart[0][1].max(1.0),
        100.0 * apart[0][1] / (apart[0][1] + apart[1][1]).max(1.0),
        apart[1][0] / apart[1][1].max(1.0)
    );
    if let Some(path) = out {
        let clip = recorder.clip(&stage, actor, "steered").ok_or("nothing was recorded")??;
        save(std::path::Path::new(path), |file| {
            bvh::write(file, &repertoire.skeleton, &clip, bvh::WriteOptions::default())
        })?;
    }
    Ok(())
}
