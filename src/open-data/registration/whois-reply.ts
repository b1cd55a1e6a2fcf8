import { trimEndOf } from '../../lib/text.ts';
import { comparableName, daysSince, type Registration, unregistered } from './registration-fact.ts';
import { readEndDate, readWhoisDate, writesMonthFirst } from './whois-date.ts';
import { contentLines, hostsOf, readWhoisStatements, type WhoisStatement } from './whois-fields.ts';
import type { WhoisField } from './whois-labels.ts';

/** Notice of a registry that answers without a record. */
type WhoisNotice = 'ABSENT' | 'LIMITED' | 'RESERVED' | 'OUT_OF_ORDER';

/** Longer lines are sentences of legal notices, which contain the same words. */
const MAX_NOTICE_CHARS = 160;

const anyOf = (...patterns: string[]): RegExp => new RegExp(patterns.join('|'), 'i');

/** Starts of lines that state that the name does not exist. */
const ABSENT_START = anyOf(
  '^(?:domain |object )?(?:was )?not found\\b',
  '^nothing found\\b',
  '^no[ _](?:match|data|domains?|entry|entries|objects?|information|matching|such|found|records?|results?)\\b',
  '^no_se_encontro',
  '^object_not_found',
  '^key not found',
  '^data not found',
  '^domain (?:name )?(?!not available)(?:\\S{1,255} )?(?:is )?(?:not (?:found|registered|exist)|unassigned|unregistered|available$)',
  '^(?:the |this |above |requested |queried )*domain(?: name)? (?:\\S{1,255} )?(?:is |has |was |does )not (?:been )?(?:registered|found|exist)',
  '^(?:status[.: ]{1,3}|registration status: ?)?(?:free|available|not (?:registered|found))(?:[.!]?$| - )',
  '^(?:available: ?yes|disponible\\/available|domain unknown|dominio no existe\\w*)\\b',
  '^not find matching',
  '^we do not have an entry',
  '^this query returned 0 objects',
  '^the queried object does not exist',
  '^error:? ?\\d*:? ?(?:no entries|domain is not registered|object does not exist)',
  '^invalid query or domain name not known',
  // NIC.BO's only answer about a name that it does not have.
  '^whois\\.nic\\.bo solo acepta consultas',
  '^el dominio (?:\\S{1,255} )?no (?:existe|se encuentra)',
);
const ABSENT_END = anyOf(
  '\\bnot found[.!]*$',
  '\\bno (?:match|entries found|existe|match found)[.!]*$',
  '\\bis (?:free|available|not registered|still available)(?: for registration)?[.!]*$',
  '\\bhas no registration[.!]*$',
  '(?<!not )\\bavailable for (?:purchase|registration)[.!]*$',
  '\\bnot (?:a )?registe?re?d[.!]*$',
  '\\bnot (?:been )?registered[.!]*$',
  '\\bdoes not exist(?: in (?:the |our )?database)?[.!]*$',
  '\\bnot (?:found )?in (?:the |our )?(?:whois )?(?:database|registry)[.!]*$',
);
const ABSENT_WITHIN = anyOf(
  '\\bno match(?:es)? (?:for|found)\\b',
  '\\bno entries found\\b',
  '\\bwas not found in the\\b',
  '\\bnot known in\\b',
  '(?<!not )(?<!longer )\\bavailable for registration\\b',
  '\\bno records matching\\b',
  '\\bno matching (?:objects?|records?) found\\b',
  '\\bif you would like to register this\\b',
  '\\b(?:does not exist|not available) in (?:the |our )?(?:whois )?database\\b',
);

