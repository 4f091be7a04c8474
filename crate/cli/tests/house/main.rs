//! Rules on names and imports that need the sources: the names allowed in files, and the imports allowed between
//! modules.

mod catalog_ids;
mod file_length;
mod guides;
mod homonyms;
mod imports;
mod support;
