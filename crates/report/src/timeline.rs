//! A take over time: actions, strikes, supports, and the acceleration curve with its cuts.

use footwork_annotate::{Action, Limb, Origin, Repertoire, Span, Strike, Take, actions};
use footwork_motion::Side;

use crate::curve::{path, quantile};
use crate::html::{count, counted, duration, escape, moment, number, percent, put, px, words};
use crate::palette::{Classes, UNNAMED, general, limb_legend, limb_mark, limb_slot};

/// px. A jab is wide enough for its name.
const SECOND: f64 = 90.0;
/// px. Beyond the last frame, so that the last mark is not cut off.
const MARGIN: f64 = 12.0;
/// More takes than this are put away, so that what comes after them is found.
const LISTED: usize = 15;
/// px. What names the rows, and stays where it is.
const LABELS: f64 = 92.0;

// px, where the rows are.
const ACTIONS: (f64, f64) = (24.0, 26.0);
const STRIKES: (f64, f64) = (60.0, 40.0);
const LEFT: f64 = 112.0;
const RIGHT: f64 = 128.0;
const FOOT: f64 = 11.0;
const ENERGY: (f64, f64) = (152.0, 64.0);
const HEIGHT: f64 = 224.0;

/// All takes, the first one open.
pub fn takes(out: &mut String, repertoire: &Repertoire, classes: &Classes) {
    if repertoire.takes.is_empty() {
        return;
    }
    put!(
        out,
        "<h2 id=\"time\">Over time</h2>\n<p class=\"faint\">Scroll a take sideways, or drag over its overview."
    );
    put!(out, " Marks say more under the pointer.</p>\n");
    if repertoire.takes.len() > 1 {
        put!(out, "<p><button data-open=\"yes\" hidden=\"hidden\">Open all</button>");
        put!(out, "<button data-open=\"no\" hidden=\"hidden\">Close all</button></p>\n");
    }
    classes.legend(out);
    let struck = |limb: Limb| {
        repertoire.takes.iter().any(|take| take.annotation.strikes.iter().any(|strike| strike.limb == limb))
    };
    if Limb::ALL.into_iter().any(struck) {
        limb_legend(out, struck);
    }
    if repertoire.takes.iter().any(|take| !take.annotation.actions.is_empty()) {
        origins(out, repertoire);
    }
    for (index, take) in repertoire.takes.iter().enumerate() {
        if index == LISTED {
            let more = counted(repertoire.takes.len() - LISTED, "more take");
            put!(out, "<details class=\"more\"><summary>{more}</summary>\n");
        }
        one_take(out, repertoire, index, take, classes);
    }
    if repertoire.takes.len() > LISTED {
        put!(out, "</details>\n");
    }
}

fn one_take(out: &mut String, repertoire: &Repertoire, index: usize, take: &Take, classes: &Classes) {
    let open = if index == 0 { " open=\"open\"" } else { "" };
    put!(out, "<details class=\"take\" id=\"take-{index}\"{open}><summary>{}", escape(&take.clip.name));
    put!(out, "<small>{}</small></summary>\n<div>", figures(take));
    overview(out, take, classes);
    put!(out, "<div class=\"line\">");
    let smooth = actions::Settings::default().smooth;
    let energy = actions::energy(&repertoire.skeleton, &take.clip, smooth);
    // A body that hangs, or one glitch, does not decide the scale.
    let top = quantile(&energy, 0.998).max(1.0);
    labels(out, top);
    put!(out, "<div class=\"scroll\" tabindex=\"0\">");
    let width = SECOND * take.clip.seconds() + 2.0 * MARGIN;
    put!(out, "<svg width=\"{}\" height=\"{HEIGHT}\" role=\"img\" ", px(width));
    put!(out, "aria-label=\"Supports, strikes and actions over time\">\n");
    let draw = Draw { rate: take.clip.rate().into(), frames: take.clip.frames() as u32 };
    seconds(out, take.clip.seconds());
    cuts(out, &draw, &take.annotation.actions);
    for action in &take.annotation.actions {
        draw.action(out, action, classes);
    }
    let fastest = fastest(take);
    for strike in &take.annotation.strikes {
        draw.strike(out, strike, fastest);
    }
    for (side, y, class) in [(Side::Left, LEFT, "left"), (Side::Right, RIGHT, "right")] {
        draw.supports(out, take.annotation.supports.of(side), y, class);
    }
    let shown: Vec<f32> = energy.iter().map(|value| (value / top).max(0.0).sqrt()).collect();
    let curve = path(&shown, SECOND * take.clip.seconds(), ENERGY.1);
    put!(out, "<path class=\"curve\" transform=\"translate({MARGIN} {})\" d=\"{curve}\"/>\n", ENERGY.0);
    put!(out, "</svg></div></div></div></details>\n");
}

