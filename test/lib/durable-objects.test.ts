import { expect, it, vi } from 'vitest';
import { objectStubs } from '../../src/lib/durable-objects.ts';

const REF = { id: 'one', region: 'weur' } as const;
type Ref = { id: string; region: 'weur' };

class Counter {
  static readonly once: readonly (keyof Counter)[] = ['draw'];
  declare readonly __DURABLE_OBJECT_BRAND: never;
  async add(count: number): Promise<number> {
    return count;
  }
  async draw(): Promise<number> {
    return 1;
  }
  async open(ref: Ref, name: string): Promise<string> {
    return `${ref.id} ${name}`;
  }
}

/** Stubs of objects the first calls of which fail with these. */
function counters(...failures: unknown[]) {
  const opened: unknown[] = [];
  const calls = vi.fn();
  const method =
    (name: keyof Counter) =>
    async (...args: unknown[]) => {
      calls(name, ...args);
      if (failures.length > 0) throw failures.shift();
      return Reflect.apply(Counter.prototype[name], null, args);
    };
  const namespace = {
    idFromName: (name: string) => name,
    get: (...args: unknown[]) => {
      opened.push(args);
      return { add: method('add'), draw: method('draw'), open: method('open') };
    },
  } as unknown as DurableObjectNamespace<Counter>;
  return { stubs: objectStubs(namespace, Counter), opened, calls };
}

it('names the object first, and takes its place from an argument that has one', async () => {
  const { stubs, opened, calls } = counters();
  expect(await stubs.add('one', 2)).toBe(2);
  expect(await stubs.open(REF, 'first')).toBe('one first');
  expect(opened).toEqual([['one'], ['one', { locationHint: 'weur' }]]);
  expect(calls.mock.calls).toEqual([
    ['add', 2],
    ['open', REF, 'first'],
  ]);
});

it('makes a call that broke once more, on a stub of its own', async () => {
  const { stubs, opened } = counters(new Error('gone'));
  expect(await stubs.add('one', 2)).toBe(2);
  expect(opened).toHaveLength(2);
  const broken = counters(new Error('gone'), new Error('gone again'));
  await expect(broken.stubs.add('one', 2)).rejects.toThrow('gone again');
  expect(broken.calls).toHaveBeenCalledTimes(2);
});

it.each([
  ['was refused for its arguments', new RangeError('too many'), 'add'],
  ['is not idempotent', new Error('gone'), 'draw'],
] as const)('does not repeat a call that %s', async (_, failure, verb) => {
  const { stubs, calls } = counters(failure);
  await expect(stubs[verb]('one', 1)).rejects.toBe(failure);
  expect(calls).toHaveBeenCalledOnce();
});

it('says SERVICE_BUSY of an overloaded object, and does not repeat the call', async () => {
  const { stubs, calls } = counters(Object.assign(new Error('busy'), { overloaded: true }));
  await expect(stubs.add('one', 2)).rejects.toMatchObject({
    code: 'SERVICE_BUSY',
    headers: { 'Retry-After': '1' },
  });
  expect(calls).toHaveBeenCalledOnce();
});
