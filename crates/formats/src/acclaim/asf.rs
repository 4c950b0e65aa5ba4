//! The ASF reader: a skeleton.

use std::collections::HashMap;

use footwork_motion::glam::{DVec3, Quat, Vec3};
use footwork_motion::{Clip, End, Joint, Pose, Skeleton};

use super::{Axis, Dof, rotation};
use crate::fault::Fault;
use crate::import::{Raw, RawBody};
use crate::rate;
use crate::text::Cursor;

/// Bones from root to tip. Rigs of people have some 10, and what goes down the tree recursively must end.
const MAX_DEPTH: usize = 256;

/// An ASF file: a skeleton, and what an AMC file needs to know about it.
#[derive(Clone, Debug)]
pub struct Asf {
    /// In the file's own unit and axes.
    pub skeleton: Skeleton,
    /// What the file calls it.
    pub name: String,
    /// Metres per unit, where the file says so.
    pub unit: Option<f32>,
    /// Radians per unit of angle.
    pub(super) angle: f64,
    /// Per joint, the axes its numbers are about.
    pub(super) axes: Vec<Quat>,
    /// Per joint, what its numbers do.
    pub(super) dofs: Vec<Vec<Dof>>,
    /// A bone's name, in lower case, to its joint. The root is `root`.
    pub(super) joints: HashMap<String, usize>,
}

impl Asf {
    /// The skeleton alone, as a body at rest.
    pub fn at_rest(self) -> Result<Raw, Fault> {
        let clip = Clip::still(&self.skeleton, self.name.clone(), rate::ASSUMED, Pose::rest(&self.skeleton))?;
        let warning = "a skeleton without motion: its rest pose is taken as one frame".to_string();
        let body =
            RawBody { name: self.name, skeleton: self.skeleton, clips: vec![clip], rest_is_a_pose: true };
        Ok(Raw { bodies: vec![body], unit: self.unit, y_up: false, warnings: vec![warning] })
    }
}

/// Reads an ASF file.
pub fn read(bytes: &[u8]) -> Result<Asf, Fault> {
    let mut cursor = Cursor::new(bytes);
    let mut file = File { angle: std::f64::consts::PI / 180.0, ..File::default() };
    let mut sections = 0;
    while !cursor.at_end() {
        let word = cursor.peek_word();
        if word.starts_with('#') {
            cursor.rest_of_line();
            continue;
        }
        if !word.starts_with(':') {
            return Err(cursor.fault("a section such as :units, :root, :bonedata or :hierarchy"));
        }
        sections += 1;
        match cursor.word().to_ascii_lowercase().as_str() {
            ":name" => file.name = cursor.rest_of_line(),
            ":units" => units(&mut cursor, &mut file)?,
            ":root" => root(&mut cursor, &mut file)?,
            ":bonedata" => bones(&mut cursor, &mut file)?,
            ":hierarchy" => hierarchy(&mut cursor, &mut file)?,
            // :version, :documentation, :skin and whatever else: text up to the next section.
            _ => skip_section(&mut cursor),
        }
    }
    if sections == 0 {
        return Err(cursor.fault("a section such as :units, :root, :bonedata or :hierarchy"));
    }
    assemble(file)
}

#[derive(Default)]
struct File {
    name: String,
    length: Option<f64>,
    angle: f64,
    root_order: Vec<Dof>,
    root_axis: Quat,
    root_place: Vec3,
    root_turn: [f64; 3],
    root_letters: Vec<Axis>,
    bones: Vec<Bone>,
    children: Vec<(String, Vec<String>)>,
}

struct Bone {
    name: String,
    direction: Vec3,
    length: f64,
    axis: Quat,
    dofs: Vec<Dof>,
}

fn skip_section(cursor: &mut Cursor<'_>) {
    cursor.rest_of_line();
    while !cursor.at_end() && !cursor.peek_word().starts_with(':') {
        cursor.rest_of_line();
    }
}

