//! The location of the program's global and static variables.

use skifch_backend::{Error, memfd};
use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// The writable data of the executable: `.data` and `.bss`, whole pages, without the part that the
/// loader has made read-only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramData {
    /// The start address.
    pub base: *mut u8,
    /// Size in bytes.
    pub bytes: usize,
    /// Equal for the same executable, at whatever address it is loaded.
    pub layout: u64,
}

/// The data of this program; `None` if it has none. If it consists of several ranges with unmapped
/// gaps, the gaps are mapped with zeros so that it becomes one range.
///
/// # Errors
/// There are several ranges, and something else is mapped between them.
pub fn program_data() -> Result<Option<ProgramData>, Error> {
    let mut image = Image::default();
    // SAFETY: `look` takes what this call gives, and `image` is ours.
    unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut image).cast()) };
    image.data()
}

/// Data collected from the executable.
#[derive(Default)]
struct Image {
    bias: usize,
    writable: Vec<Range<usize>>,
    read_only: Vec<Range<usize>>,
    /// A hash of the headers and notes, which identify the build.
    layout: u64,
}

/// Reads the first object, which is the executable.
unsafe extern "C" fn look(
    info: *mut libc::dl_phdr_info,
    _size: usize,
    image: *mut c_void,
) -> c_int {
    // SAFETY: `dl_iterate_phdr` gives a description, and our own argument.
    let (info, image) = unsafe { (&*info, &mut *image.cast::<Image>()) };
    image.bias = info.dlpi_addr as usize;
    for index in 0..usize::from(info.dlpi_phnum) {
        // SAFETY: as many headers as it says.
        image.read(unsafe { &*info.dlpi_phdr.add(index) });
    }
    1
}

impl Image {
    fn read(&mut self, header: &libc::Elf64_Phdr) {
        let begin = self.bias.wrapping_add(header.p_vaddr as usize);
        let range = begin..begin.wrapping_add(header.p_memsz as usize);
        let of = [u64::from(header.p_type), u64::from(header.p_flags), header.p_vaddr];
        for word in of.into_iter().chain([header.p_memsz, header.p_filesz]) {
            self.mix(&word.to_ne_bytes());
        }
        match header.p_type {
            libc::PT_LOAD if header.p_flags & libc::PF_W != 0 => self.writable.push(range),
            libc::PT_GNU_RELRO => self.read_only.push(range),
            libc::PT_NOTE => {
                let note: *const u8 = std::ptr::with_exposed_provenance(begin);
                // SAFETY: notes are in memory that the loader has mapped for reading.
                self.mix(unsafe { std::slice::from_raw_parts(note, range.len()) });
            }
            _ => {}
        }
    }

