//! A scene that is ready to run, or runs.

use std::sync::Arc;

use footwork::collect::Game;
use footwork_annotate::Repertoire;
use footwork_stage::{CastError, Settings, Snapshot, Stage};

use crate::cast::{self, CastActor, CastMind};
use crate::library::Library;
use crate::{Entry, describe};

/// A stage with everything that belongs to it.
pub struct LiveScene {
    /// Which of the entries it is.
    pub entry: usize,
    pub seed: u64,
    pub stage: Stage,
    /// What is played in it, if anything is.
    pub game: Option<Game>,
    pub actors: Vec<CastActor>,
    pub minds: Vec<CastMind>,
    pub repertoire: Arc<Repertoire>,
    /// How often skills were trained before it was set up.
    pub trained: u64,
    /// What viewers are told of it.
    pub description: Arc<str>,
    beginning: Moment,
}

/// A moment of a scene that can be gone back to.
#[derive(Clone)]
pub struct Moment {
    stage: Snapshot,
    game: Option<Game>,
}

impl LiveScene {
    /// Sets a scene up: slow, where something has to be performed or baked. What the user should know comes with it.
    pub fn set_up(
        entries: &[Entry],
        library: &Library,
        entry: usize,
        seed: u64,
    ) -> Result<(LiveScene, Vec<String>), String> {
        let chosen = entries.get(entry).ok_or("there is no such scene")?;
        let (repertoire, remarks) = library.load(chosen)?;
        let (prepared, trained) = library.prepare(chosen, &repertoire)?;
        let stage = prepared.stage(Settings::default(), seed);
        let mut stage = stage.map_err(|error| format!("{}: {error}", chosen.name))?;
        let game = prepared.game(&mut stage, seed);
        let (actors, minds) = cast::cast(prepared.casts(), library.skills());
        let description = describe::scene(&chosen.name, &chosen.scene, &actors, &minds, seed, &stage);
        let description = description.to_json().into();
        let beginning = Moment { stage: stage.snapshot(), game: game.clone() };
        let live = LiveScene {
            entry,
            seed,
            stage,
            game,
            actors,
            minds,
            repertoire,
            trained,
            description,
            beginning,
        };
        Ok((live, remarks))
    }

    /// Lets a step pass.
    pub fn step(&mut self) -> Result<(), CastError> {
        self.stage.step();
        self.game.as_mut().map_or(Ok(()), |game| game.step(&mut self.stage))
    }

    /// This moment.
    pub fn moment(&self) -> Moment {
        Moment { stage: self.stage.snapshot(), game: self.game.clone() }
    }

    /// Goes back to a moment of this scene. False where that is not possible.
    pub fn restore(&mut self, moment: &Moment) -> bool {
        self.game.clone_from(&moment.game);
        self.stage.restore(&moment.stage).is_ok()
    }

    /// Goes back to the beginning.
    pub fn begin_again(&mut self) -> bool {
        let beginning = self.beginning.clone();
        self.restore(&beginning)
    }
}
