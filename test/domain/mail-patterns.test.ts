import { describe, expect, it } from 'vitest';
import {
  learnPatterns,
  likelyMailboxes,
  MAIL_PATTERNS,
  mailboxName,
  mailNameSpellings,
  possibleMailboxes,
} from '../../src/domain/person/mailbox-names.ts';
import { nameWords } from '../../src/domain/person/person-name.ts';
import * as fc from '../support/fast-check.ts';

const LIMIT = 6;
const likely = (first: string, last: string, published: readonly string[] = [], domain = 'a.com') =>
  likelyMailboxes(mailNameSpellings(first, last, domain)!, published, LIMIT);

describe('names in mailboxes', () => {
  it.each([
    ['Ada', 'Example', 'a.com', ['ada'], ['example']],
    ['  Dr. ADA  Maria ', 'Example, PhD', 'a.com', ['ada'], ['example']],
    ['José', 'Núñez Jr.', 'a.com', ['jose'], ['nunez']],
    ['Jean-Luc Henri', "O'Brien", 'a.com', ['jean-luc', 'jeanluc', 'jean'], ['obrien']],
    ['Ana', 'Smith-Jones III', 'a.com', ['ana'], ['smith-jones', 'smithjones', 'jones', 'smith']],
    ['Juan', 'de la Cruz', 'a.com', ['juan'], ['delacruz', 'cruz']],
    ['Gabriel', 'García Márquez', 'a.com', ['gabriel'], ['garciamarquez', 'marquez', 'garcia']],
    ['Jörg', 'Müller', 'a.com', ['jorg', 'joerg'], ['muller', 'mueller']],
    ['Jörg', 'Müller', 'a.de', ['joerg', 'jorg'], ['mueller', 'muller']],
    ['Søren', 'Weiß', 'a.com', ['soren', 'soeren'], ['weiss']],
    ['Łukasz', 'Đorđević', 'a.com', ['lukasz'], ['dordevic']],
    ['J.', 'Doe', 'a.com', ['j'], ['doe']],
  ])('%s %s at %s', (first, last, domain, given, family) => {
    expect(mailNameSpellings(first, last, domain)).toEqual({ given, family });
  });

  it('guesses at no other script, and at nothing that is no name', () => {
    for (const [first, last] of [
      ['Иван', 'Петров'],
      ['Ivan', 'Петров'],
      ['太郎', 'Yamada'],
      ['123', '456'],
      ['-', '.'],
      ['', ''],
    ] as const)
      expect(mailNameSpellings(first, last, 'a.com')).toBeNull();
  });
});

describe('patterns', () => {
  it('asks for the common ones in order, where nothing is published', () => {
    expect(likely('Ada', 'Example')).toEqual([
      'ada.example',
      'aexample',
      'ada',
      'adaexample',
      'example',
      'ada_example',
    ]);
  });

  it.each([
    [['j.doe', 'k.roe', 'first.name'], 'a.example'],
    [['jane_doe'], 'ada_example'],
    [['jane.d', 'info.x'], 'ada.e'],
    [['jdoe', 'kroe', 'jane.doe'], 'aexample'],
    [['EXAMPLE.ADA', 'jane.doe'], 'example.ada'],
    [['x1', '42', 'a+b', ''], 'ada.example'],
  ])('learns from %j', (published, first) => {
    expect(likely('Ada', 'Example', published)[0]).toBe(first);
  });

  const alphabet = [...'abcdefghijklmnopqrstuvwxyzäöüßéñçøåłđ'];
  const word = fc
    .array(fc.constantFrom(...alphabet), { minLength: 2, maxLength: 12 })
    .map((letters) => letters.join(''));
  const name = fc.oneof(
    word,
    fc.tuple(word, word).map((words) => words.join('-')),
    fc.tuple(word, word, word).map((words) => words.join(' ')),
  );
  const domain = fc.constantFrom('a.com', 'a.de', 'a.co.uk');

  it('makes mailbox names that servers take, each once, within the limit', () => {
    fc.assert(
      fc.property(name, name, domain, fc.array(fc.string()), (first, last, at, published) => {
        const mailName = mailNameSpellings(first, last, at);
        if (!mailName) return;
        const asked = likelyMailboxes(mailName, published, LIMIT);
        expect(asked.length).toBeGreaterThan(0);
        expect(asked.length).toBeLessThanOrEqual(LIMIT);
        for (const list of [asked, possibleMailboxes(mailName, 40)]) {
          expect(new Set(list).size).toBe(list.length);
          for (const local of list) {
            expect(local).toMatch(/^[a-z\d]+(?:[._-][a-z\d]+)*$/);
            expect(local.length).toBeLessThanOrEqual(64);
          }
        }
      }),
    );
  });

  /** No title or degree at either end: "Dr" may be a family name, but "Dr, Jr." is read as Jr. */
  const isOrdinary = (text: string) =>
    nameWords(`${text} x`).length > 1 &&
    nameWords(`x ${text}`).length === text.normalize('NFC').split(/[ -]/).length + 1;

  it('sees neither case, titles, generations nor degrees', () => {
    fc.assert(
      fc.property(word, name, domain, (first, last, at) => {
        fc.pre(isOrdinary(first) && isOrdinary(last));
        const plain = mailNameSpellings(first, last, at);
        expect(mailNameSpellings(`Mrs. ${first}`, `${last}, Jr.`, at)).toEqual(plain);
        expect(mailNameSpellings(`  ${first} `, `${last} PhD`, at)).toEqual(plain);
        expect(mailNameSpellings(first.normalize('NFD'), last.normalize('NFD'), at)).toEqual(plain);
      }),
    );
  });

  /** Names whose mailboxes look alike by these two; the likelier is learnt. */
  const TWINS = new Map([
    ['last.first', 'first.last'],
    ['last_first', 'first_last'],
  ]);
  const separated = MAIL_PATTERNS.filter((pattern) => /[._-]/.test(pattern));
  const latin = fc
    .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), { minLength: 2, maxLength: 10 })
    .map((letters) => letters.join(''));

  it('recognises a pattern with a separator by the mailboxes of others', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...separated),
        fc.array(fc.tuple(latin, latin), { minLength: 1, maxLength: 8 }),
        (pattern, people) => {
          const published = people.map(([first, last]) => mailboxName(pattern, first, last));
          expect(learnPatterns(published)[0]).toBe(TWINS.get(pattern) ?? pattern);
        },
      ),
    );
  });

  /** The quickest of three. The runtime's clock stands still while nothing is waited for. */
  async function took(work: () => void): Promise<number> {
    const times: number[] = [];
    for (let time = 0; time < 3; time++) {
      await scheduler.wait(1);
      const start = Date.now();
      work();
      await scheduler.wait(1);
      times.push(Date.now() - start);
    }
    return Math.min(...times);
  }

  it.each<[string, (size: number) => void]>([
    ['lists', (size) => void learnPatterns(Array.from({ length: size }, () => 'ab-'.repeat(20)))],
    ['texts', (size) => void mailNameSpellings('ab-'.repeat(size), 'ab-'.repeat(size), 'a.de')],
    ['published texts', (size) => void learnPatterns(['ab-'.repeat(size)])],
  ])('reads long %s in linear time', async (_, work) => {
    // Sixteen times as much in sixteen times as long, not in 256 times, and some noise.
    const short = await took(() => work(12_500));
    expect(await took(() => work(200_000))).toBeLessThan(64 * Math.max(short, 10));
  });
});
