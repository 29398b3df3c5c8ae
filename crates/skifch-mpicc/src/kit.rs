//! What a wrapper serves: the header it must find, the libraries it links, and its names.

/// The supported languages, in the order of the tables below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    C,
    Cxx,
    Fortran,
}

impl Language {
    pub(crate) fn compiler(self) -> &'static str {
        ["cc", "c++", "gfortran"][self as usize]
    }

    /// Options that select another compiler.
    pub(crate) fn options(self) -> &'static [&'static str] {
        [&["-cc="][..], &["-cxx="], &["-fc=", "-f90=", "-f77="]][self as usize]
    }
}

/// One library with its wrappers.
pub(crate) struct Kit {
    /// The header that identifies the installed tree.
    pub(crate) header: &'static str,
    /// The library to link.
    library: &'static str,
    /// The library that Fortran programs link before it, if any.
    fortran: Option<&'static str>,
    /// Words that Fortran programs are linked with before the libraries.
    fortran_words: &'static [&'static str],
    /// The standard it implements, reported by `-showme:version`.
    pub(crate) version: &'static str,
    /// Names of the wrappers for each language.
    names: [&'static [&'static str]; 3],
    /// Environment variables that select another compiler for each language, including those of
    /// other wrappers, which scripts may set.
    variables: [&'static [&'static str]; 3],
}

pub(crate) const MPI: Kit = Kit {
    header: "mpi.h",
    library: "mpi_abi",
    fortran: Some("mpifort_abi"),
    fortran_words: &[],
    version: "MPI 5.0 (standard binary interface 1.0)",
    names: [&["mpicc"], &["mpicxx", "mpic++", "mpiCC"], &["mpifort", "mpif90", "mpif77"]],
    variables: [
        &["MPICH_CC", "OMPI_CC"],
        &["MPICH_CXX", "OMPI_CXX"],
        &["MPICH_FC", "OMPI_FC", "MPICH_F90", "MPICH_F77"],
    ],
};

pub(crate) const SHMEM: Kit = Kit {
    header: "shmem.h",
    library: "sma",
    fortran: None,
    // The library calls it at the end: so it is there if the program holds libgfortran.
    fortran_words: &["-Wl,-u,_gfortran_flush_i4"],
    version: "OpenSHMEM 1.6",
    names: [
        &["oshcc", "shmemcc"],
        &["oshc++", "oshcxx", "oshCC", "shmemc++", "shmemcxx", "shmemCC"],
        &["oshfort", "shmemfort"],
    ],
    variables: [&["SHMEM_CC", "OMPI_CC"], &["SHMEM_CXX", "OMPI_CXX"], &["SHMEM_FC", "OMPI_FC"]],
};

const LANGUAGES: [Language; 3] = [Language::C, Language::Cxx, Language::Fortran];

/// Kit and language for the name by which the program was called; MPI in C for any other name.
pub(crate) fn of(program: &str) -> (&'static Kit, Language) {
    let name = program.rsplit('/').next().unwrap_or(program);
    let is_named = |(kit, at): &(&Kit, usize)| kit.names[*at].contains(&name);
    let mut all = [&MPI, &SHMEM].into_iter().flat_map(|kit| (0..3).map(move |at| (kit, at)));
    all.find(is_named).map_or((&MPI, Language::C), |(kit, at)| (kit, LANGUAGES[at]))
}

impl Kit {
    /// Environment variables that select another compiler.
    pub(crate) fn variables(&self, language: Language) -> &'static [&'static str] {
        self.variables[language as usize]
    }

    /// Words to link with, before the libraries.
    pub(crate) fn words(&self, language: Language) -> &'static [&'static str] {
        if language == Language::Fortran { self.fortran_words } else { &[] }
    }

    /// The libraries to link, each before those that it needs.
    pub(crate) fn libraries(&self, language: Language) -> Vec<&'static str> {
        let fortran = self.fortran.filter(|_| language == Language::Fortran);
        fortran.into_iter().chain([self.library]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_program_is_kit_and_language() {
        for (name, libraries, language) in [
            ("/a/b/mpicxx", &["mpi_abi"][..], Language::Cxx),
            ("mpic++", &["mpi_abi"][..], Language::Cxx),
            ("mpicc", &["mpi_abi"], Language::C),
            ("x/mpif90", &["mpifort_abi", "mpi_abi"], Language::Fortran),
            ("mpif77", &["mpifort_abi", "mpi_abi"], Language::Fortran),
            ("./oshcc", &["sma"][..], Language::C),
            ("oshfort", &["sma"], Language::Fortran),
            ("oshc++", &["sma"][..], Language::Cxx),
            ("/x/shmemcc", &["sma"][..], Language::C),
            ("other", &["mpi_abi"][..], Language::C),
        ] {
            let (kit, of) = of(name);
            assert_eq!((&kit.libraries(of)[..], of), (libraries, language), "{name}");
        }
    }
}
