//! The BVH reader.

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, End, Joint, Pose, Skeleton};

use crate::fault::Fault;
use crate::import::{Raw, RawBody};
use crate::rate;
use crate::text::{Cursor, NUMBER};
use crate::translated_joints;

/// Deeper than any rig, and far from where a careless reader of our output would run out of stack.
const MAX_DEPTH: usize = 256;
/// More than ever were recorded together. A ROOT takes ten bytes of a file and a thousand as a body.
const MAX_ROOTS: usize = 1024;

/// Reads a BVH file, in its own unit and axes.
pub fn read(bytes: &[u8]) -> Result<Raw, Fault> {
    let mut cursor = Cursor::new(bytes);
    let mut warnings = Vec::new();
    cursor.expect("HIERARCHY")?;
    let mut trees = Vec::new();
    while cursor.take("ROOT") {
        if trees.len() == MAX_ROOTS {
            return Err(cursor.fault(format!("at most {MAX_ROOTS} roots")));
        }
        trees.push(tree(&mut cursor)?);
    }
    if trees.is_empty() {
        return Err(cursor.fault("ROOT"));
    }
    if !cursor.take("MOTION") {
        return Err(cursor.fault("ROOT or MOTION"));
    }
    let header = motion_header(&mut cursor, &mut warnings)?;
    let motions = rows(&mut cursor, &trees)?;

    let frames = motions[0].frames;
    if header.frames != Some(frames as f64) {
        let declared = header.frames.map_or("no number of frames".to_string(), |n| match n.abs() < 1e9 {
            true => format!("{n} frames"),
            false => format!("{n:e} frames"),
        });
        warnings.push(format!("the header says {declared}, but there are {frames}; the rows count"));
    }
    if frames == 0 {
        warnings.push("there is no motion in the file: its rest pose is taken as one frame".to_string());
    }
    let bodies = trees.into_iter().zip(motions).map(|(tree, motion)| body(tree, motion, header.rate));
    Ok(Raw { bodies: bodies.collect::<Result<_, _>>()?, unit: None, y_up: false, warnings })
}

/// One ROOT and what hangs on it.
struct Tree {
    joints: Vec<Joint>,
    ends: Vec<End>,
    /// Per joint, what each of its channels says.
    channels: Vec<Vec<Channel>>,
}

#[derive(Clone, Copy)]
enum Channel {
    Position(usize),
    Rotation(usize),
}

fn tree(cursor: &mut Cursor<'_>) -> Result<Tree, Fault> {
    let mut tree = Tree { joints: Vec::new(), ends: Vec::new(), channels: Vec::new() };
    let mut open: Vec<usize> = Vec::new();
    begin_joint(cursor, &mut tree, &mut open)?;
    while let Some(&joint) = open.last() {
        if cursor.take("}") {
            open.pop();
        } else if cursor.take("JOINT") {
            begin_joint(cursor, &mut tree, &mut open)?;
        } else if cursor.take("End") {
            cursor.rest_of_line();
            cursor.expect("{")?;
            cursor.expect("OFFSET")?;
            tree.ends.push(End { joint, offset: offset(cursor)? });
            cursor.expect("}")?;
        } else if cursor.take("OFFSET") {
            tree.joints[joint].offset = offset(cursor)?;
        } else if cursor.take("CHANNELS") {
            tree.channels[joint] = channels(cursor)?;
        } else {
            return Err(cursor.fault("OFFSET, CHANNELS, JOINT, End Site or }"));
        }
    }
    Ok(tree)
}

