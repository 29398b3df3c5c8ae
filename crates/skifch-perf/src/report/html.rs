//! A self-contained page: style, plots and tables are all included.

use std::fmt::Write;
use std::io;

use super::{chart, table};
use crate::goals::Standing;
use crate::results::Report;
use crate::row::Kernel;
use crate::stats::short;
use crate::subject::{Info, Role};

/// The whole page.
///
/// # Errors
/// When a plot cannot be drawn.
pub fn page(report: &Report) -> io::Result<String> {
    let mut body = format!("<h1>SkifCh, measured</h1>\n{}", machine(report));
    if report.goals.iter().any(|goal| goal.standing != Standing::NotMeasured) {
        body += &goals(report);
    }
    for &kernel in &report.kernels {
        body += &section(report, kernel)?;
    }
    body += &subjects(report);
    let style = include_str!("page.css");
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>SkifCh, measured</title>\n\
         <style>\n{style}</style>\n<body>\n{body}</body>\n</html>\n"
    ))
}

/// Escapes the text so that nothing in it is taken for markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn machine(report: &Report) -> String {
    let settings = &report.settings;
    format!(
        "<p>{}</p>\n<p class=\"dim\">skif-perf {}. Each figure is the median of {} runs of about {} s, the \
         smallest and the largest run beneath it; all subjects were measured in turn, round by round, on \
         the same two cores. 1 MB = 10<sup>6</sup> bytes; K and M in sizes are 2<sup>10</sup> and \
         2<sup>20</sup>.</p>\n",
        escaped(&report.machine.summary()),
        escaped(&settings.version),
        settings.repeat,
        settings.seconds_per_point,
    )
}

fn goals(report: &Report) -> String {
    let mut text = "<section><h2>Goals</h2>\n<div class=\"card\"><table class=\"text\"><tr><th>quantity : reference \
                    in this run<th>at least<th>aim<th>measured, worst<th>met?</tr>\n"
        .to_string();
    for goal in &report.goals {
        let class = match goal.standing {
            Standing::NotMeasured | Standing::ShortOfAim => "dim",
            Standing::Missed => "bad",
            Standing::Met | Standing::AimMet => "good",
        };
        // Writing to a String cannot fail, here and below.
        let _ = writeln!(
            text,
            "<tr><td>{}<td>{}<td>{}<td>{}<td class=\"{class}\">{}</tr>",
            escaped(&goal.quantity),
            goal.at_least,
            goal.aim,
            escaped(&goal.measured),
            goal.standing.label()
        );
    }
    text + "</table></div></section>\n"
}

fn section(report: &Report, kernel: Kernel) -> io::Result<String> {
    if report.points(kernel).is_empty() {
        return Ok(String::new());
    }
    let mut text = format!("<section><h2>{} [{}]</h2>\n", kernel.title(), kernel.unit().label());
    let regime = table::regime(report, kernel);
    let _ =
        writeln!(text, "<p class=\"dim\">{}</p>", escaped(regime.trim_start_matches("# ").trim()));
    if let Some(svg) = chart::svg(report, kernel)? {
        let svg = svg.replacen("<svg ", "<svg class=\"plot\" role=\"img\" ", 1);
        let _ = writeln!(
            text,
            "<div class=\"card\">{}{svg}</div>",
            legend(&report.subjects_of(kernel))
        );
    }
    Ok(text + &figures(report, kernel) + "</section>\n")
}

fn legend(subjects: &[&Info]) -> String {
    let mut text = "<ul class=\"legend\">".to_string();
    for subject in subjects {
        let (colour, title) = (chart::variable(&subject.id), escaped(&subject.title));
        let (width, radius, dashes) = match subject.role {
            Role::Skifch => (3, 5, "none"),
            Role::Bare => (2, 3, "6 4"),
            _ => (2, 3, "none"),
        };
        let _ = write!(
            text,
            "<li><svg viewBox=\"0 0 34 12\"><path d=\"M0 6H34\" stroke=\"var({colour})\" stroke-width=\"{width}\" \
             stroke-dasharray=\"{dashes}\"/><circle cx=\"17\" cy=\"6\" r=\"{radius}\" fill=\"var({colour})\"/></svg>{title}"
        );
    }
    text + "</ul>\n"
}

