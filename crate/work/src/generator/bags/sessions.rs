//! Bags of users with individual behaviour, who submit each bag after the end of the previous one.

use super::fits::Traces;
use super::{Content, USERS, user_weights};
use crate::bags::session::repetitions;
use crate::bags::{Bag, Pause, SessionUser};
use crate::generator::{Generator, MOST};
use crate::{Item, Work};
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::order;
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::time::{Span, Time};
use std::rc::Rc;

/// The generator in the catalog.
pub(in super::super) const BAG_SESSIONS: Generator = Generator {
    entry: Entry::new("bag-sessions", "Bag-of-tasks sessions")
        .summary(
            "Bags of users who submit one bag after another: each bag follows the end of the previous one after \
             a think time, a break or a night. The bags of a user are alike for some time. The offered load \
             depends on the policy, because slow responses delay the next bags.",
        )
        .source(
            "Bags and ranks of users: Sonmez 2010, table 5.3. Sessions: Shmueli, Feitelson 2009 (probability of \
             continuing). Pauses, working hours and repetition: tables and constants of the simulator STaRS. Our \
             assumptions: active days by rank, and no bag outside the working hours of active days",
        )
        .parameters(Sessions::LIST)
        .when_to_use(
            "Use it to compare selection policies under realistic users: a policy that delays a user also delays \
             that user's next bags.",
        ),
    makes: Bag::KIND,
    make: |settings, platform, &streams, purpose| {
        let (bags, cut) = Sessions::read(settings).bags(platform, streams, purpose);
        Work::new(bags).with_cut(cut)
    },
};

/// The parameters of sessions.
#[derive(Parameters)]
struct Sessions {
    /// Trace whose fitted distributions are used.
    #[parameter(name = "Modelled trace", default = "average")]
    traces: Traces,
    /// Length of the submission period.
    #[parameter(name = "Duration", unit = "d", min = 0.01, max = 31, default = 3)]
    days: f64,
    /// Activity of users: the mean over the users of the share of days on which a user is active, as long as no share
    /// exceeds 1. It sets the load.
    #[parameter(name = "User activity", min = 1e-4, max = 1e4, default = 0.1, quick)]
    kappa: f64,
    /// Number of clusters at which bags are submitted, starting with the first cluster; 0 for all.
    #[parameter(name = "Clusters with users", unit = "clusters", min = 0, max = 1_000, default = 0)]
    streams: u32,
    /// Probability that a user continues after a think time, if the last bag took no time.
    #[parameter(name = "Continuation probability", min = 0, max = 1, default = 0.8)]
    continue_0: f64,
    /// Decrease of this probability with the response time: it is divided by 1 plus this value times the minutes.
    #[parameter(name = "Continuation slope", unit = "per min", min = 0, max = 10, default = 0.05)]
    continue_slope_per_min: f64,
    /// Share of users who work by day; the others work by night.
    #[parameter(name = "Share of day workers", min = 0, max = 1, default = 0.7)]
    day_share: f64,
    /// Share of users who work from Monday to Friday; the others work at weekends. Time 0 is a Monday.
    #[parameter(name = "Share of weekday workers", min = 0, max = 1, default = 0.8)]
    weekday_share: f64,
    /// Clock time at which day workers begin and night workers end.
    #[parameter(name = "Begin of the working day", unit = "h", min = 0, max = 24, default = 7.5)]
    begin_h: f64,
    /// Clock time at which day workers end and night workers begin.
    #[parameter(name = "End of the working day", unit = "h", min = 0, max = 24, default = 17.5)]
    end_h: f64,
    /// Maximum shift of the working hours of a user, in either direction; drawn uniformly.
    #[parameter(name = "Shift of working hours", unit = "h", min = 0, max = 12, default = 1)]
    shift_h: f64,
    /// Repetition of the size, mean runtime and variance of a bag in the next bags of the user.
    #[parameter(name = "Repetition of bags", default = "table")]
    same_job: SameJob,
    #[parameter(all)]
    content: Content,
}

/// Repetition of the parameters of a bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum SameJob {
    /// Each bag has new parameters
    #[word("off")]
    Off,
    /// As often in a row as measured: 1 to 100 bags, most often 1
    #[word("table")]
    Table,
}

/// Days of a week, and the number of them before the weekend.
const WEEK: u32 = 7;
const WEEKDAYS: u32 = 5;

