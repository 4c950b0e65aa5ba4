//! The node hierarchy: checked to be a forest, and each node's own transform.

use footwork_motion::glam::{Mat3, Mat4, Quat, Vec3};

use super::document::{Document, Node};
use crate::fault::Fault;

/// The deepest that nodes may be nested; rigs reach about 30.
const DEEPEST: usize = 256;

/// A node's transform relative to its parent. Scale is one number: bodies are rigid in the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Local {
    pub translation: Vec3,
    pub rotation: Quat,
    pub scale: f32,
}

/// The nodes of a file, each with one parent at most, and none its own ancestor.
pub(super) struct Tree<'a> {
    pub document: &'a Document,
    parents: Vec<Option<usize>>,
    depths: Vec<usize>,
}

impl<'a> Tree<'a> {
    pub fn new(document: &'a Document) -> Result<Tree<'a>, Fault> {
        let parents = parents(&document.nodes)?;
        let depths = depths(&parents)?;
        Ok(Tree { document, parents, depths })
    }

    pub fn len(&self) -> usize {
        self.parents.len()
    }

    pub fn node(&self, node: usize) -> &'a Node {
        &self.document.nodes[node]
    }

    /// A node's name, or a made-up one.
    pub fn name(&self, node: usize) -> String {
        match self.node(node).name.as_deref() {
            Some(name) if !name.is_empty() => name.to_owned(),
            _ => format!("joint_{node}"),
        }
    }

    pub fn parent(&self, node: usize) -> Option<usize> {
        self.parents[node]
    }

    pub fn depth(&self, node: usize) -> usize {
        self.depths[node]
    }

    /// The node itself, its parent, and so on.
    pub fn upwards(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |&node| self.parents[node])
    }

    /// The lowest node that both are, or are below of; none if they are of different trees.
    pub fn common(&self, a: usize, b: usize) -> Option<usize> {
        let (mut a, mut b) = (a, b);
        while a != b {
            if self.depths[a] >= self.depths[b] {
                a = self.parents[a]?;
            } else {
                b = self.parents[b]?;
            }
        }
        Some(a)
    }

    /// A node and what is below it, parents before children, children in order. Does not go below a node that
    /// `enter` refuses.
    pub fn downwards(&self, top: usize, mut enter: impl FnMut(usize) -> bool) -> Vec<usize> {
        let mut found = Vec::new();
        let mut waiting = vec![top];
        while let Some(node) = waiting.pop() {
            if enter(node) {
                found.push(node);
                waiting.extend(self.node(node).children.iter().rev());
            }
        }
        found
    }

    /// A node's transform relative to its parent.
    pub fn local(&self, index: usize, warnings: &mut Vec<String>) -> Result<Local, Fault> {
        let node = self.node(index);
        let place = |field: &str| format!("nodes[{index}].{field}");
        let (translation, rotation, scale) = match &node.matrix {
            Some(matrix) => decompose(matrix).map_err(|what| Fault::part(place("matrix"), what))?,
            None => (
                Vec3::from(node.translation.unwrap_or([0.0; 3])),
                Quat::from_array(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0])),
                Vec3::from(node.scale.unwrap_or([1.0; 3])),
            ),
        };
        if !translation.is_finite() {
            return Err(Fault::part(place("translation"), "is not finite"));
        }
        let rotation = unit(rotation).map_err(|what| Fault::part(place("rotation"), what))?;
        let scale = uniform(scale, || format!("node {index} ({:?})", self.name(index)), warnings)
            .map_err(|what| Fault::part(place("scale"), what))?;
        Ok(Local { translation, rotation, scale })
    }
}

/// A quaternion made unit length, or why it cannot be.
pub(super) fn unit(quaternion: Quat) -> Result<Quat, String> {
    // In f64, where the squares of f32 neither overflow nor vanish.
    let wide = quaternion.as_dquat();
    let length = wide.length();
    if !length.is_finite() {
        return Err("holds a quaternion that is not finite".into());
    }
    if length < 1e-6 {
        return Err("holds a quaternion of length zero, which is no rotation".into());
    }
    Ok((wide / length).as_quat())
}

/// The one number that stands for a scale. Zero, which hides a part, and a scale that differs by axis are reported
/// and made good; a mirroring one cannot be.
pub(super) fn uniform(
    scale: Vec3,
    name: impl Fn() -> String,
    warnings: &mut Vec<String>,
) -> Result<f32, &'static str> {
    if !scale.is_finite() {
        return Err("is not finite");
    }
    if scale.min_element() < 0.0 {
        return Err("is negative; a mirrored joint has no rotation");
    }
    let mean = scale.element_sum() / 3.0;
    if mean < 1e-9 {
        warnings.push(format!("{} is scaled to nothing; it is taken at its full size", name()));
        return Ok(1.0);
    }
    if scale.max_element() - scale.min_element() > 0.01 * mean {
        warnings.push(format!("{} is scaled by {scale}, not evenly; {mean} is used", name()));
    }
    Ok(mean)
}