/// What the looks of actions mean.
fn origins(out: &mut String, repertoire: &Repertoire) {
    let key = |extra: &str, soft: &str| {
        format!(
            "<svg class=\"key\" width=\"26\" height=\"14\"><rect class=\"k1 {soft}\" x=\"1\" y=\"1\" width=\"24\" \
             height=\"12\" rx=\"3\"/>{extra}<rect class=\"k1\" x=\"1\" y=\"10\" width=\"16\" height=\"3\"/></svg>"
        )
    };
    // Stands here once; every take uses it.
    put!(
        out,
        "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><pattern id=\"hatch\" width=\"6\" height=\"6\" "
    );
    put!(
        out,
        "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path class=\"hatch\" d=\"M0 0v6\"/>"
    );
    put!(out, "</pattern></defs></svg>\n<div class=\"legend\">");
    let hatch = "<rect x=\"1\" y=\"1\" width=\"24\" height=\"12\" fill=\"url(#hatch)\"/>";
    let kinds = [
        (Origin::Suggested, key("", "soft"), "worked out"),
        (Origin::Similar, key(hatch, "soft"), "from similar actions"),
        (Origin::Hand, key("", "soft hand"), "by hand"),
    ];
    let actions = || repertoire.takes.iter().flat_map(|take| &take.annotation.actions);
    for (origin, key, what) in kinds {
        let number = actions().filter(|action| action.origin == origin).count();
        put!(out, "<span>{key}{what} ({})</span>", count(number as u64));
    }
    put!(out, "<span>the line below a block says how sure its class is</span></div>\n");
}

fn figures(take: &Take) -> String {
    let found = &take.annotation;
    let feet = found.supports.left.len() + found.supports.right.len();
    let mut text = format!(
        "{}, {}, {}, {}",
        duration(take.clip.seconds()),
        counted(feet, "support"),
        counted(found.strikes.len(), "strike"),
        counted(found.actions.len(), "action")
    );
    if !found.actions.is_empty() {
        let sure: f64 = found.actions.iter().map(|action| f64::from(action.sure)).sum();
        text.push_str(&format!(", {} sure on average", percent(sure / found.actions.len() as f64)));
    }
    text
}

fn fastest(take: &Take) -> f32 {
    take.annotation
        .strikes
        .iter()
        .map(|strike| strike.speed)
        .filter(|speed| speed.is_finite())
        .fold(1.0, f32::max)
}

/// The whole take in one strip: which class when, and where the strikes are.
fn overview(out: &mut String, take: &Take, classes: &Classes) {
    const COLUMNS: usize = 1000;
    put!(
        out,
        "<svg class=\"overview\" viewBox=\"0 0 {COLUMNS} 26\" preserveAspectRatio=\"none\" role=\"img\" "
    );
    put!(out, "aria-label=\"The whole take\">");
    let x = |frame: u32| f64::from(frame) / take.clip.frames() as f64 * COLUMNS as f64;
    // One path per colour; blocks narrower than a quarter of a column are not seen anyway.
    let mut paths = vec![String::new(); crate::palette::SLOTS];
    let mut drawn = 0.0_f64;
    for action in &take.annotation.actions {
        let (from, to) = (x(action.span.first).max(drawn), x(action.span.end).min(COLUMNS as f64));
        if to - from >= 0.25 {
            let path = &mut paths[classes.slot(general(&action.classes))];
            put!(path, "M{} 0h{}v18h-{}z", px(from), px(to - from), px(to - from));
            drawn = to;
        }
    }
    for (slot, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
        put!(out, "<path class=\"k{slot}\" d=\"{path}\"/>");
    }
    let mut marks = String::new();
    let mut last = -1.0;
    for strike in &take.annotation.strikes {
        let at = x(strike.frame).min(COLUMNS as f64);
        if at - last >= 0.5 {
            put!(marks, "M{} 20v6", px(at));
            last = at;
        }
    }
    put!(out, "<path style=\"stroke:var(--ink)\" vector-effect=\"non-scaling-stroke\" d=\"{marks}\"/>");
    put!(
        out,
        "<rect class=\"view\" y=\"0\" height=\"26\" width=\"0\" style=\"fill:var(--ink);fill-opacity:0.16;"
    );
    put!(out, "stroke:var(--ink)\" vector-effect=\"non-scaling-stroke\"/></svg>\n");
}

