//! How far something slow has come, and whether it should go on: the one protocol of everything that is baked or built.

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress<'a> {
    /// From 0 to 1, of all there is to do.
    pub done: f32,
    /// What is being done, for people.
    pub stage: &'a str,
}

/// What whoever hears of it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    GoOn,
    /// Stop, and give back that it was stopped.
    Stop,
}
