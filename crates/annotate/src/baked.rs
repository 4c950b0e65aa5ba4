//! Files that are baked from a repertoire: sealed, with the repertoire's fingerprint in front, so that nothing is played
//! with takes that it was not made of.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Repertoire;
use crate::sealed::{self, SealError};

/// Bytes of a fingerprint.
const FINGERPRINT: usize = 8;

/// The bytes of a file of a kind (at most eight letters) and version.
pub fn to_bytes<T: Serialize>(kind: &str, version: u32, fingerprint: u64, content: &T) -> Vec<u8> {
    let mut payload = fingerprint.to_le_bytes().to_vec();
    // Plain data without maps: there is nothing that postcard could refuse.
    payload.extend(postcard::to_allocvec(content).unwrap_or_default());
    sealed::seal(kind, version, &payload)
}

/// The fingerprint and the content of a file. The lengths in it are not believed: no more memory is asked for than the
/// bytes that are there can fill. Whether the content makes sense is for whoever reads it to check.
pub fn from_bytes<T: DeserializeOwned>(
    kind: &str,
    version: u32,
    bytes: &[u8],
) -> Result<(u64, T), SealError> {
    let payload = sealed::open(kind, version, bytes)?;
    let Some((fingerprint, content)) = payload.split_first_chunk::<FINGERPRINT>() else {
        return Err(SealError::Nonsense("it has no fingerprint".to_string()));
    };
    match postcard::take_from_bytes(content) {
        Ok((content, [])) => Ok((u64::from_le_bytes(*fingerprint), content)),
        Ok((_, over)) => Err(SealError::Nonsense(format!("{} bytes are left over", over.len()))),
        Err(error) => Err(SealError::Nonsense(error.to_string())),
    }
}

/// Refuses a repertoire that a file was not baked from.
pub fn check(fingerprint: u64, repertoire: &Repertoire) -> Result<(), SealError> {
    if repertoire.fingerprint() == fingerprint { Ok(()) } else { Err(SealError::OtherRepertoire) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_what_is_left_over_is_refused() {
        let bytes = to_bytes("test", 1, 7, &(1_u32, vec![2_u8, 3]));
        assert_eq!(from_bytes("test", 1, &bytes), Ok((7, (1_u32, vec![2_u8, 3]))));
        assert!(matches!(from_bytes::<u32>("test", 1, &bytes), Err(SealError::Nonsense(_))));
        assert!(matches!(
            from_bytes::<u32>("test", 1, &sealed::seal("test", 1, b"short")),
            Err(SealError::Nonsense(_))
        ));
    }

    #[test]
    fn a_length_without_its_bytes_is_refused() {
        let mut payload = 7_u64.to_le_bytes().to_vec();
        payload.extend([0xff, 0xff, 0xff, 0xff, 0x0f]);
        let bytes = sealed::seal("test", 1, &payload);
        assert!(matches!(from_bytes::<Vec<u64>>("test", 1, &bytes), Err(SealError::Nonsense(_))));
    }
}
