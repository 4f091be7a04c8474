//! Splits a line into cells, with any separator.

/// The separator of a table with this line: a semicolon or a tab if present, otherwise a comma.
pub(super) fn find_separator(line: &[u8]) -> u8 {
    let outside = |wanted: u8| {
        let mut quoted = false;
        line.iter().any(|&byte| {
            quoted ^= byte == b'"';
            byte == wanted && !quoted
        })
    };
    if outside(b';') {
        b';'
    } else if outside(b'\t') {
        b'\t'
    } else {
        b','
    }
}

/// The cells of a line without quotation marks and the blanks around them; `None` if a quotation mark is not closed. Two
/// quotation marks inside a quoted cell are one.
pub(super) fn split_cells(line: &[u8], separator: u8) -> Option<Vec<Vec<u8>>> {
    let mut cells = vec![];
    let mut cell = vec![];
    let mut quoted = false;
    let mut bytes = line.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte == b'"' {
            if quoted && bytes.peek() == Some(&b'"') {
                bytes.next();
                cell.push(byte);
            } else {
                quoted = !quoted;
            }
        } else if byte == separator && !quoted {
            cells.push(cell.trim_ascii().to_vec());
            cell.clear();
        } else {
            cell.push(byte);
        }
    }
    cells.push(cell.trim_ascii().to_vec());
    (!quoted).then_some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_into_cells() {
        let split = |line: &str| {
            let found = split_cells(line.as_bytes(), find_separator(line.as_bytes()))?;
            Some(found.iter().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect::<Vec<_>>())
        };
        let some = |cells: &[&str]| Some(cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>());
        assert_eq!(split("a, b ,,c"), some(&["a", "b", "", "c"]));
        assert_eq!(split("1,5;2,5;"), some(&["1,5", "2,5", ""]));
        assert_eq!(split("1,5\t2"), some(&["1,5", "2"]));
        assert_eq!(split("\"a;\"\"b\"\"\",\" c\""), some(&["a;\"b\"", "c"]));
        assert_eq!(split("a,\"b"), None);
    }
}
