import { lookupField, readOrNull, UnusableInput } from '../../lib/inputs.ts';
import { halfWidthForms } from '../../lib/text.ts';
import { toAsciiName } from '../web/domain-name.ts';

/** Ways in which a parsable address violates RFC 5321. */
export const SYNTAX_FAULTS = [
  'INVALID_LOCAL_PART',
  'MISPLACED_DOT',
  'INVALID_DOMAIN',
  'LOCAL_PART_TOO_LONG',
  'ADDRESS_TOO_LONG',
] as const;
export type SyntaxFault = (typeof SYNTAX_FAULTS)[number];

export interface EmailAddress {
  /** Local part, quoted only if needed, `@`, domain; with a fault, the local part as given. */
  text: string;
  /** Unquoted, unescaped, case kept: only the receiving host may fold it (RFC 5321 section 2.4). */
  local: string;
  /** Lower-case A-labels; if not a domain name, the given text in lower case. */
  domain: string;
  quoted: boolean;
  /** The local part needs SMTPUTF8 (RFC 6531). */
  internationalised: boolean;
  /** Null when a mail server would accept the form of the address. */
  fault: SyntaxFault | null;
}

/** RFC 5321 sections 4.5.3.1.1 and 4.5.3.1.3 (a path of 256 octets includes two brackets). */
const MAX_LOCAL_OCTETS = 64;
const MAX_ADDRESS_OCTETS = 254;

/** Controls, format characters, lone surrogates: never typed, often pasted. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;
/** Dots and atext of RFC 5322 section 3.2.3, extended by RFC 6531 section 3.3. */
const DOTTED_ATOMS = /^(?:[\w!#$%&'*+/=?^`{|}~.-]|[^\p{ASCII}\p{Z}])+$/u;
/** Quoted-string of RFC 5321 section 4.1.2: plain text, or a backslash before any printable. */
const QUOTED_STRING = /^"(?:[^"\\]|\\[ -~])*"$/;
const MISPLACED_DOT = /^\.|\.\.|\.$/;
/** Letters, marks, digits and characters of RFC 5892 appendix A; U-labels contain no symbols. */
const U_LABELS = /^[\p{L}\p{M}\p{N}.\u3002·͵׳״・-]+$/u;
/**
 * Registries reject labels that mix letters of scripts that look alike (UTS 39 section 5.2, ICANN's
 * IDN guidelines).
 */
const LATIN = /\p{Script=Latin}/u;
const LOOKALIKE_SCRIPTS = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/**
 * The last label is alphabetic or an A-label (RFC 1123 section 2.1; ICANN's gTLD Applicant
 * Guidebook section 2.2.1.3.2 allows ASCII letters alone); none has a single letter.
 */
