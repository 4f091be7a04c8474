//! Any text as a scenario: reading says what is wrong, and what was read can be written and read again.
#![no_main]

use ganttlet_core::diagnostic::Diagnostic;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let reading = ganttlet_document::read(text);
    let Some(scenario) = reading.scenario else {
        assert!(reading.diagnostics.iter().any(Diagnostic::is_error), "a refusal says why");
        return;
    };
    let written = scenario.to_text();
    let again = ganttlet_document::read(&written).scenario.expect("what was written can be read");
    assert_eq!(again.to_text(), written, "writing is stable");
});
