//! Writes the page's side of the protocol.

use std::fmt::Write;

use ts_rs::{Config, TS, TypeVisitor};

use super::{ClassInfo, EditsRequest, Request, SceneInfo, ServerMessage, TakeInfo};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/web/src/protocol.ts");

/// Declarations of types and of all that they are made of, each once.
struct Declarations {
    config: Config,
    names: Vec<String>,
    text: String,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        T::visit_dependencies(self);
        T::visit_generics(self);
        let name = T::name(&self.config);
        if T::output_path().is_none() || self.names.contains(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let _ = write!(self.text, "\n{}export {}\n", short(&docs), short(&T::decl(&self.config)));
        self.names.push(name);
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
    let config = Config::new().with_large_int("number");
    let text = "// What passes between page and server. Generated from crates/studio/src/protocol.rs by its tests: do not edit.\n";
    let mut all = Declarations { config, names: Vec::new(), text: text.to_string() };
    all.visit::<ServerMessage>();
    all.visit::<Request>();
    all.visit::<SceneInfo>();
    all.visit::<TakeInfo>();
    all.visit::<ClassInfo>();
    all.visit::<EditsRequest>();
    all.text
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
