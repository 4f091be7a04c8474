#![allow(clippy::float_cmp, reason = "these values are exact")]

use super::*;
use proptest::prelude::*;

fn value(text: &str) -> f64 {
    let fields = ["wait", "nodes"];
    Expression::parse(text, &fields).unwrap_or_else(|wrong| panic!("{wrong}")).evaluate(&[60.0, 8.0])
}

fn wrong(text: &str) -> String {
    Expression::parse(text, &["wait", "nodes"]).expect_err("it is wrong").to_string()
}

#[test]
fn operators_have_the_usual_precedence() {
    assert_eq!(value("1 + 2 * 3 - 4 / 2"), 5.0);
    assert_eq!(value("-(1 + 2) * -2"), 6.0);
    assert_eq!(value("10 - 2 - 3"), 5.0);
    assert_eq!(value("7 % 4"), 3.0);
    assert_eq!(value("wait * nodes"), 480.0);
    assert_eq!(value("wait > 50 and not nodes > 8 or 0"), 1.0);
    assert_eq!(value("1.5e-1*10"), 1.5);
}

#[test]
fn functions_check_their_number_of_arguments() {
    assert_eq!(value("if(wait < 30, 1, min(nodes, 5, 7)) + max(1, 2)"), 7.0);
    assert_eq!(value("pow(2, 10) + sqrt(16) + abs(-1) + floor(1.9) + ceil(0.1) + round(0.5)"), 1032.0);
    assert_eq!(value("log(exp(2))"), 2.0);
}

#[test]
fn evaluation_never_fails() {
    assert_eq!(value("1 / 0"), f64::INFINITY);
    assert!(value("0 / 0").is_nan());
    assert_eq!(value("(0 / 0) < 1 or (0 / 0) >= 1"), 0.0);
    assert_eq!(value("if(0 / 0, 1, 2)"), 2.0);
}

#[test]
fn errors_name_their_position() {
    assert_eq!(
        wrong("wait +"),
        "error: column 7: expected a number, a name, a function or a bracket, found the end"
    );
    assert_eq!(
        wrong("1 + wiat"),
        "error: unknown name \"wiat\" (column 5); available: wait, nodes\n  Did you mean `wait`?"
    );
    assert!(wrong("sin(1)").starts_with("error: unknown function \"sin\" (column 1); available: abs, "));
    assert_eq!(wrong("(1"), "error: column 3: expected \")\", found the end");
    assert_eq!(wrong("1 2"), "error: column 3: expected an operator or the end, found '2'");
    assert!(wrong("1e999").contains("a number such as"));
    assert!(wrong(&"(".repeat(500)).contains("are nested"));
    assert!(wrong(&"1+(".repeat(300)).contains("are nested"));
    assert!(wrong(&" ".repeat(2000)).contains("at most 1000"));
}

#[test]
fn used_fields_are_listed_once_ascending() {
    let of = |text: &str| Expression::parse(text, &["a", "b", "c"]).expect("right").used_fields();
    assert_eq!((of("c * a + c"), of("1")), (vec![0, 2], vec![]));
}

#[test]
fn ratios_of_linear_functions_are_recognised() {
    let of = |text: &str| {
        let expression = Expression::parse(text, &["a", "b", "c"]).expect("right");
        expression.as_linear_fraction(3).map(|fraction| fraction.evaluate(&[3.0, 8.0, f64::NAN]))
    };
    assert_eq!(of("a - b"), Some((-5.0, 1.0)));
    assert_eq!(of("a / b"), Some((3.0, 8.0)));
    assert_eq!(of("100 * (a - b) / b"), Some((-500.0, 8.0)));
    assert_eq!(of("a / b - 1"), Some((-5.0, 8.0)));
    assert_eq!(of("-a / (2 * b + a)"), Some((-3.0, 19.0)));
    assert_eq!(of("a / b + b / b"), Some((11.0, 8.0)));
    for other in ["a * b", "a / b + b / a", "max(a, b)", "a > b", "abs(a)", "if(a, b, 1)", "not a"] {
        assert_eq!(of(other), None, "{other}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text in "[-+*/%()<>=!., a-c0-9.einfmorxdt]{0,60}") {
        if let Ok(expression) = Expression::parse(&text, &["a", "b", "c"]) {
            expression.evaluate(&[1.0, f64::NAN, f64::INFINITY]);
        }
    }
}
