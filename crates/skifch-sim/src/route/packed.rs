//! The remaining route of a packet.

use crate::topology::Direction;
use std::fmt;

/// The hops of a leg take seven bits, its direction three; the first leg is lowest.
const LEG_BITS: u32 = 10;
const HOPS: u64 = 0x7f;
const DIRECTION_SHIFT: u32 = 7;

/// A route of up to six legs, each a number of hops in one direction. A packet carries its route
/// and consumes it, so routers need no lookup.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Route(u64);

impl Route {
    /// Maximum number of legs.
    pub const MAX_LEGS: usize = 6;
    /// Maximum hops of a leg.
    pub const MAX_HOPS: u32 = HOPS as u32;

    /// The empty route, from a node to itself.
    pub const fn new() -> Self {
        Self(0)
    }

    /// Appends hops in a direction; `None` beyond [`Self::MAX_LEGS`] legs or [`Self::MAX_HOPS`]
    /// hops.
    pub fn then(self, to: Direction, hops: u32) -> Option<Self> {
        if hops == 0 {
            return Some(self);
        }
        let legs = self.legs().count();
        if let Some((last, before)) = self.legs().last()
            && last == to
            && before + hops <= Self::MAX_HOPS
        {
            let shift = LEG_BITS * (legs as u32 - 1);
            return Some(Self(self.0 + (u64::from(hops) << shift)));
        }
        let fits = legs < Self::MAX_LEGS && hops <= Self::MAX_HOPS;
        let leg = u64::from(hops) | (to.index() as u64) << DIRECTION_SHIFT;
        fits.then(|| Self(self.0 | leg << (LEG_BITS * legs as u32)))
    }

    /// A route of legs in different directions; those with 0 hops are omitted. There are at most
    /// [`Self::MAX_LEGS`] others, with up to [`Self::MAX_HOPS`] hops each.
    #[inline]
    pub(super) fn of_legs(legs: impl Iterator<Item = (Direction, u32)>) -> Self {
        let (mut route, mut shift) = (0, 0);
        for (to, hops) in legs {
            let is_leg = u32::from(hops > 0);
            let leg = u64::from(hops) | (to.index() as u64 * u64::from(is_leg)) << DIRECTION_SHIFT;
            route |= leg << shift;
            shift += LEG_BITS * is_leg;
        }
        Self(route)
    }

    /// Direction of the next hop; `None` at the end.
    #[inline]
    pub fn next(self) -> Option<Direction> {
        let to = Direction::from_index((self.0 >> DIRECTION_SHIFT) as usize);
        (self.0 != 0).then_some(to)
    }

    /// The route after the next hop; it must not be empty.
    #[inline]
    pub fn advanced(self) -> Self {
        let rest = self.0 - 1;
        Self(if rest & HOPS == 0 { rest >> LEG_BITS } else { rest })
    }

    /// The route after a hop in one of its directions, not necessarily the next.
    #[inline]
    pub fn after(self, to: Direction) -> Self {
        for leg in 0..Self::MAX_LEGS as u32 {
            let shift = LEG_BITS * leg;
            let here = self.0 >> shift;
            if here & HOPS == 0 {
                break;
            }
            if Direction::from_index((here >> DIRECTION_SHIFT) as usize) == to {
                let rest = self.0 - (1 << shift);
                return match rest >> shift & HOPS {
                    0 => Self(rest >> (shift + LEG_BITS) << shift | rest & ((1 << shift) - 1)),
                    _ => Self(rest),
                };
            }
        }
        self
    }

    /// The remaining legs.
    pub fn legs(self) -> impl Iterator<Item = (Direction, u32)> {
        let legs = (0..Self::MAX_LEGS as u32).map(move |leg| self.0 >> (LEG_BITS * leg));
        legs.take_while(|leg| leg & HOPS != 0).map(|leg| {
            let to = Direction::from_index((leg >> DIRECTION_SHIFT) as usize);
            (to, (leg & HOPS) as u32)
        })
    }

    /// The directions of all remaining hops.
    pub fn steps(self) -> impl Iterator<Item = Direction> {
        self.legs().flat_map(|(to, hops)| std::iter::repeat_n(to, hops as usize))
    }

    /// Number of remaining hops.
    pub fn hops(self) -> u32 {
        self.legs().map(|(_, hops)| hops).sum()
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let legs: Vec<_> = self.legs().map(|(to, hops)| format!("{to}{hops}")).collect();
        f.write_str(if legs.is_empty() { "stay" } else { "" })?;
        f.write_str(&legs.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_used_up_leg_by_leg() {
        let (x, z) = (Direction::plus(0), Direction::minus(2));
        let mut route = Route::new().then(x, 2).unwrap().then(z, 1).unwrap();
        assert_eq!((route.hops(), format!("{route:?}").as_str()), (3, "+X2 -Z1"));
        let mut steps = Vec::new();
        while let Some(to) = route.next() {
            steps.push(to);
            route = route.advanced();
        }
        assert_eq!((steps, route), (vec![x, x, z], Route::new()));
    }

    #[test]
    fn hops_may_be_used_up_in_any_order() {
        let (x, y, z) = (Direction::plus(0), Direction::plus(1), Direction::minus(2));
        let route = [(x, 2), (y, 1), (z, 127)]
            .into_iter()
            .fold(Route::new(), |route, (to, hops)| route.then(to, hops).unwrap());
        let said = |route: Route| format!("{route:?}");
        assert_eq!(said(route.after(x)), said(route.advanced()));
        assert_eq!(said(route.after(y)), "+X2 -Z127");
        assert_eq!(said(route.after(z).after(x).after(y)), "+X1 -Z126");
        assert_eq!(route.after(y).after(x).after(x).legs().collect::<Vec<_>>(), [(z, 127)]);
        let gone = (0..127).fold(route.after(y).after(x).after(x), |route, _| route.after(z));
        assert_eq!((gone, gone.next()), (Route::new(), None));
    }

    #[test]
    fn six_legs_of_the_greatest_length_fit_and_no_more() {
        let mut route = Route::new();
        for leg in 0..Route::MAX_LEGS {
            route = route.then(Direction::from_index(leg + 2), Route::MAX_HOPS).unwrap();
        }
        assert_eq!(route.hops(), 6 * 127);
        assert_eq!(route.steps().last(), Some(Direction::minus(3)));
        assert_eq!(route.then(Direction::plus(0), 1), None);
        assert_eq!(Route::new().then(Direction::plus(0), 128), None);
    }

    #[test]
    fn a_leg_in_the_same_direction_is_not_a_turn() {
        let x = Direction::plus(0);
        let route = Route::new().then(x, 1).unwrap().then(x, 2).unwrap();
        assert_eq!(route.legs().collect::<Vec<_>>(), [(x, 3)]);
    }
}
