//! Reads a file as a whole after its last piece.

use super::{Reader, Reading};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Parameters, Settings, Value};

/// A file, and the choices for reading it.
pub(super) struct WholeFile<'a, C> {
    /// Its name.
    pub(super) name: &'a str,
    /// Its content.
    pub(super) bytes: &'a [u8],
    /// The values of the parameters.
    pub(super) choices: &'a C,
    /// The parameter `data_edges`, if set.
    pub(super) data_edges: Option<bool>,
}

/// Reads a whole file, or returns its errors.
type ReadFunction<C> = fn(&WholeFile<C>) -> Result<Reading, Vec<Diagnostic>>;

struct WholeFileReader<C> {
    name: String,
    choices: C,
    data_edges: Option<bool>,
    limit: u64,
    /// The content of the file, for messages.
    what: &'static str,
    read: ReadFunction<C>,
    bytes: Vec<u8>,
}

/// A reader that collects up to `limit` bytes of a file with a `what`, and reads them at the end.
pub(super) fn new_reader<C: Parameters + 'static>(
    name: &str,
    settings: &Settings,
    (limit, what): (u64, &'static str),
    read: ReadFunction<C>,
) -> Box<dyn Reader> {
    let data_edges = settings.get(super::workflow::DATA_EDGES).map(|value| *value == Value::Bool(true));
    let (name, choices) = (name.to_owned(), C::read(settings));
    Box::new(WholeFileReader { name, choices, data_edges, limit, what, read, bytes: vec![] })
}

impl<C> Reader for WholeFileReader<C> {
    fn push(&mut self, bytes: &[u8]) {
        // One byte above the limit suffices to detect an excess.
        let room = (self.limit as usize + 1).saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn finish(self: Box<Self>) -> Result<Reading, Vec<Diagnostic>> {
        if self.bytes.len() as u64 > self.limit {
            let message = format!("the {} is larger than {} MiB", self.what, self.limit >> 20);
            return Err(vec![Diagnostic::error(message)]);
        }
        (self.read)(&WholeFile {
            name: &self.name,
            bytes: &self.bytes,
            choices: &self.choices,
            data_edges: self.data_edges,
        })
    }
}
