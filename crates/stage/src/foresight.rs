//! What will be: where an actor's body and a prop are going to be over the next second, as far as that is decided.
//!
//! An actor's is the take it plays, at the place where it is played and led, with what is left of its offset: what the
//! step itself will show, but for what hands, feet and the head do on top of it: legs follow held feet, which can pull the
//! hips down by some centimetres; arms reach and give way; the head turns to what it looks at.
//! A prop's is what the steps to come will do to it if nothing hits it.

use footwork_annotate::Limb;
use footwork_motion::{Side, Site, Transform};
use glam::Vec3;

use crate::contact::Capsule;
use crate::given::PoseSource;
use crate::offset::rotation_of;
use crate::prop::{Grip, Prop, PropId, PropMotion};
use crate::prop_motion::{self, PropCtx};
use crate::transition::{Moment, led};
use crate::view::{ActorView, StageView};

/// s. Nothing is foreseen further ahead.
const AHEAD: f32 = 1.0;

impl ActorView<'_> {
    /// s, how long its body will go on with what it plays, unless it is interrupted; a second at most. 0 of a body that does
    /// not play a take.
    pub fn committed(&self) -> f32 {
        let body = self.body();
        if body.fresh || body.source != PoseSource::Take {
            return 0.0;
        }
        let left = (body.segment.end - body.time) / f64::from(body.rate.max(1e-6));
        (left as f32).clamp(0.0, AHEAD)
    }

    /// Where a joint will be so many seconds from now, or at the end of what is committed if that is sooner. None if the
    /// body has no such joint.
    pub fn joint_at(&self, joint: usize, later: f32) -> Option<Transform> {
        let (body, rig, state) = (self.body(), self.rig(), self.stage.state);
        let now = self.world().get(joint)?;
        let step = self.stage.step();
        let steps = steps(later.min(self.committed()), step);
        if steps == 0 {
            return Some(*now);
        }
        let (passed, mut placed) = (f64::from(step * body.rate), body.placed);
        if let Some(lead) = body.lead {
            for at in 0..steps {
                let times = [at, at + 1].map(|at| body.time + passed * f64::from(at));
                placed = led(&lead, placed, rig, body.segment.take, times, step);
            }
        }
        let then = body.time + passed * f64::from(steps);
        let moment = Moment::new(rig, body.segment.take, then, placed);
        let spring = self.stage.settings.transition.step(step * steps as f32);
        let (turns, slides) = (body.first_joint as usize, body.first_translated as usize);
        let skeleton = rig.skeleton();
        let local = |joint: usize| {
            let turn = state.turns[turns + joint].stepped(&spring).position;
            let translated = skeleton.translated_joints().position(|translated| translated == joint);
            let translation = translated.map_or(skeleton.offsets()[joint], |at| {
                moment.translation(at) + state.slides[slides + at].stepped(&spring).position
            });
            let sink = if joint == 0 { body.sink.position } else { Vec3::ZERO };
            Transform {
                rotation: rotation_of(turn) * moment.rotation(joint),
                translation: translation + sink,
            }
        };
        skeleton.ancestors(joint).map(local).reduce(|inner, outer| outer * inner)
    }

    /// m, where a point of the body will be, so many seconds from now.
    pub fn site_at(&self, site: Site, later: f32) -> Option<Vec3> {
        self.joint_at(site.joint, later).map(|joint| joint.point(site.offset))
    }

    /// m, where both ends of one of its parts will be, so many seconds from now.
    pub fn capsule_at(&self, capsule: &Capsule, later: f32) -> Option<[Vec3; 2]> {
        Some([self.site_at(capsule.from, later)?, self.site_at(capsule.to, later)?])
    }

    /// m, what a limb is led to so many seconds from now, and how much of the way from where the take has it, from 0 to 1;
    /// none if it is led nowhere. What [`ActorView::joint_at`] leaves out.
    pub fn reach_at(&self, limb: Limb, later: f32) -> Option<(Vec3, f32)> {
        let body = self.body();
        let reach = body.reaches.iter().flatten().find(|reach| reach.limb == limb)?;
        let effort = reach.effort(body.elapsed + later);
        (effort > 0.0).then_some((reach.point, effort))
    }

    /// Where a hand will be, so many seconds from now.
    fn hand_at(&self, side: Side, later: f32) -> Option<Transform> {
        let arm = self.rig().arms[side as usize].as_ref()?;
        let wrist = self.joint_at(arm.joints[2], later)?;
        Some(Transform { rotation: wrist.rotation, translation: self.site_at(arm.tip, later)? })
    }
}

impl<'a> StageView<'a> {
    /// A prop; none if it is not there.
    pub fn prop(&self, id: PropId) -> Option<&'a Prop> {
        self.state.prop_place(id).map(|at| &self.state.props[at])
    }

    /// Where a prop will be so many seconds from now, a second at most, if nothing hits it. One that is held is foreseen as
    /// far as the actors are committed who hold it.
    pub fn prop_at(&self, id: PropId, later: f32) -> Option<Transform> {
        let mut prop = *self.prop(id)?;
        if let PropMotion::Held { grips } = prop.motion {
            let hand = |grip: &Grip| self.actor(grip.actor)?.hand_at(grip.hand, later);
            return prop_motion::held(&grips, hand).or(Some(prop.placed()));
        }
        for at in 0..steps(later, self.step()) {
            let tick = self.tick() + u64::from(at);
            prop_motion::advance(&mut prop, &PropCtx::new(self.cast, self.settings, tick));
        }
        Some(prop.placed())
    }
}

/// How many steps make so many seconds, a second's at most.
fn steps(later: f32, step: f32) -> u32 {
    // The cast saturates, and no number is 0. What is a hair short of a whole step is one.
    ((later.min(AHEAD) / step) + 1e-3) as u32
}