fn units(cursor: &mut Cursor<'_>, file: &mut File) -> Result<(), Fault> {
    while !cursor.at_end() && !cursor.peek_word().starts_with(':') {
        if cursor.take("length") {
            if cursor.peek_word().parse::<f64>().is_ok_and(|length| length <= 0.0) {
                return Err(cursor.fault("a length above zero"));
            }
            file.length = Some(cursor.number()?);
        } else if cursor.take("angle") {
            file.angle = match cursor.peek_word().to_ascii_lowercase().as_str() {
                "deg" | "degrees" => std::f64::consts::PI / 180.0,
                "rad" | "radians" => 1.0,
                _ => return Err(cursor.fault("deg or rad")),
            };
            cursor.word();
        } else {
            cursor.rest_of_line();
        }
    }
    Ok(())
}

fn root(cursor: &mut Cursor<'_>, file: &mut File) -> Result<(), Fault> {
    while !cursor.at_end() && !cursor.peek_word().starts_with(':') {
        if cursor.take("order") {
            file.root_order = dofs(cursor)?;
        } else if cursor.take("axis") {
            file.root_letters = letters(cursor)?;
        } else if cursor.take("position") {
            file.root_place = triple(cursor)?.as_vec3();
        } else if cursor.take("orientation") {
            file.root_turn = triple(cursor)?.to_array();
        } else {
            return Err(cursor.fault("order, axis, position or orientation"));
        }
    }
    let letters = if file.root_letters.is_empty() {
        vec![Axis::X, Axis::Y, Axis::Z]
    } else {
        file.root_letters.clone()
    };
    let angle = file.angle;
    file.root_axis = rotation(letters.into_iter().zip(file.root_turn.map(|turn| turn * angle)));
    Ok(())
}

fn bones(cursor: &mut Cursor<'_>, file: &mut File) -> Result<(), Fault> {
    while cursor.take("begin") {
        if file.bones.len() + 1 == Skeleton::MAX_JOINTS {
            return Err(cursor.fault(format!("at most {} bones", Skeleton::MAX_JOINTS - 1)));
        }
        let mut bone = Bone {
            name: String::new(),
            direction: Vec3::ZERO,
            length: 0.0,
            axis: Quat::IDENTITY,
            dofs: Vec::new(),
        };
        while !cursor.take("end") {
            if cursor.take("name") {
                bone.name = cursor.peek_name().into_owned();
                cursor.word();
            } else if cursor.take("direction") {
                bone.direction = triple(cursor)?.as_vec3();
            } else if cursor.take("length") {
                // Zero is a joint in the place of its parent.
                if cursor.peek_word().parse::<f64>().is_ok_and(|length| length < 0.0) {
                    return Err(cursor.fault("a length of zero or more"));
                }
                bone.length = cursor.number()?;
            } else if cursor.take("axis") {
                let angles = triple(cursor)?.to_array().map(|turn| turn * file.angle);
                bone.axis = rotation(letters(cursor)?.into_iter().zip(angles));
            } else if cursor.take("dof") {
                bone.dofs = dofs(cursor)?;
            } else if cursor.take("id") || cursor.take("bodymass") || cursor.take("cofmass") {
                cursor.rest_of_line();
            } else if cursor.take("limits") {
                cursor.rest_of_line();
                while cursor.peek_word().starts_with('(') {
                    cursor.rest_of_line();
                }
            } else {
                return Err(cursor.fault("id, name, direction, length, axis, dof, limits or end"));
            }
        }
        file.bones.push(bone);
    }
    Ok(())
}

fn hierarchy(cursor: &mut Cursor<'_>, file: &mut File) -> Result<(), Fault> {
    cursor.expect("begin")?;
    while !cursor.take("end") {
        if cursor.at_end() {
            return Err(cursor.fault("end"));
        }
        let parent = cursor.peek_name().to_ascii_lowercase();
        cursor.word();
        let children = cursor.rest_of_line().split_whitespace().map(str::to_ascii_lowercase).collect();
        file.children.push((parent, children));
    }
    Ok(())
}

fn triple(cursor: &mut Cursor<'_>) -> Result<DVec3, Fault> {
    Ok(DVec3::new(cursor.number()?, cursor.number()?, cursor.number()?))
}

