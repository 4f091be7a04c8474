//! Layout of the units of a pattern: a farm is a star, a pipeline a chain that turns at its ends, a wavefront a grid.

use ganttlet_work::hoc::{Layout, Pattern, UnitGraph};

/// Minimum number of units per line of a chain.
const MIN_CHAIN_WIDTH: usize = 8;
/// Number of workers in the first ring of a star, and the increment for each further ring.
const RING_WORKERS: usize = 12;

/// The positions of units, in steps from unit to unit.
pub(super) struct UnitLayout {
    pub(super) places: Vec<(f32, f32)>,
    /// Width and height: the largest distances from the first unit.
    pub(super) wide: f32,
    pub(super) high: f32,
}

/// The positions of the units of a pattern.
pub(super) fn layout_units(pattern: Pattern, layout: Layout, graph: &UnitGraph) -> UnitLayout {
    let units = graph.peers.len();
    // The first unit sends to the one on its right and to the one below it, if there is more than one row.
    let columns = graph.after.first().and_then(|after| after.get(1)).map(|&below| below as usize);
    let places = match (pattern, columns) {
        (Pattern::Farm, _) => layout_star(units),
        (Pattern::Wavefront, _) if layout == Layout::Triangle => layout_wavefront(units),
        (Pattern::Wavefront, Some(columns)) => {
            (0..units).map(|unit| ((unit % columns) as f32, (unit / columns) as f32)).collect()
        }
        _ => layout_chain(units),
    };
    let most = |of: fn(&(f32, f32)) -> f32| places.iter().map(of).fold(0.0, f32::max);
    UnitLayout { wide: most(|place| place.0), high: most(|place| place.1), places }
}

/// Alternately to the right and to the left, line by line.
fn layout_chain(units: usize) -> Vec<(f32, f32)> {
    // The number of lines keeps the drawing about twice as wide as high.
    let columns = ((units * 2).isqrt().max(MIN_CHAIN_WIDTH)).min(units.max(1));
    let place = |unit: usize| {
        let (line, along) = (unit / columns, unit % columns);
        let x = if line % 2 == 0 { along } else { columns - 1 - along };
        (x as f32, line as f32)
    };
    (0..units).map(place).collect()
}

/// The master in the middle, the workers in rings around it.
fn layout_star(units: usize) -> Vec<(f32, f32)> {
    let workers = units.saturating_sub(1);
    let mut rings: Vec<usize> = Vec::new();
    let mut left = workers;
    while left > 0 {
        let ring = (RING_WORKERS * (rings.len() + 1)).min(left);
        rings.push(ring);
        left -= ring;
    }
    let radius = |ring: usize| (ring + 1) as f32 * 1.9;
    let middle = if rings.is_empty() { 0.0 } else { radius(rings.len() - 1) };
    let mut places = vec![(middle, middle)];
    for (ring, &count) in rings.iter().enumerate() {
        for place in 0..count {
            let angle = (place as f32 / count as f32 - 0.25) * std::f32::consts::TAU;
            let (sin, cos) = libm::sincosf(angle);
            places.push((middle + radius(ring) * cos, middle + radius(ring) * sin));
        }
    }
    places.truncate(units);
    places
}

/// Diagonals that grow by one, from the upper left.
fn layout_wavefront(units: usize) -> Vec<(f32, f32)> {
    let mut places = Vec::with_capacity(units);
    let mut diagonal = 0;
    while places.len() < units {
        places.extend((0..=diagonal).map(|along| (along as f32, (diagonal - along) as f32)));
        diagonal += 1;
    }
    places.truncate(units);
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::time::Span;
    use ganttlet_work::hoc::{Hoc, Parts, Sends};

    fn unit_layout(pattern: Pattern, units: u32, layout: Layout) -> UnitLayout {
        let (compute, parts, sends) = (Span(1), Parts::Each, Sends::Concurrent);
        let hoc = Hoc { pattern, units, messages: 1, bits: 0, compute, parts, layout, sends };
        layout_units(pattern, layout, &hoc.graph())
    }

    #[test]
    fn units_are_laid_out_by_their_pattern() {
        let grid = unit_layout(Pattern::Wavefront, 12, Layout::Exact);
        assert_eq!((grid.wide, grid.high, grid.places[5]), (3.0, 2.0, (1.0, 1.0)));
        let clipped = unit_layout(Pattern::Wavefront, 7, Layout::Clipped);
        assert_eq!((clipped.wide, clipped.high, clipped.places[6]), (3.0, 1.0, (2.0, 1.0)));
        let triangle = unit_layout(Pattern::Wavefront, 6, Layout::Triangle);
        assert_eq!(triangle.places, [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, 2.0), (1.0, 1.0), (2.0, 0.0)]);
        let chain = unit_layout(Pattern::Pipeline, 10, Layout::Exact);
        assert_eq!((chain.places[7], chain.places[8], chain.places[9]), ((7.0, 0.0), (7.0, 1.0), (6.0, 1.0)));
        assert_eq!(
            unit_layout(Pattern::Wavefront, 7, Layout::Exact).places,
            unit_layout(Pattern::Pipeline, 7, Layout::Exact).places
        );
    }

    #[test]
    fn no_two_units_have_the_same_position() {
        for units in [1, 2, 5, 13, 14, 60, 400] {
            for pattern in [Pattern::Farm, Pattern::Pipeline, Pattern::Wavefront] {
                let UnitLayout { places, wide, high } = unit_layout(pattern, units, Layout::Exact);
                assert_eq!(places.len(), units as usize);
                for (at, a) in places.iter().enumerate() {
                    assert!(a.0 >= -0.001 && a.1 >= -0.001 && a.0 <= wide && a.1 <= high);
                    let far = |b: &(f32, f32)| (a.0 - b.0).hypot(a.1 - b.1) > 0.9;
                    assert!(places[..at].iter().all(far), "{pattern:?} of {units}: unit {at}");
                }
            }
        }
    }
}
