//! Writers by format: the kind of work in a format, and the parts of the work without a field in it.

use crate::finding_list::count_text;
use crate::{Format, Home, Reading};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::time::Time;
use ganttlet_work::{Absence, Item, Job, Kind, UNKNOWN, Work, Workflow};

/// The writer of a format.
pub struct Writer {
    /// The id of the format.
    pub format: &'static str,
    /// The name of the format.
    pub name: &'static str,
    /// The kind of work that can be written.
    pub takes: &'static Kind,
    /// The usual ending of file names, without a dot.
    pub ending: &'static str,
    /// Fields of the format that no reader keeps, so that written files have no values in them; empty for none.
    pub unknown_fields: &'static str,
    /// Details without a field in the format.
    drops: &'static [Detail],
    write: fn(&Reading) -> Result<String, Diagnostic>,
}

/// A detail of work without a field in some formats.
pub(super) struct Detail {
    /// Its name.
    name: &'static str,
    /// The word for items with it, singular and plural.
    of: [&'static str; 2],
    /// Counts the items or tasks with it.
    count: fn(&Work) -> usize,
}

impl Writer {
    /// A writer of this format.
    pub(super) const fn new(
        format: &Format,
        ending: &'static str,
        drops: &'static [Detail],
        write: fn(&Reading) -> Result<String, Diagnostic>,
    ) -> Self {
        let (id, name) = (format.entry.id, format.entry.name);
        Self { format: id, name, takes: format.makes, ending, unknown_fields: "", drops, write }
    }

    /// Sets the fields without values in its files.
    pub(super) const fn with_unknown_fields(self, unknown_fields: &'static str) -> Self {
        Self { unknown_fields, ..self }
    }

    /// The text of a file with the work that was read. Fails if the format does not take such work.
    pub fn write(&self, reading: &Reading) -> Result<String, Diagnostic> {
        let kind = reading.work.kind();
        if kind != self.takes {
            let message = format!(
                "{} cannot be written in the format {}, which is for {}",
                kind.word, self.format, self.takes.word
            );
            return Err(Diagnostic::error(message));
        }
        (self.write)(reading)
    }

    /// Notes on lost details, one for each kind of loss.
    pub fn losses(&self, work: &Work) -> Vec<Diagnostic> {
        let mut notes = Vec::new();
        for Detail { name, of: [one, several], count } in self.drops {
            let count = count(work) as u32;
            if count > 0 {
                let items = count_text(count, one, several);
                let message =
                    format!("the format {} has no field for {name}: omitted for {items}", self.format);
                notes.push(Diagnostic::note(message));
            }
        }
        if !self.unknown_fields.is_empty() {
            notes.push(Diagnostic::note(format!(
                "fields that readers do not keep are unknown in the new file: {}",
                self.unknown_fields
            )));
        }
        notes
    }
}

/// The sum of a count over all items.
fn count<T: Item>(work: &Work, is_so: impl Fn(&T) -> usize) -> usize {
    work.items::<T>().unwrap_or_default().iter().map(is_so).sum()
}

const OF_JOBS: [&str; 2] = ["job", "jobs"];
const OF_TASKS: [&str; 2] = ["task", "tasks"];
const OF_WORKFLOWS: [&str; 2] = ["workflow", "workflows"];

/// Bags of tasks that jobs belong to.
pub(super) const BAGS: Detail = Detail {
    name: "bags of tasks",
    of: OF_JOBS,
    count: |work| count(work, |job: &Job| usize::from(job.batch != UNKNOWN)),
};

/// Names of jobs that are not numbers.
pub(super) const JOB_NAMES: Detail = Detail {
    name: "ids that are no numbers",
    of: OF_JOBS,
    count: |work| count(work, |job: &Job| usize::from(!job.name.is_empty())),
};

/// Users and groups of jobs.
pub(super) const USERS: Detail = Detail {
    name: "users and groups",
    of: OF_JOBS,
    count: |work| count(work, |job: &Job| usize::from(job.user != UNKNOWN || job.group != UNKNOWN)),
};

/// Clusters that jobs belong to.
pub(super) const HOMES: Detail = Detail {
    name: "clusters, partitions or queues",
    of: OF_JOBS,
    count: |work| count(work, |job: &Job| usize::from(job.home != UNKNOWN)),
};

/// Jobs that were cancelled while they waited.
pub(super) const CANCELLATIONS: Detail = Detail {
    name: "cancellations in the queue",
    of: OF_JOBS,
    count: |work| count(work, |job: &Job| usize::from(job.leaves != Time::MAX)),
};

/// Submit times of workflows.
pub(super) const SUBMIT_TIMES: Detail = Detail {
    name: "submit times",
    of: OF_WORKFLOWS,
    count: |work| count(work, |workflow: &Workflow| usize::from(workflow.submit.0 != 0)),
};

/// Names of workflows.
pub(super) const WORKFLOW_NAMES: Detail = Detail {
    name: "names of workflows",
    of: OF_WORKFLOWS,
    count: |work| count(work, |workflow: &Workflow| usize::from(is_word(&workflow.name))),
};

/// Names of tasks that are not numbers.
pub(super) const TASK_NAMES: Detail = Detail {
    name: "ids that are no numbers",
    of: OF_TASKS,
    count: |work| {
        count(work, |workflow: &Workflow| workflow.tasks.iter().filter(|task| is_word(&task.name)).count())
    },
};

/// Programs that tasks run.
pub(super) const PROGRAMS: Detail = Detail {
    name: "programs",
    of: OF_TASKS,
    count: |work| {
        count(work, |workflow: &Workflow| {
            workflow.tasks.iter().filter(|task| !task.program.is_empty()).count()
        })
    },
};

/// Files that tasks read and write.
pub(super) const FILES: Detail = Detail {
    name: "files",
    of: OF_TASKS,
    count: |work| {
        count(work, |workflow: &Workflow| {
            let with_files =
                |task: &&ganttlet_work::Task| !task.inputs.is_empty() || !task.outputs.is_empty();
            workflow.tasks.iter().filter(with_files).count()
        })
    },
};

/// Absences because of owners.
pub(super) const OWNERS: Detail = Detail {
    name: "owners as the cause",
    of: ["absence", "absences"],
    count: |work| count(work, |absence: &Absence| usize::from(!absence.gone)),
};

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.bytes().any(|byte| !byte.is_ascii_digit())
}

