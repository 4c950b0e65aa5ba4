//! The scenes that can be chosen: those that the studio was started with, and those that were made on the page.

use std::sync::{Arc, PoisonError, RwLock};

use crate::Entry;

/// A list that grows. Who has an entry keeps it as it was, whatever takes its place.
pub struct Catalogue {
    entries: RwLock<Vec<Arc<Entry>>>,
}

impl Catalogue {
    pub fn new(entries: Vec<Entry>) -> Catalogue {
        Catalogue { entries: RwLock::new(entries.into_iter().map(Arc::new).collect()) }
    }

    pub fn all(&self) -> Vec<Arc<Entry>> {
        self.entries.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn get(&self, number: usize) -> Option<Arc<Entry>> {
        self.entries.read().unwrap_or_else(PoisonError::into_inner).get(number).cloned()
    }

    pub fn find(&self, name: &str) -> Option<usize> {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        entries.iter().position(|entry| entry.name == name)
    }

    /// Puts an entry in the place of the one with its name, or at the end.
    pub fn put(&self, entry: Entry) {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        match entries.iter().position(|known| known.name == entry.name) {
            Some(at) => entries[at] = Arc::new(entry),
            None => entries.push(Arc::new(entry)),
        }
    }
}
