#![doc = include_str!("../README.md")]

mod adapt;
mod build;
mod bundle;
pub mod catalog;
mod catalog_choice;
mod default_platform;
mod digest_comparison;
mod document_kind;
mod file_facts;
mod file_report;
mod file_work;
mod form_fields;
mod form_shape;
pub mod glossary;
mod job_homes;
mod layout;
mod lesson;
mod link;
mod model;
pub mod optimum;
mod overrides;
mod played;
mod queue_limits;
mod read;
mod reasons;
mod schema;
mod sentence;
mod setting_text;
pub mod study;
mod study_knobs;
mod tree;
mod upload;
mod variant_names;
mod write;

pub use adapt::{Adapted, FileReading, change_system, file_readings, use_file};
pub use build::{Built, WorkCache, build, build_model, build_repeated, build_work};
pub use bundle::{Bundle, BundledFile, read_bundle};
pub use default_platform::{DefaultPlatform, default_platform, usual_platform};
pub use digest_comparison::{DigestComparison, compare_digests};
pub use document_kind::{DocumentKind, recognise_document};
pub use file_facts::FileFacts;
pub use file_report::{FileReport, report_file, report_platform};
pub use file_work::{add_workload, replace_file};
pub use form_fields::{FormFields, IdleField};
pub use form_shape::has_form_shape;
pub use layout::format_json;
pub use lesson::Lesson;
pub use link::{
    Link, MAX_UNPACKED, UnpackError, UnpackFunction, checksum, decode_link, decode_link_with, encode_link,
    link_fragment, link_text,
};
pub use model::{Grid, LogFile, Part, Scenario, VERSION, Variant};
pub use overrides::{add_to_integers, apply_overrides, format_settings, set_values};
pub use queue_limits::limits_of_rows;
pub use read::{Reading, parse_scenario, read, read_value};
pub use schema::{scenario_schema, study_schema};
pub use sentence::{ComparisonTexts, Facts, Judgement, Piece, Prediction, Sentence, Stories, Story};
pub use study_knobs::StudyKnob;
pub use upload::{
    FileInput, Files, LocalFile, Upload, another_file, settings_alone, settings_text, sha256, sha256_of,
};
pub use write::machine_value;
use write::to_line;

#[cfg(test)]
mod tests;
