//! Every skill that is baked, baked once, and its file played as somebody changed it under a right seal.

use std::sync::{Arc, OnceLock};

use footwork::annotate::{Repertoire, sealed};
use footwork::motion::Transform;
use footwork::performer::Show;
use footwork::skill::{Baking, Context, Control, Flow, Given, Options, Shelf, Skill, Table};
use footwork::stage::{Rig, Settings, Stage};
use footwork::{performance, skills};
use toml::de::DeTable;

use super::changed::changed;

/// A skill that is baked, what it was baked from, and its file.
pub struct Known {
    pub skill: &'static dyn Skill,
    pub baking: &'static dyn Baking,
    pub rig: Arc<Rig>,
    pub bytes: Vec<u8>,
}

/// Every baked skill, from 20 s of the show that it is measured with.
pub fn all() -> &'static [Known] {
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

pub fn motion(skill: &dyn Skill, seed: u64) -> Repertoire {
    let shows = skill.evaluation().map_or(&["locomotion"][..], |evaluation| evaluation.performed().shows);
    let named = |name: &&str| Show::ALL.into_iter().find(|show| show.name() == *name).expect("a show");
    performance(&[named(&shows[0])], 20.0, &[seed]).expect("a performance")
}

pub fn bake(baking: &dyn Baking, repertoire: &Repertoire) -> Vec<u8> {
    let mut options = Options::defaults(baking.options());
    // Scripted players who play for a minute, where there are any: by default they play for an hour.
    if baking.options().iter().any(|option| option.name == "scripted") {
        options.set("scripted", Given::Text("60".to_string()));
    }
    // A graph of a few states: by default it has tens of thousands.
    if baking.options().iter().any(|option| option.name == "states") {
        options.set("states", Given::Text("1500".to_string()));
    }
    // A few transitions, where some are tried: by default they are 1,500.
    if baking.options().iter().any(|option| option.name == "examples") {
        options.set("examples", Given::Text("60".to_string()));
    }
    baking.bake(repertoire, &options, &|_| Flow::GoOn).expect("it bakes").bytes
}

impl Known {
    /// What is sealed.
    pub fn payload(&self) -> &[u8] {
        let (kind, version) = self.baking.sealed();
        sealed::open(kind, version, &self.bytes).expect("it was just sealed")
    }

    /// Another payload under a right seal.
    pub fn sealed(&self, payload: &[u8]) -> Vec<u8> {
        let (kind, version) = self.baking.sealed();
        sealed::seal(kind, version, payload)
    }

    /// What refuses a file, or the hash of a stage on which its mind was stepped so often.
    pub fn play(&self, bytes: &[u8], steps: u32) -> Result<u64, String> {
        let context = Context {
            rig: &self.rig,
            props: &[],
            load: &|_| Ok(bytes.to_vec()),
            lessons: &[],
            hear: &|_| Flow::GoOn,
            shelf: &Shelf::default(),
            cache: None,
        };
        self.play_table("skill = \"baked\"", &context, steps)
    }

    /// What refuses a table of a scene, or the hash of a stage on which what it makes was stepped so often.
    pub fn play_table(&self, lines: &str, context: &Context<'_>, steps: u32) -> Result<u64, String> {
        let mind = self.skill.about().mind;
        let text = format!("[{mind}]\n{lines}\n");
        let document = DeTable::parse(&text).expect("it is TOML").into_inner();
        let value = document.get(mind).expect("its table").clone();
        let casting = self.skill.cast(&Table::new(&text, mind, value)).map_err(|error| error.to_string())?;
        let control = casting.make(context).map_err(|error| error.to_string())?;
        let mut stage = Stage::new(Settings::default(), 1).expect("a stage");
        let rig = stage.add_rig(self.rig.clone());
        let actors = [0.0, 1.0].map(|x| {
            let place = Transform { translation: [x, 0.0, 0.0].into(), ..Transform::IDENTITY };
            stage.add_actor(rig, None, place).expect("an actor")
        });
        match control {
            Control::Nobody => return Err("nobody decides".to_string()),
            Control::Mind(mind) => {
                let mind = stage.add_shared_mind(mind);
                actors.iter().try_for_each(|actor| stage.set_mind(*actor, Some(mind), true))
            }
            Control::Director(director) => {
                let director = stage.add_shared_director(director);
                actors.iter().try_for_each(|actor| stage.set_director(*actor, director, true))
            }
            Control::Reflex(reflex) => {
                let reflex = stage.add_shared_reflex(reflex);
                actors.iter().try_for_each(|actor| stage.set_reflexes(*actor, &[reflex]))
            }
        }
        .expect("they are on the stage");
        (0..steps).for_each(|_| stage.step());
        Ok(stage.hash())
    }
}

/// The first byte says which skill's file is changed, the others how. What opens can be played.
pub fn check_changed_skill(bytes: &[u8]) {
    let all = all();
    let Some((which, edits)) = bytes.split_first() else { return };
    let known = &all[usize::from(*which) % all.len()];
    let bytes = known.sealed(&changed(known.payload(), edits));
    if known.baking.open(&bytes, Some(known.rig.repertoire())).is_ok() {
        known.play(&bytes, 20).expect("what opens can be played");
    }
}
