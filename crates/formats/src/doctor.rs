//! The doctor: what is wrong or doubtful with a recording as a source for Footwork, and what can be done.
//!
//! Every check looks at one thing and says it in a person's words, with what to do. Where the cure is plain it is
//! a [`Cure`], and [`cure`] applies it.

mod faults;
mod feet;
mod gravity;
mod jumps;
mod start;
mod upright;

use footwork_motion::{Clip, Role, Side, WorldClip, quality};

use crate::import::{Body, Import};

pub use faults::put_back_thorax;
pub use jumps::Break;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file cannot be used.
    Unusable,
    /// It can be used, but it is wrong and will show.
    Wrong,
    /// It may be wrong: somebody should look.
    Doubtful,
    /// Good to know.
    Note,
}

/// What the doctor can do about a finding. Frames are those of the clip before any cure.
#[derive(Clone, Debug, PartialEq)]
pub enum Cure {
    /// Leave out this many frames at the start.
    DropStart {
        /// How many.
        frames: usize,
    },
    /// Take the frames for what they are.
    SetRate {
        /// Frames per second.
        rate: f32,
    },
    /// Lift or lower the whole motion.
    Lift {
        /// m
        by: f32,
    },
    /// Scale the root's path alone.
    ScalePath {
        /// Times longer.
        factor: f32,
    },
    /// Smooth over frames in which joints jump.
    Mend(Vec<Break>),
    /// Fill frames that only repeat the one before.
    Fill {
        /// Every frame that repeats the one before it.
        frames: Vec<usize>,
    },
    /// Give a CMU conversion the bone between chest and neck back.
    PutBackThorax,
}

/// Something the doctor found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Which clip of which body it is about, where there is more than one.
    pub body: usize,
    /// Which clip of the body; none where it is about the body itself.
    pub clip: Option<usize>,
    /// What is the matter.
    pub what: String,
    /// What to do about it.
    pub advice: String,
    /// What the doctor can do about it.
    pub cure: Option<Cure>,
}

/// Examines everything in a file. The worst comes first.
pub fn examine(import: &Import) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, body) in import.bodies.iter().enumerate() {
        let is_prop = import.bodies.len() > 1 && body.skeleton.roles().get(Role::Hips).is_none();
        if is_prop {
            let what = format!("{:?} is no person: it has no hips and no legs", body.name);
            let advice = "It is left as it is.".to_string();
            findings.push(Finding {
                severity: Severity::Note,
                body: index,
                clip: None,
                what,
                advice,
                cure: None,
            });
            continue;
        }
        examine_body(body, index, &mut findings);
    }
    for warning in &import.warnings {
        findings.push(Finding {
            severity: Severity::Doubtful,
            body: 0,
            clip: None,
            what: capitalised(warning),
            advice: "Check that this is what the file means.".to_string(),
            cure: None,
        });
    }
    findings.sort_by_key(|finding| finding.severity);
    findings
}

fn examine_body(body: &Body, index: usize, findings: &mut Vec<Finding>) {
    let mut add = |clip: Option<usize>, found: Vec<Found>| {
        findings.extend(found.into_iter().map(|found| Finding {
            severity: found.severity,
            body: index,
            clip,
            what: found.what,
            advice: found.advice,
            cure: found.cure,
        }));
    };
    let mut roles = missing_roles(body);
    roles.extend(upright::animal(&body.skeleton, &body.clips));
    let usable = roles.iter().all(|found| found.severity != Severity::Unusable);
    add(None, roles);
    if !usable {
        return;
    }
    add(None, faults::known(body));
    for (number, clip) in body.clips.iter().enumerate() {
        add(Some(number), examine_clip(body, clip));
    }
}

fn examine_clip(body: &Body, clip: &Clip) -> Vec<Found> {
    if clip.frames() < 2 {
        let what = "There is no motion, only one frame".to_string();
        let advice = "It can serve as a body to retarget motion onto (convert --onto), but not as a source."
            .to_string();
        return vec![Found { severity: Severity::Unusable, what, advice, cure: None }];
    }
    let skeleton = &body.skeleton;
    let world = WorldClip::new(skeleton, clip);
    let start = start::odd_frames(skeleton, &world);
    let mut found = start::findings(skeleton, &world, start);
    found.extend(jumps::breaks(skeleton, clip, start));
    found.extend(jumps::repeats(clip, &world, start));
    found.extend(upright::lies_throughout(skeleton, &world, start));
    found.extend(gravity::rate(skeleton, &world, start));
    found.extend(feet::floor(skeleton, &world, start));
    found.extend(feet::skating(skeleton, &world, start));
    let stretch = quality::limb_stretch(skeleton, clip);
    if stretch > 0.02 {
        let what = format!("Bones change their length, by up to {:.0} %", 100.0 * stretch);
        let advice =
            "Export with fixed bone lengths if the tool can; Footwork's bodies are rigid.".to_string();
        found.push(Found { severity: Severity::Doubtful, what, advice, cure: None });
    }
    if clip.seconds() < 0.5 {
        let what = format!("The clip lasts only {:.2} s", clip.seconds());
        let advice =
            "A transition alone takes a third of a second: longer takes give more to work with.".to_string();
        found.push(Found { severity: Severity::Doubtful, what, advice, cure: None });
    }
    found
}

