import { parse } from 'tldts';
import { decodePercent, trimEndOf } from '../../lib/text.ts';
import { collapseBlanks, normalizeText } from '../html/plain-text.ts';

/**
 * Words for @ and . in obfuscated addresses: English, German, French, Spanish, Italian, Portuguese,
 * Dutch, Nordic, Polish, Czech, Hungarian, Russian and others.
 */
const SIGN_NAMES =
  'arroba|arobase|arobas|chiocciola|apenstaartje|apestaartje|snabel-?a|krøllalfa|alfakrøll|' +
  'miukumauku|małpa|malpa|zavináč|zavinac|kukac|afna|собака|равлик|кльомба|παπάκι|klammeraffe|' +
  'at-?sign|a còng|שטרודל|כרוכית|アットマーク|アット|あっと|艾特|골뱅이';
const AT_WORDS = `at|ät|ätt|æt|aet|${SIGN_NAMES}`;
const DOT_WORDS =
  'dot|punkt|point|punto|ponto|punt|punct|punkts|kropka|tečka|tecka|točka|tocka|tačka|tacka|pika|' +
  'pont|точка|тачка|крапка|τελεία|prikk?|punktum|piste|bodka|nokta|taškas|chấm|titik|נקודה|' +
  'نقطة|ドット|닷';