/** Other languages' phrases for "not registered", "not found", "does not exist" and "free". */
const ABSENT_ABROAD = anyOf(
  "\\bn['\u2019 ]?(?:est pas (?:enregistr|r[e\u00e9]serv|attribu)|existe pas)",
  '\\b(?:est|es|est[a\u00e1]|[e\u00e9\u00e8]) (?:libre|disponible|disponibile|libero|livre|dispon[i\u00ed]vel)[.!]*$',
  '(?<!n[a\u00e3]o )(?<!no )\\bdispon[i\u00ed]vel[.!]*$',
  '\\b(?:no|n[a\u00e3]o|non) (?:est[a\u00e1] |[e\u00e9\u00e8] |foi |se )?(?:registrad|regist[ao]d|encontrad|encuentra|existe|trovat|registrat|esiste)',
  '\\bnicht (?:registriert|vergeben|vorhanden|gefunden)\\b',
  '\\bist (?:noch )?(?:frei|verf[u\u00fc]gbar)[.!]*$',
  '\\b(?:niet (?:gevonden|geregistreerd|bezet)|is vrij)\\b',
  '\\b(?:hittades inte|[a\u00e4]r ledig|er ledig|ikke (?:registreret|registrert|funnet|fundet)|ei l[o\u00f6]ydy)',
  '\\bnie (?:istnieje|znaleziono|jest zarejestrowan)',
  '\\bneb(?:yl|ol)[ao]? n[a\u00e1]jden|\\bnebyl[ao]? nalezen|\\bnincs tal[a\u00e1]lat',
  '\\bnu (?:este [i\u00ee]nregistrat|exist[a\u0103]|a fost g[a\u0103]sit)',
  '\\b(?:bulunamad[i\u0131]|kay[i\u0131]tl[i\u0131] de[g\u011f]il)',
  '(?:\u043d\u0435|\u043d\u0456) (?:\u0437\u0430\u0440\u0435\u0433\u0438\u0441\u0442\u0440|\u0437\u0430\u0440\u0435\u0454\u0441\u0442\u0440|\u043d\u0430\u0439\u0434\u0435\u043d|\u0437\u043d\u0430\u0439\u0434|\u0441\u0443\u0449\u0435\u0441\u0442\u0432|\u0456\u0441\u043d\u0443)',
  '(?:\u0434\u043e\u043c\u0435\u043d|\u0438\u043c\u044f).{0,80}(?:\u0441\u0432\u043e\u0431\u043e\u0434|\u0432\u0456\u043b\u044c\u043d)',
  '\u03b4\u03b5\u03bd (?:\u03b2\u03c1\u03ad\u03b8\u03b7\u03ba|\u03c5\u03c0\u03ac\u03c1\u03c7)',
  '\u672a\u6ce8\u518c|\u672a\u8a3b\u518a|\u6ca1\u6709\u627e\u5230|\u67e5\u65e0|\u57df\u540d\u4e0d\u5b58\u5728',
  '\u767b\u9332\u3055\u308c\u3066\u3044\u307e\u305b\u3093|\u898b\u3064\u304b\u308a\u307e\u305b\u3093|\ub4f1\ub85d\ub418\uc5b4 \uc788\uc9c0 \uc54a|\uc874\uc7ac\ud558\uc9c0 \uc54a',
  'ch\u01b0a \u0111\u01b0\u1ee3c \u0111\u0103ng k|kh\u00f4ng (?:t\u00ecm th\u1ea5y|t\u1ed3n t\u1ea1i)|\\btidak ditemukan|\\bbelum terdaftar',
  '\u063a\u064a\u0631 (?:\u0645\u0633\u062c\u0644|\u0645\u0648\u062c\u0648\u062f)',
);

