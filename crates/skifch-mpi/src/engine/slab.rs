//! Objects by number; the numbers serve as handles.

/// A slab with reuse of entries; a number is valid from `insert` to `remove`.
pub(crate) struct Slab<T> {
    items: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Default for Slab<T> {
    fn default() -> Self {
        Self { items: Vec::new(), free: Vec::new() }
    }
}

impl<T> Slab<T> {
    /// A slab with one object.
    pub(crate) fn of(item: T) -> Self {
        Self { items: vec![Some(item)], free: Vec::new() }
    }

    #[inline]
    pub(crate) fn insert(&mut self, item: T) -> u32 {
        if let Some(at) = self.free.pop() {
            self.items[at as usize] = Some(item);
            return at;
        }
        self.items.push(Some(item));
        self.items.len() as u32 - 1
    }

    /// Inserts an object that has its own number.
    pub(crate) fn insert_with(&mut self, make: impl FnOnce(u32) -> T) -> u32 {
        let at = self.free.last().copied().unwrap_or(self.items.len() as u32);
        self.insert(make(at))
    }

    #[inline(always)]
    pub(crate) fn get(&self, at: u32) -> Option<&T> {
        self.items.get(at as usize)?.as_ref()
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, at: u32) -> Option<&mut T> {
        self.items.get_mut(at as usize)?.as_mut()
    }

    pub(crate) fn remove(&mut self, at: u32) -> Option<T> {
        let item = self.items.get_mut(at as usize)?.take()?;
        self.free.push(at);
        Some(item)
    }

    /// [`remove`](Self::remove) that drops the object instead of returning it.
    #[inline(always)]
    pub(crate) fn discard(&mut self, at: u32) {
        if let Some(item) = self.items.get_mut(at as usize)
            && item.is_some()
        {
            *item = None;
            self.free.push(at);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len() - self.free.len()
    }

    /// The first valid number at or after `from`.
    pub(crate) fn next(&self, from: u32) -> Option<u32> {
        let behind = self.items.get(from as usize..)?;
        behind.iter().position(Option::is_some).map(|at| from + at as u32)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        (0..).zip(&self.items).filter_map(|(at, item)| item.as_ref().map(|item| (at, item)))
    }
}
