//! What holds for every skill that is baked, whatever it does: the same bytes again, nothing foreign or damaged opened, and
//! nothing that opens makes a stage fail.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::intake::baked::{Known, all, bake, motion};
use footwork::annotate::sealed;
use footwork::skill::{Cache, Context, Flow, Hear, Options, Progress, Shelf};
use footwork::skills;

/// A second on stage.
const STEPS: u32 = 60;

#[test]
fn names_are_given_once_and_keys_are_said() {
    let skills = skills();
    for skill in skills.iter() {
        let about = skill.about();
        assert_eq!(skills.iter().filter(|other| other.about().name == about.name).count(), 1, "{about:?}");
        assert_eq!(skills.iter().filter(|other| other.about().mind == about.mind).count(), 1, "{about:?}");
        assert!(!about.title.is_empty() && !about.line.is_empty(), "{about:?}");
    }
    assert!(all().len() >= 2);
}

#[test]
fn the_same_again_is_the_same_bytes_on_any_number_of_threads() {
    for known in all() {
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            let again = pool.install(|| bake(known.baking, known.rig.repertoire()));
            assert!(again == known.bytes, "{} on {threads}", known.skill.about().name);
        }
    }
}

#[test]
fn progress_rises_from_nothing_to_all_and_a_stop_is_obeyed() {
    for Known { skill, baking, rig, .. } in all() {
        let options = Options::defaults(baking.options());
        let heard = Mutex::new(vec![0.0]);
        let hear = |at: Progress<'_>| {
            heard.lock().expect("nobody panicked").push(at.done);
            Flow::GoOn
        };
        baking.bake(rig.repertoire(), &options, &hear).expect("it bakes");
        let heard = heard.into_inner().expect("nobody panicked");
        let name = skill.about().name;
        assert!(heard.windows(2).all(|pair| pair[0] <= pair[1]), "{name}: {heard:?}");
        assert!(heard.last().is_some_and(|last| (0.9..=1.0).contains(last)), "{name}: {heard:?}");
        let stopped = baking.bake(rig.repertoire(), &options, &|_| Flow::Stop).expect_err("it was stopped");
        assert!(stopped.to_string().contains("stopped"), "{name}: {stopped}");
    }
}

#[test]
fn a_file_opens_with_its_own_repertoire_and_with_no_other() {
    for known in all() {
        let Known { skill, baking, rig, bytes } = known;
        baking.open(bytes, Some(rig.repertoire())).expect("it is its own");
        let error = baking.open(bytes, Some(&motion(*skill, 2))).expect_err("it is another one").to_string();
        assert!(error.contains("another repertoire") && error.contains("bake it again"), "{error}");
        assert_eq!(known.play(bytes, STEPS), known.play(bytes, STEPS));
        assert!(known.play(bytes, STEPS).is_ok());
    }
}

#[test]
fn a_file_that_is_cut_changed_or_of_another_kind_is_refused_with_what_to_do() {
    for Known { skill, baking, rig, bytes } in all() {
        let refused = |bytes: &[u8]| baking.open(bytes, None).expect_err(skill.about().name).to_string();
        for cut in [8, 39, 40, bytes.len() / 2, bytes.len() - 1] {
            assert!(refused(&bytes[..cut]).contains("cut short"), "{cut}");
        }
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 1;
        assert!(refused(&changed).contains("damaged"));
        assert!(refused(&rig.repertoire().to_bytes()).contains("\"rep\" file"));
        assert!(refused(b"HIERARCHY").contains("not written by Footwork"));
        let (kind, version) = baking.sealed();
        let newer = sealed::seal(kind, version + 1, b"anything");
        assert!(refused(&newer).contains("make it again"));
        for other in all().iter().filter(|other| other.skill.about() != skill.about()) {
            assert!(refused(&other.bytes).contains("but a Footwork"));
        }
    }
}

