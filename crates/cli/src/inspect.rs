//! `footwork inspect`: what is in a file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use footwork_annotate::Repertoire;
use footwork_formats::{Body, Import};
use footwork_motion::{Role, Skeleton};
use serde_json::{Value, json};

use crate::repertoire;
use crate::source::Source;
use crate::terminal::{self, CommandError, Paint, paint};

/// Shows what is in motion files: the body, its motion, and what was assumed about unit and axes; or in a repertoire:
/// the body and its takes.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork inspect take.bvh
  footwork inspect --joints character.glb
  footwork inspect boxer.rep
  footwork inspect --json takes/*.bvh > takes.json")]
pub struct Inspect {
    /// Motion files (.bvh, .fbx, .amc with its .asf beside it, .asf, .gltf, .glb, .vrm or .vrma), or repertoires (.rep)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print a JSON array with one object per file
    #[arg(long)]
    json: bool,
    /// List every joint with its role
    #[arg(long)]
    joints: bool,
    #[command(flatten)]
    source: Source,
}

impl Inspect {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        self.source.options()?;
        let mut failed = false;
        let mut objects = Vec::new();
        for file in &self.files {
            if file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("rep")) {
                match (repertoire::read(file), self.json) {
                    (Ok(found), true) => objects.push(repertoire_object(file, &found)),
                    (Ok(found), false) => print_repertoire(file, &found),
                    (Err(error), _) => {
                        failed = true;
                        terminal::error(&error.to_string());
                    }
                }
                continue;
            }
            match (self.source.read(file), self.json) {
                (Ok(import), true) => objects.push(object(file, &import)),
                (Ok(import), false) => self.print(file, &import),
                (Err(error), true) => {
                    failed = true;
                    objects.push(json!({ "file": file.to_string_lossy(), "error": error.to_string() }));
                }
                (Err(error), false) => {
                    failed = true;
                    terminal::error(&error.to_string());
                }
            }
        }
        if self.json {
            terminal::line(format!("{:#}", Value::Array(objects)));
        }
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn print(&self, file: &Path, import: &Import) {
        let row = |label: &str, text: String| {
            terminal::line(format!("  {}{text}", paint(&format!("{label:<9}"), Paint::Faint)))
        };
        terminal::line(format!(
            "{}  {}",
            paint(&file.display().to_string(), Paint::Bold),
            format_of(file, import)
        ));
        for body in &import.bodies {
            let tall = body.height().map_or(String::new(), |height| format!(", {height:.2} m tall"));
            row("body", format!("{}: {} joints{tall}", body.name, body.skeleton.len()));
            row("roles", roles_line(body));
            for clip in &body.clips {
                row(
                    "motion",
                    format!(
                        "{}: {} frames at {} Hz, {:.2} s",
                        clip.name,
                        clip.frames(),
                        clip.rate(),
                        clip.seconds()
                    ),
                );
            }
            if self.joints {
                print_joints(body);
            }
        }
        let body = &import.bodies[0];
        row("unit", format!("{:.6} m ({})", body.unit.scale, body.unit.why));
        row("up", format!("{} ({})", body.up, body.up_why));
        for warning in warnings(import) {
            terminal::line(format!("  {}  {warning}", paint("warning", Paint::Yellow)));
        }
    }
}

/// What a file is: VRM and VRMA files are glTF inside, and known to people as what they are called.
fn format_of(file: &Path, import: &Import) -> String {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_ascii_uppercase());
    match ending.as_deref() {
        Some(name @ ("VRM" | "VRMA")) => name.to_string(),
        _ => import.format.to_string(),
    }
}

fn print_repertoire(file: &Path, found: &Repertoire) {
    terminal::line(format!("{}  repertoire", paint(&file.display().to_string(), Paint::Bold)));
    let rate = found.takes.first().map_or(String::new(), |take| format!(", {} Hz", take.clip.rate()));
    terminal::line(format!("  body: {} joints{rate}", found.skeleton.len()));
    terminal::line(format!("  roles: {}", missing_line(&found.skeleton)));
    for line in repertoire::summary(found, |_| true) {
        terminal::line(format!("  {line}"));
    }
}

fn repertoire_object(file: &Path, found: &Repertoire) -> Value {
    json!({
        "file": file.to_string_lossy(),
        "format": "repertoire",
        "joints": (0..found.skeleton.len()).map(|joint| found.skeleton.name(joint)).collect::<Vec<_>>(),
        "takes": found.takes.iter().map(repertoire::object).collect::<Vec<_>>(),
    })
}

fn roles_line(body: &Body) -> String {
    missing_line(&body.skeleton)
}

fn missing_line(skeleton: &Skeleton) -> String {
    let missing: Vec<String> = skeleton.roles().missing().map(|role| role.to_string()).collect();
    match missing.len() {
        0 => format!("all {} found", Role::COUNT),
        n if n == Role::COUNT => "none: this is no person".to_string(),
        n => format!("{} of {} found, not: {}", Role::COUNT - n, Role::COUNT, missing.join(", ")),
    }
}

fn print_joints(body: &Body) {
    let skeleton = &body.skeleton;
    for joint in 0..skeleton.len() {
        let depth = skeleton.ancestors(joint).count();
        let role = skeleton.roles().of_joint(joint).map_or(String::new(), |role| format!("  {role}"));
        terminal::line(format!(
            "  {}{}{}",
            "  ".repeat(depth + 3),
            skeleton.name(joint),
            paint(&role, Paint::Faint)
        ));
    }
}

/// What the file's reader found odd, and what a user of its body should know.
fn warnings(import: &Import) -> Vec<String> {
    let mut warnings = import.warnings.clone();
    for body in &import.bodies {
        let missing = body.skeleton.roles().missing().count();
        if missing > 0 {
            warnings.push(format!("roles of {:?}: {}", body.name, roles_line(body)));
        }
    }
    warnings
}

fn object(file: &Path, import: &Import) -> Value {
    let body = &import.bodies[0];
    let (skeleton, clip) = (&body.skeleton, &body.clips[0]);
    let joints: Vec<Value> = (0..skeleton.len())
        .map(|joint| {
            json!({
                "name": skeleton.name(joint),
                "parent": skeleton.parent(joint).map(|parent| skeleton.name(parent)),
                "role": skeleton.roles().of_joint(joint).map(Role::name),
            })
        })
        .collect();
    let roles: serde_json::Map<String, Value> = Role::ALL
        .into_iter()
        .filter_map(|role| {
            let site = skeleton.roles().get(role)?;
            let value =
                json!({ "joint": skeleton.name(site.joint), "offset_m": site.offset.to_array().map(number) });
            Some((role.name().to_string(), value))
        })
        .collect();
    let clips: Vec<Value> = body
        .clips
        .iter()
        .map(|clip| {
            json!({ "name": clip.name, "frames": clip.frames(), "rate": number(clip.rate()), "seconds": clip.seconds() })
        })
        .collect();
    json!({
        "file": file.to_string_lossy(),
        "format": format_of(file, import).to_lowercase(),
        "joints": joints,
        "frames": clip.frames(),
        "rate": number(clip.rate()),
        "seconds": clip.seconds(),
        "height_m": body.height().map(number),
        "unit_scale": number(body.unit.scale),
        "unit_why": body.unit.why,
        "up_axis": body.up.to_string(),
        "up_why": body.up_why,
        "warnings": warnings(import),
        "roles": roles,
        "missing_roles": skeleton.roles().missing().map(Role::name).collect::<Vec<_>>(),
        "clips": clips,
        "bodies": import.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>(),
    })
}

/// The short decimal that a number was read from: 0.01, not 0.009999999776482582.
fn number(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}
