//! `footwork eval posture`: whether physical bodies stay whole, come to rest and get up again, and what they cost.

use std::process::ExitCode;
use std::sync::Arc;

use clap::{ArgMatches, Args, FromArgMatches};
use footwork::performance;
use footwork::performer::Show;
use footwork::posture::measure;
use footwork::skill::Meter;
use footwork::stage::Rig;
use serde_json::json;

use crate::terminal::{self, CommandError};

/// Measures physical bodies: falls from pushes of all sides and getting up again, random sets of constraints of which half
/// cannot be met, and what a body costs beside the physics engine's own rag doll.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork eval posture
  footwork eval posture --falls 20 --sets 50 --json

docs/posture.md says what each figure is.")]
pub struct EvalPosture {
    /// How many falls
    #[arg(long, value_name = "N", default_value_t = 200)]
    falls: u32,
    /// How many sets of constraints
    #[arg(long, value_name = "N", default_value_t = 1000)]
    sets: u32,
    /// The seed of pushes and sets
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs it with what the command line says.
pub fn run(matches: &ArgMatches) -> Result<ExitCode, CommandError> {
    let eval =
        EvalPosture::from_arg_matches(matches).map_err(|error| CommandError::other(error.to_string()))?;
    let show = Show::named("falling").ok_or_else(|| CommandError::other("the performer has no falls"))?;
    // Somebody who only falls stands calmly nowhere.
    let rig = rig(&[show, Show::Locomotion], 60.0, &[1])?;
    let bar = terminal::work();
    let falls = measure::measure_falls(&rig, eval.falls, eval.seed, &|share| bar.share(0.6 * share));
    let sets = measure::measure_sets(&rig, eval.sets, eval.seed, &|share| bar.share(0.6 + 0.35 * share));
    let machine = super::machine::Machine::new();
    let cost = measure::measure_cost(&rig, &|| machine.seconds());
    let tracking = measured_tracking()?;
    terminal::finish_bar();
    let bone_mm = falls.bone_mm.max(sets.bone_mm);
    if eval.json {
        terminal::line(format!(
            "{:#}",
            json!({
                "falls": eval.falls,
                "rest_s_worst": falls.rest_s,
                "below_floor_cm_worst": falls.below_cm,
                "limits_deg_worst": falls.limits_deg,
                "limits_deg_99": falls.limits_deg_99,
                "rise_share": falls.rise_share,
                "stood_s_middle": falls.stood_s,
                "trunk_s_middle": falls.trunk_s,
                "jump_m_worst": falls.jump_m,
                "bone_mm_worst": bone_mm,
                "sets": eval.sets,
                "sets_broken": sets.broken,
                "sets_met_mm_worst": sets.met_mm,
                "sets_unmet": sets.unmet,
                "sets_released": sets.released,
                "full_us": cost.full,
                "touch_us": cost.touch,
                "idle_us": cost.idle,
                "ragdoll_us": cost.rag_doll,
                "rapier_us": cost.rapier,
                "tracking": tracking.iter().map(Followed::json).collect::<Vec<_>>(),
            })
        ));
        return Ok(ExitCode::SUCCESS);
    }
    for line in [
        format!(
            "{} falls: trunk on the floor after {:.2} s in the middle, at rest within {:.2} s, {:.1} cm below the floor at most",
            eval.falls, falls.trunk_s, falls.rest_s, falls.below_cm
        ),
        format!(
            "  joints {:.1}° beyond their range at most, {:.1}° in 99 % of steps",
            falls.limits_deg, falls.limits_deg_99
        ),
        format!(
            "  {:.1} % stand again, {:.1} s after the push in the middle",
            100.0 * falls.rise_share,
            falls.stood_s
        ),
        format!(
            "  in a step nothing moves by more than {:.2} m; bones are within {bone_mm:.3} mm",
            falls.jump_m
        ),
        format!("{} sets of holds: {} broken, {} let go", eval.sets, sets.broken, sets.released),
        format!(
            "  of those that can be met {} were not, the others are within {:.1} mm",
            sets.unmet, sets.met_mm
        ),
        format!(
            "cost of a body and step: rag doll {:.0} µs, full {:.0} µs, touch {:.1} µs, rapier's own {:.0} µs",
            cost.rag_doll, cost.full, cost.touch, cost.rapier
        ),
        format!(
            "  everybody else in a crowd with a physical world: {:.2} µs more than without one",
            cost.idle
        ),
    ] {
        terminal::line(line);
    }
    for followed in &tracking {
        terminal::line(followed.line());
    }
    Ok(ExitCode::SUCCESS)
}

/// How near a body comes to what it follows, in one show of the performer.
struct Followed {
    show: &'static str,
    tracking: Vec<measure::Tracking>,
}

fn measured_tracking() -> Result<Vec<Followed>, CommandError> {
    let shows = ["boxing", "locomotion", "falling"].into_iter().map(|name| {
        let show = Show::named(name).ok_or_else(|| CommandError::other("the performer has no such show"))?;
        let rig = rig(&[show], 10.0, &[1])?;
        Ok(Followed { show: name, tracking: measure::measure_tracking(&rig) })
    });
    shows.collect()
}

impl Followed {
    fn json(&self) -> serde_json::Value {
        let figures = self.tracking.iter().map(
            |one| json!({ "half_life_s": one.half_life, "mean_cm": one.mean_cm, "most_cm": one.most_cm }),
        );
        json!({ "show": self.show, "figures": figures.collect::<Vec<_>>() })
    }

    fn line(&self) -> String {
        let one = |one: &measure::Tracking| format!("{:.1} cm at {:.2} s", one.mean_cm, one.half_life);
        let figures: Vec<String> = self.tracking.iter().map(one).collect();
        format!("following {} by soft constraints: {}", self.show, figures.join(", "))
    }
}

fn rig(shows: &[Show], seconds: f32, seeds: &[u64]) -> Result<Arc<Rig>, CommandError> {
    let repertoire =
        performance(shows, seconds, seeds).map_err(|error| CommandError::other(error.to_string()))?;
    let rig = Rig::new(Arc::new(repertoire)).map_err(|error| CommandError::other(error.to_string()))?;
    Ok(Arc::new(rig))
}
