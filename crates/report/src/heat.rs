//! The pose-distance matrix as a picture: dark where two moments look alike, so that a transition costs little there.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use footwork_annotate::Repertoire;

use crate::curve::quantile;
use crate::graphs::Transition;
use crate::html::{count, counted, escape, moment, number, put, px};
use crate::palette::Classes;
use crate::sample::Sample;

/// How many poses are compared with one another at most. More would not be seen.
pub const MOST: usize = 360;
/// How many transitions are drawn at most.
const DOTS: usize = 3000;
/// So few are drawn as large dots.
const FEW: usize = 600;
/// px
const SIZE: f64 = 760.0;
/// px, what is beside it: names of takes, and a strip with the classes.
const LEFT: f64 = 118.0;
const TOP: f64 = 12.0;
const STRIP: f64 = 7.0;
/// px, below which a take's name would touch the next.
const NAME_ROOM: f64 = 13.0;

/// From alike to unlike: viridis, which grows evenly lighter to every eye.
const SCALE: [u32; 10] =
    [0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b, 0xfde725];

/// The section with the matrix.
pub fn heat(
    out: &mut String,
    repertoire: &Repertoire,
    sample: &Sample,
    classes: &Classes,
    transitions: Option<&[Transition]>,
) {
    put!(out, "<h2 id=\"alike\">Which moments look alike</h2>\n");
    if sample.len() < 2 {
        put!(out, "<p class=\"faint\">There are too few frames to compare.</p>\n");
        return;
    }
    let size = sample.len();
    put!(
        out,
        "<p class=\"faint\">{} poses, evenly over all takes, each compared with each: the mean distance of their ",
        count(size as u64)
    );
    put!(
        out,
        "joints once both bodies stand in the same place and face the same direction. Dark is alike. Dark lines beside "
    );
    put!(out, "the diagonal are motions that come again.</p>\n<div class=\"card\">\n");
    // The few greatest would leave everything else dark.
    let top = quantile(&sample.distances, 0.995).max(1e-3);
    let shown = transitions.map(|all| dots(repertoire, sample, all)).unwrap_or_default();
    if let Some(all) = transitions {
        put!(
            out,
            "<input type=\"checkbox\" class=\"hide\" id=\"dots\" checked=\"checked\"/> <label for=\"dots\">"
        );
        put!(out, "Transitions of the frame graph</label> <small>{}</small>\n", dots_said(&shown, all.len()));
    }
    let (width, height) = (LEFT + SIZE + 120.0, TOP + SIZE + 30.0);
    put!(
        out,
        "<div class=\"scroll\" style=\"margin-top:10px\"><svg class=\"plot\" viewBox=\"0 0 {width} {height}\" "
    );
    put!(out, "width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"Pose-distance matrix\">\n");
    put!(
        out,
        "<image x=\"{LEFT}\" y=\"{TOP}\" width=\"{SIZE}\" height=\"{SIZE}\" style=\"image-rendering:pixelated\" "
    );
    put!(out, "href=\"data:image/png;base64,{}\"/>\n", STANDARD.encode(png(&sample.distances, size, top)));
    borders(out, repertoire, sample);
    strips(out, sample, classes);
    if transitions.is_some() {
        let class = if shown.few { "dots few" } else { "dots" };
        put!(out, "<path class=\"{class}\" d=\"{}\"/>\n", shown.path);
    }
    legend(out, top);
    put!(out, "</svg></div>\n");
    if transitions.is_some() {
        put!(
            out,
            "<p class=\"faint\">A dot is a transition: it leaves at the moment of its row and arrives at that of "
        );
        put!(out, "its column.</p>\n");
    }
    figures(out, repertoire, sample);
    put!(out, "</div>\n");
}

fn scale(share: f32) -> [u8; 3] {
    let at = share.clamp(0.0, 1.0) * (SCALE.len() - 1) as f32;
    let below = (at as usize).min(SCALE.len() - 2);
    let byte = |index: usize, shift: u32| (SCALE[index] >> shift & 255) as f32;
    [16, 8, 0].map(|shift| {
        let (from, to) = (byte(below, shift), byte(below + 1, shift));
        (from + (at - below as f32) * (to - from)).round() as u8
    })
}

