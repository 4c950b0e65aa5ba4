//! Fragments from mirrored takes: a repertoire with its mirror images added, which a stage plays like any other.
//!
//! Paper: *Responsive Characters from Motion Fragments*, sec. 5 names reflection to fill gaps, and does not do it.

use footwork_annotate::Repertoire;
use footwork_motion::MissingRole;

/// Adds the mirror image of every take that has none yet, after all takes. Those that are there stay as they are.
pub fn with_mirrors(repertoire: Repertoire) -> Result<Repertoire, MissingRole> {
    repertoire.with_mirrors()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::performed;
    use footwork_graph::{FragmentSettings, fragments};

    #[test]
    fn a_mirrored_take_shows_the_same_to_the_other_side() {
        let plain = performed(8.0);
        let both = with_mirrors(plain.clone()).unwrap();
        assert_eq!(both.takes.len(), 4);
        assert_eq!(with_mirrors(both.clone()).unwrap(), both, "twice is once");
        let cut = fragments::build(&both, &FragmentSettings::PAPER).unwrap();
        let half = cut.segments.len() / 2;
        for (own, other) in cut.controls[..half].iter().zip(&cut.controls[half..]) {
            assert!((own.velocity[0] + other.velocity[0]).abs() < 0.05, "{own:?} {other:?}");
            assert!((own.velocity[1] - other.velocity[1]).abs() < 0.05, "{own:?} {other:?}");
            assert!((own.turning + other.turning).abs() < 0.1, "{own:?} {other:?}");
            assert_eq!(own.airborne, other.airborne);
        }
    }
}
