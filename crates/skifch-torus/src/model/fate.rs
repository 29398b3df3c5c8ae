//! Links and nodes that fail during a run. Programs continue around failed links. A rank on a node
//! that fails, or a lost packet, ends the run: no program over a channel could continue without it.

use super::{End, Machine};
use skifch_sim::engine::{FaultEvent, Loss};
use skifch_sim::route::FaultTarget;

impl Machine {
    /// Handles the failures reported since the last call.
    pub(super) fn hear_of_deaths(&mut self) -> Result<(), End> {
        if self.config.faults.is_empty() {
            return Ok(());
        }
        for news in self.traffic.network.news() {
            let line = self.said_of(&news);
            self.fate += &format!("torus: {line}\n");
            if let Some(errno) = self.errno_of(&news) {
                let report = self.fate.clone();
                return Err(End::Badly { errno, reason: line, report });
            }
        }
        Ok(())
    }

    /// The errno with which the run ends, if it does.
    fn errno_of(&self, news: &FaultEvent) -> Option<i32> {
        let is_here = |node: u32| self.members.get(node as usize).is_some_and(|it| !it.has_left);
        match *news {
            FaultEvent::Died { what: FaultTarget::Node(node), .. } if is_here(node) => {
                Some(libc::EHOSTDOWN)
            }
            FaultEvent::Lost { to, .. } if is_here(to) => Some(libc::ENETUNREACH),
            _ => None,
        }
    }

    fn said_of(&self, news: &FaultEvent) -> String {
        match news {
            FaultEvent::Died { at, what } => {
                let with_it = match what {
                    FaultTarget::Node(node) if (*node as usize) < self.members.len() => {
                        format!(", and rank {node} with it")
                    }
                    _ => String::new(),
                };
                format!("{what} failed at {}{with_it}", self.time(*at))
            }
            FaultEvent::Switched { at, stopped_at, moved, stepped, unroutable } => {
                let (time, pause) = (self.time(*at), self.time(at - stopped_at));
                let left_out = unroutable.len();
                format!(
                    "new routing tables at {time}, after {pause} without sending; {moved} packets \
                     rerouted, {stepped} pairs routed with a first or last step, {left_out} pairs \
                     without a route"
                )
            }
            FaultEvent::Lost { at, from, to, why } => {
                let why = match why {
                    Loss::Node(node) => format!("was in node {node} when it failed"),
                    Loss::NoRoute => "has no route left around the failures".to_owned(),
                };
                format!("a packet from rank {from} to rank {to} {why}, at {}", self.time(*at))
            }
        }
    }
}
