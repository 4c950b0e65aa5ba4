//! The mind of a steered character: sorts what the player asks for into a bin and looks up what comes next.
//!
//! Paper: *Responsive Characters from Motion Fragments*, fig. 2 and sec. 4.1: the table is asked whenever a fragment ends;
//! the root follows the control or the motion, and the rate of playing is adjusted to the control. Blending and planted
//! feet are the body's.
//!
//! Controls: stick, second stick, button 0 to jump. Dials:
//!
//! | dial | |
//! |---|---|
//! | [`LEAD`] | added to the setting: 0 leaves it as it is, 1 makes the root follow the control exactly, −1 the motion |
//! | [`TABLE`] | which controller, of those that were baked: 0 as set, 1 model, 2 steady, 3 spread, 4 greedy, 5 matching |
//! | [`VARIETY`] | what may be lost for variety, as a share of one fragment's perfect quality |

use std::sync::Arc;

use bytemuck::{Pod, Zeroable};
use footwork_annotate::fragments::Control;
use footwork_stage::{
    ActorView, Ask, Dial, Event, Happening, Mind, Move, OptionalIndex, Overlay, OverlayChoice, Reaction, Rig,
    Rng, Row, Segment, StageView, Why,
};

use crate::bone_tips::Tips;
use crate::control::Bin;
use crate::error::{FragmentError, check};
use crate::leading::{LeadLimits, Led};
use crate::skill::{Controller, PolicyTable, Skill, varied};
use crate::takeover::{Seen, ends_at};

/// Dial: how much the root follows the control.
pub const LEAD: usize = 0;
/// Dial: which controller.
pub const TABLE: usize = 1;
/// Dial: how much variety.
pub const VARIETY: usize = 2;

/// The button that jumps.
pub const JUMP_BUTTON: u8 = 0;

/// What a steered actor remembers from one choice to the next.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct SteeredMemory {
    /// The fragment that is played.
    pub fragment: OptionalIndex,
    /// The bin of what was asked.
    pub bin: u32,
    /// The tick at which the jump ends; 0 before the first jump.
    pub jump_ends: u32,
    /// 1 if the jump button was pressed since the last choice.
    pub jump_pressed: u32,
    /// m/s to the left and ahead: what was asked for.
    pub velocity: [f32; 2],
    /// rad/s to the left: what was asked for.
    pub turning: f32,
    /// 1 if what was asked for is in the air.
    pub airborne: u32,
    /// The control quality of the fragment that is played, 0 to 1.
    pub control_quality: f32,
    /// The motion quality of the transition to it; below zero where it is not known.
    pub motion_quality: f32,
    /// Which controller chose: its place among [`Controller::ALL`].
    pub chosen_by: u32,
    /// The tick of the choice.
    pub chosen_at: u32,
    /// Where the body is led.
    pub led: Led,
}

impl SteeredMemory {
    /// What the player asked for at the last choice; none before the first.
    pub fn asked(&self) -> Option<Control> {
        self.fragment.get().map(|_| Control {
            velocity: self.velocity,
            turning: self.turning,
            airborne: self.airborne == 1,
        })
    }

    /// Which controller chose.
    pub fn controller(&self) -> Controller {
        Controller::ALL.get(self.chosen_by as usize).copied().unwrap_or_default()
    }
}

const DIALS: [Dial; 3] = [
    Dial {
        number: LEAD as u8,
        name: "root",
        line: "to the right the body follows the sticks exactly, to the left the recording",
        range: [-1.0, 1.0],
        start: 0.0,
        choices: &[],
    },
    Dial {
        number: TABLE as u8,
        name: "controller",
        line: "what chooses the next tenth of a second, of what was baked",
        range: [0.0, 5.0],
        start: 0.0,
        choices: &["as set", "model", "steady", "spread", "greedy", "matching"],
    },
    Dial {
        number: VARIETY as u8,
        name: "variety",
        line: "how much quality may be lost for not always doing the same",
        range: [0.0, 0.5],
        start: 0.0,
        choices: &[],
    },
];

