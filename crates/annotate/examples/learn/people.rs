//! What is known of recordings of people: the index says what sort of motion each shows, and so which labels may be right;
//! and speed, height and strikes rule out more, moment by moment.
//!
//! Only recordings whose terms allow it are learned from: those of CMU. Some are left out, to see how well others do.

use footwork_annotate::actions::senses::{Row, Senses};
use footwork_annotate::strikes::{self, StrikeSettings};
use footwork_annotate::supports::{self, SupportSettings};
use footwork_motion::rng::Rng;
use footwork_testing::Recording;

use super::moments::{Moment, Source, flip};

#[path = "../evaluate/takes.rs"]
mod takes;

/// Recordings that figures are reported for.
const LEFT_OUT: [&str; 9] =
    ["13_18", "14_03", "90_17", "16_15", "16_35", "143_01", "69_72", "127_15", "135_07"];
/// Ways of running.
const RUNS: [&str; 6] = ["jog", "run", "sprint", "cut", "stop", "feint"];
/// Places of numbers in a row: strikes of hands and feet, all strikes, the hips' velocity and height.
const HANDS: [usize; 2] = [28, 29];
const FEET: [usize; 2] = [34, 35];
const STRIKES: std::ops::Range<usize> = 28..36;
const VELOCITY: [usize; 2] = [45, 47];
const HEIGHT: usize = 48;
/// Moments. A limb that strikes no nearer than this does not attack.
const FAR: usize = 24;

/// A recording: what is seen, and which labels may be right, by moment.
pub struct Shown {
    senses: Senses,
    right: Vec<Vec<usize>>,
}

/// All recordings that may be learned from, and their mirror images; none where there are no recordings.
pub fn shown(source: &Source) -> Vec<Shown> {
    let Some(folder) = footwork_testing::mocap() else { return Vec::new() };
    let mut all = Vec::new();
    for recording in footwork_testing::recordings(&folder) {
        let name = recording.name.trim_start_matches("cmu/").trim_end_matches(".bvh");
        if !recording.name.starts_with("cmu/") || LEFT_OUT.contains(&name) {
            continue;
        }
        let fits: Vec<usize> =
            (0..source.labels.len()).filter(|l| may_be(&recording, name, &source.labels[*l])).collect();
        let Some((skeleton, world)) = takes::load(&folder, &recording).filter(|_| !fits.is_empty()) else {
            continue;
        };
        let supports = supports::find(&skeleton, &world, &SupportSettings::default()).expect("feet");
        let strikes = strikes::find(&skeleton, &world, &supports, &StrikeSettings::default()).expect("limbs");
        let senses = Senses::new(&skeleton, &world, &supports, &strikes).expect("a whole body");
        for senses in [flip(&senses), senses] {
            let right = (0..senses.rows.len()).map(|m| narrowed(source, &recording, &senses, m, &fits));
            all.push(Shown { right: right.collect(), senses });
        }
    }
    all
}

/// Moments of people, at random.
pub fn draw(source: &Source, people: &[Shown], count: usize, rng: &mut Rng) -> Vec<Moment> {
    let moments: Vec<usize> = people.iter().map(|shown| shown.right.len()).collect();
    let whole: usize = moments.iter().sum();
    let count = if whole == 0 { 0 } else { count };
    let one = |rng: &mut Rng| {
        let (mut at, mut n) = (rng.below(whole), 0);
        while at >= moments[n] {
            (at, n) = (at - moments[n], n + 1);
        }
        let inputs = source.varied(&people[n].senses, at, 1.0, rng);
        Moment { inputs, right: people[n].right[at].clone(), end: None }
    };
    (0..count).map(|_| one(rng)).collect()
}

