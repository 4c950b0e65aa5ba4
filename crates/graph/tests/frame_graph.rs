//! The frame graph of the performer's takes.

use crate::common;
use footwork_annotate::{Annotation, Repertoire, Take};
use footwork_graph::frames::{self, collapse::collapse};
use footwork_graph::{
    FootEvent, FrameGraph, FrameSettings, GraphError, Likeness, Limit, WalkSettings, figures, play, walk,
};
use footwork_motion::{Clip, Pose, WorldClip, quality};
use footwork_performer::Show;
use footwork_plan::progress::UNHEARD;

fn mixed() -> Repertoire {
    let shows = [(Show::Locomotion, 60.0), (Show::Boxing, 60.0), (Show::Running, 40.0)];
    common::repertoire(&shows, 300)
}

fn in_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(run)
}

#[test]
fn one_thread_and_two_give_the_same_bits() {
    let repertoire = mixed();
    let make = || frames::build(&repertoire, &FrameSettings::default(), UNHEARD).expect("a graph");
    let (one, two) = (in_threads(1, make), in_threads(2, make));
    assert_eq!(one, two);
    let bits = |graph: &FrameGraph| graph.cost.iter().map(|c| c.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&one), bits(&two));
    assert!(one.to.len() > 1000, "{}", one.to.len());
}

#[test]
fn a_graph_survives_being_written_and_read() {
    let repertoire = common::repertoire(&[(Show::Locomotion, 20.0)], 4);
    let graph = frames::build(&repertoire, &FrameSettings::default(), UNHEARD).expect("a graph");
    let states = collapse(&graph, &graph.component);
    let text = serde_json::to_string(&(&graph, &states)).expect("text");
    let back: (FrameGraph, frames::StateGraph) = serde_json::from_str(&text).expect("a graph");
    assert_eq!(back, (graph, states));
}

/// What makes the search quick must not change what is found: with effort without end it compares as all pairs would.
#[test]
fn the_usual_effort_finds_what_unlimited_effort_finds() {
    let repertoire = mixed();
    let with = |effort| {
        let settings = FrameSettings { effort, ..FrameSettings::default() };
        frames::build(&repertoire, &settings, UNHEARD).expect("a graph")
    };
    let (usual, unlimited) = (with(128), with(1 << 20));
    assert_eq!(unlimited.search.cut_short, 0);
    let pairs =
        |graph: &FrameGraph| -> Vec<(u32, u32)> { graph.transitions().map(|t| (t.from, t.to)).collect() };
    let (all, some) = (pairs(&unlimited), pairs(&usual));
    let missed = all.iter().filter(|pair| some.binary_search(pair).is_err()).count();
    assert!(missed * 100 <= all.len(), "{missed} of {} missed", all.len());
}

#[test]
fn transitions_played_jump_no_more_than_the_recordings_do() {
    let repertoire = mixed();
    let graph = frames::build(&repertoire, &FrameSettings::default(), UNHEARD).expect("a graph");
    let usual = frames::usual_jump(&repertoire, 0.995);
    let jumps = frames::played_jumps(&repertoire, &graph).expect("jumps");
    assert_eq!(jumps.len(), graph.to.len());
    assert!(jumps.iter().all(|jump| *jump <= usual), "of {usual} m/s");
    // The same, measured from outside: on a walk that is played, at its seams.
    for seed in 0..5 {
        let settings = WalkSettings { seed, seconds: 30.0, ..WalkSettings::default() };
        let segments = walk(&repertoire, &graph, &settings).expect("a walk");
        let clip = play(&repertoire, &segments, graph.blend).expect("a clip");
        let world = WorldClip::new(&repertoire.skeleton, &clip);
        let mut seam = 0;
        for pair in segments.windows(2) {
            seam += pair[0].frames() as usize;
            let half = (0.5 * graph.blend * common::RATE).round() as usize;
            // Segments shorter than a blend cut it short.
            if pair.iter().any(|segment| (segment.frames() as usize) < 2 * half + 2) {
                continue;
            }
            let near = seam - half..(seam + half).min(clip.frames());
            let worst = near.map(|f| quality::jump(&world, f).velocity).fold(0.0, f32::max);
            assert!(worst <= 1.001 * usual, "{worst} m/s at frame {seam} of walk {seed}, usual {usual}");
        }
    }
}

