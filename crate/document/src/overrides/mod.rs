//! Changes to a scenario by name: `seed=7&load=0.8` in a link that people edit by hand, `--set load=0.8` on the command
//! line.
//!
//! A name sets every place that has it: `seed`, `horizon_s`, `warm_up_s`, the `nodes` of the only cluster, or a parameter of
//! the platform, the workload, the background, any system or the measures. A role of the first system (or `policy` for
//! its first role) sets that system. A JSON pointer (`/workload/0/parameters/load`) sets one place, after all names.

mod knobs;

use super::catalog::expression_advice;
use super::model::{Scenario, Variant, system_pointer};
use super::read::read_setting;
use ganttlet_core::diagnostic::{Diagnostic, did_you_mean, format_number, list_names};
use ganttlet_core::entry::{CustomExpression, Kind, Role, Settings, Value, text_problem};
use ganttlet_format::Format;
pub(crate) use knobs::knob_text;
use knobs::{Knob, get_integer, list_knobs, role_pointer, set_value};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The scenario with the changes of a link, and diagnostics about them. Links are never rejected: values out of range
/// are clamped, unknown names are left out; both are reported.
pub fn apply_overrides(
    scenario: &Scenario,
    changes: &BTreeMap<String, String>,
) -> (Scenario, Vec<Diagnostic>) {
    let changes: Vec<(&str, &str)> = changes.iter().map(|(name, word)| (&**name, &**word)).collect();
    let mut change = ScenarioEdit { scenario: scenario.clone(), strict: false, diagnostics: Vec::new() };
    change.apply_all(&changes);
    (change.scenario, change.diagnostics)
}

/// Applies changes to a scenario in order, with diagnostics. Unknown names and invalid values are errors.
pub fn set_values(
    scenario: &Scenario,
    changes: &[(&str, &str)],
) -> Result<(Scenario, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut change = ScenarioEdit { scenario: scenario.clone(), strict: true, diagnostics: Vec::new() };
    change.apply_all(changes);
    if change.diagnostics.iter().any(Diagnostic::is_error) {
        Err(change.diagnostics)
    } else {
        Ok((change.scenario, change.diagnostics))
    }
}

/// Sets parameters of a format, given as names and words. Each invalid setting is an error at its name.
pub fn format_settings(
    format: &Format,
    mut settings: Settings,
    changes: &[(&str, &str)],
) -> Result<Settings, Vec<Diagnostic>> {
    let mut wrong = Vec::new();
    for &(name, word) in changes {
        let parameters = format.entry.parameters;
        let Some(parameter) = parameters.iter().find(|parameter| parameter.id == name) else {
            let known = || parameters.iter().map(|parameter| parameter.id);
            let available = known().collect::<Vec<_>>().join(", ");
            let message = match format.entry.id {
                id if parameters.is_empty() => format!("the format {id} has no parameters"),
                id => format!("the format {id} has no parameter of this name; available: {available}"),
            };
            wrong.push(Diagnostic::error(message).place(name).hint(did_you_mean(name, known())));
            continue;
        };
        match parse_value(word, &parameter.kind) {
            Ok(value) => settings.set(parameter, value),
            Err(InvalidValue { message, hint, within, .. }) => {
                wrong.push(Diagnostic::error(message).place(format!("{name}{within}")).hint(hint));
            }
        }
    }
    if wrong.is_empty() { Ok(settings) } else { Err(wrong) }
}

impl Scenario {
    /// The scenario with the platform and values of one of its variants, without compared systems.
    ///
    /// # Panics
    /// If there is no such variant.
    pub fn for_variant(&self, variant: usize) -> Result<Cow<'_, Self>, Vec<Diagnostic>> {
        let chosen = &self.variants[variant];
        if chosen.is_unmodified() && self.variants.len() == 1 {
            return Ok(Cow::Borrowed(self));
        }
        let mut own = self.clone();
        own.variants = vec![Variant { platform: None, set: Vec::new(), edits: Vec::new(), ..chosen.clone() }];
        own.edits.extend_from_slice(&chosen.edits);
        if let Some(platform) = &chosen.platform {
            own.platform = platform.clone();
        }
        let words: Vec<String> = chosen.set.iter().map(|(_, value)| value.label()).collect();
        let changes: Vec<(&str, &str)> =
            chosen.set.iter().zip(&words).map(|((name, _), word)| (&**name, &**word)).collect();
        let together = match set_values(&own, &changes) {
            Ok((own, _)) => return Ok(Cow::Owned(own)),
            Err(wrong) => wrong,
        };
        // The message of each value identifies the setting.
        let place = format!("{}/set", system_pointer(variant));
        let at = |wrong: Vec<Diagnostic>, place: &str| -> Vec<Diagnostic> {
            wrong.into_iter().map(|wrong| Diagnostic { place: place.to_owned(), ..wrong }).collect()
        };
        let mut all = Vec::new();
        for &(name, word) in &changes {
            let wrong = set_values(&own, &[(name, word)]).err().unwrap_or_default();
            all.extend(at(wrong, &format!("{place}/{}", name.replace('~', "~0").replace('/', "~1"))));
        }
        Err(if all.is_empty() { at(together, &place) } else { all })
    }
}

