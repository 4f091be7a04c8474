//! Reads values by their shapes, and reports every error in one pass.

use super::read_parameters;
use super::walk::{DocumentReader, ValueAt, as_integer, join_pointer, value_text};
use crate::catalog::expression_advice;
use crate::catalog_choice;
use ganttlet_core::diagnostic::{did_you_mean, format_number, list_names};
use ganttlet_core::entry::document::{
    Choice, Datum, Field, List, Map, Notes, Object, OneOf, Pattern, Presence, Shape, TextForm, Variant,
};
use ganttlet_core::entry::{Role, Settings};
use serde_json::Value;

/// Maximum number of invalid values of one column that are reported one by one.
const MAX_COLUMN_ERRORS: usize = 3;

/// Reads the value at a place by its shape, or `None` after reporting the errors.
pub(super) fn read_shape(walker: &mut DocumentReader, at: &ValueAt<'_>, shape: Shape) -> Option<Datum> {
    match shape {
        Shape::Number(min, max) => walker.expect_number(at, min, max).map(Datum::Number),
        Shape::Integer(min, max) => walker.expect_integer(at, min, max).map(Datum::Integer),
        Shape::Flag => walker.expect_bool(at).map(Datum::Flag),
        Shape::Text => walker.expect_name(at).map(|text| Datum::Text(text.to_owned())),
        Shape::Tree => Some(Datum::Text(at.value.to_string())),
        Shape::Pattern(pattern) => self::read_pattern(walker, at, pattern),
        Shape::OrNull(_) if at.value.is_null() => Some(Datum::Nothing),
        Shape::OrNull(of) => read_shape(walker, at, *of),
        Shape::Pair([first, second]) => {
            let (a, b) = read_pair(walker, at)?;
            let (a, b) = (read_shape(walker, &a, *first), read_shape(walker, &b, *second));
            Some(Datum::List(vec![a?, b?]))
        }
        Shape::Range(most) => read_range(walker, at, most),
        Shape::List(list) => self::read_list(walker, at, list),
        Shape::Map(map) => self::read_map(walker, at, map),
        Shape::OrList([one, list]) => {
            let which = usize::from(at.value.is_array());
            let value = read_shape(walker, at, if which == 0 { *one } else { *list })?;
            Some(Datum::Variant(which, Box::new(value)))
        }
        Shape::Object(object) => {
            walker.expect_object(at, &object.keys())?;
            read_fields(walker, at, object)
        }
        Shape::OneOf(one_of) => self::read_one_of(walker, at, one_of),
        Shape::Id(family) => walker.expect_id(at, family, |_| None).map(Datum::Id),
        Shape::Named(named) => read_shape(walker, at, named.of),
        Shape::Policies(_) | Shape::Settings(_) | Shape::Parameters(_) => {
            unreachable!("only fields have such a shape")
        }
    }
}

fn read_pattern(walker: &mut DocumentReader, at: &ValueAt<'_>, pattern: &Pattern) -> Option<Datum> {
    let text = at.value.as_str();
    if let Some(text) = text.filter(|text| text.len() <= pattern.most && (pattern.fits)(text)) {
        return Some(Datum::Text(text.to_owned()));
    }
    let said = text.and_then(pattern.found).unwrap_or_else(|| value_text(at.value));
    walker.error(&at.place, format!("found {said}, allowed {}", pattern.allowed), pattern.hint);
    None
}

/// Two values, such as `[14, 10]`.
fn read_pair<'a>(walker: &mut DocumentReader, at: &ValueAt<'a>) -> Option<(ValueAt<'a>, ValueAt<'a>)> {
    let mut items = at.items();
    let pair = (items.next(), items.next(), items.next());
    if let (Some(first), Some(second), None) = pair {
        return Some((first, second));
    }
    walker.error(&at.place, format!("found {}, allowed is a pair of numbers", value_text(at.value)), "");
    None
}

