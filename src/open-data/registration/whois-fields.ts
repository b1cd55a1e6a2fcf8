import { trimEndOf } from '../../lib/text.ts';
import { comparableName } from './registration-fact.ts';
import { readEndDate, readWhoisDate } from './whois-date.ts';
import {
  CONTACT_OBJECT_KEYS,
  CONTACT_TITLE,
  DOMAIN_SECTION_KEYS,
  FIRST_WORDS,
  labelKey,
  NAME_PART_KEYS,
  SHARED_KEYS,
  type WhoisLabel,
  whoisLabel,
} from './whois-labels.ts';

const HOST = /^(?=[^.]*[a-z0-9])[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){1,10}$/i;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/;
const IPV6 = /^[0-9a-f]{0,4}(?::[0-9a-f.]{0,15}){2,8}(?:\/\d{1,3})?$/i;
/** .uz's placeholder for a missing name server, and MYNIC's handles (`NS1EXAM0.SER`). */
const NO_HOST = /^not\.defined$|\.ser$/;

/** Remarks beside a host: "(192.0.2.1)", "[OK]". */
const REMARK = /[([<][^()[\]<>]*[)\]>]/g;

const tokensOf = (text: string): string[] =>
  text
    .replace(REMARK, ' ')
    .split(/[\s,;|]+/)
    .map((token) => token.replace(/[.:]$/, ''))
    .filter((token) => token !== '' && token !== '-');

const isHost = (token: string): boolean =>
  HOST.test(token) && !IPV4.test(token) && /[a-z]/i.test(token.slice(token.lastIndexOf('.') + 1));

const isIp = (token: string): boolean => IPV4.test(token) || IPV6.test(token);

function isAddress(text: string): boolean {
  const tokens = tokensOf(text);
  return tokens.length > 0 && tokens.every(isIp);
}

/** Whether a line starts with a host and contains only hosts and their addresses. */
function isHostLine(text: string): boolean {
  const tokens = tokensOf(text);
  return isHost(tokens[0] ?? '') && tokens.every((token) => isHost(token) || isIp(token));
}

/** Hosts in a value, in lower case without final dots. */
export const hostsOf = (value: string): string[] =>
  tokensOf(value)
    .filter(isHost)
    .map((host) => host.toLowerCase())
    .filter((host) => !NO_HOST.test(host));

/** Line with a label; `key` is normalized by `labelKey`. */
interface WhoisLine {
  key: string;
  value: string;
}

/** Value that the reply states for the domain itself. */
export interface WhoisStatement extends WhoisLabel {
  value: string;
}

/** Longer lines are legal notices; their ends are cut, so that every pattern below stays linear. */
const MAX_LINE_CHARS = 500;
/** Records have a few hundred lines at most. */
const MAX_LINES = 3_000;
const COMMENT = /^(?:%|#|>>>|;|\[ )/;
/** TRABİS writes `** Title:`, YesNIC `::Title::`, NIC.VE `- host`. */
const DECORATION_BEFORE = /^[*:=|•-]+ ?/;
/** JPRS writes `a. [Key]  value`, MYNIC `a [Key]`. */
const BRACKETED = /^(?:[a-z]\.? ?)?\[([^\]]{1,60})\](.*)$/is;
const KEYED = /^([^:]{1,80}):(?!\/\/)(.*)$/s;
/** MelbourneIT and HiChina write `Key....... value`. */
const LEADERS = /^([^.]{1,60})\.{3}(.+)$/s;
/** NIC.DZ writes `KEY:....... value`. */
const LEADING_DOTS = /^[. ]+/;
/** A registry that writes YAML quotes dates: `created: "2011-01-13T15:45:18+01:00"`. */
const QUOTED = /^"(.*)"$/s;
const YEAR = /(?:19|20)\d\d/;
const MAX_LABEL_WORDS = 8;
const MAX_TITLE_WORDS = 4;

/** "::Title::" becomes "Title"; a single final colon is kept, as it separates label and value. */
function withoutDecoration(line: string): string {
  const text = line.replace(DECORATION_BEFORE, '');
  const bare = trimEndOf(text, ':=');
  return (text.length - bare.length > 1 ? bare : text).trim();
}

/** Lines of the reply without comments and decoration. */
export function* contentLines(reply: string): Generator<string> {
  for (const line of reply.split(/\r\n|\n|\r/, MAX_LINES)) {
    const text = line.slice(0, MAX_LINE_CHARS).trim();
    if (text === '' || COMMENT.test(text)) continue;
    const plain = withoutDecoration(text);
    if (plain !== '') yield plain;
  }
}

