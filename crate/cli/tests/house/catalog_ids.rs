//! Ids of the catalog are named only where they belong.

use crate::homonyms::HOMONYMS;
use crate::support::{all_sources, sources};
use ganttlet_document::catalog::{FAMILIES, catalog};
use std::collections::{BTreeMap, BTreeSet};

/// The folders in which an id may be named: its folder, and the list of its kind. Systems name their default policies.
const ALLOWED_FOLDERS: [(&str, &[&str]); 4] = [
    ("system", &["crate/sim/src/system/{id}/"]),
    ("policy", &["crate/sim/src/policy/{family}/", "crate/sim/src/system/"]),
    ("generator", &["crate/work/src/generator/"]),
    ("kind", &["crate/work/src/"]),
];

/// The ids of the catalog, each with the folders in which it may be named.
fn catalog_ids() -> Vec<(String, Vec<String>)> {
    let mut all = Vec::new();
    let mut add = |room: &str, family: &str, id: &str| {
        let (_, places) = ALLOWED_FOLDERS.iter().find(|(name, _)| *name == room).expect("a room");
        let place = |place: &&str| place.replace("{id}", id).replace("{family}", &family.replace('-', "_"));
        all.push((id.to_owned(), places.iter().map(place).collect()));
    };
    for family in FAMILIES {
        let (room, of) = match family.id().strip_suffix("-policy") {
            Some(of) => ("policy", of),
            None => (family.id(), ""),
        };
        if ALLOWED_FOLDERS.iter().any(|(name, _)| *name == room) {
            family.ids().into_iter().for_each(|id| add(room, of, id));
        }
    }
    for kind in catalog().kinds {
        let id = serde_json::to_value(kind.id).expect("a word");
        add("kind", "", id.as_str().expect("a word"));
    }
    all
}

#[test]
fn ids_are_named_only_in_their_folders() {
    let (house, named) = (all_sources(), catalog_ids());
    assert!(house.len() > 300 && named.len() > 60, "{} files, {} names", house.len(), named.len());
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (id, allowed) in &named {
        places.entry(id).or_default().extend(allowed.iter().map(String::as_str));
    }
    let (mut wrong, mut used) = (Vec::new(), BTreeSet::new());
    for (path, text) in &house {
        let words: BTreeSet<&str> = text.split(['"', '\'', '`']).collect();
        for (id, allowed) in &places {
            if !words.contains(id) || allowed.iter().any(|place| path.starts_with(place)) {
                continue;
            }
            match HOMONYMS.iter().position(|(at, word, _)| at == path && word == id) {
                Some(homonym) => _ = used.insert(homonym),
                None => wrong.push(format!("{path} names {id:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let idle = HOMONYMS.iter().zip(0..).filter(|(_, at)| !used.contains(at)).collect::<Vec<_>>();
    assert!(idle.is_empty(), "no exceptions without need: {idle:?}");
}

/// The ids that the sources of the simulator pass to `start`: the first string after it.
fn ids_constructed_by(start: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let sources = ["crate/core/src", "crate/work/src", "crate/sim/src"].map(sources);
    for text in sources.iter().flat_map(BTreeMap::values) {
        for made in text.split(start).skip(1) {
            let text = made.trim_start().strip_prefix("id:").unwrap_or(made);
            found.extend(
                text.trim_start().strip_prefix('"').and_then(|text| Some(text.split_once('"')?.0.to_owned())),
            );
        }
    }
    found
}

/// The glossary explains each reason.
#[test]
fn each_rule_and_mark_is_explained() {
    let catalog = catalog();
    let rules = ["Rule::new(", "Rule::with_values(", "MarkKind {"].map(ids_constructed_by);
    let used: BTreeSet<String> = rules.into_iter().flatten().collect();
    assert!(used.len() > 60 && used.contains("backfill") && used.contains("grow"), "{used:?}");
    let told: BTreeSet<String> = catalog.reasons.iter().map(|reason| reason.id.to_owned()).collect();
    assert_eq!(told.len(), catalog.reasons.len(), "each once");
    let policies = catalog.entries.iter().filter(|item| item.family.ends_with("-policy"));
    let policies: BTreeSet<String> = policies.map(|item| item.entry.id.to_owned()).collect();
    let missing: Vec<_> = used.iter().filter(|id| !told.contains(*id) && !policies.contains(*id)).collect();
    assert!(missing.is_empty(), "crate/document/src/reasons.rs lacks {missing:?}");
    let idle: Vec<_> = told.iter().filter(|id| !used.contains(*id) || policies.contains(*id)).collect();
    assert!(idle.is_empty(), "nothing decides by {idle:?}, or its policy says what it is");
}

/// A field of a document is defined once and used in few files.
#[test]
fn machine_memory_is_used_in_few_files() {
    let mut all = all_sources();
    all.retain(|_, text| text.contains("memory_mb"));
    assert!((1..=4).contains(&all.len()), "{:?}; and the types for the page, which are written", all.keys());
}
