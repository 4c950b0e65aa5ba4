//! Writes the page's side of the protocol.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use super::{
    ClassInfo, EditsRequest, ImportReport, ImportRequest, MakeRequest, MindChoice, Request, SceneDraft,
    SceneInfo, SceneMade, ServerMessage, TakeInfo,
};

/// The page's sources.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/web/src/");

/// Declarations of types and of all that they are made of, by the module that has them and their names: the order in which
/// types are visited differs from build to build.
struct Declarations {
    config: Config,
    all: BTreeMap<String, BTreeMap<String, String>>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        T::visit_dependencies(self);
        T::visit_generics(self);
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let text = format!("\n{}export {}\n", short(&docs), short(&T::decl(&self.config)));
            let module = std::any::type_name::<T>().rsplit("::").nth(1).unwrap_or_default();
            self.all.entry(module.to_string()).or_default().insert(T::name(&self.config), text);
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

/// Files of the page by their names: the types of each module in a file of its name, and `protocol.ts`, which has all of them.
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
    let names: Vec<&String> = all.all.values().flat_map(BTreeMap::keys).collect();
    let mut files = BTreeMap::new();
    let mut whole = String::new();
    for (module, part) in &all.all {
        let text: String = part.values().map(String::as_str).collect();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let mut used: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
        used.retain(|name| words.contains(name) && !part.contains_key(*name));
        used.sort_unstable();
        let import = match used.is_empty() {
            true => String::new(),
            false => format!("\nimport type {{ {} }} from \"../protocol\";\n", used.join(", ")),
        };
        // What the module above all has is the list of messages.
        let file = if module == "protocol" { "messages" } else { module };
        files.insert(format!("protocol/{file}.ts"), format!("{head}{import}{text}"));
        whole += &format!("export type * from \"./protocol/{file}\";\n");
    }
    files.insert("protocol.ts".to_string(), format!("{head}\n{whole}"));
    files
}

#[test]
fn no_file_of_the_page_is_left_of_a_module_that_is_gone() {
    let wanted = typescript();
    for file in std::fs::read_dir(format!("{FOLDER}protocol")).unwrap() {
        let name = format!("protocol/{}", file.unwrap().file_name().to_string_lossy());
        assert!(wanted.contains_key(&name), "web/src/{name} is generated of nothing: delete it");
    }
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
