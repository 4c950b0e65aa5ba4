//! Viewers that stall, vanish or come in numbers, against the real server over real sockets.

use std::time::Duration;

use crate::common::Studio;
use serde_json::json;

#[test]
fn a_stalled_viewer_is_closed_and_the_others_go_on() {
    let studio = Studio::new();
    let mut stalled = studio.viewer();
    let (mut one, mut two) = (studio.viewer(), studio.viewer());
    while one.text("state")["viewers"] != 3 {}
    // Each restart is told to everybody, and one of them reads nothing of it.
    let mut rounds = 0;
    loop {
        one.send(json!({ "type": "restart", "seed": 1 }));
        one.text("scene");
        two.text("scene");
        if one.text("state")["viewers"] == 2 {
            break;
        }
        rounds += 1;
        assert!(rounds < 5000, "it is still there");
        // Fewer messages than a viewer may send.
        std::thread::sleep(Duration::from_millis(5));
    }
    stalled.closed();
    assert_eq!(one.step(1), two.frame(1));
}

#[test]
fn there_is_room_for_64_and_for_another_when_one_goes() {
    let studio = Studio::new();
    let mut viewers: Vec<_> = (0..64).map(|_| studio.viewer()).collect();
    assert!(studio.try_viewer(None).err().unwrap().contains("503"));
    viewers.pop();
    // The server hears of it a moment later.
    let mut late = (0..1000).find_map(|_| {
        std::thread::sleep(Duration::from_millis(10));
        studio.try_viewer(None).ok()
    });
    late.as_mut().expect("there is room again").text("scene");
    viewers[0].send(json!({ "type": "step" }));
    for viewer in &mut viewers {
        viewer.frame(1);
    }
}

#[test]
fn a_viewer_that_vanishes_is_forgotten() {
    let studio = Studio::new();
    let mut steady = studio.viewer();
    for _ in 0..20 {
        // It goes without a word, with an actor watched and a message half said.
        let mut gone = studio.viewer();
        gone.send(json!({ "type": "watch", "actor": 1 }));
        std::io::Write::write_all(gone.socket.get_mut(), &[0x81, 0xfe, 0x10]).unwrap();
        drop(gone);
    }
    while steady.text("state")["viewers"] != 1 {}
    steady.step(1);
}

#[test]
fn a_name_that_was_made_to_lead_here_is_refused() {
    let studio = Studio::new();
    let port = studio.running.address.port();
    for (host, status) in [
        (format!("evil.example:{port}"), 403),
        ("127.0.0.1:1".to_string(), 403),
        (format!("localhost:{port}"), 200),
    ] {
        assert_eq!(studio.http_to(&host, "GET /api/scenes", "", "").0, status, "{host}");
    }
}
