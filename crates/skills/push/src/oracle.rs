//! The oracle: which recorded response serves a push, how it has to be deformed, and how good that will look.
//!
//! The paper: *Pushing People Around*, section 4 (eq. 2 and 3) and 5.1. F and G are scattered-data interpolation over
//! labelled examples by the ten nearest, weighted by the inverse of the squared distance; every response is tried.
//!
//! Departs from it:
//! - The paper describes a response by the configuration before its push. Two responses from one stance, pushed from ahead
//!   and from behind, are then the same to F and G. Here what the push did to the pushed point belongs to it too.
//! - F interpolates what the point's velocity came to *beside* the response's own and the deformation's, and solves for the
//!   deformation. Ten neighbours in eleven dimensions give θ itself 35 degrees wrong; see [`Oracle::plain_theta`].
//! - A response may be turned on the ground by up to [`MOST_TURN`]; what is left of the difference is θ's.
//! - Distances are in units that were fitted by leaving one example out, and a person's labels count more.

mod example;
mod nearest;

use footwork_motion::ground::yaw;
use glam::Vec3;

use crate::configuration::{REDUCED, Reduced};
use crate::response::{Impulse, Outcome, Response, Theta};
use crate::skill::Skill;
use nearest::{Nearest, apart, distance_squared, squared};

pub use example::{Example, Scales};

/// How many neighbours count: the paper's ten.
pub const NEIGHBOURS: usize = 10;
/// rad. A response is turned by no more than this: further, feet that stand would have to twist on the spot.
pub const MOST_TURN: f32 = 0.35;
/// m/s. What goes faster goes some way.
const SURE: f32 = 0.3;
/// Responses most like one whose examples G looks among: all, but in repertoires that are larger than any so far.
const ALIKE: usize = 512;
/// Examples of the most similar responses that F looks among.
const ABOUT: usize = 64;
/// Numbers that G goes by: those that are a response's own, and those of how it is played; the latter with zeros up to whole lanes.
const OWN: usize = REDUCED + 3;
const PLAYED: usize = 12;
/// What a m/s of deformation and a step of distance count for beside quality, so that the one is taken that has to be changed least.
/// Of responses deformed by less than 0.8 m/s the judge calls 85 % good, of those by more than 1.2 m/s 20 %, which G alone sees late.
/// Chosen on 400 pushes of seed 77 of each of three repertoires (144 and 430 of the performer's responses, 66 of LAFAN1's): with 0.3,
/// 0.4, 0.6, 0.8, 1.0 and 1.3 the judge called 54, 57, 59, 64, 64 and 65 % of what was chosen good. What is near is near whatever examples
/// there are, so that with many responses, of which few have an example of their own, it matters most.
const NEARNESS: [f32; 2] = [1.0, 0.02];
/// Added to squared distances: an example at no distance does not drown the nine others.
const SOFT: f32 = 0.02;
/// 1/m². The falloff where no example says one: half is left at a third of a metre.
const FALLOFF: f32 = 6.0;
/// The quality of which nothing is known.
const UNKNOWN: f32 = 0.5;

/// What the oracle would do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Number of the response.
    pub response: usize,
    /// How to deform it.
    pub theta: Theta,
    /// rad, by how much to turn it to the left.
    pub turn: f32,
    /// m, over the ground in the body's frame: by how much to play it beside where the body stands.
    pub shift: Vec3,
    /// From 0 to 1, how good it will look.
    pub quality: f32,
}

/// A response's deformation put right, where it is played, and what that costs beside quality.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aimed {
    /// How to deform it.
    pub theta: Theta,
    /// m, over the ground in the body's frame.
    pub shift: Vec3,
    /// Not below 0.
    pub cost: f32,
}

/// Responses, examples and what follows from them.
#[derive(Clone, Debug)]
pub struct Oracle {
    responses: Vec<Response>,
    examples: Vec<Example>,
    scales: Scales,
    /// m/s that the pushed point goes in the first tenth of a second for each m/s of a deformation.
    answer: f32,
    /// For each response its examples: how it was played, and which they are.
    played: Vec<Vec<([f32; PLAYED], u32)>>,
    /// For each response all of them, the most like it first: how unlike they are, squared, and which.
    alike: Vec<Vec<(f32, u32)>>,
    /// For each response the examples of those most like it.
    about: Vec<Vec<u32>>,
}

