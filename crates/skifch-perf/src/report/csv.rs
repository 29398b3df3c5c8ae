//! All raw runs, one line each.

use std::fmt::Write;

use crate::results::Report;

const HEAD: &str = "kernel,subject,bytes,ranks,round,count,seconds,value,unit,p50_ns,p99_ns,\
                    p999_ns,line_ns,line_after_ns\n";

/// The whole document with its header line.
pub fn lines(report: &Report) -> String {
    let mut text = HEAD.to_string();
    for sample in &report.samples {
        let row = &sample.row;
        let percentiles =
            row.percentiles_ns.map_or_else(|| ",,".into(), |[a, b, c]| format!("{a},{b},{c}"));
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{percentiles},{},{}",
            row.kernel.name(),
            sample.subject,
            row.bytes,
            row.ranks,
            sample.round,
            row.count,
            row.seconds,
            row.value(),
            row.kernel.unit().label(),
            sample.line_ns,
            sample.line_after_ns,
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::sample_report;

    #[test]
    fn every_run_has_a_line_with_every_column() {
        let report = sample_report();
        let text = lines(&report);
        let columns: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(columns.len(), report.samples.len() + 1);
        assert!(columns.iter().all(|&n| n == columns[0]), "{text}");
        assert!(text.contains("latency,openmpi,8,2,0,1000000,0.115,115"), "{text}");
    }
}
