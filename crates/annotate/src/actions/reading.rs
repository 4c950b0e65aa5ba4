//! What can be read off a clip: its signals, where home is, what the feet do, and which actions the network sees.

use footwork_motion::{Clip, MissingRole, Side, Skeleton, WorldClip};
use glam::Vec3;

use super::decode::{self, Cost};
use super::network::{Fits, Network};
use super::onward::Onward;
use super::pushes::Pushes;
use super::senses::{self, Senses};
use super::signals::{BodyShape, Signals, quantile};
use super::ways::{Gait, Ways};
use super::{Settings, blows, rests, shoves};
use crate::annotation::{Span, Strike, Supports};

/// A foot in the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swing {
    /// Which foot.
    pub side: Side,
    /// From the frame it leaves to the frame it stands again.
    pub span: Span,
}

/// What can be read off a clip.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Frame by frame.
    pub signals: Signals,
    /// m. How far each frame is from home.
    pub away: Vec<f32>,
    /// Home, the shape that the body comes back to, one per [`HOME_EVERY`] seconds.
    homes: Vec<BodyShape>,
    /// Feet in the air, in the order in which they leave.
    pub swings: Vec<Swing>,
    /// How well the network's labels fit, moment by moment.
    fits: Fits,
    /// The likeliest labels, in spans of moments.
    pub likeliest: Vec<(Span, usize)>,
}

/// Log-odds. Who walks, runs or stands has not begun it anew at every doubt: a fighter does more in less time. Tuned on the
/// performer's takes of seeds 501 to 504.
const GOES_ON: f32 = -1.2;
/// m, of hips above ankles that stand. Who is so low sits or lies; who squats to lift a box is at 0.4 m.
const FLOOR: f32 = 0.38;
/// By how much less likely everything but falling, lying and rising is there, in logarithms.
const UNLIKELY: f32 = 8.0;
/// s. How long some things last whenever the performer does them, from whom the network learned, though they come and go so
/// gradually that it sees them 0.1 to 0.2 s too long.
const USUAL: [([&str; 2], f32); 2] = [(["avoid", "cut"], 0.6), (["avoid", "spin"], 1.3)];
/// s. What differs by more from its usual length was done otherwise, and is left as it is.
const UNUSUAL: f32 = 0.5;
/// s. Who starts to run does so in no more.
const STARTS: f32 = 1.2;
/// s. The first foot to leave does so as near to where the network sees the end of what was done.
const NEAR: f32 = 0.25;
/// s. Home may change this often, and is looked for as far to both sides again.
const HOME_EVERY: f32 = 15.0;
/// The share of frames that are calm.
const CALM: f32 = 0.25;

impl Reading {
    /// Reads a clip.
    pub fn new(
        skeleton: &Skeleton,
        clip: &Clip,
        supports: &Supports,
        strikes: &[Strike],
        settings: &Settings,
    ) -> Result<Reading, MissingRole> {
        let signals = Signals::new(skeleton, clip)?;
        let calm = quantile(&mut signals.activity.clone(), CALM);
        let calms: Vec<bool> = signals.activity.iter().map(|activity| *activity <= calm).collect();
        let homes = homes(&signals, &calms);
        let every = signals.frames_in(HOME_EVERY);
        let away = (0..signals.frames()).map(|f| signals.shapes[f].away(&homes[f / every])).collect();
        let swings = swings(supports, signals.frames());
        let world = WorldClip::new(skeleton, clip);
        let senses = Senses::new(skeleton, &world, supports, strikes)?;
        let network = Network::built_in();
        let mut fits = network.read(&senses);
        on_the_floor(&mut fits, network, &senses);
        let costs = costs(network);
        let likeliest = decode::likeliest(&fits, &costs, settings.fits, settings.ends);
        let mut likeliest = blows::one_each(&likeliest, network, &fits, strikes, signals.rate);
        let ways = Ways::new(&signals, &swings);
        at_steps(&mut likeliest, network, &ways, signals.rate);
        usual_lengths(&mut likeliest, network);
        first_steps(&mut likeliest, network, &swings, signals.rate);
        let rests = rests::rests(&swings, signals.frames(), signals.rate);
        // Who is never seen to be pushed is not.
        if likeliest.iter().any(|(_, label)| network.label(*label)[0] == "pushed") {
            let centre = shoves::centres(skeleton, &world)?;
            let onward = Onward::new(signals.rate, signals.leg, &centre, &swings);
            let pushes = Pushes::new(signals.rate, signals.frames(), &onward, &rests, network, &fits);
            likeliest = pushes.put(&likeliest, &shoves::find(skeleton, &world, &centre, supports)?);
            at_steps(&mut likeliest, network, &ways, signals.rate);
            rests::stands_first(&mut likeliest, network, &rests, signals.rate);
            rests::stand(&mut likeliest, network, &rests, signals.rate);
            starts_to_run(&mut likeliest, network);
        }
        Ok(Reading { signals, away, homes, swings, fits, likeliest })
    }

