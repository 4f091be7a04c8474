//! DAS-3 and Grid'5000 as one grid, from a study of bags of tasks (Sonmez 2010, section 5.3.1).

use super::{Cluster, Network, Platform, Preset, das3};
use crate::entry::{Entry, Parameters, Variants};
use crate::time::Span;

/// Twenty clusters, processor by processor.
pub(super) const DAS3_G5K: Preset = Preset {
    entry: Entry::new("das3-g5k", "DAS-3 and Grid'5000")
        .summary(
            "Twenty clusters of single-processor nodes: the five of DAS-3 and fifteen of Grid'5000. The \
             fastest is 1.75 times as fast as the slowest. Messages between clusters take no time.",
        )
        .source(
            "Sonmez 2010, section 5.3.1 (20 clusters, more than 3500 processors, speeds from 1 to 1.75). Our \
             assumptions: sizes and speeds of the fifteen Grid'5000 clusters, chosen to match; the small \
             sizes keep the load at the model's arrival rates",
        )
        .parameters(Sizes::LIST),
    build: |settings| grid(Sizes::read(settings).size),
};

/// The parameters.
#[derive(Parameters)]
struct Sizes {
    /// Sizes of the clusters.
    #[parameter(name = "Cluster sizes", default = "model")]
    size: Size,
}

/// Sizes of the clusters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Size {
    /// 178 processors: a twentieth of the full size, for the arrival rates of the bag-of-tasks model
    #[word("model")]
    Model,
    /// 3544 processors
    #[word("full")]
    Full,
}

/// Processors of the clusters, first those of DAS-3.
const MODEL: [u32; 20] = [9, 4, 7, 5, 3, 22, 17, 16, 13, 13, 12, 10, 8, 7, 6, 6, 6, 5, 5, 4];
const FULL: [u32; 20] =
    [170, 82, 136, 92, 64, 432, 342, 316, 258, 252, 238, 198, 160, 144, 128, 128, 112, 106, 96, 90];

/// The largest bandwidth of a document: the transfer time of bytes is not modelled.
const BANDWIDTH: f64 = 1e15;

/// The clusters of both grids in one of two sizes.
fn grid(size: Size) -> Platform {
    let sizes = if size == Size::Model { MODEL } else { FULL };
    let first = das3().clusters;
    let cluster = |place: usize| {
        if let Some(of) = first.get(place) {
            return Cluster::homogeneous(of.name.clone(), sizes[place], of.speed);
        }
        let other = place - first.len();
        let speed = 1.0 + 0.75 * ((4 * other) % 15) as f64 / 14.0;
        Cluster::homogeneous(format!("G5K {}", other + 1), sizes[place], speed)
    };
    Platform {
        clusters: (0..sizes.len()).map(cluster).collect(),
        network: Network::uniform(sizes.len(), BANDWIDTH, Span::ZERO),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_speeds_equal_the_published_ones() {
        let (full, model) = (grid(Size::Full), grid(Size::Model));
        assert_eq!((full.clusters.len(), full.nodes(), model.nodes()), (20, 3_544, 178));
        for platform in [full, model] {
            let slowest = platform.clusters.iter().map(|one| one.speed).fold(f64::INFINITY, f64::min);
            assert!((slowest - 1.0).abs() < 1e-12 && (platform.highest_speed() - 1.75).abs() < 1e-12);
            assert!((platform.clusters[4].speed - 1.25).abs() < 1e-12);
        }
    }
}
