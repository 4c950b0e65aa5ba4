//! What has which colour. Colours themselves are in `style.css`, once for light and once for dark.

use footwork_annotate::{Limb, Repertoire};

use crate::html::{put, words};

/// How many colours `style.css` has for classes: `k0` to `k9`.
pub const SLOTS: usize = 10;

/// Classes that always have the same colour, so that two reports can be compared.
const KNOWN: [(&str, usize); 11] = [
    ("stand", 0),
    ("stance", 0),
    ("idle", 0),
    ("movement", 1),
    ("attack", 2),
    ("avoid", 3),
    ("block", 4),
    ("hit", 5),
    ("fall", 6),
    ("lying", 7),
    ("rise", 8),
];

/// Shown for an action without any class.
pub const UNNAMED: &str = "unnamed";

/// The colours of general classes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Classes {
    /// Each class and its colour, in the order of first use.
    slots: Vec<(String, usize)>,
}

impl Classes {
    /// Gives every general class of a repertoire a colour.
    pub fn of(repertoire: &Repertoire) -> Classes {
        let mut classes = Classes::default();
        for action in repertoire.takes.iter().flat_map(|take| &take.annotation.actions) {
            classes.add(general(&action.classes));
        }
        classes
    }

    /// Gives a class a colour, where it has none.
    pub fn add(&mut self, class: &str) {
        if self.slots.iter().any(|(name, _)| name == class) {
            return;
        }
        let known = KNOWN.iter().find(|(name, _)| *name == class).map(|(_, slot)| *slot);
        let slot = known.unwrap_or_else(|| {
            // The first colour from the end that nothing has yet; with too many classes, colours come again.
            let free = (0..SLOTS).rev().find(|slot| {
                self.slots.iter().all(|(_, used)| used != slot)
                    && KNOWN.iter().all(|(_, known)| known != slot)
            });
            free.unwrap_or((1 + self.slots.len()) % SLOTS)
        });
        self.slots.push((class.into(), slot));
    }

    /// The colour of a class.
    pub fn slot(&self, class: &str) -> usize {
        self.slots.iter().find(|(name, _)| name == class).map_or(0, |(_, slot)| *slot)
    }

    /// What has which colour. Classes that share a colour stand together.
    pub fn legend(&self, out: &mut String) {
        put!(out, "<div class=\"legend\">");
        for slot in 0..SLOTS {
            let names: Vec<String> =
                self.slots.iter().filter(|(_, used)| *used == slot).map(|(name, _)| words(name)).collect();
            if !names.is_empty() {
                put!(out, "<span><i class=\"swatch k{slot}\"></i>{}</span>", names.join(", "));
            }
        }
        put!(out, "</div>\n");
    }
}

/// The more general class of an action comes first.
pub fn general(classes: &[String]) -> &str {
    classes.first().map_or(UNNAMED, String::as_str)
}

/// The number of a limb's colour: `l0` to `l7`.
pub fn limb_slot(limb: Limb) -> usize {
    Limb::ALL.iter().position(|other| *other == limb).unwrap_or(0)
}

/// A limb's mark as a path around a point: a shape for what strikes, so that colour is not needed to tell them apart.
pub fn limb_mark(limb: Limb) -> &'static str {
    match limb {
        Limb::LeftHand | Limb::RightHand => "m-4 0a4 4 0 1 1 8 0a4 4 0 1 1-8 0z",
        Limb::LeftElbow | Limb::RightElbow => "m0-5l5 8h-10z",
        Limb::LeftKnee | Limb::RightKnee => "m-3.5-3.5h7v7h-7z",
        Limb::LeftFoot | Limb::RightFoot => "m0-5l5 5l-5 5l-5-5z",
    }
}

/// What the marks of some limbs mean.
pub fn limb_legend(out: &mut String, limbs: impl Fn(Limb) -> bool) {
    put!(out, "<div class=\"legend\">");
    for limb in Limb::ALL.into_iter().filter(|limb| limbs(*limb)) {
        put!(
            out,
            "<span><svg class=\"key\" width=\"12\" height=\"12\"><path class=\"l{}\" d=\"M6 6{}\"/></svg>{}</span>",
            limb_slot(limb),
            limb_mark(limb),
            words(limb.name())
        );
    }
    put!(out, "</div>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_keep_their_colour_and_new_ones_get_a_free_one() {
        let mut classes = Classes::default();
        for class in ["dance", "attack", "stand", "stance", "dance"] {
            classes.add(class);
        }
        assert_eq!(classes.slots.len(), 4);
        assert_eq!([classes.slot("attack"), classes.slot("stance"), classes.slot("dance")], [2, 0, 9]);
        for index in 0..30 {
            classes.add(&format!("class_{index}"));
        }
        assert!(classes.slots.iter().all(|(_, slot)| *slot < SLOTS));
    }
}
