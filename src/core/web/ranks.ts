/**
 * What the open lists of ranked domains say of one domain; null: it is not in that list, or the
 * list is not loaded.
 */
export interface RankRow {
  /** Place among the most visited. */
  tranco: { position: number; of: number } | null;
  /** Place by links, and the networks and addresses that link to it. */
  majestic: { position: number; of: number; subnets: number; addresses: number } | null;
  /** Places in the graph of links of a crawl: by harmonic centrality, and by page rank. */
  commonCrawl: { harmonic: number; pageRank: number; of: number } | null;
}

/** The lists that have been loaded, joined behind one question. */
export interface Ranks {
  /** Whether at least one is loaded. At once, except for an isolate's first question. */
  isLoaded(): boolean | Promise<boolean>;
  /** Names the current version of all. */
  version(): string | Promise<string>;
  /** @param domain registrable, A-labels @throws Error when a table cannot be read */
  find(domain: string): Promise<RankRow>;
}

/**
 * What a place in a list is worth: 0 to 100, logarithmic, as ranks by links and visits fall off
 * like a power.
 * @param of how many domains were ranked
 */
export function scoreOfPosition(position: number, of: number): number {
  const score = Math.round(100 * (1 - Math.log(position) / Math.log(of + 1)));
  return Math.min(100, Math.max(0, score));
}
