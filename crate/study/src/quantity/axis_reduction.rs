//! Reductions over study axes: minimum, mean, percentile, argmax.

use crate::levels::{Levels, level_indices};
use crate::outcome::axis_of;
use crate::plan::Block;
use crate::statistics::{self, LineFit};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::expression::Expression;
use ganttlet_document::study::{Along, Reduced, Tree};

/// Variables of an expression that is applied to each number before the reduction.
pub(crate) const REDUCTION_VARIABLES: [&str; 3] = ["x", "y", "before"];

/// An axis of a block, restricted to these values, if there are any. A non-numeric value is replaced by its position,
/// counted from 1.
fn axis_with_values(block: &Block, name: &str, values: &[Tree]) -> Result<Levels, Diagnostic> {
    let labels: Vec<String> = if values.is_empty() && !name.is_empty() {
        axis_of(block, name)?.labels.clone()
    } else {
        values.iter().map(Tree::label).collect()
    };
    let values = labels.iter().zip(1..).map(|(label, place)| label.parse().unwrap_or(f64::from(place)));
    Ok(Levels { name: name.to_owned(), unit: String::new(), values: values.collect(), labels })
}

/// The axes that a reduction runs over; the axis with the requested values is last.
pub(crate) fn reduction_axes(block: &Block, along: &Along) -> Result<Vec<Levels>, Diagnostic> {
    let over = along.over.iter().map(|(name, values)| axis_with_values(block, name, values));
    over.chain([axis_with_values(block, &along.axis, &along.values)]).collect()
}

/// Numbers for all combinations of values of some axes, the last of which varies fastest; `None` where a quick run
/// leaves runs out.
pub(crate) struct NumberGrid {
    pub(crate) axes: Vec<Levels>,
    pub(crate) numbers: Vec<Option<f64>>,
}

impl NumberGrid {
    /// The values of the last axis.
    fn last_axis_values(&self) -> &[f64] {
        self.axes.last().map_or(&[], |axis| &axis.values)
    }

    /// Replaces each number by the value of an expression over [`REDUCTION_VARIABLES`].
    fn apply_to_each(&mut self, text: &str) -> Result<(), Diagnostic> {
        let expression = Expression::parse(text, &REDUCTION_VARIABLES)?;
        let numbers: Vec<f64> = self.numbers.iter().map(|number| number.unwrap_or(f64::NAN)).collect();
        let values = self.last_axis_values();
        let place = |at: usize| at % values.len();
        let values_of_each = (0..numbers.len()).map(|at| {
            let before = if place(at) > 0 { numbers[at - 1] } else { f64::NAN };
            let value = expression.evaluate(&[values[place(at)], numbers[at], before]);
            (numbers[at].is_finite() && value.is_finite()).then_some(value)
        });
        self.numbers = values_of_each.collect();
        Ok(())
    }

    /// The values of the axes at the number with this index, as text.
    fn place_text(&self, at: usize) -> String {
        let word = |(axis, level): (&Levels, usize)| {
            let label = &axis.labels[level];
            if label.parse::<f64>().is_ok() { format!("{} {label}", axis.name) } else { label.clone() }
        };
        let words: Vec<String> = self.axes.iter().zip(level_indices(&self.axes, at)).map(word).collect();
        words.join(", ")
    }
}

/// Reduces numbers to one, with its place on the axes (empty if it has none); `None` if there are no numbers.
pub(crate) fn reduce_numbers(
    along: &Along,
    mut all: NumberGrid,
) -> Result<Option<(f64, String)>, Diagnostic> {
    if !along.each.is_empty() {
        all.apply_to_each(&along.each)?;
    }
    let made = || all.numbers.iter().enumerate().filter_map(|(at, number)| Some((at, (*number)?)));
    let numbers: Vec<f64> = made().map(|(_, number)| number).collect();
    if numbers.is_empty() {
        return Ok(None);
    }
    let by = |better: fn(f64, f64) -> bool| {
        let best =
            |best: (usize, f64), other: (usize, f64)| if better(other.1, best.1) { other } else { best };
        made().reduce(best).expect("there are some")
    };
    let (least, most) = (|| by(|one, best| one < best), || by(|one, best| one > best));
    let x = |at: usize| all.last_axis_values()[at % all.last_axis_values().len()];
    let with_place = |(at, number): (usize, f64)| (number, all.place_text(at));
    let position = |(at, _): (usize, f64)| (x(at), all.place_text(at));
    let line = || LineFit::through_points(&made().map(|(at, number)| (x(at), number)).collect::<Vec<_>>());
    let without_place = |number: f64| (number, String::new());
    Ok(Some(match along.take {
        Reduced::Least => with_place(least()),
        Reduced::Most => with_place(most()),
        Reduced::LeastAt => position(least()),
        Reduced::MostAt => position(most()),
        Reduced::Mean => without_place(statistics::mean(&numbers)),
        Reduced::Sum => without_place(numbers.iter().sum()),
        Reduced::Range => without_place(most().1 - least().1),
        Reduced::Percentile(percent) => without_place(statistics::percentile(numbers, percent)),
        Reduced::Peaks(by) => without_place(count_peaks(&numbers, by) as f64),
        Reduced::LineAt(x) => without_place(line().intercept + line().slope * x),
        Reduced::LineReaches(y) => without_place((y - line().intercept) / line().slope),
        Reduced::LineExplains => without_place(100.0 * line().explained),
    }))
}

