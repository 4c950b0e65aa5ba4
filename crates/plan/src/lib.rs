//! Deciding, with no idea of bodies: tabular solvers and interpolated grids.

pub mod grid;
pub mod sweep;
