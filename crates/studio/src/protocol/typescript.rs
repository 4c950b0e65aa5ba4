//! Writes the page's side of the protocol.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use super::{
    ClassInfo, EditsRequest, ImportReport, ImportRequest, MakeRequest, MindChoice, Request, SceneDraft,
    SceneInfo, SceneMade, ServerMessage, TakeInfo,
};

/// The page's sources.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/web/src/");
/// Lines of declarations in one file: files of the page are short enough to be read.
const MOST: usize = 260;

/// Declarations of types and of all that they are made of, by their names: the order in which types are visited differs
/// from build to build.
struct Declarations {
    config: Config,
    all: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        T::visit_dependencies(self);
        T::visit_generics(self);
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let text = format!("\n{}export {}\n", short(&docs), short(&T::decl(&self.config)));
            self.all.insert(T::name(&self.config), text);
        }
    }
}

/// Comments of one line on one line, and no blanks at the ends of lines.
fn short(text: &str) -> String {
    let comments: Vec<String> = text
        .split("/**\n * ")
        .map(|part| match part.split_once("\n */") {
            Some((comment, rest)) if !comment.contains('\n') => format!("{comment} */{rest}"),
            _ => part.to_string(),
        })
        .collect();
    comments.join("/** ").replace(" \n", "\n")
}

/// Files of the page by their names: the types, in the order of their names, and one that has all of them.
fn typescript() -> BTreeMap<String, String> {
    let head = "// What passes between page and server. Generated from crates/studio/src/protocol.rs by its tests: do not edit.\n";
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config, all: BTreeMap::new() };
    all.visit::<ServerMessage>();
    all.visit::<Request>();
    all.visit::<SceneInfo>();
    all.visit::<TakeInfo>();
    all.visit::<ClassInfo>();
    all.visit::<EditsRequest>();
    all.visit::<crate::script::Script>();
    all.visit::<SceneDraft>();
    all.visit::<MakeRequest>();
    all.visit::<SceneMade>();
    all.visit::<MindChoice>();
    all.visit::<ImportRequest>();
    all.visit::<ImportReport>();
    let mut parts: Vec<Vec<(&String, &String)>> = vec![Vec::new()];
    let mut lines = 0;
    for declared in &all.all {
        lines += declared.1.lines().count();
        if lines > MOST {
            parts.push(Vec::new());
            lines = declared.1.lines().count();
        }
        if let Some(part) = parts.last_mut() {
            part.push(declared);
        }
    }
    let mut files = BTreeMap::new();
    let mut whole = head.to_string() + "\n";
    for (number, part) in parts.iter().enumerate() {
        let text: String = part.iter().map(|(_, text)| text.as_str()).collect();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let own = |name: &&String| part.iter().any(|(known, _)| known == name);
        let used = all.all.keys().filter(|name| words.contains(&name.as_str()) && !own(name));
        let used: Vec<&str> = used.map(String::as_str).collect();
        let import = match used.is_empty() {
            true => String::new(),
            false => format!("\nimport type {{ {} }} from \"../protocol\";\n", used.join(", ")),
        };
        files.insert(format!("protocol/{}.ts", number + 1), format!("{head}{import}{text}"));
        whole += &format!("export type * from \"./protocol/{}\";\n", number + 1);
    }
    files.insert("protocol.ts".to_string(), whole);
    files
}

#[test]
fn the_page_has_the_protocol_that_the_server_speaks() {
    for (name, wanted) in typescript() {
        let file = format!("{FOLDER}{name}");
        if std::env::var_os("FOOTWORK_WRITE_PROTOCOL").is_some() {
            std::fs::create_dir_all(format!("{FOLDER}protocol")).unwrap();
            std::fs::write(&file, &wanted).unwrap();
        } else {
            let found = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(
                wanted == found,
                "{file} is not what protocol.rs says: FOOTWORK_WRITE_PROTOCOL=1 cargo test -p footwork-studio protocol writes it"
            );
            assert!(wanted.lines().count() <= 300, "{file} is too long to be read");
        }
    }
}
