//! Bags of tasks as in grids (Sonmez 2010, section 5.2): users, arrivals, sizes and runtimes from distributions fitted
//! to seven traces, separately for each cluster.
//!
//! The random numbers of a cluster are drawn in the order of its bags, independent of the load, which only scales
//! inter-arrival times. Each purpose has a separate stream, so that another size changes no arrival.

pub(super) mod fits;
mod sessions;

pub(super) use sessions::BAG_SESSIONS;

use super::burst::{Burst, RateClock};
use super::daily::DailyCycle;
use super::{Generator, MOST, capacity};
use crate::bags::Bag;
use crate::{Item, Work};
use fits::{Fit, TraceFit, Traces};
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::order;
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::{Stream, Streams, cumulative_shares};
use ganttlet_core::time::{Span, Time};

/// The generator in the catalog.
pub(super) const BAG_MODEL: Generator = Generator {
    entry: Entry::new("bag-model", "Grid bag-of-tasks model")
        .summary(
            "Bags of tasks for each cluster, from a model fitted to the traces of seven grids. A few users \
             submit most bags; most bags are small and a few are large. Runtimes vary more between bags than \
             within a bag, and more bags arrive by day than by night.",
        )
        .source(
            "Sonmez 2010, section 5.2 and table 5.3. Our assumptions: lognormal runtimes within a bag, the \
             start of the day, how a load is reached",
        )
        .parameters(Model::LIST),
    makes: Bag::KIND,
    make: |settings, platform, &streams, purpose| {
        let (bags, cut) = Model::read(settings).bags(platform, streams, purpose);
        Work::new(bags).with_cut(cut)
    },
};

/// The parameters of the model.
#[derive(Parameters)]
struct Model {
    /// Trace whose fitted distributions are used.
    #[parameter(name = "Modelled trace", default = "average")]
    traces: Traces,
    /// Length of the submission period.
    #[parameter(name = "Duration", unit = "d", min = 0.01, max = 31, default = 3)]
    days: f64,
    /// Work submitted as a share of platform capacity over the duration, reached by scaling inter-arrival times; 0 for
    /// the inter-arrival times of the traces.
    #[parameter(name = "Offered load", min = 0, max = 2, default = 0.6, quick)]
    load: f64,
    /// Arrival process of the bags.
    #[parameter(name = "Arrival process", default = "daily", quick)]
    arrivals: Arrivals,
    /// Number of clusters at which bags are submitted, starting with the first cluster; 0 for all.
    #[parameter(name = "Clusters with users", unit = "clusters", min = 0, max = 1_000, default = 0)]
    streams: u32,
    #[parameter(all)]
    content: Content,
    /// Clock time at which the daily cycle of the traces starts (its first half-hour interval).
    #[parameter(name = "Start of the day", default = "half-past-five")]
    day: DayStart,
    #[parameter(all)]
    burst: Burst,
    /// Whether more bags arrive on weekdays (1.273 times the mean rate) than at weekends (0.318 times); time 0 is a Monday.
    #[parameter(name = "Weekly cycle", default = false)]
    week: bool,
}

/// Parameters of the number of tasks and of their runtimes.
#[derive(Parameters)]
struct Content {
    /// Median number of tasks per bag; 0 keeps the distribution of the trace.
    #[parameter(name = "Median bag size", unit = "tasks", min = 0, max = 1_000, default = 0)]
    size_median: f64,
    /// Minimum number of tasks per bag.
    #[parameter(name = "Minimum bag size", unit = "tasks", min = 1, max = 1_000, default = 1)]
    size_least: u32,
    /// Maximum number of tasks per bag.
    #[parameter(name = "Maximum bag size", unit = "tasks", min = 1, max = 10_000, default = 1_000)]
    size_most: u32,
    /// Mean runtime of a task; 0 keeps the distribution of the trace.
    #[parameter(name = "Mean runtime", unit = "s", min = 0, max = 1e6, default = 0)]
    run_mean_s: f64,
    /// Upper limit on the coefficient of variation of runtimes within a bag.
    #[parameter(name = "Maximum CV within a bag", min = 0, max = 100, default = 3)]
    run_cv_most: f64,
    /// Distribution of task runtimes within a bag.
    #[parameter(name = "Runtimes within a bag", default = "lognormal")]
    shape: Shape,
    /// Factor by which all runtimes are multiplied: with 270, the published numbers of tasks, processors and days agree.
    #[parameter(name = "Runtime factor", min = 0.001, max = 1_000, default = 1)]
    run_scale: f64,
}

