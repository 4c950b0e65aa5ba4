//! The page holds together whatever is in the repertoire.

mod performed;

use footwork_annotate::edits::CutEdit;
use footwork_annotate::{
    Action, Annotation, Limb, Origin, Repertoire, Span, Strike, SupportMethod, Supports, Take,
};
use footwork_motion::glam::Vec3;
use footwork_performer::{Show, perform};
use footwork_report::{Graphs, page};
use performed::performed;
use proptest::prelude::*;

fn graphs(repertoire: &Repertoire) -> Graphs {
    Graphs::build(repertoire, &Default::default(), &Default::default()).unwrap()
}

/// The page is also well-formed XML, which is far stricter than what a browser takes.
fn parse(html: &str) -> roxmltree::Document<'_> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(html, options).unwrap_or_else(|error| {
        let line = html.lines().nth(error.pos().row as usize - 1).unwrap_or("");
        let at =
            line.char_indices().nth((error.pos().col as usize).saturating_sub(60)).map_or(0, |(at, _)| at);
        panic!("{error}: {}", line[at..].chars().take(120).collect::<String>())
    })
}

/// Well-formed, no NaN among the numbers, nothing from elsewhere, and every reference leads somewhere.
fn check(html: &str) {
    let document = parse(html);
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len(), "no id comes twice");
    for node in document.descendants() {
        for attribute in node.attributes() {
            let value = attribute.value();
            if ["d", "x", "y", "width", "height", "cx", "cy", "r", "transform"].contains(&attribute.name()) {
                assert!(!value.contains("NaN") && !value.contains("inf"), "{}: {value}", attribute.name());
            }
            if matches!(attribute.name(), "href" | "src") {
                let known = value
                    .strip_prefix('#')
                    .map_or(value.starts_with("data:image/png"), |id| ids.contains(&id));
                assert!(known, "{value} leads nowhere");
            }
            assert!(!attribute.name().starts_with("on"), "no script outside its place");
        }
    }
    assert_eq!(document.descendants().filter(|node| node.has_tag_name("script")).count(), 1);
}

fn still(name: &str, annotation: Annotation) -> Repertoire {
    let done = perform(Show::Locomotion, 1.0, 3, 30.0).unwrap();
    let mut clip = done.clip;
    clip.name = name.into();
    Repertoire { skeleton: done.skeleton, takes: vec![Take::new(clip, annotation)] }
}

#[test]
fn everything_is_on_the_page_and_the_same_input_gives_the_same_bytes() {
    let repertoire = performed(40.0);
    let graphs = graphs(&repertoire);
    let html = page("sparring", &repertoire, &graphs);
    check(&html);
    for take in &repertoire.takes {
        assert!(html.contains(&take.clip.name), "{}", take.clip.name);
    }
    for action in repertoire.takes.iter().flat_map(|take| &take.annotation.actions) {
        let class = action.classes[action.classes.len().min(3) - 1].replace('_', " ");
        assert!(html.contains(&class), "{class}");
    }
    for word in ["left hand", "Frame graph", "Action graph", "Fragments", "data:image/png;base64,"] {
        assert!(html.contains(word), "{word}");
    }
    assert_eq!(html, page("sparring", &repertoire, &graphs));
}

#[test]
fn nothing_from_outside_becomes_part_of_the_page() {
    let evil = "</title><script>alert(1)</script>\"'&\u{0}\u{1b}";
    let mut repertoire = performed(8.0);
    repertoire.takes[0].clip.name = evil.into();
    repertoire.takes[1].mirrored_from = Some(evil.into());
    for action in repertoire.takes.iter_mut().flat_map(|take| &mut take.annotation.actions) {
        action.classes = vec![evil.into(), evil.into()];
    }
    let graphs = graphs(&repertoire);
    let html = page(evil, &repertoire, &graphs);
    check(&html);
    assert!(!html.contains("<script>alert"));
    let titles: Vec<_> =
        parse(&html).descendants().filter(|node| node.has_tag_name("title")).map(|n| n.range()).collect();
    assert!(html[titles[0].clone()].contains("&lt;script&gt;"));
}