/// The only item of this kind. Fails if there are several, because the format has only one.
pub(super) fn only_item<T: Item>(reading: &Reading) -> Result<&T, Diagnostic> {
    match reading.work.items::<T>().unwrap_or_default() {
        [one] => Ok(one),
        all => {
            let message =
                format!("this format takes one item per file, and there are {} {}", all.len(), T::KIND.word);
            Err(Diagnostic::error(message)
                .hint("Choose another format, or select one with the parameters of the source."))
        }
    }
}

/// Labels and values for the header of a log: machine, period, and source of the log. `homes` are the numbers or words
/// for the clusters of its jobs in the log.
pub(super) fn log_header(reading: &Reading, homes: &[String]) -> Vec<(String, String)> {
    let mut lines = reading.origin.header.clone();
    // A value extends to the end of its line.
    let clean = |text: &str| text.replace(char::is_control, " ");
    for (_, value) in &mut lines {
        *value = clean(value);
    }
    let mut add = |label: &str, value: String| lines.push((label.to_owned(), clean(&value)));
    if let Some(processors) = reading.report.processors {
        add("MaxProcs", processors.to_string());
        // The header of the source needs no comment.
        if !reading.report.processors_from.contains("header") && !reading.report.processors_from.is_empty() {
            add("Note", format!("MaxProcs is from {}", reading.report.processors_from));
        }
    }
    add("Note", format!("Converted by Ganttlet from the format {}", reading.report.format));
    for (Home { id, name, .. }, number) in reading.origin.homes.iter().zip(homes) {
        match (name.as_str(), id == number) {
            ("", true) => {}
            ("", false) => add("Partition", format!("{number} {id}")),
            (name, _) => add("Partition", format!("{number} {name}")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use crate::read;
    use crate::write::WRITERS;
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_work::Job;

    fn writer(id: &str) -> &'static super::Writer {
        WRITERS.iter().find(|writer| writer.format == id).expect("a writer")
    }

    fn losses(id: &str, reading: &crate::Reading) -> Vec<String> {
        writer(id).losses(&reading.work).into_iter().map(|note| note.message).collect()
    }

    /// All data of a log survives writing and reading in either format.
    #[test]
    fn logs_come_back_through_both_formats() {
        let text = "; MaxProcs: 8\n; Partition: 3 big\n\
            7 5 -1 30 1 -1 -1 1 60 -1 0 7 2 9 -1 3 -1 -1\n\
            8 100 20 -1 2 -1 -1 2 120 -1 5 9 2 -1 -1 12 -1 -1\n\
            9 8000.5 600 7200 4 -1 -1 4 -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n";
        let settings = |home| {
            Settings::default()
                .with("home", Value::Choice(home))
                .with("cancelled", Value::Choice("leave-queue"))
                .with("shift_to_zero", Value::Bool(false))
        };
        let first = read("a", text.as_bytes(), None, &settings("partition")).expect("a log");
        let gwf = writer("gwf").write(&first).expect("a log of jobs");
        let second = read("b", gwf.as_bytes(), Some("gwf"), &settings("site")).expect("a log");
        let swf = writer("swf").write(&second).expect("a log of jobs");
        let mut third = read("c", swf.as_bytes(), Some("swf"), &settings("partition")).expect("a log");
        assert_eq!(second.work, first.work, "{gwf}");
        let ids = |reading: &crate::Reading| -> Vec<String> {
            reading.origin.homes.iter().map(|home| home.id.clone()).collect()
        };
        assert_eq!(
            (ids(&first), ids(&third)),
            (vec!["3".into(), "12".into()], vec!["3".into(), "12".into()])
        );
        assert_eq!(third.report.processors, Some(8));
        assert_eq!(third.work, first.work, "{swf}");
        let jobs: Vec<Job> = third.work.take();
        assert!(jobs[0].failed && jobs[1].leaves.seconds() > 119.0 && jobs[2].home == ganttlet_work::UNKNOWN);
        assert!(losses("gwf", &first).len() == 1 && losses("swf", &second).len() == 1, "unknown fields only");
    }

    #[test]
    fn bags_and_names_are_kept_by_one_format_and_dropped_by_the_other() {
        let rest = "\t-1".repeat(9);
        let text = format!(
            "a\t0\t-1\t5\t1\t-1\t-1\t1\t-1\t-1\t1\tU1\tG1\tA1\t-1\t-1\tDelft\tDelft\tBOT\tbag7{rest}\n\
             b\t1\t-1\t5\t1\t-1\t-1\t1\t-1\t-1\t1\tU1\tG1\tA1\t-1\t-1\tLeiden\tLeiden\tUNITARY\t-1{rest}\n"
        );
        let settings = Settings::default().with("home", Value::Choice("last-site"));
        let first = read("a", text.as_bytes(), None, &settings).expect("a log");
        let again = writer("gwf").write(&first).expect("a log of jobs");
        let second = read("b", again.as_bytes(), None, &settings).expect("a log");
        // Named jobs are numbered by their lines.
        let kept = |reading: &crate::Reading| -> Vec<Job> {
            let jobs = reading.work.items::<Job>().unwrap_or_default().iter();
            jobs.map(|job| Job { number: 0, ..job.clone() }).collect()
        };
        assert_eq!(kept(&second), kept(&first), "{again}");
        assert!(kept(&second)[0].batch == 0 && &*kept(&second)[0].name == "a");
        let expected = [
            "the format swf has no field for bags of tasks: omitted for 1 job",
            "the format swf has no field for ids that are no numbers: omitted for 2 jobs",
        ];
        assert_eq!(losses("swf", &first)[..2], expected);
        let swf = writer("swf").write(&first).expect("a log of jobs");
        assert!(swf.contains("; Partition: 1 Delft\n; Partition: 2 Leiden\n"), "{swf}");
    }

    #[test]
    fn workflows_lose_what_a_table_has_no_column_for() {
        let text = r#"<adag version="2.1" name="w"><job id="ID1" name="prog" runtime="3">
            <uses file="f" link="output" size="7"/></job><job id="ID2" runtime="2"/></adag>"#;
        let reading = read("a", text.as_bytes(), None, &Settings::default()).expect("a workflow");
        assert_eq!(losses("dax", &reading), [""; 0]);
        let expected = [
            "the format opendc has no field for names of workflows: omitted for 1 workflow",
            "the format opendc has no field for ids that are no numbers: omitted for 2 tasks",
            "the format opendc has no field for programs: omitted for 1 task",
            "the format opendc has no field for files: omitted for 1 task",
        ];
        assert_eq!(losses("opendc", &reading), expected);
        let table = writer("opendc").write(&reading).expect("workflows");
        assert_eq!(table.lines().count(), 3, "{table}");
        let refused = writer("swf").write(&reading).expect_err("no jobs").message;
        assert_eq!(refused, "workflows cannot be written in the format swf, which is for jobs");
    }

    #[test]
    fn each_writer_writes_what_its_reader_reads() {
        for writer in WRITERS {
            let format = crate::FORMATS.find(writer.format).expect("a format");
            assert!(format.makes == writer.takes && !writer.ending.is_empty(), "{}", writer.format);
        }
    }
}