/// Adds to integers with this name, or at this place; they wrap around at the end of their range. False if there are
/// none.
pub fn add_to_integers(scenario: &mut Scenario, name: &str, by: i64) -> bool {
    let mut found = false;
    for Knob { name: own, place, kind, holder, .. } in list_knobs(scenario) {
        let Kind::Integer { min, max, default } = kind else { continue };
        if name == own || name == place {
            let now = get_integer(scenario, &holder).unwrap_or(default);
            let grown = min + (now - min).saturating_add(by).rem_euclid((max - min).saturating_add(1));
            set_value(scenario, &holder, Value::Integer(grown));
            found = true;
        }
    }
    found
}

impl Variant {
    /// Sets the policy of a role. Its parameters get their defaults, those of the old policy are removed.
    pub fn set_policy(&mut self, role: &'static str, policy: &'static str) {
        self.policies.insert(role, policy.into());
        let parameters = self.parameters();
        let mut settings = Settings::defaults(parameters.iter().copied());
        for parameter in parameters {
            if let Some(value) = self.settings.get(parameter.id) {
                settings.set(parameter, value.clone());
            }
        }
        self.settings = settings;
    }
}

/// A scenario that is being changed.
struct ScenarioEdit {
    scenario: Scenario,
    /// Invalid values are errors instead of being adjusted.
    strict: bool,
    diagnostics: Vec<Diagnostic>,
}

/// A word that is not a value of its kind.
struct InvalidValue {
    /// The found word and the allowed values.
    message: String,
    hint: String,
    /// The nearest valid value, and its text.
    nearest: Option<(Value, String)>,
    /// The place of a cell in its table; empty outside tables.
    within: String,
}

impl From<Diagnostic> for InvalidValue {
    fn from(wrong: Diagnostic) -> Self {
        let Diagnostic { message, hint, place, .. } = wrong;
        Self { message, hint, nearest: None, within: place }
    }
}

impl ScenarioEdit {
    /// Policies first, because they add parameters; pointers last, because they are more specific.
    fn apply_all(&mut self, changes: &[(&str, &str)]) {
        let pointer = |name: &str| name.starts_with('/');
        let mut left = Vec::new();
        for &(name, word) in changes {
            if !self.set_role(name, word) {
                left.push((name, word));
            }
        }
        for wanted in [false, true] {
            for &(name, word) in left.iter().filter(|(name, _)| pointer(name) == wanted) {
                self.set_one(name, word);
            }
        }
    }

    /// Sets the policy of a role; false if there is no role of this name.
    fn set_role(&mut self, name: &str, word: &str) -> bool {
        let hit = self.scenario.variants.iter().enumerate().find_map(|(i, variant)| {
            let roles = variant.system().roles;
            let alias = (i == 0 && name == "policy").then(|| roles.first()).flatten();
            let said = |id: &str| i == 0 && name == id || name == role_pointer(i, id);
            roles.iter().find(|role| said(role.id)).or(alias).map(|role| (i, role))
        });
        let Some((i, role)) = hit else { return false };
        let known = || role.family.ids().into_iter();
        if let Some(id) = known().find(|id| *id == word) {
            self.scenario.variants[i].set_policy(role.id, id);
        } else {
            let message = format!("found {word:?}, allowed are {}", list_names(known()));
            let hint = expression_advice(role.family, word).unwrap_or_else(|| did_you_mean(word, known()));
            let misfit = InvalidValue { message, hint, nearest: None, within: String::new() };
            self.report_invalid(name, &role_pointer(i, role.id), misfit);
        }
        true
    }

    /// Sets the values with this name, or at this place.
    fn set_one(&mut self, name: &str, word: &str) {
        let (mut set, mut wrong, mut far) = (Vec::new(), Vec::new(), None);
        for knob in
            list_knobs(&mut self.scenario).into_iter().filter(|knob| name == knob.name || name == knob.place)
        {
            let used = parse_value(word, &knob.kind).or_else(|misfit| {
                let nearest = misfit.nearest.as_ref().map(|(value, _)| value.clone());
                wrong.push((knob.place.clone(), misfit));
                nearest.filter(|_| !self.strict).ok_or(())
            });
            if let Ok(value) = used {
                far = far.or_else(|| knob.suspicious_default(&value));
                set_value(&mut self.scenario, &knob.holder, value);
                set.push(knob.place);
            }
        }
        // A word that is valid in one place may be invalid in another of the same name.
        let strange = |(_, misfit): &&(String, InvalidValue)| misfit.nearest.is_none();
        let spared: Vec<&str> = wrong.iter().filter(strange).map(|(place, _)| place.as_str()).collect();
        let spared = if set.is_empty() || spared.is_empty() {
            String::new()
        } else {
            format!("; not a value of {}", spared.join(", "))
        };
        if set.is_empty() && wrong.is_empty() {
            self.report_unknown(name);
        } else if set.len() > 1 || !spared.is_empty() {
            let places = if set.len() == 1 { "1 place".to_owned() } else { format!("{} places", set.len()) };
            let message = format!("set in {places}: {}{spared}", set.join(", "));
            let hint = "Use one of these JSON pointers instead of the name to set only that value.";
            self.diagnostics.push(Diagnostic::note(message).place(name).hint(hint));
        }
        // Reported once for all places.
        let first = wrong.into_iter().find(|(_, misfit)| set.is_empty() || misfit.nearest.is_some());
        if let Some((place, misfit)) = first {
            self.report_invalid(name, &place, misfit);
        } else if let Some(default) = far {
            let message =
                format!("{word} is unusual (the default is {}); {word} is used", format_number(default));
            self.diagnostics.push(Diagnostic::warning(message).place(name));
        }
    }

