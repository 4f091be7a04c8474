//! Any bytes as a file of the format that `GANTTLET_FORMAT` names, plain or gzipped.
#![no_main]

use ganttlet_core::entry::Settings;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static FORMAT: LazyLock<String> = LazyLock::new(|| {
    let id = std::env::var("GANTTLET_FORMAT").expect("the build tool names the format");
    assert!(
        ganttlet_format::FORMATS.find(&id).is_some(),
        "there is no format {id}: has it no seeds, or another name?"
    );
    id
});

fuzz_target!(|bytes: &[u8]| {
    if let Err(problems) = ganttlet_format::read("any file", bytes, Some(&FORMAT), &Settings::default()) {
        assert!(!problems.is_empty(), "a refusal says why");
    }
});
