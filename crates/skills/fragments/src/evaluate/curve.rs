//! Responsive or smooth: what the dial of smoothness trades on the stage, with motion matching on the same curve.

use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_motion::{WorldClip, quality};
use footwork_plan::progress::UNHEARD;
use footwork_skill::Section;
use footwork_stage::Rig;
use serde::Serialize;

use super::shown::{Performance, Shown};
use crate::bake::{BakeSettings, bake};
use crate::matching::{Matching, MatchingSettings, Unweighted};
use crate::mind::{Steered, SteeredSettings};
use crate::quality::QualitySettings;
use crate::skill::{Controller, Skill};
use crate::trace::Trace;

/// One setting of a dial, and what is seen with it.
#[derive(Debug, Serialize)]
pub struct Point {
    /// What chooses.
    name: String,
    #[serde(flatten)]
    shown: Shown,
}

/// Of the dial's 0 to 8; 4 is where it stands.
const SMOOTHNESS: [f32; 4] = [0.5, 1.5, 3.0, 4.0];
/// Of motion matching's own dial: how much nearer another fragment must be than what continues the take, as a share.
const STAY: [f32; 3] = [0.1, 0.5, 0.8];

/// Bakes the model for every setting, and plays all traces with each.
pub fn of(
    repertoire: &Repertoire,
    learnt: &[Trace],
    judged: &[Trace],
    fitted: &MatchingSettings,
) -> Result<Vec<Point>, footwork_skill::Failure> {
    let usual_jump = repertoire.takes.iter().map(|take| {
        let world = WorldClip::new(&repertoire.skeleton, &take.clip);
        quality::usual_jump(&world, 0.999).velocity
    });
    let usual_jump = usual_jump.fold(0.0, f32::max);
    let rig = Arc::new(Rig::new(Arc::new(repertoire.clone()))?);
    let show =
        |name: String, skill: Skill, controller: Controller| -> Result<Point, footwork_skill::Failure> {
            let space = skill.space.clone();
            let settings = SteeredSettings { controller, ..SteeredSettings::default() };
            let mind = Steered::new(Arc::new(skill), &rig, settings)?;
            let shown = Performance { rig: &rig, mind: &mind, space: &space, usual_jump }.shown(judged)?;
            Ok(Point { name, shown })
        };
    let plain = |usual: BakeSettings| BakeSettings {
        controllers: vec![Controller::Model],
        family: None,
        matching: None,
        ..usual
    };
    let skill = bake(repertoire, learnt, &plain(BakeSettings::paper()), UNHEARD)?;
    let features = Unweighted::of(repertoire, &skill.fragments)?;
    let mut points = vec![show("model, the paper's quality".to_string(), skill.clone(), Controller::Model)?];
    for smoothness in SMOOTHNESS {
        let quality = QualitySettings { smoothness, ..QualitySettings::PLAYED };
        let settings = plain(BakeSettings { quality, ..BakeSettings::default() });
        let skill = bake(repertoire, learnt, &settings, UNHEARD)?;
        points.push(show(format!("model, smoothness {smoothness}"), skill, Controller::Model)?);
    }
    for stay in STAY {
        let matching: Matching = features.weighted(&MatchingSettings { stay, ..*fitted });
        let skill = Skill { matching: Some(matching), ..skill.clone() };
        points.push(show(format!("matching, stay {stay}"), skill, Controller::Matching)?);
    }
    Ok(points)
}

/// To be read.
pub fn section(points: &[Point]) -> Section {
    let mut section = Section::table(&[
        "on the stage",
        "reversals/min",
        "accel. 90 %",
        "path off m",
        "slide cm/s",
        "jumps",
        "worst m/s",
        "answers in s",
        "90 %",
        "never",
    ]);
    for Point { name, shown } in points {
        section.rows.push(vec![
            name.clone(),
            format!("{:.1}", shown.reversals),
            format!("{:.1}", shown.acceleration),
            format!("{:.2}", shown.path_error),
            format!("{:.0}", shown.slide),
            format!("{:.1} %", 100.0 * shown.over_usual),
            format!("{:.1}", shown.worst_jump),
            format!("{:.2}", shown.answer),
            format!("{:.2}", shown.slow_answer),
            format!("{:.0} %", 100.0 * shown.unanswered),
        ]);
    }
    section.notes.push(
        "acceleration in m/s² of the centre of mass; jumps beyond what 99.9 % of the recordings' frames show; from a stick \
         to half of its answer on the body that is seen"
            .to_string(),
    );
    section
}
