import * as z from 'zod';
import { positionOf, type Search, type SearchPage } from '../../core/lookup/search-cursor.ts';
import type { SocialRow, SocialSearch } from '../../core/social/facts.ts';
import { moment, parts, text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { BLUESKY } from './client.ts';

const NAME = 'bluesky';
const ROWS = 25;

const actor = z.object({
  did: z.string(),
  handle: z.string(),
  displayName: text,
  description: text,
  createdAt: moment,
  labels: parts({ val: text }),
});

const rowOf = (one: z.output<typeof actor>): SocialRow => ({
  id: one.did,
  url: `https://bsky.app/profile/${one.handle}`,
  caption: one.description,
  authorHandle: one.handle,
  authorName: one.displayName,
  likes: null,
  views: null,
  postedAt: null,
});

/** People of the network by their names and what they say of themselves; its posts cannot be searched without an account. */
export const blueskyPeople = fromUpstream<Search<SocialSearch>, SearchPage<SocialRow>>(BLUESKY, {
  name: NAME,
  label: 'social_platform',
  idempotent: true,
  async ask(search, call, world) {
    const cursor = await positionOf(search, world);
    const reply = await call({
      path: '/xrpc/app.bsky.actor.searchActors',
      query: { q: search.filters.text, limit: ROWS, cursor },
      schema: z.object({ actors: z.array(actor), cursor: text }),
    });
    if (!reply || reply.actors.length === 0) return null;
    const shown = reply.actors.filter(
      ({ labels }) => !labels.some(({ val }) => val === '!no-unauthenticated'),
    );
    const place = reply.cursor && { source: NAME, position: reply.cursor };
    const nextCursor = place ? await world.cursors.make(search.query, place) : null;
    return { rows: shown.map(rowOf), nextCursor, total: null };
  },
});
