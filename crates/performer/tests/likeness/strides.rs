//! Strides: found in positions alone, the same way in takes of the performer and in recordings.

use footwork_motion::glam::Vec3;
use footwork_motion::ground::facing;
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{Role, Side, quality};

use super::takes::{RATE, Take};

/// m. A toe or an ankle this far above where it is when it stands is off the ground.
const TOE_UP: f32 = 0.035;
const ANKLE_UP: f32 = 0.045;
/// m/s²
const GRAVITY: f32 = 9.81;

/// One stride straight ahead at a steady speed, from a landing to the next one of the same foot.
#[derive(Clone, Copy, Debug)]
pub struct Stride {
    /// Whether both feet are in the air at times.
    pub runs: bool,
    /// m/s
    pub speed: f32,
    /// m
    pub step: f32,
    /// Steps per minute.
    pub cadence: f32,
    /// m. How far the pelvis rises and falls.
    pub rise: f32,
    /// Degrees. How far knee and hip go, the hip as the thigh against the vertical.
    pub knee: f32,
    pub hip: f32,
    /// Degrees. The most the knee is bent.
    pub knee_most: f32,
    /// Degrees. The least it is bent while the foot is down.
    pub knee_least: f32,
    /// Degrees. How far the head rolls to the sides, and how far the elbow of the same side bends and stretches.
    pub head_roll: f32,
    pub elbow: f32,
    /// Shares of the stride with both feet and with none on the ground.
    pub double: f32,
    pub flight: f32,
    /// m. Where the extrapolated centre of mass is against the ankle of the foot that has just taken the weight.
    pub ahead: f32,
    pub inside: f32,
}

/// A take as feet on the ground.
pub struct Feet<'a> {
    take: &'a Take,
    /// Left and right, for every frame.
    pub down: [Vec<bool>; 2],
}

fn flat(v: Vec3) -> Vec3 {
    Vec3::new(v.x, 0.0, v.z)
}

