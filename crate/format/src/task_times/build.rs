//! Builds an application from the times of a table.

use super::{Cell, Choices, Expected, MAX_TASKS};
use crate::finding_list::{FindingList, count_text, group_digits};
use crate::{Fact, Origin, Reading, Report};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::order;
use ganttlet_core::time::Span;
use ganttlet_work::master_worker::{BatchTask, MasterWorker};
use ganttlet_work::{UNKNOWN, Work};

/// The application of these times: iterations and tasks in the order of their numbers. Fails if there are no times, too
/// many tasks, or gaps.
pub(super) fn build_application(
    name: &str,
    choices: &Choices,
    mut cells: Vec<Cell>,
) -> Result<Reading, Vec<Diagnostic>> {
    if cells.is_empty() {
        let hint = "Write one line per task below the header `iteration,task,seconds`.";
        return Err(vec![Diagnostic::error("the table contains no times").hint(hint)]);
    }
    let tasks = distinct_numbers(&cells, |cell| cell.task);
    if tasks.len() > MAX_TASKS {
        let (found, most) = (group_digits(tasks.len() as u64), group_digits(MAX_TASKS as u64));
        return Err(vec![Diagnostic::error(format!(
            "the table has {found} tasks; at most {most} are allowed"
        ))]);
    }
    order::sort_by_key(&mut cells, |cell| i64::from(cell.iteration) << 32 | i64::from(cell.task));
    let mut diagnostics = vec![];
    duplicates(&cells).report(&mut diagnostics, |n| {
        Diagnostic::error(format!(
            "{}: the task already has a time in that iteration",
            count_text(n, "time", "times")
        ))
    });
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }

    let mut nothing = FindingList::default();
    let mut application = MasterWorker {
        name: name.split('.').next().unwrap_or_default().chars().take(100).collect(),
        number: 1,
        user: UNKNOWN,
        home: UNKNOWN,
        sequential: choices.sequential_s,
        keys: if cells.iter().any(|cell| cell.key.is_some()) { vec![0.0; tasks.len()] } else { vec![] },
        ..MasterWorker::default()
    };
    let mut keyed = vec![false; tasks.len()];
    // The number of occurrences of each task, and its first time or the sum of its times.
    let mut times = vec![(0.0, 0.0); tasks.len()];
    let mean = choices.expected == Expected::Mean;
    let mut iteration = None;
    for cell in &cells {
        if iteration != Some(cell.iteration) {
            iteration = Some(cell.iteration);
            application.batches.push(vec![]);
        }
        let place = tasks.binary_search(&cell.task).unwrap_or(0);
        let run = Span::from_seconds(cell.seconds * choices.factor);
        if run <= Span::ZERO {
            nothing.add(cell.line);
        }
        let run = run.max(Span(1));
        if let Some(batch) = application.batches.last_mut() {
            batch.push(BatchTask { task: place as u32, run });
        }
        let (count, sum) = &mut times[place];
        if mean || *count < 0.5 {
            *count += 1.0;
            *sum += run.seconds();
        }
        if let Some(key) = cell.key.filter(|_| !keyed[place]) {
            application.keys[place] = key;
            keyed[place] = true;
        }
    }
    let expected = |&(count, sum): &(f64, f64)| Span::from_seconds(sum / count).max(Span(1));
    application.expected = times.iter().map(expected).collect();
    nothing.report(&mut diagnostics, |n| {
        Diagnostic::warning(format!(
            "{} below 1 microsecond: 1 microsecond is used",
            count_text(n, "time", "times")
        ))
    });
    let unkeyed = keyed.iter().filter(|&&keyed| !keyed).count() as u32;
    if unkeyed > 0 && !application.keys.is_empty() {
        let message = format!("{} without a key: 0 is used", count_text(unkeyed, "task", "tasks"));
        diagnostics.push(Diagnostic::warning(message));
    }
    let report = Report {
        format: super::FORMAT.entry.id,
        read: cells.len() as u32,
        repaired: nothing.count,
        facts: application_facts(&application),
        processors: Some(application.max_batch_tasks() as u32),
        processors_from: "one worker for each task of the largest batch",
        diagnostics,
        ..Report::default()
    };
    Ok(Reading { work: Work::new(vec![application]), report, origin: Origin::default() })
}

/// The different numbers, ascending.
fn distinct_numbers(cells: &[Cell], of: impl Fn(&Cell) -> u32) -> Vec<u32> {
    let mut numbers: Vec<u32> = cells.iter().map(of).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The cells of tasks that already have a time.
fn duplicates(cells: &[Cell]) -> FindingList {
    let mut found = FindingList::default();
    for pair in cells.windows(2) {
        let (first, second) = (&pair[0], &pair[1]);
        if (first.iteration, first.task) == (second.iteration, second.task) {
            found.add_with_text(second.line, || {
                format!("task {} of iteration {} is in line {}", second.task, second.iteration, first.line)
            });
        }
    }
    found
}

fn application_facts(application: &MasterWorker) -> Vec<Fact> {
    let sizes = application.batches.iter().map(Vec::len);
    let (least, most) = (sizes.min().unwrap_or(0) as u64, application.max_batch_tasks() as u64);
    let tasks = if least == most {
        group_digits(most)
    } else {
        format!("{} to {}", group_digits(least), group_digits(most))
    };
    let runs = || application.batches.iter().flatten().map(|task| task.run);
    let all = runs().fold(Span::ZERO, |sum, run| sum + run);
    vec![
        Fact::new("Iterations", group_digits(application.batches.len() as u64)),
        Fact::new("Tasks per iteration", tasks),
        Fact::new("Time on one machine", all.to_string()),
        Fact::new("Longest task", runs().max().unwrap_or(Span::ZERO).to_string()),
    ]
}