#[test]
fn a_page_about_nothing_says_so() {
    let skeleton = performed(1.0).skeleton;
    let html = page("empty", &Repertoire { skeleton, takes: Vec::new() }, &Graphs::default());
    check(&html);
    assert!(html.contains("There are none yet") && html.contains("no strikes") && html.contains("No graph"));
}

#[test]
fn one_take_of_which_nothing_is_known() {
    let html = page("one", &still("alone", Annotation::default()), &Graphs::default());
    check(&html);
    assert!(html.contains("alone") && html.contains("no strikes"));
}

#[test]
fn one_frame_is_enough() {
    let mut repertoire = still("moment", Annotation::default());
    repertoire.takes[0].clip = repertoire.takes[0].clip.span(0, 0);
    check(&page("one", &repertoire, &Graphs::default()));
}

#[test]
fn two_hundred_takes_are_a_page_too() {
    let mut repertoire = still("t", Annotation::default());
    let take = repertoire.takes[0].clone();
    repertoire.takes = (0..200)
        .map(|index| {
            let mut take = take.clone();
            take.clip.name = format!("take number {index}");
            take
        })
        .collect();
    let html = page("many", &repertoire, &Graphs::default());
    check(&html);
    assert!((0..200).all(|index| html.contains(&format!("take number {index}<"))));
    assert!(html.len() < 1_000_000, "{}", html.len());
}

#[test]
fn edits_and_how_supports_were_found_are_told() {
    let method = SupportMethod::Learned { c: 1.0, gamma: 1.0, accuracy: 0.987, frames: 1234 };
    let mut repertoire = still("told", Annotation { support_method: method, ..Annotation::default() });
    repertoire.takes[0].edits.cuts = vec![CutEdit::Add(0.5), CutEdit::Remove(0.2)];
    let html = page("told", &repertoire, &Graphs::default());
    assert!(html.contains("learned from 1,234 frames, 99 % right") && html.contains("2 cuts"), "{html}");
}

#[test]
fn twenty_minutes_are_a_few_megabytes() {
    // Without the graphs, which take longest and whose part of the page does not grow with the motion.
    let html = page("long", &performed(22.0 * 60.0), &Graphs::default());
    check(&html);
    assert!(html.len() < 4_000_000, "{}", html.len());
}

/// Frames of a clip of 31, and some beyond it.
fn frame() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0..31_u32, 1 => 25..40_u32, 1 => Just(u32::MAX)]
}

fn span() -> impl Strategy<Value = Span> {
    (frame(), frame()).prop_map(|(a, b)| Span { first: a.min(b), end: a.max(b) })
}

fn odd() -> impl Strategy<Value = f32> {
    prop_oneof![4 => -3.0..20.0_f32, 1 => Just(f32::NAN), 1 => Just(f32::INFINITY), 1 => Just(f32::MAX), 1 => Just(0.0)]
}

fn strike() -> impl Strategy<Value = Strike> {
    (frame(), span(), 0..8_usize, odd(), odd(), odd()).prop_map(|(frame, effective, limb, x, y, speed)| {
        Strike {
            frame,
            effective,
            limb: Limb::ALL[limb],
            point: Vec3::new(x, y, 1.0),
            direction: Vec3::new(0.0, y, x),
            speed,
        }
    })
}

fn action() -> impl Strategy<Value = Action> {
    let classes = prop::collection::vec("[a-z_<&]{0,12}", 0..3);
    (span(), classes, odd(), prop::option::of(span()), 0..3_usize).prop_map(
        |(span, classes, sure, avoids, origin)| {
            let origin = [Origin::Hand, Origin::Similar, Origin::Suggested][origin];
            Action { span, classes, limbs: vec![], direction: None, protects: None, avoids, sure, origin }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn odd_annotations_do_no_harm(
        left in prop::collection::vec(span(), 0..4),
        right in prop::collection::vec(span(), 0..4),
        strikes in prop::collection::vec(strike(), 0..6),
        actions in prop::collection::vec(action(), 0..6),
        name in ".{0,20}",
    ) {
        let supports = Supports { left, right };
        let annotation = Annotation { supports, strikes, actions, ..Annotation::default() };
        let repertoire = still(&name, annotation);
        let html = page(&name, &repertoire, &graphs(&repertoire));
        check(&html);
        prop_assert!(html.len() < 300_000);
    }
}