fn letters(cursor: &mut Cursor<'_>) -> Result<Vec<Axis>, Fault> {
    let axes: Option<Vec<Axis>> = cursor.peek_word().chars().map(Axis::from_letter).collect();
    match axes {
        Some(axes) if axes.len() == 3 => {
            cursor.word();
            Ok(axes)
        }
        _ => Err(cursor.fault("an order of axes such as XYZ")),
    }
}

fn dofs(cursor: &mut Cursor<'_>) -> Result<Vec<Dof>, Fault> {
    let mut dofs = Vec::new();
    while !cursor.at_line_end() {
        match Dof::from_word(cursor.peek_word()) {
            Some(dof) if dofs.len() < 7 => dofs.push(dof),
            _ => return Err(cursor.fault("at most seven of rx, ry, rz, tx, ty, tz and l")),
        }
        cursor.word();
    }
    Ok(dofs)
}

/// Puts the bones together, parents first.
fn assemble(file: File) -> Result<Asf, Fault> {
    let mut by_name: HashMap<String, usize> = HashMap::new();
    for (index, bone) in file.bones.iter().enumerate() {
        if by_name.insert(bone.name.to_ascii_lowercase(), index).is_some() {
            return Err(Fault::part(":bonedata", format!("two bones are called \"{}\"", bone.name)));
        }
    }
    // A parent may have several lines.
    let mut children: HashMap<&str, Vec<&str>> = HashMap::new();
    for (parent, below) in &file.children {
        children.entry(parent).or_default().extend(below.iter().map(String::as_str));
    }

    let mut joints =
        vec![Joint { name: "root".into(), parent: None, offset: file.root_place, rest: Quat::IDENTITY }];
    let mut ends = Vec::new();
    let mut placed = HashMap::from([("root".to_string(), 0)]);
    let mut axes = vec![file.root_axis];
    let order = [Dof::Move(Axis::X), Dof::Move(Axis::Y), Dof::Move(Axis::Z)];
    let turns = [Dof::Turn(Axis::X), Dof::Turn(Axis::Y), Dof::Turn(Axis::Z)];
    let root_order = if file.root_order.is_empty() { [order, turns].concat() } else { file.root_order };
    let mut dofs = vec![root_order];

    let mut open = vec![("root", 0_usize, Vec3::ZERO, 0_usize)];
    while let Some((name, joint, tip, depth)) = open.pop() {
        let below = children.get(name).map_or(&[][..], Vec::as_slice);
        if below.is_empty() && joint > 0 {
            ends.push(End { joint, offset: tip });
        }
        if depth == MAX_DEPTH {
            return Err(Fault::part(":hierarchy", format!("more than {MAX_DEPTH} bones from root to tip")));
        }
        for &child in below {
            let Some(&index) = by_name.get(child) else {
                let what =
                    format!("\"{child}\" is a child of \"{name}\", but :bonedata has no bone of that name");
                return Err(Fault::part(":hierarchy", what));
            };
            let bone = &file.bones[index];
            if placed.insert(child.to_string(), joints.len()).is_some() {
                let what = format!("\"{child}\" has two parents, or is its own ancestor");
                return Err(Fault::part(":hierarchy", what));
            }
            let tip_of_child = bone.direction.normalize_or_zero() * bone.length as f32;
            open.push((child, joints.len(), tip_of_child, depth + 1));
            joints.push(Joint {
                name: bone.name.clone(),
                parent: Some(joint),
                offset: tip,
                rest: Quat::IDENTITY,
            });
            axes.push(bone.axis);
            dofs.push(bone.dofs.clone());
        }
    }
    if joints.len() == 1 {
        return Err(Fault::part(":hierarchy", "no bone hangs on \"root\""));
    }
    // The unit is an inch divided by `length`.
    let unit = file.length.map(|length| (0.0254 / length) as f32).filter(|unit| unit.is_normal());
    let skeleton = Skeleton::with_ends(joints, ends)?;
    let name = if file.name.is_empty() { "skeleton".to_string() } else { file.name };
    Ok(Asf { skeleton, name, unit, angle: file.angle, axes, dofs, joints: placed })
}
