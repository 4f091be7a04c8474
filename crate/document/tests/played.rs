//! Choices from outside: those of each policy reproduce its schedule, and invalid ones are rejected with a reason.

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Entry;
use ganttlet_core::record::{Digest, Status};
use ganttlet_core::rng::Streams;
use ganttlet_core::time::Time;
use ganttlet_document::{Built, Files, Scenario, build, read};
use ganttlet_sim::policy::workflow::WORKFLOW_POLICIES;
use ganttlet_sim::system::Budget;
use ganttlet_sim::system::bags::policy::{scheduling::SCHEDULINGS, selection::SELECTIONS};
use ganttlet_sim::system::batch::policy::routing::ROUTING_POLICIES;
use ganttlet_sim::system::opportunistic::policy::ordering::ORDERING_POLICIES;
use ganttlet_sim::system::player::Asked;
use serde_json::json;

/// A scenario of the gallery with its first system alone.
fn example(id: &str) -> Scenario {
    let path = format!("{}/../../static/gallery/{id}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a scenario of the gallery");
    let mut scenario = read(&text).scenario.expect("a scenario without errors");
    scenario.variants.truncate(1);
    scenario
}

/// The run of the first variant, with its choices.
fn record(scenario: &Scenario) -> Built {
    let built = build(scenario, 0, &Files::new(), 0);
    let mut built = built.unwrap_or_else(|found| panic!("{found:?}"));
    built.run.record_choices();
    assert!(built.run.advance(Budget::ALL).done);
    built
}

fn digest_and_findings(scenario: &Scenario) -> (Digest, Vec<Diagnostic>) {
    let built = record(scenario);
    (built.run.trace().digest(), built.run.trace().findings.clone())
}

/// The scenario that repeats the choices of a run, once through its text.
fn played(scenario: &Scenario, run: &Built) -> Scenario {
    let played = scenario.played(0, &*run.run).unwrap_or_else(|found| panic!("{found}"));
    let reading = read(&played.to_text());
    assert!(reading.diagnostics.is_empty(), "{:?}", reading.diagnostics);
    assert_eq!(reading.scenario.as_ref(), Some(&played));
    played
}

/// Fails if the choices of a policy do not reproduce its schedule, in a run whose policy is `other`.
fn assert_is_repeated(scenario: &Scenario, role: &'static str, policy: &'static str, other: &'static str) {
    let mut with = scenario.clone();
    with.variants[0].set_policy(role, policy);
    let run = record(&with);
    let expected = run.run.trace().digest();
    assert_ne!(run.run.recorded_choices().as_deref(), Some(""), "{policy} makes no choice");
    let mut again = played(&with, &run);
    again.variants[0].set_policy(role, other);
    let (digest, findings) = digest_and_findings(&again);
    assert_eq!(findings, [], "{role} {policy} by {other}");
    assert_eq!(digest, expected, "{role} {policy} by {other}");
}

