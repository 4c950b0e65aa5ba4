//! Runs a show of the built-in performer, prints what was seen, and draws it from above as SVG.
//!
//!     cargo run --release -p footwork-patches --features bake --example crowd -- dominoes 600 30 out.svg
//!     cargo run --release -p footwork-patches --features bake --example crowd -- battle 200 600 - 21,22,23
//!     cargo run --release -p footwork-patches --features bake --example crowd -- football 11 600 - 21 wishes
//!
//! The numbers after the picture (`-` draws nothing) are the stage's seeds, each a run of its own. With `wishes` a player asks the first of
//! them for something else every three seconds, in football every six. Of each collision and each joint that pops it says who, what and in
//! which state; of each run what it came to.
#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork_motion::Role;
use footwork_motion::ground::Place;
use footwork_patches::bitmap::Bitmap;
use footwork_patches::coming::Coming;
use footwork_patches::dominoes::{Dominoes, FallerMemory, Plan, PlanSettings, compose};
use footwork_patches::evaluate::{Repeats, is_meant};
use footwork_patches::football::{FootballMemory, PlayerMemory};
use footwork_patches::generate::Sampling;
use footwork_patches::luggage::{LuggageMemory, PorterMemory};
use footwork_patches::measure::Watch;
use footwork_patches::melee::memory::{FighterMemory, MeleeMemory, State};
use footwork_patches::rat::{PersonMemory, RatMemory};
use footwork_patches::{Acts, PatchBook, Show, file, pattern};
use footwork_plan::progress::UNHEARD;
use footwork_stage::{
    ActorId, ActorView, Ask, BodyPart, Cue, DirectorId, PropMotion, Rig, Settings, SharedDirector, Stage,
};

/// What a scene is made of.
struct Made {
    show: Show,
    rig: Arc<Rig>,
    acts: Arc<Acts>,
    book: Arc<PatchBook>,
    people: usize,
    seconds: f32,
    wishes: bool,
    /// What dominoes write.
    text: String,
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let scene = args[1].as_str();
    let people: usize = args[2].parse().expect("how many people");
    let seconds: f32 = args[3].parse().expect("seconds");
    let show = Show::ALL.into_iter().find(|show| show.name() == scene).expect("a scene");
    let shows: Vec<_> = show.performed().iter().map(|name| common::show(name)).collect();
    let (length, takes) = show.takes();
    let clock = std::time::Instant::now();
    let rig = common::rig(&shows, length, takes);
    let acts = Arc::new(Acts::new(&rig, "boxing", &Default::default()).expect("acts"));
    println!("{} acts, {:?}", acts.all.len(), clock.elapsed());
    let text = pattern::paper(scene).expect("a scene");
    let fingerprint = rig.repertoire().fingerprint();
    let sampling = Sampling { joins: show.is_joined(), ..Sampling::default() };
    let bake = file::bake(&acts, text, fingerprint, &sampling, UNHEARD).expect("patches");
    let joins = bake.book.joins.counts();
    println!("{:?} {:?} joins {joins:?} {:?}", bake.given, bake.unfulfilled, clock.elapsed());
    let wishes = args.get(6).is_some_and(|word| word == "wishes");
    let text = args.get(7).map_or("FOOT/WORK", String::as_str).to_string();
    let made = Made { show, rig, acts, book: Arc::new(bake.book), people, seconds, wishes, text };
    let seeds = args.get(5).map_or("1", |seeds| seeds.as_str());
    for seed in seeds.split(',').map(|seed| seed.parse().expect("a seed")) {
        let stage = run(&made, seed);
        if let Some(out) = args.get(4).filter(|out| *out != "-") {
            std::fs::write(out, drawn(&stage)).expect("it can be written");
        }
    }
}

/// s that the processor has worked for this thread; none where the system does not say.
fn busy() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? * 1e-9)
}

/// What somebody is at, by the number of his state.
fn state(actor: &ActorView<'_>) -> u32 {
    let fights = actor.memory::<FighterMemory>().map(|own| own.state);
    let jumps = actor.memory::<PersonMemory>().map(|own| own.state);
    let carries = actor.memory::<PorterMemory>().map(|own| own.state);
    let plays = actor.memory::<PlayerMemory>().map(|own| own.state);
    let falls = actor.memory::<FallerMemory>().map(|own| own.phase);
    fights.or(jumps).or(carries).or(plays).or(falls).unwrap_or(0)
}

