//! The rows, in the order of `--help`.

use super::{Flag, Id, flag};

/// Every option.
pub const FLAGS: &[Flag] = &[
    flag(Id::Ranks, &["n", "np", "c"], &["N"], "ranks of this program (1)"),
    flag(
        Id::PerHost,
        &["ppn", "perhost", "npernode", "N"],
        &["N"],
        "ranks on each host before the next gets any; their number when -n is absent",
    ),
    flag(Id::PerNode, &["pernode"], &[], "-ppn 1"),
    flag(
        Id::PerSocket,
        &["npersocket"],
        &["N"],
        "-map-by ppr:N:socket: ranks for each socket of this machine",
    ),
    flag(
        Id::Hosts,
        &["hosts", "host", "H"],
        &["A,B:2"],
        "hosts with their slots (1); they give the number of ranks when -n is absent; without \
         hosts the nodes of a Slurm or PBS allocation, else this machine",
    ),
    flag(
        Id::HostFile,
        &["f", "hostfile", "machinefile"],
        &["FILE"],
        "the same from a file: host, host:4, or host slots=4 max_slots=8 per line",
    ),
    flag(
        Id::RankFile,
        &["rankfile", "rf"],
        &["FILE"],
        "where each rank runs and on which cores, a line for each as in rank 0=host slot=0-1; \
         slot=1:0 is core 0 of socket 1, slot=1:* all of it",
    ),
    flag(
        Id::OrderNodes,
        &["order-nodes"],
        &["WAY"],
        "ASCENDING or DESCENDING: hosts with few slots, or with many, come first",
    ),
    flag(Id::LocalHost, &["localhost"], &["NAME"], "a name by which this machine is called too"),
    flag(Id::NoLocal, &["nolocal", "skip-launch-node"], &[], "no rank on this machine"),
    flag(Id::Env, &["env"], &["K", "V"], "set a variable for this program"),
    flag(Id::EnvList, &["envlist"], &["A,B"], "inherit only these for this program"),
    flag(Id::EnvNone, &["envnone"], &[], "inherit nothing for this program"),
    flag(Id::EnvAll, &["envall"], &[], "inherit everything for this program (default)"),
    flag(
        Id::InitialErrhandler,
        &["initial-errhandler"],
        &["NAME"],
        "what errors of MPI do at first: mpi_errors_are_fatal (default), mpi_errors_abort, \
         mpi_errors_return",
    ),
    flag(Id::GlobalEnv, &["genv"], &["K", "V"], "set a variable for all programs"),
    flag(Id::GlobalEnvList, &["genvlist"], &["A,B"], "inherit only these"),
    flag(Id::GlobalEnvNone, &["genvnone"], &[], "inherit nothing"),
    flag(Id::GlobalEnvAll, &["genvall"], &[], "inherit everything (default)"),
    flag(
        Id::Export,
        &["x"],
        &["K[=V]"],
        "set a variable, or pass it on where nothing is inherited",
    ),
    flag(Id::Wdir, &["wdir", "wd"], &["DIR"], "working directory of this program"),
    flag(Id::Path, &["path"], &["DIRS"], "where to look for this program before PATH"),
    flag(
        Id::ConfigFile,
        &["configfile", "app"],
        &["FILE"],
        "one program with its options per line",
    ),
    flag(Id::Backend, &["backend"], &["NAME"], "set SKIFCH_BACKEND for all ranks"),
    flag(
        Id::Torus,
        &["torus"],
        &["WHAT"],
        "in virtual time on a simulated torus, as in 4x4x4,preset=m3: SKIFCH_BACKEND=torus:WHAT",
    ),
    flag(
        Id::MapBy,
        &["map-by"],
        &["WHAT"],
        "slot (default): fill a host before the next; node: hosts in turn; ppr:N:node: \
         like -ppn N; ppr:N:socket: N for each socket; core, socket: like slot; with :PE=N behind \
         it like --cpus-per-rank N",
    ),
    flag(Id::ByNode, &["bynode"], &[], "-map-by node"),
    flag(Id::RankBy, &["rank-by"], &["WHAT"], "slot, core: ranks are numbered as they are placed"),
    flag(
        Id::BindTo,
        &["bind-to", "binding"],
        &["WHAT"],
        "none (default), hwthread, core, socket; rank r gets the r-th, round robin",
    ),
    flag(Id::BindToCore, &["bind-to-core"], &[], "--bind-to core"),
    flag(Id::BindToSocket, &["bind-to-socket"], &[], "--bind-to socket"),
    flag(Id::BindToNone, &["bind-to-none"], &[], "--bind-to none"),
    flag(
        Id::CpusPerRank,
        &["cpus-per-rank", "cpus-per-proc"],
        &["N"],
        "bind each rank to N of what --bind-to says, core (default) or hwthread",
    ),
    flag(
        Id::CpuSet,
        &["cpu-set"],
        &["LIST"],
        "processors that ranks may use on each host, as in 0-3,8; each gets all of them, or what \
         --bind-to deals out of them",
    ),
    flag(
        Id::MemBind,
        &["membind"],
        &["WHAT"],
        "none, firsttouch: memory lies where it is touched first, as always; numactl can place \
         it otherwise",
    ),
    flag(
        Id::Gpus,
        &["gpus-per-proc"],
        &["N"],
        "N graphics processors for each rank, told by CUDA_VISIBLE_DEVICES and ZE_AFFINITY_MASK; \
         AUTO (default) leaves those alone",
    ),
    flag(
        Id::ReportBindings,
        &["report-bindings"],
        &[],
        "print the processors of each rank on stderr",
    ),
    flag(Id::Label, &["l", "prepend-rank"], &[], "begin lines with [rank]"),
    flag(
        Id::Pattern,
        &["prepend-pattern"],
        &["P"],
        "begin lines with P; %r rank, %h host, %p number of the host, %g group (0), \
         %t seconds since the start, %% percent",
    ),
    flag(
        Id::Merge,
        &["merge-stderr-to-stdout", "stderr-to-stdout"],
        &[],
        "what ranks say on stderr comes on stdout, in their order",
    ),
    flag(Id::Tag, &["tag-output"], &[], "begin lines with [1,rank]<stdout>:"),
    flag(Id::Timestamp, &["timestamp-output"], &[], "begin lines with the time (UTC)"),
    flag(
        Id::OutFile,
        &["outfile-pattern", "outfile"],
        &["P"],
        "stdout of each rank into its file, %r and so on as for -prepend-pattern",
    ),
    flag(Id::ErrFile, &["errfile-pattern", "errfile"], &["P"], "stderr likewise"),
    flag(
        Id::OutputFilename,
        &["output-filename"],
        &["P"],
        "both: P.<rank>.out and P.<rank>.err (P with %r: P.out, P.err)",
    ),
    flag(
        Id::Stdin,
        &["stdin", "s"],
        &["WHO"],
        "who reads stdin: 0 (default), another rank, all, none",
    ),
    flag(Id::Timeout, &["timeout"], &["S"], "end the job after S seconds, exit code 124")
        .or_env(&["MPIEXEC_TIMEOUT"]),
    flag(
        Id::ExplainAfter,
        &["explain-after"],
        &["S"],
        "when nothing has moved for S seconds, say what each rank waits for",
    )
    .or_env(&["SKIFCH_RUN_EXPLAIN_AFTER"]),
    flag(
        Id::Explain,
        &["explain"],
        &["JOB"],
        "let the skifrun with that number say what its ranks wait for",
    ),
    flag(
        Id::UniverseSize,
        &["usize"],
        &["N"],
        "what ranks are told as universe size (number of ranks)",
    ),
    flag(Id::NoCleanup, &["disable-auto-cleanup"], &[], "let the others run on when a rank fails"),
    flag(
        Id::ExitCodes,
        &["print-all-exitcodes"],
        &[],
        "print the exit code of every rank at the end",
    ),
    flag(Id::DisplayMap, &["display-map"], &[], "print which rank is which program on stderr"),
    flag(
        Id::RankMap,
        &["print-rank-map"],
        &[],
        "print the ranks of each host on stdout, as in (host:0,1)",
    ),
    flag(Id::Allocation, &["display-allocation"], &[], "print the hosts and their slots on stderr"),
    flag(
        Id::Display,
        &["display"],
        &["WHAT"],
        "map, bind, allocation, with commas: --display-map, --report-bindings, \
         --display-allocation",
    ),
    flag(
        Id::Output,
        &["output"],
        &["WHAT"],
        "tag, rank, timestamp, merge, with commas: --tag-output, -l, --timestamp-output, \
         --merge-stderr-to-stdout",
    ),
    flag(Id::DryRun, &["dry-run"], &[], "like --display-map, and start nothing"),
    flag(
        Id::Verbose,
        &["v", "verbose"],
        &[],
        "say more, among it which options have no effect here",
    ),
    flag(
        Id::Progress,
        &["show-progress"],
        &[],
        "say on stderr when agents and ranks have been started",
    ),
    flag(Id::Probe, &["probe"], &[], "measure start-up instead of starting a program"),
    flag(
        Id::ProbeRank,
        &["probe-rank"],
        &[],
        "be one rank of that, under any launcher: mpiexec.hydra -n 4 skifrun --probe-rank",
    ),
    flag(Id::Version, &["version", "info", "V"], &[], "print the version"),
    flag(Id::Help, &["help", "h"], &[], "print this"),
    flag(
        Id::Ignored,
        &["oversubscribe", "nooversubscribe"],
        &[],
        "accepted; more ranks than cores are always allowed",
    ),
    flag(Id::Ignored, &["allow-run-as-root"], &[], "accepted; root is never refused"),
    flag(
        Id::LaunchAgent,
        &["launch-agent", "launcher-exec"],
        &["CMD"],
        "how to start a command elsewhere: CMD host command … (ssh, without passwords)",
    )
    .or_env(&["SKIFCH_RUN_LAUNCH_AGENT", "HYDRA_LAUNCHER_EXEC"]),
    flag(Id::LaunchWords, &["launch-words"], &["WORDS"], "more words for ssh").or_env(&[
        "SKIFCH_RUN_LAUNCH_WORDS",
        "HYDRA_LAUNCHER_EXTRA_ARGS",
        "HYDRA_LAUNCH_EXTRA_ARGS",
        "OMPI_MCA_plm_rsh_args",
    ]),
    flag(Id::AgentPath, &["agent-path"], &["FILE"], "where skifrun is on other hosts (as here)")
        .or_env(&["SKIFCH_RUN_AGENT_PATH"]),
    flag(
        Id::Iface,
        &["iface"],
        &["NAME"],
        "the interface, address or network of this machine that agents connect to (all)",
    )
    .or_env(&["SKIFCH_IFACE", "HYDRA_IFACE"]),
    flag(
        Id::PortRange,
        &["port-range"],
        &["A-B"],
        "ports of this machine that agents may be asked to connect to (any)",
    )
    .or_env(&["SKIFCH_PORT_RANGE", "MPIEXEC_PORT_RANGE"]),
    flag(Id::AgentLimit, &["agent-timeout"], &["S"], "seconds until an agent runs (30)")
        .or_env(&["SKIFCH_RUN_AGENT_TIMEOUT"]),
    flag(
        Id::ConnectLimit,
        &["connect-timeout"],
        &["S"],
        "seconds from there until it has connected to us (15)",
    )
    .or_env(&["SKIFCH_RUN_CONNECT_TIMEOUT"]),
    flag(
        Id::StartLimit,
        &["start-timeout"],
        &["S"],
        "seconds until all ranks of other hosts run (60)",
    )
    .or_env(&["SKIFCH_RUN_START_TIMEOUT"]),
    flag(
        Id::ContactLimit,
        &["contact-timeout"],
        &["S"],
        "over several hosts, seconds from the first rank that says init to the last (300)",
    )
    .or_env(&["SKIFCH_RUN_CONTACT_TIMEOUT"]),
    flag(
        Id::SilenceLimit,
        &["silence-timeout"],
        &["S"],
        "seconds until a host that does not answer any more counts as dead (30)",
    )
    .or_env(&["SKIFCH_RUN_SILENCE_TIMEOUT"]),
    flag(
        Id::Check,
        &["check"],
        &[],
        "start no program: skifrun --check A,B says whether these hosts can be used",
    ),
    flag(Id::Agent, &["agent"], &[], "be the agent of a launcher elsewhere; not for people"),
    flag(Id::Ignored, &["launcher", "bootstrap"], &["NAME"], "accepted; see --launch-agent"),
    flag(Id::Ignored, &["rmk"], &["NAME"], "accepted; Slurm and PBS are recognized without it"),
    flag(
        Id::Ignored,
        &["byslot", "bycore", "bysocket"],
        &[],
        "accepted; ranks fill a host before the next",
    ),
    flag(
        Id::Ignored,
        &["use-hwthread-cpus"],
        &[],
        "accepted; every hardware thread counts as a processor",
    ),
    flag(Id::Ignored, &["quiet", "q"], &[], "accepted; what is said is one line for each cause"),
    flag(Id::Ignored, &["prefix"], &["DIR"], "accepted; see --agent-path"),
    flag(Id::Demux, &["demux"], &["NAME"], "poll, select; accepted, waiting is by epoll"),
    flag(Id::Ignored, &["soft"], &["RANGE"], "accepted; exactly -n ranks are started"),
    flag(Id::Ignored, &["arch"], &["NAME"], "accepted; no effect"),
    flag(Id::Ignored, &["memory-alloc-kinds"], &["LIST"], "accepted; no effect"),
    flag(
        Id::Foreign,
        &["mca", "gmca", "omca", "prtemca", "pmixmca"],
        &["K", "V"],
        "settings of Open MPI: ignored with a warning",
    ),
    flag(
        Id::Refused,
        &["xml"],
        &[],
        "refused; output comes as text, whose lines -l or --tag-output mark with their rank",
    ),
];
