//! The body: which solid parts stand for a skeleton's bones.
//!
//! Where the roles are known the parts are a person's: limbs that taper, a chest and a pelvis that span shoulders and
//! hips, a head with a nose, feet with a heel. Whatever is left over, and a prop whole, is drawn as plain sticks.

use footwork_motion::glam::Vec3;
use footwork_motion::{Role, Side, Site, Skeleton, Transform};

use super::camera::Camera;
use super::cell::REACH;
use super::paint::Hue;
use super::plan::Plan;
use super::prop::corners_of;

/// A ball in the world; parts are skins around balls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// m
    pub at: Vec3,
    /// m
    pub radius: f32,
}

/// What a part looks like.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A skin around balls. The line from the first to the second is what it is shaded around.
    Skin(Vec<Ball>),
    /// An egg: a ball stretched along `half`, which reaches from its middle to its tip.
    Egg { ball: Ball, half: Vec3 },
    /// A mark on a joint.
    Dot(Ball),
    /// A flat side of a box, and the way out of that.
    Face { corners: [Vec3; 4], normal: Vec3 },
}

/// One solid part of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// In the world.
    pub shape: Shape,
    /// Which side it belongs to.
    pub hue: Hue,
    /// m; how much farther than it is it counts as, for what is set into another part. Marks lie on top.
    pub sunk: f32,
}

/// A person's measures at 0.82 m from hip to ankle, in metres. They are radii, where nothing else is said.
#[allow(missing_docs)]
pub mod measure {
    pub const LEG: f32 = 0.82;
    pub const ARM: [f32; 4] = [0.056, 0.043, 0.032, 0.03];
    pub const LEGS: [f32; 3] = [0.085, 0.058, 0.04];
    pub const HAND_LENGTH: f32 = 0.1;
    pub const WAIST: f32 = 0.088;
    pub const FLANK: f32 = 0.085;
    pub const RIBS: f32 = 0.112;
    pub const SHOULDER: f32 = 0.07;
    pub const PELVIS: f32 = 0.086;
    pub const NECK: f32 = 0.05;
    pub const HEAD: f32 = 0.088;
    pub const HEAD_HALF_LENGTH: f32 = 0.118;
    pub const HEEL: f32 = 0.037;
    pub const TOE: f32 = 0.036;
    pub const TOE_TIP: f32 = 0.026;
    pub const ANKLE_ABOVE_TOE: f32 = 0.055;
    pub const STICK: f32 = 0.013;
    pub const DOT: f32 = 0.012;
}

/// A skeleton with a plan of how to draw it.
pub struct Body<'a> {
    skeleton: &'a Skeleton,
    plan: Plan,
}

