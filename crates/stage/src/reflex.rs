//! Reflexes: what any actor can have beside its mind or director, such as staggering when it is pushed or dodging what flies at it.
//!
//! A reflex is asked in every step, before minds and directors. It may leave the body alone, have it give way, or take it
//! over: as long as it holds the body, nobody else is asked. When it lets it go, whoever decides for the actor is asked at
//! once, wherever the body is by then. So a mind needs to know nothing about reflexes, and every mind can have them.
//!
//! Of several the first that wants the body gets it; one that holds it is asked before the others, and keeps it until it
//! lets go. While a body's pose is given to it, as a rag doll's is, its reflexes are not asked.

use std::any::{TypeId, type_name};
use std::sync::Arc;

use bytemuck::Pod;
use footwork_motion::Rng;

use crate::deciding::{Decided, Sight, conclude, told_to};
use crate::event::{Event, Fallback};
use crate::given::PoseSource;
use crate::impulse::GiveWay;
use crate::memory::{self, Blocks};
use crate::overlay::{Dial, Overlay};
use crate::play::Move;
use crate::view::{ActorView, StageView};
use crate::why::Ring;

/// How many reflexes an actor can have.
pub const REFLEXES: usize = 3;

/// Something that an actor does by itself, whatever its mind is busy with.
///
/// Must give the same answer to the same question, as a [`Mind`](crate::Mind) must.
pub trait Reflex: Send + Sync {
    /// What it remembers of an actor; `()` if nothing. All zero at first. At most 64 KiB. Memory that comes out of a save
    /// game may hold anything.
    type Memory: Pod;

    /// Asked in every step. `events` is what happened to the actor: cues of this tick, and events of the last.
    fn act(
        &self,
        memory: &mut Self::Memory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        events: &[Event],
        rng: &mut Rng,
    ) -> Response;

    /// What it shows of itself to somebody who watches the actor. Not asked in a step, so that it may allocate.
    fn overlay(&self, memory: &Self::Memory, me: ActorView<'_>, stage: &StageView<'_>) -> Overlay {
        let _ = (memory, me, stage);
        Overlay::default()
    }

    /// The dials that it listens to. Minds have those from 0 to 7, reflexes those from 8 to 15.
    fn dials(&self) -> &'static [Dial] {
        &[]
    }
}

/// What a reflex does in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
// A step allocates nothing, so that a move is not boxed.
#[allow(clippy::large_enum_variant)]
pub enum Response {
    /// Nothing: whoever decides for the actor goes on. If the reflex held the body, that one is asked at once.
    Nothing,
    /// The same, and the body gives way so; it gives way to pushes in no other way.
    Give(GiveWay),
    /// Plays this from now on, and holds the body; and has it give way.
    Play(Move, Option<GiveWay>),
    /// Goes on holding the body with what it plays. A reflex that does not hold it does nothing by this.
    Hold,
    /// The body is left to its weight, if the stage has a physical world, and takes on a push.
    LetGo {
        /// How stiff its muscles stay, from 0, limp, to 1.
        tone: f32,
        /// What it takes on.
        give: Option<GiveWay>,
    },
}

/// A reflex that several stages can share.
#[derive(Clone)]
pub struct SharedReflex(pub(crate) Arc<dyn ErasedReflex>);

impl SharedReflex {
    /// Any reflex.
    pub fn new(reflex: impl Reflex + 'static) -> SharedReflex {
        SharedReflex(Arc::new(reflex))
    }
}

impl<R: Reflex + 'static> From<Arc<R>> for SharedReflex {
    fn from(reflex: Arc<R>) -> SharedReflex {
        SharedReflex(reflex)
    }
}

/// A reflex whose type of memory is forgotten.
pub(crate) trait ErasedReflex: Send + Sync {
    fn words(&self) -> usize;
    fn memory_type(&self) -> TypeId;
    fn type_name(&self) -> &'static str;
    fn act_in(
        &self,
        block: &mut [u64],
        me: ActorView<'_>,
        stage: &StageView<'_>,
        events: &[Event],
        rng: &mut Rng,
    ) -> Response;
    fn overlay_of(&self, block: &[u64], me: ActorView<'_>, stage: &StageView<'_>) -> Overlay;
    fn all_dials(&self) -> &'static [Dial];
}

