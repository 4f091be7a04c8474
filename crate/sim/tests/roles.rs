//! The description of a struct of roles, and the policies that it accepts.

use ganttlet_core::entry::{Choices, Factory, Roles as _, Settings};
use ganttlet_derive::Roles;
use ganttlet_sim::policy::local::{LOCAL_POLICIES, LocalPolicy};

#[derive(Roles)]
struct Two {
    /// Order on the first cluster.
    #[role(name = "First", family = LOCAL_POLICIES, default = "easy", baseline = "fcfs", always)]
    first: Factory<dyn LocalPolicy>,
    /// Order on the second cluster.
    #[role(name = "Second", family = LOCAL_POLICIES, default = "fcfs")]
    second: Box<dyn LocalPolicy>,
    /// Length of what is set.
    #[role(read = count)]
    count: usize,
}

fn count(settings: &Settings) -> usize {
    settings.iter().count()
}

#[test]
fn a_role_without_a_choice_has_its_default_policy() {
    let roles: Vec<_> = Two::LIST.iter().map(|role| (role.id, role.name, role.default)).collect();
    assert_eq!(roles, [("first", "First", "easy"), ("second", "Second", "fcfs")]);
    assert_eq!((Two::LIST[0].doc, Two::LIST[1].family.id()), ("Order on the first cluster.", "local-policy"));
    let baseline = Two::LIST[0].baseline.map(|one| (one.policy, one.always));
    assert_eq!((baseline, Two::LIST[1].baseline.is_none()), (Some(("fcfs", true)), true));
    let name = |id: &str| LOCAL_POLICIES.get(id).entry.name;
    let Two { first, second, count } = Two::choose(&Choices::new(), &Settings::default());
    assert_eq!((first.name(), first.make().overtaking_clause()), (name("easy"), Two::passing("easy")));
    assert_eq!((second.overtaking_clause(), count), (Two::passing("fcfs"), 0));
    let chosen = Two::choose(&[("first", "sjf".into())].into(), &Settings::default());
    assert_eq!(chosen.first.name(), name("sjf"));
}

impl Two {
    fn passing(id: &str) -> &'static str {
        (LOCAL_POLICIES.get(id).make)(&Settings::default()).overtaking_clause()
    }
}
