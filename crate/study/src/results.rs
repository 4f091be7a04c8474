//! Files of results: the runs of a study that have been made, a line each, behind a first line that says which study it is.

use crate::Plan;
use ganttlet_document::catalog::ENGINE;
use ganttlet_document::study::Study;
use ganttlet_engine::diagnostic::Diagnostic;
use serde_json::Value;

/// The runs of a study that a file holds.
pub struct Results {
    /// The study.
    pub plan: Plan,
    /// The numbers of each run, in the order of the runs; empty for those that are missing.
    pub numbers: Vec<Vec<f64>>,
}

impl Results {
    /// Reads one file, or several of one study, one behind the other. A last line that does not end was cut off, and does not
    /// count.
    pub fn read(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let text = text.trim_start_matches('\u{feff}');
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut all: Option<Self> = None;
        for (line, number) in whole.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            let wrong = |what: String| vec![Diagnostic::error(what).line(number)];
            if let Some(head) = first_value(line).filter(|head| head["ganttlet"] == "results") {
                match &all {
                    Some(all) if head["digest"] != all.plan.digest() => {
                        return Err(wrong("the results are those of another study".to_owned()));
                    }
                    Some(_) => {}
                    None => {
                        all = Some(Self::begin(&head).map_err(|told| {
                            told.into_iter()
                                .map(|one| if one.line == 0 { one.line(number) } else { one })
                                .collect::<Vec<_>>()
                        })?)
                    }
                }
                continue;
            }
            let Some(all) = &mut all else {
                let hint = "Files of results are written by `ganttlet sweep --out`.";
                return Err(vec![Diagnostic::error("this is no file of results").line(number).hint(hint)]);
            };
            all.add(line).map_err(wrong)?;
        }
        all.ok_or_else(|| vec![Diagnostic::error("the file holds no whole line")])
    }

    fn begin(head: &Value) -> Result<Self, Vec<Diagnostic>> {
        if head["engine"] != ENGINE {
            let engine = head["engine"].as_str().unwrap_or("none");
            let message = format!("the runs were made by version {engine}, this is {ENGINE}");
            return Err(vec![Diagnostic::error(message).hint("Make them again.")]);
        }
        let (study, diagnostics) = Study::read(&head["study"].to_string());
        let plan = Plan::new(&study.ok_or(diagnostics)?, head["quick"] == true, None)?;
        if head["digest"] != plan.digest() {
            return Err(vec![Diagnostic::error("the study is not the one that the runs were made of")]);
        }
        let numbers = vec![Vec::new(); plan.count()];
        Ok(Self { plan, numbers })
    }

    /// Puts a run in its place, or says why it is none.
    fn add(&mut self, line: &str) -> Result<(), String> {
        let said = first_value(line);
        let number = |said: &Value| if said.is_null() { Some(f64::NAN) } else { said.as_f64() };
        let read = said.as_ref().and_then(|said| {
            let numbers = said["numbers"].as_array()?.iter().map(number).collect::<Option<Vec<_>>>()?;
            Some((said["run"].as_u64()? as usize, numbers))
        });
        let (run, numbers) = read.ok_or("this is no run of a study")?;
        let spot = self.plan.spot(run);
        let spot =
            spot.ok_or_else(|| format!("there is no run {run}, the study has {}", self.plan.count()))?;
        let (found, needed) = (numbers.len(), spot.block.width());
        if found != needed {
            return Err(format!("found {found} numbers, a run has {needed}"));
        }
        let known = &self.numbers[run];
        let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
        if !known.is_empty() && bits(known) != bits(&numbers) {
            return Err(format!("the run {run} ({}) has other numbers elsewhere", self.plan.label(run)));
        }
        self.numbers[run] = numbers;
        Ok(())
    }
}

/// The object that a line begins with; what stands behind it is not looked at.
fn first_value(line: &str) -> Option<Value> {
    serde_json::Deserializer::from_str(line).into_iter().next()?.ok().filter(Value::is_object)
}
