//! Real recordings as repertoires: read, cured, at one rate, with supports by plain thresholds.

use std::path::Path;

use footwork_annotate::{Annotation, Repertoire, Span, Supports, Take};
use footwork_formats::{ReadOptions, doctor, read};
use footwork_motion::{Clip, Role, Side, Skeleton, WorldClip};

/// Takes of one person; those that are on another skeleton than the first are left out.
pub fn repertoire(folder: &Path, files: &[&str]) -> Repertoire {
    let mut found: Option<Repertoire> = None;
    for file in files {
        let mut import = read(folder.join(file), &ReadOptions::default()).expect("a recording");
        let findings = doctor::examine(&import);
        doctor::cure(&mut import, &findings);
        let body = import.bodies.remove(0);
        let mut clip = body.clips[0].resampled(super::RATE).expect("a rate");
        clip.name = file.to_string();
        let repertoire =
            found.get_or_insert_with(|| Repertoire { skeleton: body.skeleton.clone(), takes: Vec::new() });
        if clip.joints() == repertoire.skeleton.len() {
            let annotation = annotation(&repertoire.skeleton, &clip);
            repertoire.takes.push(Take { clip, annotation });
        }
    }
    found.expect("at least one recording")
}

/// A foot carries weight while its ankle or toe is low and slow.
fn annotation(skeleton: &Skeleton, clip: &Clip) -> Annotation {
    let world = WorldClip::new(skeleton, clip);
    let spans = |side: Side| {
        let [_, _, ankle, toe] = side.leg();
        let points: Vec<Role> = [ankle, toe].into_iter().filter(|r| skeleton.site(*r).is_ok()).collect();
        let mut planted = vec![false; clip.frames()];
        for role in points {
            let site = skeleton.site(role).expect("a role");
            let at = |f: usize| site.position(world.frame(f));
            let mut heights: Vec<f32> = (0..clip.frames()).map(|f| at(f).y).collect();
            heights.sort_by(f32::total_cmp);
            let low = heights[heights.len() / 20] + 0.04;
            for (frame, planted) in planted.iter_mut().enumerate() {
                let (before, after) = (frame.saturating_sub(1), (frame + 1).min(clip.frames() - 1));
                let speed = (at(after) - at(before)).length() * clip.rate() / (after - before).max(1) as f32;
                *planted |= at(frame).y < low && speed < 0.6;
            }
        }
        // Neither gaps nor spans of less than a twentieth of a second.
        let mut spans: Vec<Span> = Vec::new();
        for span in Span::runs(&planted) {
            match spans.last_mut() {
                Some(before) if span.first - before.end < 3 => before.end = span.end,
                _ => spans.push(span),
            }
        }
        spans.retain(|span| span.frames() >= 3);
        spans
    };
    let supports = Supports { left: spans(Side::Left), right: spans(Side::Right) };
    Annotation { supports, ..Annotation::default() }
}
