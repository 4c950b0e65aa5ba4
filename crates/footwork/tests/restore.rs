//! Whoever decides on a stage, going back at random moments gives the same bits again: every skill in the list, every
//! controller of a steered one, directors, reflexes, physical bodies, and hand-overs between all of them.

mod field;
#[path = "../../../tests/bits/src/history.rs"]
mod history;

use std::collections::BTreeSet;

use crate::intake::company;
use footwork::fragments::{Controller, SteeredMemory};
use footwork::patches::luggage::LuggageMemory;
use footwork::patches::rat::RatMemory;
use footwork::stage::{self, DirectorId, Happening, Stage};
use history::History;

/// Some seconds of a test. `FOOTWORK_TICKS=100000 cargo test --release -p footwork --test all restore::` goes on for longer.
const TICKS: u64 = 2000;
/// Ticks between two lines of a long run.
const SAYS: u64 = 5000;

/// Steps a stage, asking things of those on it, and going back at random. Returns how often it was gone back.
fn goes_back(stage: &mut Stage, mut ask: impl FnMut(&mut Stage), mut look: impl FnMut(&Stage)) -> u64 {
    let asked = std::env::var("FOOTWORK_TICKS").ok().and_then(|text| text.parse().ok());
    let ticks: u64 = asked.unwrap_or(TICKS);
    let mut history = History::new();
    while stage.tick() < ticks {
        history.pass(stage).expect("it comes again in the same way");
        ask(stage);
        stage.step();
        look(stage);
        // A long run says how far it has come.
        if stage.tick().is_multiple_of(SAYS) {
            println!("tick {}: {:016x}, {} times gone back", stage.tick(), stage.hash(), history.returns);
        }
    }
    assert!(history.returns > ticks / 1000, "{}", history.returns);
    history.returns
}

#[test]
fn everybody_comes_again_as_he_was_after_going_back_at_random() {
    let mut seen = Seen::default();
    let returns = goes_back(&mut company::stage(), company::ask, |stage| seen.look(stage));
    println!("{returns} times gone back, {seen:?}");
    seen.check();
}

#[test]
fn football_players_and_carriers_come_again_as_they_were() {
    let mut stage = field::stage();
    let (mut let_go, mut rose) = (0, 0);
    let returns = goes_back(&mut stage, field::ask, |stage| {
        for event in stage.events() {
            match event.happening {
                Happening::LetGo => let_go += 1,
                Happening::Rose { .. } => rose += 1,
                _ => {}
            }
        }
    });
    let done = field::done(&stage);
    println!("{returns} times gone back, {done:?}, {let_go} let go, {rose} rose");
    assert!(done.tackles > 0 && done.wishes > 0 && done.carried && done.rolled > 0, "{done:?}");
    assert!(let_go > 0 && rose > 0, "{let_go} let go, {rose} rose");
}

/// Who decided, and what bodies did: a run in which nobody did anything would say nothing.
#[derive(Debug, Default)]
struct Seen {
    minds: BTreeSet<u32>,
    directors: BTreeSet<u32>,
    /// Which held a body.
    reflexes: BTreeSet<u16>,
    controllers: BTreeSet<&'static str>,
    /// How often somebody jumped aside from the rat; how often a box was passed on.
    startled: u32,
    passed: u32,
    let_go: u32,
    rested: u32,
    rose: u32,
}

impl Seen {
    fn look(&mut self, stage: &Stage) {
        for actor in stage.view().actors() {
            self.minds.extend(actor.mind().map(|mind| mind.0));
            self.directors.extend(actor.director().map(|director| director.0));
            self.reflexes.extend(actor.held_by().map(|reflex| reflex.0));
            let steered = actor.memory::<SteeredMemory>().filter(|steered| steered.asked().is_some());
            self.controllers.extend(steered.map(|steered| steered.controller().name()));
        }
        for director in &self.directors {
            let director = DirectorId(*director);
            let rat: Option<&RatMemory> = stage.view().director_memory(director);
            let luggage: Option<&LuggageMemory> = stage.view().director_memory(director);
            self.startled = self.startled.max(rat.map_or(0, |memory| memory.chosen));
            self.passed = self.passed.max(luggage.map_or(0, |memory| memory.passed));
        }
        for event in stage.events() {
            match event.happening {
                Happening::LetGo => self.let_go += 1,
                Happening::CameToRest { .. } => self.rested += 1,
                Happening::Rose { .. } => self.rose += 1,
                _ => {}
            }
        }
    }

    fn check(&self) {
        let casts = company::company().casts();
        for (cast, minds) in casts {
            let decides = minds.first.is_none_or(|mind| self.minds.contains(&mind.0))
                && minds.director.is_none_or(|director| self.directors.contains(&director.0));
            assert!(decides, "{} decided nothing", cast.name);
            let acted = minds.reflexes.iter().all(|reflex| self.reflexes.contains(&reflex.0));
            assert!(acted, "{} did nothing by himself", cast.name);
        }
        for controller in Controller::ALL {
            assert!(self.controllers.contains(controller.name()), "{} chose nothing", controller.name());
        }
        assert!(self.startled > 0 && self.passed > 0, "{self:?}");
        assert!(self.let_go > 0 && self.rested > 0 && self.rose > 0, "{self:?}");
    }
}
