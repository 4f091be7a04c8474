//! Tests of the index of examples: it matches the current examples. `cargo xtask gallery` updates it.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The JSON document of a file.
fn document(path: &str) -> Value {
    let text = fs::read_to_string(repository().join(path)).unwrap_or_else(|wrong| panic!("{path}: {wrong}"));
    serde_json::from_str(&text).unwrap_or_else(|wrong| panic!("{path}: {wrong}"))
}

/// A text of an entry.
fn word<'a>(entry: &'a Value, key: &str) -> &'a str {
    entry[key].as_str().unwrap_or_else(|| panic!("{key} is no text in {entry}"))
}

/// The entries of a list of the index.
fn list<'a>(index: &'a Value, key: &str) -> &'a [Value] {
    index[key].as_array().expect("a list")
}

#[test]
fn examples_are_in_groups_from_easy_to_hard() {
    let index = document("static/gallery/index.json");
    let groups: Vec<&str> = list(&index, "groups").iter().map(|group| word(group, "id")).collect();
    let mut last = (0, 0);
    for example in list(&index, "examples") {
        let id = word(example, "id");
        let group = groups.iter().position(|&group| group == word(example, "group"));
        let place = (
            group.unwrap_or_else(|| panic!("{id} is in no group")),
            example["level"].as_u64().expect("a level"),
        );
        assert!(place >= last && (1..=3).contains(&place.1) || place.0 > last.0, "{id} is out of order");
        last = place;
        let question = word(example, "question");
        assert!(question.ends_with('?') && question.chars().count() <= 72, "{id}: {question}");
        let scenario = document(&format!("static/gallery/{id}.json"));
        let measures = scenario["measures"].as_array().expect("measures");
        assert!(measures.contains(&example["measure"]), "{id} does not measure what its card tells");
    }
}

/// The same command gives the same numbers from the same runs; pictures have the right size, are small files, and
/// differ by theme.
#[test]
fn pictures_and_numbers_are_those_of_the_examples() {
    let folder = std::env::temp_dir().join(format!("ganttlet-gallery-{}", std::process::id()));
    let status = Command::new(env!("CARGO_BIN_EXE_ganttlet"))
        .args(["gallery", "static/gallery"])
        .arg(&folder)
        .current_dir(repository())
        .status();
    assert!(status.expect("the program").success());
    let made: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("shown.json")).expect("numbers")).expect("JSON");
    assert_eq!(made, document("static/thumbnails/shown.json"), "make them anew: cargo xtask gallery");
    for example in list(&document("static/gallery/index.json"), "examples") {
        let id = word(example, "id");
        let shown = &made[id];
        assert!(
            shown["from"].is_f64() && shown["to"].is_f64() && shown["from"] != shown["to"],
            "{id}: {shown}"
        );
        let [light, dark] = ["light", "dark"].map(|paper| {
            let name = format!("{id}.{paper}.png");
            let [shipped, made] = [repository().join("static/thumbnails"), folder.clone()]
                .map(|folder| fs::read(folder.join(&name)).unwrap_or_else(|wrong| panic!("{name}: {wrong}")));
            for picture in [&shipped, &made] {
                assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n", "{name}");
                assert_eq!(&picture[16..24], [0, 0, 1, 124, 0, 0, 0, 168], "{name} has another size");
                assert!(picture.len() < 16_000, "{name} has {} bytes", picture.len());
            }
            shipped
        });
        assert_ne!(light, dark, "{id}");
    }
    fs::remove_dir_all(folder).expect("a folder of this test");
}
