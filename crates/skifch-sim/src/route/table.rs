//! Routing tables for all pairs, as a service processor writes them to the interfaces.

use super::{Detour, Route};

/// A route for each pair of nodes that has one.
#[derive(Clone, Debug)]
pub struct Table {
    nodes: usize,
    /// By sender and receiver; the empty route, for two different nodes, means that there is none.
    routes: Vec<Route>,
}

impl Table {
    /// The table of the routes of a detour, in a torus of `nodes` nodes.
    pub fn new(nodes: u32, detour: &Detour) -> Self {
        let nodes = nodes as usize;
        let mut routes = vec![Route::new(); nodes * nodes];
        for (from, to, route) in &detour.routes {
            routes[*from as usize * nodes + *to as usize] = *route;
        }
        Self { nodes, routes }
    }

    /// The route from one node to another, if there is one.
    pub fn route(&self, from: u32, to: u32) -> Option<Route> {
        let route = self.routes[from as usize * self.nodes + to as usize];
        (from == to || route != Route::new()).then_some(route)
    }
}
