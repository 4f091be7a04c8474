//! Heymann 2001, sections 4.2 and 4.3: applications on pools of machines of others.

use super::verdicts;

#[test]
fn show() {
    for id in ["M5", "M6", "M7", "M8", "M9"] {
        let start = std::time::Instant::now();
        let found = super::findings(id);
        println!("{id}: {:?}\n{}", start.elapsed(), super::sentences(&found.targets));
        for table in &found.tables {
            println!("{}\n  {}", table.title, table.columns.join(" | "));
            for (head, cells) in &table.rows {
                let words: Vec<String> = cells
                    .iter()
                    .map(|c| {
                        format!(
                            "{} ({})",
                            c.ours.map_or(String::new(), |i| i.words()),
                            c.published.clone().unwrap_or_default()
                        )
                    })
                    .collect();
                println!("  {head}: {}", words.join(" | "));
            }
        }
    }
    let _ = verdicts;
}
