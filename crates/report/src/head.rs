//! The head of the page: whose motion it is, how much of it, and a line for each take.

use footwork_annotate::{Edits, Repertoire, SupportMethod, Take};
use footwork_motion::glam::Vec3;
use footwork_motion::{Pose, Role, Side, Skeleton, Transform, kinematics};

use crate::html::{count, counted, duration, escape, number, percent, put, tile};

/// The name, and figures of everything together.
pub fn head(out: &mut String, name: &str, repertoire: &Repertoire) {
    let takes = &repertoire.takes;
    let seconds: f64 = takes.iter().map(|take| take.clip.seconds()).sum();
    let frames: usize = takes.iter().map(|take| take.clip.frames()).sum();
    let sum = |of: fn(&Take) -> usize| count(takes.iter().map(of).sum::<usize>() as u64);
    put!(out, "<header><div><h1>{}</h1>\n", escape(name));
    put!(
        out,
        "<p class=\"faint\">What is in this repertoire, what its motion means and what can follow what.</p>\n"
    );
    put!(out, "<div class=\"tiles\">\n");
    tile(out, &count(takes.len() as u64), if takes.len() == 1 { "take" } else { "takes" });
    let (value, unit) = if seconds < 90.0 { (seconds, "seconds") } else { (seconds / 60.0, "minutes") };
    tile(out, &number(value, 1), unit);
    tile(out, &count(frames as u64), &rate(takes));
    tile(out, &sum(supports), "supports");
    tile(out, &sum(|take| take.annotation.strikes.len()), "strikes");
    tile(out, &sum(|take| take.annotation.actions.len()), "actions");
    tile(out, &count(repertoire.skeleton.len() as u64), "joints");
    let height = height(repertoire).map_or("–".into(), |height| format!("{} m", number(height.into(), 2)));
    tile(out, &height, "tall");
    put!(out, "</div></div></header>\n");
}

fn rate(takes: &[Take]) -> String {
    let Some(first) = takes.first() else { return "frames".into() };
    let rate = first.clip.rate();
    if takes.iter().all(|take| take.clip.rate() == rate) {
        format!("frames at {} Hz", number(rate.into(), 2))
    } else {
        "frames, at several rates".into()
    }
}

/// A line for each take.
pub fn table(out: &mut String, repertoire: &Repertoire) {
    put!(out, "<h2 id=\"takes\">Takes</h2>\n");
    if repertoire.takes.is_empty() {
        put!(out, "<p class=\"faint\">There are none yet. footwork import adds some.</p>\n");
        return;
    }
    put!(
        out,
        "<div class=\"card\"><div class=\"scroll tall\"><table>\n<thead><tr><th>Take</th><th>Length</th>"
    );
    put!(
        out,
        "<th>Supports</th><th>Both feet up</th><th>Strikes</th><th>Actions</th><th class=\"text\">Supports found"
    );
    put!(out, "</th><th class=\"text\">By hand</th></tr></thead>\n<tbody>\n");
    for (index, take) in repertoire.takes.iter().enumerate() {
        let name = escape(&take.clip.name);
        put!(out, "<tr><td><a href=\"#take-{index}\" title=\"{name}\">{name}</a>");
        if let Some(other) = &take.mirrored_from {
            put!(out, " <small>mirror image of {}</small>", escape(other));
        }
        put!(
            out,
            "</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"text\">{}</td>",
            duration(take.clip.seconds()),
            count(supports(take) as u64),
            airborne(take),
            count(take.annotation.strikes.len() as u64),
            count(take.annotation.actions.len() as u64),
            method(&take.annotation.support_method)
        );
        put!(out, "<td class=\"text\">{}</td></tr>\n", edits(&take.edits));
    }
    put!(out, "</tbody></table></div></div>\n");
}

fn supports(take: &Take) -> usize {
    take.annotation.supports.left.len() + take.annotation.supports.right.len()
}

/// The share of frames in which neither foot carries weight, where anything is known about feet.
fn airborne(take: &Take) -> String {
    if supports(take) == 0 {
        return "–".into();
    }
    let frames = take.clip.frames();
    let [left, right] = Side::BOTH.map(|side| take.annotation.supports.planted(side, frames));
    let up = left.iter().zip(&right).filter(|(left, right)| !**left && !**right).count();
    percent(up as f64 / frames as f64)
}

/// How supports were found.
pub fn method(method: &SupportMethod) -> String {
    match *method {
        SupportMethod::Automatic => "by adapted thresholds".into(),
        SupportMethod::Learned { accuracy, frames, .. } => {
            format!("learned from {} frames, {} right", count(frames.into()), percent(accuracy.into()))
        }
    }
}

/// What a person said about a take.
fn edits(edits: &Edits) -> String {
    let parts = [
        (edits.cuts.len(), "cut"),
        (edits.actions.len(), "action"),
        (edits.supports.len(), "support"),
        (edits.strikes.len(), "strike"),
    ];
    let said: Vec<String> =
        parts.iter().filter(|(number, _)| *number > 0).map(|(number, what)| counted(*number, what)).collect();
    if said.is_empty() { "–".into() } else { said.join(", ") }
}

/// From the lowest to the highest point of the body as it stands upright. Rest poses of motion capture may mean
/// nothing, so it is measured in frames: one of the greatest of some, as a boxer hardly ever stands upright.
fn height(repertoire: &Repertoire) -> Option<f32> {
    const SAMPLES: usize = 64;
    let mut heights = Vec::new();
    for take in &repertoire.takes {
        let step = (take.clip.frames() / SAMPLES).max(1);
        let mut joints = vec![Transform::IDENTITY; repertoire.skeleton.len()];
        for frame in (0..take.clip.frames()).step_by(step) {
            kinematics::world(&repertoire.skeleton, take.clip.frame(frame), &mut joints);
            heights.push(extent(&repertoire.skeleton, &joints));
        }
    }
    if heights.is_empty() {
        let pose = Pose::rest(&repertoire.skeleton);
        let mut joints = vec![Transform::IDENTITY; repertoire.skeleton.len()];
        kinematics::world(&repertoire.skeleton, pose.view(), &mut joints);
        heights.push(extent(&repertoire.skeleton, &joints));
    }
    heights.retain(|height| height.is_finite());
    heights.sort_by(f32::total_cmp);
    heights.get(heights.len() * 49 / 50).copied()
}

/// From the lowest point to the top of the head, or to the highest point where no head is known.
fn extent(skeleton: &Skeleton, joints: &[Transform]) -> f32 {
    let head = skeleton.joint(Role::Head).ok();
    let of_head = |joint: usize| head.is_none_or(|head| skeleton.ancestors(joint).any(|above| above == head));
    let places = joints.iter().enumerate().map(|(joint, place)| (joint, place.translation));
    let ends = skeleton.ends().iter().map(|end| (end.joint, joints[end.joint].point(end.offset)));
    let points: Vec<(usize, Vec3)> = places.chain(ends).collect();
    let top = points.iter().filter(|(joint, _)| of_head(*joint)).map(|(_, point)| point.y);
    let bottom = points.iter().map(|(_, point)| point.y);
    top.fold(f32::NEG_INFINITY, f32::max) - bottom.fold(f32::INFINITY, f32::min)
}
