//! Abstract workflows of Pegasus (DAX 2.0 to 3.6): jobs, the files they use, and who waits for whom.
//!
//! The `<child>` elements alone say who waits for whom, as for Pegasus itself: in published workflows the files of
//! different jobs share names, and waiting for those too would make circles. Files only decide what is transferred,
//! unless `data_edges` asks for more. Real workflows say neither how long jobs run nor how large files are; then the settings do. What only steers
//! Pegasus (catalogues, arguments, standard streams, profiles but `runtime` and `cores`) is passed over.

mod build;
mod check;
mod data_edges;
mod draft;
mod facts;
#[cfg(test)]
mod tests;
mod walk;
pub(super) mod write;

use super::number::LATEST_S;
use super::{Format, How, Reader, Reading, foreign};
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::entry::{Entry, Parameters};
use ganttlet_engine::workload::{Work, Workflow};

/// What the catalog says.
pub(super) const FORMAT: Format = Format::of::<Workflow>(
    Entry::new("dax", "Pegasus workflow (DAX)")
        .summary(
            "Abstract workflows in XML: jobs, dependencies, and the files they pass on. Bytes become \
             transfers.",
        )
        .source(
            "Deelman et al., Pegasus, a workflow management system for science automation, FGCS 46, \
             2015; schemas DAX 2.0 to 3.6. `runtime` and `size` as in Bharathi et al., \
             Characterization of scientific workflows, WORKS 2008",
        )
        .parameters(Choices::LIST),
    Some("Pegasus workflows (DAX)"),
    256 << 20,
);

/// How such files are told and read.
pub(super) const HOW: How = How::of::<Workflow>(
    |head| foreign::root(head).is_some_and(|root| root == "adag"),
    |name, settings| {
        Box::new(DaxReader { name: name.to_owned(), choices: Choices::read(settings), text: vec![] })
    },
);

/// What can be set.
#[derive(Parameters)]
struct Choices {
    /// When the workflow arrives.
    #[parameter(name = "Submitted at", unit = "s", min = 0, max = LATEST_S, default = 0)]
    submit_s: f64,
    /// How long a task runs for which the file does not say it.
    #[parameter(name = "Run time if unknown", unit = "s", min = 0, max = LATEST_S, default = 10)]
    default_run_s: f64,
    /// How large a file is for which the workflow does not say it; a megabyte has 10^6 bytes.
    #[parameter(name = "Size if unknown", unit = "MB", min = 0, max = 1e9, default = 1)]
    default_size_mb: f64,
    /// All run times are multiplied by this.
    #[parameter(name = "Factor of run times", min = 0, max = 1e6, default = 1)]
    run_factor: f64,
    /// All sizes of files are multiplied by this.
    #[parameter(name = "Factor of sizes", min = 0, max = 1e6, default = 1)]
    size_factor: f64,
    /// Who reads a file waits for the job that writes it (the first of several), even if the file does not name it as a
    /// parent; what would close a circle is left out, one by one in the order of the jobs.
    #[parameter(name = "Wait for files", default = false)]
    data_edges: bool,
}

/// Reads a workflow that comes in pieces; it is kept as text until all pieces are there.
struct DaxReader {
    /// Of the file; it names the workflow, too.
    name: String,
    choices: Choices,
    text: Vec<u8>,
}

impl Reader for DaxReader {
    fn push(&mut self, bytes: &[u8]) {
        // One byte too many is enough to know.
        let room = (FORMAT.limit as usize + 1).saturating_sub(self.text.len());
        self.text.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn finish(self: Box<Self>) -> Result<Reading, Vec<Diagnostic>> {
        if self.text.len() as u64 > FORMAT.limit {
            let limit = FORMAT.limit >> 20;
            return Err(vec![Diagnostic::error(format!("the workflow is larger than {limit} MiB"))]);
        }
        let draft = walk::walk(&String::from_utf8_lossy(&self.text))?;
        let built = build::build(&self.name, draft, &self.choices)?;
        let checks = check::check(&built.workflow);
        let report = facts::report(&built, &checks);
        Ok(Reading { work: Work::of(vec![built.workflow]), report })
    }
}
