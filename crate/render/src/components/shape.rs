//! Where the units of a pattern lie: a farm is a star, a pipeline a chain that turns at its ends, a wavefront a grid.

use ganttlet_work::hoc::{Graph, Layout, Pattern};

/// Units of a chain that lie side by side, at least.
const CHAIN: usize = 8;
/// Workers of the first ring of a star, and how many more each ring has than the one inside it.
const RING: usize = 12;

/// The places of units, in steps from one to the next.
pub(super) struct Shape {
    pub(super) places: Vec<(f32, f32)>,
    /// How far the last of them is to the right, and below.
    pub(super) wide: f32,
    pub(super) high: f32,
}

/// The places of the units of a pattern.
pub(super) fn shape(pattern: Pattern, layout: Layout, graph: &Graph) -> Shape {
    let units = graph.peers.len();
    // The first unit sends to the one on its right and to the one below it, where there is more than one row.
    let columns = graph.after.first().and_then(|after| after.get(1)).map(|&below| below as usize);
    let places = match (pattern, columns) {
        (Pattern::Farm, _) => star(units),
        (Pattern::Wavefront, _) if layout == Layout::Triangle => diagonals(units),
        (Pattern::Wavefront, Some(columns)) => {
            (0..units).map(|unit| ((unit % columns) as f32, (unit / columns) as f32)).collect()
        }
        _ => chain(units),
    };
    let most = |of: fn(&(f32, f32)) -> f32| places.iter().map(of).fold(0.0, f32::max);
    Shape { wide: most(|place| place.0), high: most(|place| place.1), places }
}

/// To the right, then back one line below, and so on.
fn chain(units: usize) -> Vec<(f32, f32)> {
    // Lines are as many as keep the drawing about twice as wide as high.
    let columns = ((units * 2).isqrt().max(CHAIN)).min(units.max(1));
    let place = |unit: usize| {
        let (line, along) = (unit / columns, unit % columns);
        let x = if line % 2 == 0 { along } else { columns - 1 - along };
        (x as f32, line as f32)
    };
    (0..units).map(place).collect()
}

/// The master in the middle, the workers in rings around it.
fn star(units: usize) -> Vec<(f32, f32)> {
    let workers = units.saturating_sub(1);
    let mut rings: Vec<usize> = Vec::new();
    let mut left = workers;
    while left > 0 {
        let ring = (RING * (rings.len() + 1)).min(left);
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
fn diagonals(units: usize) -> Vec<(f32, f32)> {
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

    fn of(pattern: Pattern, units: u32, layout: Layout) -> Shape {
        let (compute, parts, sends) = (Span(1), Parts::Each, Sends::Concurrent);
        let hoc = Hoc { pattern, units, messages: 1, bits: 0, compute, parts, layout, sends };
        shape(pattern, layout, &hoc.graph())
    }

    #[test]
    fn units_lie_as_their_pattern_says() {
        let grid = of(Pattern::Wavefront, 12, Layout::Exact);
        assert_eq!((grid.wide, grid.high, grid.places[5]), (3.0, 2.0, (1.0, 1.0)));
        let clipped = of(Pattern::Wavefront, 7, Layout::Clipped);
        assert_eq!((clipped.wide, clipped.high, clipped.places[6]), (3.0, 1.0, (2.0, 1.0)));
        let triangle = of(Pattern::Wavefront, 6, Layout::Triangle);
        assert_eq!(triangle.places, [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, 2.0), (1.0, 1.0), (2.0, 0.0)]);
        let chain = of(Pattern::Pipeline, 10, Layout::Exact);
        assert_eq!((chain.places[7], chain.places[8], chain.places[9]), ((7.0, 0.0), (7.0, 1.0), (6.0, 1.0)));
        assert_eq!(
            of(Pattern::Wavefront, 7, Layout::Exact).places,
            of(Pattern::Pipeline, 7, Layout::Exact).places
        );
    }

    #[test]
    fn no_two_units_lie_in_one_place() {
        for units in [1, 2, 5, 13, 14, 60, 400] {
            for pattern in [Pattern::Farm, Pattern::Pipeline, Pattern::Wavefront] {
                let Shape { places, wide, high } = of(pattern, units, Layout::Exact);
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
