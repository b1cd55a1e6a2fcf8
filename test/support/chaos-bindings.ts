import { runInDurableObject } from 'cloudflare:test';
import { vi } from 'vitest';
import { type Chaos, type ChaosQueue, type Fault, InjectedFault } from './chaos.ts';

type Call = (...args: unknown[]) => unknown;
type Step = <T>(kind: string, work: () => Promise<T>) => Promise<T>;

/**
 * A database each of whose statements and batches goes through `step`, which may fail before or
 * after it.
 */
export function steppedDatabase(binding: D1Database, step: Step): D1Database {
  const real = new WeakMap<object, D1PreparedStatement>();
  function wrapped(statement: D1PreparedStatement): D1PreparedStatement {
    const proxy = new Proxy(statement, {
      get: (target, name: keyof D1PreparedStatement) =>
        name === 'bind'
          ? (...values: unknown[]) => wrapped(target.bind(...values))
          : (...args: unknown[]) =>
              step(
                name,
                () => Reflect.apply(target[name] as Call, target, args) as Promise<unknown>,
              ),
    });
    real.set(proxy, statement);
    return proxy;
  }
  const unwrap = (statement: D1PreparedStatement) => real.get(statement) ?? statement;
  return {
    prepare: (query: string) => wrapped(binding.prepare(query)),
    batch: (statements: D1PreparedStatement[]) =>
      step('batch', () => binding.batch(statements.map(unwrap))),
  } as unknown as D1Database;
}

/** Errors before a statement or batch, and after its commit. */
export const chaosDatabase = (chaos: Chaos, binding: D1Database): D1Database =>
  steppedDatabase(binding, (_, work) => chaos.step('d1_error', 'd1_lost_reply', work));

/** Like {@link chaosDatabase}, where a simulation decides itself when a fault strikes. */
export const strikingDatabase = (
  strikes: (fault: Fault) => boolean,
  binding: D1Database,
): D1Database =>
  steppedDatabase(binding, async (_, work) => {
    if (strikes('d1_error')) throw new InjectedFault('d1_error');
    const answer = await work();
    if (strikes('d1_lost_reply')) throw new InjectedFault('d1_lost_reply');
    return answer;
  });

/** The same object, the calls of which go through a step. */
function stepped<T extends object>(
  target: T,
  step: (name: string, work: () => unknown) => unknown,
): T {
  return new Proxy(target, {
    get(real, name: string) {
      const member = Reflect.get(real, name) as unknown;
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => step(name, () => Reflect.apply(member as Call, real, args));
    },
  });
}

const READS_OF_R2 = ['get', 'head', 'list'];

/** Reads that fail; writes and deletions that fail, or lose their reply; uploads in parts too. */
export function chaosBucket(chaos: Chaos, bucket: R2Bucket): R2Bucket {
  const write = <T>(work: () => T) =>
    chaos.step('r2_write_error', 'r2_lost_reply', work as () => Promise<T>);
  const upload = (real: R2MultipartUpload): R2MultipartUpload =>
    stepped(real, (_, work) => write(work));
  return stepped(bucket, (name, work) => {
    if (READS_OF_R2.includes(name)) return chaos.step('r2_read_error', null, work);
    if (name === 'resumeMultipartUpload') return upload(work() as R2MultipartUpload);
    if (name !== 'createMultipartUpload') return write(work);
    return write(work as () => Promise<R2MultipartUpload>).then(async (real) => upload(await real));
  });
}

/** The calls of a binding, bound to it, so that they stay what they are when it is changed. */
const boundCalls = <T extends object>(binding: T, names: readonly (keyof T)[]): T =>
  Object.fromEntries(
    names.map((name) => [name, (binding[name] as Call).bind(binding)]),
  ) as unknown as T;

const BUCKET_CALLS = ['get', 'head', 'list', 'put', 'delete'] as const;
const DATABASE_CALLS = ['prepare', 'batch'] as const;

/**
 * Injects the faults of stores into the bindings themselves, which objects share with the Worker.
 * @returns takes them out again
 */
export function injectIntoStores(
  chaos: Chaos,
  { databases, buckets }: { databases: readonly D1Database[]; buckets: readonly R2Bucket[] },
): () => void {
  const replace = <T extends object>(binding: T, faulty: T, names: readonly (keyof T)[]) =>
    names.map((name) => {
      const call = vi.spyOn(binding as Record<string, Call>, name as string);
      call.mockImplementation(faulty[name] as Call);
      return () => call.mockRestore();
    });
  const replaced = [
    ...databases.flatMap((binding) => {
      const faulty = chaosDatabase(chaos, boundCalls(binding, DATABASE_CALLS));
      return replace(binding, faulty, DATABASE_CALLS);
    }),
    ...buckets.flatMap((binding) =>
      replace(binding, chaosBucket(chaos, boundCalls(binding, BUCKET_CALLS)), BUCKET_CALLS),
    ),
  ];
  return () => {
    for (const restore of replaced) restore();
  };
}