#[test]
fn what_is_kept_out_is_never_entered_and_can_be_left() {
    let repertoire = common::repertoire(&[(Show::Boxing, 120.0)], 21);
    let class = ["fall", "lying", "rise"].map(String::from).to_vec();
    let settings = FrameSettings { keep_out: class.clone(), ..FrameSettings::default() };
    let graph = frames::build(&repertoire, &settings, UNHEARD).expect("a graph");
    let out = footwork_graph::segment::frames_of(&repertoire, &graph.numbering, &class);
    assert!(out.iter().any(|out| *out), "the boxer falls");
    for frame in 0..graph.numbering.frames() as u32 {
        assert!(!(out[frame as usize] && graph.component.contains(frame)));
        for at in graph.transitions_from(frame) {
            assert!(out[frame as usize] || !out[graph.to[at] as usize], "{frame} leads in");
        }
    }
    let leads = |f: &u32| graph.component.reach[*f as usize] == frames::Reach::LeadsIn;
    let left = (0..graph.numbering.frames() as u32).filter(|&f| out[f as usize]).filter(leads).count();
    let all = out.iter().filter(|out| **out).count();
    assert!(left * 10 > all * 9, "{left} of {all} lead back");
    let segments = walk(&repertoire, &graph, &WalkSettings::default()).expect("a walk");
    assert!(!segments.is_empty());
}

#[test]
fn a_walk_can_avoid_what_the_graph_does_not_keep_out() {
    let repertoire = common::repertoire(&[(Show::Boxing, 120.0)], 21);
    let graph = frames::build(&repertoire, &FrameSettings::default(), UNHEARD).expect("a graph");
    let avoid = vec!["fall".to_string(), "hit".to_string(), "kick".to_string()];
    let barred = footwork_graph::segment::frames_of(&repertoire, &graph.numbering, &avoid);
    let settings = WalkSettings { seconds: 60.0, avoid, ..WalkSettings::default() };
    let segments = walk(&repertoire, &graph, &settings).expect("a walk");
    assert!(segments.iter().map(|s| s.frames()).sum::<u32>() >= 3600);
    for segment in segments {
        for frame in segment.first..segment.end {
            assert!(!barred[graph.numbering.number(segment.take, frame) as usize]);
        }
    }
}

#[test]
fn actions_lead_from_state_to_state_and_play_what_the_graph_allows() {
    let repertoire = mixed();
    let graph = frames::build(&repertoire, &FrameSettings::default(), UNHEARD).expect("a graph");
    let states = collapse(&graph, &graph.component);
    assert!(states.frames.len() > 100);
    for state in 0..states.frames.len() {
        assert!(states.actions_of(state).len() > 1);
        for action in states.actions_of(state) {
            let mut at = states.frames[state];
            let mut length = 0;
            for segment in states.segments_of(action) {
                for frame in segment.first..segment.end {
                    let next = graph.numbering.number(segment.take, frame);
                    assert!(graph.after(at).any(|after| after == next), "{at} to {next}");
                    assert!(graph.component.contains(next));
                    at = next;
                    length += 1;
                }
            }
            assert_eq!((at, length), (states.frames[states.to[action] as usize], states.length[action]));
        }
    }
}

#[test]
fn figures_say_what_is_there() {
    let repertoire = common::repertoire(&[(Show::Boxing, 120.0)], 5);
    let graph = frames::build(&repertoire, &FrameSettings::default(), UNHEARD).expect("a graph");
    let states = collapse(&graph, &graph.component);
    let figures = figures::of_frames(&repertoire, &graph, &states);
    assert!(figures.coverage > 0.9, "{}", figures.coverage);
    assert!(figures.branching.mean > 4.0 && figures.branching.most <= 1 + 5 * 16);
    let attack = figures.waits.iter().find(|wait| wait.class == "attack").expect("a boxer attacks");
    assert!(attack.starts > 10 && attack.mean < attack.worst && attack.worst < Some(10.0), "{attack:?}");
    assert!(figures.cost.p5 <= figures.cost.p50 && figures.cost.most <= graph.search.limit);
    common::assert_numbers(&figures);
}

