use crate::workflow::testing::{diagnostics_text, workflow_text, workflow_text_with};
use ganttlet_core::entry::{Settings, Value};

#[test]
fn sizes_are_work_and_bytes() {
    let text = "// made by hand\ndigraph G {\nrankdir = LR; node [shape=box];\nend [size=\"1e10\"];\n0 [size=\"2.5e9\" category=\"taskA\"];\n\
                0->1 [size=\"10001\"];\n1->2  [size=\"-1\"]; 2->end ;\nroot->0 [size=\"0.0\"]\n1 [size=1000000000] 2[label=\"->\", size=\"3e9\"]}";
    let expected = "\
end() 10 1 <2> in= out=
0(taskA) 2.5 1 <root> in= out=0 to 1:10001
1() 1 1 <0> in=0 to 1:10001 out=
2() 3 1 <1> in= out=
root() 0 1 <> in= out=
";
    assert_eq!(workflow_text(text), expected);
    assert_eq!(diagnostics_text(text), "");
    let faster =
        Settings::default().with("flops_per_s", Value::Number(2e9)).with("size_factor", Value::Number(2.0));
    assert!(
        workflow_text_with(text, &faster)
            .starts_with("end() 5 1 <2> in= out=\n0(taskA) 1.25 1 <root> in= out=0 to 1:20002\n")
    );
}

#[test]
fn the_whole_language_is_read() {
    let text = "strict DIGRAPH \"a graph\" { /* one\n two */ a:n -> b -> { c; subgraph cluster_1 { d \"e \\\"x\\\"\" } } [color=red];\n\
                # a line\nedge [size=7]; f -> <b<i>g</i>> \"lo\" + \"ng\"; graph [x=y] }";
    let expected = "\
a() 10 1 <> in= out=
b() 10 1 <a> in= out=
c() 10 1 <b> in= out=
d() 10 1 <b> in= out=
e \"x\"() 10 1 <b> in= out=
f() 10 1 <> in= out=f to b<i>g</i>:7
b<i>g</i>() 10 1 <f> in=f to b<i>g</i>:7 out=
long() 10 1 <> in= out=
";
    assert_eq!(workflow_text(text), expected);
}

#[test]
fn drawings_have_the_default_runtime() {
    let told = diagnostics_text("digraph { a -> b [label=\"1\"] } digraph { c }");
    let expected = "\
note: default_run_s: 2 nodes without a runtime: 10 s is used
note: no node has a `size`: the graph may be a drawing without costs
warning: the file has more than one graph: only the first is read";
    assert_eq!(told, expected);
}

#[test]
fn impossible_graphs_are_refused_by_name() {
    let cases = [
        (
            "digraph { a -> b -> c -> a }",
            "error: the dependencies of the tasks form a cycle: b -> c -> a -> b",
        ),
        ("digraph {\n a -> a }", "error: line 2: the node `a` depends on itself"),
        ("graph { a -- b }", "error: the graph has no directions, so it is no workflow"),
        ("digraph {\n a -- b }", "error: line 2: an edge has no direction, so the graph is no workflow"),
        ("digraph {}", "error: there is no node in the graph"),
        ("digraph {\n a -> b", "error: line 2: the file ends before the `}` of the graph"),
        ("digraph {\n a -> }", "error: line 2: a node must follow `->`"),
        ("digraph {\n -> a }", "error: line 2: a node must stand before `->`"),
        ("digraph {\n a [size=\"1 }", "error: line 2: a quoted text has no end"),
        (
            "digraph {\n a [size=1 }",
            "error: line 2: a list of attributes is broken: it has names, `=` and values",
        ),
        ("digraph { /* ", "error: line 1: a comment has no end"),
        ("digraph {\n a ? b }", "error: line 2: `?` is not expected in a graph"),
    ];
    for (text, expected) in cases {
        assert_eq!(diagnostics_text(text), expected, "{text}");
    }
    let invalid = diagnostics_text("digraph {\n a [size=x]; b [size=\"-5\"] a -> b [size=y] }");
    let expected = "\
note: default_run_s: 1 node without a runtime: 10 s is used
warning: line 2: 1 negative value replaced by 0 (line 2: size `-5`)
warning: line 2: 2 values are invalid and ignored (line 2: size `x`; line 2: size `y`)";
    assert_eq!(invalid, expected);
}

#[test]
fn hostile_graphs_end_soon() {
    let deep = format!("digraph {{ {}", "{".repeat(1_000_000));
    assert_eq!(diagnostics_text(&deep), "error: line 1: subgraphs are nested more than 64 levels deep");
    let names: String = (0..2_000).map(|i| format!("n{i} ")).collect();
    let product = format!("digraph {{ {{ {names} }} -> {{ {} }} }}", names.replace('n', "m"));
    assert_eq!(
        diagnostics_text(&product),
        "error: line 1: there are more than 2,000,000 dependencies, which is the limit"
    );
    let nested = format!("digraph {{ a [label={}", "<".repeat(1_000_000));
    assert_eq!(diagnostics_text(&nested), "error: line 1: a text in angle brackets has no end");
}
