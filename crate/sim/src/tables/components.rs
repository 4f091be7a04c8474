//! Tables about workflows of higher-order components: their components, the course of each, and the inputs of the
//! placement decisions for their units.

use ganttlet_core::record::{Cells, Text};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::table;
use ganttlet_core::time::{Span, Time};

table! {
    /// The workflows of components that are done, in the order of their ends.
    static WORKFLOWS = (
        "component-workflows", "Workflows of components",
        digest &["id", "start", "end", "computing", "message_time", "remote", "hit"], part false
    );
    /// A workflow that is done.
    #[derive(Clone, Copy, Debug)]
    pub struct WorkflowRow {
        /// The workflow.
        workflow: SubjectId = ("id", "Workflow", "", Cells::Subject),
        /// How many nodes it held.
        nodes: u32 = ("nodes", "Nodes", "", Cells::Count),
        /// When its first component started.
        start: Time = ("start", "Start", "", Cells::Time),
        /// When its last one ended.
        end: Time = ("end", "End", "", Cells::Time),
        /// What scheduling and submission took.
        overhead: Span = ("overhead", "Overhead", "s", Cells::Span),
        /// Times of all computations of its units, as a sum.
        computing: Span = ("computing", "Computing", "s", Cells::Span),
        /// How long a unit held its node without computing, as a mean.
        communication: f64 = ("communication", "Communication", "s", Cells::Number),
        /// Times of all messages, as a sum: arrival less sending.
        message_time: Span = ("message_time", "Total message time", "s", Cells::Span),
        /// Its messages.
        messages: u32 = ("messages", "Messages", "", Cells::Count),
        /// Those that went to another cluster.
        remote: u32 = ("remote", "Inter-cluster messages", "", Cells::Count),
        /// An earlier schedule was used again.
        hit: Option<bool> = ("hit", "Schedule reused", "", Cells::Flag),
    }
}

/// Declares a table with one row per component of a workflow.
macro_rules! of_components {
    (
        $(#[doc = $about:literal])+
        static $kind:ident = ($id:literal, $name:literal);
        $(#[doc = $doc:literal])+
        pub struct $row:ident { $($before:tt)* } { $($after:tt)* }
    ) => {
        table! {
            $(#[doc = $about])+
            static $kind = ($id, $name, digest &[], part false);
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub struct $row {
                $($before)*
                /// The workflow.
                workflow: SubjectId = ("id", "Workflow", "", Cells::Subject),
                /// Its place in the workflow, counted from 1.
                component: u32 = ("component", "Component", "", Cells::Count),
                $($after)*
            }
        }
    };
}

/// Declares a table with one row per unit and cluster: the cost of the unit there, by terms.
macro_rules! of_costs {
    (
        $(#[doc = $about:literal])+
        static $kind:ident = ($id:literal, $name:literal);
        $(#[doc = $doc:literal])+
        pub struct $row:ident { $($before:tt)* } { $($between:tt)* } { $($after:tt)* }
    ) => {
        of_components! {
            $(#[doc = $about])+
            static $kind = ($id, $name);
            $(#[doc = $doc])+
            pub struct $row { $($before)* } {
                /// The unit, counted from 1 as in pictures.
                unit: u32 = ("unit", "Unit", "", Cells::Count),
                /// The cluster.
                cluster: Text = ("cluster", "Cluster", "", Cells::Text),
                $($between)*
                /// What the links to peers there cost.
                near_cost: f64 = ("near_cost", "Cost to peers there", "", Cells::Number),
                /// What those to peers elsewhere cost.
                far_cost: f64 = ("far_cost", "Cost to peers elsewhere", "", Cells::Number),
                /// What those to peers to come cost.
                open_cost: f64 = ("open_cost", "Cost to unplaced peers", "", Cells::Number),
                /// What all is divided by.
                divisor: f64 = ("divisor", "Divisor", "", Cells::Number),
                /// What is taken off.
                less: f64 = ("less", "Subtrahend", "", Cells::Number),
                /// The cost of all components together: it is what was compared.
                cost: f64 = ("cost", "Cost", "", Cells::Number),
                $($after)*
            }
        }
    };
}

of_components! {
    /// The components of the workflows that were placed, in the order of their placements.
    static PARTS = ("components", "Components");
    /// A component of a workflow.
    pub struct PartRow {
        /// When its workflow was placed.
        time: Time = ("time", "Time", "", Cells::Time),
    } {
        /// How its units work together.
        pattern: Text = ("pattern", "Pattern", "", Cells::Text),
        /// Arrangement of the units of a wavefront.
        layout: Text = ("layout", "Wavefront", "", Cells::Text),
        /// How many units it has.
        units: u32 = ("units", "Units", "", Cells::Count),
        /// Items that go through it: messages over each of its links.
        items: u32 = ("items", "Items", "", Cells::Count),
        /// The size of a message, in megabits.
        message: f64 = ("message", "Message", "Mb", Cells::Number),
        /// How long a unit computes on an item, at speed 1.
        compute: Span = ("compute", "Computation", "s", Cells::Span),
        /// Messages that a link between two clusters carries at full rate at once.
        width: u32 = ("width", "Link width", "", Cells::Count),
        /// The schedule of an earlier workflow was used again.
        hit: Option<bool> = ("hit", "Schedule reused", "", Cells::Flag),
    }
}

of_components! {
    /// When components began, in the order of their beginnings.
    static BEGINS = ("component-begins", "Component starts");
    /// A component begins.
    pub struct BeginRow {
        /// When.
        time: Time = ("time", "Time", "", Cells::Time),
    } {}
}

of_costs! {
    /// What each unit would have cost in each cluster that had room, by each function that weighs links, for the first
    /// workflows of a run; terms as in the table of costs.
    static FUNCTIONS = ("component-functions", "Costs by cost function");
    /// A unit, a cluster and a function.
    pub struct FunctionRow {} {
        /// The function.
        function: Text = ("function", "Function", "", Cells::Text),
    } {}
}

of_costs! {
    /// What each unit would have cost in each cluster that had room when it was placed, by terms: (here + elsewhere + open) /
    /// divisor - less, times the weight of the component.
    static COSTS = ("component-costs", "Placement costs");
    /// A unit and a cluster.
    pub struct CostRow {
        /// When it was placed.
        time: Time = ("time", "Time", "", Cells::Time),
    } {
        /// Idle nodes left in it.
        idle: u32 = ("idle", "Idle", "", Cells::Count),
        /// Peers that are placed there already.
        near: u32 = ("near", "Peers there", "", Cells::Count),
        /// Peers that are placed elsewhere.
        far: u32 = ("far", "Peers elsewhere", "", Cells::Count),
        /// Peers that are not placed yet.
        open: u32 = ("open", "Unplaced peers", "", Cells::Count),
    } {
        /// The unit was placed there.
        taken: Option<bool> = ("taken", "Chosen", "", Cells::Flag),
    }
}
