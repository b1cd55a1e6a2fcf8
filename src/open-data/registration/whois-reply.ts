import { trimEndOf } from '../../lib/text.ts';
import { daysSince, type Registration, unregistered } from './registration-fact.ts';
import { readEndDate, readWhoisDate, writesMonthFirst } from './whois-date.ts';
import {
  contentLines,
  hostsOf,
  namesAnother,
  readWhoisStatements,
  type WhoisStatement,
} from './whois-fields.ts';
import type { WhoisField } from './whois-labels.ts';
import notices from './whois-notices.json' with { type: 'json' };

/** Notice of a registry that answers without a record. */
type WhoisNotice = 'ABSENT' | 'LIMITED' | 'RESERVED' | 'OUT_OF_ORDER';

/** Longer lines are sentences of legal notices, which contain the same words. */
const MAX_NOTICE_CHARS = 160;

const anyOf = (...patterns: string[]): RegExp => new RegExp(patterns.join('|'), 'i');

/**
 * Statements that the name does not exist: at the start or end of a line or within it, and in other
 * languages. "Solo acepta consultas" is all that NIC.BO answers about a name that it does not have.
 */
const ABSENT = Object.values(notices.absent).map((patterns) => anyOf(...patterns));
const LIMITED = anyOf(...notices.limited);
const OUT_OF_ORDER = anyOf(...notices.outOfOrder);
/** Including trademark blocking ("EPS") in all domains of a registry, by Uniregistry and others. */
const RESERVED = anyOf(...notices.reserved);

/** Words that make a failure a limit on the caller instead. */
const LIMITS = /limit|quota|too many|exceed|denied|refused|blocked|frequen|wait|blacklist/i;

const saysAbsent = (line: string): boolean => ABSENT.some((pattern) => pattern.test(line));

