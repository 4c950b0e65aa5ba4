//! How many people there are, where a scene leaves that open: groups with `most` grow and shrink together, in the
//! proportion that they are written in.
//!
//! With more than are written, the scene is the same one, larger: such groups and all walls stand further from the middle, and
//! walls are longer, by the square root of how many times as many there are. A square is as crowded as it was.

use footwork_motion::glam::Vec2;
use footwork_stage::PropKind;

use super::{Cast, PropPlace, Scene};

/// More than anybody dials: the page lists everybody.
pub(super) const MOST_PEOPLE: u32 = 10_000;

/// What can be dialled in a scene: everybody of the groups with `most`, taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct People {
    /// How many there are.
    pub count: u32,
    /// One of each group.
    pub least: u32,
    /// Everybody that there may be.
    pub most: u32,
    /// What keeps the groups in proportion: of two teams as large as each other, 2.
    pub step: u32,
}

/// A group of which there may be more.
#[derive(Clone, Copy, Debug)]
struct Open<'a> {
    index: usize,
    /// As many as are written, and where.
    written: u32,
    at: &'a [Vec2],
    most: u32,
}

/// Groups and things as they are written: what is dialled is laid out from there.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    groups: Vec<(u32, Vec<Vec2>)>,
    props: Vec<PropPlace>,
}

impl Written {
    pub fn new(actors: &[Cast], props: &[PropPlace]) -> Written {
        let groups = actors.iter().map(|cast| (cast.count, cast.at.clone())).collect();
        Written { groups, props: props.to_vec() }
    }
}

impl Scene {
    /// What can be dialled; none where the scene says how many there are and leaves it at that.
    pub fn people(&self) -> Option<People> {
        let open = self.open();
        let written = || open.iter().map(|group| group.written);
        let step = written().sum::<u32>() / written().reduce(gcd)?;
        // An even number stays even: they may be pairs, and nobody is left without the other.
        let step = if step % 2 == 1 && written().sum::<u32>() % 2 == 0 { step * 2 } else { step };
        let (least, most) = (open.len() as u32, open.iter().map(|group| group.most).sum());
        let count = open.iter().filter_map(|group| self.actors.get(group.index)).map(|cast| cast.count).sum();
        Some(People { count, least, most, step })
    }

    /// The same scene with so many people.
    pub fn with_people(&self, people: u32) -> Result<Scene, String> {
        let Some(People { least, most, .. }) = self.people() else {
            return Err("how many people there are cannot be changed in this scene: no [[actors]] has most"
                .to_string());
        };
        if !(least..=most).contains(&people) {
            return Err(format!("people = {people}: from {least} to {most} in this scene"));
        }
        let mut scene = self.clone();
        let open = self.open();
        for (group, count) in open.iter().zip(shares(&open, people)) {
            let cast = &mut scene.actors[group.index];
            cast.count = count;
            let wider = wider(count, group.written);
            cast.at = group.at.iter().map(|at| *at * wider).collect();
        }
        let wider = wider(people, open.iter().map(|group| group.written).sum());
        for (prop, written) in scene.props.iter_mut().zip(&self.written.props) {
            if let PropKind::Wall { length, height } = written.kind {
                prop.kind = PropKind::Wall { length: length * wider, height };
                (prop.at.x, prop.at.z) = (written.at.x * wider, written.at.z * wider);
            }
        }
        Ok(scene)
    }

    /// Groups of which there may be more.
    fn open(&self) -> Vec<Open<'_>> {
        let groups = self.actors.iter().zip(&self.written.groups).enumerate();
        groups
            .filter_map(|(index, (cast, (written, at)))| {
                Some(Open { index, written: *written, most: cast.most?, at })
            })
            .collect()
    }
}

/// How many times as wide a place is for people to have the room that they have as written. It never gets smaller: a few have
/// it to themselves.
fn wider(count: u32, written: u32) -> f32 {
    (count as f32 / written as f32).sqrt().max(1.0)
}

/// How many of all each group has: as they are written to each other, one at least, and no more than it may.
fn shares(groups: &[Open<'_>], people: u32) -> Vec<u32> {
    let all: u64 = groups.iter().map(|group| u64::from(group.written)).sum();
    let share = |group: &Open<'_>| {
        ((u64::from(people) * u64::from(group.written) / all.max(1)) as u32).clamp(1, group.most)
    };
    let mut shares: Vec<u32> = groups.iter().map(share).collect();
    // What rounding and limits left over goes to who is furthest from the share as written.
    loop {
        let have: u32 = shares.iter().sum();
        let off = |at: &usize| f64::from(shares[*at]) / f64::from(groups[*at].written);
        let next = if have < people {
            (0..groups.len())
                .filter(|at| shares[*at] < groups[*at].most)
                .min_by(|a, b| off(a).total_cmp(&off(b)))
        } else if have > people {
            (0..groups.len()).filter(|at| shares[*at] > 1).max_by(|a, b| off(a).total_cmp(&off(b)))
        } else {
            None
        };
        let Some(at) = next else { return shares };
        shares[at] = if have < people { shares[at] + 1 } else { shares[at] - 1 };
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_them_are_shared_out_as_they_are_written() {
        for (groups, people, expected) in [
            (vec![(0, 20, 200)], 200, vec![200]),
            (vec![(0, 12, 100), (1, 12, 100)], 200, vec![100, 100]),
            (vec![(0, 12, 100), (1, 12, 100)], 2, vec![1, 1]),
            (vec![(0, 12, 100), (1, 12, 100)], 7, vec![4, 3]),
            (vec![(0, 20, 100), (1, 5, 50)], 50, vec![40, 10]),
            // The first is full at 30: the rest are of the second.
            (vec![(0, 20, 30), (1, 5, 50)], 60, vec![30, 30]),
            // One of the second at least.
            (vec![(0, 100, 100), (1, 1, 5)], 10, vec![9, 1]),
        ] {
            let open = |(index, written, most)| Open { index, written, most, at: &[] };
            let open: Vec<Open<'_>> = groups.into_iter().map(open).collect();
            assert_eq!(shares(&open, people), expected, "{open:?}, {people}");
        }
    }
}
