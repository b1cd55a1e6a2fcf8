// Durable Objects that count rows, alarms, calls, and the time each is kept awake.
import { DurableObject as Native } from 'cloudflare:workers';
import { LIMITS } from '../limits.ts';
import { countEnv } from './bindings.ts';
import { breakLimit, count, currentObject, invoke, type ObjectLife, stir } from './meter.ts';

// biome-ignore lint/suspicious/noExplicitAny: states and classes of several shapes
type Any = any;

const natives = new WeakMap<object, DurableObjectState>();

const passing = (target: Any, own: Record<string, unknown>): Any =>
  new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(own, name)) return own[name as string];
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

const bytesOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : value instanceof ArrayBuffer ? value.byteLength : 0;

function countSql(sql: SqlStorage): SqlStorage {
  return passing(sql, {
    exec(query: string, ...values: unknown[]) {
      const { most, source } = LIMITS.objectRowBytes;
      if (values.some((value) => bytesOf(value) > most))
        breakLimit(`a bound value above ${most} bytes (${source})`);
      if (values.length > LIMITS.objectParameters.most)
        breakLimit(`${values.length} bound values (${LIMITS.objectParameters.source})`);
      const cursor = (sql.exec as Any)(query, ...values);
      // A cursor's row counts are complete once it has been read, before anything else runs.
      queueMicrotask(() => {
        count('objectRowsRead', cursor.rowsRead);
        count('objectRowsWritten', cursor.rowsWritten);
      });
      return cursor;
    },
  });
}

/** Setting an alarm is billed as a row written (Durable Objects, "Pricing"). */
function countStorage(storage: DurableObjectStorage): DurableObjectStorage {
  const row =
    (name: string) =>
    (...args: unknown[]) => {
      count('objectRowsWritten');
      return (storage as Any)[name](...args);
    };
  return passing(storage, {
    sql: countSql(storage.sql),
    setAlarm: row('setAlarm'),
    deleteAlarm: row('deleteAlarm'),
    put: row('put'),
    delete: row('delete'),
  });
}

function countState(state: DurableObjectState): DurableObjectState {
  const counting = passing(state, { storage: countStorage(state.storage) });
  natives.set(counting, state);
  return counting;
}

/** Base class of the service's objects: the runtime's own, over a counting state. */
export class DurableObject extends Native {
  constructor(state: DurableObjectState, env: unknown) {
    super(natives.get(state) ?? state, env as never);
    Object.assign(this, { ctx: state, env });
  }
}

/** Methods of a class and its base classes, without the runtime's. */
function methodsOf(Class: Any): Set<string> {
  const names = new Set<string>();
  for (let at = Class.prototype; at !== DurableObject.prototype; at = Object.getPrototypeOf(at))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function' && name !== 'constructor') names.add(name);
  return names;
}

/** A counting subclass: each call of a method is an invocation. */
export function countObject(Class: Any, name: string): Any {
  const lives = new WeakMap<object, ObjectLife>();
  class Counting extends Class {
    constructor(state: DurableObjectState, env: object) {
      super(countState(state), countEnv(env));
      lives.set(this, { pending: 0, since: 0 });
    }

    /** Runs the alarm by hand after the clock has been moved. */
    wake(): Promise<void> {
      return (this as Any).alarm();
    }
  }
  for (const method of methodsOf(Class)) {
    Object.defineProperty(Counting.prototype, method, {
      value(this: Any, ...args: unknown[]) {
        const life = lives.get(this) ?? null;
        const work = () => Class.prototype[method].apply(this, args);
        // A call from another method of the object, or from its constructor, does not cross the
        // network.
        if (!life || currentObject() === life) return work();
        return invoke(`${name}.${method}`, 'objectRequests', life, work);
      },
    });
  }
  return Counting;
}

/**
 * Counts timers as pending work: an object cannot sleep while one is set ("Lifecycle of a Durable
 * Object").
 */
export function watchTimers(): void {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const pending = new Map<unknown, ObjectLife>();
  const over = (timer: unknown) => {
    const life = pending.get(timer);
    if (life && pending.delete(timer)) stir(life, -1);
  };
  (globalThis as Any).setTimeout = (work: Any, ms?: number, ...args: unknown[]) => {
    const life = currentObject();
    if (!life) return set(work, ms, ...args);
    const timer = set(() => {
      over(timer);
      work(...args);
    }, ms);
    pending.set(timer, life);
    stir(life, 1);
    return timer;
  };
  (globalThis as Any).clearTimeout = (timer: Any) => {
    over(timer);
    clear(timer);
  };
}
