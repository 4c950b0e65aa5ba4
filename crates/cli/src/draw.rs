//! Contact sheets: a motion at a glance, as a grid of moments in one picture.

use std::fmt::Write;
use std::sync::Arc;

use footwork_motion::{Clip, Skeleton};
use resvg::{tiny_skia, usvg};

mod camera;
mod cell;
mod figure;
mod header;
mod moments;
mod paint;
mod plan;
mod prop;
mod svg;
#[cfg(test)]
mod tests;
mod track;

use camera::Camera;
pub use camera::View;
use cell::{REACH, Scene};
use moments::Moments;
use paint::{BORDER, CARD, FAINT_INK, INK, PAGE, Paints};
pub use prop::{Form, Prop};
use svg::number;
use track::{Track, middle, way};

/// What a sheet is to show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SheetOptions {
    /// s, between cells; none for about 24 cells.
    pub every: Option<f64>,
    /// From which side.
    pub view: View,
    /// What stands at the head of the sheet.
    pub title: String,
    /// What is there besides bodies.
    pub props: Vec<Prop>,
}

/// One of the bodies that move together.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// As the legend calls it.
    pub name: &'a str,
    /// Its bones.
    pub skeleton: &'a Skeleton,
    /// Its motion, from the same moment as the others'.
    pub clip: &'a Clip,
}

/// Why a sheet is no picture.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum DrawError {
    #[error("the sheet is not an SVG that can be drawn: {0}")]
    Svg(String),
    #[error("a picture of {width} × {height} pixels is too large; draw fewer cells (a larger --every)")]
    TooLarge { width: u32, height: u32 },
    #[error("the picture could not be written as PNG: {0}")]
    Png(String),
}

/// A contact sheet of figures that move together. The same input gives the same bytes.
pub fn svg(figures: &[Figure<'_>], options: &SheetOptions) -> String {
    let tracks: Vec<Track<'_>> = figures.iter().map(Track::new).collect();
    let seconds = figures.iter().map(|figure| figure.clip.seconds()).fold(0.0, f64::max);
    let rate = figures.iter().map(|figure| f64::from(figure.clip.rate())).fold(0.0, f64::max);
    let moments = Moments::new(seconds, rate, options.every);
    let layout = Layout::new(&tracks, &moments, seconds, options.view);
    let mut paints = Paints::default();
    let mut cells = String::new();
    for (index, &time) in moments.times.iter().enumerate() {
        layout.draw_cell(&mut cells, &tracks, &options.props, index, time, &mut paints);
    }
    let (width, height) = (layout.width(), layout.height());
    let mut out = String::new();
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="Ubuntu, Helvetica, Arial, sans-serif">"#
    );
    let _ = writeln!(out, "<defs>\n{}{}</defs>", paints.defs(), layout.defs());
    let _ = writeln!(out, r#"<rect width="{width}" height="{height}" fill="{PAGE}"/>"#);
    out.push_str(&header::header(figures, options, &moments, seconds, width));
    out.push_str(&cells);
    out.push_str("</svg>\n");
    out
}

/// Draws a sheet as a PNG, with fonts of its own, so that it looks the same wherever it is drawn.
pub fn png(svg: &str) -> Result<Vec<u8>, DrawError> {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    // For characters that the first one lacks.
    fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
    fonts.set_sans_serif_family("Ubuntu");
    let options =
        usvg::Options { font_family: "Ubuntu".into(), fontdb: Arc::new(fonts), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| DrawError::Svg(error.to_string()))?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let too_large = DrawError::TooLarge { width, height };
    if width > 32_767 || height > 32_767 {
        return Err(too_large);
    }
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or(too_large)?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| DrawError::Png(error.to_string()))
}

/// px
const MARGIN: f32 = 28.0;
const GAP: f32 = 8.0;
const HEADER: f32 = 92.0;
const CELL_PADDING: f32 = 8.0;
/// The row of a cell that its time stands in.
const CELL_HEAD: f32 = 24.0;

/// Where things are on the sheet, in pixels.
struct Layout {
    columns: usize,
    rows: usize,
    cell_width: f32,
    cell_height: f32,
    /// Where the ground below the body is in a cell, from its top.
    floor: f32,
    view: View,
    /// px per m
    scale: f32,
    /// m, of the disc of ground.
    radius: f32,
    /// Of the cells' times.
    decimals: usize,
}