/// Counts the peaks of a curve: places that exceed both neighbours by at least `by`.
fn count_peaks(curve: &[f64], by: f64) -> usize {
    let mut count = 0;
    let (mut rising, mut turn) = (true, f64::INFINITY);
    for &value in curve {
        // The extreme since the last turning point: the lowest value before a rise, the highest before a fall.
        if rising {
            turn = turn.min(value);
            if value > turn + by {
                (rising, turn) = (false, value);
            }
        } else {
            turn = turn.max(value);
            if value < turn - by {
                count += 1;
                (rising, turn) = (true, value);
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn levels(name: &str, labels: &[&str], values: &[f64]) -> Levels {
        let labels = labels.iter().map(|&label| label.to_owned()).collect();
        Levels { name: name.to_owned(), unit: String::new(), labels, values: values.to_vec() }
    }

    /// The result of a reduction, as written in a document.
    fn reduced(along: &Value, axes: Vec<Levels>, numbers: &[f64]) -> Option<(f64, String)> {
        let study = json!({"base": {}, "quantities": {"q": {"value": "1", "along": along}}});
        let (study, wrong) = ganttlet_document::study::Study::read(&study.to_string());
        assert!(wrong.is_empty(), "{wrong:?}");
        let along = study.expect("a study").quantities[0].1.along.clone().expect("a reduction");
        let made = numbers.iter().map(|&number| number.is_finite().then_some(number)).collect();
        reduce_numbers(&along, NumberGrid { axes, numbers: made }).expect("it can be worked out")
    }

    fn reduced_on_line(along: &Value, numbers: &[f64]) -> String {
        let values: Vec<f64> = (0..numbers.len()).map(|at| at as f64).collect();
        let labels: Vec<String> = values.iter().map(f64::to_string).collect();
        let labels: Vec<&str> = labels.iter().map(|label| &**label).collect();
        let result = reduced(along, vec![levels("x", &labels, &values)], numbers);
        result.map_or("none".to_owned(), |(number, _)| format!("{number:.3}"))
    }

    #[test]
    fn an_axis_is_reduced_to_one_number() {
        let numbers = [2.0, 4.0, 6.0];
        let take = |take: Value| reduced_on_line(&json!({"axis": "x", "take": take}), &numbers);
        assert_eq!(
            ["least", "most", "mean", "sum", "range"].map(|word| take(word.into())),
            ["2.000", "6.000", "4.000", "12.000", "4.000"]
        );
        assert_eq!(["least_at", "most_at"].map(|word| take(word.into())), ["0.000", "2.000"]);
        assert_eq!(take(json!({"percentile": 60})), "4.000");
        assert_eq!(take(json!({"line_at": 5})), "12.000");
        assert_eq!(take(json!({"line_reaches": 7})), "2.500");
        assert_eq!(take(json!("line_explains")), "100.000");
        let most = reduced(
            &json!({"axis": "x", "take": "most"}),
            vec![levels("x", &["0", "1", "2"], &[0.0, 1.0, 2.0])],
            &numbers,
        );
        assert_eq!(most, Some((6.0, "x 2".to_owned())));
    }

    #[test]
    fn rises_and_peaks_of_a_curve_are_counted() {
        let curve = [1.0, 3.0, 2.0, 2.0, 4.0, 3.9, 3.95, 1.0];
        let peaks = |by: f64| reduced_on_line(&json!({"axis": "x", "take": {"peaks": by}}), &curve);
        assert_eq!((peaks(0.01), peaks(0.5)), ("3.000".to_owned(), "2.000".to_owned()));
        let each = |each: &str, take: &str| {
            reduced_on_line(&json!({"axis": "x", "each": each, "take": take}), &curve)
        };
        assert_eq!(each("y > before", "sum"), "3.000");
        assert_eq!(each("max(y - before, 0)", "sum"), "4.050");
        assert_eq!(each("if(y > before, x, 0)", "most"), "6.000", "the last rise");
        assert_eq!(each("y - before", "sum"), "0.000", "there is none before the first");
        assert_eq!(each("before - before + 1 / 0", "sum"), "none");
    }

    #[test]
    fn several_axes_are_reduced_to_one_number() {
        let axes = || {
            vec![
                levels("policy", &["FCFS", "EASY"], &[1.0, 2.0]),
                levels("load", &["0.5", "0.9"], &[0.5, 0.9]),
            ]
        };
        let numbers = [1.0, f64::NAN, 3.0, 2.0];
        let take = |along: Value| reduced(&along, axes(), &numbers);
        let of = |take: &str| json!({"axis": "load", "over": {"policy": []}, "take": take});
        assert_eq!(take(of("most")), Some((3.0, "EASY, load 0.5".to_owned())));
        assert_eq!(take(of("most_at")).map(|(number, _)| number), Some(0.5));
        assert_eq!(take(of("mean")).map(|(number, _)| number), Some(2.0));
        // The previous number belongs to the same line.
        let falls = json!({"axis": "load", "over": {"policy": []}, "each": "y - before", "take": "sum"});
        assert_eq!(take(falls).map(|(number, _)| number), Some(-1.0));
    }
}
