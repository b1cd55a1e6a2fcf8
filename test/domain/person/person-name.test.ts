import { describe, expect, it } from 'vitest';
import { nameWords, splitFullName } from '../../../src/domain/person/person-name.ts';

describe('a full name', () => {
  it.each([
    ['Josephine Clingan M.D.', 'Josephine', 'Clingan'],
    ['Kenneth Clarke Q.C., M.P.', 'Kenneth', 'Clarke'],
    ['John Smith Ph. D.', 'John', 'Smith'],
    ['Washington Jr. MD, Franklin', 'Franklin', 'Washington'],
    ['de la Vega, Juan Q., Jr.', 'Juan', 'de la Vega'],
    ['Dr. Juan Velasquez y Garcia III', 'Juan', 'Velasquez y Garcia'],
    ['Lt. Gen. John A. Kenneth Doe, Jr.', 'John', 'Doe'],
    ['Chief Judge J. Leon Holmes', 'Leon', 'Holmes'],
    ['Benjamin "Ben" Franklin', 'Benjamin', 'Franklin'],
    ['"Franců Novák", Jan', 'Jan', 'Franců Novák'],
    ["Miles D'Arcy (Ret.)", 'Miles', "D'Arcy"],
    ['Jack Ma', 'Jack', 'Ma'],
    ['Ma, Jack', 'Jack', 'Ma'],
    ['JAMES J MA', 'JAMES', 'MA'],
    ['Andrew Jones MA', 'Andrew', 'Jones'],
    ['Jason Senior', 'Jason', 'Senior'],
    ['Judge Reinhold', 'Judge', 'Reinhold'],
    ['Secretary of State Hillary Clinton', 'Hillary', 'Clinton'],
    ['Doe, Lt.Gov. John', 'John', 'Doe'],
    ['Officer Chris Horn', 'Chris', 'Horn'],
    ['Chris Horn CEng', 'Chris', 'Horn'],
    ['Chris Horn XIII', 'Chris', 'Horn'],
    ['Li Xi', 'Li', 'Xi'],
    ['Jane Mac Beth', 'Jane', 'Mac Beth'],
    ['Mac Miller', 'Mac', 'Miller'],
    ['Pennie von Bergen Wessels III', 'Pennie', 'von Bergen Wessels'],
    ['Van Jeremy Johnson', 'Van', 'Johnson'],
    ['María del Carmen García', 'María', 'García'],
  ])('%s is split', (full, first, last) => {
    expect(splitFullName(full)).toEqual({ first, last });
  });

  it.each(['', 'Madonna', 'Mr. Hearst', 'Mr. Hearst Jr.', ',', '(Bill)', 'M.D.'])(
    '%j has not both',
    (text) => expect(splitFullName(text)).toBeNull(),
  );

  it('is read in linear time', () => {
    const began = performance.now();
    for (const piece of ['(', '"a', ', ', ' de', ' Jr.', 'Ph. D ', 'Mr of '])
      splitFullName(piece.repeat(50_000));
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

it('words of a name end before dotted degrees', () => {
  expect(nameWords('Clingan M.D.')).toEqual(['clingan']);
  expect(nameWords("Dr. O'Brien-Smith, Ph.D.")).toEqual(['obrien', 'smith']);
});
