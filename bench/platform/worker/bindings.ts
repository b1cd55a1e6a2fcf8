// Counting bindings of wrangler.toml, recognized by name, because `env` has no types.
import { LIMITS } from '../limits.ts';
import { breakLimit, count, remote } from './meter.ts';

// biome-ignore lint/suspicious/noExplicitAny: bindings are called by the names their callers used
type Any = any;

/** Replaces the named methods of a binding; all others are passed through. */
function over(target: Any, methods: Record<string, (...args: Any[]) => Any>): Any {
  return new Proxy(target, {
    get(_, name) {
      const method = Object.hasOwn(methods, name) ? methods[name as string] : undefined;
      if (method) return method;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
  return 0;
};

/** Counts queries and D1's reported rows; `raw` reports none, so its result is counted. */
function d1(database: D1Database): D1Database {
  const inner = new WeakMap<object, D1PreparedStatement>();
  const metered = <T extends { meta?: D1Meta }>(result: T): T => {
    count('d1RowsRead', result.meta?.rows_read ?? 0);
    count('d1RowsWritten', result.meta?.rows_written ?? 0);
    return result;
  };
  const query = <T>(work: () => Promise<T>): Promise<T> => {
    count('d1Queries');
    return remote('d1', work);
  };
  const statement = (own: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = over(own, {
      bind(...values) {
        const { most, source } = LIMITS.d1Parameters;
        if (values.length > most) breakLimit(`${values.length} bound parameters (${source})`);
        return statement(own.bind(...values));
      },
      run: () => query(async () => metered(await own.run())),
      all: () => query(async () => metered(await own.all())),
      raw: (options) =>
        query(async () => {
          const rows = await own.raw(options);
          count('d1RowsRead', rows.length);
          return rows;
        }),
      first: (column) =>
        query(async () => {
          count('d1RowsRead');
          return column === undefined ? own.first() : own.first(column);
        }),
    });
    inner.set(wrapped, own);
    return wrapped;
  };
  const session = (own: Any): Any =>
    over(own, {
      prepare(sql: string) {
        const { most, source } = LIMITS.d1StatementBytes;
        if (sql.length > most) breakLimit(`a statement of ${sql.length} bytes (${source})`);
        return statement(own.prepare(sql));
      },
      batch(statements: D1PreparedStatement[]) {
        count('d1Queries', statements.length);
        const own_ = statements.map((one) => inner.get(one) ?? one);
        return remote('d1', async () => (await own.batch(own_)).map(metered));
      },
      withSession: (...args: Any[]) => session(own.withSession(...args)),
    });
  return session(database);
}

function kv(namespace: KVNamespace): KVNamespace {
  const writtenAt = new Map<string, number>();
  return over(namespace, {
    get(key, ...rest) {
      count('kvReads', Array.isArray(key) ? key.length : 1);
      return remote('kv', () => (namespace.get as Any)(key, ...rest));
    },
    put(key: string, value: Any, ...rest) {
      count('kvWrites');
      const { most, source } = LIMITS.kvValueBytes;
      if (sizeOf(value) > most) breakLimit(`a KV value of ${sizeOf(value)} bytes (${source})`);
      const now = Date.now();
      if (now - (writtenAt.get(key) ?? 0) < LIMITS.kvWritePauseMs.least)
        breakLimit(`a KV key written twice in a second (${LIMITS.kvWritePauseMs.source})`);
      writtenAt.set(key, now);
      return remote('kv', () => namespace.put(key, value, ...rest));
    },
    delete(key) {
      count('kvWrites');
      return remote('kv', () => namespace.delete(key));
    },
  });
}

/** Writes and lists are class A, reads class B, deletes free (R2, "Pricing"). */
function r2(bucket: R2Bucket): R2Bucket {
  const classA = <T>(work: () => Promise<T>): Promise<T> => {
    count('r2ClassA');
    return remote('r2', work);
  };
  const classB = <T>(work: () => Promise<T>): Promise<T> => {
    count('r2ClassB');
    return remote('r2', work);
  };
  const upload = (own: R2MultipartUpload): R2MultipartUpload => {
    const sizes = new Map<number, number>();
    return over(own, {
      uploadPart(part: number, value: Any, ...rest) {
        sizes.set(part, sizeOf(value));
        return classA(() => (own.uploadPart as Any)(part, value, ...rest));
      },
      complete(parts: R2UploadedPart[]) {
        const written = parts.map(({ partNumber }) => sizes.get(partNumber) ?? null).slice(0, -1);
        const { r2Parts, r2PartBytes } = LIMITS;
        if (parts.length > r2Parts.most) breakLimit(`${parts.length} parts (${r2Parts.source})`);
        const [first] = written;
        for (const size of written) {
          if (size === null || first === null || first === undefined) continue;
          if (size !== first || size < r2PartBytes.least)
            breakLimit(`parts of ${first} and ${size} bytes (${r2PartBytes.source})`);
        }
        return classA(() => own.complete(parts));
      },
      abort: () => remote('r2', () => own.abort()),
    });
  };
  return over(bucket, {
    head: (key) => classB(() => bucket.head(key)),
    get: (key, options) => classB(() => bucket.get(key, options)),
    put: (...args) => classA(() => (bucket.put as Any)(...args)),
    list: (options) => classA(() => bucket.list(options)),
    delete: (keys) => remote('r2', () => bucket.delete(keys)),
    createMultipartUpload: async (key, options) =>
      upload(await classA(() => bucket.createMultipartUpload(key, options))),
    resumeMultipartUpload: (key, id) => upload(bucket.resumeMultipartUpload(key, id)),
  });
}

/** One operation per 64 KB written, read or deleted (Queues, "Pricing"). */
const QUEUE_UNIT_BYTES = 64_000;
const OPERATIONS_OF_A_MESSAGE = 3;

function queue(own: Queue): Queue {
  const note = (body: unknown): number => {
    const bytes = JSON.stringify(body).length;
    const { most, source } = LIMITS.queueMessageBytes;
    if (bytes > most) breakLimit(`a queue message of ${bytes} bytes (${source})`);
    count('queueOperations', Math.ceil(bytes / QUEUE_UNIT_BYTES) * OPERATIONS_OF_A_MESSAGE);
    return bytes;
  };
  return over(own, {
    send(body, options) {
      note(body);
      return remote(null, () => own.send(body, options));
    },
    sendBatch(messages, options) {
      const all = [...messages];
      const bytes = all.reduce((sum, { body }) => sum + note(body), 0);
      const { queueBatchMessages, queueBatchBytes } = LIMITS;
      if (all.length > queueBatchMessages.most || bytes > queueBatchBytes.most)
        breakLimit(`a batch of ${all.length} messages, ${bytes} bytes (${queueBatchBytes.source})`);
      return remote(null, () => own.sendBatch(all, options));
    },
  });
}

/** Calls of objects as subrequests; the billed object request is counted where the call arrives. */
function objects(namespace: Any): Any {
  const stub = (own: Any): Any =>
    new Proxy(own, {
      get(_, name) {
        if (name === 'id' || name === 'name') return own[name];
        if (typeof name === 'symbol' || name === 'then') return undefined;
        return (...args: unknown[]) => remote('object', async () => own[name](...args));
      },
    });
  return over(namespace, {
    get: (...args) => stub(namespace.get(...args)),
    getByName: (...args) => stub(namespace.getByName(...args)),
  });
}

const KINDS: readonly [RegExp, (binding: Any) => Any][] = [
  [/^(DB|RECORDS)$/, d1],
  [/^CACHE$/, kv],
  [/^(DATA|RESULTS|HISTORY)$/, r2],
  [/_QUEUE$/, queue],
];

const wrapped = new WeakMap<object, object>();

function wrap(name: string, binding: unknown): unknown {
  if (typeof binding !== 'object' || binding === null) return binding;
  const known = wrapped.get(binding);
  if (known) return known;
  const of =
    KINDS.find(([pattern]) => pattern.test(name))?.[1] ??
    ('idFromName' in binding ? objects : null);
  if (!of) throw new Error(`${name}: a binding the platform bench does not count`);
  const counting = of(binding);
  wrapped.set(binding, counting);
  return counting;
}

/** An environment with counting bindings. */
export const countEnv = <T extends object>(env: T): T =>
  Object.fromEntries(
    Object.entries(env).map(([name, binding]) => [name, wrap(name, binding)]),
  ) as T;