/** Lines of a notice, including comments: many registries write "% No match". */
function* noticeLines(reply: string): Generator<string> {
  const uncommented = reply.replace(/^[ \t]{0,40}[%>#;*-]{1,10}[ \t]{0,40}/gm, '');
  for (const line of contentLines(uncommented))
    if (line.length <= MAX_NOTICE_CHARS) yield line.replace(/^["']|["']$/g, '');
}

/** Notice in a reply without a record; null if none is recognized. */
function readWhoisNotice(reply: string): WhoisNotice | null {
  const lines = [...noticeLines(reply)];
  if (lines.some(saysAbsent)) return 'ABSENT';
  if (lines.some((line) => OUT_OF_ORDER.test(line) && !LIMITS.test(line))) return 'OUT_OF_ORDER';
  if (lines.some((line) => LIMITED.test(line))) return 'LIMITED';
  if (lines.some((line) => RESERVED.test(line))) return 'RESERVED';
  return null;
}

export type WhoisReading = Registration | 'LIMITED' | 'OUT_OF_ORDER' | 'UNREADABLE';

/** Length of a reply that is parsed; the rest is legal notice. */
const MAX_CHARS = 64 * 1_024;
const MAX_NAMESERVERS = 50;
const MAX_REGISTRAR_CHARS = 120;

/** Statuses that mean that the name is not registered. */
const FREE_STATUS = /^(?:free|available|no object found|not registered|no match|220 available)\b/i;
const WITHHELD_STATUS = anyOf(
  '^(?:un(?:available|assignable)|blocked|restricted|prohibited)\\b',
  '^(?:(?:domain|name|permanent(?:ly)?|premium|registry)[ ,/-]{1,2}){0,2}reserved\\b',
);
const REFUSING_STATUS =
  /^(?:forbidden|banned|withheld|withdrawn|not (?:allowed|available|permitted)|disallowed)\b/i;
const REFUSED_STATUS = /^\d{0,3} ?request denied\b/i;
const INVALID_STATUS = /^(?:invalid|500 invalid|this whois server does not)\b/i;

/** First change of a name at the .il registry: `19960226 (Assigned)`. */
const ASSIGNED = /\(assigned\)$/i;
/** Expiry within a status: .jp while connected, .ua until 2013. */
const STATUS_EXPIRY = /^(?:connected \(|ok-until )(\d{4}\/?\d{2}\/?\d{2})/i;
/** Registries of the Freenom domains, which write 03/04/2005 for the fourth of March. */
const MONTH_FIRST_SERVERS = /^whois\.(?:dot\.(?:tk|ml|cf|ga)|dominio\.gq|freenom\.com)$/;

const NO_REGISTRAR =
  /^(?:none|n\/?a|unknown|null|nil|undefined|not (?:available|applicable|set)|no registrar\b.{0,80}|[-.]*)$/i;
/** "[Tag = EXAMPLE]", "(R12-LROR)", "(https://registrar.test)": ids after a registrar's name. */
const REGISTRAR_MARK =
  /(?:\[ ?(?:tag|id) ?=[^[\]]+\]|\((?:(?:https?:|www\.|\s)[^()]+|(?:IANA ID: )?[A-Z]{0,4}-?\d{1,8}(?:-[A-Z]{2,8})?)\))$/i;
const ADDRESS = /^(?:https?:\/\/|[^@]{1,64}@)./is;

/** Removes an address at the end: "Example Ltd, https://example.test". */
function withoutTrailingAddress(value: string): string {
  const last = value.split(/\s+/).at(-1) ?? '';
  if (last.length === value.length || !ADDRESS.test(last)) return value;
  return value.slice(0, -last.length).trimEnd().replace(/,$/, '');
}

const statedValues = (statements: readonly WhoisStatement[], field: WhoisField): string[] =>
  statements
    .filter((statement) => statement.field === field)
    .sort((one, other) => one.rank - other.rank)
    .map(({ value }) => value);

function readRegistrar(values: readonly string[]): string | null {
  for (const value of values) {
    const name = withoutTrailingAddress(value).replace(REGISTRAR_MARK, '').trim();
    if (!NO_REGISTRAR.test(name) && name.length <= MAX_REGISTRAR_CHARS) return name;
  }
  return null;
}

/** Hosts of the labels with the lowest rank that has any; Punktum's `DNS` is the domain itself. */
function readNameservers(statements: readonly WhoisStatement[]): string[] {
  const domains = new Set(
    statements.filter(({ field }) => field === 'domain').map(({ value }) => value.toLowerCase()),
  );
  for (const wanted of [0, 1]) {
    const hosts = statements
      .filter(({ field, rank }) => field === 'nameservers' && rank === wanted)
      .flatMap(({ value }) => hostsOf(value));
    const named = new Set(wanted === 0 ? hosts : hosts.filter((host) => !domains.has(host)));
    if (named.size > 0) return [...named].slice(0, MAX_NAMESERVERS);
  }
  return [];
}

/** Latest of the first run of updates: .il lists all changes; later dates are of other objects. */
function readUpdate(
  statements: readonly WhoisStatement[],
  read: (value: string) => string | null,
): string | null {
  let latest: string | null = null;
  for (const { field, value } of statements) {
    if (field !== 'updatedAt' && latest !== null) break;
    const date = field === 'updatedAt' ? read(value) : null;
    if (date !== null && (latest === null || date > latest)) latest = date;
  }
  return latest;
}

/** Removes the links behind EPP statuses to their meaning, and Nominet's asterisks. */
const readStatus = (values: readonly string[]): string[] => [
  ...new Set(
    values
      .map((value) => trimEndOf(value.replace(/\(?https?:\/\/.*/s, ''), ' *').trim())
      .filter(Boolean),
  ),
];

function readWithoutRecord(reply: string, server: string): WhoisReading {
  const notice = readWhoisNotice(reply);
  if (notice === 'ABSENT') return unregistered('WHOIS', server);
  if (notice === 'RESERVED') return unregistered('WHOIS', server, ['reserved']);
  return notice ?? 'UNREADABLE';
}

/** Whether a reply opens with a refusal, so that what follows is no record: a name and `Ok`. */
function isRefusal(reply: string): boolean {
  const [first = ''] = contentLines(reply);
  return first.length <= MAX_NOTICE_CHARS && !first.includes(':') && LIMITED.test(first);
}

/**
 * Parses a registry's WHOIS reply about one name.
 * @param server host that answered
 * @param asked the name in the registry's form; if undefined, the reply may be about any name
 * @returns LIMITED if the registry limits queries, OUT_OF_ORDER if it reports a failure, UNREADABLE
 * if the reply states nothing about the name
 */
export function readWhoisReply(
  whole: string,
  server: string,
  now: number,
  asked?: string,
): WhoisReading {
  const reply = whole.slice(0, MAX_CHARS);
  const statements = readWhoisStatements(reply, asked);
  const monthFirst = MONTH_FIRST_SERVERS.test(server) || writesMonthFirst(reply);
  const valuesOf = (field: WhoisField) => statedValues(statements, field);
  const readDate = (value: string) => readWhoisDate(value, monthFirst);
  const firstDate = (values: readonly string[], read = readDate): string | null =>
    values.map(read).find((date) => date !== null) ?? null;

  if (namesAnother(valuesOf('domain'), asked)) return 'UNREADABLE';
  const status = readStatus(valuesOf('status'));
  const createdAt =
    firstDate(valuesOf('createdAt')) ??
    firstDate(valuesOf('updatedAt').filter((value) => ASSIGNED.test(value)));
  const createdBefore =
    createdAt === null
      ? firstDate(valuesOf('createdAt'), (value) => readEndDate(value, monthFirst))
      : null;
  const expiresAt =
    firstDate(valuesOf('expiresAt')) ??
    firstDate(status.map((value) => STATUS_EXPIRY.exec(value)?.[1] ?? ''));
  const registrar = readRegistrar(valuesOf('registrar'));
  const nameservers = readNameservers(statements);

  if (createdAt === null && createdBefore === null && nameservers.length === 0) {
    if (status.some((value) => FREE_STATUS.test(value))) return unregistered('WHOIS', server);
    if (status.some((value) => REFUSED_STATUS.test(value))) return 'LIMITED';
    if (status.some((value) => WITHHELD_STATUS.test(value) || REFUSING_STATUS.test(value)))
      return unregistered('WHOIS', server, status);
    if (registrar === null && expiresAt === null) {
      const stated = status.some((value) => !INVALID_STATUS.test(value));
      const held = stated || valuesOf('holder').length > 0;
      const reading = readWithoutRecord(reply, server);
      const isRefused = reading === 'LIMITED' && isRefusal(reply);
      if (!held || isRefused || typeof reading === 'object') return reading;
    }
  }
  return {
    registered: true,
    protocol: 'WHOIS',
    server,
    createdAt,
    createdBefore,
    updatedAt: readUpdate(statements, readDate),
    expiresAt,
    ageDays: daysSince(createdAt ?? createdBefore, now),
    registrar,
    nameservers,
    status,
  };
}
