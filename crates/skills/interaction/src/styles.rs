//! What those want who fight by a graph.
//!
//! Paper: Shum 2010, table 4.1. Departs from it: how far somebody is from where he wants to be, and where he faces, count as
//! much as a tenth of a good blow where they are wrong, and not as a ten-thousandth. By the paper's weights who looks far
//! ahead finds that whoever comes into reach first loses by it, and two of them never meet. For the same reason an outboxer
//! wants to be where his kicks still reach, and nobody thinks nothing of a blow that is not of his kind.

use footwork_encounter::Style;

/// Fights at any range.
pub const BOXER: Style = Style {
    facing: 4e3,
    spacing: 1.5e4,
    distance: 0.8,
    take: 9e4,
    attack: 1.5e4,
    impulse: 0.4,
    repeat: 1.2e4,
    whim: 5e2,
    ..Style::BOXER
};
/// Comes near, for hooks and knees.
pub const INFIGHTER: Style = Style {
    name: "infighter",
    distance: 0.7,
    give: [1.2e5, 6e4],
    take: 6e4,
    attack: 3e4,
    impulse: 0.6,
    ..BOXER
};
/// Stays where only long blows reach.
pub const OUTBOXER: Style =
    Style { name: "outboxer", distance: 1.15, give: [5e4, 1.2e5], take: 1.2e5, ..BOXER };

/// All of them: those that a dial switches to.
pub const STYLES: [Style; 3] = [BOXER, INFIGHTER, OUTBOXER];
