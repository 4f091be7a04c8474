//! What each bar looks like from afar, kept from picture to picture: to ask for it means to wait for memory in several
//! tables, which is what most of the time of a picture of a million bars would go into.

use super::colour::{Key, Painter};
use super::look::Style;
use super::theme::Rgba;
use ganttlet_core::record::{Look, Trace};

/// Says that a bar has not been looked at.
const UNKNOWN: u16 = u16::MAX;

/// What has a colour and a pattern of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Class {
    /// Its place in a stack of shares, from below.
    pub(crate) rank: u8,
    pub(crate) colour: Rgba,
    pub(crate) style: Style,
}

impl Class {
    /// That of an interval.
    pub(crate) fn of(trace: &Trace, painter: &Painter, interval: usize) -> Self {
        let rank = match trace.kind(trace.intervals.subject[interval]).look {
            Look::Pale => 0,
            Look::Solid => 1,
            Look::Hatched => 2,
        };
        Self { rank, colour: painter.bar(interval), style: painter.style(interval) }
    }
}

/// The classes of the bars of one record, as far as they have been asked for.
#[derive(Debug, Default)]
pub(crate) struct Tints {
    key: Option<Key>,
    /// For each interval the place of its class, or [`UNKNOWN`].
    places: Vec<u16>,
    classes: Vec<Class>,
    /// For each class its colour where there is no room for a pattern.
    afar: Vec<Rgba>,
}

impl Tints {
    /// Forgets all, as the record has changed.
    pub(crate) fn forget(&mut self) {
        self.key = None;
    }

    /// Forgets what is no longer true with another painter or another record.
    pub(crate) fn follow(&mut self, trace: &Trace, painter: &Painter) {
        if self.key.as_ref() == Some(&painter.key) {
            return;
        }
        self.key = Some(painter.key.clone());
        self.places.clear();
        self.places.resize(trace.intervals.len(), UNKNOWN);
        self.classes.clear();
        self.afar.clear();
    }

    /// The place of the class of an interval among all classes.
    #[inline]
    pub(crate) fn place(&mut self, trace: &Trace, painter: &Painter, interval: usize) -> usize {
        let place = self.places[interval];
        if place == UNKNOWN { self.look(trace, painter, interval) } else { usize::from(place) }
    }

    #[inline(never)]
    fn look(&mut self, trace: &Trace, painter: &Painter, interval: usize) -> usize {
        let class = Class::of(trace, painter, interval);
        let place = self.classes.iter().position(|known| *known == class).unwrap_or_else(|| {
            self.afar.push(class.style.averaged(class.colour));
            self.classes.push(class);
            self.classes.len() - 1
        });
        self.places[interval] = place as u16;
        place
    }

    /// The class at a place.
    pub(crate) fn class(&self, place: usize) -> Class {
        self.classes[place]
    }

    /// The colour of an interval where there is no room for a pattern.
    #[inline]
    pub(crate) fn afar(&mut self, trace: &Trace, painter: &Painter, interval: usize) -> Rgba {
        let place = self.place(trace, painter, interval);
        self.afar[place]
    }

    /// Bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<u16>()
    }
}
