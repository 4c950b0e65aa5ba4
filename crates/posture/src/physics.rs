//! The physical world of a stage: who is physical, how much, and since when.
//!
//! Of actors that play their takes, those at level touch have their hands and feet where something needs them
//! ([`touch`](crate::touch)), and those at level full are weights under control ([`full`](crate::full)). A body is let go by a
//! cue, by its mind, or by a push or a blow that is hard enough ([`fallen`](crate::fallen)).
//!
//! Everything that goes on is in [`State`], plain data, so that a snapshot in the middle of a fall is a copy.

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork_annotate::Limb;
use footwork_motion::Side;
use footwork_stage::{
    ActorId, Ask, Happening, PhysicalBodies, PhysicalView, Physics, PhysicsLevel, PropId, PropMotion, Rig,
};
use glam::Vec3;

use crate::body::PhysicalBody;
use crate::carried;
use crate::doll::Doll;
use crate::fallen::{self, Fallen, Phase};
use crate::full::{self, Full};
use crate::legs::Catching;
use crate::limb;
use crate::needs::{self, Cause, Circumstances, Need, Pull};
use crate::rise::{self, GettingUp};
use crate::settings::PostureSettings;
use crate::state::State;
use crate::threats;
use crate::touch::{self, Touched};
use crate::view::{self, Seen};

/// A stage's physical world.
#[derive(Default)]
pub struct PhysicalWorld {
    settings: PostureSettings,
    state: State,
    /// What follows from rigs alone, by their numbers.
    known: BTreeMap<u32, Arc<Known>>,
    /// What acted on bodies in the last step, for overlays. Not part of what goes on.
    seen: BTreeMap<ActorId, Seen>,
}

/// What a rig is physically.
pub(crate) struct Known {
    pub body: PhysicalBody,
    pub getting_up: Vec<GettingUp>,
}

/// s. After this long half of what somebody was bumped with counts no more, and N·s: less is nothing.
const FORGOTTEN: f32 = 0.15;
const LITTLE: f32 = 0.5;

/// Something that strikes a body in this step.
#[derive(Clone, Copy)]
struct Struck {
    actor: ActorId,
    /// m
    point: Vec3,
    /// N·s
    impulse: Vec3,
}

impl PhysicalWorld {
    /// A world in which nobody has fallen.
    pub fn new(settings: PostureSettings) -> PhysicalWorld {
        PhysicalWorld { settings, ..PhysicalWorld::default() }
    }

    fn know(&mut self, bodies: &PhysicalBodies<'_>, actor: ActorId) -> Option<Arc<Known>> {
        let (number, rig) = (bodies.rig_number(actor)?, bodies.rig(actor)?);
        let new = |rig: &Rig| {
            let body = PhysicalBody::new(rig);
            let getting_up = rise::find_all(rig, &body);
            Arc::new(Known { body, getting_up })
        };
        Some(self.known.entry(number).or_insert_with(|| new(rig)).clone())
    }

    fn level(&self, actor: ActorId) -> PhysicsLevel {
        let set = self.state.levels.binary_search_by_key(&actor, |(who, _)| *who);
        set.map_or(self.settings.level, |at| self.state.levels[at].1)
    }

