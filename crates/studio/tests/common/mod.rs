//! A real server, and viewers over real sockets.
#![allow(dead_code, missing_docs)]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use footwork::Scene;
use footwork_studio::{Entry, Options, Running, serve, wire};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket, client};

pub const PAIR: &str = r#"
title = "Two"
line = "Two box."
may = ["push"]
[repertoire]
performer = ["boxing"]
seconds = 6.0
seeds = [1]
[[actors]]
name = "boxer"
mind = "loop"
count = 2
"#;

pub const ONE: &str = r#"
title = "One"
line = "One wanders."
[repertoire]
performer = ["locomotion"]
seconds = 20.0
seeds = [1]
[[actors]]
name = "walker"
mind = "wander"
"#;

pub fn entry(name: &str, text: &str) -> Entry {
    Entry {
        name: name.to_string(),
        scene: Scene::parse(text, &footwork::skills()).unwrap(),
        text: text.to_string(),
        folder: ".".into(),
        repertoire: None,
        confined: false,
    }
}

pub fn options(folder: &Path) -> Options {
    Options {
        port: Some(0),
        edits_folder: folder.to_path_buf(),
        paused: true,
        ..Options::new(vec![entry("pair", PAIR), entry("one", ONE)])
    }
}

pub struct Studio {
    pub running: Running,
    pub folder: tempfile::TempDir,
}

impl Studio {
    pub fn new() -> Studio {
        let folder = tempfile::tempdir().unwrap();
        Studio { running: serve(options(folder.path())).unwrap(), folder }
    }

    /// Where to connect: of a studio that listens everywhere, on this machine.
    fn address(&self) -> SocketAddr {
        let address = self.running.address;
        if address.ip().is_unspecified() { ([127, 0, 0, 1], address.port()).into() } else { address }
    }

    pub fn http(&self, request: &str, body: &str) -> (u16, Vec<u8>) {
        self.http_as(request, body, "")
    }

    pub fn http_as(&self, request: &str, body: &str, more: &str) -> (u16, Vec<u8>) {
        self.http_to(&self.running.address.to_string(), request, body, more)
    }

    /// A request that takes the server for this one.
    pub fn http_to(&self, host: &str, request: &str, body: &str, more: &str) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(self.address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let length = body.len();
        write!(
            stream,
            "{request} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{more}\r\n{body}"
        )
        .unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), bytes[end + 4..].to_vec())
    }

    pub fn json(&self, request: &str, body: &str) -> (u16, Value) {
        let (status, bytes) = self.http(request, body);
        (status, serde_json::from_slice(&bytes).unwrap())
    }

    pub fn viewer(&self) -> Viewer {
        self.try_viewer(None).unwrap()
    }

    pub fn try_viewer(&self, origin: Option<&str>) -> Result<Viewer, String> {
        let stream = TcpStream::connect(self.address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
        let mut request = format!("ws://{}/ws", self.running.address).into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let (socket, _) = client(request, stream).map_err(|error| error.to_string())?;
        Ok(Viewer { socket })
    }
}

pub struct Viewer {
    pub socket: WebSocket<TcpStream>,
}

impl Viewer {
    pub fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// The next text of a type; other messages are passed over.
    pub fn text(&mut self, kind: &str) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                let value: Value = serde_json::from_str(&text).unwrap();
                if value["type"] == kind {
                    return value;
                }
            }
        }
    }

    /// The next frame of a tick or a later one: a stage that plays may show fewer than it makes.
    pub fn frame_from(&mut self, tick: u64) -> u64 {
        loop {
            if let Message::Binary(bytes) = self.socket.read().unwrap() {
                let shown = u64::from_le_bytes(bytes[8..16].try_into().unwrap());
                if shown >= tick {
                    return shown;
                }
            }
        }
    }

    /// The next frame of a tick.
    pub fn frame(&mut self, tick: u64) -> Vec<u8> {
        loop {
            if let Message::Binary(bytes) = self.socket.read().unwrap()
                && u64::from_le_bytes(bytes[8..16].try_into().unwrap()) == tick
            {
                return bytes.to_vec();
            }
        }
    }

    /// Steps once and gives the frame that came of it.
    pub fn step(&mut self, tick: u64) -> Vec<u8> {
        self.send(json!({ "type": "step" }));
        self.frame(tick)
    }

    /// Reads until the server closes; the last error it told.
    pub fn closed(&mut self) -> String {
        let mut error = String::new();
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let value: Value = serde_json::from_str(&text).unwrap();
                    if value["type"] == "error" {
                        error = value["error"].as_str().unwrap().to_string();
                    }
                }
                Ok(_) => {}
                Err(_) => return error,
            }
        }
    }
}

pub fn head(bytes: &[u8], joints: usize) -> wire::Head {
    wire::read(bytes, joints).unwrap().head
}