/// How a table is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteeredSettings {
    /// What chooses. One that was not baked falls back to the skill's first table.
    pub controller: Controller,
    /// s in the air after the button; none is as long as the repertoire's own jumps.
    pub jump: Option<f32>,
    /// How much slower and faster than it was recorded a fragment may be played, to go as fast as is asked.
    pub rates: [f32; 2],
    /// From 0, the motion's own root, to 1, exactly the control's.
    pub lead: f32,
    /// How quickly it is led elsewhere.
    pub limits: LeadLimits,
}

impl Default for SteeredSettings {
    fn default() -> SteeredSettings {
        SteeredSettings {
            controller: Controller::Model,
            jump: None,
            rates: [0.8, 1.25],
            lead: Steered::ROOT,
            limits: LeadLimits::default(),
        }
    }
}

/// m/s. Slower than this, what is asked or shown has no pace to adjust to.
const PACE: f32 = 0.4;
/// The least cosine between the ways that are asked and shown for the rate to be adjusted.
const SAME_WAY: f32 = 0.7;
/// s. The shortest piece of a fragment that is worth playing.
const LEAST: f64 = 0.01;
/// s. No fragment lasts so long, played slowly: somebody else had the body since the last choice.
const LONGEST: f32 = 0.2;

/// A steered character's mind.
#[derive(Clone, Debug)]
pub struct Steered {
    skill: Arc<Skill>,
    tips: Tips,
    settings: SteeredSettings,
    /// What a new body begins with: the fragment that stands stillest.
    first: usize,
}

impl Steered {
    /// How much the root follows the control, where nothing else is said: `docs/fragments.md` has others.
    pub const ROOT: f32 = 0.6;

    /// For bodies of a rig, which must be of the repertoire that the skill was baked from.
    pub fn new(skill: Arc<Skill>, rig: &Rig, settings: SteeredSettings) -> Result<Steered, FragmentError> {
        skill.check(rig.repertoire())?;
        let [slow, fast] = settings.rates;
        check("rates", slow, slow > 0.0 && slow <= 1.0, "the slowest is above 0 and at most 1")?;
        check("rates", fast, (1.0..=10.0).contains(&fast), "the fastest is 1 to 10")?;
        check("lead", settings.lead, (0.0..=1.0).contains(&settings.lead), "it is 0 to 1")?;
        let LeadLimits { acceleration, turning, rate } = settings.limits;
        for (name, limit) in [("acceleration", acceleration), ("turning", turning), ("rate", rate)] {
            check(name, limit, limit > 0.0 && limit <= 1e6, "it is above 0 and at most a million")?;
        }
        let jump = settings.jump.unwrap_or(skill.jump);
        check("jump", jump, (0.0..=10.0).contains(&jump), "it is 0 to 10 s")?;
        let still = |fragment: &usize| skill.control_quality(*fragment, &Control::default());
        let count = skill.fragments.segments.len();
        let first = (0..count).max_by(|a, b| still(a).total_cmp(&still(b))).unwrap_or(0);
        Ok(Steered { tips: Tips::of(rig.skeleton()), settings, first, skill })
    }

    /// What it looks things up in.
    pub fn skill(&self) -> &Skill {
        &self.skill
    }

    /// What a player asks for.
    fn asked(&self, memory: &mut SteeredMemory, me: ActorView<'_>, stage: &StageView<'_>) -> Control {
        let now = stage.tick() as u32;
        // Ticks wrap around after two years at 60 Hz; differences still hold.
        let mut aloft = memory.jump_ends.wrapping_sub(now) as i32 > 0 && memory.jump_ends != 0;
        if memory.jump_pressed == 1 && !aloft {
            let seconds = self.settings.jump.unwrap_or(self.skill.jump);
            let ticks = (seconds / stage.step().max(1e-4)).round() as u32;
            memory.jump_ends = now.wrapping_add(ticks).max(1);
            aloft = ticks > 0;
        }
        memory.jump_pressed = 0;
        let controls = me.controls();
        self.skill.space.from_sticks(controls.stick, controls.look, aloft)
    }