/// An enemy seals what he likes: a byte is changed all over the file, and more and more of it is left out.
#[test]
fn what_makes_no_sense_under_a_right_seal_is_refused_or_played_without_a_panic() {
    for known in all() {
        let payload = known.payload();
        let mut played = 0;
        // Most structure is in front; what follows are long tables.
        let places = (0..200).chain((200..payload.len()).step_by(payload.len() / 100 + 1));
        for at in places.filter(|at| *at < payload.len()) {
            for add in [1, 113] {
                let mut changed = payload.to_vec();
                changed[at] = changed[at].wrapping_add(add);
                let bytes = known.sealed(&changed);
                if known.baking.open(&bytes, Some(known.rig.repertoire())).is_ok() {
                    known.play(&bytes, STEPS).expect("what opens can be played");
                    played += 1;
                }
            }
            let cut = known.sealed(&payload[..at]);
            known.baking.open(&cut, None).expect_err("it is not whole");
        }
        assert!(played > 0, "some changes are harmless");
    }
}

/// Keeps what was baked in memory.
#[derive(Default)]
pub(crate) struct Kept(Mutex<BTreeMap<String, Vec<u8>>>);

impl Cache for Kept {
    fn find(&self, name: &str) -> Option<Vec<u8>> {
        self.0.lock().expect("nobody panicked").get(name).cloned()
    }

    fn keep(&self, name: &str, bytes: &[u8]) {
        self.0.lock().expect("nobody panicked").insert(name.to_string(), bytes.to_vec());
    }
}

/// Lines by which a scene bakes little, for skills that have such a key.
const LITTLE: [(&str, &str); 2] = [("states", "states = 1500"), ("examples", "examples = 60")];
/// Lines by which it bakes something else.
const ELSE: [(&str, &str); 5] = [
    ("states", "states = 1501"),
    ("examples", "examples = 61"),
    ("paper", "paper = true"),
    ("smoothness", "smoothness = 1.5"),
    ("patterns", "patterns = \"file\""),
];

#[test]
fn what_a_scene_bakes_is_kept_and_found_by_the_same_settings_only() {
    for known in all() {
        let (about, (kind, version)) = (known.skill.about(), known.baking.sealed());
        let name = about.name;
        let line = |lines: &[(&str, &'static str)]| {
            let found = lines.iter().find(|(key, _)| about.keys.contains(key));
            found.map(|(_, line)| *line)
        };
        let kept = Kept::default();
        let play = |lines: &str, hear: Hear<'_>| {
            let context = Context {
                rig: &known.rig,
                props: &[],
                load: &|_| Ok(b"again: attack, DODGE".to_vec()),
                lessons: &[],
                hear,
                shelf: &Shelf::default(),
                cache: Some(&kept),
            };
            known.play_table(lines, &context, STEPS)
        };
        let little = line(&LITTLE).unwrap_or_default();
        let first = play(little, &|_| Flow::GoOn).expect("it is baked");
        let names: Vec<String> = kept.0.lock().expect("nobody panicked").keys().cloned().collect();
        let of = format!("{kind}-{version}-{:016x}-", known.rig.repertoire().fingerprint());
        assert!(names.len() == 1 && names[0].starts_with(&of), "{name}: {names:?}");
        // What is baked now is stopped at once.
        assert_eq!(play(little, &|_| Flow::Stop), Ok(first), "{name}");
        let other = line(&ELSE).expect("something of every skill can be baked otherwise");
        let stopped = play(other, &|_| Flow::Stop).err().unwrap_or_default();
        assert!(stopped.contains("stopped"), "{name}, {other}: {stopped:?}, and nobody baked this before");
        // What cannot be read, or is of another body, is baked again, and nobody is told.
        let of_another = bake(known.baking, &motion(known.skill, 2));
        for spoilt in [&of_another[..], b"nothing"] {
            kept.keep(&names[0], spoilt);
            assert!(play(little, &|_| Flow::Stop).is_err(), "{name}");
        }
        assert_eq!(play(little, &|_| Flow::GoOn), Ok(first), "{name}");
        assert!(kept.find(&names[0]).is_some_and(|bytes| bytes != b"nothing"), "{name}");
    }
}
