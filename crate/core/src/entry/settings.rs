//! Settings: the values of parameters, and their conversion to a struct.

use super::{CustomExpression, Kind, Parameter};
use serde::{Serialize, Serializer};
use ts_rs::TS;

pub use ganttlet_derive::{Parameters, Variants};

/// A value of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(untagged)]
#[ts(rename = "ParameterValue")]
pub enum Value {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A word.
    Choice(&'static str),
    /// The text of an expression.
    Expression(Box<str>),
    /// A text on one line.
    Text(Box<str>),
    /// Rows, each with the values of its columns.
    Table(Vec<Settings>),
}

/// Checked values of all parameters of an entry, with the defaults of omitted ones, in the order of their names.
#[derive(Clone, Debug, Default, PartialEq, TS)]
#[ts(type = "{ [id: string]: ParameterValue }")]
pub struct Settings(Vec<(&'static str, Value)>);

impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl Settings {
    /// The defaults of all `parameters`.
    pub fn defaults<'a>(parameters: impl IntoIterator<Item = &'a Parameter>) -> Self {
        let mut settings = Self::default();
        for parameter in parameters {
            settings.set(parameter, parameter.kind.default_value());
        }
        settings
    }

    /// Sets the value of `parameter`; the caller has checked that it is allowed.
    pub fn set(&mut self, parameter: &Parameter, value: Value) {
        self.insert(parameter.id, value);
    }

    /// The settings with another value of a parameter, for tests and generated settings.
    #[must_use]
    pub fn with(mut self, id: &'static str, value: Value) -> Self {
        self.insert(id, value);
        self
    }

    /// The settings with a value given as text, for tests, which do not read documents.
    ///
    /// # Panics
    /// If there is no such parameter, or the text is not one of its values.
    #[must_use]
    pub fn with_text<'a>(
        self,
        parameters: impl IntoIterator<Item = &'a Parameter>,
        id: &str,
        text: &str,
    ) -> Self {
        let parameter = parameters.into_iter().find(|one| one.id == id);
        let parameter = parameter.unwrap_or_else(|| panic!("no parameter {id}"));
        let value = match parameter.kind {
            Kind::Number { .. } => Value::Number(text.parse().expect("a number")),
            Kind::Integer { .. } => Value::Integer(text.parse().expect("a whole number")),
            Kind::Bool { .. } => Value::Bool(text == "yes"),
            Kind::Choice { options, .. } => {
                Value::Choice(options.iter().find(|(word, _)| *word == text).expect("a word").0)
            }
            Kind::Text { .. } => Value::Text(text.into()),
            _ => panic!("{id} cannot be given as a text"),
        };
        self.with(parameter.id, value)
    }

    /// Sets a value, in the order of the names.
    fn insert(&mut self, id: &'static str, value: Value) {
        match self.position(id) {
            Ok(place) => self.0[place].1 = value,
            Err(place) => self.0.insert(place, (id, value)),
        }
    }

    /// Sets a cell of the table `parameter`; a missing row is not added.
    pub fn set_cell(&mut self, parameter: &Parameter, row: usize, column: &Parameter, value: Value) {
        let mut table = self.get(parameter.id).cloned().unwrap_or_else(|| parameter.kind.default_value());
        if let Value::Table(rows) = &mut table
            && let Some(row) = rows.get_mut(row)
        {
            row.set(column, value);
        }
        self.set(parameter, table);
    }

    /// The index of a parameter, or the index at which it would be inserted.
    fn position(&self, id: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|&(known, _)| known.cmp(id))
    }

    /// The value of a parameter, if the entry has it.
    pub fn get(&self, id: &str) -> Option<&Value> {
        self.position(id).ok().map(|place| &self.0[place].1)
    }

    /// All values by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(id, value)| (*id, value))
    }
}

/// A struct whose fields are parameters: `#[derive(Parameters)]`. Catalog, forms, schema and code use the same
/// description.
pub trait Parameters: Sized {
    /// The parameters in the order of the form.
    const LIST: &'static [Parameter];

    /// The values of the fields, one after the other.
    fn take(values: &mut Values<'_>) -> Self;

    /// The struct for some settings, whose values were checked by the reader.
    fn read(settings: &Settings) -> Self {
        Self::take(&mut Values { settings, rest: Self::LIST.iter() })
    }
}

/// An enum whose variants are the words of a choice: `#[derive(Variants)]`.
pub trait Variants: Sized {
    /// The words, each with its meaning.
    const OPTIONS: &'static [(&'static str, &'static str)];

