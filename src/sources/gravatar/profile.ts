import * as z from 'zod';
import { type ContactFact, UNKNOWN_CONTACT } from '../../core/people/contact.ts';
import { isInUnitedStates } from '../../core/people/united-states.ts';
import { recordKey } from '../../core/records/keys.ts';
import { networkPageUrl } from '../../core/web/profile-address.ts';
import { parts, text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { GRAVATAR } from './client.ts';

const reply = z.object({
  display_name: z.string().transform((name) => text.parse(name)),
  job_title: text,
  company: text,
  location: text,
  verified_accounts: parts({ url: text }),
});

/** The page on the professional network that the person has shown to be their own. */
function networkPageIn(accounts: readonly { url: string | null }[]): string | null {
  const address = accounts.find(({ url }) => /linkedin\.com\/in\//i.test(url ?? ''))?.url;
  const key = recordKey('profile', address);
  return key && networkPageUrl({ of: 'person', vanity: key.slice('profile:'.length) });
}

async function hashOf(email: string): Promise<string> {
  const bytes = new TextEncoder().encode(email.trim().toLowerCase());
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * A place people write themselves: the United States where its last part is one of their names or
 * of their states.
 */
function isElsewhere(location: string | null): boolean {
  if (location === null) return false;
  const last = location.split(',').at(-1)?.trim() ?? '';
  const asState = isInUnitedStates({ country: null, state: last });
  return asState !== true && isInUnitedStates({ country: last, state: null }) !== true;
}

/**
 * The public profile of an email address. Of a person who names a place that is not read as one of
 * the United States it tells nothing.
 */
export const gravatarProfile = fromUpstream<string, ContactFact>(GRAVATAR, {
  name: 'gravatar',
  label: 'public_profile',
  idempotent: true,
  optIn: 'PERSON_OPEN_LOOKUPS',
  async ask(email, call) {
    const found = await call({ path: `/v3/profiles/${await hashOf(email)}`, schema: reply });
    const name = found?.display_name;
    if (!found || !name || isElsewhere(found.location)) return null;
    const { company, job_title: jobTitle } = found;
    const networkUrl = networkPageIn(found.verified_accounts);
    const job = { name: company, jobTitle, industry: null, networkUrl, website: null };
    return {
      ...UNKNOWN_CONTACT,
      fullName: name,
      company: (company ?? jobTitle ?? networkUrl) ? { ...job, country: null } : null,
      selfDeclared: true,
    };
  },
});