/// Plays a scene on a seed.
fn run(made: &Made, seed: u64) -> Stage {
    let Made { show, rig, acts, book, people, seconds, wishes, text } = made;
    let mut stage = Stage::new(Settings::default(), seed).expect("a stage");
    let mut plan: Option<Arc<Plan>> = None;
    let director = show.directed(acts, book).unwrap_or_else(|| {
        let bitmap = Bitmap::of_text(text, 1.8).expect("a text");
        let made = compose(acts, book, &bitmap, &PlanSettings { people: *people, ..PlanSettings::default() });
        println!("{} fall, {:.2} filled, {} considered", made.fallers(), made.filled, made.considered);
        let made = Arc::new(made);
        plan = Some(made.clone());
        SharedDirector::new(Dominoes::new(acts, made, Some(2.0)))
    });
    let director = stage.add_shared_director(director);
    let number = stage.add_rig(rig.clone());
    let scene = if *show == Show::Battle { "companies" } else { show.name() };
    common::line_up(&mut stage, number, director, scene, *people);
    for prop in show.props(*people) {
        stage.add_prop(prop).expect("it is a prop");
    }
    let (mut watch, mut repeats) = (Watch::default(), Repeats::default());
    let mut since: BTreeMap<u32, (u32, u64)> = BTreeMap::new();
    let mut longest: BTreeMap<u32, (u64, u32)> = BTreeMap::new();
    let mut moves: BTreeMap<u32, (u32, f64, u64)> = BTreeMap::new();
    let (mut loose, mut stepping) = (0, 0.0);
    let every = if *show == Show::Football { 360 } else { 180 };
    for number in 0..(seconds * 60.0) as u64 {
        if *wishes && number % every == 0 {
            let (tick, wish) = (stage.view().tick(), (number / every % 4) as u8);
            for button in 0..4 {
                let ask = Ask::Button { button, down: button == wish };
                stage.cue(Cue { tick, to: ActorId(0), ask }).expect("he is there");
            }
        }
        let began = busy();
        stage.step();
        stepping += busy().zip(began).map_or(0.0, |(now, began)| now - began);
        let tick = stage.view().tick().saturating_sub(1);
        let (before, popped) = (watch.collisions.len(), watch.pops.len());
        watch.look_at(&stage, &|a, b| is_meant(a, b, plan.as_deref(), book, acts, tick));
        repeats.look(&stage, director, plan.as_deref(), tick);
        for actor in stage.view().actors() {
            let [now, then] = [actor.world(), actor.world_before()].map(|world| world[0].translation);
            if (now - then).with_y(0.0).length() > 0.15 && tick > 2 {
                println!(
                    "Jump {tick} of {}: {}",
                    actor.id().0,
                    said(&stage, actor.id().0, plan.as_deref(), book, tick).unwrap_or_default()
                );
            }
            let (own, id) = (state(&actor), actor.id().0);
            let segment = actor.segment();
            let plays = moves.entry(id).or_insert((segment.take, segment.end, tick));
            if (plays.0, plays.1) != (segment.take, segment.end) {
                *plays = (segment.take, segment.end, tick);
            }
            let known = since.entry(id).or_insert((own, tick));
            if known.0 != own {
                *known = (own, tick);
            }
            let most = longest.entry(own).or_insert((0, id));
            *most = (*most).max((tick - known.1, id));
        }
        let is_held = |motion: &PropMotion| matches!(motion, PropMotion::Held { .. });
        let props = stage.view().props().iter().filter(|_| *show == Show::Luggage && tick > 10);
        loose += props.filter(|prop| !is_held(&prop.motion)).count();
        let says = |id: u32| said(&stage, id, plan.as_deref(), book, tick).unwrap_or_default();
        for pop in &watch.pops[popped..] {
            println!("{pop:?}\n   {}", says(pop.actor));
        }
        for collision in &watch.collisions[before..] {
            println!("{collision:?}");
            for (who, part) in collision.actors.into_iter().zip(collision.parts) {
                let since = moves.get(&who).map_or(0, |plays| tick - plays.2);
                println!(
                    "   {who} {}, {}",
                    says(who),
                    played(&stage, acts, who, part, since).unwrap_or_default()
                );
            }
        }
    }
    println!(
        "== {} seed {seed}: {people} people, {seconds} s, stepped in {stepping:.1} s of the processor: {} trunk, {} limb ({:.2} a minute and hundred), {:?} meant, \
         deepest {:.3} m, slide {:.2} cm/s, {} jumps, {} pops",
        show.name(),
        watch.trunk_collisions,
        watch.limb_collisions,
        watch.limb_collisions as f64 * 6000.0 / watch.person_seconds,
        watch.meant,
        watch.deepest,
        watch.slide(),
        watch.jumps,
        watch.pops.len()
    );
    let longest = longest
        .iter()
        .map(|(state, (ticks, who))| format!("{state}: {} s by {who}", ticks / 60))
        .collect::<Vec<_>>();
    println!("longest in a state: {}; {loose} ticks of a box in nobody's hands", longest.join(", "));
    let seen = |within: f64| repeats.seen_again(within).unwrap_or(0.0);
    println!(
        "of {} encounters were seen before within 10 m: {:.2} within 10 s, {:.2} within 20 s, {:.2} at all, {:.1} s before in the mean",
        repeats.begun,
        seen(10.0),
        seen(20.0),
        repeats.share().unwrap_or(0.0),
        repeats.mean().unwrap_or(0.0)
    );
    summed(&stage, director);
    stage
}

