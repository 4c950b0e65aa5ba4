//! One viewer: a mailbox with a limit, a task that sends, and a task that listens and refuses what goes too far.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::timeout;

use crate::channel::{Command, Frame, StageHandle};
use crate::inbox::{Inbox, Queued};
use crate::protocol::{Request, ServerMessage};

/// Bytes, of one message from a viewer.
pub const MESSAGE: usize = 4096;
/// Bytes that are read at all of one message, so that there is somebody left to tell that it is too long.
pub const READ: usize = 64 << 10;
/// Messages a second.
const RATE: f64 = 240.0;
/// Bytes of text that may wait for a viewer.
const WAITING: usize = 1 << 20;
/// How long one message may take to leave, and how long a refused viewer is still listened to.
const STALLED: Duration = Duration::from_secs(20);
const LINGER: Duration = Duration::from_secs(2);

/// A text for a viewer.
pub struct Text {
    text: Arc<str>,
    /// The run that it tells of, where it is a scene.
    run: Option<u64>,
}

impl Text {
    pub fn plain(text: impl Into<Arc<str>>) -> Text {
        Text { text: text.into(), run: None }
    }

    pub fn of(message: &ServerMessage) -> Text {
        Text::plain(message.to_json())
    }

    pub fn scene(text: Arc<str>, run: u64) -> Text {
        Text { text, run: Some(run) }
    }
}

/// Where texts wait until they are sent.
#[derive(Clone)]
pub struct Mailbox {
    texts: mpsc::UnboundedSender<Text>,
    waiting: Arc<AtomicUsize>,
    full: Arc<Notify>,
}

impl Mailbox {
    /// Queues a text. Where too much waits, the viewer is closed instead.
    pub fn send(&self, text: Text) {
        let length = text.text.len();
        if self.waiting.load(Ordering::Relaxed) + length > WAITING {
            self.full.notify_one();
        } else {
            self.waiting.fetch_add(length, Ordering::Relaxed);
            // A viewer that has gone needs no text.
            let _ = self.texts.send(text);
        }
    }
}

/// Lets a viewer watch until it goes, stalls or is refused.
pub async fn serve(socket: WebSocket, id: u64, stage: StageHandle) {
    let (sink, stream) = socket.split();
    let (texts, waiting) = mpsc::unbounded_channel();
    let mailbox = Mailbox { texts, waiting: Arc::default(), full: Arc::default() };
    let goodbye = Arc::new(Notify::new());
    let inbox = Arc::new(Inbox::default());
    stage.tell(Command::Joined(id, mailbox.clone(), inbox.clone()));
    let sender = Sender {
        sink,
        texts: waiting,
        frames: stage.frames.clone(),
        waiting: mailbox.waiting.clone(),
        full: mailbox.full.clone(),
        goodbye: goodbye.clone(),
    };
    let mut sending = tokio::spawn(sender.run());
    tokio::select! {
        () = listen(stream, &stage, &inbox, &mailbox, &goodbye) => {}
        _ = &mut sending => {}
    }
    sending.abort();
    stage.tell(Command::Left(id));
}

struct Sender {
    sink: SplitSink<WebSocket, Message>,
    texts: mpsc::UnboundedReceiver<Text>,
    frames: watch::Receiver<Frame>,
    waiting: Arc<AtomicUsize>,
    full: Arc<Notify>,
    goodbye: Arc<Notify>,
}

impl Sender {
    async fn run(mut self) {
        let full = self.full.clone();
        tokio::select! {
            () = full.notified() => {}
            () = self.send_all() => {}
        }
    }

    /// Text goes first, so that nobody is shown what it was not told of.
    async fn send_all(&mut self) {
        let mut run = None;
        loop {
            let message = tokio::select! {
                biased;
                text = self.texts.recv() => {
                    let Some(Text { text, run: told }) = text else { return };
                    self.waiting.fetch_sub(text.len(), Ordering::Relaxed);
                    if told.is_some() {
                        run = told;
                        self.frames.mark_changed();
                    }
                    Message::Text((&*text).into())
                }
                () = self.goodbye.notified() => {
                    let frame = CloseFrame { code: close_code::POLICY, reason: "refused".into() };
                    let _ = timeout(LINGER, self.sink.send(Message::Close(Some(frame)))).await;
                    // The listener ends this.
                    return std::future::pending().await;
                }
                changed = self.frames.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    let frame = self.frames.borrow_and_update().clone();
                    if Some(frame.run) != run {
                        continue;
                    }
                    Message::Binary(frame.bytes)
                }
            };
            match timeout(STALLED, self.sink.send(message)).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => return,
            }
        }
    }
}

/// Passes on what a viewer asks for. Ends when it goes, or went too far.
async fn listen(
    mut stream: SplitStream<WebSocket>,
    stage: &StageHandle,
    inbox: &Inbox,
    mailbox: &Mailbox,
    goodbye: &Notify,
) {
    let refuse = |what: &str| mailbox.send(Text::of(&ServerMessage::error(what)));
    let mut allowance = Allowance { left: RATE, since: Instant::now() };
    loop {
        let message = match stream.next().await {
            None => return,
            Some(Err(_)) => {
                refuse("a message is too long, or no message at all");
                break;
            }
            Some(Ok(message)) => message,
        };
        if !allowance.spend(Instant::now()) {
            refuse("more than 240 messages a second");
            break;
        }
        let text = match &message {
            Message::Text(text) if text.len() <= MESSAGE => text.as_str(),
            Message::Text(_) => {
                refuse("a message is longer than 4096 bytes");
                break;
            }
            Message::Binary(_) => {
                refuse("messages are text");
                break;
            }
            Message::Ping(_) | Message::Pong(_) => continue,
            Message::Close(_) => return,
        };
        match serde_json::from_str::<Request>(text) {
            Ok(request) => match inbox.push(request) {
                Queued::First => stage.tell(Command::Requests),
                Queued::Behind => {}
                Queued::Full => refuse("the stage is busy: try again"),
            },
            Err(error) => refuse(&format!("this is no message of the studio: {error}")),
        }
    }
    goodbye.notify_one();
    // Closing on unread bytes would take the refusal away again before it is read.
    let _ = timeout(LINGER, async { while let Some(Ok(_)) = stream.next().await {} }).await;
}

/// So many messages a second, saved up for a second at most.
struct Allowance {
    left: f64,
    since: Instant,
}

impl Allowance {
    fn spend(&mut self, now: Instant) -> bool {
        self.left = (self.left + (now - self.since).as_secs_f64() * RATE).min(RATE);
        self.since = now;
        self.left -= 1.0;
        self.left >= 0.0
    }
}
