//! Everybody on one stage: every skill in the list, bodies that fall, props, and whatever can be asked of anybody.

use std::fmt::Write;
use std::sync::{Arc, OnceLock};

use footwork::annotate::{Limb, sealed};
use footwork::fragments::Controller;
use footwork::motion::Side;
use footwork::motion::glam::{Vec2, Vec3};
use footwork::performer::Show;
use footwork::scene::{Prepared, Supplies};
use footwork::skill::{Ability, Lesson};
use footwork::stage::{ActorId, Ask, Cue, DirectorId, MindId, PropId, Rng, Settings, Snapshot, Stage};
use footwork::{Scene, performance, skills};

use super::changed::changed;

/// Near enough to touch; a hard push makes somebody fall by his weight. The first ball is the rat, which is not to be thrown.
const HEAD: &str = "title = \"Everybody\"\nline = \"All at once.\"\n[repertoire]\nfile = \"all.rep\"\n\
                    [physics]\nfalls_at = 80.0\n\
                    [[props]]\nkind = \"ball\"\nat = [0.0, 0.07, -2.0]\nradius = 0.07\n\
                    [[props]]\nkind = \"ball\"\nat = [0.5, 1.2, 0.5]\nradius = 0.11\n\
                    [[props]]\nkind = \"box\"\nat = [0.0, 1.1, 0.5]\nsize = [0.42, 0.32, 0.32]\n\
                    [[props]]\nkind = \"target\"\nat = [1.0, 1.4, 1.0]\nradius = 0.1\n\
                    [[props]]\nkind = \"obstacle\"\nat = [-1.0, 0.0, 2.0]\nradius = 0.3\nheight = 1.0\n";

/// What is thrown, caught and carried.
const BALL: PropId = PropId(1);

const TRACE: &str = "footwork trace 1\nname a\nplayer Kim\nseconds 0.1\nsamples\n";

/// By this a reflex is a mind.
const LABEL: &str = "label = true";

/// What a mind is told: its table where it needs one, and further ones where it can be told to do something else.
fn tables(mind: &str, take: &str) -> Vec<String> {
    match mind {
        // Of a steered one's controllers, a scene bakes what it names.
        "steer" => Controller::ALL.map(|own| format!("{{ controller = {:?} }}", own.name())).to_vec(),
        "follow" => vec![format!("{{ take = {take:?} }}")],
        "duel" => vec![
            "{ depth = 2 }".to_string(),
            "{ depth = 1, aim = \"nearest\", models = true }".to_string(),
            "{ depth = 1, path = [{ at = [1.0, 1.0] }, { at = [-1.0, 3.0], time = 20.0 }] }".to_string(),
        ],
        // Small ones: by default they have tens of thousands of states, and hundreds of examples and people.
        "fight" => vec![
            "{ states = 1500 }".to_string(),
            "{ states = 1500, player = true, aim = \"nearest\" }".to_string(),
            "{ states = 1500, depth = 3, aim = \"team\" }".to_string(),
        ],
        "carry" => vec!["{ states = 1000, balls = true, apart = 1.0 }".to_string()],
        // Out of 60 examples few responses seem good: the best is taken all the same, so that somebody staggers.
        "stagger" => {
            vec!["{ examples = 60, threshold = 0.0 }".to_string(), format!("{{ examples = 60, {LABEL} }}")]
        }
        "patches" => vec![
            "{ }".to_string(),
            "{ show = \"one-against-many\" }".to_string(),
            "{ show = \"battle\" }".to_string(),
            "{ show = \"dominoes\", takes = \"\", text = \"I\", people = 2 }".to_string(),
            "{ show = \"rat\", takes = \"\" }".to_string(),
            "{ show = \"luggage\", takes = \"\" }".to_string(),
        ],
        _ => vec!["{ }".to_string()],
    }
}

