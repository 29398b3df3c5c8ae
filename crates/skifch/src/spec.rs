//! The value of `SKIFCH_BACKEND`: `fault+trace+name:args`, where the args of a composite are a
//! comma-separated list of networks in the same syntax.

use crate::Error;
use crate::builtin::{BUILT_IN, COMPOSITES};
use crate::host::Services;
use crate::network::children_of;
use crate::registry::text;
use crate::settings::Setting;
use skifch_backend::composite::Composite;
use skifch_backend::middleware::{self, Middleware};

/// One network as specified.
pub(crate) struct Spec<'a> {
    /// The whole text.
    pub(crate) text: &'a str,
    /// The middleware, outermost first.
    pub(crate) wrappers: Vec<&'static Middleware>,
    /// The name of the network.
    pub(crate) base: &'a str,
    /// The text after the colon.
    pub(crate) args: &'a str,
}

impl<'a> Spec<'a> {
    /// Parses `text`; error messages name `setting`.
    pub(crate) fn read(text: &'a str, setting: &Setting) -> Result<Self, Error> {
        let (head, args) = text.split_once(':').unwrap_or((text, ""));
        if head.len() < text.len() && args.is_empty() {
            let text = format!("{}={text}: there is nothing after the colon", setting.name);
            return Err(Error::new(libc::EINVAL, text));
        }
        let (wrappers, base) =
            head.rsplit_once('+').map_or((None, head), |(names, base)| (Some(names), base));
        let wrappers = wrappers.into_iter().flat_map(|names| names.split('+'));
        let wrappers = wrappers.map(|name| middleware(name, setting)).collect::<Result<_, _>>()?;
        Ok(Self { text, wrappers, base, args })
    }

    /// The composite that is meant: selected by name, or by `auto` in a job of several ranks if its
    /// networks are built in or were specified. The launcher's list of hosts is not used for this.
    pub(crate) fn composite(&self, services: &Services) -> Option<&'static Composite> {
        if self.base != "auto" {
            return COMPOSITES.iter().copied().find(|composite| composite.name == self.base);
        }
        let composite = COMPOSITES.first().filter(|_| services.job_size > 1)?;
        let children = children_of(composite, self);
        let is_chosen = children != composite.children;
        (is_chosen || children.split(',').all(is_built_in)).then_some(composite)
    }
}

fn is_built_in(name: &str) -> bool {
    BUILT_IN.iter().any(|table| text(table.name) == name)
}

/// The middleware of this name.
fn middleware(name: &str, setting: &Setting) -> Result<&'static Middleware, Error> {
    middleware::ALL.iter().find(|layer| layer.name == name).ok_or_else(|| {
        let names: Vec<_> = middleware::ALL.iter().map(|layer| layer.name).collect();
        let setting = setting.name;
        let text =
            format!("{setting}: {name:?} is not a middleware; available are {}", names.join(", "));
        Error::new(libc::ENOENT, text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::BACKEND;

    #[test]
    fn what_is_in_front_of_a_child_is_not_in_front_of_the_composite() {
        let spec = Spec::read("trace+route:fault+shm,udp", &BACKEND).unwrap();
        let wrappers: Vec<_> = spec.wrappers.iter().map(|layer| layer.name).collect();
        assert_eq!((wrappers, spec.base, spec.args), (vec!["trace"], "route", "fault+shm,udp"));
        let spec = Spec::read("torus:8x8", &BACKEND).unwrap();
        assert_eq!((spec.wrappers.len(), spec.base, spec.args), (0, "torus", "8x8"));
        for (text, words) in [
            ("shiny+shm", "\"shiny\" is not a middleware"),
            ("+shm", "\"\" is not a middleware"),
            ("trace++shm", "\"\" is not a middleware"),
            ("route:", "route:: there is nothing after the colon"),
        ] {
            let error = Spec::read(text, &BACKEND).err().unwrap();
            assert!(error.text().contains(words), "{error}");
        }
    }

    #[test]
    fn a_composite_is_meant_by_its_name() {
        let alone = Services::alone();
        let of = |text| Spec::read(text, &BACKEND).unwrap().composite(&alone).map(|it| it.name);
        assert_eq!(of("route"), Some("route"));
        assert_eq!(of("fault+route:shm,loopback"), Some("route"));
        assert_eq!((of("shm"), of("auto")), (None, None));
        let two = Services { job_size: 2, ..Services::alone() };
        let auto = Spec::read("trace+auto", &BACKEND).unwrap();
        assert_eq!(auto.composite(&two).map(|it| it.name), Some("route"));
    }
}
