//! From a scene to a stage with everybody on it, its game, and who plays that.

use footwork::collect::players::{Temper, cues, trace};
use footwork::collect::{Contestant, Course};
use footwork::fragments::{ControlSpace, Trace};
use footwork::game::{Game, ScriptedFighter};
use footwork::scene::Supplies;
use footwork::skill::{Ability, Flow, Progress};
use footwork::stage::{ActorId, Cue, Settings, Stage};
use footwork_formats::load_text;
use rayon::ThreadPool;

use crate::scenes::{Found, repertoire_of};
use crate::terminal::{self, CommandError, progress};

/// How a scene is to be played.
pub struct Asked<'a> {
    /// A .trace file or a scripted player, who steers the first actor.
    pub player: Option<&'a str>,
    /// How long the player plays.
    pub seconds: f64,
    pub seed: u64,
    /// Without a bar.
    pub quiet: bool,
}

/// A scene that is ready to be played.
pub struct Ready {
    pub stage: Stage,
    pub game: Option<Played>,
}

impl Ready {
    /// One step of the stage, on a pool of threads where there is one, and of the game that is played on it.
    pub fn step(&mut self, pool: Option<&ThreadPool>) -> Result<(), CommandError> {
        if let Some(game) = &mut self.game {
            game.before(&mut self.stage)?;
        }
        match pool {
            None => self.stage.step(),
            Some(pool) => self.stage.step_on(pool),
        }
        if let Some(game) = &mut self.game {
            game.after(&mut self.stage)?;
        }
        Ok(())
    }
}

/// A game, and the scripted player who plays it, if one does.
pub struct Played {
    pub game: Game,
    player: Option<Player>,
}

/// A scripted player of a game.
enum Player {
    Collects(Contestant),
    Fights(ScriptedFighter),
}

impl Played {
    /// What the player does before a step of the stage.
    fn before(&mut self, stage: &mut Stage) -> Result<(), CommandError> {
        let played = match (&mut self.player, &self.game) {
            (Some(Player::Collects(contestant)), Game::Collect(game)) => contestant.step(stage, game),
            (Some(Player::Fights(fighter)), _) => fighter.step(stage),
            _ => Ok(()),
        };
        played.map_err(|error| CommandError::Other(error.to_string()))
    }

    /// What follows from a step of the stage.
    fn after(&mut self, stage: &mut Stage) -> Result<(), CommandError> {
        self.game.step(stage).map_err(|error| CommandError::Other(error.to_string()))
    }
}

/// Prepares a scene: everybody is on stage. A scripted player plays the scene's game; where there is none, and where the
/// player is a trace, all its cues are given now.
pub fn set_up(found: &Found, asked: &Asked<'_>) -> Result<Ready, CommandError> {
    let named =
        |error: &dyn std::fmt::Display| CommandError::Other(format!("{}: {error}", found.path.display()));
    let temper = asked.player.and_then(scripted).filter(|_| found.scene.game.is_some());
    let cues = asked.player.map_or(Ok(Vec::new()), |player| player_cues(found, player, asked))?;
    let cues = if temper.is_some() { Vec::new() } else { cues };
    let load = |name: &str| {
        let path = found.path.with_file_name(name);
        footwork_formats::load(path).map_err(|error| error.to_string())
    };
    let bar = progress(if asked.quiet { 0 } else { 100 });
    let hear = |at: Progress<'_>| {
        bar.set_position((100.0 * at.done) as u64);
        bar.set_message(at.stage.to_string());
        Flow::GoOn
    };
    let supplies = Supplies { load: &load, hear: &hear, ..Supplies::NONE };
    let prepared = found.scene.prepare(repertoire_of(found)?, &supplies).map_err(|error| named(&error))?;
    terminal::finish_bar();
    let mut stage = prepared.stage(Settings::default(), asked.seed).map_err(|error| named(&error))?;
    let game = prepared.game(&mut stage, asked.seed).map(|game| {
        let player = temper.map(|temper| match &game {
            Game::Collect(_) => Player::Collects(Contestant::new(temper, asked.seed)),
            Game::Rounds(rounds) => {
                let [me, rival] = rounds.actors();
                Player::Fights(ScriptedFighter::new(me, rival, temper.reaction, asked.seed))
            }
        });
        Played { game, player }
    });
    for cue in cues {
        stage.cue(cue).map_err(|error| named(&error))?;
    }
    Ok(Ready { stage, game })
}

/// The scripted player with a name.
fn scripted(player: &str) -> Option<Temper> {
    [Temper::BRISK, Temper::CAREFUL].into_iter().find(|temper| temper.name == player)
}

/// What a player's sticks do, for the first actor.
fn player_cues(found: &Found, player: &str, asked: &Asked<'_>) -> Result<Vec<Cue>, CommandError> {
    let first = &found.scene.actors[0];
    if !first.mind.about.abilities.contains(&Ability::Steered) {
        return Err(CommandError::Other(format!(
            "--player {player}: nobody is steered in {}: its first actor, {}, {}",
            found.name, first.name, first.mind.about.line
        )));
    }
    let space = ControlSpace::default();
    let trace = match scripted(player) {
        Some(temper) => trace(&temper, &space, &Course::fields(), asked.seconds as f32, asked.seed),
        None => {
            let text = load_text(player)?;
            Trace::parse(&text).map_err(|error| CommandError::Other(format!("{player}: {error}")))?
        }
    };
    let ticks_each = (trace.seconds / Settings::default().step).round().max(1.0) as u64;
    Ok(cues(&trace, &space, ActorId(0), 0, ticks_each))
}
