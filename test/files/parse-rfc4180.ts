/**
 * A strict reader of RFC 4180 that shares nothing with the writer: records end in CRLF, a quote
 * stands only at either end of a field or doubled inside one.
 */
export function parseRfc4180(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  const fail = (what: string): never => {
    throw new Error(`${what} at ${at}`);
  };
  const readQuoted = (): string => {
    let field = '';
    for (at++; ; ) {
      const quote = text.indexOf('"', at);
      if (quote < 0) return fail('a quote is never closed');
      field += text.slice(at, quote);
      at = quote + 1;
      if (text[at] !== '"') return field;
      field += '"';
      at++;
    }
  };
  const readPlain = (): string => {
    const start = at;
    while (at < text.length && text[at] !== ',' && text[at] !== '\r') {
      if (text[at] === '"' || text[at] === '\n') fail('a bare quote or line feed');
      at++;
    }
    return text.slice(start, at);
  };
  while (at < text.length) {
    record.push(text[at] === '"' ? readQuoted() : readPlain());
    if (text[at] === ',') {
      at++;
      if (at === text.length) fail('the last record does not end');
    } else if (text.startsWith('\r\n', at)) {
      at += 2;
      records.push(record);
      record = [];
    } else fail('a field goes on after its quote, or a record does not end');
  }
  return records;
}
