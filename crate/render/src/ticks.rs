//! The ticks of axes: of numbers and of times. `www/src/text/ticks.js` has the same rules for the page.

/// Steps between 10 seconds and a day, in seconds. The page and the command line share this file.
const TIME_STEPS: &[u32] = &include!("../time-steps.json");
const DAY: f64 = 86_400.0;
/// Tolerance for rounding errors of quotients.
const ROUNDING: f64 = 1e-9;

/// The smallest of 1, 2 or 5 times a power of ten that is at least `least`.
pub(crate) fn number_step(least: f64) -> f64 {
    let power = libm::pow(10.0, libm::floor(libm::log10(least)));
    let enough = least * (1.0 - ROUNDING);
    power * [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= enough).unwrap_or(10.0)
}

/// The smallest step of clocks and calendars that is at least `least`, in seconds.
pub(crate) fn time_step(least: f64) -> f64 {
    let enough = least * (1.0 - ROUNDING);
    if enough <= 10.0 {
        return number_step(least);
    }
    let step = TIME_STEPS.iter().map(|&step| f64::from(step)).find(|&step| step >= enough);
    step.unwrap_or_else(|| DAY * number_step(least / DAY))
}

/// The multiples of `step` from `low` to `high`, as factors. If `outward`, the first and the last may lie beyond the
/// ends, so that they enclose the range.
pub(crate) fn tick_factors(low: f64, high: f64, step: f64, outward: bool) -> std::ops::RangeInclusive<i64> {
    let (first, last) = if outward {
        (libm::floor(low / step + ROUNDING), libm::ceil(high / step - ROUNDING))
    } else {
        (libm::ceil(low / step - ROUNDING), libm::floor(high / step + ROUNDING))
    };
    first as i64..=last as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn ticks_equal_those_of_the_page() {
        let cases: Value = serde_json::from_str(include_str!("../tick-cases.json")).unwrap();
        let numbers = |value: &Value| -> Vec<f64> {
            value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
        };
        for case in cases["ticks"].as_array().unwrap() {
            let [low, high, most] = *numbers(&case["axis"]) else { panic!("{case}") };
            let least = (high - low) / most;
            let step = if case["kind"] == "time" { time_step(least) } else { number_step(least) };
            let ticks = tick_factors(low, high, step, case["outward"] == true);
            let ticks: Vec<f64> = ticks.map(|factor| factor as f64 * step).collect();
            let expected = numbers(&case["ticks"]);
            let near = ticks.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 1e-12 * step.max(b.abs()));
            assert!(near && ticks.len() == expected.len(), "{ticks:?} for {case}");
        }
        for case in cases["texts"].as_array().unwrap() {
            let [time, step, end] = *numbers(&case["time_step_end"]) else { panic!("{case}") };
            let text =
                crate::axis::tick_label((time * 1e6).round() as i64, (step * 1e6).round() as i64, end * 1e6);
            assert_eq!(text, case["text"], "{case}");
        }
    }
}
