//! The BVH writer.
//!
//! Every joint gets rotations in the order Z Y X. Angles go on where the frame before left off, without jumps by
//! half or full turns, so that the curves can be edited. The root's OFFSET and those of other joints with
//! position channels are zero, so that readers which add the OFFSET and readers which do not agree.

use std::io::{self, Write};

use footwork_motion::glam::{DMat3, Quat, Vec3};
use footwork_motion::{Clip, Skeleton};

/// How to write a BVH file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WriteOptions {
    /// Metres per unit of the file. Most tools expect centimetres.
    pub unit: f32,
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions { unit: 0.01 }
    }
}

/// Writes a skeleton and its motion as BVH.
pub fn write(out: &mut dyn Write, skeleton: &Skeleton, clip: &Clip, options: WriteOptions) -> io::Result<()> {
    let per_metre = 1.0 / f64::from(options.unit);
    let translated_joint: Vec<Option<usize>> =
        (0..skeleton.len()).map(|joint| skeleton.translated_joints().position(|m| m == joint)).collect();
    writeln!(out, "HIERARCHY")?;
    let order = hierarchy(out, skeleton, &translated_joint, per_metre)?;
    writeln!(out, "MOTION\nFrames: {}\nFrame Time: {:.8}", clip.frames(), 1.0 / f64::from(clip.rate()))?;

    let mut angles = vec![[0.0; 3]; skeleton.len()];
    let mut line = String::new();
    for frame in 0..clip.frames() {
        let pose = clip.frame(frame);
        line.clear();
        for &joint in &order {
            if let Some(translated_joint) = translated_joint[joint] {
                let place = pose.translations[translated_joint];
                place.to_array().iter().for_each(|&v| number(&mut line, f64::from(v) * per_metre));
            }
            angles[joint] = euler(pose.rotations[joint], angles[joint]);
            angles[joint].iter().for_each(|&v| number(&mut line, v));
        }
        line.pop();
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

/// Writes the tree and gives the order in which its joints stand there: depth first.
fn hierarchy(
    out: &mut dyn Write,
    skeleton: &Skeleton,
    translated_joint: &[Option<usize>],
    per_metre: f64,
) -> io::Result<Vec<usize>> {
    let mut order = Vec::new();
    // Joints still to be opened, and how deep they lie; a joint's block is closed before the next one that is not
    // deeper.
    let mut open = vec![(0, 0)];
    let mut depth_of_last: Option<usize> = None;
    while let Some((joint, depth)) = open.pop() {
        close(out, depth_of_last, depth)?;
        depth_of_last = Some(depth);
        order.push(joint);
        let tabs = "\t".repeat(depth);
        let kind = if depth == 0 { "ROOT" } else { "JOINT" };
        writeln!(out, "{tabs}{kind} {}\n{tabs}{{", word(skeleton.name(joint), joint))?;
        let channels = match translated_joint[joint] {
            Some(_) => "6 Xposition Yposition Zposition Zrotation Yrotation Xrotation",
            None => "3 Zrotation Yrotation Xrotation",
        };
        let offset = if translated_joint[joint].is_some() { Vec3::ZERO } else { skeleton.offsets()[joint] };
        writeln!(out, "{tabs}\tOFFSET {}\n{tabs}\tCHANNELS {channels}", triple(offset, per_metre))?;
        let mut ends: Vec<Vec3> =
            skeleton.ends().iter().filter(|end| end.joint == joint).map(|end| end.offset).collect();
        let children: Vec<usize> = skeleton.children(joint).collect();
        if children.is_empty() && ends.is_empty() {
            // A block without any end is more than some readers can take.
            ends.push(Vec3::ZERO);
        }
        for end in ends {
            let offset = triple(end, per_metre);
            writeln!(out, "{tabs}\tEnd Site\n{tabs}\t{{\n{tabs}\t\tOFFSET {offset}\n{tabs}\t}}")?;
        }
        open.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
    }
    close(out, depth_of_last, 0)?;
    Ok(order)
}

/// Closes the blocks that were open after a joint at one depth, before one at another.
fn close(out: &mut dyn Write, last: Option<usize>, next: usize) -> io::Result<()> {
    for depth in (next..=last.unwrap_or(0)).rev().take(if last.is_some() { usize::MAX } else { 0 }) {
        writeln!(out, "{}}}", "\t".repeat(depth))?;
    }
    Ok(())
}

/// A name that every reader takes: one word, without what opens a block here or ends a path in three.js.
fn word(name: &str, joint: usize) -> String {
    let plain = |c: char| if c.is_whitespace() || "{}[]:/".contains(c) { '_' } else { c };
    let word: String = name.trim().chars().map(plain).collect();
    if word.is_empty() { format!("joint_{joint}") } else { word }
}

fn triple(v: Vec3, per_metre: f64) -> String {
    let mut text = String::new();
    v.to_array().iter().for_each(|&x| number(&mut text, f64::from(x) * per_metre));
    text.pop();
    text
}

/// Six decimals and a blank, without trailing zeros: below a micrometre, and half the size.
fn number(line: &mut String, value: f64) {
    use std::fmt::Write as _;
    let start = line.len();
    // Writing to a string cannot fail.
    let _ = write!(line, "{value:.6}");
    while line.ends_with('0') {
        line.pop();
    }
    if line.ends_with('.') {
        line.pop();
    }
    if &line[start..] == "-0" {
        line.replace_range(start.., "0");
    }
    line.push(' ');
}

/// The angles about Z, Y and X, in degrees, that make a rotation and lie nearest to the ones before.
fn euler(rotation: Quat, before: [f64; 3]) -> [f64; 3] {
    let m = DMat3::from_quat(rotation.as_dquat().normalize());
    let level = m.x_axis.x.hypot(m.x_axis.y);
    let y = (-m.x_axis.z).atan2(level);
    let (z, x) = if level > 1e-9 {
        (m.x_axis.y.atan2(m.x_axis.x), m.y_axis.z.atan2(m.z_axis.z))
    } else {
        // Looking straight up or down, only Z ∓ X is defined: X stays as it was.
        let x = before[2].to_radians();
        let sum = (-m.y_axis.x).atan2(m.y_axis.y);
        (if y > 0.0 { sum + x } else { sum - x }, x)
    };
    let pi = std::f64::consts::PI;
    let near = |[z, y, x]: [f64; 3]| {
        let angles = [z, y, x].map(f64::to_degrees);
        std::array::from_fn::<f64, 3, _>(|i| angles[i] + 360.0 * ((before[i] - angles[i]) / 360.0).round())
    };
    let away = |a: &[f64; 3]| a.iter().zip(before).map(|(a, b)| (a - b).abs()).sum::<f64>();
    // The same rotation by the other set of angles.
    let (one, other) = (near([z, y, x]), near([z + pi, pi - y, x + pi]));
    if away(&one) <= away(&other) { one } else { other }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footwork_motion::glam::DQuat;
    use proptest::prelude::*;

    fn quat([z, y, x]: [f64; 3]) -> DQuat {
        let [z, y, x] = [z, y, x].map(f64::to_radians);
        DQuat::from_rotation_z(z) * DQuat::from_rotation_y(y) * DQuat::from_rotation_x(x)
    }

    proptest! {
        #[test]
        fn angles_make_the_rotation_they_came_from(
            x in -1.0_f32..1.0, y in -1.0_f32..1.0, z in -1.0_f32..1.0, w in -1.0_f32..1.0,
            before in prop::array::uniform3(-720.0_f64..720.0),
        ) {
            prop_assume!(x * x + y * y + z * z + w * w > 1e-3);
            let rotation = Quat::from_xyzw(x, y, z, w).normalize();
            let again = quat(euler(rotation, before));
            prop_assert!(again.angle_between(rotation.as_dquat().normalize()) < 1e-6);
        }

        #[test]
        fn angles_at_the_pole_make_the_rotation_they_came_from(z in -180.0_f64..180.0, x in -180.0_f64..180.0, up: bool) {
            let rotation = quat([z, if up { 90.0 } else { -90.0 }, x]).as_quat();
            let again = quat(euler(rotation, [0.0; 3]));
            prop_assert!(again.angle_between(rotation.as_dquat().normalize()) < 1e-6);
        }
    }

    #[test]
    fn angles_go_on_without_jumps_through_several_turns() {
        let mut before = [0.0; 3];
        for step in 1..200 {
            let degrees = 7.0 * f64::from(step);
            let next = euler(quat([degrees, 30.0, degrees]).as_quat(), before);
            assert!(
                (next[0] - before[0]).abs() < 40.0 && (next[2] - before[2]).abs() < 40.0,
                "{before:?} {next:?}"
            );
            before = next;
        }
        assert!((before[0] - 7.0 * 199.0).abs() < 1e-3);
    }

    #[test]
    fn numbers_are_short() {
        let mut line = String::new();
        for value in [0.0, -0.0, 1.5, -0.000_000_1, 12.0, 100.0, 0.123_456_789] {
            number(&mut line, value);
        }
        assert_eq!(line, "0 0 1.5 0 12 100 0.123457 ");
    }
}
