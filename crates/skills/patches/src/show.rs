//! What is to be seen: the scenes, with what each is made of and who directs it.

use std::sync::Arc;

#[cfg(feature = "bake")]
use footwork_skill::{Ability, Button};
use footwork_stage::{Prop, PropKind, SharedDirector};
use glam::Vec3;
use serde::Deserialize;

use crate::acts::Acts;
use crate::file::PatchBook;
use crate::football::Football;
use crate::luggage::{self, Luggage};
use crate::melee::{Manner, Melee, MeleeSettings};
use crate::rat::Startle;

/// m: the sizes of boxes that the built-in performer carries.
const BOXES: [[f32; 3]; 3] = [[0.3, 0.22, 0.25], [0.42, 0.32, 0.32], [0.54, 0.42, 0.4]];

/// What the buttons of fighters ask for, in the order of `melee`'s wishes.
#[cfg(feature = "bake")]
const FIGHT: [Button; 4] = [
    Button { number: 0, key: "KeyJ", name: "punch" },
    Button { number: 1, key: "KeyK", name: "kick" },
    Button { number: 2, key: "KeyL", name: "defend" },
    Button { number: 3, key: "Semicolon", name: "knock down" },
];

/// What the buttons of who runs with the ball ask for, in the order of [`crate::football::meet::WISHES`].
#[cfg(feature = "bake")]
const AVOID: [Button; 5] = [
    Button { number: 0, key: "KeyJ", name: "jump" },
    Button { number: 1, key: "KeyK", name: "spin" },
    Button { number: 2, key: "KeyL", name: "side-step" },
    Button { number: 3, key: "Semicolon", name: "stiff arm" },
    Button { number: 4, key: "KeyU", name: "cut" },
];

/// What the buttons of who passes boxes on ask for.
#[cfg(feature = "bake")]
const PASS: [Button; 2] = [
    Button { number: 0, key: "KeyJ", name: "stop or go on" },
    Button { number: 1, key: "KeyK", name: "other way round" },
];

/// What is to be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// People fall onto one another.
    Dominoes,
    /// Two for ever.
    #[default]
    TwoFightOn,
    /// The first against all others.
    OneAgainstMany,
    /// The first half against the second.
    Battle,
    /// People jump aside from a rat, and into each other.
    Rat,
    /// People in a ring pass boxes on.
    Luggage,
    /// The first runs with a ball, the others tackle, and miss.
    Football,
}

impl Show {
    /// All of them.
    pub const ALL: [Show; 7] = [
        Show::OneAgainstMany,
        Show::TwoFightOn,
        Show::Dominoes,
        Show::Battle,
        Show::Rat,
        Show::Luggage,
        Show::Football,
    ];

