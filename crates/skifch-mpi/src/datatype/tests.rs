//! Random datatypes compared with the standard's definition, a list of elements and displacements.

use super::pack::{pack, unpack};
use super::*;
use crate::random::Random;
use proptest::prelude::*;
use std::ops::ControlFlow;

/// Elements in order, and the bounds by the rules of MPI 5.0, 5.1.
struct Naive {
    elements: Vec<(Basic, isize)>,
    /// Bounds set by resizes inside.
    marks: Option<(isize, isize)>,
    lb: isize,
    ub: isize,
}

impl Naive {
    fn extent(&self) -> isize {
        self.ub - self.lb
    }

    fn from(elements: Vec<(Basic, isize)>, marks: Option<(isize, isize)>, align: isize) -> Self {
        let low = elements.iter().map(|&(_, at)| at).min().unwrap_or(0);
        let high = elements.iter().map(|&(basic, at)| at + basic.row().extent as isize).max();
        let high = high.unwrap_or(0);
        let (lb, mut ub) = marks.unwrap_or((low, high));
        if marks.is_none() {
            ub = lb + (ub - lb + align - 1) / align * align;
        }
        Self { elements, marks, lb, ub }
    }

    /// Copies of types at given displacements.
    fn put(parts: &[(isize, &Self)], align: isize) -> Self {
        let mut elements = Vec::new();
        let mut marks: Option<(isize, isize)> = None;
        let mut span: Option<(isize, isize)> = None;
        for (at, part) in parts {
            elements.extend(part.elements.iter().map(|&(basic, disp)| (basic, at + disp)));
            let here = (at + part.lb, at + part.ub);
            let join = |old: Option<(isize, isize)>| match old {
                Some((low, high)) => Some((low.min(here.0), high.max(here.1))),
                None => Some(here),
            };
            if part.marks.is_some() {
                marks = join(marks);
            } else if !part.elements.is_empty() {
                span = join(span);
            }
        }
        let (lb, mut ub) = marks.or(span).unwrap_or_default();
        if marks.is_none() {
            ub = lb + (ub - lb + align - 1) / align * align;
        }
        Self { elements, marks, lb, ub }
    }
}

fn align_of(naive: &Naive) -> isize {
    naive.elements.iter().map(|(basic, _)| basic.row().align as isize).max().unwrap_or(1)
}

const LEAVES: &[Basic] =
    &[Basic::Char, Basic::Short, Basic::Int, Basic::Double, Basic::Byte, Basic::LongDouble];

/// A random constructor call, and its expected result computed naively.
fn random(random: &mut Random, depth: u32) -> (Arc<Type>, Naive) {
    if depth == 0 || random.below(6) == 0 {
        let basic = LEAVES[random.index(LEAVES.len())];
        return (Arc::new(Type::of_basic(basic)), Naive::from(vec![(basic, 0)], None, 1));
    }
    let (old, naive) = self::random(random, depth - 1);
    let (count, len) = (random.index(4), random.index(4));
    let stride = random.below(9) as isize - 3;
    let extent = naive.extent();
    let strided = |stride: isize| {
        let mut parts = Vec::new();
        for block in 0..count as isize {
            parts.extend((0..len as isize).map(|copy| (block * stride + copy * extent, &naive)));
        }
        Naive::put(&parts, 1)
    };
    let (make, wanted) = match random.below(8) {
        0 => {
            let parts: Vec<_> = (0..count as isize).map(|at| (at * extent, &naive)).collect();
            (Make::Contiguous { count, old }, Naive::put(&parts, 1))
        }
        1 => (Make::Vector { count, len, stride, old }, strided(stride * extent)),
        2 => (Make::Hvector { count, len, stride, old }, strided(stride)),
        3 => random_indexed(random, old, &naive),
        4 => random_struct(random, (old, naive), depth),
        5 => {
            let (lb, extent) = (stride, random.below(40) as isize);
            let wanted = Naive {
                marks: Some((lb, lb + extent)),
                lb,
                ub: lb + extent,
                elements: naive.elements,
            };
            (Make::Resized { lb, extent, old }, wanted)
        }
        6 => random_subarray(random, old, &naive),
        _ => (Make::Dup(old), naive),
    };
    (Arc::new(Type::new(make).unwrap()), wanted)
}

