//! The skill as scenes, the command and the studio know it: its table in a scene, and its bake.

use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_encounter::tables::EdgeSettings;
use footwork_skill::{
    Ability, About, Baked, Baking, Casting, Context, Control, Evaluation, Failure, Hear, Kind, OptionInfo,
    Options, Sealed, Table, TableError,
};
use footwork_stage::{Rig, SharedDirector};
use serde::Deserialize;

use crate::acts::Acts;
use crate::bitmap::Bitmap;
use crate::browse;
use crate::dominoes::{Dominoes, PlanSettings, compose};
use crate::evaluate::PatchEvaluation;
use crate::file::{self, PatchBook};
use crate::generate::Sampling;
use crate::pattern;
use crate::show::Show;
use crate::verdicts;

/// Composes crowds out of short encounters.
pub static SKILL: PatchSkill = PatchSkill;

/// What [`SKILL`] is.
#[derive(Clone, Copy, Debug)]
pub struct PatchSkill;

impl footwork_skill::Skill for PatchSkill {
    fn about(&self) -> About {
        About {
            name: "patches",
            mind: "patches",
            title: "one of a crowd that is composed",
            line: "fights, falls or passes something on in short encounters of two, joined to scenes of many",
            keys: &["show", "text", "bitmap", "pixel", "people", "every", "patterns", "skill", "takes"],
            abilities: &[Ability::Fights],
            buttons: &[],
        }
    }

    fn cast(&self, table: &Table<'_>) -> Result<Box<dyn Casting>, TableError> {
        let given: PatchTable = table.read()?;
        given.check().map_err(|what| table.error(what))?;
        Ok(Box::new(given))
    }

    fn baking(&self) -> Option<&dyn Baking> {
        Some(&PatchBaking)
    }

    fn evaluation(&self) -> Option<&dyn Evaluation> {
        Some(&PatchEvaluation)
    }
}

/// A crowd's table in a scene.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PatchTable {
    show: Show,
    text: String,
    bitmap: Vec<String>,
    pixel: f32,
    people: usize,
    every: f32,
    patterns: Option<String>,
    skill: Option<String>,
    takes: String,
}

impl Default for PatchTable {
    fn default() -> PatchTable {
        PatchTable {
            show: Show::default(),
            text: "FOOT/WORK".to_string(),
            bitmap: Vec::new(),
            pixel: 1.8,
            people: 500,
            every: 2.0,
            patterns: None,
            skill: None,
            takes: "boxing".to_string(),
        }
    }
}

/// More people than a picture holds.
const MOST_PEOPLE: usize = 20_000;

impl PatchTable {
    fn check(&self) -> Result<(), String> {
        if !(0.8..=10.0).contains(&self.pixel) {
            return Err(format!("pixel = {}: from 0.8 to 10 m, people are larger than a hand", self.pixel));
        }
        if !(1..=MOST_PEOPLE).contains(&self.people) {
            return Err(format!("people = {}: from 1 to {MOST_PEOPLE}", self.people));
        }
        if !(0.0..=600.0).contains(&self.every) {
            return Err(format!(
                "every = {}: from 0 to 600 s; 0 lets every letter wait to be asked",
                self.every
            ));
        }
        if self.show == Show::Dominoes {
            self.picture()?;
        }
        Ok(())
    }

    fn picture(&self) -> Result<Bitmap, String> {
        let bitmap = match self.bitmap.is_empty() {
            true => Bitmap::of_text(&self.text, self.pixel),
            false => Bitmap::of_rows(&self.bitmap, self.pixel),
        };
        bitmap.map_err(|error| error.to_string())
    }

    /// What its takes have people do.
    pub(crate) fn acts(&self, context: &Context<'_>) -> Result<Acts, Failure> {
        Ok(Acts::new(context.rig, &self.takes, &EdgeSettings::default())?)
    }

    /// The patches without those that somebody dropped.
    fn book(&self, acts: &Acts, context: &Context<'_>) -> Result<PatchBook, Failure> {
        let verdicts = browse::entry::read(context.lessons)?;
        Ok(verdicts::judged(self.whole_book(acts, context)?, &verdicts).0)
    }

