//! The runtimes of profiles.

use crate::finding_list::quote_bytes;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// The runtime of a profile: seconds, operations per host, and operations over all hosts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RunTime {
    pub(super) seconds: f64,
    pub(super) each: f64,
    pub(super) shared: f64,
    /// True if the profile has no communication.
    pub(super) silent: bool,
}

const NOTHING: RunTime = RunTime { seconds: 0.0, each: 0.0, shared: 0.0, silent: true };

impl RunTime {
    fn add(self, other: Self) -> Self {
        Self {
            seconds: self.seconds + other.seconds,
            each: self.each + other.each,
            shared: self.shared + other.shared,
            silent: self.silent && other.silent,
        }
    }

    fn times(self, factor: f64) -> Self {
        Self {
            seconds: self.seconds * factor,
            each: self.each * factor,
            shared: self.shared * factor,
            ..self
        }
    }
}

/// The runtimes of all profiles of a workload, or the reasons why there is none.
pub(super) struct Profiles<'a> {
    times: HashMap<&'a str, Result<RunTime, String>>,
}

/// A sequence of profiles.
struct Sequence<'a> {
    name: &'a str,
    repeat: f64,
    parts: Vec<&'a str>,
    /// Number of parts that are sequences whose runtime is not yet known.
    open: usize,
}

fn unknown(name: &str) -> String {
    format!("the profile {} is not in the workload", quote_bytes(name.as_bytes()))
}

impl<'a> Profiles<'a> {
    pub(super) fn new(profiles: Option<&'a Value>) -> Self {
        let all = profiles.and_then(Value::as_object).into_iter().flat_map(Map::iter);
        let mut times = HashMap::new();
        let mut sequences: Vec<Sequence<'a>> = vec![];
        for (name, profile) in all {
            match profile.get("type").and_then(Value::as_str) {
                Some("SequentialCompositionProfile" | "composed") => {
                    let list = profile.get("seq").and_then(Value::as_array);
                    let parts =
                        list.map(|list| list.iter().map(|part| part.as_str().unwrap_or_default()).collect());
                    let repeat = profile.get("repeat").map_or(Some(1.0), Value::as_f64);
                    match (parts, repeat.filter(|&repeat| (0.0..=1e9).contains(&repeat))) {
                        (Some(parts), Some(repeat)) => {
                            sequences.push(Sequence { name, repeat, parts, open: 0 });
                        }
                        _ => {
                            times.insert(
                                name.as_str(),
                                Err("a sequence has no valid seq or repeat".to_owned()),
                            );
                        }
                    }
                }
                kind => {
                    times.insert(name.as_str(), simple_run_time(kind, profile));
                }
            }
        }
        // Runtimes propagate from parts to sequences without recursion, so that nesting may have any depth.
        let places: HashMap<&str, usize> =
            sequences.iter().enumerate().map(|(place, one)| (one.name, place)).collect();
        let mut users: Vec<Vec<usize>> = vec![vec![]; sequences.len()];
        for (place, sequence) in sequences.iter_mut().enumerate() {
            for part in &sequence.parts {
                if let Some(&inner) = places.get(part) {
                    users[inner].push(place);
                    sequence.open += 1;
                }
            }
        }
        let mut ready: Vec<usize> =
            (0..sequences.len()).filter(|&place| sequences[place].open == 0).collect();
        while let Some(place) = ready.pop() {
            let Sequence { name, repeat, parts, .. } = &sequences[place];
            let mut total = Ok(NOTHING);
            for part in parts {
                let time = times.get(part).cloned().unwrap_or_else(|| Err(unknown(part)));
                total = total.and_then(|total: RunTime| time.map(|time| total.add(time)));
            }
            times.insert(*name, total.map(|total| total.times(*repeat)));
            for &user in &users[place] {
                sequences[user].open -= 1;
                if sequences[user].open == 0 {
                    ready.push(user);
                }
            }
        }
        for Sequence { name, .. } in sequences.iter().filter(|sequence| sequence.open > 0) {
            times.insert(name, Err("a sequence of profiles contains itself".to_owned()));
        }
        Self { times }
    }

    /// The runtime of a profile, or the reason why it has none.
    pub(super) fn run_time(&self, name: &str) -> Result<RunTime, String> {
        self.times.get(name).cloned().unwrap_or_else(|| Err(unknown(name)))
    }
}

/// The runtime of a profile that is not a sequence.
fn simple_run_time(kind: Option<&str>, profile: &Value) -> Result<RunTime, String> {
    let amount = |key: &str| match profile.get(key) {
        None | Some(Value::Null) => Ok(0.0),
        Some(value) => value
            .as_f64()
            .filter(|&amount| (0.0..=1e30).contains(&amount))
            .ok_or_else(|| format!("{key} of a profile is no number from 0")),
    };
    let computation = |together: bool| {
        let (cpu, com) = (amount("cpu")?, amount("com")?);
        let (each, shared) = if together { (0.0, cpu) } else { (cpu, 0.0) };
        Ok(RunTime { each, shared, silent: com <= 0.0, ..NOTHING })
    };
    match kind {
        Some("DelayProfile" | "delay") => {
            let delay = profile.get("delay").and_then(Value::as_f64).filter(|&delay| delay >= 0.0);
            let seconds = delay.ok_or_else(|| "a delay is no number of seconds from 0".to_owned())?;
            Ok(RunTime { seconds, ..NOTHING })
        }
        Some(
            "ParallelTaskHomogeneousProfile" | "parallel_homogeneous" | "ptask_homogeneous" | "msg_par_hg",
        ) => {
            let strategy = profile.get("generation_strategy").and_then(Value::as_str).unwrap_or_default();
            computation(matches!(
                strategy,
                "DefinedAmountsSpreadUniformly"
                    | "defined_amount_spread_uniformly"
                    | "defined_amounts_spread_uniformly"
            ))
        }
        Some("parallel_homogeneous_total" | "ptask_homogeneous_total" | "msg_par_hg_tot") => {
            computation(true)
        }
        Some(other) => {
            Err(format!("profiles of the type {} are not supported", quote_bytes(other.as_bytes())))
        }
        None => Err("a profile has no type".to_owned()),
    }
}
