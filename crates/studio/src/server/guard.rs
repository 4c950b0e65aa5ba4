//! Who may use the server.
//!
//! A page of another site can send requests to this machine from a visitor's browser. So requests must name this server
//! as it was asked for in their Host, which a rebound DNS name does not; their Origin, where there is one, must be the
//! same; and what the browser says about where a request comes from (Sec-Fetch-Site) must be this page.
//!
//! A server that other machines can reach also wants a token: it is in the link that is printed, and in a cookie from
//! then on.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::routes::refusal;

const COOKIE: &str = "footwork";
const TOKEN: &str = "token";

/// Only what is the server's own: scripts, pictures that the page makes, and styles that it sets.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self' blob:; \
                      object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Whom this server takes itself for, and what it wants to see.
#[derive(Clone)]
pub struct Guard {
    /// As it was asked for.
    host: Arc<str>,
    address: SocketAddr,
    /// None where only this machine can reach it.
    token: Option<Arc<str>>,
}

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refused {
    Host,
    OtherSite,
    Token,
}

impl Refused {
    fn sentence(self) -> &'static str {
        match self {
            Refused::Host => {
                "this server is asked for under a name that it was not started with: use the printed link, or --host NAME"
            }
            Refused::OtherSite => "pages of other sites may not use this server",
            Refused::Token => "this server wants the token of the link that was printed when it was started",
        }
    }
}

impl Guard {
    pub fn new(host: &str, address: SocketAddr) -> Result<Guard, getrandom::Error> {
        let token = match address.ip().is_loopback() {
            true => None,
            false => {
                let mut bytes = [0; 16];
                getrandom::fill(&mut bytes)?;
                Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into())
            }
        };
        Ok(Guard { host: host.into(), address, token })
    }

    /// What to open in a browser on this machine.
    pub fn link(&self) -> String {
        let port = self.address.port();
        let name = match self.address.ip() {
            ip if ip.is_unspecified() => "localhost".to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
            IpAddr::V4(ip) => ip.to_string(),
        };
        let token = self.token.as_ref().map_or(String::new(), |token| format!("?{TOKEN}={token}"));
        format!("http://{name}:{port}/{token}")
    }

    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Refused> {
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
        let host = text(header::HOST.as_str()).unwrap_or("");
        if !self.is_own_name(host) {
            return Err(Refused::Host);
        }
        let own = |origin: &str| {
            origin.strip_prefix("http://").is_some_and(|origin| origin.eq_ignore_ascii_case(host))
        };
        if text(header::ORIGIN.as_str()).is_some_and(|origin| !own(origin)) {
            return Err(Refused::OtherSite);
        }
        // A link to the page may be anywhere; all else is for the page alone.
        let opens_page = *method == Method::GET
            && text("sec-fetch-mode") == Some("navigate")
            && !uri.path().starts_with("/api/")
            && uri.path() != "/ws";
        let from = text("sec-fetch-site").unwrap_or("none");
        if !matches!(from, "same-origin" | "none") && !opens_page {
            return Err(Refused::OtherSite);
        }
        match &self.token {
            Some(token) if !has_cookie(headers, token) && !self.has_token(uri) => Err(Refused::Token),
            _ => Ok(()),
        }
    }

    fn has_token(&self, uri: &Uri) -> bool {
        let given = uri.query().unwrap_or("").split('&').find_map(|pair| pair.strip_prefix("token="));
        given.zip(self.token.as_deref()).is_some_and(|(given, token)| is_equal(given, token))
    }

    /// Whether a Host is what this server was started as. An address cannot be made to lead here by somebody's DNS.
    fn is_own_name(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        let ip = self.address.ip();
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let by_address = bare.parse::<IpAddr>().is_ok_and(|asked| {
            asked == ip || ip.is_unspecified() || (ip.is_loopback() && asked.is_loopback())
        });
        let local = (ip.is_loopback() || ip.is_unspecified()) && name.eq_ignore_ascii_case("localhost");
        by_address || local || name.eq_ignore_ascii_case(&self.host)
    }
}

fn has_cookie(headers: &HeaderMap, token: &str) -> bool {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.any(|(name, value)| name == COOKIE && is_equal(value, token))
}

