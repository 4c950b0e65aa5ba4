//! `footwork eval patches`: table 6.3 beside the authors', and what a viewer minds.

mod meant;
mod play;
mod repeats;

use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_encounter::tables::EdgeSettings;
use footwork_skill::{
    Evaluation, Failure, Hear, Kind, Meter, OptionError, OptionInfo, Options, Performed, Report, Section,
};
use footwork_stage::Rig;
use serde_json::{Value, json};

use crate::acts::Acts;
use crate::file::{self, Bake, BakeError};
use crate::generate::{GenerateError, Sampling};
use crate::pattern;
use crate::show::Show;
pub use meant::is_meant;
use play::{Load, Run, play};
pub use repeats::Repeats;

/// What measures.
#[derive(Clone, Copy, Debug)]
pub struct PatchEvaluation;

const OPTIONS: [OptionInfo; 5] = [
    OptionInfo {
        name: "scene",
        kind: Kind::Value("NAME"),
        help: "one of the scenes alone: one-against-many, two-fight-on, dominoes, battle, rat, luggage, football",
        default: None,
    },
    OptionInfo {
        name: "scene-seconds",
        kind: Kind::Value("S"),
        help: "how long each scene runs",
        default: Some("60"),
    },
    OptionInfo {
        name: "people",
        kind: Kind::Value("N"),
        help: "in dominoes and in the battle, in place of the 600 and 1000 of the scenes",
        default: None,
    },
    OptionInfo { name: "seed", kind: Kind::Value("N"), help: "of the stage", default: Some("11") },
    OptionInfo {
        name: "unbent",
        kind: Kind::Flag,
        help: "plays fights once more without bending patches, to see what that gains",
        default: None,
    },
];

/// m, rad: how far patches are bent for the count of joins that are gained by it.
const BENT: [f32; 2] = [0.4, 0.6];

impl Evaluation for PatchEvaluation {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn performed(&self) -> Performed {
        Performed {
            shows: &["boxing", "falling", "startled", "pushed", "carrying", "football", "locomotion"],
            seconds: 60.0,
            seeds: &[1, 2],
        }
    }

    fn evaluate(
        &self,
        repertoire: Repertoire,
        options: &Options,
        meter: &dyn Meter,
        hear: Hear<'_>,
    ) -> Result<Report, Failure> {
        let takes = |show: Show| Ok(only(&repertoire, show.performed()));
        Evaluated::of(&takes, options, meter, hear)
    }

    /// Each scene by its own takes, which are of several lengths.
    fn evaluate_performed(
        &self,
        perform: &dyn Fn(&Performed) -> Result<Repertoire, Failure>,
        options: &Options,
        meter: &dyn Meter,
        hear: Hear<'_>,
    ) -> Result<Report, Failure> {
        let takes = |show: Show| perform(&performed(show));
        Evaluated::of(&takes, options, meter, hear)
    }
}

/// What a scene is made of.
fn performed(show: Show) -> Performed {
    let (seconds, seeds) = show.takes();
    Performed { shows: show.performed(), seconds, seeds }
}

/// Takes, and what they were made to: the next scene may have the same.
type Known = (Performed, Arc<Rig>, Arc<Acts>);

/// The rows of the table, as far as they are known.
struct Evaluated {
    table: Section,
    scenes: serde_json::Map<String, Value>,
}