/// Lower and upper bound; null for no bound.
fn read_range(walker: &mut DocumentReader, at: &ValueAt<'_>, most: f64) -> Option<Datum> {
    let (from, to) = read_pair(walker, at)?;
    let mut bound = |at: &ValueAt<'_>| {
        if at.value.is_null() {
            Some(Datum::Nothing)
        } else {
            walker.expect_number(at, 0.0, most).map(Datum::Number)
        }
    };
    let (from, to) = (bound(&from), bound(&to));
    let (from, to) = (from?, to?);
    if let (&Datum::Number(least), &Datum::Number(most)) = (&from, &to)
        && least > most
    {
        let message = format!("found {} to {}", format_number(least), format_number(most));
        walker.error(&at.place, message, "Write the smaller number first.");
    }
    Some(Datum::List(vec![from, to]))
}

fn read_list(walker: &mut DocumentReader, at: &ValueAt<'_>, list: &List) -> Option<Datum> {
    let count = walker.expect_list(at, list.most, list.things)?.len();
    if count < list.least {
        let message = if list.least == 1 {
            format!("found no {}; at least one is required", list.missing)
        } else {
            format!("found {count} {}; {} are required: {}", list.things, list.least, list.missing)
        };
        walker.error(&at.place, message, list.hint);
        return None;
    }
    if list.column {
        return read_column(walker, at, list.of);
    }
    collect_all(at.items().map(|item| read_shape(walker, &item, list.of))).map(Datum::List)
}

/// All items, or `None` if one is missing. The rest is still read, so that its errors are reported too.
fn collect_all(items: impl Iterator<Item = Option<Datum>>) -> Option<Vec<Datum>> {
    let (mut all, mut whole) = (Vec::new(), true);
    for item in items {
        match item {
            Some(item) => all.push(item),
            None => whole = false,
        }
    }
    whole.then_some(all)
}

/// The values of a column: only the first few errors are reported.
fn read_column(walker: &mut DocumentReader, at: &ValueAt<'_>, of: Shape) -> Option<Datum> {
    let list = at.value.as_array()?;
    let mut values = Vec::with_capacity(list.len());
    let mut wrong = 0;
    for (value, i) in list.iter().zip(0..) {
        if let Some(value) = read_cell(value, of) {
            values.push(value);
            continue;
        }
        wrong += 1;
        if wrong <= MAX_COLUMN_ERRORS {
            let message = format!("found {}, allowed are {}", value_text(value), allowed_text(of));
            walker.error(&format!("{}/{i}", at.place), message, "");
        }
    }
    if wrong > MAX_COLUMN_ERRORS {
        walker.error(&at.place, format!("{} more values are not allowed", wrong - MAX_COLUMN_ERRORS), "");
    }
    (wrong == 0).then_some(Datum::List(values))
}

/// A value of a column, if it is allowed.
fn read_cell(value: &Value, of: Shape) -> Option<Datum> {
    match of {
        Shape::Number(min, max) => value.as_f64().filter(|x| (min..=max).contains(x)).map(Datum::Number),
        Shape::Integer(min, max) => as_integer(value).filter(|x| (min..=max).contains(x)).map(Datum::Integer),
        Shape::OrNull(_) if value.is_null() => Some(Datum::Nothing),
        Shape::OrNull(of) => read_cell(value, *of),
        _ => None,
    }
}

/// The values that a column allows.
fn allowed_text(of: Shape) -> String {
    match of {
        Shape::Number(min, max) => format!("numbers from {} to {}", format_number(min), format_number(max)),
        Shape::Integer(min, max) => format!("whole numbers from {min} to {max}"),
        Shape::OrNull(of) => format!("{} and null", allowed_text(*of)),
        _ => String::new(),
    }
}

