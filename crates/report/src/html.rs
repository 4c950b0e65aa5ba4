//! Text and numbers as they may stand on a page, and the small pieces that every section is made of.

/// Adds to a string as `write!` does; a string takes everything.
macro_rules! put {
    ($out:expr, $($what:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($out, $($what)*);
    }};
}
pub(crate) use put;

/// Text as it may stand between tags and in attributes. Control characters may not stand there at all, and marks that
/// turn the direction of writing would turn what follows, too.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A place on a picture, to a tenth of a pixel. What is not finite becomes 0 and what is huge is cut off, so that no
/// value can break a picture.
pub fn px(value: f64) -> String {
    trimmed(if value.is_finite() { value.clamp(-1e6, 1e6) } else { 0.0 }, 1)
}

/// A number for people, with so many decimals at most.
pub fn number(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "–".into();
    }
    if value.abs() >= 1e3 && value.abs() < 1e15 {
        let sign = if value < 0.0 { "−" } else { "" };
        return format!("{sign}{}", count(value.abs().round() as u64));
    }
    trimmed(value, decimals).replace('-', "−")
}

/// A number with exactly so many decimals, for columns.
pub fn fixed(value: f64, decimals: usize) -> String {
    if value.is_finite() { format!("{value:.decimals$}").replace('-', "−") } else { "–".into() }
}

fn trimmed(value: f64, decimals: usize) -> String {
    let mut text = format!("{value:.decimals$}");
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if text == "-0" { "0".into() } else { text }
}

/// A whole number in groups of three digits.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// So many of something: `1 take`, `2 takes`.
pub fn counted(value: usize, thing: &str) -> String {
    let s = if value == 1 { "" } else { "s" };
    format!("{} {thing}{s}", count(value as u64))
}

/// A share as a percentage.
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    // What is almost all is not all.
    let decimals = usize::from((percent > 99.0 && percent < 100.0) || (percent > 0.0 && percent < 1.0));
    format!("{} %", number(percent, decimals))
}

/// A length of time.
pub fn duration(seconds: f64) -> String {
    if seconds < 90.0 {
        format!("{} s", number(seconds, 1))
    } else {
        format!("{} min", number(seconds / 60.0, 1))
    }
}

/// A moment of a take: `12.3 s`, `2:05.3`.
pub fn moment(seconds: f64) -> String {
    let tenths = (10.0 * seconds).round().max(0.0) as u64;
    match tenths {
        0..600 => format!("{}.{} s", tenths / 10, tenths % 10),
        _ => format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10),
    }
}

/// A class or limb as people read it: `round_kick` becomes `round kick`.
pub fn words(name: &str) -> String {
    escape(&name.replace('_', " "))
}

/// A figure and what it is, in a box of its own.
pub fn tile(out: &mut String, value: &str, what: &str) {
    put!(out, "<div class=\"tile\"><b>{value}</b><span>{what}</span></div>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_break_out_of_its_place() {
        assert_eq!(escape("a<b & \"c\"'\u{0}\u{202e}"), "a&lt;b &amp; &quot;c&quot;&#39;  ");
    }

    #[test]
    fn numbers_are_for_people() {
        assert_eq!(number(-0.001, 2), "0");
        assert_eq!(number(-1.5, 2), "−1.5");
        assert_eq!(number(f64::NAN, 2), "–");
        assert_eq!(number(1_234_567.8, 2), "1,234,568");
        assert_eq!(count(999), "999");
        assert_eq!(count(1000), "1,000");
        assert_eq!(counted(1, "take"), "1 take");
        assert_eq!(percent(0.998), "99.8 %");
        assert_eq!(percent(0.5), "50 %");
        assert_eq!(moment(12.34), "12.3 s");
        assert_eq!(moment(59.96), "1:00.0");
        assert_eq!(moment(125.3), "2:05.3");
        assert_eq!(duration(120.0), "2 min");
    }

    #[test]
    fn no_value_breaks_a_picture() {
        assert_eq!(px(f64::NAN), "0");
        assert_eq!(px(f64::INFINITY), "0");
        assert_eq!(px(1e30), "1000000");
        assert_eq!(px(2.7654), "2.8");
    }
}