/// A picture with one pixel per pair, with a palette of 64 colours, in which it stays small.
fn png(distances: &[f32], size: usize, top: f32) -> Vec<u8> {
    const COLOURS: usize = 64;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size as u32, size as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let palette: Vec<u8> = (0..COLOURS).flat_map(|i| scale(i as f32 / (COLOURS - 1) as f32)).collect();
    encoder.set_palette(palette);
    let index = |distance: &f32| ((distance / top).clamp(0.0, 1.0) * (COLOURS - 1) as f32).round() as u8;
    let pixels: Vec<u8> = distances.iter().map(index).collect();
    // Memory takes everything; a picture of no size was never asked for.
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels));
    debug_assert!(written.is_ok());
    bytes
}

/// Lines where a take ends and another begins, and the takes' names where there is room.
fn borders(out: &mut String, repertoire: &Repertoire, sample: &Sample) {
    let at = |index: usize| SIZE * index as f64 / sample.len() as f64;
    let mut path = String::new();
    let mut drawn = 0.0;
    for start in &sample.starts[1..sample.starts.len() - 1] {
        let place = at(*start);
        if place - drawn >= 3.0 {
            put!(path, "M{LEFT} {}h{SIZE}M{} {TOP}v{SIZE}", px(TOP + place), px(LEFT + place));
            drawn = place;
        }
    }
    put!(out, "<path class=\"borders\" d=\"{path}\"/>\n");
    let mut free = TOP;
    for (index, take) in repertoire.takes.iter().enumerate() {
        let (from, to) = (at(sample.starts[index]), at(sample.starts[index + 1]));
        let middle = TOP + 0.5 * (from + to);
        if to - from < 3.0 || middle - 0.5 * NAME_ROOM < free {
            continue;
        }
        free = middle + 0.5 * NAME_ROOM;
        let name = &take.clip.name;
        let short: String = match name.chars().count() {
            0..=17 => name.clone(),
            _ => name.chars().take(16).chain(['…']).collect(),
        };
        put!(
            out,
            "<text class=\"end\" x=\"{}\" y=\"{}\"><title>{}</title>",
            LEFT - STRIP - 7.0,
            px(middle + 4.0),
            escape(name)
        );
        put!(out, "{}</text>\n", escape(&short));
    }
    put!(
        out,
        "<text class=\"mid\" x=\"{}\" y=\"{}\">arrive at</text>",
        LEFT + 0.5 * SIZE,
        TOP + SIZE + STRIP + 18.0
    );
    put!(
        out,
        "<text class=\"mid\" transform=\"translate(10 {}) rotate(-90)\">leave from</text>\n",
        TOP + 0.5 * SIZE
    );
}

/// What is done when, along both sides.
fn strips(out: &mut String, sample: &Sample, classes: &Classes) {
    let step = SIZE / sample.len() as f64;
    let mut from = 0;
    while from < sample.len() {
        let run = sample.classes[from..].iter().take_while(|class| **class == sample.classes[from]).count();
        if let Some(class) = &sample.classes[from] {
            let (at, long) = (step * from as f64, px(step * run as f64));
            let slot = classes.slot(class);
            put!(
                out,
                "<path class=\"k{slot}\" d=\"M{} {}h{STRIP}v{long}h-{STRIP}z",
                LEFT - STRIP - 2.0,
                px(TOP + at)
            );
            put!(out, "M{} {}h{long}v{STRIP}h-{long}z\"/>", px(LEFT + at), TOP + SIZE + 2.0);
        }
        from += run;
    }
    put!(out, "\n");
}

fn legend(out: &mut String, top: f32) {
    let (x, y, height) = (LEFT + SIZE + 18.0, TOP + 22.0, 200.0);
    put!(out, "<defs><linearGradient id=\"scale\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">");
    for (index, colour) in SCALE.iter().enumerate() {
        put!(out, "<stop offset=\"{}\" stop-color=\"#{colour:06x}\"/>", number(index as f64 / 9.0, 3));
    }
    put!(
        out,
        "</linearGradient></defs><text class=\"ink\" x=\"{x}\" y=\"{}\">mean distance</text>",
        y - 10.0
    );
    put!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"14\" height=\"{height}\" fill=\"url(#scale)\"/>");
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let more = if quarter == 4 { "≥ " } else { "" };
        let text = format!("{more}{} cm", number(100.0 * f64::from(top) * share, 0));
        put!(out, "<text x=\"{}\" y=\"{}\">{text}</text>", x + 20.0, px(y + height * (1.0 - share) + 4.0));
    }
    put!(out, "\n");
}

