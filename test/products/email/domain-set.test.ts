import { beforeAll, describe, expect, it } from 'vitest';
import { encodeDomainSet } from '../../../scripts/data/domains/encode-domain-set.ts';
import { isOneEditAway } from '../../../src/lib/text.ts';
import { createDomainSet, type DomainSet } from '../../../src/open-data/mail/domain-lists.ts';
import { isKeyboardTypo, nearestProvider } from '../../../src/open-data/mail/provider-typos.ts';
import * as fc from '../../support/fast-check.ts';

const name = fc.domain();
const open = (names: Iterable<string>) =>
  createDomainSet(encodeDomainSet(names).buffer as ArrayBuffer);

/** Deterministic names that are on no list: xorshift32 over letters. */
function* randomNames(count: number): Generator<string> {
  let state = 0x2545f491;
  for (let index = 0; index < count; index++) {
    let label = '';
    for (let letter = 0; letter < 14; letter++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      label += String.fromCharCode(97 + ((state >>> 0) % 26));
    }
    yield `${label}.example`;
  }
}

describe('a domain set', () => {
  it('holds what a plain set holds', () => {
    fc.assert(
      fc.property(
        fc.array(name, { maxLength: 300 }),
        fc.array(name, { maxLength: 50 }),
        (members, others) => {
          const plain = new Set(members);
          const set = open(members);
          expect(set.size).toBe(plain.size);
          for (const candidate of [...members, ...others])
            expect(set.has(candidate), candidate).toBe(plain.has(candidate));
        },
      ),
    );
  });

  it('refuses other bytes', () => {
    const bytes = encodeDomainSet(['example.com', 'example.org']);
    expect(() => createDomainSet(new ArrayBuffer(12))).toThrow('not a domain set');
    expect(() => createDomainSet(bytes.slice(0, -1).buffer)).toThrow('not a domain set');
  });

  it('may be empty', () => expect(open([]).has('example.com')).toBe(false));
});

describe('the compiled disposable set', () => {
  let disposable: DomainSet;
  beforeAll(async () => {
    disposable = createDomainSet(
      await (await fetch('http://compiled.test/domains/disposable.bin')).arrayBuffer(),
    );
  });

  it('is as large as the union of the lists', () =>
    expect(disposable.size).toBeGreaterThan(150_000));

  it('takes at most two of 300,000 random names for members', () => {
    // Expected: 300,000 names of which each meets 155,155 / 2^16 fingerprints of 24 bits, 0.04 in
    // all.
    let hits = 0;
    for (const candidate of randomNames(300_000)) if (disposable.has(candidate)) hits++;
    expect(hits).toBeLessThanOrEqual(2);
  });
});

describe('one slip of the keys', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });

  /** Optimal string alignment distance, by the textbook. */
  function distance(one: string, other: string): number {
    const rows = Array.from({ length: one.length + 1 }, (_, i) =>
      Array.from({ length: other.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
    );
    const at = (i: number, j: number) => rows[i]?.[j] as number;
    for (let i = 1; i <= one.length; i++) {
      for (let j = 1; j <= other.length; j++) {
        let best = Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1),
        );
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
          best = Math.min(best, at(i - 2, j - 2) + 1);
        (rows[i] as number[])[j] = best;
      }
    }
    return at(one.length, other.length);
  }

  it('is a distance of one', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(isOneEditAway(one, other)).toBe(distance(one, other) === 1);
      }),
      { numRuns: 3_000 },
    );
  });

  it('of the fingers is a swap, a key struck twice or its neighbour', () => {
    for (const typed of ['oal', 'aoll', 'aok', 'sol'])
      expect(isKeyboardTypo(typed, 'aol'), typed).toBe(true);
    for (const typed of ['aol', 'ol', 'al', 'aopl', 'bol', 'a0l'])
      expect(isKeyboardTypo(typed, 'aol'), typed).toBe(false);
  });
});

describe('a misspelled provider whose domain takes mail', () => {
  it.each([
    ['ygmail.com', 'gmail.com'],
    ['uahoo.com', 'yahoo.com'],
    ['htoamil.com', 'hotmail.com'],
    ['hotmail.com.com', 'hotmail.com'],
    ['yhoo.com.br', 'yahoo.com.br'],
    ['ahoo.com.br', 'yahoo.com.br'],
    ['gemeil.com', 'gmail.com'],
    ['ornage.fr', 'orange.fr'],
    ['gmailc.mo', 'gmail.com'],
    ['gmsil.co', 'gmail.com'],
    ['hotmqil.co', 'hotmail.com'],
    ['comcast.ne', 'comcast.net'],
    ['gmailcom.com', 'gmail.com'],
    ['gmail.com.co', 'gmail.com'],
    ['yahooco.uk', 'yahoo.co.uk'],
    ['uolcom.br', 'uol.com.br'],
    ['freenrt.de', 'freenet.de'],
    ['cetrum.cz', 'centrum.cz'],
    ['navre.com', 'naver.com'],
    ['uol.con.br', 'uol.com.br'],
    ['terra.co.br', 'terra.com.br'],
    ['saunalathi.fi', 'saunalahti.fi'],
  ])('%s is known to be meant for %s', (typed, domain) => {
    expect(nearestProvider(typed)).toEqual({ domain, certainty: 'known' });
  });

  it.each([
    ['yahoo.com.nr', 'yahoo.com.br'],
    ['yahoo.sd', 'yahoo.se'],
    ['cetrum.cz', 'centrum.cz'],
    ['hotnail.se', 'hotmail.se'],
    ['webd.de', 'web.de'],
    ['wb.de', 'web.de'],
    ['gmxx.de', 'gmx.de'],
    ['mal.ru', 'mail.ru'],
    ['navr.com', 'naver.com'],
    ['fre.fr', 'free.fr'],
    ['t-online.com', 't-online.de'],
    ['libero.com', 'libero.it'],
    ['gmail.co.uk', 'gmail.com'],
    ['gmai.coom', 'gmail.com'],
    ['gmal.comd', 'gmail.com'],
    ['yahoo.com.uk', 'yahoo.co.uk'],
    ['hotmail.con.uk', 'hotmail.co.uk'],
    ['teliaa.com', 'telia.com'],
    ['telia.co', 'telia.com'],
    ['gmaall.com', 'gmail.com'],
    ['hotmill.com', 'hotmail.com'],
    ['outliik.com', 'outlook.com'],
  ])('%s is near %s', (typed, domain) => {
    expect(nearestProvider(typed)?.domain).toBe(domain);
  });

  it('knows a slip in a coined name of a country', () => {
    expect(nearestProvider('bigpon.com')).toEqual({ domain: 'bigpond.com', certainty: 'known' });
  });

  it.each([
    'yahoo.com.nr',
    'yahoo.se',
    'webd.de',
    'mal.ru',
    'gail.com',
    't-online.com',
    'gmail.co.uk',
    'cnetrum.com',
    'fmail.com',
    'hmail.com',
    'email.com',
    'cloud.com',
    'orage.fr',
    'grange.fr',
    'gomel.com',
    'chatter.net',
    'mali.com',
    'gmx.fr',
    'yahoo.com.ar',
    'gmail.com.example.org',
    'email.co',
    'cloud.co',
    'livecom.com',
    'bigpond.com.au',
    'liveco.uk',
    'libera.it',
    'liberi.it',
    'ligero.it',
    'freebet.de',
    'aolm.co',
  ])('%s is not', (typed) => {
    expect(nearestProvider(typed)?.certainty).not.toBe('known');
  });
});
