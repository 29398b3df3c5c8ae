use super::*;

fn server(size: u32) -> Server {
    Server::new("test.1", vec![0; size as usize])
}

fn started(size: u32) -> Server {
    let mut server = server(size);
    for rank in 0..size {
        ask(&mut server, rank, "cmd=init pmi_version=1 pmi_subversion=1");
    }
    server
}

/// The single reply to `rank`, without its newline.
fn ask(server: &mut Server, rank: u32, line: &str) -> String {
    let actions = server.feed(rank, format!("{line}\n").as_bytes());
    match &actions[..] {
        [Action::Reply { rank: to, text }, ..] if *to == rank => text.trim_end().to_owned(),
        other => panic!("{line}: {other:?}"),
    }
}

fn replies(actions: &[Action]) -> Vec<(u32, &str)> {
    actions
        .iter()
        .filter_map(|action| match action {
            Action::Reply { rank, text } => Some((*rank, text.trim_end())),
            _ => None,
        })
        .collect()
}

#[test]
fn a_whole_conversation() {
    let mut s = started(2);
    assert_eq!(
        ask(&mut s, 0, "cmd=get_maxes"),
        "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024"
    );
    assert_eq!(ask(&mut s, 1, "cmd=get_appnum"), "cmd=appnum appnum=0");
    assert_eq!(ask(&mut s, 1, "cmd=get_universe_size"), "cmd=universe_size size=2");
    assert_eq!(ask(&mut s, 0, "cmd=get_my_kvsname"), "cmd=my_kvsname kvsname=skifch_test_1");
    let mapping = ask(&mut s, 0, "cmd=get kvsname=skifch_test_1 key=PMI_process_mapping");
    assert_eq!(mapping, "cmd=get_result rc=0 msg=success value=(vector,(0,1,2))");
    let put = ask(&mut s, 0, "cmd=put kvsname=skifch_test_1 key=k value=a=b");
    assert_eq!(put, "cmd=put_result rc=0 msg=success");
    assert!(s.feed(0, b"cmd=barrier_in\n").is_empty());
    let out = s.feed(1, b"cmd=barrier_in\n");
    assert_eq!(replies(&out), [(0, "cmd=barrier_out rc=0"), (1, "cmd=barrier_out rc=0")]);
    let got = ask(&mut s, 1, "cmd=get key=k kvsname=skifch_test_1");
    assert_eq!(got, "cmd=get_result rc=0 msg=success value=a=b");
    let none = ask(&mut s, 1, "cmd=get kvsname=skifch_test_1 key=z");
    assert_eq!(none, "cmd=get_result rc=-1 msg=key_z_not_found value=unknown");
    assert_eq!(s.phase(0), Phase::Active);
    assert_eq!(ask(&mut s, 0, "cmd=finalize"), "cmd=finalize_ack rc=0");
    assert_eq!(s.phase(0), Phase::Finalized);
}

#[test]
fn port_mode_and_abort() {
    let mut s = server(3);
    assert_eq!(
        ask(&mut s, 2, "cmd=initack pmiid=2"),
        "cmd=initack\ncmd=set size=3\ncmd=set rank=2\ncmd=set debug=0"
    );
    let abort = s.feed(2, b"cmd=abort exitcode=7 message=no_luck\n");
    let expected = Action::Abort { rank: 2, code: 7, message: "no luck".into(), wanted: false };
    assert_eq!(abort, [expected]);
    for (line, wanted) in [("cmd=abort exitcode=0", false), ("cmd=abort exitcode=0 wanted=1", true)]
    {
        let abort = s.feed(1, format!("{line}\n").as_bytes());
        assert_eq!(abort, [Action::Abort { rank: 1, code: 0, message: String::new(), wanted }]);
    }
}

#[test]
fn names_are_published_once() {
    let mut s = started(1);
    assert!(ask(&mut s, 0, "cmd=lookup_name service=x").contains("rc=1"));
    assert!(ask(&mut s, 0, "cmd=publish_name service=x port=p:1").contains("info=ok rc=0"));
    assert!(ask(&mut s, 0, "cmd=publish_name service=x port=q").contains("rc=1"));
    assert!(ask(&mut s, 0, "cmd=lookup_name service=x").ends_with("rc=0 msg=success port=p:1"));
    assert!(ask(&mut s, 0, "cmd=unpublish_name service=x").contains("info=ok rc=0"));
    assert!(ask(&mut s, 0, "cmd=unpublish_name service=x").contains("rc=1"));
}

#[test]
fn spawn_is_refused_cleanly() {
    let mut s = started(1);
    let request = b"mcmd=spawn\nnprocs=1\nexecname=a b\narg1=cmd=abort\nargcnt=1\nendcmd\n";
    let actions = s.feed(0, request);
    assert_eq!(replies(&actions), [(0, "cmd=spawn_result rc=-1 msg=spawn_is_not_supported")]);
    assert_eq!(ask(&mut s, 0, "cmd=get_appnum"), "cmd=appnum appnum=0");
}

