import { toAsciiName } from './domain-name.ts';
import { lookedUp, UnusableInput } from './inputs.ts';

/** How an address that can be read breaks the rules of RFC 5321. */
export type SyntaxFault = 'MISPLACED_DOT' | 'LOCAL_PART_TOO_LONG' | 'ADDRESS_TOO_LONG';

export interface EmailAddress {
  /** Local part in its plainest spelling (quotes only where they are needed), `@`, domain. */
  text: string;
  /** Case kept: only the receiving host may fold it (RFC 5321 section 2.4). Quotes and escapes removed. */
  local: string;
  /** Lower case, A-labels. */
  domain: string;
  quoted: boolean;
  /** The local part needs SMTPUTF8 (RFC 6531). */
  internationalised: boolean;
  /** Null for an address a mail server would accept the form of. */
  fault: SyntaxFault | null;
}

/** RFC 5321 sections 4.5.3.1.1 and 4.5.3.1.3 (a path of 256 octets has two brackets around the address). */
const MAX_LOCAL_OCTETS = 64;
const MAX_ADDRESS_OCTETS = 254;

/** Controls, format characters, lone surrogates: never typed, often pasted. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;
/** atext of RFC 5322 section 3.2.3 widened by RFC 6531 section 3.3, and the dots between atoms. */
const DOTTED_ATOMS = /^(?:[\w!#$%&'*+/=?^`{|}~.-]|[^\p{ASCII}\p{Z}])+$/u;
/** Quoted-string of RFC 5321 section 4.1.2: plain text, or a backslash before any printable character. */
const QUOTED_STRING = /^"(?:[^"\\]|\\[ -~])*"$/;
const MISPLACED_DOT = /^\.|\.\.|\.$/;

const utf8 = new TextEncoder();
const octets = (text: string): number => utf8.encode(text).length;

interface LocalPart {
  value: string;
  quoted: boolean;
  /** As it is written in an address. */
  written: string;
}

function readQuoted(text: string): LocalPart {
  if (!QUOTED_STRING.test(text))
    throw new UnusableInput('has a quoted part that does not end before the @');
  const value = text.slice(1, -1).replace(/\\(.)/g, '$1');
  // The quotes carry no meaning (RFC 5321 section 4.1.2), so an address has one spelling.
  if (DOTTED_ATOMS.test(value) && !MISPLACED_DOT.test(value))
    return { value, quoted: false, written: value };
  return { value, quoted: true, written: `"${value.replace(/["\\]/g, '\\$&')}"` };
}

function readLocalPart(text: string): LocalPart {
  if (text.startsWith('"')) return readQuoted(text);
  if (text.includes('(') || text.includes('<'))
    throw new UnusableInput('must be the bare address, without name, brackets or comment');
  if (!DOTTED_ATOMS.test(text))
    throw new UnusableInput('has characters before the @ that must be quoted');
  return { value: text, quoted: false, written: text };
}

function findFault({ written, quoted }: LocalPart, address: string): SyntaxFault | null {
  if (!quoted && MISPLACED_DOT.test(written)) return 'MISPLACED_DOT';
  if (octets(written) > MAX_LOCAL_OCTETS) return 'LOCAL_PART_TOO_LONG';
  return octets(address) > MAX_ADDRESS_OCTETS ? 'ADDRESS_TOO_LONG' : null;
}

/**
 * Reads one email address: RFC 5321 mailbox with the internationalisation of RFC 6531 and IDNA domains.
 * Text in which no local part and domain can be told apart is refused, and so are display names, comments
 * and address literals, which name no domain. A readable address that breaks a rule of length or dots is
 * returned with its fault: "this cannot be delivered" is an answer.
 * @throws UnusableInput when the text is no email address at all
 */
export function parseEmailAddress(text: string): EmailAddress {
  const normal = text.normalize('NFC');
  if (INVISIBLE.test(normal)) throw new UnusableInput('contains invisible characters');
  const at = normal.lastIndexOf('@');
  if (at <= 0 || at === normal.length - 1) throw new UnusableInput('is not an email address');
  const local = readLocalPart(normal.slice(0, at));
  const host = normal.slice(at + 1);
  if (host.startsWith('[')) throw new UnusableInput('has an address literal instead of a domain');
  const domain = toAsciiName(host);
  // Only fully qualified names may be used (RFC 5321 section 2.3.5).
  if (!domain.includes('.')) throw new UnusableInput('has a domain that is not fully qualified');
  const address = `${local.written}@${domain}`;
  return {
    text: address,
    local: local.value,
    domain,
    quoted: local.quoted,
    internationalised: /[^\p{ASCII}]/u.test(local.value),
    fault: findFault(local, address),
  };
}

/** The `email` field of every email product. */
export const emailAddress = lookedUp(parseEmailAddress, {
  description:
    'One bare email address. The domain is lower-cased and may be internationalised; the local part is kept.',
  examples: ['jane.doe@example.com'],
});
