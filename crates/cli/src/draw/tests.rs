//! What must hold of every sheet.

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{End, Joint, Pose};

use super::*;

fn joint(name: &str, parent: Option<usize>, offset: [f32; 3]) -> Joint {
    Joint { name: name.into(), parent, offset: Vec3::from(offset), rest: Quat::IDENTITY }
}

/// A plain person in a T-pose.
fn person() -> Skeleton {
    let mut joints = vec![
        joint("Hips", None, [0.0, 0.95, 0.0]),
        joint("Spine", Some(0), [0.0, 0.1, 0.0]),
        joint("Chest", Some(1), [0.0, 0.2, 0.0]),
        joint("Neck", Some(2), [0.0, 0.25, 0.0]),
        joint("Head", Some(3), [0.0, 0.1, 0.0]),
    ];
    let mut ends = vec![End { joint: 4, offset: Vec3::new(0.0, 0.2, 0.0) }];
    for (side, x) in [("Left", 1.0), ("Right", -1.0)] {
        let mut add = |name: &str, parent: usize, offset: [f32; 3]| {
            joints.push(joint(&format!("{side}{name}"), Some(parent), offset));
            joints.len() - 1
        };
        let collar = add("Collar", 2, [x * 0.05, 0.2, 0.0]);
        let upper = add("UpperArm", collar, [x * 0.13, 0.0, 0.0]);
        let lower = add("LowerArm", upper, [x * 0.28, 0.0, 0.0]);
        let hand = add("Hand", lower, [x * 0.26, 0.0, 0.0]);
        let thigh = add("UpperLeg", 0, [x * 0.1, -0.05, 0.0]);
        let shin = add("LowerLeg", thigh, [0.0, -0.42, 0.0]);
        let foot = add("Foot", shin, [0.0, -0.4, 0.0]);
        let toes = add("Toes", foot, [0.0, -0.08, 0.14]);
        ends.push(End { joint: hand, offset: Vec3::new(x * 0.09, 0.0, 0.0) });
        ends.push(End { joint: toes, offset: Vec3::new(0.0, 0.0, 0.06) });
    }
    Skeleton::with_ends(joints, ends).unwrap()
}

/// A body that glides ahead and turns, for two seconds at 60 Hz.
fn gliding(skeleton: &Skeleton) -> Clip {
    let (mut translations, mut rotations) = (Vec::new(), Vec::new());
    for frame in 0..121 {
        let t = frame as f32 / 60.0;
        let mut pose = Pose::rest(skeleton);
        pose.translations[0] += Vec3::new(0.3 * t, 0.0, 1.2 * t);
        pose.rotations[0] = Quat::from_rotation_y(t);
        translations.extend(pose.translations);
        rotations.extend(pose.rotations);
    }
    Clip::new(skeleton, "gliding", 60.0, translations, rotations).unwrap()
}

fn sheet(skeleton: &Skeleton, clip: &Clip, every: Option<f64>, view: View) -> String {
    let options = SheetOptions { every, view, title: "a <title> & more".into(), ..SheetOptions::default() };
    svg(&[Figure { name: "one", skeleton, clip }], &options)
}

