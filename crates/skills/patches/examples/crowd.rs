//! Runs a show of the built-in performer, prints what was seen, and draws it from above as SVG.
//!
//!     cargo run --release -p footwork-patches --features bake --example crowd -- dominoes 600 30 out.svg
//!     cargo run --release -p footwork-patches --features bake --example crowd -- battle 200 20 - 7
//!
//! The last number is the stage's seed; `-` draws nothing. In football a player wishes for another way out every six seconds.
#[path = "../tests/common/mod.rs"]
mod common;

use std::sync::Arc;

use footwork_motion::Role;
use footwork_patches::bitmap::Bitmap;
use footwork_patches::dominoes::{Dominoes, PlanSettings, compose};
use footwork_patches::evaluate::is_meant;
use footwork_patches::football::FootballMemory;
use footwork_patches::generate::Sampling;
use footwork_patches::luggage::{LuggageMemory, PorterMemory};
use footwork_patches::measure::Watch;
use footwork_patches::rat::{PersonMemory, RatMemory};
use footwork_patches::{Acts, Show, file, pattern};
use footwork_plan::progress::UNHEARD;
use footwork_stage::{ActorId, Ask, Cue, Settings, SharedDirector, Stage};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let scene = args[1].as_str();
    let people: usize = args[2].parse().expect("how many people");
    let seconds: f32 = args[3].parse().expect("seconds");
    let show = Show::ALL.into_iter().find(|show| show.name() == scene).expect("a scene");
    let shows: Vec<_> = show.performed().iter().map(|name| common::show(name)).collect();
    let (length, seeds) = show.takes();
    let clock = std::time::Instant::now();
    let rig = common::rig(&shows, length, seeds);
    let acts = Arc::new(Acts::new(&rig, "boxing", &Default::default()).expect("acts"));
    println!("{} acts, {:?}", acts.all.len(), clock.elapsed());
    let text = pattern::paper(scene).expect("a scene");
    let fingerprint = rig.repertoire().fingerprint();
    let sampling = Sampling { joins: show.is_joined(), ..Sampling::default() };
    let bake = file::bake(&acts, text, fingerprint, &sampling, UNHEARD).expect("patches");
    println!(
        "{:?} {:?} joins {:?} {:?}",
        bake.given,
        bake.unfulfilled,
        bake.book.joins.counts(),
        clock.elapsed()
    );
    let seed = args.get(5).map_or(1, |seed| seed.parse().expect("a seed"));
    let mut stage = Stage::new(Settings::default(), seed).expect("a stage");
    let book = Arc::new(bake.book);
    let mut plan = None;
    let director = show.directed(&acts, &book).unwrap_or_else(|| {
        let bitmap = Bitmap::of_text("FOOT/WORK", 1.8).expect("a text");
        let made = compose(&acts, &book, &bitmap, &PlanSettings { people, ..PlanSettings::default() });
        println!("{} fall, {:.2} filled, {} considered", made.fallers(), made.filled, made.considered);
        let made = Arc::new(made);
        plan = Some(made.clone());
        SharedDirector::new(Dominoes::new(&acts, made, Some(2.0)))
    });
    println!("composed {:?}", clock.elapsed());
    let director = stage.add_shared_director(director);
    let number = stage.add_rig(rig.clone());
    common::line_up(&mut stage, number, director, scene, people);
    for prop in show.props(people) {
        stage.add_prop(prop).expect("it is a prop");
    }
    let mut watch = Watch::default();
    let clock = std::time::Instant::now();
    for number in 0..(seconds * 60.0) as u64 {
        if show == Show::Football && number % 360 == 0 {
            let (tick, wish) = (stage.view().tick(), (number / 360 % 4) as u8);
            for button in 0..4 {
                let ask = Ask::Button { button, down: button == wish };
                stage.cue(Cue { tick, to: ActorId(0), ask }).expect("he is there");
            }
        }
        stage.step();
        let tick = stage.view().tick().saturating_sub(1);
        let (before, popped) = (watch.collisions.len(), watch.pops.len());
        watch.look_at(&stage, &|a, b| is_meant(a, b, plan.as_deref(), &book, &acts, tick));
        let says = |id: u32| {
            let actor = stage.view().actors().find(|a| a.id().0 == id)?;
            if let Some(own) = actor.memory::<footwork_patches::dominoes::FallerMemory>() {
                let after = plan.as_ref().and_then(|plan| plan.people.get(id as usize)?.after);
                return Some(format!("state {} partner {}", own.phase, after.map_or(-1, |a| a as i64)));
            }
            if let Some(own) = actor.memory::<PersonMemory>() {
                return Some(format!(
                    "state {:?} since {}",
                    footwork_patches::rat::State::of(own.state),
                    tick as i64 - own.starts as i64
                ));
            }
            let m = actor.memory::<footwork_patches::melee::memory::FighterMemory>()?;
            let p = book.patches.get((m.patch as usize).wrapping_sub(1));
            let f = p.map(|p| (p.frames, p.meets, p.down, book.patterns[p.pattern as usize].name.clone()));
            Some(format!(
                "state {:?} role {} partner {} gone {} turns {} {f:?}",
                footwork_patches::melee::memory::State::of(m.state),
                m.role,
                m.partner as i64 - 1,
                tick as i64 - m.starts as i64,
                m.turns
            ))
        };
        for pop in &watch.pops[popped..] {
            println!("{pop:?}\n   {}", says(pop.actor).unwrap_or_default());
        }
        for collision in &watch.collisions[before..] {
            println!(
                "{collision:?}\n   {}\n   {}",
                says(collision.actors[0]).unwrap_or_default(),
                says(collision.actors[1]).unwrap_or_default()
            );
        }
    }
    println!(
        "{people} people, {seconds} s in {:?}: {} trunk and {} limb collisions, {:?} meant, deepest {:.3} m, slide {:.2} cm/s, {} jumps, {} pops",
        clock.elapsed(),
        watch.trunk_collisions,
        watch.limb_collisions,
        watch.meant,
        watch.deepest,
        watch.slide(),
        watch.jumps,
        watch.pops.len()
    );
    if let Some(memory) =
        stage.view().director_memory::<footwork_patches::melee::memory::MeleeMemory>(director)
    {
        println!(
            "{} chosen, {} times nothing, {} toppled, {} bent, {} came in, {} went out",
            memory.chosen, memory.nothing, memory.toppled, memory.bent, memory.entered, memory.left
        );
        let members = stage
            .view()
            .actors()
            .filter_map(|a| a.memory::<footwork_patches::melee::memory::FighterMemory>().copied())
            .collect::<Vec<_>>();
        println!(
            "met {} fell {} states {:?}",
            members.iter().map(|m| m.met).sum::<u32>(),
            members.iter().map(|m| m.fell).sum::<u32>(),
            (0..9).map(|s| members.iter().filter(|m| m.state == s).count()).collect::<Vec<_>>()
        );
    }
    if let Some(memory) = stage.view().director_memory::<RatMemory>(director) {
        let people = stage.view().actors().filter_map(|a| a.memory::<PersonMemory>().copied());
        let people = people.collect::<Vec<_>>();
        println!(
            "{} jumps, {} bumps, {} times nothing, rat at {:?}, states {:?}",
            memory.chosen,
            memory.bumps,
            memory.nothing,
            memory.at,
            (0..7).map(|s| people.iter().filter(|m| m.state == s).count()).collect::<Vec<_>>()
        );
    }
    if let Some(memory) = stage.view().director_memory::<FootballMemory>(director) {
        println!("{} encounters, {} of {} wishes met", memory.chosen, memory.met, memory.wished);
    }
    if let Some(memory) = stage.view().director_memory::<LuggageMemory>(director) {
        println!(
            "{} chosen, {} passed, {} dropped, {} times nothing",
            memory.chosen, memory.passed, memory.dropped, memory.nothing
        );
        for (prop, actor) in stage.view().props().iter().zip(stage.view().actors()) {
            println!("{:?} {:?}, {:?}", prop.position, prop.motion, actor.memory::<PorterMemory>());
        }
    }
    if let Some(out) = args.get(4).filter(|out| *out != "-") {
        std::fs::write(out, drawn(&stage)).expect("it can be written");
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
