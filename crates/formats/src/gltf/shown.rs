//! How a character is shown: the mesh of its figure, which all characters of one body share, a skin and a colour.

use std::collections::BTreeMap;

use footwork_motion::glam::Mat4;
use footwork_motion::{Pose, Skeleton};
use gltf_json::material::{PbrBaseColorFactor, PbrMetallicRoughness, StrengthFactor};
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked;
use gltf_json::validation::Checked::Valid;
use gltf_json::{Accessor, Index, Material, Mesh, Node, Skin};

use super::figure::figure;
use super::pack::Pack;
use super::write::{Actor, sound};

/// One for each character, over and over. Linear red, green, blue.
const COLOURS: [[f32; 3]; 8] = [
    [0.077, 0.191, 0.386],
    [0.888, 0.270, 0.024],
    [0.100, 0.356, 0.078],
    [0.753, 0.095, 0.100],
    [0.434, 0.195, 0.356],
    [0.847, 0.584, 0.065],
    [0.181, 0.474, 0.445],
    [0.332, 0.178, 0.114],
];

/// The figure of one body, which all characters of that body share.
pub(super) struct Figure {
    skeleton: Skeleton,
    pose: Pose,
    inverse_binds: Index<Accessor>,
    attributes: BTreeMap<Checked<Semantic>, Index<Accessor>>,
    indices: Index<Accessor>,
    /// By the number of their colour.
    meshes: BTreeMap<usize, Index<Mesh>>,
}

impl Figure {
    pub fn is_of(&self, actor: &Actor<'_>) -> bool {
        // Where a root is in its first frame is no matter of its shape, but its bind matrices know of it.
        self.pose == actor.pose && self.skeleton == *actor.skeleton
    }
}

pub(super) fn write_figure(pack: &mut Pack<'_>, actor: &Actor<'_>) -> Figure {
    let inverse = actor.world.iter().map(|joint| {
        let inverse = joint.inverse();
        Mat4::from_rotation_translation(sound(inverse.rotation), inverse.translation)
    });
    let inverse_binds = pack.matrices(inverse);
    let shape = figure(actor.skeleton, &actor.world);
    let vertices = shape.positions.len();
    let attributes = BTreeMap::from([
        (Valid(Semantic::Positions), pack.positions(&shape.positions)),
        (Valid(Semantic::Normals), pack.normals(&shape.normals)),
        (Valid(Semantic::Joints(0)), pack.joints(&shape.joints, actor.skeleton.len())),
        (Valid(Semantic::Weights(0)), pack.whole_weights(vertices)),
    ]);
    let indices = pack.indices(&shape.indices, vertices);
    let (skeleton, pose) = (actor.skeleton.clone(), actor.pose.clone());
    Figure { skeleton, pose, inverse_binds, attributes, indices, meshes: BTreeMap::new() }
}

/// The skin of a character, and the node that shows its figure in the colour of its number.
pub(super) fn write_body(
    pack: &mut Pack<'_>,
    actor: &Actor<'_>,
    joints: &[Index<Node>],
    figure: &mut Figure,
    number: usize,
) -> Index<Node> {
    let name = Some(actor.name.to_owned());
    let skin = pack.root.push(Skin {
        extensions: None,
        extras: Default::default(),
        inverse_bind_matrices: Some(figure.inverse_binds),
        joints: joints.to_vec(),
        name: name.clone(),
        skeleton: Some(joints[0]),
    });
    let colour = number % COLOURS.len();
    let (attributes, indices) = (&figure.attributes, figure.indices);
    let mesh = *figure.meshes.entry(colour).or_insert_with(|| {
        let material = write_material(pack, name.clone(), COLOURS[colour]);
        let primitive = Primitive {
            attributes: attributes.clone(),
            extensions: None,
            extras: Default::default(),
            indices: Some(indices),
            material: Some(material),
            mode: Valid(Mode::Triangles),
            targets: None,
        };
        let (extensions, extras) = (None, Default::default());
        pack.root.push(Mesh { extensions, extras, name, primitives: vec![primitive], weights: None })
    });
    // A skinned mesh goes where its joints go; below another node it would not move with it.
    let name = Some(format!("{}_figure", actor.name));
    pack.root.push(Node { name, mesh: Some(mesh), skin: Some(skin), ..Node::default() })
}

fn write_material(
    pack: &mut Pack<'_>,
    name: Option<String>,
    [red, green, blue]: [f32; 3],
) -> Index<Material> {
    pack.root.push(Material {
        name,
        pbr_metallic_roughness: PbrMetallicRoughness {
            base_color_factor: PbrBaseColorFactor([red, green, blue, 1.0]),
            metallic_factor: StrengthFactor(0.0),
            roughness_factor: StrengthFactor(0.7),
            ..Default::default()
        },
        ..Default::default()
    })
}