fn read_map(walker: &mut DocumentReader, at: &ValueAt<'_>, map: &Map) -> Option<Datum> {
    let Value::Object(object) = at.value else {
        let message = format!("found {}, allowed is an object of {}", value_text(at.value), map.things);
        walker.error(&at.place, message, map.hint);
        return None;
    };
    collect_all(object.iter().map(|(name, value)| {
        let value = read_shape(walker, &ValueAt { value, place: join_pointer(&at.place, name) }, map.of)?;
        Some(Datum::List(vec![Datum::Text(name.clone()), value]))
    }))
    .map(Datum::List)
}

/// The fields of an object, in the order of its shape. Unknown keys are already reported.
pub(super) fn read_fields(walker: &mut DocumentReader, at: &ValueAt<'_>, object: &Object) -> Option<Datum> {
    let (mut values, mut wrong) = (Vec::with_capacity(object.fields.len()), Vec::new());
    let mut needed = true;
    for field in object.fields {
        let value = self::read_field(walker, at, field);
        if value.is_none() {
            wrong.push(field.key);
            needed &= !matches!(field.presence, Presence::Needed(_));
        }
        values.push(value.unwrap_or_else(|| default_value(field)));
    }
    let mut value = Datum::List(values);
    if let Some(agree) = object.agree.filter(|_| needed) {
        value = agree(
            &value,
            &mut Notes { place: &at.place, wrong: &wrong, diagnostics: &mut walker.diagnostics },
        );
    }
    wrong.is_empty().then_some(value)
}

/// The value of a missing field.
fn default_value(field: &Field) -> Datum {
    match field.presence {
        Presence::Default(default) => default(),
        Presence::Needed(_) | Presence::Optional => Datum::Nothing,
    }
}

fn read_field(walker: &mut DocumentReader, at: &ValueAt<'_>, field: &Field) -> Option<Datum> {
    match (field.key, field.shape) {
        ("", Shape::OneOf(one_of)) => return read_variant(walker, at, one_of),
        ("", Shape::Object(object)) => return read_fields(walker, at, object),
        (key, Shape::Policies(choice)) => return Some(read_policies(walker, at, key, choice)),
        (key, Shape::Settings(choice)) => {
            return Some(Datum::Settings(read_settings(walker, at, key, choice)));
        }
        (key, Shape::Parameters(list)) => {
            let list: Vec<_> = list.iter().collect();
            return Some(Datum::Settings(read_parameters(walker, at.field(key).as_ref(), &list, |_| None)));
        }
        _ => {}
    }
    match (at.field(field.key), field.presence) {
        (Some(at), _) => read_shape(walker, &at, field.shape),
        (None, Presence::Needed(hint)) => walker.require_field(at, field.key, hint).and(None),
        (None, _) => Some(default_value(field)),
    }
}

