#![doc = include_str!("../README.md")]

mod adapt;
mod build;
pub mod catalog;
mod choice;
mod difference;
pub mod glossary;
mod homes;
mod inspect;
mod layout;
mod lesson;
mod link;
mod model;
mod overrides;
mod read;
mod reasons;
mod recognise;
mod schema;
mod sentence;
mod setting_text;
pub mod study;
mod tree;
mod upload;
mod variant_names;
mod write;

pub use adapt::{Adapted, FileFacts, FileReading, change_system, file_readings, use_file, usual_platform};
pub use build::{Built, Latest, build, work};
pub use difference::{Verdict, verify};
pub use inspect::{FileReport, inspect};
pub use layout::format_json;
pub use lesson::Lesson;
pub use link::{Fault, Link, UNPACKED, Unpack, checksum, decode, decode_by, encode, fragment, packable};
pub use model::{Grid, LogFile, Part, Scenario, VERSION, Variant};
pub use overrides::{apply_overrides, grow, set};
pub use read::{Reading, parse, read, read_value};
pub use recognise::{DocumentKind, document_kind};
pub use schema::{schema, study_schema};
pub use sentence::{Facts, Judgement, Piece, Prediction, Sentence, Stories, Story, Told};
pub use upload::{FileInput, Files, LocalFile, Upload, another_file, settings_text, sha256, sha256_of};
pub use write::machine;
use write::one_line;

#[cfg(test)]
mod tests;