    /// All patches: out of a file, or baked now.
    pub(crate) fn whole_book(&self, acts: &Acts, context: &Context<'_>) -> Result<PatchBook, Failure> {
        let repertoire = context.rig.repertoire();
        if let Some(name) = &self.skill {
            let book =
                PatchBook::from_bytes(&(context.load)(name)?).map_err(|error| format!("{name}: {error}"))?;
            book.check(repertoire).map_err(|error| format!("{name}: {error}"))?;
            book.check_acts(acts).map_err(|error| format!("{name}: {error}"))?;
            return Ok(book);
        }
        let text = match &self.patterns {
            Some(name) => {
                String::from_utf8((context.load)(name)?).map_err(|_| format!("{name}: it is no text"))?
            }
            None => pattern::paper(self.show.name()).unwrap_or_default().to_string(),
        };
        let own = |book: &PatchBook| book.check(repertoire).is_ok() && book.check_acts(acts).is_ok();
        let sealed = Sealed {
            kind: PatchBook::KIND,
            version: PatchBook::VERSION,
            write: &PatchBook::to_bytes,
            read: &|bytes| PatchBook::from_bytes(bytes).ok().filter(own),
        };
        let sampling = Sampling { joins: self.show.is_joined(), ..Sampling::default() };
        context.baked(sealed, &(&text, &self.takes, EdgeSettings::default(), sampling), || {
            Ok(file::bake(acts, &text, repertoire.fingerprint(), &sampling, context.hear)?.book)
        })
    }
}

impl Casting for PatchTable {
    fn about(&self, skill: About) -> About {
        About { abilities: self.show.abilities(), buttons: self.show.buttons(), ..skill }
    }

    fn make(&self, context: &Context<'_>) -> Result<Control, Failure> {
        let acts = Arc::new(self.acts(context)?);
        let book = Arc::new(self.book(&acts, context)?);
        if let Some(director) = self.show.directed(&acts, &book) {
            return Ok(Control::Director(director));
        }
        let bitmap = self.picture()?;
        let every = (self.every > 0.0).then_some(self.every);
        let settings = PlanSettings {
            people: self.people,
            every: (self.every * acts.tables.rate) as u32,
            ..PlanSettings::default()
        };
        let plan = compose(&acts, &book, &bitmap, &settings);
        Ok(Control::Director(SharedDirector::new(Dominoes::new(&acts, Arc::new(plan), every))))
    }
}

/// What `footwork bake patches` runs.
#[derive(Clone, Copy, Debug)]
struct PatchBaking;

const OPTIONS: [OptionInfo; 3] = [
    OptionInfo {
        name: "scene",
        kind: Kind::Value("NAME"),
        help: "the paper's patterns of a scene: one-against-many, two-fight-on, football, rat, dominoes, luggage",
        default: Some("two-fight-on"),
    },
    OptionInfo {
        name: "patterns",
        kind: Kind::File("FILE"),
        help: "patterns of your own, one in a line: `name: attack, DEFENCE, ATTACK, fall`",
        default: None,
    },
    OptionInfo {
        name: "verdicts",
        kind: Kind::File("FILE"),
        help: "what was said of patches in the scene `browse`: those that were dropped are left out",
        default: None,
    },
];

impl Baking for PatchBaking {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn bake(&self, repertoire: &Repertoire, options: &Options, hear: Hear<'_>) -> Result<Baked, Failure> {
        let text = match options.file("patterns") {
            Some((_, text)) => text.to_string(),
            None => {
                let scene = options.text("scene").unwrap_or("two-fight-on");
                let known = || pattern::PAPER.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
                pattern::paper(scene)
                    .ok_or_else(|| format!("--scene {scene}: there are: {}", known()))?
                    .to_string()
            }
        };
        pattern::parse(&text)?;
        let rig = Rig::new(Arc::new(repertoire.clone()))?;
        let acts = Acts::new(&rig, "", &EdgeSettings::default())?;
        let bake = file::bake(&acts, &text, repertoire.fingerprint(), &Sampling::default(), hear)?;
        let verdicts = match options.file("verdicts") {
            Some((name, text)) => verdicts::parse(text).map_err(|error| format!("{name}: {error}"))?,
            None => verdicts::Verdicts::new(),
        };
        let (book, dropped) = verdicts::judged(bake.book, &verdicts);
        let [both, one, spatial] = book.joins.counts();
        let mut lines: Vec<String> = bake
            .given
            .iter()
            .map(|(name, [tried, fulfilled, kept])| {
                format!("{name}: {kept} patches, of {fulfilled} that fulfil it and {tried} start conditions")
            })
            .collect();
        lines.push(format!("joins: {both} by two who go on, {one} by one who does, {spatial} in space"));
        if dropped > 0 {
            lines.push(format!("{dropped} left out that were dropped"));
        }
        Ok(Baked { bytes: book.to_bytes(), lines, warnings: bake.unfulfilled })
    }

    fn sealed(&self) -> (&'static str, u32) {
        (PatchBook::KIND, PatchBook::VERSION)
    }

