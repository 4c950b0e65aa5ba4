//! A small writer of FBX as text, in the conventions of those who write it, so that tests know what every joint must do.

use std::fmt::Write;

use footwork_motion::glam::{EulerRot, Mat4, Quat, Vec3};
use footwork_motion::{Clip, Skeleton, Transform};

/// FBX counts time in these: as many as a second has.
const TICKS: f64 = 46_186_158_000.0;

/// How somebody writes FBX.
#[derive(Clone)]
pub struct Style {
    /// Metres per unit.
    pub unit: f64,
    pub z_up: bool,
    /// What stands before every joint's name.
    pub namespace: &'static str,
    /// Rotations before and after what is animated, about X, Y and Z in degrees.
    pub pre: Vec3,
    pub post: Vec3,
    /// The order of Euler angles: 0 is XYZ, 5 is ZYX.
    pub order: u32,
    /// The empty node above the root, and its scale.
    pub armature: Option<(&'static str, f64)>,
    /// Whether nodes are called bones, or are empty ones.
    pub bones: bool,
    /// Whether a bind pose is written, and the nodes stand in the first frame instead.
    pub bind_pose: bool,
    pub take: &'static str,
    /// Leaves that no joint of the skeleton is: the ends.
    pub ends: bool,
}

impl Style {
    /// Y up, in centimetres, as Maya and Mixamo write.
    pub fn maya() -> Style {
        Style {
            unit: 0.01,
            z_up: false,
            namespace: "",
            pre: Vec3::ZERO,
            post: Vec3::ZERO,
            order: 0,
            armature: None,
            bones: true,
            bind_pose: false,
            take: "mixamo.com",
            ends: true,
        }
    }
}

fn radians(degrees: Vec3) -> Vec3 {
    degrees * std::f32::consts::PI / 180.0
}

/// FBX turns about X first: Rz Ry Rx.
fn turned(degrees: Vec3) -> Quat {
    let v = radians(degrees);
    Quat::from_rotation_z(v.z) * Quat::from_rotation_y(v.y) * Quat::from_rotation_x(v.x)
}

impl Style {
    /// A local rotation as the angles that a node has between its pre- and post-rotation, in degrees.
    fn angles(&self, rotation: Quat) -> Vec3 {
        let own = turned(self.pre).conjugate() * rotation * turned(self.post);
        let (x, y, z) = match self.order {
            0 => {
                let (z, y, x) = own.to_euler(EulerRot::ZYX);
                (x, y, z)
            }
            5 => {
                let (x, y, z) = own.to_euler(EulerRot::XYZ);
                (x, y, z)
            }
            other => panic!("no test needs order {other}"),
        };
        Vec3::new(x, y, z) * 180.0 / std::f32::consts::PI
    }

    /// From Y up to the file's axes.
    fn turn(&self) -> Quat {
        if self.z_up { Quat::from_rotation_x(std::f32::consts::FRAC_PI_2) } else { Quat::IDENTITY }
    }

