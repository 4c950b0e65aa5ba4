//! The door: whatever a file's unit and axes are, what comes in is in metres, Y up, facing +Z.
//!
//! Neither BVH nor ASF say reliably what their numbers mean, and glTF files break the promise of metres. So the
//! body is asked: a person has legs of a person's length, stands on its feet with its head up, and its toes point
//! ahead. What was found is reported, and can be forced.

use std::f32::consts::FRAC_PI_2;

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::kinematics::world;
use footwork_motion::{Clip, Pose, Role, Side, Skeleton, Transform, ground, quality};

use crate::fault::Fault;
use crate::import::{Axis, Body, Raw, RawBody, ReadOptions, Unit};

/// m. Where a standing adult's hips are above the floor.
const HIPS: std::ops::RangeInclusive<f32> = 0.75..=1.1;
/// Hips stand this much higher than the leg is long from hip to ankle.
const HIPS_PER_LEG: f32 = 1.1;
/// m. What the hips and the height of a body of an unknown unit are scaled to, on average: an adult's.
const USUAL_HIPS: f32 = 0.92;
/// m. See [`USUAL_HIPS`].
const USUAL_HEIGHT: f32 = 1.72;
/// How long a person's legs can be in a file, from kilometres to micrometres. Others are damage, and the scale that makes
/// them a person's is no number to work with.
const LEGS: std::ops::RangeInclusive<f32> = 1e-4..=1e7;
/// Metres per unit that a file can mean.
const SCALES: std::ops::RangeInclusive<f32> = 1e-7..=1e4;
/// m. No joint is further from where it hangs. Beyond this the squares of what is worked out would overflow.
const FARTHEST: f32 = 1e6;
/// The part of a foot's direction that points up or down when its sole is flat: up to 45°, as ankles are above toes.
const LEVEL: f32 = 0.7;
/// Share of the leg within which the lower ankle stays while somebody stands, walks and steps over things.
const ONE_FLOOR: f32 = 0.4;
/// m. Nobody is smaller.
const SMALLEST: f32 = 0.05;
/// How many frames are looked at.
const LOOKED_AT: usize = 200;

/// Units that files come in, in metres. No two of them fit the same legs.
const UNITS: [(f32, &str); 7] = [
    (1.0, "metres"),
    (0.01, "centimetres"),
    (0.001, "millimetres"),
    (0.0254, "inches"),
    (0.0254 / 0.45, "units of 1/0.45 inch, as CMU's"),
    (0.3048, "feet"),
    (0.1, "decimetres"),
];

/// Brings every body of a file in. Bodies of one file share one unit and one set of axes: those of the first
/// that is a person.
pub(crate) fn bring_in(
    raw: Raw,
    options: &ReadOptions,
    warnings: &mut Vec<String>,
) -> Result<Vec<Body>, Fault> {
    let person = raw.bodies.iter().find(|body| body.skeleton.leg_length().is_ok()).unwrap_or(&raw.bodies[0]);
    let looks = looks(&person.skeleton, &person.clips);
    let up = match options.up {
        Some(up) => (up, "as told".to_string()),
        None if raw.y_up => (Axis::Y, "as the format says".to_string()),
        None => find_up(person, &looks, warnings),
    };
    let unit = match options.unit {
        Some(scale) => Unit { scale, why: "as told".to_string() },
        None => {
            let declared = raw.unit.filter(|scale| SCALES.contains(scale));
            find_unit(person, &looks, up.0, declared, warnings)
        }
    };
    let upright = Quat::from_rotation_arc(up.0.vector(), Vec3::Y);
    let turn = quarter_turn(person, upright) * upright;
    raw.bodies
        .into_iter()
        .map(|body| {
            let lift = match is_rest(&body) {
                true => onto_the_floor(&body, up.0),
                false => root_offset(&body, up.0, warnings),
            };
            let change = |clip: Clip| {
                let moved = clip.moved(Transform::new(Quat::IDENTITY, lift)).scaled(unit.scale);
                let turned = if turn == Quat::IDENTITY { moved } else { moved.turned(turn) };
                match options.rate {
                    // Checked where options are made.
                    Some(rate) => turned.clone().with_rate(rate).unwrap_or(turned),
                    None => turned,
                }
            };
            let skeleton = body.skeleton.scaled(unit.scale);
            let body = Body {
                name: body.name,
                skeleton: if turn == Quat::IDENTITY { skeleton } else { skeleton.turned(turn) },
                clips: body.clips.into_iter().map(change).collect(),
                unit: unit.clone(),
                up: up.0,
                up_why: up.1.clone(),
                turn,
            };
            within_reach(&body)?;
            tall_enough(&body)?;
            Ok(body)
        })
        .collect()
}