impl Oracle {
    /// Makes ready what is known. `answer` is how far the pushed point goes, in metres per second, for each metre per second
    /// of a deformation. Examples of responses that are not there are left out.
    pub fn new(responses: Vec<Response>, examples: Vec<Example>, scales: Scales, answer: f32) -> Oracle {
        let own: Vec<[f32; OWN]> = responses.iter().map(|response| own(&scales, response)).collect();
        let alike = |from: &[f32; OWN]| {
            let far = |to: &[f32; OWN]| from.iter().zip(to).map(|(a, b)| (a - b) * (a - b)).sum::<f32>();
            let mut all: Vec<(f32, u32)> = own.iter().map(far).zip(0..).collect();
            all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            all.truncate(ALIKE);
            all
        };
        let mut oracle = Oracle {
            about: vec![Vec::new(); responses.len()],
            played: vec![Vec::new(); responses.len()],
            alike: own.iter().map(alike).collect(),
            responses,
            examples: Vec::new(),
            scales,
            answer: answer.max(1e-3),
        };
        for example in examples {
            oracle.add(example);
        }
        oracle
    }

    /// What can be played.
    pub fn responses(&self) -> &[Response] {
        &self.responses
    }

    /// What was labelled.
    pub fn examples(&self) -> &[Example] {
        &self.examples
    }

    /// The units of distances.
    pub fn scales(&self) -> &Scales {
        &self.scales
    }

    /// m/s that the pushed point goes for each m/s of a deformation.
    pub fn answer(&self) -> f32 {
        self.answer
    }

    /// Learns one more label: F and G are fitted again.
    pub fn add(&mut self, example: Example) {
        let Some(response) = self.responses.get(example.response as usize).copied() else { return };
        let number = self.examples.len();
        let played = self.features(&example.now, &response, &example.theta, example.turn);
        self.played[example.response as usize].push((played, number as u32));
        self.examples.push(example);
        for at in 0..self.responses.len() {
            let far = |examples: &[Example], responses: &[Response], of: u32| {
                let other = examples[of as usize].response as usize;
                apart(&responses[at], &responses[other])
            };
            let distance = far(&self.examples, &self.responses, number as u32);
            let list = &self.about[at];
            let place = list
                .partition_point(|of| far(&self.examples, &self.responses, *of) <= distance)
                .min(list.len());
            if place < ABOUT {
                self.about[at].insert(place, number as u32);
                self.about[at].truncate(ABOUT);
            }
        }
    }

    /// How a response is played by a body.
    fn features(&self, now: &Reduced, response: &Response, theta: &Theta, turn: f32) -> [f32; PLAYED] {
        let s = &self.scales;
        let mut features = [0.0; PLAYED];
        for at in 0..REDUCED {
            features[at] = s.apart * (now[at] - response.start[at]);
        }
        let push = theta.push * (self.answer * s.push);
        let rest = [push.x, push.y, push.z, s.falloff * theta.falloff, s.turn * turn];
        features[REDUCED..2 * REDUCED].copy_from_slice(&rest);
        features
    }

    /// rad. How a response is turned to go the way that is asked for, as far as it may be. Of what hardly goes anywhere the
    /// way says little.
    pub fn turn(&self, response: &Response, asked: Vec3) -> f32 {
        let sure = (asked.length().min(response.velocity.length()) / SURE).min(1.0);
        sure * turn_between(response.velocity, asked).clamp(-MOST_TURN, MOST_TURN)
    }

    /// F: how a response has to be deformed to do what is asked for (eq. 2), when it is turned so.
    pub fn theta(&self, response: usize, turn: f32, impulse: &Impulse) -> Theta {
        let Some(own) = self.responses.get(response) else { return Theta::default() };
        let nearest = self.nearest_impulses(response, impulse);
        let (mut sum, mut off) = (0.0_f32, Vec3::ZERO);
        let (mut good, mut falloff) = (1e-3_f32, 1e-3 * FALLOFF);
        for (distance, number) in nearest.found() {
            let example = &self.examples[number];
            let other = &self.responses[example.response as usize];
            let weight = example.weight / (distance + SOFT);
            let played = yaw(example.turn) * other.velocity + example.theta.push * self.answer;
            sum += weight;
            off += weight * (example.impulse.velocity - played);
            good += weight * example.quality;
            falloff += weight * example.quality * example.theta.falloff;
        }
        let off = if sum > 0.0 { off / sum } else { Vec3::ZERO };
        let push = (impulse.velocity - yaw(turn) * own.velocity - off) / self.answer;
        Theta { falloff: falloff / good, push }
    }

