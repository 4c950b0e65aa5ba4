//! Accepting connections, so that no number of them and no slowness locks anybody out: a limit on how many there are,
//! time-outs for the head of a request and for what is sent, and room for newcomers by closing who idles longest.

use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep};

/// Connections besides viewers, who are counted where they are served. A page opens six at once.
const MOST: usize = 256;
/// For the whole head of a request, from when the connection is free for it.
const HEAD: Duration = Duration::from_secs(5);
/// For anything at all of an answer to be taken.
const STALLED: Duration = Duration::from_secs(20);
/// Bytes that the system keeps of what was sent and has not arrived: ten frames of two hundred actors.
const SENDING: usize = 256 << 10;
/// After accepting failed, for want of file handles say.
const PAUSE: Duration = Duration::from_millis(50);

/// Accepts connections for as long as it is polled.
pub async fn serve(listener: TcpListener, router: Router) {
    let open = Arc::<Mutex<Vec<Arc<Connection>>>>::default();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        be_prompt(&stream);
        let connection = Arc::<Connection>::default();
        if !make_room(&mut open.lock().unwrap_or_else(PoisonError::into_inner), connection.clone()) {
            continue;
        }
        let (router, open) = (router.clone(), open.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = answer(stream, router, &connection) => {}
                () = connection.close.notified() => {}
            }
            let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
            open.retain(|other| !Arc::ptr_eq(other, &connection));
        });
    }
}

/// A connection, as the others know it.
#[derive(Default)]
struct Connection {
    /// Whether a request is being answered.
    busy: AtomicBool,
    close: Notify,
}

/// Adds a connection, in the place of the oldest that idles where there are too many. False where all are busy.
fn make_room(open: &mut Vec<Arc<Connection>>, connection: Arc<Connection>) -> bool {
    if open.len() >= MOST {
        let Some(idle) = open.iter().position(|other| !other.busy.load(Ordering::Relaxed)) else {
            return false;
        };
        open.remove(idle).close.notify_one();
    }
    open.push(connection);
    true
}

/// Answers requests until the connection ends, or becomes a viewer's.
async fn answer(stream: TcpStream, router: Router, connection: &Arc<Connection>) {
    let router = TowerToHyperService::new(router);
    let service = service_fn(|request: hyper::Request<hyper::body::Incoming>| {
        let (router, connection) = (router.clone(), connection.clone());
        async move {
            connection.busy.store(true, Ordering::Relaxed);
            let response = router.call(request).await;
            connection.busy.store(false, Ordering::Relaxed);
            response
        }
    });
    let io = TokioIo::new(Prompt { stream, stalled: None });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .serve_connection(io, service)
        .with_upgrades();
    // Who sends what is no HTTP, or goes, needs no answer.
    let _: Result<(), hyper::Error> = served.await;
}

/// Small frames are not held back until there is more to send, and not many of them wait in the system: what a slow
/// viewer is sent should be new. Where this cannot be set, it works, but later.
fn be_prompt(stream: &TcpStream) {
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(stream).set_send_buffer_size(SENDING);
}

/// A stream that fails when nothing of what is written to it is taken for too long.
struct Prompt {
    stream: TcpStream,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Prompt {
    fn timed<T>(&mut self, context: &mut Context<'_>, result: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if result.is_ready() {
            self.stalled = None;
            return result;
        }
        let stalled =
            self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + STALLED)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Prompt {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Prompt {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(context, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.timed(context, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