fn begin_joint(cursor: &mut Cursor<'_>, tree: &mut Tree, open: &mut Vec<usize>) -> Result<(), Fault> {
    if open.len() == MAX_DEPTH {
        return Err(cursor.fault(format!("a tree of at most {MAX_DEPTH} joints from root to tip")));
    }
    if tree.joints.len() == Skeleton::MAX_JOINTS {
        return Err(cursor.fault(format!("at most {} joints", Skeleton::MAX_JOINTS)));
    }
    // Names may contain blanks, and some files open the block on the same line.
    let line = cursor.rest_of_line();
    let name = match line.strip_suffix('{') {
        Some(name) => name.trim_end().to_string(),
        None => {
            cursor.expect("{")?;
            line
        }
    };
    let parent = open.last().copied();
    open.push(tree.joints.len());
    let name = if name.is_empty() { format!("joint_{}", tree.joints.len()) } else { name };
    tree.joints.push(Joint { name, parent, offset: Vec3::ZERO, rest: Quat::IDENTITY });
    tree.channels.push(Vec::new());
    Ok(())
}

fn offset(cursor: &mut Cursor<'_>) -> Result<Vec3, Fault> {
    let mut offset = Vec3::ZERO;
    for axis in 0..3 {
        offset[axis] = cursor.number()? as f32;
    }
    Ok(offset)
}

fn channels(cursor: &mut Cursor<'_>) -> Result<Vec<Channel>, Fault> {
    let count = cursor.number()?;
    let mut channels = Vec::new();
    // Read by name, so that a count which does not match shows at the name that is too much or missing.
    while (channels.len() as f64) < count {
        let word = cursor.peek_word().to_ascii_lowercase();
        let axis = match word.as_bytes().first() {
            Some(b'x') => 0,
            Some(b'y') => 1,
            Some(b'z') => 2,
            _ => 3,
        };
        let channel = match word.get(1..) {
            Some("position") if axis < 3 => Channel::Position(axis),
            Some("rotation") if axis < 3 => Channel::Rotation(axis),
            _ => {
                return Err(
                    cursor.fault("Xposition, Yposition, Zposition, Xrotation, Yrotation or Zrotation")
                );
            }
        };
        cursor.word();
        channels.push(channel);
    }
    Ok(channels)
}

struct MotionHeader {
    frames: Option<f64>,
    rate: f32,
}

fn motion_header(cursor: &mut Cursor<'_>, warnings: &mut Vec<String>) -> Result<MotionHeader, Fault> {
    let mut header = MotionHeader { frames: None, rate: rate::ASSUMED };
    if !cursor.peek_word().to_ascii_lowercase().starts_with("frames") {
        return Err(cursor.fault("Frames:"));
    }
    let line = cursor.rest_of_line();
    header.frames = after_colon(&line).parse().ok().filter(|n: &f64| n.is_finite());
    if !cursor.peek_word().eq_ignore_ascii_case("Frame") {
        return Err(cursor.fault("Frame Time:"));
    }
    let line = cursor.rest_of_line();
    let text = after_colon(&line);
    match text.parse::<f64>().ok().and_then(rate::from_spacing) {
        Some(rate) => header.rate = rate,
        None => warnings.push(format!(
            "the frame time is {text:?}, which is no time: {} Hz is assumed (--assume-rate sets another)",
            rate::ASSUMED
        )),
    }
    Ok(header)
}

fn after_colon(line: &str) -> &str {
    line.split_once(':').map_or(line, |(_, value)| value).trim()
}

/// The motion of one tree: for every frame a translation per joint with position channels (and the root), and a
/// rotation per joint.
struct Motion {
    translated_joints: Vec<usize>,
    frames: usize,
    translations: Vec<Vec3>,
    rotations: Vec<Quat>,
}