/** Splits a line into label and value; null for prose, names and addresses. */
export function readWhoisLine(text: string): WhoisLine | null {
  const [, label, rest = ''] = BRACKETED.exec(text) ?? KEYED.exec(text) ?? LEADERS.exec(text) ?? [];
  const value = rest.trim().replace(LEADING_DOTS, '').replace(QUOTED, '$1');
  if (label === undefined || YEAR.test(label) || isTime(label, value)) return null;
  const key = labelOf(label);
  return key === '' || key.split(' ').length > MAX_LABEL_WORDS ? null : { key, value };
}

/** Colon within a time: "Record expires on Thu Feb 11 18:12:12 2027". */
const isTime = (label: string, value: string): boolean =>
  /\d$/.test(label) && /^\d{2}(?!\d)/.test(value);

/** Key of a label; either half of a bilingual one ("Estado / Status") is recognized. */
function labelOf(label: string): string {
  const key = labelKey(label);
  if (whoisLabel(key) || !label.includes(' / ')) return key;
  return label.split(' / ').map(labelKey).find(whoisLabel) ?? key;
}

/** Checks whether text after a label without a separator can be its value. */
const VALUE_CHECKS: Partial<Record<WhoisLabel['field'], (value: string) => boolean>> = {
  createdAt: (value) => (readWhoisDate(value) ?? readEndDate(value)) !== null,
  status: (value) => /^\w{1,30}$/.test(value),
  expiresAt: (value) => readWhoisDate(value) !== null,
  nameservers: isHostLine,
};

/** Whether a word can open a label, to skip prose: hardly any of it begins like one. */
const startsLabel = (word: string): boolean =>
  FIRST_WORDS.has(labelKey(word).split(' ', 1)[0] ?? '');

/** Update of the domain; "Last updated on …" alone is about the registry's database. */
const isUpdate = (key: string, value: string): boolean =>
  whoisLabel(key)?.field === 'updatedAt' &&
  /^(?:record|domain|last update$)/.test(key) &&
  readWhoisDate(value) !== null;

/** Label without a separator ("Record created on 12-Mar-1999."), or a title on its own line. */
function readPhrase(text: string, titles: boolean): WhoisLine | null {
  const words = text.split(/\s+/);
  if (!startsLabel(words[0] ?? '') && words.length > MAX_TITLE_WORDS) return null;
  for (let count = Math.min(words.length, MAX_LABEL_WORDS); count > 0; count--) {
    const key = labelKey(words.slice(0, count).join(' '));
    const label = whoisLabel(key);
    const value = words.slice(count).join(' ');
    if (value === '' && (label || (titles && isTitle(key)))) return { key, value };
    if (label && (VALUE_CHECKS[label.field]?.(value) || isUpdate(key, value)))
      return { key, value };
  }
  return null;
}

const isContact = (key: string): boolean =>
  whoisLabel(key)?.field === 'holder' ||
  (CONTACT_TITLE.test(key) && key.split(' ').length <= MAX_TITLE_WORDS);

const isTitle = (key: string): boolean => DOMAIN_SECTION_KEYS.has(key) || isContact(key);

/** Name in a registrar's own record; it wins over the handle that opens it ("ua.example"). */
const REGISTRAR_NAME: WhoisLabel = { field: 'registrar', rank: -1 };

/** Second line of Nominet's status: "*** This registration has been SUSPENDED. ***". */
const FURTHER_STATUS: WhoisLabel = { field: 'status', rank: 0 };
const FURTHER_STATUS_LINE = /^(?:this registration|registered|renewal)\b/i;

/**
 * After the domain's dates, `person` opens a contact's record, as in Israel; before them it is the
 * label of the holder, as in Russia.
 */
const DATES: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'expiresAt']);

/** Whether values name domains, but not the one asked for; false if none was asked for. */
export function namesAnother(values: readonly string[], asked: string | undefined): boolean {
  if (asked === undefined) return false;
  const names = values
    .flatMap((value) => value.split(/[\s()[\],;]+/))
    .flatMap((word) => (word.includes('.') ? (comparableName(word) ?? []) : []));
  return names.length > 0 && !names.includes(asked);
}

/** Record that the reader is in: the domain's, a contact's, that of a set of hosts, or another. */
type Scope = 'domain' | 'contact' | 'hosts' | 'other';

class StatementReader {
  readonly statements: WhoisStatement[] = [];
  readonly #namesDomain: boolean;
  readonly #asked: string | undefined;
  #scope: Scope = 'domain';
  /** Label whose values are on the next lines. */
  #open: WhoisLabel | null = null;
  /** Titled section that the reader is in. */
  #section: WhoisLabel | null = null;
  /** Whether the last line was a registrar's handle, whose record continues with its name. */
  #isAfterHandle = false;

  constructor(namesDomain: boolean, asked: string | undefined) {
    this.#namesDomain = namesDomain;
    this.#asked = asked;
  }

  read(text: string): void {
    const open = this.#open;
    if (open?.field === 'nameservers' && isHostLine(text)) {
      this.#state(open, text);
      return;
    }
    const line = readWhoisLine(text) ?? readPhrase(text, open?.field !== 'registrar');
    if (line) this.#readLabelled(line);
    else if (open) this.#readValue(open, text);
  }

