//! Placement and binding of ranks, in both dialects.

use super::values::{bad_value, positive};
use super::{Parsed, Parser};
use crate::error::LaunchError;
use crate::options::BindTo;

const RANK_BY: &str = "accepted, no effect: ranks are numbered in the order of placement";

impl Parser {
    /// Ranks are numbered in the order in which `-map-by` places them; no other order is supported.
    pub(super) fn rank_by(&mut self, text: &str) -> Parsed<()> {
        match text {
            "slot" | "core" | "hwthread" | "fill" => self.no_effect("rank-by", RANK_BY),
            _ => {
                return Err(bad_value(
                    "rank-by",
                    text,
                    "slot or core; for other orders see -map-by",
                ));
            }
        }
        Ok(())
    }

    /// `ppr:2:node` gives the number of ranks per host; `node` selects round-robin order of hosts;
    /// the orders within a host are all equivalent. A suffix `PE=2` gives each rank two cores.
    pub(super) fn map_by(&mut self, text: &str) -> Parsed<()> {
        let known = ["slot", "core", "hwthread", "node", "socket", "package", "numa", ""];
        let lower = text.to_ascii_lowercase();
        let mut parts = lower.split([':', ',']);
        let first = parts.next().unwrap_or_default();
        if first == "ppr" {
            let count = parts.next().unwrap_or_default();
            let of = match parts.next() {
                Some("node") => &mut self.options.per_host,
                Some("socket" | "package") => &mut self.options.per_socket,
                _ => return Err(bad_value("map-by", text, "ppr:N:node or ppr:N:socket")),
            };
            *of = Some(positive("map-by", count)?);
        } else if known.contains(&first) {
            self.options.by_node = first == "node";
            let note = "-map-by: the order of ranks on one host is always the same";
            self.options.notes_of_one_host.push(note.to_owned());
        } else {
            let wanted = "slot, core, node, socket, ppr:N:node or ppr:N:socket";
            return Err(bad_value("map-by", text, wanted));
        }
        parts.try_for_each(|modifier| self.map_modifier(modifier))
    }

    fn map_modifier(&mut self, modifier: &str) -> Parsed<()> {
        if let Some(count) = modifier.strip_prefix("pe=") {
            self.options.cpus_per_rank = Some(positive("map-by", count)?);
        } else if !["oversubscribe", "nooversubscribe"].contains(&modifier) {
            return Err(bad_value("map-by", modifier, "oversubscribe or PE=N as the modifier"));
        }
        Ok(())
    }

    /// The kernel's default policy; other policies need numactl.
    pub(super) fn mem_bind(&mut self, name: &str, text: &str) -> Parsed<()> {
        if !["none", "firsttouch"].contains(&text) {
            let wanted = "none or firsttouch; for other policies run the program under numactl, \
                          as in skifrun -n 2 numactl --interleave=all ./prog";
            return Err(bad_value(name, text, wanted));
        }
        self.no_effect(name, "accepted, no effect: memory is placed by first touch");
        Ok(())
    }

    pub(super) fn demux(&mut self, name: &str, text: &str, help: &str) -> Parsed<()> {
        if !["poll", "select"].contains(&text) {
            return Err(bad_value(name, text, "poll or select"));
        }
        self.no_effect(name, help);
        Ok(())
    }

    /// A rank file already determines placement and binding completely.
    pub(super) fn settle_rank_file(&self) -> Parsed<()> {
        let o = &self.options;
        let says_more = self.bind.is_some()
            || o.cpus_per_rank.or(o.per_host).or(o.per_socket).is_some()
            || o.by_node
            || !o.cpu_set.is_empty();
        if o.rank_file.is_some() && says_more {
            return Err(LaunchError::own(
                "--rankfile determines the host and cores of each rank; it cannot be combined \
                 with -ppn, --map-by, --bind-to, --cpu-set, --cpus-per-rank and similar options",
            ));
        }
        Ok(())
    }

    /// With a number of processors per rank, ranks are bound to cores unless another binding is
    /// given.
    pub(super) fn settle_binding(&mut self) -> Parsed<()> {
        let o = &mut self.options;
        let cores = o.cpus_per_rank.map_or(BindTo::None, |_| BindTo::Core);
        o.bind = self.bind.unwrap_or(cores);
        match (o.cpus_per_rank, o.bind) {
            (Some(_), BindTo::Core | BindTo::Hwthread) | (None, _) => Ok(()),
            (Some(count), _) => Err(LaunchError::own(format!(
                "{count} processors per rank require --bind-to core or hwthread"
            ))),
        }
    }
}
