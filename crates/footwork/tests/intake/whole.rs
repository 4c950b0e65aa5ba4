//! The whole path: a motion file, imported, sealed and read again, baked for every skill, and played. The file is that of a
//! person to begin with; the input says what is odd about it, so that most of what is tried passes the readers.

use std::fmt::Write;
use std::sync::Arc;

use footwork::annotate::Repertoire;
use footwork::formats::{Character, gltf};
use footwork::motion::glam::Vec3;
use footwork::scene::Supplies;
use footwork::stage::{ActorId, Ask, Cue, Settings, Stage};
use footwork::{ImportOptions, Scene, import, skills};

/// Joints of a person in cm, with the places of their parents.
const JOINTS: [(&str, usize, [f64; 3]); 17] = [
    ("Hips", 0, [0.0, 0.0, 0.0]),
    ("Spine", 0, [0.0, 10.0, 0.0]),
    ("Chest", 1, [0.0, 20.0, 0.0]),
    ("Neck", 2, [0.0, 25.0, 0.0]),
    ("Head", 3, [0.0, 10.0, 0.0]),
    ("LeftShoulder", 2, [18.0, 20.0, 0.0]),
    ("LeftElbow", 5, [28.0, 0.0, 0.0]),
    ("LeftWrist", 6, [26.0, 0.0, 0.0]),
    ("RightShoulder", 2, [-18.0, 20.0, 0.0]),
    ("RightElbow", 8, [-28.0, 0.0, 0.0]),
    ("RightWrist", 9, [-26.0, 0.0, 0.0]),
    ("LeftHip", 0, [10.0, -5.0, 0.0]),
    ("LeftKnee", 11, [0.0, -42.0, 0.0]),
    ("LeftAnkle", 12, [0.0, -40.0, 0.0]),
    ("RightHip", 0, [-10.0, -5.0, 0.0]),
    ("RightKnee", 14, [0.0, -42.0, 0.0]),
    ("RightAnkle", 15, [0.0, -40.0, 0.0]),
];

/// What a number may be multiplied by: mostly nothing.
const FACTORS: [f64; 16] =
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 2.0, -1.0, 0.0, 1e-5, 1e-4, 1e3, 1e6, 1e-12];
/// s, between frames.
const SPACINGS: [f64; 8] = [1.0 / 60.0, 1.0 / 30.0, 1.0 / 120.0, 0.1, 0.2, 1e-3, 60.0, 1e-5];

/// Bytes, one after the other; zeros when they are used up.
struct Draw<'a>(std::slice::Iter<'a, u8>);

impl Draw<'_> {
    fn byte(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::from(self.byte()) % all.len()]
    }

    /// From −1 to 1.
    fn share(&mut self) -> f64 {
        f64::from(self.byte() as i8) / 128.0
    }
}

/// The file that the bytes stand for.
fn bvh(draw: &mut Draw<'_>) -> String {
    let offsets: Vec<[f64; 3]> = JOINTS
        .iter()
        .map(|(_, _, offset)| {
            let factor = draw.of(&FACTORS);
            offset.map(|part| part * factor)
        })
        .collect();
    // Short: what is odd about a file shows at once, and baking an hour takes minutes.
    let frames = 2 + usize::from(draw.byte()) % 48;
    let spacing = draw.of(&SPACINGS);
    let [wide, far, step] = [draw.share() * 180.0, draw.of(&FACTORS) * 100.0, draw.of(&FACTORS)];
    let mut text = String::from("HIERARCHY\n");
    write_joint(&mut text, 0, &offsets);
    let _ = write!(text, "MOTION\nFrames: {frames}\nFrame Time: {spacing}\n");
    let phases: Vec<f64> = JOINTS.iter().map(|_| draw.share() * 3.0).collect();
    for frame in 0..frames {
        let time = frame as f64 * spacing * step;
        let _ = write!(text, "{} {} {}", far * time.sin(), 95.0 + far - 100.0, far * time);
        for phase in &phases {
            let turn = wide * (4.0 * time + phase).sin() * phase.abs().min(1.0);
            let _ = write!(text, " 0 {} {turn}", 0.3 * turn);
        }
        text.push('\n');
    }
    // A few places that are none.
    for _ in 0..draw.byte() % 3 {
        let at = usize::from(draw.byte()) * text.len() / 256;
        let odd = draw.of(&["nan", "1e39", "-", "", "0", "999999999", "}", "\n"]);
        if text.is_char_boundary(at) {
            text.insert_str(at, odd);
        }
    }
    text
}