  #readValue(open: WhoisLabel, text: string): void {
    const isList = open.field === 'nameservers';
    const isValue = !isList && (open !== FURTHER_STATUS || FURTHER_STATUS_LINE.test(text));
    if (isValue) this.#state(open, text);
    if (isValue && open.field === 'status') this.#open = FURTHER_STATUS;
    else if (!isList || !isAddress(text)) this.#open = null;
  }

  #readLabelled({ key, value }: WhoisLine): void {
    this.#open = null;
    const isAfterHandle = this.#isAfterHandle;
    const label = whoisLabel(key);
    this.#isAfterHandle = label?.field === 'registrar' && /^\S+$/.test(value);
    if (isAfterHandle && !label && NAME_PART_KEYS.has(key) && value !== '') {
      this.#state(REGISTRAR_NAME, value);
      this.#scope = 'contact';
      return;
    }
    if (this.#section && NAME_PART_KEYS.has(key) && this.#isPart(this.#section, value)) return;
    this.#scope = this.#scopeAfter(key, value, label);
    if (label || this.#scope === 'contact') this.#section = (value === '' && label) || null;
    const isOwn = this.#scope !== 'contact' && this.#scope !== 'hosts';
    if (!label || (!isOwn && SHARED_KEYS.has(key))) return;
    if (value !== '') this.#state(label, value);
    if (value === '' || label.field === 'nameservers') this.#open = label;
  }

  /** Name in a section: "Name: Example Ltd" of a registrar, "Name: ns1.example.tn" of servers. */
  #isPart(section: WhoisLabel, value: string): boolean {
    const isRegistrar = section.field === 'registrar' && value !== '';
    if (!isRegistrar && !(section.field === 'nameservers' && isHostLine(value))) return false;
    this.#state(section, value);
    if (isRegistrar) this.#section = null;
    return true;
  }

  #scopeAfter(key: string, value: string, label: WhoisLabel | undefined): Scope {
    if (label?.field === 'domain') {
      const isBare = this.#namesDomain && value !== '' && !value.includes('.');
      return isBare || namesAnother([value], this.#asked) ? 'other' : 'domain';
    }
    // Verisign lists hosts whose names contain the domain's, each with a registrar.
    if (this.#scope === 'other' || (key === 'server name' && value !== '')) return 'other';
    // When the server's copy of the database was updated, as in Latvia.
    if (key === 'whois' && value === '') return 'other';
    // FRED: in the domain's record the handle of a set of hosts or keys, later that set's record.
    if ((key === 'nsset' || key === 'keyset') && this.#hasDates()) return 'hosts';
    if (label?.field === 'nameservers' && this.#scope === 'hosts') return 'hosts';
    if (label?.field === 'nameservers' || DOMAIN_SECTION_KEYS.has(key)) return 'domain';
    if (label?.field === 'registrar' && value === '') return 'domain';
    if (CONTACT_OBJECT_KEYS.has(key) || (value === '' && isContact(key))) return 'contact';
    if (key === 'person' && this.#hasDates()) return 'contact';
    return this.#scope;
  }

  #hasDates(): boolean {
    return this.statements.some(({ field }) => DATES.has(field));
  }

  #state(label: WhoisLabel, value: string): void {
    if (this.#scope !== 'other' || label.field === 'domain')
      this.statements.push({ ...label, value });
  }
}

/** Tonic writes only `name server` lines below its banner. */
const TONIC_BANNER = /^[ \t]{0,40}Tonic whoisd\b/m;
const TONIC_SERVER = /^[a-z0-9-]{1,63} ([a-z0-9.-]{3,253})$/i;

/** Domain with a dot; a root zone record before the registry's names a bare top-level domain. */
const DOTTED_DOMAIN = /^[ \t]{0,40}\[?domain(?: name)?[\].: \t]{1,40}[^\s.:\]]{1,63}\./im;

/**
 * Statements of a WHOIS reply about its domain, in order. RFC 3912 defines no format, so only
 * labels count: blank lines, indentation and case vary by registry. A label without a value has it
 * on the next line; a list of name servers continues while lines contain hosts; dates of contacts
 * are not the domain's.
 * @param asked the name whose record is read, where a reply lists several; undefined for any
 */
export function readWhoisStatements(reply: string, asked?: string): WhoisStatement[] {
  const reader = new StatementReader(DOTTED_DOMAIN.test(reply), asked);
  const isTonic = TONIC_BANNER.test(reply);
  for (const text of contentLines(reply)) {
    const [, server] = isTonic ? (TONIC_SERVER.exec(text) ?? []) : [];
    reader.read(server === undefined ? text : `nserver: ${server}`);
  }
  return reader.statements;
}
