//! What actors and directors remember: a block of plain words each, one after the other, so that a snapshot of what
//! everybody thinks is one copy.
//!
//! A mind says what its block is by a type ([`Mind::Memory`](crate::Mind::Memory)). All blocks are as long as the largest
//! one that some mind of the stage needs; the rest of a smaller one stays zero.

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeSeq};

/// Bytes. A mind that searches may keep a few thousand states; more would make snapshots slow.
pub(crate) const MOST_BYTES: usize = 64 * 1024;

/// A number, or none, for what is remembered: all zero is none, as all memory is at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct OptionalIndex(u32);

impl OptionalIndex {
    /// No number.
    pub const NONE: OptionalIndex = OptionalIndex(0);

    /// A number below 2³² − 1; others are none.
    pub fn some(index: usize) -> OptionalIndex {
        u32::try_from(index).map_or(OptionalIndex::NONE, |index| OptionalIndex(index.wrapping_add(1)))
    }

    /// The number.
    pub fn get(self) -> Option<usize> {
        self.0.checked_sub(1).map(|index| index as usize)
    }
}

/// How many words a block of a type takes. Refuses, when it is compiled, what no block can hold.
pub(crate) const fn words_of<T>() -> usize {
    const {
        assert!(size_of::<T>() <= MOST_BYTES, "what a mind remembers takes at most 64 KiB");
        assert!(align_of::<T>() <= align_of::<u64>(), "what a mind remembers is aligned to at most 8 bytes");
    }
    size_of::<T>().div_ceil(size_of::<u64>())
}

/// A block as what it is. None where the block is too short.
pub(crate) fn read<T: Pod>(block: &[u64]) -> Option<&T> {
    let bytes: &[u8] = bytemuck::cast_slice(block.get(..words_of::<T>())?);
    bytemuck::try_from_bytes(bytes.get(..size_of::<T>())?).ok()
}

/// The same, to be changed.
pub(crate) fn write<T: Pod>(block: &mut [u64]) -> Option<&mut T> {
    let bytes: &mut [u8] = bytemuck::cast_slice_mut(block.get_mut(..words_of::<T>())?);
    bytemuck::try_from_bytes_mut(bytes.get_mut(..size_of::<T>())?).ok()
}

/// Blocks of one length.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Memories {
    words: Vec<u64>,
    stride: usize,
    count: usize,
    /// Blocks that were read and not yet laid out; empty otherwise.
    read: Vec<Vec<u64>>,
}

impl Memories {
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn stride(&self) -> usize {
        self.stride
    }

    pub fn get(&self, at: usize) -> Option<&[u64]> {
        match self.read.get(at) {
            Some(block) => Some(block),
            None => self.words.get(at * self.stride..(at + 1) * self.stride).filter(|_| at < self.count),
        }
    }

    /// Makes blocks that were read into blocks of one length.
    pub fn lay_out(&mut self) {
        let read = std::mem::take(&mut self.read);
        if read.is_empty() {
            return;
        }
        self.words = vec![0; self.stride * self.count];
        for (at, block) in read.iter().enumerate() {
            self.words[at * self.stride..at * self.stride + block.len()].copy_from_slice(block);
        }
    }

    /// One more, all zero.
    pub fn push(&mut self) {
        self.count += 1;
        self.words.resize(self.count * self.stride, 0);
    }

    /// Forgets what is in one.
    pub fn clear(&mut self, at: usize) {
        if at < self.count {
            self.words[at * self.stride..(at + 1) * self.stride].fill(0);
        }
    }

    /// Makes every block at least so long. Blocks never get shorter.
    pub fn widen(&mut self, stride: usize) {
        if stride <= self.stride {
            return;
        }
        let mut words = vec![0; stride * self.count];
        for at in 0..self.count {
            let old = &self.words[at * self.stride..(at + 1) * self.stride];
            words[at * stride..at * stride + self.stride].copy_from_slice(old);
        }
        (self.words, self.stride) = (words, stride);
    }

    pub fn copy_block(&mut self, from: usize, to: usize) {
        self.words.copy_within(from * self.stride..(from + 1) * self.stride, to * self.stride);
    }

    pub fn truncate(&mut self, count: usize) {
        self.count = self.count.min(count);
        self.words.truncate(self.count * self.stride);
    }

