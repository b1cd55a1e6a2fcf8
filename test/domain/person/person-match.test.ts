import { expect, it } from 'vitest';
import {
  compareNames,
  comparePeople,
  comparePlaces,
  type PersonName,
} from '../../../src/domain/person/person-match.ts';

const nameOf = (text: string): PersonName => {
  const [firstName = null, lastName = null] = text.includes('|') ? text.split('|') : [];
  return { firstName, lastName, fullName: firstName === null ? text : null };
};

it.each([
  // Short and foreign forms, accents, letters written as two, parts written together.
  ['Bob|Smith', 'Robert|Smith', 'same'],
  ['Bob|Smith', 'Rob|Smith', 'same'],
  ['Olena|Müller', 'Olena|Mueller', 'same'],
  ['Søren|Ærø', 'Soeren|Aeroe', 'same'],
  ['Aase|Aagaard', 'Åse|Ågård', 'same'],
  ['Muhammad|Khan', 'Mohamed|Khan', 'same'],
  ['Mary Ann|O’Brien', 'Maryann|OBrien', 'same'],
  ['Ada|Example', 'EXAMPLE, ADA M.', 'same'],
  // An initial, sounds, a middle name, one of two family names, order, a slip of one letter.
  ['J.|Smith', 'John|Smith', 'part'],
  ['Yulia|Ivanova', 'Julia|Iwanowa', 'part'],
  ['Maria|Garcia', 'Maria|Garcia Lopez', 'part'],
  ['Anne|Smith-Jones', 'Anne|Jones', 'part'],
  ['John Edgar|Hoover', 'Edgar|Hoover', 'part'],
  ['Wei|Zhang', 'Zhang|Wei', 'part'],
  ['Mary|Smith', 'Mary Smith Jones', 'part'],
  ['Ada|Exampel', 'Ada|Exampe', 'part'],
  ['Ada|Example', 'Ada', 'part'],
  // Others: of one household, of one name alone, of none.
  ['John|Smith', 'Jane|Smith', 'other'],
  ['Mario|Rossi', 'Maria|Rossi', 'other'],
  ['Robert|Smith', 'Roberta|Smith', 'other'],
  ['Paul|Smith', 'Mary P.|Smith', 'other'],
  // A name that is spelled on from another one; short forms are those of the table.
  ['Paul|Smith', 'Pauline|Smith', 'other'],
  ['Ada|Smith', 'Adam|Smith', 'other'],
  ['Dan|Smith', 'Danielle|Smith', 'other'],
  ['Jean|Smith', 'Jeanette|Smith', 'other'],
  ['Mari|Smith', 'Mario|Smith', 'other'],
  ['Mari|Smith', 'Mary|Smith', 'other'],
  ['Jack|Smith', 'Jackson|Smith', 'same'],
  ['Steph|Smith', 'Stephen|Smith', 'same'],
  ['Yuri|Smith', 'Yury|Smith', 'same'],
  ['Randy|Smith', 'Randall|Smith', 'same'],
  ['Kev|Smith', 'Kevin|Smith', 'same'],
  ['Thom|Smith', 'Thomas|Smith', 'same'],
  ['Phil|Smith', 'Philipp|Smith', 'same'],
  ['Fran|Smith', 'Francis|Smith', 'same'],
  ['Nico|Smith', 'Nicolas|Smith', 'same'],
  ['Theo|Smith', 'Theodor|Smith', 'same'],
  ['Javi|Smith', 'Javier|Smith', 'same'],
  ['Dmitri|Smith', 'Dmitry|Smith', 'part'],
  ['John|Contra', 'Maria|Garcia', 'other'],
  ['John|van der Berg', 'John|van der Meer', 'other'],
  ['Grace|Example', 'Grace|Smith', 'other'],
  ['adal', 'Ada|Example', 'other'],
  // What cannot be compared says nothing.
  ['Александр|Иванов', 'Alexander|Ivanov', null],
  ['', 'Ada|Example', null],
] as const)('compares %s with %s: %s', (one, other, agreement) => {
  expect(compareNames(nameOf(one), nameOf(other))).toBe(agreement);
  expect(compareNames(nameOf(other), nameOf(one))).toBe(agreement);
});