    /// F as the paper has it: the mean of the neighbours' θ.
    pub fn plain_theta(&self, response: usize, impulse: &Impulse) -> Theta {
        let (mut sum, mut falloff, mut push) = (1e-6_f32, 1e-6 * FALLOFF, Vec3::ZERO);
        for (distance, number) in self.nearest_impulses(response, impulse).found() {
            let example = &self.examples[number];
            let weight = example.weight / (distance + SOFT);
            sum += weight;
            falloff += weight * example.theta.falloff;
            push += weight * example.theta.push;
        }
        Theta { falloff: falloff / sum, push: push / sum }
    }

    fn nearest_impulses(&self, response: usize, impulse: &Impulse) -> Nearest<usize> {
        let mut nearest = Nearest::new();
        let Some((own, about)) = self.responses.get(response).zip(self.about.get(response)) else {
            return nearest;
        };
        for &number in about {
            let example = &self.examples[number as usize];
            let other = &self.responses[example.response as usize];
            let point = (example.impulse.point - impulse.point).length_squared();
            let velocity = (example.impulse.velocity - impulse.velocity).length_squared();
            nearest.take(apart(own, other) + point + velocity, number as usize);
        }
        nearest
    }

    /// G: how good a transition will look, from 0 to 1 (eq. 3).
    pub fn quality(&self, now: &Reduced, response: usize, theta: &Theta, turn: f32) -> f32 {
        self.quality_with(now, response, theta, turn, std::iter::empty())
    }

    /// The same with some more examples, that it has not learnt.
    pub fn quality_with(
        &self,
        now: &Reduced,
        response: usize,
        theta: &Theta,
        turn: f32,
        more: impl Iterator<Item = Example>,
    ) -> f32 {
        let Some(own) = self.responses.get(response) else { return 0.0 };
        let features = self.features(now, own, theta, turn);
        self.interpolate(response, &features, usize::MAX, more)
    }

    /// The same for an example as if it had never been seen: for fitting, and for saying how far the oracle is to be believed.
    pub fn quality_without(&self, number: usize) -> f32 {
        let Some(example) = self.examples.get(number) else { return UNKNOWN };
        let Some(own) = self.responses.get(example.response as usize) else { return UNKNOWN };
        let features = self.features(&example.now, own, &example.theta, example.turn);
        self.interpolate(example.response as usize, &features, number, std::iter::empty())
    }

    /// Responses that are unlike the one that is asked about have no near examples: from where ten are nearer than that, the rest
    /// is not looked at.
    fn interpolate(
        &self,
        response: usize,
        features: &[f32; PLAYED],
        without: usize,
        more: impl Iterator<Item = Example>,
    ) -> f32 {
        let mut nearest: Nearest<(f32, f32)> = Nearest::new();
        let alike = self.alike.get(response).map_or(&[][..], Vec::as_slice);
        for (unlike, other) in alike {
            if *unlike >= nearest.worst() {
                break;
            }
            for (played, number) in &self.played[*other as usize] {
                let distance = unlike + squared(features, played);
                if distance < nearest.worst() && *number as usize != without {
                    let example = &self.examples[*number as usize];
                    nearest.take(distance, (example.quality, example.weight));
                }
            }
        }
        for example in more {
            let Some(other) = self.responses.get(example.response as usize) else { continue };
            let unlike = alike.iter().find(|(_, number)| *number == example.response);
            let played = self.features(&example.now, other, &example.theta, example.turn);
            let distance = unlike.map_or(f32::MAX, |(unlike, _)| *unlike) + squared(features, &played);
            nearest.take(distance, (example.quality, example.weight));
        }
        let (mut sum, mut all) = (0.0_f32, 0.0_f32);
        for (distance, (quality, weight)) in nearest.found() {
            let weight = weight / (distance + SOFT);
            sum += weight;
            all += weight * quality;
        }
        if sum > 0.0 { (all / sum).clamp(0.0, 1.0) } else { UNKNOWN }
    }

