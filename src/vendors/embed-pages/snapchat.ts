import * as z from 'zod';
import type { SocialProfileAddress } from '../../domain/social/address.ts';
import { type ProfileFact, profileInState } from '../../domain/social/facts.ts';
import { count, number, part, text } from '../../lib/loose-fields.ts';
import { embeddedState } from '../../web-reader/html/embedded-data.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { EMBED_PAGES } from './client.ts';

const MAX_PAGE_BYTES = 4_194_304;
/** The badge of an account the platform has verified. */
const VERIFIED_BADGE = 1;

const data = z.object({
  props: z.object({
    pageProps: z.object({
      userProfile: part({
        publicProfileInfo: part({
          username: text,
          title: text,
          subscriberCount: count,
          bio: text,
          badge: number,
        }),
      }),
    }),
  }),
});

/** A public profile by its page; accounts without one show nothing, and look unregistered. */
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
    const { userProfile } = data.parse(embeddedState(page, '__NEXT_DATA__')).props.pageProps;
    const info = userProfile?.publicProfileInfo;
    if (!info) return null;
    return {
      ...profileInState('live'),
      displayName: info.title,
      followers: info.subscriberCount,
      rounded: true,
      verified: info.badge === null ? null : info.badge === VERIFIED_BADGE,
      bio: info.bio,
    };
  },
});
