//! What holds for every skill that is baked, whatever it does: the same bytes again, nothing foreign or damaged opened, and
//! nothing that opens makes a stage fail.

use std::sync::{Arc, Mutex, OnceLock};

use footwork::annotate::{Repertoire, sealed};
use footwork::motion::Transform;
use footwork::performer::Show;
use footwork::skill::{Baking, Context, Control, Flow, Options, Progress, Skill, Table};
use footwork::stage::{Rig, Settings, Stage};
use footwork::{performance, skills};
use toml::de::DeTable;

/// A skill that is baked, what it was baked from, and its file.
struct Known {
    skill: &'static dyn Skill,
    baking: &'static dyn Baking,
    rig: Arc<Rig>,
    bytes: Vec<u8>,
}

/// Every baked skill, from 20 s of the show that it is measured with.
fn all() -> &'static [Known] {
    static KNOWN: OnceLock<Vec<Known>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let baked = |skill: &'static dyn Skill| {
            let baking = skill.baking()?;
            let rig = Arc::new(Rig::new(Arc::new(motion(skill, 1))).expect("a rig"));
            let bytes = bake(baking, rig.repertoire());
            Some(Known { skill, baking, rig, bytes })
        };
        skills().iter().filter_map(baked).collect()
    })
}

fn motion(skill: &dyn Skill, seed: u64) -> Repertoire {
    let shows = skill.evaluation().map_or(&["locomotion"][..], |evaluation| evaluation.performed().shows);
    let named = |name: &&str| Show::ALL.into_iter().find(|show| show.name() == *name).expect("a show");
    performance(&[named(&shows[0])], 20.0, &[seed]).expect("a performance")
}

fn bake(baking: &dyn Baking, repertoire: &Repertoire) -> Vec<u8> {
    let options = Options::defaults(baking.options());
    baking.bake(repertoire, &options, &|_| Flow::GoOn).expect("it bakes").bytes
}

/// What refuses a file, or the mind that it makes stepped for a second.
fn play(known: &Known, bytes: &[u8]) -> Result<u64, String> {
    let mind = known.skill.about().mind;
    let text = format!("[{mind}]\nskill = \"baked\"\n");
    let document = DeTable::parse(&text).expect("it is TOML").into_inner();
    let value = document.get(mind).expect("its table").clone();
    let casting = known.skill.cast(&Table::new(&text, mind, value)).map_err(|error| error.to_string())?;
    let context = Context {
        rig: &known.rig,
        props: &[],
        load: &|_| Ok(bytes.to_vec()),
        lessons: &[],
        hear: &|_| Flow::GoOn,
    };
    let Control::Mind(mind) = casting.make(&context).map_err(|error| error.to_string())? else {
        return Err("nobody decides".to_string());
    };
    let mut stage = Stage::new(Settings::default(), 1).expect("a stage");
    let (rig, mind) = (stage.add_rig(known.rig.clone()), stage.add_shared_mind(mind));
    for x in [0.0, 1.0] {
        let place = Transform { translation: [x, 0.0, 0.0].into(), ..Transform::IDENTITY };
        stage.add_actor(rig, Some(mind), place).expect("an actor");
    }
    (0..60).for_each(|_| stage.step());
    Ok(stage.hash())
}

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
        assert_eq!(play(known, bytes), play(known, bytes));
        assert!(play(known, bytes).is_ok());
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
        let (kind, version) = known.baking.sealed();
        let payload = &known.bytes[known.bytes.len() - payload_length(&known.bytes)..];
        let mut played = 0;
        // Most structure is in front; what follows are long tables.
        let places = (0..200).chain((200..payload.len()).step_by(payload.len() / 100 + 1));
        for at in places.filter(|at| *at < payload.len()) {
            for add in [1, 113] {
                let mut changed = payload.to_vec();
                changed[at] = changed[at].wrapping_add(add);
                let bytes = sealed::seal(kind, version, &changed);
                if known.baking.open(&bytes, Some(known.rig.repertoire())).is_ok() {
                    play(known, &bytes).expect("what opens can be played");
                    played += 1;
                }
            }
            let cut = sealed::seal(kind, version, &payload[..at]);
            known.baking.open(&cut, None).expect_err("it is not whole");
        }
        assert!(played > 0, "some changes are harmless");
    }
}

/// The head of a sealed file says it.
fn payload_length(bytes: &[u8]) -> usize {
    bytes[24..32].try_into().map_or(0, u64::from_le_bytes) as usize
}
