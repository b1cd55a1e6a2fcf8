import { gravatarProfile } from '../../../../src/vendors/gravatar/profile.ts';
import type { FakeVendor } from '../fake-vendor.ts';

/** SHA-256 of ivan@example.com. */
const IVAN = '7540acb4f04b207c72715708ef0f417c9876b12a94a08173834874d3a3fc7446';

const profile = {
  display_name: 'Ivan Example',
  job_title: 'Baker',
  company: 'Example Bakery',
  location: 'Berkeley, CA',
  verified_accounts: [
    { service_type: 'github', url: 'https://github.com/ivan-example' },
    { service_type: 'linkedin', url: 'https://www.linkedin.com/in/Ivan-Example/' },
  ],
};

/** `/v3/profiles/{hash}`, without a key. */
function answer(_: Request, { pathname }: URL): Response {
  return pathname === `/v3/profiles/${IVAN}`
    ? Response.json({ hash: IVAN, ...profile })
    : Response.json({ error: 'Profile not found' }, { status: 404 });
}

export const gravatarVendor: FakeVendor = {
  hosts: ['api.gravatar.com'],
  vars: { PERSON_OPEN_LOOKUPS: '1' },
  answer,
  cases: [
    {
      source: gravatarProfile,
      optIn: 'PERSON_OPEN_LOOKUPS',
      finds: 'Ivan@Example.com',
      fact: {
        fullName: 'Ivan Example',
        selfDeclared: true,
        company: {
          name: 'Example Bakery',
          jobTitle: 'Baker',
          networkUrl: 'https://www.linkedin.com/in/ivan-example',
        },
        phones: [],
      },
      none: { query: 'nobody@example.com', fact: null },
      refusals: [
        [
          () => new Response('<html>', { status: 404, headers: { 'Content-Type': 'text/html' } }),
          'SERVICE_UNAVAILABLE',
        ],
      ],
      partial: [
        [
          { display_name: 'Ivan', company: 7 },
          { fullName: 'Ivan', company: null },
        ],
        // A profile without a name names nobody, and one of elsewhere is not told of.
        [{ display_name: '' }, null],
        [{ ...profile, location: 'Paris, France' }, null],
        [{ ...profile, location: 'United States' }, { fullName: 'Ivan Example' }],
        // An account the person hides is not told of either.
        [
          {
            ...profile,
            verified_accounts: profile.verified_accounts.map((one) => ({
              ...one,
              is_hidden: true,
            })),
          },
          { company: { name: 'Example Bakery', networkUrl: null } },
        ],
      ],
    },
  ],
};