    /// The home of a frame.
    pub fn home(&self, frame: usize) -> &BodyShape {
        let every = self.signals.frames_in(HOME_EVERY);
        &self.homes[(frame / every).min(self.homes.len() - 1)]
    }

    /// The likeliest actions, in spans of frames.
    pub fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        let frames = self.signals.frames() as u32;
        let frame = move |moment: u32| Senses::frame(moment as usize, self.signals.rate).min(frames);
        let count = self.likeliest.len();
        self.likeliest.iter().enumerate().map(move |(n, (span, _))| Span {
            first: frame(span.first),
            end: if n + 1 == count { frames } else { frame(span.end) },
        })
    }

    /// The likeliest label over most of a span of frames, and its mean share among all labels there.
    pub fn label(&self, span: Span) -> (usize, f32) {
        let moment = |frame: u32| libm::roundf(frame as f32 * senses::RATE / self.signals.rate) as u32;
        let last = self.fits.ends.len() as u32;
        let first = moment(span.first).min(last - 1);
        let span = Span { first, end: moment(span.end).clamp(first + 1, last) };
        let shared = |other: Span| span.end.min(other.end).saturating_sub(span.first.max(other.first));
        let from = self.likeliest.partition_point(|(other, _)| other.end <= span.first);
        let touching = self.likeliest[from..].iter().take_while(|(other, _)| other.first < span.end);
        let most = touching.fold((0, 0), |most, (other, label)| most.max((shared(*other), *label)));
        (most.1, self.fits.share(most.1, span))
    }

    /// The swings that touch a span.
    pub fn swings_in(&self, span: Span) -> impl Iterator<Item = &Swing> {
        // In order of their beginnings; no swing that matters lasts longer than this.
        let longest = self.signals.frames_in(3.0) as u32;
        let from = self.swings.partition_point(|s| s.span.first + longest < span.first);
        self.swings[from..]
            .iter()
            .take_while(move |s| s.span.first < span.end)
            .filter(move |s| s.span.end > span.first)
    }
}

/// Makes unlikely what nobody does on the floor, where the hips are: people lie and get up in ways the network never saw.
fn on_the_floor(fits: &mut Fits, network: &Network, senses: &Senses) {
    let low = ["lying", "rise", "fall"];
    let upright: Vec<usize> =
        (0..fits.labels).filter(|label| !low.contains(&network.label(*label)[0].as_str())).collect();
    for (row, shares) in senses.rows.iter().zip(fits.shares.chunks_exact_mut(fits.labels.max(1))) {
        if row[senses::HEIGHT] < FLOOR {
            upright.iter().for_each(|label| shares[*label] -= UNLIKELY);
        }
    }
}

/// What it costs that labels begin.
fn costs(network: &Network) -> Vec<Cost> {
    let cost = |(label, again): (usize, &f32)| {
        let words = network.label(label);
        let changes = super::goes_on(&words) && words[0] != "stance";
        Cost { begins: if changes { GOES_ON } else { 0.0 }, again: *again }
    };
    network.again.iter().enumerate().map(cost).collect()
}

/// Moves boundaries between ways of going to the steps at which they change.
fn at_steps(likeliest: &mut [(Span, usize)], network: &Network, ways: &Ways, rate: f32) {
    let frame = |moment: u32| Senses::frame(moment as usize, rate);
    for n in 1..likeliest.len() {
        let [before, after] = [n - 1, n].map(|n| Gait::named(&network.label(likeliest[n].1)));
        let (Some(before), Some(after)) = (before, after) else { continue };
        let (first, at, end) = (likeliest[n - 1].0.first, likeliest[n].0.first, likeliest[n].0.end);
        let changes = ways.changes(frame(at), [frame(first), frame(end)], before, after);
        let moment = libm::roundf(changes as f32 * senses::RATE / rate) as u32;
        // At least a moment of each is left.
        let moment = moment.clamp(first + 1, (end - 1).max(first + 1));
        (likeliest[n - 1].0.end, likeliest[n].0.first) = (moment, moment);
    }
}

/// Who stands and soon runs does so from his first step on: no start is a walk.
fn starts_to_run(likeliest: &mut [(Span, usize)], network: &Network) {
    for n in 1..likeliest.len().saturating_sub(1) {
        let words = [n - 1, n, n + 1].map(|n| network.label(likeliest[n].1));
        let is = |n: usize, word: &str| words[n].iter().any(|own| own == word);
        let short = likeliest[n].0.frames() as f32 <= STARTS * senses::RATE;
        if short && words[0][0] == "stand" && is(1, "walk") && Gait::named(&words[2]) == Some(Gait::Run) {
            likeliest[n].1 = likeliest[n + 1].1;
        }
    }
}

