import * as z from 'zod';
import { type ContactFact, UNKNOWN_CONTACT } from '../../domain/person/contact.ts';
import { isInUnitedStates } from '../../domain/place/us-states.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import { sha256Hex } from '../../lib/bytes.ts';
import { flag, parts, text } from '../../lib/loose-fields.ts';
import { HOUR_MS } from '../../lib/time.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

/** Public profiles that people created for their email address: a hundred calls an hour. */
const GRAVATAR: Upstream = {
  name: 'GRAVATAR',
  hosts: ['api.gravatar.com'],
  adds: '`1` lets reverse email also read the public Gravatar profile of an address',
  optIn: 'PERSON_OPEN_LOOKUPS',
  pace: { limit: 100, perMs: HOUR_MS, notInBulk: true },
  statuses: { 404: 'none' },
};

const reply = z.object({
  display_name: z.string().transform((name) => text.parse(name)),
  job_title: text,
  company: text,
  location: text,
  verified_accounts: parts({ url: text, is_hidden: flag }),
});

type Account = z.output<typeof reply>['verified_accounts'][number];

/** LinkedIn page that the person has verified as their own. */
function linkedinPageIn(accounts: readonly Account[]): string | null {
  const address = accounts.find(
    ({ url, is_hidden }) => is_hidden !== true && /linkedin\.com\/in\//i.test(url ?? ''),
  )?.url;
  const vanity = keyText('profile', address);
  return vanity && linkedinPageUrl({ of: 'person', vanity });
}

const emailHash = (email: string): Promise<string> => sha256Hex(email.trim().toLowerCase());

/**
 * Whether a self-written location is outside the United States: its last part is neither a name of
 * the country nor of a state.
 */
function isOutsideUnitedStates(location: string | null): boolean {
  if (location === null) return false;
  const last = location.split(',').at(-1)?.trim() ?? '';
  const asState = isInUnitedStates({ country: null, state: last });
  return asState !== true && isInUnitedStates({ country: last, state: null }) !== true;
}

/**
 * Public profile of an email address. Null for a person whose location is not recognized as in the
 * United States.
 */
export const gravatarProfile = fromUpstream<string, ContactFact>(GRAVATAR, {
  label: 'public_profile',
  optIn: 'PERSON_OPEN_LOOKUPS',
  async ask(email, call) {
    const found = await call({ path: `/v3/profiles/${await emailHash(email)}`, schema: reply });
    const name = found?.display_name;
    if (!found || !name || isOutsideUnitedStates(found.location)) return null;
    const { company, job_title: jobTitle } = found;
    const networkUrl = linkedinPageIn(found.verified_accounts);
    const job = { name: company, jobTitle, industry: null, networkUrl, website: null };
    return {
      ...UNKNOWN_CONTACT,
      fullName: name,
      company: (company ?? jobTitle ?? networkUrl) ? { ...job, country: null } : null,
      selfDeclared: true,
    };
  },
});
