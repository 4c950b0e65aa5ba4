//! What the door makes of many files, a line each.

use footwork_formats::{ReadOptions, read};
use footwork_motion::{Role, WorldClip};

fn main() {
    for path in std::env::args().skip(1) {
        let import = match read(&path, &ReadOptions::default()) {
            Ok(import) => import,
            Err(error) => {
                println!("{error}");
                continue;
            }
        };
        let body = &import.bodies[0];
        let clip = &body.clips[0];
        let world = WorldClip::new(&body.skeleton, clip);
        let median = |role: Role| {
            let Ok(site) = body.skeleton.site(role) else { return f32::NAN };
            let mut ys: Vec<f32> = (0..world.frames()).map(|f| site.position(world.frame(f)).y).collect();
            ys.sort_by(f32::total_cmp);
            ys[ys.len() / 2]
        };
        let missing: Vec<_> = body.skeleton.roles().missing().collect();
        println!(
            "{path}: {} bodies, {} joints, movers {}, {} clips, {} frames at {} Hz, height {:.2}, unit {:.4} ({}), up {} ({}), hips {:.2}, toes {:.2} {:.2}, missing {:?} {:?}",
            import.bodies.len(),
            body.skeleton.len(),
            body.skeleton.movers().len(),
            body.clips.len(),
            clip.frames(),
            clip.rate(),
            body.height().unwrap_or(f32::NAN),
            body.unit.scale,
            body.unit.why,
            body.up,
            body.up_why,
            median(Role::Hips),
            median(Role::LeftToe),
            median(Role::RightToe),
            missing,
            import.warnings,
        );
    }
}
