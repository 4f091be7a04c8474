//! The scenario a person writes down: persisted types, validation, the catalog, links.
//!
//! A scenario is one JSON document. [`read`] turns it into a [`Scenario`], saying everything that is wrong with it at
//! once; [`Scenario::to_text`] writes it back with every default filled in; [`build`] makes a run of it. The types here
//! are what is written down and nothing else: the engine's own types may change freely, a written scenario may not.

mod adapt;
mod build;
pub mod catalog;
mod difference;
pub mod glossary;
mod homes;
mod inspect;
mod lesson;
mod link;
mod model;
mod names;
mod overrides;
mod read;
mod reasons;
mod recognise;
mod schema;
mod sentence;
pub mod study;
mod upload;
mod write;

pub use adapt::{Adapted, FileFacts, FileReading, change_system, file_readings, use_file, usual_platform};
pub use build::{Built, Latest, build, work};
pub use difference::{Verdict, verify};
pub use inspect::{FileReport, inspect};
pub use lesson::Lesson;
pub use link::{Fault, Link, UNPACKED, Unpack, checksum, decode, decode_by, encode, fragment, packable};
pub use model::{Grid, LogFile, Part, Scenario, VERSION, Variant};
pub use overrides::{apply_overrides, grow, set};
pub use read::{Reading, parse, read};
pub use recognise::{DocumentKind, document_kind};
pub use schema::{schema, study_schema};
pub use sentence::{Facts, Judgement, Piece, Prediction, Sentence, Stories, Story, Told};
pub use upload::{Files, LocalFile, Upload, another_file, sha256, sha256_of};
pub use write::machine;
use write::one_line;

#[cfg(test)]
mod tests;