/// Gives what comes and goes gradually the length it has wherever the network learned, around the same middle, where
/// somebody goes on before and after it.
fn usual_lengths(likeliest: &mut [(Span, usize)], network: &Network) {
    let moments = |seconds: f32| libm::roundf(seconds * senses::RATE) as u32;
    let goes_on = |label: usize| super::goes_on(&network.label(label));
    for n in 1..likeliest.len().saturating_sub(1) {
        let (before, (span, label), after) = (likeliest[n - 1], likeliest[n], likeliest[n + 1]);
        let words = network.label(label);
        let Some((_, usual)) = USUAL.iter().find(|(usual, _)| words.iter().eq(usual.iter())) else {
            continue;
        };
        let usual = moments(*usual);
        let differs = usual.abs_diff(span.frames());
        if differs > moments(UNUSUAL) || !goes_on(before.1) || !goes_on(after.1) {
            continue;
        }
        // At least a moment of either neighbour is left.
        let first = ((span.first + span.end).saturating_sub(usual) / 2).max(before.0.first + 1);
        let end = (first + usual).min(after.0.end - 1);
        if end > first {
            likeliest[n].0 = Span { first, end };
            (likeliest[n - 1].0.end, likeliest[n + 1].0.first) = (first, end);
        }
    }
}

/// Moves the ends of what is done with a box to where the first foot leaves for the way on.
fn first_steps(likeliest: &mut [(Span, usize)], network: &Network, swings: &[Swing], rate: f32) {
    let frame = |moment: u32| Senses::frame(moment as usize, rate);
    let near = (NEAR * rate) as u32;
    for n in 1..likeliest.len() {
        let [done, goes] = [n - 1, n].map(|n| network.label(likeliest[n].1));
        let deed = done[0] == "carry" && Gait::named(&done).is_none() && !super::goes_on(&done);
        if !deed || Gait::named(&goes).is_none() {
            continue;
        }
        let (first, at, end) = (likeliest[n - 1].0.first, likeliest[n].0.first, likeliest[n].0.end);
        let off = |swing: &&Swing| swing.span.first.abs_diff(frame(at));
        let Some(step) = swings.iter().filter(|step| off(step) <= near).min_by_key(off) else { continue };
        let moment = libm::roundf(step.span.first as f32 * senses::RATE / rate) as u32;
        let moment = moment.clamp(first + 1, (end - 1).max(first + 1));
        (likeliest[n - 1].0.end, likeliest[n].0.first) = (moment, moment);
    }
}

/// The shape that the body has when it is calm and upright, per [`HOME_EVERY`] seconds: medians.
fn homes(signals: &Signals, calms: &[bool]) -> Vec<BodyShape> {
    let (every, frames) = (signals.frames_in(HOME_EVERY), signals.frames());
    let upright = |f: usize| !signals.lies(f);
    let median = |of: &[usize], value: &dyn Fn(&BodyShape) -> f32| {
        let mut values: Vec<f32> = of.iter().map(|f| value(&signals.shapes[*f])).collect();
        quantile(&mut values, 0.5)
    };
    let mut homes: Vec<BodyShape> = Vec::new();
    for block in (0..frames).step_by(every) {
        let window = block.saturating_sub(every)..(block + 2 * every).min(frames);
        let mut of: Vec<usize> = window.clone().filter(|f| calms[*f] && upright(*f)).collect();
        // Where nobody is ever calm, home is the median of all shapes.
        if of.len() < signals.frames_in(0.3) {
            of = window.clone().filter(|f| upright(*f)).collect();
        }
        if of.is_empty() {
            of = window.collect();
        }
        let point = |value: &dyn Fn(&BodyShape) -> Vec3| {
            Vec3::new(
                median(&of, &|shape| value(shape).x),
                median(&of, &|shape| value(shape).y),
                median(&of, &|shape| value(shape).z),
            )
        };
        homes.push(BodyShape {
            stride: point(&|shape| shape.stride),
            wrists: [0, 1].map(|side| point(&|shape| shape.wrists[side])),
            elbows: [0, 1].map(|side| point(&|shape| shape.elbows[side])),
            head: point(&|shape| shape.head),
            hips: point(&|shape| shape.hips),
        });
    }
    homes
}

/// When feet are in the air. At a clip's ends nobody knows for how long.
fn swings(supports: &Supports, frames: usize) -> Vec<Swing> {
    let mut swings: Vec<Swing> = Vec::new();
    for side in Side::BOTH {
        let spans = supports.of(side);
        let mut end = 0;
        for span in spans {
            if span.first > end {
                swings.push(Swing { side, span: Span { first: end, end: span.first.min(frames as u32) } });
            }
            end = span.end.max(end);
        }
        if end < frames as u32 && !spans.is_empty() {
            swings.push(Swing { side, span: Span { first: end, end: frames as u32 } });
        }
    }
    swings.retain(|swing| swing.span.frames() > 0);
    swings.sort_by_key(|swing| (swing.span.first, swing.span.end));
    swings
}
