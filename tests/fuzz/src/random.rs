//! Repeatable random numbers, and mutations of bytes.

pub(crate) struct Random(skifch_chance::Random);

/// Boundary values, at which arithmetic tends to fail.
const EDGES: [u64; 12] =
    [0, 1, 7, 8, 64, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff, u64::MAX];

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(skifch_chance::Random::new(seed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.bits()
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0.index(limit)
    }

    /// Applies one to four changes.
    pub(crate) fn mutate(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(4) {
            self.change(bytes);
        }
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return bytes.push(self.next() as u8);
        }
        let at = self.below(bytes.len());
        match self.below(9) {
            0 => bytes[at] ^= 1 << self.below(8),
            1 => bytes[at] = self.next() as u8,
            2 => bytes[at] = b" =\n(),.0-[]x:"[self.below(13)],
            3 => drop(bytes.remove(at)),
            4 => bytes.insert(at, bytes[at]),
            5 => bytes.truncate(at),
            6 => {
                let piece = bytes[at..(at + 9).min(bytes.len())].repeat(self.below(300));
                bytes.splice(at..at, piece);
            }
            _ => self.overwrite(bytes),
        }
    }

    /// Overwrites an aligned number of 1, 2, 4 or 8 bytes with a boundary or random value, or with
    /// the present one, plus or minus up to 2.
    fn overwrite(&mut self, bytes: &mut [u8]) {
        let size = 1 << self.below(4);
        let at = self.below(bytes.len()) & !(size - 1);
        let Some(place) = bytes.get_mut(at..at + size) else {
            return;
        };
        let mut old = [0; 8];
        old[..size].copy_from_slice(place);
        let near = (self.below(5) as u64).wrapping_sub(2);
        let base = match self.below(3) {
            0 => u64::from_le_bytes(old),
            1 => EDGES[self.below(EDGES.len())],
            _ => self.next() >> self.below(64),
        };
        place.copy_from_slice(&base.wrapping_add(near).to_le_bytes()[..size]);
    }
}
