//! The nodes and edges of a graph in DOT.

use super::lexer::{Lexer, Token};
use crate::finding_list::group_digits;
use crate::workflow::{Draft, TaskError};
use ganttlet_core::diagnostic::Diagnostic;
use std::rc::Rc;

/// Maximum number of edges, and of nodes at the ends of edges in one statement.
const MAX_EDGES: usize = 2_000_000;
/// Maximum nesting depth of subgraphs.
const MAX_DEPTH: usize = 64;

/// A node.
pub(super) struct Node {
    pub(super) name: String,
    /// As written, with its line.
    pub(super) size: Option<(Rc<str>, u32)>,
    pub(super) category: String,
}

/// An edge between the indices of two nodes.
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) size: Option<Rc<str>>,
    pub(super) line: u32,
}

/// A graph. Its nodes are already tasks of the draft, in the same order.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) draft: Draft,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    /// True if the file has further graphs.
    pub(super) several: bool,
    scopes: Vec<Scope>,
}

/// The open graph or subgraph.
#[derive(Default)]
struct Scope {
    nodes: Vec<u32>,
    statement: Statement,
    /// Default sizes of nodes and edges.
    node_size: Option<Rc<str>>,
    edge_size: Option<Rc<str>>,
}

/// A partly read statement.
#[derive(Default)]
struct Statement {
    /// The last named nodes.
    operand: Option<Vec<u32>>,
    /// True if an arrow follows them.
    arrow: bool,
    /// The first edge of the statement.
    first_edge: usize,
}

/// True if a file begins like a graph.
pub(super) fn is_dot(head: &[u8]) -> bool {
    let mut lexer = Lexer::new(head);
    begin(&mut lexer).is_ok_and(|begin| begin.is_some())
}

/// Reads up to the first brace: whether the graph is directed; `None` if it is not a graph.
fn begin(lexer: &mut Lexer<'_>) -> Result<Option<bool>, Diagnostic> {
    let mut word = lexer.next()?;
    let keyword = |token: &Option<Token>, word: &str| matches!(token, Some(Token::Id(id, false)) if id.eq_ignore_ascii_case(word));
    if keyword(&word, "strict") {
        word = lexer.next()?;
    }
    let directed = keyword(&word, "digraph");
    if !directed && !keyword(&word, "graph") {
        return Ok(None);
    }
    let mut next = lexer.next()?;
    if matches!(next, Some(Token::Id(..))) {
        next = lexer.next()?;
    }
    Ok((next == Some(Token::Sign(b'{'))).then_some(directed))
}

/// The graph of a file.
pub(super) fn parse_dot(bytes: &[u8]) -> Result<Graph, Diagnostic> {
    let mut lexer = Lexer::new(bytes);
    match begin(&mut lexer)? {
        Some(true) => {}
        Some(false) => {
            return Err(Diagnostic::error("the graph has no directions, so it is no workflow")
                .hint("A workflow is a `digraph` with `->` between tasks."));
        }
        None => return Err(Diagnostic::error("the file does not begin with a `digraph`").line(1)),
    }
    let mut graph = Graph { scopes: vec![Scope::default()], ..Graph::default() };
    while !graph.scopes.is_empty() {
        let Some(token) = lexer.next()? else {
            let problem = Diagnostic::error("the file ends before the `}` of the graph");
            return Err(problem.line(lexer.line).hint("Download it again."));
        };
        graph.take(token, &mut lexer)?;
    }
    graph.several = matches!(lexer.next(), Ok(Some(Token::Id(..))));
    Ok(graph)
}

