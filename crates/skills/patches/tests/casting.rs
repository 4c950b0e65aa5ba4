//! From a scene's table to a crowd that plays: patches baked on the spot, and out of a file.

use crate::common;
use footwork_patches::SKILL;
use footwork_skill::{Context, Control, Flow, Options, Shelf, Skill, Table};
use footwork_stage::{Settings, Stage};
use toml::de::DeTable;

/// What refuses a table, or the hash of a stage on which two were directed for a second.
fn play(rig: &std::sync::Arc<footwork_stage::Rig>, table: &str, file: &[u8]) -> Result<u64, String> {
    let text = format!("[patches]\n{table}\n");
    let document = DeTable::parse(&text).expect("it is TOML").into_inner();
    let value = document.get("patches").expect("its table").clone();
    let casting = SKILL.cast(&Table::new(&text, "patches", value)).map_err(|error| error.to_string())?;
    let context = Context {
        rig,
        props: &[],
        load: &|_| Ok(file.to_vec()),
        lessons: &[],
        hear: &|_| Flow::GoOn,
        shelf: &Shelf::default(),
        cache: None,
    };
    let Control::Director(made) = casting.make(&context).map_err(|error| error.to_string())? else {
        return Err("nobody directs".to_string());
    };
    let mut stage = Stage::new(Settings::default(), 1).expect("a stage");
    let director = stage.add_shared_director(made);
    let number = stage.add_rig(rig.clone());
    common::line_up(&mut stage, number, director, "two-fight-on", 2);
    (0..60).for_each(|_| stage.step());
    Ok(stage.hash())
}

#[test]
fn tables_become_crowds_and_a_baked_file_plays_as_what_it_was_baked_of() {
    let rig = common::boxing(20.0, &[1]);
    let baking = SKILL.baking().expect("it is baked");
    let options = Options::defaults(baking.options());
    let baked = baking.bake(rig.repertoire(), &options, &|_| Flow::GoOn).expect("it bakes");
    assert!(baked.lines.iter().any(|line| line.contains("patches")));
    baking.open(&baked.bytes, Some(rig.repertoire())).expect("it is its own");
    let out_of_file = play(&rig, "skill = \"file\"", &baked.bytes).expect("it plays");
    assert_eq!(play(&rig, "show = \"two-fight-on\"", &[]), Ok(out_of_file));
    let other = common::boxing(20.0, &[2]);
    let refused = play(&other, "skill = \"file\"", &baked.bytes).expect_err("it is of another body");
    assert!(refused.contains("another repertoire"), "{refused}");
    let none = play(&rig, "patterns = \"file\"", b"a: attack, LYING").expect_err("nobody lies");
    assert!(none.contains("step 2 (LYING)"), "{none}");
    // People of whom none can fall stand where they are.
    assert!(
        play(&rig, "show = \"dominoes\"\nskill = \"file\"\ntext = \"I\"\npeople = 3", &baked.bytes).is_ok()
    );
}
