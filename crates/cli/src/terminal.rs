//! Speaking to a person: errors, warnings, colours only on a terminal, and progress.

use std::io::{Error, ErrorKind, IsTerminal, Write, stderr, stdout};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use footwork::skill::{Flow, Progress};
use indicatif::{ProgressBar, ProgressStyle};

/// What shells expect of a command that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// What went wrong, for `main` to print.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error(transparent)]
    Read(#[from] footwork_formats::ReadError),
    #[error(transparent)]
    Load(#[from] footwork_formats::LoadError),
    #[error("{0}")]
    Io(#[from] std::io::Error),
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

/// The first thing that went wrong with standard output.
static OUTPUT_FAILED: Mutex<Option<Error>> = Mutex::new(None);

/// Prints a line. A reader that has gone away, such as `head`, is no failure; anything else is told by [`finish_output`].
pub fn line(text: impl AsRef<str>) {
    let colours = stdout().is_terminal() && wants_colours();
    beside_the_bar(|| keep_failure(writeln!(stdout(), "{}", harmless(text.as_ref(), colours))));
}

fn keep_failure(written: Result<(), Error>) {
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        OUTPUT_FAILED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

/// Whether all lines were printed.
pub fn finish_output() -> Result<(), CommandError> {
    keep_failure(stdout().flush());
    match OUTPUT_FAILED.lock().unwrap_or_else(PoisonError::into_inner).take() {
        None => Ok(()),
        Some(error) => Err(CommandError::Other(format!("standard output could not be written: {error}"))),
    }
}

/// Text without what would steer a terminal: names come from files, and a file may have been written by an enemy. Where
/// colours are wanted, Footwork's own stay.
fn harmless(text: &str, colours: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let own = OWN_CODES.iter().find(|code| colours && rest.starts_with(**code));
        let steers = next.is_control() && !matches!(next, '\n' | '\t');
        // Letters that turn the direction of what is around them.
        let turns = matches!(next, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        match own {
            Some(code) => out.push_str(code),
            None if steers || turns => out.extend(next.escape_unicode()),
            None => out.push(next),
        }
        rest = &rest[own.map_or(next.len_utf8(), |code| code.len())..];
    }
    out
}

/// What [`painted`] adds.
const OWN_CODES: [&str; 6] = ["\x1b[31m", "\x1b[33m", "\x1b[32m", "\x1b[1m", "\x1b[2m", "\x1b[0m"];

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
    beside_the_bar(|| {
        let _ = writeln!(stderr(), "{}: {}", painted(kind, paint, colours), harmless(text, colours));
    });
}

/// The bar of this run: a command has one at most.
static BAR: OnceLock<ProgressBar> = OnceLock::new();

/// Takes the bar away, whatever became of the work.
pub fn finish_bar() {
    if let Some(bar) = BAR.get() {
        bar.finish_and_clear();
    }
}

/// Writes where the bar does not write over it.
fn beside_the_bar(write: impl FnOnce()) {
    match BAR.get() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Held while a file is written.
static WRITING: Mutex<()> = Mutex::new(());

/// Keeps an interrupt waiting until it is dropped.
pub fn writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From here on, Ctrl-C lets a file that is being written be finished, so that none is left half.
pub fn finish_writing_on_interrupt() {
    // Where no handler can be set, an interrupt ends the command at once, as it would without.
    let _ = ctrlc::set_handler(|| {
        let _done = writing();
        std::process::exit(INTERRUPTED);
    });
}

/// A bar for work on several files; hidden where nobody would see it.
pub fn progress(files: usize) -> ProgressBar {
    if files < 2 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = BAR.get_or_init(|| ProgressBar::new(0).with_style(style)).clone();
    bar.reset();
    bar.set_length(files as u64);
    bar
}

/// Steps of the bar of one long piece of work.
const STEPS: usize = 1000;

/// The bar of one long piece of work.
pub struct Work(ProgressBar);

/// A bar that goes by what the work says of itself; hidden where nobody would see it.
pub fn work() -> Work {
    let bar = progress(STEPS);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent:>3} % {wide_msg}") {
        bar.set_style(style);
    }
    Work(bar)
}

impl Work {
    /// Shows how far it has come. An interrupt ends the command, so that it always goes on.
    pub fn hear(&self, at: Progress<'_>) -> Flow {
        self.0.set_position((at.done.clamp(0.0, 1.0) * STEPS as f32) as u64);
        self.0.set_message(at.stage.to_string());
        Flow::GoOn
    }

    /// The same for what is not a bake: a share, from 0 to 1.
    pub fn share(&self, done: f32) {
        self.0.set_position((done.clamp(0.0, 1.0) * STEPS as f32) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_steer_a_terminal_is_shown_as_what_it_is() {
        let name = "Hips\x1b]0;owned\x07\x1b[2J\u{9b}1m\u{202e}";
        let shown = harmless(name, true);
        assert_eq!(shown, "Hips\\u{1b}]0;owned\\u{7}\\u{1b}[2J\\u{9b}1m\\u{202e}");
        assert_eq!(harmless("Hüfte\tlinks\n", false), "Hüfte\tlinks\n");
    }

    #[test]
    fn own_colours_stay_where_they_are_wanted() {
        for paint in [Paint::Red, Paint::Yellow, Paint::Green, Paint::Bold, Paint::Faint] {
            let text = painted("name", paint, true);
            assert_eq!(harmless(&text, true), text);
            assert!(!harmless(&text, false).contains('\x1b'));
        }
    }
}
