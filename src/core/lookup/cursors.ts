/** Where a search goes on: which source answered, and what that source calls the place. */
export interface SearchPlace {
  source: string;
  position: string;
}

/**
 * Makes cursors of searches and checks them: each is good for the query it was made for, and no
 * other.
 */
export interface Cursors {
  /** @returns null where there is no secret to sign with */
  make(query: string, place: SearchPlace): Promise<string | null>;
  /**
   * @returns null for a cursor that was altered, made for another query, or whose secret is gone
   */
  open(query: string, cursor: string): Promise<SearchPlace | null>;
}
