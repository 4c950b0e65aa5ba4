//! A score: what every part of the body does and when, as keys on channels.
//!
//! Moves are written where people think of them: relative to a guard that the body comes home to, in a stance frame
//! that steps over the ground. A move is a few calls of [`Phrase::keys`], one per part, each with its own delay, so
//! that hips lead, shoulders follow and the fist comes last. A move that begins before another is over takes the
//! channels it uses over, with the speed they have. [`play`](crate::play) makes postures of a score.

mod track;

use footwork_motion::Side;
use footwork_motion::glam::Vec3;

use crate::posture::about;
pub use track::Track;

/// What can be keyed. Lengths in metres, angles in radians: yaw to the left, pitch forward and down, roll to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// X: the left foot's share of the weight.
    Weight,
    /// How far the pelvis is from where feet and weight put it, in the stance frame: X left, Y up, Z ahead.
    Pelvis,
    /// Yaw, pitch, roll of the pelvis in the stance frame.
    Hips,
    /// Yaw, pitch, roll of the chest against the pelvis.
    Chest,
    /// Yaw, pitch, roll of the head in the stance frame.
    Gaze,
    /// The wrist, seen from the chest, from the shoulder joint.
    Wrist(Side),
    /// Where the elbow sticks out to, seen from the chest.
    Elbow(Side),
    /// X: pronation, Y: flexion, Z: how far the hand opens, from 0, as it is usually held, to 1.
    Palm(Side),
    /// How far the ankle is from where a step puts it, in the stance frame. Zero while the foot stands.
    Foot(Side),
    /// Yaw, pitch, roll of the foot against where a step puts it. Zero while the foot stands.
    Sole(Side),
    /// X: how far the heel is up while the ball of the foot stands.
    Heel(Side),
    /// X: how far the foot is turned on its ball against where a step puts it. The ball stays where it is.
    Spin(Side),
    /// X: where the stance frame faces, in the world.
    Heading,
    /// X: how much of the bounce there is.
    Bounce,
}

/// How many channels there are.
pub const PARTS: usize = 21;

impl Part {
    /// The number of its channel.
    pub fn index(self) -> usize {
        let of = |first: usize, side: Side| first + usize::from(side == Side::Right);
        match self {
            Part::Weight => 0,
            Part::Pelvis => 1,
            Part::Hips => 2,
            Part::Chest => 3,
            Part::Gaze => 4,
            Part::Heading => 5,
            Part::Bounce => 6,
            Part::Wrist(side) => of(7, side),
            Part::Elbow(side) => of(9, side),
            Part::Palm(side) => of(11, side),
            Part::Foot(side) => of(13, side),
            Part::Sole(side) => of(15, side),
            Part::Heel(side) => of(17, side),
            Part::Spin(side) => of(19, side),
        }
    }
}

/// m. How much lower the pelvis usually stays than where a leg on the ground would be straight: a leg that is nearly
/// straight bends within a frame or two.
const SPARE: f32 = 0.02;
/// s. Later than any take lasts.
const NEVER: f32 = f32::MAX;
/// s. A foot stands at least so long.
const SHORTEST_STAND: f32 = 0.02;
/// s. A foot is in the air at least so long.
const SHORTEST_SWING: f32 = 0.12;

/// m/s². No foot is swung harder: people's ankles reach 94 in boxing, once in a thousand frames (CMU 13 and 14).
const HARDEST_SWING: f32 = 44.0;
/// The most acceleration of an eased way, for a metre in a second.
const EASED: f32 = 5.77;

/// Where a key leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// Back to the guard.
    Home,
    /// Away from the guard, by so much.
    By(Vec3),
    /// To a value, whatever the guard is.
    At(Vec3),
}

/// Away from the guard.
pub fn by(x: f32, y: f32, z: f32) -> Goal {
    Goal::By(Vec3::new(x, y, z))
}

/// To a value.
pub fn at(x: f32, y: f32, z: f32) -> Goal {
    Goal::At(Vec3::new(x, y, z))
}

