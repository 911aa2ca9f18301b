use bpt_calibrate::{evaluate::*, fit::*, form::*, rows, statistics::*, validate::*};
use bpt_catalog::Catalog;
fn main() {
    let cat = Catalog::embedded();
    let (rows, skipped) = rows::load(
        cat,
        &std::fs::read_to_string("data/measurements.json").unwrap(),
    )
    .unwrap();
    eprintln!("{} rows, {} skipped", rows.len(), skipped.len());
    for s in skipped.iter().take(5) {
        eprintln!("{} {}", s.id, s.why);
    }
    let full = std::env::args().any(|a| a == "cv");
    for metric in Metric::ALL {
        let form = Form::of(metric);
        let t = std::time::Instant::now();
        let mut prep: Vec<_> = prepare(&form, &rows, metric)
            .into_iter()
            .filter(|p| rows[p.row].fits())
            .collect();
        let at = fit(&form, metric, &mut prep, &form.start());
        eprintln!(
            "{} {} params {} rows fit {:?}",
            metric.slug(),
            form.parameters.len(),
            prep.len(),
            t.elapsed()
        );
        for (p, v) in form.parameters.iter().zip(&at) {
            println!(
                "  {:28} {:40} {:9.4} {}",
                form.coefficients[p.coefficient],
                format!("{:?}", p.when),
                v.exp(),
                if ((v - p.prior) / p.sigma).abs() > 1.5 {
                    format!("z {:.1}", (v - p.prior) / p.sigma)
                } else {
                    String::new()
                }
            );
        }
        let show = |name: &str, res: &[Option<f64>]| {
            let j: Vec<_> = res
                .iter()
                .enumerate()
                .filter_map(|(i, r)| r.map(|r| (i, r, None)))
                .collect();
            println!("== {} {}", metric.slug(), name);
            for g in by_group(&rows, metric, &j) {
                println!(
                    "  {:40} n {:4} median {:5.1} p90 {:5.1} bias {:+6.1} within20 {:4.1}",
                    g.name,
                    g.errors.rows,
                    g.errors.median * 100.,
                    g.errors.p90 * 100.,
                    g.errors.bias * 100.,
                    g.errors.within_20 * 100.
                );
            }
        };
        for (i, r) in fitted(&rows, metric, &form, &at).iter().enumerate() {
            if let Some(r) = r {
                let o = &rows[i];
                let sc = &o.scenario;
                eprintln!(
                    "ROW\t{}\t{:.4}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:?}\t{}\t{}\t{}\t{:.2}\t{}",
                    metric.slug(),
                    r,
                    o.id,
                    o.source_group,
                    o.device,
                    o.model,
                    o.engine,
                    o.backend,
                    o.quality,
                    sc.users,
                    sc.context,
                    sc.device_count(),
                    sc.parallel.kind,
                    o.headline(),
                    sc.prompt,
                    sc.prefill_depth,
                    sc.age,
                    sc.model.weights.kernel.slug()
                );
            }
        }
        show("fitted", &fitted(&rows, metric, &form, &at));
        if full {
            let t = std::time::Instant::now();
            let r = held_out(&rows, metric, Holdout::SourceAndDevice).unseen;
            eprintln!("cv {:?}", t.elapsed());
            show("held out source+device", &r);
            for (i, r) in r.iter().enumerate() {
                if let Some(r) = r {
                    let o = &rows[i];
                    let sc = &o.scenario;
                    eprintln!(
                        "CVROW\t{}\t{:.4}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:?}\t{}\t{}\t{}\t{:.2}\t{}",
                        metric.slug(),
                        r,
                        o.id,
                        o.source_group,
                        o.device,
                        o.model,
                        o.engine,
                        o.backend,
                        o.quality,
                        sc.users,
                        sc.context,
                        sc.device_count(),
                        sc.parallel.kind,
                        o.headline(),
                        sc.prompt,
                        sc.prefill_depth,
                        sc.age,
                        sc.model.weights.kernel.slug()
                    );
                }
            }
            let mut worst: Vec<_> = r
                .iter()
                .enumerate()
                .filter_map(|(i, r)| r.map(|r| (i, r)))
                .filter(|(i, _)| rows[*i].quality != "C")
                .collect();
            worst.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
            for (i, r) in worst.iter().take(60) {
                let o = &rows[*i];
                println!(
                    "   worst {:+.2} {} {} {} {} {} users {} ctx {} n {} {} {:?}",
                    r,
                    o.id,
                    o.device,
                    o.model,
                    o.engine,
                    o.backend,
                    o.scenario.users,
                    o.scenario.context,
                    o.scenario.device_count(),
                    o.quality,
                    o.scenario.parallel.kind
                );
            }
        }
        if metric == Metric::Decode {
            for (name, b) in baselines(&rows) {
                let v: Vec<f64> = b
                    .iter()
                    .filter(|(i, _)| rows[*i].headline())
                    .map(|(_, r)| *r)
                    .collect();
                println!("baseline {name}: {:?}", summary(&v));
            }
        }
    }
}
