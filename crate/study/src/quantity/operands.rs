//! Resolves the names in the expression of a quantity to columns of measures and to other quantities.

use super::{Coordinates, ReducedAxes};
use crate::levels::Levels;
use crate::measurement::Measurement;
use crate::outcome::{AxisValues, Outcome, axis_values};
use crate::plan::Block;
use ganttlet_core::diagnostic::{Diagnostic, did_you_mean, list_names};
use ganttlet_core::expression::{Expression, LinearFraction};
use ganttlet_document::study::{Quantity, Selection};

/// An operand: the measure or quantity that a name in an expression refers to.
pub(super) enum Operand<'a> {
    Measure(MeasureColumns<'a>),
    Quantity(&'a Quantity, AxisValues<'a>),
}

/// An expression with its operands resolved.
pub(super) struct PreparedExpression<'a> {
    pub(super) expression: Expression,
    /// Number of names that it may use.
    pub(super) fields: usize,
    /// The indices of the names that it uses.
    pub(super) used: Vec<usize>,
    /// The operands that these names refer to.
    pub(super) operands: Vec<Operand<'a>>,
    /// True if it is computed from means, not seed by seed.
    pub(super) independent: bool,
}

/// The columns of a measure: its point and column at the first value of all reduced axes, and the steps along each.
pub(super) struct MeasureColumns<'a> {
    pub(super) block: &'a Block,
    /// True if the values of all seeds are pooled.
    pub(super) pooled: bool,
    point: usize,
    column: usize,
    steps: Vec<Vec<Option<(usize, usize)>>>,
    /// True if a quick run leaves out a value of an axis that is not reduced.
    left_out: bool,
}

impl PreparedExpression<'_> {
    /// True if none of its numbers is random.
    pub(super) fn is_exact(&self) -> bool {
        let exact = |operand: &Operand| matches!(operand, Operand::Measure(measure) if measure.block.exact);
        self.operands.iter().all(exact)
    }

    /// The expression as a fraction of linear functions, if its names are measures with one value per seed.
    pub(super) fn as_fraction(&self) -> Option<LinearFraction> {
        let single = |operand: &Operand| matches!(operand, Operand::Measure(measure) if !measure.pooled);
        self.expression.as_linear_fraction(self.fields).filter(|_| self.operands.iter().all(single))
    }
}

impl MeasureColumns<'_> {
    /// The point and the column at these level indices.
    pub(super) fn point_and_column(&self, levels: &[usize]) -> Option<(usize, usize)> {
        if self.left_out {
            return None;
        }
        let mut at = (self.point, self.column);
        for (steps, &level) in self.steps.iter().zip(levels) {
            let (points, columns) = steps[level]?;
            at = (at.0 + points, at.1 + columns);
        }
        Some(at)
    }
}

