//! Close-to-Files: prefers the clusters with the code and the input files, for any pattern.

use super::{CostFunction, CostTerms, UnitChoice};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry, Variants};
use ganttlet_core::rule::Rule;

pub(super) const CLOSE_TO_FILES: PolicyEntry<dyn CostFunction> = PolicyEntry {
    entry: Entry::new("by-files", "Close-to-Files")
        .summary(
            "Places units on the home cluster, which has the code and input files of the workflow. Then uses \
             the clusters with the most idle nodes (equal transfer costs), or those with the fastest links \
             from home (costs by bandwidth). Without a home cluster, only idle nodes decide. Ignores the \
             pattern.",
        )
        .source(
            "Dumitrescu et al. 2006, section 1, after Mohamed and Epema 2004; a single home cluster is \
             our interpretation",
        )
        .parameters(CloseToFiles::LIST)
        .when_to_use(
            "The baseline for the cost functions: it ignores communication between units. Suited to \
             workflows for which moving code and files costs more than messages.",
        )
        .pseudocode(concat!(
            "if c is the home cluster of the files, or no home is known then\n",
            "  cost(c) ← 0\n",
            "else if home_transfer = equal then\n",
            "  cost(c) ← 1\n",
            "else\n",
            "  cost(c) ← 1 / bandwidth(home, c)\n",
            "place the unit on the cluster with idle nodes and the lowest cost\n",
            "ties: most idle nodes, then first cluster",
        )),
    make: |settings| Box::new(CloseToFiles::read(settings)),
};

#[derive(Clone, Copy, Debug, Parameters)]
struct CloseToFiles {
    /// Cost of moving the files from the home cluster to another cluster.
    #[parameter(name = "Transfer cost", default = "equal")]
    home_transfer: Transfer,
}

/// The cost of moving files to another cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Transfer {
    /// Equal for all clusters.
    #[word("equal")]
    Equal,
    /// Lower for a faster link from the home cluster.
    #[word("by-bandwidth")]
    ByBandwidth,
}

impl CostFunction for CloseToFiles {
    fn rule(&self) -> &'static Rule {
        &RULE
    }

    fn counts_links(&self) -> bool {
        false
    }

    fn terms(&self, at: &UnitChoice) -> CostTerms {
        let there = match at.query.home.map(usize::from) {
            Some(home) if home != at.cluster && self.home_transfer == Transfer::Equal => 1.0,
            Some(home) if home != at.cluster => 1.0 / at.links.of(&at.links.total, home, at.cluster),
            _ => 0.0,
        };
        CostTerms { there, ..CostTerms::default() }
    }
}

static RULE: Rule = Rule::with_values(
    "by-files",
    &["unit"],
    "Unit {unit} of workflow {job} is placed on {cluster}: shortest file transfer first, then most idle \
     nodes. The score is the cost.",
);