impl Layout {
    fn new(tracks: &[Track<'_>], moments: &Moments, seconds: f64, view: View) -> Layout {
        let cells = moments.times.len().max(1);
        let rows = cells.div_ceil(8);
        let columns = cells.div_ceil(rows);
        let cell_width = match columns {
            1 => 560.0,
            2 => 380.0,
            3 => 320.0,
            4..=6 => 260.0,
            _ => 214.0,
        };
        // The largest reach of the motion around the middle, in metres on the picture.
        let unit = Camera::new(view, 1.0);
        let (mut across, mut above, mut below) = (0.85_f32, 0.5_f32, 0.0_f32);
        let between = (0..400).map(|step| seconds * f64::from(step) / 399.0);
        for time in between.chain(moments.times.iter().copied()) {
            let origin = middle(tracks, time);
            let unit = Camera::of_pair(view, 1.0, way(tracks, time));
            for part in tracks.iter().flat_map(|track| track.scene(time, origin).parts) {
                for ball in part.balls().unwrap_or_default() {
                    let at = unit.project(ball.at);
                    across = across.max(at.x.abs() + ball.radius);
                    above = above.max(ball.radius - at.y);
                    below = below.max(at.y + ball.radius);
                }
            }
        }
        let radius = across.min(REACH);
        let edge = radius * unit.ground_squash();
        (above, below) = (above.max(edge), below.max(edge));
        let inner = cell_width - 2.0 * CELL_PADDING;
        // A cell may be taller than wide, but not by so much that rows no longer fit a screen.
        let tallest = 1.3 * inner;
        let scale = (inner / (2.0 * across)).min(tallest / (above + below));
        let floor = CELL_HEAD + CELL_PADDING + above * scale;
        let cell_height = (floor + below * scale + CELL_PADDING).ceil();
        let decimals = header::decimals(moments.every);
        Layout { columns, rows, cell_width, cell_height, floor, view, scale, radius, decimals }
    }

    fn width(&self) -> f32 {
        let cells = self.columns as f32;
        (2.0 * MARGIN + cells * self.cell_width + (cells - 1.0) * GAP).ceil()
    }

    fn height(&self) -> f32 {
        let rows = self.rows as f32;
        (HEADER + rows * self.cell_height + (rows - 1.0) * GAP + MARGIN).ceil()
    }

    /// The blur of shadows and the outline of a cell.
    fn defs(&self) -> String {
        let (width, height) = (number(self.cell_width), number(self.cell_height));
        let (left, top) = (number(-0.5 * self.cell_width), number(-self.floor));
        let blur = number(0.018 * self.scale);
        format!(
            concat!(
                r#"<filter id="soft" filterUnits="userSpaceOnUse" x="{left}" y="{top}" width="{width}" height="{height}">"#,
                r#"<feGaussianBlur stdDeviation="{blur}"/></filter>"#,
                "\n",
                r#"<clipPath id="card"><rect width="{width}" height="{height}" rx="6"/></clipPath>"#,
                "\n"
            ),
            left = left,
            top = top,
            width = width,
            height = height,
            blur = blur
        )
    }

    fn draw_cell(
        &self,
        out: &mut String,
        tracks: &[Track<'_>],
        props: &[Prop],
        index: usize,
        time: f64,
        paints: &mut Paints,
    ) {
        let x = MARGIN + (index % self.columns) as f32 * (self.cell_width + GAP);
        let y = HEADER + (index / self.columns) as f32 * (self.cell_height + GAP);
        let origin = middle(tracks, time);
        let camera = Camera::of_pair(self.view, self.scale, way(tracks, time));
        let scenes: Vec<Scene> = tracks.iter().map(|track| track.scene(time, origin)).collect();
        // Props that lie far beyond all bodies would float beside the ground.
        let reach = scenes.iter().map(|scene| scene.now.length()).fold(self.radius, f32::max) + 0.5;
        let props: Vec<Scene> = props.iter().filter_map(|prop| prop.scene(time, origin, reach)).collect();
        let (width, height) = (number(self.cell_width), number(self.cell_height));
        let _ = writeln!(
            out,
            r#"<g class="cell" transform="translate({} {})" clip-path="url(#card)">"#,
            number(x),
            number(y)
        );
        let _ = writeln!(out, r#"<rect width="{width}" height="{height}" fill="{CARD}"/>"#);
        let (middle, floor) = (number(0.5 * self.cell_width), number(self.floor));
        let _ = writeln!(out, r#"<g transform="translate({middle} {floor})">"#);
        let _ = writeln!(out, "{}", cell::ground(&camera, origin, self.radius));
        for scene in scenes.iter().chain(&props) {
            let _ = writeln!(out, "{}", cell::shadow(&camera, scene));
        }
        for (figure, scene) in scenes.iter().enumerate() {
            let _ = writeln!(out, "{}", cell::path(&camera, scene, figure, self.radius));
        }
        let _ = writeln!(out, "{}\n</g>", cell::bodies(&camera, &scenes, &props, paints));
        let _ = writeln!(
            out,
            r#"<text x="11" y="20" font-size="13" fill="{INK}">{time:.*} s</text>"#,
            self.decimals
        );
        if let Some(frame) = tracks.first().map(|track| track.frame(time)) {
            let _ = writeln!(
                out,
                r#"<text x="{}" y="20" font-size="10" fill="{FAINT_INK}" text-anchor="end">{frame}</text>"#,
                number(self.cell_width - 11.0)
            );
        }
        let _ = writeln!(
            out,
            r#"<rect x="0.5" y="0.5" width="{}" height="{}" rx="6" fill="none" stroke="{BORDER}"/>"#,
            number(self.cell_width - 1.0),
            number(self.cell_height - 1.0)
        );
        out.push_str("</g>\n");
    }
}
