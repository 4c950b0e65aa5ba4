//! BVH as a textbook has it: words, recursion, matrices, no haste. Knows ordinary files only.

use footwork_motion::glam::{DMat4, DVec3};

#[derive(Debug, Default)]
pub struct Joint {
    pub name: String,
    pub parent: Option<usize>,
    pub offset: DVec3,
    pub channels: Vec<String>,
}

/// The joints of a file and, per frame, where they are, in the file's own unit and axes.
pub struct Textbook {
    pub joints: Vec<Joint>,
    pub frames: Vec<Vec<DVec3>>,
}

/// Reads a file and places its joints in every `step`th frame.
pub fn read(text: &str, step: usize) -> Textbook {
    let mut words = text.split_whitespace();
    let mut joints: Vec<Joint> = Vec::new();
    let mut stack: Vec<usize> = Vec::new();
    let mut in_end = false;
    loop {
        match words.next().expect("a word") {
            "ROOT" | "JOINT" => {
                let name = words.next().expect("a name").to_string();
                joints.push(Joint { name, parent: stack.last().copied(), ..Joint::default() });
                stack.push(joints.len() - 1);
            }
            "End" => in_end = true,
            "OFFSET" => {
                let mut number = || words.next().expect("a word").parse::<f64>().expect("a number");
                let offset = DVec3::new(number(), number(), number());
                if !in_end {
                    joints[*stack.last().expect("a joint")].offset = offset;
                }
            }
            "CHANNELS" => {
                let count: usize = words.next().expect("a word").parse().expect("a count");
                let channels = (0..count).map(|_| words.next().expect("a channel").to_string()).collect();
                joints[*stack.last().expect("a joint")].channels = channels;
            }
            "}" if in_end => in_end = false,
            "}" => {
                stack.pop();
            }
            "MOTION" => break,
            _ => {}
        }
    }
    let frames = text
        .lines()
        .skip_while(|line| !line.starts_with("Frame Time"))
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .step_by(step)
        .map(|line| place(&joints, line))
        .collect();
    Textbook { joints, frames }
}

fn place(joints: &[Joint], line: &str) -> Vec<DVec3> {
    let mut values = line.split_whitespace().map(|word| word.parse::<f64>().expect("a number"));
    let mut world: Vec<DMat4> = Vec::new();
    for joint in joints {
        let mut place = joint.offset;
        let mut turn = DMat4::IDENTITY;
        for channel in &joint.channels {
            let value = values.next().expect("a value");
            let angle = value.to_radians();
            match channel.as_str() {
                "Xposition" => place.x = value,
                "Yposition" => place.y = value,
                "Zposition" => place.z = value,
                "Xrotation" => turn *= DMat4::from_rotation_x(angle),
                "Yrotation" => turn *= DMat4::from_rotation_y(angle),
                "Zrotation" => turn *= DMat4::from_rotation_z(angle),
                other => panic!("{other} is no channel"),
            }
        }
        let local = DMat4::from_translation(place) * turn;
        world.push(joint.parent.map_or(local, |parent| world[parent] * local));
    }
    world.iter().map(|m| m.w_axis.truncate()).collect()
}
