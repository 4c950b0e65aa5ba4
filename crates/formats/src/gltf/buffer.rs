//! Where numbers lie: buffers, loaded when first asked for, and views of them.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::document::{Document, Packed};
use super::meshopt::{self, Filter};
use crate::fault::Fault;

type Outside<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

pub(super) struct Buffers<'a> {
    document: &'a Document,
    binary: Option<&'a [u8]>,
    outside: Outside<'a>,
    loaded: Vec<OnceCell<Bytes<'a>>>,
    /// What packed views hold, by the view.
    unpacked: Vec<OnceCell<Vec<u8>>>,
    /// By path, so that a thousand buffers in one file do not load it a thousand times.
    files: RefCell<BTreeMap<String, Rc<[u8]>>>,
    size: Cell<usize>,
}

enum Bytes<'a> {
    Here(&'a [u8]),
    Shared(Rc<[u8]>),
}

impl<'a> Buffers<'a> {
    pub fn new(document: &'a Document, file: &[u8], binary: Option<&'a [u8]>, outside: Outside<'a>) -> Self {
        let loaded = document.buffers.iter().map(|_| OnceCell::new()).collect();
        let unpacked = document.buffer_views.iter().map(|_| OnceCell::new()).collect();
        let size = Cell::new(file.len());
        Buffers { document, binary, outside, loaded, unpacked, files: RefCell::default(), size }
    }

    /// How many bytes were given: the file's own and those of the files beside it that were needed.
    pub fn size(&self) -> usize {
        self.size.get()
    }

    /// The bytes of a view, and its stride where it has one.
    pub fn view(&self, index: usize, place: &str) -> Result<(&[u8], Option<u64>), Fault> {
        let views = &self.document.buffer_views;
        let Some(view) = views.get(index) else {
            return Err(Fault::part(
                place,
                format!("names bufferView {index}, but there are only {}", views.len()),
            ));
        };
        let here = format!("bufferViews[{index}]");
        match (view.meshopt(), view.packed_by()) {
            (Some(packed), _) => Ok((self.unpacked(index, &packed, &here)?, Some(packed.byte_stride))),
            (None, Some(extension)) => {
                let what = format!("is packed by {extension}, which is not supported; unpack it first");
                Err(Fault::part(here, what))
            }
            (None, None) => {
                let place = (view.buffer, view.byte_offset, view.byte_length);
                Ok((self.slice(place, &here)?, view.byte_stride))
            }
        }
    }

    fn slice(&self, (index, offset, length): (usize, u64, u64), place: &str) -> Result<&[u8], Fault> {
        let buffer = self.buffer(index, place)?;
        let end = offset.checked_add(length);
        // Lengths of slices fit 64 bits, so what is within one fits its length's type.
        match end.filter(|&end| end <= buffer.len() as u64) {
            Some(end) => Ok(&buffer[offset as usize..end as usize]),
            None => {
                let what = format!(
                    "has {length} bytes from byte {offset}, but buffers[{index}] has only {}",
                    buffer.len()
                );
                Err(Fault::part(place, what))
            }
        }
    }

    fn unpacked(&self, index: usize, packed: &Packed<'_>, here: &str) -> Result<&[u8], Fault> {
        let refuse = |what: String| Fault::part(here, what);
        let Some(cell) = self.unpacked.get(index) else { return Ok(&[]) };
        if cell.get().is_none() {
            let filter = match (packed.mode, packed.filter) {
                ("ATTRIBUTES", "NONE") => Filter::None,
                ("ATTRIBUTES", "QUATERNION") => Filter::Quaternion,
                ("ATTRIBUTES", "EXPONENTIAL") => Filter::Exponential,
                (mode, filter) => {
                    return Err(refuse(format!("holds {mode} with {filter}, which no key frames are")));
                }
            };
            let bytes = self.slice((packed.buffer, packed.byte_offset, packed.byte_length), here)?;
            let [count, stride] =
                [packed.count, packed.byte_stride].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
            let _ = cell.set(meshopt::unpack(bytes, count, stride, filter).map_err(refuse)?);
        }
        Ok(cell.get().map_or(&[], Vec::as_slice))
    }