const LIMITED = anyOf(
  '(?:limit|quota|rate)\\S{0,12} (?:has been |is |was |of )?(?:exceeded|reached)',
  'exceeded (?:the |your )?[^.]{0,40}(?:limit|quota|quer|rate|request)',
  'quer\\S{1,6} (?:has been )?exceeded',
  'reached (?:the |your |its )?.{0,30}limit',
  'exceeded the maximum',
  'being rate limited',
  'quer(?:y|ies) (?:is|are) too (?:often|frequent)',
  'temporarily not be answered',
  'cannot process your search request',
  'too many (?:request|quer|connection|lookup|simultaneous)',
  '(?:access|request|query|connection)s?\\b[^.]{0,40}\\b(?:denied|refused|blocked|not permitted)',
  '(?:requests of this client|permission) (?:are not permitted|denied)',
  'query limit controls',
  'excessive (?:quer|access|request)',
  '(?:due to|because of) excessive us',
  'interval (?:is |was )?too short',
  'too (?:fast|quickly|frequent)',
  'access\\b[^.]{0,40} (?:has been|is|was) (?:temporarily )?(?:suspended|restricted)\\b',
  'maximum (?:number of )?(?:quer|request|lookup|connection)[^.]{0,40}(?:exceeded|reached)',
  'please (?:wait|try again|retry|come back)\\b',
  'try again (?:later|in \\d|after)',
  'grace period,? (?:of|wait)',
  '(?:is|are|been|denied:) blacklisted',
  'temporarily (?:unavailable|denied|blocked)',
  'quota\\b.{0,60}\\bexceeded',
  'whois limit',
  'server (?:is )?(?:too )?busy',
);

const OUT_OF_ORDER = anyOf(
  '(?:database|back-?end|registry system)\\b[^.]{0,30} (?:unavailable|down|offline|unreachable)\\b',
  '(?:database|internal|server|system)(?: server)? (?:error|failure)',
  'service (?:is )?(?:temporarily |currently )?unavailable',
  '^(?:error: ?)?(?:connection |request |query )?time(?:d )?out\\b',
  '(?:under(?:going)?|for|in|during|scheduled|planned|system|server) maintenance',
  'could not (?:connect|retrieve)',
);

/** Words that make a failure a limit on the caller instead. */
const LIMITS = /limit|quota|too many|exceed|denied|refused|blocked|frequen|wait|blacklist/i;

const RESERVED = anyOf(
  '\\b(?:is|been|name|domain|status:?) (?:a )?reserved\\b',
  '^reserved\\b',
  '^domain (?:name )?(?:is )?not available\\b',
  '\\bnot available for registration\\b',
  "\\b(?:can ?not|can't|may not|must not|not to|could not) be registered\\b(?! because)",
  '\\bnot (?:open|eligible|allowed|permitted) (?:for|to be) regist',
  '\\b(?:prohibited|forbidden|banned|restricted) (?:string|name|domain|word|term)',
  '\\brestricted from registration\\b',
  // Trademark blocking in all domains of a registry, by Uniregistry and others.
  '\\bsubscribes to the \\S{1,20} eps\\+? product\\b',
  '\\b(?:is|been|has been) blocked\\b',
);

const saysAbsent = (line: string): boolean =>
  ABSENT_START.test(line) ||
  ABSENT_END.test(line) ||
  ABSENT_WITHIN.test(line) ||
  ABSENT_ABROAD.test(line);

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

/** Whether a reply names domains, but not the one asked for. */
function namesAnother(values: readonly string[], asked: string): boolean {
  const names = values
    .flatMap((value) => value.split(/[\s()[\],;]+/))
    .flatMap((word) => (word.includes('.') ? (comparableName(word) ?? []) : []));
  return names.length > 0 && !names.includes(asked);
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
  const statements = readWhoisStatements(reply);
  const monthFirst = MONTH_FIRST_SERVERS.test(server) || writesMonthFirst(reply);
  const valuesOf = (field: WhoisField) => statedValues(statements, field);
  const readDate = (value: string) => readWhoisDate(value, monthFirst);
  const firstDate = (values: readonly string[], read = readDate): string | null =>
    values.map(read).find((date) => date !== null) ?? null;

  if (asked !== undefined && namesAnother(valuesOf('domain'), asked)) return 'UNREADABLE';
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