/// In a time that does not tell how much of it is right.
fn is_equal(given: &str, token: &str) -> bool {
    let different = given.bytes().zip(token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == token.len() && different == 0
}

pub async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let checked = guard.check(request.method(), request.uri(), request.headers());
    let mut response = match (checked, &guard.token) {
        (Err(refused), _) => refusal(StatusCode::FORBIDDEN, refused.sentence()),
        // The token goes into a cookie, and out of the address bar and the history.
        (Ok(()), Some(token)) if request.uri().path() == "/" && guard.has_token(request.uri()) => {
            let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
            (StatusCode::SEE_OTHER, [(header::LOCATION, "/".to_string()), (header::SET_COOKIE, cookie)])
                .into_response()
        }
        (Ok(()), _) => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(guard: &Guard, uri: &str, given: &[(&'static str, &str)]) -> Result<(), Refused> {
        let mut headers = HeaderMap::new();
        given.iter().for_each(|(name, value)| drop(headers.insert(*name, value.parse().unwrap())));
        guard.check(&Method::GET, &uri.parse().unwrap(), &headers)
    }

    #[test]
    fn only_the_own_page_is_let_in() {
        let guard = Guard::new("127.0.0.1", ([127, 0, 0, 1], 7300).into()).unwrap();
        let lets_in = |host: &str, origin: Option<&str>| {
            let origin = origin.map(|origin| ("origin", origin));
            asked(&guard, "/api/scenes", &[("host", host)].into_iter().chain(origin).collect::<Vec<_>>())
                .is_ok()
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

    #[test]
    fn what_other_machines_reach_wants_its_own_name_and_the_token() {
        let guard = Guard::new("0.0.0.0", ([0, 0, 0, 0], 7300).into()).unwrap();
        let token = guard.token.clone().unwrap();
        assert!(guard.link().ends_with(&format!(":7300/?token={token}")));
        let (host, cookie) = (("host", "192.168.0.7:7300"), format!("a=b; footwork={token}"));
        assert_eq!(asked(&guard, "/ws", &[host]), Err(Refused::Token));
        assert_eq!(asked(&guard, "/ws", &[host, ("cookie", "footwork=")]), Err(Refused::Token));
        assert_eq!(asked(&guard, &format!("/?token={token}0"), &[host]), Err(Refused::Token));
        assert_eq!(asked(&guard, &format!("/?token={token}"), &[host]), Ok(()));
        assert_eq!(asked(&guard, "/ws", &[host, ("cookie", &cookie)]), Ok(()));
        let (host, origin) = (("host", "evil.example:7300"), ("origin", "http://evil.example:7300"));
        assert_eq!(asked(&guard, "/ws", &[host, origin, ("cookie", &cookie)]), Err(Refused::Host));
        let named = Guard::new("box.local", ([192, 168, 0, 7], 7300).into()).unwrap();
        assert_eq!(asked(&named, "/", &[("host", "BOX.local:7300")]), Err(Refused::Token));
        assert_eq!(asked(&named, "/", &[("host", "192.168.0.8:7300")]), Err(Refused::Host));
    }

    #[test]
    fn a_link_elsewhere_opens_the_page_and_nothing_else() {
        let guard = Guard::new("127.0.0.1", ([127, 0, 0, 1], 7300).into()).unwrap();
        let from = |uri: &str, site: &str, mode: &str| {
            asked(
                &guard,
                uri,
                &[("host", "127.0.0.1:7300"), ("sec-fetch-site", site), ("sec-fetch-mode", mode)],
            )
        };
        assert_eq!(from("/", "cross-site", "navigate"), Ok(()));
        assert_eq!(from("/api/takes", "same-origin", "cors"), Ok(()));
        assert_eq!(from("/", "none", "navigate"), Ok(()));
        for (uri, site, mode) in [
            ("/api/takes", "cross-site", "no-cors"),
            ("/api/export?seconds=9&format=glb", "cross-site", "navigate"),
            ("/assets/main.js", "cross-site", "no-cors"),
            ("/ws", "same-site", "websocket"),
        ] {
            assert_eq!(from(uri, site, mode), Err(Refused::OtherSite), "{uri}");
        }
    }
}
