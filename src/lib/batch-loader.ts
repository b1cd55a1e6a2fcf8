/**
 * Microtasks without a new question after which everyone who was going to ask in this turn has
 * asked. Lookups that start together come to their question after different numbers of awaits; a
 * hundred cost a few microseconds.
 */
const QUIET_MICROTASKS = 100;

/**
 * Reads what is asked for in one turn of the event loop together, each key once. A turn belongs to
 * one request: workerd drains microtasks before it leaves a request's I/O context, so no read waits
 * for another request's I/O. A timer would not do: other requests run before it fires.
 * @param readMany given at most `limit` keys; what it leaves out is answered with undefined
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
