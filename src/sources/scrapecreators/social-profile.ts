import type { ProfileAddress } from '../../core/social/address.ts';
import { type ProfileFact, profileInState } from '../../core/social/facts.ts';
import type { Platform } from '../../core/social/platforms.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { SCRAPE_TIMEOUT_MS, SCRAPECREATORS } from './client.ts';
import { PROFILE_PAGES } from './profile-pages.ts';
import { readPage } from './social-call.ts';

/** Platforms whose profiles the vendor reads. */
export const SCRAPED_PROFILES: ReadonlySet<Platform> = new Set(PROFILE_PAGES.keys());

/** The public page of an account. */
export const scrapedSocialProfile = fromUpstream<ProfileAddress, ProfileFact>(SCRAPECREATORS, {
  name: 'scrapecreators',
  label: 'social_page',
  metered: 'calls',
  timeoutMs: SCRAPE_TIMEOUT_MS,
  async ask(address, call) {
    const page = PROFILE_PAGES.get(address.platform);
    if (!page) return null;
    const { path, query = ({ handle }) => ({ handle }), schema } = page;
    const found = await readPage(call, {
      path,
      query: query(address),
      // A page that tells neither a name, nor a count, nor a word is no profile.
      schema: schema.refine(
        ({ displayName, followers, posts, bio }) =>
          (displayName ?? followers ?? posts ?? bio ?? null) !== null,
      ),
    });
    if (!found) return null;
    if ('hidden' in found) return profileInState(found.hidden);
    const state = found.page.private === true ? 'private' : 'live';
    return { ...profileInState(state), ...found.page };
  },
});
