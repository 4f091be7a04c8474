//! Any text as the part of a link behind the `#`.
#![no_main]

use ganttlet_core::scenario;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|fragment: &str| {
    let link = scenario::decode(fragment);
    let Some(text) = link.scenario else { return };
    let encoded = scenario::encode(&text, &link.results, "1.0.0");
    let again = scenario::decode(&encoded);
    assert!(again.scenario.is_some(), "a link that was made can be opened");
    assert_eq!(again.results, link.results, "the results come back");
});
