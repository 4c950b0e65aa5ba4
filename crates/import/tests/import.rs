//! From files to a repertoire.

use std::path::PathBuf;

use footwork_annotate::Edits;
use footwork_formats::{bvh, save};
use footwork_import::{ImportError, Options, add, import};
use footwork_performer::{Show, perform};
use footwork_plan::progress::{Flow, Progress};

/// A folder with two takes of the performer: walk.bvh and box.bvh.
fn folder() -> (tempfile::TempDir, [PathBuf; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let files = [(Show::Locomotion, "walk.bvh"), (Show::Boxing, "box.bvh")].map(|(show, name)| {
        let performance = perform(show, 6.0, 1, 60.0).unwrap();
        let file = folder.path().join(name);
        let options = bvh::WriteOptions::default();
        save(&file, |out| bvh::write(out, &performance.skeleton, &performance.clip, options)).unwrap();
        file
    });
    (folder, files)
}

#[test]
fn files_become_takes_on_one_body_with_their_mirror_images_and_what_a_person_said() {
    let (folder, files) = folder();
    let cut = "[[strike]]\nadd = 2.0\nlimb = \"left_knee\"\n";
    std::fs::write(folder.path().join(Edits::file_name("walk")), cut).unwrap();
    let options = Options { rate: Some(30.0), mirror: true, ..Options::default() };
    let repertoire = import(&files, &options).unwrap().repertoire;
    let names: Vec<&str> = repertoire.takes.iter().map(|take| take.clip.name.as_str()).collect();
    assert_eq!(names, ["walk", "walk.mirrored", "box", "box.mirrored"]);
    assert!(repertoire.takes.iter().all(|take| take.clip.rate() == 30.0));
    let struck = |take: usize| repertoire.takes[take].annotation.strikes.iter().map(|s| s.limb.name());
    assert!(struck(0).any(|limb| limb == "left_knee") && struck(1).any(|limb| limb == "right_knee"));
}

#[test]
fn adding_a_take_again_keeps_what_was_said_about_it() {
    let (folder, files) = folder();
    let said = folder.path().join(Edits::file_name("walk"));
    std::fs::write(&said, "[[cut]]\nadd = 2.0\n").unwrap();
    let first = import(&files[..1], &Options::default()).unwrap().repertoire;
    std::fs::remove_file(said).unwrap();
    let both = add(Some(first.clone()), &files, &Options::default()).unwrap().repertoire;
    assert_eq!(both.takes[0], first.takes[0]);
    assert_eq!(both.takes.len(), 2);
}

#[test]
fn what_cannot_be_imported_is_refused_by_a_sentence() {
    let (_folder, files) = folder();
    let none: [PathBuf; 0] = [];
    assert!(matches!(import(&none, &Options::default()), Err(ImportError::NoFiles)));
    let twice = import(&[&files[0], &files[0]], &Options::default()).unwrap_err().to_string();
    assert!(twice.contains("would both be the take \"walk\""), "{twice}");
    let at_60 = import(&files[..1], &Options::default()).unwrap().repertoire;
    let slower = Options { rate: Some(30.0), ..Options::default() };
    assert!(matches!(add(Some(at_60), &files[1..], &slower), Err(ImportError::OtherRate { .. })));
}

#[test]
fn an_import_tells_how_far_it_is_and_can_be_stopped() {
    let (_folder, files) = folder();
    let heard = std::sync::Mutex::new(Vec::new());
    let hear = |at: Progress<'_>| {
        heard.lock().unwrap().push(at.done);
        Flow::GoOn
    };
    import(&files, &Options { hear: &hear, ..Options::default() }).unwrap();
    let heard = heard.into_inner().unwrap();
    assert_eq!((heard.len(), heard.last()), (4, Some(&1.0)));
    for stop_at in [0.0, 0.6] {
        let hear = |at: Progress<'_>| if at.done > stop_at { Flow::Stop } else { Flow::GoOn };
        let stopped = import(&files, &Options { hear: &hear, ..Options::default() });
        assert!(matches!(stopped, Err(ImportError::Stopped)), "{stop_at}");
    }
}