/// Refuses a body with a joint where no recording puts one.
fn within_reach(body: &Body) -> Result<(), Fault> {
    let skeleton = &body.skeleton;
    let far = |place: &Vec3| !place.is_finite() || place.abs().max_element() > FARTHEST;
    let end = || Some(skeleton.ends().iter().find(|end| far(&end.offset))?.joint);
    let joint = skeleton.offsets().iter().position(far).or_else(end);
    let refuse = |joint: usize, when: String| {
        let (name, scale) = (skeleton.name(joint), body.unit.scale);
        Err(Fault::Other(format!(
            "joint {name:?} is more than {} km from where it hangs{when}, at {scale} metres per unit; the file is \
             damaged, or its unit is another (--assume-unit sets it)",
            FARTHEST / 1000.0
        )))
    };
    if let Some(joint) = joint {
        return refuse(joint, String::new());
    }
    for clip in &body.clips {
        for frame in 0..clip.frames() {
            let places = clip.frame(frame).translations;
            if let Some((joint, _)) = skeleton.translated_joints().zip(places).find(|(_, place)| far(place)) {
                return refuse(joint, format!(" in frame {frame} of {:?}", clip.name));
            }
        }
    }
    Ok(())
}

/// Refuses a person without any size: all its bones are of no length, or the unit is wrong.
fn tall_enough(body: &Body) -> Result<(), Fault> {
    match body.height() {
        Some(height) if height < SMALLEST => Err(Fault::Other(format!(
            "{:?} would be {height:.3} m tall, at {} metres per unit; its bones have no length, or its unit is another \
             (--assume-unit sets it)",
            body.name, body.unit.scale
        ))),
        _ => Ok(()),
    }
}

/// Some frames of a body, in the file's unit and axes.
fn looks(skeleton: &Skeleton, clips: &[Clip]) -> Vec<Vec<Transform>> {
    let frames: usize = clips.iter().map(Clip::frames).sum();
    let step = frames.div_ceil(LOOKED_AT).max(1);
    let all = clips.iter().flat_map(|clip| (0..clip.frames()).map(move |frame| clip.frame(frame)));
    all.step_by(step).map(|pose| placed(skeleton, pose)).collect()
}

fn placed(skeleton: &Skeleton, pose: footwork_motion::PoseView<'_>) -> Vec<Transform> {
    let mut joints = vec![Transform::IDENTITY; skeleton.len()];
    world(skeleton, pose, &mut joints);
    joints
}

/// From between the ankles to the head.
fn stature(skeleton: &Skeleton, joints: &[Transform]) -> Option<Vec3> {
    let roles = skeleton.roles();
    let [head, left, right] = roles.require_all([Role::Head, Role::LeftAnkle, Role::RightAnkle]).ok()?;
    Some(head.position(joints) - 0.5 * (left.position(joints) + right.position(joints)))
}

/// The axis that a direction lies along, if it does within some 45°.
fn along(direction: Vec3) -> Option<Axis> {
    let direction = direction.try_normalize()?;
    Axis::ALL.into_iter().find(|axis| axis.vector().dot(direction) > 0.72)
}

fn find_up(body: &RawBody, looks: &[Vec<Transform>], warnings: &mut Vec<String>) -> (Axis, String) {
    let statures: Vec<Vec3> = looks.iter().filter_map(|joints| stature(&body.skeleton, joints)).collect();
    let tallest = statures.iter().map(|s| s.length()).fold(0.0, f32::max);
    let mut votes = [0_usize; 6];
    for axis in statures.iter().filter(|s| s.length() > 0.5 * tallest).filter_map(|s| along(*s)) {
        votes[axis as usize] += 1;
    }
    let share = |axis: Axis| votes[axis as usize] as f32 / statures.len().max(1) as f32;
    let rest = placed(&body.skeleton, Pose::rest(&body.skeleton).view());
    let upright_rest = Axis::ALL.into_iter().find(|&axis| is_upright(&body.skeleton, &rest, axis));
    let most = Axis::ALL.into_iter().max_by(|a, b| share(*a).total_cmp(&share(*b)));
    // A rest pose that stands says it, unless the body stands along another axis: there are exporters that turn the
    // root. Somebody who swims or crawls has the head ahead, and does not stand along that axis.
    let stands_elsewhere =
        || most.is_some_and(|axis| share(axis) >= 0.8 && stands(&body.skeleton, looks, axis));
    if let Some(axis) = upright_rest.filter(|&axis| share(axis) >= 0.2 || !stands_elsewhere()) {
        return (axis, "from its rest pose".to_string());
    }
    if let Some(axis) = most.filter(|&axis| share(axis) >= 0.5) {
        return (axis, "from where the head is".to_string());
    }
    let axis = upright_rest.unwrap_or(Axis::Y);
    warnings.push(format!(
        "which axis is up could not be told from the motion: {axis} is assumed (--assume-up sets another)"
    ));
    (axis, "assumed".to_string())
}