/// Whether a recording may show a label.
fn may_be(recording: &Recording, name: &str, label: &[String]) -> bool {
    let shows = |word: &str| recording.shows.to_lowercase().contains(word);
    let is = |word: &str| label.iter().any(|own| own == word);
    let (general, second) = (label[0].as_str(), label.get(1).map_or("", String::as_str));
    let stands = label.len() == 1 && is("stand");
    let goes = |ways: &[&str]| general == "movement" && ways.contains(&second);
    let ducks = general == "avoid" && second == "duck";
    let boxes = |all: bool| match general {
        "stance" => true,
        "attack" => all || is("punch"),
        "block" => !is("clinch"),
        "avoid" => {
            ["slip", "duck", "sway_back", "side_step"].contains(&second) && !(ducks && label.len() > 2)
        }
        "movement" => label.iter().any(|word| word.starts_with("step_") || word.starts_with("pivot_")),
        _ => false,
    };
    match recording.category.as_str() {
        "boxing" => boxes(false),
        "martial arts" => boxes(true) || stands,
        "locomotion" => {
            let turns = shows("walk") || shows("pacing") || shows("turn on the spot");
            stands
                || goes(&["walk"]) && (shows("walk") || shows("pacing") || shows("run") || shows("jog"))
                || goes(&["turn"]) && turns
                || goes(&["backward"]) && shows("backward")
                || goes(&["sideways"]) && shows("sideways")
                || goes(&RUNS) && (shows("run") || shows("jog"))
                || goes(&["jump"]) && shows("jump")
        }
        "fall / get up" => {
            ["fall", "lying", "rise"].contains(&general)
                || stands
                || goes(&["walk", "step"])
                || general == "stance" && shows("ready")
        }
        "carry / lift" => general == "carry" || stands || goes(&["walk", "turn"]),
        "avoidance" if name.starts_with("127") => stands || ducks || goes(&RUNS) || goes(&["walk"]),
        "avoidance" if name.starts_with("76") => {
            boxes(true) || stands || goes(&["walk", "backward", "turn", "sideways"])
        }
        "avoidance" => stands || ducks || goes(&["step", "walk"]),
        "agility" if !shows("roll") => {
            stands
                || goes(&RUNS)
                || goes(&["walk", "sideways", "backward", "turn"])
                || goes(&["jump"]) && shows("jump")
                || general == "avoid" && ["cut", "side_step"].contains(&second) && label.len() == 2
        }
        _ => false,
    }
}

/// The labels that may be right at a moment: those of the recording without what the body rules out.
fn narrowed(
    source: &Source,
    recording: &Recording,
    senses: &Senses,
    moment: usize,
    fits: &[usize],
) -> Vec<usize> {
    let row = &senses.rows[moment];
    let speed = libm::hypotf(row[VELOCITY[0]], row[VELOCITY[1]]);
    let strikes = |places: &[usize], row: &Row| places.iter().any(|n| row[*n] > 0.3);
    let around = moment.saturating_sub(FAR)..(moment + FAR + 1).min(senses.rows.len());
    let near = senses.rows[around].iter().any(|row| row[STRIKES].iter().any(|strike| *strike > 0.0));
    let fights = ["boxing", "martial arts"].contains(&recording.category.as_str());
    let possible = |label: &usize| {
        let words = &source.labels[*label];
        let is = |word: &str| words.iter().any(|own| own == word);
        let rests = ["stand", "stance"].contains(&words[0].as_str());
        let runs = words[0] == "movement" && RUNS[..4].iter().any(|word| is(word));
        let goes = runs || words[0] == "movement" && (is("walk") || is("sideways") || is("backward"));
        let low = ["lying", "rise", "fall"].contains(&words[0].as_str());
        let ruled_out = rests && speed > 0.5
            || goes && speed < 0.15
            || runs && speed < 1.2
            || is("walk") && speed > 2.6
            || is("lying") && row[HEIGHT] > 0.55
            || !low && row[HEIGHT] < 0.4;
        let blow = !fights
            || if strikes(&HANDS, row) {
                is("punch")
            } else if strikes(&FEET, row) {
                is("kick")
            } else {
                near || words[0] != "attack"
            };
        !ruled_out && blow
    };
    let left: Vec<usize> = fits.iter().copied().filter(possible).collect();
    if left.is_empty() { fits.to_vec() } else { left }
}
