//! `pmi1-port`: the launcher listens on `PMI_PORT=host:port` and identifies this process by
//! `PMI_ID`.

use crate::client::{Client, Identity};
use crate::conn::Conn;
use crate::env::Env;
use crate::{BootError, BootErrorKind};
use std::io;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

pub(crate) const NAME: &str = "pmi1-port";

/// How long a refused connection is retried: name service and launcher may start late.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);
const FIRST_PAUSE: Duration = Duration::from_millis(10);

/// Whether the environment offers this protocol.
pub(crate) fn is_offered(env: &Env) -> bool {
    env.get("PMI_PORT").is_some()
}

/// Connects, sends the identity, receives rank and size, and performs the initial exchange.
pub(crate) fn open(env: &Env) -> Result<Client, BootError> {
    let port = env.get("PMI_PORT").unwrap_or_default();
    let id: u32 = env.number("PMI_ID")?.ok_or_else(|| {
        let text = "boot: PMI_PORT is set but PMI_ID is not; a wrapper between the PMI launcher \
                    and this process has removed PMI_ID";
        BootError::new(BootErrorKind::Environment, text)
    })?;
    let timeout = env.timeout()?;
    let stream = connect(port, timeout.min(CONNECT_LIMIT))?;
    let mut conn = Conn::new(stream.into(), timeout);
    conn.send("init", &format!("cmd=initack pmiid={id}\n"))?;
    let identity = receive_identity(&mut conn)?;
    Client::greet(conn, identity, NAME)
}

/// Four lines: `initack`, then `set` with `size`, `rank` and `debug`, the last three in any order.
fn receive_identity(conn: &mut Conn) -> Result<Identity, BootError> {
    let (mut rank, mut size) = (None, None);
    for index in 0..4 {
        let message = conn.receive("init", "to answer initack")?;
        let expected = if index == 0 { "initack" } else { "set" };
        if message.command() != expected {
            let text =
                format!("boot: init: expected cmd={expected}, got cmd={}", message.command());
            return Err(BootError::new(BootErrorKind::Protocol, text));
        }
        rank = rank.or_else(|| message.number("rank"));
        size = size.or_else(|| message.number("size"));
    }
    match (rank, size) {
        (Some(rank), Some(size)) => Identity::new(rank, size),
        _ => Err(BootError::new(
            BootErrorKind::Protocol,
            "boot: init: the launcher's reply to initack has no rank or no size",
        )),
    }
}

fn connect(port: &str, limit: Duration) -> Result<TcpStream, BootError> {
    let deadline = Instant::now() + limit;
    let mut pause = FIRST_PAUSE;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match connect_once(port, left.max(FIRST_PAUSE)) {
            Ok(stream) => return Ok(stream),
            Err(e) if left <= pause || e.kind() == io::ErrorKind::InvalidInput => {
                let text = format!(
                    "boot: init: no connection to the launcher at PMI_PORT={port}: {e}; is it \
                     still running, and is that address reachable from here?"
                );
                return Err(BootError::new(BootErrorKind::Connection, text));
            }
            Err(_) => std::thread::sleep(pause),
        }
        pause = (pause * 2).min(Duration::from_secs(1));
    }
}

fn connect_once(port: &str, limit: Duration) -> io::Result<TcpStream> {
    let addresses: Vec<SocketAddr> = port.to_socket_addrs()?.collect();
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in addresses {
        match TcpStream::connect_timeout(&address, limit) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(e) => last = e,
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::{Action, Server};
    use std::io::{Read, Write};
    use std::net::TcpListener;

    #[test]
    fn nobody_listens() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().to_string();
        drop(listener);
        let env =
            Env::of_pairs(&[("PMI_PORT", &port), ("PMI_ID", "0"), ("SKIFCH_BOOT_TIMEOUT", "1")]);
        let error = open(&env).expect_err("nobody listens");
        assert_eq!(error.kind(), BootErrorKind::Connection);
        assert!(error.to_string().contains(&port), "{error}");
    }

    #[test]
    fn who_we_are_comes_from_the_launcher() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().to_string();
        let launcher = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut server = Server::new("port", vec![0, 1, 1]);
            let mut chunk = [0; 256];
            while let Ok(count @ 1..) = stream.read(&mut chunk) {
                for action in server.feed(2, &chunk[..count]) {
                    let Action::Reply { text, .. } = action else { panic!("{action:?}") };
                    stream.write_all(text.as_bytes()).unwrap();
                }
            }
        });
        let mut client =
            open(&Env::of_pairs(&[("PMI_PORT", &port), ("PMI_ID", "2")])).expect("a launcher");
        assert_eq!((client.identity.rank, client.identity.size, client.appnum), (2, 3, Some(1)));
        client.finalize().unwrap();
        drop(client);
        launcher.join().unwrap();
    }

    #[test]
    fn not_an_address_fails_at_once() {
        let env = Env::of_pairs(&[("PMI_PORT", "nonsense"), ("PMI_ID", "0")]);
        let begin = Instant::now();
        let error = open(&env).expect_err("no port number");
        assert!(error.to_string().contains("nonsense"), "{error}");
        assert!(begin.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn the_id_is_needed() {
        let error = open(&Env::of_pairs(&[("PMI_PORT", "127.0.0.1:1")])).expect_err("no id");
        assert!(error.to_string().contains("PMI_ID"), "{error}");
    }
}
