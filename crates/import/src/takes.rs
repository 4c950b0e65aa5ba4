//! Takes of a repertoire, removed and renamed. Their mirror images go with them.

use footwork_annotate::Repertoire;

use crate::error::ImportError;

/// Removes a take, and its mirror image with it.
pub fn remove(repertoire: &mut Repertoire, take: &str) -> Result<(), ImportError> {
    require(repertoire, take)?;
    repertoire.takes.retain(|other| {
        other.clip.name != take && other.mirrored_from.as_deref().is_none_or(|original| original != take)
    });
    Ok(())
}

/// Gives a take another name, and its mirror image with it.
pub fn rename(repertoire: &mut Repertoire, take: &str, name: &str) -> Result<(), ImportError> {
    require(repertoire, take)?;
    let mirrored = |name: &str| format!("{name}.mirrored");
    let taken = |name: &str| repertoire.takes.iter().any(|other| other.clip.name == name);
    if name.is_empty() || taken(name) || taken(&mirrored(name)) {
        return Err(ImportError::NameTaken { name: name.to_string() });
    }
    for other in &mut repertoire.takes {
        if other.clip.name == take {
            other.clip.name = name.to_string();
        } else if other.mirrored_from.as_deref() == Some(take) {
            other.mirrored_from = Some(name.to_string());
            other.clip.name = mirrored(name);
        }
    }
    Ok(())
}

fn require(repertoire: &Repertoire, take: &str) -> Result<(), ImportError> {
    match repertoire.takes.iter().any(|other| other.clip.name == take) {
        true => Ok(()),
        false => {
            let names: Vec<&str> = repertoire.takes.iter().map(|take| take.clip.name.as_str()).collect();
            Err(ImportError::NoSuchTake { take: take.to_string(), takes: names.join(", ") })
        }
    }
}
