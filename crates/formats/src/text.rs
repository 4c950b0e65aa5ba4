//! Reading files of lines and words: a cursor that knows where it is, and numbers.

use std::borrow::Cow;

use crate::fault::Fault;

/// What is quoted of a faulty word, at most.
const QUOTED: usize = 40;
/// Lengths, angles and counts beyond this are garbage, and their squares would overflow.
const LARGEST: f64 = 1e9;
/// What is expected where a number should be.
pub(crate) const NUMBER: &str = "a number below 1e9";

/// A place in a text. Lines and columns are only worked out when something is wrong.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// At the start, behind a byte-order mark if there is one.
    pub fn new(bytes: &'a [u8]) -> Cursor<'a> {
        let at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Cursor { bytes, at }
    }

    /// The bytes from here on.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// How long the whole text is.
    pub fn total(&self) -> usize {
        self.bytes.len()
    }

    pub fn at_end(&mut self) -> bool {
        self.skip_space();
        self.at == self.bytes.len()
    }

    /// Goes over white space, line ends included.
    pub fn skip_space(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Goes over blanks and tabs, but stays on the line.
    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace() && b != b'\n') {
            self.at += 1;
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The next word, without going over it; empty at the end.
    pub fn peek_word(&mut self) -> &'a str {
        self.skip_space();
        let rest = self.rest();
        let end = rest.iter().position(|b| b.is_ascii_whitespace()).unwrap_or(rest.len());
        std::str::from_utf8(&rest[..end]).unwrap_or("\u{fffd}")
    }

    /// The next word as a name: what is not UTF-8 in it, as in files older than that, is replaced by the same letters wherever
    /// the name stands.
    pub fn peek_name(&mut self) -> Cow<'a, str> {
        self.skip_space();
        let rest = self.rest();
        let end = rest.iter().position(|b| b.is_ascii_whitespace()).unwrap_or(rest.len());
        String::from_utf8_lossy(&rest[..end])
    }

    /// The next word.
    pub fn word(&mut self) -> &'a str {
        let word = self.peek_word();
        let rest = self.rest();
        self.at += rest.iter().position(|b| b.is_ascii_whitespace()).unwrap_or(rest.len());
        word
    }

    /// Goes over the next word if it is this one, in any case.
    pub fn take(&mut self, word: &str) -> bool {
        let found = self.peek_word().eq_ignore_ascii_case(word);
        if found {
            self.word();
        }
        found
    }

    /// Goes over the next word, which must be this one.
    pub fn expect(&mut self, word: &str) -> Result<(), Fault> {
        if self.take(word) { Ok(()) } else { Err(self.fault(word)) }
    }

    /// What is left of the line, without blanks around it. The cursor is then at the line's end.
    pub fn rest_of_line(&mut self) -> String {
        self.skip_blanks();
        let rest = self.rest();
        let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        self.at += end;
        String::from_utf8_lossy(&rest[..end]).trim().to_string()
    }

    /// Whether nothing but blanks is left of the line.
    pub fn at_line_end(&mut self) -> bool {
        self.skip_blanks();
        matches!(self.peek(), None | Some(b'\n'))
    }

    /// The next number, on this line or a later one.
    pub fn number(&mut self) -> Result<f64, Fault> {
        self.skip_space();
        self.number_here().ok_or_else(|| self.fault(NUMBER))
    }

    /// The next number of this line. None, with the cursor unmoved but for blanks, where there is none.
    #[inline]
    pub fn number_on_line(&mut self) -> Option<f64> {
        self.skip_blanks();
        self.number_here()
    }

    /// Reads a number that begins here and ends with the word. Stays before what is no number, or too large a one.
    ///
    /// Up to 15 digits and small powers of ten are exact by one multiplication or division, which is nearly
    /// every number in a motion file; the rest goes to the standard library.
    #[inline]
    fn number_here(&mut self) -> Option<f64> {
        let rest = self.rest();
        let mut i = 0;
        let negative = match rest.first() {
            Some(b'-') => {
                i = 1;
                true
            }
            Some(b'+') => {
                i = 1;
                false
            }
            _ => false,
        };
        let (mut mantissa, mut digits, mut scale) = (0_u64, 0_usize, 0_i32);
        while let Some(digit) = rest.get(i).map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
            mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit));
            digits += 1;
            i += 1;
        }
        if rest.get(i) == Some(&b'.') {
            i += 1;
            while let Some(digit) = rest.get(i).map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
                mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit));
                digits += 1;
                scale -= 1;
                i += 1;
            }
        }
        if digits == 0 {
            return None;
        }
        let plain = rest.get(i).is_none_or(u8::is_ascii_whitespace);
        let (value, end) = if plain && digits <= 15 {
            // Both sides are exact, so their quotient is the nearest number.
            let value = mantissa as f64 / POWERS[-scale as usize];
            (if negative { -value } else { value }, i)
        } else {
            let end = i + rest[i..].iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len() - i);
            // `inf` and `nan` have no digits and never come here; an overflow does.
            let word = std::str::from_utf8(&rest[..end]).ok()?;
            (word.parse::<f64>().ok()?, end)
        };
        if value.abs() > LARGEST {
            return None;
        }
        self.at += end;
        Some(value)
    }

    /// The error that something else stands here than was expected.
    pub fn fault(&mut self, expected: impl Into<String>) -> Fault {
        self.skip_space();
        let word = self.peek_word();
        let found = if self.at == self.bytes.len() {
            "the end of the file".to_string()
        } else if word.chars().any(|c| c == '\u{fffd}' || c.is_control()) {
            "bytes that are no text".to_string()
        } else if word.chars().count() > QUOTED {
            format!("\"{}…\"", word.chars().take(QUOTED).collect::<String>())
        } else {
            format!("\"{word}\"")
        };
        self.fault_here(found, expected)
    }

    /// The same, at this very place, with what was found said by the caller.
    pub fn fault_here(&self, found: impl Into<String>, expected: impl Into<String>) -> Fault {
        let before = &self.bytes[..self.at];
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let column =
            1 + String::from_utf8_lossy(&before[start..]).chars().filter(|&c| c != '\u{feff}').count();
        Fault::Syntax { line, column, found: found.into(), expected: expected.into() }
    }
}

