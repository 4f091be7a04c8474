//! A digest of a run: two runs with the same digest have the same schedule.

use super::{Phase, Trace};
use crate::time::Time;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use ts_rs::TS;

/// Number of parts of equal length into which the time of a run is divided for [`Digest::parts`].
pub const CHECKPOINTS: usize = 16;

/// The digest of a trace, and one for each sixteenth of its time, so that a difference can be located in time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Digest {
    /// 16 hexadecimal digits over all subjects, intervals and transfers.
    pub whole: String,
    /// 4 hexadecimal digits for each part: the subjects that started in it.
    pub parts: Vec<String>,
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.whole)
    }
}

impl Trace {
    /// The digest of a run: outcome and places of each subject in the order of the table, then the transfers, the marks
    /// and the tables.
    pub fn digest(&self) -> Digest {
        let mut whole = Sha256::new();
        let mut parts: Vec<Sha256> = (0..CHECKPOINTS).map(|_| Sha256::new()).collect();
        let mut record = Vec::with_capacity(128);
        let span = (self.last_end.0 / CHECKPOINTS as i64).max(1);
        for subject in 0..self.subjects.len() as u32 {
            let id = subject as usize;
            let start = self.subjects.start[id];
            record.clear();
            record.extend_from_slice(&self.subjects.number[id].to_le_bytes());
            record.extend_from_slice(&self.subjects.cluster[id].to_le_bytes());
            record.push(self.subjects.status[id] as u8);
            for time in [self.subjects.submit[id], start, self.subjects.end[id]] {
                record.extend_from_slice(&time.0.to_le_bytes());
            }
            for i in self.intervals_of(subject) {
                if self.intervals.phase[i] != Phase::WORKS {
                    record.push(self.intervals.phase[i].place() as u8);
                }
                record.extend_from_slice(&self.intervals.row[i].to_le_bytes());
                record.extend_from_slice(&self.intervals.rows[i].to_le_bytes());
                record.extend_from_slice(&self.intervals.start[i].0.to_le_bytes());
                record.extend_from_slice(&self.intervals.end[i].0.to_le_bytes());
            }
            whole.update(&record);
            if start != Time::MAX {
                parts[((start.0 / span).max(0) as usize).min(CHECKPOINTS - 1)].update(&record);
            }
        }
        for transfer in &self.transfers {
            whole.update(transfer.start.0.to_le_bytes());
            whole.update(transfer.end.0.to_le_bytes());
            whole.update(transfer.from.to_le_bytes());
            whole.update(transfer.to.to_le_bytes());
            whole.update(transfer.subject.to_le_bytes());
        }
        for mark in &self.marks {
            whole.update(mark.time.0.to_le_bytes());
            whole.update(mark.subject.to_le_bytes());
            whole.update(mark.kind.id);
            whole.update(mark.value.to_le_bytes());
        }
        for table in self.tables.iter().filter(|table| !table.kind.is_part) {
            for row in 0..table.len() {
                self.digest_row(table, row, &mut |bytes| whole.update(bytes));
            }
        }
        Digest { whole: hex(whole, 8), parts: parts.into_iter().map(|part| hex(part, 2)).collect() }
    }
}

/// The first `bytes` bytes of a hash in hexadecimal digits.
fn hex(hash: Sha256, bytes: usize) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
    let mut text = String::new();
    for byte in hash.finalize().iter().take(bytes) {
        text.push(digit(byte >> 4));
        text.push(digit(byte & 15));
    }
    text
}
