//! One self-contained page that shows what is in a repertoire: people would rather look than read.
//!
//! ```
//! # use footwork_annotate::{Annotation, Repertoire, Take};
//! # use footwork_performer::{Show, perform};
//! # let show = perform(Show::Boxing, 5.0, 1, 60.0)?;
//! # let takes = vec![Take::new(show.clip, Annotation::default())];
//! # let repertoire = Repertoire { skeleton: show.skeleton, takes };
//! use footwork_report::Graphs;
//!
//! let html = footwork_report::page("boxer", &repertoire, &Graphs::default());
//! assert!(html.starts_with("<!DOCTYPE html>"));
//! # Ok::<(), footwork_performer::PerformError>(())
//! ```
//!
//! The page needs nothing from anywhere else, is well-formed as XML, and has the same bytes for the same repertoire.
//! Nothing here opens a file.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod blows;
mod curve;
mod graphs;
mod head;
mod heat;
mod html;
mod palette;
mod plot;
mod sample;
mod timeline;

use footwork_annotate::Repertoire;

pub use graphs::Graphs;
use html::{escape, put};
use palette::Classes;
use sample::Sample;

/// The page about a repertoire and what is known about its graphs.
pub fn page(name: &str, repertoire: &Repertoire, graphs: &Graphs) -> String {
    let classes = Classes::of(repertoire);
    let sample = Sample::of(repertoire, heat::MOST);
    let mut out = String::new();
    put!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n<title>{}</title>\n",
        escape(name)
    );
    put!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    put!(out, "<style>\n{}</style></head>\n<body>\n", include_str!("style.css"));
    head::head(&mut out, name, repertoire);
    put!(out, "<nav><div><a href=\"#takes\">Takes</a>");
    if !repertoire.takes.is_empty() {
        put!(out, "<a href=\"#time\">Over time</a>");
    }
    put!(out, "<a href=\"#alike\">Likeness</a><a href=\"#blows\">Hitting points</a>");
    put!(out, "<a href=\"#graphs\">Graphs</a></div></nav>\n<main>\n");
    head::table(&mut out, repertoire);
    timeline::takes(&mut out, repertoire, &classes);
    let transitions = graphs.frames.as_ref().map(|(graph, _)| graphs::transitions(graph));
    heat::heat(&mut out, repertoire, &sample, &classes, transitions.as_deref());
    blows::blows(&mut out, repertoire, &sample);
    graphs::section(&mut out, repertoire, graphs, &classes);
    put!(out, "<footer>Made by footwork report.</footer></main>\n<div id=\"tip\"></div>\n");
    put!(out, "<script>\n{}</script></body></html>\n", include_str!("script.js"));
    out
}
