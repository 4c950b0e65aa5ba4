//! `footwork draw`.

use std::collections::BTreeSet;

use crate::common::Scratch;
use resvg::tiny_skia::Pixmap;

#[test]
fn a_png_decodes_and_shows_something_from_every_side() {
    let scratch = Scratch::with_take();
    let mut pictures = BTreeSet::new();
    for view in ["front", "side", "top", "three-quarter"] {
        let run = scratch.run(&["draw", "take.bvh", "-o", "sheet.png", "--view", view]).ok();
        assert_eq!(run.out, "sheet.png\n");
        let bytes = scratch.bytes("sheet.png");
        let picture = Pixmap::decode_png(&bytes).unwrap();
        let colours: BTreeSet<_> = picture.pixels().iter().map(|p| (p.red(), p.green(), p.blue())).collect();
        assert!(colours.len() > 300, "{view}: only {} colours", colours.len());
        assert!(picture.pixels().iter().all(|pixel| pixel.is_opaque()), "{view}");
        pictures.insert(bytes);
    }
    assert_eq!(pictures.len(), 4, "every view is another picture");
}

#[test]
fn a_moment_is_drawn_every_so_many_seconds() {
    let scratch = Scratch::with_take();
    for (every, cells) in [("0.5", 4), ("0.25", 8), ("1", 2), ("1000", 1)] {
        scratch.run(&["draw", "take.bvh", "-o", "sheet.svg", "--every", every]).ok();
        let svg = scratch.text("sheet.svg");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert_eq!(svg.matches(r#"class="cell""#).count(), cells, "every {every} s");
        assert!(svg.contains("take.bvh") && svg.contains("0.00 s"), "{svg}");
    }
}

#[test]
fn one_of_several_animations_is_drawn_by_name_or_number() {
    let scratch = Scratch::new();
    scratch.write_dancer();
    let cells = |args: &[&str]| {
        let args = [&["draw", "dancer.glb", "-o", "sheet.svg", "--every", "0.1"], args].concat();
        scratch.run(&args).ok();
        scratch.text("sheet.svg").matches(r#"class="cell""#).count()
    };
    assert_eq!((cells(&[]), cells(&["--clip", "dance"]), cells(&["--clip", "3"])), (10, 6, 3));
    let error = scratch.run(&["draw", "dancer.glb", "-o", "none.svg", "--clip", "waltz"]).one_error();
    assert!(error.contains("dancer.glb: there is no clip \"waltz\"; there are: idle, dance, bow"), "{error}");
    assert!(!scratch.has("none.svg"));
}

#[test]
fn other_endings_views_and_spacings_are_refused_and_nothing_is_written() {
    let scratch = Scratch::with_take();
    for out in ["sheet.jpg", "sheet", "sheet.png.txt"] {
        let error = scratch.run(&["draw", "take.bvh", "-o", out]).one_error();
        assert!(error.contains(&format!("{out}: a sheet is a .png or .svg file")), "{error}");
    }
    for every in ["0", "-1", "NaN", "often"] {
        let error = scratch.run(&["draw", "take.bvh", "-o", "sheet.png", "--every", every]).usage_error();
        assert!(error.contains("expected a positive number of seconds"), "{error}");
    }
    let error = scratch.run(&["draw", "take.bvh", "-o", "sheet.png", "--view", "below"]).usage_error();
    assert!(error.contains("front, side, top, three-quarter"), "{error}");
    scratch.run(&["draw", "take.bvh", "-o", "none/sheet.png"]).one_error();
    assert_eq!(scratch.files(), ["take.bvh"]);
}
