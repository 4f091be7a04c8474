//! The data of one job or task, for the inspector.

use ganttlet_core::diagnostic::Fact;
use ganttlet_core::entry::document::{Datum, Document, Stored};
use ganttlet_core::platform::{Machine, NodeSet, Platform};
use ganttlet_core::record::{Band, Kind, Mark, Phase, SizeStep, Status, Trace};
use ganttlet_core::rule::{self, Decision, Rule, SubjectId};
use ganttlet_core::time::Time;
use ganttlet_work::{UNKNOWN, Work};
use serde::Serialize;
use ts_rs::TS;

/// The text of a decision, with its candidates.
#[derive(Serialize, TS)]
struct Reason {
    time_s: f64,
    rule: &'static str,
    text: String,
    candidates: Vec<Candidate>,
    /// The meaning of the scores of the candidates, in a few words.
    score: &'static str,
    /// Whether the scores are times in seconds.
    score_is_time: bool,
}

#[derive(Serialize, TS)]
struct Candidate {
    cluster: String,
    score: Option<f64>,
    chosen: bool,
    /// Number of free nodes, if known.
    idle: Option<u32>,
    /// Number of allocated nodes.
    taken: u32,
}

/// The nodes of the subject on one cluster.
#[derive(Serialize, TS)]
#[ts(rename = "CardComponent")]
struct Component {
    cluster: String,
    nodes: u32,
    rows: String,
}

/// The nodes of a subject from a time on.
#[derive(Serialize, TS)]
#[ts(rename = "CardSize")]
struct Allocation {
    time_s: f64,
    nodes: u32,
    phase: Phase,
}

/// The text of an event of the subject.
#[derive(Serialize, TS)]
#[ts(rename = "CardMark")]
struct CardEvent {
    time_s: f64,
    kind: &'static str,
    text: String,
    value: i64,
}

/// A file transfer of the subject.
#[derive(Serialize, TS)]
#[ts(rename = "CardTransfer")]
struct CardTransfer {
    from: String,
    to: String,
    bytes: f64,
    start_s: f64,
    end_s: f64,
}

/// The decisions about one subject at an instant.
#[expect(clippy::struct_excessive_bools, reason = "what the page reads by name, each by itself")]
#[derive(Serialize, TS)]
#[ts(rename = "Decided")]
pub struct SubjectDecisions {
    id: SubjectId,
    name: String,
    kind: &'static str,
    nodes: u32,
    /// Number of allocated nodes, which may differ from the requested one.
    given: u32,
    /// Whether the nodes are on several clusters.
    spread: bool,
    /// Whether it started at the instant; otherwise it was placed or has to wait.
    starts: bool,
    /// The reason, as text.
    text: String,
    /// The chosen cluster; none before the choice.
    cluster: Option<u16>,
    /// The candidate clusters.
    candidates: Vec<Candidate>,
    /// The meaning of the scores, in a few words.
    score: &'static str,
    /// Whether the scores are times in seconds.
    score_is_time: bool,
    /// The subject that blocks it, or that it overtook.
    #[ts(type = "number | null")]
    behind: Option<SubjectId>,
    /// True for a decision that only selects the next subject: other decisions of the instant follow.
    #[serde(skip)]
    leads: bool,
}

/// The name of a cluster; empty for an index without a cluster.
fn cluster_name(trace: &Trace, index: u16) -> String {
    trace.bands.get(usize::from(index)).map_or_else(String::new, |band| band.name.clone())
}

/// The clusters that a decision chose from.
fn candidate_clusters(trace: &Trace, decision: Decision<&Rule>) -> Vec<Candidate> {
    let candidate = |candidate: &rule::Candidate| Candidate {
        cluster: cluster_name(trace, candidate.cluster),
        score: Some(candidate.score).filter(|score| score.is_finite()),
        chosen: candidate.cluster == decision.chosen || candidate.taken > 0,
        idle: Some(candidate.idle).filter(|&idle| idle != u32::MAX),
        taken: candidate.taken,
    };
    trace.decisions.candidates(decision).iter().map(candidate).collect()
}

