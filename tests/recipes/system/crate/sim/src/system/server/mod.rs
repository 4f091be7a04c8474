//! One server and its queue, the smallest possible system: customers arrive, wait, are served one at a time, and leave.

mod discipline;
mod visits;

pub use discipline::DISCIPLINES;

use crate::system::form::Form;
use crate::system::parts::Arrivals;
use crate::system::{Context, Input, Run, Simulation, System, SystemKind, class};
use discipline::Discipline;
use ganttlet_core::entry::{Entry, Parameters, Roles};
use ganttlet_core::record::{Phase, QueueState, Status, Subject};
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Span;
use ganttlet_work::customers::Customer;
use ganttlet_work::{Item, UNKNOWN};
use visits::{VISITS, Visit};

/// The system in the catalog.
pub(super) const SERVER: SystemKind = SystemKind {
    entry: Entry::new("server", "One server")
        .summary("A single server with a queue. It uses the first node of the first cluster.")
        .source("Kleinrock 1975, section 1.2")
        .parameters(Options::LIST),
    roles: Policies::LIST,
    form: Form::PLAIN,
    accepts: Customer::KIND,
    beside: &[],
    tables: &[&VISITS],
    tells_machines_apart: false,
    check: |_, _| Vec::new(),
    build,
};

/// The policy of the server.
#[derive(Roles)]
struct Policies {
    /// Order in which the server serves its customers.
    #[role(name = "Discipline", family = DISCIPLINES, default = "first-come")]
    discipline: Box<dyn Discipline>,
}

#[derive(Parameters)]
struct Options {
    /// Pause of the server after each customer.
    #[parameter(name = "Pause", unit = "s", min = 0, max = 1e6, default = 0)]
    pause_s: Span,
}

fn build(mut input: Input) -> Box<dyn Run> {
    let Policies { discipline } = input.policies();
    let server = Server {
        pause: Options::read(&input.settings).pause_s,
        discipline,
        random: Streams::new(input.run.seed).get("server/discipline"),
        customers: Arrivals::new(input.work.take(), |customer: &Customer| customer.submit),
        queue: Vec::new(),
        serving: None,
        served: 0,
    };
    Box::new(Simulation::new(server, &input.platform, SERVER.tables, input.run))
}

#[derive(Clone, Copy)]
enum Event {
    Arrival,
    ServiceEnd,
    PauseEnd,
}

/// The state of a run. A customer is the subject of the same number: they are added in order of arrival.
struct Server {
    pause: Span,
    discipline: Box<dyn Discipline>,
    random: Stream,
    customers: Arrivals<Customer>,
    /// Waiting customers, in order of arrival.
    queue: Vec<SubjectId>,
    /// The customer in service, or before the pause; `None` while the server is free.
    serving: Option<SubjectId>,
    served: u32,
}

impl Server {
    /// Serves the next customer, if the server is free and a customer waits.
    fn serve(&mut self, cx: &mut Context<Event>) {
        if self.serving.is_some() || self.queue.is_empty() {
            return;
        }
        let waiting = self.queue.len() as u32;
        let at = self.discipline.next(&self.queue, &mut self.random);
        let id = self.queue.remove(at);
        let customer = &self.customers.list()[id as usize];
        self.serving = Some(id);
        cx.record.start(id, cx.now());
        cx.record.occupy(id, cx.now(), (0, 1), Phase::WORKS);
        let visit =
            Visit { customer: id, submit: customer.submit, wait: cx.now() - customer.submit, queue: waiting };
        let row = cx.record.add_row(&visit);
        cx.record.explain_row::<Visit>(row, (self.discipline.rule(), [waiting.into(), 0, 0, 0]));
        cx.schedule(cx.now() + customer.service, class::FINISH, Event::ServiceEnd);
    }
}

impl System for Server {
    type Event = Event;

    fn start(&mut self, cx: &mut Context<Event>) {
        for (customer, number) in self.customers.list().iter().zip(1..) {
            cx.record.add(Subject {
                number,
                user: UNKNOWN,
                group: UNKNOWN,
                submit: customer.submit,
                nodes: 1,
                estimate: customer.service,
            });
        }
        self.customers.plan(class::SUBMIT, Event::Arrival, cx);
    }

    fn handle(&mut self, event: Event, cx: &mut Context<Event>) {
        match event {
            Event::Arrival => {
                let id = self.customers.take(class::SUBMIT, event, cx) as SubjectId;
                cx.record.queue(id, cx.now(), 0);
                self.queue.push(id);
            }
            Event::ServiceEnd => {
                let id = self.serving.expect("a customer is served until this event");
                cx.record.finish(id, cx.now(), Status::Done);
                self.served += 1;
                cx.schedule(cx.now() + self.pause, class::FINISH, Event::PauseEnd);
            }
            Event::PauseEnd => self.serving = None,
        }
    }

    fn settle(&mut self, cx: &mut Context<Event>) {
        self.serve(cx);
    }

    fn progress(&self) -> (u32, u32) {
        (self.served, self.customers.list().len() as u32)
    }

    fn wait_reasons(&self, standing: &QueueState, asked: &[SubjectId]) -> Vec<String> {
        let waiting = standing.waiting.len();
        asked.iter().map(|_| format!("The server is busy with another customer; {waiting} wait.")).collect()
    }
}