#[test]
fn settings_of_the_paper_give_its_kind_of_graph() {
    let repertoire = common::repertoire(&[(Show::Boxing, 240.0)], 8);
    let graph = frames::build(&repertoire, &FrameSettings::paper(), UNHEARD).expect("a graph");
    let states = collapse(&graph, &graph.component);
    // 437 states in 437 s, with 62 actions each, were the seed's.
    let per_state = states.to.len() as f32 / states.frames.len() as f32;
    assert!(states.frames.len() > 50 && per_state > 20.0, "{} {per_state}", states.frames.len());
    let events = repertoire.takes[0].annotation.supports.left.iter().map(|span| span.end - 1);
    let events: Vec<u32> = events.collect();
    assert!(
        graph.from.iter().all(|from| events.contains(from)),
        "only where the left foot leaves the ground"
    );
}

#[test]
fn every_event_alone_and_both_measures_make_a_graph() {
    let repertoire = common::repertoire(&[(Show::Locomotion, 90.0)], 3);
    for event in FootEvent::ALL {
        for likeness in [Likeness::POSITIONS, Likeness::PAPER] {
            let settings = FrameSettings { events: vec![event], likeness, ..FrameSettings::default() };
            let graph = frames::build(&repertoire, &settings, UNHEARD).expect("a graph");
            assert!(graph.component.inside > 0, "{event:?}");
            assert!(graph.cost.iter().all(|cost| cost.is_finite() && *cost >= 0.0));
        }
    }
}

#[test]
fn nothing_to_join_is_an_empty_graph_and_nothing_at_all_an_error() {
    let settings = FrameSettings::default();
    let mut none = common::repertoire(&[], 1);
    assert_eq!(frames::build(&none, &settings, UNHEARD), Err(GraphError::NoTakes));
    // One frame.
    let clip = Clip::still(&none.skeleton, "still", 60.0, Pose::rest(&none.skeleton)).expect("a clip");
    none.takes.push(Take::new(clip, Annotation::default()));
    // A take shorter than a window, with foot events in it.
    let mut short = common::repertoire(&[(Show::Locomotion, 12.0)], 1);
    short.takes[0].clip = short.takes[0].clip.span(0, 12);
    // No foot event.
    let mut still = common::repertoire(&[(Show::Locomotion, 6.0)], 1);
    still.takes[0].annotation = Annotation::default();
    for repertoire in [none, short, still] {
        let graph = frames::build(&repertoire, &settings, UNHEARD).expect("an empty graph");
        assert_eq!((graph.to.len(), graph.component.inside), (0, 0));
        let states = collapse(&graph, &graph.component);
        let figures = figures::of_frames(&repertoire, &graph, &states);
        assert_eq!((figures.coverage, figures.states), (0.0, 0));
        common::assert_numbers(&figures);
        assert_eq!(walk(&repertoire, &graph, &WalkSettings::default()), Ok(vec![]));
    }
}

#[test]
fn takes_that_do_not_go_together_and_settings_without_sense_are_refused_by_name() {
    let mut repertoire = common::repertoire(&[(Show::Locomotion, 2.0), (Show::Locomotion, 2.0)], 1);
    let slow = repertoire.takes[1].clip.clone().with_rate(30.0).expect("a rate");
    repertoire.takes[1].clip = slow;
    let error = frames::build(&repertoire, &FrameSettings::default(), UNHEARD).expect_err("two rates");
    assert!(error.to_string().contains("locomotion 1"), "{error}");
    repertoire.takes.pop();
    let base = FrameSettings::default;
    let blind = Likeness { weights: [0.0; 21], ..Likeness::POSITIONS };
    for (settings, name) in [
        (FrameSettings { blend: f32::NAN, ..base() }, "blend"),
        (FrameSettings { apart: 0.0, ..base() }, "apart"),
        (FrameSettings { neighbours: 0, ..base() }, "neighbours"),
        (FrameSettings { limit: Limit::Share(2.0), ..base() }, "share"),
        (FrameSettings { standing: 0.0, ..base() }, "standing"),
        (FrameSettings { likeness: blind, ..base() }, "weights"),
    ] {
        let error = frames::build(&repertoire, &settings, UNHEARD).expect_err(name).to_string();
        assert!(error.contains(name), "{error}");
    }
}

