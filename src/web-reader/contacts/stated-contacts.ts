import type { Attributes } from '../html/tokenizer.ts';

/**
 * Kinds of values that a page labels in markup: microdata, RDFa, microformats, meta elements,
 * properties of its state.
 */
export type StatedContactKind = 'email' | 'phone' | 'fax' | 'profile' | 'country';

export interface StatedContact {
  kind: StatedContactKind;
  value: string;
}

/** Maps each name to its kind. */
const kindsByName = (
  ...named: readonly (readonly [kind: StatedContactKind, names: string])[]
): ReadonlyMap<string, StatedContactKind> =>
  new Map(named.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind])));

/** Property names in lower case, without vocabulary prefix and punctuation. */
const PROPERTIES = kindsByName(
  ['email', 'email mail emailaddress hasemail mbox uemail contactemail replyto contact'],
  [
    'phone',
    'telephone tel phone ptel hastelephone phonenumber telephonenumber telefon telefono telefone mobile cellphone contactphone contactpointtelephone',
  ],
  ['fax', 'fax faxnumber telefax faxno pfax telfax'],
  ['profile', 'sameas publisher seealso'],
  ['country', 'addresscountry countryname pcountryname country'],
);

const kindOfProperty = (name: string): StatedContactKind | null =>
  PROPERTIES.get(
    name
      .slice(name.lastIndexOf(':') + 1)
      .slice(name.lastIndexOf('/') + 1)
      .replace(/[-_.]/g, '')
      .toLowerCase(),
  ) ?? null;

/** Classes of hCard and vCard, and common ones of content systems; ambiguous ones are left out. */
const CLASSES = kindsByName(
  ['phone', 'tel p-tel phone phone-number phonenumber telephone telefon telefono telefone'],
  ['fax', 'fax p-fax fax-number faxnumber telefax'],
  ['email', 'u-email'],
  ['country', 'country-name p-country-name'],
);

const MAX_NAMES = 20;

/** Kind of contact that the element's attributes declare; null for most elements. */
export function statedContactKind(attributes: Attributes): StatedContactKind | null {
  for (const name of ['itemprop', 'property'] as const) {
    for (const word of (attributes.get(name) ?? '').split(/\s+/, MAX_NAMES)) {
      const kind = kindOfProperty(word);
      if (kind) return kind;
    }
  }
  for (const word of (attributes.get('class') ?? '').split(/\s+/, MAX_NAMES)) {
    const kind = CLASSES.get(word.toLowerCase());
    if (kind) return kind;
  }
  return null;
}

/** Contact declared by a meta element, named by `name`, `property`, `itemprop` or `http-equiv`. */
export function metaStatedContact(attributes: Attributes): StatedContact | null {
  const value = attributes.get('content')?.trim() ?? '';
  const name = (
    attributes.get('itemprop') ??
    attributes.get('property') ??
    attributes.get('name') ??
    attributes.get('http-equiv') ??
    ''
  ).toLowerCase();
  if (value === '') return null;
  if (name === 'geo.region' || name === 'geo.country')
    return { kind: 'country', value: value.slice(0, 2) };
  if (name === 'og:locale') return null;
  if (name === 'twitter:site' && /^@\w{1,15}$/.test(value))
    return { kind: 'profile', value: `https://x.com/${value.slice(1)}` };
  const kind = kindOfProperty(name);
  return kind && { kind, value };
}
