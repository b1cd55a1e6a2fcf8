import { ApiError } from '../core/errors.ts';
import type { AnyProduct } from '../core/product.ts';
import type { Ask, Source } from '../core/source.ts';
import { type AskPorts, callSource, SOURCE_TIMEOUT_MS } from './call-source.ts';
import { classifyFailure } from './classify-failure.ts';

/** A compiled table may still have to be read from storage. */
async function withinTime<T>(name: string, answer: Promise<T>): Promise<T> {
  let timer!: ReturnType<typeof setTimeout>;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ApiError('UPSTREAM_TIMEOUT', `The source ${name} took too long.`)),
      SOURCE_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Compiled data ships with the Worker: nothing to break, nothing to try again, usually nothing to wait for. */
function readCompiled<Query, Fact>(
  source: Source<Query, Fact>,
  query: Query,
  { world }: AskPorts,
): Fact | null | Promise<Fact | null> {
  const answer = source.ask(query, world);
  return answer instanceof Promise ? withinTime(source.name, answer) : answer;
}

/** Without waiting where the source knows at once. */
function configured<Query, Fact>(
  source: Source<Query, Fact>,
  { world }: AskPorts,
): boolean | Promise<boolean> {
  const available = source.available(world);
  if (typeof available === 'boolean') return available;
  return available.catch((error) => {
    throw classifyFailure(error, source);
  });
}

/** The fact, and the labels of the kinds of data it rests on. */
export interface Answer {
  fact: unknown;
  consulted: string[];
}

/** Asks the product's sources. @throws ApiError when a source fails: a failure is never a no-match. */
export async function askSources(
  product: AnyProduct,
  input: unknown,
  ports: AskPorts,
): Promise<Answer> {
  const consulted = new Set<string>();
  const ask: Ask = async (source, query) => {
    const available = configured(source, ports);
    if (!(typeof available === 'boolean' ? available : await available)) return undefined;
    const answer = await (source.kind === 'compiled'
      ? readCompiled(source, query, ports)
      : callSource(source, query, ports));
    consulted.add(source.label);
    return answer;
  };
  const fact: unknown = await product.sources.resolve(input, ask);
  return { fact, consulted: [...consulted] };
}