    /// FNV-1a.
    fn mix(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.layout = (self.layout ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn data(&self) -> Result<Option<ProgramData>, Error> {
        let pieces = pieces(&self.writable, &self.read_only);
        let [first, .., last] = &pieces[..] else {
            return Ok(pieces.first().map(|piece| self.of(piece.clone())));
        };
        if let Err(error) = join(&pieces) {
            let count = pieces.len();
            let text =
                format!("the program's data consists of {count} ranges: {pieces:x?}: {error}");
            return Err(Error::new(libc::ENOTSUP, text));
        }
        Ok(Some(self.of(first.start..last.end)))
    }

    fn of(&self, piece: Range<usize>) -> ProgramData {
        ProgramData {
            base: std::ptr::with_exposed_provenance_mut(piece.start),
            bytes: piece.len(),
            layout: self.layout,
        }
    }
}

/// Maps zeros between the ranges. Linkers leave gaps before data aligned to more than a page, and
/// before large data.
fn join(pieces: &[Range<usize>]) -> Result<(), Error> {
    static IS_DONE: Mutex<bool> = Mutex::new(false);
    let mut is_done = IS_DONE.lock().unwrap_or_else(PoisonError::into_inner);
    if !*is_done {
        pieces.windows(2).try_for_each(|pair| fill(pair[0].end..pair[1].start))?;
        *is_done = true;
    }
    Ok(())
}

/// Maps zeros into an unmapped gap.
fn fill(gap: Range<usize>) -> Result<(), Error> {
    let base: *mut c_void = std::ptr::without_provenance_mut(gap.start);
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED_NOREPLACE;
    let flags = flags | libc::MAP_NORESERVE;
    // SAFETY: a fresh mapping, which takes the place of nothing.
    let at = unsafe { libc::mmap(base, gap.len(), protection, flags, -1, 0) };
    if at == libc::MAP_FAILED {
        return Err(Error::os(format!("mapping the {} bytes between them", gap.len())));
    }
    if at != base {
        // SAFETY: mapped just now, by a system that takes the address for a wish.
        unsafe { libc::munmap(at, gap.len()) };
        return Err(Error::new(libc::EEXIST, "other memory is mapped between them"));
    }
    Ok(())
}

/// The pages of the `writable` ranges that are not `read_only`, as few ranges as possible.
fn pieces(writable: &[Range<usize>], read_only: &[Range<usize>]) -> Vec<Range<usize>> {
    const PAGE: usize = memfd::PAGE_BYTES;
    let mut pieces: Vec<Range<usize>> = Vec::new();
    for range in writable {
        let mut rest = range.start / PAGE * PAGE..range.end.next_multiple_of(PAGE);
        for fixed in read_only {
            // The loader protects whole pages, and leaves a last page that also has other data
            // writable.
            let fixed = fixed.start / PAGE * PAGE..fixed.end / PAGE * PAGE;
            if fixed.start <= rest.start && fixed.end > rest.start {
                rest.start = fixed.end;
            }
        }
        if rest.start >= rest.end {
            continue;
        }
        match pieces.last_mut() {
            Some(last) if last.end >= rest.start => last.end = last.end.max(rest.end),
            _ => pieces.push(rest),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_loader_protects_is_not_data() {
        type Ends = (usize, usize);
        let of = |writable: &[Ends], fixed: &[Ends]| -> Vec<Ends> {
            let ranges = |ends: &[Ends]| ends.iter().map(|&(at, end)| at..end).collect::<Vec<_>>();
            let pieces = pieces(&ranges(writable), &ranges(fixed));
            pieces.into_iter().map(|piece| (piece.start, piece.end)).collect()
        };
        assert_eq!(of(&[(0x3d80, 0x6010)], &[(0x3d80, 0x4000)]), [(0x4000, 0x7000)]);
        assert_eq!(of(&[(0x3d80, 0x6010)], &[]), [(0x3000, 0x7000)]);
        // A linker that gives protected data a segment of its own.
        let split = [(0x3d80, 0x4000), (0x5100, 0x6010)];
        assert_eq!(of(&split, &[(0x3d80, 0x4000)]), [(0x5000, 0x7000)]);
        assert_eq!(of(&[(0x3d80, 0x4000), (0x4000, 0x6010)], &[]), [(0x3000, 0x7000)]);
        assert_eq!(of(&[(0x3d80, 0x4010)], &[(0x3d80, 0x5000)]), []);
        assert_eq!(of(&[(0x1000, 0x2000), (0x9000, 0x9008)], &[]).len(), 2);
    }

    #[test]
    fn pieces_are_joined_where_nothing_is_between() {
        const PAGE: usize = memfd::PAGE_BYTES;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // Far from where the kernel takes room from: other threads map something meanwhile.
        let wish = std::ptr::without_provenance_mut(0x1234_5000_0000);
        // SAFETY: a fresh mapping.
        let at = unsafe { libc::mmap(wish, 3 * PAGE, libc::PROT_READ, flags, -1, 0) };
        assert_ne!(at, libc::MAP_FAILED);
        let gap = at.addr() + PAGE..at.addr() + 2 * PAGE;
        let error = fill(gap.clone()).expect_err("something is there");
        assert_eq!(error.errno(), libc::EEXIST, "{error}");
        let middle = at.wrapping_byte_add(PAGE);
        // SAFETY: the page was mapped above, and nobody uses it.
        unsafe { libc::munmap(middle, PAGE) };
        fill(gap).expect("nothing is there");
        // SAFETY: readable and writable zeros since then; then the end of all three pages.
        unsafe {
            assert_eq!(middle.cast::<u64>().replace(5), 0);
            libc::munmap(at, 3 * PAGE);
        }
    }

    #[test]
    fn the_globals_of_this_program_are_found() {
        static COUNTER: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(5);
        let data = program_data().expect("in one piece").expect("some");
        let begin = data.base.addr();
        assert!((begin..begin + data.bytes).contains(&(&raw const COUNTER).addr()), "{data:?}");
        assert_eq!(data, program_data().expect("in one piece").expect("some"));
    }
}
