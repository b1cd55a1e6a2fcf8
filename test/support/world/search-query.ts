import type { SearchQuery } from '../../../src/domain/web/search-engine.ts';

/** The first page of results in the United States, in English. */
export const inUnitedStates = (text: string): SearchQuery => ({
  text,
  country: 'US',
  language: 'en',
  page: 1,
});
