//! How much memory a file may make: a few bytes of it must not ask for gigabytes.

use std::cell::Cell;

use crate::fault::Fault;

/// How much memory a file may still ask for: one allowance for its key frames, one for its clips.
pub(crate) struct Budget {
    left: Cell<usize>,
    bytes: usize,
}

impl Budget {
    /// Small files may grow to this.
    const LEAST: usize = 64 << 20;
    /// Large ones to this many times their size.
    const TIMES: usize = 16;

    pub fn new(bytes: usize) -> Budget {
        Budget { left: Cell::new(bytes.saturating_mul(Budget::TIMES).max(Budget::LEAST)), bytes }
    }

    /// Takes what has been used already.
    pub fn used(&self, amount: usize) {
        self.left.set(self.left.get().saturating_sub(amount));
    }

    /// Takes from what is left, or says what was asked for. `amount` is in bytes.
    pub fn take(&self, amount: f64, what: impl FnOnce() -> String) -> Result<(), Fault> {
        if amount.is_nan() || amount > self.left.get() as f64 {
            return Err(Fault::TooLarge { what: what(), bytes: self.bytes });
        }
        self.left.set(self.left.get() - amount as usize);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_spent_once() {
        let budget = Budget::new(10);
        assert!(budget.take(40.0 * 1024.0 * 1024.0, String::new).is_ok());
        let again = budget.take(40.0 * 1024.0 * 1024.0, || "a clip".into());
        assert_eq!(again, Err(Fault::TooLarge { what: "a clip".into(), bytes: 10 }));
        assert!(budget.take(f64::NAN, String::new).is_err());
    }
}
