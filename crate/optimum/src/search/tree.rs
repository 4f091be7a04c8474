//! A depth-first search over partial schedules, which can be stopped at any node.

use super::exact::Explorer;
use super::progress::SearchState;
use crate::numbers::InvalidInstance;

/// The share of the root of the tree.
const WHOLE: u64 = 1 << 62;

/// Divides a problem into partial schedules.
pub trait Branching: Sized {
    /// The problem.
    type Problem;
    /// A partial schedule.
    type Node: Clone;
    /// An extension of a partial schedule.
    type Choice: Copy;
    /// A complete schedule.
    type Solution;

    /// A branching without visited nodes. Fails if the problem is too large.
    fn new(problem: Self::Problem) -> Result<Self, InvalidInstance>;

    /// The problem.
    fn problem(&self) -> &Self::Problem;

    /// Frees the memory of visited nodes.
    fn forget_visited(&mut self);

    /// The empty schedule.
    fn root(&self) -> Self::Node;

    /// Number of choices of a complete schedule.
    fn depth(&self) -> usize;

    /// Sets `child` to the partial schedule `parent` with a further choice. `path` has the choices of the parent.
    fn extend(
        &mut self,
        parent: &Self::Node,
        path: &[Self::Choice],
        choice: Self::Choice,
        child: &mut Self::Node,
    );

    /// Adds a visited node to the trail of the search.
    fn record_visit(&self, node: &Self::Node, path: &[Self::Choice], state: &mut SearchState);

    /// The value of a complete schedule, and the schedule; `None` if it is not better than the best value.
    fn complete(&self, node: &Self::Node, path: &[Self::Choice], best: i64) -> Option<(i64, Self::Solution)>;

    /// Finds the children of a partial schedule, in the order of visits.
    fn expand(
        &mut self,
        node: &Self::Node,
        path: &[Self::Choice],
        state: &SearchState,
        children: &mut Vec<Self::Choice>,
    ) -> Expansion;
}

/// The result of an expansion.
pub enum Expansion {
    /// The node has children; no schedule below it has a smaller value than this bound.
    Children(i64),
    /// No schedule below the node is better than the best one.
    CutByBound,
    /// A visited node with the same jobs was at least as good.
    CutByDominance,
    /// No choice is possible.
    DeadEnd,
}

/// A node with children that are not visited yet.
struct Frame<N, C> {
    node: N,
    low: i64,
    children: Vec<C>,
    next: usize,
    share: u64,
}

/// The tree below the empty schedule.
pub struct Tree<B: Branching> {
    pub(super) branching: B,
    frames: Vec<Frame<B::Node, B::Choice>>,
    /// Number of frames in use.
    depth: usize,
    path: Vec<B::Choice>,
    /// The completed share of the tree.
    closed: u64,
    begun: bool,
}

impl<B: Branching> Tree<B> {
    /// True if all nodes have been visited.
    pub(super) fn is_visited(&self) -> bool {
        self.begun && self.depth == 0
    }

    /// Visits the node in the frame at `depth`; it becomes the deepest one if it has children.
    fn visit(&mut self, state: &mut SearchState) -> Option<(i64, B::Solution)> {
        let frame = &mut self.frames[self.depth];
        state.nodes += 1;
        self.branching.record_visit(&frame.node, &self.path, state);
        if self.path.len() == self.branching.depth() {
            state.counters.explored += 1;
            self.closed += frame.share;
            return self.branching.complete(&frame.node, &self.path, state.best);
        }
        frame.children.clear();
        frame.next = 0;
        match self.branching.expand(&frame.node, &self.path, state, &mut frame.children) {
            Expansion::Children(low) => {
                state.counters.explored += 1;
                frame.low = low;
                self.depth += 1;
                return None;
            }
            Expansion::CutByBound => state.counters.cut_by_bound += 1,
            Expansion::CutByDominance => state.counters.cut_by_dominance += 1,
            Expansion::DeadEnd => {}
        }
        self.closed += frame.share;
        None
    }
}

impl<B: Branching> Explorer for Tree<B> {
    type Problem = B::Problem;
    type Solution = B::Solution;

    fn new(problem: B::Problem, _: i64) -> Result<Self, InvalidInstance> {
        let branching = B::new(problem)?;
        let root = branching.root();
        let frame = || Frame { node: root.clone(), low: 0, children: Vec::new(), next: 0, share: 0 };
        let frames = (0..=branching.depth()).map(|_| frame()).collect();
        Ok(Self { branching, frames, depth: 0, path: Vec::new(), closed: 0, begun: false })
    }

    fn problem(&self) -> &B::Problem {
        self.branching.problem()
    }

    fn visit_next(&mut self, state: &mut SearchState) -> Option<(i64, B::Solution)> {
        if !self.begun {
            self.begun = true;
            self.frames[0].share = WHOLE;
            return self.visit(state);
        }
        while let Some(at) = self.depth.checked_sub(1) {
            let (before, after) = self.frames.split_at_mut(self.depth);
            let (frame, child) = (&mut before[at], &mut after[0]);
            let Some(&choice) = frame.children.get(frame.next) else {
                self.depth -= 1;
                self.path.pop();
                continue;
            };
            let count = frame.children.len() as u64;
            frame.next += 1;
            let part = frame.share / count;
            let is_last = frame.next as u64 == count;
            child.share = if is_last { frame.share - part * (count - 1) } else { part };
            self.branching.extend(&frame.node, &self.path, choice, &mut child.node);
            self.path.push(choice);
            let found = self.visit(state);
            if self.depth == at + 1 {
                self.path.pop();
            }
            return found;
        }
        None
    }

    fn is_exhausted(&self, _: i64) -> bool {
        self.is_visited()
    }

    /// A bound of all nodes that are not visited yet; `best` if there are none.
    fn lower(&self, best: i64) -> i64 {
        let open = self.frames[..self.depth].iter().filter(|frame| frame.next < frame.children.len());
        open.map(|frame| frame.low).fold(best, i64::min)
    }

    fn millionths(&self, _: &SearchState) -> u64 {
        (self.closed / (WHOLE / 1_000_000)).min(1_000_000)
    }

    fn release_memory(&mut self) {
        self.branching.forget_visited();
    }
}