fn random_indexed(random: &mut Random, old: Arc<Type>, naive: &Naive) -> (Make, Naive) {
    let count = random.index(5);
    let lens: Vec<_> = (0..count).map(|_| random.index(3)).collect();
    let disps: Vec<_> = (0..count).map(|_| random.below(20) as isize - 5).collect();
    let extent = naive.extent();
    let parts = |unit: isize, lens: &[usize]| {
        let mut parts = Vec::new();
        for (len, disp) in lens.iter().zip(&disps) {
            parts.extend((0..*len as isize).map(|copy| (disp * unit + copy * extent, naive)));
        }
        Naive::put(&parts, 1)
    };
    let len = random.index(3);
    match random.below(4) {
        0 => {
            (Make::Indexed { lens: lens.clone(), disps: disps.clone(), old }, parts(extent, &lens))
        }
        1 => (Make::Hindexed { lens: lens.clone(), disps: disps.clone(), old }, parts(1, &lens)),
        2 => {
            let wanted = parts(extent, &vec![len; count]);
            (Make::IndexedBlock { len, disps: disps.clone(), old }, wanted)
        }
        _ => {
            let wanted = parts(1, &vec![len; count]);
            (Make::HindexedBlock { len, disps: disps.clone(), old }, wanted)
        }
    }
}

fn random_struct(random: &mut Random, first: (Arc<Type>, Naive), depth: u32) -> (Make, Naive) {
    let mut parts = vec![first];
    parts.extend((0..random.index(3)).map(|_| self::random(random, depth - 1)));
    let lens: Vec<_> = parts.iter().map(|_| random.index(3)).collect();
    let disps: Vec<_> = parts.iter().map(|_| random.below(60) as isize).collect();
    let mut placed = Vec::new();
    for ((len, disp), (_, naive)) in lens.iter().zip(&disps).zip(&parts) {
        placed.extend((0..*len as isize).map(|copy| (disp + copy * naive.extent(), naive)));
    }
    let align = placed.iter().map(|(_, naive)| align_of(naive)).max().unwrap_or(1);
    let wanted = Naive::put(&placed, align);
    let olds = parts.iter().map(|(old, _)| old.clone()).collect();
    (Make::Struct { lens, disps, olds }, wanted)
}

fn random_subarray(random: &mut Random, old: Arc<Type>, naive: &Naive) -> (Make, Naive) {
    let dims = 1 + random.index(3);
    let subsizes: Vec<_> = (0..dims).map(|_| 1 + random.index(3)).collect();
    let starts: Vec<_> = (0..dims).map(|_| random.index(2)).collect();
    let sizes: Vec<_> =
        subsizes.iter().zip(&starts).map(|(sub, start)| sub + start + random.index(2)).collect();
    let order = if random.below(2) == 0 { Order::C } else { Order::Fortran };
    let fast: Vec<_> = match order {
        Order::C => (0..dims).rev().collect(),
        Order::Fortran => (0..dims).collect(),
    };
    let mut elements = Vec::new();
    for index in 0..subsizes.iter().product::<usize>() {
        let (mut rest, mut at, mut stride) = (index, 0, 1);
        for &dim in &fast {
            at += (starts[dim] + rest % subsizes[dim]) * stride;
            rest /= subsizes[dim];
            stride *= sizes[dim];
        }
        let at = at as isize * naive.extent();
        elements.extend(naive.elements.iter().map(|&(basic, disp)| (basic, at + disp)));
    }
    let ub = sizes.iter().product::<usize>() as isize * naive.extent();
    let wanted = Naive { elements, marks: Some((0, ub)), lb: 0, ub };
    (Make::Subarray { sizes, subsizes, starts, order, old }, wanted)
}

/// A buffer around `count` elements: its bytes, and the offset of displacement 0.
fn buffer(random: &mut Random, ty: &Type, count: usize) -> (Vec<u8>, isize) {
    let (low, len) = ty.span(count);
    let bytes = (0..len + 8).map(|_| random.below(256) as u8).collect();
    (bytes, 4 - low)
}

