//! What one viewer asks for, until the stage takes it: a queue with a limit, in which a newer position of the same stick,
//! dial or target takes the place of the older one. While a path is drawn, every target counts.

use std::collections::VecDeque;
use std::mem::discriminant;
use std::sync::{Mutex, MutexGuard, PoisonError};

use footwork_skill::NEW_PATH;

use crate::protocol::{CueAsk, Request};

/// Requests that may wait: a second's worth of keys and steps of somebody who plays.
const MOST: usize = 256;

/// A viewer's inbox. The viewer's task fills it, the stage's thread empties it.
#[derive(Default)]
pub struct Inbox {
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    requests: VecDeque<Request>,
    /// Who is told a path: the button for that is held.
    drawn: Vec<u32>,
}

/// How a request was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queued {
    /// The inbox was empty: the stage must be told.
    First,
    Behind,
    /// Too much waits.
    Full,
}

impl Inbox {
    pub fn push(&self, request: Request) -> Queued {
        let mut waiting = self.waiting();
        let Waiting { requests, drawn } = &mut *waiting;
        let is_point =
            matches!(&request, Request::Cue { to, ask: CueAsk::Target { .. } } if drawn.contains(to));
        let behind = requests.iter_mut().rev().take_while(|older| newest_counts(older));
        if let Some(older) = behind.into_iter().find(|older| !is_point && is_same(older, &request)) {
            *older = request;
            return Queued::Behind;
        }
        if requests.len() >= MOST {
            return Queued::Full;
        }
        if let Request::Cue { to, ask: CueAsk::Button { button: NEW_PATH, down } } = request {
            drawn.retain(|other| *other != to);
            // An actor that there is not is refused later; nobody draws for so many at once.
            if down && drawn.len() < MOST {
                drawn.push(to);
            }
        }
        requests.push_back(request);
        if requests.len() == 1 { Queued::First } else { Queued::Behind }
    }

    pub fn pop(&self) -> Option<Request> {
        self.waiting().requests.pop_front()
    }

    pub fn is_empty(&self) -> bool {
        self.waiting().requests.is_empty()
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a request is of a kind of which only the newest matters. Others keep their place, and nothing passes them.
fn newest_counts(request: &Request) -> bool {
    match request {
        Request::Speed { .. } | Request::Watch { .. } => true,
        Request::Cue { ask, .. } => !matches!(
            ask,
            CueAsk::Button { .. } | CueAsk::Mind { .. } | CueAsk::Push { .. } | CueAsk::Throw { .. }
        ),
        _ => false,
    }
}

/// Whether two requests that count so are of the same thing.
fn is_same(older: &Request, newer: &Request) -> bool {
    match (older, newer) {
        (Request::Cue { to: first, ask: older }, Request::Cue { to: second, ask: newer }) => {
            match (older, newer) {
                (CueAsk::Dial { dial: older, .. }, CueAsk::Dial { dial: newer, .. }) => {
                    first == second && older == newer
                }
                (CueAsk::Carry { prop: older, .. }, CueAsk::Carry { prop: newer, .. }) => older == newer,
                _ => first == second && discriminant(older) == discriminant(newer),
            }
        }
        _ => newest_counts(newer) && discriminant(older) == discriminant(newer),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_a_path_counts_and_of_other_targets_the_last() {
        let inbox = Inbox::default();
        let target = |x: f32| Request::Cue { to: 1, ask: CueAsk::Target { target: [x, 0.0, 0.0] } };
        let draws = |down: bool| Request::Cue { to: 1, ask: CueAsk::Button { button: NEW_PATH, down } };
        let asked = [target(1.0), target(2.0), draws(true), target(3.0), target(4.0), draws(false)];
        for request in asked.into_iter().chain([target(5.0), target(6.0)]) {
            inbox.push(request);
        }
        let left: Vec<Request> = std::iter::from_fn(|| inbox.pop()).collect();
        let wanted = [target(2.0), draws(true), target(3.0), target(4.0), draws(false), target(6.0)];
        assert_eq!(left, wanted);
    }

    fn stick(to: u32, ahead: f32) -> Request {
        Request::Cue { to, ask: CueAsk::Stick { stick: [0.0, ahead] } }
    }

    fn drained(inbox: &Inbox) -> Vec<Request> {
        std::iter::from_fn(|| inbox.pop()).collect()
    }

    #[test]
    fn a_flood_of_one_stick_waits_as_one() {
        let inbox = Inbox::default();
        let turn = |x: f32| Request::Cue { to: 0, ask: CueAsk::Turn { turn: [x, 0.0] } };
        assert_eq!(inbox.push(stick(0, 0.0)), Queued::First);
        for step in 0..10_000 {
            assert_eq!(inbox.push(stick(0, step as f32)), Queued::Behind);
            assert_eq!(inbox.push(turn(step as f32)), Queued::Behind);
        }
        inbox.push(stick(1, 0.5));
        assert_eq!(drained(&inbox), [stick(0, 9999.0), turn(9999.0), stick(1, 0.5)]);
        assert!(inbox.is_empty());
    }

    #[test]
    fn nothing_passes_a_request_that_has_an_order() {
        let inbox = Inbox::default();
        let press = Request::Cue { to: 0, ask: CueAsk::Button { button: 0, down: true } };
        let all = [stick(0, 1.0), press.clone(), stick(0, 0.0), press, Request::Step, Request::Step];
        assert!(all.iter().all(|request| inbox.push(request.clone()) != Queued::Full));
        assert_eq!(drained(&inbox), all);
    }

    #[test]
    fn no_more_than_the_limit_waits() {
        let inbox = Inbox::default();
        (0..MOST).for_each(|_| assert_ne!(inbox.push(Request::Step), Queued::Full));
        assert_eq!(inbox.push(Request::Step), Queued::Full);
        inbox.pop();
        assert_eq!(inbox.push(Request::Step), Queued::Behind);
    }
}
