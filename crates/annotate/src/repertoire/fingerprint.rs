//! One number that tells repertoires apart: what is baked of one keeps it, and is refused for another.

use xxhash_rust::xxh3::Xxh3;

use super::Repertoire;

impl Repertoire {
    /// Differs, but for a chance of about one in 10¹⁹, for repertoires whose bodies, motions or annotations differ. The
    /// same on every platform. What a person said counts through the annotations that it led to.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Xxh3::new();
        let mut bytes = Vec::new();
        for (index, joint) in self.skeleton.joints().enumerate() {
            text(&mut bytes, &joint.name);
            whole(&mut bytes, self.skeleton.parent(index).map_or(0, |parent| parent + 1));
            numbers(&mut bytes, &joint.offset.to_array());
        }
        whole(&mut bytes, self.takes.len());
        for take in &self.takes {
            text(&mut bytes, &take.clip.name);
            numbers(&mut bytes, &[take.clip.rate()]);
            whole(&mut bytes, take.clip.frames());
            // Frame by frame, so that an hour of motion is not in memory twice.
            for frame in 0..take.clip.frames() {
                let pose = take.clip.frame(frame);
                pose.translations.iter().for_each(|at| numbers(&mut bytes, &at.to_array()));
                pose.rotations.iter().for_each(|rotation| numbers(&mut bytes, &rotation.to_array()));
                hash.update(&bytes);
                bytes.clear();
            }
            // Plain data in memory: writing it down cannot fail.
            bytes.extend(postcard::to_allocvec(&take.annotation).unwrap_or_default());
        }
        hash.update(&bytes);
        hash.digest()
    }
}

/// With its length, so that two texts cannot run into each other.
fn text(bytes: &mut Vec<u8>, text: &str) {
    whole(bytes, text.len());
    bytes.extend_from_slice(text.as_bytes());
}

fn whole(bytes: &mut Vec<u8>, number: usize) {
    bytes.extend_from_slice(&(number as u64).to_le_bytes());
}

fn numbers(bytes: &mut Vec<u8>, numbers: &[f32]) {
    numbers.iter().for_each(|number| bytes.extend_from_slice(&number.to_bits().to_le_bytes()));
}
