//! Detection of launchers whose protocol is not supported.
//!
//! A program started by such a launcher would take itself for rank 0 of 1, N times over; users then
//! see N copies of the same output and wrong results. So a launcher's variable in the environment
//! is an error. For variables that are also set when exactly one process was requested, the size
//! variable is listed too.

use crate::env::Env;
use crate::{BootError, BootErrorKind};

struct Mark {
    launcher: &'static str,
    /// The process is a rank of that launcher if this variable is set …
    variable: &'static str,
    /// … and this one, if given and set, is not 1.
    size: Option<&'static str>,
    mend: &'static str,
}

const USE_OURS: &str = "start it with skifrun or MPICH's mpiexec.hydra";

const MARKS: &[Mark] = &[
    Mark {
        launcher: "Open MPI's mpirun",
        variable: "OMPI_COMM_WORLD_SIZE",
        size: Some("OMPI_COMM_WORLD_SIZE"),
        mend: USE_OURS,
    },
    Mark {
        launcher: "a PMIx launcher",
        variable: "PMIX_NAMESPACE",
        size: Some("OMPI_COMM_WORLD_SIZE"),
        mend: USE_OURS,
    },
    Mark {
        launcher: "a PMIx launcher",
        variable: "PMIX_RANK",
        size: Some("OMPI_COMM_WORLD_SIZE"),
        mend: USE_OURS,
    },
    Mark {
        launcher: "Slurm's srun",
        variable: "SLURM_PROCID",
        size: Some("SLURM_NTASKS"),
        mend: "add --mpi=pmi2 to srun",
    },
    Mark {
        launcher: "MVAPICH's mpirun_rsh",
        variable: "MV2_COMM_WORLD_SIZE",
        size: Some("MV2_COMM_WORLD_SIZE"),
        mend: USE_OURS,
    },
    Mark {
        launcher: "Flux",
        variable: "FLUX_TASK_RANK",
        size: Some("FLUX_JOB_SIZE"),
        mend: "start it with flux run -o pmi=simple",
    },
    Mark { launcher: "PALS", variable: "PALS_RANKID", size: None, mend: USE_OURS },
    Mark { launcher: "ALPS", variable: "ALPS_APP_PE", size: None, mend: USE_OURS },
];

/// PMI variables that indicate a launcher if the rest of their set is missing.
const PMI_PARTS: &[&str] = &["PMI_RANK", "PMI_SIZE", "PMI_ID"];

/// Fails if the environment shows any launcher; called when no protocol was found.
pub(crate) fn refuse_silent_single(env: &Env) -> Result<(), BootError> {
    if let Some(part) = PMI_PARTS.iter().find(|name| env.get(name).is_some())
        && env.get("PMI_SIZE") != Some("1")
    {
        return Err(foreign(&format!(
            "a PMI launcher was detected ({part}), but neither PMI_FD nor PMI_PORT is set; \
             {USE_OURS}, without a wrapper that removes environment variables"
        )));
    }
    match MARKS.iter().find(|mark| mark.is_visible(env)) {
        Some(mark) => Err(foreign(&format!(
            "this process was started by {} ({} is set), whose start-up protocol is not \
             supported; {}",
            mark.launcher, mark.variable, mark.mend
        ))),
        None => Ok(()),
    }
}

impl Mark {
    fn is_visible(&self, env: &Env) -> bool {
        let of_one = self.size.and_then(|name| env.get(name)).is_some_and(|size| size == "1");
        env.get(self.variable).is_some() && !of_one && !self.is_batch_script(env)
    }

    /// The script that sbatch runs is a single process with the variables of the whole job.
    fn is_batch_script(&self, env: &Env) -> bool {
        self.variable == "SLURM_PROCID"
            && env.get("ENVIRONMENT") == Some("BATCH")
            && env.get("SLURM_STEP_ID").is_none()
    }
}

fn foreign(what: &str) -> BootError {
    let text = format!(
        "boot: {what} (or set SKIFCH_BOOT=single if this process is meant to be rank 0 of 1)"
    );
    BootError::new(BootErrorKind::ForeignLauncher, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(pairs: &[(&str, &str)]) -> Option<String> {
        refuse_silent_single(&Env::of_pairs(pairs)).err().map(|error| error.to_string())
    }

    #[test]
    fn launchers_are_named_with_the_mend() {
        for (pairs, words) in [
            (&[("OMPI_COMM_WORLD_SIZE", "2")][..], ["Open MPI", "skifrun"]),
            (&[("PMIX_RANK", "0")], ["PMIx", "skifrun"]),
            (&[("PMIX_NAMESPACE", "x"), ("PMIX_RANK", "1")], ["PMIx", "skifrun"]),
            (&[("SLURM_PROCID", "0"), ("SLURM_NTASKS", "2")], ["srun", "--mpi=pmi2"]),
            (&[("FLUX_TASK_RANK", "0"), ("FLUX_JOB_SIZE", "4")], ["Flux", "pmi=simple"]),
            (&[("PMI_RANK", "0")], ["PMI_RANK", "skifrun"]),
            (&[("PMI_SIZE", "2")], ["PMI_SIZE", "PMI_FD"]),
        ] {
            let text = refused(pairs).expect("a launcher is visible");
            assert!(words.iter().all(|word| text.contains(word)), "{text}");
            assert!(text.contains("SKIFCH_BOOT=single"), "{text}");
        }
    }

    #[test]
    fn one_process_is_one_process() {
        assert_eq!(refused(&[]), None);
        assert_eq!(refused(&[("SLURM_NTASKS", "8"), ("SLURM_JOB_ID", "1")]), None);
        assert_eq!(refused(&[("OMPI_COMM_WORLD_SIZE", "1"), ("PMIX_RANK", "0")]), None);
        assert_eq!(refused(&[("SLURM_PROCID", "0"), ("SLURM_NTASKS", "1")]), None);
        assert_eq!(refused(&[("PMI_RANK", "0"), ("PMI_SIZE", "1")]), None);
    }

    #[test]
    fn a_batch_script_is_not_a_step() {
        let script = [("ENVIRONMENT", "BATCH"), ("SLURM_PROCID", "0"), ("SLURM_NTASKS", "4")];
        assert_eq!(refused(&script), None);
        let step = [&script[..], &[("SLURM_STEP_ID", "0")]].concat();
        assert!(refused(&step).is_some());
    }
}
