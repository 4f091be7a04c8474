//! No two modules import each other.

use crate::support::{crate_names, sources};
use std::collections::{BTreeMap, BTreeSet};

/// The module paths in `use` statements and in the code, from the root of the crate.
fn imports(module: &[&str], text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let starts = ["crate::", "super::"].iter().flat_map(|start| text.match_indices(start).map(|(at, _)| at));
    for at in starts {
        if text[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':') {
            continue;
        }
        let end = text[at..].find(|c: char| !(c.is_alphanumeric() || "_:{}, \n".contains(c)));
        parse_use_tree(&text[at..at + end.unwrap_or(text.len() - at)], &Vec::new(), &mut found);
    }
    found.into_iter().map(|path| absolute_path(module, &path)).collect()
}

/// Parses the paths of `a::{b, c::{d, e}}`; returns the rest of the text.
fn parse_use_tree<'a>(text: &'a str, before: &[String], found: &mut Vec<Vec<String>>) -> &'a str {
    let mut path = before.to_vec();
    let mut rest = text.trim_start();
    loop {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        if end > 0 {
            path.push(rest[..end].to_owned());
        }
        rest = &rest[end..];
        let Some(next) = rest.strip_prefix("::") else { break };
        rest = next;
        if let Some(inner) = rest.strip_prefix('{') {
            rest = inner;
            while !rest.is_empty() && !rest.starts_with('}') {
                let after = parse_use_tree(rest, &path, found).trim_start();
                let skipped = after.find([',', '}']).map_or("", |at| &after[at..]);
                rest = skipped.strip_prefix(',').unwrap_or(skipped).trim_start();
            }
            return rest.strip_prefix('}').unwrap_or(rest);
        }
    }
    found.push(path);
    rest
}

fn absolute_path(module: &[&str], path: &[String]) -> Vec<String> {
    let up = path.iter().take_while(|part| *part == "super").count();
    let root = if path[0] == "crate" { 0 } else { module.len().saturating_sub(up) };
    let start = module[..root].iter().map(|part| (*part).to_owned());
    start.chain(path[up.max(1)..].iter().cloned()).collect()
}

/// The modules of a crate, each with its imports, except imports of its children.
fn module_imports(name: &str) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let root = format!("crate/{name}/src/");
    let sources = sources(&format!("crate/{name}/src"));
    let module = |path: &str| -> Vec<String> {
        let path =
            path.strip_prefix(&root).and_then(|path| path.strip_suffix(".rs")).expect("a source of Rust");
        let parts = path.split('/').filter(|part| !["mod", "lib", "main"].contains(part));
        parts.map(str::to_owned).collect()
    };
    let all: BTreeSet<Vec<String>> = sources.keys().map(|path| module(path)).collect();
    let known = |mut path: Vec<String>| {
        while !all.contains(&path) {
            path.pop();
        }
        path
    };
    let imported = |(path, text): (&String, &String)| {
        let from = module(path);
        let parts: Vec<&str> = from.iter().map(String::as_str).collect();
        let imports = imports(&parts, text).into_iter().map(known);
        let imports = imports.filter(|to| !to.starts_with(&from)).collect();
        (from, imports)
    };
    sources.iter().map(imported).collect()
}

#[test]
fn no_modules_import_each_other() {
    let mut count = 0;
    for name in crate_names() {
        let mut modules = module_imports(&name);
        count += modules.values().map(BTreeSet::len).sum::<usize>();
        // Modules without imports among the remaining ones are removed; cycles remain.
        loop {
            let left: BTreeSet<_> = modules.keys().cloned().collect();
            modules.retain(|_, imports| imports.iter().any(|import| left.contains(import)));
            if modules.len() == left.len() {
                break;
            }
        }
        let left: Vec<String> = modules.keys().map(|module| module.join("::")).collect();
        assert!(left.is_empty(), "crate/{name}: a circle in {left:?}, or on the way to it");
    }
    assert!(count > 500, "{count} imports");
}

#[test]
fn imports_are_read() {
    let text = "use crate::a::{b::C, d::{self, e}};\nuse super::f;\nlet x = super::super::g::h(1); acrate::z";
    let found: Vec<String> = imports(&["m", "n", "o"], text).iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["a::b::C", "a::d::self", "a::d::e", "m::n::f", "m::g::h"]);
}