impl<'p> Outcome<'p> {
    /// The axis values of an operand quantity, given the level indices of the outer quantity.
    pub(super) fn operand_values<'a>(
        &self,
        quantity: &Quantity,
        own: &AxisValues<'a>,
        reduced: ReducedAxes<'a>,
        outer: &AxisValues<'a>,
    ) -> Result<AxisValues<'a>, Diagnostic> {
        let reduced = reduced.axes.iter().zip(reduced.levels);
        let reduced = reduced.map(|(axis, &level)| (&*axis.name, axis.labels[level].clone()));
        let block = self.block(&quantity.part)?;
        // Another part may have fewer axes.
        let others = reduced.chain(outer.iter().cloned()).filter(|(name, _)| block.axis(name).is_some());
        Ok(own.iter().cloned().chain(others).collect())
    }

    /// Resolves the expression of a quantity for all values of some axes and fixed values of the others.
    pub(super) fn prepare_quantity<'a>(
        &'a self,
        quantity: &'a Quantity,
        axes: &[Levels],
        at: Coordinates,
    ) -> Result<PreparedExpression<'a>, Diagnostic> {
        self.prepare_expression(quantity, &quantity.value, axes, at)
    }

    /// Resolves an expression in the context of a quantity.
    pub(super) fn prepare_expression<'a>(
        &'a self,
        quantity: &'a Quantity,
        text: &str,
        axes: &[Levels],
        at: Coordinates,
    ) -> Result<PreparedExpression<'a>, Diagnostic> {
        let block = self.block(&quantity.part)?;
        // A part that serves as the baseline may have fewer axes, but all named axes must be those of the part of the
        // quantity.
        let mut asked =
            at.values.iter().map(|(name, _)| *name).chain(axis_values(&quantity.at).map(|(name, _)| name));
        if let Some(name) = asked.find(|&name| !name.is_empty() && block.axis(name).is_none()) {
            let known = || block.axes.iter().map(|axis| &*axis.name);
            return Err(
                Diagnostic::error(format!("no axis varies {name:?}")).hint(did_you_mean(name, known()))
            );
        }
        let fields = expression_fields(quantity, block);
        let expression = Expression::parse(text, &fields)?;
        let used = expression.used_fields();
        let operands: Vec<Operand> = used
            .iter()
            .map(|&field| self.resolve_operand(quantity, field, fields[field], axes, at))
            .collect::<Result<_, _>>()?;
        let of_means = |operand: &Operand| match operand {
            Operand::Measure(measure) => measure.pooled,
            Operand::Quantity(..) => true,
        };
        let independent = quantity.independent || quantity.of_means || operands.iter().any(of_means);
        Ok(PreparedExpression { expression, fields: fields.len(), used, operands, independent })
    }

    /// Resolves a name in the expression of a quantity.
    fn resolve_operand<'a>(
        &'a self,
        quantity: &'a Quantity,
        field: usize,
        name: &'a str,
        axes: &[Levels],
        at: Coordinates,
    ) -> Result<Operand<'a>, Diagnostic> {
        let selection = quantity.with.get(field).map(|(_, selection)| selection);
        // The values of the operand override those of the quantity.
        let own = selection.map_or(&[][..], |selection| &selection.at);
        let own: AxisValues = axis_values(own).chain(axis_values(&quantity.at)).collect();
        if let Some(other) = selection.map(|selection| &*selection.quantity).filter(|name| !name.is_empty()) {
            return Ok(Operand::Quantity(self.earlier_quantity(quantity, other)?, own));
        }
        let (block, measure) = self.resolve_measure(self.block(&quantity.part)?, selection, name)?;
        let measurement = find_measure(block, measure)?;
        let mut measure = MeasureColumns {
            block,
            pooled: measurement.measure.statistic.is_pooled(),
            point: 0,
            column: measurement.first,
            steps: axes.iter().map(|axis| vec![Some((0, 0)); axis.labels.len()]).collect(),
            left_out: false,
        };
        let resolver = AxisResolver { quick: self.plan.quick, own: &own, reduced: axes, outer: at.values };
        let (mut columns, mut points) = (measurement.items_per_list(), 1);
        for levels in measurement.by.iter().rev() {
            resolver.resolve_axis(levels, (0, columns), &mut measure)?;
            columns *= levels.labels.len();
        }
        for levels in block.axes.iter().rev() {
            resolver.resolve_axis(levels, (points, 0), &mut measure)?;
            points *= levels.labels.len();
        }
        if !measure.pooled {
            let last = measurement.items_per_list() - 1;
            let step = |item: u32| (item.max(1) as usize - 1).min(last);
            let items = axes.iter().position(|axis| axis.name.is_empty());
            match (selection.and_then(|selection| selection.item), items) {
                (None, Some(axis)) => {
                    let items = axes[axis].values.iter().map(|&value| Some((0, step(value as u32))));
                    measure.steps[axis] = items.collect();
                }
                (own, _) => measure.column += step(own.or(at.item).unwrap_or(1)),
            }
        }
        Ok(Operand::Measure(measure))
    }

    /// The quantity with this name, which must be defined before the one that refers to it, so that there are no
    /// cycles.
    pub(super) fn earlier_quantity(
        &self,
        quantity: &Quantity,
        name: &str,
    ) -> Result<&'p Quantity, Diagnostic> {
        let all = &self.plan.study.quantities;
        let own = all.iter().position(|(_, other)| std::ptr::eq(other, quantity)).unwrap_or(0);
        all[..own].iter().find(|(known, _)| known == name).map(|(_, other)| other).ok_or_else(|| {
            let known = || all[..own].iter().map(|(name, _)| &**name);
            Diagnostic::error(format!(
                "unknown quantity {name:?}; defined before it: {}",
                list_names(known())
            ))
            .hint(did_you_mean(name, known()))
        })
    }

    /// The measure that a name in a quantity refers to, and its block.
    pub(super) fn resolve_measure<'a>(
        &'a self,
        block: &'a Block,
        selection: Option<&'a Selection>,
        field: &'a str,
    ) -> Result<(&'a Block, &'a str), Diagnostic> {
        let Some(selection) = selection else { return Ok((block, field)) };
        let block = if selection.part.is_empty() { block } else { self.block(&selection.part)? };
        Ok((block, &selection.measure))
    }
}

