import { ApiError } from './errors.ts';

const RETRY_AFTER_SECONDS = 1;

/** Name of an object, and the region in which a new one is placed. */
type ObjectRef = { id: string } & (
  | { region: DurableObjectLocationHint }
  | { caller: { region: DurableObjectLocationHint } }
);

/**
 * An object's refusal of a call, which its caller gets as a RangeError. The platform logs an error
 * that leaves an object as uncaught, so methods whose refusal is expected return it.
 */
export interface RefusedCall {
  refusedCall: string;
}

const isRefusedCall = (answer: unknown): answer is RefusedCall =>
  typeof answer === 'object' && answer !== null && 'refusedCall' in answer;

/**
 * RPC methods of a Durable Object class, typed from the class. The object's name is the first
 * argument, unless the method's own first parameter already names the object.
 */
export type ObjectStubs<Class> = {
  readonly [Verb in Exclude<keyof Class, 'alarm'> as Class[Verb] extends (
    ...args: never
  ) => Promise<unknown>
    ? Verb
    : never]: Class[Verb] extends (...args: infer Args) => infer Answer
    ? (
        ...args: Args extends [ObjectRef, ...unknown[]] ? Args : [id: string, ...args: Args]
      ) => Promise<Exclude<Awaited<Answer>, RefusedCall>>
    : never;
};

interface ObjectClass<Class> {
  prototype: Class;
  /** Methods that are never retried: not idempotent, or they end their object. */
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
 * Stubs of a class's objects. A failed call is retried once on a fresh stub, because a stub that
 * failed stays broken. Not retried: an overloaded object, and a RangeError, by which an object
 * refuses invalid arguments.
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
          const answer = await stub[verb]?.(...args);
          if (isRefusedCall(answer)) throw new RangeError(answer.refusedCall);
          return answer;
        } catch (cause) {
          // The runtime marks a call that it never delivered because too many are queued.
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

/** Size of a statement's rows, below the 2 MB limit of a bound value (Durable Objects, SQL). */
const STATEMENT_CHARS = 500_000;

/** Splits rows into JSON arrays, none longer than one statement may bind. */
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
 * @param into INSERT target and a SELECT from `value`
 * @param same values of its placeholders, the same for every row
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