    /// Hears what is told in this step: levels and pulls are taken in. Gives back who is to be let go, with what tone, and who
    /// is struck.
    fn hear(&mut self, bodies: &PhysicalBodies<'_>, seconds: f32) -> (Vec<(ActorId, f32)>, Vec<Struck>) {
        let (mut let_go, mut struck) = (Vec::new(), Vec::new());
        let left = libm::exp2f(-seconds / FORGOTTEN);
        self.state.bumped.iter_mut().for_each(|(_, sum)| *sum *= left);
        self.state.bumped.retain(|(_, sum)| *sum > LITTLE);
        for event in bodies.events() {
            let actor = event.to;
            let (point, impulse) = match event.happening {
                Happening::Cue(Ask::LetGo { tone }) => {
                    let_go.push((actor, tone));
                    continue;
                }
                Happening::Cue(Ask::Pull { limb, to }) => {
                    self.pull(bodies, actor, limb, to);
                    continue;
                }
                Happening::Cue(Ask::Put { at, .. }) => {
                    if let Some(fallen) = self.state.fallen.iter_mut().find(|one| one.actor == actor) {
                        fallen.put(at);
                    }
                    // Who plays begins anew there.
                    self.state.full.retain(|full| full.actor != actor);
                    self.state.touched.retain(|touched| touched.actor != actor);
                    continue;
                }
                Happening::Cue(Ask::Physics(level)) => {
                    self.state.levels.retain(|(who, _)| *who != actor);
                    self.state.levels.push((actor, level));
                    self.state.levels.sort_by_key(|(who, _)| *who);
                    continue;
                }
                Happening::Cue(Ask::Catch { whom }) => {
                    self.state.catches.retain(|(who, _)| *who != actor);
                    self.state.catches.extend(whom.map(|whom| (actor, whom)));
                    self.state.catches.sort_unstable();
                    continue;
                }
                Happening::Pushed { point, impulse } => (point, impulse),
                Happening::PropHit(hit) => (hit.point, hit.impulse),
                Happening::Bumped { point, impulse, .. } => {
                    // Somebody who falls on him does so over some steps.
                    let before = self.state.bumped.iter().find(|(who, _)| *who == actor);
                    let sum = before.map_or(0.0, |(_, sum)| *sum) + impulse.length();
                    self.state.bumped.retain(|(who, _)| *who != actor);
                    self.state.bumped.push((actor, sum));
                    if self.settings.falls_at.is_some_and(|falls_at| sum >= falls_at) {
                        let_go.push((actor, self.settings.tone));
                    }
                    struck.push(Struck { actor, point, impulse });
                    continue;
                }
                Happening::StrikeLanded(blow) if blow.whom == actor => {
                    (blow.point, blow.direction * (blow.speed * self.settings.fist))
                }
                _ => continue,
            };
            if self.settings.falls_at.is_some_and(|falls_at| impulse.length() >= falls_at) {
                let_go.push((actor, self.settings.tone));
            }
            struck.push(Struck { actor, point, impulse });
        }
        self.state.bumped.sort_by_key(|(who, _)| *who);
        let minds = bodies.everyone().iter().filter_map(|&actor| Some((actor, bodies.lets_go(actor)?)));
        let tone = |tone: f32| if tone.is_finite() { tone.clamp(0.0, 1.0) } else { 0.0 };
        let_go.extend(minds.map(|(actor, own)| (actor, tone(own))));
        (let_go, struck)
    }

    /// Pulls a hand or a foot, or lets go of it.
    fn pull(&mut self, bodies: &PhysicalBodies<'_>, actor: ActorId, limb: Limb, to: Option<Vec3>) {
        if limb::roles(limb).is_none() {
            return;
        }
        let Some(known) = self.know(bodies, actor) else { return };
        if let Some(fallen) = self.state.fallen.iter_mut().find(|fallen| fallen.actor == actor) {
            return fallen.pull(&known.body, limb, to);
        }
        self.state.pulls.retain(|pull| (pull.actor, pull.limb) != (actor, limb));
        self.state.pulls.extend(to.map(|to| Pull { actor, limb, to }));
        self.state.pulls.sort_by_key(|pull| (pull.actor, pull.limb as u8));
    }

    /// Forgets who has left, and who is not physical in this way any more.
    fn forget(&mut self, bodies: &PhysicalBodies<'_>) {
        let here = |actor: ActorId| bodies.rig_number(actor).is_some();
        let plays = |actor: ActorId| here(actor) && !bodies.is_given(actor);
        let state = &mut self.state;
        // Somebody may have been given other poses.
        state.fallen.retain(|fallen| bodies.is_given(fallen.actor));
        state.full.retain(|full| plays(full.actor));
        state.touched.retain(|touched| plays(touched.actor));
        state.pulls.retain(|pull| plays(pull.actor));
        state.catches.retain(|(who, whom)| here(*who) && here(*whom));
        state.levels.retain(|(who, _)| here(*who));
        state.bumped.retain(|(who, _)| here(*who));
        self.seen.clear();
    }

    /// Lets a step pass for those who play their takes.
    fn step_playing(&mut self, bodies: &mut PhysicalBodies<'_>, struck: &[Struck], seconds: f32) {
        let nobody = self.settings.level == PhysicsLevel::Off
            && self.state.levels.iter().all(|(_, level)| *level == PhysicsLevel::Off);
        if nobody && self.state.full.is_empty() && self.state.touched.is_empty() {
            self.state.carried.clear();
            return;
        }
        let mut carried = std::mem::take(&mut self.state.carried);
        carried::update(&mut carried, bodies, |actor| self.level(actor) != PhysicsLevel::Off);
        let blows = threats::blows(bodies);
        let threats = threats::threats(bodies, &blows, seconds);
        let (pulls, catches) = (self.state.pulls.clone(), self.state.catches.clone());
        let now = Circumstances {
            carried: &carried,
            pulls: &pulls,
            catches: &catches,
            blows: &blows,
            threats: &threats,
        };
        for actor in bodies.everyone().to_vec() {
            let level = self.level(actor);
            let was_full = self.state.full.binary_search_by_key(&actor, |full| full.actor).is_ok();
            let touched = &self.state.touched;
            let was_touched = touched.binary_search_by_key(&actor, |touched| touched.actor).is_ok();
            if bodies.is_given(actor) || (level == PhysicsLevel::Off && !was_full && !was_touched) {
                continue;
            }
            let needs = match level {
                PhysicsLevel::Off => Vec::new(),
                _ => needs::of(bodies, actor, &now),
            };
            let released = if level == PhysicsLevel::Full || was_full {
                let own = struck.iter().filter(|struck| struck.actor == actor);
                self.step_full(bodies, actor, &needs, level, own.copied(), seconds)
            } else if was_touched || !needs.is_empty() {
                self.step_touched(bodies, actor, &needs, seconds)
            } else {
                Vec::new()
            };
            for (limb, cause) in released {
                self.release(bodies, actor, limb, cause);
            }
        }
        for one in &carried {
            bodies.carry(one.prop, one.at);
        }
        self.state.carried = carried;
    }