/// Medians with their extremes, then ratios, then percentiles, as far as available.
fn figures(report: &Report, kernel: Kernel) -> String {
    let subjects = report.subjects_of(kernel);
    let titles = |subjects: &[&Info]| subjects.iter().map(|s| s.title.clone()).collect::<Vec<_>>();
    let mut text = grid(report, kernel, "", &titles(&subjects), |column, bytes, ranks| {
        let spread = report.figure(kernel, &subjects[column].id, bytes, ranks)?.spread;
        let [median, min, max] = [spread.median, spread.min, spread.max].map(short);
        Some(format!("{median}<small>{min}–{max}</small>"))
    });
    let ratios = table::ratio_columns(report, kernel);
    let heads: Vec<String> = ratios.iter().map(|ratio| ratio.title.clone()).collect();
    let main = report.main_subject(kernel).map(|info| info.title.as_str()).unwrap_or_default();
    let caption = format!("Ratio of medians, {} divided by the reference", escaped(main));
    text += &grid(report, kernel, &caption, &heads, |column, bytes, ranks| {
        let above = report.median(kernel, &ratios[column].main, bytes, ranks)?;
        Some(format!("{} ×", short(above / (ratios[column].reference)(bytes, ranks)?)))
    });
    let has_percentiles = |subject: &&Info| {
        report
            .figures
            .iter()
            .any(|f| f.kernel == kernel && f.subject == subject.id && f.percentiles_ns.is_some())
    };
    let timed: Vec<&Info> = subjects.iter().copied().filter(has_percentiles).collect();
    let caption = "50 / 99 / 99.9 percent of the trips took at most, each trip timed [ns]";
    text + &grid(report, kernel, caption, &titles(&timed), |column, bytes, ranks| {
        let figure = report.figure(kernel, &timed[column].id, bytes, ranks)?;
        Some(figure.percentiles_ns?.map(short).join(" / "))
    })
}

/// A table with a row for each point of `kernel`; empty if it has no columns.
fn grid(
    report: &Report,
    kernel: Kernel,
    caption: &str,
    heads: &[String],
    cell: impl Fn(usize, u64, u32) -> Option<String>,
) -> String {
    if heads.is_empty() {
        return String::new();
    }
    let first = if kernel.by_ranks() { "ranks" } else { "bytes" };
    let mut text = "<div class=\"card\">".to_string();
    if !caption.is_empty() {
        let _ = write!(text, "<p class=\"dim\">{caption}</p>");
    }
    let _ = write!(text, "<table><tr><th>{first}");
    for head in heads {
        let _ = write!(text, "<th>{}", escaped(head));
    }
    for (bytes, ranks) in report.points(kernel) {
        let _ = write!(text, "</tr>\n<tr><td>{}", table::point_label(kernel, bytes, ranks));
        for column in 0..heads.len() {
            let shown = cell(column, bytes, ranks).unwrap_or_else(|| "–".into());
            let _ = write!(text, "<td>{shown}");
        }
    }
    text + "</tr></table></div>\n"
}

/// The measured subjects and how, and those that were not, with the reason.
fn subjects(report: &Report) -> String {
    let mut text =
        "<section><h2>What was measured</h2>\n<div class=\"card\"><table class=\"text\">"
            .to_string();
    for subject in &report.subjects {
        let _ =
            writeln!(text, "<tr><td>{}<td>{}</tr>", escaped(&subject.title), escaped(&subject.how));
    }
    for absent in &report.absent {
        let (title, reason) = (escaped(&absent.title), escaped(&absent.reason));
        let _ = writeln!(text, "<tr><td>{title}<td class=\"dim\">not measured: {reason}</tr>");
    }
    for failure in &report.failures {
        let (who, what) = (escaped(&failure.subject), failure.kernel.name());
        let reason = escaped(&failure.reason);
        let ranks = failure.ranks;
        let _ = writeln!(
            text,
            "<tr><td>{who}<td class=\"bad\">failed at {what} with {ranks} ranks: {reason}</tr>"
        );
    }
    text + "</table></div></section>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::sample_report;

    #[test]
    fn the_page_is_whole_and_needs_nothing_else() {
        let page = page(&sample_report()).expect("it can be drawn");
        assert_eq!(page.matches("<svg class=\"plot\"").count(), 3);
        assert_eq!(page.matches("<section>").count(), page.matches("</section>").count());
        for outside in ["http:", "https:", "<script", "<link", "url("] {
            let count = page.replace("http://www.w3.org/2000/svg", "").matches(outside).count();
            assert_eq!(count, 0, "{outside} would be loaded");
        }
        assert!(page.contains("apt install mpich") && page.contains("yes"));
    }

    #[test]
    fn names_cannot_break_the_page() {
        let page = page(&sample_report()).expect("it can be drawn");
        assert!(page.contains("A &lt;CPU&gt; &amp; more") && !page.contains("<CPU>"));
    }
}