impl Sessions {
    /// The maximum set of bags that users can submit, at their earliest times, and whether a limit has left some out.
    fn bags(&self, platform: &Platform, streams: Streams, purpose: &str) -> (Vec<Bag>, bool) {
        let clusters = platform.clusters.len().max(1);
        let count = if self.streams == 0 { clusters } else { clusters.min(self.streams as usize) };
        let fastest = platform.highest_speed();
        let (mut all, mut tasks, mut cut) = (Vec::new(), 0, false);
        for home in 0..count {
            let row = self.content.adapt(self.traces.fit_of_cluster(home));
            let weights: Vec<f64> = user_weights(row.users).collect();
            let mean = weights.iter().sum::<f64>() / weights.len().max(1) as f64;
            for (weight, rank) in weights.into_iter().zip(1..) {
                let get = |of: &str| streams.get(&format!("{purpose}/sessions/{home}/{rank}/{of}"));
                let Some(user) = self.user((self.kappa * weight / mean).min(1.0), &get) else { continue };
                let mut source = UserBags::new(Rc::new(user), &get);
                while let Some((submit, pause)) = source.next_submission() {
                    let bag = Bag {
                        user: home as u32 * USERS + rank,
                        home: home as u32,
                        submit,
                        tasks: self.draw_tasks(&mut source, &row),
                        session: Some((source.user.clone(), pause)),
                        ..Bag::default()
                    };
                    tasks += bag.tasks.len();
                    if tasks > MOST as usize {
                        cut = true;
                        break;
                    }
                    source.last = Some((submit, shortest_response(&bag, fastest)));
                    all.push(bag);
                }
            }
        }
        order::sort_by_key(&mut all, |bag| bag.submit.0);
        for (bag, number) in all.iter_mut().zip(1..) {
            bag.number = number;
        }
        (all, cut)
    }

    /// The working hours of a user who is active on this share of days; `None` if there are none.
    fn user(&self, activity: f64, get: &impl Fn(&str) -> Stream) -> Option<SessionUser> {
        let mut habits = get("habits");
        let by_day = habits.bernoulli(self.day_share);
        let on_weekdays = habits.bernoulli(self.weekday_share);
        let shift = habits.uniform_between(-self.shift_h, self.shift_h);
        let (begin, length) = if by_day {
            (self.begin_h, self.end_h - self.begin_h)
        } else {
            (self.end_h, 24.0 - (self.end_h - self.begin_h))
        };
        if length <= 0.0 {
            return None;
        }
        let until = Time::from_seconds(self.days * 86_400.0);
        let mut days = get("days");
        let days = (0..libm::ceil(self.days) as u32).map(|day| (day, days.bernoulli(activity)));
        let hours =
            days.filter(|&(day, active)| active && (day % WEEK < WEEKDAYS) == on_weekdays).map(|(day, _)| {
                let from = f64::from(day) * 24.0 + begin + shift;
                (Time::from_seconds(from.max(0.0) * 3_600.0), Time::from_seconds((from + length) * 3_600.0))
            });
        let hours: Vec<(Time, Time)> = hours.filter(|&(begin, end)| begin < end && begin < until).collect();
        let (continue_0, continue_slope_per_min) = (self.continue_0, self.continue_slope_per_min);
        let user = SessionUser { continue_0, continue_slope_per_min, hours, until };
        (!user.hours.is_empty()).then_some(user)
    }

    /// Draws the runtimes of the next bag of a user, possibly with the parameters of the previous bag.
    fn draw_tasks(&self, source: &mut UserBags, row: &super::TraceFit) -> Vec<Span> {
        let shape = match source.same {
            Some((left, shape)) if left > 0 => {
                source.same = Some((left - 1, shape));
                shape
            }
            _ => {
                let shape = self.content.draw_shape(row, &mut source.sizes, &mut source.means);
                let share = source.repeats.uniform();
                let times = if self.same_job == SameJob::Table { repetitions(share) } else { 1 };
                source.same = Some((times - 1, shape));
                shape
            }
        };
        self.content.draw_tasks(shape, &mut source.runs)
    }
}

/// A lower bound on the response time of a bag: its longest task on the fastest processors.
fn shortest_response(bag: &Bag, fastest: f64) -> Span {
    let longest = bag.tasks.iter().copied().max().unwrap_or(Span::ZERO);
    longest.scaled_to_speed(fastest)
}

/// The bags of a user drawn so far.
struct UserBags {
    user: Rc<SessionUser>,
    /// The earliest submission of the last bag, and its shortest response time.
    last: Option<(Time, Span)>,
    /// The parameters of the last bag, and the number of further bags with the same parameters.
    same: Option<(u32, super::BagShape)>,
    sizes: Stream,
    means: Stream,
    runs: Stream,
    repeats: Stream,
    pauses: Stream,
}

impl UserBags {
    fn new(user: Rc<SessionUser>, get: &impl Fn(&str) -> Stream) -> Self {
        Self {
            user,
            last: None,
            same: None,
            sizes: get("sizes"),
            means: get("means"),
            runs: get("runs"),
            repeats: get("repeats"),
            pauses: get("pauses"),
        }
    }

    /// The earliest submission of the next bag, and the pause before it.
    fn next_submission(&mut self) -> Option<(Time, Pause)> {
        let mut draw = || self.pauses.uniform();
        let pause = Pause { choice: draw(), length: draw(), wake: draw() };
        let submit = match self.last {
            Some((submit, response)) => self.user.earliest_submission(submit + response, response, &pause),
            None => self.user.earliest_first_submission(),
        };
        submit.map(|submit| (submit, pause))
    }
}

#[cfg(test)]
mod tests;