impl<'a> Feet<'a> {
    /// A foot is down while its toes or its ankle are low and slow.
    pub fn of(take: &'a Take) -> Feet<'a> {
        let hips = take.skeleton.joint(Role::Hips).expect("hips");
        let down = Side::BOTH.map(|side| {
            let [_, _, ankle, toe] = side.leg();
            let points = [(ankle, ANKLE_UP), (toe, TOE_UP)].map(|(role, up)| {
                let places = positions(take, role);
                let floor = quality::percentile(places.iter().map(|p| p.y).collect(), 0.05);
                (places, floor + up)
            });
            let frames = take.world.frames();
            let mut down: Vec<bool> = (0..frames)
                .map(|frame| {
                    let slow = 0.35 + 0.2 * flat(take.world.velocity(frame, hips)).length();
                    points.iter().any(|(places, limit)| {
                        let (a, b) = (frame.saturating_sub(1), (frame + 1).min(frames - 1));
                        let speed = (places[b] - places[a]).length() * RATE / (b - a).max(1) as f32;
                        places[frame].y < *limit && speed < slow
                    })
                })
                .collect();
            drop_short(&mut down, true, 3);
            drop_short(&mut down, false, 4);
            down
        });
        Feet { take, down }
    }

    fn landings(&self, side: usize) -> Vec<usize> {
        (1..self.down[side].len()).filter(|&f| self.down[side][f] && !self.down[side][f - 1]).collect()
    }

    /// Every stride straight ahead at a steady speed.
    pub fn strides(&self) -> Vec<Stride> {
        let mut strides = Vec::new();
        for side in 0..2 {
            for pair in self.landings(side).windows(2) {
                strides.extend(self.stride(side, pair[0], pair[1]));
            }
        }
        strides
    }

    fn stride(&self, side: usize, from: usize, to: usize) -> Option<Stride> {
        let Take { world, skeleton, .. } = self.take;
        let seconds = (to - from) as f32 / RATE;
        let between = |f: &usize| (from..to).contains(f);
        if !(0.4..1.8).contains(&seconds)
            || self.landings(1 - side).iter().filter(|f| between(f)).count() != 1
        {
            return None;
        }
        let hips = skeleton.joint(Role::Hips).ok()?;
        let travel = flat(world.position(to, hips) - world.position(from, hips));
        let speed = travel.length() / seconds;
        let direction = travel.normalize_or_zero();
        let thirds = [from, from + (to - from) / 2, to]
            .windows(2)
            .map(|pair| {
                flat(world.position(pair[1], hips) - world.position(pair[0], hips)).length() * RATE
                    / (pair[1] - pair[0]) as f32
            })
            .collect::<Vec<f32>>();
        let steady = (thirds[0] - thirds[1]).abs() < 0.15 * speed;
        let straight = [from, to]
            .iter()
            .all(|&f| facing(skeleton, world.frame(f)).is_ok_and(|f| f.dot(direction) > 0.93));
        if !steady || !straight || speed < 0.4 {
            return None;
        }
        let count =
            |both: bool| (from..to).filter(|&f| self.down[0][f] == both && self.down[1][f] == both).count();
        let [knee, thigh] = self.leg_angles(side, from, to, direction);
        let heights = (from..to).map(|f| world.position(f, hips).y);
        let (ahead, inside) = self.balance(side, from, to, direction)?;
        let flight = count(false) as f32 / (to - from) as f32;
        Some(Stride {
            runs: flight > 0.1 && speed > 1.5,
            speed,
            step: 0.5 * travel.length(),
            cadence: 120.0 / seconds,
            rise: range(heights),
            knee: range(knee.iter().copied()),
            hip: range(thigh.iter().copied()),
            knee_most: knee.iter().copied().fold(0.0, f32::max),
            knee_least: (from..to)
                .filter(|&f| self.down[side][f])
                .map(|f| knee[f - from])
                .fold(180.0, f32::min),
            head_roll: range(self.head_rolls(from, to, direction).into_iter()),
            elbow: range(self.elbow_bends(side, from, to).into_iter()),
            double: count(true) as f32 / (to - from) as f32,
            flight,
            ahead,
            inside,
        })
    }

    /// Degrees, for every frame: the knee's bend, and the thigh against the vertical, forward.
    fn leg_angles(&self, side: usize, from: usize, to: usize, direction: Vec3) -> [Vec<f32>; 2] {
        let site = |n: usize| positions_between(self.take, Side::BOTH[side].leg()[n], from, to);
        let [hip, knee, ankle] = [site(0), site(1), site(2)];
        let bend = |n: usize| (knee[n] - hip[n]).angle_between(ankle[n] - knee[n]).to_degrees();
        let thigh = |n: usize| {
            let bone = knee[n] - hip[n];
            bone.dot(direction).atan2(-bone.y).to_degrees()
        };
        [(0..to - from).map(bend).collect(), (0..to - from).map(thigh).collect()]
    }

    /// Degrees, for every frame: how far the head is rolled. Recordings' heads are not level at rest: what matters is how
    /// that changes.
    fn head_rolls(&self, from: usize, to: usize, direction: Vec3) -> Vec<f32> {
        let Take { world, skeleton, .. } = self.take;
        let Ok(head) = skeleton.joint(Role::Head) else { return vec![0.0; to - from] };
        let rotation = |f: usize| world.frame(f)[head].rotation;
        let left = rotation((from + to) / 2).conjugate() * Vec3::Y.cross(direction);
        (from..to).map(|f| (rotation(f) * left).y.clamp(-1.0, 1.0).asin().to_degrees()).collect()
    }

    /// Degrees, for every frame.
    fn elbow_bends(&self, side: usize, from: usize, to: usize) -> Vec<f32> {
        let site = |n: usize| positions_between(self.take, Side::BOTH[side].arm()[n], from, to);
        let [shoulder, elbow, wrist] = [site(0), site(1), site(2)];
        let bend = |n: usize| (elbow[n] - shoulder[n]).angle_between(wrist[n] - elbow[n]).to_degrees();
        (0..to - from).map(bend).collect()
    }

    /// m. The extrapolated centre of mass against the ankle, ahead and towards the middle, once the other foot has left.
    fn balance(&self, side: usize, from: usize, to: usize, direction: Vec3) -> Option<(f32, f32)> {
        let Take { world, skeleton, .. } = self.take;
        let at = (from..to).find(|&f| !self.down[1 - side][f])?.max(1);
        let centre = |f: usize| centre_of_mass(skeleton, world.frame(f)).ok();
        let velocity = (centre(at + 1)? - centre(at - 1)?) * RATE / 2.0;
        let leg = skeleton.leg_length().ok()? + 0.085;
        let going = centre(at)? + velocity / (GRAVITY / leg).sqrt();
        let ankle = skeleton.site(Side::BOTH[side].leg()[2]).ok()?.position(world.frame(at));
        let left = Vec3::Y.cross(direction);
        let offset = going - ankle;
        Some((offset.dot(direction), if side == 0 { -offset.dot(left) } else { offset.dot(left) }))
    }

    /// m. How far the centre of mass rises in each jump off both feet from standing.
    pub fn jumps(&self) -> Vec<f32> {
        let Take { world, skeleton, .. } = self.take;
        let Ok(hips) = skeleton.joint(Role::Hips) else { return vec![] };
        let centre = |f: usize| centre_of_mass(skeleton, world.frame(f)).map_or(0.0, |c| c.y);
        let air: Vec<bool> = (0..world.frames()).map(|f| !self.down[0][f] && !self.down[1][f]).collect();
        let lifts = (4..air.len()).filter(|&f| air[f] && !air[f - 1]);
        lifts
            .filter(|&f| self.down[0][f - 4] && self.down[1][f - 4])
            .filter_map(|f| Some((f, (f..air.len()).find(|&g| !air[g])?)))
            .filter(|(f, g)| g - f > 12 && flat(world.velocity(*f, hips)).length() < 2.0)
            .map(|(f, g)| (f..g).map(centre).fold(0.0, f32::max) - centre(f - 1))
            .collect()
    }
}

fn range(values: impl Iterator<Item = f32> + Clone) -> f32 {
    values.clone().fold(f32::NEG_INFINITY, f32::max) - values.fold(f32::INFINITY, f32::min)
}

/// Where what plays a role is, in every frame.
pub fn positions(take: &Take, role: Role) -> Vec<Vec3> {
    positions_between(take, role, 0, take.world.frames())
}

fn positions_between(take: &Take, role: Role, from: usize, to: usize) -> Vec<Vec3> {
    let Ok(site) = take.skeleton.site(role) else { return vec![Vec3::ZERO; to - from] };
    (from..to).map(|frame| site.position(take.world.frame(frame))).collect()
}

/// Turns runs of `value` shorter than `least` frames into the other.
fn drop_short(signal: &mut [bool], value: bool, least: usize) {
    let mut from = 0;
    while from < signal.len() {
        let to = (from..signal.len()).find(|&f| signal[f] != signal[from]).unwrap_or(signal.len());
        if signal[from] == value && to - from < least && from > 0 && to < signal.len() {
            signal[from..to].fill(!value);
        }
        from = to;
    }
}
