//! A value of the text against what it may be: every mistake is told in one pass.

use super::settings;
use super::walk::{At, Walker, found, join, whole};
use crate::catalog::refused;
use crate::choice;
use ganttlet_core::diagnostic::{meant, names, plain};
use ganttlet_core::entry::document::{
    Choice, Datum, Field, List, Map, Notes, Object, OneOf, Pattern, Presence, Said, Shape, Variant,
};
use ganttlet_core::entry::{Role, Settings};
use serde_json::Value;

/// How many wrong values of one column are told one by one.
const TOLD: usize = 3;

/// The value at a place, or `None` after telling why not.
pub(super) fn check(walker: &mut Walker, at: &At<'_>, shape: Shape) -> Option<Datum> {
    match shape {
        Shape::Number(min, max) => walker.number(at, min, max).map(Datum::Number),
        Shape::Integer(min, max) => walker.integer(at, min, max).map(Datum::Integer),
        Shape::Flag => walker.flag(at).map(Datum::Flag),
        Shape::Text => walker.text(at).map(|text| Datum::Text(text.to_owned())),
        Shape::Tree => Some(Datum::Text(at.value.to_string())),
        Shape::Pattern(pattern) => self::pattern(walker, at, pattern),
        Shape::OrNull(_) if at.value.is_null() => Some(Datum::Nothing),
        Shape::OrNull(of) => check(walker, at, *of),
        Shape::Pair([first, second]) => {
            let (a, b) = pair(walker, at)?;
            let (a, b) = (check(walker, &a, *first), check(walker, &b, *second));
            Some(Datum::List(vec![a?, b?]))
        }
        Shape::Range(most) => range(walker, at, most),
        Shape::List(list) => self::list(walker, at, list),
        Shape::Map(map) => self::map(walker, at, map),
        Shape::OrList([one, list]) => {
            let which = usize::from(at.value.is_array());
            let value = check(walker, at, if which == 0 { *one } else { *list })?;
            Some(Datum::Variant(which, Box::new(value)))
        }
        Shape::Object(object) => {
            walker.object(at, &object.keys())?;
            fields(walker, at, object)
        }
        Shape::OneOf(one_of) => self::one_of(walker, at, one_of),
        Shape::Id(family) => walker.id(at, family, |_| None).map(Datum::Id),
        Shape::Named(named) => check(walker, at, named.of),
        Shape::Policies(_) | Shape::Settings(_) | Shape::Parameters(_) => {
            unreachable!("only fields have such a shape")
        }
    }
}

fn pattern(walker: &mut Walker, at: &At<'_>, pattern: &Pattern) -> Option<Datum> {
    let text = at.value.as_str();
    if let Some(text) = text.filter(|text| text.len() <= pattern.most && (pattern.fits)(text)) {
        return Some(Datum::Text(text.to_owned()));
    }
    let said = text.and_then(pattern.found).unwrap_or_else(|| found(at.value));
    walker.error(&at.place, format!("found {said}, allowed {}", pattern.allowed), pattern.hint);
    None
}

/// Two values, such as `[14, 10]`.
fn pair<'a>(walker: &mut Walker, at: &At<'a>) -> Option<(At<'a>, At<'a>)> {
    let mut items = at.items();
    let pair = (items.next(), items.next(), items.next());
    if let (Some(first), Some(second), None) = pair {
        return Some((first, second));
    }
    walker.error(&at.place, format!("found {}, allowed is a pair of numbers", found(at.value)), "");
    None
}

/// From and to; null where there is no bound.
fn range(walker: &mut Walker, at: &At<'_>, most: f64) -> Option<Datum> {
    let (from, to) = pair(walker, at)?;
    let mut bound = |at: &At<'_>| {
        if at.value.is_null() {
            Some(Datum::Nothing)
        } else {
            walker.number(at, 0.0, most).map(Datum::Number)
        }
    };
    let (from, to) = (bound(&from), bound(&to));
    let (from, to) = (from?, to?);
    if let (&Datum::Number(least), &Datum::Number(most)) = (&from, &to)
        && least > most
    {
        let message = format!("found {} to {}", plain(least), plain(most));
        walker.error(&at.place, message, "Write the smaller number first.");
    }
    Some(Datum::List(vec![from, to]))
}

fn list(walker: &mut Walker, at: &At<'_>, list: &List) -> Option<Datum> {
    let count = walker.list(at, list.most, list.things)?.len();
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
        return column(walker, at, list.of);
    }
    all(at.items().map(|item| check(walker, &item, list.of))).map(Datum::List)
}

