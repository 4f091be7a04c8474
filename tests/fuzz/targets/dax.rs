//! Any bytes as a workflow in the DAX format, plain or gzipped.
#![no_main]

use ganttlet_engine::entry::Settings;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(problems) = ganttlet_format::read("any.dax", bytes, Some("dax"), &Settings::default()) {
        assert!(!problems.is_empty(), "a refusal says why");
    }
});
