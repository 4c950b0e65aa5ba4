//! What stands above the cells: title, facts and legend.

use std::fmt::Write;

use footwork_motion::Side;

use super::moments::{MAX_CELLS, Moments};
use super::paint::{FAINT_INK, Hue, INK, flat};
use super::svg::{escape, number};
use super::{Figure, MARGIN, SheetOptions};

/// Title, facts and legend, for a sheet that is `width` pixels wide.
pub fn header(
    figures: &[Figure<'_>],
    options: &SheetOptions,
    moments: &Moments,
    seconds: f64,
    width: f32,
) -> String {
    let mut out = String::new();
    let free = legend(&mut out, figures, width);
    // About as many letters as fit, so that a long title stays on the sheet.
    let fits = ((free - MARGIN) / 12.5) as usize;
    let title = escape(&shortened(&options.title, fits));
    let _ = writeln!(out, r#"<text x="{MARGIN}" y="45" font-size="24" fill="{INK}">{title}</text>"#);
    let mut facts = vec![seconds_text(seconds)];
    if let Some(figure) = figures.first() {
        let frames = figure.clip.frames();
        facts.push(format!("{} Hz", number(figure.clip.rate())));
        facts.push(format!("{frames} frame{}", if frames == 1 { "" } else { "s" }));
    }
    facts.push(format!("{} view", options.view.name()));
    if moments.times.len() > 1 {
        let every = seconds_text(moments.every);
        facts.push(match moments.raised {
            true => format!("a cell every {every} (raised: {MAX_CELLS} cells at most)"),
            false => format!("a cell every {every}"),
        });
    }
    let facts = escape(&facts.join("  ·  "));
    let _ = writeln!(
        out,
        r#"<text x="{MARGIN}" y="70" font-size="13" fill="{FAINT_INK}" xml:space="preserve">{facts}</text>"#
    );
    out
}

/// Which colour is which side and which figure, at the right edge. Gives where it begins.
fn legend(out: &mut String, figures: &[Figure<'_>], width: f32) -> f32 {
    let mut entries: Vec<(Vec<String>, String)> = Vec::new();
    if let [figure] = figures {
        if Side::BOTH.iter().all(|side| figure.skeleton.joint(side.leg()[0]).is_ok()) {
            entries.push((vec![flat(0, Hue::Left)], "left".into()));
            entries.push((vec![flat(0, Hue::Right)], "right".into()));
        }
    } else {
        let colours = |index| [Hue::Left, Hue::Trunk, Hue::Right].map(|hue| flat(index, hue)).to_vec();
        entries.extend(figures.iter().enumerate().map(|(i, f)| (colours(i), shortened(f.name, 22))));
    }
    // About as wide as the letters are; the font is not measured.
    let wide = |(colours, name): &(Vec<String>, String)| {
        10.0 * colours.len() as f32 + 6.9 * name.chars().count() as f32 + 22.0
    };
    let mut room = 0.6 * width;
    entries.retain(|entry| {
        room -= wide(entry);
        room > 0.0
    });
    let begin = width - MARGIN + 12.0 - entries.iter().map(wide).sum::<f32>();
    let mut x = begin + 10.0;
    for (colours, name) in &entries {
        for colour in colours {
            let _ = writeln!(out, r#"<circle cx="{}" cy="40.5" r="4" fill="{colour}"/>"#, number(x));
            x += 10.0;
        }
        let (at, name) = (number(x), escape(name));
        let _ = writeln!(out, r#"<text x="{at}" y="45" font-size="13" fill="{FAINT_INK}">{name}</text>"#);
        x += wide(&(Vec::new(), name));
    }
    begin
}

/// A text with an ellipsis in its middle where it is too long: names often differ at their ends only.
fn shortened(text: &str, letters: usize) -> String {
    let count = text.chars().count();
    if count <= letters {
        return text.into();
    }
    let kept = letters.saturating_sub(1);
    let (head, tail) = (kept - kept / 2, kept / 2);
    text.chars().take(head).chain(['…']).chain(text.chars().skip(count - tail)).collect()
}

/// A time with as many decimals as it needs, two at least.
fn seconds_text(seconds: f64) -> String {
    format!("{seconds:.*} s", decimals(seconds))
}

/// As many decimals as a time needs, two or three.
pub fn decimals(seconds: f64) -> usize {
    let hundredths = 100.0 * seconds;
    if (hundredths - hundredths.round()).abs() < 1e-6 { 2 } else { 3 }
}