/// Arrival process of the bags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Arrivals {
    /// Daily cycle of the traces: more arrivals by day than by night
    #[word("daily")]
    Daily,
    /// The same bags, all at time 0
    #[word("at-once")]
    AtOnce,
    /// The same bags at constant intervals
    #[word("even")]
    Even,
}

/// Distribution of task runtimes within a bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Shape {
    /// Lognormal
    #[word("lognormal")]
    Lognormal,
    /// Gamma
    #[word("gamma")]
    Gamma,
}

/// The start of the day in the traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(super) enum DayStart {
    /// 05:30, so that arrivals peak at 13:00
    #[word("half-past-five")]
    HalfPastFive,
    /// Midnight, so that arrivals peak at 07:30
    #[word("midnight")]
    Midnight,
}

/// The peak hours, half-hours from 08:00 to 17:00, for which inter-arrival times were fitted.
const PEAK: std::ops::Range<usize> = 16..34;

/// The daily cycle of the traces by the clock, and the activity in peak hours relative to the mean of the day.
pub(super) fn daily_cycle(fit: Fit, begins: DayStart) -> (DailyCycle, f64) {
    let first = if begins == DayStart::Midnight { 0 } else { 11 };
    let weights = fit.half_hour_shares(first);
    let mean = |slots: &[f64]| slots.iter().sum::<f64>() / slots.len() as f64;
    (DailyCycle::from_weights(&weights), mean(&weights[PEAK]) / mean(&weights))
}

/// Users of different clusters are distinct: the number of a user encodes cluster (in thousands) and rank.
const USERS: u32 = 1_000;

/// Binary logarithm of the maximum mean runtime of a task, in seconds (six days).
const LONGEST: f64 = 19.0;
/// The standard deviation of the binary logarithm of mean runtimes in the average trace, and the ratio of mean to
/// median of that distribution.
const DEVIATION: (f64, f64) = (2.73, 5.9918);
/// The shape of the size distribution in the average trace.
const SIZE_SHAPE: f64 = 1.76;

/// The arrivals at one cluster drawn so far.
struct BagSource {
    home: u32,
    row: TraceFit,
    day: (DailyCycle, f64),
    /// The clock of its arrivals, if bursts or the weekly cycle modify the daily cycle.
    clock: Option<RateClock>,
    ranks: Vec<f64>,
    gaps: Stream,
    sizes: Stream,
    users: Stream,
    means: Stream,
    runs: Stream,
    /// The bags with their times in seconds of peak hours since the beginning, at the original rate of the traces.
    bags: Vec<(f64, Bag)>,
    /// Cumulative work of the bags, in seconds.
    work: Vec<f64>,
}

/// The parameters of a bag: number of tasks, mean runtime, and coefficient of variation of runtimes.
#[derive(Clone, Copy)]
struct BagShape {
    size: u32,
    mean: f64,
    cv: f64,
}

impl Content {
    /// The distributions fitted to a trace, with the median and the mean of the settings.
    fn adapt(&self, row: TraceFit) -> TraceFit {
        let mut row = row;
        if self.size_median > 0.0 {
            let scale =
                libm::log2(self.size_median.max(1.01)) / libm::pow(core::f64::consts::LN_2, 1.0 / SIZE_SHAPE);
            row.size = Fit::Weibull(SIZE_SHAPE, scale);
        }
        if self.run_mean_s > 0.0 {
            row.run = Fit::Normal(DEVIATION.0, libm::log2(self.run_mean_s / DEVIATION.1));
        }
        row
    }

