//! What everybody did, put aside on disk while a scene plays, and given back as clips some actors at a time: a run of any
//! length and size takes no more memory than a short one.
//!
//! A step is one record: for every actor, in the order of their ids, its translations as three f32 and its rotations in eight
//! bytes each (as the stage's recorder keeps them). As long as the cast stays the same, records are equally long.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use footwork::motion::glam::{Quat, Vec3};
use footwork::motion::{Clip, packing};
use footwork::stage::{ActorId, Stage};

/// Of each part of a rotation: 62 in all, off by up to 3·10⁻⁶ rad.
const BITS: u32 = 20;
/// Bytes of poses that are given back at a time: some ten actors for a minute.
const AT_A_TIME: usize = 16 << 20;

/// A run on disk, in a file without a name that is gone with the process.
pub struct Spool {
    file: BufWriter<File>,
    record: Vec<u8>,
    runs: Vec<Run>,
}

/// Steps with the same cast.
struct Run {
    cast: Vec<Slot>,
    /// Bytes from the file's beginning, and of each step.
    from: u64,
    bytes: usize,
    steps: usize,
}

/// Where an actor is in a record.
#[derive(Clone, Copy, PartialEq)]
struct Slot {
    id: ActorId,
    at: usize,
    translations: usize,
    rotations: usize,
}

impl Slot {
    fn end(&self) -> usize {
        self.at + 12 * self.translations + 8 * self.rotations
    }
}

/// What was read of an actor.
struct Track {
    id: ActorId,
    translations: Vec<Vec3>,
    rotations: Vec<Quat>,
}

impl Spool {
    /// An empty one, on the disk that this folder is on.
    pub fn new(folder: &Path) -> io::Result<Spool> {
        let file = BufWriter::with_capacity(1 << 20, tempfile::tempfile_in(folder)?);
        Ok(Spool { file, record: Vec::new(), runs: Vec::new() })
    }

    /// Puts the last step aside: call it after every one.
    pub fn keep(&mut self, stage: &Stage) -> io::Result<()> {
        self.record.clear();
        let mut cast = Vec::with_capacity(self.runs.last().map_or(0, |run| run.cast.len()));
        for actor in stage.view().actors() {
            let pose = actor.pose();
            let (translations, rotations) = (pose.translations.len(), pose.rotations.len());
            cast.push(Slot { id: actor.id(), at: self.record.len(), translations, rotations });
            let numbers = pose.translations.iter().flat_map(|place| place.to_array());
            self.record.extend(numbers.flat_map(f32::to_le_bytes));
            let turns = pose.rotations.iter().map(|turn| packing::pack(*turn, BITS));
            self.record.extend(turns.flat_map(u64::to_le_bytes));
        }
        self.file.write_all(&self.record)?;
        let bytes = self.record.len();
        match self.runs.last_mut() {
            Some(run) if run.cast == cast => run.steps += 1,
            last => {
                let from = last.map_or(0, |run| run.from + (run.bytes * run.steps) as u64);
                self.runs.push(Run { cast, from, bytes, steps: 1 });
            }
        }
        Ok(())
    }