/// What somebody plays, for how long, and how far a part of him is shown from where it is played.
fn played(stage: &Stage, acts: &Acts, id: u32, part: BodyPart, since: u64) -> Option<String> {
    let actor = stage.view().actors().find(|actor| actor.id().0 == id)?;
    let coming = Coming::of(acts, &actor)?;
    let at = acts.tables.kinds.iter().position(|(kind, _)| *kind == part)?;
    let stood = coming.at(acts, 0);
    let middle = |[a, b]: [glam::Vec3; 2]| 0.5 * (a + b);
    let recorded = middle(acts.tables.parts(stood.take, stood.frame)[at].map(|end| stood.place.point(end)));
    let capsule = actor.rig().capsules().iter().find(|(own, _)| *own == part)?.1;
    let shown = middle([&capsule.from, &capsule.to].map(|site| site.position(actor.world())));
    let body = Place::new(actor.frame());
    let feet = [0, 1].map(|foot| actor.is_planted(foot));
    Some(format!(
        "move {since} ticks old, {} frames left, take {} {}, at {:.2} {:.2}, {:.2} m from how it is played, feet {feet:?}",
        coming.frames(),
        stood.take,
        stood.frame,
        body.x,
        body.z,
        shown.distance(recorded)
    ))
}

/// What somebody is at, in words.
fn said(stage: &Stage, id: u32, plan: Option<&Plan>, book: &PatchBook, tick: u64) -> Option<String> {
    let actor = stage.view().actors().find(|a| a.id().0 == id)?;
    if let Some(own) = actor.memory::<FallerMemory>() {
        let after = plan.and_then(|plan| plan.people.get(id as usize)?.after);
        return Some(format!("state {} partner {}", own.phase, after.map_or(-1, |a| a as i64)));
    }
    if let Some(own) = actor.memory::<PersonMemory>() {
        let state = footwork_patches::rat::State::of(own.state);
        let (since, startled) = (tick as i64 - own.starts as i64, tick as i64 - own.startled as i64);
        return Some(format!("state {state:?} since {since} startled {startled}"));
    }
    if let Some(own) = actor.memory::<PlayerMemory>() {
        return Some(format!(
            "state {:?} patch {}",
            footwork_patches::football::State::of(own.state),
            own.patch
        ));
    }
    if let Some(own) = actor.memory::<PorterMemory>() {
        return Some(format!(
            "state {:?} with {}",
            footwork_patches::luggage::State::of(own.state),
            own.with as i64 - 1
        ));
    }
    let m = actor.memory::<FighterMemory>()?;
    let p = book.patches.get((m.patch as usize).wrapping_sub(1));
    let f = p.map(|p| (p.frames, p.meets, p.down, book.patterns[p.pattern as usize].name.clone()));
    Some(format!(
        "state {:?} role {} partner {} gone {} turns {} of {:?} walk {} of {} bent {} runs {} {f:?}",
        State::of(m.state),
        m.role,
        m.partner as i64 - 1,
        tick as i64 - m.starts as i64,
        m.turns,
        p.map(|p| p.turns[m.role as usize & 1].len()),
        m.begun,
        m.count,
        m.bent,
        m.runs
    ))
}

