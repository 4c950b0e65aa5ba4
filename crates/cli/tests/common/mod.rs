//! What the tests of the command share: a scratch folder to run it in, and small files for it.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use footwork_formats::{Body, Character, Import, ReadOptions, gltf, read};
use footwork_motion::{Clip, Skeleton, WorldClip};
use serde_json::Value;
use tempfile::TempDir;

#[path = "../../../formats/tests/common/person.rs"]
pub mod person;

use person::{Frame, STANDING};

/// What the command said, and how it ended.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    /// It went well, and said so.
    pub fn ok(self) -> Run {
        assert_eq!(self.code, Some(0), "{self:#?}");
        self
    }

    /// It failed with one line that names what is wrong; nothing else was printed.
    pub fn one_error(self) -> String {
        assert_eq!(self.code, Some(1), "{self:#?}");
        assert_eq!(self.out, "", "{self:#?}");
        assert!(self.err.starts_with("error: ") && self.err.lines().count() == 1, "{self:#?}");
        self.err
    }

    /// The command line was refused. The usage may follow the sentence.
    pub fn usage_error(self) -> String {
        assert_eq!(self.code, Some(2), "{self:#?}");
        assert_eq!(self.out, "", "{self:#?}");
        assert!(self.err.starts_with("error: "), "{self:#?}");
        self.err
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }
}

/// A folder that the command runs in.
pub struct Scratch {
    folder: TempDir,
}

impl Scratch {
    pub fn new() -> Scratch {
        Scratch { folder: tempfile::tempdir().unwrap() }
    }

    /// With `take.bvh`: two seconds of a person who sways.
    pub fn with_take() -> Scratch {
        let scratch = Scratch::new();
        scratch.write("take.bvh", take(120, Frame::swaying));
        scratch
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap()
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Everything in the folder and below, sorted, with forward slashes.
    pub fn files(&self) -> Vec<String> {
        fn walk(folder: &Path, root: &Path, found: &mut Vec<String>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => walk(&path, root, found),
                    false => {
                        let name = path.strip_prefix(root).unwrap().to_string_lossy();
                        found.push(name.replace('\\', "/"));
                    }
                }
            }
        }
        let mut found = Vec::new();
        walk(self.folder.path(), self.folder.path(), &mut found);
        found.sort();
        found
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_footwork"));
        command.current_dir(self.folder.path()).args(args).stdin(Stdio::null());
        command
    }

    /// Runs the command here. It never panics, and colours nothing where no terminal is.
    pub fn run(&self, args: &[&str]) -> Run {
        self.finish(self.command(args), args)
    }

    /// Runs the command here, with so many threads to work on.
    pub fn run_on(&self, threads: usize, args: &[&str]) -> Run {
        let mut command = self.command(args);
        command.env("RAYON_NUM_THREADS", threads.to_string());
        self.finish(command, args)
    }

    fn finish(&self, mut command: Command, args: &[&str]) -> Run {
        let output = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        let run = Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
        assert!(!run.err.contains("panicked"), "{args:?}: {run:#?}");
        assert!(!run.out.contains('\x1b') && !run.err.contains('\x1b'), "{args:?}: {run:#?}");
        run
    }

    /// `boxer.rep` and `walker.rep`: takes of the performer, with what they mean.
    pub fn write_repertoires(&self) {
        for (name, show) in [("boxer", "boxing"), ("walker", "locomotion")] {
            let (take, repertoire) = (format!("{name}-take.bvh"), format!("{name}.rep"));
            self.run(&["perform", show, "--seconds", "20", "-o", &take]).ok();
            self.run(&["import", &take, "-o", &repertoire]).ok();
            std::fs::remove_file(self.path(&take)).unwrap();
            std::fs::remove_file(self.path(&format!("{name}-take.truth.json"))).unwrap();
        }
    }

    /// Files that are no repertoire, made of one that is, each with what is said of it.
    pub fn write_bad_repertoires(&self, good: &str) -> [(&'static str, &'static str); 8] {
        let good = self.bytes(good);
        let changed = |at: usize| {
            let mut bytes = good.clone();
            bytes[at] ^= 4;
            bytes
        };
        self.write("empty.rep", "");
        self.write("half.rep", &good[..good.len() / 2]);
        self.write("stub.rep", &good[..20]);
        self.write("flipped.rep", changed(good.len() / 3));
        // Where the seal has its version.
        self.write("other.rep", changed(16));
        self.write("text.rep", "title = \"not a repertoire\"\n");
        self.write("folder.rep/readme", "");
        [
            ("none.rep", "none.rep: "),
            ("folder.rep", "folder.rep is a folder"),
            ("empty.rep", "empty.rep: this is no rep"),
            ("half.rep", "half.rep: it is cut short"),
            ("stub.rep", "stub.rep: it is cut short"),
            ("flipped.rep", "flipped.rep: it is damaged"),
            ("other.rep", "other.rep: it is of version "),
            ("text.rep", "text.rep: this is no rep"),
        ]
    }

    /// The first body of a file, read by the library.
    pub fn import(&self, name: &str) -> Import {
        read(self.path(name), &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"))
    }

    pub fn body(&self, name: &str) -> Body {
        self.import(name).bodies.swap_remove(0)
    }

    /// `dancer.glb`: a body with three animations.
    pub fn write_dancer(&self) {
        let body = {
            self.write("dancer.bvh", take(60, Frame::swaying));
            self.body("dancer.bvh")
        };
        std::fs::remove_file(self.path("dancer.bvh")).unwrap();
        let clips: Vec<Clip> = [("idle", 59), ("dance", 30), ("bow", 12)]
            .into_iter()
            .map(|(name, last)| {
                let mut clip = body.clips[0].span(0, last);
                clip.name = name.to_string();
                clip
            })
            .collect();
        let dancer = Character { name: "dancer", skeleton: &body.skeleton, clips: &clips };
        self.write("dancer.glb", gltf::write(&[dancer]).unwrap());
    }

    /// `walk.asf` and `walk.amc`: a person in the format of the CMU database.
    pub fn write_acclaim(&self) {
        self.write("walk.asf", asf());
        self.write("walk.amc", amc(30));
    }
}

