//! Scenes as people write them: what is right is what it says, what is wrong is named with its line and what to do.

use footwork::motion::Side;
use footwork::motion::glam::Vec2;
use footwork::scene::{HeldBy, People, Permission, Scene, Source};
use footwork::stage::{PhysicsLevel, PropKind};
use footwork::{SceneError, skills};
use proptest::prelude::*;

const SCENE: &str = r#"
title = "Three"
line = "One walks, two play."
may = ["push"]

[repertoire]
performer = ["boxing", "tired-boxing"]
seconds = 30.0
seeds = [1, 2]

[[actors]]
name = "walker"
mind = "wander"
wander = { without = ["fall"] }

[[actors]]
mind = "loop"
count = 2
apart = 1.5
at = [3.0, -1.0]
facing = 90.0
team = 1
[actors.loop]
take = "boxing-1"
from = 1.0
to = 3.0
rate = 0.5

[[props]]
kind = "wall"
at = [0.0, 0.0, 4.0]
length = 5.0
height = 2.0
"#;

fn parse(text: &str) -> Result<Scene, SceneError> {
    Scene::parse(text, &skills())
}

#[test]
fn a_scene_is_what_it_says() {
    let scene = parse(SCENE).unwrap();
    assert_eq!(scene.may, [Permission::Push]);
    assert!(
        matches!(&scene.repertoire, Source::Performer { shows, seeds, .. } if shows.len() == 2 && *seeds == [1, 2])
    );
    let [walker, two] = &scene.actors[..] else { panic!("{:?}", scene.actors) };
    assert_eq!((walker.name.as_str(), walker.mind.about.mind), ("walker", "wander"));
    assert!(walker.mind.casting.key().contains("fall"), "{:?}", walker.mind.casting);
    assert_eq!((two.count, two.line, &two.at[..]), (2, 16, &[Vec2::new(3.0, -1.0)][..]));
    assert!(two.mind.casting.key().contains("rate: 0.5"), "{:?}", two.mind.casting);
    assert_eq!(scene.props[0].kind, PropKind::Wall { length: 5.0, height: 2.0 });
}