fn labels(out: &mut String, top: f32) {
    put!(out, "<svg width=\"{LABELS}\" height=\"{HEIGHT}\">");
    let rows = [
        ("Actions", ACTIONS.0 + 17.0),
        ("Strikes", STRIKES.0 + 24.0),
        ("Left foot", LEFT + 9.0),
        ("Right foot", RIGHT + 9.0),
        ("Acceleration", ENERGY.0 + 24.0),
    ];
    for (text, y) in rows {
        put!(out, "<text class=\"ink\" x=\"0\" y=\"{y}\">{text}</text>");
    }
    // The curve is drawn on a square root, in which a calm step is not lost beside a kick.
    put!(out, "<text x=\"0\" y=\"{}\">√Σa² in m/s²</text>", ENERGY.0 + 39.0);
    let root = f64::from(top.sqrt());
    for (share, text) in [(1.0, root), (0.5, 0.5 * root), (0.0, 0.0)] {
        let y = ENERGY.0 + (1.0 - share) * ENERGY.1;
        put!(out, "<path class=\"axis\" d=\"M{} {}h4\"/>", LABELS - 4.0, px(y));
        if share != 0.5 {
            let y = px(y + 4.0);
            put!(out, "<text class=\"end\" x=\"{}\" y=\"{y}\">{}</text>", LABELS - 7.0, number(text, 0));
        }
    }
    put!(out, "</svg>");
}

/// A tick every second and its name; fine ones in between.
fn seconds(out: &mut String, seconds: f64) {
    let (mut fine, mut text) = (String::new(), String::new());
    for second in 0..=(seconds + 1e-6) as u64 {
        let x = MARGIN + SECOND * second as f64;
        put!(fine, "M{} 18V{}", px(x), ENERGY.0 + ENERGY.1);
        let name = if seconds < 60.0 {
            format!("{second} s")
        } else {
            format!("{}:{:02}", second / 60, second % 60)
        };
        put!(text, "<text x=\"{}\" y=\"12\">{name}</text>", px(x));
    }
    put!(out, "<path class=\"grid\" d=\"{fine}\"/><g class=\"mid\">{text}</g>\n");
    let width = px(SECOND * seconds);
    put!(out, "<path class=\"axis\" d=\"M{MARGIN} {}h{width}", STRIKES.0 + STRIKES.1);
    put!(out, "M{MARGIN} {}h{width}\"/>\n", ENERGY.0 + ENERGY.1);
}

fn cuts(out: &mut String, draw: &Draw, actions: &[Action]) {
    let mut path = String::new();
    for action in actions.iter().skip(1) {
        put!(path, "M{} {}V{}", px(draw.x(action.span.first)), ACTIONS.0, ENERGY.0 + ENERGY.1);
    }
    put!(out, "<path class=\"cut\" d=\"{path}\"/>\n");
}

/// Where frames are on the picture.
struct Draw {
    rate: f64,
    frames: u32,
}

impl Draw {
    fn x(&self, frame: u32) -> f64 {
        MARGIN + SECOND * self.time(frame.min(self.frames.saturating_sub(1)))
    }

    fn time(&self, frame: u32) -> f64 {
        f64::from(frame) / self.rate
    }