    /// The best of all responses for a push; none where there is none that keeps balance.
    ///
    /// Nothing is worth more than 1 less what it has to be changed: they are gone through by that, and those that cannot be
    /// better than the best so far are not asked about.
    pub fn decide(&self, now: &Reduced, impulse: &Impulse) -> Option<Choice> {
        self.decide_by(now, impulse, |_, _, theta| Aimed { theta, shift: Vec3::ZERO, cost: 0.0 })
    }

    /// The same, where what F says of a response (its number, its turn, θ) is put right, which has a cost.
    pub fn decide_by(
        &self,
        now: &Reduced,
        impulse: &Impulse,
        put_right: impl Fn(usize, f32, Theta) -> Aimed,
    ) -> Option<Choice> {
        let mut fars = [f32::INFINITY; Skill::MOST_RESPONSES];
        for (far, response) in fars.iter_mut().zip(&self.responses) {
            if response.outcome == Outcome::Kept {
                *far = self.far(now, response, impulse);
            }
        }
        let fars = &mut fars[..self.responses.len().min(Skill::MOST_RESPONSES)];
        let mut best: Option<(f32, Choice)> = None;
        loop {
            let next = fars.iter().enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
            let next = next.map(|(number, far)| (*far, number)).filter(|(far, _)| far.is_finite());
            let Some((far, number)) = next else { break };
            if best.is_some_and(|(score, _)| 1.0 - far <= score) {
                break;
            }
            fars[number] = f32::INFINITY;
            let turn = self.turn(&self.responses[number], impulse.velocity);
            let Aimed { theta, shift, cost } = put_right(number, turn, self.theta(number, turn, impulse));
            let quality = self.quality(now, number, &theta, turn);
            let score = quality - far - cost.max(0.0);
            if best.is_none_or(|(best, _)| score > best) {
                best = Some((score, Choice { response: number, theta, turn, shift, quality }));
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// How much a response has to be changed.
    fn far(&self, now: &Reduced, response: &Response, impulse: &Impulse) -> f32 {
        let turn = self.turn(response, impulse.velocity);
        let off = (impulse.velocity - yaw(turn) * response.velocity).length();
        let pose = distance_squared(now, &response.start).sqrt();
        let far = NEARNESS[0] * off + NEARNESS[1] * pose;
        if far.is_nan() { f32::INFINITY } else { far }
    }

    /// The fall that is nearest to a push; none where none was recorded.
    pub fn fall(&self, now: &Reduced, impulse: &Impulse) -> Option<usize> {
        let falls = self.responses.iter().enumerate().filter(|(_, r)| r.outcome == Outcome::Fell);
        let direction = impulse.velocity.normalize_or_zero();
        let off = |response: &Response| {
            let turned = (response.velocity.normalize_or_zero() - direction).length_squared();
            turned + 0.1 * distance_squared(now, &response.start)
        };
        falls.min_by(|(_, a), (_, b)| off(a).total_cmp(&off(b))).map(|(number, _)| number)
    }

    /// The response whose beginning is nearest to how the body is: what the paper compares with.
    pub fn nearest_pose(&self, now: &Reduced) -> Option<usize> {
        let kept = self.responses.iter().enumerate().filter(|(_, r)| r.outcome == Outcome::Kept);
        let off = |response: &Response| distance_squared(now, &response.start);
        kept.min_by(|(_, a), (_, b)| off(a).total_cmp(&off(b))).map(|(number, _)| number)
    }
}

/// What of the numbers that G goes by is a response's own.
fn own(scales: &Scales, response: &Response) -> [f32; OWN] {
    let mut own = [0.0; OWN];
    for (own, start) in own.iter_mut().zip(response.start) {
        *own = scales.start * start;
    }
    own[REDUCED..].copy_from_slice(&(response.velocity * scales.own).to_array());
    own
}

/// rad, to the left: how far one direction on the ground is from another; 0 where one of them is none.
pub fn turn_between(from: Vec3, to: Vec3) -> f32 {
    let sine = from.z * to.x - from.x * to.z;
    let cosine = from.x * to.x + from.z * to.z;
    if sine == 0.0 && cosine == 0.0 { 0.0 } else { libm::atan2f(sine, cosine) }
}

#[cfg(test)]
mod tests;
