import type { Upstream } from '../upstream/upstream.ts';

/**
 * Pages that platforms serve for embedding and for visitors without an account. Their terms forbid
 * collection at scale, so they are off until the operator opts in, and bulk jobs do not read them.
 */
export const EMBED_PAGES: Upstream = {
  name: 'EMBED_PAGES',
  hosts: ['www.tiktok.com', 'www.snapchat.com'],
  hostInPath: true,
  adds: '`1` lets profile checks read the pages that TikTok and Snapchat serve for embedding',
  optIn: 'SOCIAL_PAGES',
  pace: { limit: 1, perMs: 1_000, notInBulk: true },
};