impl<R: Reflex> ErasedReflex for R {
    fn words(&self) -> usize {
        memory::words_of::<R::Memory>()
    }

    fn memory_type(&self) -> TypeId {
        TypeId::of::<R::Memory>()
    }

    fn type_name(&self) -> &'static str {
        type_name::<R>()
    }

    fn act_in(
        &self,
        block: &mut [u64],
        me: ActorView<'_>,
        stage: &StageView<'_>,
        events: &[Event],
        rng: &mut Rng,
    ) -> Response {
        memory::write(block).map_or(Response::Nothing, |memory| self.act(memory, me, stage, events, rng))
    }

    fn overlay_of(&self, block: &[u64], me: ActorView<'_>, stage: &StageView<'_>) -> Overlay {
        memory::read(block).map_or_else(Overlay::default, |memory| self.overlay(memory, me, stage))
    }

    fn all_dials(&self) -> &'static [Dial] {
        self.dials()
    }
}

/// What reflexes change in a step.
pub(crate) struct Reflexes<'a> {
    pub memories: Blocks<'a>,
    pub rngs: &'a mut [Rng],
    pub decided: &'a mut [Decided],
    pub rings: &'a mut [Option<Box<Ring>>],
}

impl Reflexes<'_> {
    /// Asks the reflexes of everybody who has some.
    pub fn run(mut self, sight: &Sight<'_>) {
        let mut events = sight.events;
        for (index, me) in sight.view.actors().enumerate() {
            let told;
            (told, events) = told_to(events, me.id());
            let out = &mut self.decided[index];
            (out.holder, out.held, out.freed, out.given_way) = (0, false, false, None);
            let has_some = me.body().reflexes.iter().any(|reflex| *reflex != 0);
            if has_some && me.pose_source() == PoseSource::Take {
                self.ask(index, me, told, sight);
            }
        }
    }

    /// Asks the reflexes of one actor, the one that holds its body first.
    fn ask(&mut self, index: usize, me: ActorView<'_>, told: &[Event], sight: &Sight<'_>) {
        let body = me.body();
        let holder = usize::from(body.holder);
        let slots = (1..=REFLEXES).filter(|slot| *slot == holder);
        for slot in slots.chain((1..=REFLEXES).filter(|slot| *slot != holder)) {
            let Some(number) = body.reflexes[slot - 1].checked_sub(1) else { continue };
            let Some(reflex) = sight.view.cast.reflexes.get(usize::from(number)) else { continue };
            let block = self.memories.get(index * REFLEXES + slot - 1);
            let response = reflex.0.act_in(block, me, &sight.view, told, &mut self.rngs[index]);
            if self.take(index, me, response, slot as u8) {
                return;
            }
        }
        self.decided[index].freed = holder != 0;
    }

    /// Writes down what a reflex does. Whether it has the body, so that nobody else is asked.
    fn take(&mut self, index: usize, me: ActorView<'_>, response: Response, slot: u8) -> bool {
        let (out, body) = (&mut self.decided[index], me.body());
        let choice = match response {
            Response::Nothing => return false,
            Response::Give(give) => {
                out.given_way = Some(give);
                return false;
            }
            Response::Hold if body.holder != slot => return false,
            Response::LetGo { tone, give } => {
                *out = Decided { give, let_go: Some(tone), held: true, ..Decided::default() };
                out.seen = body.gaze.and_then(|gaze| gaze.point(&me.stage));
                return true;
            }
            Response::Hold if body.is_done() => Err((!body.fallen_back).then_some(Fallback::NothingToDo)),
            Response::Hold => {
                *out = Decided { held: true, holder: slot, ..Decided::default() };
                out.seen = body.gaze.and_then(|gaze| gaze.point(&me.stage));
                return true;
            }
            Response::Play(order, _) => Ok(order),
        };
        let give = if let Response::Play(_, give) = response { give } else { None };
        *out = Decided { give, held: true, holder: slot, ..Decided::default() };
        conclude(out, me, choice, &mut self.rings[index]);
        true
    }
}
