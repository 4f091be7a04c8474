//! Reports quantities that cannot be computed.

use super::operands::{expression_fields, find_measure};
use super::reduction::Reduction;
use crate::outcome::Outcome;
use crate::plan::Plan;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::expression::Expression;
use ganttlet_document::study::Quantity;

/// Reports unknown names and cycles in all quantities, also in unused quantities, without a run.
pub fn check_quantities(plan: &Plan) -> Vec<Diagnostic> {
    let outcome = Outcome { plan, numbers: &[] };
    let wrong = |(name, quantity): &(String, Quantity)| {
        let place = format!("/quantities/{}", name.replace('~', "~0").replace('/', "~1"));
        outcome.check_quantity(name, quantity).err().map(|wrong| wrong.place(place))
    };
    plan.study.quantities.iter().filter_map(wrong).collect()
}

impl Outcome<'_> {
    /// Fails if a quantity refers to a name that does not exist, or to itself.
    fn check_quantity(&self, name: &str, quantity: &Quantity) -> Result<(), Diagnostic> {
        let block = self.block(&quantity.part)?;
        let all = &self.plan.study.quantities;
        let known = |name: &str| all.iter().any(|(known, _)| known == name);
        let fields = expression_fields(quantity, block);
        let texts = std::iter::once(&quantity.value).chain(quantity.pooled.iter().map(|pooled| &pooled.only));
        for text in texts.filter(|text| !text.is_empty()) {
            Expression::parse(text, &fields).map_err(|wrong| {
                let named = all.iter().find(|(name, _)| wrong.message.contains(&format!("{name:?}")));
                match named {
                    Some((name, _)) if wrong.hint.is_empty() => wrong.hint(format!(
                        "Declare the quantity first: \"with\": {{{name:?}: {{\"quantity\": {name:?}}}}}."
                    )),
                    _ => wrong,
                }
            })?;
        }
        if is_cyclic(all, name) {
            return Err(Diagnostic::error(format!("the quantity {name:?} depends on itself")));
        }
        for (field, selection) in &quantity.with {
            if selection.quantity.is_empty() {
                let (block, measure) = self.resolve_measure(block, Some(selection), field)?;
                find_measure(block, measure)?;
            } else if known(&selection.quantity) {
                self.earlier_quantity(quantity, &selection.quantity)?;
            } else {
                self.quantity_named(&selection.quantity)?;
            }
        }
        Reduction::of(quantity).check(self, block)
    }
}

/// True if a quantity depends on itself.
fn is_cyclic(all: &[(String, Quantity)], name: &str) -> bool {
    let (mut seen, mut left) = (Vec::new(), vec![name]);
    while let Some(next) = left.pop() {
        let Some((_, quantity)) = all.iter().find(|(known, _)| known == next) else { continue };
        let of = quantity.with.iter().map(|(_, selection)| &*selection.quantity);
        let of = of.chain(quantity.ahead.iter().map(|ahead| &*ahead.of)).filter(|of| !of.is_empty());
        for of in of {
            if of == name {
                return true;
            }
            if !seen.contains(&of) {
                seen.push(of);
                left.push(of);
            }
        }
    }
    false
}
