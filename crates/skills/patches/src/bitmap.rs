//! A picture on the floor: letters or pixels that people fill.

use glam::Vec2;

/// Pixels of a picture that are set, each with the letter that it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Bitmap {
    /// m, the side of a pixel.
    pub pixel: f32,
    width: usize,
    height: usize,
    /// Row by row, from the top: 0, or the letter's number plus one.
    cells: Vec<u16>,
    letters: usize,
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum BitmapError {
    #[error("the picture is empty: give it a text, or rows with `#` where people fall")]
    Empty,
    #[error(
        "the picture has {0} × {1} pixels, and {MOST} are the most: make it coarser, people are larger than a pixel"
    )]
    TooLarge(usize, usize),
    #[error("there is no letter {0:?} here: A to Z, 0 to 9, and . ! ? - + ' are there")]
    NoLetter(char),
}

/// Pixels. A pixel is larger than a man: more of them are a stadium.
pub const MOST: usize = 4096;

impl Bitmap {
    /// A text in letters of five by seven pixels; lines are apart by `\n` or `/`.
    pub fn of_text(text: &str, pixel: f32) -> Result<Bitmap, BitmapError> {
        let lines: Vec<&str> = text.split(['\n', '/']).collect();
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let (width, height) = ((longest * 6).saturating_sub(1), (lines.len() * 9).saturating_sub(2));
        let mut bitmap = Bitmap::blank(width, height, pixel)?;
        for (row, line) in lines.iter().enumerate() {
            // Lines stand in the middle.
            let indent = (longest - line.chars().count()) * 3;
            for (column, letter) in line.chars().enumerate() {
                if letter.is_whitespace() {
                    continue;
                }
                let glyph = glyph(letter.to_ascii_uppercase()).ok_or(BitmapError::NoLetter(letter))?;
                bitmap.letters += 1;
                for (y, bits) in glyph.iter().enumerate() {
                    for x in (0..5).filter(|x| bits >> (4 - x) & 1 == 1) {
                        let at = (row * 9 + y) * width + indent + column * 6 + x;
                        bitmap.cells[at] = bitmap.letters as u16;
                    }
                }
            }
        }
        bitmap.filled()
    }

    /// Rows of pixels: `#` is set, everything else is not. What hangs together is one letter.
    pub fn of_rows(rows: &[String], pixel: f32) -> Result<Bitmap, BitmapError> {
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let mut bitmap = Bitmap::blank(width, rows.len(), pixel)?;
        for (y, row) in rows.iter().enumerate() {
            for (x, _) in row.chars().enumerate().filter(|(_, pixel)| *pixel == '#') {
                bitmap.cells[y * width + x] = u16::MAX;
            }
        }
        for start in 0..bitmap.cells.len() {
            if bitmap.cells[start] == u16::MAX {
                bitmap.letters += 1;
                bitmap.flood(start);
            }
        }
        bitmap.filled()
    }

    fn blank(width: usize, height: usize, pixel: f32) -> Result<Bitmap, BitmapError> {
        match width.saturating_mul(height) {
            0 => Err(BitmapError::Empty),
            size if size > MOST => Err(BitmapError::TooLarge(width, height)),
            size => Ok(Bitmap { pixel, width, height, cells: vec![0; size], letters: 0 }),
        }
    }

    fn filled(self) -> Result<Bitmap, BitmapError> {
        if self.letters == 0 { Err(BitmapError::Empty) } else { Ok(self) }
    }

    fn flood(&mut self, start: usize) {
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if self.cells[at] != u16::MAX {
                continue;
            }
            self.cells[at] = self.letters as u16;
            let (x, y) = (at % self.width, at / self.width);
            for (x, y) in [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))] {
                if x < self.width && y < self.height {
                    open.push(y * self.width + x);
                }
            }
        }
    }

    /// How many letters there are.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// m, half of the picture's sides.
    pub fn half(&self) -> Vec2 {
        0.5 * self.pixel * Vec2::new(self.width as f32, self.height as f32)
    }

    /// The letter at a place of the floor, by its number. The picture is about the origin, its top at −Z, and is read by somebody who
    /// looks along −Z: X is to the right.
    pub fn letter_at(&self, place: Vec2) -> Option<usize> {
        let cell = ((place + self.half()) / self.pixel).floor();
        let inside = cell.x >= 0.0 && cell.y >= 0.0;
        let (x, y) = (cell.x as usize, cell.y as usize);
        let set = inside && x < self.width && y < self.height;
        set.then(|| self.cells[y * self.width + x]).filter(|cell| *cell > 0).map(|cell| usize::from(cell) - 1)
    }

    /// m, the middles of a letter's pixels, row by row.
    pub fn pixels(&self, letter: usize) -> impl Iterator<Item = Vec2> + '_ {
        let own = move |at: &usize| usize::from(self.cells[*at]) == letter + 1;
        (0..self.cells.len()).filter(own).map(|at| self.middle(at))
    }

    fn middle(&self, at: usize) -> Vec2 {
        let (x, y) = ((at % self.width) as f32 + 0.5, (at / self.width) as f32 + 0.5);
        Vec2::new(x, y) * self.pixel - self.half()
    }
}