/// Whether motion stands along an axis: on one floor, on soles that lie across it.
fn stands(skeleton: &Skeleton, looks: &[Vec<Transform>], up: Axis) -> bool {
    let Ok(leg) = skeleton.leg_length() else { return false };
    let at = |role, joints: &[Transform]| skeleton.site(role).ok().map(|site| site.position(joints));
    let (mut floors, mut level) = (Vec::new(), 0);
    for joints in looks {
        let feet = Side::BOTH.into_iter().filter_map(|side| {
            let [_, _, ankle, toe] = side.leg().map(|role| at(role, joints));
            Some((ankle?, toe?))
        });
        let feet: Vec<(Vec3, Vec3)> = feet.collect();
        floors.extend(feet.iter().map(|(ankle, _)| ankle.dot(up.vector())).reduce(f32::min));
        let lies =
            |(ankle, toe): &(Vec3, Vec3)| (*toe - *ankle).normalize_or_zero().dot(up.vector()).abs() < LEVEL;
        level += usize::from(!feet.is_empty() && feet.iter().any(lies));
    }
    let range = quality::percentile(floors.clone(), 0.9) - quality::percentile(floors, 0.1);
    range < ONE_FLOOR * leg && 2 * level > looks.len()
}

/// Whether a pose stands along an axis: head over hips over knees over ankles.
fn is_upright(skeleton: &Skeleton, joints: &[Transform], up: Axis) -> bool {
    let at = |role| skeleton.site(role).ok().map(|site| site.position(joints));
    let leads = |from: Option<Vec3>, to: Option<Vec3>| match (from, to) {
        (Some(from), Some(to)) => (to - from).try_normalize().is_some_and(|d| d.dot(up.vector()) > 0.85),
        _ => false,
    };
    leads(at(Role::Hips), at(Role::Head))
        && Side::BOTH.into_iter().all(|side| {
            let [hip, knee, ankle, _] = side.leg();
            leads(at(knee), at(hip)) && leads(at(ankle), at(knee))
        })
}

/// The turn about the vertical, by quarters, that makes a standing rest pose face +Z. Recordings are turned by
/// their rig and never by their motion, so that takes recorded together stay together.
fn quarter_turn(body: &RawBody, upright: Quat) -> Quat {
    let skeleton = body.skeleton.clone().turned(upright);
    let rest = placed(&skeleton, Pose::rest(&skeleton).view());
    if !is_upright(&skeleton, &rest, Axis::Y) {
        return Quat::IDENTITY;
    }
    let Ok(facing) = ground::facing(&skeleton, &rest) else { return Quat::IDENTITY };
    let toes_agree = Side::BOTH.into_iter().all(|side| {
        let [_, _, ankle, toe] = side.leg();
        match skeleton.roles().require_all([ankle, toe]) {
            Ok([ankle, toe]) => {
                let foot = toe.position(&rest) - ankle.position(&rest);
                Vec3::new(foot.x, 0.0, foot.z).normalize_or_zero().dot(facing) > 0.7
            }
            Err(_) => false,
        }
    });
    let quarters = (ground::heading(facing) / FRAC_PI_2).round();
    // The rest pose must face along an axis, or it is no statement about axes.
    if !toes_agree || (ground::heading(facing) - quarters * FRAC_PI_2).abs() > 0.35 {
        return Quat::IDENTITY;
    }
    match quarters as i32 {
        1 => Quat::from_xyzw(0.0, -std::f32::consts::FRAC_1_SQRT_2, 0.0, std::f32::consts::FRAC_1_SQRT_2),
        -1 => Quat::from_xyzw(0.0, std::f32::consts::FRAC_1_SQRT_2, 0.0, std::f32::consts::FRAC_1_SQRT_2),
        0 => Quat::IDENTITY,
        _ => Quat::from_xyzw(0.0, 1.0, 0.0, 0.0),
    }
}