const OPEN = '[\\[({<«‹„“|*]';
const CLOSE = '[\\])}>»›“”|*]';
const BRACKETED_AT = new RegExp(` ?${OPEN}{1,2} ?(?:${AT_WORDS}|@) ?${CLOSE}{1,2} ?`, 'giu');
const DASHED_AT = new RegExp(` [-–_/~]{1,2} ?(?:${AT_WORDS}|@) ?[-–_/~]{1,2} `, 'giu');
const DASHED_DOT = new RegExp(` [-–_/~]{1,2} ?(?:${DOT_WORDS}) ?[-–_/~]{1,2} `, 'giu');
/** `(a)` is also a list marker, so it counts only without spaces around it. */
const TIGHT_A = /(?<=[\p{L}\p{N}])[[({]a[\])}](?=[\p{L}\p{N}])/giu;
/** Turkish, Romanian and Baltic words for @, which mean something else elsewhere. */
const TIGHT_FOREIGN_AT = /(?<=[\p{L}\p{N}])[[({](?:et|eta|a ?rond)[\])}](?=[\p{L}\p{N}])/giu;
const BRACKETED_DOT = new RegExp(` ?${OPEN}{1,2} ?(?:${DOT_WORDS}|\\.) ?${CLOSE}{1,2} ?`, 'giu');
/** Japanese pages write a star or a circle and ask the reader to replace it by @. */
const STAR_AT = /(?<=[a-z0-9._-]{2}) ?[★☆●◎■◆＊※] ?(?=[a-z0-9-]{1,63}\.[a-z])/gi;
/** "office#example.cn (replace # by @)": a character that the text declares to stand for @. */
const STANDS_FOR_AT = /([#$%*+?^~＃])[^\p{N}\s@]{0,3} ?[^\n@#]{1,12} ?[^\p{L}\p{N}\s@]?@(?![\w-])/u;
const STAND_IN = /(?<=[a-z0-9._-]{2})[#$%*+?^~＃](?=[a-z0-9-]{1,63}\.[a-z])/gi;
const KANA_AT = /(?<=[a-z0-9._-]{2}) ?(?:アットマーク|アット) ?(?=[a-z0-9-]{1,63}\.[a-z])/gi;
const HTML_ESCAPE = /&(?:#0{0,4}64|#x0{0,4}40|commat);/gi;
const HTML_DOT = /&(?:#0{0,4}46|#x0{0,4}2e|period);/gi;
/** "info AT example.com": the word in capitals, the address in lower case. */
const CAPITAL_AT =
  /(?<![\p{L}\d.])([a-z\d._+-]{2,64}) AT ([a-z\d-]{1,63}(?:\.[a-z\d-]{2,63}){1,3})(?![\p{L}\d])/gu;
/** Words put into an address in capitals, which the reader is asked to remove. */
const REMOVED = '(?:NO-?SPAM|REMOVE-?(?:THIS|ME)?|DELETE-?(?:THIS|ME))';
const REMOVE_ME = new RegExp(`(?<=[\\w@.-])[-_.]?${REMOVED}[-_.]?(?=@)|(?<=@)${REMOVED}[-_.]`, 'g');
const UNDERSCORED = /(?<=[a-z\d])_(at|dot)_(?=[a-z\d])/gi;

const LABEL = '[\\p{L}\\p{N}_+-]{1,63}';
const SPOKEN = new RegExp(
  `(?<![\\p{L}\\p{N}])(${LABEL}(?:(?:\\.| (?:${DOT_WORDS}) )${LABEL}){0,3}) (?:${AT_WORDS}) (${LABEL}(?: (?:${DOT_WORDS}) ${LABEL}){1,3})`,
  'giu',
);
/** "info@acme punct ro": only the dot is spelled out. */
const ONE_SPOKEN_DOT = new RegExp(
  `(@[\\p{L}\\p{N}-]{1,63}) (?:${DOT_WORDS}) (?=[a-z]{2,12}(?: ?[^\\p{L}\\p{N} ]|$))`,
  'giu',
);
const SPOKEN_DOT = new RegExp(` (?:${DOT_WORDS}) `, 'giu');
/** Words for @ without another meaning do not need a spelled-out dot: "info arroba ejemplo.es". */
const NAMED_AT = new RegExp(
  `(?<=[\\p{L}\\p{N}]) (?:${SIGN_NAMES}) (?=[\\p{L}\\p{N}-]{1,63}\\.[\\p{L}\\p{N}])`,
  'giu',
);
const SPACED_AT =
  /(?<![\p{L}\p{N}._+-])([\p{L}\p{N}._+-]{1,64}) @ ?([\p{L}\p{N}-]{1,63}(?:(?:\.| \. )[\p{L}\p{N}-]{2,63}){1,3})/gu;
const SPACED_BEHIND =
  /(?<![\p{L}\p{N}._+-])([\p{L}\p{N}._+-]{1,64})@ ([\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{2,63}){1,3})/gu;
/** "Find us @ example.com" is not a mailbox. */
const NOT_MAILBOXES = new Set(
  (
    'us me him her them it here now live you find found visit follow meet met see saw seen are is ' +
    'was be join shop order ordered buy bought sold online and or the more look looked up in back ' +
    'work works worked working listed available register registered signed posted'
  ).split(' '),
);

const joined = (whole: string, local: string, domain: string): string =>
  NOT_MAILBOXES.has(local.toLowerCase()) ? whole : `${local}@${domain.replaceAll(' ', '')}`;

/**
 * Deobfuscation: rewrites addresses spelled out against harvesters ("info [at] example [dot] com")
 * as plain ones. Unbracketed words count only if both "at" and "dot" are spelled out, if the word
 * means only @, or as "AT" in capitals.
 * @param text white space collapsed
 */
function deobfuscate(text: string): string {
  const standsIn = STANDS_FOR_AT.exec(text)?.[1];
  return text
    .replace(STAND_IN, (sign) => (sign === standsIn ? '@' : sign))
    .replace(HTML_ESCAPE, '@')
    .replace(HTML_DOT, '.')
    .replace(UNDERSCORED, (_, word: string) => (word.toLowerCase() === 'at' ? '@' : '.'))
    .replace(BRACKETED_AT, '@')
    .replace(TIGHT_FOREIGN_AT, '@')
    .replace(DASHED_AT, '@')
    .replace(DASHED_DOT, '.')
    .replace(TIGHT_A, '@')
    .replace(STAR_AT, '@')
    .replace(KANA_AT, '@')
    .replace(BRACKETED_DOT, '.')
    .replace(ONE_SPOKEN_DOT, '$1.')
    .replace(CAPITAL_AT, joined)
    .replace(SPOKEN, (whole: string, local: string, domain: string) =>
      joined(whole, local.replace(SPOKEN_DOT, '.'), domain.replace(SPOKEN_DOT, '.')),
    )
    .replace(NAMED_AT, '@')
    .replace(SPACED_AT, joined)
    .replace(SPACED_BEHIND, joined)
    .replace(REMOVE_ME, '');
}

/** Domains used as examples in forms and templates, and domains of machine-generated addresses. */
const PLACEHOLDER_DOMAINS = new Set(
  (
    'example.com example.org example.net example.edu domain.com domain.org domain.net yourdomain.com yourdomain.org mydomain.com yoursite.com ' +
    'yourwebsite.com mysite.com website.com site.com company.com yourcompany.com mycompany.com test.com sample.com address.com ' +
    'beispiel.de muster.de musterfirma.de mustermann.de ihre-domain.de exemple.com exemple.fr ejemplo.com dominio.com tudominio.com ' +
    'esempio.it dominio.it exemplo.com exemplo.com.br voorbeeld.nl przyklad.pl priklad.cz sentry.io sentry-cdn.com wixpress.com ' +
    // Makers of templates and themes.
    'colorlib.com templatemo.com w3layouts.com themewagon.com bootstrapmade.com htmlcodex.com'
  ).split(' '),
);

/** Of the domains, those whose subdomains are placeholders or machines too. */
const ALSO_BELOW = /^(?:example\.|sentry|wixpress)/;

/** Placeholder local parts at any domain. */
const PLACEHOLDER_LOCALS = new Set(
  (
    'you your yourname your.name your-name your_name youremail your.email your-email name yourmail yourfriend username user.name firstname.lastname first.last ' +
    'firstname lastname firstnamelastname vorname.nachname vorname nombre tunombre votre.nom votreemail votrenom prenom.nom nome.cognome nome seunome ' +
    'voornaam.achternaam imie.nazwisko etunimi.sukunimi fornavn.etternavn fornavn.efternavn fornamn.efternamn jmeno.prijmeni ' +
    'meno.priezvisko ime.prezime ime.priimek nombre.apellido nome.sobrenome nome.apelido vezeteknev.keresztnev prenume.nume vardas.pavarde ' +
    'vards.uzvards eesnimi.perenimi ad.soyad adsoyad someone somebody'
  ).split(' '),
);
/** Placeholders, unless the domain belongs to the site itself. */
const FOREIGN_PLACEHOLDERS = new Set(
  'email user example test foo abc xxx john.doe johndoe jane.doe janedoe max.mustermann erika.mustermann'.split(
    ' ',
  ),
);

/** Reserved for documentation and tests (RFC 6761); accepted although not public suffixes. */
const RESERVED_SUFFIX = /\.(?:test|example)$/;
/** Local parts of error tracker keys and message IDs. */
const HEX_ID = /^[0-9a-f]{16,}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
/** `sprite@2x.png`, `logo@1.5x.webp`; `package@1.2.md`. */
const PIXEL_DENSITY = /^\d+(?:\.\d+)?x\./;
const VERSION = /^v?\d+\.\d+[.-]/;
/** Top-level domains that on a page are usually file extensions. */
const FILE_NAME = /\.(?:zip|mov)$/;

/**
 * Whether an address is not one to which a visitor of the page could write.
 * @param local lower case @param domain lower case @param siteDomain the site's registrable domain
 */
function isEmailDecoy(local: string, domain: string, siteDomain: string): boolean {
  const { domain: registrable, isIcann, isPrivate } = parse(domain, { allowPrivateDomains: true });
  const own = domain === siteDomain || domain.endsWith(`.${siteDomain}`);
  if (!own && !isIcann && !isPrivate && !RESERVED_SUFFIX.test(domain)) return true;
  if (PIXEL_DENSITY.test(domain) || VERSION.test(domain) || FILE_NAME.test(domain)) return true;
  if (HEX_ID.test(local) || UUID.test(local)) return true;
  if (PLACEHOLDER_LOCALS.has(local)) return true;
  return (
    !own &&
    (FOREIGN_PLACEHOLDERS.has(local) ||
      PLACEHOLDER_DOMAINS.has(domain) ||
      (ALSO_BELOW.test(registrable ?? '') && PLACEHOLDER_DOMAINS.has(registrable ?? '')))
  );
}

/** Maximum lengths of local part and domain (RFC 5321, section 4.5.3.1). */
const MAX_LOCAL_CHARS = 64;
const MAX_DOMAIN_CHARS = 255;
/** Characters before an address that are checked for the start of a URL. */
const URL_REACH_CHARS = 200;
/** @ signs examined per text; a page with more is a list of handles. */
const MAX_SIGNS = 5_000;
const MAX_MAILTO_PARTS = 50;

/** Dot-atoms (RFC 5322, section 3.2.3) in common use; rarer symbols count as punctuation. */
const LOCAL = /[\p{L}\p{N}._%+&'-]{1,64}$/u;
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}[\p{L}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])/u;
/** Strips punctuation at both ends; quotes and dots there belong to the sentence. */
const withoutEdges = (local: string): string => trimEndOf(local.replace(/^[.'&%-]+/, ''), ".'&-");
const BLANKS = /\s+/;
/** Remainder of an escape sequence before an address: `\u003einfo@`, `\ninfo@`, `%20info@`. */
const ESCAPE_BEFORE = /^(?:u00[0-9a-f]{2}|x[23][0-9a-f](?=[a-z])|(?:%[0-9a-f]{2})+|nbsp|mailto)/i;
/** A preceding word in another script: `客服邮箱kefu@`. No mailbox mixes scripts. */
const OTHER_SCRIPT_BEFORE = /^.*(?!\p{sc=Latin})\p{L}(?=\p{sc=Latin}[\p{sc=Latin}\p{N}._%+&'-]+$)/u;
const GLUED_WORD = /^(?:www\.|https?\.?)/;

function toAscii(domain: string): string | null {
  return URL.parse(`http://${domain}`)?.hostname ?? null;
}

export const isRegistrable = (name: string): boolean => {
  const { domain, isIcann } = parse(name);
  return domain !== null && isIcann === true;
};

/** The domain name at the start of the text after @, without the sentence that follows. */
function domainOf(written: string): string | null {
  if (isRegistrable(written)) return toAscii(written.toLowerCase());
  // A capital starts the next word: "info@example.com.Visit us", "info@example.comTel".
  const lastLabel = Math.max(0, written.lastIndexOf('.'));
  const inLabel = written.slice(lastLabel).search(/(?<=[.\p{Ll}])\p{Lu}/u);
  const capital = inLabel < 0 ? -1 : lastLabel + inLabel;
  const shorter = capital > 0 ? written.slice(0, capital).replace(/\.$/, '') : '';
  return toAscii((isRegistrable(shorter) ? shorter : written).toLowerCase());
}

function localOf(text: string, siteDomain: string): string {
  let local = LOCAL.exec(text)?.[0] ?? '';
  const before = text[text.length - local.length - 1];
  if (before === '\\') local = local.replace(/^(?:u00[0-9a-f]{2}|x[0-9a-f]{2}|[nrt])/i, '');
  local = local.replace(ESCAPE_BEFORE, '').replace(OTHER_SCRIPT_BEFORE, '');
  local = withoutEdges(local).toLowerCase();
  if (!GLUED_WORD.test(local)) return local;
  const rest = local.replace(GLUED_WORD, '');
  return rest.startsWith(siteDomain) ? withoutEdges(rest.slice(siteDomain.length)) : rest;
}

/** Validates and normalises one address; null for a decoy or for text that is not an address. */
export function cleanEmail(address: string, siteDomain: string): string | null {
  const at = address.lastIndexOf('@');
  const local = localOf(address.slice(Math.max(0, at - MAX_LOCAL_CHARS - 8), at), siteDomain);
  const written = DOMAIN.exec(address.slice(at + 1, at + 1 + MAX_DOMAIN_CHARS))?.[0];
  const domain = written ? domainOf(written) : null;
  if (local === '' || local.includes('..') || !domain) return null;
  return isEmailDecoy(local, domain, siteDomain) ? null : `${local}@${domain}`;
}

/** An address reversed for a style sheet ("moc.elpmaxe@ofni"); only at the site's own domain. */
function reversedEmail(text: string, at: number, siteDomain: string): string | null {
  const from = /[\w.-]{4,80}$/.exec(text.slice(Math.max(0, at - 80), at))?.[0] ?? '';
  const to = /^[\w.+-]{1,64}/.exec(text.slice(at + 1, at + 65))?.[0] ?? '';
  const turned = [...`${from}@${to}`].reverse().join('').toLowerCase();
  return turned.endsWith(`@${siteDomain}`) || turned.endsWith(`.${siteDomain}`)
    ? cleanEmail(turned, siteDomain)
    : null;
}

/** Addresses in running text, including obfuscated ones, in order. */
export function findEmails(text: string, siteDomain: string): string[] {
  const plain = deobfuscate(text);
  const found = new Set<string>();
  let at = plain.indexOf('@');
  for (let signs = 0; at >= 0 && signs < MAX_SIGNS; signs++) {
    const email = emailAround(plain, at, siteDomain);
    if (email) found.add(email);
    at = plain.indexOf('@', at + 1);
  }
  return [...found];
}

function emailAround(text: string, at: number, siteDomain: string): string | null {
  const domain = DOMAIN.exec(text.slice(at + 1, at + 1 + MAX_DOMAIN_CHARS))?.[0];
  const before = text.slice(Math.max(0, at - MAX_LOCAL_CHARS - 8), at);
  if (!domain || !LOCAL.test(before)) return reversedEmail(text, at, siteDomain);
  // Not addresses: `https://user:secret@host`, `git@host:path`.
  const word = text
    .slice(Math.max(0, at - URL_REACH_CHARS), at)
    .split(BLANKS)
    .at(-1);
  if (word?.includes('://')) return null;
  const end = at + 1 + domain.length;
  const next = text[end] ?? '';
  if (next === '@' || (next === ':' && /[^\s]/.test(text[end + 1] ?? ''))) return null;
  return cleanEmail(`${before}@${domain}`, siteDomain) ?? reversedEmail(text, at, siteDomain);
}

/** Addresses of a `mailto:` link, including its `to`, `cc` and `bcc` fields (RFC 6068, 2). */
export function mailtoEmails(href: string, siteDomain: string): string[] {
  const [addresses = '', query = ''] = normalizeText(href)
    .slice('mailto:'.length)
    .replace(/^\/\//, '')
    .split('?', 2);
  const fields = new URLSearchParams(query.replaceAll('&amp;', '&').replaceAll('+', '%2B'));
  return [
    decodePercent(decodePercent(addresses)),
    fields.get('to'),
    fields.get('cc'),
    fields.get('bcc'),
  ]
    .flatMap((part) => (part ?? '').split(/[,;]/, MAX_MAILTO_PARTS))
    .map((part) => {
      const words = deobfuscate(collapseBlanks(part).trim()).split(/[<>\s"()]/);
      const address = words.find((word) => word.includes('@')) ?? '';
      return (
        cleanEmail(address, siteDomain) ?? reversedEmail(address, address.indexOf('@'), siteDomain)
      );
    })
    .filter((email) => email !== null);
}
