//! The envelope of everything that is baked: what it is, which version, how long, and a checksum.
//!
//! A file that is of another kind or version, cut short or damaged is refused with a sentence, never half-read.

use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"footwork";
/// Bytes of magic, kind, version, length and checksum, eight each: what stands before the payload, and tells a file from others.
pub const HEAD: usize = 40;

/// Why baked bytes cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SealError {
    #[error("this is no {wanted}: it was not written by Footwork")]
    Foreign { wanted: String },
    #[error("this is no {wanted}, but a Footwork {found:?} file")]
    OtherKind { wanted: String, found: String },
    #[error("it is of version {found}, and this Footwork reads version {wanted}: make it again")]
    OtherVersion { found: u64, wanted: u32 },
    #[error("it is cut short: {found} of {expected} bytes are there; make it again or fetch it anew")]
    CutShort { found: u64, expected: u64 },
    #[error("it is damaged: its checksum is wrong; make it again or fetch it anew")]
    Damaged,
    #[error("what is in it makes no sense: {0}; make it again")]
    Nonsense(String),
    #[error("it was baked from another repertoire, or from an older state of this one; bake it again")]
    OtherRepertoire,
}

/// Wraps a payload. The kind is at most eight letters, such as `rep`.
pub fn seal(kind: &str, version: u32, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + payload.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&kind_bytes(kind));
    bytes.extend_from_slice(&u64::from(version).to_le_bytes());
    bytes.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    let sum = checksum(&bytes, payload);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes.extend_from_slice(payload);
    bytes
}

/// Unwraps a payload of a kind and version.
pub fn open<'a>(kind: &str, version: u32, bytes: &'a [u8]) -> Result<&'a [u8], SealError> {
    let magic = &bytes[..bytes.len().min(MAGIC.len())];
    if magic.is_empty() || !MAGIC.starts_with(magic) {
        return Err(SealError::Foreign { wanted: kind.to_string() });
    }
    let found = bytes.len() as u64;
    let Some((head, payload)) = bytes.split_at_checked(HEAD) else {
        return Err(SealError::CutShort { found, expected: HEAD as u64 });
    };
    let field = |at: usize| head[at..at + 8].try_into().map_or(0, u64::from_le_bytes);
    if head[8..16] != kind_bytes(kind) {
        let found = String::from_utf8_lossy(&head[8..16]).trim_end_matches('\0').to_string();
        return Err(SealError::OtherKind { wanted: kind.to_string(), found });
    }
    if field(16) != u64::from(version) {
        return Err(SealError::OtherVersion { found: field(16), wanted: version });
    }
    let expected = field(24).saturating_add(HEAD as u64);
    if found < expected {
        return Err(SealError::CutShort { found, expected });
    }
    if found > expected || field(32) != checksum(&head[..32], payload) {
        return Err(SealError::Damaged);
    }
    Ok(payload)
}

fn kind_bytes(kind: &str) -> [u8; 8] {
    let mut bytes = [0; 8];
    let length = kind.len().min(8);
    bytes[..length].copy_from_slice(&kind.as_bytes()[..length]);
    bytes
}

/// Over everything but itself.
fn checksum(head: &[u8], payload: &[u8]) -> u64 {
    xxh3_64(head) ^ xxh3_64(payload).rotate_left(17)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_was_sealed_opens_to_the_same_bytes(payload: Vec<u8>, version: u32) {
            let bytes = seal("rep", version, &payload);
            prop_assert_eq!(open("rep", version, &bytes), Ok(&payload[..]));
        }

        #[test]
        fn any_flipped_bit_is_found(payload: Vec<u8>, at: prop::sample::Index, bit in 0..8_u32) {
            let mut bytes = seal("rep", 1, &payload);
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
            prop_assert!(open("rep", 1, &bytes).is_err());
        }

        #[test]
        fn any_cut_is_found(payload: Vec<u8>, at: prop::sample::Index) {
            let bytes = seal("rep", 1, &payload);
            prop_assert!(open("rep", 1, &bytes[..at.index(bytes.len())]).is_err());
        }
    }

    #[test]
    fn each_refusal_says_what_is_the_matter() {
        let bytes = seal("rep", 2, b"payload");
        assert!(
            matches!(open("skill", 2, &bytes), Err(SealError::OtherKind { found, .. }) if found == "rep")
        );
        assert_eq!(open("rep", 3, &bytes), Err(SealError::OtherVersion { found: 2, wanted: 3 }));
        assert_eq!(open("rep", 2, &bytes[..43]), Err(SealError::CutShort { found: 43, expected: 47 }));
        assert!(matches!(open("rep", 2, b"HIERARCHY"), Err(SealError::Foreign { .. })));
        assert!(matches!(open("rep", 2, b""), Err(SealError::Foreign { .. })));
    }
}
