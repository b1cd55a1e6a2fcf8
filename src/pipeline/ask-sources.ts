import { ApiError } from '../core/errors.ts';
import type { World } from '../core/ports.ts';
import type { AnyProduct } from '../core/product.ts';
import type { Ask } from '../core/source.ts';

/** Longest a source may take before the lookup is given up. */
const SOURCE_TIMEOUT_MS = 10_000;

async function within<T>(timeoutMs: number, name: string, work: T | Promise<T>): Promise<T> {
  if (!(work instanceof Promise)) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('UPSTREAM_TIMEOUT', `The source ${name} took too long.`)), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The fact, and the labels of the kinds of data it rests on. */
export interface Answer {
  fact: unknown;
  consulted: string[];
}

/** Asks the product's sources. @throws ApiError when a source fails: a failure is never a no-match. */
export async function askSources(product: AnyProduct, input: unknown, world: World): Promise<Answer> {
  const consulted = new Set<string>();
  const ask: Ask = async (source, query) => {
    const available = source.available(world);
    if (!(typeof available === 'boolean' ? available : await available)) return undefined;
    const answer = await within(SOURCE_TIMEOUT_MS, source.name, source.ask(query, world));
    consulted.add(source.label);
    return answer;
  };
  const fact: unknown = await product.sources.resolve(input, ask);
  return { fact, consulted: [...consulted] };
}