/// Home.
pub const HOME: Goal = Goal::Home;

/// A foot's way from one place on the ground to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// s. When the toes leave.
    pub lift: f32,
    /// s. When it sets out for its new place: later than `lift` where a foot lay about for a while.
    pub go: f32,
    /// s. When the foot stands again.
    pub land: f32,
    /// m. The point of the ground below the ankle.
    pub place: Vec3,
    /// rad
    pub yaw: f32,
    /// m. How high the foot goes in between.
    pub height: f32,
}

/// A blow, as planned. When it lands is measured in the motion that comes out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blow {
    /// What strikes.
    pub limb: Limb,
    /// s. When it is planned to be furthest out.
    pub reach: f32,
}

/// What can strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Limb {
    Hand(Side),
    Elbow(Side),
    Knee(Side),
    Foot(Side),
}

impl Limb {
    /// As truth calls it.
    pub fn name(self) -> &'static str {
        match self {
            Limb::Hand(Side::Left) => "left_hand",
            Limb::Hand(Side::Right) => "right_hand",
            Limb::Elbow(Side::Left) => "left_elbow",
            Limb::Elbow(Side::Right) => "right_elbow",
            Limb::Knee(Side::Left) => "left_knee",
            Limb::Knee(Side::Right) => "right_knee",
            Limb::Foot(Side::Left) => "left_foot",
            Limb::Foot(Side::Right) => "right_foot",
        }
    }
}

/// A span of the score that means something.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// s
    pub from: f32,
    /// s
    pub to: f32,
    /// The more general first.
    pub classes: Vec<&'static str>,
    /// The limbs it uses.
    pub limbs: Vec<Limb>,
    /// What a defence protects.
    pub protects: Option<&'static str>,
    /// The blow in it.
    pub blow: Option<Blow>,
}

/// Where the feet of a stance belong, in its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footing {
    /// m. Left and right.
    pub place: [Vec3; 2],
    /// rad
    pub yaw: [f32; 2],
}

/// A performance, written down.
#[derive(Clone, Debug)]
pub struct Score {
    tracks: Vec<Track>,
    home: [Vec3; PARTS],
    /// Steps of each foot in order. The first says where it stands at the beginning.
    pub steps: [Vec<Step>; 2],
    /// What happens, in order.
    pub marks: Vec<Mark>,
    /// s. From when to when a hand, a knee or the back carries weight too.
    pub elsewhere: Vec<[f32; 2]>,
    /// m. How much lower than where a leg on the ground would be straight the pelvis stays.
    pub spare: f32,
    /// Where the feet belong.
    pub footing: Footing,
    /// m. Where the stance frame is after everything written so far.
    pub centre: Vec3,
    /// rad. Where it faces then.
    pub heading: f32,
    /// s. When everything written so far is over.
    pub now: f32,
}

impl Score {
    /// An empty score: standing in the guard.
    pub fn new(home: [Vec3; PARTS], footing: Footing) -> Score {
        let stand = |side: usize| Step {
            lift: -1.0,
            go: -1.0,
            land: -1.0,
            place: footing.place[side],
            yaw: footing.yaw[side],
            height: 0.0,
        };
        Score {
            tracks: home.iter().map(|value| Track::new(*value)).collect(),
            home,
            steps: [vec![stand(0)], vec![stand(1)]],
            marks: Vec::new(),
            elsewhere: Vec::new(),
            spare: SPARE,
            footing,
            centre: Vec3::ZERO,
            heading: 0.0,
            now: 0.0,
        }
    }

    /// A channel.
    pub fn track(&self, part: Part) -> &Track {
        &self.tracks[part.index()]
    }

    /// Where a part is once everything written so far is over.
    pub fn rests(&self, part: Part) -> Vec3 {
        self.track(part).value(NEVER).0
    }

    /// The guard's value of a part.
    pub fn home(&self, part: Part) -> Vec3 {
        self.home[part.index()]
    }

