//! A scene that is ready to run, or runs.

use std::borrow::Cow;
use std::sync::Arc;

use footwork::game::Game;
use footwork_annotate::Repertoire;
use footwork_stage::{CastError, Rig, Settings, Snapshot, Stage};

use footwork_skill::{Flow, Hear, Progress};

use crate::cast::{self, CastGroup, CastMind};
use crate::catalogue::Catalogue;
use crate::library::Library;
use crate::setup::SetupRequest;
use crate::tally::Tally;
use crate::worn::Fitted;
use crate::{Entry, describe};

/// A stage with everything that belongs to it.
pub struct LiveScene {
    /// Which of the entries it is, and that entry as it was then.
    pub entry: usize,
    pub chosen: Arc<Entry>,
    pub seed: u64,
    /// How many people somebody asked for, if anybody did.
    pub people: Option<u32>,
    pub stage: Stage,
    /// What is played in it, if anything is.
    pub game: Option<Game>,
    /// Blows that landed.
    pub tally: Tally,
    pub groups: Vec<CastGroup>,
    pub minds: Vec<CastMind>,
    pub repertoire: Arc<Repertoire>,
    /// How often skills were trained before it was set up.
    pub trained: u64,
    /// The body that everybody has, and what is worn in its place.
    pub rig: Arc<Rig>,
    pub worn: Option<Fitted>,
    /// What viewers are told of it.
    pub description: Arc<str>,
    beginning: Moment,
}

/// A moment of a scene that can be gone back to.
#[derive(Clone)]
pub struct Moment {
    stage: Snapshot,
    game: Option<Game>,
    tally: Tally,
}

impl LiveScene {
    /// Sets a scene up: slow, where something has to be performed or baked. What the user should know comes with it.
    pub fn set_up(
        catalogue: &Catalogue,
        library: &Library,
        SetupRequest { entry, seed, people, .. }: SetupRequest,
        hear: Hear<'_>,
    ) -> Result<(LiveScene, Vec<String>), String> {
        let chosen = catalogue.get(entry).ok_or("there is no such scene")?;
        if hear(Progress { done: 0.0, stage: "reading the recordings" }) == Flow::Stop {
            return Err("another scene was wanted meanwhile".to_string());
        }
        let (repertoire, mut remarks) = library.load(&chosen, hear)?;
        let (prepared, trained) = library.prepare(&chosen, &repertoire, hear)?;
        // Minds do not depend on how many they are for.
        let (scene, prepared) = match people {
            None => (Cow::Borrowed(&chosen.scene), prepared),
            Some(people) => {
                let scene = chosen.scene.with_people(people)?;
                let prepared = Arc::new(prepared.with_people_of(&scene));
                (Cow::Owned(scene), prepared)
            }
        };
        let stage = prepared.stage(Settings::default(), seed);
        let mut stage = stage.map_err(|error| format!("{}: {error}", chosen.name))?;
        let game = prepared.game(&mut stage, seed);
        let (groups, minds) = cast::cast(prepared.casts(), library.skills());
        let description = describe::scene(&chosen.name, &scene, &groups, &minds, seed, &stage);
        let description = description.to_json().into();
        let tally = Tally::new(&scene, &groups);
        drop(scene);
        let rig = prepared.rig().clone();
        let worn = library.outfit().and_then(|outfit| match Fitted::new(outfit, rig.clone()) {
            Ok(fitted) => Some(fitted),
            Err(error) => {
                remarks.push(format!("the character does not fit the body of this scene: {error}"));
                None
            }
        });
        let beginning = Moment { stage: stage.snapshot(), game: game.clone(), tally: tally.clone() };
        let live = LiveScene {
            entry,
            chosen,
            seed,
            people,
            stage,
            game,
            tally,
            groups,
            minds,
            repertoire,
            trained,
            rig,
            worn,
            description,
            beginning,
        };
        Ok((live, remarks))
    }

    /// Lets a step pass.
    pub fn step(&mut self) -> Result<(), CastError> {
        self.stage.step();
        self.tally.count(&self.stage);
        self.game.as_mut().map_or(Ok(()), |game| game.step(&mut self.stage))
    }

    /// This moment.
    pub fn moment(&self) -> Moment {
        Moment { stage: self.stage.snapshot(), game: self.game.clone(), tally: self.tally.clone() }
    }

    /// Goes back to a moment of this scene. False where that is not possible.
    pub fn restore(&mut self, moment: &Moment) -> bool {
        self.game.clone_from(&moment.game);
        self.tally.clone_from(&moment.tally);
        self.stage.restore(&moment.stage).is_ok()
    }

    /// Goes back to the beginning.
    pub fn begin_again(&mut self) -> bool {
        let beginning = self.beginning.clone();
        self.restore(&beginning)
    }
}
