/** An answer that is one page of many. */
export interface Page {
  pagination: { next_cursor: string | null };
  /** False of results that end at a row that has not ended. */
  complete?: boolean;
}

/** Pause before the rest of a list whose rows are still being looked up. */
const OPEN_LIST_MS = 2_000;

/** A list that is read page by page, as far as it is iterated. Iterating begins at its start. */
export class Pages<Entry, Answer> implements AsyncIterable<Entry> {
  readonly #read: (cursor: string | null) => Promise<Answer>;
  readonly #entries: string;

  constructor(read: (cursor: string | null) => Promise<Answer>, entries: string) {
    this.#read = read;
    this.#entries = entries;
  }

  /** The first page alone, as the service answers it. */
  page(): Promise<Answer> {
    return this.#read(null);
  }

  /** Page by page. */
  async *pages(): AsyncGenerator<Answer, void, undefined> {
    let cursor: string | null = null;
    do {
      const answer: Answer = await this.#read(cursor);
      yield answer;
      const { pagination, complete } = answer as Page;
      cursor = pagination.next_cursor;
      if (complete === false) await new Promise((resolve) => setTimeout(resolve, OPEN_LIST_MS));
    } while (cursor !== null);
  }

  /** Entry by entry. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Entry, void, undefined> {
    for await (const answer of this.pages())
      yield* (answer as Record<string, Entry[]>)[this.#entries] ?? [];
  }
}
