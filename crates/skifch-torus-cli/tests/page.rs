//! The page in a headless browser: it draws, and reacts to input.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A browser on a busy machine takes a while to start.
const LIMIT: Duration = Duration::from_secs(240);

/// Script that operates the page as a user would, and writes down what happens.
const HANDS: &str = r#"<script>
const noted = [];
const note = (what) => noted.push(what + "=" + JSON.stringify(document.documentElement.dataset));
const key = (name) => canvas.dispatchEvent(new KeyboardEvent("keydown", { key: name, cancelable: true }));
const at = (kind, x, y) => canvas.dispatchEvent(
  new PointerEvent(kind, { clientX: canvas.getBoundingClientRect().left + x, clientY: canvas.getBoundingClientRect().top + y }));
note("first");
const slider = document.getElementById("time");
slider.value = 3;
slider.dispatchEvent(new Event("input"));
note("slider");
key(".");
note("later");
const wanted = shown.filter((item) => !item.at && item.output !== view.chosen).at(-1);
const [x, y] = [(wanted.from.x + wanted.to.x) / 2, (wanted.from.y + wanted.to.y) / 2];
at("pointerdown", x, y);
at("pointerup", x, y);
note("click");
const turnBefore = view.turn;
at("pointerdown", 50, 50);
at("pointermove", 150, 50);
at("pointerup", 150, 50);
key("ArrowLeft");
key("Home");
note("home");
const painted = (id) => {
  const some = document.getElementById(id);
  const all = some.getContext("2d").getImageData(0, 0, some.width, some.height).data;
  const colours = new Set();
  for (let at = 0; at < all.length; at += 4) if (all[at + 3] === 255) colours.add(all.slice(at, at + 3).join());
  return colours.size;
};
noted.push("wanted=" + wanted.output);
noted.push("painted=" + ["torus", "queue", "loads", "flight", "latency"].map(painted).join());
noted.push("name=" + document.getElementById("name").textContent);
const list = document.createElement("pre");
list.id = "noted";
list.textContent = noted.join("\n");
document.body.append(list);
</script>
"#;

/// Kills the browser and its children at the end of the test.
struct Browser(Child);

impl Drop for Browser {
    fn drop(&mut self) {
        // It leads its process group.
        let group = format!("-{}", self.0.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        let _ = self.0.wait();
    }
}

fn browser() -> Option<&'static str> {
    let is_there = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
    ["chromium", "chromium-browser", "google-chrome"].iter().find(is_there).copied()
}

/// The document after its scripts have run.
fn document(browser: &str, page: &Path, profile: &Path) -> String {
    let out = profile.join("document.html");
    let file = std::fs::File::create(&out).unwrap();
    let mut command = Command::new(browser);
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
        .args(["--disable-extensions", "--disable-background-networking", "--disable-sync"])
        .args(["--window-size=1400,1000", "--virtual-time-budget=2000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", page.display()))
        // Its launcher and its libraries would otherwise write to the home directory.
        .env("HOME", profile)
        .process_group(0)
        .stdout(file)
        .stderr(Stdio::null());
    let mut child = Browser(command.spawn().unwrap());
    let start = Instant::now();
    while child.0.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < LIMIT, "{browser} takes more than {LIMIT:?} to show a page");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::fs::read_to_string(out).unwrap()
}

#[test]
fn the_page_draws_and_answers_hands() {
    let Some(browser) = browser() else {
        println!("SKIPPED: the page in a browser: there is no chromium");
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let page = dir.path().join("page.html");
    let mut run = Command::new(env!("CARGO_BIN_EXE_skif-torus"));
    run.args(["run", "--torus", "4x4x3", "--load", "0.5", "--measure-us", "50", "--html"]);
    assert!(run.arg(&page).output().unwrap().status.success());
    let text = std::fs::read_to_string(&page).unwrap();
    // The page's content security policy allows no scripts but those inside it.
    std::fs::write(&page, text.replace("</html>", &format!("{HANDS}</html>"))).unwrap();
    let document = document(browser, &page, dir.path());
    let noted =
        document.split("<pre id=\"noted\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    let noted = noted.unwrap_or_else(|| panic!("the page's scripts did not run: {document}"));
    let of = |what: &str| {
        let line = noted.lines().find_map(|line| line.strip_prefix(what)?.strip_prefix('='));
        line.unwrap_or_else(|| panic!("no {what} in {noted}")).replace("&quot;", "\"")
    };
    // 48 nodes with 6 links each. Each line of nodes has two wrap-around links, in 12, 12 and 16
    // lines; each such link is drawn as two ends.
    let lines = 48 * 6 + 2 * (12 + 12 + 16);
    assert!(of("first").contains(&format!("\"drawn\":\"{lines}\",\"lit\":\"{lines}\"")), "{noted}");
    assert!(
        of("first").contains("\"step\":\"0\"") && of("slider").contains("\"step\":\"3\""),
        "{noted}"
    );
    assert!(of("later").contains("\"step\":\"4\""), "{noted}");
    let wanted = of("wanted");
    assert!(of("click").contains(&format!("\"chosen\":\"{wanted}\"")), "{noted}");
    assert!(of("home").contains("\"step\":\"0\""), "{noted}");
    let node = wanted.parse::<u32>().unwrap() / 8;
    assert!(of("name").contains(&format!(" from node {node} [")), "{noted}");
    for colours in of("painted").split(',') {
        assert!(colours.parse::<u32>().unwrap() >= 2, "an empty picture: {noted}");
    }
}
