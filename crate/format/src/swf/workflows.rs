//! Logs in the Standard Workload Format as workflows: with jobs that depend on preceding jobs (field 17). Logs of Alea
//! list several of them (`4&7`) and name the workflow (column 19 of 20). This format is never recognised by content; it
//! has to be selected.

use crate::finding_list::quote_bytes;
use crate::log::{comment_text, split_fields, strip_remark};
use crate::number::{MAX_TIME_S, parse_number};
use crate::opendc::task_lines::{TaskLines, new_reader};
use crate::opendc::{Choices, Row};
use crate::{Format, FormatReader};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters as _};
use ganttlet_work::Workflow;
use std::collections::HashMap;

/// The catalog entry.
pub(crate) const FORMAT: Format = Format::new::<Workflow>(
    Entry::new("swf-workflows", "SWF log with preceding jobs, as workflows")
        .summary(
            "Jobs of a log in the Standard Workload Format that wait for preceding jobs (field 17) as workflows. Several \
             ids are joined by & in logs of Alea, which also name the workflow.",
        )
        .source(
            "Chapin et al., Benchmarks and Standards for the Evaluation of Parallel Job Schedulers, JSSPP 1999; field 17 \
             with several ids as Alea writes it",
        )
        .parameters(Choices::LIST),
    None,
    1 << 30,
)
.with_fields(&super::FIELD_DOCS)
.with_alternative("swf");

/// Reading of such files.
pub(crate) const READER: FormatReader = FormatReader::new::<Workflow>(
    |_| false,
    |_, settings| new_reader(Choices::read(settings), PrecededJobs::default()),
);

/// Number of examined columns: the format has 18, Alea adds the name of the workflow and the number in it.
const COLUMNS: usize = 20;

/// The jobs so far.
#[derive(Default)]
struct PrecededJobs {
    /// A number for each name of a workflow.
    named: HashMap<Vec<u8>, usize>,
    /// The number of the workflow of each row, counted from 1; 0 for none.
    names: Vec<usize>,
    not_run: u32,
    think: u32,
}

impl TaskLines for PrecededJobs {
    const TEXTS: (&'static str, &'static str) = (
        "swf-workflows",
        "A line has 18 numbers separated by blanks; preceding jobs are numbers joined by `&`.",
    );

    fn parse(&mut self, line: u32, text: &[u8]) -> Result<Option<Row>, String> {
        if comment_text(text).is_some() {
            return Ok(None);
        }
        let mut fields = [&b""[..]; COLUMNS];
        let count = split_fields(strip_remark(text, Some(b';')), &mut fields);
        if count < super::FIELDS {
            return Err(format!("{count} columns"));
        }
        // The names of the columns, in logs of Alea.
        if fields[..super::FIELDS].iter().all(|field| parse_number(field).is_none()) {
            return Ok(None);
        }
        let bad =
            |field: usize, why: &str| format!("field {field} is `{}`, {why}", quote_bytes(fields[field - 1]));
        let number = |field: usize| {
            let number = parse_number(fields[field - 1]).filter(|number| *number <= MAX_TIME_S);
            number.ok_or_else(|| bad(field, "not a number"))
        };
        let (submit, run) = (number(2)?, number(4)?);
        let (allocated, requested) = (number(5)?, number(8)?);
        let id = |text: &[u8]| std::str::from_utf8(text).ok()?.parse::<u64>().ok();
        let task = id(fields[0]).ok_or_else(|| bad(1, "not a whole number from 0"))?;
        let parents = fields[16].split(|&byte| byte == b'&').filter(|text| !matches!(*text, b"-1" | b"0"));
        let parents = parents.map(id).collect::<Option<Vec<u64>>>();
        let parents = parents.ok_or_else(|| bad(17, "not a list of job numbers joined by `&`"))?;
        let nodes = if requested > 0.0 { requested } else { allocated };
        if submit < 0.0 || run < 0.0 || nodes < 1.0 || nodes >= f64::from(u32::MAX) {
            self.not_run += 1;
            return Ok(None);
        }
        self.think += u32::from(parse_number(fields[17]).is_some_and(|think| think > 0.0));
        // Other logs with more columns have numbers there.
        let name = fields[18];
        let named = count == COLUMNS && parse_number(name).is_none();
        let next = self.named.len() + 1;
        self.names.push(if named { *self.named.entry(name.to_vec()).or_insert(next) } else { 0 });
        Ok(Some(Row { line, workflow: 0, task, submit, run, nodes: nodes as u32, parents }))
    }

