//! Accessors: numbers out of views, whatever type they are stored as. Nothing outside a view is ever read, and no
//! file gets more memory than its size accounts for.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::buffer::Buffers;
use super::document::{Accessor, Document, Shape, Sparse};
use crate::budget::Budget;
use crate::fault::Fault;

impl Shape {
    fn components(self) -> usize {
        match self {
            Shape::Scalar | Shape::Other => 1,
            Shape::Vec3 => 3,
            Shape::Vec4 => 4,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Shape::Scalar => "SCALAR",
            Shape::Vec3 => "VEC3",
            Shape::Vec4 => "VEC4",
            Shape::Other => "another type",
        }
    }
}

/// How one component is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn new(code: u32) -> Option<Component> {
        Some(match code {
            5120 => Component::I8,
            5121 => Component::U8,
            5122 => Component::I16,
            5123 => Component::U16,
            5125 => Component::U32,
            5126 => Component::F32,
            _ => return None,
        })
    }

    fn size(self) -> usize {
        match self {
            Component::I8 | Component::U8 => 1,
            Component::I16 | Component::U16 => 2,
            Component::U32 | Component::F32 => 4,
        }
    }

    /// `bytes` holds at least as many as the component needs.
    fn decode(self, bytes: &[u8], normalized: bool) -> f32 {
        let (value, most) = match self {
            Component::I8 => (f32::from(bytes[0] as i8), f32::from(i8::MAX)),
            Component::U8 => (f32::from(bytes[0]), f32::from(u8::MAX)),
            Component::I16 => (f32::from(i16::from_le_bytes([bytes[0], bytes[1]])), f32::from(i16::MAX)),
            Component::U16 => (f32::from(u16::from_le_bytes([bytes[0], bytes[1]])), f32::from(u16::MAX)),
            Component::U32 => {
                let value = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                (value as f32, u32::MAX as f32)
            }
            Component::F32 => return f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
        };
        // The lowest signed number is one further from zero than the highest.
        if normalized { (value / most).max(-1.0) } else { value }
    }

    /// As an index, which only unsigned types can be.
    fn index(self, bytes: &[u8]) -> Option<u64> {
        Some(match self {
            Component::U8 => u64::from(bytes[0]),
            Component::U16 => u64::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            Component::U32 => u64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
            _ => return None,
        })
    }
}

/// The numbers of a file, each accessor decoded once.
pub(super) struct Accessors<'a> {
    document: &'a Document,
    buffers: Buffers<'a>,
    decoded: RefCell<BTreeMap<usize, Rc<[f32]>>>,
    spent: Cell<usize>,
}

impl<'a> Accessors<'a> {
    pub fn new(document: &'a Document, buffers: Buffers<'a>) -> Self {
        Accessors { document, buffers, decoded: RefCell::default(), spent: Cell::new(0) }
    }

    /// What the clips made of this file may take.
    pub fn budget(&self) -> Budget {
        Budget::new(self.buffers.size())
    }

    /// The components of all elements of an accessor, which must be of a shape. `place` is who asks.
    pub fn floats(&self, index: usize, shape: Shape, place: &str) -> Result<Rc<[f32]>, Fault> {
        let accessors = &self.document.accessors;
        let Some(accessor) = accessors.get(index) else {
            return Err(Fault::part(
                place,
                format!("names accessor {index}, but there are only {}", accessors.len()),
            ));
        };
        if accessor.shape != shape {
            let what = format!("needs {}, but accessors[{index}] is {}", shape.name(), accessor.shape.name());
            return Err(Fault::part(place, what));
        }
        if let Some(floats) = self.decoded.borrow().get(&index) {
            return Ok(floats.clone());
        }
        let floats: Rc<[f32]> = self.decode(accessor, &format!("accessors[{index}]"))?.into();
        self.decoded.borrow_mut().insert(index, floats.clone());
        Ok(floats)
    }

    fn decode(&self, accessor: &Accessor, place: &str) -> Result<Vec<f32>, Fault> {
        let component = component(accessor.component_type, place)?;
        let stored = match accessor.buffer_view {
            Some(view) => {
                Some(self.elements(accessor, component, view, accessor.byte_offset, accessor.count, place)?)
            }
            None => None,
        };
        // Only now: a count that its view bears out is within the file, another is not.
        let components = accessor.shape.components();
        let size = accessor.count as f64 * components as f64 * 4.0;
        let budget = self.budget();
        budget.used(self.spent.get());
        budget.take(size, || format!("{place} asks for {} elements", accessor.count))?;
        self.spent.set(self.spent.get() + size as usize);

        let mut floats = Vec::with_capacity(accessor.count as usize * components);
        match stored {
            Some(stored) => stored.push(0..accessor.count as usize, &mut floats),
            None => floats.resize(accessor.count as usize * components, 0.0),
        }
        if let Some(sparse) = &accessor.sparse {
            self.replace(accessor, component, sparse, &mut floats, &format!("{place}.sparse"))?;
        }
        Ok(floats)
    }