/// The scene with all its skills baked.
pub fn company() -> &'static Prepared {
    static COMPANY: OnceLock<Prepared> = OnceLock::new();
    COMPANY.get_or_init(|| {
        let performed = |names: &[&str], seconds| {
            let shows: Vec<Show> = names.iter().map(|name| Show::named(name).expect("a show")).collect();
            performance(&shows, seconds, &[1]).expect("a performance")
        };
        let shows = ["boxing", "locomotion", "falling", "pushed", "dodging", "startled"];
        let mut repertoire = performed(&shows, 15.0);
        // It takes that long until a box was taken and handed over.
        repertoire.takes.extend(performed(&["carrying"], 45.0).takes);
        let repertoire = Arc::new(repertoire);
        let take = repertoire.takes[0].clip.name.clone();
        let mut text = HEAD.to_string();
        let mut row = 0;
        for skill in skills().iter() {
            let mind = skill.about().mind;
            for table in tables(mind, &take) {
                let by_itself = [Ability::Staggers, Ability::Dodges];
                let is_reflex = skill.about().abilities.iter().any(|ability| by_itself.contains(ability));
                let decides = match is_reflex && !table.contains(LABEL) {
                    true => format!("mind = \"wander\"\nreflexes = [{mind:?}]"),
                    false => format!("mind = {mind:?}"),
                };
                let _ = writeln!(text, "[[actors]]\n{decides}\n{mind} = {table}\ncount = 2\napart = 1.0");
                let _ = writeln!(text, "at = [{}, {}]", row % 3, row / 3);
                row += 1;
            }
        }
        let scene = Scene::parse(&text, &skills()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        // With something to learn from, scripted players play for minutes in place of an hour.
        let lesson =
            Lesson { name: "ahead".to_string(), text: format!("{TRACE}{}", "0 1.4 0 0\n".repeat(100)) };
        let supplies = Supplies { lessons: &[lesson], ..Supplies::NONE };
        scene.prepare(repertoire, &supplies).expect("every skill can be baked from it")
    })
}

pub fn stage() -> Stage {
    company().stage(Settings::default(), 1).expect("a stage")
}

/// Asks something of somebody now and then, by the tick alone.
pub fn ask(stage: &mut Stage) {
    let tick = stage.tick();
    let mut rng = Rng::stream(tick, 0);
    if rng.below(16) != 0 || stage.is_empty() {
        return;
    }
    let Some(to) = stage.view().nth_actor(rng.below(stage.len())).map(|actor| actor.id()) else { return };
    // Every other time somebody who answers by himself: pushed, or something is thrown at him.
    let has_reflex: Vec<ActorId> = stage
        .view()
        .actors()
        .filter(|actor| actor.reflexes().next().is_some())
        .map(|actor| actor.id())
        .collect();
    if rng.below(2) == 0 && !has_reflex.is_empty() {
        let to = rng.choose(&has_reflex);
        for (to, ask) in provoke(stage, to, &mut rng) {
            let _ = stage.cue(Cue { tick, to, ask });
        }
        return;
    }
    // Nothing is wrong with a hand-over to a mind or a grab that cannot be: it is refused, the same each time.
    let _ = stage.cue(Cue { tick, to, ask: anything(stage, to, &mut rng) });
}

/// A push of somebody, or a ball that somebody else throws at him from some way off. For it he is his own mind's again, and at a
/// ball he stands by himself: whoever else is about has nothing to do with whether he answers.
fn provoke(stage: &Stage, whom: ActorId, rng: &mut Rng) -> Vec<(ActorId, Ask)> {
    let Some(me) = stage.actor(whom) else { return Vec::new() };
    let here = me.world()[0].translation;
    let side = Vec3::new(rng.signed(), 0.0, rng.signed()).normalize_or(Vec3::Z);
    let reflex = me.reflexes().next();
    let casts = company().casts();
    let own = casts.iter().find(|(_, minds)| minds.reflexes.iter().any(|own| Some(*own) == reflex));
    let own = own.and_then(|(_, minds)| minds.first).filter(|own| me.mind() != Some(*own));
    let mut asked: Vec<(ActorId, Ask)> = own.map(|mind| (whom, Ask::Mind(mind))).into_iter().collect();
    if rng.below(2) == 0 {
        let point = here + 0.4 * Vec3::Y;
        asked.push((whom, Ask::Push { point, impulse: 150.0 * rng.unit() * side }));
        return asked;
    }
    let prop = BALL;
    // m, away from everybody else, each at a place of his own.
    let apart = Vec2::new(12.0 + 4.0 * whom.0 as f32, 12.0);
    let chest = Vec3::new(apart.x, here.y + 0.4, apart.y);
    // s, and m/s²: it arrives then, falling as all things do.
    let (arrives, falls) = (0.6, 9.81);
    let from = chest + 3.0 * side;
    let velocity = (chest - from) / arrives + 0.5 * falls * arrives * Vec3::Y;
    let thrower = ActorId(u32::from(whom == ActorId(0)));
    asked.push((whom, Ask::Put { at: apart, heading: 0.0 }));
    asked.extend([(thrower, Ask::Carry { prop, to: from }), (thrower, Ask::Throw { prop, velocity })]);
    asked
}