/// The decisions at an instant, grouped by subject; started ones first.
pub fn decisions_at(trace: &Trace, time: Time) -> Vec<SubjectDecisions> {
    let mut all: Vec<SubjectDecisions> = Vec::new();
    for decision in trace.decisions_at(time) {
        let id = decision.subject;
        let (kind, nodes) = (trace.kind(id).name, trace.subjects.nodes[id as usize]);
        let starts = trace.subjects.start[id as usize] == time;
        let table = &trace.intervals;
        let given: Vec<usize> = trace.intervals_of(id).filter(|&i| table.start[i] == time).collect();
        let mut clusters = given.iter().map(|&i| trace.cluster_at(table.row[i]));
        let first = clusters.next();
        let spread = clusters.any(|cluster| first != Some(cluster));
        let given = given.into_iter().map(|i| table.rows[i]).sum();
        let behind = Some(decision.blocked_by).filter(|&other| other != SubjectId::MAX);
        let (name, mut text) = (trace.name(id), trace.explain(decision));
        let cluster = trace.cluster_chosen(id, time);
        let mut candidates = candidate_clusters(trace, decision);
        // The last decision about a subject is kept, with the candidates of an earlier one if necessary.
        if let Some(at) = all.iter().position(|before| before.id == id) {
            let before = all.remove(at);
            if candidates.is_empty() {
                candidates = before.candidates;
            }
            // The text on the selection of the subject precedes that on its destination.
            if before.leads {
                text = format!("{} {text}", before.text);
            }
        }
        let leads = decision.rule.leads;
        let (score, score_is_time) = decision.rule.score;
        all.push(SubjectDecisions {
            id,
            name,
            kind,
            nodes,
            given,
            spread,
            starts,
            text,
            cluster,
            candidates,
            score,
            score_is_time,
            behind,
            leads,
        });
    }
    let (mut started, waiting): (Vec<_>, Vec<_>) = all.into_iter().partition(|one| one.starts);
    started.extend(waiting);
    started
}

/// The data of one job or task.
#[derive(Serialize, TS)]
pub struct Card {
    id: SubjectId,
    name: String,
    kind: &'static str,
    number: u32,
    user: Option<u32>,
    group: Option<u32>,
    group_name: Option<String>,
    status: Status,
    /// Its phase; `None` if it has no nodes.
    phase: Option<Phase>,
    submit_s: f64,
    eligible_s: Option<f64>,
    /// The time of its placement, after which it starts up.
    placed_s: Option<f64>,
    /// The startup time.
    startup_s: Option<f64>,
    start_s: Option<f64>,
    end_s: Option<f64>,
    wait_s: Option<f64>,
    /// The start in its log.
    recorded_start_s: Option<f64>,
    /// Its start minus the start in the log.
    delay_s: Option<f64>,
    run_s: Option<f64>,
    estimate_s: f64,
    nodes: u32,
    cluster: Option<String>,
    rows: String,
    slowdown: Option<f64>,
    reasons: Vec<Reason>,
    parents: Vec<SubjectId>,
    children: Vec<SubjectId>,
    transfers: Vec<CardTransfer>,
    components: Vec<Component>,
    sizes: Vec<Allocation>,
    marks: Vec<CardEvent>,
    /// The names of its machines; empty if they have none.
    machines: String,
    /// The facts about a machine.
    facts: Vec<Fact>,
}

/// Maximum number of entries in the history of a card; the latest are kept.
const MAX_HISTORY: usize = 200;
/// Maximum number of machine names on a card.
const MAX_MACHINE_NAMES: usize = 16;

/// A time in seconds; `None` if unknown.
fn known_seconds(time: Time) -> Option<f64> {
    (time != Time::MAX).then(|| time.seconds())
}

/// The cluster of a subject at a time.
fn cluster_at(trace: &Trace, subject: SubjectId, at: Time) -> Option<&Band> {
    let ended = trace.subjects.end[subject as usize] <= at;
    if ended { trace.cluster_of_completion(subject) } else { trace.band_of(subject) }
}

/// The columns of a subject in the table of subjects at a time, without reasons and history.
pub(crate) fn table_row(trace: &Trace, subject: SubjectId, at: Time) -> Card {
    let id = subject as usize;
    let table = &trace.subjects;
    let (submit_s, start_s, end_s) =
        (table.submit[id].seconds(), known_seconds(table.start[id]), known_seconds(table.end[id]));
    let run_s = start_s.zip(end_s).map(|(start, end)| end - start);
    let recorded_start_s = trace.logged.get(id).and_then(|log| known_seconds(log.recorded_start));
    let known = |value: u32| Some(value).filter(|&value| value != UNKNOWN);
    let group = known(table.group[id]);
    Card {
        id: subject,
        name: trace.name(subject),
        kind: trace.kind(subject).name,
        number: table.number[id],
        user: known(table.user[id]),
        group,
        group_name: group.and_then(|group| trace.group_names.get(group as usize).cloned()),
        status: trace.status_at(subject, at),
        phase: None,
        submit_s,
        eligible_s: known_seconds(table.eligible_time(id)),
        placed_s: None,
        startup_s: None,
        start_s,
        end_s,
        wait_s: start_s.zip(known_seconds(table.ready_time(id))).map(|(start, ready)| start - ready),
        recorded_start_s,
        delay_s: start_s.zip(recorded_start_s).map(|(start, recorded)| start - recorded),
        run_s,
        estimate_s: table.estimate[id].seconds(),
        nodes: table.nodes[id],
        cluster: cluster_at(trace, subject, at).map(|band| band.name.clone()),
        rows: trace.nodes_at(subject, at),
        slowdown: run_s.filter(|&run| run > 0.0).zip(end_s).map(|(run, end)| (end - submit_s) / run),
        reasons: Vec::new(),
        parents: Vec::new(),
        children: Vec::new(),
        transfers: Vec::new(),
        components: Vec::new(),
        sizes: Vec::new(),
        marks: Vec::new(),
        machines: String::new(),
        facts: Vec::new(),
    }
}

