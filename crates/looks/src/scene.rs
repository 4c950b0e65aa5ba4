//! A scene: its actors as clips that begin together, and what happened between them.

use footwork_motion::glam::Vec3;
use footwork_motion::quality::percentile;

use crate::pair::{answer_delay, defence, middle, recoil, twins};
use crate::seen::Seen;

/// A blow that landed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// s, from the beginning.
    pub at: f32,
    /// The number of who was struck.
    pub whom: usize,
    /// Which way the blow went.
    pub direction: Vec3,
    /// Whether it met the head.
    pub head: bool,
    /// m/s, how fast the striking limb was.
    pub speed: f32,
}

/// A moment at which somebody was asked for something else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// s, from the beginning.
    pub at: f32,
    /// The number of who was asked.
    pub whom: usize,
}

/// What is seen of a scene.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Everybody, all from the beginning.
    pub actors: Vec<Seen>,
    /// By time.
    pub hits: Vec<Hit>,
    /// By time.
    pub asked: Vec<Asked>,
}

/// A figure of a scene. There are no recordings to compare it with; `wanted` says what is good.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The name used in files; it stays.
    pub key: &'static str,
    /// What is measured, for a person.
    pub name: &'static str,
    /// The unit.
    pub unit: &'static str,
    /// Decimals to show.
    pub digits: usize,
    /// The value.
    pub value: f32,
    /// What is good, in words.
    pub wanted: &'static str,
}

/// m/s. A blow on the head that is slower is light; a heavier one throws the head.
const HEAVY: f32 = 5.5;
const MEDIUM: f32 = 3.7;

/// What can be said of a scene's actors together.
pub fn figures(scene: &Scene) -> Vec<Figure> {
    let mut out = Vec::new();
    let mut add = |key, name, unit, digits, value: Option<f32>, wanted| {
        out.extend(value.map(|value| Figure { key, name, unit, digits, value, wanted }));
    };
    // Of a crowd, the two who are most alike.
    let pairs = scene
        .actors
        .iter()
        .enumerate()
        .flat_map(|(at, a)| scene.actors[at + 1..].iter().map(move |b| (a, b)));
    let alike = pairs.filter_map(|(a, b)| twins(a, b)).max_by(|a, b| a.share.total_cmp(&b.share));
    if let Some(twins) = alike {
        let name = match scene.actors.len() {
            2 => "both in the same pose within 3 cm",
            _ => "two in the same pose within 3 cm, the most alike",
        };
        add("twins", name, "%", 1, Some(100.0 * twins.share), "up to 3");
        add("twins_longest", "the longest on end", "s", 2, Some(twins.longest), "");
        add("twins_chance", "in the same pose by chance", "%", 1, Some(100.0 * twins.chance), "");
    }
    let landed = |head: bool| scene.hits.iter().filter(move |hit| hit.head || !head);
    let minutes = scene.actors.iter().map(Seen::seconds).fold(0.0, f32::max) / 60.0;
    let a_minute = (minutes > 0.0 && !scene.hits.is_empty()).then(|| landed(false).count() as f32 / minutes);
    add("blows_landed", "blows that land", "/min", 0, a_minute, "");
    let speeds = |share: f32| {
        let speeds: Vec<f32> = landed(false).map(|hit| hit.speed).collect();
        (!speeds.is_empty()).then(|| percentile(speeds, share))
    };
    add("blow_speed_50", "a blow arrives at, 50 %", "m/s", 1, speeds(0.5), "");
    add("blow_speed_90", "a blow arrives at, 90 %", "m/s", 1, speeds(0.9), "");
    let fast = landed(true).filter(|hit| hit.speed >= MEDIUM).count();
    add(
        "blows_medium",
        "blows on the head that are medium or heavy",
        "",
        0,
        Some(fast as f32).filter(|_| !scene.hits.is_empty()),
        "",
    );
    let recoils = |from: f32, to: f32| {
        let hits = scene.hits.iter().filter(|hit| hit.head && (from..to).contains(&hit.speed));
        let values = hits.filter_map(|hit| recoil(scene.actors.get(hit.whom)?, hit.at, hit.direction));
        middle(values.map(|metres| 100.0 * metres).collect())
    };
    let medium = "head goes back, medium blow";
    add("recoil_medium", medium, "cm", 1, recoils(MEDIUM, HEAVY), "5 or more");
    let heavy = "head goes back, heavy blow";
    add("recoil_heavy", heavy, "cm", 1, recoils(HEAVY, f32::INFINITY), "10 or more");
    let defences: Vec<_> = scene
        .actors
        .iter()
        .enumerate()
        .filter_map(|(number, actor)| {
            let blows: Vec<f32> = scene.hits.iter().filter(|h| h.whom == number).map(|h| h.at).collect();
            defence(actor, &blows)
        })
        .collect();
    let before = middle(defences.iter().map(|d| 100.0 * d.before_blows).collect());
    add("defence", "defends before a blow that lands", "%", 0, before, "more than by chance");
    let chance = middle(defences.iter().map(|d| 100.0 * d.by_chance).collect());
    add("defence_chance", "defends at other moments", "%", 0, chance, "");
    let delays = scene.asked.iter().filter_map(|cue| answer_delay(scene.actors.get(cue.whom)?, cue.at));
    let delay = middle(delays.map(|seconds| 1000.0 * seconds).collect());
    add("answer_delay", "from a cue to half of its answer", "ms", 0, delay, "");
    out
}
