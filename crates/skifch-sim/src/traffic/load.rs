//! Link loads of a traffic pattern, computed without simulation.

use super::Pattern;
use crate::route::{Plan, Route};
use crate::topology::Direction;

/// Packets on each link for each packet that every node sends, on average.
#[derive(Clone, Debug)]
pub struct LinkLoads {
    /// By node and port.
    loads: Vec<f64>,
    ports: usize,
}

impl LinkLoads {
    /// The loads of a pattern over the routes that packets take.
    pub fn of_routes(plan: &Plan, pattern: &Pattern) -> Self {
        Self::sum(plan, pattern, |from, to| vec![(from, plan.route(from, to))])
    }

    /// The loads of a pattern that looks the same from every node, with ties split evenly, computed
    /// from one node. Where parity cannot split ties evenly, they are below those of the routes.
    pub fn of_symmetric(plan: &Plan, pattern: &Pattern) -> Self {
        let torus = plan.torus();
        let mut loads = vec![0.0; torus.ports()];
        let targets = pattern.targets(0);
        for &to in &targets {
            let ways = plan.equal_routes(0, to);
            let share = 1.0 / (targets.len() * ways.len()) as f64;
            for (step, hops) in ways.iter().flat_map(|way| way.legs()) {
                loads[step.index()] += share * f64::from(hops);
            }
        }
        Self { loads: loads.repeat(torus.nodes() as usize), ports: torus.ports() }
    }

    /// The loads of replies, one for each packet.
    pub fn of_replies(plan: &Plan, pattern: &Pattern) -> Self {
        Self::sum(plan, pattern, |from, to| vec![(to, plan.route(to, from))])
    }

    /// The loads of two kinds of traffic at once, in these shares.
    pub fn mixed(&self, share: f64, other: &Self, other_share: f64) -> Self {
        let pairs = self.loads.iter().zip(&other.loads);
        let loads = pairs.map(|(a, b)| a * share + b * other_share).collect();
        Self { loads, ports: self.ports }
    }

    /// The loads if every tie were broken at random for each packet: what splitting by parity aims
    /// at.
    pub fn of_even_split(plan: &Plan, pattern: &Pattern) -> Self {
        Self::sum(plan, pattern, |from, to| {
            plan.equal_routes(from, to).into_iter().map(|way| (from, way)).collect()
        })
    }

    /// The loads if all links of a direction shared the traffic in that direction evenly: no choice
    /// among shortest routes, ties apart, can load the busiest link less.
    #[must_use]
    pub fn evened(&self) -> Self {
        let nodes = self.loads.len() / self.ports;
        let mean = |port: usize| {
            self.loads.iter().skip(port).step_by(self.ports).sum::<f64>() / nodes as f64
        };
        let means: Vec<_> = (0..self.ports).map(mean).collect();
        Self { loads: means.repeat(nodes), ports: self.ports }
    }

    fn sum(plan: &Plan, pattern: &Pattern, ways: impl Fn(u32, u32) -> Vec<(u32, Route)>) -> Self {
        let torus = plan.torus();
        let ports = torus.ports();
        let mut loads = vec![0.0; torus.nodes() as usize * ports];
        for from in 0..torus.nodes() {
            let targets = pattern.targets(from);
            for &to in &targets {
                let ways = ways(from, to);
                let share = 1.0 / (targets.len() * ways.len()) as f64;
                for (start, way) in ways {
                    let mut node = start;
                    for step in way.steps() {
                        loads[node as usize * ports + step.index()] += share;
                        node = torus.neighbour(node, step);
                    }
                }
            }
        }
        Self { loads, ports }
    }

    /// The load of one link.
    pub fn link(&self, node: u32, to: Direction) -> f64 {
        self.loads[node as usize * self.ports + to.index()]
    }

    /// The load of the busiest link.
    pub fn largest(&self) -> f64 {
        self.loads.iter().copied().fold(0.0, f64::max)
    }
}