    fn report_unknown(&mut self, name: &str) {
        let pointer = name.starts_with('/');
        let mut known: Vec<String> = if pointer { Vec::new() } else { ["policy".to_owned()].into() };
        for (i, variant) in self.scenario.variants.iter().enumerate().filter(|&(i, _)| pointer || i == 0) {
            let role = |role: &Role| if pointer { role_pointer(i, role.id) } else { role.id.to_owned() };
            known.extend(variant.system().roles.iter().map(role));
        }
        for Knob { name, place, .. } in list_knobs(&mut self.scenario) {
            let word = if pointer { place } else { name.to_owned() };
            if !word.is_empty() && !known.contains(&word) {
                known.push(word);
            }
        }
        let hint = did_you_mean(name, known.iter().map(String::as_str));
        let message = "the scenario has no parameter of this name";
        self.diagnostics.push(if self.strict {
            let message = format!("{message}; available: {}", known.join(", "));
            Diagnostic::error(message).place(name).hint(hint)
        } else {
            Diagnostic::warning(format!("{message}; ignored")).place(name).hint(hint)
        });
    }

    fn report_invalid(&mut self, name: &str, place: &str, misfit: InvalidValue) {
        let InvalidValue { message, hint, nearest, within } = misfit;
        self.diagnostics.push(if self.strict {
            Diagnostic::error(message).place(format!("{place}{within}")).hint(hint)
        } else {
            let used = nearest.map_or("ignored".to_owned(), |(_, used)| format!("{used} is used"));
            Diagnostic::warning(format!("{message}; {used}")).place(name).hint(hint)
        });
    }
}

/// Parses a value of this kind.
fn parse_value(word: &str, kind: &Kind) -> Result<Value, InvalidValue> {
    let number = |word: &str| word.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    let misfit = |found: String, allowed: String, nearest| {
        let message = format!("found {found}, allowed are {allowed}");
        InvalidValue { message, hint: String::new(), nearest, within: String::new() }
    };
    match *kind {
        Kind::Number { min, max, .. } => {
            let allowed = || format!("numbers from {} to {}", format_number(min), format_number(max));
            let Some(x) = number(word) else { return Err(misfit(format!("{word:?}"), allowed(), None)) };
            let used = x.clamp(min, max);
            if (min..=max).contains(&x) {
                return Ok(Value::Number(x));
            }
            Err(misfit(word.to_owned(), allowed(), Some((Value::Number(used), format_number(used)))))
        }
        Kind::Integer { min, max, .. } => {
            let allowed = || format!("whole numbers from {min} to {max}");
            let Some(x) = number(word) else { return Err(misfit(format!("{word:?}"), allowed(), None)) };
            // Exact for integers beyond 2^53 too, which are clamped like all others.
            let used = (libm::round(x) as i64).clamp(min, max);
            if x.fract() == 0.0 && (min as f64..=max as f64).contains(&x) {
                return Ok(Value::Integer(used));
            }
            Err(misfit(word.to_owned(), allowed(), Some((Value::Integer(used), used.to_string()))))
        }
        Kind::Bool { .. } => match word {
            "true" | "1" | "yes" => Ok(Value::Bool(true)),
            "false" | "0" | "no" => Ok(Value::Bool(false)),
            _ => Err(misfit(format!("{word:?}"), "true and false".to_owned(), None)),
        },
        Kind::Choice { options, .. } => {
            let words = || options.iter().map(|&(option, _)| option);
            if let Some(option) = words().find(|option| *option == word) {
                return Ok(Value::Choice(option));
            }
            let wrong = misfit(format!("{word:?}"), list_names(words()), None);
            Err(InvalidValue { hint: did_you_mean(word, words()), ..wrong })
        }
        Kind::Expression { variables, .. } => match CustomExpression::parse(word, variables) {
            Ok(_) => Ok(Value::Expression(word.into())),
            Err(wrong) => Err(wrong.into()),
        },
        Kind::Text { max_length, .. } => match text_problem(word, max_length) {
            None => Ok(Value::Text(word.into())),
            Some(problem) => Err(Diagnostic::error(problem).into()),
        },
        Kind::Table { .. } => Ok(read_setting(word, kind)?),
    }
}