    /// The fragment that the body has just played, or might have.
    fn played(&self, memory: &SteeredMemory, me: ActorView<'_>, stage: &StageView<'_>) -> usize {
        if me.is_new() {
            return self.first;
        }
        let (fragments, take, time) = (&self.skill.fragments, me.segment().take, me.time());
        let own = memory.fragment.get();
        let is_here = |own: &usize| {
            let rate = f64::from(fragments.rate);
            fragments.segments.get(*own).is_some_and(|segment| {
                segment.take == take && (time * rate - f64::from(segment.end)).abs() < 2.0 * me.rate() as f64
            })
        };
        own.filter(is_here).or_else(|| ends_at(fragments, take, time)).unwrap_or_else(|| {
            let frame = me.frame();
            let now = Seen { joints: me.world(), frame };
            let step = me.root_motion();
            let back = footwork_motion::Transform {
                rotation: footwork_motion::ground::yaw(step.yaw),
                translation: step.translation,
            };
            let before = Seen { joints: me.world_before(), frame: frame * back.inverse() };
            let found = self.skill.takeovers.nearest(&self.tips, now, before, stage.step());
            found.unwrap_or(self.first)
        })
    }

    /// What a dial names.
    fn controller(&self, dial: f32) -> Controller {
        let notch = libm::roundf(dial.clamp(0.0, 100.0)) as usize;
        let named = notch.checked_sub(1).and_then(|at| Controller::ALL.get(at));
        named.copied().unwrap_or(self.settings.controller)
    }

    /// The table of a controller; where it was not baked, the first.
    fn table(&self, controller: Controller) -> &PolicyTable {
        let table = self.skill.table(controller, None);
        // A skill has at least one.
        table.unwrap_or(&self.skill.tables[0])
    }

    /// How fast to play a fragment so that it goes as fast as is asked.
    fn rate(&self, shown: &Control, asked: &Control) -> f32 {
        let [have, want] = [shown, asked].map(|control| glam::Vec2::from(control.velocity));
        let (speed, wish) = (have.length(), want.length());
        if shown.airborne || asked.airborne || speed < PACE || wish < PACE {
            return 1.0;
        }
        if have.dot(want) < SAME_WAY * speed * wish {
            return 1.0;
        }
        (wish / speed).clamp(self.settings.rates[0], self.settings.rates[1])
    }

    fn explain(&self, table: &PolicyTable, place: usize, best: usize, why: &mut Why<'_>) {
        if !why.is_asked() {
            return;
        }
        match &table.family {
            Some(family) => {
                family.at(place).for_each(|(next, loss)| why.consider(self.segment(next), -loss));
            }
            None => why.consider(self.segment(best), 0.0),
        }
    }

    /// What a fragment plays, in seconds.
    pub fn segment(&self, fragment: usize) -> Segment {
        let rate = f64::from(self.skill.fragments.rate);
        self.skill.fragments.segments.get(fragment).map_or(Segment::default(), |segment| Segment {
            take: segment.take,
            first: f64::from(segment.first) / rate,
            end: f64::from(segment.end) / rate,
        })
    }
}

impl Mind for Steered {
    type Memory = SteeredMemory;