fn find_unit(
    body: &RawBody,
    looks: &[Vec<Transform>],
    up: Axis,
    declared: Option<f32>,
    warnings: &mut Vec<String>,
) -> Unit {
    let Some(leg) = body.skeleton.leg_length().ok().filter(|leg| LEGS.contains(leg)) else {
        let scale = declared.unwrap_or(0.01);
        warnings.push(format!(
            "there are no legs to tell the unit from: {} are assumed (--assume-unit sets another)",
            metres(scale)
        ));
        return Unit { scale, why: "assumed".to_string() };
    };
    let fits = |scale: f32| HIPS.contains(&(HIPS_PER_LEG * leg * scale));
    if let Some(scale) = declared.filter(|&scale| fits(scale)) {
        return Unit { scale, why: "as the file says".to_string() };
    }
    let said = declared.map(|scale| {
        format!("the file says {}, which would make its legs {:.2} m long; ", metres(scale), leg * scale)
    });
    let said = said.unwrap_or_default();
    if let Some((scale, name)) = UNITS.into_iter().find(|&(scale, _)| fits(scale)) {
        if !said.is_empty() {
            warnings.push(format!("{said}{name} fit and are taken (--assume-unit sets another)"));
        }
        return Unit { scale, why: format!("{name}, from the length of its legs") };
    }
    let scale = person_sized(&body.skeleton, looks, up)
        .filter(|scale| SCALES.contains(scale))
        .unwrap_or(USUAL_HIPS / (HIPS_PER_LEG * leg));
    warnings.push(format!(
        "{said}no usual unit gives legs of a person's length: {scale:.4} metres per unit are taken, which makes it one \
         (--assume-unit sets another)"
    ));
    Unit { scale, why: "scaled to a person's size".to_string() }
}

/// The scale at which hips and head are about where a person's are.
fn person_sized(skeleton: &Skeleton, looks: &[Vec<Transform>], up: Axis) -> Option<f32> {
    let mut sizes: Vec<(f32, f32)> =
        looks.iter().filter_map(|joints| size(skeleton, joints, up.vector())).collect();
    sizes.sort_by(|a, b| a.1.total_cmp(&b.1));
    // Nearly the tallest it gets: standing, whatever else it does.
    let (hips, height) = *sizes.get(sizes.len() * 9 / 10)?;
    let scale = ((USUAL_HIPS / hips) * (USUAL_HEIGHT / height)).sqrt();
    let margin = 0.01;
    (hips > 0.0 && height > 0.0)
        .then(|| scale.clamp((HIPS.start() + margin) / hips, (HIPS.end() - margin) / hips))
}

/// How high hips and the top of the head are above the lowest point of the feet.
pub(crate) fn size(skeleton: &Skeleton, joints: &[Transform], up: Vec3) -> Option<(f32, f32)> {
    let roles = skeleton.roles();
    let feet = [Role::LeftAnkle, Role::RightAnkle, Role::LeftToe, Role::RightToe];
    let floor = feet
        .into_iter()
        .filter_map(|role| Some(roles.get(role)?.position(joints).dot(up)))
        .reduce(f32::min)?;
    let hips = roles.get(Role::Hips)?.position(joints).dot(up);
    let head = roles.get(Role::Head)?.position(joints).dot(up);
    let top = head_ends(skeleton, joints).map(|end| end.dot(up)).fold(head, f32::max);
    Some((hips - floor, top - floor))
}

fn metres(scale: f32) -> String {
    let known = UNITS.into_iter().find(|(unit, _)| (unit - scale).abs() < 1e-3 * scale);
    known.map_or(format!("{scale} metres per unit"), |(_, name)| name.to_string())
}

/// Whether a body only has its rest pose, because the file has no motion.
fn is_rest(body: &RawBody) -> bool {
    let rest = Pose::rest(&body.skeleton);
    matches!(body.clips.as_slice(), [clip] if clip.frames() == 1 && clip.frame(0) == rest.view())
}

