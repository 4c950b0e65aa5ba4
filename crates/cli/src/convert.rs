//! `footwork convert`: from any format to BVH, GLB or VRMA.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use footwork_formats::bvh::{self, WriteOptions};
use footwork_formats::{Body, Format, Import, save};
use footwork_motion::{Clip, Mirror, Skeleton};

mod target;

use target::Target;

use crate::out::{Destination, OutFormat, destination, glb, refuse_twins, stem, vrma};
use crate::source::{Source, choose_clip, clip_names, rate, seconds, unit};
use crate::terminal::{self, CommandError, progress};

/// Converts BVH, FBX, ASF/AMC, glTF and VRM files to BVH, GLB or VRMA, or a folder of them: the ending of OUT decides.
#[derive(Args)]
#[command(
    override_usage = "footwork convert [OPTIONS] <IN>... <OUT>",
    after_help = "\
Examples:
  footwork convert take.bvh take.glb                   see it in any glTF viewer
  footwork convert walk.amc walk.bvh --rate 60         its .asf lies beside it
  footwork convert walk.bvh left.bvh --mirror --from 1.5 --to 4
  footwork convert walk.bvh tall.bvh --onto tall-person.bvh
  footwork convert walk.bvh box.bvh knight-moves.glb --onto knight.glb    its own mesh, two animations
  footwork convert walk.fbx walk.vrma                  for VRM characters
  footwork convert a.bvh b.bvh both.glb                two characters in one file
  footwork convert takes/*.bvh converted/ --as glb     a folder of files
  footwork convert dancer.glb dance.bvh --clip dance   one of several animations"
)]
pub struct Convert {
    /// Files to read, then the file or folder to write
    #[arg(required = true, num_args = 2.., value_names = ["IN", "OUT"])]
    paths: Vec<PathBuf>,
    /// Frames per second of the result [default: as it is]
    #[arg(long, value_name = "HZ", value_parser = rate, allow_negative_numbers = true)]
    rate: Option<f32>,
    /// Swap left and right
    #[arg(long)]
    mirror: bool,
    /// Start here, in seconds
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    from: Option<f64>,
    /// End here, in seconds
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    to: Option<f64>,
    /// Carry the motion onto the body of this file, of any rig. A .glb result keeps the mesh, skin and materials of a
    /// .glb, .gltf or .vrm character
    #[arg(long, value_name = "CHARACTER")]
    onto: Option<PathBuf>,
    /// Only this animation, by name or by number from 1
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,
    /// Unit of a BVH result: m, cm, mm, in, ft, or metres per unit
    #[arg(long, value_name = "UNIT", default_value = "cm", value_parser = unit, allow_negative_numbers = true)]
    unit: f32,
    /// What to write into a folder
    #[arg(long = "as", value_name = "FORMAT", default_value = "bvh")]
    format: OutFormat,
    #[command(flatten)]
    source: Source,
}

impl Convert {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        let Some((out, ins)) = self.paths.split_last() else { return Ok(ExitCode::FAILURE) };
        if let (Some(from), Some(to)) = (self.from, self.to)
            && from > to
        {
            return Err(CommandError::Other(format!("--from {from} comes after --to {to}")));
        }
        let place = destination(out)?;
        if let Destination::File(format @ (OutFormat::Bvh | OutFormat::Vrma)) = place
            && ins.len() > 1
        {
            return Err(CommandError::Other(format!(
                "a {} file holds one body: give a folder for several files, or a .glb, which holds them all",
                format.ending().to_uppercase()
            )));
        }
        let onto =
            self.onto.as_ref().map(|path| Target::read(path, self.source.options()?.roles)).transpose()?;
        match place {
            Destination::File(OutFormat::Glb) => match onto.as_ref().filter(|target| target.has_mesh()) {
                Some(target) => self.convert_onto_mesh(ins, out, target),
                None => self.convert_to_glb(ins, out, onto.as_ref()),
            },
            Destination::File(format) => self.convert_to_one(&ins[0], out, onto.as_ref(), format),
            Destination::Folder => self.convert_to_folder(ins, out, onto.as_ref()),
        }
    }

    /// Reads a file and does to its motion what was asked for.
    fn read(&self, path: &Path, onto: Option<&Target>) -> Result<Import, CommandError> {
        let mut import = self.source.read(path)?;
        let named = |error: String| CommandError::Other(format!("{}: {error}", path.display()));
        for warning in &import.warnings {
            terminal::warning(&format!("{}: {warning}", path.display()));
        }
        let several = import.bodies.len() > 1;
        for body in &mut import.bodies {
            if let Some(wanted) = &self.clip {
                choose_clip(body, wanted).map_err(named)?;
            }
            // A prop beside a person has no sides to swap and no legs to carry.
            let is_prop = several && body.skeleton.leg_length().is_err();
            if is_prop && (self.mirror || onto.is_some()) {
                terminal::warning(&format!(
                    "{}: {:?} is no person: it stays as it is",
                    path.display(),
                    body.name
                ));
            }
            self.change(body, self.mirror && !is_prop, onto.filter(|_| !is_prop)).map_err(named)?;
        }
        Ok(import)
    }

    fn change(&self, body: &mut Body, mirror: bool, onto: Option<&Target>) -> Result<(), String> {
        let clips = std::mem::take(&mut body.clips);
        let change = |clip: Clip| -> Result<Clip, String> {
            let mut clip = clip;
            if self.from.is_some() || self.to.is_some() {
                clip = self.trimmed(&clip)?;
            }
            if let Some(rate) = self.rate.filter(|&rate| rate != clip.rate()) {
                clip = clip.resampled(rate).map_err(|error| error.to_string())?;
            }
            if mirror {
                clip = Mirror::new(&body.skeleton, &clip).map_err(|error| error.to_string())?.clip(&clip);
            }
            Ok(clip)
        };
        body.clips = clips.into_iter().map(change).collect::<Result<_, _>>()?;
        if let Some(target) = onto {
            let carried = target.carry(&body.skeleton, &body.clips).map_err(|error| error.to_string())?;
            (body.clips, body.skeleton) = (carried, target.body.skeleton.clone());
        }
        Ok(())
    }

    fn trimmed(&self, clip: &Clip) -> Result<Clip, String> {
        let (from, to) = (self.from.unwrap_or(0.0), self.to.unwrap_or(f64::INFINITY));
        let (name, rate, seconds) = (&clip.name, clip.rate(), clip.seconds());
        clip.trimmed(from, to).map_err(|_| match from > seconds {
            true => format!("--from {from} is beyond the end of {name:?}, which lasts {seconds:.2} s"),
            false => format!("{name:?} has no frame between {from} s and {to} s: it has {rate} a second"),
        })
    }

    /// To a file that holds one body and one animation.
    fn convert_to_one(
        &self,
        file: &Path,
        out: &Path,
        onto: Option<&Target>,
        format: OutFormat,
    ) -> Result<ExitCode, CommandError> {
        let import = self.read(file, onto)?;
        let body = &import.bodies[0];
        if import.bodies.len() > 1 {
            let count = import.bodies.len();
            let text = format!(
                "{}: there are {count} bodies in it, and a {} file holds one: give a folder",
                file.display(),
                format.ending().to_uppercase()
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
        self.write_one(out, &body.skeleton, &body.clips[0], format)?;
        Ok(ExitCode::SUCCESS)
    }

    fn write_one(
        &self,
        out: &Path,
        skeleton: &Skeleton,
        clip: &Clip,
        format: OutFormat,
    ) -> Result<(), CommandError> {
        match format {
            OutFormat::Vrma => {
                let named = |error: CommandError| CommandError::Other(format!("{}: {error}", out.display()));
                let bytes = vrma(skeleton, clip).map_err(named)?;
                save(out, |file| file.write_all(&bytes))?;
            }
            _ => save(out, |file| bvh::write(file, skeleton, clip, WriteOptions { unit: self.unit }))?,
        }
        said(out, clip.frames(), clip.seconds());
        Ok(())
    }

    fn convert_to_glb(
        &self,
        files: &[PathBuf],
        out: &Path,
        onto: Option<&Target>,
    ) -> Result<ExitCode, CommandError> {
        let bar = progress(files.len());
        let mut bodies = Vec::new();
        for file in files {
            bar.set_message(file.display().to_string());
            let mut import = self.read(file, onto)?;
            // A BVH or AMC file has no name for its one body but that of its root joint.
            let nameless =
                matches!(import.format, Format::Bvh | Format::Asf | Format::Amc) && import.bodies.len() == 1;
            if files.len() > 1 || nameless {
                // Bodies of several files are told apart by their files.
                let stem = stem(file);
                import.bodies.iter_mut().for_each(|body| body.name.clone_from(&stem));
            }
            bodies.extend(import.bodies);
            bar.inc(1);
        }
        write_glb(out, &bodies)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Everything that the files' people do, as animations of a character with its own mesh.
    fn convert_onto_mesh(
        &self,
        files: &[PathBuf],
        out: &Path,
        target: &Target,
    ) -> Result<ExitCode, CommandError> {
        let bar = progress(files.len());
        let mut clips: Vec<Clip> = Vec::new();
        let mut taken = BTreeSet::new();
        for file in files {
            bar.set_message(file.display().to_string());
            let import = self.read(file, Some(target))?;
            // Props stay behind: there is one character in the file.
            let people = import.bodies.into_iter().filter(|body| body.skeleton == target.body.skeleton);
            for mut clip in people.flat_map(|body| body.clips) {
                clip.name = unused(clip.name, &mut taken);
                clips.push(clip);
            }
            bar.inc(1);
        }
        let bytes = target.dressed(&clips)?;
        save(out, |file| file.write_all(&bytes))?;
        for clip in &clips {
            terminal::line(format!(
                "{}: {}, {} frames, {:.2} s",
                out.display(),
                clip.name,
                clip.frames(),
                clip.seconds()
            ));
        }
        Ok(ExitCode::SUCCESS)
    }

    fn convert_to_folder(
        &self,
        files: &[PathBuf],
        out: &Path,
        onto: Option<&Target>,
    ) -> Result<ExitCode, CommandError> {
        refuse_twins(files, |file| stem(file).into())?;
        std::fs::create_dir_all(out)
            .map_err(|error| CommandError::Other(format!("{}: {error}", out.display())))?;
        let bar = progress(files.len());
        let mut failed = 0;
        let mut taken = BTreeSet::new();
        for file in files {
            bar.set_message(file.display().to_string());
            // One bad file does not stop the others.
            let written = self
                .read(file, onto)
                .and_then(|import| self.write_into(out, &stem(file), import, onto, &mut taken));
            if let Err(error) = written {
                terminal::error(&error.to_string());
                failed += 1;
            }
            bar.inc(1);
        }
        if failed > 0 {
            terminal::error(&format!("{failed} of {} files could not be converted", files.len()));
        }
        Ok(if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn write_into(
        &self,
        folder: &Path,
        stem: &str,
        import: Import,
        onto: Option<&Target>,
        taken: &mut BTreeSet<String>,
    ) -> Result<(), CommandError> {
        if self.format == OutFormat::Glb {
            let out = folder.join(format!("{stem}.glb"));
            return match onto.filter(|target| target.has_mesh()) {
                Some(target) => {
                    let people =
                        import.bodies.into_iter().filter(|body| body.skeleton == target.body.skeleton);
                    let clips: Vec<Clip> = people.flat_map(|body| body.clips).collect();
                    let bytes = target.dressed(&clips)?;
                    save(&out, |file| file.write_all(&bytes))?;
                    clips.first().into_iter().for_each(|clip| said(&out, clip.frames(), clip.seconds()));
                    Ok(())
                }
                None => write_glb(&out, &import.bodies),
            };
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
                let name = unused(name, taken);
                let out = folder.join(format!("{name}.{}", self.format.ending()));
                self.write_one(&out, &body.skeleton, clip, self.format)?;
            }
        }
        Ok(())
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

fn said(out: &Path, frames: usize, seconds: f64) {
    terminal::line(format!("{}: {frames} frames, {seconds:.2} s", out.display()));
}

/// A name that can be part of a file's name anywhere.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' }).collect()
}

/// The name itself, or with a number where an animation of that name was written before.
fn unused(name: String, taken: &mut BTreeSet<String>) -> String {
    let numbered = |n: u32| if n == 1 { name.clone() } else { format!("{name}_{n}") };
    let free = (1..).map(numbered).find(|name| !taken.contains(name)).unwrap_or_else(|| name.clone());
    taken.insert(free.clone());
    free
}
