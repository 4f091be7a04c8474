//! Reasons for the requests of applications, and for the wait of those that have not started.

use super::policy::Candidate as Possible;
use super::protocol::{ClusterInfo, Request};
use super::tables::{AskedRow, EstimateRow};
use ganttlet_core::record::{MarkKind, QueueState, Recorder};
use ganttlet_core::rule::{Candidate, Decision, Rule, SubjectId};
use ganttlet_core::time::Time;

/// The walltime of an application has expired.
pub(super) const KILLED: MarkKind =
    MarkKind { id: "killed", sentence: "Application {job} was killed at the end of its walltime." };

static ASKS: Rule = Rule::with_values(
    "asks",
    &["hosts", "end"],
    "Application {job} requests {hosts|1 host|# hosts}: it would end at {end:time}, the earliest completion \
     in its view.",
);
static STARTS: Rule = Rule::with_values(
    "as-asked",
    &["hosts", "end"],
    "Application {job} starts on {hosts|1 host|# hosts} as requested; its walltime ends at {end:time}.",
);
static NEVER: Rule =
    Rule::new("gives-up", "Application {job} gives up: no cluster has as many hosts as it needs.");
static WAITS: Rule = Rule::with_values(
    "wait",
    &["hosts", "start"],
    "Application {job} waits for {hosts|1 host|# hosts}, expected to be free from {start:time}. This is an \
     estimate, not a reservation.",
);
static LISTED: Rule = Rule::with_values(
    "wait",
    &["hosts", "start"],
    "Application {job} waits: its listed configuration with the earliest completion is expected to be free \
     from {start:time}. This is an estimate, not a reservation.",
);
static UNKNOWN: Rule = Rule::new(
    "wait",
    "Application {job} has no estimated start: it has not sent a request yet, or the resource manager does \
     not consider it.",
);

/// Records the request of a launcher with its candidates. The score of a cluster is its earliest end.
pub(super) fn record_request(
    record: &mut Recorder,
    now: Time,
    application: SubjectId,
    request: &Request,
    (possible, clusters): (&[Possible], &[ClusterInfo]),
) {
    let mut ends = vec![Time::MAX; clusters.len()];
    for one in possible {
        let end = &mut ends[usize::from(one.place)];
        *end = one.end.min(*end);
    }
    let earliest = ends.iter().copied().min().unwrap_or(Time::MAX);
    let known = clusters.iter().zip(ends).filter(|&(_, end)| end < Time::MAX);
    let candidates: Vec<Candidate> =
        known.map(|(cluster, end)| Candidate::with_score(cluster.id, end.seconds())).collect();
    let mut decision =
        Decision::new(now, application, &ASKS).with_values([i64::from(request.total_hosts()), earliest.0]);
    if let Some(&(first, _)) = request.hosts.first() {
        decision = decision.with_cluster(first.into());
    }
    record.decide_among(decision, &candidates);
}

/// Records the start of an application.
pub(super) fn record_start(record: &mut Recorder, now: Time, application: SubjectId, request: &Request) {
    let values = [i64::from(request.total_hosts()), (now + request.wall_time).0];
    let mut decision = Decision::new(now, application, &STARTS).with_values(values);
    if let Some(&(first, _)) = request.hosts.first() {
        decision = decision.with_cluster(first.into());
    }
    record.decide(decision);
}

/// Records that an application can never run.
pub(super) fn record_give_up(record: &mut Recorder, now: Time, application: SubjectId) {
    record.decide(Decision::new(now, application, &NEVER));
}

/// Why applications wait at a given time: their requests, and the estimated starts of these.
pub(super) fn wait_reasons(standing: &QueueState, asked: &[SubjectId]) -> Vec<String> {
    let (trace, time) = (standing.trace, standing.time);
    let reason = |&application: &SubjectId| {
        let estimates = trace.table_rows::<EstimateRow>().rev();
        let estimate = estimates
            .skip_while(|row| row.time > time)
            .find(|row| row.application == application)
            .map_or(Time::MAX, |row| row.estimate);
        let mut rows = trace.table_rows::<AskedRow>().rev().skip_while(|row| row.time > time);
        let last = rows.find(|row| row.application == application);
        let decision = match last {
            Some(last) if estimate < Time::MAX => {
                let same = |row: &AskedRow| row.application == application && row.time == last.time;
                let others: u32 = rows.take_while(same).map(|row| row.hosts).sum();
                Decision::new(time, application, &WAITS)
                    .with_values([i64::from(last.hosts + others), estimate.0])
            }
            // A configuration in a list is not a request.
            None if estimate < Time::MAX => {
                Decision::new(time, application, &LISTED).with_values([0, estimate.0])
            }
            _ => Decision::new(time, application, &UNKNOWN),
        };
        standing.explain_all(&[decision])
    };
    asked.iter().map(reason).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::platform::one_cluster;
    use ganttlet_core::record::{Kind, Subject, Trace};
    use ganttlet_core::time::Span;
    use ganttlet_work::UNKNOWN;

    #[test]
    fn each_cluster_is_one_candidate_with_its_earliest_end() {
        let mut record = Recorder::new(&one_cluster(4), 8);
        let subject = Subject {
            number: 1,
            user: UNKNOWN,
            group: UNKNOWN,
            submit: Time::ZERO,
            nodes: 1,
            estimate: Span::ZERO,
        };
        record.add_kind(subject, Kind::JOB);
        let clusters = [0, 1, 2].map(|id| ClusterInfo { id, hosts: 4, speed: 1.0 });
        let one = |place, hosts, end: f64| Possible {
            start: Time::ZERO,
            end: Time::from_seconds(end),
            place,
            hosts,
            also: false,
        };
        let possible = [one(2, 1, 40.0), one(0, 4, 25.0), one(2, 2, 30.0)];
        let request = Request { hosts: [(0, 4)].into_iter().collect(), wall_time: Span::from_seconds(25.0) };
        record_request(&mut record, Time::ZERO, 0, &request, (&possible, &clusters));
        let trace: Trace = record.into();
        let decision = trace.decisions_about(0).next().expect("it was kept");
        let known = trace.decisions.candidates(decision);
        assert_eq!(known, [Candidate::with_score(0, 25.0), Candidate::with_score(2, 30.0)]);
        assert_eq!((decision.chosen, decision.values[..2].to_vec()), (0, vec![4, 25_000_000]));
    }
}