    /// Draws the parameters of the next bag.
    fn draw_shape(&self, row: &TraceFit, sizes: &mut Stream, means: &mut Stream) -> BagShape {
        let size = libm::round(libm::exp2(row.size.draw(sizes).min(30.0)));
        let size = size.min(f64::from(self.size_most)).max(f64::from(self.size_least)) as u32;
        let mean = libm::exp2(row.run.draw(means).min(LONGEST));
        let deviation = libm::exp2(row.variance.draw(means).min(100.0) / 2.0);
        BagShape { size, mean, cv: (deviation / mean).min(self.run_cv_most) }
    }

    /// Draws the runtimes of the tasks of a bag.
    fn draw_tasks(&self, shape: BagShape, runs: &mut Stream) -> Vec<Span> {
        (0..shape.size).map(|_| self.draw_run_time(runs, shape.mean, shape.cv)).collect()
    }

    /// Draws the runtime of a task in a bag with this mean and coefficient of variation.
    fn draw_run_time(&self, chance: &mut Stream, mean: f64, cv: f64) -> Span {
        let seconds = if cv <= 0.0 {
            mean
        } else if self.shape == Shape::Gamma {
            chance.gamma(1.0 / (cv * cv), mean * cv * cv)
        } else {
            let variance = libm::log1p(cv * cv);
            chance.lognormal(libm::log(mean) - variance / 2.0, libm::sqrt(variance))
        };
        Span::from_seconds(seconds.max(1.0) * self.run_scale)
    }
}

/// Submission frequencies of the users of a trace, by rank.
fn user_weights((exponent, users): (f64, u32)) -> impl Iterator<Item = f64> {
    (1..=users).map(move |rank| libm::pow(f64::from(rank), -exponent))
}

impl Model {
    fn source_of_cluster(&self, home: usize, streams: Streams, purpose: &str) -> BagSource {
        let get = |of: &str| streams.get(&format!("{purpose}/{of}/{home}"));
        let row = self.content.adapt(self.traces.fit_of_cluster(home));
        let day = daily_cycle(row.day, self.day);
        let until = self.days * 86_400.0;
        BagSource {
            home: home as u32,
            row,
            clock: RateClock::new(&self.burst, self.week, &day.0, until, &mut get("bursts")),
            day,
            ranks: cumulative_shares(user_weights(row.users)),
            gaps: get("gaps"),
            sizes: get("sizes"),
            users: get("users"),
            means: get("means"),
            runs: get("runs"),
            bags: Vec::new(),
            work: Vec::new(),
        }
    }

    /// Draws the next bag of a cluster.
    fn draw_bag(&self, source: &mut BagSource) {
        let before = source.bags.last().map_or(0.0, |&(points, _)| points);
        let gap = libm::exp2(source.row.between.draw(&mut source.gaps));
        let shape = self.content.draw_shape(&source.row, &mut source.sizes, &mut source.means);
        let rank = source.users.weighted_index(&source.ranks) as u32 + 1;
        let tasks = self.content.draw_tasks(shape, &mut source.runs);
        let bag = Bag { user: source.home * USERS + rank, home: source.home, tasks, ..Bag::default() };
        let so_far = source.work.last().copied().unwrap_or(0.0);
        source.work.push(so_far + bag.total_run_time().seconds());
        source.bags.push((before + gap, bag));
    }