fn cells(svg: &str) -> usize {
    svg.matches(r#"class="cell""#).count()
}

/// Width, height and pixels of a sheet; fails where it is not well-formed.
fn drawn(svg: &str) -> tiny_skia::Pixmap {
    tiny_skia::Pixmap::decode_png(&png(svg).unwrap()).unwrap()
}

const VIEWS: [View; 5] = [View::Front, View::Side, View::Top, View::ThreeQuarter, View::Pair];

#[test]
fn every_view_is_well_formed_with_one_cell_per_moment() {
    let skeleton = person();
    let clip = gliding(&skeleton);
    for view in VIEWS {
        let svg = sheet(&skeleton, &clip, Some(0.25), view);
        usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
        assert_eq!(cells(&svg), 9);
        assert!(svg.contains("0.25 s") && svg.contains("2.00 s") && svg.contains(view.name()));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}

#[test]
fn the_same_motion_gives_the_same_bytes() {
    let skeleton = person();
    let clip = gliding(&skeleton);
    let draw = || sheet(&skeleton, &clip, None, View::ThreeQuarter);
    assert_eq!(draw(), draw());
    assert_eq!(png(&draw()).unwrap(), png(&draw()).unwrap());
}

#[test]
fn the_picture_is_as_large_as_the_sheet_says_and_not_blank() {
    let skeleton = person();
    let svg = sheet(&skeleton, &gliding(&skeleton), Some(0.5), View::Front);
    let picture = drawn(&svg);
    let says = |name: &str, value: u32| svg.contains(&format!(r#"{name}="{value}""#));
    assert!(says("width", picture.width()) && says("height", picture.height()));
    let colours: std::collections::BTreeSet<_> =
        picture.pixels().iter().map(|p| (p.red(), p.green(), p.blue())).collect();
    assert!(colours.len() > 500, "only {} colours", colours.len());
}

#[test]
fn left_is_warm_on_the_right_of_a_front_view_and_right_is_cool_on_its_left() {
    let skeleton = person();
    let clip = Clip::still(&skeleton, "still", 60.0, Pose::rest(&skeleton)).unwrap();
    let picture = drawn(&sheet(&skeleton, &clip, None, View::Front));
    // Counted below the header, where the legend is not.
    let count = |half: std::ops::Range<u32>, warm: bool| {
        let all = half.flat_map(|x| (HEADER as u32..picture.height()).map(move |y| (x, y)));
        all.filter_map(|(x, y)| picture.pixel(x, y))
            .filter(|p| {
                let (red, blue) = (i32::from(p.red()), i32::from(p.blue()));
                if warm { red - blue > 60 } else { blue - red > 60 }
            })
            .count()
    };
    let (width, middle) = (picture.width(), picture.width() / 2);
    assert!(count(middle + 20..width, true) > 1000 && count(middle + 20..width, false) == 0);
    assert!(count(0..middle - 20, false) > 1000 && count(0..middle - 20, true) == 0);
}

#[test]
fn a_clip_of_one_frame_is_one_cell() {
    let skeleton = person();
    let clip = Clip::still(&skeleton, "still", 60.0, Pose::rest(&skeleton)).unwrap();
    for every in [None, Some(0.1)] {
        let svg = sheet(&skeleton, &clip, every, View::ThreeQuarter);
        assert_eq!(cells(&svg), 1);
        assert!(svg.contains("1 frame "));
        drawn(&svg);
    }
}

#[test]
fn a_prop_without_roles_is_drawn_as_sticks() {
    let joints = vec![joint("pole", None, [0.0, 0.5, 0.0]), joint("tip", Some(0), [0.0, 1.2, 0.0])];
    let pole = Skeleton::new(joints).unwrap();
    let point = Skeleton::new(vec![joint("marker", None, [0.0; 3])]).unwrap();
    for skeleton in [pole, point] {
        let svg = sheet(&skeleton, &gliding(&skeleton), Some(1.0), View::Side);
        assert_eq!(cells(&svg), 3);
        assert!(svg.contains("url(#l0-0-"), "something is drawn, in the trunk's colour");
        assert!(!svg.contains(">left<"), "what has no sides needs no legend of them");
        drawn(&svg);
    }
}

#[test]
fn a_long_motion_at_a_short_spacing_has_240_cells_and_says_so() {
    let skeleton = Skeleton::new(vec![joint("marker", None, [0.0; 3])]).unwrap();
    let clip = gliding(&skeleton).with_rate(0.1).unwrap();
    let svg = sheet(&skeleton, &clip, Some(0.001), View::Front);
    assert!(cells(&svg) <= 240);
    let dense = gliding(&skeleton).resampled(240.0).unwrap();
    let svg = sheet(&skeleton, &dense, Some(0.001), View::Front);
    assert_eq!(cells(&svg), 240);
    assert!(svg.contains("raised: 240 cells at most"));
}

#[test]
fn broken_and_huge_values_leave_the_rest_of_the_sheet_whole() {
    let skeleton = person();
    for broken in [f32::NAN, f32::INFINITY, 1e30, -3e7] {
        let mut clip = gliding(&skeleton);
        clip.translations_mut(30)[0].x = broken;
        clip.translations_mut(60)[0].y = broken;
        clip.rotations_mut(90)[3] = Quat::from_xyzw(broken, 0.0, 0.0, 0.0);
        for view in VIEWS {
            let svg = sheet(&skeleton, &clip, Some(0.5), view);
            assert_eq!(cells(&svg), 5);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{broken}");
            drawn(&svg);
        }
    }
    for every in [0.0, -1.0, f64::NAN] {
        assert!(cells(&sheet(&skeleton, &gliding(&skeleton), Some(every), View::Top)) > 0);
    }
}

#[test]
fn several_figures_have_their_own_colours_and_names() {
    let skeleton = person();
    let clip = gliding(&skeleton);
    let names = ["anna", "bo & co", "cem", "dora", "emil"];
    let figures: Vec<_> =
        names.iter().map(|name| Figure { name, skeleton: &skeleton, clip: &clip }).collect();
    let svg = svg(&figures, &SheetOptions { every: Some(1.0), ..SheetOptions::default() });
    assert!(svg.contains(">anna<") && svg.contains(">bo &amp; co<"));
    assert!((0..4).all(|figure| svg.contains(&format!("url(#l{figure}-1-"))));
    drawn(&svg);
    assert_eq!(cells(&super::svg(&[], &SheetOptions::default())), 1, "a sheet of nobody is still a sheet");
}

#[test]
fn a_name_too_long_keeps_both_ends() {
    let skeleton = person();
    let clip = gliding(&skeleton);
    let long = "pushed-and-fallen-subject-1";
    let figures = [long, "b"].map(|name| Figure { name, skeleton: &skeleton, clip: &clip });
    let svg = svg(&figures, &SheetOptions { title: "t".repeat(900), ..SheetOptions::default() });
    assert!(svg.contains(">pushed-and-…-subject-1<"));
    assert!(!svg.contains(&"t".repeat(300)));
}

#[test]
fn what_is_no_sheet_is_refused() {
    assert!(matches!(png("<svg"), Err(DrawError::Svg(_))));
    let vast = r#"<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="9"/>"#;
    assert_eq!(png(vast), Err(DrawError::TooLarge { width: 99_999, height: 9 }));
}

#[test]
fn boxes_show_three_sides_and_balls_are_round_and_what_is_far_away_is_left_out() {
    let skeleton = person();
    let clip = gliding(&skeleton);
    let figures = [Figure { name: "one", skeleton: &skeleton, clip: &clip }];
    let prop = |form: Form, at: Vec3| Prop { form, rate: 60.0, first: 0, places: vec![(at, Quat::IDENTITY)] };
    let drawn = |props: Vec<Prop>| {
        let options = SheetOptions { every: Some(10.0), props, ..SheetOptions::default() };
        let sheet = svg(&figures, &options);
        assert!(png(&sheet).is_ok());
        sheet
    };
    let plain = drawn(Vec::new());
    let near = Vec3::new(0.3, 1.0, 0.3);
    let held = drawn(vec![prop(Form::Box(Vec3::new(0.2, 0.15, 0.3)), near)]);
    let faces = |sheet: &str| sheet.matches("L").count();
    // From aside and above one sees three sides of a box; each has three straight edges, and a fourth that closes it.
    assert!(faces(&held) >= faces(&plain) + 9, "{} and {}", faces(&plain), faces(&held));
    let ball = drawn(vec![prop(Form::Ball(0.2), near)]);
    assert_eq!(ball.matches("<ellipse").count(), plain.matches("<ellipse").count() + 1);
    assert_eq!(drawn(vec![prop(Form::Ball(0.2), Vec3::new(30.0, 0.2, 0.0))]), plain);
    assert_eq!(drawn(vec![prop(Form::Ball(0.2), Vec3::NAN)]), plain, "nor is what is nowhere");
    let late = Prop { first: 200, ..prop(Form::Ball(0.2), near) };
    assert_eq!(drawn(vec![late]), plain, "nor what is not there yet");
}
