//! What the performer can show. Adding a show is a file that plans it and a line in [`SHOWS`]: the command, scene files
//! and suggestions for misspelt names go by this table.

use serde::de::{Deserialize, Deserializer, Error};

use crate::boxing::{Style, box_rounds};
use crate::signal::Rng;
use crate::{Take, carrying, dodging, falling, football, locomotion, pushed, startled};

/// Plans a take of some seconds.
type Plan = fn(f32, &mut Rng) -> Take;

/// One line of the table.
struct Entry {
    /// As it is written.
    name: &'static str,
    /// What a take of it holds, in a line.
    about: &'static str,
    plan: Plan,
}

const fn show(name: &'static str, about: &'static str, plan: Plan) -> Entry {
    Entry { name, about, plan }
}

static SHOWS: [Entry; COUNT] = [
    show("locomotion", "standing, walking, running, turning, jumping", locomotion::everyday),
    show("running", "sprints, sharp cuts and feints, for chase and escape", locomotion::running_around),
    show("steering", "what a player may ask for: all directions, turning, jumps", locomotion::for_players),
    show("boxing", "kick-boxing: steps, blows, defences, being hit, falling", fresh),
    show("tired-boxing", "the same, by somebody who is tired", tired),
    show("pushed", "standing, walking and running, pushed from all sides", pushed::pushed_about),
    show("dodging", "on guard, getting out of the way of blows and throws", dodging::dodge_about),
    show("falling", "pushed over, bumped and tripped, lying, getting up", falling::fall_about),
    show("carrying", "boxes lifted, carried, waited with, passed on, set down", carrying::carry_about),
    show("football", "running with a ball, getting away, tackling", football::play_football),
    show(
        "startled",
        "standing about, talking, jumping away from what is at the feet",
        startled::startle_about,
    ),
    show(
        "hauling",
        "one end of a box that two carry: all directions, and round it",
        carrying::carry_together,
    ),
];

const COUNT: usize = 12;

fn fresh(seconds: f32, rng: &mut Rng) -> Take {
    box_rounds(Style::energetic(), seconds, rng)
}

fn tired(seconds: f32, rng: &mut Rng) -> Take {
    box_rounds(Style::tired(), seconds, rng)
}

/// Something that the performer can show: a line of the table.
#[derive(Clone, Copy)]
pub struct Show(&'static Entry);

/// Those that other code asks for by name are spelt like variants; every other one is [`Show::named`].
#[allow(non_upper_case_globals)]
impl Show {
    /// Standing, walking, running, turning, jumping.
    pub const Locomotion: Show = Show::known("locomotion");
    /// Sprints, sharp cuts and feints, for chase and escape.
    pub const Running: Show = Show::known("running");
    /// Everything that a player may ask for: all directions, turning, starts and stops, jumps.
    pub const Steering: Show = Show::known("steering");
    /// Kick-boxing: steps, blows, defences, being hit, falling and getting up.
    pub const Boxing: Show = Show::known("boxing");
    /// The same by somebody who is tired: slower, with a lower guard and longer pauses.
    pub const TiredBoxing: Show = Show::known("tired-boxing");
}

impl Show {
    /// All of them.
    pub const ALL: [Show; COUNT] = {
        let mut all = [Show(&SHOWS[0]); COUNT];
        let mut number = 0;
        while number < COUNT {
            all[number] = Show(&SHOWS[number]);
            number += 1;
        }
        all
    };

    /// Their names, in the same order.
    pub const NAMES: [&'static str; COUNT] = {
        let mut names = [""; COUNT];
        let mut number = 0;
        while number < COUNT {
            names[number] = SHOWS[number].name;
            number += 1;
        }
        names
    };

    /// The one of a name.
    pub fn named(name: &str) -> Option<Show> {
        Show::ALL.into_iter().find(|show| show.name() == name)
    }

    /// One that is in the table, or the crate does not compile.
    const fn known(name: &str) -> Show {
        let mut number = 0;
        while !same(SHOWS[number].name.as_bytes(), name.as_bytes()) {
            number += 1;
        }
        Show(&SHOWS[number])
    }

    /// As it is written: `tired-boxing`.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// What it holds, in a line.
    pub fn about(self) -> &'static str {
        self.0.about
    }

    /// Plans a take of it.
    pub(crate) fn plan(self, seconds: f32, rng: &mut Rng) -> Take {
        (self.0.plan)(seconds, rng)
    }
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

impl PartialEq for Show {
    fn eq(&self, other: &Show) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Show {}

impl std::fmt::Debug for Show {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Show {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Show, D::Error> {
        let name = String::deserialize(deserializer)?;
        Show::named(&name).ok_or_else(|| D::Error::unknown_variant(&name, &Show::NAMES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_show_is_found_by_its_name_and_no_name_is_there_twice() {
        for (number, show) in Show::ALL.into_iter().enumerate() {
            assert_eq!(Show::named(show.name()), Some(show));
            assert!(!Show::NAMES[..number].contains(&show.name()), "{show:?}");
            assert!(!show.about().is_empty());
        }
        assert_eq!(Show::named("boxng"), None);
    }
}
