use super::*;
use crate::options::{Order, Stdin};
use std::time::Duration;

fn parse_line(line: &str) -> Parsed<(Wish, Options)> {
    let words: Vec<OsString> =
        split_words(line).expect("quotes").into_iter().map(OsString::from).collect();
    parse(&words)
}

fn options(line: &str) -> Options {
    parse_line(line).expect(line).1
}

fn refusal(line: &str) -> String {
    parse_line(line).expect_err(line).to_string()
}

#[test]
fn both_dialects_say_the_same() {
    for line in ["-n 4 p a -b", "-np 4 p a -b", "--np 4 p a -b", "-c 4 p a -b", "--n=4 p a -b"] {
        let o = options(line);
        assert_eq!(o.apps[0].ranks, Some(4), "{line}");
        assert_eq!(o.apps[0].argv, ["p", "a", "-b"], "{line}");
    }
    for line in ["-ppn 3 p", "-npernode 3 p", "-N 3 p", "--map-by ppr:3:node p"] {
        assert_eq!(options(line).per_host, Some(3), "{line}");
    }
    for line in ["-H a:2,b p", "-hosts a:2,b p", "--host=a:2,b p"] {
        let o = options(line);
        let named: Vec<_> = o.hosts.iter().map(|h| (h.name.as_str(), h.slots)).collect();
        assert_eq!(named, [("a", Some(2)), ("b", None)], "{line}");
    }
    for line in ["-l p", "-prepend-rank p", "--prepend-rank p"] {
        assert_eq!(options(line).label, Label::Rank, "{line}");
    }
    assert_eq!(options("--tag-output p").label, Label::Tag);
    for line in ["--torus 4x4,seed=2 p", "--torus=4x4,seed=2 p", "--backend torus:4x4,seed=2 p"] {
        let backend = ("SKIFCH_BACKEND".to_owned(), OsString::from("torus:4x4,seed=2"));
        assert_eq!(options(line).env.set, [backend], "{line}");
    }
    for line in ["-genv K V p", "-genv K=V p", "-x K=V p"] {
        assert_eq!(options(line).env.set, [("K".to_owned(), OsString::from("V"))], "{line}");
    }
}

#[test]
fn words_of_older_and_newer_launchers() {
    for line in ["--map-by node p", "--bynode p", "-bynode p"] {
        assert!(options(line).by_node, "{line}");
    }
    for line in ["-q p", "--quiet p", "-nooversubscribe p", "--use-hwthread-cpus p", "--bycore p"] {
        assert_eq!(options(line).notes.len(), 1, "{line}");
    }
    for line in ["--prefix /opt p", "--rank-by core p", "--rank-by slot p"] {
        let o = options(line);
        assert_eq!(
            (o.apps[0].argv.as_slice(), o.notes.len()),
            (["p".into()].as_slice(), 1),
            "{line}"
        );
    }
    assert_eq!(options("-binding core p").bind, BindTo::Core);
    assert_eq!(options("--map-by slot:PE=1 p").apps[0].argv, ["p"]);
    assert!(refusal("--map-by slot:SPAN p").contains("span"));
    assert!(refusal("--rank-by node p").contains("-map-by"));
    let o = options("--display map,bind --output tag,timestamp p");
    assert!(o.display_map && o.report_bindings && o.timestamps);
    assert_eq!((o.label, options("--output rank p").label), (Label::Tag, Label::Rank));
    assert!(refusal("--display topo p").contains("map, bind, allocation"));
    assert!(refusal("--output tag,xml p").contains("xml"));
}

#[test]
fn numbers_may_stand_at_their_option() {
    for line in ["-n2 p", "-np2 p", "--np2 p", "-c2 p"] {
        assert_eq!(options(line).apps[0].ranks, Some(2), "{line}");
    }
    for line in ["-ppn2 p", "-N2 p", "-npernode2 p", "-perhost2 p"] {
        assert_eq!(options(line).per_host, Some(2), "{line}");
    }
    let o = options("-n1 p : -np12 q -n3");
    assert_eq!((o.apps[1].ranks, o.apps[1].argv.len()), (Some(12), 2));
}

