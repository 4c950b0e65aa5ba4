//! `footwork play`: a scene without a window, as fast as it goes.

mod spool;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use footwork::collect::players::{Temper, cues, trace};
use footwork::collect::{Contestant, Course};
use footwork::fragments::{ControlSpace, Trace};
use footwork::game::{Game, Scoreboard, ScriptedFighter};
use footwork::measure::{Measure, Quality};
use footwork::motion::Clip;
use footwork::scene::{Scene, Supplies};
use footwork::skill::{Ability, Flow, Progress};
use footwork::stage::{ActorId, Cue, Happening, Settings, Stage};
use footwork_formats::gltf::Precision;
use footwork_formats::{Body, load_text};
use serde_json::{Value, json};

use self::spool::Spool;
use crate::out::{OutFormat, Place, place, write_bodies, write_glb};
use crate::scenes::{Found, find, repertoire_of};
use crate::source;
use crate::terminal::{self, CommandError, Paint, paint, progress};

/// How many actors the quality of motion is measured on.
const MEASURED: usize = 16;

/// Runs a scene without a window, as fast as it goes, and prints its figures. With -o, what happened is written as
/// GLB, everybody in one file, or into a folder as BVH, one file each.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork play walk-about
  footwork play shadow-boxing --seconds 20 --seed 3 -o boxing.glb
  footwork play thirty-alone --threads 2 --json
  footwork play collect --player brisk --seconds 60
  footwork play my-scene.toml -o takes/")]
pub struct Play {
    /// The name of a scene (see footwork scenes), or a .toml file
    #[arg(value_name = "SCENE")]
    scene: String,
    /// How long, in seconds of the scene
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds, allow_negative_numbers = true)]
    seconds: f64,
    /// The same seed gives the same run
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// On how many threads; the result is the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Who steers the first actor: a .trace file, or a scripted player: brisk or careful
    #[arg(long, value_name = "TRACE")]
    player: Option<String>,
    /// A .glb file, or a folder for BVH files
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// How exactly a .glb file has the motion [default: compact for more than 20 actors, else exact]
    #[arg(long, value_name = "KEYS", requires = "output")]
    keys: Option<Keys>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What keys of motion a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Keys {
    /// All of them, as they are
    Exact,
    /// Half of the bytes or fewer: joints are within millimetres
    Compact,
}

/// Actors beyond which nobody looks at one of them from near by.
const CROWD: usize = 20;