    /// Becomes a copy. Allocates only where it holds less.
    pub fn copy_from(&mut self, other: &Memories) {
        self.words.clone_from(&other.words);
        self.read.clone_from(&other.read);
        (self.stride, self.count) = (other.stride, other.count);
        self.lay_out();
    }

    pub fn blocks(&mut self) -> Blocks<'_> {
        Blocks { words: &mut self.words, stride: self.stride }
    }
}

/// Blocks lent to whoever decides.
pub(crate) struct Blocks<'a> {
    words: &'a mut [u64],
    stride: usize,
}

impl<'a> Blocks<'a> {
    pub fn get(&mut self, at: usize) -> &mut [u64] {
        &mut self.words[at * self.stride..(at + 1) * self.stride]
    }

    pub fn reborrow(&mut self) -> Blocks<'_> {
        Blocks { words: self.words, stride: self.stride }
    }

    #[cfg(feature = "threads")]
    pub fn split_at(self, at: usize) -> (Blocks<'a>, Blocks<'a>) {
        let (a, b) = self.words.split_at_mut(at * self.stride);
        (Blocks { words: a, stride: self.stride }, Blocks { words: b, stride: self.stride })
    }
}

/// Written without the zeros at a block's end: what is written, and hashed, does not depend on what other minds need.
impl Serialize for Memories {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut blocks = serializer.serialize_seq(Some(self.count))?;
        for at in 0..self.count {
            let block = self.get(at).unwrap_or(&[]);
            let used = block.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
            blocks.serialize_element(&block[..used])?;
        }
        blocks.end()
    }
}

/// Blocks as they were read: each as long as what was written of it. One long block makes all long, so that a small file
/// could ask for a lot of memory: they are laid out by [`Memories::lay_out`] only once everything else of as many actors is
/// known to be there.
impl<'de> Deserialize<'de> for Memories {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Memories, D::Error> {
        let read: Vec<Vec<u64>> = Vec::deserialize(deserializer)?;
        let stride = read.iter().map(Vec::len).max().unwrap_or(0);
        if stride > MOST_BYTES / size_of::<u64>() {
            return Err(serde::de::Error::custom("a memory is too large"));
        }
        Ok(Memories { words: Vec::new(), stride, count: read.len(), read })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
    #[repr(C)]
    struct Three {
        a: u32,
        b: f32,
        c: u32,
    }

    #[test]
    fn a_block_is_what_was_written_to_it_and_zero_before() {
        let mut memories = Memories::default();
        memories.widen(words_of::<Three>());
        memories.push();
        memories.push();
        assert_eq!(read::<Three>(memories.get(1).unwrap()), Some(&Three { a: 0, b: 0.0, c: 0 }));
        let written = Three { a: 7, b: -1.5, c: u32::MAX };
        *write::<Three>(memories.blocks().get(1)).unwrap() = written;
        memories.widen(10);
        assert_eq!(read::<Three>(memories.get(1).unwrap()), Some(&written));
        memories.copy_block(1, 0);
        memories.truncate(1);
        assert_eq!((memories.len(), read::<Three>(memories.get(0).unwrap())), (1, Some(&written)));
        memories.clear(0);
        assert!(memories.get(0).unwrap().iter().all(|word| *word == 0));
        assert_eq!(read::<Three>(&[0]), None, "too short");
        assert_eq!(read::<()>(&[]), Some(&()));
    }

    #[test]
    fn what_is_written_does_not_depend_on_how_long_blocks_are() {
        let mut short = Memories::default();
        short.widen(2);
        short.push();
        short.blocks().get(0)[0] = 5;
        let mut long = short.clone();
        long.widen(9);
        let bytes = postcard::to_allocvec(&short).unwrap();
        assert_eq!(bytes, postcard::to_allocvec(&long).unwrap());
        let mut back: Memories = postcard::from_bytes(&bytes).unwrap();
        back.lay_out();
        assert_eq!((back.len(), back.get(0).unwrap()), (1, &[5][..]));
    }

    #[test]
    fn an_optional_index_is_a_number_or_none() {
        assert_eq!(OptionalIndex::NONE.get(), None);
        assert_eq!(OptionalIndex::zeroed(), OptionalIndex::NONE);
        for index in [0, 1, 4_000_000_000] {
            assert_eq!(OptionalIndex::some(index).get(), Some(index));
        }
        assert_eq!(OptionalIndex::some(usize::MAX).get(), None);
    }
}
