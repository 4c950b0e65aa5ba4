//! `footwork convert`: from any format to BVH or GLB.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use footwork_formats::bvh::{self, WriteOptions};
use footwork_formats::{Body, Character, Format, Import, gltf, save};
use footwork_motion::{Clip, Mirror, Skeleton, carry};

use crate::source::{Source, choose_clip, clip_names, rate, seconds, unit};
use crate::terminal::{self, CommandError, progress};

/// Converts motion files. The ending of OUT decides: .bvh or .glb, or a folder for several.
#[derive(Args)]
#[command(
    override_usage = "footwork convert [OPTIONS] <IN>... <OUT>",
    after_help = "\
Examples:
  footwork convert take.bvh take.glb                   see it in any glTF viewer
  footwork convert walk.amc walk.bvh --rate 60         its .asf lies beside it
  footwork convert walk.bvh left.bvh --mirror --from 1.5 --to 4
  footwork convert walk.bvh tall.bvh --onto tall-person.bvh
  footwork convert a.bvh b.bvh both.glb                two characters in one file
  footwork convert takes/*.bvh converted/ --as glb     a folder of files
  footwork convert dancer.glb dance.bvh --clip dance   one of several animations"
)]
pub struct Convert {
    /// Files to read, then the file or folder to write
    #[arg(required = true, num_args = 2.., value_name = "IN... OUT")]
    paths: Vec<PathBuf>,
    /// Frames per second of the result [default: as it is]
    #[arg(long, value_name = "HZ", value_parser = rate)]
    rate: Option<f32>,
    /// Swap left and right
    #[arg(long)]
    mirror: bool,
    /// Start here, in seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    from: Option<f64>,
    /// End here, in seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    to: Option<f64>,
    /// Carry the motion onto the body of this file: same rig, other proportions
    #[arg(long, value_name = "SKELETON_FILE")]
    onto: Option<PathBuf>,
    /// Only this animation, by name or by number from 1
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,
    /// Unit of a BVH result: m, cm, mm, in, ft, or metres per unit
    #[arg(long, value_name = "UNIT", default_value = "cm", value_parser = unit)]
    unit: f32,
    /// What to write into a folder
    #[arg(long = "as", value_name = "FORMAT", default_value = "bvh")]
    format: OutFormat,
    #[command(flatten)]
    source: Source,
}

/// The formats Footwork writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutFormat {
    Bvh,
    Glb,
}

impl OutFormat {
    /// What a path's ending says.
    pub fn from_path(path: &Path) -> Option<OutFormat> {
        match path.extension()?.to_string_lossy().to_ascii_lowercase().as_str() {
            "bvh" => Some(OutFormat::Bvh),
            "glb" => Some(OutFormat::Glb),
            _ => None,
        }
    }

    /// The nearest to what was read.
    pub fn of(format: Format) -> OutFormat {
        match format {
            Format::Bvh | Format::Asf | Format::Amc => OutFormat::Bvh,
            Format::Gltf | Format::Glb => OutFormat::Glb,
        }
    }

    pub fn ending(self) -> &'static str {
        match self {
            OutFormat::Bvh => "bvh",
            OutFormat::Glb => "glb",
        }
    }
}

impl Convert {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        let Some((out, ins)) = self.paths.split_last() else { return Ok(ExitCode::FAILURE) };
        let onto = self.onto.as_ref().map(|path| self.target_body(path)).transpose()?;
        let is_folder = out.is_dir() || out.to_string_lossy().ends_with(['/', '\\']);
        match OutFormat::from_path(out).filter(|_| !is_folder) {
            Some(OutFormat::Glb) => self.convert_to_glb(ins, out, onto.as_ref()),
            Some(OutFormat::Bvh) if ins.len() == 1 => self.convert_to_bvh(&ins[0], out, onto.as_ref()),
            Some(OutFormat::Bvh) => Err(CommandError::other(
                "a BVH file holds one body: give a folder for several files, or a .glb, which holds them all",
            )),
            None if is_folder || out.extension().is_none() => self.convert_to_folder(ins, out, onto.as_ref()),
            None => Err(CommandError::Other(format!(
                "{}: Footwork writes .bvh and .glb files, or a folder of them (end its name with /)",
                out.display()
            ))),
        }
    }

    fn target_body(&self, path: &Path) -> Result<Skeleton, CommandError> {
        // The other body's unit and axes are its own.
        let import = footwork_formats::read(path, &Default::default())?;
        let mut bodies = import.bodies.into_iter().map(|body| body.skeleton);
        let person = bodies.find(|skeleton| skeleton.leg_length().is_ok());
        person.ok_or_else(|| {
            CommandError::Other(format!("{}: there is no body with legs in it", path.display()))
        })
    }

    /// Reads a file and does to its motion what was asked for.
    fn read(&self, path: &Path, onto: Option<&Skeleton>) -> Result<Import, CommandError> {
        let mut import = self.source.read(path)?;
        let named = |error: String| CommandError::Other(format!("{}: {error}", path.display()));
        for warning in &import.warnings {
            terminal::warning(&format!("{}: {warning}", path.display()));
        }
        for body in &mut import.bodies {
            if let Some(wanted) = &self.clip {
                choose_clip(body, wanted).map_err(named)?;
            }
            self.change(body, onto).map_err(named)?;
        }
        Ok(import)
    }

    fn change(&self, body: &mut Body, onto: Option<&Skeleton>) -> Result<(), String> {
        let clips = std::mem::take(&mut body.clips);
        let change = |clip: Clip| -> Result<Clip, String> {
            let mut clip = clip;
            if self.from.is_some() || self.to.is_some() {
                let (from, to) = (self.from.unwrap_or(0.0), self.to.unwrap_or(f64::INFINITY));
                clip = clip.trimmed(from, to).map_err(|error| error.to_string())?;
            }
            if let Some(rate) = self.rate.filter(|&rate| rate != clip.rate()) {
                clip = clip.resampled(rate).map_err(|error| error.to_string())?;
            }
            if self.mirror {
                clip = Mirror::new(&body.skeleton, &clip).map_err(|error| error.to_string())?.clip(&clip);
            }
            match onto {
                Some(target) => carry(&clip, &body.skeleton, target).map_err(|error| error.to_string()),
                None => Ok(clip),
            }
        };
        body.clips = clips.into_iter().map(change).collect::<Result<_, _>>()?;
        if let Some(target) = onto {
            body.skeleton = target.clone();
        }
        Ok(())
    }

    fn convert_to_bvh(
        &self,
        file: &Path,
        out: &Path,
        onto: Option<&Skeleton>,
    ) -> Result<ExitCode, CommandError> {
        let import = self.read(file, onto)?;
        let body = &import.bodies[0];
        if import.bodies.len() > 1 {
            let count = import.bodies.len();
            let text = format!(
                "{}: there are {count} bodies in it, and a BVH file holds one: give a folder",
                file.display()
            );
            return Err(CommandError::Other(text));
        }
        if body.clips.len() > 1 {
            let text = format!(
                "{}: only {:?} of {} animations is written (--clip takes another: {}; a folder or a .glb takes all)",
                file.display(),
                body.clips[0].name,
                body.clips.len(),
                clip_names(body)
            );
            terminal::warning(&text);
        }
        self.write_bvh(out, &body.skeleton, &body.clips[0])?;
        Ok(ExitCode::SUCCESS)
    }

    fn write_bvh(&self, out: &Path, skeleton: &Skeleton, clip: &Clip) -> Result<(), CommandError> {
        save(out, |file| bvh::write(file, skeleton, clip, WriteOptions { unit: self.unit }))?;
        said(out, clip.frames(), clip.seconds());
        Ok(())
    }

    fn convert_to_glb(
        &self,
        files: &[PathBuf],
        out: &Path,
        onto: Option<&Skeleton>,
    ) -> Result<ExitCode, CommandError> {
        let bar = progress(files.len());
        let mut bodies = Vec::new();
        for file in files {
            bar.set_message(file.display().to_string());
            let mut import = self.read(file, onto)?;
            if files.len() > 1 {
                // Bodies of several files are told apart by their files.
                let stem = stem(file);
                import.bodies.iter_mut().for_each(|body| body.name.clone_from(&stem));
            }
            bodies.extend(import.bodies);
            bar.inc(1);
        }
        bar.finish_and_clear();
        write_glb(out, &bodies)?;
        Ok(ExitCode::SUCCESS)
    }

    fn convert_to_folder(
        &self,
        files: &[PathBuf],
        out: &Path,
        onto: Option<&Skeleton>,
    ) -> Result<ExitCode, CommandError> {
        let mut stems: BTreeMap<String, &Path> = BTreeMap::new();
        for file in files {
            if let Some(other) = stems.insert(stem(file), file) {
                let text = format!("{} and {} would become the same file", other.display(), file.display());
                return Err(CommandError::Other(text));
            }
        }
        std::fs::create_dir_all(out)
            .map_err(|error| CommandError::Other(format!("{}: {error}", out.display())))?;
        let bar = progress(files.len());
        let mut failed = 0;
        for file in files {
            bar.set_message(file.display().to_string());
            // One bad file does not stop the others.
            if let Err(error) =
                self.read(file, onto).and_then(|import| self.write_into(out, &stem(file), import))
            {
                bar.suspend(|| terminal::error(&error.to_string()));
                failed += 1;
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if failed > 0 {
            terminal::error(&format!("{failed} of {} files could not be converted", files.len()));
        }
        Ok(if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn write_into(&self, folder: &Path, stem: &str, import: Import) -> Result<(), CommandError> {
        if self.format == OutFormat::Glb {
            return write_glb(&folder.join(format!("{stem}.glb")), &import.bodies);
        }
        let one_body = import.bodies.len() == 1;
        for body in &import.bodies {
            for clip in &body.clips {
                let mut name = stem.to_string();
                if !one_body {
                    name = format!("{name}_{}", plain(&body.name));
                }
                if body.clips.len() > 1 {
                    name = format!("{name}_{}", plain(&clip.name));
                }
                self.write_bvh(&folder.join(format!("{name}.bvh")), &body.skeleton, clip)?;
            }
        }
        Ok(())
    }
}

/// Writes bodies to one file: BVH takes the first one's first clip only.
pub fn write_bodies(out: &Path, bodies: &[Body]) -> Result<(), CommandError> {
    match OutFormat::from_path(out) {
        Some(OutFormat::Glb) => {
            let bytes = glb(bodies)?;
            Ok(save(out, |file| file.write_all(&bytes))?)
        }
        _ => {
            let body = &bodies[0];
            Ok(save(out, |file| bvh::write(file, &body.skeleton, &body.clips[0], WriteOptions::default()))?)
        }
    }
}

fn write_glb(out: &Path, bodies: &[Body]) -> Result<(), CommandError> {
    let bytes = glb(bodies)?;
    save(out, |file| file.write_all(&bytes))?;
    let longest = bodies.iter().flat_map(|body| &body.clips).max_by_key(|clip| clip.frames());
    if let Some(clip) = longest {
        said(out, clip.frames(), clip.seconds());
    }
    Ok(())
}

fn glb(bodies: &[Body]) -> Result<Vec<u8>, CommandError> {
    let characters: Vec<Character<'_>> = bodies
        .iter()
        .map(|body| Character { name: &body.name, skeleton: &body.skeleton, clips: &body.clips })
        .collect();
    gltf::write(&characters).map_err(|error| CommandError::Other(error.to_string()))
}

fn said(out: &Path, frames: usize, seconds: f64) {
    terminal::line(format!("{}: {frames} frames, {seconds:.2} s", out.display()));
}

fn stem(file: &Path) -> String {
    file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A name that can be part of a file's name anywhere.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' }).collect()
}