impl<'a> Body<'a> {
    /// Plans how to draw a skeleton, from some of its poses; see [`Plan::new`].
    pub fn new<'m>(
        skeleton: &'a Skeleton,
        moments: impl Iterator<Item = &'m [Transform]> + Clone,
    ) -> Body<'a> {
        Body { skeleton, plan: Plan::new(skeleton, moments) }
    }

    /// Where the body is said to be: its hips, or the root of what has none.
    pub fn middle(&self, world: &[Transform]) -> Vec3 {
        self.skeleton.site(Role::Hips).map_or(world[0].translation, |hips| hips.position(world))
    }

    /// The parts of one pose, unsorted.
    pub fn parts(&self, world: &[Transform]) -> Vec<Solid> {
        let mut parts = Vec::new();
        self.draw_limbs(world, &mut parts);
        for (side, hue) in [Hue::Left, Hue::Right].into_iter().enumerate() {
            self.draw_foot(side, hue, world, &mut parts);
            self.draw_hand(side, hue, world, &mut parts);
        }
        self.draw_trunk(world, &mut parts);
        self.draw_head(world, &mut parts);
        self.draw_sticks(world, &mut parts);
        parts
    }

    fn ball(&self, at: Vec3, radius: f32) -> Ball {
        Ball { at, radius: radius * self.plan.size }
    }

    fn dot(&self, at: Vec3, hue: Hue) -> Solid {
        Solid { shape: Shape::Dot(self.ball(at, measure::DOT)), hue, sunk: -0.065 * self.plan.size }
    }

    fn draw_limbs(&self, world: &[Transform], parts: &mut Vec<Solid>) {
        for limb in &self.plan.limbs {
            let mut points = vec![limb.from.position(world)];
            points.extend(limb.via.iter().map(|&joint| world[joint].translation));
            points.push(limb.to.position(world));
            let whole: f32 = points.windows(2).map(|p| p[0].distance(p[1])).sum();
            let mut gone = 0.0;
            let mut next = |point: Vec3, step: f32| {
                gone += step;
                let share = if whole > 0.0 { gone / whole } else { 0.0 };
                self.ball(point, limb.radii[0] + (limb.radii[1] - limb.radii[0]) * share)
            };
            let mut last = next(points[0], 0.0);
            for pair in points.windows(2) {
                let length = pair[0].distance(pair[1]);
                let ball = next(pair[1], length);
                if length > 1e-3 * self.plan.size {
                    parts.push(Solid { shape: Shape::Skin(vec![last, ball]), hue: limb.hue, sunk: 0.0 });
                }
                last = ball;
            }
            parts.push(self.dot(points[0], limb.hue));
            parts.push(self.dot(points[points.len() - 1], limb.hue));
        }
    }

    /// A wedge: ankle, heel, ball of the foot and tip of the toes.
    fn draw_foot(&self, side: usize, hue: Hue, world: &[Transform], parts: &mut Vec<Solid>) {
        let [_, _, ankle_role, toe_role] = Side::BOTH[side].leg();
        let roles = self.skeleton.roles();
        let (Some(down), Ok([ankle, toe])) =
            (self.plan.soles[side], roles.require_all([ankle_role, toe_role]))
        else {
            return;
        };
        let (at, toe_at) = (ankle.position(world), toe.position(world));
        let length = at.distance(toe_at);
        let Some(slope) = (toe_at - at).try_normalize() else { return };
        // The bone slopes down to the toes; the sole does not.
        let across = world[ankle.joint].rotation * down;
        let down = (across - across.dot(slope) * slope).normalize_or_zero();
        let sin = (measure::ANKLE_ABOVE_TOE * self.plan.size / length).min(0.7);
        let cos = (1.0 - sin * sin).sqrt();
        let (ahead, down) = (slope * cos - down * sin, down * cos + slope * sin);
        let heel = at + self.plan.size * (0.052 * down - 0.045 * ahead);
        let tip = self.toe_tip(toe, world).unwrap_or(toe_at + 0.06 * self.plan.size * ahead);
        parts.push(Solid {
            shape: Shape::Skin(vec![
                self.ball(at, measure::LEGS[2]),
                self.ball(tip, measure::TOE_TIP),
                self.ball(toe_at, measure::TOE),
                self.ball(heel, measure::HEEL),
            ]),
            hue,
            sunk: 0.0,
        });
    }

    /// The far end of the toes, unless the skeleton has it at the toes' joint.
    fn toe_tip(&self, toe: Site, world: &[Transform]) -> Option<Vec3> {
        let end = self.skeleton.ends().iter().find(|end| end.joint == toe.joint)?;
        let at = world[toe.joint].point(end.offset);
        (at.distance(toe.position(world)) > 0.02 * self.plan.size).then_some(at)
    }

    /// A hand for bodies whose skeleton stops at the wrist.
    fn draw_hand(&self, side: usize, hue: Hue, world: &[Transform], parts: &mut Vec<Solid>) {
        let [_, elbow, wrist, hand] = Side::BOTH[side].arm();
        let Ok([elbow, wrist]) = self.skeleton.roles().require_all([elbow, wrist]) else { return };
        let (from, at) = (elbow.position(world), wrist.position(world));
        let hand = self.skeleton.site(hand).map(|hand| hand.position(world));
        if hand.is_ok_and(|hand| hand.distance(at) > 0.03 * self.plan.size) {
            return;
        }
        let Some(along) = (at - from).try_normalize() else { return };
        let tip = at + measure::HAND_LENGTH * self.plan.size * along;
        let balls = vec![self.ball(at, measure::ARM[2]), self.ball(tip, measure::ARM[3])];
        parts.push(Solid { shape: Shape::Skin(balls), hue, sunk: 0.0 });
    }

    fn draw_trunk(&self, world: &[Transform], parts: &mut Vec<Solid>) {
        let Some(trunk) = &self.plan.trunk else { return };
        let spine: Vec<Vec3> = trunk.spine.iter().map(|&joint| world[joint].translation).collect();
        let [left_hip, right_hip] = trunk.hips.map(|site| site.position(world));
        let [left, right] = trunk.shoulders.map(|site| site.position(world));
        let middle = 0.5 * (left + right);
        let top = spine.last().copied().unwrap_or(middle);
        let seat = 0.5 * (left_hip + right_hip);
        let waist = along(&spine, 0.38);
        // Shoulders that are raised or pulled ahead take the ribs along a little.
        let ribs = along(&spine, 0.72).lerp(middle, 0.2);
        let inward = |at: Vec3| at.lerp(middle, 0.2);
        // The flanks make it a chest and no triangle.
        let flanks = [(left, left_hip), (right, right_hip)]
            .map(|(shoulder, hip)| self.ball(shoulder.lerp(hip, 0.5).lerp(waist, 0.35), measure::FLANK));
        let skin = |balls| Solid { shape: Shape::Skin(balls), hue: Hue::Trunk, sunk: 0.0 };
        parts.push(skin(vec![
            self.ball(waist, measure::WAIST),
            self.ball(seat, measure::PELVIS),
            self.ball(left_hip, measure::PELVIS),
            self.ball(right_hip, measure::PELVIS),
        ]));
        parts.push(skin(vec![
            self.ball(waist, measure::WAIST),
            self.ball(ribs, measure::RIBS),
            flanks[0],
            flanks[1],
            self.ball(inward(left), measure::SHOULDER),
            self.ball(inward(right), measure::SHOULDER),
            self.ball(top, measure::NECK),
        ]));
    }

    fn draw_head(&self, world: &[Transform], parts: &mut Vec<Solid>) {
        let Some(head) = &self.plan.head else { return };
        let base = head.site.position(world);
        let neck = head.neck.map(|neck| neck.position(world));
        let up = match (head.top, neck) {
            (Some(top), _) => world[head.site.joint].rotation * top,
            (None, Some(neck)) => base - neck,
            (None, None) => Vec3::Y,
        };
        let up = up.try_normalize().unwrap_or(Vec3::Y);
        let middle = base + 0.1 * self.plan.size * up;
        let egg = Shape::Egg {
            ball: self.ball(middle, measure::HEAD),
            half: up * measure::HEAD_HALF_LENGTH * self.plan.size,
        };
        parts.push(Solid { shape: egg, hue: Hue::Trunk, sunk: 0.0 });
        if let Some(neck) = neck {
            let balls = vec![self.ball(neck, measure::NECK), self.ball(middle, measure::NECK)];
            parts.push(Solid { shape: Shape::Skin(balls), hue: Hue::Trunk, sunk: 0.17 * self.plan.size });
        }
        if let Some(ahead) = head.ahead {
            let ahead = world[head.site.joint].rotation * ahead;
            let ahead = (ahead - ahead.dot(up) * up).normalize_or_zero() * self.plan.size;
            let balls = vec![
                self.ball(middle + 0.085 * ahead, 0.024),
                self.ball(middle + 0.112 * ahead - 0.022 * self.plan.size * up, 0.015),
            ];
            // Seen from the side it comes out from behind the cheek.
            parts.push(Solid { shape: Shape::Skin(balls), hue: Hue::Trunk, sunk: 0.04 * self.plan.size });
        }
    }

    fn draw_sticks(&self, world: &[Transform], parts: &mut Vec<Solid>) {
        let mut stick = |from: Vec3, to: Vec3, hue| {
            if from.distance(to) > 1e-3 * self.plan.size {
                let balls = vec![self.ball(from, measure::STICK), self.ball(to, measure::STICK)];
                parts.push(Solid { shape: Shape::Skin(balls), hue, sunk: 0.0 });
                if self.plan.is_prop() {
                    parts.extend([self.dot(from, hue), self.dot(to, hue)]);
                }
            }
        };
        for &(joint, hue) in &self.plan.sticks {
            let parent = self.skeleton.parent(joint).unwrap_or(joint);
            stick(world[parent].translation, world[joint].translation, hue);
        }
        for &(end, hue) in &self.plan.end_sticks {
            let end = self.skeleton.ends()[end];
            stick(world[end.joint].translation, world[end.joint].point(end.offset), hue);
        }
        if parts.is_empty() {
            // A single joint is still somewhere.
            let balls = vec![self.ball(world[0].translation, 2.0 * measure::STICK)];
            parts.push(Solid { shape: Shape::Skin(balls), hue: Hue::Trunk, sunk: 0.0 });
        }
    }
}

