//! Plots as data: what is to be drawn, not how. The command draws them as SVG.

/// A picture of one or more panels side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// Of its file, without an ending.
    pub name: &'static str,
    /// Above it.
    pub title: String,
    /// From left to right, a few in a row.
    pub panels: Vec<Panel>,
}

/// One pair of axes, and what is drawn on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// Above it.
    pub title: String,
    /// Across.
    pub x: Axis,
    /// Up.
    pub y: Axis,
    /// In the order in which they are drawn; those that have a name are in the legend.
    pub marks: Vec<Mark>,
}

/// An axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// With the unit.
    pub name: String,
    /// From where to where; none to hold all that is drawn.
    pub range: Option<[f64; 2]>,
}

/// Something that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A line through points.
    Line {
        /// For the legend.
        name: String,
        /// Across and up.
        points: Vec<[f64; 2]>,
    },
    /// Points by themselves.
    Points {
        /// For the legend.
        name: String,
        /// Across and up.
        points: Vec<[f64; 2]>,
    },
    /// One bar for each name, side by side.
    Bars(Vec<(String, f64)>),
    /// Cells of equal size that fill the axes, row by row from the bottom: white is 0, black is 1.
    Cells(Vec<Vec<f64>>),
}