const place = (line1: string | null, city: string | null, state: string | null, zip: string) => ({
  ...{ line1, city, state, zip: zip || null },
});
const DALLAS = place('4410 Maple Ave', 'Dallas', 'TX', '75219');

it.each([
  [place('4410 MAPLE AVENUE APT 2', 'DALLAS', 'Texas', ''), 'same'],
  [place('4410 Maple Ave', 'Highland Park', 'TX', '75219-1111'), 'same'],
  [place(null, 'Dallas', null, '75201'), 'same'],
  [place('9 Elm St', 'Dallas', 'TX', '75201'), 'part'],
  [place('9 Elm St', 'Houston', 'TX', '77001'), 'part'],
  [place(null, 'Houston', 'TX', ''), 'part'],
  [place('4410 Maple Ave', 'Dallas', 'GA', ''), 'other'],
  [place(null, null, null, '33101'), 'other'],
  [place(null, null, 'TX', ''), null],
  [place(null, 'Dallas', null, ''), null],
])('compares places: %j is %s', (found, agreement) => {
  expect(comparePlaces(DALLAS, found)).toBe(agreement);
});

it.each([
  ['PO Box 77', 'P.O. Box 77', 'same'],
  ['PO Box 77', 'Post Office Box 077', 'same'],
  ['RR 2 Box 15', 'Rural Route 2, Box 15', 'same'],
  ['PO Box 77', 'PO Box 78', 'part'],
  ['PO Box 77', '77 Box Elder Rd', 'part'],
  ['RR 2 Box 15', 'PO Box 15', 'part'],
  ['HC 2 Box 15', 'Highway Contract 2 Box 15', 'same'],
  ['HC 2 Box 15', 'RR 2 Box 15', 'part'],
])('compares post office boxes: %s and %s are %s', (one, other, agreement) => {
  const boise = (line: string) => place(line, 'Boise', 'ID', '83701');
  expect(comparePlaces(boise(one), boise(other))).toBe(agreement);
  expect(comparePlaces(boise(other), boise(one))).toBe(agreement);
});

it.each([
  ['PO Box 77', '10001', '10002', 'part'],
  ['PO Box 77', '10001', '10001-0077', 'same'],
  ['PO Box 77', '10001', '', 'same'],
  ['4410 Maple Ave', '10001', '10002', 'same'],
])('%s of ZIP codes %s and "%s" in one city is %s', (line, one, other, agreement) => {
  const newYork = (zip: string) => place(line, 'New York', 'NY', zip);
  expect(comparePlaces(newYork(one), newYork(other))).toBe(agreement);
  expect(comparePlaces(newYork(other), newYork(one))).toBe(agreement);
});

it('takes in part either the name or the place, and another family name in one house alone', () => {
  const asked = { ...nameOf('Grace|Example'), ...DALLAS };
  const found = (name: string, ...places: (typeof DALLAS)[]) =>
    comparePeople(asked, { ...nameOf(name), places });
  const elsewhere = place('9 Elm St', 'Dallas', 'TX', '75201');
  const miami = place('9 Ocean Dr', 'Miami', 'FL', '33139');
  expect(found('Grace|Example', miami, DALLAS)).toEqual({ name: 'same', place: 'same' });
  expect(found('Grace|Example', elsewhere)).toEqual({ name: 'same', place: 'part' });
  expect(found('Grace|Smith', DALLAS)).toEqual({ name: 'part', place: 'same' });
  expect(found('G|Example')).toEqual({ name: 'part', place: null });
  expect(found('Grace|Smith')).toBeNull();
  expect(found('G|Example', elsewhere)).toBeNull();
  expect(found('Grace|Example', miami)).toBeNull();
});
