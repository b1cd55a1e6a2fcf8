import { ApiError } from './errors.ts';

const RETRY_AFTER_SECONDS = 1;

/** Names an object, and the region in which a new one is placed. */
type ObjectRef = { id: string } & (
  | { region: DurableObjectLocationHint }
  | { caller: { region: DurableObjectLocationHint } }
);

/**
 * The methods of all objects of a class, called by RPC. The object's name comes first; a method
 * whose first parameter names the object takes it from there.
 */
export type ObjectStubs<Class> = {
  readonly [Verb in Exclude<keyof Class, 'alarm'> as Class[Verb] extends (
    ...args: never
  ) => Promise<unknown>
    ? Verb
    : never]: Class[Verb] extends (...args: infer Args) => infer Answer
    ? (
        ...args: Args extends [ObjectRef, ...unknown[]] ? Args : [id: string, ...args: Args]
      ) => Answer
    : never;
};

interface ObjectClass<Class> {
  prototype: Class;
  /** Methods that are not idempotent, or end their object: they are called once. */
  once?: readonly (keyof Class)[];
}

function methodNames(prototype: object): string[] {
  const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  const base = Object.getPrototypeOf(prototype) as object;
  return base === Object.prototype ? names : [...names, ...methodNames(base)];
}

function openStub<Class extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<Class>,
  ref: string | ObjectRef,
): DurableObjectStub<Class> {
  if (typeof ref === 'string') return objects.get(objects.idFromName(ref));
  const locationHint = 'region' in ref ? ref.region : ref.caller.region;
  return objects.get(objects.idFromName(ref.id), { locationHint });
}

/**
 * Stubs of a class's objects. A call that broke is made once more, on a fresh stub as one that
 * failed stays broken; not where the object is overloaded, and not after a RangeError: what the
 * object refused for its arguments it would refuse again.
 * @throws ApiError SERVICE_BUSY when the object is overloaded
 */
export function objectStubs<Class extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<Class>,
  { prototype, once = [] }: ObjectClass<Class>,
): ObjectStubs<Class> {
  const stubOf = (verb: string) => {
    const attempts = once.includes(verb as keyof Class) ? 1 : 2;
    return async (ref: string | ObjectRef, ...rest: unknown[]): Promise<unknown> => {
      const args = typeof ref === 'string' ? rest : [ref, ...rest];
      for (let attempt = 1; ; attempt++) {
        const stub = openStub(objects, ref) as unknown as Record<
          string,
          (...args: unknown[]) => Promise<unknown>
        >;
        try {
          return await stub[verb]?.(...args);
        } catch (cause) {
          // The runtime's mark on a call it never delivered: the object has too many waiting.
          if ((cause as { overloaded?: unknown } | null)?.overloaded === true)
            throw new ApiError('SERVICE_BUSY', undefined, {
              retryAfterSeconds: RETRY_AFTER_SECONDS,
              cause,
            });
          if (attempt === attempts || cause instanceof RangeError) throw cause;
        }
      }
    };
  };
  return Object.fromEntries(
    methodNames(prototype).map((verb) => [verb, stubOf(verb)]),
  ) as ObjectStubs<Class>;
}

/** A bound value may have 2 MB (Durable Objects, SQL limits); a statement's rows are cut below. */
const STATEMENT_CHARS = 500_000;

/** Rows as JSON arrays, none longer than one statement may carry. */
export function* jsonBatches(rows: Iterable<unknown>): Iterable<string> {
  let batch: string[] = [];
  let chars = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (batch.length > 0 && chars + text.length > STATEMENT_CHARS) {
      yield `[${batch.join(',')}]`;
      batch = [];
      chars = 0;
    }
    batch.push(text);
    chars += text.length;
  }
  if (batch.length > 0) yield `[${batch.join(',')}]`;
}

/**
 * Upserts rows by their key.
 * @param into a table, and a SELECT of `value`
 * @param same values of the placeholders in it, the same for every row
 */
export function putRows(
  sql: SqlStorage,
  into: string,
  rows: Iterable<unknown>,
  same: readonly SqlStorageValue[] = [],
): void {
  for (const batch of jsonBatches(rows))
    sql.exec(`INSERT OR REPLACE INTO ${into} FROM json_each(?)`, ...same, batch);
}
