//! FBX, in: skeletons and takes, by the `ufbx` library.
//!
//! `ufbx` parses the file and knows what FBX makes of it: units and axes, pre- and post-rotations, pivots, rotation
//! orders, animation layers. It is C, and files come from anywhere, so it is given as little to do as possible: no
//! meshes, no pictures, no other files, and a bound on its memory. Meshes, materials and constraints are left alone.
//!
//! - `plan` decides which nodes are the joints of which body.
//! - `body` makes it rigid and samples its takes at the rate of their keys.
//!
//! The rest pose is the one that a mesh was bound in where the file says so, and else what the nodes stand in.

use ufbx::{
    AllocatorOpts, ErrorType, FileFormat, InheritModeHandling, LoadOpts, MirrorAxis, SpaceConversion,
};

use crate::budget::Budget;
use crate::fault::Fault;
use crate::import::Raw;

mod body;
mod plan;

/// Nodes may be nested this deep; rigs reach about 30.
const DEEPEST: u32 = 256;
/// Bytes that parsing a small file may take. Empty scenes take some 100 KB.
const LEAST_MEMORY: usize = 64 << 20;
/// How many times its size a large file may take. Packed numbers of motion grow to some 4 times.
const MOST_MEMORY: usize = 24;
/// Allocations, for a file of so many bytes each; and the least.
const BYTES_PER_ALLOCATION: usize = 4;

/// Reads a binary or text FBX file, of any version that is in use.
pub fn read(bytes: &[u8]) -> Result<Raw, Fault> {
    let scene =
        ufbx::load_memory(bytes, options(bytes.len())).map_err(|error| refusal(&error, bytes.len()))?;
    let mut warnings = Vec::new();
    let plans = plan::plans(&scene)?;
    let budget = Budget::new(bytes.len());
    let mut bodies = Vec::with_capacity(plans.len());
    for plan in &plans {
        bodies.push(body::build(plan, &scene, &budget, &mut warnings)?);
    }
    warnings.sort();
    warnings.dedup();
    Ok(Raw { bodies, unit: Some(1.0), y_up: true, warnings })
}

/// Metres, Y up, facing +Z; nothing but nodes and motion, within bounds.
fn options(bytes: usize) -> LoadOpts<'static> {
    let memory = || AllocatorOpts {
        memory_limit: bytes.saturating_mul(MOST_MEMORY).max(LEAST_MEMORY),
        allocation_limit: (bytes / BYTES_PER_ALLOCATION).max(LEAST_MEMORY >> 10),
        ..AllocatorOpts::default()
    };
    LoadOpts {
        temp_allocator: memory(),
        result_allocator: memory(),
        ignore_geometry: true,
        ignore_embedded: true,
        skip_skin_vertices: true,
        skip_mesh_parts: true,
        load_external_files: false,
        node_depth_limit: DEEPEST,
        file_format: FileFormat::Fbx,
        target_axes: ufbx::axes_right_handed_y_up(),
        target_unit_meters: 1.0,
        space_conversion: SpaceConversion::ModifyGeometry,
        handedness_conversion_axis: MirrorAxis::X,
        inherit_mode_handling: InheritModeHandling::CompensateNoFallback,
        ..LoadOpts::default()
    }
}

/// What is wrong with a file, as a sentence.
fn refusal(error: &ufbx::Error, bytes: usize) -> Fault {
    let what = match error.type_ {
        ErrorType::EmptyFile => "there is nothing in it".to_string(),
        ErrorType::TruncatedFile => "it ends in the middle; a part of it is missing".to_string(),
        ErrorType::UnsupportedVersion => {
            "it is of a version before FBX 6; save it again from a newer program".to_string()
        }
        ErrorType::NodeDepthLimit => format!("nodes are nested more than {DEEPEST} deep"),
        ErrorType::MemoryLimit | ErrorType::AllocationLimit | ErrorType::OutOfMemory => {
            return Fault::TooLarge { what: "it unpacks to far more than motion would".into(), bytes };
        }
        ErrorType::UnrecognizedFileFormat => "it is no FBX file".to_string(),
        _ => format!("it is damaged: {}", error.description.as_ref().to_lowercase()),
    };
    Fault::Other(what)
}
