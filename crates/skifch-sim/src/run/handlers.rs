//! Active messages: a packet runs a handler at its receiver, which replies.

use crate::engine::Model;

/// Runs handlers, one at a time at each node, in the order in which packets arrive.
pub(super) struct Handlers {
    /// When the handler of each node is free.
    free: Vec<u64>,
    takes: u64,
}

impl Handlers {
    pub(super) fn new(model: &Model) -> Self {
        Self { free: vec![0; model.torus.nodes() as usize], takes: model.handler }
    }

    /// When the reply to a packet that has arrived is handed over.
    pub(super) fn answer_at(&mut self, node: u32, now: u64) -> u64 {
        let free = &mut self.free[node as usize];
        *free = now.max(*free) + self.takes;
        *free
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;

    #[test]
    fn handlers_of_a_node_take_turns_and_those_of_others_do_not_wait() {
        let settings = Settings::read(&["preset = \"m3\"", "host.handler_ns = 100"]).unwrap();
        let model = Model::new(&settings).unwrap();
        let ns = |ns| model.clock.from_ns(ns);
        let mut handlers = Handlers::new(&model);
        let came = [(1, 0), (1, 30), (2, 30), (1, 500)];
        let done = came.map(|(node, now)| handlers.answer_at(node, ns(now)));
        assert_eq!(done, [100, 200, 130, 600].map(ns));
    }
}