/// A letter of five by seven pixels: a row in five bits, the leftmost first.
fn glyph(letter: char) -> Option<[u8; 7]> {
    const LETTERS: [[u8; 7]; 26] = [
        [14, 17, 17, 31, 17, 17, 17],
        [30, 17, 17, 30, 17, 17, 30],
        [14, 17, 16, 16, 16, 17, 14],
        [30, 17, 17, 17, 17, 17, 30],
        [31, 16, 16, 30, 16, 16, 31],
        [31, 16, 16, 30, 16, 16, 16],
        [14, 17, 16, 23, 17, 17, 15],
        [17, 17, 17, 31, 17, 17, 17],
        [14, 4, 4, 4, 4, 4, 14],
        [7, 2, 2, 2, 2, 18, 12],
        [17, 18, 20, 24, 20, 18, 17],
        [16, 16, 16, 16, 16, 16, 31],
        [17, 27, 21, 21, 17, 17, 17],
        [17, 25, 21, 19, 17, 17, 17],
        [14, 17, 17, 17, 17, 17, 14],
        [30, 17, 17, 30, 16, 16, 16],
        [14, 17, 17, 17, 21, 18, 13],
        [30, 17, 17, 30, 20, 18, 17],
        [15, 16, 16, 14, 1, 1, 30],
        [31, 4, 4, 4, 4, 4, 4],
        [17, 17, 17, 17, 17, 17, 14],
        [17, 17, 17, 17, 17, 10, 4],
        [17, 17, 17, 21, 21, 27, 17],
        [17, 17, 10, 4, 10, 17, 17],
        [17, 17, 10, 4, 4, 4, 4],
        [31, 1, 2, 4, 8, 16, 31],
    ];
    const DIGITS: [[u8; 7]; 10] = [
        [14, 17, 19, 21, 25, 17, 14],
        [4, 12, 4, 4, 4, 4, 14],
        [14, 17, 1, 6, 8, 16, 31],
        [31, 2, 4, 6, 1, 17, 14],
        [2, 6, 10, 18, 31, 2, 2],
        [31, 16, 30, 1, 1, 17, 14],
        [6, 8, 16, 30, 17, 17, 14],
        [31, 1, 2, 4, 8, 8, 8],
        [14, 17, 17, 14, 17, 17, 14],
        [14, 17, 17, 15, 1, 2, 12],
    ];
    let code = letter as usize;
    match letter {
        'A'..='Z' => Some(LETTERS[code - 'A' as usize]),
        '0'..='9' => Some(DIGITS[code - '0' as usize]),
        '.' => Some([0, 0, 0, 0, 0, 4, 4]),
        '!' => Some([4, 4, 4, 4, 4, 0, 4]),
        '?' => Some([14, 17, 1, 6, 4, 0, 4]),
        '-' => Some([0, 0, 0, 31, 0, 0, 0]),
        '+' => Some([0, 4, 4, 31, 4, 4, 0]),
        '\'' => Some([4, 4, 0, 0, 0, 0, 0]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_letters_beside_each_other() {
        let bitmap = Bitmap::of_text("HI/!", 2.0).unwrap();
        assert_eq!(bitmap.letters(), 3);
        assert_eq!(bitmap.pixels(0).count(), 17);
        let all: Vec<Vec2> = (0..3).flat_map(|letter| bitmap.pixels(letter)).collect();
        assert!(all.iter().all(|pixel| bitmap.letter_at(*pixel).is_some()));
        assert_eq!(bitmap.letter_at(bitmap.pixels(1).next().unwrap()), Some(1));
        assert_eq!(bitmap.letter_at(Vec2::splat(1e6)), None);
    }

    #[test]
    fn rows_that_hang_together_are_letters() {
        let rows = ["##..#", "#...#", "....#"].map(str::to_string);
        assert_eq!(Bitmap::of_rows(&rows, 1.0).unwrap().letters(), 2);
    }

    #[test]
    fn pictures_that_are_none_are_refused() {
        assert_eq!(Bitmap::of_text("", 1.0), Err(BitmapError::Empty));
        assert_eq!(Bitmap::of_text("  ", 1.0), Err(BitmapError::Empty));
        assert_eq!(Bitmap::of_text("Ж", 1.0), Err(BitmapError::NoLetter('Ж')));
        assert_eq!(Bitmap::of_rows(&[], 1.0), Err(BitmapError::Empty));
        let rows = vec!["#".repeat(100); 100];
        assert_eq!(Bitmap::of_rows(&rows, 1.0), Err(BitmapError::TooLarge(100, 100)));
        assert!(Bitmap::of_text(&"A".repeat(10_000), 1.0).is_err());
    }
}
