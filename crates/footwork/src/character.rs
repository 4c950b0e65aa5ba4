//! A character's own file on a stage: actors, shown by a GLB or VRM that somebody made.
//!
//! Whoever draws the file (a page, an engine's loader) has its nodes already. [`Character::show`] says where those are
//! for an actor: a translation and a rotation for each, in the file's own unit and axes.

use std::path::Path;

use footwork_formats::{Fault, ReadError, ReadOptions, gltf, read_bytes};
use footwork_motion::{RetargetError, Stance, Transform};
use footwork_stage::{ActorView, Costume, Rig, Worn};

/// Why a file cannot be worn.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum CharacterError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("{file}: {fault}")]
    Nodes { file: String, fault: Fault },
    #[error("{file}: there is nobody with legs in it")]
    Nobody { file: String },
    #[error("{file}: {error}")]
    Retarget { file: String, error: RetargetError },
}

/// A file that actors of one rig can wear.
#[derive(Clone, Debug)]
pub struct Character {
    costume: Costume,
    nodes: gltf::Nodes,
}

impl Character {
    /// A `.glb`, `.gltf` or `.vrm` file that is in memory: the first person in it. What lies beside it is not asked for: a
    /// `.gltf` has to hold its buffers itself.
    pub fn new(name: impl AsRef<Path>, bytes: &[u8], rig: &Rig) -> Result<Character, CharacterError> {
        let file = || name.as_ref().display().to_string();
        let beside = |_: &str| Err("only the file itself is here; save it as .glb".to_string());
        let import = read_bytes(name.as_ref(), bytes.to_vec(), &ReadOptions::default(), &beside)?;
        let mut bodies = import.bodies.into_iter().enumerate();
        let (number, body) = bodies
            .find(|(_, body)| body.skeleton.leg_length().is_ok())
            .ok_or_else(|| CharacterError::Nobody { file: file() })?;
        let nodes = gltf::Nodes::new(bytes, &beside, (number, &body))
            .map_err(|fault| CharacterError::Nodes { file: file(), fault })?;
        let stance = Stance::of_character(&body.skeleton, &body.clips.iter().collect::<Vec<_>>());
        let costume = stance.and_then(|stance| Costume::with_stance(rig, body.skeleton, &stance));
        let costume = costume.map_err(|error| CharacterError::Retarget { file: file(), error })?;
        Ok(Character { costume, nodes })
    }

    /// The skeleton, and how actors go onto it.
    pub fn costume(&self) -> &Costume {
        &self.costume
    }

    /// The file's nodes that are moved, in the order of [`Character::show`].
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.nodes.nodes()
    }

    /// Where the nodes are for an actor, each relative to its parent node. Nothing is allocated.
    ///
    /// # Panics
    /// If the actor is of another rig, or `worn` of another costume.
    pub fn show<'a>(
        &'a self,
        actor: ActorView<'_>,
        worn: &'a mut Worn,
    ) -> impl ExactSizeIterator<Item = Transform> + 'a {
        self.show_holding(actor, [false; 2], worn)
    }

    /// The same, with the left, the right or both hands exactly where the actor has them: on a box, or on somebody.
    ///
    /// # Panics
    /// As [`Character::show`].
    pub fn show_holding<'a>(
        &'a self,
        actor: ActorView<'_>,
        hands: [bool; 2],
        worn: &'a mut Worn,
    ) -> impl ExactSizeIterator<Item = Transform> + 'a {
        self.costume.show_holding(actor, hands, worn);
        self.at(worn)
    }

    /// Where the nodes are as it was shown last; at rest where it never was.
    ///
    /// # Panics
    /// If `worn` is of another costume.
    pub fn at<'a>(&'a self, worn: &'a Worn) -> impl ExactSizeIterator<Item = Transform> + 'a {
        self.nodes.locals(worn.pose.view())
    }
}