impl Graph {
    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("a token is taken while a scope is open")
    }

    /// Takes a token at the start or inside a statement.
    fn take(&mut self, token: Token, lexer: &mut Lexer<'_>) -> Result<(), Diagnostic> {
        match token {
            Token::Sign(b'}') => {
                let closed = self.scopes.pop().unwrap_or_default();
                if closed.statement.arrow {
                    return Err(Diagnostic::error("a node must follow `->`").line(lexer.line));
                }
                if let Some(outer) = self.scopes.last_mut() {
                    outer.nodes.extend(&closed.nodes);
                    self.add_operand(closed.nodes, lexer.line)?;
                }
                Ok(())
            }
            Token::Sign(b'{') => self.open_subgraph(lexer.line),
            Token::Sign(b';' | b',') => {
                self.scope().statement = Statement::default();
                Ok(())
            }
            Token::Sign(b'[') => self.take_attributes(lexer),
            Token::Arrow => {
                let line = lexer.line;
                let statement = &mut self.scope().statement;
                if statement.operand.is_none() || statement.arrow {
                    return Err(Diagnostic::error("a node must stand before `->`").line(line));
                }
                statement.arrow = true;
                Ok(())
            }
            Token::Line => {
                let problem = Diagnostic::error("an edge has no direction, so the graph is no workflow");
                Err(problem.line(lexer.line).hint("A workflow has `->` between tasks."))
            }
            Token::Id(word, false) if word.eq_ignore_ascii_case("subgraph") => {
                let mut next = lexer.next()?;
                if matches!(next, Some(Token::Id(..))) {
                    next = lexer.next()?;
                }
                match next {
                    Some(Token::Sign(b'{')) => self.open_subgraph(lexer.line),
                    _ => Err(Diagnostic::error("a `{` must follow `subgraph`").line(lexer.line)),
                }
            }
            Token::Id(word, false)
                if ["graph", "node", "edge"].iter().any(|key| word.eq_ignore_ascii_case(key)) =>
            {
                self.take_defaults(&word.to_ascii_lowercase(), lexer)
            }
            Token::Id(name, _) => self.take_node(&name, lexer),
            Token::Sign(sign) => {
                let sign = char::from(sign);
                Err(Diagnostic::error(format!("`{sign}` is not expected here")).line(lexer.line))
            }
        }
    }

    fn open_subgraph(&mut self, line: u32) -> Result<(), Diagnostic> {
        if self.scopes.len() == MAX_DEPTH {
            let message = format!("subgraphs are nested more than {MAX_DEPTH} levels deep");
            return Err(Diagnostic::error(message).line(line));
        }
        let outer = self.scope();
        let scope = Scope {
            node_size: outer.node_size.clone(),
            edge_size: outer.edge_size.clone(),
            ..Scope::default()
        };
        self.scopes.push(scope);
        Ok(())
    }

    /// A node, or an attribute of the graph: `rankdir = LR`.
    fn take_node(&mut self, name: &str, lexer: &mut Lexer<'_>) -> Result<(), Diagnostic> {
        let line = lexer.line;
        if lexer.peek_sign()? == b'=' {
            lexer.next()?;
            self.scope().statement = Statement::default();
            return match lexer.next()? {
                Some(Token::Id(..)) => Ok(()),
                _ => Err(Diagnostic::error("a value must follow `=`").line(line)),
            };
        }
        // The port of a node only affects drawings.
        while lexer.peek_sign()? == b':' {
            lexer.next()?;
            lexer.next()?;
        }
        let index = match self.draft.add_task(name, "nodes", line) {
            Ok(task) => {
                let size = self.scope().node_size.clone().map(|size| (size, line));
                self.nodes.push(Node { name: name.to_owned(), size, category: String::new() });
                task
            }
            Err(TaskError::Twice(_)) => {
                let id = self.draft.id_index(name, line);
                self.draft.ids[id as usize].task.map_or(0, |(task, _)| task)
            }
            Err(TaskError::Limit(problem)) => return Err(problem),
        };
        self.scope().nodes.push(index);
        self.add_operand(vec![index], line)
    }

    /// Adds nodes to the statement: after an arrow they get edges.
    fn add_operand(&mut self, nodes: Vec<u32>, line: u32) -> Result<(), Diagnostic> {
        let first_edge = self.edges.len();
        let scope = self.scopes.last_mut().expect("the scope of the statement is open");
        let statement = &mut scope.statement;
        if statement.arrow {
            let before = statement.operand.take().unwrap_or_default();
            if self.edges.len() + before.len().saturating_mul(nodes.len()) > MAX_EDGES {
                let most = group_digits(MAX_EDGES as u64);
                let message = format!("there are more than {most} dependencies, which is the limit");
                return Err(Diagnostic::error(message).line(line));
            }
            for &from in &before {
                for &to in &nodes {
                    self.edges.push(Edge { from, to, size: scope.edge_size.clone(), line });
                }
            }
            statement.arrow = false;
        } else {
            statement.first_edge = first_edge;
        }
        statement.operand = Some(nodes);
        Ok(())
    }

    /// The attributes of the nodes or the edges of the statement.
    fn take_attributes(&mut self, lexer: &mut Lexer<'_>) -> Result<(), Diagnostic> {
        let line = lexer.line;
        let (size, category) = parse_attributes(lexer)?;
        let statement = &self.scopes.last().expect("the scope of the statement is open").statement;
        let first = statement.first_edge.min(self.edges.len());
        let edges = &mut self.edges[first..];
        let operand = statement.operand.as_deref().unwrap_or_default();
        if edges.is_empty() || statement.operand.is_none() {
            // Subgraphs have no attributes.
            if let &[node] = operand {
                let node = &mut self.nodes[node as usize];
                node.size = size.clone().map(|size| (size, line)).or(node.size.take());
                if let Some(category) = &category {
                    category.clone_into(&mut node.category);
                }
            }
        } else if size.is_some() {
            for edge in edges {
                edge.size.clone_from(&size);
            }
        }
        Ok(())
    }

    /// `node [size=..]`: a default for the following nodes or edges. The graph itself has none.
    fn take_defaults(&mut self, word: &str, lexer: &mut Lexer<'_>) -> Result<(), Diagnostic> {
        if lexer.next()? != Some(Token::Sign(b'[')) {
            return Err(Diagnostic::error(format!("a `[` must follow `{word}`")).line(lexer.line));
        }
        let (size, _) = parse_attributes(lexer)?;
        let scope = self.scope();
        scope.statement = Statement::default();
        match word {
            "node" => scope.node_size = size.or(scope.node_size.take()),
            "edge" => scope.edge_size = size.or(scope.edge_size.take()),
            _ => {}
        }
        Ok(())
    }
}

/// The size and the category in a list of attributes after `[`.
fn parse_attributes(lexer: &mut Lexer<'_>) -> Result<(Option<Rc<str>>, Option<String>), Diagnostic> {
    let (mut size, mut category) = (None, None);
    let mut name: Option<String> = None;
    let mut equals = false;
    loop {
        let line = lexer.line;
        match lexer.next()? {
            None => {
                return Err(Diagnostic::error("a list of attributes has no end").line(line));
            }
            Some(Token::Sign(b']')) => return Ok((size, category)),
            Some(Token::Sign(b'=')) => equals = name.is_some(),
            Some(Token::Id(value, _)) if equals => {
                match name.take().as_deref() {
                    Some("size") => size = Some(value.into()),
                    Some("category") => category = Some(value),
                    _ => {}
                }
                equals = false;
            }
            Some(Token::Id(word, _)) => name = Some(word),
            Some(Token::Sign(b';' | b',')) => (name, equals) = (None, false),
            Some(_) => {
                let message = "a list of attributes is broken: it has names, `=` and values";
                return Err(Diagnostic::error(message).line(line));
            }
        }
    }
}
