//! The earliest of many deadlines: a binary heap that knows the place of each entry, so that an
//! entry can be moved without leaving an old copy behind.

/// At most one deadline per index.
#[derive(Debug, Default)]
pub(crate) struct Deadlines {
    heap: Vec<(u64, usize)>,
    /// Place of each index in `heap`, plus one; 0: no deadline.
    places: Vec<usize>,
}

impl Deadlines {
    /// The earliest deadline and its index.
    pub(crate) fn first(&self) -> Option<(u64, usize)> {
        self.heap.first().copied()
    }

    pub(crate) fn get(&self, index: usize) -> Option<u64> {
        let place = self.places.get(index).copied()?.checked_sub(1)?;
        Some(self.heap[place].0)
    }

    /// Sets or removes the deadline of `index`.
    pub(crate) fn set(&mut self, index: usize, deadline: Option<u64>) {
        if index >= self.places.len() {
            self.places.resize(index + 1, 0);
        }
        match (self.places[index], deadline) {
            (0, None) => (),
            (0, Some(at)) => {
                self.heap.push((at, index));
                self.rise(self.heap.len() - 1);
            }
            (place, Some(at)) => {
                self.heap[place - 1].0 = at;
                self.sink(place - 1);
                self.rise(self.places[index] - 1);
            }
            (place, None) => self.remove(place - 1),
        }
    }

    fn remove(&mut self, place: usize) {
        let (_, index) = self.heap.swap_remove(place);
        self.places[index] = 0;
        if place < self.heap.len() {
            let moved = self.heap[place].1;
            self.places[moved] = place + 1;
            self.sink(place);
            self.rise(self.places[moved] - 1);
        }
    }

    fn rise(&mut self, mut place: usize) {
        while place > 0 && self.heap[place] < self.heap[(place - 1) / 2] {
            self.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
        self.places[self.heap[place].1] = place + 1;
    }

    fn sink(&mut self, mut place: usize) {
        loop {
            let children = 2 * place + 1..(2 * place + 3).min(self.heap.len());
            let Some(least) = children.min_by_key(|child| self.heap[*child]) else {
                break;
            };
            if self.heap[place] <= self.heap[least] {
                break;
            }
            self.swap(place, least);
            place = least;
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.places[self.heap[a].1] = a + 1;
        self.places[self.heap[b].1] = b + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn the_first_is_the_earliest(
            ops in prop::collection::vec((0_usize..20, prop::option::of(0_u64..50)), 0..200),
        ) {
            let (mut it, mut model) = (Deadlines::default(), BTreeMap::new());
            for (index, deadline) in ops {
                it.set(index, deadline);
                match deadline {
                    Some(at) => drop(model.insert(index, at)),
                    None => drop(model.remove(&index)),
                }
                let first = model.iter().map(|(index, at)| (*at, *index)).min();
                prop_assert_eq!(it.first(), first);
                for index in 0..20 {
                    prop_assert_eq!(it.get(index), model.get(&index).copied());
                }
            }
        }
    }
}