    /// A joint's transform in the file's unit and axes.
    fn local(&self, joint: usize, local: Transform) -> (Vec3, Quat) {
        let turn = if joint == 0 { self.turn() } else { Quat::IDENTITY };
        let scale = self.armature.map_or(1.0, |(_, scale)| scale);
        ((turn * local.translation) / (self.unit * scale) as f32, turn * local.rotation)
    }
}

/// A character and its clip as text. Offsets that the clip does not translate are the skeleton's.
pub fn fbx(skeleton: &Skeleton, clip: &Clip, style: &Style) -> String {
    let mut out = header(style);
    let (mut objects, mut links) = (String::new(), String::new());
    let top = match style.armature {
        None => 0,
        Some((name, scale)) => {
            let line = format!("P: \"Lcl Scaling\", \"Lcl Scaling\", \"\", \"A\",{scale},{scale},{scale}");
            model(&mut objects, &mut links, 900, name, "Null", &[line], 0);
            900
        }
    };
    objects += "AnimationStack: 500, \"AnimStack::TAKE\", \"\" {\n}\nAnimationLayer: 501, \"AnimLayer::base\", \"\" {\n}\n"
        .replace("TAKE", style.take)
        .as_str();
    links += "C: \"OO\",501,500\n";
    for joint in 0..skeleton.len() {
        let rest = match style.bind_pose {
            true => clip_local(skeleton, clip, joint, 0),
            false => Transform { rotation: skeleton.rest()[joint], translation: skeleton.offsets()[joint] },
        };
        let (translation, rotation) = style.local(joint, rest);
        let vector =
            |name: &str, v: Vec3| format!("P: \"{name}\", \"{name}\", \"\", \"A\",{},{},{}", v.x, v.y, v.z);
        let lines = [
            "P: \"RotationActive\", \"bool\", \"\", \"\",1".to_string(),
            format!("P: \"RotationOrder\", \"enum\", \"\", \"\",{}", style.order),
            vector("PreRotation", style.pre),
            vector("PostRotation", style.post),
            vector("Lcl Translation", translation),
            vector("Lcl Rotation", style.angles(rotation)),
        ];
        let parent = skeleton.parent(joint).map_or(top, id);
        let name = format!("{}{}", style.namespace, skeleton.name(joint));
        model(&mut objects, &mut links, id(joint), &name, kind(style), &lines, parent);
        let frames: Vec<(Vec3, Quat)> = (0..clip.frames())
            .map(|frame| style.local(joint, clip_local(skeleton, clip, joint, frame)))
            .collect();
        let angles: Vec<Vec3> =
            unrolled(frames.iter().map(|(_, rotation)| style.angles(*rotation)).collect());
        curves(&mut objects, &mut links, id(joint) + 1, id(joint), "Lcl Rotation", &angles, clip.rate());
        if joint == 0 {
            let places: Vec<Vec3> = frames.iter().map(|(place, _)| *place).collect();
            curves(
                &mut objects,
                &mut links,
                id(joint) + 5,
                id(joint),
                "Lcl Translation",
                &places,
                clip.rate(),
            );
        }
    }
    if style.ends {
        for (at, end) in skeleton.ends().iter().enumerate() {
            let offset = end.offset / (style.unit * style.armature.map_or(1.0, |(_, scale)| scale)) as f32;
            let line = format!(
                "P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",{},{},{}",
                offset.x, offset.y, offset.z
            );
            let name = format!("{}{}_End", style.namespace, skeleton.name(end.joint));
            let at = 90_000 + 10 * at as u64;
            model(&mut objects, &mut links, at, &name, kind(style), &[line], id(end.joint));
        }
    }
    if style.bind_pose {
        pose(&mut objects, skeleton, style);
    }
    let _ = writeln!(out, "Objects: {{\n{objects}}}\nConnections: {{\n{links}}}");
    out
}

fn header(style: &Style) -> String {
    let (up, front, sign) = if style.z_up { (2, 1, -1) } else { (1, 2, 1) };
    let integer = |name: &str, value: i32| format!("P: \"{name}\", \"int\", \"Integer\", \"\",{value}\n");
    let axes = [
        integer("UpAxis", up),
        integer("UpAxisSign", 1),
        integer("FrontAxis", front),
        integer("FrontAxisSign", sign),
        integer("CoordAxis", 0),
        integer("CoordAxisSign", 1),
    ];
    format!(
        "; FBX 7.4.0 project file\nFBXHeaderExtension: {{\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}}\n\
         GlobalSettings: {{\nVersion: 1000\nProperties70: {{\n{}P: \"UnitScaleFactor\", \"double\", \"Number\", \"\",{}\n}}\n}}\n",
        axes.concat(),
        100.0 * style.unit
    )
}

fn kind(style: &Style) -> &'static str {
    if style.bones { "LimbNode" } else { "Null" }
}

fn id(joint: usize) -> u64 {
    1000 + 20 * joint as u64
}