/// The transitions as dots.
#[derive(Default)]
struct Dots {
    path: String,
    few: bool,
    drawn: usize,
}

fn dots(repertoire: &Repertoire, sample: &Sample, transitions: &[Transition]) -> Dots {
    let place = |(take, frame): (u32, u32)| {
        let frames = repertoire.takes.get(take as usize)?.clip.frames();
        Some(SIZE * sample.place(take as usize, (frame as usize).min(frames), frames) / sample.len() as f64)
    };
    // Few can be large enough to be found; many would hide what they are about.
    let few = transitions.len() <= FEW;
    let mark = if few { "m-2.5 0a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0z" } else { "m-1-1h2v2h-2z" };
    let mut dots = Dots { few, ..Dots::default() };
    let shown = transitions.len().min(DOTS);
    for transition in (0..shown).map(|index| &transitions[index * transitions.len() / shown]) {
        if let (Some(from), Some(to)) = (place(transition.from), place(transition.to)) {
            put!(dots.path, "M{} {}{mark}", px(LEFT + to), px(TOP + from));
            dots.drawn += 1;
        }
    }
    dots
}

fn dots_said(dots: &Dots, all: usize) -> String {
    if dots.drawn < all {
        format!("{} of {}, picked evenly", count(dots.drawn as u64), count(all as u64))
    } else {
        counted(all, "transition")
    }
}

/// What a blind reader, or a script, would want to know of the picture.
fn figures(out: &mut String, repertoire: &Repertoire, sample: &Sample) {
    let size = sample.len();
    // s, nearer than this a moment is its own neighbour.
    const APART: f64 = 1.0;
    let mut nearest: Option<(f32, usize, usize)> = None;
    let mut alone: Option<(f32, usize)> = None;
    let seconds = |index: usize| {
        let (take, frame) = sample.places[index];
        frame as f64 / f64::from(repertoire.takes[take].clip.rate())
    };
    for row in 0..size {
        let others = (0..size).filter(|&column| {
            sample.places[row].0 != sample.places[column].0 || (seconds(row) - seconds(column)).abs() >= APART
        });
        let best = others
            .map(|column| (sample.distances[row * size + column], column))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((distance, column)) = best {
            if nearest.is_none_or(|(least, _, _)| distance < least) {
                nearest = Some((distance, row, column));
            }
            if alone.is_none_or(|(most, _)| distance > most) {
                alone = Some((distance, row));
            }
        }
    }
    let named = |index: usize| {
        let take = &repertoire.takes[sample.places[index].0];
        format!("{} at {}", escape(&take.clip.name), moment(seconds(index)))
    };
    let cm = |metres: f32| format!("{} cm", number(100.0 * f64::from(metres), 1));
    put!(out, "<p>Half of all pairs are within {}.", cm(quantile(&sample.distances, 0.5)));
    if let (Some((least, row, column)), Some((most, lonely))) = (nearest, alone) {
        put!(
            out,
            " The two most alike that are not neighbours are {} and {}: {}.",
            named(row),
            named(column),
            cm(least)
        );
        put!(out, " The pose least like any other is {}: {} from its nearest.", named(lonely), cm(most));
    }
    put!(out, "</p>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_goes_from_end_to_end() {
        assert_eq!(scale(0.0), [0x44, 0x01, 0x54]);
        assert_eq!(scale(1.0), [0xfd, 0xe7, 0x25]);
        assert_eq!(scale(f32::NAN.max(0.0)), scale(0.0));
    }

    #[test]
    fn a_picture_of_two_by_two_can_be_read_again() {
        let bytes = png(&[0.0, 1.0, 1.0, 0.0], 2, 1.0);
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; 4];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, [0, 63, 63, 0]);
    }
}
