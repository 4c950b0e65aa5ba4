//! What a blow does to whom it hits: the struck part is thrown at once, and then he plays a recorded reaction.
//!
//! The paper: Lee & Lee 2004, sec. 6: the struck segment is displaced in the direction of the blow, in proportion to its
//! speed. Departs from it: what is displaced is an offset with a spring, so that it is thrown and comes back; a trunk is
//! thrown less than a head, by its mass. From a medium blow on, what is played is broken off for a hit that was
//! recorded, as hard as the blow and from its side where there is one; and for a knock-down where that is allowed. What is
//! caught with arms or legs counts for half. Which way a recorded hit goes is measured on it, and it is turned a little
//! so that it goes the blow's way.

use footwork_annotate::{Action, Repertoire, Take};
use footwork_motion::ground::{body_frame, yaw};
use footwork_motion::{Role, Skeleton, Transform, kinematics};
use footwork_stage::{ActorView, Blow, BodyPart, GiveWay, Move, OptionalIndex, Placement, Reaction, Segment};
use glam::Vec3;

use super::BoxerMemory;

/// How much of a blow's speed counts that is caught with an arm or a leg.
const CAUGHT: f32 = 0.5;
/// What a trunk takes on of what a head does. By its mass alone it would be 0.38 (Winter: 8.1 % of the body's against 21.6 %); then
/// what it did anyway hides which way a blow went.
const TRUNK: f32 = 0.6;
/// What is thrown of a part beside a recorded hit, which throws it too: of the lightest blow that has one, and of a heavy one. With 0.7
/// and all of it, heads went 21 and 24 cm within a tenth of a second, which looks torn.
const RECORDED: [f32; 2] = [0.4, 0.7];

/// s. So long after its beginning a recorded hit shows which way it goes.
const SHOWS: f32 = 0.3;
/// Share of how far a struck part gets in that time, at which it has begun to.
const BEGUN: f32 = 0.1;
/// s. After this a recorded hit has been seen, and the next blow breaks it off. Blows of a combination land 0.25 to 0.5 s apart.
const AGAIN: f64 = 0.2;
/// m. One that goes less far goes nowhere.
const LEAST: f32 = 0.03;
/// rad. A recorded hit is turned by this much at most.
const TURNED: f32 = 0.8;

/// What blows do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blows {
    /// How much of a blow's speed a struck head takes on; a trunk takes on less.
    pub give: f32,
    /// 1/m². How quickly that falls off with the distance from where it hit.
    pub falloff: f32,
    /// m/s. Nothing is thrown faster.
    pub most: f32,
    /// m/s. A blow to head or trunk that is faster breaks off what is played for a recorded hit, where there is one.
    pub shaken: f32,
    /// m/s. From here on that is a heavy one.
    pub heavy: f32,
    /// m/s. A blow that is faster knocks down; none if nobody goes down.
    pub knock_down: Option<f32>,
}

/// Blows on the head arrive at 2 to 5 m/s, most below 3.7, and others at up to 6.5. The offset's spring carries a head by 2.2 cm
/// for every m/s that it is thrown with, less what it came towards the blow: a blow of 3.2 m/s throws it by some 6 cm, and
/// one of 5.2 m/s or more by 11 cm. To that comes the recorded hit. What is thrown by more looks torn.
impl Default for Blows {
    fn default() -> Blows {
        Blows { give: 1.0, falloff: 10.0, most: 5.2, shaken: 3.2, heavy: 4.8, knock_down: None }
    }
}

/// A recorded reaction.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Recorded {
    segment: Segment,
    falls: bool,
    /// How hard it was, by its words: 0 is light, 2 is heavy.
    force: f32,
    head: bool,
    /// Which way the struck part goes, in the body's frame, on the ground; none if neither the motion nor its words say.
    goes: Option<Vec3>,
}

/// All reactions of a repertoire.
#[derive(Clone, Debug, PartialEq)]
pub struct Reactions {
    all: Vec<Recorded>,
}

