import type { PostAddress } from '../../core/social/address.ts';
import { type PostFact, postInState } from '../../core/social/facts.ts';
import type { Platform } from '../../core/social/platforms.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { SCRAPE_TIMEOUT_MS, SCRAPECREATORS } from './client.ts';
import { POST_PAGES } from './post-pages.ts';
import { readPage } from './social-call.ts';

/** Platforms whose posts the vendor reads. */
export const SCRAPED_POSTS: ReadonlySet<Platform> = new Set(POST_PAGES.keys());

/** The public page of a post. */
export const scrapedPost = fromUpstream<PostAddress, PostFact>(SCRAPECREATORS, {
  name: 'scrapecreators',
  label: 'social_page',
  metered: 'calls',
  timeoutMs: SCRAPE_TIMEOUT_MS,
  async ask({ platform, url }, call) {
    const page = POST_PAGES.get(platform);
    if (!page) return null;
    const found = await readPage(call, {
      path: page.path,
      query: { url },
      // A page that tells neither who, nor what, nor how many is no post.
      schema: page.schema.refine(
        ({ authorName, authorHandle, caption, likes }) =>
          (authorName ?? authorHandle ?? caption ?? likes ?? null) !== null,
      ),
    });
    if (!found) return null;
    if ('hidden' in found) return postInState(found.hidden);
    return { ...postInState('live'), ...found.page };
  },
});