    fn finish(self, rows: &mut Vec<Row>, diagnostics: &mut Vec<Diagnostic>) {
        join(rows, &self.names);
        let mut note = |message: String| diagnostics.push(Diagnostic::note(message));
        let jobs = crate::log::jobs_text;
        if self.not_run > 0 {
            note(format!("{} without a submit time, runtime or size: omitted", jobs(self.not_run)));
        }
        if self.think > 0 {
            note(format!("{} with a think time (field 18), which is not used", jobs(self.think)));
        }
        note(
            "jobs that are joined by preceding jobs (field 17) or by the name of a workflow are tasks of one workflow; \
             the format `swf` reads them as independent jobs"
                .to_owned(),
        );
    }
}

/// Sets the number of a workflow in its rows: that of its first row.
fn join(rows: &mut [Row], names: &[usize]) {
    let places: HashMap<u64, usize> = rows.iter().zip(0..).map(|(row, place)| (row.task, place)).collect();
    let mut above: Vec<usize> = (0..rows.len()).collect();
    let mut first_of_name: HashMap<usize, usize> = HashMap::new();
    for (place, row) in rows.iter().enumerate() {
        let named = names.get(place).filter(|&&name| name > 0);
        let first = named.map(|&name| *first_of_name.entry(name).or_insert(place));
        for other in row.parents.iter().filter_map(|parent| places.get(parent).copied()).chain(first) {
            let (one, other) = (top(&mut above, place), top(&mut above, other));
            above[one.max(other)] = one.min(other);
        }
    }
    for (place, row) in rows.iter_mut().enumerate() {
        row.workflow = top(&mut above, place) as u64 + 1;
    }
}

/// The first row of the workflow of a row, with path compression.
fn top(above: &mut [usize], mut place: usize) -> usize {
    while above[place] != place {
        above[place] = above[above[place]];
        place = above[place];
    }
    place
}

#[cfg(test)]
mod tests {
    use crate::read;
    use ganttlet_core::diagnostic::Diagnostic;
    use ganttlet_core::entry::Settings;
    use ganttlet_work::Workflow;

    fn reading(text: &str) -> (Vec<String>, Vec<Diagnostic>) {
        let reading = read("t", text.as_bytes(), Some("swf-workflows"), &Settings::default());
        let mut reading = reading.unwrap_or_else(|problems| panic!("{problems:?}"));
        let all: Vec<Workflow> = reading.work.take();
        let shape = |one: &Workflow| {
            let tasks = one.tasks.iter().map(|task| format!(" {}{:?}", task.name, task.parents));
            format!("{}:{}", one.submit.seconds(), tasks.collect::<String>())
        };
        (all.iter().map(shape).collect(), reading.report.diagnostics)
    }

    fn job(id: u32, submit: u32, preceding: &str) -> String {
        format!("{id} {submit} -1 10 2 -1 -1 2 60 -1 1 1 1 1 1 1 {preceding} -1")
    }

    #[test]
    fn preceding_jobs_make_workflows() {
        let log = [
            job(1, 0, "-1"),
            job(2, 1, "1"),
            job(3, 2, "-1"),
            job(4, 3, "1&2"),
            job(5, 4, "9"),
            "; x".to_owned(),
        ];
        let (shapes, found) = reading(&log.join("\n"));
        assert_eq!(shapes, ["0: 1[] 2[0] 4[0, 1]", "2: 3[]", "4: 5[]"]);
        assert!(found.iter().any(|one| one.message.contains("1 dependency on tasks of other workflows")));
    }

    #[test]
    fn logs_of_alea_name_their_workflows() {
        let names = "id submit wait run n cpu mem req wall memreq st u g a q p prec think DAG_name Task_ID";
        let row = |id, preceding, name: &str| format!("{} {name} 1", job(id, 5, preceding));
        let log =
            [names.to_owned(), row(1, "-1", "A"), row(2, "-1", "B"), row(3, "1", "A"), row(4, "-1", "A")];
        assert_eq!(reading(&log.join("\r\n")).0, ["0: 1[] 3[0] 4[]", "0: 2[]"]);
    }

    #[test]
    fn wrong_lines_are_named() {
        let log = [job(1, 0, "-1"), job(2, 0, "1"), job(3, 0, "1&x"), "1 2 3".to_owned()];
        assert_eq!(
            reading(&log.join("\n")).1[0].message,
            "2 lines skipped: invalid (line 3: field 17 is `1&x`, not a list of job numbers joined by `&`; line 4: 3 \
             columns)"
        );
    }
}
