//! What several tests of one process need and what takes long to make: a repertoire, a baked skill.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Things by what they are made from, each made once. Whoever asks for one that is just being made waits for it; whoever asks
/// for another one does not.
#[derive(Debug)]
pub struct Made<K, V>(Mutex<Vec<(K, Arc<OnceLock<V>>)>>);

impl<K: PartialEq, V: Clone> Made<K, V> {
    /// Nothing yet.
    pub const fn new() -> Made<K, V> {
        Made(Mutex::new(Vec::new()))
    }

    /// What was made from this, now or before.
    pub fn get(&self, key: K, make: impl FnOnce() -> V) -> V {
        let cell = {
            // A test that failed while it looked here has left the list whole.
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            match all.iter().find(|(own, _)| *own == key) {
                Some((_, cell)) => cell.clone(),
                None => {
                    let cell = Arc::new(OnceLock::new());
                    all.push((key, cell.clone()));
                    cell
                }
            }
        };
        cell.get_or_init(make).clone()
    }
}

impl<K: PartialEq, V: Clone> Default for Made<K, V> {
    fn default() -> Made<K, V> {
        Made::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn each_is_made_once_however_many_ask_at_once() {
        static MADE: Made<u32, String> = Made::new();
        let times = AtomicU32::new(0);
        let ask = &|key: u32| {
            MADE.get(key, || {
                times.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(std::time::Duration::from_millis(20));
                key.to_string()
            })
        };
        std::thread::scope(|scope| {
            let all: Vec<_> = (0..6).map(|at| scope.spawn(move || (at % 2, ask(at % 2)))).collect();
            all.into_iter()
                .map(|one| one.join().unwrap())
                .for_each(|(key, got)| assert_eq!(got, key.to_string()));
        });
        assert_eq!(times.into_inner(), 2);
    }
}