fn check(seed: u64) {
    let random = &mut Random::new(seed);
    let (ty, naive) = self::random(random, 3);
    let size: usize = naive.elements.iter().map(|(basic, _)| usize::from(basic.row().size)).sum();
    assert_eq!(ty.size(), size);
    assert_eq!(ty.elements, naive.elements.len() as u64);
    assert_eq!((ty.lower_bound(), ty.extent()), (naive.lb, naive.extent()));
    let ends = naive.elements.iter().map(|&(basic, at)| at + basic.row().size as isize);
    if let (Some(low), Some(high)) = (naive.elements.iter().map(|e| e.1).min(), ends.max()) {
        assert_eq!((ty.true_lower_bound(), ty.true_extent()), (low, high - low));
    }
    let mut listed = Vec::new();
    let _ = ty.each_element(0, &mut |basic, at| {
        listed.push((basic, at));
        ControlFlow::Continue(())
    });
    assert_eq!(listed, naive.elements);
    check_packing(random, &ty, &naive);
}

fn check_packing(random: &mut Random, ty: &Type, naive: &Naive) {
    let count = random.index(4);
    let (bytes, origin) = buffer(random, ty, count);
    let mut wanted = Vec::new();
    let mut places = Vec::new();
    for copy in 0..count as isize {
        for (basic, at) in &naive.elements {
            let from = (origin + copy * naive.extent() + at) as usize;
            places.extend(from..from + usize::from(basic.row().size));
        }
    }
    wanted.extend(places.iter().map(|&place| bytes[place]));
    let total = ty.size() * count;
    assert_eq!(wanted.len(), total);
    // SAFETY: displacements count from `origin`, and the span fits around it.
    let base = unsafe { bytes.as_ptr().offset(origin) };
    // In pieces, as the parts of a message are.
    let mut packed = vec![0; total];
    let mut at = 0;
    while at < total {
        let len = 1 + random.index(total - at);
        // SAFETY: the elements lie in `bytes`, and `packed` has room.
        unsafe { pack(ty.at(base), at, packed[at..].as_mut_ptr(), len) };
        at += len;
    }
    assert_eq!(packed, wanted);
    let mut target = vec![0xee; bytes.len()];
    let mut expected = target.clone();
    places.iter().zip(&wanted).for_each(|(&place, &byte)| expected[place] = byte);
    // SAFETY: as above.
    let base = unsafe { target.as_mut_ptr().offset(origin) };
    let mut at = 0;
    while at < total {
        let len = 1 + random.index(total - at);
        // SAFETY: as above.
        unsafe { unpack(ty.at(base), at, packed[at..].as_ptr(), len) };
        at += len;
    }
    assert_eq!(target, expected);
    let some = random.index(total + 1);
    let (mut left, mut whole) = (some, 0);
    for (basic, _) in naive.elements.iter().cycle().take(naive.elements.len() * count) {
        let size = usize::from(basic.row().size);
        if size > left {
            break;
        }
        (left, whole) = (left - size, whole + 1);
    }
    assert_eq!(ty.elements_in(some), (whole, left));
    assert_eq!(ty.bytes_of(whole), Some((some - left) as u64));
}

proptest! {
    #![proptest_config(crate::property::cases(2000))]
    #[test]
    fn types_are_what_the_standard_says(seed in any::<u64>()) {
        check(seed);
    }
}

#[test]
fn a_vector_of_a_million_is_one_run() {
    let double = Arc::new(Type::of_basic(Basic::Double));
    let make = Make::Vector { count: 1_000_000, len: 1, stride: 3, old: double };
    let column = Arc::new(Type::new(make).unwrap());
    assert_eq!(column.flat.items.len(), 1);
    let make = Make::Hvector { count: 1 << 30, len: 2, stride: 5, old: column };
    let many = Type::new(make).unwrap();
    assert!(many.flat.items.len() <= 4, "{} items", many.flat.items.len());
    assert_eq!(many.size(), (2_000_000 * 8) << 30);
}