#[test]
fn where_ranks_go_and_how_many_processors_they_get() {
    for line in ["-npersocket 3 p", "--map-by ppr:3:socket p", "--map-by PPR:3:package p"] {
        assert_eq!(options(line).per_socket, Some(3), "{line}");
    }
    assert_eq!(options("--pernode p").per_host, Some(1));
    assert!(options("-nolocal p").no_local && options("--skip-launch-node p").no_local);
    for line in
        ["--cpus-per-rank 2 p", "--map-by slot:PE=2 p", "--map-by slot:pe=2,oversubscribe p"]
    {
        let o = options(line);
        assert_eq!((o.cpus_per_rank, o.bind), (Some(2), BindTo::Core), "{line}");
    }
    let threads = options("--bind-to hwthread --cpus-per-proc 2 p");
    assert_eq!((threads.cpus_per_rank, threads.bind), (Some(2), BindTo::Hwthread));
    let each = [("core", BindTo::Core), ("socket", BindTo::Socket), ("none", BindTo::None)];
    for (word, bind) in each {
        assert_eq!(options(&format!("--bind-to-{word} p")).bind, bind, "{word}");
    }
}

#[test]
fn how_output_is_shown() {
    for line in ["--merge-stderr-to-stdout p", "--output merge p", "--stderr-to-stdout p"] {
        assert!(options(line).merge, "{line}");
    }
    let both = options("--merge-stderr-to-stdout --output-filename o p");
    assert_eq!((both.outfile.as_deref(), both.errfile), (Some("o.%r.out"), None));
    let label = options("-prepend-pattern '[%r - %h]' p").label;
    assert_eq!(label, Label::Pattern("[%r - %h]".to_owned()));
    assert!(options("-print-rank-map p").print_rank_map);
    for line in ["--display-allocation p", "--display allocation p"] {
        assert!(options(line).display_allocation, "{line}");
    }
}

#[test]
fn two_dashes_end_the_options() {
    let argv = |line: &str| options(line).apps[0].argv.clone();
    assert_eq!(argv("-n 2 -- p -x"), ["p", "-x"]);
    assert_eq!(argv("-- -odd -- y"), ["-odd", "--", "y"]);
    assert_eq!(argv("p -- y"), ["p", "--", "y"]);
    assert_eq!(options("-n 1 -- p : -n 2 -- q").apps.len(), 2);
    assert!(refusal("-n 2 --").contains("no program"));
}

#[test]
fn programs_divided_by_colons() {
    let o = options("-genv A 1 -n 1 -env B 2 p : -n 2 -wdir /tmp q x : r");
    assert_eq!(o.apps.len(), 3);
    assert_eq!(o.apps[0].env.set.len(), 1);
    assert_eq!((o.apps[1].ranks, o.apps[1].wdir.as_deref()), (Some(2), Some("/tmp".as_ref())));
    assert_eq!(o.apps[2].argv, ["r"]);
    assert_eq!(o.env.set.len(), 1);
}

#[test]
fn what_has_no_effect_is_noted() {
    let o = options("--oversubscribe --allow-run-as-root -launcher ssh -iface lo --map-by core p");
    assert_eq!((o.notes.len(), o.notes_of_one_host.len()), (3, 2), "{o:?}");
}

#[test]
fn several_hosts() {
    let o = options(
        "--launch-agent 'ip netns exec' -iface eth0 --port-range 5000-5010 --agent-timeout 1 \
         --connect-timeout 2 --start-timeout 3 --contact-timeout 0.5 \
         --silence-timeout 5 --map-by node p",
    );
    assert_eq!(o.reach.launch_agent, ["ip", "netns", "exec"]);
    assert_eq!((o.reach.iface.as_deref(), o.reach.ports), (Some("eth0"), Some((5000, 5010))));
    let Limits { agent, connect, start, contact, silence } = o.reach.limits;
    let seconds = [agent, connect, start, contact, silence].map(|limit| limit.as_secs_f32());
    assert_eq!((seconds, o.by_node), ([1.0, 2.0, 3.0, 0.5, 5.0], true));
    assert_eq!(options("--port-range 7 p").reach.ports, Some((7, 7)));
    let (wish, o) = parse_line("--check a:2,b c").unwrap();
    let names: Vec<_> = o.hosts.iter().map(|host| host.name.as_str()).collect();
    assert_eq!((wish, names.join(" ").as_str()), (Wish::Check, "a b c"));
}