/// The point that is some share of the way along a line through points.
fn along(points: &[Vec3], share: f32) -> Vec3 {
    let whole: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let mut left = share * whole;
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        if left <= length && length > 0.0 {
            return pair[0].lerp(pair[1], left / length);
        }
        left -= length;
    }
    points.last().copied().unwrap_or_default()
}

impl Solid {
    /// The balls inside, for all but marks.
    pub fn balls(&self) -> Option<Vec<Ball>> {
        match &self.shape {
            Shape::Skin(balls) if self.is_sound() => Some(balls.clone()),
            Shape::Egg { ball, half } if self.is_sound() => {
                let reach = *half * (1.0 - ball.radius / half.length().max(ball.radius));
                Some([ball.at - reach, ball.at + reach].map(|at| Ball { at, ..*ball }).to_vec())
            }
            Shape::Face { corners, normal } if self.is_sound() => corners_of(corners, *normal),
            _ => None,
        }
    }

    /// Whether every place is a number, and one that a body can be at.
    pub fn is_sound(&self) -> bool {
        let sound = |ball: &Ball| ball.at.is_finite() && ball.at.abs().max_element() < REACH;
        match &self.shape {
            Shape::Skin(balls) => balls.iter().all(sound),
            Shape::Egg { ball, half } => sound(ball) && half.is_finite(),
            Shape::Dot(ball) => sound(ball),
            Shape::Face { corners, .. } => corners.iter().all(|at| sound(&Ball { at: *at, radius: 0.0 })),
        }
    }

    /// How near the camera it is, in metres.
    pub fn nearness(&self, camera: &Camera) -> f32 {
        let near = match &self.shape {
            Shape::Skin(balls) => {
                balls.iter().map(|ball| camera.nearness(ball.at)).sum::<f32>() / balls.len().max(1) as f32
            }
            Shape::Egg { ball, .. } | Shape::Dot(ball) => camera.nearness(ball.at),
            Shape::Face { corners, .. } => camera.nearness(corners.iter().sum::<Vec3>() / 4.0),
        };
        near - self.sunk
    }

    /// The same part as seen from somewhere else.
    pub fn relative_to(mut self, origin: Vec3) -> Solid {
        match &mut self.shape {
            Shape::Skin(balls) => balls.iter_mut().for_each(|ball| ball.at -= origin),
            Shape::Egg { ball, .. } | Shape::Dot(ball) => ball.at -= origin,
            Shape::Face { corners, .. } => corners.iter_mut().for_each(|at| *at -= origin),
        }
        self
    }
}
