/** What a search engine answers to a query. */
export interface SearchResults {
  /** Best first. */
  organic: { position: number; title: string; link: string }[];
  peopleAlsoAsk: string[];
  relatedSearches: string[];
}

/** More would be another page. */
const MAX_RESULTS = 100;

/**
 * Results numbered in the order given: what has no title or web address is left out, and so is an
 * address that came
 * before.
 */
export function numbered(
  results: readonly { title: string | null; link: string | null }[],
): SearchResults['organic'] {
  const links = new Set<string>();
  const organic: SearchResults['organic'] = [];
  for (const { title, link } of results) {
    if (title === null || link === null || !/^https?:\/\//i.test(link) || links.has(link)) continue;
    links.add(link);
    organic.push({ position: organic.length + 1, title, link });
    if (organic.length === MAX_RESULTS) break;
  }
  return organic;
}
