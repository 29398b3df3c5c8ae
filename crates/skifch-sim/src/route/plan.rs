//! Routes of a torus without failures: shortest, in a fixed order of directions.

use super::{Order, Route, Ties};
use crate::topology::{Direction, MAX_DIMS, Torus};

/// The route of every pair of nodes.
#[derive(Clone, Debug)]
pub struct Plan {
    torus: Torus,
    order: Order,
    ties: Ties,
    /// Coordinates of every node: a lookup is faster than divisions.
    coordinates: Vec<[u8; MAX_DIMS]>,
}

impl Plan {
    /// Shortest routes over `torus`.
    pub fn new(torus: &Torus, order: Order, ties: Ties) -> Self {
        let at = |node| torus.coordinates(node).map(|at| at as u8);
        let coordinates = (0..torus.nodes()).map(at).collect();
        Self { torus: torus.clone(), order, ties, coordinates }
    }

    /// The torus.
    pub fn torus(&self) -> &Torus {
        &self.torus
    }

    /// The route from one node to another.
    pub fn route(&self, from: u32, to: u32) -> Route {
        self.along(&self.displacement(from, to))
    }

    /// The routes that a packet could take if ties were broken at random: their number doubles with
    /// each dimension that has a tie. Used for the loads of an ideal split.
    pub fn equal_routes(&self, from: u32, to: u32) -> Vec<Route> {
        let mut ways = vec![self.displacement(from, to)];
        for dim in 0..self.torus.dims() {
            let size = self.torus.size(dim) as i32;
            if self.ties == Ties::Split && ways[0][dim].abs() * 2 == size {
                let other = ways.iter().map(|way| {
                    let mut way = *way;
                    way[dim] = -way[dim];
                    way
                });
                let other: Vec<_> = other.collect();
                ways.extend(other);
            }
        }
        ways.iter().map(|way| self.along(way)).collect()
    }

    /// Signed hops in each dimension.
    fn displacement(&self, from: u32, to: u32) -> [i32; MAX_DIMS] {
        let (from, to) = (self.coordinates[from as usize], self.coordinates[to as usize]);
        let all = from.iter().chain(&to).fold(0, |all, at| all ^ at);
        let mut ways = [0; MAX_DIMS];
        for dim in 0..self.torus.dims() {
            let size = self.torus.size(dim) as i32;
            let gap = i32::from(to[dim]) - i32::from(from[dim]);
            // Without branches, which would be unpredictable.
            let ahead = gap + size * i32::from(gap < 0);
            let is_odd = (all ^ to[dim]) & 1 == 1;
            let ties_back = i32::from(is_odd & (self.ties == Ties::Split));
            ways[dim] = ahead - size * i32::from(2 * ahead + ties_back > size);
        }
        ways
    }

    fn along(&self, ways: &[i32; MAX_DIMS]) -> Route {
        let leg = |to: Direction| {
            let hops = if to.is_plus() { ways[to.dim()] } else { -ways[to.dim()] };
            (to, hops.max(0) as u32)
        };
        // Four legs of at most half a ring each always fit.
        Route::of_legs(self.order.directions(self.torus.dims()).map(leg))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plans() -> Vec<Plan> {
        let tori =
            ["2", "3x2", "4x4", "5x4x3", "2x3x4x2", "128"].map(|text| Torus::parse(text).unwrap());
        let mut plans = Vec::new();
        for torus in &tori {
            for order in [Order::Direction, Order::Dimension] {
                plans.extend([Ties::Split, Ties::Plus].map(|ties| Plan::new(torus, order, ties)));
            }
        }
        plans
    }

    #[test]
    fn every_route_arrives_on_a_shortest_way_and_keeps_its_order() {
        for plan in plans() {
            let torus = plan.torus();
            let order: Vec<_> = plan.order.directions(torus.dims()).collect();
            let rank = |to| order.iter().position(|other| *other == to);
            for (from, to) in
                (0..torus.nodes()).flat_map(|a| (0..torus.nodes()).map(move |b| (a, b)))
            {
                for route in plan.equal_routes(from, to).into_iter().chain([plan.route(from, to)]) {
                    let end = route.steps().fold(from, |node, step| torus.neighbour(node, step));
                    assert_eq!((end, route.hops()), (to, torus.distance(from, to)), "{plan:?}");
                    let ranks: Vec<_> = route.legs().map(|(to, _)| rank(to)).collect();
                    assert!(ranks.is_sorted(), "{route:?}");
                }
                assert!(plan.equal_routes(from, to).contains(&plan.route(from, to)));
            }
        }
    }

    #[test]
    fn ties_are_split_evenly() {
        let plan = Plan::new(&Torus::parse("8x8").unwrap(), Order::Direction, Ties::Split);
        for from in 0..64 {
            // Four hops in x: half of the rows are reached in one direction, half in the other.
            let x = (from % 8 + 4) % 8;
            let plus = (0..8).filter(|y| plan.route(from, x + 8 * y).next().unwrap().is_plus());
            let plus_x = plus.filter(|y| {
                plan.route(from, x + 8 * y)
                    .legs()
                    .any(|(to, hops)| to.dim() == 0 && to.is_plus() && hops == 4)
            });
            assert!((3..=4).contains(&plus_x.count()), "from {from}");
        }
    }
}
