//! Conclusions from the values of columns: units, counts of parts, and runtimes that mean the limit.

use super::super::cells::{Cell, Notation, Unit};
use super::super::mapping::{ColumnChoice, Meaning};
use super::TableGuess;
use crate::number::parse_number;

impl TableGuess {
    /// The index of the column with a meaning.
    fn place(&self, meaning: Meaning) -> Option<usize> {
        let column = self.columns.iter().find(|column| column.meaning == meaning)?;
        let named = self.names.iter().position(|name| *name == column.column);
        named.or_else(|| column.column.parse::<usize>().ok().map(|number| number - 1))
    }

    fn set_unit(&mut self, meaning: Meaning, unit: Unit, why: &str) {
        let Some(column) = self.columns.iter_mut().find(|column| column.meaning == meaning) else { return };
        if column.unit == Unit::AsWritten {
            column.unit = unit;
            self.doubts.push(format!("{:?} is read in {}: {why}", column.column, unit.word()));
        }
    }

    fn remove(&mut self, meaning: Meaning, why: &str) {
        if let Some(at) = self.columns.iter().position(|column| column.meaning == meaning) {
            let column = self.columns.remove(at);
            self.doubts.push(format!("{:?} is not used: {why}", column.column));
        }
    }

    /// Applies the conclusions from values.
    pub(super) fn check_values(&mut self) {
        // Without submit times, jobs are submitted at their start.
        if self.place(Meaning::Submit).is_none()
            && self.place(Meaning::Wait).is_none()
            && let Some(start) = self.columns.iter().find(|column| column.meaning == Meaning::Start)
        {
            let submit = ColumnChoice { meaning: Meaning::Submit, ..start.clone() };
            self.columns.insert(0, submit);
        }
        self.check_points();
        self.check_counts();
        self.check_runs();
        let number = |guess: &Self, place| {
            let all: Vec<Option<f64>> = guess.values(place).map(parse_number).collect();
            !all.is_empty() && all.iter().all(Option::is_some)
        };
        // A numeric status that is not an exit code has no known meaning.
        if let Some(place) = self.place(Meaning::Status)
            && number(self, place)
            && self.header
        {
            let name = self.names[place].to_lowercase();
            if !name.contains("exit") && !name.contains("code") {
                self.remove(Meaning::Status, "its numbers are of an unknown kind");
            }
        }
        // Pods that run have an end in this trace, and pods that wait have none.
        if self.names.iter().any(|name| name == "pod_phase") {
            self.doubts.push("\"pod_phase\" is not used: pods in the phase Running have an end".to_owned());
        }
    }

    fn check_points(&mut self) {
        let notation = Notation { decimal_comma: self.decimal_comma, utc_offset_s: 0.0 };
        for meaning in [Meaning::Submit, Meaning::Start, Meaning::End] {
            let Some(place) = self.place(meaning) else { continue };
            let numbers: Vec<f64> = self.values(place).filter_map(|text| notation.number(text)).collect();
            let least = numbers.iter().copied().filter(|&value| value > 0.0).fold(f64::INFINITY, f64::min);
            if least.is_finite() && least > 1e14 {
                self.set_unit(meaning, Unit::Microseconds, "its numbers are too large for seconds");
            } else if least.is_finite() && least > 1e11 {
                self.set_unit(meaning, Unit::Milliseconds, "its numbers are too large for seconds");
            } else if (20_000.0..80_000.0).contains(&least)
                && numbers.iter().any(|value| value.fract().abs() > 0.0)
                && numbers.iter().all(|value| (20_000.0..80_000.0).contains(value))
            {
                self.set_unit(meaning, Unit::Excel, "its numbers look like days of a spreadsheet");
            }
            let slashes = self.values(place).any(|text| text.contains(&b'/'));
            if slashes {
                let all =
                    |unit| self.values(place).all(|text| notation.point(Cell::Text(text), unit).is_ok());
                let (day, month) = (all(Unit::DayFirst), all(Unit::MonthFirst));
                match (day, month) {
                    (true, true) => {
                        self.set_unit(
                            meaning,
                            Unit::MonthFirst,
                            "the first dates could have the day first as well",
                        );
                    }
                    (true, false) => {
                        self.set_unit(meaning, Unit::DayFirst, "its dates have no other reading");
                    }
                    (false, true) => {
                        self.set_unit(meaning, Unit::MonthFirst, "its dates have no other reading");
                    }
                    (false, false) => {}
                }
            }
        }
    }

    fn check_counts(&mut self) {
        for meaning in [Meaning::Processors, Meaning::RequestedProcessors] {
            let Some(place) = self.place(meaning) else { continue };
            let Some(name) = self.names.get(place).map(|name| name.to_lowercase()) else { continue };
            if name.contains("milli") {
                self.set_unit(meaning, Unit::Thousandths, "its name says thousandths of a processor");
            } else if name == "plan_cpu" {
                self.set_unit(meaning, Unit::Hundredths, "100 is one processor in the Alibaba traces");
            }
            if name.contains("gpu") {
                self.doubts.push(format!("the GPUs in {:?} are the processors of a job", self.names[place]));
            }
            if self
                .values(place)
                .any(|text| parse_number(text).is_some_and(|value| value.fract().abs() > 0.0))
            {
                self.doubts.push(format!("parts of a processor in {:?} are rounded up", self.names[place]));
            }
        }
    }

    fn check_runs(&mut self) {
        let (run, limit) = (self.place(Meaning::Run), self.place(Meaning::Limit));
        let (Some(run), Some(limit)) = (run, limit) else { return };
        if self.values(run).any(|text| text == b"-1") {
            self.at_limit = "-1";
            self.doubts.push(format!(
                "the runtime -1 in {:?} is read as until the time limit",
                self.names.get(run).map_or("", String::as_str)
            ));
        }
        // A limit that many jobs exceed, but few more than sixtyfold, is in minutes.
        let pairs: Vec<(f64, f64)> = self
            .rows
            .iter()
            .filter_map(|row| Some((parse_number(row.get(run)?)?, parse_number(row.get(limit)?)?)))
            .filter(|&(run, limit)| run > 0.0 && limit > 0.0)
            .collect();
        let beyond = |factor: f64| pairs.iter().filter(|(run, limit)| *run > limit * factor * 1.05).count();
        if beyond(1.0) * 5 > pairs.len() && beyond(60.0) * 10 <= pairs.len() {
            self.set_unit(Meaning::Limit, Unit::Minutes, "in seconds, most jobs would exceed it");
        }
    }
}