    /// The bags, and whether a limit has left some out.
    fn bags(&self, platform: &Platform, streams: Streams, purpose: &str) -> (Vec<Bag>, bool) {
        let clusters = platform.clusters.len().max(1);
        let count = if self.streams == 0 { clusters } else { clusters.min(self.streams as usize) };
        let mut sources: Vec<BagSource> =
            (0..count).map(|home| self.source_of_cluster(home, streams, purpose)).collect();
        let until = self.days * 86_400.0;
        let (rate, cut) = if self.load > 0.0 {
            self.fit_rate(&mut sources, until, self.load * capacity(platform) * until)
        } else {
            (1.0, !self.draw_bags_until(&mut sources, until, 1.0))
        };
        let mut all = Vec::new();
        for source in sources {
            let last = source.bags_until(until, rate);
            let ((day, busy), clock) = (&source.day, &source.clock);
            let time_after = |effort: f64| match clock {
                Some(clock) => clock.time_after_effort(effort),
                None => day.time_after_effort(0.0, effort),
            };
            for (place, (points, mut bag)) in source.bags.into_iter().take(last).enumerate() {
                bag.submit = Time::from_seconds(match self.arrivals {
                    Arrivals::Daily => time_after(points / rate * busy),
                    Arrivals::AtOnce => 0.0,
                    Arrivals::Even => (place as f64 + 0.5) * until / last as f64,
                });
                all.push(bag);
            }
        }
        order::sort_by_key(&mut all, |bag| bag.submit.0);
        for (bag, number) in all.iter_mut().zip(1..) {
            bag.number = number;
        }
        (all, cut)
    }

    /// The factor on the arrival rate at which this much work (seconds at speed 1) arrives: to the nearest value of
    /// twenty bisections, and within a hundredth if the bags are small enough. Also whether there are too few bags for
    /// that.
    fn fit_rate(&self, sources: &mut [BagSource], until: f64, wanted: f64) -> (f64, bool) {
        let (mut low, mut high) = (1.0, 1.0);
        let mut best = (f64::INFINITY, 1.0);
        let mut offered = |rate: f64, best: &mut (f64, f64)| {
            let whole = self.draw_bags_until(sources, until, rate);
            let work: f64 = sources.iter().map(|source| source.work_until(until, rate)).sum();
            let off = (work - wanted).abs();
            if off < best.0 {
                *best = (off, rate);
            }
            (work, whole)
        };
        let (mut work, mut whole) = offered(1.0, &mut best);
        // Both loops are bounded: bags are drawn up to a limit, and without bags there is no work.
        while work < wanted && whole {
            (low, high) = (high, high * 2.0);
            (work, whole) = offered(high, &mut best);
        }
        let cut = work < wanted && !whole;
        while work > wanted && low > 1e-9 && high <= 1.0 {
            (low, high) = (low / 2.0, low);
            work = offered(low, &mut best).0;
        }
        for _ in 0..20 {
            if best.0 <= wanted * 0.01 {
                break;
            }
            let middle = f64::midpoint(low, high);
            if offered(middle, &mut best).0 < wanted {
                low = middle;
            } else {
                high = middle;
            }
        }
        (best.1, cut)
    }

    /// Draws all bags that arrive within the time at this rate; false if there are too many.
    fn draw_bags_until(&self, sources: &mut [BagSource], until: f64, rate: f64) -> bool {
        let tasks = |source: &BagSource| source.bags.iter().map(|(_, bag)| bag.tasks.len()).sum::<usize>();
        let mut made: usize = sources.iter().map(tasks).sum();
        for source in sources {
            let last = source.peak_seconds_until(until) * rate;
            while source.bags.last().is_none_or(|&(points, _)| points <= last) {
                if made >= MOST as usize {
                    return false;
                }
                self.draw_bag(source);
                made += source.bags.last().map_or(0, |(_, bag)| bag.tasks.len());
            }
        }
        true
    }
}

impl BagSource {
    /// Seconds of peak hours within this many seconds from midnight on.
    fn peak_seconds_until(&self, until: f64) -> f64 {
        let (day, busy) = &self.day;
        self.clock.as_ref().map_or_else(|| day.effort_until(until), |clock| clock.effort_until(until)) / busy
    }

    /// Number of bags that arrive within the time at this rate.
    fn bags_until(&self, until: f64, rate: f64) -> usize {
        let last = self.peak_seconds_until(until) * rate;
        self.bags.partition_point(|&(points, _)| points <= last)
    }

    /// Their work, in seconds at speed 1.
    fn work_until(&self, until: f64, rate: f64) -> f64 {
        self.bags_until(until, rate).checked_sub(1).map_or(0.0, |last| self.work[last])
    }
}

#[cfg(test)]
mod tests;