    /// The variant at this place among the words.
    fn at(place: usize) -> Self;
}

/// Iterates over the values of a list of parameters. Numbers are limited to their ranges, because settings made in
/// code are not checked.
pub struct Values<'a> {
    settings: &'a Settings,
    rest: std::slice::Iter<'static, Parameter>,
}

const CHECKED: &str = "the reader has checked each value against its parameter";

impl Values<'_> {
    /// The next parameter, and its value.
    fn next(&mut self) -> (&'static Kind, Value) {
        let Parameter { id, kind, .. } = self.rest.next().expect("each field has a parameter");
        (kind, self.settings.get(id).cloned().unwrap_or_else(|| kind.default_value()))
    }

    /// A number.
    ///
    /// # Panics
    /// If the next value is of another kind, as for all methods here: the reader has checked this.
    pub fn number(&mut self) -> f64 {
        match self.next() {
            (&Kind::Number { min, max, .. }, Value::Number(x)) => x.max(min).min(max),
            (&Kind::Number { min, max, .. }, Value::Integer(x)) => (x as f64).max(min).min(max),
            _ => panic!("{CHECKED}"),
        }
    }

    /// A whole number.
    ///
    /// # Panics
    /// See [`Values::number`].
    pub fn integer(&mut self) -> i64 {
        match self.next() {
            (&Kind::Integer { min, max, .. }, Value::Integer(x)) => x.clamp(min, max),
            (&Kind::Integer { min, max, .. }, Value::Number(x)) => (x as i64).clamp(min, max),
            _ => panic!("{CHECKED}"),
        }
    }

    /// True or false.
    ///
    /// # Panics
    /// See [`Values::number`].
    pub fn flag(&mut self) -> bool {
        let (_, Value::Bool(set)) = self.next() else { panic!("{CHECKED}") };
        set
    }

    /// The index of a word among the words of its choice.
    ///
    /// # Panics
    /// See [`Values::number`].
    pub fn word(&mut self) -> usize {
        let (Kind::Choice { options, .. }, Value::Choice(word)) = self.next() else { panic!("{CHECKED}") };
        options.iter().position(|&(option, _)| option == word).expect(CHECKED)
    }

    /// An expression.
    ///
    /// # Panics
    /// See [`Values::number`].
    pub fn expression(&mut self) -> CustomExpression {
        let (Kind::Expression { variables, .. }, Value::Expression(text)) = self.next() else {
            panic!("{CHECKED}")
        };
        CustomExpression::parse(&text, variables).expect(CHECKED)
    }

    /// A text on one line.
    ///
    /// # Panics
    /// See [`Values::number`].
    pub fn text(&mut self) -> String {
        let (_, Value::Text(text)) = self.next() else { panic!("{CHECKED}") };
        text.into()
    }

    /// The rows of a table.
    ///
    /// # Panics
    /// See [`Values::number`].
    pub fn rows<T: Parameters>(&mut self) -> Vec<T> {
        let (_, Value::Table(rows)) = self.next() else { panic!("{CHECKED}") };
        rows.iter().map(T::read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::text_problem;
    use crate::time::Span;

    #[derive(Clone, Copy, Debug, PartialEq, Variants)]
    enum Order {
        /// As they came.
        #[word("arrival")]
        Arrival,
        /// The shortest first.
        #[word("shortest")]
        Shortest,
    }

    #[derive(Parameters)]
    struct Inner {
        /// How long it takes.
        #[parameter(name = "Length", unit = "s", min = 0, max = 1e6, default = 7)]
        length_s: Span,
    }

    #[derive(Debug, PartialEq, Parameters)]
    struct Queue {
        /// In which order.
        #[parameter(name = "Order", default = "arrival")]
        order: Order,
        /// How much it weighs.
        #[parameter(name = "Weight", min = -1, max = 9, default = 1)]
        weight: f64,
        /// What people call it.
        #[parameter(name = "Title", max_length = 20, default = "none")]
        title: String,
    }

    #[derive(Parameters)]
    struct All {
        /// In which order,
        /// whatever comes.
        #[parameter(name = "Order", default = "shortest")]
        order: Order,
        #[parameter(all, default(length_s = 2.5))]
        inner: Inner,
        /// How many.
        #[parameter(name = "Count", unit = "jobs", min = 1, max = 9, default = 4)]
        count: u32,
        /// How far from zero.
        #[parameter(name = "Offset", min = -5, max = 5, default = -3)]
        offset: i64,
        /// Whether at all.
        #[parameter(name = "Wanted", default = true)]
        wanted: bool,
        /// Where they wait.
        #[parameter(name = "Queues", min = 1, max = 3, default = [["shortest", -0.5, "short jobs"], ["arrival"]])]
        queues: Vec<Queue>,
    }

    #[test]
    fn fields_are_parameters_and_their_values() {
        let of = |p: &Parameter| {
            format!(
                "{} | {} | {} | {} | {}",
                p.id,
                p.name,
                p.doc,
                p.unit,
                serde_json::json!(p.kind.default_value())
            )
        };
        let list: Vec<String> = All::LIST.iter().map(of).collect();
        assert_eq!(
            list,
            [
                r#"order | Order | In which order, whatever comes. |  | "shortest""#,
                "length_s | Length | How long it takes. | s | 2.5",
                "count | Count | How many. | jobs | 4",
                "offset | Offset | How far from zero. |  | -3",
                "wanted | Wanted | Whether at all. |  | true",
                r#"queues | Queues | Where they wait. |  | [{"order":"shortest","title":"short jobs","weight":-0.5},{"order":"arrival","title":"none","weight":1.0}]"#,
            ]
        );
        let Kind::Choice { options, .. } = All::LIST[0].kind else { panic!("words are a choice") };
        assert_eq!(options, [("arrival", "As they came."), ("shortest", "The shortest first.")]);
        let all = All::read(&Settings::default());
        assert_eq!((all.order, all.count, all.offset, all.wanted), (Order::Shortest, 4, -3, true));
        assert_eq!(all.inner.length_s, Span::from_seconds(2.5));
        let queue = |order, weight, title: &str| Queue { order, weight, title: title.to_owned() };
        assert_eq!(
            all.queues,
            [queue(Order::Shortest, -0.5, "short jobs"), queue(Order::Arrival, 1.0, "none")]
        );
        let mut set =
            Settings::default().with("order", Value::Choice("arrival")).with("count", Value::Integer(7));
        set.set(&Inner::LIST[0], Value::Number(1.0));
        set.set_cell(&All::LIST[5], 1, &Queue::LIST[1], Value::Number(4.0));
        set.set_cell(&All::LIST[5], 1, &Queue::LIST[2], Value::Text("".into()));
        set.set_cell(&All::LIST[5], 2, &Queue::LIST[1], Value::Number(5.0));
        let all = All::read(&set);
        assert_eq!((all.order, all.count, all.inner.length_s), (Order::Arrival, 7, Span::from_seconds(1.0)));
        assert_eq!(all.queues, [queue(Order::Shortest, -0.5, "short jobs"), queue(Order::Arrival, 4.0, "")]);
    }

    #[test]
    fn a_text_is_short_and_on_one_line() {
        let Kind::Text { max_length, default } = Queue::LIST[2].kind else { panic!("a string is a text") };
        assert_eq!((max_length, default), (20, "none"));
        assert_eq!(text_problem("", max_length), None);
        assert_eq!(text_problem("Größe [µs]; \"a\"", max_length), None);
        assert_eq!(text_problem(&"ä".repeat(20), max_length), None);
        let problem = |text: &str| text_problem(text, max_length).expect("a problem");
        assert_eq!(problem(&"ä".repeat(21)), "found 21 characters, allowed are at most 20");
        for text in ["a\nb", "a\tb", "\u{0}", "\u{7f}", "\u{85}"] {
            assert!(problem(text).starts_with("found a control character"), "{text:?}");
        }
    }

    #[test]
    fn unchecked_values_are_clamped_to_their_range() {
        let set =
            Settings::default().with("count", Value::Integer(1 << 40)).with("offset", Value::Number(-7.5));
        let all = All::read(&set.with("length_s", Value::Number(f64::NAN)));
        assert_eq!((all.count, all.offset, all.inner.length_s), (9, -5, Span::ZERO));
    }
}