/// How far a rest pose must be lifted to stand: most files have its hips at zero.
fn onto_the_floor(body: &RawBody, up: Axis) -> Vec3 {
    let joints = placed(&body.skeleton, Pose::rest(&body.skeleton).view());
    let lowest = joints.iter().map(|joint| joint.translation.dot(up.vector())).fold(f32::INFINITY, f32::min);
    -lowest * up.vector()
}

/// Position channels hold the root's whole place in most files. In some they are meant to be added to its OFFSET:
/// then the feet are below the floor by just that much.
fn root_offset(body: &RawBody, up: Axis, warnings: &mut Vec<String>) -> Vec3 {
    let offset = body.skeleton.offsets()[0];
    let height = offset.dot(up.vector());
    let Ok(leg) = body.skeleton.leg_length() else { return Vec3::ZERO };
    if body.rest_is_a_pose || height < 0.5 * leg {
        return Vec3::ZERO;
    }
    let roles = body.skeleton.roles();
    let mut floors: Vec<f32> = looks(&body.skeleton, &body.clips)
        .iter()
        .filter_map(|joints| {
            let feet = [Role::LeftAnkle, Role::RightAnkle].into_iter();
            feet.filter_map(|role| Some(roles.get(role)?.position(joints).dot(up.vector()))).reduce(f32::min)
        })
        .collect();
    floors.sort_by(f32::total_cmp);
    let Some(&floor) = floors.get(floors.len() / 2) else { return Vec3::ZERO };
    if (floor + height).abs() > 0.3 * leg {
        return Vec3::ZERO;
    }
    warnings.push(
        "the root's positions start from its OFFSET: it was added, which puts the feet on the floor".into(),
    );
    offset
}

/// How tall a body is when it stands, in metres, once it is brought in: its trunk, a leg and what the ankle stands
/// above the toes, so that who sits through a whole take is not short.
pub(crate) fn standing_height(skeleton: &Skeleton, clips: &[Clip]) -> Option<f32> {
    let leg = skeleton.leg_length().ok()?;
    let roles = skeleton.roles();
    let [head, left, right] = roles.require_all([Role::Head, Role::LeftHip, Role::RightHip]).ok()?;
    let (mut trunks, mut feet) = (Vec::new(), Vec::new());
    for joints in looks(skeleton, clips) {
        let hips = 0.5 * (left.position(&joints) + right.position(&joints));
        let points = std::iter::once(head.position(&joints)).chain(head_ends(skeleton, &joints));
        trunks.push(points.map(|point| point.distance(hips)).fold(0.0, f32::max));
        let foot = |side: Side| {
            let [_, _, ankle, toe] = side.leg().map(|role| roles.get(role));
            Some((ankle?.position(&joints).y - toe?.position(&joints).y).max(0.0))
        };
        feet.extend(Side::BOTH.into_iter().filter_map(foot).reduce(f32::min));
    }
    Some(quality::percentile(trunks, 0.9) + leg + quality::percentile(feet, 0.5))
}

/// The tips of the bones that hang on the head: ends, and joints that are called so. Blender's FBX exporter adds a bone to every last
/// joint, of any length and also where that joint is a tip itself: those say nothing.
fn head_ends<'a>(skeleton: &'a Skeleton, joints: &'a [Transform]) -> impl Iterator<Item = Vec3> + 'a {
    let head = skeleton.joint(Role::Head).ok();
    let on_it = move |joint: usize| skeleton.ancestors(joint).any(|ancestor| Some(ancestor) == head);
    let is_tip = move |joint: usize| {
        let name = skeleton.name(joint).to_lowercase();
        Some(joint) != head && ["end", "nub"].iter().any(|word| name.ends_with(word))
    };
    // A head is as tall as its trunk at most, in the most childlike of characters.
    let place = head.map_or(Vec3::ZERO, |head| joints[head].translation);
    let trunk = skeleton.joint(Role::Hips).map_or(0.0, |hips| joints[hips].translation.distance(place));
    let ends = skeleton.ends().iter().filter(move |end| on_it(end.joint) && !is_tip(end.joint));
    let ends = ends.map(|end| joints[end.joint].point(end.offset));
    let tips = (0..skeleton.len()).filter(move |&joint| is_tip(joint) && on_it(joint));
    ends.chain(tips.map(|joint| joints[joint].translation)).filter(move |tip| tip.distance(place) <= trunk)
}
