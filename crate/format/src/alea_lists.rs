//! Lists that accompany a log of Alea: queues (`.queues`), users (`.users`) and groups (`.groups`).
//!
//! They contain names, shares, processor quotas and priorities. No policy in Ganttlet uses quotas or shares of users,
//! so a log runs without these lists; they are recognised so that all files of a log can be opened together.

use super::number::parse_number;
use super::unpack;
use ganttlet_core::diagnostic::Diagnostic;

/// Number of examined lines.
const MAX_EXAMINED_LINES: usize = 50;

/// The names of the lists, by a word of the comment with the column names; the last list has no such comment.
const KINDS: [(&str, &str); 4] = [
    ("queue_name", "a list of queues of Alea (.queues)"),
    ("user_name", "a list of users of Alea (.users)"),
    ("group_name", "a list of groups of Alea (.groups)"),
    ("", "a list of queues, users or groups of Alea"),
];

/// The kind of the list at the start of a file, if it is one: each line has a number ascending from 0 or 1, a name, and
/// two numbers.
pub(super) fn kind_of(head: &[u8]) -> Option<&'static str> {
    let mut last = None;
    let mut is_entry = |line: &[u8]| {
        let cells: Vec<&[u8]> =
            line.split(u8::is_ascii_whitespace).filter(|cell| !cell.is_empty()).take(5).collect();
        let [id, name, first, second] = cells[..] else { return false };
        let number = parse_number(id).filter(|id| id.fract() == 0.0);
        let follows = number.is_some_and(|id| last.map_or(id <= 1.0, |last| id > last && id <= last + 1.0));
        last = number;
        follows
            && name[0].is_ascii_alphabetic()
            && [first, second].iter().all(|cell| parse_number(cell).is_some())
    };
    let is_comment = |line: &&[u8]| line.starts_with(b";");
    let mut entries =
        unpack::complete_lines(head).filter(|line| !is_comment(line)).take(MAX_EXAMINED_LINES).peekable();
    let is_list = entries.peek().is_some() && entries.all(&mut is_entry);
    let named = |word: &str| {
        let word = word.as_bytes();
        unpack::complete_lines(head)
            .take_while(|line| is_comment(line))
            .any(|line| line.windows(word.len()).any(|window| window == word))
    };
    let kind = KINDS.iter().find(|(word, _)| word.is_empty() || named(word));
    kind.filter(|_| is_list).map(|&(_, what)| what)
}

/// The reason why a list is left out, if a file is a list.
pub fn describe_list(bytes: &[u8]) -> Option<Diagnostic> {
    let kind = unpack::text_head(bytes).ok().and_then(|head| kind_of(&head))?;
    Some(Diagnostic::error(format!("this is {kind}, without jobs")).hint(REASON))
}

/// The features that are not simulated.
pub(super) const REASON: &str =
    "Its shares, quotas and priorities are not simulated: no policy has them. The log runs without the list.";

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::Settings;

    const QUEUES: &str = "; id\tqueue_name\tCPU_quota\tpriority\n;----\n0\tpriority_queue \t 100 \t 50\n1\tdefault_queue \t 96 \t 20\n";

    #[test]
    fn lists_are_recognised_with_and_without_the_names_of_columns() {
        assert_eq!(kind_of(QUEUES.as_bytes()), Some(KINDS[0].1));
        assert_eq!(kind_of(QUEUES.replace("queue_name", "user_name").as_bytes()), Some(KINDS[1].1));
        let bare: String = QUEUES.lines().skip(2).map(|line| format!("{line}\r\n")).collect();
        assert_eq!(kind_of(bare.as_bytes()), Some(KINDS[3].1));
        let problem =
            crate::read("a.queues", QUEUES.as_bytes(), None, &Settings::default()).expect_err("no jobs");
        assert!(problem[0].message.contains("a list of queues of Alea"), "{problem:?}");
        assert!(problem[0].hint.contains("are not simulated"), "{problem:?}");
        assert!(describe_list(QUEUES.as_bytes()).is_some());
    }

    #[test]
    fn failures_and_machines_are_no_lists() {
        assert_eq!(kind_of(b"100\tadan\t3600\t0 1\n900\tadan\t60\t2\n"), None);
        assert_eq!(kind_of(b"0\tadan\t61\t32\t1\t192\n"), None);
        assert_eq!(kind_of(b""), None);
    }
}