/// Adds allocations and events up to a time.
fn add_history(card: &mut Card, trace: &Trace, subject: SubjectId, at: Time) {
    let placed = trace.nodes_granted_at(subject);
    card.placed_s = known_seconds(placed);
    card.startup_s = known_seconds(placed).zip(card.start_s).map(|(placed, start)| start - placed);
    let component = |(cluster, nodes): (usize, NodeSet)| Component {
        cluster: trace.bands[cluster].name.clone(),
        nodes: nodes.len(),
        rows: nodes.to_string(),
    };
    card.components = trace.components_at(subject, at).into_iter().map(component).collect();
    let rows = trace.rows_at(subject, at).into_iter().flat_map(|(row, rows)| row..row + rows);
    let names = rows.take(MAX_MACHINE_NAMES).map(|row| trace.row_name(row)).filter(|name| !name.is_empty());
    card.machines = names.collect::<Vec<_>>().join(", ");
    let steps = trace.size_history(subject, at);
    card.phase = steps.last().filter(|step| step.nodes > 0).map(|step| step.phase);
    let size =
        |step: &SizeStep| Allocation { time_s: step.time.seconds(), nodes: step.nodes, phase: step.phase };
    card.sizes = steps[steps.len().saturating_sub(MAX_HISTORY)..].iter().map(size).collect();
    let about = trace.marks.iter().rev().filter(|mark| mark.subject == subject && mark.time <= at);
    let happened = |mark: &Mark| CardEvent {
        time_s: mark.time.seconds(),
        kind: mark.kind.id,
        text: trace.explain_mark(mark),
        value: mark.value,
    };
    card.marks = about.take(MAX_HISTORY).map(happened).collect();
    card.marks.reverse();
}

/// The facts about the machine of a row in the scenario.
fn machine_facts(trace: &Trace, platform: &Platform, row: u32) -> Vec<Fact> {
    let at = trace.bands.partition_point(|band| band.first_row <= row).saturating_sub(1);
    let Some((band, cluster)) = trace.bands.get(at).zip(platform.clusters.get(at)) else { return Vec::new() };
    let node = row.saturating_sub(band.first_row);
    let Some(machine) = cluster.machines.get(node as usize) else { return Vec::new() };
    let amount = |x: f64, unit: &str| {
        if x > 0.0 { format!("{x} {unit}").trim_end().to_owned() } else { String::new() }
    };
    let (from, to) = machine.hours;
    let mut facts = Vec::new();
    for (field, said) in Machine::SHAPE.object().fields.iter().zip(machine.write().items()) {
        let value = match said {
            Datum::Number(_) if field.key == "speed" => amount(cluster.node_speed(node), field.unit),
            Datum::Number(x) => amount(*x, field.unit),
            Datum::Text(text) => text.clone(),
            _ if field.key == "groups" => machine.groups.join(", "),
            _ if from < to || to < from => format!("{from} to {to} {}", field.unit),
            _ => String::new(),
        };
        if !value.is_empty() {
            facts.push(Fact { label: field.label, value });
        }
        if field.key == "name" {
            facts.push(Fact { label: "Pool", value: cluster.name.clone() });
        }
    }
    facts
}

/// The card of a subject at a time. `platform` describes the machines; `work` is given if its tasks have dependencies.
/// `None` if there is no such subject.
pub fn card(
    trace: &Trace,
    (platform, work): (&Platform, Option<&Work>),
    subject: SubjectId,
    at: Time,
) -> Option<Card> {
    if subject as usize >= trace.subjects.len() {
        return None;
    }
    let mut card = table_row(trace, subject, at);
    add_history(&mut card, trace, subject, at);
    if trace.kind(subject) == Kind::MACHINE {
        card.facts = machine_facts(trace, platform, card.number.saturating_sub(1));
    }
    card.reasons = trace
        .decisions_about(subject)
        .filter(|decision| decision.time <= at)
        .map(|decision| Reason {
            time_s: decision.time.seconds(),
            rule: decision.rule.id,
            text: trace.explain(decision),
            candidates: candidate_clusters(trace, decision),
            score: decision.rule.score.0,
            score_is_time: decision.rule.score.1,
        })
        .collect();
    card.transfers = trace
        .transfers
        .iter()
        .filter(|transfer| transfer.subject == subject)
        .map(|transfer| CardTransfer {
            from: cluster_name(trace, transfer.from),
            to: cluster_name(trace, transfer.to),
            bytes: transfer.bytes,
            start_s: transfer.start.seconds(),
            end_s: transfer.end.seconds(),
        })
        .collect();
    if let Some((parents, children)) = work.and_then(|work| work.dependencies(subject)) {
        (card.parents, card.children) = (parents, children);
    }
    Some(card)
}