    pub fn buffer(&self, index: usize, place: &str) -> Result<&[u8], Fault> {
        let Some((cell, buffer)) = self.loaded.get(index).zip(self.document.buffers.get(index)) else {
            let what = format!("names buffer {index}, but there are only {}", self.loaded.len());
            return Err(Fault::part(format!("{place}.buffer"), what));
        };
        if cell.get().is_none() {
            // Set only here, and this type stays on one thread.
            let _ = cell.set(self.load(index, buffer.uri.as_deref())?);
        }
        let bytes = match cell.get() {
            Some(Bytes::Here(bytes)) => bytes,
            Some(Bytes::Shared(bytes)) => &bytes[..],
            None => &[],
        };
        // A binary chunk may be up to three bytes longer than its buffer.
        match usize::try_from(buffer.byte_length).ok().and_then(|length| bytes.get(..length)) {
            Some(bytes) => Ok(bytes),
            None => {
                let what =
                    format!("says it has {} bytes, but only {} are there", buffer.byte_length, bytes.len());
                Err(Fault::part(format!("buffers[{index}]"), what))
            }
        }
    }

    fn load(&self, index: usize, uri: Option<&str>) -> Result<Bytes<'a>, Fault> {
        let place = format!("buffers[{index}]");
        let Some(uri) = uri else {
            return match self.binary.filter(|_| index == 0) {
                Some(binary) => Ok(Bytes::Here(binary)),
                None => Err(Fault::part(place, "has no uri, and the file has no binary chunk for it")),
            };
        };
        let place = place + ".uri";
        if uri.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
            return Ok(Bytes::Shared(decode_data(uri).map_err(|what| Fault::part(place, what))?.into()));
        }
        let path = safe_path(uri).map_err(|what| Fault::part(&place, what))?;
        if let Some(bytes) = self.files.borrow().get(&path) {
            return Ok(Bytes::Shared(bytes.clone()));
        }
        let bytes = (self.outside)(&path).map_err(|what| Fault::part(place, format!("{path:?}: {what}")))?;
        self.size.set(self.size.get().saturating_add(bytes.len()));
        let bytes: Rc<[u8]> = bytes.into();
        self.files.borrow_mut().insert(path, bytes.clone());
        Ok(Bytes::Shared(bytes))
    }
}

fn decode_data(uri: &str) -> Result<Vec<u8>, String> {
    // Some writers leave the padding out.
    const LENIENT: GeneralPurpose = GeneralPurpose::new(
        &STANDARD,
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
    );
    let Some((head, data)) = uri.split_once(',') else {
        return Err("a data URI without a comma holds no data".into());
    };
    if !head.ends_with(";base64") {
        return Err("a data URI that is not base64 cannot be read".into());
    }
    LENIENT.decode(data.as_bytes()).map_err(|error| format!("its base64 is broken: {error}"))
}

/// The path that a URI stands for, if it stays in the file's own folder.
pub(super) fn safe_path(uri: &str) -> Result<String, String> {
    let path = percent_decode(uri).ok_or_else(|| format!("{uri:?} is not a URI"))?;
    let refuse = |why: &str| Err(format!("{path:?} {why}; only files beside this one are opened"));
    // Also a drive letter of Windows.
    if path.split(['/', '\\']).next().is_some_and(|first| first.contains(':')) {
        return refuse("has a scheme");
    }
    if path.starts_with(['/', '\\']) {
        return refuse("is absolute");
    }
    if path.split(['/', '\\']).any(|part| part == "..") {
        return refuse("leaves the file's folder");
    }
    if path.is_empty() || path.contains('\0') {
        return refuse("is not a path");
    }
    Ok(path)
}

fn percent_decode(uri: &str) -> Option<String> {
    let mut out = Vec::with_capacity(uri.len());
    let mut bytes = uri.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let mut digit = || char::from(bytes.next()?).to_digit(16);
            let (high, low) = (digit()?, digit()?);
            out.push((high * 16 + low) as u8);
        } else {
            out.push(byte);
        }
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_leave_the_folder_are_refused_however_they_are_spelt() {
        for uri in [
            "/etc/a",
            "../a",
            "b/../../a",
            "%2e%2e/a",
            "b%2F..%2Fa",
            "..\\a",
            "\\\\host\\a",
            "C:\\a",
            "file:///a",
        ] {
            assert!(safe_path(uri).is_err(), "{uri}");
        }
        for uri in ["http://host/a", "", "a%00", "a%", "a%zz", "%ff"] {
            assert!(safe_path(uri).is_err(), "{uri}");
        }
        assert_eq!(safe_path("my%20take/..a.bin"), Ok("my take/..a.bin".into()));
    }

    #[test]
    fn data_uris_are_decoded_with_and_without_padding() {
        for data in ["AQI=", "AQI"] {
            let uri = format!("data:application/octet-stream;base64,{data}");
            assert_eq!(decode_data(&uri), Ok(vec![1, 2]));
        }
        assert!(decode_data("data:text/plain,hello").is_err());
        assert!(decode_data("data:;base64,A!").is_err());
        assert!(decode_data("data:").is_err());
    }
}
