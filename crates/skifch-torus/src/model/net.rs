//! The network of a run, with or without a recorder; without one, recording costs nothing.

use skifch_sim::Error;
use skifch_sim::engine::{
    Counters, Deadlock, Delivery, FaultEvent, Finished, Model, Network, Operation, Send,
};
use skifch_sim::route::Fault;
use skifch_torus_view::{Recorder, Recording};

/// A network.
pub(super) enum Net {
    Plain(Box<Network>),
    Seen(Box<Network<Recorder>>),
}

macro_rules! each {
    ($self:ident, $net:ident => $what:expr) => {
        match $self {
            Self::Plain($net) => $what,
            Self::Seen($net) => $what,
        }
    };
}

impl Net {
    /// Creates a network; `outside` are the ticks on a packet's path from program to program that
    /// its model does not cover.
    pub(super) fn new(model: &Model, is_seen: bool, outside: u64) -> Self {
        match is_seen {
            false => Self::Plain(Box::new(Network::new(model))),
            true => {
                let recorder = Recorder::new(model).with_outside(outside);
                Self::Seen(Box::new(Network::with_probe(model, recorder)))
            }
        }
    }

    pub(super) fn plan_faults(&mut self, faults: &[Fault]) -> Result<(), Error> {
        each!(self, net => net.plan_faults(faults))
    }

    pub(super) fn news(&mut self) -> Vec<FaultEvent> {
        each!(self, net => net.news())
    }

    /// What was recorded up to `end`, if there is a recorder.
    pub(super) fn recording(&self, end: u64) -> Option<Recording> {
        match self {
            Self::Plain(_) => None,
            Self::Seen(net) => Some(net.probe.finish(end)),
        }
    }

    pub(super) fn inject(&mut self, at: u64, send: &Send) -> Result<(), Error> {
        each!(self, net => net.inject(at, send))
    }

    pub(super) fn begin(&mut self, what: Operation, ranks: u32, tag: u64) -> Result<u32, Error> {
        each!(self, net => net.begin(what, ranks, tag))
    }

    pub(super) fn join(&mut self, number: u32, node: u32, at: u64) -> Result<(), Error> {
        each!(self, net => net.join(number, node, at))
    }

    pub(super) fn finished(&mut self) -> Vec<Finished> {
        each!(self, net => net.finished())
    }

    pub(super) fn next_event_time(&self) -> Option<u64> {
        each!(self, net => net.next_event_time())
    }

    pub(super) fn advance_until(&mut self, limit: u64) -> u64 {
        each!(self, net => net.advance_until(limit))
    }

    pub(super) fn deliveries(&mut self) -> std::vec::Drain<'_, Delivery> {
        each!(self, net => net.deliveries())
    }

    pub(super) fn counters(&self) -> Counters {
        each!(self, net => net.counters())
    }

    pub(super) fn deadlock(&self) -> Option<Deadlock> {
        each!(self, net => net.deadlock())
    }
}