const TOP_LEVEL = /\.(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

const utf8 = new TextEncoder();
const octets = (text: string): number => utf8.encode(text).length;

interface LocalPart {
  value: string;
  quoted: boolean;
  /** Spelling within an address. */
  written: string;
  fault: SyntaxFault | null;
}

function readQuoted(text: string): LocalPart {
  if (!QUOTED_STRING.test(text))
    return { value: text, quoted: false, written: text, fault: 'INVALID_LOCAL_PART' };
  const value = text.slice(1, -1).replace(/\\(.)/g, '$1');
  // Quotes have no meaning (RFC 5321 section 4.1.2); without them an address has one spelling.
  if (DOTTED_ATOMS.test(value) && !MISPLACED_DOT.test(value))
    return { value, quoted: false, written: value, fault: null };
  const written = `"${value.replace(/["\\]/g, '\\$&')}"`;
  return { value, quoted: true, written, fault: null };
}

function readLocalPart(text: string): LocalPart {
  if (text.startsWith('"')) return readQuoted(text);
  const whole = { value: text, quoted: false, written: text };
  if (!DOTTED_ATOMS.test(text)) return { ...whole, fault: 'INVALID_LOCAL_PART' };
  return { ...whole, fault: MISPLACED_DOT.test(text) ? 'MISPLACED_DOT' : null };
}

/**
 * Converts a domain to A-labels; null if it is not fully qualified (RFC 5321 section 2.3.5).
 * Compatibility forms of letters (full width) are not allowed in a U-label (RFC 5892 section 2.2).
 */
function readDomain(text: string): string | null {
  if (text.normalize('NFKC') !== text || !U_LABELS.test(text)) return null;
  if (text.split('.').some((label) => LATIN.test(label) && LOOKALIKE_SCRIPTS.test(label)))
    return null;
  const name = readOrNull(() => toAsciiName(text));
  return name !== null && TOP_LEVEL.test(name) ? name : null;
}

/** Comments, names and brackets belong to a header, not to a mailbox (RFC 5321 section 4.1.2). */
function refuseWrapping(local: string, host: string): void {
  if (host.startsWith('[')) throw new UnusableInput('has an address literal instead of a domain');
  if (/[()<>]/.test(host) || (/[(<]/.test(local) && !QUOTED_STRING.test(local)))
    throw new UnusableInput('must be the bare address, without name, brackets or comment');
}

/** The only at sign of an address, if it was typed in full width or as a small form. */
const WIDE_AT = /[\uff20\ufe6b](?=[^\uff20\ufe6b]*$)/;

/**
 * Parses one email address: RFC 5321 mailbox with the internationalisation of RFC 6531 and IDNA
 * domains (U-labels of RFC 5890, case and full stops mapped as in RFC 5895). A full-width at sign
 * is read as `@` if there is no other. Rejects text without a local part and a domain, display
 * names, comments, and address literals, which contain no domain.
 * An address that breaks a rule is returned with its fault, because "cannot be delivered" is an
 * answer.
 * @throws UnusableInput when the text is not an email address at all
 */
export function parseEmailAddress(text: string): EmailAddress {
  const typed = text.normalize('NFC');
  const normal = typed.includes('@') ? typed : typed.replace(WIDE_AT, '@');
  if (INVISIBLE.test(normal)) throw new UnusableInput('contains invisible characters');
  const at = normal.lastIndexOf('@');
  if (at <= 0 || at === normal.length - 1) throw new UnusableInput('is not an email address');
  const [before, after] = [normal.slice(0, at), normal.slice(at + 1)];
  refuseWrapping(before, after);
  const local = readLocalPart(before);
  const name = readDomain(after);
  const domain = name ?? after.toLowerCase();
  const fault =
    local.fault ??
    (name === null ? 'INVALID_DOMAIN' : null) ??
    (octets(before) > MAX_LOCAL_OCTETS ? 'LOCAL_PART_TOO_LONG' : null) ??
    (octets(`${before}@${domain}`) > MAX_ADDRESS_OCTETS ? 'ADDRESS_TOO_LONG' : null);
  return {
    text: `${fault === null ? local.written : before}@${domain}`,
    local: local.value,
    domain,
    quoted: local.quoted,
    internationalised: /[^\p{ASCII}]/u.test(local.value),
    fault,
  };
}

/** Characters pasted around an address: quotes, brackets, bullets, commas, a link's scheme. */
const PASTED =
  `"'\`\u00b4\u00ab\u00bb\u2018-\u201f\u2039\u203a<>()[\\]{}` +
  '*\u2022\u2023\u2043\u25aa\u25cf\u25e6\u00b7\u2013\u2014,;:.\\s';
const PASTED_BEFORE = new RegExp(`^[${PASTED}]{0,20}(?:mailto:[${PASTED}]{0,5})?`, 'i');
const PASTED_AFTER = new RegExp(`[${PASTED}]{1,20}$`);
/** Typographic quotes at the end; ASCII ones may end a local part (RFC 5322, section 3.2.3). */
const TYPOGRAPHIC_AFTER = /[\u00b4\u00ab\u00bb\u2018-\u201f\u2039\u203a]{1,20}$/;

/** Cyrillic and Greek letters, and below the Latin ones they resemble (Unicode confusables). */
const LOOKALIKE = 'аеорсухіѕјԁһӏԛԝοανι';
const LATIN_LIKE = 'aeopcyxisjdhlqwoavi';

/** Removes what was pasted around an address, or around its local part or its domain alone. */
function withoutPasted(text: string): string {
  const opened = text.replace(PASTED_BEFORE, '');
  const bare = opened.replace(PASTED_AFTER, '');
  const at = bare.lastIndexOf('@');
  const closing = opened === text ? TYPOGRAPHIC_AFTER : PASTED_AFTER;
  return `${bare.slice(0, at).replace(closing, '')}@${bare.slice(at + 1).replace(PASTED_BEFORE, '')}`;
}

/**
 * The probably intended address: pasted surroundings removed, full-width forms and lookalike
 * letters replaced by Latin ones. A word without any Latin letter stays, because it may be a name
 * in its script.
 */
export function plainSpelling(text: string): string {
  return withoutPasted(halfWidthForms(text)).replace(/[\p{L}\p{N}]+/gu, (word) => {
    const plain = word.replace(
      /[^\p{ASCII}]/gu,
      (letter) => LATIN_LIKE[LOOKALIKE.indexOf(letter)] ?? letter,
    );
    return /^[\da-z]+$/i.test(plain) && /[a-z]/i.test(word) ? plain : word;
  });
}

const withoutEmptyLabels = (text: string): string => text.split('.').filter(Boolean).join('.');

/** The address without blanks beside its marks, with a dot for the comma of `jane@acme,com`. */
const withoutSlips = (text: string): string =>
  text.replace(/ ?([@.]) ?/g, '$1').replace(/(@[^@.,]{1,63}),(?=[a-z.]{2,63}$)/i, '$1.');

/** The address with one `@` for several in a row, and with no dot beside another mark or an end. */
export function withoutRepeatedMarks(text: string): string {
  const parts = withoutSlips(text).split('@').filter(Boolean);
  return parts.length === 2 ? parts.map(withoutEmptyLabels).join('@') : text;
}

export const emailAddress = lookupField(parseEmailAddress, {
  description:
    'One bare email address. The domain is lower-cased; the local part is kept as it is. A full-width at sign is read as @.',
  examples: ['jane.doe@example.com'],
});

/**
 * Key of an email address in imported files: lower case, also the local part (hosts that
 * distinguish case do not occur in practice), domain in A-labels. Tags (`+news`) stay, because only
 * some hosts ignore them.
 * @throws UnusableInput for an address that no mail server would accept
 */
export function emailKey(text: string): string {
  const address = parseEmailAddress(text.trim());
  if (address.fault !== null) throw new UnusableInput('is not an email address');
  return address.text.toLowerCase();
}
