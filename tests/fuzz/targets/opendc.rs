//! Any bytes as a workflow trace of OpenDC, plain or gzipped.
#![no_main]

use ganttlet_engine::entry::Settings;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(problems) = ganttlet_format::read("any.csv", bytes, Some("opendc"), &Settings::default()) {
        assert!(!problems.is_empty(), "a refusal says why");
    }
});
