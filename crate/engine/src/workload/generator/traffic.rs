//! Background traffic on all links between clusters: our stand-in where a publication names its load and not its numbers.

use crate::entry::{Entry, Parameters, Variants};
use crate::time::Span;
use crate::workload::generator::Generator;
use crate::workload::traffic::{Levels, Traffic};
use crate::workload::{Item, Work};

/// The generator in the catalog.
pub(super) const BACKGROUND_TRAFFIC: Generator = Generator {
    entry: Entry::new("background-traffic", "Background traffic")
        .summary(
            "Each link between two clusters, in each direction by itself, is taken for a share that is drawn anew from time \
             to time. Inside a cluster there is none.",
        )
        .source("our reading: no publication says what else was on its links")
        .parameters(Drawn::LIST),
    makes: Traffic::KIND,
    make: |settings, _, _, _| {
        let Drawn { background, background_mean: mean, background_period_s: period } = Drawn::read(settings);
        let levels = Levels::Drawn { mean, period, on_off: background == Form::OnOff };
        Work::of(vec![Traffic { between: (None, None), levels }])
    },
};

/// What can be set.
#[derive(Parameters)]
struct Drawn {
    /// How the shares are distributed.
    #[parameter(name = "Shares", default = "uniform")]
    background: Form,
    /// The mean share of a link that is taken.
    #[parameter(name = "Mean share", min = 0, max = 0.45, default = 0.1)]
    background_mean: f64,
    /// How long a share holds, as a mean.
    #[parameter(name = "Period", unit = "s", min = 1, max = 86_400, default = 60)]
    background_period_s: Span,
}

/// How the shares are distributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Form {
    /// Each share up to twice the mean is as likely.
    #[word("uniform")]
    Uniform,
    /// A link is nearly full, 95 per cent of it taken, or free.
    #[word("on-off")]
    OnOff,
}
