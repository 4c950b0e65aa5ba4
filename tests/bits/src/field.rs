//! Directors who need a stage of their own: football takes the first ball that there is, carriers take the first box.

use std::error::Error;
use std::f32::consts::PI;
use std::path::Path;
use std::sync::Arc;

use footwork::annotate::Repertoire;
use footwork::duel::tables::EdgeSettings;
use footwork::interaction::carry::steps::StepSettings;
use footwork::interaction::carry::{CarrierSettings, Carriers, CarryGraph, CarryMemory, Steps};
use footwork::motion::Transform;
use footwork::motion::glam::{Vec2, Vec3};
use footwork::motion::ground::yaw;
use footwork::patches::football::{Football, FootballMemory};
use footwork::patches::{Acts, PatchBook};
use footwork::posture::{PhysicalWorld, PostureSettings};
use footwork::stage::{ActorId, Ask, Cue, DirectorId, Prop, PropKind, Rig, Settings, Stage};

const FOOTBALL: DirectorId = DirectorId(0);
const CARRY: DirectorId = DirectorId(1);
/// One with the ball, and those who want it; then two who carry.
const PLAYERS: u32 = 7;
/// m, beside the field, where nobody runs.
const BESIDE: f32 = 30.0;

/// The folder holds `field.rep`, and `football.skill` and `carry.skill` that are baked from it.
pub fn stage(folder: &Path) -> Result<Stage, Box<dyn Error>> {
    let read = |name: &str| std::fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}"));
    let rig = Arc::new(Rig::new(Arc::new(Repertoire::from_bytes(&read("field.rep")?)?))?);
    let acts = Arc::new(Acts::new(&rig, "", &EdgeSettings::default())?);
    let book = PatchBook::from_bytes(&read("football.skill")?)?;
    book.check(rig.repertoire())?;
    book.check_acts(&acts)?;
    let carry = CarryGraph::from_bytes(&read("carry.skill")?)?;
    let steps = Steps::new(&rig, &carry.graph.takes, &StepSettings::default())?;
    carry.check(rig.repertoire(), &steps)?;
    let settings = CarrierSettings { balls: true, ..CarrierSettings::default() };

    let mut stage = Stage::new(Settings::default(), 21)?;
    stage.add_director(Football::new(acts, Arc::new(book)));
    stage.add_director(Carriers::new(&rig, Arc::new(steps), Arc::new(carry), settings)?);
    stage.set_physics(PhysicalWorld::new(PostureSettings {
        falls_at: Some(100.0),
        ..PostureSettings::default()
    }));
    let rig = stage.add_rig(rig);
    let tackler = |number: u32| Vec3::new(2.0 * number as f32 - 7.0, 0.0, 6.0);
    let players = (0..PLAYERS).map(|number| (if number == 0 { Vec3::ZERO } else { tackler(number) }, 0.0));
    let carriers = [(-0.6, 0.0), (0.6, PI)].map(|(z, turn)| (Vec3::new(BESIDE, 0.0, z), turn));
    for (number, (at, turn)) in (0..).zip(players.chain(carriers)) {
        let actor = stage.add_actor(rig, None, Transform::new(yaw(turn), at))?;
        stage.set_director(actor, if number < PLAYERS { FOOTBALL } else { CARRY }, true)?;
    }
    let ball = |radius: f32, at: Vec3| Prop::new(PropKind::Ball { radius }, at, 0.0);
    stage.add_prop(ball(0.1, Vec3::Y))?;
    stage.add_prop(ball(0.22, Vec3::new(BESIDE + 6.0, 0.22, -6.0)))?;
    let size = Vec3::new(0.42, 0.32, 0.7);
    stage.add_prop(Prop::new(PropKind::Box { size }, Vec3::new(BESIDE, 1.1, 0.0), 0.0))?;
    Ok(stage)
}

/// What players ask for, by the tick alone.
pub fn cues(stage: &mut Stage) -> Result<(), Box<dyn Error>> {
    let tick = stage.tick();
    let wave = |over: u64| (tick % over) as f32 / over as f32 * 2.0 - 1.0;
    let stick = Vec2::new(wave(1700), wave(900));
    let mut ask = |to: u32, ask: Ask| stage.cue(Cue { tick, to: ActorId(to), ask });
    match tick % 600 {
        60 => ask(0, Ask::Stick(stick))?,
        150 => ask(PLAYERS + (tick / 600) as u32 % 2, Ask::Stick(stick))?,
        200 | 420 => ask(0, Ask::Button { button: (tick / 600) as u8 % 4, down: true })?,
        240 => ask(PLAYERS, Ask::Stick(Vec2::ZERO))?,
        300 => ask(0, Ask::Stick(Vec2::ZERO))?,
        350 => ask(PLAYERS + 1, Ask::Look(stick))?,
        450 => ask(0, Ask::Target(Vec3::new(6.0 * wave(1300), 0.0, 12.0 * wave(800))))?,
        500 if tick % 1800 == 500 => ask(1 + (tick / 600) as u32 % (PLAYERS - 1), Ask::LetGo { tone: 0.3 })?,
        _ => {}
    }
    if tick % 170 == 90 {
        let to = ActorId((tick / 170) as u32 % (PLAYERS + 2));
        let chest = stage.actor(to).ok_or("all are there")?.world()[0].translation + Vec3::Y * 0.3;
        let impulse = Vec3::new(50.0 * wave(340), 0.0, 40.0 * wave(270));
        stage.cue(Cue { tick, to, ask: Ask::Push { point: chest, impulse } })?;
    }
    Ok(())
}

/// What the directors did, and how often.
pub fn done(stage: &Stage) -> Result<[(&'static str, u32); 3], Box<dyn Error>> {
    let football: &FootballMemory = stage.view().director_memory(FOOTBALL).ok_or("no football")?;
    let carry: &CarryMemory = stage.view().director_memory(CARRY).ok_or("no carriers")?;
    let [pair, ..] = &carry.pairs;
    let carried = u32::from(pair.holds != 0);
    Ok([("tackled", football.chosen), ("carried", carried), ("rolled at carriers", pair.rolled)])
}
