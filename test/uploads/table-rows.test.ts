import { expect, it } from 'vitest';
import { sniffDialect } from '../../src/lib/csv-dialect.ts';
import { fieldText, plainCell } from '../../src/uploads/column-mapping.ts';
import { tableRows } from '../../src/uploads/uploads.ts';

it('reads a list whose records are in quotes as a whole, in pieces of any size', async () => {
  const text = '"name,phone"\r\n"Ann,212-555-0123"\r\n"Bob,212-555-0199"\r\n';
  const dialect = sniffDialect(text, true);
  expect(dialect).toEqual({ separator: 'comma', hasHeader: true });
  for (const size of [1, 5, 18, text.length]) {
    async function* pieces() {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
    }
    const rows = await Array.fromAsync(tableRows(pieces(), dialect));
    expect(
      rows.map(({ cells }) => cells),
      String(size),
    ).toEqual([
      ['Ann', '212-555-0123'],
      ['Bob', '212-555-0199'],
    ]);
  }
});

it.each([
  ['inner empty lines are rows', '\nphone\n\nA\n\n\nB\n,\n\n', ['A', '', '', 'B', '']],
  ['breaks that were converted twice are one', 'phone\r\r\nA\r\r\nB\r\r\n', ['A', 'B']],
  ['of carriage returns', 'phone\rA\r\rB\r\r', ['A', '', 'B']],
  [
    'remarks are rows of their own, also at the end',
    '# above\nphone,name\n# first, of all\nA,1\n# note\n\nB,2\n# end\n\n',
    ['# first, of all', 'A', '# note', '', 'B', '# end'],
  ],
])('%s', async (_, text, wanted) => {
  for (const size of [1, text.length]) {
    async function* pieces() {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
    }
    const rows = await Array.fromAsync(
      tableRows(pieces(), { separator: 'comma', hasHeader: true }),
    );
    expect(rows.map(({ cells: [first] }) => first)).toEqual(wanted);
  }
});

it.each([
  ["'+49 30 901820", '+49 30 901820'],
  ['="0049"', '0049'],
  ["'s-Hertogenbosch", "'s-Hertogenbosch"],
  [' MAILTO:jane@example.com ', 'jane@example.com'],
  ['mailto:jane@example.com?subject=Hi', 'mailto:jane@example.com?subject=Hi'],
  ['mailto: jane', 'mailto: jane'],
])('reads the cell %s as %s', (cell, wanted) => {
  expect(plainCell(cell)).toBe(wanted);
});

it.each([
  ['ip', '8.8.8.8:443', '8.8.8.8'],
  ['ip', '[2001:db8::1]:443', '2001:db8::1'],
  ['ip', '[2001:db8::1]', '2001:db8::1'],
  ['ip', '2001:db8::1:443', '2001:db8::1:443'],
  ['ip', '8.8.8.8:https', '8.8.8.8:https'],
  ['ip', '8.8.8.0/24', '8.8.8.0/24'],
  ['domain', '8.8.8.8:443', '8.8.8.8:443'],
])('reads the cell of the field %s, %s, as %s', (field, cell, wanted) => {
  expect(fieldText(field, cell)).toBe(wanted);
});
