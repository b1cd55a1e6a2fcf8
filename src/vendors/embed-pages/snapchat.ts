import * as z from 'zod';
import type { SocialProfileAddress } from '../../domain/social/address.ts';
import { type ProfileFact, profileInState } from '../../domain/social/facts.ts';
import { count, fieldsAt, number, partAt, text } from '../../lib/loose-fields.ts';
import { embeddedState } from '../../web-reader/html/embedded-data.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { EMBED_PAGES } from './client.ts';

const MAX_PAGE_BYTES = 4_194_304;
/** Badge of an account that the platform has verified. */
const VERIFIED_BADGE = 1;

const profile = fieldsAt<Partial<ProfileFact>>({
  displayName: ['title', text],
  followers: ['subscriberCount', count],
  verified: [
    'badge',
    number.transform((badge) => (badge === null ? null : badge === VERIFIED_BADGE)),
  ],
  bio: ['bio', text],
});

const data = partAt(
  'props.pageProps',
  fieldsAt({ profile: ['userProfile.publicProfileInfo', profile.nullable().catch(null)] }),
);

/** Public profile from its page; an account without one shows nothing, and looks unregistered. */
export const snapchatPage = fromUpstream<SocialProfileAddress, ProfileFact>(EMBED_PAGES, {
  label: 'social_page',
  optIn: 'SOCIAL_PAGES',
  async ask({ handle }, call) {
    const page = await call({
      host: 'www.snapchat.com',
      path: `/@${handle}`,
      reply: 'text',
      maxBytes: MAX_PAGE_BYTES,
      schema: z.string(),
    });
    if (page === null) return null;
    const { profile: shown } = data.parse(embeddedState(page, '__NEXT_DATA__'));
    return shown && { ...profileInState('live'), ...shown, rounded: true };
  },
});
