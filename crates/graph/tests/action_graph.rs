//! The action graph and the fragments of the performer's takes.

use crate::common;
use footwork_annotate::{Annotation, Span, Take};
use footwork_graph::{
    ActionSettings, FragmentSettings, Fragments, FrameSegment, GraphError, actions, figures, fragments, play,
};
use footwork_motion::{Clip, Pose, WorldClip, quality};
use footwork_performer::Show;
use footwork_plan::progress::UNHEARD;

#[test]
fn actions_of_a_take_follow_each_other_and_nodes_are_narrow() {
    let repertoire = common::repertoire(&[(Show::Boxing, 120.0), (Show::TiredBoxing, 60.0)], 40);
    let settings = ActionSettings::FIGHTING;
    let graph = actions::build(&repertoire, &settings, UNHEARD).expect("a graph");
    let all: usize = repertoire.takes.iter().map(|t| t.annotation.actions.len()).sum();
    assert_eq!(graph.edges.len(), all);
    assert!(graph.widths.iter().all(|width| *width <= settings.width));
    for a in &graph.edges {
        for b in graph.edges.iter().filter(|b| b.segment.take == a.segment.take) {
            assert!(a.segment.end != b.segment.first || a.to == b.from, "{a:?} {b:?}");
        }
    }
    for node in 0..graph.nodes() as u32 {
        assert!(graph.actions_from(node).iter().all(|edge| edge.from == node));
    }
    let figures = figures::of_actions(&repertoire, &graph);
    assert!(figures.coverage > 0.5, "{figures:?}");
    common::assert_numbers(&figures);
}

#[test]
fn a_narrower_threshold_makes_more_nodes_and_the_same_seed_the_same_graph() {
    let repertoire = common::repertoire(&[(Show::Boxing, 60.0)], 2);
    let with = |width| {
        let settings = ActionSettings { width, ..ActionSettings::default() };
        actions::build(&repertoire, &settings, UNHEARD).expect("a graph")
    };
    assert_eq!(with(0.5), with(0.5));
    let nodes = [0.0, 0.3, 0.6, 100.0].map(|width| with(width).nodes());
    assert!(nodes.is_sorted_by(|a, b| a >= b) && nodes[3] == 1, "{nodes:?}");
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    assert_eq!(one.install(|| with(0.3)), with(0.3));
}

#[test]
fn no_actions_is_an_empty_graph_and_no_takes_an_error() {
    let mut repertoire = common::repertoire(&[], 1);
    let settings = ActionSettings::LOCOMOTION;
    assert_eq!(actions::build(&repertoire, &settings, UNHEARD), Err(GraphError::NoTakes));
    let clip = Clip::still(&repertoire.skeleton, "still", 60.0, Pose::rest(&repertoire.skeleton));
    repertoire.takes.push(Take::new(clip.expect("a clip"), Annotation::default()));
    let graph = actions::build(&repertoire, &settings, UNHEARD).expect("an empty graph");
    assert_eq!((graph.nodes(), graph.edges.len()), (0, 0));
    // An action of one frame, and one beyond the take's end.
    let mut performed = common::repertoire(&[(Show::Boxing, 20.0)], 1);
    repertoire.takes[0].annotation.actions = performed.takes.remove(0).annotation.actions;
    repertoire.takes[0].annotation.actions[0].span = Span { first: 0, end: 1 };
    let graph = actions::build(&repertoire, &settings, UNHEARD).expect("a graph");
    assert_eq!((graph.nodes(), graph.edges.len()), (1, 1));
    let figures = figures::of_actions(&repertoire, &graph);
    assert_eq!(figures.coverage, 1.0, "one pose follows itself");
}

#[test]
fn weights_without_sense_are_refused() {
    let repertoire = common::repertoire(&[(Show::Boxing, 5.0)], 1);
    let mut settings = ActionSettings { width: f32::NAN, ..ActionSettings::default() };
    assert!(matches!(actions::build(&repertoire, &settings, UNHEARD), Err(GraphError::Setting { .. })));
    settings.width = 1.0;
    settings.terms.lower = -1.0;
    assert!(matches!(actions::build(&repertoire, &settings, UNHEARD), Err(GraphError::Setting { .. })));
}

