//! Any text as an expression of a policy: it is refused with a reason, or has a value whatever its variables are.
#![no_main]

use ganttlet_core::entry::{CustomExpression, Variable};
use ganttlet_core::rule::Rule;
use libfuzzer_sys::fuzz_target;

const VARIABLES: [Variable; 3] =
    [Variable::new("nodes", "", ""), Variable::new("estimate", "", ""), Variable::new("wait", "", "")];

fuzz_target!(|text: &str| {
    let written = match CustomExpression::parse(text, &VARIABLES) {
        Ok(written) => written,
        Err(wrong) => return assert!(!wrong.message.is_empty(), "a refusal says why"),
    };
    for values in
        [[0.0; 3], [8.0, 3600.0, 1.5], [f64::NAN, f64::INFINITY, -0.0], [f64::MAX, f64::MIN, 5e-324]]
    {
        let (low, high) = (written.ascending_key(&values), written.descending_key(&values));
        assert!(!low.is_nan() && !high.is_nan(), "every expression has a place in the order");
        assert_eq!(low.to_bits(), written.ascending_key(&values).to_bits(), "it is the same each time");
    }
    assert_eq!(CustomExpression::name_in(text), written.name, "its name needs no reading");
    assert!(
        written.make_rule(&Rule::new("head", "{}")).sentence.len() <= 2 * text.len() + 4,
        "its sentence is as long as its text"
    );
});