/** Reads that fail or are of the time before the last write, and writes that fail. */
export function chaosKv(chaos: Chaos, kv: KVNamespace): KVNamespace {
  /** What a key held before its last write. */
  const before = new Map<string, string | null>();
  const stale = (key: string, type: unknown): unknown => {
    const text = before.get(key) ?? null;
    return text !== null && type === 'json' ? JSON.parse(text) : text;
  };
  async function get(keys: string | string[], type: 'json' | 'text'): Promise<unknown> {
    const isStale = (key: string) => before.has(key) && chaos.strikes('kv_stale_read');
    if (typeof keys === 'string')
      return isStale(keys) ? stale(keys, type) : kv.get(keys, type as 'text');
    const found = await kv.get<unknown>(keys, type as 'json');
    return new Map(
      [...found].map(([key, value]) => [key, isStale(key) ? stale(key, type) : value]),
    );
  }
  return {
    get: (keys: string | string[], type: 'json') =>
      chaos.step('kv_read_error', null, () => get(keys, type)),
    put: (key: string, ...rest: [string, KVNamespacePutOptions]) =>
      chaos.step('kv_write_error', null, async () => {
        before.set(key, await kv.get(key));
        await kv.put(key, ...rest);
      }),
    delete: (key: string) =>
      chaos.step('kv_write_error', null, async () => {
        before.set(key, await kv.get(key));
        await kv.delete(key);
      }),
  } as unknown as KVNamespace;
}

/** Ends an object as a crash would: at once, whatever it had in memory or planned. */
export const stopObject = (stub: DurableObjectStub): Promise<void> =>
  runInDurableObject(stub, (_, state) =>
    state.abort(new InjectedFault('object_eviction').message),
  ).then(
    () => undefined,
    () => undefined,
  );

/** The same namespace, each stub of which is what `open` makes of it. */
const overStubs = <T extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<T>,
  open: (stub: DurableObjectStub<T>) => DurableObjectStub<T>,
): DurableObjectNamespace<T> =>
  new Proxy(namespace, {
    get: (target, name: string) => {
      const member = Reflect.get(target, name) as Call;
      if (name !== 'get' && name !== 'getByName') return member.bind(target);
      return (...args: unknown[]) =>
        open(Reflect.apply(member, target, args) as DurableObjectStub<T>);
    },
  });

/**
 * Calls that never arrive or lose their reply, and objects stopped in the middle of a call, or
 * between two calls of one request.
 */
export function chaosNamespace<T extends Rpc.DurableObjectBranded>(
  chaos: Chaos,
  namespace: DurableObjectNamespace<T>,
): DurableObjectNamespace<T> {
  const faults: [Fault, Fault] = ['object_error', 'object_lost_reply'];
  const open = (stub: DurableObjectStub<T>) =>
    new Proxy(stub, {
      get: (target, name: string) => {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) =>
          chaos.step(...faults, async () => {
            const reply = Reflect.apply(member as Call, target, args) as Promise<unknown>;
            if (chaos.strikes('object_eviction_between')) {
              const answer = await reply;
              await stopObject(target as DurableObjectStub);
              return answer;
            }
            if (!chaos.strikes('object_eviction')) return reply;
            const stopped = stopObject(target as DurableObjectStub);
            const [outcome] = await Promise.allSettled([reply, stopped]);
            if (outcome.status === 'rejected') throw outcome.reason;
            return outcome.value;
          });
      },
    });
  return overStubs(namespace, open);
}

/**
 * The same namespace, whose object is stopped under the first call: before it arrives, or when it
 * is done and its reply on its way. That stub stays broken; the next one reaches the object anew.
 */
export function brokenOnce<T extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<T>,
  when: 'before' | 'after',
): DurableObjectNamespace<T> {
  let opened = 0;
  return overStubs(namespace, (stub) => {
    opened += 1;
    if (opened > 1) return stub;
    return stepped(stub, async (_, work) => {
      if (when === 'after') await work();
      await stopObject(stub as DurableObjectStub);
      return work();
    });
  });
}

/** The same namespace. @param onName called with the name of each object that is opened */
export const watchedNamespace = <T extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<T>,
  onName: (name: string) => void,
): DurableObjectNamespace<T> =>
  new Proxy(namespace, {
    get: (target, name: string) => {
      const member = Reflect.get(target, name) as Call;
      if (name !== 'idFromName') return member.bind(target);
      return (of: string) => {
        onName(of);
        return target.idFromName(of);
      };
    },
  });

type Named = Readonly<Record<string, unknown>>;

/** Queues of simulations by the ids their messages name, for each binding. */
const captured = new WeakMap<object, Map<unknown, ChaosQueue<Named>>>();

/**
 * Messages that name this id go to the simulation's queue, from the Worker as from objects: these
 * share the binding's object. Others go where they went.
 */
export function captureMessages<Body>(
  binding: Queue<Body>,
  id: string,
  queue: ChaosQueue<Body>,
): void {
  let owners = captured.get(binding);
  if (!owners) {
    owners = new Map();
    captured.set(binding, owners);
    divert(binding as unknown as Queue<Named>, owners);
  }
  owners.set(id, queue as unknown as ChaosQueue<Named>);
}

function divert(binding: Queue<Named>, owners: ReadonlyMap<unknown, ChaosQueue<Named>>): void {
  const sendBatch = binding.sendBatch.bind(binding);
  const ownerOf = (body: Named) =>
    Object.values(body).flatMap((value) => owners.get(value) ?? [])[0] ?? null;
  const divertAll = async (messages: Iterable<MessageSendRequest<Named>>) => {
    const byOwner = Map.groupBy(messages, ({ body }) => ownerOf(body));
    for (const [owner, own] of byOwner) await (owner?.binding.sendBatch ?? sendBatch)(own);
  };
  Object.assign(binding, {
    sendBatch: divertAll,
    send: (body: Named, options?: QueueSendOptions) => divertAll([{ body, ...options }]),
  });
}
