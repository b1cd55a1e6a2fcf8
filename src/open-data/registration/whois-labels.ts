import labels from './whois-labels.json' with { type: 'json' };

/** Subject of a statement in a WHOIS reply. */
export type WhoisField =
  | 'domain'
  | 'holder'
  | 'createdAt'
  | 'updatedAt'
  | 'expiresAt'
  | 'registrar'
  | 'nameservers'
  | 'status';

export interface WhoisLabel {
  field: WhoisField;
  /** Priority, lowest first: a label counts only if none of a lower rank has a value. */
  rank: number;
}

const withoutAccents = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');

/** Remark behind a list's title: "Name Servers in the listed order", "listed in order". */
const ORDER = / (?:(?:listed|in|the) ){1,4}order$/;

/**
 * Label normalized for comparison: lower case without accents, punctuation, remarks in parentheses
 * or on the order, a leading "6a." or a trailing number; words separated by single spaces.
 */
export const labelKey = (label: string): string =>
  withoutAccents(label.replace(/\([^()]*\)/g, ' '))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^\d{1,2}[a-z] /, '')
    .replace(/ ?\d{1,2}$/, '')
    .replace(ORDER, '');

/** Labels that registries and registrars use, by field; each further list has a higher rank. */
const LABELS: ReadonlyMap<string, WhoisLabel> = new Map(
  Object.entries(labels.fields).flatMap(([field, lists]) =>
    lists.flatMap((list, rank) =>
      list.map((label) => [labelKey(label), { field: field as WhoisField, rank }] as const),
    ),
  ),
);

const ORDINAL = '(?:primary|secondary|first|second|third|fourth|fifth)';

/** English labels of name servers: "Name server", "Primary server hostname", "DNS servers list". */
const NAME_SERVERS = new RegExp(
  [
    `^(?:(?:domain|current|delegated|authoritative|dns|${ORDINAL}) ){0,2}`,
    `(?:name ?servers?|nservers?|ns|host ?names?|dns|(?:dns|domain|host|${ORDINAL}) servers?)`,
    '(?: (?:names?|hostnames?|hosts?|handles?|information|lists?|listed|addresses|records|s|dns))?$',
  ].join(''),
);

/** Words around the verb of a date's label: "Record created on", "Domain expiration date". */
const BEFORE_VERB =
  /^(?:domain(?: name)?|record|registration|registry|entry|additional info|date(?: of)?) /;
const AFTER_VERB = / (?:on|at|date|timestamp)$/;

const DATES: ReadonlySet<WhoisField> = new Set(['createdAt', 'updatedAt', 'expiresAt']);

/** Label of a key; that of a date also without up to three words around its verb. */
export function whoisLabel(key: string): WhoisLabel | undefined {
  const exact = LABELS.get(key);
  if (exact) return exact;
  if (NAME_SERVERS.test(key)) return { field: 'nameservers', rank: 0 };
  const once = key.replace(BEFORE_VERB, '');
  return [key, once, once.replace(BEFORE_VERB, '')]
    .flatMap((verb) => [verb, verb.replace(AFTER_VERB, '')])
    .map((verb) => LABELS.get(verb))
    .find((label) => label && DATES.has(label.field));
}

/** First words of labels, besides those of {@link LABELS}. */
const OTHER_FIRST_WORDS =
  'additional authoritative current date delegated domain entry fifth first fourth host hostname ' +
  'hostnames name nameserver nameservers ns nserver nservers primary record registration registry ' +
  'second secondary third';

/** First words of labels. */
export const FIRST_WORDS: ReadonlySet<string> = new Set([
  ...OTHER_FIRST_WORDS.split(' '),
  ...[...LABELS.keys()].map((key) => key.split(' ', 1)[0] ?? ''),
]);

const keysOf = (list: readonly string[]): ReadonlySet<string> => new Set(list.map(labelKey));

/** Titles after which dates belong to the domain again, whatever contact came before. */
export const DOMAIN_SECTION_KEYS = keysOf(labels.domainSections);

/** Labels of the name in a registrar's own record, and of each host in ATI's list of servers. */
export const NAME_PART_KEYS = keysOf(labels.nameParts);

/**
 * Keys that open the record of a person or role (RPSL, FRED, registro.br). Without `person`: TCI
 * uses it for the holder in the domain's own record, so the reader decides by what precedes it.
 */
export const CONTACT_OBJECT_KEYS = keysOf(labels.contactObjects);

/** Labels so short that contacts have them too. */
export const SHARED_KEYS = keysOf(labels.shared);

/** Title of a contact's section, such as "Registrant:", "Administrative Contact" or "[Tech]". */
export const CONTACT_TITLE =
  /(?:^| )(?:registrant|holder|owner|contacts?|contacto|admin(?:istrat[a-z]{0,9})?|tech(?:nical)?|billing|titular|zone)(?:$| )/;