impl Reactions {
    /// Looks for hits and falls. A fall goes on until he has got up.
    pub fn new(repertoire: &Repertoire) -> Reactions {
        let mut all = Vec::new();
        for (number, take) in repertoire.takes.iter().enumerate() {
            let actions = &take.annotation.actions;
            let (rate, last) = (f64::from(take.clip.rate()), take.clip.frames().saturating_sub(1) as u32);
            for (at, action) in actions.iter().enumerate() {
                let falls = action.is("fall");
                if !(falls || action.is("hit")) {
                    continue;
                }
                let lies = |action: &&Action| action.is("lying") || action.is("rise");
                let down = actions[at + 1..].iter().take_while(lies).last();
                // Somebody who does not get up again cannot go on.
                if falls && !down.is_some_and(|down| down.is("rise")) {
                    continue;
                }
                let end = down.filter(|_| falls).map_or(action.span.end, |down| down.span.end).min(last);
                let seconds = |frame: u32| f64::from(frame) / rate;
                let shown = goes(&repertoire.skeleton, take, action);
                let first = shown.map_or(action.span.first, |(first, _)| first);
                let segment = Segment { take: number as u32, first: seconds(first), end: seconds(end) };
                if segment.first < segment.end {
                    let goes = shown.map(|(_, goes)| goes).or_else(|| comes_from(action));
                    let (force, head) = (force(action), action.is("head"));
                    all.push(Recorded { segment, falls, force, head, goes });
                }
            }
        }
        Reactions { all }
    }

    /// What a blow does.
    pub fn suffer(
        &self,
        memory: &mut BoxerMemory,
        me: ActorView<'_>,
        blow: &Blow,
        blows: &Blows,
    ) -> Reaction {
        let body = matches!(blow.part, BodyPart::Head | BodyPart::Chest | BodyPart::Pelvis);
        let counts = blow.speed * if body { 1.0 } else { CAUGHT };
        let falls = blows.knock_down.is_some_and(|least| counts >= least);
        // From 0, where he is shaken at all, to 2, where it is heavy.
        let force = 2.0 * (counts - blows.shaken) / (blows.heavy - blows.shaken).max(0.1);
        let share = match blow.part {
            BodyPart::Head => 1.0,
            BodyPart::Chest | BodyPart::Pelvis => TRUNK,
            _ => CAUGHT,
        };
        let velocity = blow.direction * (blow.speed * blows.give * share).clamp(0.0, blows.most);
        if counts >= blows.shaken {
            memory.shock = (counts / blows.heavy).clamp(0.0, 1.0);
            memory.shock_at = 0;
        }
        // Of a combination he feels every blow, but who was shaken just now or goes down only gives way.
        let shows = me.time() - me.segment().first >= AGAIN;
        if (falls || counts >= blows.shaken)
            && (memory.reacting == 0 || memory.reacting == 1 && shows)
            && let Some(reaction) = self.fitting(memory, me, blow, falls, force.clamp(0.0, 2.0))
        {
            memory.reaction = OptionalIndex::some(reaction);
            let [light, heavy] = RECORDED;
            memory.blow_velocity = velocity * (light + (heavy - light) * 0.5 * force.clamp(0.0, 2.0));
            memory.blow_point = blow.point;
            return Reaction::Choose;
        }
        let whole = Some(GiveWay::BLOW);
        Reaction::Give(GiveWay {
            point: blow.point,
            velocity,
            falloff: blows.falloff,
            arms: !body,
            whole,
            carries: 0.0,
        })
    }

    /// The recorded reaction that fits a blow best; among equals they take turns.
    fn fitting(
        &self,
        memory: &BoxerMemory,
        me: ActorView<'_>,
        blow: &Blow,
        falls: bool,
        force: f32,
    ) -> Option<usize> {
        let direction = me.frame().rotation.conjugate() * blow.direction;
        let direction = Vec3::new(direction.x, 0.0, direction.z).normalize_or(Vec3::NEG_Z);
        let head = blow.part == BodyPart::Head;
        let fit = |recorded: &Recorded| {
            let side = recorded.goes.map_or(0.0, |goes| goes.dot(direction));
            // The side matters most, then what was hit, then how hard.
            4.0 * side + f32::from(u8::from(recorded.head == head)) - 0.5 * (recorded.force - force).abs()
        };
        let fitting = || self.all.iter().enumerate().filter(move |(_, recorded)| recorded.falls == falls);
        let best = fitting().map(|(_, recorded)| fit(recorded)).fold(f32::NEG_INFINITY, f32::max);
        // Within a little of the best, as blows come from anywhere and recordings from three sides.
        let good = || fitting().filter(move |(_, recorded)| fit(recorded) >= best - 0.25);
        let count = good().count();
        // Two who are struck at the same time do not play the same: neighbours have every other one of them for themselves.
        let (suffered, neighbour) = (memory.suffered as usize, me.id().0 as usize % 2);
        let turn = if count < 2 { 0 } else { 2 * (suffered % (count / 2)) + neighbour };
        good().nth(turn).map(|(number, _)| number)
    }