    /// A need that could not be met goes.
    fn release(&mut self, bodies: &mut PhysicalBodies<'_>, actor: ActorId, limb: Limb, cause: Cause) {
        match cause {
            Cause::Pull => self.state.pulls.retain(|pull| (pull.actor, pull.limb) != (actor, limb)),
            Cause::Carry(prop) => {
                if let Some(side) = limb::side(limb) {
                    bodies.release(actor, side, prop);
                }
            }
            _ => {}
        }
    }

    fn step_touched(
        &mut self,
        bodies: &mut PhysicalBodies<'_>,
        actor: ActorId,
        needs: &[Need],
        seconds: f32,
    ) -> Vec<(Limb, Cause)> {
        let list = &mut self.state.touched;
        let at = list.partition_point(|touched| touched.actor < actor);
        if list.get(at).is_none_or(|touched| touched.actor != actor) {
            list.insert(at, Touched { actor, limbs: Vec::new() });
        }
        let released = touch::step(&mut list[at], needs, bodies, seconds);
        if list[at].limbs.is_empty() {
            list.remove(at);
        }
        if let Some((limb, _)) = released {
            bodies.tell(actor, Happening::HoldReleased { limb });
        }
        released.into_iter().collect()
    }

    fn step_full(
        &mut self,
        bodies: &mut PhysicalBodies<'_>,
        actor: ActorId,
        needs: &[Need],
        level: PhysicsLevel,
        struck: impl Iterator<Item = Struck>,
        seconds: f32,
    ) -> Vec<(Limb, Cause)> {
        let Some(known) = self.know(bodies, actor) else { return Vec::new() };
        let at = self.state.full.partition_point(|full| full.actor < actor);
        if self.state.full.get(at).is_none_or(|full| full.actor != actor) {
            let Some(new) = Full::new(bodies, actor, &known.body, seconds) else { return Vec::new() };
            self.state.full.insert(at, new);
            self.state.touched.retain(|touched| touched.actor != actor);
        }
        let full = &mut self.state.full[at];
        let sound = bodies.rig(actor).is_some_and(|rig| full.doll.is_sound(&known.body, rig.skeleton()));
        if !sound || full.played.len() != known.body.links.len() {
            self.state.full.remove(at);
            return Vec::new();
        }
        struck.for_each(|struck| full.strike(&known.body, struck.point, struck.impulse));
        let leaves = level != PhysicsLevel::Full;
        let mut forces = Vec::new();
        let released = full::step(full, &known.body, needs, leaves, bodies, seconds, &mut forces);
        if leaves && full.share == 0.0 {
            self.state.full.remove(at);
        }
        self.seen.insert(actor, Seen { known, forces, needs: needs.to_vec() });
        released
    }

