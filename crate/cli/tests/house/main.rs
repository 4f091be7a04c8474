//! Rules on names and imports that need the sources: which file may name what, and import whom.

mod catalog_ids;
mod file_length;
mod guides;
mod homonyms;
mod imports;
mod support;
