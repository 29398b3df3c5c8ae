//! Connecting to the launcher: tries its addresses in turn, with growing pauses, until one is
//! answered by a peer that knows the secret. The launcher listens before it starts the agent and
//! keeps the agent's stdin open; once stdin has ended, there is no point in trying again.

use super::config::Config;
use crate::error::LaunchError;
use crate::sys;
use crate::wire::auth::{self, HELLO_BYTES, PROOF_BYTES};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// An address that drops packets must not use up the time of the others.
const TRY_MAX: Duration = Duration::from_secs(3);
const PAUSE_FIRST: Duration = Duration::from_millis(50);
const PAUSE_MAX: Duration = Duration::from_secs(1);

pub(super) fn connect(config: &Config) -> Result<TcpStream, LaunchError> {
    let deadline = Instant::now() + config.limit;
    let mut pause = PAUSE_FIRST;
    let mut failures = Vec::new();
    loop {
        let mut tried = Vec::new();
        for address in &config.addresses {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            match attempt(config, address, left.min(TRY_MAX)) {
                Ok(stream) => return Ok(stream),
                Err(why) => tried.push(format!("{address}: {why}")),
            }
        }
        if !tried.is_empty() {
            failures = tried;
        }
        let is_gone = stdin_has_ended();
        if is_gone || Instant::now() + pause >= deadline {
            let (host, seconds) = (sys::hostname(), config.limit.as_secs_f64());
            let limit = match is_gone {
                true => "any more".to_owned(),
                false => format!("did not answer within {seconds} s (--connect-timeout)"),
            };
            let text = format!("agent on {host}: no launcher {limit}: {}", failures.join("; "));
            return Err(LaunchError::own(text));
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(PAUSE_MAX);
    }
}

/// Data on stdin is ignored here; only its end matters.
fn stdin_has_ended() -> bool {
    let mut poll = libc::pollfd { fd: 0, events: libc::POLLIN, revents: 0 };
    // SAFETY: one pollfd of this frame; it does not wait.
    let ready = unsafe { libc::poll(&raw mut poll, 1, 0) } == 1;
    ready && matches!(sys::read(0, &mut [0; 256]), Ok(0))
}

fn attempt(config: &Config, address: &SocketAddr, limit: Duration) -> Result<TcpStream, String> {
    let words = |e: io::Error| match e.kind() {
        io::ErrorKind::UnexpectedEof => "it closed the connection".to_owned(),
        io::ErrorKind::WouldBlock => "it sent nothing".to_owned(),
        _ => e.to_string(),
    };
    let mut stream = TcpStream::connect_timeout(address, limit).map_err(words)?;
    stream.set_read_timeout(Some(limit)).map_err(words)?;
    let mut hello = [0; HELLO_BYTES];
    stream.read_exact(&mut hello).map_err(words)?;
    let theirs = auth::read_hello(&hello)?;
    let own = auth::random().map_err(words)?;
    let answer = auth::answer(&config.secret, config.host, &theirs, &own);
    stream.write_all(&answer).map_err(words)?;
    let mut proof = [0; PROOF_BYTES];
    stream.read_exact(&mut proof).map_err(words)?;
    if proof != auth::launcher_proof(&config.secret, &theirs, &own) {
        return Err("it does not know this job's secret".to_owned());
    }
    Ok(stream)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn config(port: u16) -> Config {
        Config {
            secret: [7; 16],
            host: 1,
            mark: "job".into(),
            addresses: vec![SocketAddr::from(([127, 0, 0, 1], port))],
            limit: Duration::from_millis(400),
            silence: Duration::from_secs(1),
        }
    }

    /// Serves connections with `answer` until the test is over.
    fn serve(answer: fn(TcpStream) -> io::Result<()>) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let _ = answer(stream);
            }
        });
        port
    }

    #[test]
    fn nobody_and_strangers() {
        let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let text = connect(&config(nobody)).unwrap_err().to_string();
        assert!(text.contains(&format!("127.0.0.1:{nobody}: ")), "{text}");
        let stranger = serve(|mut stream| stream.write_all(&[b'x'; 100]));
        let text = connect(&config(stranger)).unwrap_err().to_string();
        assert!(text.contains("not an agent of skifrun"), "{text}");
        let silent = serve(|stream| {
            std::thread::sleep(Duration::from_secs(2));
            drop(stream);
            Ok(())
        });
        let text = connect(&config(silent)).unwrap_err().to_string();
        assert!(text.contains("it sent nothing"), "{text}");
    }

    /// It speaks our protocol, and has not the secret: it learns nothing that opens anything.
    #[test]
    fn an_impostor() {
        let impostor = serve(|mut stream| {
            stream.write_all(&auth::hello(&[1; 16]))?;
            let mut answer = [0; auth::ANSWER_BYTES];
            stream.read_exact(&mut answer)?;
            assert!(!answer.windows(16).any(|window| window == [7; 16]));
            stream.write_all(&[0; PROOF_BYTES])
        });
        let text = connect(&config(impostor)).unwrap_err().to_string();
        assert!(text.contains("does not know this job's secret"), "{text}");
    }
}
