//! Writes the page's side of the protocol.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use super::{
    ClassInfo, EditsRequest, ImportReport, ImportRequest, MakeRequest, MindChoice, Request, SceneDraft,
    SceneInfo, SceneMade, ServerMessage, TakeInfo,
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/web/src/protocol.ts");

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

fn typescript() -> String {
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
    head.to_string() + &all.all.into_values().collect::<String>()
}

#[test]
fn the_page_has_the_protocol_that_the_server_speaks() {
    let (wanted, found) = (typescript(), std::fs::read_to_string(FILE).unwrap_or_default());
    if std::env::var_os("FOOTWORK_WRITE_PROTOCOL").is_some() {
        std::fs::write(FILE, &wanted).unwrap();
    } else {
        assert!(
            wanted == found,
            "{FILE} is not what protocol.rs says: FOOTWORK_WRITE_PROTOCOL=1 cargo test -p footwork-studio protocol writes it"
        );
    }
}
