//! How good steering is: every controller against the best that is possible and against motion matching, how soon the body
//! answers, and what baking and deciding cost.
//!
//! Paper: *Responsive Characters from Motion Fragments*, sec. 4.2, table 1 and figures 5 to 7; `extensions` go further.

mod contenders;
mod cost;
mod curve;
mod dwell_model;
mod extensions;
mod figures;
mod learning;
pub mod mirrored;
pub mod path;
mod plots;
pub mod responsiveness;
pub mod shown;
mod trial;

use footwork_annotate::Repertoire;
use footwork_skill::{
    Evaluation, Failure, Flow, Hear, Kind, Meter, OptionError, OptionInfo, Options, Performed, Progress,
    Report,
};

use crate::bake::BakeSettings;
use crate::entry::{SCRIPTED, TRACES, scripted_seconds, traces};
use crate::error::FragmentError;
use crate::players;
use crate::trace::Trace;
use contenders::Contenders;
use path::Task;

pub use contenders::fitted;
pub use dwell_model::DwellTable;
pub use trial::{Contender, Score, TENTHS, TWENTIETHS, Transitions, Trial, fit_matching};

/// What `footwork eval fragments` runs.
pub(crate) struct Figures;

/// What tables may lose against the best, as a share.
const BOUND: f32 = 1e-3;
/// s, of each scripted player to judge by: a minute, in pieces.
const JUDGED: f32 = 60.0;
/// s. A trace is judged in pieces of about this length.
const PIECE: f32 = 15.0;

const OPTIONS: [OptionInfo; 6] = [
    TRACES,
    SCRIPTED,
    OptionInfo {
        name: "test",
        kind: Kind::Folder { value: "DIR", ending: "trace" },
        help: "A folder of .trace files to judge by [default: the last quarter of each of --traces]",
        default: None,
    },
    OptionInfo {
        name: "kept",
        kind: Kind::Value("SHARE"),
        help: "The share of transitions that thresholded controllers may use",
        default: Some("0.08"),
    },
    OptionInfo {
        name: "players",
        kind: Kind::Flag,
        help: "What a model of the player gains, by how long was learnt and from whom; takes minutes",
        default: None,
    },
    OptionInfo {
        name: "check",
        kind: Kind::Flag,
        help: "Check the bound of the model's table by an evaluation that shares nothing with the solver; takes a \
               minute or more",
        default: None,
    },
];

impl Evaluation for Figures {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn performed(&self) -> Performed {
        Performed { shows: &["locomotion", "running"], seconds: 150.0, seeds: &[1] }
    }

    fn evaluate(
        &self,
        repertoire: Repertoire,
        options: &Options,
        meter: &dyn Meter,
        hear: Hear<'_>,
    ) -> Result<Report, Failure> {
        let settings = BakeSettings::paper();
        let (learnt, judged) = learnt_and_judged(options, &settings)?;
        let kept = options.number("kept", [1e-6, 1.0], 0.08)?;
        tell(hear, 0.0, "baking the model")?;
        let (ground, model, bake) =
            cost::of_baking(&repertoire, &learnt, &settings, options.flag("check"), meter)?;
        let tasks: Vec<Task> = judged
            .iter()
            .map(|trace| {
                let asked = trace.sampled(settings.fragments.seconds);
                Task::new(trace.name.clone(), asked, &ground.space)
            })
            .collect();
        tell(hear, 0.2, "baking the other controllers")?;
        let contenders = Contenders::of(&repertoire, &ground, &model, &learnt, kept, &settings)?;
        tell(hear, 0.6, "playing all traces")?;
        let trial = Trial::new(&ground, &tasks);
        let centred = path::centred(&ground, &tasks);
        let middles = Trial::new(&ground, &centred);
        let scores = contenders.scores(&trial);
        let by_bin = contenders.scores(&middles).iter().map(|score| score.percent_of_optimal).collect();
        tell(hear, 0.7, "measuring extensions")?;
        let further = extensions::Set {
            repertoire: &repertoire,
            settings: &settings,
            ground: &ground,
            model: &model,
            learnt: &learnt,
            tasks: [&tasks, &centred],
            trials: [&trial, &middles],
        }
        .measured(BOUND)?;
        tell(hear, 0.95, "measuring answers and costs")?;
        let answers = contenders.answers(&ground, settings.fragments.seconds);
        let costs = contenders.costs(&ground, &tasks, meter);
        tell(hear, 0.97, "steering on the stage")?;
        let curve = curve::of(&repertoire, &learnt, &judged, contenders.fitted())?;
        let gains = match options.flag("players") {
            true => learning::gains(&ground, settings.fragments.seconds)?,
            false => Vec::new(),
        };
        let ground = &ground;
        let found = figures::Found {
            ground,
            tasks: &tasks,
            scores,
            by_bin,
            further,
            answers,
            costs,
            bake,
            curve,
            gains,
        };
        Ok(Report { json: found.json(), sections: found.sections(), plots: plots::of(&found.scores) })
    }
}

fn tell(hear: Hear<'_>, done: f32, stage: &str) -> Result<(), FragmentError> {
    if hear(Progress { done, stage }) == Flow::Stop { Err(FragmentError::Stopped) } else { Ok(()) }
}

/// Traces to learn from, and others to judge by.
fn learnt_and_judged(
    options: &Options,
    settings: &BakeSettings,
) -> Result<(Vec<Trace>, Vec<Trace>), OptionError> {
    let scripted = |seconds, seed| players::traces(&settings.space, seconds, seed);
    let given = traces(options, "traces")?;
    let people = given.is_some();
    let length = scripted_seconds(options, people)?;
    let (mut learnt, judged) = match (given, traces(options, "test")?) {
        (None, None) => (scripted(length, 1), pieces(&scripted(JUDGED, 2))),
        (Some(learnt), Some(judged)) => (learnt, pieces(&judged)),
        (Some(both), None) => held_out(&both),
        (None, Some(_)) => {
            let right = "say --traces as well: what to learn from".to_string();
            return Err(OptionError { option: "test", given: String::new(), right });
        }
    };
    if people {
        learnt.extend(scripted(length, 1));
    }
    if judged.iter().all(|trace| trace.sampled(settings.fragments.seconds).is_empty()) {
        let right = "they hold too little to judge by; record longer ones".to_string();
        return Err(OptionError { option: "traces", given: String::new(), right });
    }
    Ok((learnt, judged))
}

/// Of each trace the first three quarters to learn from, and the rest, in pieces, to judge by.
fn held_out(traces: &[Trace]) -> (Vec<Trace>, Vec<Trace>) {
    let cut = |trace: &Trace| 0.75 * trace.length();
    let learnt = traces.iter().map(|trace| trace.part(0.0, cut(trace))).collect();
    let rest: Vec<Trace> = traces.iter().map(|trace| trace.part(cut(trace), trace.length() + 1.0)).collect();
    (learnt, pieces(&rest))
}

/// Traces in pieces, to judge by.
fn pieces(traces: &[Trace]) -> Vec<Trace> {
    traces.iter().flat_map(|trace| trace.pieces(PIECE)).filter(|trace| !trace.samples.is_empty()).collect()
}