#[test]
fn the_parts_of_a_distributed_array_are_the_array() {
    for seed in 0..300 {
        let random = &mut Random::new(seed);
        let dims = 1 + random.index(3);
        let sizes: Vec<_> = (0..dims).map(|_| 1 + random.index(7)).collect();
        let mut processes: Vec<_> = (0..dims).map(|_| 1 + random.index(3)).collect();
        let distributions: Vec<_> = (0..dims)
            .map(|dim| match random.below(4) {
                0 => Distribution::Block(None),
                1 => Distribution::Cyclic(Some(1 + random.index(3))),
                2 => Distribution::Cyclic(None),
                _ => {
                    processes[dim] = 1;
                    Distribution::None
                }
            })
            .collect();
        let size = processes.iter().product();
        let order = if random.below(2) == 0 { Order::C } else { Order::Fortran };
        let old = Arc::new(Type::of_basic(Basic::Int));
        let mut owners = vec![0; sizes.iter().product()];
        for rank in 0..size {
            let made = Darray {
                size,
                rank,
                sizes: sizes.clone(),
                distributions: distributions.clone(),
                processes: processes.clone(),
                order,
                old: old.clone(),
            };
            let part = Type::new(Make::Darray(made)).unwrap();
            assert_eq!(part.extent() as usize, owners.len() * 4);
            let mut last = -1;
            let _ = part.each_element(0, &mut |_, at| {
                assert!(at > last, "seed {seed}: byte {at} after byte {last}");
                last = at;
                owners[at as usize / 4] += 1;
                ControlFlow::Continue(())
            });
        }
        assert!(owners.iter().all(|&count| count == 1), "seed {seed}: {owners:?}");
    }
}

/// The description of a type is not longer for more blocks.
#[test]
fn an_array_dealt_out_in_many_blocks_is_described_in_a_few_words() {
    let cases = [
        (None, 1, 1 << 27),
        (Some(3), 0, 3 * 44_739_242 + 3),
        (Some(3), 1, 3 * 44_739_242 + 1),
        (Some(1 << 27), 1, 1 << 27),
        (Some(1 << 28), 1, 0),
    ];
    for (block, rank, elements) in cases {
        let made = Darray {
            size: 2,
            rank,
            sizes: vec![1 << 28],
            distributions: vec![Distribution::Cyclic(block)],
            processes: vec![2],
            order: Order::C,
            old: Arc::new(Type::of_basic(Basic::Double)),
        };
        let ty = Type::new(Make::Darray(made)).unwrap();
        let share = &ty.children[0];
        assert!(share.children.len() <= 2 && share.pieces.len() <= 2, "{block:?}: {share:?}");
        assert!(ty.flat.items.len() <= 2, "{block:?}: {:?}", ty.flat.items);
        assert_eq!((ty.size(), ty.elements), (elements * 8, elements as u64), "{block:?} {rank}");
    }
}

#[test]
fn external_bytes_are_the_most_significant_first() {
    let make = Make::Struct {
        lens: vec![1, 2],
        disps: vec![0, 8],
        olds: vec![
            Arc::new(Type::of_basic(Basic::Int)),
            Arc::new(Type::of_basic(Basic::DoubleInt)),
        ],
    };
    let ty = Type::new(make).unwrap();
    let mut from = [0u8; 64];
    from.iter_mut().enumerate().for_each(|(at, byte)| *byte = at as u8);
    let mut out = [0; 28];
    assert_eq!(ty.external_size(), 28);
    // SAFETY: the type ends before byte 64.
    let packed = unsafe { ty.pack_external(from.as_ptr(), 1, &mut out) };
    assert_eq!(packed, Some(28));
    assert_eq!(out[..4], [3, 2, 1, 0]);
    assert_eq!(out[4..12], [15, 14, 13, 12, 11, 10, 9, 8]);
    assert_eq!(out[12..16], [19, 18, 17, 16]);
    let mut back = [0xffu8; 64];
    // SAFETY: as above.
    unsafe {
        assert_eq!(ty.pack_external(from.as_ptr(), 1, &mut out[..27]), None);
        assert_eq!(ty.unpack_external(&out, back.as_mut_ptr(), 1), Some(28));
    }
    assert_eq!(back[..4], from[..4]);
    assert_eq!(back[24..36], from[24..36]);
}

