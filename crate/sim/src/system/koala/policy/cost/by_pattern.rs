//! Uses the cost function with the best measured result for a pattern.

use super::{COST_FUNCTIONS, CostFunction, CostTerms, UnitChoice};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_work::hoc::Pattern;

pub(super) const BY_PATTERN: PolicyEntry<dyn CostFunction> = PolicyEntry {
    entry: Entry::new("by-pattern", "By pattern")
        .summary(
            "Uses the cost function measured as best for the pattern. Farm: application topology; pipeline: \
             latency; wavefront and mixed patterns: bandwidth.",
        )
        .source(
            "Dumitrescu et al. 2006, sections 3.2 and 5.2.2, table 2: the runner chooses; choosing the \
             best is our interpretation",
        )
        .when_to_use(
            "A good default if the patterns of components are known. The assignment of functions to \
             patterns was measured on one testbed; on other networks another may be better.",
        )
        .pseudocode(concat!(
            "if all components of the workflow are farms then\n",
            "  cost ← application topology\n",
            "else if all are pipelines then\n",
            "  cost ← latency\n",
            "else\n",
            "  cost ← bandwidth",
        )),
    make: |settings| {
        let make = |id: &str| (COST_FUNCTIONS.get(id).make)(settings);
        let [farm, pipeline, other] = ["application", "latency", "bandwidth"].map(make);
        Box::new(ByPattern { farm, pipeline, other })
    },
};

struct ByPattern {
    farm: Box<dyn CostFunction>,
    pipeline: Box<dyn CostFunction>,
    other: Box<dyn CostFunction>,
}

impl CostFunction for ByPattern {
    fn terms(&self, at: &UnitChoice) -> CostTerms {
        let function = match at.query.pattern {
            Some(Pattern::Farm) => &self.farm,
            Some(Pattern::Pipeline) => &self.pipeline,
            Some(Pattern::Wavefront) | None => &self.other,
        };
        function.terms(at)
    }
}
