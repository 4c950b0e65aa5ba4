//! A skill as bytes, and back. Everything that is read is checked, so that no file makes a mind fail.

use footwork_annotate::baked;
use footwork_annotate::fragments::Fragments;
use footwork_annotate::sealed::SealError;
use serde::{Deserialize, Serialize};

use crate::control::ControlSpace;
use crate::error::FragmentError;
use crate::matching::{Layout, Matching, MatchingSettings};
use crate::player::PlayerModel;
use crate::skill::{Controller, Family, PolicyTable, Skill};
use crate::takeover::Takeovers;

#[derive(Serialize, Deserialize)]
struct Wire {
    fragments: Fragments,
    space: ControlSpace,
    player: PlayerModel,
    tables: Vec<WireTable>,
    matching: Option<WireMatching>,
    takeovers: Takeovers,
    jump: f32,
}

/// Two bytes a choice, which postcard would make three.
#[derive(Serialize, Deserialize)]
struct WireTable {
    controller: Controller,
    kept: Option<f32>,
    next: Vec<u8>,
    motion: Vec<u8>,
    family: Option<(u8, Vec<u8>, Vec<u8>)>,
}

#[derive(Serialize, Deserialize)]
struct WireMatching {
    settings: MatchingSettings,
    starts: Vec<f32>,
    ends: Vec<f32>,
    scale: Vec<f32>,
    velocities: Vec<[f32; 3]>,
}

impl Skill {
    /// The kind of its file.
    pub const KIND: &str = "fragment";

    /// The version of its file; one more whenever what is written changes.
    pub const VERSION: u32 = 3;

    /// All of it as the bytes of a `.skill` file. The same skill gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let wire = Wire {
            fragments: self.fragments.clone(),
            space: self.space.clone(),
            player: self.player.clone(),
            tables: self.tables.iter().map(wire_table).collect(),
            matching: self.matching.as_ref().map(|matching| WireMatching {
                settings: matching.settings,
                starts: matching.starts.concat(),
                ends: matching.ends.concat(),
                scale: matching.scale.to_vec(),
                velocities: matching.velocities.clone(),
            }),
            takeovers: self.takeovers.clone(),
            jump: self.jump,
        };
        baked::to_bytes(Self::KIND, Self::VERSION, self.fingerprint, &wire)
    }

    /// Reads the bytes of a `.skill` file. Whether it fits a repertoire, [`Skill::check`] says.
    pub fn from_bytes(bytes: &[u8]) -> Result<Skill, FragmentError> {
        let (fingerprint, wire): (u64, Wire) = baked::from_bytes(Self::KIND, Self::VERSION, bytes)?;
        let Wire { fragments, space, player, takeovers, .. } = &wire;
        space.check().map_err(|error| nonsense(error.to_string()))?;
        let (count, bins) = (fragments.segments.len(), space.bins());
        let sound = fragments
            .controls
            .iter()
            .all(|control| control.velocity.iter().chain([&control.turning]).all(|value| value.is_finite()));
        let ordered =
            fragments.segments.windows(2).all(|s| (s[0].take, s[0].first) < (s[1].take, s[1].first));
        let spans = fragments.segments.iter().all(|segment| segment.first < segment.end);
        if count == 0 || count > Skill::MOST_FRAGMENTS || fragments.controls.len() != count {
            return Err(nonsense(format!("it has {count} fragments")));
        }
        if !(sound && ordered && spans && fragments.rate.is_finite() && fragments.rate > 0.0) {
            return Err(nonsense("its fragments are out of order"));
        }
        if !player.is_for(bins) {
            return Err(nonsense("its player model is for other bins"));
        }
        if !takeovers.are_of(count) {
            return Err(nonsense("its last poses are not all there"));
        }
        if !(wire.jump.is_finite() && wire.jump > 0.0) {
            return Err(nonsense(format!("jumps of {} s", wire.jump)));
        }
        let tables = wire.tables.into_iter().map(|table| read_table(table, count, bins));
        let tables: Vec<PolicyTable> = tables.collect::<Result<_, _>>()?;
        if tables.is_empty() {
            return Err(nonsense("it has no table"));
        }
        Ok(Skill {
            fingerprint,
            tables,
            matching: wire.matching.map(|matching| read_matching(matching, &wire.fragments)).transpose()?,
            jump: wire.jump,
            fragments: wire.fragments,
            space: wire.space,
            player: wire.player,
            takeovers: wire.takeovers,
        })
    }
}

fn nonsense(what: impl Into<String>) -> FragmentError {
    SealError::Nonsense(what.into()).into()
}

fn to_bytes(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn to_words(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks::<2>().0.iter().map(|pair| u16::from_le_bytes(*pair)).collect()
}

fn wire_table(table: &PolicyTable) -> WireTable {
    let family = table.family.as_ref();
    WireTable {
        controller: table.controller,
        kept: table.kept,
        next: to_bytes(&table.next),
        motion: table.motion.clone(),
        family: family.map(|family| (family.most, to_bytes(&family.next), family.loss.clone())),
    }
}

fn read_table(wire: WireTable, count: usize, bins: usize) -> Result<PolicyTable, FragmentError> {
    let next = to_words(&wire.next);
    let there = |next: &[u16]| next.iter().all(|&next| usize::from(next) < count);
    let whole = next.len() == count * bins && wire.motion.len() == count * bins;
    if !whole || !there(&next) || wire.kept.is_some_and(|kept| !kept.is_finite()) {
        return Err(nonsense("a table is not whole"));
    }
    let family = match wire.family {
        None => None,
        Some((most, next, loss)) => {
            let next = to_words(&next);
            let size = count * bins * usize::from(most);
            if most == 0 || next.len() != size || loss.len() != size || !there(&next) {
                return Err(nonsense("a family is not whole"));
            }
            Some(Family { most, next, loss })
        }
    };
    Ok(PolicyTable { controller: wire.controller, kept: wire.kept, next, motion: wire.motion, family })
}

fn read_matching(wire: WireMatching, fragments: &Fragments) -> Result<Matching, FragmentError> {
    let bad = || nonsense("its features for matching are not whole");
    let finite = |values: &[f32]| values.iter().all(|value| value.is_finite());
    let flat = wire.velocities.concat();
    if !(finite(&wire.starts) && finite(&wire.ends) && finite(&wire.scale) && finite(&flat)) {
        return Err(bad());
    }
    if !(wire.settings.half_life.is_finite() && wire.settings.stay.is_finite()) {
        return Err(bad());
    }
    Matching::of_parts(
        wire.settings,
        &wire.starts,
        &wire.ends,
        &wire.scale,
        wire.velocities,
        Layout::of(fragments),
    )
    .filter(|matching| matching.len() == fragments.segments.len())
    .ok_or_else(bad)
}
