//! A skill of one's own, added to Footwork's list from outside: its file, and one line.
//!
//!     cargo run --release -p footwork --features scenes --example tiny_skill

mod loiter;

use std::error::Error;
use std::sync::Arc;

use footwork::scene::Scene;
use footwork::stage::{Settings, Stage};

const SCENE: &str = r#"
title = "Waiting"
line = "Four people wait for somebody."

[repertoire]
performer = ["locomotion"]
seconds = 60.0

[[actors]]
mind = "loiter"
loiter = { around = [1.0, 0.0], within = 2.5 }
count = 4
"#;

fn stage() -> Result<Stage, Box<dyn Error>> {
    // The one line.
    let skills = footwork::skills().with(&loiter::LOITER);
    let scene = Scene::parse(SCENE, &skills)?;
    let repertoire = scene.repertoire.perform().ok_or("it is performed")??;
    Ok(scene.set(Arc::new(repertoire), Settings::default(), 1)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut stage = stage()?;
    for second in 1..=60 {
        (0..60).for_each(|_| stage.step());
        let at = stage.view().actors().map(|actor| actor.frame().translation);
        let at: Vec<String> = at.map(|at| format!("{:5.1} {:5.1}", at.x, at.z)).collect();
        println!("{second:2} s  {}", at.join("   "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_loiters_stays_near_the_post_and_does_not_stand_still() {
        let mut stage = stage().expect("the scene");
        let (mut walked, mut furthest) = (0.0_f32, 0.0_f32);
        for _ in 0..60 * 60 {
            stage.step();
            for actor in stage.view().actors() {
                let at = actor.frame().translation;
                furthest = furthest.max((at.x - 1.0).hypot(at.z));
                walked += actor.root_motion().translation.length();
            }
        }
        // An action may lead out and back; the longest walk of a minute's show is some 8 m.
        assert!(furthest < 12.0, "{furthest} m from the post");
        assert!(walked > 40.0, "four people walked {walked} m in a minute");
    }

    #[test]
    fn what_is_wrong_in_its_table_is_named_with_its_line() {
        let skills = footwork::skills().with(&loiter::LOITER);
        for (wrong, says) in [
            ("within = -1.0", "line 11: loiter: within = -1: a distance in metres"),
            ("withn = 1.0", "line 11: loiter: \"withn\" is not known here; did you mean \"within\"?"),
        ] {
            let error = Scene::parse(&SCENE.replace("within = 2.5", wrong), &skills).unwrap_err().to_string();
            assert!(error.starts_with(says), "{error}");
        }
        assert!(Scene::parse(SCENE, &footwork::skills()).unwrap_err().what.contains("loiter"));
    }
}