/// Resolves the values of axes: first those of the selection, then those of the reduction, then those of the
/// surrounding table or claim.
struct AxisResolver<'a> {
    quick: bool,
    own: &'a AxisValues<'a>,
    reduced: &'a [Levels],
    outer: &'a AxisValues<'a>,
}

impl AxisResolver<'_> {
    /// Selects the value of an axis, whose levels are `step` points and columns apart.
    fn resolve_axis(
        &self,
        levels: &Levels,
        step: (usize, usize),
        measure: &mut MeasureColumns,
    ) -> Result<(), Diagnostic> {
        let value_in =
            |at: &AxisValues| at.iter().find(|(name, _)| *name == levels.name).map(|at| at.1.clone());
        let distance = |level: usize| (level * step.0, level * step.1);
        let own = value_in(self.own);
        let reduced = self.reduced.iter().position(|axis| axis.name == levels.name).filter(|_| own.is_none());
        if let Some(axis) = reduced {
            for (known, label) in measure.steps[axis].iter_mut().zip(&self.reduced[axis].labels) {
                let level = self.level_index(levels, label)?;
                *known = known.zip(level).map(|(at, level)| {
                    let (points, columns) = distance(level);
                    (at.0 + points, at.1 + columns)
                });
            }
            return Ok(());
        }
        let level = match own.or_else(|| value_in(self.outer)) {
            Some(label) => self.level_index(levels, &label)?,
            None if levels.labels.len() == 1 => Some(0),
            None => {
                return Err(Diagnostic::error(format!("no value of the axis {:?} is given", levels.name)));
            }
        };
        match level {
            Some(level) => {
                let (points, columns) = distance(level);
                (measure.point, measure.column) = (measure.point + points, measure.column + columns);
            }
            None => measure.left_out = true,
        }
        Ok(())
    }

    /// The index of a value on an axis; `None` if a quick run leaves it out.
    fn level_index(&self, levels: &Levels, label: &str) -> Result<Option<usize>, Diagnostic> {
        let level = levels.labels.iter().position(|known| known == label);
        if level.is_none() && !self.quick {
            let known = || levels.labels.iter().map(|label| &**label);
            let message =
                format!("unknown value {label:?}; values of {:?}: {}", levels.name, list_names(known()));
            return Err(Diagnostic::error(message).hint(did_you_mean(label, known())));
        }
        Ok(level)
    }
}

/// The measure with this name.
pub(super) fn find_measure<'b>(block: &'b Block, measure: &str) -> Result<&'b Measurement, Diagnostic> {
    block.measure(measure).ok_or_else(|| {
        let measures = block.measure_names();
        let known = || measures.iter().copied();
        let message = format!("unknown measure {measure:?}; available: {}", list_names(known()));
        Diagnostic::error(message).hint(did_you_mean(measure, known()))
    })
}

/// The names that the expression of a quantity may use: those of its operands, then the measures.
pub(super) fn expression_fields<'a>(quantity: &'a Quantity, block: &'a Block) -> Vec<&'a str> {
    quantity.with.iter().map(|(name, _)| &**name).chain(block.measure_names()).collect()
}
