//! Tests of studies on the command line: the result does not depend on interruptions, shards and threads; unusable
//! files are rejected with a message.

mod comparison;
mod replication;
mod results_files;
mod support;
mod sweep;