impl Evaluated {
    fn of(
        takes: &dyn Fn(Show) -> Result<Repertoire, Failure>,
        options: &Options,
        meter: &dyn Meter,
        hear: Hear<'_>,
    ) -> Result<Report, Failure> {
        let seconds = options.number("scene-seconds", [1.0, 3600.0], 60.0)?;
        let people =
            options.text("people").map(|_| options.number("people", [2.0, 2000.0], 300.0)).transpose()?;
        let seed = options.number("seed", [0.0, 1e9], 11.0)? as u64;
        let mut own = Evaluated { table: Section::table(&COLUMNS), scenes: serde_json::Map::new() };
        let mut missing = None;
        let mut last: Option<Known> = None;
        for show in scenes(options)? {
            let of = performed(show);
            let (rig, acts) = match last.take().filter(|(known, ..)| *known == of) {
                Some((_, rig, acts)) => (rig, acts),
                None => {
                    let rig = Arc::new(Rig::new(Arc::new(takes(show)?))?);
                    let acts = Arc::new(Acts::new(&rig, "boxing", &EdgeSettings::default())?);
                    (rig, acts)
                }
            };
            last = Some((of, rig.clone(), acts.clone()));
            let text = pattern::paper(show.name()).unwrap_or_default();
            let began = meter.seconds();
            let sampling = Sampling { joins: show.is_joined(), ..Sampling::default() };
            // A boxer who never falls has no dominoes; the scenes that he can be in are measured all the same.
            let bake = match file::bake(&acts, text, rig.repertoire().fingerprint(), &sampling, hear) {
                Ok(bake) => bake,
                Err(BakeError::Generate(
                    error @ (GenerateError::NoAct { .. } | GenerateError::Nothing { .. }),
                )) => {
                    own.table.notes.push(format!("Left out: {}. {error}.", show.name()));
                    own.scenes.insert(show.name().to_string(), json!({ "left_out": error.to_string() }));
                    missing = Some(error);
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            let bake_seconds = meter.seconds() - began;
            let book = Arc::new(bake.book.clone());
            let people = match (show, people) {
                (Show::Dominoes | Show::Battle, Some(people)) => people as usize,
                _ => show.people(),
            };
            let load = Load { seconds, people, seed, bends: None };
            let run = play(&rig, &acts, &book, show, load, meter)?;
            // What bending costs is seen beside the same fight without it.
            let unbent = match show.manner().filter(|_| options.flag("unbent")) {
                Some(_) => {
                    Some(play(&rig, &acts, &book, show, Load { bends: Some([0.0; 2]), ..load }, meter)?)
                }
                None => None,
            };
            own.add(&acts, &bake, bake_seconds, (show, load), &run, unbent.as_ref());
        }
        if let (true, Some(error)) = (own.table.rows.is_empty(), missing) {
            return Err(error.into());
        }
        own.table.notes.push(NOTE.to_string());
        Ok(Report { json: json!({ "scenes": own.scenes }), sections: vec![own.table], plots: Vec::new() })
    }

    /// Adds a scene.
    fn add(
        &mut self,
        acts: &Acts,
        bake: &Bake,
        bake_seconds: f64,
        (show, load): (Show, Load),
        run: &Run,
        unbent: Option<&Run>,
    ) {
        let theirs = show.authors();
        let theirs_text = |at: usize| theirs.map_or("–".to_string(), |all| all[at].to_string());
        let number = |value: Option<f64>| value.map_or("–".to_string(), |value| format!("{value:.0}"));
        let actions = used_acts(bake);
        let [both, one, spatial] = bake.book.joins.counts();
        let wishes = run.wishes.map(|[met, asked]| f64::from(met) / f64::from(asked).max(1.0));
        let [again, repeated] = [run.repeats.mean(), run.repeats.share()];
        self.table.rows.push(vec![
            show.name().to_string(),
            format!("{:.0}", run.fps),
            theirs_text(0),
            actions.to_string(),
            theirs_text(1),
            bake.book.patches.len().to_string(),
            theirs_text(2),
            if show.is_joined() { (both + one + spatial).to_string() } else { "–".to_string() },
            format!("{bake_seconds:.1}"),
            load.people.to_string(),
            run.at_once.to_string(),
            run.choices.map_or("–".to_string(), |choices| format!("{choices:.1}")),
            number(wishes.map(|share| 100.0 * share)),
            run.watch.trunk_collisions.to_string(),
            run.watch.limb_collisions.to_string(),
            format!("{:.1}", run.limbs_a_minute_and_hundred()),
            run.watch.meant.iter().sum::<usize>().to_string(),
            format!("{:.1}", run.watch.slide()),
            format!("{}, {}", run.watch.jumps, run.watch.pops.len()),
            number(again),
            number(repeated.map(|share| 100.0 * share)),
        ]);
        let bent = bake.book.joins.gained_by_bending(acts, &bake.book.patches, BENT);
        let authors = theirs
            .map(|[fps, actions, patches]| json!({ "fps": fps, "actions": actions, "patches": patches }));
        let unbent =
            unbent.map(|own| json!({ "encounters": own.encounters, "slide_cm_s": own.watch.slide() }));
        let scene = json!({
            "fps": run.fps, "actions": actions, "patches": bake.book.patches.len(),
            "joins": { "both": both, "one": one, "spatial": spatial, "both_gained_by_bending": bent },
            "bake_seconds": bake_seconds, "people": load.people, "at_once": run.at_once,
            "trunk_collisions": run.watch.trunk_collisions,
            "limb_collisions": run.watch.limb_collisions,
            "limb_collisions_a_minute_and_hundred": run.limbs_a_minute_and_hundred(),
            "meant": { "trunks": run.watch.meant[0], "limbs": run.watch.meant[1] },
            "wishes_met": wishes, "wishes": run.wishes.map_or(0, |[_, asked]| asked),
            "slide_cm_s": run.watch.slide(), "jumps": run.watch.jumps, "pops": run.watch.pops.len(),
            "choices_a_second": run.choices, "composing_ms_a_patch": run.composing_ms,
            "repeats_after_seconds": again, "repeated_share": repeated,
            "repeated_share_within_20_s": run.repeats.seen_again(20.0),
            "encounters": run.encounters, "seconds": load.seconds, "seed": load.seed,
            "fallen_over": run.toppled, "begun_bent": run.bent, "entered": run.entered, "left": run.left,
            "unbent": unbent, "filled": run.filled, "unfulfilled": bake.unfulfilled, "authors": authors,
        });
        self.scenes.insert(show.name().to_string(), scene);
    }
}

const COLUMNS: [&str; 21] = [
    "scene",
    "fps",
    "theirs",
    "actions",
    "theirs",
    "patches",
    "theirs",
    "joins",
    "bake s",
    "people",
    "at once",
    "choices/s",
    "wishes %",
    "trunk",
    "limb",
    "a min and 100",
    "meant",
    "slide cm/s",
    "jumps, pops",
    "again s",
    "again %",
];

const NOTE: &str = "fps: steps in a second of one thread's processor time. At once: most people who do what a patch says at the \
    same time. Choices: patches chosen as it goes; dominoes are planned before. Wishes: of a player who asks for something else every three \
    seconds, in football every six. Collisions are deeper than 5 cm for over 0.1 s; those of two who are meant to touch just then are counted \
    apart, as meant. Jumps: hips that go faster than 9 m/s; pops: joints whose velocity changes by more than 9 m/s in a step. Again: \
    encounters whose patch was seen within 10 m before, and after how many seconds, in the mean; no gap can be longer than the run. The \
    authors' figures: a Pentium 4 at 3 GHz, drawing left out.";

/// The scenes that are asked for.
fn scenes(options: &Options) -> Result<Vec<Show>, Failure> {
    let Some(name) = options.text("scene") else { return Ok(Show::ALL.to_vec()) };
    let known = Show::ALL.into_iter().find(|show| show.name() == name);
    let names = || Show::ALL.map(Show::name).join(", ");
    Ok(vec![known.ok_or_else(|| OptionError {
        option: "scene",
        given: name.to_string(),
        right: format!("it is one of {}", names()),
    })?])
}

/// The takes of some shows; all, if there are none of them: recordings of people are called otherwise.
fn only(repertoire: &Repertoire, shows: &[&str]) -> Repertoire {
    let is_of = |name: &str| shows.iter().any(|show| name.starts_with(show));
    let own = repertoire.takes.iter().filter(|take| is_of(&take.clip.name)).cloned().collect::<Vec<_>>();
    let takes = if own.is_empty() { repertoire.takes.clone() } else { own };
    Repertoire { takes, ..repertoire.clone() }
}

/// How many different acts the patches use.
fn used_acts(bake: &Bake) -> usize {
    let turns = bake.book.patches.iter().flat_map(|patch| patch.turns.iter().flatten());
    turns.map(|turn| turn.act).collect::<std::collections::BTreeSet<u32>>().len()
}
