//! Those who ask for too much, or too slowly, hold up nobody.

mod common;

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use common::{Studio, options};
use footwork_studio::{Options, serve};
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
