//! Any text as the part of a link behind the `#`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|fragment: &str| {
    let link = ganttlet_document::decode_link(fragment);
    let Some(text) = link.scenario else { return };
    let encoded = ganttlet_document::encode_link(&text, &link.results, "1.0.0");
    let again = ganttlet_document::decode_link(&encoded);
    assert!(again.scenario.is_some(), "a link that was made can be opened");
    assert_eq!(again.results, link.results, "the results come back");
});