/// Maximum rate at which every node can send, as a fraction of link capacity, if only links limit
/// it; infinite if no link is used.
pub fn ideal_throughput(loads: &LinkLoads) -> f64 {
    1.0 / loads.largest()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::{Order, Ties};
    use crate::topology::Torus;

    fn throughput(torus: &str, pattern: &str, order: Order, ties: Ties) -> f64 {
        let torus = Torus::parse(torus).unwrap();
        let plan = Plan::new(&torus, order, ties);
        let pattern = Pattern::new(pattern, &torus, 1).unwrap();
        ideal_throughput(&LinkLoads::of_even_split(&plan, &pattern))
    }

    /// The table in section 2.2 of the research note: dimension order with ties split and ties to
    /// `+`, then direction order with the same.
    #[test]
    fn bounds_of_the_patterns() {
        let expect = [
            ("tornado", "8x8", [0.3333, 0.3333, 0.3333, 0.3333]),
            ("tornado", "8", [0.3333, 0.3333, 0.3333, 0.3333]),
            ("tornado", "16x16", [0.1429, 0.1429, 0.1429, 0.1429]),
            ("neighbour", "8x8", [1.0, 1.0, 1.0, 1.0]),
            ("complement", "4x4", [1.0, 1.0, 0.5, 0.5]),
            ("complement", "8x8", [0.5, 0.5, 0.25, 0.25]),
            ("complement", "16x16", [0.25, 0.25, 0.125, 0.125]),
            ("complement", "4x4x4", [1.0, 1.0, 0.25, 0.25]),
            ("complement", "8x8x8", [0.5, 0.5, 0.125, 0.125]),
            ("transpose", "8x8", [0.2857, 0.25, 0.2857, 0.25]),
            ("transpose", "4x4x4", [0.25, 0.25, 0.3333, 0.25]),
            ("transpose", "8x8x8", [0.125, 0.125, 0.1429, 0.125]),
            ("reversal", "4x4x4", [0.25, 0.25, 0.40, 0.25]),
            ("reversal", "8x8x8", [0.0625, 0.0625, 0.1111, 0.10]),
            ("shuffle", "4x4x4", [0.6667, 0.5, 0.4444, 0.3333]),
            ("shuffle", "8x8x8", [0.2857, 0.25, 0.1818, 0.1667]),
        ];
        for (pattern, torus, values) in expect {
            let orders = [Order::Dimension, Order::Direction];
            let all =
                orders.into_iter().flat_map(|order| [(order, Ties::Split), (order, Ties::Plus)]);
            for ((order, ties), value) in all.zip(values) {
                let got = throughput(torus, pattern, order, ties);
                assert!((got - value).abs() < 5e-5, "{pattern} {torus} {order:?} {ties:?}: {got}");
            }
        }
    }

    /// `8/k` if ties are split, `8/(k+2)` if they all go to `+`; no difference for odd sizes.
    #[test]
    fn bounds_of_uniform_traffic() {
        for order in [Order::Dimension, Order::Direction] {
            for (torus, split, plus) in [
                ("4x4", 2.0, 8.0 / 6.0),
                ("8x8", 1.0, 0.8),
                ("4x4x4", 2.0, 8.0 / 6.0),
                ("8x8x8", 1.0, 0.8),
            ] {
                assert!((throughput(torus, "uniform", order, Ties::Split) - split).abs() < 1e-9);
                assert!((throughput(torus, "uniform", order, Ties::Plus) - plus).abs() < 1e-9);
                let nodes = f64::from(Torus::parse(torus).unwrap().nodes());
                let others = throughput(torus, "others", order, Ties::Split);
                assert!((others - split * (nodes - 1.0) / nodes).abs() < 1e-9);
            }
            let odd = |ties| throughput("5x5", "uniform", order, ties);
            assert!((odd(Ties::Split) - odd(Ties::Plus)).abs() < 1e-9);
        }
    }

    /// Adaptive routing can at best make the two orders equal: a packet of complement travels on
    /// average a quarter of each dimension, half of the packets in either direction.
    #[test]
    fn even_loads_do_not_depend_on_the_order() {
        for (torus, pattern, value) in [
            ("8x8", "complement", 1.0),
            ("8x8x8", "complement", 1.0),
            ("8x8", "tornado", 1.0 / 3.0),
        ] {
            let torus = Torus::parse(torus).unwrap();
            let pattern = Pattern::new(pattern, &torus, 1).unwrap();
            for order in [Order::Dimension, Order::Direction] {
                let plan = Plan::new(&torus, order, Ties::Split);
                let loads = LinkLoads::of_routes(&plan, &pattern);
                let even = ideal_throughput(&loads.evened());
                assert!((even - value).abs() < 1e-9 && even >= ideal_throughput(&loads), "{even}");
            }
        }
    }

    /// The routes that packets take: for uniform traffic, splitting by parity equals splitting at
    /// random.
    #[test]
    fn parity_splits_uniform_traffic_evenly() {
        for (torus, bound) in
            [("8", 1.0), ("4x4", 2.0), ("8x8", 1.0), ("8x8x8", 1.0), ("16x4", 0.5)]
        {
            let torus = Torus::parse(torus).unwrap();
            let plan = Plan::new(&torus, Order::Direction, Ties::Split);
            let pattern = Pattern::new("uniform", &torus, 0).unwrap();
            let loads = LinkLoads::of_routes(&plan, &pattern);
            assert!((ideal_throughput(&loads) - bound).abs() < 1e-9, "{torus}");
            let from_one = LinkLoads::of_symmetric(&plan, &pattern);
            assert!((ideal_throughput(&from_one) - bound).abs() < 1e-9, "{torus}");
            assert!(loads.link(0, Direction::minus(0)) > 0.0);
        }
    }
}
