import type { Upstream } from '../upstream/upstream.ts';

/** What platforms tell of one post for embedding it (oembed.com): author and text, no counts. */
export const OEMBED: Upstream = {
  name: 'OEMBED',
  hosts: ['www.youtube.com', 'www.tiktok.com', 'publish.twitter.com', 'www.pinterest.com'],
  hostInPath: true,
  statuses: { 404: 'none' },
};
