//! The kernel without special instructions: the same operations in the same order, one lane at a time.

use super::{Best, GROUP, Line, PANEL, STRIDE, SUB};

pub(super) fn tile(a: &[f32], lines: &[Line], first: i32, best: &mut Best) {
    for (stretch, (part, lines)) in (first..).zip(lines.chunks(SUB).enumerate()) {
        for row in 0..GROUP {
            let a = &a[row * STRIDE + part * SUB..][..lines.len()];
            let (value, at) = (&mut best.value[row], &mut best.stretch[row]);
            for (a, line) in a.iter().zip(lines) {
                for lane in 0..PANEL {
                    let here = a.mul_add(line.response[lane], line.future[lane]);
                    if here > value[lane] {
                        (value[lane], at[lane]) = (here, stretch);
                    }
                }
            }
        }
    }
}

pub(super) fn find(
    a: &[f32],
    lines: &[Line],
    value: &[f32; PANEL],
    lanes: u32,
    at: &mut [u32; PANEL],
) -> u32 {
    let mut left = lanes;
    for (index, (a, line)) in (0..).zip(a.iter().zip(lines)) {
        for lane in 0..PANEL {
            let open = left & (1 << lane) != 0;
            if open && a.mul_add(line.response[lane], line.future[lane]) == value[lane] {
                at[lane] = index;
                left &= !(1 << lane);
            }
        }
    }
    lanes & !left
}

pub(super) fn list(to: &[u32], quality: &[f32], lines: &[Line], at: &mut [u32; PANEL]) {
    let mut value = [f32::NEG_INFINITY; PANEL];
    for (&to, a) in to.iter().zip(quality) {
        let line = &lines[to as usize];
        for lane in 0..PANEL {
            let here = a.mul_add(line.response[lane], line.future[lane]);
            if here > value[lane] {
                (value[lane], at[lane]) = (here, to);
            }
        }
    }
}