    fn action(&self, out: &mut String, action: &Action, classes: &Classes) {
        let slot = classes.slot(general(&action.classes));
        // A pixel of air between neighbours.
        let (from, to) = (self.x(action.span.first) + 0.5, self.x(action.span.end) - 0.5);
        let width = (to - from).max(1.0);
        let (x, w, (y, h)) = (px(from), px(width), ACTIONS);
        let hand = if action.origin == Origin::Hand { " hand" } else { "" };
        put!(out, "<g class=\"k{slot}\"><title>{}</title>", self.about(action));
        put!(out, "<rect class=\"soft{hand}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"3\"/>");
        if action.origin == Origin::Similar {
            put!(out, "<rect fill=\"url(#hatch)\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>");
        }
        let sure = if action.sure.is_finite() { f64::from(action.sure.clamp(0.0, 1.0)) } else { 0.0 };
        put!(out, "<rect x=\"{x}\" y=\"{}\" width=\"{}\" height=\"3\"/>", y + h - 3.0, px(sure * width));
        if let Some(avoids) = action.avoids {
            let (from, to) = (self.x(avoids.first), self.x(avoids.end));
            put!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"4\"/>",
                px(from),
                y - 5.0,
                px((to - from).max(1.0))
            );
        }
        if let Some(name) = label(action, width - 6.0) {
            put!(out, "<text class=\"ink\" x=\"{}\" y=\"{}\">{name}</text>", px(from + 4.0), y + 15.0);
        }
        put!(out, "</g>\n");
    }

    /// Everything that is known about an action.
    fn about(&self, action: &Action) -> String {
        let mut text = match action.classes.is_empty() {
            true => UNNAMED.into(),
            false => action.classes.iter().map(|class| words(class)).collect::<Vec<_>>().join(" › "),
        };
        put!(text, "\n{} to {}", moment(self.time(action.span.first)), moment(self.time(action.span.end)));
        if !action.limbs.is_empty() {
            let limbs: Vec<String> = action.limbs.iter().map(|limb| words(limb.name())).collect();
            put!(text, "\nwith {}", limbs.join(", "));
        }
        let origin = match action.origin {
            Origin::Suggested => "worked out",
            Origin::Similar => "from similar actions",
            Origin::Hand => "by hand",
        };
        put!(text, "\n{origin}, {} sure", percent(action.sure.into()));
        text
    }

    fn strike(&self, out: &mut String, strike: &Strike, fastest: f32) {
        let (x, ground) = (self.x(strike.frame), STRIKES.0 + STRIKES.1);
        let share =
            if strike.speed.is_finite() { f64::from((strike.speed / fastest).clamp(0.0, 1.0)) } else { 0.0 };
        let y = ground - 8.0 - share * (STRIKES.1 - 14.0);
        let slot = limb_slot(strike.limb);
        let Span { first, end } = strike.effective;
        let (from, to) = (self.x(first), self.x(end));
        put!(
            out,
            "<g class=\"l{slot}\"><title>{}, {} m/s",
            words(strike.limb.name()),
            number(strike.speed.into(), 1)
        );
        put!(out, "\n{}</title>", moment(self.time(strike.frame)));
        let width = px((to - from).max(1.0));
        put!(out, "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"3\"/>", px(from), ground - 3.0);
        put!(out, "<path class=\"stem s{slot}\" d=\"M{} {}V{}\"/>", px(x), px(ground), px(y));
        put!(out, "<path class=\"mark\" d=\"M{} {}{}\"/></g>\n", px(x), px(y), limb_mark(strike.limb));
    }

    fn supports(&self, out: &mut String, spans: &[Span], y: f64, class: &str) {
        let mut path = String::new();
        for span in spans {
            let (from, to) = (self.x(span.first), self.x(span.end));
            let width = px((to - from).max(1.0));
            put!(path, "M{} {y}h{width}v{FOOT}h-{width}z", px(from));
        }
        put!(out, "<path class=\"{class}\" d=\"{path}\"/>\n");
    }
}

/// The most specific class that fits, whole or cut short.
fn label(action: &Action, room: f64) -> Option<String> {
    // px, generous for a mean letter at 11 px.
    const LETTER: f64 = 6.0;
    let fits = (room / LETTER) as usize;
    let name = action.classes.last().map_or(UNNAMED, String::as_str).replace('_', " ");
    match name.chars().count() {
        length if length <= fits => Some(escape(&name)),
        _ if fits >= 3 => {
            Some(format!("{}…", escape(name.chars().take(fits - 1).collect::<String>().trim_end())))
        }
        _ => None,
    }
}
