import type { Upstream } from '../upstream/upstream.ts';

/**
 * The operator's own metasearch server. Public instances forbid use by programs, so there is no
 * public host.
 */
export const SEARXNG: Upstream = { name: 'SEARXNG', hosts: [] };