/// All of these, or none if one is missing. The rest is read all the same, so that its mistakes are told as well.
fn all(items: impl Iterator<Item = Option<Datum>>) -> Option<Vec<Datum>> {
    let (mut all, mut whole) = (Vec::new(), true);
    for item in items {
        match item {
            Some(item) => all.push(item),
            None => whole = false,
        }
    }
    whole.then_some(all)
}

/// The values of a column: of many wrong ones, the first few are told.
fn column(walker: &mut Walker, at: &At<'_>, of: Shape) -> Option<Datum> {
    let list = at.value.as_array()?;
    let mut values = Vec::with_capacity(list.len());
    let mut wrong = 0;
    for (value, i) in list.iter().zip(0..) {
        if let Some(value) = cell(value, of) {
            values.push(value);
            continue;
        }
        wrong += 1;
        if wrong <= TOLD {
            let message = format!("found {}, allowed are {}", found(value), allowed(of));
            walker.error(&format!("{}/{i}", at.place), message, "");
        }
    }
    if wrong > TOLD {
        walker.error(&at.place, format!("{} more values are not allowed", wrong - TOLD), "");
    }
    (wrong == 0).then_some(Datum::List(values))
}

/// A value of a column, if it is allowed.
fn cell(value: &Value, of: Shape) -> Option<Datum> {
    match of {
        Shape::Number(min, max) => value.as_f64().filter(|x| (min..=max).contains(x)).map(Datum::Number),
        Shape::Integer(min, max) => whole(value).filter(|x| (min..=max).contains(x)).map(Datum::Integer),
        Shape::OrNull(_) if value.is_null() => Some(Datum::Nothing),
        Shape::OrNull(of) => cell(value, *of),
        _ => None,
    }
}

/// What a column takes.
fn allowed(of: Shape) -> String {
    match of {
        Shape::Number(min, max) => format!("numbers from {} to {}", plain(min), plain(max)),
        Shape::Integer(min, max) => format!("whole numbers from {min} to {max}"),
        Shape::OrNull(of) => format!("{} and null", allowed(*of)),
        _ => String::new(),
    }
}

fn map(walker: &mut Walker, at: &At<'_>, map: &Map) -> Option<Datum> {
    let Value::Object(object) = at.value else {
        let message = format!("found {}, allowed is an object of {}", found(at.value), map.things);
        walker.error(&at.place, message, map.hint);
        return None;
    };
    all(object.iter().map(|(name, value)| {
        let value = check(walker, &At { value, place: join(&at.place, name) }, map.of)?;
        Some(Datum::List(vec![Datum::Text(name.clone()), value]))
    }))
    .map(Datum::List)
}

