//! Who comes to the studio.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use footwork_stage::Rng;
use serde_json::{Value, json};
use tungstenite::{Error, Message, WebSocket, client};

use crate::{Counts, Failure, count};

/// For an answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// Sockets that an attacker holds open at once.
const HELD: usize = 300;

fn connect(address: SocketAddr) -> Result<TcpStream, Failure> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

fn watch(address: SocketAddr) -> Result<WebSocket<TcpStream>, Failure> {
    Ok(client(format!("ws://{address}/ws"), connect(address)?)?.0)
}

/// Status and body of an answer.
fn http(address: SocketAddr, request: &str, body: &str) -> Result<(u16, String), Failure> {
    let mut stream = connect(address)?;
    let length = body.len();
    write!(
        stream,
        "{request} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let status = answer.split(' ').nth(1).ok_or("no status")?.parse()?;
    Ok((status, answer.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_string())))
}

/// A viewer who reads everything, and plays on where the stage failed.
pub fn stay(address: SocketAddr, counts: &Counts) {
    let read = || -> Result<(), Failure> {
        let mut socket = watch(address)?;
        while !counts.is_over() {
            let message = match socket.read() {
                // A debugger that looks at this process.
                Err(Error::Io(error)) if error.kind() == ErrorKind::Interrupted => continue,
                message => message?,
            };
            counts.bytes.fetch_add(message.len() as u64, Ordering::Relaxed);
            counts.frames.fetch_add(u64::from(message.is_binary()), Ordering::Relaxed);
            if message.to_text().is_ok_and(|text| text.contains("\"back_to\":")) {
                socket.send(Message::text("{\"type\":\"play\"}"))?;
            }
        }
        Ok(())
    };
    if let Err(error) = read() {
        println!("the one who stays was sent away: {error}");
        counts.sent_away.store(true, Ordering::Relaxed);
    }
}

/// Somebody who adds a cut to the first take now and then; where that is refused, he looks at what there is and tries again.
pub fn edit(address: SocketAddr, between: Duration, counts: &Counts) {
    let mut known = json!({});
    while !counts.is_over() {
        std::thread::sleep(between);
        let mut cuts = known["cuts"].as_array().cloned().unwrap_or_default();
        cuts.push(json!({ "add": 1.0 + 0.5 * cuts.len() as f64 }));
        let mut wanted = known.clone();
        wanted["cuts"] = Value::Array(cuts);
        let body = json!({ "base": known, "edits": wanted }).to_string();
        match http(address, "POST /api/takes/0/edits", &body) {
            Ok((200, take)) => known = edits_of(&take, "/edits").unwrap_or(known),
            _ => {
                count(&counts.put_off);
                let takes = http(address, "GET /api/takes", "").map(|(_, takes)| takes).unwrap_or_default();
                known = edits_of(&takes, "/0/edits").unwrap_or(known);
            }
        }
        // Were one lost again, there would be fewer than there have been.
        let cuts = known["cuts"].as_array().map_or(0, Vec::len);
        counts.edits.fetch_max(cuts as u64, Ordering::Relaxed);
    }
}

fn edits_of(answer: &str, place: &str) -> Option<Value> {
    serde_json::from_str::<Value>(answer).ok()?.pointer(place).cloned()
}

/// One viewer after the other: watches for up to three seconds, asks for this and that, and goes without a word.
pub fn visit(address: SocketAddr, number: u32, counts: &Counts) {
    let mut rng = Rng::stream(7, number);
    while !counts.is_over() {
        count(&counts.visits);
        // A read that times out is the end of a visit like any other.
        let _ = visit_once(address, &mut rng);
    }
}