    /// Plays the reaction that waits, if there is one.
    pub fn play(&self, memory: &mut BoxerMemory, me: ActorView<'_>, blows: &Blows) -> Option<Move> {
        let number = memory.reaction.get()?;
        memory.reaction = OptionalIndex::NONE;
        let recorded = self.all.get(number)?;
        // What was being played is over; from the end of this the nearest state is looked for.
        memory.action = OptionalIndex::NONE;
        memory.led_limb = OptionalIndex::NONE;
        memory.reacting = if recorded.falls { 2 } else { 1 };
        let (velocity, point) = (memory.blow_velocity, memory.blow_point);
        let falloff = blows.falloff;
        let whole = Some(GiveWay::BLOW);
        let shove = GiveWay { point, velocity, falloff, arms: false, whole, carries: 0.0 };
        let Segment { take, first, .. } = recorded.segment;
        let here = me.frame();
        let turned = Transform { rotation: here.rotation * yaw(turn(recorded, here, velocity)), ..here };
        let place = me
            .rig()
            .ground(take, first)
            .map_or(Placement::Here, |from| Placement::At(turned * from.inverse()));
        Some(Move { place, shove: Some(shove), ..Move::new(recorded.segment) })
    }
}

/// rad, to the left: how a recorded hit is turned so that it goes the way of a blow.
fn turn(recorded: &Recorded, here: Transform, blow: Vec3) -> f32 {
    let direction = here.rotation.conjugate() * blow;
    let (Some(goes), true) = (recorded.goes, direction.x.abs() + direction.z.abs() > 1e-3) else {
        return 0.0;
    };
    let angle = libm::atan2f(
        goes.z * direction.x - goes.x * direction.z,
        goes.x * direction.x + goes.z * direction.z,
    );
    angle.clamp(-TURNED, TURNED)
}

/// When the struck part begins to give way, as a frame, and which way it goes: the head, or the hips of who is hit elsewhere or falls.
/// An action may be found to begin a little before anything of it shows, and what is struck has to move at once.
fn goes(skeleton: &Skeleton, take: &Take, action: &Action) -> Option<(u32, Vec3)> {
    let part = if action.is("head") { Role::Head } else { Role::Hips };
    let part = skeleton.site(part).ok()?;
    let last = take.clip.frames().saturating_sub(1) as u32;
    let mut joints = vec![Transform::IDENTITY; skeleton.len()];
    let mut at = |frame: u32| {
        kinematics::world(skeleton, take.clip.frame(frame.min(last) as usize), &mut joints);
        Some((body_frame(skeleton, &joints).ok()?, part.position(&joints)))
    };
    let first = action.span.first;
    let (body, from) = at(first)?;
    let shown = first..=(first + (SHOWS * take.clip.rate()) as u32).min(last);
    let moved: Vec<Vec3> = shown
        .map(|frame| {
            let displacement = body.rotation.conjugate() * (at(frame)?.1 - from);
            Some(displacement.with_y(0.0))
        })
        .collect::<Option<_>>()?;
    let far = |at: &usize| moved[*at].length_squared();
    let peak = (0..moved.len()).max_by(|a, b| far(a).total_cmp(&far(b)))?;
    let furthest = moved[peak];
    let begins =
        moved[..peak].iter().rposition(|moved| moved.dot(furthest) < BEGUN * furthest.length_squared());
    let went = furthest.length() > LEAST;
    went.then(|| (first + begins.unwrap_or(0) as u32, furthest.normalize()))
}

/// How hard a recorded hit was, by its words: 0 is light, 2 is heavy.
fn force(action: &Action) -> f32 {
    let words = [("light", 0.0), ("medium", 1.0), ("heavy", 2.0)];
    words.into_iter().find(|(word, _)| action.is(word)).map_or(1.0, |(_, force)| force)
}

/// Which way a blow goes, by the words of its action.
fn comes_from(action: &Action) -> Option<Vec3> {
    const ASLANT: f32 = std::f32::consts::FRAC_1_SQRT_2;
    let sides = [
        ("from_front", Vec3::NEG_Z),
        ("from_front_left", Vec3::new(-ASLANT, 0.0, -ASLANT)),
        ("from_front_right", Vec3::new(ASLANT, 0.0, -ASLANT)),
        ("from_left", Vec3::NEG_X),
        ("from_right", Vec3::X),
    ];
    sides.into_iter().find(|(word, _)| action.is(word)).map(|(_, side)| side)
}
