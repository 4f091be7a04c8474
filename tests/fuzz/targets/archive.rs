//! Any bytes as an archive: it is refused with a reason, or its files have names.
#![no_main]

use ganttlet_format::archive::{is_archive, open_archive};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = is_archive(bytes);
    match open_archive(bytes) {
        Ok(files) => {
            assert!(!files.is_empty(), "an archive without files is refused");
            assert!(files.iter().all(|file| !file.name.starts_with('/')), "names are no paths from the root");
        }
        Err(problem) => assert!(!problem.message.is_empty(), "a refusal says why"),
    }
});
