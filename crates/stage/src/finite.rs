//! Whether all numbers of something are numbers: goes over it as if to write it, and keeps nothing.

use std::fmt::Display;

use serde::ser::{self, Serialize, Serializer};

/// Whether no float of it is infinite or not a number.
pub(crate) fn is_finite(value: &impl Serialize) -> bool {
    value.serialize(Looking).is_ok()
}

/// Found one. That is all there is to say.
#[derive(Debug, thiserror::Error)]
#[error("a number is infinite, or none")]
struct NotFinite;

impl ser::Error for NotFinite {
    fn custom<T: Display>(_: T) -> NotFinite {
        NotFinite
    }
}

#[derive(Clone, Copy)]
struct Looking;

type Found = Result<(), NotFinite>;

impl Serializer for Looking {
    type Ok = ();
    type Error = NotFinite;
    type SerializeSeq = Looking;
    type SerializeTuple = Looking;
    type SerializeTupleStruct = Looking;
    type SerializeTupleVariant = Looking;
    type SerializeMap = Looking;
    type SerializeStruct = Looking;
    type SerializeStructVariant = Looking;

    fn serialize_f32(self, value: f32) -> Found {
        if value.is_finite() { Ok(()) } else { Err(NotFinite) }
    }

    fn serialize_f64(self, value: f64) -> Found {
        if value.is_finite() { Ok(()) } else { Err(NotFinite) }
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Found {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Found {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Found {
        value.serialize(self)
    }

    // What holds more than one thing.

    fn serialize_seq(self, _: Option<usize>) -> Result<Looking, NotFinite> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Looking, NotFinite> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Looking, NotFinite> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Looking, NotFinite> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Looking, NotFinite> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Looking, NotFinite> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Looking, NotFinite> {
        Ok(self)
    }

    // What is no float.

    fn serialize_bool(self, _: bool) -> Found {
        Ok(())
    }

    fn serialize_i8(self, _: i8) -> Found {
        Ok(())
    }

    fn serialize_i16(self, _: i16) -> Found {
        Ok(())
    }

    fn serialize_i32(self, _: i32) -> Found {
        Ok(())
    }

    fn serialize_i64(self, _: i64) -> Found {
        Ok(())
    }

    fn serialize_u8(self, _: u8) -> Found {
        Ok(())
    }

    fn serialize_u16(self, _: u16) -> Found {
        Ok(())
    }

    fn serialize_u32(self, _: u32) -> Found {
        Ok(())
    }

    fn serialize_u64(self, _: u64) -> Found {
        Ok(())
    }

    fn serialize_char(self, _: char) -> Found {
        Ok(())
    }

    fn serialize_str(self, _: &str) -> Found {
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Found {
        Ok(())
    }

    fn serialize_none(self) -> Found {
        Ok(())
    }

    fn serialize_unit(self) -> Found {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Found {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Found {
        Ok(())
    }
}

impl ser::SerializeSeq for Looking {
    type Ok = ();
    type Error = NotFinite;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Found {
        value.serialize(*self)
    }

    fn end(self) -> Found {
        Ok(())
    }
}

impl ser::SerializeTuple for Looking {
    type Ok = ();
    type Error = NotFinite;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Found {
        value.serialize(*self)
    }

    fn end(self) -> Found {
        Ok(())
    }
}

impl ser::SerializeTupleStruct for Looking {
    type Ok = ();
    type Error = NotFinite;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Found {
        value.serialize(*self)
    }

    fn end(self) -> Found {
        Ok(())
    }
}

impl ser::SerializeTupleVariant for Looking {
    type Ok = ();
    type Error = NotFinite;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Found {
        value.serialize(*self)
    }

    fn end(self) -> Found {
        Ok(())
    }
}

impl ser::SerializeMap for Looking {
    type Ok = ();
    type Error = NotFinite;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Found {
        key.serialize(*self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Found {
        value.serialize(*self)
    }

    fn end(self) -> Found {
        Ok(())
    }
}

impl ser::SerializeStruct for Looking {
    type Ok = ();
    type Error = NotFinite;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Found {
        value.serialize(*self)
    }

    fn end(self) -> Found {
        Ok(())
    }
}

impl ser::SerializeStructVariant for Looking {
    type Ok = ();
    type Error = NotFinite;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Found {
        value.serialize(*self)
    }

    fn end(self) -> Found {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn a_number_that_is_none_is_found_wherever_it_is() {
        #[derive(serde::Serialize)]
        enum Any {
            Unit,
            One(Option<f32>),
            Two(f64, u8),
            Named { list: Vec<Vec3> },
        }
        assert!(is_finite(&[Any::Unit, Any::One(None), Any::One(Some(1.0)), Any::Two(0.0, 1)]));
        assert!(is_finite(&Any::Named { list: vec![Vec3::ONE] }));
        assert!(!is_finite(&Any::One(Some(f32::NAN))));
        assert!(!is_finite(&Any::Two(f64::INFINITY, 1)));
        assert!(!is_finite(&Any::Named { list: vec![Vec3::ONE, Vec3::new(0.0, f32::NEG_INFINITY, 0.0)] }));
    }
}