/// The fields of an object, in the order of its shape. Keys that it does not have are told of already.
pub(super) fn fields(walker: &mut Walker, at: &At<'_>, object: &Object) -> Option<Datum> {
    let (mut values, mut wrong) = (Vec::with_capacity(object.fields.len()), Vec::new());
    let mut needed = true;
    for field in object.fields {
        let value = self::field(walker, at, field);
        if value.is_none() {
            wrong.push(field.key);
            needed &= !matches!(field.presence, Presence::Needed(_));
        }
        values.push(value.unwrap_or_else(|| unsaid(field)));
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

/// What a field is where nothing is said.
fn unsaid(field: &Field) -> Datum {
    match field.presence {
        Presence::Default(default) => default(),
        Presence::Needed(_) | Presence::Optional => Datum::Nothing,
    }
}

fn field(walker: &mut Walker, at: &At<'_>, field: &Field) -> Option<Datum> {
    match (field.key, field.shape) {
        ("", Shape::OneOf(one_of)) => return chosen(walker, at, one_of),
        ("", Shape::Object(object)) => return fields(walker, at, object),
        (key, Shape::Policies(choice)) => return Some(policies(walker, at, key, choice)),
        (key, Shape::Settings(choice)) => {
            return Some(Datum::Settings(chosen_settings(walker, at, key, choice)));
        }
        (key, Shape::Parameters(list)) => {
            let list: Vec<_> = list.iter().collect();
            return Some(Datum::Settings(settings(walker, at.get(key).as_ref(), &list, |_| None)));
        }
        _ => {}
    }
    match (at.get(field.key), field.presence) {
        (Some(at), _) => check(walker, &at, field.shape),
        (None, Presence::Needed(hint)) => walker.need(at, field.key, hint).and(None),
        (None, _) => Some(unsaid(field)),
    }
}

/// The roles of the member that an object names; none if it is unknown.
fn roles(at: &At<'_>, choice: &Choice) -> &'static [Role] {
    let member = at.value.as_object().and_then(|object| choice::member(object, choice));
    member.map_or(&[], |member| (choice.roles)(member.id))
}

/// The policy in each role, with the defaults for those that are not said. Where the member is unknown, there is nothing to
/// tell about them.
fn policies(walker: &mut Walker, at: &At<'_>, key: &str, choice: &Choice) -> Datum {
    let (roles, own) = (roles(at, choice), at.get(key));
    if let Some(own) = own.as_ref().filter(|_| !roles.is_empty()) {
        walker.object(own, &roles.iter().map(|role| role.id).collect::<Vec<_>>());
    }
    let policy = |role: &Role| {
        let id = match own.as_ref().and_then(|own| own.get(role.id)) {
            Some(at) => walker.id(&at, role.family, |word| refused(role.family, word))?,
            None => role.default,
        };
        Some(Datum::List(vec![Datum::Id(role.id), Datum::Id(id)]))
    };
    Datum::List(roles.iter().filter_map(policy).collect())
}

/// The parameters of the member that an object names and of its policies; where one of these is unknown, there is nothing to
/// tell about them.
fn chosen_settings(walker: &mut Walker, at: &At<'_>, key: &str, choice: &Choice) -> Settings {
    let parameters = at.value.as_object().and_then(|object| choice::parameters(object, choice));
    let Some(parameters) = parameters else { return Settings::default() };
    // Kept in many texts while the policy is changed to and fro, so it is no mistake.
    let others = || roles(at, choice).iter().flat_map(|role| role.family.entries());
    settings(walker, at.get(key).as_ref(), &parameters, |unknown| {
        let owner = others().find(|entry| entry.parameters.iter().any(|one| one.id == unknown))?;
        Some(format!("this is a parameter of `{}`, which is not selected; ignored", owner.id))
    })
}

/// A word, or an object with the keys of one of several things.
fn one_of(walker: &mut Walker, at: &At<'_>, one_of: &OneOf) -> Option<Datum> {
    if at.value.is_object() || one_of.words.is_empty() {
        let all = one_of.keys();
        let (which, said) = which(at, one_of);
        match which.filter(|_| !said.is_empty()) {
            None => {
                walker.object(at, &all)?;
            }
            Some(which) => {
                let own: Vec<&str> = one_of.variants[which].fields().iter().map(|field| field.key).collect();
                // Keys of other alternatives are reported with a reason, if there is one.
                let known = if one_of.beside.is_empty() { &own } else { &all };
                walker.unknown_keys(at, known, &own);
            }
        }
        return chosen(walker, at, one_of);
    }
    let words = || one_of.words.iter().map(|&(word, _)| word);
    let said = at.value.as_str();
    if let Some(which) = words().position(|word| Some(word) == said) {
        return Some(Datum::Variant(which, Box::new(Datum::Nothing)));
    }
    let message = format!(
        "found {}, allowed are {} and an object with one of {}",
        found(at.value),
        names(words()),
        names(one_of.keys())
    );
    walker.error(&at.place, message, said.map_or_else(String::new, |word| meant(word, words())));
    None
}

/// The variant whose key stands in an object, and no key of another; and all such keys.
fn which(at: &At<'_>, one_of: &OneOf) -> (Option<usize>, Vec<&'static str>) {
    let tags = one_of.variants.iter().filter(|variant| !variant.otherwise).map(Variant::tag);
    let said: Vec<&str> = tags.filter(|tag| at.get(tag).is_some()).collect();
    let which = one_of.variants.iter().position(|variant| match said[..] {
        [tag] => variant.tag() == tag,
        [] => variant.otherwise,
        _ => false,
    });
    (which, said)
}

/// The one of several things whose key stands in the object: one and no other.
fn chosen(walker: &mut Walker, at: &At<'_>, one_of: &OneOf) -> Option<Datum> {
    let (which, said) = which(at, one_of);
    let Some(which) = which else {
        let (message, hint) = if said.is_empty() {
            (format!("one of {} is required", names(one_of.variants.iter().map(Variant::tag))), "")
        } else {
            (format!("found {}; only one of them is allowed", said.join(" and ")), one_of.several)
        };
        walker.error(&at.place, message, hint);
        return None;
    };
    let variant = &one_of.variants[which];
    if let ([tag], false) = (&said[..], one_of.beside.is_empty()) {
        for key in one_of.keys() {
            if let Some(at) = at.get(key).filter(|_| variant.fields().iter().all(|field| field.key != key)) {
                let mut parts = one_of.beside.split("{}");
                let mut part = || parts.next().unwrap_or_default();
                let message = format!("{}{key:?}{}{tag:?}{}", part(), part(), part());
                walker.error(&at.place, message, variant.alone);
            }
        }
    }
    let value = match &variant.said {
        Said::Key(field) => self::field(walker, at, field),
        Said::Fields(object) => fields(walker, at, object),
    }?;
    Some(Datum::Variant(one_of.words.len() + which, Box::new(value)))
}
