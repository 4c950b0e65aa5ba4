//! Directors who need a stage of their own: football takes the first ball that there is, carriers take the first boxes.

use std::sync::Arc;

use footwork::interaction::carry::CarryMemory;
use footwork::motion::glam::{Vec2, Vec3};
use footwork::patches::football::FootballMemory;
use footwork::performer::Show;
use footwork::scene::Supplies;
use footwork::stage::{ActorId, Ask, Cue, DirectorId, Rng, Settings, Stage};
use footwork::{Scene, performance, skills};

/// Two carry beside the field, where nobody runs; the first ball is the players', the second is rolled at the carriers.
const SCENE: &str = r#"
title = "A field"
line = "Football, and two who carry a box."
[repertoire]
file = "field.rep"
[physics]
falls_at = 100.0
[[actors]]
mind = "patches"
patches = { show = "football", takes = "" }
team = 0
[[actors]]
mind = "patches"
patches = { show = "football", takes = "" }
count = 6
at = [0.0, 6.0]
team = 1
[[actors]]
mind = "carry"
carry = { balls = true, states = 1500, takes = "hauling" }
at = [30.0, -0.6]
[[actors]]
mind = "carry"
carry = { balls = true, states = 1500, takes = "hauling" }
at = [30.0, 0.6]
facing = 180.0
[[props]]
kind = "ball"
at = [0.0, 1.0, 0.0]
radius = 0.1
[[props]]
kind = "ball"
at = [36.0, 0.22, -6.0]
radius = 0.22
[[props]]
kind = "box"
at = [30.0, 1.1, 0.0]
size = [0.42, 0.32, 0.7]
"#;

/// Who carries the box; all others play.
const CARRIERS: [ActorId; 2] = [ActorId(7), ActorId(8)];

pub fn stage() -> Stage {
    let shows = ["football", "falling", "hauling"].map(|name| Show::named(name).expect("a show"));
    let repertoire = Arc::new(performance(&shows, 60.0, &[1]).expect("a performance"));
    let scene = Scene::parse(SCENE, &skills()).unwrap_or_else(|error| panic!("{error}"));
    let ready = scene.prepare(repertoire, &Supplies::NONE).expect("both skills can be baked from it");
    ready.stage(Settings::default(), 1).expect("a stage")
}

/// Asks something of somebody now and then, by the tick alone.
pub fn ask(stage: &mut Stage) {
    let tick = stage.tick();
    let mut rng = Rng::stream(tick, 1);
    if rng.below(40) != 0 {
        return;
    }
    let flat = Vec2::new(rng.signed(), rng.signed());
    let to = rng.choose(&[ActorId(0), ActorId(0), ActorId(0), ActorId(3), CARRIERS[0], CARRIERS[1]]);
    let here = stage.actor(to).map_or(Vec3::ZERO, |me| me.world()[0].translation);
    let ask = match rng.below(12) {
        0..=2 => Ask::Stick(flat),
        3 | 4 => Ask::Stick(Vec2::ZERO),
        5 => Ask::Look(flat),
        6 | 7 => Ask::Button { button: rng.below(4) as u8, down: true },
        8 => Ask::Target(here + 8.0 * Vec3::new(flat.x, 0.0, flat.y)),
        9 | 10 => Ask::Push { point: here + 0.3 * Vec3::Y, impulse: 90.0 * Vec3::new(flat.x, 0.0, flat.y) },
        _ => Ask::LetGo { tone: rng.unit() },
    };
    let _ = stage.cue(Cue { tick, to, ask });
}

/// What the directors did.
#[derive(Debug)]
pub struct Done {
    pub tackles: u32,
    pub wishes: u32,
    /// Whether the two have taken hold of their box at some time.
    pub carried: bool,
    /// Balls rolled at them.
    pub rolled: u32,
}

pub fn done(stage: &Stage) -> Done {
    let of = |actor: ActorId| stage.actor(actor).and_then(|me| me.director()).expect("a director");
    let memory = |director: DirectorId| stage.view().director_memory::<FootballMemory>(director);
    let football = memory(of(ActorId(0))).expect("its memory");
    let carry: &CarryMemory = stage.view().director_memory(of(CARRIERS[0])).expect("its memory");
    let [pair, ..] = &carry.pairs;
    Done { tackles: football.chosen, wishes: football.wished, carried: pair.holds != 0, rolled: pair.rolled }
}
