//! stub
use super::Reading;
use crate::annotation::{Action, Origin, Span, Strike, Supports};
/// stub
pub fn suggest(reading: &Reading, _supports: &Supports, strikes: &[Strike], span: Span) -> Action {
    let mut classes: Vec<String> = vec![];
    let inside = strikes.iter().any(|s| span.contains(s.frame));
    let swings: Vec<_> = reading.swings_in(span).filter(|s| span.contains(s.span.middle())).collect();
    let c = |c: &[&str]| c.iter().map(|s| s.to_string()).collect::<Vec<_>>();
    if inside { classes = c(&["attack"]) } else if swings.is_empty() { classes.push("stand".into()) } else { 
       let all: Vec<_> = reading.swings_in(span).collect();
       let flight = all.iter().any(|a| all.iter().any(|b| a.side != b.side && { let f = a.span.first.max(b.span.first).max(span.first); let e = a.span.end.min(b.span.end).min(span.end); e > f + 2 }));
       classes = c(&["movement", if flight { "run" } else { "walk" }]); }
    Action { span, classes, limbs: vec![], direction: None, protects: None, avoids: None, sure: 0.5, origin: Origin::Suggested }
}
