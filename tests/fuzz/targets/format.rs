//! Any bytes as a file of the format of work or of platforms that `GANTTLET_FORMAT` names, plain or packed.
#![no_main]

use ganttlet_core::entry::Settings;
use ganttlet_format::platform::{PLATFORM_FORMATS, PlatformChoices, read_platform};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static FORMAT: LazyLock<String> = LazyLock::new(|| {
    let id = std::env::var("GANTTLET_FORMAT").expect("the build tool names the format");
    assert!(
        ganttlet_format::FORMATS.find(&id).is_some() || PLATFORM_FORMATS.find(&id).is_some(),
        "there is no format {id}: has it no seeds, or another name?"
    );
    id
});

fuzz_target!(|bytes: &[u8]| {
    let refusal = if PLATFORM_FORMATS.find(&FORMAT).is_some() {
        read_platform("any file", bytes, Some(&FORMAT), PlatformChoices::default()).err()
    } else {
        ganttlet_format::read("any file", bytes, Some(&FORMAT), &Settings::default()).err()
    };
    assert!(refusal.is_none_or(|problems| !problems.is_empty()), "a refusal says why");
});
