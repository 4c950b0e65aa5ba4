//! Who may use the server.
//!
//! A page of another site can send requests to this machine from a visitor's browser. So requests must name this
//! server as their Host, which a rebound DNS name does not, and their Origin, where there is one, must be the same.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::routes::refusal;

/// Whom this server takes itself for.
#[derive(Clone, Copy)]
pub struct Guard {
    pub address: SocketAddr,
}

impl Guard {
    /// Whether a request is meant for this server, and comes from its own page or from no page.
    fn lets_in(&self, headers: &HeaderMap) -> Result<(), &'static str> {
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
        let host = text(header::HOST).unwrap_or("");
        if self.address.ip().is_loopback() && !self.is_own_name(host) {
            return Err("this server is asked for under a foreign name");
        }
        match text(header::ORIGIN) {
            None => Ok(()),
            Some(origin)
                if origin.strip_prefix("http://").is_some_and(|own| own.eq_ignore_ascii_case(host)) =>
            {
                Ok(())
            }
            Some(_) => Err("pages of other sites may not use this server"),
        }
    }

    fn is_own_name(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let local = bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        port == Some(self.address.port()) && (local || name.eq_ignore_ascii_case("localhost"))
    }
}

pub async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    if let Err(what) = guard.lets_in(request.headers()) {
        return refusal(StatusCode::FORBIDDEN, what);
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_page_is_let_in() {
        let guard = Guard { address: ([127, 0, 0, 1], 7300).into() };
        let lets_in = |host: &str, origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            origin.map(|origin| headers.insert(header::ORIGIN, origin.parse().unwrap()));
            guard.lets_in(&headers).is_ok()
        };
        assert!(lets_in("127.0.0.1:7300", None));
        assert!(lets_in("localhost:7300", Some("http://localhost:7300")));
        assert!(lets_in("[::1]:7300", Some("http://[::1]:7300")));
        assert!(!lets_in("127.0.0.1:7300", Some("http://127.0.0.1:8000")));
        assert!(!lets_in("127.0.0.1:7300", Some("https://evil.example")));
        assert!(!lets_in("127.0.0.1:7300", Some("null")));
        // A name that was made to lead here.
        assert!(!lets_in("evil.example:7300", Some("http://evil.example:7300")));
        assert!(!lets_in("evil.example:7300", None));
        assert!(!lets_in("127.0.0.1:80", None));
        assert!(!lets_in("", None));
    }
}
