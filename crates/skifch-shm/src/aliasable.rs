//! A heap-allocated value whose owner may be kept beside pointers to the value.

use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// Owns a value that does not move. `Box` would do except for one thing: using a `Box` asserts that
/// its content is accessed in no other way, which invalidates pointers taken earlier. This type
/// asserts that only for the references created through it.
pub(crate) struct AliasableBox<T>(NonNull<T>);

impl<T> AliasableBox<T> {
    pub(crate) fn new(value: T) -> Self {
        // SAFETY: a box is not null.
        Self(unsafe { NonNull::new_unchecked(Box::into_raw(Box::new(value))) })
    }

    /// Pointer to the value, valid until this is dropped.
    pub(crate) fn as_ptr(&self) -> *mut T {
        self.0.as_ptr()
    }
}

impl<T> Deref for AliasableBox<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the value lives as long as `self`; users of `as_ptr` must follow the aliasing
        // rules together with the references made here.
        unsafe { self.0.as_ref() }
    }
}

impl<T> DerefMut for AliasableBox<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`.
        unsafe { self.0.as_mut() }
    }
}

impl<T> Drop for AliasableBox<T> {
    fn drop(&mut self) {
        // SAFETY: the pointer came from a box, and this is its last use.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

// SAFETY: it owns its value, as a box does.
unsafe impl<T: Send> Send for AliasableBox<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for AliasableBox<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;

    #[test]
    fn the_value_stays_where_it_is_and_is_dropped_once() {
        let count = Rc::new(0);
        let mut owners = vec![AliasableBox::new((1, count.clone()))];
        let pointer = owners[0].as_ptr();
        (*owners[0]).0 += 1;
        owners.extend((0..100).map(|_| AliasableBox::new((0, count.clone()))));
        let moved = owners.swap_remove(0);
        // SAFETY: `moved` owns the value, and no reference to it is held.
        unsafe { (*pointer).0 += 1 };
        assert_eq!((*moved).0, 3);
        assert_eq!(Rc::strong_count(&count), 102);
        drop((owners, moved));
        assert_eq!(Rc::strong_count(&count), 1);
    }
}
