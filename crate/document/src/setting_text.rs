//! Settings as short texts, for names of variants.

use ganttlet_core::diagnostic::format_number;
use ganttlet_core::entry::{CustomExpression, Parameter, Value};

/// A setting in a word or two: `exact estimates`, `launchers off`, `no extra machines`, `latency 3 ms`.
pub(crate) fn setting_text(parameter: &Parameter, value: &Value) -> String {
    let label = lower_first(parameter.name);
    match value {
        Value::Bool(true) => label,
        Value::Bool(false) => format!("{label} off"),
        Value::Choice(word) => format!("{word} {label}"),
        Value::Expression(text) => CustomExpression::name_in(text),
        Value::Text(text) if text.is_empty() => format!("no {label}"),
        Value::Text(text) => format!("{label} {text}"),
        Value::Integer(0) => format!("no {label}"),
        Value::Integer(x) => with_unit(&label, &x.to_string(), parameter.unit),
        Value::Number(x) => with_unit(&label, &format_number(*x), parameter.unit),
        Value::Table(rows) => with_unit(&label, &rows.len().to_string(), "rows"),
    }
}

/// A number behind its label; a label that implies the unit needs none.
pub(crate) fn with_unit(label: &str, number: &str, unit: &str) -> String {
    if unit.is_empty() || label.split(' ').any(|word| word == unit) {
        format!("{label} {number}")
    } else if let ("1", Some(one)) = (number, unit.strip_suffix('s').filter(|one| one.len() > 2)) {
        format!("{label} {number} {one}")
    } else {
        format!("{label} {number} {unit}")
    }
}

/// The label in the middle of a sentence; words like `EASY` stay as they are.
pub(crate) fn lower_first(label: &str) -> String {
    let mut letters = label.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_ascii_lowercase() || second == ' ' => {
            std::iter::once(first.to_ascii_lowercase()).chain(letters).collect()
        }
        _ => label.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::with_unit;

    #[test]
    fn a_single_thing_has_its_unit_in_the_singular() {
        assert_eq!(with_unit("link width", "1", "transfers"), "link width 1 transfer");
        assert_eq!(with_unit("link width", "10", "transfers"), "link width 10 transfers");
        assert_eq!(with_unit("suspension limit", "1", "s"), "suspension limit 1 s");
        assert_eq!(with_unit("extra machines", "1", "machines"), "extra machines 1");
    }
}