#[test]
fn a_mind_is_named_or_is_the_one_whose_table_is_there() {
    let minds = |actor: &str| {
        let scene = parse(&format!("title = \"a\"\nline = \"b\"\n[[actors]]\n{actor}\n"))?;
        let cast = &scene.actors[0];
        Ok::<_, SceneError>((cast.mind.about.mind, cast.other.as_ref().map(|other| other.about.mind)))
    };
    assert_eq!(minds("mind = \"stand\"").unwrap(), ("stand", None));
    assert_eq!(minds("wander = {}").unwrap(), ("wander", None));
    assert_eq!(minds("loop = { to = 1.0 }\nother = \"wander\"").unwrap(), ("loop", Some("wander")));
    let both = "loop = {}\nwander = { without = [] }\nother = \"wander\"";
    assert_eq!(minds(both).unwrap(), ("loop", Some("wander")));
    for (actor, says) in [
        ("", "line 3: an actor needs a mind"),
        (
            "loop = {}\nwander = {}",
            "line 3: there are tables of two minds, loop and wander: say which comes first",
        ),
        (
            "mind = \"stand\"\nwander = {}",
            "line 3: the table wander is of a mind that this actor does not have",
        ),
        (
            "mind = \"stand\"\n[actors.dance]\nsteps = 3",
            "line 5: there is no key or mind \"dance\"; there are: ",
        ),
        ("mind = \"dance\"", "line 3: mind: there is no mind \"dance\"; there are: "),
        (
            "mind = \"stand\"\nother = \"wandr\"",
            "other: there is no mind \"wandr\"; did you mean \"wander\"?",
        ),
        ("mind = \"stand\"\nstand = { up = 1 }", "line 5: stand: \"up\" is not known here"),
        (
            "mind = \"wander\"\nwithout = []",
            "line 5: without belongs into the table of its mind: wander = { without",
        ),
    ] {
        let error = minds(actor).unwrap_err().to_string();
        assert!(error.starts_with(says) || error.contains(says), "{actor}: {error}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line_and_what_would_be_right() {
    for (from, to, says) in [
        (
            "mind = \"wander\"",
            "mnd = \"wander\"",
            "line 13: \"mnd\" is not known here; did you mean \"mind\"?",
        ),
        ("\"wander\"", "\"wandr\"", "line 11: mind: there is no mind \"wandr\"; did you mean \"wander\"?"),
        ("\"push\"", "\"pushing\"", "line 4: "),
        ("title = \"Three\"", "titel = \"Three\"", "did you mean \"title\"?"),
        ("\"boxing\"", "\"boxin\"", "did you mean \"boxing\"?"),
        ("\"wall\"", "\"wal\"", "did you mean \"wall\"?"),
        ("seconds = 30.0", "seconds = -1.0", "line 6: seconds = -1"),
        ("rate = 0.5", "rate = nan", "loop: rate = NaN"),
        ("rate = 0.5", "rate = 0.0", "loop: rate = 0"),
        ("rate = 0.5", "speed = 0.5", "line 27: loop: \"speed\" is not known here"),
        ("count = 2", "count = 0", "line 16: count = 0"),
        ("count = 2", "count = -2", "line 18: actors: count: "),
        ("count = 2", "count = 2\nmost = 1", "line 16: most = 1: from count, 2, to 10000"),
        ("count = 2", "count = 2\nmost = 10001", "line 16: most = 10001"),
        ("count = 2", "count = 2\nmost = -1", "actors: most: "),
        ("may =", "people = 5\nmay =", "line 4: how many people there are cannot be changed"),
        ("may =", "peple = 5\nmay =", "did you mean \"people\"?"),
        ("\"walker\"", "\"../walker\"", "line 11: name = \"../walker\""),
        ("\"walker\"", "\"a\\nb\"", "line 11: name = "),
        ("\"walker\"", "\"\"", "line 11: name = "),
        ("length = 5.0", "length = -5.0", "size"),
        ("from = 1.0", "from = 5.0", "from before to"),
        ("title = \"Three\"", "", "title"),
        ("[[props]]", "[[props]", "line 29: "),
    ] {
        let error = parse(&SCENE.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(says), "{to}: {error}");
    }
    assert!(parse("title = \"a\"\nline = \"b\"").unwrap_err().what.contains("nobody"));
    assert!(parse("title = \"a\"\nline = \"b\"\nactors = 3").unwrap_err().what.contains("nobody"));
    assert!(parse("title = \"a\"\nline = \"b\"\nactors = [3]").unwrap_err().what.contains("[[actors]]"));
}

#[test]
fn with_more_people_groups_stay_in_proportion_and_stand_in_more_room() {
    let text = |people: &str| {
        format!(
            "title = \"a\"\nline = \"b\"\n{people}[[actors]]\nmind = \"stand\"\ncount = 12\nmost = 100\nat = [0.0, -4.0]\n\
             [[actors]]\nmind = \"stand\"\ncount = 12\nmost = 100\nat = [0.0, 4.0]\n[[actors]]\nmind = \"stand\"\n\
             [[props]]\nkind = \"wall\"\nat = [6.0, 0.0, 0.0]\nlength = 12.0\nheight = 2.0\n\
             [[props]]\nkind = \"ball\"\nat = [6.0, 1.0, 0.0]\nradius = 0.1\n"
        )
    };
    let counts = |scene: &Scene| scene.actors.iter().map(|cast| cast.count).collect::<Vec<_>>();
    let written = parse(&text("")).unwrap();
    assert_eq!(written.people(), Some(People { count: 24, least: 2, most: 200, step: 2 }));
    // Of an even number nobody is left without the other of his pair.
    let group = |count| {
        format!("title = \"a\"\nline = \"b\"\n[[actors]]\nmind = \"stand\"\ncount = {count}\nmost = 100\n")
    };
    assert_eq!([20, 21].map(|count| parse(&group(count)).unwrap().people().unwrap().step), [2, 1]);
    let many = parse(&text("people = 200\n")).unwrap();
    assert_eq!(counts(&many), [100, 100, 1]);
    assert_eq!(many.cast_size(), 201);
    // 100 for 12: the square root of 8.3 times as wide. Things that are no walls stay.
    let [there, here] = [0, 1].map(|group: usize| many.actors[group].at[0].y);
    assert!((there + 11.547).abs() < 1e-3 && (here - 11.547).abs() < 1e-3);
    assert!(
        matches!(many.props[0].kind, PropKind::Wall { length, height: 2.0 } if (length - 34.64).abs() < 0.01)
    );
    assert!((many.props[0].at.x - 17.32).abs() < 0.01);
    assert_eq!(many.props[1], written.props[1]);
    // Back to what is written is what is written, to the bit, whatever was dialled between.
    let back = many.with_people(24).unwrap();
    assert_eq!((counts(&back), &back.props), (counts(&written), &written.props));
    assert_eq!(back.actors[0].at, written.actors[0].at);
    // A few have the room that is written.
    let few = many.with_people(2).unwrap();
    assert_eq!((counts(&few), &few.props), (vec![1, 1, 1], &written.props));
    for bad in [0, 1, 201, u32::MAX] {
        assert!(written.with_people(bad).unwrap_err().contains("from 2 to 200"), "{bad}");
    }
    assert!(parse(SCENE).unwrap().with_people(3).is_err());
    let each = "[[actors]]\nmind = \"stand\"\nmost = 6000\n";
    let error = parse(&format!("title = \"a\"\nline = \"b\"\n{each}{each}")).unwrap_err();
    assert!(error.what.contains("12000 in all"), "{error}");
}

#[test]
fn hands_throws_and_levels_are_what_they_say_or_named() {
    let scene = |prop: &str, physics: &str| {
        let actors = "[[actors]]\nmind = \"stand\"\ncount = 2";
        parse(&format!("title = \"a\"\nline = \"b\"\n{actors}\n[physics]\n{physics}\n[[props]]\n{prop}\n"))
    };
    let ball = "kind = \"ball\"\nat = [0.0, 1.0, 3.0]\nradius = 0.1";
    let good = scene(
        &format!("{ball}\nthrown = {{ by = 1, at = [0.0, 1.5, 0.0], speed = 8.0, every = 3.0 }}"),
        "level = \"full\"",
    );
    let good = good.unwrap();
    assert_eq!(good.physics.unwrap().level, PhysicsLevel::Full);
    assert_eq!(good.props[0].thrown.unwrap().by, 1);
    let hands =
        "kind = \"box\"\nat = [0.0, 1.0, 0.3]\nsize = [0.4, 0.3, 0.3]\nheld = [{ by = 0, hand = \"left\" }]";
    assert_eq!(scene(hands, "").unwrap().props[0].held, [HeldBy { by: 0, hand: Side::Left }]);
    for (prop, physics, says) in [
        (
            format!("{ball}\nthrown = {{ by = 1, at = [0.0, 1.5, 0.0], speed = 800.0, every = 3.0 }}"),
            "",
            "speed = 800",
        ),
        (
            format!("{ball}\nthrown = {{ by = 1, at = [0.0, 1.5, 0.0], speed = 8.0, every = 0.0 }}"),
            "",
            "every = 0",
        ),
        (format!("{ball}\nheld = [{{ by = 0, hand = \"third\" }}]"), "", "third"),
        (ball.to_string(), "level = \"ful\"", "ful"),
    ] {
        let error = scene(&prop, physics).unwrap_err().to_string();
        assert!(error.contains(says), "{says}: {error}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text: String) {
        let _ = parse(&text);
    }

    #[test]
    fn no_damage_to_a_good_scene_makes_it_panic(at: prop::sample::Index, with: char) {
        let mut text: Vec<char> = SCENE.chars().collect();
        let at = at.index(text.len());
        text[at] = with;
        let _ = parse(&text.into_iter().collect::<String>());
    }
}