/// So many frames at 60 Hz of what a frame is at a time.
pub fn take(frames: u32, frame: impl Fn(f64) -> Frame) -> String {
    person::bvh(1.0 / 60.0, (0..frames).map(|f| frame(f64::from(f) / 60.0)))
}

/// Gliding ahead and sideways, one arm lifted: nothing about it is the same left and right.
pub fn gliding(t: f64) -> Frame {
    let mut frame = Frame::swaying(t);
    frame.hips = [30.0 * t, STANDING, 80.0 * t];
    frame.turns.push(("RightElbow", [0.0, 35.0 + 20.0 * t, 0.0]));
    frame
}

/// The same file with bones so many times as long; the root's path stays.
pub fn with_bones(text: &str, times: f64) -> String {
    let line = |line: &str| match line.trim_start().strip_prefix("OFFSET ") {
        Some(numbers) => {
            let scaled = numbers.split(' ').map(|n| (n.parse::<f64>().unwrap() * times).to_string());
            format!("OFFSET {}\n", scaled.collect::<Vec<_>>().join(" "))
        }
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// A stick: no person.
pub const PROP: &str = "HIERARCHY\nROOT stick\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n\
    End Site\n{\nOFFSET 0 100 0\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.1\n0 0 0\n0 10 0\n0 20 0\n";

/// The farthest that a joint of one motion is from where it is in the other, in metres, over all frames.
pub fn farthest(a: &Body, b: &Body) -> f32 {
    assert_eq!(a.clips[0].frames(), b.clips[0].frames());
    let (before, after) =
        (WorldClip::new(&a.skeleton, &a.clips[0]), WorldClip::new(&b.skeleton, &b.clips[0]));
    let mut worst = 0.0_f32;
    for joint in 0..a.skeleton.len() {
        let other = joint_named(&b.skeleton, a.skeleton.name(joint));
        for frame in 0..before.frames() {
            worst = worst.max((before.position(frame, joint) - after.position(frame, other)).length());
        }
    }
    worst
}

/// The keys of a JSON object, in the alphabet's order.
pub fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

pub fn joint_named(skeleton: &Skeleton, name: &str) -> usize {
    skeleton.find(name).unwrap_or_else(|| panic!("there is no {name}"))
}

/// Bones of the person in ASF: name, parent, direction and length in units of 1/0.45 inch.
const BONES: [(&str, &str, [f64; 3], f64); 24] = [
    ("lhipjoint", "root", [0.8, -0.6, 0.0], 2.0),
    ("lfemur", "lhipjoint", [0.0, -1.0, 0.0], 7.4),
    ("ltibia", "lfemur", [0.0, -1.0, 0.0], 7.1),
    ("lfoot", "ltibia", [0.0, -0.6, 0.8], 2.2),
    ("ltoes", "lfoot", [0.0, 0.0, 1.0], 1.0),
    ("rhipjoint", "root", [-0.8, -0.6, 0.0], 2.0),
    ("rfemur", "rhipjoint", [0.0, -1.0, 0.0], 7.4),
    ("rtibia", "rfemur", [0.0, -1.0, 0.0], 7.1),
    ("rfoot", "rtibia", [0.0, -0.6, 0.8], 2.2),
    ("rtoes", "rfoot", [0.0, 0.0, 1.0], 1.0),
    ("lowerback", "root", [0.0, 1.0, 0.0], 2.0),
    ("upperback", "lowerback", [0.0, 1.0, 0.0], 2.0),
    ("thorax", "upperback", [0.0, 1.0, 0.0], 2.0),
    ("lowerneck", "thorax", [0.0, 1.0, 0.0], 1.5),
    ("upperneck", "lowerneck", [0.0, 1.0, 0.0], 1.5),
    ("head", "upperneck", [0.0, 1.0, 0.0], 1.6),
    ("lclavicle", "thorax", [1.0, 0.0, 0.0], 3.0),
    ("lhumerus", "lclavicle", [1.0, 0.0, 0.0], 5.0),
    ("lradius", "lhumerus", [1.0, 0.0, 0.0], 3.0),
    ("lhand", "lradius", [1.0, 0.0, 0.0], 1.5),
    ("rclavicle", "thorax", [-1.0, 0.0, 0.0], 3.0),
    ("rhumerus", "rclavicle", [-1.0, 0.0, 0.0], 5.0),
    ("rradius", "rhumerus", [-1.0, 0.0, 0.0], 3.0),
    ("rhand", "rradius", [-1.0, 0.0, 0.0], 1.5),
];

fn asf() -> String {
    let mut text = String::from(
        ":version 1.10\n:name walk\n:units\n  mass 1.0\n  length 0.45\n  angle deg\n:root\n  \
         order TX TY TZ RX RY RZ\n  axis XYZ\n  position 0 0 0\n  orientation 0 0 0\n:bonedata\n",
    );
    for (id, (name, _, [x, y, z], length)) in BONES.into_iter().enumerate() {
        text += &format!(
            "  begin\n    id {}\n    name {name}\n    direction {x} {y} {z}\n    length {length}\n    \
             axis 0 0 0 XYZ\n    dof rx ry rz\n  end\n",
            id + 1
        );
    }
    text += ":hierarchy\n  begin\n";
    let parents: Vec<&str> = std::iter::once("root").chain(BONES.iter().map(|bone| bone.0)).collect();
    for parent in parents {
        let children: Vec<&str> = BONES.iter().filter(|bone| bone.1 == parent).map(|bone| bone.0).collect();
        if !children.is_empty() {
            text += &format!("    {parent} {}\n", children.join(" "));
        }
    }
    text + "  end\n"
}

fn amc(frames: u32) -> String {
    let mut text = String::from(":FULLY-SPECIFIED\n:DEGREES\n");
    for frame in 1..=frames {
        text += &format!("{frame}\nroot 0 17 {} 0 0 0\n", 0.1 * f64::from(frame));
        for (name, ..) in BONES {
            let swing = if name.ends_with("humerus") { f64::from(frame) } else { 0.0 };
            text += &format!("{name} 0 0 {swing}\n");
        }
    }
    text
}