/// What the director remembers at the end.
fn summed(stage: &Stage, director: DirectorId) {
    let view = stage.view();
    if let Some(memory) = view.director_memory::<MeleeMemory>(director) {
        println!(
            "{} chosen, {} times nothing, {} toppled, {} bent, {} came in, {} went out, {} of {} wishes met",
            memory.chosen,
            memory.nothing,
            memory.toppled,
            memory.bent,
            memory.entered,
            memory.left,
            memory.met,
            memory.wished
        );
        let members = view.actors().filter_map(|a| a.memory::<FighterMemory>().copied()).collect::<Vec<_>>();
        println!(
            "met {} fell {} states {:?}",
            members.iter().map(|m| m.met).sum::<u32>(),
            members.iter().map(|m| m.fell).sum::<u32>(),
            (0..9).map(|s| members.iter().filter(|m| m.state == s).count()).collect::<Vec<_>>()
        );
    }
    if let Some(memory) = view.director_memory::<RatMemory>(director) {
        let people = view.actors().filter_map(|a| a.memory::<PersonMemory>().copied()).collect::<Vec<_>>();
        println!(
            "{} jumps, {} bumps, {} times nothing, rat at {:?}, states {:?}",
            memory.chosen,
            memory.bumps,
            memory.nothing,
            memory.at,
            (0..7).map(|s| people.iter().filter(|m| m.state == s).count()).collect::<Vec<_>>()
        );
    }
    if let Some(memory) = view.director_memory::<FootballMemory>(director) {
        let missed =
            view.actors().filter_map(|a| a.memory::<PlayerMemory>()).map(|own| own.missed).sum::<u32>();
        println!(
            "{} encounters, {missed} missed, {} of {} wishes met",
            memory.chosen, memory.met, memory.wished
        );
    }
    if let Some(memory) = view.director_memory::<LuggageMemory>(director) {
        println!(
            "{} chosen, {} passed, {} dropped, {} times nothing",
            memory.chosen, memory.passed, memory.dropped, memory.nothing
        );
    }
}

/// Everybody from above: limbs as lines, heads as dots.
fn drawn(stage: &Stage) -> String {
    let mut lines = String::new();
    let (mut low, mut high) = ([f32::MAX; 2], [f32::MIN; 2]);
    for actor in stage.view().actors() {
        let skeleton = actor.rig().skeleton();
        let world = actor.world();
        let team =
            actor.memory::<footwork_patches::melee::memory::FighterMemory>().map_or(0, |memory| memory.team);
        let colour = match (actor.is_down(), team) {
            (true, _) => "#d6402b",
            (false, 1) => "#2b6cd6",
            _ => "#777",
        };
        for joint in 0..skeleton.len() {
            let Some(parent) = skeleton.parent(joint) else { continue };
            let [a, b] = [joint, parent].map(|joint| world[joint].translation);
            lines += &format!(
                "<line x1='{:.2}' y1='{:.2}' x2='{:.2}' y2='{:.2}' stroke='{colour}' stroke-width='.12' stroke-linecap='round'/>\n",
                a.x, a.z, b.x, b.z
            );
            for (at, value) in [a.x, a.z].into_iter().enumerate() {
                low[at] = low[at].min(value);
                high[at] = high[at].max(value);
            }
        }
        if let Ok(head) = skeleton.site(Role::Head) {
            let head = head.position(world);
            lines += &format!("<circle cx='{:.2}' cy='{:.2}' r='.13' fill='{colour}'/>\n", head.x, head.z);
        }
    }
    for prop in stage.view().props() {
        let [at, r] = [prop.position, glam::Vec3::splat(0.15)];
        lines += &format!("<circle cx='{:.2}' cy='{:.2}' r='{}' fill='#0a0'/>\n", at.x, at.z, r.x);
    }
    let [w, h] = [high[0] - low[0] + 2.0, high[1] - low[1] + 2.0];
    let scale = 1400.0 / w.max(h);
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='{} {} {w} {h}' width='{}' height='{}'><rect x='-999' y='-999' width='2000' height='2000' fill='#fff'/>{lines}</svg>",
        low[0] - 1.0,
        low[1] - 1.0,
        w * scale,
        h * scale
    )
}