/// From a step to a day.
pub fn seconds(text: &str) -> Result<f64, String> {
    match source::seconds(text)? {
        seconds if (0.01..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0.01 to 86400".to_string()),
    }
}

impl Play {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        let out = self.output.as_deref().map(place).transpose()?;
        if matches!(out, Some(Place::File(OutFormat::Bvh | OutFormat::Vrma))) {
            return Err(CommandError::other(
                "a run is written as one .glb file, or as BVH files into a folder",
            ));
        }
        terminal::finish_writing_on_interrupt();
        let asked = Asked {
            player: self.player.as_deref(),
            seconds: self.seconds,
            seed: self.seed,
            quiet: self.json,
        };
        let found = find(&self.scene)?;
        let Ready { mut stage, game } = set_up(&found, &asked)?;
        let mut spool = None;
        if let (Some(out), Some(path)) = (out, &self.output) {
            refuse_too_large(&stage, self.seconds, out)?;
            spool = Some((open_spool(path, out)?, path));
        }
        let figures = self.play(&mut stage, game, spool.as_mut().map(|(spool, _)| spool))?;
        if let Some((spool, path)) = spool {
            let compact = self.keys.map_or(stage.len() > CROWD, |keys| keys == Keys::Compact);
            let precision = if compact { Precision::Compact } else { Precision::Exact };
            write(&found, &stage, spool, path, precision)?;
        }
        terminal::finish_bar();
        if self.json {
            terminal::line(format!("{:#}", figures.json(&found.name)));
        } else {
            figures.print(&found.name);
        }
        Ok(ExitCode::SUCCESS)
    }

    fn play(
        &self,
        stage: &mut Stage,
        mut game: Option<Played>,
        mut spool: Option<&mut Spool>,
    ) -> Result<Figures, CommandError> {
        let pool = match self.threads {
            1 => None,
            threads => Some(
                rayon::ThreadPoolBuilder::new()
                    .num_threads(threads.into())
                    .build()
                    .map_err(|error| CommandError::Other(error.to_string()))?,
            ),
        };
        let ticks = (self.seconds / f64::from(stage.settings().step)).round().max(1.0) as u64;
        let bar = progress(if self.json { 0 } else { ticks as usize });
        let mut measure = Measure::new(stage, MEASURED);
        let mut events = Counts::default();
        let mut busy = 0.0;
        for tick in 0..ticks {
            let start = Instant::now();
            if let Some(game) = &mut game {
                game.before(stage)?;
            }
            match &pool {
                None => stage.step(),
                Some(pool) => stage.step_on(pool),
            }
            if let Some(game) = &mut game {
                game.after(stage)?;
            }
            busy += start.elapsed().as_secs_f64();
            measure.look(stage);
            events.add(stage);
            if let Some(spool) = &mut spool {
                spool.keep(stage)?;
            }
            if tick % 60 == 0 {
                bar.set_position(tick);
            }
        }
        Ok(Figures {
            actors: stage.len(),
            ticks,
            seconds: busy,
            events,
            board: game.map(|game| game.game.board()),
            quality: measure.quality(),
            hash: stage.hash(),
        })
    }
}

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
    pub fn before(&mut self, stage: &mut Stage) -> Result<(), CommandError> {
        let played = match (&mut self.player, &self.game) {
            (Some(Player::Collects(contestant)), Game::Collect(game)) => contestant.step(stage, game),
            (Some(Player::Fights(fighter)), _) => fighter.step(stage),
            _ => Ok(()),
        };
        played.map_err(|error| CommandError::Other(error.to_string()))
    }

    /// What follows from a step of the stage.
    pub fn after(&mut self, stage: &mut Stage) -> Result<(), CommandError> {
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

/// How often things happened. What concerns two is told to both, and counted once.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Counts {
    segments: u64,
    strikes: u64,
    target_hits: u64,
    contacts: u64,
    pushes: u64,
    cues: u64,
    fallbacks: u64,
}

impl Counts {
    fn add(&mut self, stage: &Stage) {
        for event in stage.events() {
            match event.happening {
                Happening::SegmentEnded(_) => self.segments += 1,
                Happening::StrikeLanded(landing) => self.strikes += u64::from(landing.who == event.to),
                Happening::Contact { with, .. } => self.contacts += u64::from(event.to < with),
                Happening::Pushed { .. } => self.pushes += 1,
                Happening::Cue(_) => self.cues += 1,
                Happening::Fallback(_) => self.fallbacks += 1,
                Happening::TargetHit(_) => self.target_hits += 1,
                _ => {}
            }
        }
    }
}

/// A scoreboard by its labels: numbers where they are numbers.
fn score(board: &Scoreboard) -> Value {
    let value = |text: &str| text.parse::<u64>().map_or_else(|_| json!(text), |number| json!(number));
    let rows = board.rows.iter().map(|row| (row.label.replace(' ', "_"), value(&row.value)));
    Value::Object(rows.collect())
}

struct Figures {
    actors: usize,
    ticks: u64,
    /// s, spent in steps alone.
    seconds: f64,
    events: Counts,
    board: Option<Scoreboard>,
    quality: Quality,
    hash: u64,
}

impl Figures {
    fn json(&self, name: &str) -> Value {
        json!({
            "scene": name,
            "actors": self.actors,
            "ticks": self.ticks,
            "seconds": self.seconds,
            "ticks_per_second": self.ticks as f64 / self.seconds,
            "events": self.events,
            "score": self.board.as_ref().map(score),
            "quality": self.quality,
            "hash": format!("{:016x}", self.hash),
        })
    }

