/** What a page's structured data says about reaching its owner (schema.org). */
export interface LinkedContacts {
  emails: string[];
  phones: string[];
  /** `sameAs`: the owner's pages elsewhere. */
  profiles: string[];
  /** ISO 3166-1 alpha-2 of the first address. */
  country: string | null;
}

/** Structured data is anyone's text: depth and number of values looked at. */
const MAX_DEPTH = 12;
const MAX_VALUES = 5_000;

/** Things that are not the site's owner: authors of reviews, other people's businesses. */
const NOT_THE_OWNER = new Set([
  'review',
  'reviews',
  'author',
  'comment',
  'itemReviewed',
  'hiringOrganization',
  'performer',
]);

class Walk {
  readonly found: LinkedContacts = { emails: [], phones: [], profiles: [], country: null };
  #left = MAX_VALUES;

  visit(value: unknown, key: string, depth: number): void {
    if (depth > MAX_DEPTH || this.#left-- <= 0) return;
    if (Array.isArray(value)) {
      for (const item of value) this.visit(item, key, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) {
        if (name === 'addressCountry') this.#country(item);
        else if (!NOT_THE_OWNER.has(name)) this.visit(item, name, depth + 1);
      }
    } else if (typeof value === 'string') this.#note(key, value);
  }

  #note(key: string, value: string): void {
    if (key === 'email') this.found.emails.push(value.replace(/^mailto:/i, ''));
    else if (key === 'telephone') this.found.phones.push(value.replace(/^tel:/i, ''));
    else if (key === 'sameAs') this.found.profiles.push(value);
  }

  #country(value: unknown): void {
    const name =
      typeof value === 'object' && value !== null && 'name' in value ? value.name : value;
    if (typeof name === 'string' && /^[a-z]{2}$/i.test(name.trim()))
      this.found.country ??= name.trim().toUpperCase();
  }
}

/** Reads the bodies of JSON-LD scripts; one that is not JSON is passed over. */
export function readLinkedData(scripts: readonly string[]): LinkedContacts {
  const walk = new Walk();
  for (const script of scripts) {
    try {
      walk.visit(JSON.parse(script.replace(/^\s*<!--|-->\s*$/g, '')), '', 0);
    } catch {
      // Broken structured data says nothing; the page's text may.
    }
  }
  return walk.found;
}