    fn open(&self, bytes: &[u8], repertoire: Option<&Repertoire>) -> Result<(), Failure> {
        let book = PatchBook::from_bytes(bytes)?;
        if let Some(repertoire) = repertoire {
            book.check(repertoire)?;
            let rig = Rig::new(Arc::new(repertoire.clone()))?;
            book.check_acts(&Acts::new(&rig, "", &EdgeSettings::default())?)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cast(text: &str) -> Result<String, TableError> {
        let text = format!("[patches]\n{text}\n");
        let document = toml::de::DeTable::parse(&text).expect("it is TOML").into_inner();
        let value = document.get("patches").expect("it has the table").clone();
        let casting = footwork_skill::Skill::cast(&SKILL, &Table::new(&text, "patches", value))?;
        Ok(casting.key())
    }

    #[test]
    fn the_tables_of_the_scenes_are_read_and_share_one_director() {
        let scenes = [
            include_str!("../../../../scenes/dominoes.toml"),
            include_str!("../../../../scenes/two-fight-on.toml"),
            include_str!("../../../../scenes/one-against-many.toml"),
            include_str!("../../../../scenes/battle.toml"),
            include_str!("../../../../scenes/rat.toml"),
            include_str!("../../../../scenes/luggage.toml"),
            include_str!("../../../../scenes/football.toml"),
        ];
        for text in scenes {
            let document = toml::de::DeTable::parse(text).expect("it is TOML").into_inner();
            let actors =
                document.get("actors").and_then(|actors| actors.get_ref().as_array()).expect("actors");
            let mut keys: Vec<String> = Vec::new();
            for actor in actors {
                let own = actor.get_ref().as_table().and_then(|actor| actor.get("patches")).expect("a table");
                let table = Table::new(text, "patches", own.clone());
                keys.push(footwork_skill::Skill::cast(&SKILL, &table).expect("it is read").key());
            }
            keys.dedup();
            assert_eq!(keys.len(), 1);
        }
    }

    #[test]
    fn what_is_measured_is_made_of_the_takes_of_the_scenes() {
        #[derive(Deserialize)]
        struct Takes {
            performer: Vec<String>,
            seconds: f32,
            seeds: Vec<u64>,
        }
        #[derive(Deserialize)]
        struct Actors {
            #[serde(default = "one")]
            count: usize,
        }
        #[derive(Deserialize)]
        struct Scene {
            repertoire: Takes,
            actors: Vec<Actors>,
        }
        fn one() -> usize {
            1
        }
        for (show, text) in [
            (Show::Dominoes, include_str!("../../../../scenes/dominoes.toml")),
            (Show::TwoFightOn, include_str!("../../../../scenes/two-fight-on.toml")),
            (Show::OneAgainstMany, include_str!("../../../../scenes/one-against-many.toml")),
            (Show::Battle, include_str!("../../../../scenes/battle.toml")),
            (Show::Rat, include_str!("../../../../scenes/rat.toml")),
            (Show::Luggage, include_str!("../../../../scenes/luggage.toml")),
            (Show::Football, include_str!("../../../../scenes/football.toml")),
        ] {
            let scene: Scene = toml::from_str(text).expect("it is TOML");
            let Takes { performer, seconds, seeds } = scene.repertoire;
            assert_eq!(performer, show.performed(), "{}", show.name());
            assert_eq!((seconds, seeds.as_slice()), show.takes(), "{}", show.name());
            let people: usize = scene.actors.iter().map(|actors| actors.count).sum();
            assert_eq!(people, show.people(), "{}", show.name());
        }
    }

    #[test]
    fn what_is_wrong_in_the_table_is_named() {
        let wide = format!(
            "show = \"dominoes\"\nbitmap = [{}]",
            vec![format!("{:?}", "#".repeat(100)); 100].join(", ")
        );
        for (text, says) in [
            ("show = \"domino\"", "did you mean \"dominoes\"?"),
            ("show = \"dominoes\"\ntext = \"\"", "the picture is empty"),
            ("show = \"dominoes\"\ntext = \"Ж\"", "there is no letter"),
            ("show = \"dominoes\"\nbitmap = [\"...\"]", "the picture is empty"),
            (wide.as_str(), "100 × 100 pixels"),
            ("pixel = nan", "pixel = NaN"),
            ("people = 0", "from 1 to"),
            ("every = -1.0", "from 0 to 600"),
            ("txt = \"A\"", "did you mean \"text\"?"),
        ] {
            let error = cast(text).unwrap_err().to_string();
            assert!(error.starts_with("line ") && error.contains(says), "{text}: {error}");
        }
    }
}
