import { daysSince, type Registration, unregistered } from './registration-fact.ts';
import { readWhoisDate } from './whois-date.ts';
import { readWhoisFields, type WhoisField } from './whois-fields.ts';

/** Labels registries use for the same thing, likeliest first. */
const LABELS = {
  createdAt: [
    ...[
      'creation date',
      'created date',
      'created',
      'created on',
      'domain created',
      'record created',
      'create date',
    ],
    ...[
      'registered',
      'registered on',
      'registered date',
      'registration date',
      'registration time',
      'domain registration date',
    ],
    ...[
      'domain record activated',
      'domain name commencement date',
      'additional info created on',
      'connected date',
    ],
  ],
  updatedAt: [
    ...[
      'updated date',
      'last updated',
      'last updated on',
      'last updated date',
      'last modified',
      'last update',
      'modified',
      'updated',
      'changed',
    ],
    ...['domain record last updated', 'modification date', 'domain datelastmodified'],
  ],
  expiresAt: [
    ...[
      'registry expiry date',
      'expiration date',
      'expiry date',
      'expire date',
      'expires',
      'expires on',
      'expiration time',
      'paid till',
    ],
    ...[
      'renewal date',
      'domain expires',
      'validity',
      'expire',
      'expires at',
      'valid until',
      'additional info expires on',
    ],
  ],
  registrar: [
    ...[
      'registrar',
      'registrar name',
      'sponsoring registrar',
      'registrar organization',
      'registrar organization name',
      'registrar handle',
    ],
    ...['authorized agency', 'registration service provider', 'registrar created by'],
  ],
  nameservers: [
    ...[
      'name server',
      'name servers',
      'nameserver',
      'nameservers',
      'nserver',
      'nservers',
      'domain nameservers',
      'domain name servers',
    ],
    ...[
      'domain servers',
      'dns',
      'host name',
      'primary name server host name',
      'secondary name server host name',
    ],
  ],
  status: ['domain status', 'status', 'state', 'registration status', 'eppstatus', 'query status'],
} as const;

const FREE_STATUS = /^(?:free|available|no object found|not registered|220 available)$/i;
const RESERVED = /\b(?:is|name|domain|status:?) (?:a )?reserved\b|^reserved\b/i;

/** Whole lines that say there is no such name; anchored, because legal notices use the same words inside sentences. */
const ABSENT_START = new RegExp(
  `^(?:${[
    'no match\\b',
    'not found\\b',
    'nothing found\\b',
    'no (?:data|entries|object|information|matching record|such domain|found)\\b',
    'domain (?:name )?not found\\b',
    'object_not_found',
    'no_se_encontro',
    'not find matching',
    'we do not have an entry',
    'this query returned 0 objects',
    'the queried object does not exist',
    'above domain name is not registered',
    'error:? ?\\d*:? ?(?:no entries|domain is not registered)',
  ].join('|')})`,
  'i',
);
const ABSENT_END =
  /(?:\bnot found|no entries found|is free|is available|available for (?:purchase|registration)|not been registered|is not registered|does not exist(?: in database)?|was not found in the [^.]{0,60})[.!]*$/i;
const MAX_NOTICE_CHARS = 160;

const LIMITED =
  /(?:limit|quota)\S* (?:has been |is )?(?:exceeded|reached)|exceeded (?:the |your )?[^.]{0,40}(?:limit|quota|queries|rate)|too many (?:requests|queries|connections)|access (?:to [^.]{0,30} )?(?:denied|blocked)|try again (?:later|in)|blacklisted/i;

export type WhoisReading = Registration | 'LIMITED' | 'UNREADABLE';

const valuesOf = (fields: readonly WhoisField[], labels: readonly string[]): string[] =>
  labels.flatMap((label) =>
    fields.filter(({ key, value }) => key === label && value !== '').map(({ value }) => value),
  );

function firstDate(fields: readonly WhoisField[], labels: readonly string[]): string | null {
  for (const value of valuesOf(fields, labels)) {
    const date = readWhoisDate(value);
    if (date !== null) return date;
  }
  return null;
}

function readNameservers(values: readonly string[]): string[] {
  const names = values.map((value) =>
    (value.split(/[\s,(]/)[0] ?? '').toLowerCase().replace(/\.$/, ''),
  );
  return [...new Set(names.filter((name) => /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(name)))];
}

/** EPP statuses come with a link to their meaning. */
const readStatus = (values: readonly string[]): string[] => [
  ...new Set(
    values.map((value) => value.replace(/\s*\(?https?:\/\/.*$/, '').trim()).filter(Boolean),
  ),
];

const saysAbsent = (reply: string): boolean =>
  reply
    .split(/\r?\n/)
    .map((line) => line.replace(/^[\s%#>*-]+/, '').trim())
    .some(
      (line) =>
        line.length <= MAX_NOTICE_CHARS && (ABSENT_START.test(line) || ABSENT_END.test(line)),
    );

/**
 * Reads a registry's WHOIS reply about one name.
 * @param server host that answered
 * @param now milliseconds since the epoch
 * @returns LIMITED when the registry wants fewer questions, UNREADABLE when the reply says nothing of the name
 */
export function readWhoisReply(reply: string, server: string, now: number): WhoisReading {
  const fields = readWhoisFields(reply);
  const status = readStatus(valuesOf(fields, LABELS.status));
  if (status.some((value) => FREE_STATUS.test(value))) return unregistered('WHOIS', server);
  const createdAt = firstDate(fields, LABELS.createdAt);
  const registrar = valuesOf(fields, LABELS.registrar)[0] ?? null;
  const nameservers = readNameservers(valuesOf(fields, LABELS.nameservers));
  if (createdAt === null && registrar === null && nameservers.length === 0) {
    if (saysAbsent(reply)) return unregistered('WHOIS', server);
    if (LIMITED.test(reply)) return 'LIMITED';
    if (RESERVED.test(reply)) return unregistered('WHOIS', server, ['reserved']);
    if (status.length === 0) return 'UNREADABLE';
  }
  return {
    registered: true,
    protocol: 'WHOIS',
    server,
    createdAt,
    updatedAt: firstDate(fields, LABELS.updatedAt),
    expiresAt: firstDate(fields, LABELS.expiresAt),
    ageDays: daysSince(createdAt, now),
    registrar,
    nameservers,
    status,
  };
}
