//! The performer beside people: one table, and what must hold of it. Run with `--nocapture` to see the table.

mod blows;
mod joints;
mod strides;
mod takes;

use footwork_motion::quality::percentile;
use footwork_performer::Show;

use blows::{Blow, kick_frames, kicks, punches};
use footwork_testing::mocap;
use joints::{PARTS, Spread, spread};
use strides::{Feet, Stride};
use takes::{Kind, Take, around, fights, fights_recorded, performed, recorded};

/// A figure of a stride: what it is, its unit, how to get it.
type Figure = (&'static str, &'static str, fn(&Stride) -> f32);

const FIGURES: [Figure; 13] = [
    ("step length", "m", |s| s.step),
    ("cadence", "steps/min", |s| s.cadence),
    ("pelvis rise and fall", "cm", |s| 100.0 * s.rise),
    ("knee range", "°", |s| s.knee),
    ("knee bent most", "°", |s| s.knee_most),
    ("knee bent least in stance", "°", |s| s.knee_least),
    ("hip range", "°", |s| s.hip),
    ("head roll", "°", |s| s.head_roll),
    ("elbow range", "°", |s| s.elbow),
    ("double support", "%", |s| 100.0 * s.double),
    ("flight", "%", |s| 100.0 * s.flight),
    ("extrapolated centre ahead of ankle", "cm", |s| 100.0 * s.ahead),
    ("extrapolated centre inside ankle", "cm", |s| 100.0 * s.inside),
];

/// Strides are compared with strides of about the same speed.
struct Pace {
    runs: bool,
    /// m/s
    from: f32,
    to: f32,
}

const PACES: [Pace; 6] = [
    Pace { runs: false, from: 0.6, to: 0.95 },
    Pace { runs: false, from: 0.95, to: 1.3 },
    Pace { runs: false, from: 1.3, to: 1.75 },
    Pace { runs: true, from: 2.0, to: 2.8 },
    Pace { runs: true, from: 2.8, to: 3.6 },
    Pace { runs: true, from: 3.6, to: 5.5 },
];

impl Pace {
    fn among(&self, strides: &[Stride]) -> Vec<Stride> {
        let here = |s: &&Stride| s.runs == self.runs && (self.from..self.to).contains(&s.speed);
        strides.iter().filter(here).copied().collect()
    }

    fn name(&self) -> String {
        let gait = if self.runs { "run" } else { "walk" };
        format!("{gait}, {} to {} m/s", self.from, self.to)
    }
}

fn strides(takes: &[Take]) -> Vec<Stride> {
    takes.iter().flat_map(|take| Feet::of(take).strides()).collect()
}

fn jumps(takes: &[Take]) -> Vec<f32> {
    takes.iter().flat_map(|take| Feet::of(take).jumps()).map(|rise| 100.0 * rise).collect()
}

fn summary(values: &[f32]) -> [f32; 3] {
    [0.05, 0.5, 0.95].map(|share| percentile(values.to_vec(), share))
}

/// A row of the table; what is outside the range of people is marked.
fn row(what: &str, figure: &str, ours: &[f32], theirs: &[f32]) -> bool {
    let (us, them) = (summary(ours), summary(theirs));
    let inside = (them[0]..=them[2]).contains(&us[1]);
    let digits = match us[1].abs() {
        _ if figure.ends_with("m/s") => 1,
        size if size < 3.0 => 2,
        _ => 0,
    };
    let cell = |v: [f32; 3]| format!("{:.digits$} ({:.digits$} to {:.digits$})", v[1], v[0], v[2]);
    println!(
        "| {what} | {figure} | {} | {} | {} |",
        cell(us),
        cell(them),
        if inside { "" } else { "outside" }
    );
    inside
}

