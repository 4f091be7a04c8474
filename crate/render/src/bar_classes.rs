//! The colour and pattern class of each bar, cached between pictures: computing it reads several tables, which would
//! dominate the time of a picture with a million bars.

use super::bar_style::Style;
use super::colour::{Painter, StyleKey};
use super::theme::Rgba;
use ganttlet_core::record::{Look, Trace};

/// Marks a bar whose class is not computed yet.
const UNKNOWN_CLASS: u16 = u16::MAX;

/// A colour and a pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BarClass {
    /// Its position in a stack of shares, from below.
    pub(crate) rank: u8,
    pub(crate) colour: Rgba,
    pub(crate) style: Style,
}

impl BarClass {
    /// The class of an interval.
    pub(crate) fn from_interval(trace: &Trace, painter: &Painter, interval: usize) -> Self {
        let rank = match trace.kind(trace.intervals.subject[interval]).look {
            Look::Pale => 0,
            Look::Solid => 1,
            Look::Hatched => 2,
        };
        Self { rank, colour: painter.bar_colour(interval), style: painter.style(interval) }
    }
}

/// The classes of the bars of one record, computed on demand.
#[derive(Debug, Default)]
pub(crate) struct BarClasses {
    key: Option<StyleKey>,
    /// For each interval the index of its class, or [`UNKNOWN_CLASS`].
    places: Vec<u16>,
    classes: Vec<BarClass>,
    /// For each class its colour without space for a pattern.
    afar: Vec<Rgba>,
}

impl BarClasses {
    /// Discards all classes after a change of the record.
    pub(crate) fn clear(&mut self) {
        self.key = None;
    }

    /// Discards classes that depend on another painter or record.
    pub(crate) fn revalidate(&mut self, trace: &Trace, painter: &Painter) {
        if self.key.as_ref() == Some(&painter.key) {
            return;
        }
        self.key = Some(painter.key.clone());
        self.places.clear();
        self.places.resize(trace.intervals.len(), UNKNOWN_CLASS);
        self.classes.clear();
        self.afar.clear();
    }

    /// The index of the class of an interval among all classes.
    #[inline]
    pub(crate) fn class_index(&mut self, trace: &Trace, painter: &Painter, interval: usize) -> usize {
        let place = self.places[interval];
        if place == UNKNOWN_CLASS { self.compute_class(trace, painter, interval) } else { usize::from(place) }
    }

    /// Computes and stores the class of an interval.
    #[inline(never)]
    fn compute_class(&mut self, trace: &Trace, painter: &Painter, interval: usize) -> usize {
        let class = BarClass::from_interval(trace, painter, interval);
        let place = self.classes.iter().position(|known| *known == class).unwrap_or_else(|| {
            self.afar.push(class.style.average_colour(class.colour));
            self.classes.push(class);
            self.classes.len() - 1
        });
        self.places[interval] = place as u16;
        place
    }

    /// The class at an index.
    pub(crate) fn class(&self, place: usize) -> BarClass {
        self.classes[place]
    }

    /// The colour of an interval that is too small for its pattern.
    #[inline]
    pub(crate) fn mean_colour(&mut self, trace: &Trace, painter: &Painter, interval: usize) -> Rgba {
        let place = self.class_index(trace, painter, interval);
        self.afar[place]
    }

    /// Memory in use, bytes.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.places.capacity() * size_of::<u16>()
    }
}
