//! What must hold for the oracle.

use super::*;
use footwork_motion::Rng;
use footwork_stage::Segment;

fn response(number: u32, velocity: Vec3) -> Response {
    let segment = Segment { take: 0, first: f64::from(number), end: f64::from(number) + 1.0 };
    let start = [0.1 * number as f32; REDUCED];
    let point = Vec3::new(0.0, 1.3, 0.1);
    Response { segment, point, velocity, gain: velocity, start, outcome: Outcome::Kept }
}

fn around(count: u32) -> Vec<Response> {
    let direction = |at: u32| yaw(at as f32 * std::f32::consts::TAU / count as f32) * Vec3::Z;
    (0..count).map(|at| response(at, direction(at))).collect()
}

/// Quality falls with deformation and with distance from where a response begins: an oracle must find that.
fn truth(now: &Reduced, response: &Response, theta: &Theta) -> f32 {
    let apart = distance_squared(now, &response.start).sqrt();
    (1.0 - 0.4 * 0.5 * theta.push.length() - 0.2 * apart).clamp(0.0, 1.0)
}

fn examples(responses: &[Response], count: usize, rng: &mut Rng) -> Vec<Example> {
    (0..count)
        .map(|_| {
            let number = rng.below(responses.len());
            let own = &responses[number];
            let now = own.start.map(|value| value + rng.signed());
            let push = Vec3::new(2.0 * rng.signed(), 0.0, 2.0 * rng.signed());
            let theta = Theta { falloff: rng.range(1.0, 9.0), push };
            let turn = 0.3 * rng.signed();
            let velocity = yaw(turn) * own.velocity + 0.5 * push;
            let quality = truth(&now, own, &theta);
            let impulse = Impulse { point: own.point, velocity };
            Example { now, response: number as u32, theta, turn, impulse, quality, weight: 1.0 }
        })
        .collect()
}

fn oracle(count: usize) -> Oracle {
    let mut rng = Rng::new(3);
    let responses = around(12);
    let examples = examples(&responses, count, &mut rng);
    Oracle::new(responses, examples, Scales::default(), 0.5)
}

#[test]
fn what_is_deformed_by_theta_goes_as_was_asked() {
    let oracle = oracle(300);
    let mut rng = Rng::new(8);
    for _ in 0..200 {
        let number = rng.below(12);
        let velocity = Vec3::new(rng.signed(), 0.0, rng.signed());
        let impulse = Impulse { point: Vec3::Y, velocity };
        let turn = oracle.turn(&oracle.responses()[number], velocity);
        let theta = oracle.theta(number, turn, &impulse);
        let came = yaw(turn) * oracle.responses()[number].velocity + 0.5 * theta.push;
        assert!((came - velocity).length() < 1e-3, "{came} {velocity}");
    }
}

#[test]
fn the_ten_nearest_are_those_that_a_plain_search_finds() {
    let oracle = oracle(200);
    for number in 0..40 {
        let example = oracle.examples()[number];
        // All that G goes by, in one row.
        let row = |example: &Example| {
            let response = &oracle.responses()[example.response as usize];
            let played = oracle.features(&example.now, response, &example.theta, example.turn);
            own(oracle.scales(), response).into_iter().chain(played).collect::<Vec<f32>>()
        };
        let asked = row(&example);
        let mut all: Vec<(f32, f32)> = oracle
            .examples()
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != number)
            .map(|(_, other)| {
                (row(other).iter().zip(&asked).map(|(a, b)| (a - b) * (a - b)).sum(), other.quality)
            })
            .collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let weights: f32 = all[..NEIGHBOURS].iter().map(|(d, _)| 1.0 / (d + SOFT)).sum();
        let mean: f32 = all[..NEIGHBOURS].iter().map(|(d, q)| q / (d + SOFT)).sum::<f32>() / weights;
        assert!((mean - oracle.quality_without(number)).abs() < 1e-4);
    }
}

#[test]
fn more_labels_foresee_unseen_ones_better() {
    let mut rng = Rng::new(11);
    let unseen = examples(&around(12), 200, &mut rng);
    let error = |count: usize| {
        let oracle = oracle(count);
        let off = |example: &Example| {
            let response = example.response as usize;
            let thought = oracle.quality(&example.now, response, &example.theta, example.turn);
            (thought - example.quality).abs()
        };
        unseen.iter().map(off).sum::<f32>() / unseen.len() as f32
    };
    let (few, many) = (error(20), error(1500));
    assert!(many < 0.8 * few, "{many} with 1500, {few} with 20");
}

#[test]
fn the_choice_is_the_best_of_all_and_goes_the_way_that_is_asked() {
    let oracle = oracle(400);
    let mut rng = Rng::new(21);
    for _ in 0..50 {
        let direction = yaw(3.0 * rng.signed()) * Vec3::Z;
        let now = [0.3 * rng.signed(); REDUCED];
        let impulse = Impulse { point: Vec3::Y, velocity: direction };
        let choice = oracle.decide(&now, &impulse).expect("there are responses");
        let score = |number: usize| {
            let response = &oracle.responses()[number];
            let turn = oracle.turn(response, direction);
            let theta = oracle.theta(number, turn, &impulse);
            oracle.quality(&now, number, &theta, turn) - oracle.far(&now, response, &impulse)
        };
        let best = (0..12).map(score).fold(f32::NEG_INFINITY, f32::max);
        assert!((score(choice.response) - best).abs() < 1e-5);
        let off = turn_between(oracle.responses()[choice.response].velocity, direction).abs();
        assert!(off < 1.2, "{off} rad off");
    }
}

#[test]
fn no_label_one_label_and_equal_labels_have_a_defined_answer() {
    let ask = Impulse { point: Vec3::Y, velocity: Vec3::X };
    for count in [0, 1, 9] {
        let mut rng = Rng::new(1);
        let mut examples = examples(&around(4), count, &mut rng);
        examples.iter_mut().for_each(|example| example.quality = 0.5);
        let oracle = Oracle::new(around(4), examples, Scales::default(), 0.5);
        let choice = oracle.decide(&[0.0; REDUCED], &ask).expect("there are responses");
        assert!((choice.quality - 0.5).abs() < 1e-5 && choice.theta.push.is_finite());
    }
    let none = Oracle::new(Vec::new(), Vec::new(), Scales::default(), 0.5);
    assert_eq!(none.decide(&[0.0; REDUCED], &ask), None);
    let nan = Impulse { point: Vec3::NAN, velocity: Vec3::NAN };
    assert!(oracle(20).decide(&[f32::NAN; REDUCED], &nan).is_none_or(|choice| choice.quality <= 1.0));
}

#[test]
fn a_label_of_a_person_counts_more() {
    let mut oracle = oracle(300);
    let example = Example { quality: 0.0, weight: 5.0, ..oracle.examples()[0] };
    let before = oracle.quality(&example.now, example.response as usize, &example.theta, example.turn);
    oracle.add(example);
    let after = oracle.quality(&example.now, example.response as usize, &example.theta, example.turn);
    assert!(after < 0.5 * before, "{after} {before}");
}