#[test]
fn strides_and_jumps_are_within_the_range_of_people() {
    let ours = performed();
    let Some(folder) = mocap() else { return };
    let theirs = recorded(&folder);
    println!("| gait | figure | performer: median (5 to 95 %) | people: median (5 to 95 %) | |");
    println!("|---|---|---|---|---|");
    let mut outside = Vec::new();
    let (our_strides, their_strides) = (strides(&ours), strides(&theirs));
    for pace in PACES {
        let (us, them) = (pace.among(&our_strides), pace.among(&their_strides));
        assert!(
            us.len() >= 15 && them.len() >= 15,
            "{}: {} and {} strides",
            pace.name(),
            us.len(),
            them.len()
        );
        for (name, unit, get) in FIGURES {
            let of = |strides: &[Stride]| -> Vec<f32> { strides.iter().map(get).collect() };
            let inside = row(&pace.name(), &format!("{name}, {unit}"), &of(&us), &of(&them));
            if !inside {
                outside.push(format!("{}: {name}", pace.name()));
            }
        }
    }
    if !row("standing jump", "rise of the centre of mass, cm", &jumps(&ours), &jumps(&theirs)) {
        outside.push("standing jump".to_string());
    }
    assert!(outside.is_empty(), "{outside:#?}");
}

#[test]
fn joints_move_no_more_abruptly_than_those_of_people() {
    let ours = performed();
    let Some(folder) = mocap() else { return };
    let theirs = recorded(&folder);
    println!(
        "| motion | part | speed, m/s, 50, 95, 99.9 %: performer | people | acceleration, m/s², 99.9 %, most: \
         performer | people, 99.9 % | |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut outside = Vec::new();
    for kind in Kind::ALL {
        for (part, roles) in PARTS {
            let (us, them) = (spread(&ours, kind, roles), spread(&theirs, kind, roles));
            let speeds = |s: &Spread| [0.5, 0.95, 0.999].map(|p| format!("{:.1}", s.speed(p))).join(", ");
            let [usual, most, limit] =
                [us.acceleration(0.999), us.acceleration(1.0), them.acceleration(0.999)];
            println!(
                "| {kind:?} | {part} | {} | {} | {usual:.0}, {most:.0} | {limit:.0} | {} |",
                speeds(&us),
                speeds(&them),
                if usual <= limit { "" } else { "outside" }
            );
            // As for fighters: no moment may be much more abrupt than one in a thousand of people's.
            if usual > limit || most > 1.4 * limit {
                let (_, take, frame) = us.most();
                let at = frame as f32 / takes::RATE;
                outside.push(format!("{kind:?}, {part}: {most:.0} m/s² in {} at {at:.2} s", ours[take].name));
            }
        }
    }
    assert!(outside.is_empty(), "{outside:#?}");
}

/// Recordings of shadow boxing and of kicks, and their real rates.
const BOXERS: [(&str, f32); 4] =
    [("cmu/13_17.bvh", 120.0), ("cmu/13_18.bvh", 120.0), ("cmu/14_02.bvh", 120.0), ("cmu/14_03.bvh", 120.0)];
const KICKERS: [(&str, f32); 4] = [
    ("cmu/135_04.bvh", 120.0),
    ("cmu/135_07.bvh", 120.0),
    ("cmu/143_24.bvh", 60.0),
    ("cmu/113_13.bvh", 120.0),
];

/// For accelerations: those with side kicks too, since they need many frames, and without 143_24, in which nothing is fast
/// enough to count as a kick.
const HARD_KICKERS: [(&str, f32); 4] = [
    ("cmu/135_04.bvh", 120.0),
    ("cmu/135_07.bvh", 120.0),
    ("cmu/135_11.bvh", 120.0),
    ("cmu/113_13.bvh", 120.0),
];

/// How much more abrupt than people's the performer may be, once in a thousand frames and ever.
const LITTLE: f32 = 1.18;
const MUCH: f32 = 1.8;

/// s. A kick begins and is over about so long before and after its foot is fastest.
const KICKING: f32 = 0.5;

#[test]
fn blows_and_kicks_are_about_as_fast_and_long_as_those_of_people() {
    let Some([boxers, kickers]) = fighters(&KICKERS) else { return };
    let [fresh, tired] = [Show::Boxing, Show::TiredBoxing].map(|show| fights(show, 1..=4));
    println!("| blow | figure | performer: median (5 to 95 %) | people: median (5 to 95 %) | |");
    println!("|---|---|---|---|---|");
    let compare = |what: &str, find: fn(&Take) -> Vec<Blow>, ours: &[Take], theirs: &[Take]| {
        let [us, them] = [ours, theirs].map(|takes| takes.iter().flat_map(find).collect::<Vec<Blow>>());
        eprintln!("{what}: {} of the performer, {} of people", us.len(), them.len());
        let [speeds, theirs] = [&us, &them].map(|b| b.iter().map(|b| b.speed).collect::<Vec<f32>>());
        let [long, long_theirs] =
            [&us, &them].map(|b| b.iter().filter_map(|b| b.seconds).collect::<Vec<f32>>());
        row(what, "most speed, m/s", &speeds, &theirs);
        row(what, "duration, s", &long, &long_theirs);
        let (ours, theirs) = (summary(&speeds), summary(&theirs));
        let alike = [ours[1] / theirs[1], summary(&long)[1] / summary(&long_theirs)[1]];
        (alike, (ours[2] - ours[0]) / (theirs[2] - theirs[0]))
    };
    let (punch, spread) = compare("punch", punches, &fresh, &boxers);
    compare("punch, tired", punches, &tired, &boxers);
    let (kick, _) = compare("kick", kicks, &fresh, &kickers);
    compare("kick, tired", kicks, &tired, &kickers);
    // Nearly all kicks of people are one person's: medians are compared, since a range says little.
    assert!(punch.iter().all(|ratio| (0.85..1.15).contains(ratio)), "punches against people's: {punch:?}");
    assert!(kick.iter().all(|ratio| (0.75..1.25).contains(ratio)), "kicks against people's: {kick:?}");
    // Some blows probe and some are meant: people's speeds spread further still.
    assert!(spread > 0.5, "speeds of punches spread over {spread:.2} of people's range");
}

/// Shadow boxing, and kicks.
fn fighters(kickers: &[(&str, f32)]) -> Option<[Vec<Take>; 2]> {
    let folder = mocap()?;
    let [boxers, kickers] = [(&BOXERS[..], Kind::Fight), (kickers, Kind::Kick)]
        .map(|(files, kind)| fights_recorded(&folder, files, kind));
    (!boxers.is_empty() && !kickers.is_empty()).then_some([boxers, kickers])
}

/// Like is compared with like: what the performer does between kicks and while it is not hit with people's shadow
/// boxing, and its kicks, from when the weight goes over to when the foot is back, with as long a time around those of
/// people. There are no recordings of people
/// who are hit or knocked down; that is held to whichever of the two is more.
#[test]
fn fighters_move_no_more_abruptly_than_people() {
    let Some([boxers, mut kickers]) = fighters(&HARD_KICKERS) else { return };
    for take in &mut kickers {
        let kicks = kick_frames(take);
        around(take, &kicks, KICKING, Kind::Walk);
    }
    let [fresh, tired] = [Show::Boxing, Show::TiredBoxing].map(|show| fights(show, 1..=4));
    println!(
        "| motion | part | acceleration, m/s², 99.9 %, most: performer | tired | people, 99.9 %, most | |"
    );
    println!("|---|---|---|---|---|---|");
    let mut outside = Vec::new();
    for kind in [Kind::Fight, Kind::Kick, Kind::Hurt] {
        for (part, roles) in PARTS {
            let of = |takes: &[Take], kind: Kind| {
                let spread = spread(takes, kind, roles);
                [0.999, 1.0].map(|share| spread.acceleration(share))
            };
            let (us, slow) = (of(&fresh, kind), of(&tired, kind));
            let (boxing, kicking) = (of(&boxers, Kind::Fight), of(&kickers, Kind::Kick));
            let them = match kind {
                Kind::Fight => boxing,
                Kind::Kick => kicking,
                _ => [boxing[0].max(kicking[0]), boxing[1].max(kicking[1])],
            };
            let cell = |a: [f32; 2]| format!("{:.0}, {:.0}", a[0], a[1]);
            let mark = if us[0] <= them[0] { "" } else { "outside" };
            println!("| {kind:?} | {part} | {} | {} | {} | {mark} |", cell(us), cell(slow), cell(them));
            // One moment in a thousand may be a little more abrupt than that of people, none much more.
            if us[0].max(slow[0]) > LITTLE * them[0] || us[1].max(slow[1]) > MUCH * them[0] {
                let most = |takes: &[Take]| {
                    let (_, take, frame) = spread(takes, kind, roles).most();
                    format!("{} at {:.2} s", takes[take].name, frame as f32 / takes::RATE)
                };
                outside.push(format!(
                    "{kind:?}, {part}: {us:.0?}, most in {}, tired {slow:.0?}, most in {}, people {them:.0?}",
                    most(&fresh),
                    most(&tired)
                ));
            }
        }
    }
    assert!(outside.is_empty(), "{outside:#?}");
}
