//! `footwork report`: a page that needs nothing beside it.

use crate::common::Scratch;

fn with_repertoires() -> Scratch {
    let scratch = Scratch::new();
    scratch.write_repertoires();
    scratch
}

/// What a page would load: every value of an attribute that names something to load.
fn loaded(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for mark in ["src=", "href=", "srcset=", "data=", "action=", "poster=", "url("] {
        for rest in page.split(mark).skip(1) {
            let value = rest.trim_start_matches(['"', '\'']);
            found.push(value.split(['"', '\'', ' ', ')', '>']).next().unwrap());
        }
    }
    found
}

#[test]
fn the_page_names_every_take_and_loads_nothing() {
    let scratch = Scratch::new();
    for (show, take) in [("boxing", "rounds.bvh"), ("locomotion", "stroll.bvh")] {
        scratch.run(&["perform", show, "--seconds", "12", "-o", take]).ok();
    }
    scratch.run(&["import", "rounds.bvh", "stroll.bvh", "-o", "both.rep", "--mirror"]).ok();
    for args in [
        &["report", "both.rep", "-o", "both.html"][..],
        &["report", "both.rep", "-o", "both.html", "--no-graphs"],
    ] {
        let run = scratch.run(args).ok();
        assert_eq!((run.out.as_str(), run.err.as_str()), ("both.html\n", ""));
        let page = scratch.text("both.html");
        assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
        for take in ["rounds", "stroll", "rounds.mirrored", "stroll.mirrored"] {
            assert!(page.contains(&format!(">{take}<")), "{take} is not on the page");
        }
        for address in ["http:", "https:", "@import", "fetch(", "XMLHttpRequest", "import("] {
            assert!(!page.contains(address), "{address} is on the page");
        }
        let loaded = loaded(&page);
        assert!(!loaded.is_empty());
        for address in loaded {
            assert!(address.starts_with(['#']) || address.starts_with("data:"), "{address:?} is loaded");
        }
        for id in page.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            assert!(page.contains(&format!("id=\"{id}\"")), "#{id} leads nowhere");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_name_is_text_and_never_markup() {
    let scratch = with_repertoires();
    for name in ["a<b>&", "<script>alert(1)<∕script>", "\"><img src=x onerror=y>"] {
        let (take, rep) = (format!("{name}.bvh"), format!("{name}.rep"));
        scratch.run(&["perform", "boxing", "--seconds", "12", "-o", &take]).ok();
        scratch.run(&["import", &take, "-o", &rep]).ok();
        scratch.run(&["report", &rep, "-o", "odd.html"]).ok();
        let page = scratch.text("odd.html");
        let escaped = name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        assert!(!page.contains(name), "{name}");
        assert!(
            page.contains(&escaped) || page.contains(&escaped.replace('"', "&quot;")),
            "{escaped} is not on the page"
        );
        assert!(!page.contains("<script>alert") && !page.contains("<img src=x") && !page.contains("<b>&"));
    }
}

#[test]
fn without_graphs_the_page_is_shorter_and_says_that_there_are_none() {
    let scratch = with_repertoires();
    scratch.run(&["report", "boxer.rep", "-o", "full.html"]).ok();
    scratch.run(&["report", "boxer.rep", "-o", "plain.html", "--no-graphs"]).ok();
    let (full, plain) = (scratch.text("full.html"), scratch.text("plain.html"));
    let says_so = |page: &str| page.contains("No graph was made");
    assert!(!says_so(&full) && says_so(&plain));
    assert!(plain.len() < full.len());
    assert!(plain.contains(">boxer-take<") && plain.contains("<svg"));
}

#[test]
fn the_same_repertoire_gives_the_same_bytes_twice_and_on_one_thread_and_two() {
    let scratch = with_repertoires();
    for (threads, page) in [(1, "a.html"), (1, "b.html"), (2, "c.html")] {
        scratch.run_on(threads, &["report", "boxer.rep", "-o", page]).ok();
    }
    assert!(scratch.bytes("a.html") == scratch.bytes("b.html"));
    assert!(scratch.bytes("a.html") == scratch.bytes("c.html"));
}

#[test]
fn what_is_no_repertoire_is_one_line_that_names_it_and_the_old_page_stays() {
    let scratch = with_repertoires();
    let bad = scratch.write_bad_repertoires("boxer.rep");
    scratch.write("page.html", "old");
    let files = scratch.files();
    for (file, said) in bad {
        for page in ["page.html", "new.html"] {
            let error = scratch.run(&["report", file, "-o", page]).one_error();
            assert!(error.contains(said), "{error}");
        }
    }
    assert_eq!(scratch.files(), files);
    assert_eq!(scratch.text("page.html"), "old");
}

#[test]
fn a_page_that_cannot_be_written_leaves_nothing() {
    let scratch = with_repertoires();
    scratch.write("folder.html/readme", "");
    scratch.write("file", "");
    let files = scratch.files();
    for page in ["none/page.html", "folder.html", "file/page.html", ""] {
        let error = scratch.run(&["report", "boxer.rep", "-o", page, "--no-graphs"]);
        if page.is_empty() {
            assert_ne!(error.code, Some(0), "{error:#?}");
        } else {
            let error = error.one_error();
            assert!(error.contains(&format!("{page} could not be written")), "{error}");
        }
        assert_eq!(scratch.files(), files, "{page}");
    }
    scratch.run(&["report", "boxer.rep"]).usage_error();
}

#[test]
fn a_single_short_take_is_worth_a_page() {
    let scratch = Scratch::new();
    scratch.run(&["perform", "locomotion", "--seconds", "1", "-o", "blink.bvh"]).ok();
    scratch.run(&["import", "blink.bvh", "-o", "blink.rep"]).ok();
    scratch.run(&["report", "blink.rep", "-o", "blink.html"]).ok();
    let page = scratch.text("blink.html");
    assert!(page.contains(">blink<") && !page.contains("NaN") && !page.contains(">inf"), "{page}");
}
