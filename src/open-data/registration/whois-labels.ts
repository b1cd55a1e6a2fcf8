import labels from './whois-labels.json' with { type: 'json' };

/** What a statement of a WHOIS reply is about. */
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
  /** Lower is likelier: a label counts only where none of a lower rank says anything. */
  rank: number;
}

const withoutAccents = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');

/**
 * A label as it is compared: lower case without accents, punctuation, remarks in parentheses, a
 * leading "6a." or a trailing number, words separated by single spaces.
 */
export const labelKey = (label: string): string =>
  withoutAccents(label.replace(/\([^()]*\)/g, ' '))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^\d{1,2}[a-z] /, '')
    .replace(/ ?\d{1,2}$/, '');

/** Labels registries and registrars use, by field; each further list is of a higher rank. */
export const WHOIS_LABELS: ReadonlyMap<string, WhoisLabel> = new Map(
  Object.entries(labels.fields).flatMap(([field, lists]) =>
    lists.flatMap((list, rank) =>
      list.map((label) => [labelKey(label), { field: field as WhoisField, rank }] as const),
    ),
  ),
);

const keysOf = (list: readonly string[]): ReadonlySet<string> => new Set(list.map(labelKey));

/** Titles after which dates are the domain's again, whatever contact came before. */
export const DOMAIN_SECTION_KEYS = keysOf(labels.domainSections);

/** A registrar's own record gives its name under one of these, ATI's list of servers each host. */
export const NAME_PART_KEYS = keysOf(labels.nameParts);

/**
 * Keys that open the record of a person or role (RPSL, FRED, registro.br). `person` is none: TCI
 * names the holder with it in the domain's own record; the reader knows by what stands before it.
 */
export const CONTACT_OBJECT_KEYS = keysOf(labels.contactObjects);

/** Labels so short that contacts have them too. */
export const SHARED_KEYS = keysOf(labels.shared);

/** A title such as "Registrant:", "Administrative Contact" or "[Tech]". */
export const CONTACT_TITLE =
  /(?:^| )(?:registrant|holder|owner|contacts?|contacto|admin(?:istrat[a-z]{0,9})?|tech(?:nical)?|billing|titular|zone)(?:$| )/;
