//! One self-contained page that shows what is in a repertoire: people would rather look than read.
//!
//! ```
//! # use footwork_annotate::{Annotation, Repertoire, Take};
//! # use footwork_performer::{Show, perform};
//! # let show = perform(Show::Boxing, 5.0, 1, 60.0)?;
//! # let takes = vec![Take::new(show.clip, Annotation::default())];
//! # let repertoire = Repertoire { skeleton: show.skeleton, takes };
//! let html = footwork_report::page("boxer", &repertoire);
//! assert!(html.starts_with("<!DOCTYPE html>"));
//! # Ok::<(), footwork_performer::PerformError>(())
//! ```
//!
//! The page needs nothing from anywhere else, is well-formed as XML, and has the same bytes for the same repertoire.
//! Nothing here opens a file.

mod energy;
mod head;
mod html;
mod palette;
mod timeline;

use footwork_annotate::Repertoire;

use html::{escape, put};
use palette::Classes;

/// The page about a repertoire.
pub fn page(name: &str, repertoire: &Repertoire) -> String {
    let classes = Classes::of(repertoire);
    let mut out = String::new();
    put!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n<title>{}</title>\n",
        escape(name)
    );
    put!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    put!(out, "<style>\n{}</style></head>\n<body>\n", include_str!("style.css"));
    head::head(&mut out, name, repertoire);
    put!(
        out,
        "<nav><div><a href=\"#takes\">Takes</a><a href=\"#time\">Over time</a><a href=\"#alike\">Likeness</a>"
    );
    put!(out, "<a href=\"#blows\">Hitting points</a><a href=\"#graphs\">Graphs</a></div></nav>\n<main>\n");
    head::table(&mut out, repertoire);
    timeline::takes(&mut out, repertoire, &classes);
    put!(out, "<footer>Made by footwork report.</footer></main>\n<div id=\"tip\"></div>\n");
    put!(out, "<script>\n{}</script></body></html>\n", include_str!("script.js"));
    out
}
