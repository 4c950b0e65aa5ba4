//! Why tries fail, for who has written a pattern that nothing fulfils.

/// What came nearest to fulfilling a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Miss {
    pub tried: usize,
    /// How many failed so: the distance between them, the order, an unwanted touch, a wanted one that did not come.
    pub reasons: [usize; 4],
    /// m, how far the best wanted touch was off.
    pub nearest: Option<f32>,
}

impl Miss {
    pub fn join(&mut self, other: &Miss) {
        self.tried += other.tried;
        for (own, other) in self.reasons.iter_mut().zip(other.reasons) {
            *own += other;
        }
        self.nearest = match (self.nearest, other.nearest) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }

    pub fn say(&self) -> String {
        if self.tried == 0 {
            return "from there nothing comes near the other one at all: wish for another `distance` or `facing`".to_string();
        }
        let [distance, order, touch, none] = self.reasons;
        let near = self.nearest.map_or(String::new(), |near| {
            format!("; the nearest was {:.0} cm off: allow more with `contact`", near * 100.0)
        });
        format!(
            "of {} tries {distance} stood in each other, {order} came in the wrong order, {touch} touched where they should \
             not, {none} did not reach{near}",
            self.tried
        )
    }

    pub fn fail(&mut self, reason: usize) {
        self.tried += 1;
        self.reasons[reason] += 1;
    }
}
