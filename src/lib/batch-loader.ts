/**
 * A batch closes after this many microtasks without a new key. Lookups that start together ask
 * after different numbers of awaits; waiting for a hundred costs a few microseconds.
 */
const QUIET_MICROTASKS = 100;

/**
 * Batch loader: keys asked for in one tick of the event loop are read together, each once. A batch
 * belongs to one request: workerd drains microtasks before it leaves a request's I/O context, so no
 * read waits for another request's I/O. A timer would not do: other requests run before it fires.
 * @param readMany given at most `limit` keys; what it leaves out is undefined
 */
export function batchLoader<Answer>(
  readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
  limit: number,
): (key: string) => Promise<Answer | undefined> {
  let open: { keys: Set<string>; answers: Promise<ReadonlyMap<string, Answer>> } | null = null;

  async function readOnceQuiet(keys: Set<string>): Promise<ReadonlyMap<string, Answer>> {
    for (let quiet = 0, known = 0; quiet < QUIET_MICROTASKS; quiet++) {
      await null;
      if (keys.size > known) quiet = 0;
      known = keys.size;
    }
    if (open?.keys === keys) open = null;
    return readMany([...keys]);
  }

  return async (key) => {
    if (!open || (open.keys.size >= limit && !open.keys.has(key))) {
      const keys = new Set<string>();
      open = { keys, answers: readOnceQuiet(keys) };
    }
    open.keys.add(key);
    return (await open.answers).get(key);
  };
}

/** Collects items until `closed` resolves, then sends them as one call. */
export function batchedCalls<Item, Answer>(
  closed: () => Promise<unknown>,
  send: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  let open: { items: Item[]; answers: Promise<readonly Answer[]> } | null = null;
  async function sendOnceClosed(items: Item[]) {
    await closed();
    open = null;
    return send(items);
  }
  return async (item) => {
    if (!open) {
      const items: Item[] = [];
      open = { items, answers: sendOnceClosed(items) };
    }
    const at = open.items.push(item) - 1;
    return (await open.answers)[at] as Answer;
  };
}