    /// What the paper calls it, for its patterns.
    pub fn name(self) -> &'static str {
        match self {
            Show::Dominoes => "dominoes",
            Show::TwoFightOn => "two-fight-on",
            Show::OneAgainstMany => "one-against-many",
            Show::Battle => "battle",
            Show::Rat => "rat",
            Show::Luggage => "luggage",
            Show::Football => "football",
        }
    }

    /// What the built-in performer shows for it.
    pub fn performed(self) -> &'static [&'static str] {
        match self {
            Show::Dominoes => &["falling"],
            Show::TwoFightOn | Show::Battle => &["boxing", "falling"],
            Show::OneAgainstMany => &["boxing", "falling", "locomotion"],
            Show::Rat => &["startled", "pushed", "falling"],
            Show::Luggage => &["carrying"],
            Show::Football => &["football", "falling"],
        }
    }

    /// s and seeds of each of them: what the scenes are made of.
    pub fn takes(self) -> (f32, &'static [u64]) {
        match self {
            Show::Dominoes => (60.0, &[1, 2, 3, 4, 5]),
            Show::TwoFightOn | Show::OneAgainstMany | Show::Battle => (60.0, &[1, 2]),
            Show::Rat => (60.0, &[1]),
            Show::Luggage => (120.0, &[1, 2, 3, 4, 5, 6]),
            Show::Football => (90.0, &[1, 2, 3]),
        }
    }

    /// How many people the scene has.
    pub fn people(self) -> usize {
        match self {
            Show::TwoFightOn => 2,
            Show::OneAgainstMany => 16,
            Show::Dominoes => 600,
            Show::Battle => 1000,
            Show::Rat => 36,
            Show::Luggage => 8,
            Show::Football => 11,
        }
    }

    /// The authors' frames per second, actions and patches (table 6.3), where they tell.
    pub fn authors(self) -> Option<[usize; 3]> {
        match self {
            Show::OneAgainstMany => Some([87, 162, 157]),
            Show::TwoFightOn => Some([104, 162, 279]),
            Show::Dominoes => Some([72, 39, 4091]),
            Show::Rat => Some([78, 65, 3716]),
            Show::Luggage => Some([162, 108, 72]),
            Show::Football => Some([194, 217, 21]),
            Show::Battle => None,
        }
    }

    /// Whether it goes by tables of joins; the others look at where people are when a patch is chosen.
    pub fn is_joined(self) -> bool {
        !matches!(self, Show::Rat | Show::Luggage | Show::Football)
    }

    /// Who fights whom, if anybody does.
    pub fn manner(self) -> Option<Manner> {
        match self {
            Show::TwoFightOn => Some(Manner::Pairs),
            Show::OneAgainstMany => Some(Manner::OneAgainstMany),
            Show::Battle => Some(Manner::Armies),
            Show::Dominoes | Show::Rat | Show::Luggage | Show::Football => None,
        }
    }

    /// What its buttons ask for, by their numbers.
    #[cfg(feature = "bake")]
    pub fn buttons(self) -> &'static [Button] {
        match self {
            Show::TwoFightOn | Show::OneAgainstMany | Show::Battle => &FIGHT,
            Show::Dominoes => &[Button { number: 0, key: "KeyJ", name: "next letter" }],
            Show::Rat => &[Button { number: 0, key: "KeyJ", name: "forget the path" }],
            Show::Football => &AVOID,
            Show::Luggage => &PASS,
        }
    }

    /// What its people can do for whoever watches.
    #[cfg(feature = "bake")]
    pub fn abilities(self) -> &'static [Ability] {
        match self {
            Show::OneAgainstMany => &[Ability::Steered, Ability::Fights],
            Show::TwoFightOn | Show::Battle => &[Ability::Fights],
            Show::Football => &[Ability::Steered, Ability::Leads],
            // The letter that is pointed at begins; the rat's path is drawn.
            Show::Dominoes => &[Ability::Targets],
            Show::Rat => &[Ability::Paths, Ability::Leads],
            Show::Luggage => &[],
        }
    }

    /// What it needs besides people, so many of them.
    pub fn props(self, people: usize) -> Vec<Prop> {
        match self {
            Show::Rat => vec![Prop::new(PropKind::Ball { radius: 0.07 }, Vec3::Y * 0.07, 0.0)],
            Show::Football => vec![Prop::new(PropKind::Ball { radius: 0.1 }, Vec3::Y, 0.0)],
            Show::Luggage => (0..people / 2)
                .map(|number| {
                    let (at, heading) = luggage::begins(2 * number, people);
                    let size = Vec3::from_array(BOXES[number % BOXES.len()]);
                    Prop::new(PropKind::Box { size }, at, heading)
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Who directs it; nobody yet if it has to be planned before ([`crate::dominoes`]).
    pub fn directed(self, acts: &Arc<Acts>, book: &Arc<PatchBook>) -> Option<SharedDirector> {
        let (acts, book) = (acts.clone(), book.clone());
        match self {
            Show::Dominoes => None,
            Show::Rat => Some(SharedDirector::new(Startle::new(acts, book))),
            Show::Luggage => Some(SharedDirector::new(Luggage::new(acts, book))),
            Show::Football => Some(SharedDirector::new(Football::new(acts, book))),
            _ => {
                let settings = MeleeSettings::of(self.manner()?);
                Some(SharedDirector::new(Melee::new(acts, book, settings)))
            }
        }
    }
}
