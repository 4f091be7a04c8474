//! The tokens of DOT.

use ganttlet_core::diagnostic::Diagnostic;

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A name, number or text; true if it was quoted and so cannot be a keyword.
    Id(String, bool),
    /// `->`
    Arrow,
    /// `--`
    Line,
    /// One of `{}[]=;,:`
    Sign(u8),
}

/// Splits bytes into tokens.
pub(super) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The line of `at`.
    pub(super) line: u32,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1 }
    }

    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn step(&mut self) {
        if self.peek() == b'\n' {
            self.line = self.line.saturating_add(1);
        }
        self.at += 1;
    }

    fn error(&self, message: &str) -> Diagnostic {
        Diagnostic::error(message).line(self.line)
    }

    /// Skips blanks and comments; an error for a comment without an end.
    fn skip_blanks(&mut self) -> Result<(), Diagnostic> {
        loop {
            let rest = &self.bytes[self.at.min(self.bytes.len())..];
            let starts_line = self.at == 0 || self.bytes[self.at - 1] == b'\n';
            match rest {
                [b'/', b'/', ..] => self.skip_line(),
                [b'#', ..] if starts_line => self.skip_line(),
                [b'/', b'*', ..] => {
                    let end = rest[2..].windows(2).position(|two| two == b"*/");
                    let end = end.ok_or_else(|| self.error("a comment has no end"))?;
                    (0..end + 4).for_each(|_| self.step());
                }
                [blank, ..] if blank.is_ascii_whitespace() => self.step(),
                _ => return Ok(()),
            }
        }
    }

    fn skip_line(&mut self) {
        while self.at < self.bytes.len() && self.peek() != b'\n' {
            self.at += 1;
        }
    }

    /// The first byte of the next token; 0 at the end.
    pub(super) fn peek_sign(&mut self) -> Result<u8, Diagnostic> {
        self.skip_blanks()?;
        Ok(self.peek())
    }

    /// The next token; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Token>, Diagnostic> {
        self.skip_blanks()?;
        if self.at >= self.bytes.len() {
            return Ok(None);
        }
        let byte = self.peek();
        let second = self.bytes.get(self.at + 1).copied().unwrap_or(0);
        let token = match byte {
            b'{' | b'}' | b'[' | b']' | b'=' | b';' | b',' | b':' => {
                self.step();
                Token::Sign(byte)
            }
            b'-' if second == b'>' || second == b'-' => {
                self.at += 2;
                if second == b'>' { Token::Arrow } else { Token::Line }
            }
            b'"' => Token::Id(self.quoted()?, true),
            b'<' => Token::Id(self.html()?, true),
            b'-' | b'.' | b'0'..=b'9' => self.run(|b| b.is_ascii_digit() || b == b'.'),
            _ if byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80 => {
                self.run(|b| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80)
            }
            _ => {
                let sign = char::from(byte);
                return Err(self.error(&format!("`{}` is not expected in a graph", sign.escape_default())));
            }
        };
        Ok(Some(token))
    }

    /// A name or number: the next byte and the following ones that belong to it.
    fn run(&mut self, belongs: impl Fn(u8) -> bool) -> Token {
        let start = self.at;
        self.at += 1;
        while self.at < self.bytes.len() && belongs(self.peek()) {
            self.at += 1;
        }
        Token::Id(String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned(), false)
    }

    /// A quoted text, with further texts joined by plus signs.
    fn quoted(&mut self) -> Result<String, Diagnostic> {
        let mut text = vec![];
        loop {
            let first = self.line;
            self.step();
            loop {
                if self.at >= self.bytes.len() {
                    return Err(Diagnostic::error("a quoted text has no end").line(first));
                }
                match (self.peek(), self.bytes.get(self.at + 1)) {
                    (b'"', _) => break,
                    (b'\\', Some(b'"')) => {
                        text.push(b'"');
                        self.at += 2;
                    }
                    // The text continues on the next line.
                    (b'\\', Some(b'\n')) => (0..2).for_each(|_| self.step()),
                    (byte, _) => {
                        text.push(byte);
                        self.step();
                    }
                }
            }
            self.step();
            self.skip_blanks()?;
            if self.peek() == b'+' {
                self.step();
                self.skip_blanks()?;
                if self.peek() == b'"' {
                    continue;
                }
                return Err(self.error("a quoted text must follow `+`"));
            }
            return Ok(String::from_utf8_lossy(&text).into_owned());
        }
    }

    /// A text in angle brackets, which may be nested.
    fn html(&mut self) -> Result<String, Diagnostic> {
        let (start, first, mut depth) = (self.at + 1, self.line, 0_usize);
        while self.at < self.bytes.len() {
            match self.peek() {
                b'<' => depth += 1,
                b'>' => depth -= 1,
                _ => {}
            }
            self.step();
            if depth == 0 {
                return Ok(String::from_utf8_lossy(&self.bytes[start..self.at - 1]).into_owned());
            }
        }
        Err(Diagnostic::error("a text in angle brackets has no end").line(first))
    }
}
