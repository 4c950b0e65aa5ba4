//! Which piece can follow which, and what the seam costs.
//!
//! The cost is in metres: how far the ends and middles of the limbs and the head are from where they were, seen from the body,
//! and a tenth of a second of their velocities' difference. It is what inertialization has to carry.
//! So that there is something to choose from, the cheapest few of *each kind of action* are kept, one entry of each
//! action, up to a bar. Where fewer than [`WaySettings::least`] are below the bar, the cheapest are kept all the same:
//! nobody comes to an end.

use footwork_motion::{Role, Site, Transform, kinematics};
use footwork_stage::Rig;
use glam::Vec3;

use super::{Kind, Tables, Way};

/// How ways are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaySettings {
    /// m. Seams that cost more are not used.
    pub bar: f32,
    /// How much more the seam into a defence may cost, as a factor: it is begun in a hurry.
    pub hurry: f32,
    /// At least so many ways lead out of every piece.
    pub least: usize,
    /// At most so many of a kind: stance, movement, attack, recovery, avoid, block.
    pub most: [usize; 6],
}

impl Default for WaySettings {
    fn default() -> WaySettings {
        WaySettings { bar: 0.15, hurry: 1.5, least: 3, most: [2, 8, 8, 1, 9, 6] }
    }
}

/// What is compared at a seam.
const ROLES: [Role; 9] = [
    Role::Head,
    Role::LeftElbow,
    Role::LeftWrist,
    Role::RightElbow,
    Role::RightWrist,
    Role::LeftKnee,
    Role::LeftAnkle,
    Role::RightKnee,
    Role::RightAnkle,
];
/// s. How much a difference in velocity counts.
const VELOCITY: f32 = 0.1;

/// Places and scaled velocities, seen from the body.
type Look = [[Vec3; 2]; ROLES.len()];

/// Fills in the ways out of every piece.
pub(super) fn find_ways(tables: &mut Tables, rig: &Rig, settings: &WaySettings) {
    let looks = Looks::new(tables, rig);
    tables.first_way.push(0);
    for from in 0..tables.pieces.len() {
        let own = ways_out(tables, &looks, from, settings);
        tables.ways.extend(own);
        tables.first_way.push(tables.ways.len() as u32);
    }
}

fn ways_out(tables: &Tables, looks: &Looks, from: usize, settings: &WaySettings) -> Vec<Way> {
    let piece = &tables.pieces[from];
    let natural = tables.next_of(from as u16);
    let mut found: Vec<Way> = Vec::new();
    // An action's pieces follow each other, so that its entry is the last of the list, if there is one.
    for (to, other) in tables.pieces.iter().enumerate() {
        // A blow's way back is only entered from the blow.
        let entered = other.kind.is_chosen() && other.kind != Kind::Recovery;
        if !entered || other.group != piece.group || Some(to as u16) == natural {
            continue;
        }
        let way = Way { piece: to as u16, cost: difference(&looks.ends[from], &looks.starts[to]) };
        match found.last_mut() {
            Some(known) if tables.pieces[usize::from(known.piece)].action == other.action => {
                *known = if known.cost <= way.cost { *known } else { way };
            }
            _ => found.push(way),
        }
    }
    found.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.piece.cmp(&b.piece)));
    let mut left = settings.most;
    let mut kept: Vec<Way> = natural.map(|piece| Way { piece, cost: 0.0 }).into_iter().collect();
    for way in &found {
        let kind = tables.pieces[usize::from(way.piece)].kind;
        let bar = settings.bar * if kind.is_defence() { settings.hurry } else { 1.0 };
        let room = &mut left[kind as usize];
        if way.cost <= bar && *room > 0 {
            *room -= 1;
            kept.push(*way);
        }
    }
    for way in found {
        if kept.len() >= settings.least {
            break;
        }
        if !kept.iter().any(|known| known.piece == way.piece) {
            kept.push(way);
        }
    }
    kept
}

fn difference(a: &Look, b: &Look) -> f32 {
    let sum: f32 = a.iter().zip(b).map(|(a, b)| (a[0] - b[0]).length() + (a[1] - b[1]).length()).sum();
    sum / ROLES.len() as f32
}

/// How bodies look where pieces begin and end.
struct Looks {
    starts: Vec<Look>,
    ends: Vec<Look>,
}

impl Looks {
    fn new(tables: &Tables, rig: &Rig) -> Looks {
        let skeleton = rig.skeleton();
        let sites = ROLES.map(|role| skeleton.site(role).ok());
        let mut joints = vec![Transform::IDENTITY; skeleton.len()];
        let mut at = |take: u32, frame: u32| -> Look {
            let clip = &rig.repertoire().takes[take as usize].clip;
            let stride = (clip.rate() / tables.rate).round() as usize;
            let last = clip.frames() - 1;
            let frame = (frame as usize * stride).min(last);
            // At a take's very beginning there is no frame before.
            let other = if frame < stride { (frame + stride).min(last) } else { frame - stride };
            let seconds = (frame as f32 - other as f32) / clip.rate();
            kinematics::world(skeleton, clip.frame(frame), &mut joints);
            let now = sites.map(|site| position(site, &joints));
            kinematics::world(skeleton, clip.frame(other), &mut joints);
            let then = sites.map(|site| position(site, &joints));
            let ground = tables.ground(take, (frame / stride) as u32);
            let mut look = [[Vec3::ZERO; 2]; ROLES.len()];
            for ((look, now), then) in look.iter_mut().zip(now).zip(then) {
                let velocity = if seconds == 0.0 { Vec3::ZERO } else { (now - then) / seconds };
                let turned = ground.inside(now + velocity * VELOCITY) - ground.inside(now);
                *look = [ground.inside(now), turned];
            }
            look
        };
        Looks {
            starts: tables.pieces.iter().map(|piece| at(piece.take, piece.first)).collect(),
            ends: tables.pieces.iter().map(|piece| at(piece.take, piece.end)).collect(),
        }
    }
}

fn position(site: Option<Site>, joints: &[Transform]) -> Vec3 {
    site.map_or(Vec3::ZERO, |site| site.position(joints))
}
