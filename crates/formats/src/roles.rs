//! A small TOML file that says which joint plays which role, where the names do not tell.
//!
//! ```toml
//! [roles]
//! left_ankle = "Bone_L_047"
//! left_toe = "Bone_L_048"
//! ```

use footwork_motion::glam::Vec3;
use footwork_motion::{Role, Site, Skeleton};

/// Roles named by hand, in the order they were given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoleNames {
    names: Vec<(Role, String)>,
}

/// What is wrong with a roles file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum RolesError {
    #[error("line {line}, column {column}: {what}")]
    Toml { line: usize, column: usize, what: String },
    #[error("expected a table [roles] with lines such as left_ankle = \"Joint name\"")]
    NoTable,
    #[error("\"{found}\" is no role; did you mean \"{nearest}\"?")]
    NoSuchRole { found: String, nearest: &'static str },
    #[error("the joint for {role} must be a name in quotes")]
    NotAName { role: Role },
    #[error("no body of this file has a joint \"{name}\", which the roles file names as its {role}")]
    NoSuchJoint { role: Role, name: String },
}

impl RoleNames {
    /// Reads a roles file's text.
    pub fn parse(text: &str) -> Result<RoleNames, RolesError> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            let before = &text[..error.span().map_or(0, |span| span.start).min(text.len())];
            let line = before.rsplit('\n').next().unwrap_or("");
            RolesError::Toml {
                line: before.matches('\n').count() + 1,
                column: line.chars().count() + 1,
                what: error.message().to_string(),
            }
        })?;
        let roles = table.get("roles").and_then(toml::Value::as_table).ok_or(RolesError::NoTable)?;
        let mut names = Vec::new();
        for (key, value) in roles {
            let role = Role::from_name(key)
                .ok_or_else(|| RolesError::NoSuchRole { found: key.clone(), nearest: nearest(key) })?;
            let name = value.as_str().ok_or(RolesError::NotAName { role })?;
            names.push((role, name.to_string()));
        }
        Ok(RoleNames { names })
    }

    /// Whether none is named.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Gives the roles to the joints of those names. Says whether the skeleton has them all.
    pub(crate) fn apply(&self, skeleton: &mut Skeleton) -> Result<(), RolesError> {
        for (role, name) in &self.names {
            let Some(joint) = skeleton.find(name) else {
                return Err(RolesError::NoSuchJoint { role: *role, name: name.clone() });
            };
            skeleton.roles_mut().set(*role, Site { joint, offset: Vec3::ZERO });
        }
        Ok(())
    }
}

/// The role whose name looks most like a word.
fn nearest(word: &str) -> &'static str {
    let distance = |role: &Role| edits(word, role.name());
    Role::ALL.into_iter().min_by_key(distance).map_or("hips", Role::name)
}

/// How many letters must be added, removed or changed to make one word of another.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    // Long words are compared by their beginning: no role's name is longer.
    for (i, from) in a.chars().take(64).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_role_gets_the_nearest_one_suggested() {
        let error = RoleNames::parse("[roles]\nleft_ancle = \"x\"").unwrap_err();
        assert_eq!(error.to_string(), "\"left_ancle\" is no role; did you mean \"left_ankle\"?");
    }

    #[test]
    fn files_that_name_no_roles_are_refused() {
        assert_eq!(RoleNames::parse(""), Err(RolesError::NoTable));
        assert_eq!(RoleNames::parse("roles = 3"), Err(RolesError::NoTable));
        assert_eq!(RoleNames::parse("[roles]\nhips = 3"), Err(RolesError::NotAName { role: Role::Hips }));
        let error = RoleNames::parse("[roles]\nhips = \"Hips\"\nspine = Spine").unwrap_err();
        assert!(error.to_string().starts_with("line 3, column 9: "), "{error}");
    }
}