fn ids<'a, T: AsRef<Entry> + 'a>(members: impl IntoIterator<Item = &'a T>) -> Vec<&'static str> {
    members.into_iter().map(|member| member.as_ref().id).collect()
}

/// Each policy decides through the same interface, and at the same times, as the choices that replace it.
#[test]
fn the_choices_of_every_policy_give_its_schedule() {
    let families = [
        ("routing", ids(ROUTING_POLICIES.members), ["das2-routing", "das3-speeds", "das3-predictions"]),
        ("mapping", ids(WORKFLOW_POLICIES.members), ["das3-montage", "das3-stream", "das3-cybershake"]),
        (
            "selection",
            ids(SELECTIONS.members),
            ["bags-who-decides", "bags-whom-first", "bags-which-processor"],
        ),
        (
            "scheduling",
            ids(SCHEDULINGS.members),
            ["bags-who-decides", "bags-whom-first", "bags-which-processor"],
        ),
        ("ordering", ids(ORDERING_POLICIES.members), ["pool-mixed-speeds", "pool-thinning", "pool-users"]),
    ];
    for (role, policies, examples) in families {
        for id in examples {
            let scenario = example(id);
            for &policy in &policies {
                assert_is_repeated(&scenario, role, policy, policy);
            }
        }
    }
}

/// The choices decide, not the policy: another policy with the same decision times gives the same schedule.
#[test]
fn choices_decide_with_any_policy() {
    for policy in ["round-robin", "least-loaded", "fewest-asked", "fastest-with-room"] {
        assert_is_repeated(&example("das3-speeds"), "routing", policy, "home");
    }
    for policy in ["single-cluster", "all-clusters", "file-aware", "coarsening", "cluster-minimization"] {
        assert_is_repeated(&example("das3-montage"), "mapping", policy, "round-robin");
    }
    assert_is_repeated(&example("das3-montage"), "mapping", "cpop", "heft-static");
    for policy in ["lptf", "random", "spt"] {
        assert_is_repeated(&example("pool-mixed-speeds"), "ordering", policy, "fifo");
    }
    assert_is_repeated(&example("bags-whom-first"), "selection", "least-served-user", "user-priority");
}

/// The scenario with these choices.
fn with_choices(scenario: &Scenario, choices: &str, after: &str) -> Scenario {
    let mut value = scenario.to_value();
    value["system"]["parameters"]["played_choices"] = json!(choices);
    value["system"]["parameters"]["after_choices"] = json!(after);
    let reading = read(&value.to_string());
    reading.scenario.unwrap_or_else(|| panic!("{:?}", reading.diagnostics))
}

#[test]
fn a_played_run_ends_at_the_first_decision_without_a_choice() {
    let scenario = example("das3-montage");
    let run = record(&scenario);
    let whole = run.run.recorded_choices().expect("they are recorded");
    let with = |choices: &str, after: &str| record(&with_choices(&scenario, choices, after));
    let started = |built: &Built| {
        let subjects = &built.run.trace().subjects;
        subjects.start.iter().filter(|&&start| start != Time::MAX).count()
    };
    let all = started(&run);
    let half: String = whole.chars().take(20).collect();
    assert_eq!(started(&with("", "stop")), 0);
    assert!((1..all).contains(&started(&with(&half, "stop"))));
    assert_eq!(with(&half, "stop").run.recorded_choices().as_deref(), Some(&*half));
    let note = &with("1", "stop").run.trace().findings[0].message.clone();
    let expected = "the run ends at 0 s, at the first decision without a choice: decider 1 picks a cluster (5 candidates)";
    assert_eq!(note, expected);
    // The policy continues where the choices end.
    assert_eq!(with(&half, "policy").run.trace().digest(), run.run.trace().digest());
}

/// The first decision of each system is open if there is no choice at all.
#[test]
fn every_system_stops_at_its_first_decision() {
    for id in
        ["das3-speeds", "das3-montage", "das3-stream", "bags-whom-first", "pool-mixed-speeds", "pool-users"]
    {
        let run = record(&with_choices(&example(id), "", "stop"));
        let open = run.run.open_decision().unwrap_or_else(|| panic!("{id} has no open decision"));
        assert!(!open.places.is_empty() && !open.subjects.is_empty(), "{id}");
        assert_eq!(run.run.recorded_choices().as_deref(), Some(""), "{id}");
    }
}

/// A broker that waits by choice decides again at the next event.
#[test]
fn a_broker_that_waits_decides_again_at_the_next_event() {
    let scenario = example("das3-stream");
    let run = record(&scenario);
    let recorded = run.run.recorded_choices().expect("they are recorded");
    let mut brokers: Vec<String> = recorded.split('|').map(str::to_owned).collect();
    brokers[1].insert(0, '0');
    let waited = record(&with_choices(&scenario, &brokers.join("|"), "policy"));
    assert_eq!(waited.run.trace().findings, []);
    let starts = |built: &Built| -> Vec<Time> {
        let subjects = &built.run.trace().subjects;
        assert!(subjects.status.iter().all(|&status| status == Status::Done));
        (0..subjects.len())
            .filter(|&task| subjects.group[task] == 1)
            .map(|task| subjects.start[task])
            .collect()
    };
    assert!(starts(&waited).iter().min() > starts(&run).iter().min());
}

#[test]
fn choices_that_are_not_possible_are_reported() {
    let findings = |id: &str, choices: &str| {
        let found = digest_and_findings(&with_choices(&example(id), choices, "policy")).1;
        found.iter().map(|one| one.message.clone()).collect::<Vec<_>>().join("\n")
    };
    let impossible = [
        ("das3-montage", "1z", "choice 2 is not possible at 0 s: it names cluster 61, and there are 5"),
        ("das3-montage", "zz", "choice 1 is not possible at 0 s: it names task 61, and there are 16"),
        ("das3-speeds", "0", "choice 1 is not possible at 1.598 s: this decision cannot wait"),
        (
            "bags-whom-first",
            "1(400)",
            "choice 2 is not possible at 27.129 s: it names cluster 400, and there are 20",
        ),
        (
            "bags-whom-first",
            "(99999)",
            "choice 1 is not possible at 27.129 s: it names task 99999, and there are 3",
        ),
        ("pool-mixed-speeds", "1z", "choice 2 is not possible at 0 s: it names task 61, and there are 27"),
        ("das3-speeds", "1?", "character 2 of the choices is no choice: found \"?\""),
    ];
    for (id, choices, message) in impossible {
        assert_eq!(findings(id, choices), message, "{id} {choices}");
    }
    assert_eq!(findings("das3-montage", "1"), "");
}

/// A plan is rejected as a whole, and the policy plans instead.
#[test]
fn a_plan_that_is_not_possible_is_replaced_by_that_of_the_policy() {
    let mut scenario = example("das3-montage");
    scenario.variants[0].set_policy("mapping", "heft-static");
    let run = record(&scenario);
    let choices = run.run.recorded_choices().expect("they are recorded");
    let first: String = choices.chars().take(4).collect();
    for (wrong, reason) in [
        (format!("{first}{choices}"), "has a place"),
        (format!("(900)110{choices}"), "there is no task 900 to plan"),
        (format!("1z10{choices}"), "there is no processor 1 in cluster 61"),
    ] {
        let (digest, findings) = digest_and_findings(&with_choices(&scenario, &wrong, "policy"));
        assert!(findings[0].message.contains(reason), "{findings:?}");
        assert_eq!(digest, run.run.trace().digest());
    }
}

/// With any choices all work ends: the policy replaces rejected ones, and brokers that wait decide again.
#[test]
fn random_choices_end_in_complete_runs() {
    let mut chance = Streams::new(7).get("choices");
    for id in ["das3-speeds", "das3-montage", "das3-stream", "bags-whom-first", "pool-mixed-speeds"] {
        for policy in ["heft-static", "round-robin", "file-aware"] {
            let mut scenario = example(id);
            if scenario.variants[0].kind == "workflow" {
                scenario.variants[0].set_policy("mapping", policy);
            }
            let letters = ["0", "1", "2", "3", "4", "~5000000.", "|", "1", "1", "2"];
            let mut letter = |_| letters[chance.uniform_below(letters.len() as u32) as usize];
            let choices: String = (0..300).map(&mut letter).collect();
            let run = record(&with_choices(&scenario, &choices, "policy"));
            let subjects = &run.run.trace().subjects;
            let open = subjects.status.iter().filter(|&&status| status != Status::Done).count();
            assert_eq!(open, 0, "{id} {policy} {choices}");
        }
    }
}

/// The jobs or tasks for which a cluster was picked, with the run that recorded it.
fn sent(id: &str) -> (Scenario, Built, Vec<u32>) {
    let scenario = example(id);
    let run = record(&scenario);
    let subjects = 0..run.run.trace().subjects.len() as u32;
    let sent = subjects.filter(|&subject| run.run.recorded_choices_before(subject).is_some()).collect();
    (scenario, run, sent)
}

/// A decision is found again by its job: the run stops there after the choices before it, and with the choice of the policy in
/// its place nothing changes.
#[test]
fn a_decision_is_reached_by_the_choices_before_it() {
    for id in ["das3-speeds", "das3-montage", "das3-stream", "bags-whom-first"] {
        let (scenario, whole, sent) = sent(id);
        let digest = whole.run.trace().digest();
        for subject in [sent[0], sent[sent.len() / 2], sent[sent.len() - 1]] {
            let before = whole.run.recorded_choices_before(subject).expect("it was sent");
            let stopped = record(&with_choices(&scenario, &before, "stop"));
            let open = stopped.run.open_decision().expect("it stops");
            assert_eq!((open.asked, &open.subjects[..]), (Asked::Cluster, &[subject][..]), "{id}");
            assert_eq!(open.expected.len(), open.places.len());
            assert!(
                open.expected.iter().flatten().all(|&(start, end)| open.time <= start && start < end),
                "{id}"
            );
            let again = record(&with_choices(&scenario, &before, "policy"));
            assert_eq!(again.run.trace().digest(), digest, "{id}");
        }
    }
}

/// What is known of candidates does not depend on what the policy asks for.
#[test]
fn expected_times_are_known_whatever_the_policy() {
    for (id, role, policy) in [
        ("das3-speeds", "routing", "home"),
        ("das3-montage", "mapping", "round-robin"),
        ("bags-whom-first", "scheduling", "fastest-first"),
    ] {
        let mut scenario = example(id);
        scenario.variants[0].set_policy(role, policy);
        let choices = if id == "das3-speeds" { "" } else { "1" };
        let run = record(&with_choices(&scenario, choices, "stop"));
        let open = run.run.open_decision().expect("it stops");
        assert!(!open.expected.is_empty() && open.expected.iter().all(Option::is_some), "{id} {open:?}");
    }
}

#[test]
fn a_task_that_waits_by_choice_until_the_end_is_reported() {
    let text = json!({
        "version": 1,
        "platform": { "clusters": [{ "name": "A", "nodes": 2 }, { "name": "B", "nodes": 2 }] },
        "workload": [{ "generator": "random-dag", "parameters": { "tasks": 10, "layers": 1 } }],
        "system": { "kind": "workflow", "policies": { "mapping": "round-robin" } },
    });
    let scenario = read(&text.to_string()).scenario.expect("a scenario");
    let findings = |choices: &str, after: &str| {
        let found = digest_and_findings(&with_choices(&scenario, choices, after)).1;
        found.into_iter().map(|found| found.message).collect::<Vec<_>>()
    };
    let left =
        "task 1 and 9 others never started: a choice left it waiting at 0 s, and nothing happened afterwards";
    assert_eq!(findings("0", "policy"), [left]);
    assert_eq!(findings("0", "stop"), [left]);
    // Tasks that wait and start after a later decision are not reported.
    assert_eq!(findings("110", "policy"), [""; 0]);
    assert_eq!(findings("1111110", "policy"), [""; 0]);
    let stopped = findings("110", "stop");
    assert!(stopped[0].starts_with("the run ends at"), "{stopped:?}");
}