#[test]
fn a_body_at_the_end_of_the_world_is_no_trouble() {
    use footwork_motion::{Transform, glam::Vec3};
    let mut repertoire = common::repertoire(&[(Show::Locomotion, 20.0), (Show::Locomotion, 20.0)], 4);
    let far = Transform { translation: Vec3::splat(1e30), ..Transform::IDENTITY };
    let clip = repertoire.takes[1].clip.clone().moved(far);
    repertoire.takes[1].clip = clip;
    let graph = frames::build(&repertoire, &FrameSettings::default(), UNHEARD).expect("a graph");
    assert!(graph.cost.iter().all(|cost| cost.is_finite()));
    let states = collapse(&graph, &graph.component);
    let figures = figures::of_frames(&repertoire, &graph, &states);
    common::assert_numbers(&figures);
}

#[test]
fn the_best_close_to_an_event_costs_no_more_than_the_event_itself() {
    let repertoire = common::repertoire(&[(Show::Locomotion, 60.0)], 4);
    let with = |around: f32| {
        let settings = FrameSettings {
            leave_around: around,
            arrive_around: around,
            limit: Limit::Share(1.0),
            most_jump: None,
            // It drops others with each, so that the rest is no longer the same.
            most_imbalance: None,
            ..FrameSettings::default()
        };
        let graph = frames::build(&repertoire, &settings, UNHEARD).expect("a graph");
        graph.cost.iter().map(|c| f64::from(*c)).sum::<f64>() / graph.cost.len() as f64
    };
    let [at, around] = [0.0, 0.05].map(with);
    assert!(around < 0.97 * at, "{around} against {at} m");
}

#[test]
fn a_body_without_legs_is_refused_by_what_it_lacks() {
    use footwork_motion::{
        Joint, Skeleton,
        glam::{Quat, Vec3},
    };
    let joint =
        |name: &str, parent| Joint { name: name.into(), parent, offset: Vec3::Y, rest: Quat::IDENTITY };
    let skeleton = Skeleton::new(vec![joint("Hips", None), joint("Spine", Some(0))]).expect("a skeleton");
    let clip =
        Clip::new(&skeleton, "worm", 60.0, vec![Vec3::Y; 90], vec![Quat::IDENTITY; 180]).expect("a clip");
    let take = Take::new(clip, Annotation::default());
    let repertoire = Repertoire { skeleton, takes: vec![take] };
    let frames = frames::build(&repertoire, &FrameSettings::default(), UNHEARD).map(|_| ());
    let cut = footwork_graph::fragments::build(&repertoire, &Default::default()).map(|_| ());
    for result in [frames, cut] {
        assert!(matches!(result, Err(GraphError::MissingRole(_))), "{result:?}");
    }
}

#[test]
fn settings_can_be_given_in_part() {
    let settings: FrameSettings = serde_json::from_str(
        r#"{ "blend": 0.2, "limit": { "absolute": 0.1 }, "events": ["left_leaves"], "likeness": { "by": "angles" } }"#,
    )
    .expect("settings");
    let likeness = Likeness { by: footwork_graph::Measure::Angles, ..Likeness::POSITIONS };
    let (limit, events) = (Limit::Absolute(0.1), vec![FootEvent::LeftLeaves]);
    assert_eq!(settings, FrameSettings { blend: 0.2, limit, events, likeness, ..FrameSettings::default() });
}