/// `MPI_BOTTOM` is null, and no object has these displacements.
#[test]
fn displacements_may_be_addresses() {
    let (from, mut to) = ([1u8, 2, 3, 4, 5, 6, 7, 8], [0u8; 8]);
    let of = |address: usize| {
        let old = Arc::new(Type::of_basic(Basic::Byte));
        let disps = vec![address as isize + 4, address as isize];
        Type::new(Make::Hindexed { lens: vec![3, 2], disps, old }).expect("five bytes")
    };
    let (out, come) =
        (of(from.as_ptr().expose_provenance()), of(to.as_mut_ptr().expose_provenance()));
    let (base, mut packed) = (std::ptr::null_mut(), [0u8; 5]);
    // SAFETY: counted from null, the elements lie in `from` and `to`.
    unsafe {
        pack(out.at(base), 0, packed.as_mut_ptr(), 5);
        unpack(come.at(base), 0, packed.as_ptr(), 5);
    }
    assert_eq!((packed, to), ([5, 6, 7, 1, 2], [1, 2, 0, 0, 5, 6, 7, 0]));
}

#[test]
fn where_nothing_lies_does_not_matter() {
    let (lens, disps) = (vec![0, 4, 0], vec![isize::MAX, 8, isize::MIN]);
    let int = Arc::new(Type::of_basic(Basic::Int));
    let ty = Type::new(Make::Hindexed { lens, disps, old: int }).expect("four integers");
    assert_eq!((ty.lower_bound(), ty.extent(), ty.size()), (8, 16, 16));
}

#[test]
fn what_cannot_be_a_datatype_is_refused() {
    let int = Arc::new(Type::of_basic(Basic::Int));
    let wrong = [
        Make::Indexed { lens: vec![1, 2], disps: vec![0], old: int.clone() },
        Make::Hvector { count: 1 << 60, len: 1, stride: 1 << 40, old: int.clone() },
        Make::Subarray {
            sizes: vec![4],
            subsizes: vec![3],
            starts: vec![2],
            order: Order::C,
            old: int.clone(),
        },
        Make::Subarray {
            sizes: vec![1 << 30, 1 << 30, 16],
            subsizes: vec![1; 3],
            starts: vec![0; 3],
            order: Order::C,
            old: int.clone(),
        },
        Make::Darray(Darray {
            size: 1,
            rank: 0,
            sizes: vec![1 << 30, 1 << 30, 16],
            distributions: vec![Distribution::Cyclic(Some(1 << 30)); 3],
            processes: vec![1; 3],
            order: Order::Fortran,
            old: int.clone(),
        }),
        Make::Resized { lb: 1 << 62, extent: 1 << 62, old: int },
    ];
    for make in wrong {
        let text = format!("{make:?}");
        let error = Type::new(make).expect_err(&text);
        assert_eq!(error.class(), crate::error::Class::Arg);
    }
}

#[test]
fn marks_set_one_bound_each() {
    let basic = |basic| Arc::new(Type::of_basic(basic));
    let (lb, ub, int) = (basic(Basic::Lb), basic(Basic::Ub), basic(Basic::Int));
    let make = |disps: Vec<isize>, olds: &[&Arc<Type>]| {
        let olds: Vec<_> = olds.iter().map(|old| Arc::clone(old)).collect();
        Type::new(Make::Struct { lens: vec![1; olds.len()], disps, olds }).unwrap()
    };
    let both = make(vec![-4, 0, 12], &[&lb, &int, &ub]);
    let sizes = |ty: &Type| (ty.bounds.lb, ty.bounds.ub, ty.bounds.true_lb, ty.bounds.true_ub);
    assert_eq!(sizes(&both), (-4, 12, 0, 4));
    assert_eq!((both.size(), both.uniform), (4, Some(Basic::Int)));
    assert_eq!(sizes(&make(vec![3, 21], &[&int, &ub])), (3, 21, 3, 7));
    // No upper bound is set: it is that of the data, aligned.
    assert_eq!(sizes(&make(vec![-3, 4], &[&lb, &int])), (-3, 9, 4, 8));
    let nothing = make(vec![-3, 7], &[&lb, &ub]);
    assert_eq!((sizes(&nothing), nothing.size()), ((-3, 7, 0, 0), 0));
    // Bounds set in a component count for the whole.
    let twice = Type::new(Make::Contiguous { count: 2, old: Arc::new(both) }).unwrap();
    assert_eq!(sizes(&twice), (-4, 28, 0, 20));
}
