import { describe, expect, it } from 'vitest';
import { findContacts } from '../../../src/web-reader/contacts/contacts.ts';
import { readContents } from '../../../src/web-reader/contacts/contents-reader.ts';
import * as fc from '../../support/fast-check.ts';

const settings = { numRuns: 300, verbose: 1 as const };
const SITE = 'acme-widgets.com';

const label = fc.stringMatching(/^[a-z]{2,10}$/);
/**
 * What an address begins with that a page writes before addresses too: a tag behind it parts them.
 */
const LABEL =
  /^(?:e?mail|epost|correo|courriel|posta|tel|phone|call|fax|mobil|contact|kontakt|write|us)/;
const email = fc
  .tuple(
    label.filter((text) => !LABEL.test(text)),
    fc.constantFrom('', '.', '_', '-'),
    label,
  )
  .map(([first, sign, last]) => `${first}${sign}${last}@${SITE}`);
const phone = fc.integer({ min: 100, max: 199 }).map((line) => `(415) 555-0${line}`);
const tag = fc.constantFrom('b', 'i', 'em', 'strong', 'u', 'font', 'span', 'span class="x"');

/** Ways of writing one character that change nothing for the reader. */
const spelling = (character: string) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(character) },
    { weight: 1, arbitrary: fc.constant(`&#${character.codePointAt(0)};`) },
    { weight: 1, arbitrary: fc.constant(`&#x${character.codePointAt(0)?.toString(16)};`) },
    { weight: 1, arbitrary: tag.map((name) => `<${name}>${character}</${name.split(' ')[0]}>`) },
    { weight: 1, arbitrary: fc.constant(`${character}<!-- x -->`) },
    { weight: 1, arbitrary: fc.constant(`${character}<wbr>`) },
    { weight: 1, arbitrary: fc.constant(`${character}&#8203;`) },
    { weight: 1, arbitrary: fc.constant(`${character}&shy;`) },
    { weight: 1, arbitrary: fc.constant(`${character}<span style="display:none">bait</span>`) },
  );
const wrapped = (text: string) =>
  fc.tuple(...[...text].map(spelling)).map((pieces) => pieces.join(''));
const around = fc.constantFrom(
  ['<p>', '</p>'],
  ['<p>Contact: ', '.</p>'],
  ['<td>', '</td>'],
  ['<p>Write to&nbsp;', ' today</p>'],
  ['<li><b>Office</b> ', '</li>'],
  ['<div>\n\t', '\n</div>'],
);

async function contactsOf(html: string) {
  const contents = await readContents([html]);
  return findContacts([{ url: `https://${SITE}/`, contents }], SITE);
}

describe('a contact stays found however it is wrapped', () => {
  it('as an address', async () => {
    const written = email.chain((plain) => fc.tuple(fc.constant(plain), wrapped(plain), around));
    await fc.assert(
      fc.asyncProperty(written, async ([plain, html, [before, after]]) => {
        expect((await contactsOf(before + html + after)).emails).toEqual([plain]);
      }),
      settings,
    );
  });

  it('as a number', async () => {
    const written = phone.chain((plain) => fc.tuple(fc.constant(plain), wrapped(plain), around));
    await fc.assert(
      fc.asyncProperty(written, async ([plain, html, [before, after]]) => {
        const { phones } = await contactsOf(before + html + after);
        expect(phones).toEqual([`+1${plain.replace(/\D/g, '')}`]);
      }),
      settings,
    );
  });

  it('as words against harvesters', async () => {
    const at = fc.constantFrom(' [at] ', '(at)', ' (at) ', '{at}', ' <at> ', '&#64;', '＠', ' @ ');
    const dot = fc.constantFrom('.', ' [dot] ', '(dot)', ' (dot) ', '．');
    await fc.assert(
      fc.asyncProperty(email, at, dot, async (plain, sign, point) => {
        const [local = '', domain = ''] = plain.split('@');
        const text = (local + sign + domain.replace('.', point)).replace(/<(\w+)>/g, '&lt;$1&gt;');
        expect((await contactsOf(`<p>Mail: ${text}</p>`)).emails).toEqual([plain]);
      }),
      settings,
    );
  });

  it('as a script that puts it together', async () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(email, cuts, fc.boolean(), async (plain, places, isWritten) => {
        const sorted = [0, ...places.sort((one, other) => one - other), plain.length];
        const parts = sorted.slice(1).map((end, at) => `'${plain.slice(sorted[at], end)}'`);
        const sum = parts.join(' + ');
        const script = isWritten ? `document.write(${sum})` : `var a = ${sum}; show(a)`;
        expect((await contactsOf(`<script>${script}</script>`)).emails).toEqual([plain]);
      }),
      settings,
    );
  });

  it('and nothing is ever thrown, nor made up, by markup at random', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<a href="',
        '">',
        '<script>',
        '</script>',
        '<b hidden>',
        '{"email":',
        '+',
        "'",
      ),
      fc.string({ maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const { emails } = await contactsOf(pieces.join('').replaceAll('@', ''));
        expect(emails).toEqual([]);
      }),
      settings,
    );
  });
});
