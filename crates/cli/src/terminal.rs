//! Speaking to a person: errors, warnings, colours only on a terminal, and progress.

use std::io::{IsTerminal, Write, stderr, stdout};

use indicatif::{ProgressBar, ProgressStyle};

/// What went wrong, for `main` to print.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error(transparent)]
    Read(#[from] footwork_formats::ReadError),
    #[error(transparent)]
    Save(#[from] footwork_formats::SaveError),
    #[error("{0}")]
    Other(String),
}

impl CommandError {
    pub fn other(text: impl Into<String>) -> CommandError {
        CommandError::Other(text.into())
    }
}

/// A colour of the terminal.
#[derive(Clone, Copy)]
pub enum Paint {
    Red,
    Yellow,
    Green,
    Bold,
    Faint,
}

impl Paint {
    fn code(self) -> &'static str {
        match self {
            Paint::Red => "31",
            Paint::Yellow => "33",
            Paint::Green => "32",
            Paint::Bold => "1",
            Paint::Faint => "2",
        }
    }
}

fn painted(text: &str, paint: Paint, colours: bool) -> String {
    if colours { format!("\x1b[{}m{text}\x1b[0m", paint.code()) } else { text.to_string() }
}

fn wants_colours() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Text for standard output, coloured where a person reads it.
pub fn paint(text: &str, paint: Paint) -> String {
    painted(text, paint, stdout().is_terminal() && wants_colours())
}

/// Prints a line. A reader that has gone away, such as `head`, is no failure.
pub fn line(text: impl AsRef<str>) {
    let _ = writeln!(stdout(), "{}", text.as_ref());
}

/// Says what went wrong.
pub fn error(text: &str) {
    report("error", Paint::Red, text);
}

/// Says what is odd.
pub fn warning(text: &str) {
    report("warning", Paint::Yellow, text);
}

fn report(kind: &str, paint: Paint, text: &str) {
    let colours = stderr().is_terminal() && wants_colours();
    let _ = writeln!(stderr(), "{}: {text}", painted(kind, paint, colours));
}

/// A bar for work on several files; hidden where nobody would see it.
pub fn progress(files: usize) -> ProgressBar {
    if files < 2 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}");
    ProgressBar::new(files as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