/// 10⁰ to 10¹⁵: as many decimals as a number of 15 digits can have.
const POWERS: [f64; 16] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(text: &str) -> Option<f64> {
        Cursor::new(text.as_bytes()).number().ok()
    }

    #[test]
    fn numbers_as_files_write_them_are_read() {
        for (text, value) in [
            ("0", 0.0),
            ("-0.5", -0.5),
            (".0083333", 0.0083333),
            ("+3.", 3.0),
            ("7.62852e-016", 7.62852e-16),
            ("1E3", 1000.0),
            ("123456789.012500000", 123_456_789.012_5),
            ("0.1234567890123456789", 0.123_456_789_012_345_68),
        ] {
            assert_eq!(number(text), Some(value), "{text}");
        }
    }

    #[test]
    fn words_that_are_no_usable_number_are_refused() {
        for text in [
            "", "-", ".", "nan", "inf", "-inf", "1e999", "1.2.3", "12abc", "1,5", "0x10", "--1", "1e", "NaN",
            "1e10",
        ] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn a_fault_names_line_and_column_and_quotes_what_stood_there() {
        let mut cursor = Cursor::new(b"\xef\xbb\xbfone\n  two");
        cursor.expect("ONE").unwrap();
        let fault = cursor.expect("three").unwrap_err();
        assert_eq!(fault.to_string(), "line 2, column 3: found \"two\", expected three");
    }

    proptest! {
        #[test]
        fn every_number_is_read_as_the_standard_library_reads_it(value in -1e9_f64..1e9, digits in 0_usize..18) {
            let text = format!("{value:.digits$}");
            prop_assert_eq!(number(&text), Some(text.parse::<f64>().unwrap()));
        }
    }
}