fn anything(stage: &Stage, to: ActorId, rng: &mut Rng) -> Ask {
    let casts = company().casts();
    let minds: Vec<MindId> = casts.iter().filter_map(|(_, minds)| minds.first).collect();
    let directors: Vec<DirectorId> = casts.iter().filter_map(|(_, minds)| minds.director).collect();
    let here = stage.actor(to).map_or(Vec3::ZERO, |me| me.world()[0].translation);
    let near = here + Vec3::new(rng.signed(), 0.4 * rng.signed(), rng.signed());
    let flat = Vec2::new(rng.signed(), rng.signed());
    let (prop, hand) = (BALL, rng.choose(&Side::BOTH));
    let limb = rng.choose(&[Limb::LeftHand, Limb::RightHand, Limb::LeftFoot, Limb::RightFoot]);
    match rng.below(16) {
        0..=2 => Ask::Stick(flat),
        3 => Ask::Look(flat),
        4 => Ask::Button { button: rng.below(12) as u8, down: rng.below(2) == 0 },
        5 => Ask::Dial { dial: rng.below(3) as u8, value: rng.below(6) as f32 },
        6 => Ask::Dial { dial: rng.below(8) as u8, value: rng.signed() },
        7 => Ask::Mind(rng.choose(&minds)),
        8 => Ask::Director(rng.choose(&directors)),
        9 => Ask::Put { at: 3.0 * flat, heading: 3.0 * rng.signed() },
        10 => Ask::Target(near),
        11 => Ask::LetGo { tone: rng.unit() },
        12 => Ask::Pull { limb, to: (rng.below(2) == 0).then_some(near) },
        13 => match rng.below(4) {
            0 => Ask::Carry { prop, to: near },
            1 => Ask::Grab { prop, hand },
            2 => Ask::Release { prop },
            _ => Ask::Throw { prop, velocity: 4.0 * Vec3::new(flat.x, 0.5, flat.y) },
        },
        _ => Ask::Push { point: here + 0.3 * Vec3::Y, impulse: 90.0 * Vec3::new(flat.x, 0.0, flat.y) },
    }
}

/// A save game in which somebody lies, others fight and others walk, and the stage that it is of.
fn saved() -> &'static (Snapshot, Vec<u8>) {
    static SAVED: OnceLock<(Snapshot, Vec<u8>)> = OnceLock::new();
    SAVED.get_or_init(|| {
        let mut stage = stage();
        for _ in 0..240 {
            ask(&mut stage);
            stage.step();
        }
        for actor in 0..2 {
            let _ = stage.cue(Cue { tick: 0, to: ActorId(actor), ask: Ask::LetGo { tone: 0.2 } });
        }
        (0..20).for_each(|_| stage.step());
        let snapshot = stage.snapshot();
        let payload = sealed::open("save", Snapshot::VERSION, &snapshot.to_bytes())
            .expect("it was just sealed")
            .to_vec();
        (snapshot, payload)
    })
}

/// A save game that somebody changed under a right seal is refused, or the stage goes on from it.
pub fn check_changed_save(edits: &[u8]) {
    thread_local! {
        static STAGE: std::cell::RefCell<Stage> = std::cell::RefCell::new(stage());
    }
    let (start, payload) = saved();
    let Ok(snapshot) =
        Snapshot::from_bytes(&sealed::seal("save", Snapshot::VERSION, &changed(payload, edits)))
    else {
        return;
    };
    STAGE.with_borrow_mut(|stage| {
        stage.restore(start).expect("its own");
        if stage.restore(&snapshot).is_ok() {
            for _ in 0..4 {
                ask(stage);
                stage.step();
            }
            let _ = (stage.hash(), stage.snapshot().to_bytes(), stage.overlay(ActorId(0)));
        }
    });
}
