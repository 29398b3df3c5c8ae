//! Writing the output files of a run.

use super::Machine;
use crate::outputs::written;
use skifch_sim::engine::Model;

impl Machine {
    /// Writes the output files; `why` says how the run ended. This happens before any rank is told
    /// of the end, so whoever waits for the job finds the files.
    pub(super) fn write_outputs(&mut self, why: &str) {
        let end = self.members.iter().map(|member| member.clock).max().unwrap_or(0);
        let Some(recording) = self.traffic.network().recording(end) else { return };
        let outputs = &self.config.outputs;
        let torus = &self.config.network.torus;
        let title = format!("{} ranks on {torus}", self.members.len());
        let summary = format!("{}{why}", self.summary());
        let mut said = outputs.write(&recording, &title, &summary);
        if let (Some(calls), Ok(model)) = (&self.traffic.calls, Model::new(&self.config.network)) {
            said += &written(outputs.trace.as_ref(), |file| {
                calls.write(&model, self.members.len(), &recording, file)
            });
            if let Some(until) = calls.until() {
                let until = model.clock.ns(until);
                said += &format!(
                    "torus: the trace ends at {until:.1} ns: its limit of calls was reached\n"
                );
            }
        }
        if !said.is_empty() {
            super::report::say(&said);
        }
    }
}