    /// Everybody who was seen.
    pub fn actors(&self) -> Vec<ActorId> {
        let mut ids: Vec<ActorId> =
            self.runs.iter().flat_map(|run| &run.cast).map(|place| place.id).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Gives every actor with what it did while it was there, in the order of their ids.
    pub fn clips<E: From<io::Error>>(
        mut self,
        stage: &Stage,
        mut each: impl FnMut(ActorId, Clip) -> Result<(), E>,
    ) -> Result<(), E> {
        let ids = self.actors();
        self.file.flush()?;
        let steps: usize = self.runs.iter().map(|run| run.steps).sum();
        let widest = self.runs.iter().flat_map(|run| &run.cast).map(|place| place.end() - place.at).max();
        // Rotations take twice as much in memory as they do on disk.
        let at_a_time = (AT_A_TIME / (2 * widest.unwrap_or(1) * steps).max(1)).max(1);
        for some in ids.chunks(at_a_time) {
            for track in self.read(some)? {
                let Some(actor) = stage.actor(track.id) else { continue };
                let rate = 1.0 / stage.settings().step;
                let clip = Clip::new(actor.rig().skeleton(), "", rate, track.translations, track.rotations);
                each(track.id, clip.map_err(io::Error::other)?)?;
            }
        }
        Ok(())
    }

    /// The tracks of some actors whose ids follow one another.
    fn read(&self, some: &[ActorId]) -> io::Result<Vec<Track>> {
        let new = |id: &ActorId| Track { id: *id, translations: Vec::new(), rotations: Vec::new() };
        let mut tracks: Vec<Track> = some.iter().map(new).collect();
        let mut file = BufReader::with_capacity(1 << 16, self.file.get_ref());
        let mut bytes = Vec::new();
        for run in &self.runs {
            let mine: Vec<&Slot> =
                run.cast.iter().filter(|place| some.binary_search(&place.id).is_ok()).collect();
            let (Some(first), Some(last)) = (mine.first(), mine.last()) else { continue };
            bytes.resize(last.end() - first.at, 0);
            for step in 0..run.steps {
                file.seek(SeekFrom::Start(run.from + (step * run.bytes + first.at) as u64))?;
                file.read_exact(&mut bytes)?;
                for place in &mine {
                    let Ok(number) = some.binary_search(&place.id) else { continue };
                    let track = &mut tracks[number];
                    let own = &bytes[place.at - first.at..place.end() - first.at];
                    let (places, turns) = own.split_at(12 * place.translations);
                    let number = |bytes: &[u8; 4]| f32::from_le_bytes(*bytes);
                    let places = places.as_chunks::<12>().0.iter().map(|place| {
                        let [x, y, z] = [0, 1, 2].map(|axis| number(&place.as_chunks::<4>().0[axis]));
                        Vec3::new(x, y, z)
                    });
                    track.translations.extend(places);
                    let turns = turns.as_chunks::<8>().0.iter();
                    track
                        .rotations
                        .extend(turns.map(|turn| packing::unpack(u64::from_le_bytes(*turn), BITS)));
                }
            }
        }
        Ok(tracks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footwork::motion::Transform;
    use footwork::performer::Show;
    use footwork::stage::{Move, Recorder, Rig, Settings, minds::Loop};
    use std::sync::Arc;

    #[test]
    fn what_comes_back_is_what_the_recorder_keeps_also_of_who_came_late() {
        let repertoire = Arc::new(footwork::performance(&[Show::Locomotion], 2.0, &[1]).unwrap());
        let rig = Arc::new(Rig::new(repertoire).unwrap());
        let mut stage = Stage::new(Settings::default(), 1).unwrap();
        let mind = stage.add_mind(Loop { what: Move::whole(&rig, 0) });
        let rig = stage.add_rig(rig);
        let place = |x: f32| Transform::new(Quat::IDENTITY, Vec3::X * x);
        let folder = tempfile::tempdir().unwrap();
        let (mut spool, mut recorder) = (Spool::new(folder.path()).unwrap(), Recorder::new());
        for tick in 0..90 {
            if tick % 30 == 0 {
                stage.add_actor(rig, Some(mind), place(tick as f32)).unwrap();
            }
            stage.step();
            spool.keep(&stage).unwrap();
            recorder.keep(&stage);
        }
        let mut seen = Vec::new();
        spool
            .clips(&stage, |id, clip| {
                assert_eq!(Some(Ok(clip)), recorder.clip(&stage, id, ""));
                seen.push(id);
                Ok::<(), io::Error>(())
            })
            .unwrap();
        assert_eq!(seen, [0, 1, 2].map(ActorId));
    }
}
