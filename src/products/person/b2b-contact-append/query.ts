import * as z from 'zod';
import { emailKey } from '../../../core/email/email-key.ts';
import { lookedUpIfGiven, requireOneOf, UnusableInput } from '../../../core/inputs.ts';
import { NETWORK_ID } from '../../../core/people/prospects.ts';
import { parseRegistrableDomain } from '../../../core/web/domain-name.ts';
import { parsePersonProfile, profileIfGiven } from '../identifiers.ts';

/** Who a row of a search is: an id of the database it came from, or a page on the professional network. */
export type PersonId = { of: 'pdl'; id: string } | { of: 'network'; vanity: string };

const DATABASE_ID = /^[\w-]{8,64}$/;

/** @throws UnusableInput for what no row of a search has as its id */
export function parsePersonId(text: string): PersonId {
  if (text.startsWith(NETWORK_ID))
    return { of: 'network', vanity: parsePersonProfile(text.slice(NETWORK_ID.length)) };
  if (!DATABASE_ID.test(text)) throw new UnusableInput('is not the id of a prospect-search row');
  return { of: 'pdl', id: text };
}

const MAX_NAME_CHARS = 200;

/** First and last name, spaces made single. @throws UnusableInput for a single word */
function parseFullName(text: string): string {
  const name = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const words = name.split(' ').filter((word) => /\p{L}/u.test(word));
  if (name.length > MAX_NAME_CHARS || words.length < 2)
    throw new UnusableInput('must be a first and a last name');
  return name;
}

function nameNeedsCompany(
  { name, company_domain }: { name: string | null; company_domain: string | null },
  context: z.RefinementCtx,
): void {
  if ((name === null) === (company_domain === null)) return;
  context.addIssue({
    code: 'custom',
    path: [name === null ? 'name' : 'company_domain'],
    message: 'is required: name and company_domain are used together',
    params: { code: 'MISSING_FIELD' },
  });
}

export const b2bInput = z
  .object({
    email: lookedUpIfGiven(emailKey, {
      description: 'Email address of the person, work or private.',
      examples: ['ada@example.com'],
      format: 'email',
    }),
    network_url: profileIfGiven,
    name: lookedUpIfGiven(parseFullName, {
      description: 'First and last name; together with company_domain.',
      examples: ['Ada Example'],
    }),
    company_domain: lookedUpIfGiven((text) => parseRegistrableDomain(text).name, {
      description: "Domain of the person's company; together with name.",
      examples: ['example.com'],
    }),
    person_id: lookedUpIfGiven(parsePersonId, {
      description: 'Id of a row of prospect-search: reveals who it is.',
      examples: ['qEnOZ5Oh0poWnQ1luFBfVw_0000'],
    }),
  })
  .superRefine(requireOneOf('email', 'network_url', 'name', 'person_id'))
  .superRefine(nameNeedsCompany);

export type B2bInput = z.output<typeof b2bInput>;

/** Vanity name of the person's page, however it was given. */
export const vanityOf = ({ network_url, person_id }: B2bInput): string | null =>
  network_url ?? (person_id?.of === 'network' ? person_id.vanity : null);

/** The identifiers given, the most exact first. */
export const b2bSubject = ({ person_id, ...input }: B2bInput): string =>
  [
    person_id?.of === 'pdl' ? person_id.id : null,
    vanityOf({ ...input, person_id }),
    input.email,
    input.name,
    input.company_domain,
  ]
    .filter(Boolean)
    .join(', ');
