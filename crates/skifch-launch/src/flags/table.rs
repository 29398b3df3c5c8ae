//! The rows, in the order of `--help`.

use super::{Flag, Id, flag};

/// Every option.
pub const FLAGS: &[Flag] = &[
    flag(Id::Ranks, &["n", "np", "c"], &["N"], "number of ranks of this program (default 1)"),
    flag(
        Id::PerHost,
        &["ppn", "perhost", "npernode", "N"],
        &["N"],
        "number of ranks on each host, filling one host before the next; without -n this also \
         determines the number of ranks",
    ),
    flag(Id::PerNode, &["pernode"], &[], "one rank per host, like -ppn 1"),
    flag(
        Id::PerSocket,
        &["npersocket"],
        &["N"],
        "number of ranks per socket of this machine, like --map-by ppr:N:socket",
    ),
    flag(
        Id::Hosts,
        &["hosts", "host", "H"],
        &["A,B:2"],
        "hosts with their slots (default 1); without -n the slots determine the number of ranks; \
         without hosts, the nodes of the batch system's allocation (Slurm, PBS, LSF, …), else \
         this machine",
    ),
    flag(
        Id::HostFile,
        &["f", "hostfile", "machinefile"],
        &["FILE"],
        "read the hosts from a file, one per line: host, host:4, or host slots=4 max_slots=8",
    ),
    flag(
        Id::RankFile,
        &["rankfile", "rf"],
        &["FILE"],
        "host and cores of each rank, one line per rank, such as rank 0=host slot=0-1; slot=1:0 \
         is core 0 of socket 1, slot=1:* is all of socket 1",
    ),
    flag(
        Id::OrderNodes,
        &["order-nodes"],
        &["WAY"],
        "ASCENDING or DESCENDING: order the hosts by their number of slots",
    ),
    flag(Id::LocalHost, &["localhost"], &["NAME"], "another name of this machine"),
    flag(Id::NoLocal, &["nolocal", "skip-launch-node"], &[], "start no ranks on this machine"),
    flag(Id::Env, &["env"], &["K", "V"], "set an environment variable for this program"),
    flag(
        Id::EnvList,
        &["envlist"],
        &["A,B"],
        "this program inherits only these environment variables",
    ),
    flag(Id::EnvNone, &["envnone"], &[], "this program inherits no environment variables"),
    flag(Id::EnvAll, &["envall"], &[], "this program inherits all environment variables (default)"),
    flag(
        Id::InitialErrhandler,
        &["initial-errhandler"],
        &["NAME"],
        "initial MPI error handler: mpi_errors_are_fatal (default), mpi_errors_abort, \
         mpi_errors_return",
    ),
    flag(Id::GlobalEnv, &["genv"], &["K", "V"], "set an environment variable for all programs"),
    flag(
        Id::GlobalEnvList,
        &["genvlist"],
        &["A,B"],
        "all programs inherit only these environment variables",
    ),
    flag(Id::GlobalEnvNone, &["genvnone"], &[], "all programs inherit no environment variables"),
    flag(
        Id::GlobalEnvAll,
        &["genvall"],
        &[],
        "all programs inherit all environment variables (default)",
    ),
    flag(
        Id::Export,
        &["x"],
        &["K[=V]"],
        "set an environment variable for all programs, or pass it on even if not inherited",
    ),
    flag(Id::Wdir, &["wdir", "wd"], &["DIR"], "working directory of this program"),
    flag(Id::Path, &["path"], &["DIRS"], "directories to search for this program before PATH"),
    flag(
        Id::ConfigFile,
        &["configfile", "app"],
        &["FILE"],
        "read programs with their options from a file, one per line",
    ),
    flag(Id::Backend, &["backend"], &["NAME"], "set SKIFCH_BACKEND for all ranks"),
    flag(
        Id::Torus,
        &["torus"],
        &["WHAT"],
        "run in virtual time on a simulated torus, such as 4x4x4,preset=m3; sets \
         SKIFCH_BACKEND=torus:WHAT",
    ),
    flag(
        Id::MapBy,
        &["map-by"],
        &["WHAT"],
        "slot (default): fill one host before the next; node: hosts in round-robin order; \
         ppr:N:node: like -ppn N; ppr:N:socket: N ranks per socket; core, socket: like slot; a \
         suffix :PE=N acts like --cpus-per-rank N",
    ),
    flag(Id::ByNode, &["bynode"], &[], "like --map-by node"),
    flag(
        Id::RankBy,
        &["rank-by"],
        &["WHAT"],
        "slot, core: ranks are numbered in the order of placement",
    ),
    flag(
        Id::BindTo,
        &["bind-to", "binding"],
        &["WHAT"],
        "bind each rank to a processor: none (default), hwthread, core, socket; assigned to the \
         ranks in round-robin order",
    ),
    flag(Id::BindToCore, &["bind-to-core"], &[], "like --bind-to core"),
    flag(Id::BindToSocket, &["bind-to-socket"], &[], "like --bind-to socket"),
    flag(Id::BindToNone, &["bind-to-none"], &[], "like --bind-to none"),
    flag(
        Id::CpusPerRank,
        &["cpus-per-rank", "cpus-per-proc"],
        &["N"],
        "bind each rank to N units of --bind-to, core (default) or hwthread",
    ),
    flag(
        Id::CpuSet,
        &["cpu-set"],
        &["LIST"],
        "processors that ranks may use on each host, such as 0-3,8; each rank gets all of them, \
         or those that --bind-to assigns to it",
    ),
    flag(
        Id::MemBind,
        &["membind"],
        &["WHAT"],
        "none, firsttouch: memory is placed by first touch, as is the default; use numactl for \
         other policies",
    ),
    flag(
        Id::Gpus,
        &["gpus-per-proc"],
        &["N"],
        "assign N GPUs to each rank through CUDA_VISIBLE_DEVICES and ZE_AFFINITY_MASK; AUTO \
         (default) does not set them",
    ),
    flag(
        Id::ReportBindings,
        &["report-bindings"],
        &[],
        "print on stderr which processors each rank is bound to",
    ),
    flag(Id::Label, &["l", "prepend-rank"], &[], "prefix each line of output with [rank]"),
    flag(
        Id::Pattern,
        &["prepend-pattern"],
        &["P"],
        "prefix each line of output with P; %r rank, %h host, %p host number, %g process group \
         (0), %t seconds since the start, %% a percent sign",
    ),
    flag(
        Id::Merge,
        &["merge-stderr-to-stdout", "stderr-to-stdout"],
        &[],
        "send the ranks' stderr to stdout, in the order written",
    ),
    flag(Id::Tag, &["tag-output"], &[], "prefix each line of output with [1,rank]<stdout>:"),
    flag(
        Id::Timestamp,
        &["timestamp-output"],
        &[],
        "prefix each line of output with the time (UTC)",
    ),
    flag(
        Id::OutFile,
        &["outfile-pattern", "outfile"],
        &["P"],
        "write each rank's stdout to its own file; %r etc. as for -prepend-pattern",
    ),
    flag(Id::ErrFile, &["errfile-pattern", "errfile"], &["P"], "the same for stderr"),
    flag(
        Id::OutputFilename,
        &["output-filename"],
        &["P"],
        "the same for both: P.<rank>.out and P.<rank>.err (if P contains %r: P.out, P.err)",
    ),
    flag(
        Id::Stdin,
        &["stdin", "s"],
        &["WHO"],
        "which ranks read stdin: 0 (default), another rank, all, none",
    ),
    flag(Id::Timeout, &["timeout"], &["S"], "terminate the job after S seconds, exit code 124")
        .or_env(&["MPIEXEC_TIMEOUT"]),
    flag(
        Id::ExplainAfter,
        &["explain-after"],
        &["S"],
        "if the job makes no progress for S seconds, report what each rank is waiting for",
    )
    .or_env(&["SKIFCH_RUN_EXPLAIN_AFTER"]),
    flag(
        Id::Explain,
        &["explain"],
        &["JOB"],
        "make the skifrun with this process ID report what its ranks are waiting for",
    ),
    flag(
        Id::UniverseSize,
        &["usize"],
        &["N"],
        "the MPI universe size (default: the number of ranks)",
    ),
    flag(
        Id::NoCleanup,
        &["disable-auto-cleanup"],
        &[],
        "do not terminate the other ranks when one fails",
    ),
    flag(
        Id::ExitCodes,
        &["print-all-exitcodes"],
        &[],
        "print the exit code of every rank at the end",
    ),
    flag(
        Id::DisplayMap,
        &["display-map"],
        &[],
        "print on stderr the host and program of each rank",
    ),
    flag(
        Id::RankMap,
        &["print-rank-map"],
        &[],
        "print on stdout the ranks of each host, such as (host:0,1)",
    ),
    flag(Id::Allocation, &["display-allocation"], &[], "print on stderr the hosts and their slots"),
    flag(
        Id::Display,
        &["display"],
        &["WHAT"],
        "map, bind, allocation, separated by commas: --display-map, --report-bindings, \
         --display-allocation",
    ),
    flag(
        Id::Output,
        &["output"],
        &["WHAT"],
        "tag, rank, timestamp, merge, separated by commas: --tag-output, -l, \
         --timestamp-output, --merge-stderr-to-stdout",
    ),
    flag(Id::DryRun, &["dry-run"], &[], "print what --display-map prints, and start nothing"),
    flag(
        Id::Verbose,
        &["v", "verbose"],
        &[],
        "print more messages, including which options have no effect",
    ),
    flag(
        Id::Progress,
        &["show-progress"],
        &[],
        "report on stderr when agents and ranks have been started",
    ),
    flag(Id::Probe, &["probe"], &[], "measure the start-up time instead of running a program"),
    flag(
        Id::ProbeRank,
        &["probe-rank"],
        &[],
        "act as one rank of --probe, under any launcher: mpiexec.hydra -n 4 skifrun --probe-rank",
    ),
    flag(Id::Version, &["version", "info", "V"], &[], "print the version"),
    flag(Id::Help, &["help", "h"], &[], "print this help"),
    flag(
        Id::Ignored,
        &["oversubscribe", "nooversubscribe"],
        &[],
        "accepted, no effect: more ranks than cores are always allowed",
    ),
    flag(
        Id::Ignored,
        &["allow-run-as-root"],
        &[],
        "accepted, no effect: running as root is always allowed",
    ),
    flag(
        Id::LaunchAgent,
        &["launch-agent", "launcher-exec"],
        &["CMD"],
        "command that starts a command on another host: CMD host command … (default: ssh without \
         password prompts)",
    )
    .or_env(&["SKIFCH_RUN_LAUNCH_AGENT", "HYDRA_LAUNCHER_EXEC"]),
    flag(Id::LaunchWords, &["launch-words"], &["WORDS"], "additional options for ssh").or_env(&[
        "SKIFCH_RUN_LAUNCH_WORDS",
        "HYDRA_LAUNCHER_EXTRA_ARGS",
        "HYDRA_LAUNCH_EXTRA_ARGS",
        "OMPI_MCA_plm_rsh_args",
    ]),
    flag(
        Id::AgentPath,
        &["agent-path"],
        &["FILE"],
        "path of skifrun on other hosts (default: as on this one)",
    )
    .or_env(&["SKIFCH_RUN_AGENT_PATH"]),
    flag(
        Id::Iface,
        &["iface"],
        &["NAME"],
        "interface, address or network of this machine that agents connect to (default: all)",
    )
    .or_env(&["SKIFCH_IFACE", "HYDRA_IFACE"]),
    flag(
        Id::PortRange,
        &["port-range"],
        &["A-B"],
        "ports of this machine that agents connect to (default: any)",
    )
    .or_env(&["SKIFCH_PORT_RANGE", "MPIEXEC_PORT_RANGE"]),
    flag(
        Id::AgentLimit,
        &["agent-timeout"],
        &["S"],
        "time limit in seconds for starting an agent (default 30)",
    )
    .or_env(&["SKIFCH_RUN_AGENT_TIMEOUT"]),
    flag(
        Id::ConnectLimit,
        &["connect-timeout"],
        &["S"],
        "time limit in seconds for its connection to the launcher after that (default 15)",
    )
    .or_env(&["SKIFCH_RUN_CONNECT_TIMEOUT"]),
    flag(
        Id::StartLimit,
        &["start-timeout"],
        &["S"],
        "time limit in seconds for starting all ranks on other hosts (default 60)",
    )
    .or_env(&["SKIFCH_RUN_START_TIMEOUT"]),
    flag(
        Id::ContactLimit,
        &["contact-timeout"],
        &["S"],
        "on several hosts, time limit in seconds from the first rank that calls init to the last \
         (default 300)",
    )
    .or_env(&["SKIFCH_RUN_CONTACT_TIMEOUT"]),
    flag(
        Id::SilenceLimit,
        &["silence-timeout"],
        &["S"],
        "seconds after which a host that no longer responds is considered dead (default 30)",
    )
    .or_env(&["SKIFCH_RUN_SILENCE_TIMEOUT"]),
    flag(
        Id::Check,
        &["check"],
        &[],
        "start no program; skifrun --check A,B reports whether these hosts can be used",
    ),
    flag(
        Id::Agent,
        &["agent"],
        &[],
        "act as the agent of a launcher on another host; for internal use",
    ),
    flag(
        Id::Ignored,
        &["launcher", "bootstrap"],
        &["NAME"],
        "accepted, no effect: see --launch-agent",
    ),
    flag(
        Id::Ignored,
        &["rmk"],
        &["NAME"],
        "accepted, no effect: batch systems are detected automatically",
    ),
    flag(
        Id::Ignored,
        &["byslot", "bycore", "bysocket"],
        &[],
        "accepted, no effect: ranks fill one host before the next",
    ),
    flag(
        Id::Ignored,
        &["use-hwthread-cpus"],
        &[],
        "accepted, no effect: every hardware thread counts as a processor",
    ),
    flag(
        Id::Ignored,
        &["quiet", "q"],
        &[],
        "accepted, no effect: each cause is reported in one line",
    ),
    flag(Id::Ignored, &["prefix"], &["DIR"], "accepted, no effect: see --agent-path"),
    flag(
        Id::Demux,
        &["demux"],
        &["NAME"],
        "poll, select; accepted, no effect: the launcher uses epoll",
    ),
    flag(Id::Ignored, &["soft"], &["RANGE"], "accepted, no effect: exactly -n ranks are started"),
    flag(Id::Ignored, &["arch"], &["NAME"], "accepted, no effect"),
    flag(Id::Ignored, &["memory-alloc-kinds"], &["LIST"], "accepted, no effect"),
    flag(
        Id::Foreign,
        &["mca", "gmca", "omca", "prtemca", "pmixmca"],
        &["K", "V"],
        "Open MPI parameter: ignored with a warning",
    ),
    flag(
        Id::Refused,
        &["xml"],
        &[],
        "not supported: output is text, which -l or --tag-output prefixes with the rank",
    ),
];
