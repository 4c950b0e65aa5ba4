//! The outermost layer: a `.glb` is a header and chunks, a `.gltf` is bare JSON.

use crate::fault::Fault;

const MAGIC: &[u8; 4] = b"glTF";
const JSON: u32 = u32::from_le_bytes(*b"JSON");
const BIN: u32 = u32::from_le_bytes(*b"BIN\0");

/// The JSON of a file, and its binary chunk where it has one.
pub(super) fn open(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), Fault> {
    if !bytes.starts_with(MAGIC) {
        return Ok((bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), None));
    }
    let (Some(version), Some(length)) = (word(bytes, 4), word(bytes, 8)) else {
        return Err(Fault::part("header", "the file ends inside it"));
    };
    if version != 2 {
        return Err(Fault::Other(format!("this is GLB version {version}; only version 2 can be read")));
    }
    let Some(mut rest) = bytes.get(12..length as usize) else {
        let what =
            format!("says that the file has {length} bytes, but it has {}; was it cut short?", bytes.len());
        return Err(Fault::part("header", what));
    };
    let (mut json, mut binary) = (None, None);
    let mut chunk = 0;
    // Chunks of other kinds are to be passed over.
    while !rest.is_empty() {
        let place = || format!("chunk {chunk}");
        let (Some(length), Some(kind)) = (word(rest, 0), word(rest, 4)) else {
            return Err(Fault::part(place(), "the file ends inside its header"));
        };
        let available = rest.len() - 8;
        let Some(content) = rest[8..].get(..length as usize) else {
            return Err(Fault::part(
                place(),
                format!("says it has {length} bytes, but {available} are left"),
            ));
        };
        match kind {
            JSON if chunk == 0 => json = Some(content),
            BIN if binary.is_none() => binary = Some(content),
            _ => {}
        }
        rest = &rest[8 + length as usize..];
        chunk += 1;
    }
    let json = json.ok_or_else(|| Fault::part("chunk 0", "is not the JSON that a GLB file begins with"))?;
    Ok((json, binary))
}

/// What stands before the binary chunk of so many bytes in a `.glb`, the JSON included; none if the whole would not fit the
/// format's 4 GiB. The binary chunk is a multiple of four bytes long.
pub(super) fn before_binary(mut json: Vec<u8>, binary: usize) -> Option<Vec<u8>> {
    json.resize(json.len().next_multiple_of(4), b' ');
    let head = 12 + 8 + json.len() + 8;
    let length = u32::try_from(head.checked_add(binary)?).ok()?;
    let mut out = Vec::with_capacity(head);
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&2_u32.to_le_bytes());
    out.extend_from_slice(&length.to_le_bytes());
    // No longer than the whole, which fits.
    out.extend_from_slice(&(json.len() as u32).to_le_bytes());
    out.extend_from_slice(&JSON.to_le_bytes());
    out.extend_from_slice(&json);
    out.extend_from_slice(&(binary as u32).to_le_bytes());
    out.extend_from_slice(&BIN.to_le_bytes());
    Some(out)
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(binary: &[u8]) -> Vec<u8> {
        let mut glb = before_binary(b"{}".to_vec(), binary.len()).unwrap();
        glb.extend_from_slice(binary);
        glb
    }

    #[test]
    fn what_is_closed_opens_again() {
        let glb = close(&[1, 2, 3, 4, 5, 0, 0, 0]);
        assert_eq!(glb.len() % 4, 0);
        assert_eq!(open(&glb), Ok((&b"{}  "[..], Some(&[1, 2, 3, 4, 5, 0, 0, 0][..]))));
        assert_eq!(before_binary(b"{}".to_vec(), u32::MAX as usize), None);
    }

    #[test]
    fn every_cut_and_every_changed_header_byte_is_survived() {
        let glb = close(&[1, 2, 3, 4]);
        for length in 4..glb.len() {
            assert!(open(&glb[..length]).is_err(), "cut to {length} bytes");
        }
        for at in 0..glb.len() {
            for value in [0, 1, 11, 127, 255] {
                let mut changed = glb.clone();
                changed[at] = value;
                let _ = open(&changed);
            }
        }
    }

    #[test]
    fn bare_json_is_taken_as_it_is_without_its_byte_order_mark() {
        assert_eq!(open(b"\xef\xbb\xbf{}"), Ok((&b"{}"[..], None)));
    }
}