    fn print(&self, name: &str) {
        let row = |name: &str, what: String| {
            terminal::line(format!("{} {what}", paint(&format!("{name:<16}"), Paint::Bold)));
        };
        let Counts { segments, strikes, target_hits, contacts, pushes, cues, fallbacks } = self.events;
        let quality = &self.quality;
        row("scene", name.to_string());
        row("actors", self.actors.to_string());
        row(
            "ticks",
            format!(
                "{} in {:.2} s: {:.0} a second",
                self.ticks,
                self.seconds,
                self.ticks as f64 / self.seconds
            ),
        );
        row(
            "events",
            format!(
                "{segments} segments ended, {contacts} contacts, {strikes} strikes landed on bodies, \
                 {target_hits} on targets, {pushes} pushes, {cues} cues, {fallbacks} fallbacks"
            ),
        );
        if let Some(board) = &self.board {
            let rows = board.rows.iter().map(|row| format!("{} {}", row.label, row.value));
            row("game", rows.collect::<Vec<_>>().join(", "));
        }
        row("planted feet", format!("slide {:.2} cm/s", quality.skate_cm_s));
        row(
            "feet that carry",
            format!(
                "slide {:.2} cm/s, {:.1} % float, {:.1} % are not held",
                quality.slide_cm_s,
                100.0 * quality.floating,
                100.0 * quality.not_held
            ),
        );
        row("hands and knees", format!("slide {:.2} cm/s on the floor", quality.touch_slide_cm_s));
        row("below the floor", format!("{:.1} cm at most", quality.below_floor_cm));
        row(
            "velocity jumps",
            format!(
                "{:.2} m/s at most; {:.2} % above the recordings' 99.9 % of {:.2} m/s",
                quality.worst_jump,
                100.0 * quality.over_usual,
                quality.usual_jump
            ),
        );
        row("measured on", format!("{} actors", quality.actors));
        row("hash", format!("{:016x}", self.hash));
    }
}

/// What everybody is called: no two the same, also where a file system takes capitals for small letters.
pub fn names(scene: &Scene) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut names = Vec::with_capacity(scene.cast_size());
    for cast in &scene.actors {
        let mut numbers = 1..;
        for _ in 0..cast.count {
            let alone = (cast.count == 1).then(|| cast.name.clone());
            let numbered = numbers.by_ref().map(|number| format!("{}-{number}", cast.name));
            names.extend(alone.into_iter().chain(numbered).find(|name| taken.insert(name.to_lowercase())));
        }
    }
    names
}

/// Bytes that a GLB file can hold.
const MOST_GLB: f64 = 4.0 * (1_u64 << 30) as f64;

/// Says before a long run that what comes of it would not fit.
fn refuse_too_large(stage: &Stage, seconds: f64, out: Place) -> Result<(), CommandError> {
    let joints: usize = stage.view().actors().map(|actor| actor.pose().rotations.len()).sum();
    let bytes = 16.0 * joints as f64 * seconds / f64::from(stage.settings().step);
    if out == Place::Folder || bytes < MOST_GLB {
        return Ok(());
    }
    Err(CommandError::Other(format!(
        "{} actors for {seconds} s are about {:.1} GB, and a GLB file holds 4: name a folder for BVH files, or fewer seconds",
        stage.len(),
        bytes / 1e9
    )))
}

/// On the disk that the result goes to.
fn open_spool(path: &Path, out: Place) -> Result<Spool, CommandError> {
    let folder = match out {
        Place::Folder => {
            std::fs::create_dir_all(path)
                .map_err(|error| CommandError::Other(format!("{}: {error}", path.display())))?;
            path
        }
        Place::File(_) => path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")),
    };
    Spool::new(folder)
        .map_err(|error| CommandError::Other(format!("{} could not be written: {error}", path.display())))
}

/// Writes everybody into one GLB file, or each into a BVH file of a folder, one after the other.
fn write(
    found: &Found,
    stage: &Stage,
    spool: Spool,
    out: &Path,
    precision: Precision,
) -> Result<(), CommandError> {
    let names = names(&found.scene);
    let name_of =
        |id: ActorId| names.get(id.0 as usize).cloned().unwrap_or_else(|| format!("actor-{}", id.0));
    let body = |id: ActorId, mut clip: Clip| {
        let name = name_of(id);
        clip.name.clone_from(&name);
        Some(Body::new(name, stage.actor(id)?.rig().skeleton().clone(), vec![clip]))
    };
    if place(out)? == Place::Folder {
        return spool.clips(stage, |id, clip| {
            let Some(body) = body(id, clip) else { return Ok(()) };
            let path = out.join(format!("{}.bvh", body.name));
            write_bodies(&path, std::slice::from_ref(&body), OutFormat::Bvh)
        });
    }
    write_glb(out, precision, |add| {
        spool.clips(stage, |id, clip| match body(id, clip) {
            Some(body) => add(&body),
            None => Ok(()),
        })
    })
}
