//! The list of built-in backends. They are used through the same op table as plugins.

use skifch_abi::Plugin;
use skifch_backend::composite::Composite;
use skifch_backend::loopback::Loopback;
use skifch_shm::Shm;
use skifch_torus::Virtual;
use skifch_udp::Udp;

/// Every backend that is part of the library; `auto` takes the first that works.
pub(crate) const BUILT_IN: &[&Plugin] = &[
    skifch_backend::table::<Shm>(),
    skifch_backend::table::<Udp>(),
    skifch_backend::table::<Loopback>(),
    skifch_backend::table::<Virtual>(),
];

/// Every composite backend.
pub(crate) const COMPOSITES: &[&Composite] = &[&skifch_route::ROUTE];
