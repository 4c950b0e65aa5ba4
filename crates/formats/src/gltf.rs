//! glTF 2.0, in and out.
//!
//! [`read`] takes the skeletons and animations of a `.gltf` or `.glb` file and leaves its meshes, materials and
//! pictures alone: whatever is odd about those, or missing, does not matter. [`write()`] makes a `.glb` in which
//! every character is a skinned figure of capsules, so that any viewer shows the motion.
//!
//! Reading, from the outside in:
//! - `container` finds the JSON and the binary chunk, `document` says what of the JSON matters.
//! - `buffer` and `accessor` give numbers, which `meshopt` may have packed, and refuse what lies outside the file.
//! - `tree` checks the node hierarchy and takes a node's matrix apart.
//! - `plan` decides which nodes are the joints of which body.
//! - `animation` loads key frames and evaluates them, `rate` finds the frame rate they were made at.
//! - `body` puts these together: no scale left, nothing above the root, frames at a fixed rate.
//! - `humanoid` gives the roles that VRM files name.
//!
//! Writing: `figure` gives each bone a shape, made by `capsule`, and `shown` a skin and a colour; `pack` lays numbers into
//! the binary chunk, `thin` leaves out keys of crowds, and `write` describes it all in JSON. `own_mesh` puts motion into a character's own file instead (`nodes`), and `vrma` into
//! one that any VRM character performs.

use std::collections::BTreeSet;

use crate::fault::Fault;
use crate::import::Raw;

mod accessor;
mod animation;
mod body;
mod buffer;
mod capsule;
mod container;
mod document;
mod figure;
mod humanoid;
mod meshopt;
mod nodes;
mod own_mesh;
mod pack;
mod plan;
mod shown;
mod thin;
mod tree;
mod vrma;
mod write;

pub use nodes::Nodes;
pub use own_mesh::write_with_mesh;
pub use vrma::write_vrma;
pub use write::{Precision, WriteFault, Writer, write};

/// Reads a `.gltf` or a `.glb` file, whichever it is.
///
/// `outside` gives the bytes of a buffer that lies in a file of its own, by its path relative to this one. It is
/// asked only for buffers that hold key frames, and never for a path that leaves the file's own folder.
pub fn read(bytes: &[u8], outside: &dyn Fn(&str) -> Result<Vec<u8>, String>) -> Result<Raw, Fault> {
    let (json, binary) = container::open(bytes)?;
    let document = document::parse(json)?;
    let tree = tree::Tree::new(&document)?;
    let mut warnings = Vec::new();
    let plans = plan::plans(&tree, &mut warnings)?;
    let numbers =
        accessor::Accessors::new(&document, buffer::Buffers::new(&document, bytes, binary, outside));
    let takes = animation::takes(&document, &numbers, &plan::nodes_in_use(&tree, &plans), &mut warnings)?;
    let budget = numbers.budget();
    let mut bodies = Vec::with_capacity(plans.len());
    // Bodies that share nodes find the same oddities.
    let mut said = BTreeSet::new();
    for plan in &plans {
        let mut oddities = Vec::new();
        let mut body = body::build(plan, &tree, &takes, &budget, &mut oddities)?;
        humanoid::name_roles(&document.extensions, plan, &mut body.skeleton, &mut oddities);
        bodies.push(body);
        warnings.extend(oddities.into_iter().filter(|oddity| said.insert(oddity.clone())));
    }
    Ok(Raw { bodies, unit: Some(1.0), y_up: true, warnings })
}