/// The roles of the member that an object names; empty if it is unknown.
fn chosen_roles(at: &ValueAt<'_>, choice: &Choice) -> &'static [Role] {
    let member = at.value.as_object().and_then(|object| catalog_choice::chosen_member(object, choice));
    member.map_or(&[], |member| (choice.roles)(member.id))
}

/// The policy in each role, with the defaults for missing ones; empty if the member is unknown.
fn read_policies(walker: &mut DocumentReader, at: &ValueAt<'_>, key: &str, choice: &Choice) -> Datum {
    let (roles, own) = (chosen_roles(at, choice), at.field(key));
    if let Some(own) = own.as_ref().filter(|_| !roles.is_empty()) {
        walker.expect_object(own, &roles.iter().map(|role| role.id).collect::<Vec<_>>());
    }
    let policy = |role: &Role| {
        let id = match own.as_ref().and_then(|own| own.field(role.id)) {
            Some(at) => walker.expect_id(&at, role.family, |word| expression_advice(role.family, word))?,
            None => role.default,
        };
        Some(Datum::List(vec![Datum::Id(role.id), Datum::Id(id)]))
    };
    Datum::List(roles.iter().filter_map(policy).collect())
}

/// The parameters of the member that an object names and of its policies; empty if one of these is unknown.
fn read_settings(walker: &mut DocumentReader, at: &ValueAt<'_>, key: &str, choice: &Choice) -> Settings {
    let parameters =
        at.value.as_object().and_then(|object| catalog_choice::chosen_parameters(object, choice));
    let Some(parameters) = parameters else { return Settings::default() };
    // Parameters of other policies may remain in the text while a user switches policies, so they are not errors.
    let others = || chosen_roles(at, choice).iter().flat_map(|role| role.family.entries());
    read_parameters(walker, at.field(key).as_ref(), &parameters, |unknown| {
        let owner = others().find(|entry| entry.parameters.iter().any(|one| one.id == unknown))?;
        Some(format!("this is a parameter of `{}`, which is not selected; ignored", owner.id))
    })
}

/// A word, or an object with the keys of one of several variants.
fn read_one_of(walker: &mut DocumentReader, at: &ValueAt<'_>, one_of: &OneOf) -> Option<Datum> {
    if at.value.is_object() || one_of.words.is_empty() {
        let all = one_of.keys();
        let (which, said) = find_variant(at, one_of);
        match which.filter(|_| !said.is_empty()) {
            None => {
                walker.expect_object(at, &all)?;
            }
            Some(which) => {
                let own: Vec<&str> = one_of.variants[which].fields().iter().map(|field| field.key).collect();
                // Keys of other alternatives are reported with a reason, if there is one.
                let known = if one_of.beside.is_empty() { &own } else { &all };
                walker.warn_unknown_keys(at, known, &own);
            }
        }
        return read_variant(walker, at, one_of);
    }
    let words = || one_of.words.iter().map(|&(word, _)| word);
    let said = at.value.as_str();
    if let Some(which) = words().position(|word| Some(word) == said) {
        return Some(Datum::Variant(which, Box::new(Datum::Nothing)));
    }
    let message = format!(
        "found {}, allowed are {} and an object with one of {}",
        value_text(at.value),
        list_names(words()),
        list_names(one_of.keys())
    );
    walker.error(&at.place, message, said.map_or_else(String::new, |word| did_you_mean(word, words())));
    None
}

/// The variant whose key is in an object without keys of others; and all such keys.
fn find_variant(at: &ValueAt<'_>, one_of: &OneOf) -> (Option<usize>, Vec<&'static str>) {
    let tags = one_of.variants.iter().filter(|variant| !variant.otherwise).map(Variant::tag);
    let said: Vec<&str> = tags.filter(|tag| at.field(tag).is_some()).collect();
    let which = one_of.variants.iter().position(|variant| match said[..] {
        [tag] => variant.tag() == tag,
        [] => variant.otherwise,
        _ => false,
    });
    (which, said)
}

/// The variant whose key is in the object: exactly one.
fn read_variant(walker: &mut DocumentReader, at: &ValueAt<'_>, one_of: &OneOf) -> Option<Datum> {
    let (which, said) = find_variant(at, one_of);
    let Some(which) = which else {
        let (message, hint) = if said.is_empty() {
            (format!("one of {} is required", list_names(one_of.variants.iter().map(Variant::tag))), "")
        } else {
            (format!("found {}; only one of them is allowed", said.join(" and ")), one_of.several)
        };
        walker.error(&at.place, message, hint);
        return None;
    };
    let variant = &one_of.variants[which];
    if let ([tag], false) = (&said[..], one_of.beside.is_empty()) {
        for key in one_of.keys() {
            if let Some(at) = at.field(key).filter(|_| variant.fields().iter().all(|field| field.key != key))
            {
                let mut parts = one_of.beside.split("{}");
                let mut part = || parts.next().unwrap_or_default();
                let message = format!("{}{key:?}{}{tag:?}{}", part(), part(), part());
                walker.error(&at.place, message, variant.alone);
            }
        }
    }
    let value = match &variant.said {
        TextForm::Key(field) => self::read_field(walker, at, field),
        TextForm::Fields(object) => read_fields(walker, at, object),
    }?;
    Some(Datum::Variant(one_of.words.len() + which, Box::new(value)))
}