fn write_joint(text: &mut String, index: usize, offsets: &[[f64; 3]]) {
    let [x, y, z] = offsets[index];
    let (kind, places) =
        if index == 0 { ("ROOT", "6 Xposition Yposition Zposition") } else { ("JOINT", "3") };
    let _ = write!(text, "{kind} {}\n{{\nOFFSET {x} {y} {z}\n", JOINTS[index].0);
    let _ = writeln!(text, "CHANNELS {places} Zrotation Yrotation Xrotation");
    let children = (1..JOINTS.len()).filter(|&child| JOINTS[child].1 == index);
    let before = text.len();
    children.for_each(|child| write_joint(text, child, offsets));
    if text.len() == before {
        text.push_str("End Site\n{\nOFFSET 0 0 6\n}\n");
    }
    text.push_str("}\n");
}

/// Whatever the bytes stand for, every step of the path goes well or refuses with a sentence. Says how far it came: 0 for a
/// file that is refused, 1 for a repertoire, 2 for one that was played.
pub fn check_whole(bytes: &[u8]) -> u8 {
    let mut draw = Draw(bytes.iter());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("take.bvh");
    std::fs::write(&file, bvh(&mut draw)).expect("a file");
    let mirror = draw.byte() % 4 == 1;
    let rate = draw.of(&[None, None, Some(30.0), Some(1.0), Some(240.0), Some(120.0)]);
    let options = ImportOptions { mirror, rate, ..ImportOptions::default() };
    let repertoire = match import(&[file], &options) {
        Ok(imported) => imported.repertoire,
        Err(refused) => {
            assert!(refused.to_string().len() > 10, "{refused}");
            return 0;
        }
    };
    let sealed = repertoire.to_bytes();
    assert_eq!(Repertoire::from_bytes(&sealed).as_ref(), Ok(&repertoire), "what was imported reads again");
    let clips: Vec<_> = repertoire.takes.iter().map(|take| take.clip.clone()).collect();
    let character = Character { name: "someone", skeleton: &repertoire.skeleton, clips: &clips };
    let _ = gltf::write(&[character]);
    let repertoire = Arc::new(repertoire);
    let mut played = 1;
    for skill in skills().iter() {
        let name = skill.about().mind;
        let text = format!(
            "title = \"A\"\nline = \"B.\"\n[repertoire]\nfile = \"take.rep\"\n\
             [[actors]]\nname = \"one\"\nmind = \"{name}\"\ncount = 2\n"
        );
        let Ok(scene) = Scene::parse(&text, &skills()) else { continue };
        let Ok(ready) = scene.prepare(repertoire.clone(), &Supplies::NONE) else { continue };
        let Ok(mut stage) = ready.stage(Settings::default(), 1) else { continue };
        play(&mut stage, &mut draw);
        played = 2;
    }
    played
}

/// A second on stage, with pushes; nobody goes out of the world.
fn play(stage: &mut Stage, draw: &mut Draw<'_>) {
    for tick in 0..60 {
        if tick % 16 == 3 {
            let impulse = Vec3::new(draw.share() as f32, 0.0, draw.share() as f32) * 200.0;
            let push = Ask::Push { point: Vec3::Y, impulse };
            let _ = stage.cue(Cue { tick, to: ActorId(tick as u32 % 2), ask: push });
        }
        stage.step();
    }
    for actor in stage.view().actors() {
        assert!(actor.world().iter().all(|joint| joint.translation.is_finite()), "{}", actor.id().0);
    }
}