#[test]
fn faults_stay_with_who_made_them() {
    let mut s = started(2);
    assert!(s.feed(0, b"cmd=barrier_in\n").is_empty());
    let twice = s.feed(0, b"cmd=barrier_in\n");
    assert_eq!(replies(&twice)[0].0, 0);
    for bad in [&b"rubbish\n"[..], b"cmd=nonsense\n", b"\xff\xff\n", b"\n", b"cmd=put\n"] {
        let actions = s.feed(1, bad);
        let all_to_1 =
            replies(&actions).iter().all(|(rank, text)| *rank == 1 && text.contains("rc=-1"));
        assert!(all_to_1 && actions.len() == 2, "{actions:?}");
    }
    let long = s.feed(1, &vec![b'x'; 100_000]);
    assert_eq!(replies(&long).len(), 1);
    let out = s.feed(1, b"\ncmd=barrier_in\n");
    assert_eq!(replies(&out).len(), 2, "the barrier still works: {out:?}");
}

#[test]
fn order_of_calls() {
    let mut s = server(1);
    assert!(ask(&mut s, 0, "cmd=barrier_in").contains("not_initialized"));
    assert!(ask(&mut s, 0, "cmd=init pmi_version=2").contains("rc=-1"));
    assert!(ask(&mut s, 0, "cmd=init pmi_version=1").contains("rc=0"));
    assert!(ask(&mut s, 0, "cmd=init pmi_version=1").contains("rc=-1"));
    assert!(ask(&mut s, 0, "cmd=put kvsname=skifch_test_1 key=k value=1").contains("rc=0"));
    assert!(ask(&mut s, 0, "cmd=put kvsname=skifch_test_1 key=k value=2").contains("duplicate"));
    assert!(ask(&mut s, 0, "cmd=put kvsname=other key=z value=2").contains("rc=-1"));
    assert!(ask(&mut s, 0, "cmd=put kvsname=skifch_test_1 key=PMI_x value=2").contains("rc=-1"));
    ask(&mut s, 0, "cmd=finalize");
    assert!(ask(&mut s, 0, "cmd=get_maxes").contains("not_initialized"));
    ask(&mut s, 0, "cmd=init pmi_version=1");
    assert!(ask(&mut s, 0, "cmd=put kvsname=skifch_test_1 key=k value=3").contains("rc=0"));
}

#[test]
fn a_barrier_without_hope_ends() {
    let mut s = started(3);
    s.feed(0, b"cmd=barrier_in\n");
    let out = s.gone(2);
    assert_eq!(replies(&out), [(0, "cmd=barrier_out rc=-1 msg=rank_2_has_left_the_job")]);
    assert_eq!(replies(&s.feed(1, b"cmd=barrier_in\n")).len(), 1);
    assert!(s.gone(2).is_empty());
    assert!(s.gone(99).is_empty());
    assert!(s.feed(99, b"cmd=init\n").is_empty());
}

#[test]
fn ranks_of_several_nodes() {
    let mut s = started(4);
    s.set_nodes(&[0, 0, 1, 1]);
    let mapping = ask(&mut s, 3, "cmd=get kvsname=skifch_test_1 key=PMI_process_mapping");
    assert!(mapping.ends_with("value=(vector,(0,2,2))"), "{mapping}");
    assert!(s.feed(0, b"cmd=barrier_in group=NODE:1\n").is_empty());
    assert!(s.feed(2, b"cmd=barrier_in\n").is_empty() && s.is_waited_in());
    let node = s.feed(1, b"cmd=barrier_in group=NODE:1\n");
    assert_eq!(replies(&node), [(0, "cmd=barrier_out rc=0"), (1, "cmd=barrier_out rc=0")]);
    s.feed(0, b"cmd=barrier_in\n");
    s.feed(3, b"cmd=barrier_in\n");
    assert_eq!(replies(&s.feed(1, b"cmd=barrier_in\n")).len(), 4);
    s.feed(0, b"cmd=barrier_in group=NODE\n");
    assert!(s.gone(3).is_empty(), "rank 3 is of another node");
    assert_eq!(replies(&s.feed(1, b"cmd=barrier_in group=NODE\n")).len(), 2);
    let long: Vec<u32> = (0..4000).map(|rank| (rank * rank) % 7 + rank % 3).collect();
    let mut s = server(4000);
    s.set_nodes(&long);
    ask(&mut s, 0, "cmd=init pmi_version=1");
    let mapping = ask(&mut s, 0, "cmd=get kvsname=skifch_test_1 key=PMI_process_mapping");
    assert!(mapping.len() < 1100, "{} characters", mapping.len());
}

#[test]
fn a_greedy_rank_is_stopped() {
    let mut s = started(2);
    let value = "v".repeat(1000);
    let line = |i: u32| format!("cmd=put kvsname=skifch_test_1 key=k{i} value={value}");
    let refused = (0..20_000).position(|i| ask(&mut s, 0, &line(i)).contains("rc=-1"));
    assert!(refused.is_some_and(|count| count > 10_000), "{refused:?}");
    assert!(ask(&mut s, 1, "cmd=put kvsname=skifch_test_1 key=mine value=v").contains("rc=0"));
}
