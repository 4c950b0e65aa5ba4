//! Whom a scene casts, what decides for them, and what they can do.

use footwork::scene::{Assigned, Cast, CastMinds, Scene};
use footwork_skill::{Ability, About, Button, Lessons, Skills};
use footwork_stage::{DirectorId, MindId, ReflexId};

use crate::protocol;

/// Actors of one kind, as the scene casts them.
#[derive(Clone, Debug, PartialEq)]
pub struct CastGroup {
    pub name: String,
    pub count: u32,
    pub team: u32,
    /// The one it begins with, and those that it can be handed to.
    pub minds: Vec<MindId>,
    /// What decides for several of them at once, where they begin with that.
    pub director: Option<(DirectorId, About)>,
    /// What answers for them beside what decides.
    pub reflexes: Vec<(ReflexId, About)>,
}

/// A mind of a scene.
#[derive(Clone, Copy)]
pub struct CastMind {
    pub id: MindId,
    /// For people, in a few words.
    pub title: &'static str,
    pub abilities: &'static [Ability],
    pub buttons: &'static [Button],
    /// What it learns from, where it does.
    pub lessons: Option<&'static dyn Lessons>,
}

/// Everybody whom a scene casts, in the order of their numbers, and everything that decides for them.
pub fn cast(casts: &[(Cast, CastMinds)], skills: &Skills) -> (Vec<CastGroup>, Vec<CastMind>) {
    let (mut groups, mut minds) = (Vec::new(), Vec::<CastMind>::new());
    for (cast, CastMinds { first, other, director, reflexes }) in casts {
        let own = first.map(|id| (id, &cast.mind)).into_iter().chain(other.zip(cast.other.as_ref()));
        let own: Vec<(MindId, &Assigned)> = own.collect();
        for (id, Assigned { about, .. }) in &own {
            if minds.iter().all(|mind| mind.id != *id) {
                let lessons = skills.of_mind(about.mind).and_then(|skill| skill.lessons());
                let About { title, abilities, buttons, .. } = *about;
                minds.push(CastMind { id: *id, title, abilities, buttons, lessons });
            }
        }
        let own = own.iter().map(|(id, _)| *id).collect();
        groups.push(CastGroup {
            name: cast.name.clone(),
            count: cast.count,
            team: cast.team,
            minds: own,
            director: director.map(|id| (id, cast.mind.about)),
            reflexes: reflexes_of(cast, reflexes),
        });
    }
    (groups, minds)
}

fn reflexes_of(cast: &Cast, reflexes: &[ReflexId]) -> Vec<(ReflexId, About)> {
    reflexes.iter().zip(&cast.reflexes).map(|(id, reflex)| (*id, reflex.about)).collect()
}

/// The name of every actor, in the order of their numbers.
pub fn names(groups: &[CastGroup]) -> Vec<String> {
    let names = |group: &CastGroup| -> Vec<String> {
        let name = &group.name;
        if group.count == 1 {
            vec![name.clone()]
        } else {
            (1..=group.count).map(|number| format!("{name}-{number}")).collect()
        }
    };
    groups.iter().flat_map(names).collect()
}

/// What anybody in a scene can do, each once.
pub fn abilities(scene: &Scene) -> Vec<protocol::Ability> {
    let mut all: Vec<protocol::Ability> = Vec::new();
    let minds = scene
        .actors
        .iter()
        .flat_map(|cast| std::iter::once(&cast.mind).chain(&cast.other).chain(&cast.reflexes));
    for ability in minds.flat_map(|mind| mind.about.abilities).map(|ability| (*ability).into()) {
        if !all.contains(&ability) {
            all.push(ability);
        }
    }
    all
}
