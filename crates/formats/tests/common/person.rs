//! A person in a few lines of BVH, in centimetres, and motions for it that tests know everything about.

/// Joints with their parents and offsets; the last two of each limb have ends.
const JOINTS: [(&str, &str, [f64; 3]); 21] = [
    ("Hips", "", [0.0, 0.0, 0.0]),
    ("Spine", "Hips", [0.0, 10.0, 0.0]),
    ("Chest", "Spine", [0.0, 20.0, 0.0]),
    ("Neck", "Chest", [0.0, 25.0, 0.0]),
    ("Head", "Neck", [0.0, 10.0, 0.0]),
    ("LeftCollar", "Chest", [5.0, 20.0, 0.0]),
    ("LeftShoulder", "LeftCollar", [13.0, 0.0, 0.0]),
    ("LeftElbow", "LeftShoulder", [28.0, 0.0, 0.0]),
    ("LeftWrist", "LeftElbow", [26.0, 0.0, 0.0]),
    ("RightCollar", "Chest", [-5.0, 20.0, 0.0]),
    ("RightShoulder", "RightCollar", [-13.0, 0.0, 0.0]),
    ("RightElbow", "RightShoulder", [-28.0, 0.0, 0.0]),
    ("RightWrist", "RightElbow", [-26.0, 0.0, 0.0]),
    ("LeftHip", "Hips", [10.0, -5.0, 0.0]),
    ("LeftKnee", "LeftHip", [0.0, -42.0, 0.0]),
    ("LeftAnkle", "LeftKnee", [0.0, -40.0, 0.0]),
    ("LeftToe", "LeftAnkle", [0.0, -6.0, 14.0]),
    ("RightHip", "Hips", [-10.0, -5.0, 0.0]),
    ("RightKnee", "RightHip", [0.0, -42.0, 0.0]),
    ("RightAnkle", "RightKnee", [0.0, -40.0, 0.0]),
    ("RightToe", "RightAnkle", [0.0, -6.0, 14.0]),
];

/// Where the hips are when the person stands on the floor, in centimetres: its toes are 2 cm above it.
pub const STANDING: f64 = 95.0;

/// One frame: where the hips are, in centimetres, and how joints turn, about Z, Y and X in degrees.
pub struct Frame {
    pub hips: [f64; 3],
    pub turns: Vec<(&'static str, [f64; 3])>,
}

impl Frame {
    /// Standing still, arms hanging down.
    pub fn standing() -> Frame {
        let turns = vec![("LeftShoulder", [-80.0, 0.0, 0.0]), ("RightShoulder", [80.0, 0.0, 0.0])];
        Frame { hips: [0.0, STANDING, 0.0], turns }
    }

    /// The rest pose: arms stretched out.
    pub fn t_pose() -> Frame {
        Frame { turns: Vec::new(), ..Frame::standing() }
    }

    /// Standing, and swaying a little as everybody does, `t` seconds on.
    pub fn swaying(t: f64) -> Frame {
        let mut frame = Frame::standing();
        frame.turns.push(("Spine", [2.0 * (1.3 * t).sin(), 3.0 * (0.7 * t).sin(), 2.0 * (2.1 * t).cos()]));
        frame.turns.push(("LeftElbow", [0.0, -20.0 - 8.0 * (1.9 * t).sin(), 0.0]));
        frame
    }
}

/// A BVH file of the person, at a frame time in seconds.
pub fn bvh(frame_time: f64, frames: impl IntoIterator<Item = Frame>) -> String {
    let mut text = String::from("HIERARCHY\n");
    joint(&mut text, 0, 0);
    let rows: Vec<String> = frames.into_iter().map(|frame| row(&frame)).collect();
    text += &format!("MOTION\nFrames: {}\nFrame Time: {frame_time}\n", rows.len());
    text + &rows.join("\n") + "\n"
}

fn joint(text: &mut String, index: usize, depth: usize) {
    let (name, parent, [x, y, z]) = JOINTS[index];
    let tabs = "\t".repeat(depth);
    let kind = if parent.is_empty() { "ROOT" } else { "JOINT" };
    let positions = if parent.is_empty() { "6 Xposition Yposition Zposition" } else { "3" };
    *text += &format!("{tabs}{kind} {name}\n{tabs}{{\n{tabs}\tOFFSET {x} {y} {z}\n");
    *text += &format!("{tabs}\tCHANNELS {positions} Zrotation Yrotation Xrotation\n");
    let children: Vec<usize> = (0..JOINTS.len()).filter(|&child| JOINTS[child].1 == name).collect();
    if children.is_empty() {
        let tip = match name {
            "Head" => "0 20 0",
            "LeftWrist" => "9 0 0",
            "RightWrist" => "-9 0 0",
            _ => "0 0 6",
        };
        *text += &format!("{tabs}\tEnd Site\n{tabs}\t{{\n{tabs}\t\tOFFSET {tip}\n{tabs}\t}}\n");
    }
    children.into_iter().for_each(|child| joint(text, child, depth + 1));
    *text += &format!("{tabs}}}\n");
}

fn row(frame: &Frame) -> String {
    let [x, y, z] = frame.hips;
    let turns = JOINTS.iter().map(|(name, ..)| {
        let turn = frame.turns.iter().find(|(turned, _)| turned == name).map_or([0.0; 3], |(_, turn)| *turn);
        format!("{} {} {}", turn[0], turn[1], turn[2])
    });
    format!("{x} {y} {z} {}", turns.collect::<Vec<_>>().join(" "))
}