#[test]
fn options_may_follow_the_hosts_of_a_check() {
    let (wish, o) = parse_line("--check a,b --launch-agent rsh c --iface eth0").unwrap();
    let names: Vec<_> = o.hosts.iter().map(|host| host.name.as_str()).collect();
    assert_eq!((wish, names.join(" ").as_str()), (Wish::Check, "a b c"));
    assert_eq!(
        (o.reach.launch_agent, o.reach.iface.as_deref()),
        (vec!["rsh".into()], Some("eth0"))
    );
    assert!(parse_line("--check a,b --nonsense").unwrap_err().to_string().contains("nonsense"));
}

#[test]
fn values() {
    assert_eq!(options("-stdin none p").stdin, Stdin::None);
    assert_eq!(options("-stdin 3 p").stdin, Stdin::Rank(3));
    assert_eq!(options("--bind-to core p").bind, BindTo::Core);
    assert_eq!(options("--timeout 1.5 p").timeout, Some(Duration::from_millis(1500)));
    assert_eq!(options("--timeout 1e9 p").timeout, Some(Duration::from_secs(1_000_000_000)));
    assert_eq!(options("-outfile-pattern o p").outfile.as_deref(), Some("o.%r"));
    assert_eq!(options("--output-filename o-%r p").errfile.as_deref(), Some("o-%r.err"));
    assert_eq!(options("-outfile-pattern o%%r p").outfile.as_deref(), Some("o%%r.%r"));
    let nowhere = options("--output-filename /dev/null p");
    assert_eq!(
        (nowhere.outfile, nowhere.errfile),
        (Some("/dev/null".into()), Some("/dev/null".into()))
    );
    assert_eq!(options("-usize 9 p").universe_size, Some(9));
    assert_eq!(parse_line("--version").unwrap().0, Wish::Version);
    assert_eq!(parse_line("-n 2 -h").unwrap().0, Wish::Help);
}

#[test]
fn refusals_say_what_was_wanted() {
    for (line, word) in [
        ("", "no program"),
        ("-n 2", "no program"),
        ("-n 2 : -n 1 p", "no program for -n 2"),
        ("p : -n 1", "no program for -n 1"),
        ("p : -wdir /", "no program for -wdir"),
        ("-path / : p", "no program for -path"),
        ("-envnone", "no program for -env,"),
        ("-n 3 -configfile /dev/null", "no program for -n 3"),
        ("-env A 1 -configfile /dev/null", "no program for -env,"),
        ("-n", "needs N"),
        ("-n 0 p", "from 1"),
        ("-n -3 p", "from 1"),
        ("-n two p", "\"two\""),
        ("-n 99999999 p", "from 1"),
        ("-genv K", "needs K V"),
        ("--nonsense p", "nonsense"),
        ("--bind-to l3cache p", "l3cache"),
        ("--map-by ppr:2:numa p", "ppr:N:socket"),
        ("--map-by ppr:0:socket p", "from 1"),
        ("--map-by slot:PE=0 p", "from 1"),
        ("--cpus-per-rank 2 --bind-to socket p", "core or hwthread"),
        ("--map-by slot:PE=2 --bind-to none p", "core or hwthread"),
        ("-n2x p", "\"2x\""),
        ("-n0 p", "from 1"),
        ("-n2=3 p", "unknown option"),
        ("-l2 p", "unknown option"),
        ("-prepend-pattern %x p", "%r %h %p"),
        ("-outfile-pattern o% p", "%r %h %p"),
        ("--merge-stderr-to-stdout -errfile-pattern e p", "would stay empty"),
        ("--timeout -1 p", "seconds"),
        ("--timeout 1e19 p", "from 0.001 to 1000000000"),
        ("--timeout 1e400 p", "from 0.001 to 1000000000"),
        ("--timeout inf p", "from 0.001 to 1000000000"),
        ("--timeout nan p", "from 0.001 to 1000000000"),
        ("--timeout 5s p", "from 0.001 to 1000000000"),
        ("--silence-timeout 1e-10 p", "from 0.001 to 1000000000"),
        ("--explain-after 1e-10 p", "from 0.001 to 1000000000"),
        ("-stdin some p", "a rank"),
        ("-l=3 p", "takes no value"),
        ("-hosts a:x p", "\"a:x\""),
        ("-hosts -oProxyCommand=x p", "not a valid host name"),
        ("-hosts a:0 p", "no host with slots"),
        ("-hostfile /dev/null p", "no host with slots"),
        ("-host a p : -host b p", "before the first program"),
        ("p : -f /etc/hostname p", "before the first program"),
        ("-hostfile /nonexistent/file p", "/nonexistent/file"),
        ("--port-range 9-3 p", "5000-5010"),
        ("--port-range 0 p", "5000-5010"),
        ("--start-timeout 0 p", "start-timeout"),
        ("--launch-agent '' p", "a command"),
        ("--launch-agent \"'open\" p", "quoted"),
        ("-configfile /nonexistent/file", "/nonexistent/file"),
    ] {
        let text = refusal(line);
        assert!(text.contains(word), "{line}: {text}");
    }
}

