//! Background traffic on all links between clusters: our assumption where a publication names its load without numbers.

use crate::generator::Generator;
use crate::traffic::{Traffic, TrafficLevels};
use crate::{Item, Work};
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::time::Span;

pub(super) const BACKGROUND_TRAFFIC: Generator = Generator {
    entry: Entry::new("background-traffic", "Background traffic")
        .summary(
            "Background traffic occupies a share of each inter-cluster link, independently in each \
             direction. The share is redrawn at random times. Links inside clusters carry none.",
        )
        .source("our assumption: no publication reports the other traffic on its links")
        .parameters(Drawn::LIST),
    makes: Traffic::KIND,
    make: |settings, _, _, _| {
        let Drawn { background, background_mean: mean, background_period_s: period } = Drawn::read(settings);
        let levels = TrafficLevels::Drawn { mean, period, on_off: background == Form::OnOff };
        Work::new(vec![Traffic { between: (None, None), levels }])
    },
};

#[derive(Parameters)]
struct Drawn {
    /// Distribution of the occupied share of a link.
    #[parameter(name = "Share distribution", default = "uniform")]
    background: Form,
    /// Mean occupied share of a link.
    #[parameter(name = "Mean share", min = 0, max = 0.45, default = 0.1)]
    background_mean: f64,
    /// Mean time between changes of the share (exponential).
    #[parameter(name = "Mean time between changes", unit = "s", min = 1, max = 86_400, default = 60)]
    background_period_s: Span,
}

/// Distribution of the occupied share of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Form {
    /// Uniform from 0 to twice the mean.
    #[word("uniform")]
    Uniform,
    /// On-off: 95 % of the link is occupied, or none.
    #[word("on-off")]
    OnOff,
}