    /// Takes an actor over as it is shown.
    fn let_go(&mut self, bodies: &mut PhysicalBodies<'_>, actor: ActorId, tone: f32, step: f32) {
        if let Some(fallen) = self.state.fallen.iter_mut().find(|fallen| fallen.actor == actor) {
            // Somebody who gets up falls again; of who falls, only the tone changes.
            (fallen.tone, fallen.phase) = (tone, Phase::FALLING);
            return;
        }
        let Some(known) = self.know(bodies, actor) else { return };
        let full = self.state.full.iter().find(|full| full.actor == actor);
        let seen = bodies.pose(actor).zip(bodies.now(actor)).zip(bodies.shown(actor));
        let Some(((pose, now), before)) = seen else { return };
        // A body that is physical already goes on as it moves.
        let shown = || Doll::new(&known.body, pose, now, before, step);
        let doll = full.filter(|full| full.share == 1.0).map_or_else(shown, |full| full.doll.clone());
        if bodies.let_go(actor).is_none() {
            return;
        }
        bodies.tell(actor, Happening::LetGo);
        drop_all(bodies, actor);
        let (phase, catching) = (Phase::FALLING, Catching::default());
        let mut fallen = Fallen { actor, doll, tone, phase, holds: Vec::new(), catching };
        for pull in self.state.pulls.iter().filter(|pull| pull.actor == actor) {
            fallen.pull(&known.body, pull.limb, Some(pull.to));
        }
        let state = &mut self.state;
        state.full.retain(|full| full.actor != actor);
        state.touched.retain(|touched| touched.actor != actor);
        state.pulls.retain(|pull| pull.actor != actor);
        let at = state.fallen.partition_point(|other| other.actor < actor);
        state.fallen.insert(at, fallen);
    }

    /// Lets a step pass for those who were let go, but for those who were in this step: these are shown as they played.
    fn step_fallen(
        &mut self,
        bodies: &mut PhysicalBodies<'_>,
        before: &[ActorId],
        struck: &[Struck],
        seconds: f32,
    ) {
        let mut list = std::mem::take(&mut self.state.fallen);
        list.retain_mut(|fallen| {
            let Some(known) = self.know(bodies, fallen.actor) else { return false };
            let fits = |rig: &Rig| fallen.doll.is_sound(&known.body, rig.skeleton());
            if !bodies.rig(fallen.actor).is_some_and(fits) {
                return false;
            }
            for struck in struck.iter().filter(|struck| struck.actor == fallen.actor) {
                fallen.doll.strike(&known.body, struck.point, struck.impulse);
                fallen.phase = Phase::FALLING;
            }
            if !before.contains(&fallen.actor) {
                return true;
            }
            let mut forces = Vec::new();
            let stays = fallen::advance(fallen, &known, &self.settings, bodies, seconds, &mut forces);
            self.seen.insert(fallen.actor, Seen { known, forces, needs: Vec::new() });
            stays
        });
        self.state.fallen = list;
    }
}

/// Who is let go drops what he holds.
fn drop_all(bodies: &mut PhysicalBodies<'_>, actor: ActorId) {
    let grips = bodies.props().iter().flat_map(|prop| match prop.motion {
        PropMotion::Held { grips } => grips.map(|grip| Some((prop.id, grip?))),
        _ => [None; 2],
    });
    let own = grips.flatten().filter(|(_, grip)| grip.actor == actor);
    let own: Vec<(PropId, Side)> = own.map(|(prop, grip)| (prop, grip.hand)).collect();
    own.into_iter().for_each(|(prop, side)| bodies.release(actor, side, prop));
}

impl Physics for PhysicalWorld {
    fn step(&mut self, bodies: &mut PhysicalBodies<'_>, seconds: f32) {
        let (let_go, struck) = self.hear(bodies, seconds);
        self.forget(bodies);
        let before: Vec<ActorId> = self.state.fallen.iter().map(|fallen| fallen.actor).collect();
        self.step_playing(bodies, &struck, seconds);
        let_go.into_iter().for_each(|(actor, tone)| self.let_go(bodies, actor, tone, seconds));
        self.step_fallen(bodies, &before, &struck, seconds);
    }

    fn save(&self) -> Vec<u8> {
        // Writing to memory cannot fail.
        postcard::to_allocvec(&self.state).unwrap_or_default()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), String> {
        let (state, rest): (State, &[u8]) = postcard::take_from_bytes(bytes)
            .map_err(|error| format!("its bodies cannot be read ({error})"))?;
        if !rest.is_empty() {
            return Err("it is longer than what is in it".into());
        }
        state.check()?;
        // Whether a doll fits its body is seen when it is stepped: bodies are not known here.
        self.state = state;
        self.seen.clear();
        Ok(())
    }

    fn view(&self, actor: ActorId) -> Option<PhysicalView> {
        let (state, seen) = (&self.state, self.seen.get(&actor));
        let fallen = state.fallen.iter().find(|fallen| fallen.actor == actor);
        let full = state.full.iter().find(|full| full.actor == actor);
        let touched = state.touched.iter().find(|touched| touched.actor == actor);
        match (fallen, full, touched, seen) {
            (Some(fallen), _, _, Some(seen)) => Some(view::fallen(fallen, seen)),
            (_, Some(full), _, Some(seen)) => Some(view::full(full, seen)),
            (_, _, Some(touched), _) => Some(view::touched(touched)),
            _ => Some(PhysicalView { level: self.level(actor), ..PhysicalView::default() }),
        }
    }
}
