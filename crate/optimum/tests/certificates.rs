//! Certificates are verified without trust in their origin.

mod support;

use ganttlet_optimum::certificate::{Certificate, Invalid};
use ganttlet_optimum::local::default_evaluations;
use ganttlet_optimum::optimizer::{Limits, Optimizer};
use ganttlet_optimum::{Cluster, ClusterInstance, Instance, Job, Objective, Problem, Status};
use support::{Problem as Kind, fixtures};

fn optimize(problem: &Problem, objective: Objective, limits: Limits) -> Certificate {
    let mut optimizer = Optimizer::new(problem.clone(), objective, limits, Vec::new()).expect("an objective");
    while !optimizer.advance(1_000).done {}
    optimizer.certificate().expect("a schedule")
}

fn four_jobs() -> Problem {
    let jobs = [(0, 2, 10), (1, 4, 3), (2, 3, 4), (2, 1, 5)];
    let jobs = jobs.map(|(submit, nodes, run)| Job::new(submit, nodes, run)).to_vec();
    Problem::Single(Instance::rigid(4, jobs).expect("valid"))
}

#[test]
fn certificates_of_optima_are_valid_and_can_be_repeated() {
    let limits = Limits { evaluations: Some(200), nodes: 100_000, seed: 1 };
    let (mut searches, mut all) = (0, 0);
    for fixture in fixtures().iter().step_by(4) {
        let (problem, objective) = match &fixture.problem {
            Kind::Makespan(instance) | Kind::Graph(instance) => {
                (Problem::Single(instance.clone()), Objective::Makespan)
            }
            Kind::Flow(instance) => (Problem::Single(instance.clone()), Objective::TotalFlow),
            Kind::Bag(bag) => (Problem::Bag(bag.clone()), Objective::Makespan),
        };
        let certificate = optimize(&problem, objective, limits);
        assert_eq!(certificate.verify(&problem), Ok(()), "{}", fixture.id);
        assert_eq!(certificate.repeat_search(&problem), Ok(()), "{}", fixture.id);
        assert!(certificate.lower <= fixture.optimum && fixture.optimum <= certificate.value);
        if certificate.status == Status::Proven {
            assert_eq!(certificate.value, fixture.optimum, "{}", fixture.id);
        }
        let text = serde_json::to_string(&certificate).expect("text");
        assert_eq!(serde_json::from_str::<Certificate>(&text).expect("a certificate"), certificate);
        searches += usize::from(certificate.by == "search");
        all += 1;
    }
    assert!(all == 50 && searches > 10, "{searches} of {all}");
}

#[test]
fn changed_certificates_are_refused() {
    let problem = four_jobs();
    let valid = optimize(&problem, Objective::Makespan, Limits::default());
    assert_eq!((valid.status, valid.value, &*valid.by), (Status::Proven, 17, "search"));
    let refused = |change: &dyn Fn(&mut Certificate)| {
        let mut changed = valid.clone();
        change(&mut changed);
        changed.verify(&problem).and_then(|()| changed.repeat_search(&problem)).expect_err("refused")
    };
    assert_eq!(refused(&|c| c.format.push('0')), Invalid::Format);
    assert_eq!(refused(&|c| c.scenario.clear()), Invalid::Problem);
    assert_eq!(refused(&|c| c.order[0] = c.order[1]), Invalid::Order);
    assert_eq!(refused(&|c| c.order.truncate(3)), Invalid::Order);
    assert_eq!(refused(&|c| c.value = 16), Invalid::Value(17));
    assert_eq!(refused(&|c| c.lower = 18), Invalid::Status);
    assert_eq!(refused(&|c| c.lower = 16), Invalid::Status);
    assert_eq!(refused(&|c| c.by = "preemptive".to_owned()), Invalid::Bound);
    assert_eq!(refused(&|c| c.search = None), Invalid::Bound);
    let nodes = |c: &mut Certificate| c.search.as_mut().expect("a search").nodes -= 1;
    assert_eq!(refused(&nodes), Invalid::Search);
    // A search that begins below the optimum proves nothing.
    let from = |c: &mut Certificate| c.search.as_mut().expect("a search").from = 15;
    assert_eq!(refused(&from), Invalid::Search);
}

#[test]
fn the_same_seed_gives_the_same_certificate() {
    let jobs: Vec<Job> = (0..40).map(|id| Job::new(id * 7 % 30, 1 + id * 5 % 9, 3 + id * id % 17)).collect();
    let problem = Problem::Single(Instance::rigid(12, jobs).expect("valid"));
    let limits = Limits { nodes: 2_000, ..Limits::default() };
    let first = optimize(&problem, Objective::TotalFlow, limits);
    assert_eq!(first, optimize(&problem, Objective::TotalFlow, limits));
    assert_eq!(first.verify(&problem), Ok(()));
    assert_eq!(first.local.as_ref().map(|local| local.evaluations), Some(default_evaluations(40)));
    let keys = optimize(&problem, Objective::TotalFlow, Limits { evaluations: Some(0), nodes: 0, seed: 1 });
    assert!(first.value < keys.value, "the local search improves the rules");
}

#[test]
fn optima_on_several_clusters_are_proven() {
    let clusters = vec![Cluster { nodes: 4, weight: 1 }, Cluster { nodes: 2, weight: 2 }];
    let jobs: Vec<Job> = (0..9).map(|id| Job::new(id % 4, 1 + id % 3, 0)).collect();
    let runs: Vec<Vec<i64>> = (0..9).map(|id| vec![8 + 2 * (id % 5), 4 + id % 5]).collect();
    let instance = ClusterInstance::new(clusters, jobs, &runs, vec![Vec::new(); 9]).expect("valid");
    let problem = Problem::Several(instance);
    for objective in [Objective::Makespan, Objective::TotalFlow] {
        let certificate = optimize(&problem, objective, Limits::default());
        assert_eq!(certificate.verify(&problem), Ok(()));
        assert_eq!(certificate.repeat_search(&problem), Ok(()));
        assert_eq!(certificate.status, Status::Proven);
    }
}

#[test]
fn an_empty_problem_is_proven_immediately() {
    let problem = Problem::Single(Instance::rigid(4, Vec::new()).expect("valid"));
    let certificate = optimize(&problem, Objective::Makespan, Limits::default());
    assert_eq!((certificate.status, certificate.value, certificate.lower), (Status::Proven, 0, 0));
    assert!(certificate.order.is_empty());
    assert_eq!(certificate.verify(&problem), Ok(()));
}