    /// Moves the guard's value of a part: keys written from here on lead there. A channel that no key leads home stays
    /// where it is.
    pub fn set_home(&mut self, part: Part, value: Vec3) {
        self.home[part.index()] = value;
    }

    /// Begins a move now. `tempo` stretches its times, `vigour` its ways from home.
    pub fn phrase(&mut self, tempo: f32, vigour: f32) -> Phrase<'_> {
        let start = self.now;
        Phrase { score: self, start, tempo, vigour }
    }
}

/// A move that is being written. Its times are in seconds from its beginning, before tempo.
pub struct Phrase<'a> {
    score: &'a mut Score,
    start: f32,
    tempo: f32,
    vigour: f32,
}

impl Phrase<'_> {
    fn time(&self, at: f32) -> f32 {
        self.start + at * self.tempo
    }

    /// Puts keys on a channel, which begins to move after `delay`.
    pub fn keys(&mut self, part: Part, delay: f32, keys: &[(f32, Goal)]) -> &mut Self {
        let from = self.time(delay);
        let goals: Vec<(f32, Vec3)> =
            keys.iter().map(|(at, goal)| (self.time(*at), self.goal(part, *goal))).collect();
        let track = &mut self.score.tracks[part.index()];
        track.cut(from);
        goals.into_iter().for_each(|(at, value)| track.put(at, value));
        self
    }

    /// Like [`keys`](Phrase::keys), away from where the channel would have come to rest.
    pub fn stir(&mut self, part: Part, delay: f32, keys: &[(f32, Vec3)]) -> &mut Self {
        let rests = self.score.rests(part);
        let keys: Vec<(f32, Goal)> = keys.iter().map(|(at, by)| (*at, Goal::At(rests + *by))).collect();
        self.keys(part, delay, &keys)
    }

    /// Like [`keys`](Phrase::keys), where the first key winds up for the second. A channel that is on its way to the
    /// second already, because the last move left it wound up, does not go back for the first.
    pub fn swing(&mut self, part: Part, delay: f32, keys: &[(f32, Goal)]) -> &mut Self {
        let second = keys.get(1).map(|(_, goal)| self.goal(part, *goal));
        let (value, velocity) = self.score.track(part).value(self.time(delay));
        let on_its_way = second.is_some_and(|to| velocity.dot(to - value) > 0.0);
        self.keys(part, delay, if on_its_way { &keys[1..] } else { keys })
    }

    fn goal(&self, part: Part, goal: Goal) -> Vec3 {
        let home = self.score.home(part);
        match goal {
            Goal::Home => home,
            Goal::By(displacement) => home + self.vigour * displacement,
            Goal::At(value) => value,
        }
    }

    /// Lifts a foot and puts it down where it belongs in the stance frame, moved by `aside` and turned by `out`.
    pub fn step_aside(&mut self, side: Side, lift: f32, land: f32, aside: Vec3, out: f32) -> &mut Self {
        let number = usize::from(side == Side::Right);
        let (lift, land) = (self.time(lift), self.time(land));
        let score = &mut *self.score;
        let place = score.centre + about(1, score.heading) * (score.footing.place[number] + aside);
        let yaw = score.heading + score.footing.yaw[number] + out;
        let steps = &mut score.steps[number];
        // A foot that is in the air already goes on from there.
        let lifted = steps.pop_if(|last| last.land == NEVER).map(|last| last.lift);
        let (stood, far) = steps
            .last()
            .map_or((lift, 0.0), |last| (last.land + SHORTEST_STAND, (last.place - place).length()));
        let go = lift.max(stood);
        let land = land.max(go + SHORTEST_SWING.max((EASED * far / HARDEST_SWING).sqrt()));
        steps.push(Step {
            lift: lifted.unwrap_or(go),
            go,
            land,
            place,
            yaw,
            height: 0.02 + 0.1 * far.min(0.4),
        });
        self
    }

    /// Lifts a foot and puts it down at a place of the stance frame, turned so far in it.
    pub fn step_to(&mut self, side: Side, lift: f32, land: f32, place: Vec3, yaw: f32) -> &mut Self {
        let Footing { place: places, yaw: yaws } = self.score.footing;
        let number = usize::from(side == Side::Right);
        self.step_aside(side, lift, land, place - places[number], yaw - yaws[number])
    }

    /// As much of a way as leaves a foot that steps it no further than `most` metres from where the other one stands.
    pub fn in_reach(&self, side: Side, displacement: Vec3, most: f32) -> Vec3 {
        /// Parts of a way that are tried: a few centimetres each.
        const PARTS: u8 = 12;
        let number = usize::from(side == Side::Right);
        let score = &*self.score;
        let Some(other) = score.steps[1 - number].last() else { return displacement };
        let heading = about(1, score.heading);
        let from = score.centre + heading * score.footing.place[number] - other.place;
        let part = |n: u8| displacement * (f32::from(n) / f32::from(PARTS));
        let near = |displacement: &Vec3| (from + heading * *displacement).with_y(0.0).length() <= most;
        (1..=PARTS).rev().map(part).find(near).unwrap_or(Vec3::ZERO)
    }

    /// When a foot stands after everything written so far, as a time of this move; long ago where it lies about.
    pub fn stands_from(&self, side: Side) -> f32 {
        let land = self.score.steps[usize::from(side == Side::Right)].last().map_or(NEVER, |step| step.land);
        if land == NEVER { -NEVER } else { (land - self.start) / self.tempo }
    }

    /// Takes a foot off the ground until its next step puts it down.
    pub fn lift(&mut self, side: Side, lift: f32) -> &mut Self {
        let lift = self.time(lift);
        let steps = &mut self.score.steps[usize::from(side == Side::Right)];
        if let Some(&last) = steps.last() {
            // A foot that is still on its way lands first.
            let lift = if last.land == NEVER { lift } else { lift.max(last.land + SHORTEST_STAND) };
            steps.push(Step { lift, go: NEVER, land: NEVER, height: 0.0, ..last });
        }
        self
    }

    /// Lifts a foot and puts it down where it belongs.
    pub fn step(&mut self, side: Side, lift: f32, land: f32) -> &mut Self {
        self.step_aside(side, lift, land, Vec3::ZERO, 0.0)
    }

    /// Moves the stance frame: feet that step from here on belong elsewhere.
    pub fn travel(&mut self, displacement: Vec3, turn: f32, from: f32, to: f32) -> &mut Self {
        let score = &mut *self.score;
        score.centre += about(1, score.heading) * displacement;
        score.heading += turn;
        let heading = score.heading;
        if turn != 0.0 {
            self.keys(Part::Heading, from, &[(to, at(heading, 0.0, 0.0))]);
        }
        self
    }

    /// Says that a hand, a knee or the back carries weight too for a while.
    pub fn carried(&mut self, from: f32, to: f32) -> &mut Self {
        let span = [self.time(from), self.time(to)];
        self.score.elsewhere.push(span);
        self
    }

    /// Says what the move was, and ends it.
    pub fn end(self, seconds: f32, meaning: Meaning<'_>) {
        let to = self.time(seconds);
        let blow = meaning.blow.map(|(limb, reach)| Blow { limb, reach: self.time(reach) });
        self.score.marks.push(Mark {
            from: self.start,
            to,
            classes: meaning.classes.to_vec(),
            limbs: meaning.limbs.to_vec(),
            protects: meaning.protects,
            blow,
        });
        self.score.now = to;
    }
}

/// What a move means.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meaning<'a> {
    /// The more general first.
    pub classes: &'a [&'static str],
    /// The limbs it uses.
    pub limbs: &'a [Limb],
    /// What a defence protects.
    pub protects: Option<&'static str>,
    /// What strikes, and when it is furthest out.
    pub blow: Option<(Limb, f32)>,
}