/// Takes a matrix apart into translation, rotation and scale.
fn decompose(matrix: &[f32; 16]) -> Result<(Vec3, Quat, Vec3), &'static str> {
    let matrix = Mat4::from_cols_array(matrix);
    if !matrix.is_finite() {
        return Err("is not finite");
    }
    let bottom = matrix.row(3);
    if bottom.truncate().abs().max_element() > 1e-5 || (bottom.w - 1.0).abs() > 1e-5 {
        return Err("has a bottom row other than 0, 0, 0, 1");
    }
    let linear = Mat3::from_mat4(matrix);
    let scale = Vec3::new(linear.x_axis.length(), linear.y_axis.length(), linear.z_axis.length());
    if scale.min_element() < 1e-9 || !scale.is_finite() {
        return Err("flattens space, so it holds no rotation");
    }
    let turn = Mat3::from_cols(linear.x_axis / scale.x, linear.y_axis / scale.y, linear.z_axis / scale.z);
    let skew = [turn.x_axis.dot(turn.y_axis), turn.y_axis.dot(turn.z_axis), turn.z_axis.dot(turn.x_axis)];
    if skew.iter().any(|cosine| cosine.abs() > 1e-3) {
        return Err("shears, so it is not a translation, a rotation and a scale");
    }
    if turn.determinant() < 0.0 {
        return Err("mirrors, so it is not a translation, a rotation and a scale");
    }
    Ok((matrix.w_axis.truncate(), Quat::from_mat3(&turn), scale))
}

fn parents(nodes: &[Node]) -> Result<Vec<Option<usize>>, Fault> {
    let mut parents = vec![None; nodes.len()];
    for (parent, node) in nodes.iter().enumerate() {
        for (at, &child) in node.children.iter().enumerate() {
            let place = || format!("nodes[{parent}].children[{at}]");
            match parents.get_mut(child) {
                None => {
                    let what = format!("names node {child}, but there are only {}", nodes.len());
                    return Err(Fault::part(place(), what));
                }
                Some(Some(other)) => {
                    let what = format!("node {child} already is a child of node {other}");
                    return Err(Fault::part(place(), what));
                }
                Some(free) => *free = Some(parent),
            }
        }
    }
    Ok(parents)
}

/// How many nodes are above each.
fn depths(parents: &[Option<usize>]) -> Result<Vec<usize>, Fault> {
    const UNKNOWN: usize = usize::MAX;
    let mut depths = vec![UNKNOWN; parents.len()];
    let mut path = Vec::new();
    for start in 0..parents.len() {
        path.clear();
        let mut at = Some(start);
        while let Some(node) = at.filter(|&node| depths[node] == UNKNOWN) {
            path.push(node);
            // A cycle has at most as many nodes as there are; whoever walks further goes round.
            if path.len() > parents.len() {
                return Err(Fault::part(format!("nodes[{node}]"), "is its own ancestor"));
            }
            at = parents[node];
        }
        let top = at.map_or(0, |node| depths[node] + 1);
        for (depth, &node) in (top..).zip(path.iter().rev()) {
            if depth >= DEEPEST {
                let what = format!("is nested more than {DEEPEST} deep");
                return Err(Fault::part(format!("nodes[{node}]"), what));
            }
            depths[node] = depth;
        }
    }
    Ok(depths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_comes_apart_into_what_it_was_made_of() {
        let (scale, rotation, translation) = (
            Vec3::splat(0.01),
            Quat::from_rotation_x(-1.2) * Quat::from_rotation_y(0.4),
            Vec3::new(1.0, 2.0, 3.0),
        );
        let matrix = Mat4::from_scale_rotation_translation(scale, rotation, translation);
        let (t, r, s) = decompose(&matrix.to_cols_array()).unwrap();
        assert!((t - translation).length() < 1e-6 && (s - scale).length() < 1e-6);
        assert!(r.dot(rotation).abs() > 1.0 - 1e-6);
    }

    #[test]
    fn a_matrix_that_shears_mirrors_flattens_or_projects_is_refused() {
        let mut shear = Mat4::IDENTITY;
        shear.y_axis.x = 0.5;
        let mirror = Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0));
        let flat = Mat4::from_scale(Vec3::new(1.0, 0.0, 1.0));
        let mut projection = Mat4::IDENTITY;
        projection.x_axis.w = 1.0;
        for (matrix, word) in
            [(shear, "shears"), (mirror, "mirrors"), (flat, "flattens"), (projection, "row")]
        {
            let what = decompose(&matrix.to_cols_array()).unwrap_err();
            assert!(what.contains(word), "{what}");
        }
        assert!(decompose(&[f32::NAN; 16]).is_err());
        assert!(decompose(&[f32::MAX; 16]).is_err());
    }

    #[test]
    fn quaternions_of_any_finite_length_but_zero_become_unit() {
        for length in [1e-5, 0.5, 1e30] {
            let q = unit(Quat::from_xyzw(0.0, length, 0.0, length)).unwrap();
            assert!((q.length() - 1.0).abs() < 1e-6);
        }
        for q in
            [Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Quat::NAN, Quat::from_xyzw(f32::INFINITY, 0.0, 0.0, 1.0)]
        {
            assert!(unit(q).is_err(), "{q}");
        }
    }
}
