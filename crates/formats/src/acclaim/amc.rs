//! The AMC reader: motion for a skeleton from an ASF file.

use footwork_motion::Clip;
use footwork_motion::glam::{Quat, Vec3};

use super::{Asf, Axis, Dof, rotation};
use crate::fault::Fault;
use crate::import::{Raw, RawBody};
use crate::text::{Cursor, NUMBER};

/// Where an AMC file comes from, cameras took 120 frames a second.
const ASSUMED_RATE: f32 = 120.0;

/// Reads an AMC file for a skeleton. A bone that a frame does not mention keeps its rest pose.
pub fn read(bytes: &[u8], skeleton: Asf) -> Result<Raw, Fault> {
    let mut cursor = Cursor::new(bytes);
    let mut angle = skeleton.angle;
    loop {
        let word = cursor.peek_word();
        if word.starts_with('#') {
            cursor.rest_of_line();
        } else if word.starts_with(':') {
            match cursor.word().to_ascii_lowercase().as_str() {
                ":radians" => angle = 1.0,
                ":degrees" => angle = std::f64::consts::PI / 180.0,
                // :FULLY-SPECIFIED and others say nothing that matters here.
                _ => {
                    cursor.rest_of_line();
                }
            }
        } else {
            break;
        }
    }
    let joints = skeleton.skeleton.len();
    let (mut translations, mut rotations): (Vec<Vec3>, Vec<Quat>) = (Vec::new(), Vec::new());
    // A frame is a number and a line per bone. Bones that are left out cost memory but no bytes.
    let limit = bytes.len() + 4096;
    let mut seen = vec![usize::MAX; joints];
    let mut frame = 0;
    while !cursor.at_end() {
        if cursor.number_on_line().is_none() {
            return Err(cursor.fault("the number of a frame"));
        }
        if !cursor.at_line_end() {
            return Err(cursor.fault("the end of the line after the number of a frame"));
        }
        if (frame + 1) * joints > limit {
            let what = format!("more than {frame} frames of {joints} bones, most of them left out");
            return Err(Fault::TooLarge { what, bytes: bytes.len() });
        }
        translations.push(skeleton.skeleton.offsets()[0]);
        rotations.resize(rotations.len() + joints, Quat::IDENTITY);
        rotations[frame * joints] = skeleton.axes[0];
        while !cursor.at_end() && !cursor.peek_word().starts_with(|c: char| c.is_ascii_digit()) {
            let Some(&joint) = skeleton.joints.get(&cursor.peek_name().to_ascii_lowercase()) else {
                return Err(
                    cursor.fault(format!("the name of a bone of {:?}, or a frame's number", skeleton.name))
                );
            };
            if std::mem::replace(&mut seen[joint], frame) == frame {
                return Err(cursor.fault("every bone once per frame"));
            }
            cursor.word();
            let (place, turn) = bone(&mut cursor, &skeleton.dofs[joint], angle)?;
            let axis = skeleton.axes[joint];
            if joint == 0 {
                translations[frame] += place;
                rotations[frame * joints] = turn * axis;
            } else {
                rotations[frame * joints + joint] = (axis * turn * axis.conjugate()).normalize();
            }
        }
        frame += 1;
    }
    let clip = Clip::new(&skeleton.skeleton, skeleton.name.clone(), ASSUMED_RATE, translations, rotations)?;
    let warning = format!(
        "an AMC file does not say its rate: {ASSUMED_RATE} Hz is assumed (--assume-rate sets another)"
    );
    let body =
        RawBody { name: skeleton.name, skeleton: skeleton.skeleton, clips: vec![clip], rest_is_a_pose: true };
    Ok(Raw { bodies: vec![body], unit: skeleton.unit, y_up: false, warnings: vec![warning] })
}

/// The numbers of one bone in one frame: how far it moves and turns.
fn bone(cursor: &mut Cursor<'_>, dofs: &[Dof], angle: f64) -> Result<(Vec3, Quat), Fault> {
    let mut place = Vec3::ZERO;
    let mut turns: [Option<(Axis, f64)>; 7] = [None; 7];
    for (turn, dof) in turns.iter_mut().zip(dofs) {
        let Some(value) = cursor.number_on_line() else {
            if cursor.at_line_end() {
                let found =
                    if cursor.rest().is_empty() { "the end of the file" } else { "the end of the line" };
                return Err(cursor.fault_here(found, format!("{} numbers for this bone", dofs.len())));
            }
            return Err(cursor.fault(NUMBER));
        };
        match *dof {
            Dof::Turn(axis) => *turn = Some((axis, value * angle)),
            Dof::Move(Axis::X) => place.x = value as f32,
            Dof::Move(Axis::Y) => place.y = value as f32,
            Dof::Move(Axis::Z) => place.z = value as f32,
            Dof::Length => {}
        }
    }
    if !cursor.at_line_end() {
        return Err(cursor.fault(format!("the end of the line after {} numbers", dofs.len())));
    }
    Ok((place, rotation(turns.into_iter().flatten())))
}