#[test]
fn lines_that_go_on() {
    let text = "-n 1 \\\n  a \\\n b\n# c \\\n-n 2 d\n-n 3 \\";
    assert_eq!(joined_lines(text), ["-n 1   a  b", "# c \\", "-n 2 d", "-n 3 \\"]);
    assert_eq!(joined_lines(""), [""; 0]);
}

#[test]
fn values_of_any_bytes() {
    let bytes = |text: &[u8]| OsStr::from_bytes(text).to_owned();
    let mut words = vec![OsString::from("-genv"), bytes(b"A=\xe9=t"), "-x".into()];
    words.extend([bytes(b"B=\xff"), "-x".into(), "C".into(), "p".into()]);
    let (_, o) = parse(&words).expect("options");
    assert_eq!(o.env.set[..2], [("A".into(), bytes(b"\xe9=t")), ("B".into(), bytes(b"\xff"))]);
    assert_eq!(o.env.pass, ["C"]);
}

#[test]
fn words_of_a_config_line() {
    let words = |line| split_words(line).unwrap();
    assert_eq!(words("-n 2 'a b' \"\" c#d # e"), ["-n", "2", "a b", "", "c#d"]);
    assert_eq!(words(r#"a\ b \'c "d\"e\f" 'g\h' \#i"#), ["a b", "'c", "d\"e\\f", "g\\h", "#i"]);
    for open in ["'open", "\"open", "\"open\\\"", "nothing\\"] {
        assert!(split_words(open).is_none(), "{open}");
    }
}

#[test]
fn words_that_place_ranks_and_their_memory() {
    let folder = std::env::temp_dir().join(format!("skifch-rankfile-{}", std::process::id()));
    std::fs::write(&folder, "rank 0=localhost slot=0\nrank 1=+n0 slot=0\n").expect("writable");
    let file = folder.to_str().expect("a name");
    let o = options(&format!("--rankfile {file} p"));
    assert_eq!(o.rank_file.expect("read").count(), 2);
    for with in ["--bind-to core", "-ppn 2", "--map-by node", "--cpu-set 0", "--cpus-per-rank 2"] {
        let text = refusal(&format!("-rf {file} {with} p"));
        assert!(text.contains("--rankfile determines"), "{with}: {text}");
    }
    std::fs::remove_file(&folder).expect("written before");
    assert!(refusal("--rankfile /none p").contains("/none"));
    assert_eq!(options("--cpu-set 0-1,3 p").cpu_set.into_iter().collect::<Vec<_>>(), [0, 1, 3]);
    assert!(refusal("--cpu-set 3-1 p").contains("processors such as"));
    assert_eq!(options("-order-nodes DESCENDING p").order, Some(Order::Descending));
    assert_eq!(options("-order-nodes=ascending p").order, Some(Order::Ascending));
    assert!(refusal("-order-nodes random p").contains("ASCENDING"));
    assert_eq!(options("-localhost me p").local_name.as_deref(), Some("me"));
    assert_eq!(
        (options("-gpus-per-proc 2 p").gpus, options("-gpus-per-proc AUTO p").gpus),
        (Some(2), None)
    );
    assert!(refusal("-gpus-per-proc 0 p").contains("AUTO"));
}

#[test]
fn words_that_change_nothing_say_so_and_those_that_cannot_be_had_say_what_can() {
    for line in ["-demux poll p", "-demux select p", "-membind none p", "-membind firsttouch p"] {
        let o = options(line);
        assert_eq!(
            (o.apps[0].argv.as_slice(), o.notes.len()),
            (["p".into()].as_slice(), 1),
            "{line}"
        );
        assert!(o.notes[0].contains("accepted"), "{line}: {}", o.notes[0]);
    }
    assert!(refusal("-demux kqueue p").contains("poll or select"));
    assert!(refusal("-membind interleave:0,1 p").contains("numactl"));
    assert!(refusal("--xml p").contains("--tag-output"));
    assert!(options("--show-progress p").progress);
}