fn visit_once(address: SocketAddr, rng: &mut Rng) -> Result<(), Failure> {
    let mut socket = watch(address)?;
    let (stay, start) = (Duration::from_secs_f32(0.05 + 3.0 * rng.unit()), Instant::now());
    socket.send(Message::text("{\"type\":\"watch\",\"actor\":0}"))?;
    while start.elapsed() < stay {
        socket.read()?;
        if rng.below(10) == 0 {
            let ask = match rng.below(4) {
                0 => {
                    json!({ "push": { "point": [0.0, 1.0, 0.0], "impulse": [30.0 * rng.signed(), 0.0, 30.0 * rng.signed()] } })
                }
                1 => json!({ "stick": [rng.signed(), rng.signed()] }),
                2 => json!({ "dial": rng.below(8), "value": rng.signed() }),
                _ => json!({ "target": [3.0 * rng.signed(), 1.4, 3.0 * rng.signed()] }),
            };
            let cue = json!({ "type": "cue", "to": rng.below(30), "ask": ask });
            socket.send(Message::text(cue.to_string()))?;
        }
    }
    Ok(())
}

/// One attack after the other.
pub fn attack(address: SocketAddr, number: u32, counts: &Counts) {
    let mut rng = Rng::stream(13, number);
    while !counts.is_over() {
        count(&counts.visits);
        count(&counts.attacks);
        // To be sent away is what they ask for.
        let _ = match rng.below(6) {
            0 => flood(address, &mut rng),
            1 => talk_nonsense(address, &mut rng),
            2 => read_nothing(address),
            3 => hold_sockets(address),
            4 => fetch_nothing(address),
            _ => send_too_much(address),
        };
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Pushes, faster than anybody may.
fn flood(address: SocketAddr, rng: &mut Rng) -> Result<(), Failure> {
    let mut socket = watch(address)?;
    for _ in 0..2000 {
        let push = json!({ "point": [0, 1, 0], "impulse": [30.0 * rng.signed(), 0.0, 0.0] });
        let cue = json!({ "type": "cue", "to": rng.below(30), "ask": { "push": push } });
        socket.send(Message::text(cue.to_string()))?;
    }
    Ok(())
}

fn talk_nonsense(address: SocketAddr, rng: &mut Rng) -> Result<(), Failure> {
    let mut socket = watch(address)?;
    let words = [
        "{\"type\":",
        "{\"type\":\"cue\",\"to\":4294967295,\"ask\":{\"mind\":4294967295}}",
        "{\"type\":\"cue\",\"to\":0,\"ask\":{\"target\":[1e39,0,0]}}",
        "{\"type\":\"speed\",\"value\":1e308}",
        "{\"type\":\"forget\",\"name\":\"../../x\"}",
        "{\"type\":\"scene\",\"name\":\"\\u0000\"}",
    ];
    for _ in 0..20 {
        socket.send(Message::text(rng.choose(&words)))?;
        socket.read()?;
    }
    Ok(())
}

fn read_nothing(address: SocketAddr) -> Result<(), Failure> {
    let _socket = watch(address)?;
    std::thread::sleep(Duration::from_secs(3));
    Ok(())
}

/// Half a request each, and nothing more.
fn hold_sockets(address: SocketAddr) -> Result<(), Failure> {
    let mut held = Vec::new();
    for _ in 0..HELD {
        let mut stream = connect(address)?;
        write!(stream, "GET /api/scenes HTTP/1.1\r\nHost: {address}\r\nAcc")?;
        held.push(stream);
    }
    std::thread::sleep(Duration::from_secs(1));
    Ok(())
}

/// Exports that are asked for and not fetched.
fn fetch_nothing(address: SocketAddr) -> Result<(), Failure> {
    let mut held = Vec::new();
    for _ in 0..12 {
        let mut stream = connect(address)?;
        write!(stream, "GET /api/export?seconds=20&format=glb HTTP/1.1\r\nHost: {address}\r\n\r\n")?;
        held.push(stream);
    }
    std::thread::sleep(Duration::from_secs(2));
    Ok(())
}

/// More than a message and a body may have.
fn send_too_much(address: SocketAddr) -> Result<(), Failure> {
    let mut socket = watch(address)?;
    socket.send(Message::text("x".repeat(60_000)))?;
    let _ = http(address, "POST /api/takes/0/edits", &"[".repeat(1 << 20));
    socket.read()?;
    Ok(())
}