fn rows(cursor: &mut Cursor<'_>, trees: &[Tree]) -> Result<Vec<Motion>, Fault> {
    let channels: usize = trees.iter().flat_map(|tree| &tree.channels).map(Vec::len).sum();
    let joints: usize = trees.iter().map(|tree| tree.joints.len()).sum();
    // The most rows that can follow: a value takes two bytes at least, a row ends with its line.
    let rest = cursor.rest();
    let lines = 1 + rest.iter().filter(|&&b| b == b'\n').count();
    let most = lines.min(rest.len() / (2 * channels.max(1)) + 1);
    // Joints without channels cost memory but no bytes of the file.
    let limit = cursor.total() + 4096;
    let reserve = most.min(limit / joints);
    let mut motions: Vec<Motion> = trees
        .iter()
        .map(|tree| {
            let moves =
                |&j: &usize| j == 0 || tree.channels[j].iter().any(|c| matches!(c, Channel::Position(_)));
            let translated_joints: Vec<usize> = (0..tree.joints.len()).filter(moves).collect();
            Motion {
                frames: 0,
                translations: Vec::with_capacity(reserve * translated_joints.len()),
                rotations: Vec::with_capacity(reserve * tree.joints.len()),
                translated_joints,
            }
        })
        .collect();
    let mut rows = 0;
    while !cursor.at_end() {
        if (rows + 1) * joints > limit {
            let what = format!("more than {rows} frames of {joints} joints, most of them without channels");
            return Err(Fault::TooLarge { what, bytes: cursor.total() });
        }
        for (tree, motion) in trees.iter().zip(&mut motions) {
            row(cursor, tree, motion, channels)?;
        }
        if !cursor.at_line_end() {
            let expected = format!("the end of the line after {channels} values");
            return Err(cursor.fault(expected));
        }
        rows += 1;
    }
    Ok(motions)
}

fn row(cursor: &mut Cursor<'_>, tree: &Tree, motion: &mut Motion, channels: usize) -> Result<(), Fault> {
    for (joint, meanings) in tree.channels.iter().enumerate() {
        let mut place = tree.joints[joint].offset;
        let mut rotation = Quat::IDENTITY;
        let mut moves = joint == 0;
        for &channel in meanings {
            let Some(value) = cursor.number_on_line() else {
                return Err(bad_value(cursor, channels));
            };
            match channel {
                Channel::Position(axis) => {
                    place[axis] = value as f32;
                    moves = true;
                }
                Channel::Rotation(axis) => rotation = turn(rotation, axis, value),
            }
        }
        if moves {
            motion.translations.push(place);
        }
        motion.rotations.push(rotation.normalize());
    }
    motion.frames += 1;
    Ok(())
}

fn bad_value(cursor: &mut Cursor<'_>, channels: usize) -> Fault {
    if cursor.at_line_end() {
        let found = if cursor.rest().is_empty() { "the end of the file" } else { "the end of the line" };
        return cursor.fault_here(found, format!("{channels} numbers in this line, one per channel"));
    }
    cursor.fault(NUMBER)
}

/// A rotation followed by one more about an axis of its own frame, in degrees.
#[inline]
fn turn(q: Quat, axis: usize, degrees: f64) -> Quat {
    let half = (degrees * (0.5 * std::f64::consts::PI / 180.0)) as f32;
    let (s, c) = libm::sincosf(half);
    let [x, y, z, w] = q.to_array();
    match axis {
        0 => Quat::from_xyzw(x * c + w * s, y * c + z * s, z * c - y * s, w * c - x * s),
        1 => Quat::from_xyzw(x * c - z * s, y * c + w * s, z * c + x * s, w * c - y * s),
        _ => Quat::from_xyzw(x * c + y * s, y * c - x * s, z * c + w * s, w * c - z * s),
    }
}

fn body(mut tree: Tree, motion: Motion, rate: f32) -> Result<RawBody, Fault> {
    let name = tree.joints[0].name.clone();
    if motion.frames == 0 {
        let skeleton = Skeleton::with_ends(tree.joints, tree.ends)?;
        let clip = Clip::still(&skeleton, name.clone(), rate, Pose::rest(&skeleton))?;
        return Ok(RawBody { name, skeleton, clips: vec![clip], rest_is_a_pose: false });
    }
    let mut translations = motion.translations;
    let translated_joints =
        translated_joints::settle(&mut tree.joints, &motion.translated_joints, &mut translations);
    let skeleton = Skeleton::with_ends(tree.joints, tree.ends)?.with_movers(&translated_joints)?;
    let clip = Clip::new(&skeleton, name.clone(), rate, translations, motion.rotations)?;
    Ok(RawBody { name, skeleton, clips: vec![clip], rest_is_a_pose: false })
}
