//! From a scene's table to a crowd that plays: patches baked on the spot, and out of a file.

use crate::common;
use footwork_motion::Transform;
use footwork_patches::browse::{BrowserMemory, DROP, KEEP, UNDO, Verdict};
use footwork_patches::{BROWSE, PatchBook, SKILL, verdicts};
use footwork_skill::{Context, Control, Flow, Options, Shelf, Skill, Table};
use footwork_stage::{Ask, Cue, Settings, Stage};
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
    what_is_dropped_is_left_out(&rig, &baked.bytes);
}

/// Two show patches, somebody keeps one and drops others, takes one verdict back, and records it.
fn what_is_dropped_is_left_out(rig: &std::sync::Arc<footwork_stage::Rig>, file: &[u8]) {
    let text = "[browse]\nskill = \"file\"\n";
    let document = DeTable::parse(text).expect("it is TOML").into_inner();
    let value = document.get("browse").expect("its table").clone();
    let casting = BROWSE.cast(&Table::new(text, "browse", value)).expect("it is read");
    let context = Context {
        rig,
        props: &[],
        load: &|_| Ok(file.to_vec()),
        lessons: &[],
        hear: &|_| Flow::GoOn,
        shelf: &Shelf::default(),
        cache: None,
    };
    let Control::Mind(mind) = casting.make(&context).expect("it is made") else { panic!("no mind shows") };
    let mut stage = Stage::new(Settings::default(), 1).expect("a stage");
    let number = stage.add_rig(rig.clone());
    let mind = stage.add_shared_mind(mind);
    let actors = [0.0, 1.4].map(|z| {
        let at = Transform { translation: glam::Vec3::new(0.0, 0.0, z), ..Transform::IDENTITY };
        stage.add_actor(number, Some(mind), at).expect("there is room")
    });
    let mut recorder = BROWSE.lessons().expect("it is recorded").recorder(actors[0]);
    // The second one's buttons count as well.
    for (who, button) in [(0, KEEP), (0, DROP), (1, DROP), (1, UNDO)] {
        (0..45).for_each(|_| stage.step());
        let ask = Ask::Button { button, down: true };
        stage.cue(Cue { tick: stage.view().tick(), to: actors[who], ask }).expect("he is there");
        for _ in 0..45 {
            stage.step();
            recorder.keep(&stage);
        }
    }
    let memory = *stage.actor(actors[0]).and_then(|me| me.memory::<BrowserMemory>()).expect("he remembers");
    let said = [0, 1, 2, 3].map(|patch| memory.verdict(patch));
    assert_eq!(said, [Some(Verdict::Kept), Some(Verdict::Dropped), None, None]);
    assert_eq!(memory.at, 2, "what was taken back is shown again");
    let lesson = recorder.lesson("recorded-1", "a person");
    let verdicts = verdicts::parse(&lesson.text).expect("it is read back");
    let book = PatchBook::from_bytes(file).expect("it is a book");
    let (left, dropped) = verdicts::judged(book.clone(), &verdicts);
    assert_eq!((dropped, left.patches.len()), (1, book.patches.len() - 1));
    assert_eq!(left.patches[1], book.patches[2]);
    assert_eq!(left.joins.one[0].get(1, 0), book.joins.one[0].get(2, 0));
    PatchBook::from_bytes(&left.to_bytes()).expect("what is left is a book");
}
