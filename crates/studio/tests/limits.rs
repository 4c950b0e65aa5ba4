//! Those who ask for too much, or too slowly, hold up nobody.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common;
use crate::common::{Studio, options};
use footwork_studio::{Options, serve, wire};
use serde_json::json;

fn connect(studio: &Studio) -> TcpStream {
    let stream = TcpStream::connect(studio.running.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(15))).unwrap();
    stream
}

/// Whether the server closes a connection, within the time-out.
fn is_closed(stream: &mut TcpStream) -> bool {
    match stream.read_to_end(&mut Vec::new()) {
        Ok(_) => true,
        Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
    }
}

#[test]
fn half_a_request_is_waited_for_only_so_long() {
    let studio = Studio::new();
    let host = studio.running.address;
    let (mut silent, mut head, mut body) = (connect(&studio), connect(&studio), connect(&studio));
    write!(head, "GET /api/scenes HTTP/1.1\r\nHost: {host}\r\nAcc").unwrap();
    write!(body, "POST /api/takes/0/edits HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 100\r\n\r\n{{")
        .unwrap();
    assert!(is_closed(&mut head), "half a head");
    assert!(is_closed(&mut silent), "nothing at all");
    let mut answer = String::new();
    body.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}

#[test]
fn connections_that_idle_make_room_for_others() {
    let studio = Studio::new();
    let mut idle: Vec<TcpStream> = (0..400).map(|_| connect(&studio)).collect();
    let start = Instant::now();
    assert_eq!(studio.http("GET /api/scenes", "").0, 200);
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    idle[0].set_read_timeout(Some(Duration::from_secs(2))).unwrap();
    assert!(is_closed(&mut idle[0]), "the one that idles longest");
}

#[test]
fn a_flood_of_requests_is_answered_with_a_few_states() {
    let studio = Studio::new();
    let mut viewer = studio.viewer();
    viewer.text("scene");
    let start = Instant::now();
    for request in 0..200 {
        viewer.send(json!({ "type": "speed", "value": if request % 2 == 0 { 0.5 } else { 2.0 } }));
    }
    viewer.send(json!({ "type": "speed", "value": 0.25 }));
    let mut states = 0;
    while viewer.text("state")["speed"] != 0.25 {
        states += 1;
    }
    let most = 5 + start.elapsed().as_millis() / 10;
    assert!(states <= most, "{states} states, {most} at most");
}

#[test]
fn a_studio_that_others_reach_wants_the_token_of_its_link() {
    let folder = tempfile::tempdir().unwrap();
    let open = Options { host: "0.0.0.0".to_string(), ..options(folder.path()) };
    let studio = Studio { running: serve(open).unwrap(), folder };
    let port = studio.running.address.port();
    let host = format!("127.0.0.1:{port}");
    let link = studio.running.url();
    let token = link.split_once("/?token=").expect("a token in the link").1.to_string();
    let ask = |host: &str, request: &str, more: &str| studio.http_to(host, request, "{\"edits\":{}}", more).0;
    let (edit, cookie) = ("POST /api/takes/0/edits", format!("Cookie: footwork={token}\r\n"));
    assert_eq!(ask(&host, edit, ""), 403);
    assert_eq!(ask(&host, "GET /ws", ""), 403);
    assert_eq!(ask(&host, edit, "Cookie: footwork=0\r\n"), 403);
    let evil = format!("evil.example:{port}");
    let origin = format!("Origin: http://{evil}\r\n{cookie}");
    assert_eq!(ask(&evil, edit, &origin), 403);
    assert_eq!(ask(&host, &format!("GET /?token={token}"), ""), 303);
    assert_eq!(ask(&host, edit, &cookie), 200);
}

fn studio_with(actors: usize) -> Studio {
    let folder = tempfile::tempdir().unwrap();
    let crowd = common::PAIR.replace("count = 2", &format!("count = {actors}"));
    let options = Options { scenes: vec![common::entry("crowd", &crowd)], ..options(folder.path()) };
    Studio { running: serve(options).unwrap(), folder }
}

#[test]
fn a_crowd_too_large_to_send_is_thinned_to_the_nearest() {
    let studio = studio_with(12_000);
    let mut viewer = studio.viewer();
    let scene = viewer.text("scene");
    assert_eq!(scene["groups"][0]["count"], 12000);
    let joints = scene["skeleton"]["joints"].as_array().unwrap().len();
    // Where the first row begins: 2 m apart, about the origin.
    let corner = [-109.0, -109.0];
    viewer.send(json!({ "type": "view", "at": corner }));
    viewer.step(1);
    let frame = wire::read(&viewer.step(2), joints).unwrap();
    assert_eq!(frame.actors.len(), wire::MOST_ACTORS);
    assert!(frame.actors.iter().any(|actor| actor.id == 0));
    let away = |at: glam::Vec3| (at.x - corner[0]).hypot(at.z - corner[1]);
    assert!(frame.actors.iter().all(|actor| away(actor.root) < 90.0), "the nearest, and no others");
}

/// Exports that nobody fetched piled up to gigabytes.
#[test]
fn one_export_is_made_at_a_time_and_few_wait() {
    let studio = studio_with(600);
    let mut viewer = studio.viewer();
    (1..=60).for_each(|tick| drop(viewer.step(tick)));
    let host = studio.running.address;
    let ask = || {
        let mut stream = connect(&studio);
        write!(
            stream,
            "GET /api/export?seconds=1&format=glb HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        stream
    };
    // One that is not fetched, as many as may wait for it, and one too many.
    let mut first = ask();
    let mut head = [0; 12];
    first.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 200");
    let waiting: Vec<TcpStream> = (0..8).map(|_| ask()).collect();
    std::thread::sleep(Duration::from_millis(300));
    let mut answer = String::new();
    ask().read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("try again"), "{answer}");
    viewer.step(61);
    // Whoever goes makes room.
    drop((first, waiting));
    let deadline = Instant::now() + Duration::from_secs(10);
    while studio.http("GET /api/export?seconds=1&format=bvh", "").0 != 200 {
        assert!(Instant::now() < deadline, "no room is made");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Sixteen viewers within the allowed rate stopped a stage of a thousand.
#[test]
fn viewers_who_ask_as_often_as_they_may_do_not_stop_a_stage_of_a_thousand() {
    let studio = studio_with(1000);
    let mut watcher = studio.viewer();
    watcher.text("scene");
    watcher.send(json!({ "type": "play" }));
    let steps = || {
        let before = studio.running.figures().steps;
        std::thread::sleep(Duration::from_secs(2));
        studio.running.figures().steps - before
    };
    let alone = steps();
    let over = AtomicBool::new(false);
    let flooded = std::thread::scope(|scope| {
        for number in 0..16 {
            let (mut viewer, over) = (studio.viewer(), &over);
            scope.spawn(move || {
                let mut message = 0;
                while !over.load(Ordering::Relaxed) {
                    message += 1;
                    let push = json!({ "point": [0, 1, 0], "impulse": [message % 20, 0, number] });
                    viewer.send(json!({ "type": "cue", "to": message % 1000, "ask": { "push": push } }));
                    std::thread::sleep(Duration::from_millis(5));
                }
            });
        }
        let flooded = steps();
        over.store(true, Ordering::Relaxed);
        flooded
    });
    println!("{alone} steps alone, {flooded} with sixteen who ask");
    // The sixteen take processor time of their own; a stage that is stopped makes hardly any.
    assert!(alone > 0 && flooded * 4 > alone, "{flooded} of {alone} steps");
}