    fn choose(
        &self,
        memory: &mut SteeredMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        rng: &mut Rng,
        why: &mut Why<'_>,
    ) -> Option<Move> {
        let asked = self.asked(memory, me, stage);
        let bin: Bin = self.skill.space.bin(&asked);
        let played = self.played(memory, me, stage);
        let place = self.skill.place(played, bin);
        let dials = me.controls().dials;
        let controller = self.controller(dials[TABLE]);
        let table = self.table(controller);
        let best = self.skill.next(table, played, bin);
        let (next, by) = match &self.skill.matching {
            Some(matching) if controller == Controller::Matching => {
                (matching.next(played, &asked), controller)
            }
            _ => (varied(table, place, dials[VARIETY], rng.unit()), table.controller),
        };
        self.explain(table, place, best, why);
        let shown = self.skill.fragments.controls.get(next)?;
        memory.fragment = OptionalIndex::some(next);
        memory.bin = bin.into();
        (memory.velocity, memory.turning) = (asked.velocity, asked.turning);
        memory.airborne = asked.airborne.into();
        memory.control_quality = self.skill.space.quality(shown, &asked);
        let motion = table.motion.get(place).filter(|_| next == best && by != Controller::Matching);
        memory.motion_quality = motion.map_or(-1.0, |&byte| f32::from(byte) / 255.0);
        memory.chosen_by = by as u32;

        let mut segment = self.segment(next);
        let last = me.rig().take(segment.take)?.clip.seconds();
        segment.end = segment.end.min(last);
        // A step seldom ends where a fragment does: what was played too far belongs to the next one.
        let over = if me.is_new() { 0.0 } else { me.time() - self.segment(played).end };
        if over > 0.0
            && segment.first + over < segment.end - LEAST
            && self.segment(played).take == me.segment().take
        {
            segment.first += over;
        }
        let now = stage.tick() as u32;
        let seconds = now.wrapping_sub(memory.chosen_at) as f32 * stage.step();
        let goes_on = memory.led.is_sound() && !me.is_new() && seconds < LONGEST;
        let led = if goes_on { memory.led } else { Led::as_it_goes(me, stage.step()) };
        let rate = self.rate(shown, &asked);
        memory.led = led.toward(&asked, rate, seconds.min(LONGEST), &self.settings.limits);
        memory.chosen_at = now;
        let weight = (self.settings.lead + dials[LEAD]).clamp(0.0, 1.0);
        Some(Move::new(segment).at_rate(memory.led.rate).led(memory.led.lead(weight)))
    }

    fn notice(&self, memory: &mut SteeredMemory, _: ActorView<'_>, event: &Event) -> Reaction {
        if let Happening::Cue(Ask::Button { button: JUMP_BUTTON, down: true }) = event.happening {
            memory.jump_pressed = 1;
        }
        Reaction::CarryOn
    }

    fn overlay(&self, memory: &SteeredMemory, _: ActorView<'_>, _: &StageView<'_>) -> Overlay {
        let Some(asked) = memory.asked() else { return Overlay::default() };
        // Memory may come out of a save game, and hold anything.
        let (fragments, bins) = (self.skill.fragments.segments.len(), self.skill.bins());
        let known = memory.fragment.get().filter(|fragment| *fragment < fragments);
        let bin = Bin::try_from(memory.bin).ok().filter(|bin| usize::from(*bin) < bins);
        let (Some(fragment), Some(bin)) = (known, bin) else { return Overlay::default() };
        let controller = memory.controller();
        let [left, ahead] = asked.velocity;
        let motion = memory.motion_quality;
        let rows = vec![
            Row::word("controller", controller.name()),
            Row::number("asked ahead", ahead, "m/s"),
            Row::number("asked left", left, "m/s"),
            Row::number("asked turning", asked.turning, "rad/s"),
            Row::word("asked", if asked.airborne { "in the air" } else { "on the ground" }),
            Row::count("bin", bin as u32),
            Row::count("fragment", fragment as u32),
            match motion < 0.0 {
                true => Row::word("motion quality", "not known"),
                false => Row::number("motion quality", motion, ""),
            },
            Row::number("control quality", memory.control_quality, ""),
        ];
        // What would come next if the player went on asking for the same.
        let family = self.table(controller).family.as_ref();
        let choice = |(next, loss): (usize, f32)| {
            let Control { velocity: [left, ahead], turning, .. } =
                self.skill.fragments.controls.get(next).copied().unwrap_or_default();
            let rows = vec![
                Row::count("fragment", next as u32),
                Row::number("ahead", ahead, "m/s"),
                Row::number("left", left, "m/s"),
                Row::number("turning", turning, "rad/s"),
            ];
            OverlayChoice { segment: None, rows, score: -loss }
        };
        let place = self.skill.place(fragment, bin);
        let choices = family.map(|family| family.at(place).map(choice).collect()).unwrap_or_default();
        Overlay { rows, choices, ..Overlay::default() }
    }

    fn dials(&self) -> &'static [Dial] {
        &DIALS
    }
}