#[test]
fn an_action_after_another_of_the_same_node_plays_smoothly() {
    let repertoire = common::repertoire(&[(Show::Boxing, 120.0)], 40);
    let graph = actions::build(&repertoire, &ActionSettings::FIGHTING, UNHEARD).expect("a graph");
    let (mut worst, mut seams) = (Vec::new(), 0);
    for edge in graph.edges_inside().step_by(5) {
        let Some(next) = graph
            .actions_from(edge.to)
            .iter()
            .find(|next| next.segment.take != edge.segment.take || next.segment.first != edge.segment.end)
        else {
            continue;
        };
        let clip = play(&repertoire, &[edge.segment, next.segment], 0.3).expect("a clip");
        let world = WorldClip::new(&repertoire.skeleton, &clip);
        let seam = edge.segment.frames() as usize;
        let around = seam.saturating_sub(9)..(seam + 9).min(clip.frames());
        worst.push(around.map(|f| quality::jump(&world, f).velocity).fold(0.0, f32::max));
        seams += 1;
    }
    let usual = footwork_graph::frames::usual_jump(&repertoire, 0.995);
    let median = quality::percentile(worst, 0.5);
    assert!(seams > 5 && median < usual, "{seams} seams, {median} against {usual} m/s");
}

fn cut(repertoire: &footwork_annotate::Repertoire, settings: FragmentSettings) -> Fragments {
    fragments::build(repertoire, &settings).expect("fragments")
}

#[test]
fn fragments_last_a_tenth_of_a_second_and_end_before_their_take_does() {
    let repertoire = common::repertoire(&[(Show::Locomotion, 10.0), (Show::Running, 5.02)], 3);
    let found = cut(&repertoire, FragmentSettings::PAPER);
    for segment in &found.segments {
        assert_eq!(segment.frames(), 6);
        assert!(segment.end as usize <= repertoire.takes[segment.take as usize].clip.frames());
    }
    let starts: Vec<u32> = found.segments.iter().filter(|s| s.take == 0).map(|s| s.first).collect();
    assert!(starts.windows(2).all(|pair| pair[1] - pair[0] == 3));
    assert_eq!(found.segments.len(), found.controls.len());
    let figures = figures::of_fragments(&repertoire, &found);
    assert!(figures.coverage > 0.98 && figures.coverage <= 1.0, "{figures:?}");
}

#[test]
fn a_runner_on_a_circle_runs_ahead_and_turns() {
    use footwork_motion::glam::Vec3;
    let mut repertoire = common::repertoire(&[(Show::Locomotion, 2.0)], 3);
    let (skeleton, rest) = (repertoire.skeleton.clone(), Pose::rest(&repertoire.skeleton));
    // 3 m/s round a circle of 2 m to the left: 1.5 rad/s.
    let (mut translations, mut rotations) = (Vec::new(), Vec::new());
    for frame in 0..120 {
        let angle = 1.5 * frame as f32 / 60.0;
        let turn = footwork_motion::ground::yaw(angle);
        translations.push(rest.translations[0] + turn * Vec3::new(-2.0, 0.0, 0.0));
        rotations
            .extend(std::iter::once(turn * rest.rotations[0]).chain(rest.rotations[1..].iter().copied()));
    }
    let clip = Clip::new(&skeleton, "circle", 60.0, translations, rotations).expect("a clip");
    repertoire.takes = vec![Take::new(clip, Annotation::default())];
    for control in cut(&repertoire, FragmentSettings::PAPER).controls {
        let [left, ahead] = control.velocity;
        assert!(left.abs() < 0.05 && (ahead - 3.0).abs() < 0.1, "{control:?}");
        assert!((control.turning - 1.5).abs() < 0.01 && control.airborne, "{control:?}");
    }
}

#[test]
fn a_take_shorter_than_a_fragment_has_none_and_lengths_without_sense_are_refused() {
    let mut repertoire = common::repertoire(&[(Show::Locomotion, 2.0)], 3);
    repertoire.takes[0].clip = repertoire.takes[0].clip.span(0, 4);
    assert!(cut(&repertoire, FragmentSettings::PAPER).segments.is_empty());
    for (seconds, every) in [(0.0, 0.05), (0.1, 0.0), (f32::NAN, 0.05), (0.1, -1.0)] {
        let settings = FragmentSettings { seconds, every };
        assert!(matches!(fragments::build(&repertoire, &settings), Err(GraphError::Setting { .. })));
    }
}

#[test]
fn segments_that_are_not_there_cannot_be_played() {
    let repertoire = common::repertoire(&[(Show::Locomotion, 2.0)], 3);
    assert_eq!(play(&repertoire, &[], 0.2), Err(GraphError::NothingToPlay));
    for segment in [
        FrameSegment { take: 1, first: 0, end: 5 },
        FrameSegment { take: 0, first: 5, end: 5 },
        FrameSegment { take: 0, first: 0, end: 5000 },
    ] {
        let played = play(&repertoire, &[segment], 0.2);
        assert!(matches!(played, Err(GraphError::NoSuchSegment { index: 0, .. })));
    }
    let whole = FrameSegment { take: 0, first: 0, end: 121 };
    assert_eq!(play(&repertoire, &[whole], 0.2).expect("a clip").frames(), 121);
}