/// A finding before it is known whose it is.
pub(crate) struct Found {
    severity: Severity,
    what: String,
    advice: String,
    cure: Option<Cure>,
}

/// Without these there is no body to speak of.
fn is_essential(role: Role) -> bool {
    let legs = Side::BOTH.iter().flat_map(|side| side.leg()[..3].to_vec());
    role == Role::Hips || legs.into_iter().any(|leg| leg == role)
}

fn missing_roles(body: &Body) -> Vec<Found> {
    let missing: Vec<Role> = body.skeleton.roles().missing().collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let names: Vec<String> = missing.iter().map(Role::to_string).collect();
    let severity =
        if missing.iter().any(|&role| is_essential(role)) { Severity::Unusable } else { Severity::Wrong };
    let what = format!("No joint was found for: {}", names.join(", "));
    let advice = "Name the joints in a roles file and give it with --roles.".to_string();
    vec![Found { severity, what, advice, cure: None }]
}

/// Applies every cure that findings have, and says what was done. Cures that change which frames there are come
/// last, so that the frames they all speak of are still the ones that were examined.
pub fn cure(import: &mut Import, findings: &[Finding]) -> Vec<String> {
    let order = |cure: &Cure| match cure {
        Cure::PutBackThorax => 0,
        Cure::Fill { .. } => 1,
        Cure::Mend(_) => 2,
        Cure::ScalePath { .. } => 3,
        Cure::Lift { .. } => 4,
        Cure::DropStart { .. } => 5,
        Cure::SetRate { .. } => 6,
    };
    let mut cures: Vec<(&Finding, &Cure)> =
        findings.iter().filter_map(|finding| Some((finding, finding.cure.as_ref()?))).collect();
    cures.sort_by_key(|(_, cure)| order(cure));
    let mut done = Vec::new();
    for (finding, cure) in cures {
        let Some(body) = import.bodies.get_mut(finding.body) else { continue };
        match (cure, finding.clip) {
            (Cure::PutBackThorax, _) => put_back_thorax(&mut body.skeleton),
            (cure, Some(number)) => {
                let Some(clip) = body.clips.get_mut(number) else { continue };
                cure_clip(clip, cure);
            }
            _ => continue,
        }
        done.push(said(cure));
    }
    done
}

fn cure_clip(clip: &mut Clip, cure: &Cure) {
    match cure {
        Cure::DropStart { frames } => *clip = clip.span((*frames).min(clip.frames() - 1), clip.frames() - 1),
        Cure::SetRate { rate } => {
            if let Ok(set) = clip.clone().with_rate(*rate) {
                *clip = set;
            }
        }
        Cure::Lift { by } => (0..clip.frames()).for_each(|frame| clip.translations_mut(frame)[0].y += by),
        Cure::ScalePath { factor } => {
            (0..clip.frames()).for_each(|frame| clip.translations_mut(frame)[0] *= *factor)
        }
        Cure::Mend(breaks) => jumps::mend(clip, breaks),
        Cure::Fill { frames } => jumps::fill(clip, frames),
        Cure::PutBackThorax => {}
    }
}

fn said(cure: &Cure) -> String {
    match cure {
        Cure::DropStart { frames: 1 } => "left out the first frame".to_string(),
        Cure::DropStart { frames } => format!("left out the first {frames} frames"),
        Cure::SetRate { rate } => format!("set the rate to {rate} Hz"),
        Cure::Lift { by } if *by > 0.0 => format!("lifted the motion by {:.1} cm", 100.0 * by),
        Cure::Lift { by } => format!("lowered the motion by {:.1} cm", -100.0 * by),
        Cure::ScalePath { factor } => format!("scaled the root's path by {factor}"),
        Cure::Mend(breaks) => {
            format!("smoothed over {} jump{}", breaks.len(), if breaks.len() == 1 { "" } else { "s" })
        }
        Cure::Fill { frames } => format!("filled {} repeated frames", frames.len()),
        Cure::PutBackThorax => "put the bone between chest and neck back".to_string(),
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