    /// Puts a sparse accessor's own values over those it shares.
    fn replace(
        &self,
        accessor: &Accessor,
        component: Component,
        sparse: &Sparse,
        floats: &mut [f32],
        place: &str,
    ) -> Result<(), Fault> {
        let values_place = format!("{place}.values");
        let view = sparse.values.buffer_view;
        let values =
            self.elements(accessor, component, view, sparse.values.byte_offset, sparse.count, &values_place)?;
        let place = format!("{place}.indices");
        let kind = self::component(sparse.indices.component_type, &place)?;
        let (view, _) = self.buffers.view(sparse.indices.buffer_view, &place)?;
        let indices = Elements {
            bytes: within(view, sparse.indices.byte_offset, sparse.count, kind.size(), kind.size(), &place)?,
            stride: kind.size(),
            components: 1,
            component: kind,
            normalized: false,
        };
        let components = accessor.shape.components();
        let mut value = Vec::with_capacity(components);
        for at in 0..sparse.count as usize {
            let Some(index) = kind.index(&indices.bytes[at * kind.size()..]) else {
                return Err(Fault::part(place, "must be unsigned integers"));
            };
            if index >= accessor.count {
                let what = format!("number {at} is {index}, but there are only {} elements", accessor.count);
                return Err(Fault::part(place, what));
            }
            value.clear();
            values.push(at..at + 1, &mut value);
            floats[index as usize * components..][..components].copy_from_slice(&value);
        }
        Ok(())
    }

    fn elements(
        &self,
        accessor: &Accessor,
        component: Component,
        view: usize,
        offset: u64,
        count: u64,
        place: &str,
    ) -> Result<Elements<'_>, Fault> {
        let components = accessor.shape.components();
        let size = components * component.size();
        let (bytes, stride) = self.buffers.view(view, place)?;
        let stride = match stride.map(usize::try_from) {
            None | Some(Ok(0)) => size,
            Some(Ok(stride)) if stride >= size => stride,
            _ => {
                let what =
                    format!("has a byteStride less than the {size} bytes of an element, or far too great");
                return Err(Fault::part(format!("bufferViews[{view}]"), what));
            }
        };
        let bytes = within(bytes, offset, count, size, stride, place)?;
        Ok(Elements { bytes, stride, components, component, normalized: accessor.normalized })
    }
}

/// Some elements, known to lie within their view.
struct Elements<'a> {
    bytes: &'a [u8],
    stride: usize,
    components: usize,
    component: Component,
    normalized: bool,
}

impl Elements<'_> {
    fn push(&self, range: std::ops::Range<usize>, out: &mut Vec<f32>) {
        let size = self.component.size();
        for element in range {
            let bytes = &self.bytes[element * self.stride..];
            let parts = bytes.chunks_exact(size).take(self.components);
            out.extend(parts.map(|part| self.component.decode(part, self.normalized)));
        }
    }
}

/// The bytes of a view from an offset, if the elements fit there.
fn within<'a>(
    view: &'a [u8],
    offset: u64,
    count: u64,
    size: usize,
    stride: usize,
    place: &str,
) -> Result<&'a [u8], Fault> {
    // 128 bits hold any product of what a file can say.
    let needed = match count {
        0 => 0,
        count => u128::from(count - 1) * stride as u128 + size as u128,
    };
    match usize::try_from(offset).ok().and_then(|offset| view.get(offset..)) {
        Some(rest) if needed <= rest.len() as u128 => Ok(rest),
        _ => {
            let what = format!(
                "{count} elements from byte {offset} do not fit its bufferView of {} bytes",
                view.len()
            );
            Err(Fault::part(place, what))
        }
    }
}

fn component(code: u32, place: &str) -> Result<Component, Fault> {
    let unknown =
        || Fault::part(format!("{place}.componentType"), format!("{code} is not a component type of glTF"));
    Component::new(code).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_become_numbers_as_the_specification_says() {
        assert_eq!(Component::I8.decode(&[127], true), 1.0);
        assert_eq!(Component::I8.decode(&[0x80], true), -1.0);
        assert_eq!(Component::U8.decode(&[51], true), 0.2);
        assert_eq!(Component::I16.decode(&(-32768_i16).to_le_bytes(), true), -1.0);
        assert_eq!(Component::I16.decode(&32767_i16.to_le_bytes(), true), 1.0);
        assert_eq!(Component::U16.decode(&13107_u16.to_le_bytes(), true), 0.2);
        assert_eq!(Component::I16.decode(&(-300_i16).to_le_bytes(), false), -300.0);
        assert_eq!(Component::F32.decode(&0.25_f32.to_le_bytes(), true), 0.25);
    }
}