fn model(
    out: &mut String,
    links: &mut String,
    id: u64,
    name: &str,
    kind: &str,
    lines: &[String],
    parent: u64,
) {
    let lines = lines.join("\n");
    let _ = writeln!(
        out,
        "Model: {id}, \"Model::{name}\", \"{kind}\" {{\nVersion: 232\nProperties70: {{\n{lines}\n}}\n}}"
    );
    let _ = writeln!(links, "C: \"OO\",{id},{parent}");
    if kind == "LimbNode" {
        let attribute = id + 9;
        let _ = writeln!(
            out,
            "NodeAttribute: {attribute}, \"NodeAttribute::{name}\", \"LimbNode\" {{\nTypeFlags: \"Skeleton\"\n}}"
        );
        let _ = writeln!(links, "C: \"OO\",{attribute},{id}");
    }
}

fn curves(
    out: &mut String,
    links: &mut String,
    id: u64,
    node: u64,
    property: &str,
    values: &[Vec3],
    rate: f32,
) {
    let curve_node = id;
    let _ = writeln!(out, "AnimationCurveNode: {curve_node}, \"AnimCurveNode::\", \"\" {{\n}}");
    let _ = writeln!(links, "C: \"OO\",{curve_node},501\nC: \"OP\",{curve_node},{node}, \"{property}\"");
    let times: Vec<String> = (0..values.len())
        .map(|frame| format!("{}", (frame as f64 / f64::from(rate) * TICKS).round()))
        .collect();
    for (axis, letter) in ["X", "Y", "Z"].into_iter().enumerate() {
        let curve = 1_000_000 + 10 * id + axis as u64;
        let numbers: Vec<String> = values.iter().map(|value| value[axis].to_string()).collect();
        let count = numbers.len();
        let _ = writeln!(
            out,
            "AnimationCurve: {curve}, \"AnimCurve::\", \"\" {{\nDefault: 0\nKeyVer: 4008\nKeyTime: *{count} {{\na: {}\n}}\n\
             KeyValueFloat: *{count} {{\na: {}\n}}\nKeyAttrFlags: *1 {{\na: 4\n}}\n\
             KeyAttrDataFloat: *4 {{\na: 0,0,0,0\n}}\nKeyAttrRefCount: *1 {{\na: {count}\n}}\n}}",
            times.join(","),
            numbers.join(",")
        );
        let _ = writeln!(links, "C: \"OP\",{curve},{curve_node}, \"d|{letter}\"");
    }
}

/// The rest pose in the world, as a bind pose.
fn pose(out: &mut String, skeleton: &Skeleton, style: &Style) {
    let mut world: Vec<Transform> = Vec::new();
    let _ = writeln!(out, "Pose: 700, \"Pose::bind\", \"BindPose\" {{\nType: \"BindPose\"\nVersion: 100");
    for joint in 0..skeleton.len() {
        let local = Transform { rotation: skeleton.rest()[joint], translation: skeleton.offsets()[joint] };
        let here = skeleton.parent(joint).map_or(local, |parent| world[parent] * local);
        world.push(here);
        let scale = style.armature.map_or(1.0, |(_, scale)| scale) as f32;
        let place = style.turn() * here.translation / style.unit as f32;
        let matrix =
            Mat4::from_scale_rotation_translation(Vec3::splat(scale), style.turn() * here.rotation, place);
        let numbers: Vec<String> = matrix.to_cols_array().iter().map(f32::to_string).collect();
        let _ = writeln!(
            out,
            "PoseNode: {{\nNode: {}\nMatrix: *16 {{\na: {}\n}}\n}}",
            id(joint),
            numbers.join(",")
        );
    }
    *out += "}\n";
}

fn clip_local(skeleton: &Skeleton, clip: &Clip, joint: usize, frame: usize) -> Transform {
    let pose = clip.frame(frame);
    let translation = if joint == 0 { pose.translations[0] } else { skeleton.offsets()[joint] };
    Transform { rotation: pose.rotations[joint], translation }
}

/// Angles without jumps by whole turns, as exporters write them.
fn unrolled(mut angles: Vec<Vec3>) -> Vec<Vec3> {
    for frame in 1..angles.len() {
        let before = angles[frame - 1];
        let around = ((angles[frame] - before) / 360.0).round() * 360.0;
        angles[frame] -= around;
    }
    angles
}
