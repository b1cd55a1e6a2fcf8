import { ApiError } from '../../lib/errors.ts';
import type { AnyProduct } from '../product.ts';
import { isSourceUsable, isTableSource, type QuerySource, type Source } from '../source.ts';
import type { World } from '../world.ts';
import { classifyFailure } from './failure-codes.ts';
import { callSource, type SourcePorts, withTimeout } from './source-call.ts';
import { isFactSuppressed, withoutSuppressed } from './suppression-check.ts';

/**
 * A table of our own has to be read from storage: nothing to break for others, nothing to try
 * again.
 */
async function readTable<T>(
  { name, kind }: Pick<Source<never, T>, 'name' | 'kind'>,
  answer: Promise<T>,
) {
  const tooLate = () => new ApiError('UPSTREAM_TIMEOUT', `The source ${name} took too long.`);
  try {
    return await withTimeout(answer, tooLate);
  } catch (error) {
    throw classifyFailure(error, { name, kind });
  }
}

/** A fault in a compiled table is ours; one in an imported row is the source's. */
function askTable<Query, Fact>(source: Source<Query, Fact>, query: Query, world: World) {
  try {
    return source.ask(query, world);
  } catch (error) {
    throw source.kind === 'compiled' ? error : classifyFailure(error, source);
  }
}

/** Without waiting where the source knows at once. */
function isConfigured<Query, Fact>(
  source: Source<Query, Fact>,
  { world, forBulk = false }: SourcePorts,
): boolean | Promise<boolean> {
  const available = isSourceUsable(source, world, forBulk);
  if (typeof available === 'boolean') return available;
  return available.catch((error) => {
    throw classifyFailure(error, source);
  });
}

/** The fact, and what it rests on. */
export interface SourcedFact {
  fact: unknown;
  /** Labels of the kinds of data consulted, in the order the product declares them. */
  consulted: string[];
  /** Nothing but tables of our own was asked: the same tables give the same fact. */
  fromTables: boolean;
  /** No source it asked has failed: another try would find no more. */
  complete: boolean;
  /** It is about somebody nothing may be told about: nobody is found, and it is free. */
  suppressed?: true;
}

/** What is said instead of anything about a suppressed person. Nothing of it is stored. */
export const suppressedFact = ({ people }: AnyProduct): SourcedFact => ({
  fact: people?.emptyFact,
  consulted: [],
  fromTables: true,
  complete: true,
  suppressed: true,
});

/** A lookup's sources at work. */
export interface SourceResolution {
  /** @throws ApiError when a source fails: a failure is never a no-match */
  answer: Promise<SourcedFact>;
  /**
   * Resolves when the answer has to be waited for: a read, or a permission. Never, when it is there
   * at once.
   */
  needsIo: Promise<void>;
}

/**
 * Asks the product's sources: those that read a table at once, the others when they are permitted.
 * @param permitted resolves when what touches the network may be asked
 * @param suppressed whether the input names somebody nothing may be told about: then no source is
 * asked
 */
export function resolveSources(
  product: AnyProduct,
  input: unknown,
  ports: SourcePorts,
  permitted: Promise<void>,
  suppressed: boolean | Promise<boolean> = false,
): SourceResolution {
  const consulted = new Set<string>();
  let [fromTables, complete] = [true, true];
  let wait!: () => void;
  const waits = new Promise<void>((resolve) => {
    wait = resolve;
  });
  /** Tells the caller before it is waited for. */
  const waited = <T>(value: T | Promise<T>): T | Promise<T> => {
    if (value instanceof Promise) wait();
    return value;
  };
  async function askOne<Query, Fact>(source: Source<Query, Fact>, query: Query) {
    if (isTableSource(source)) {
      const answer = askTable(source, query, ports.world);
      if (!(answer instanceof Promise)) return answer;
      wait();
      return readTable(source, answer);
    }
    wait();
    await permitted;
    fromTables = false;
    return callSource(source, query, ports);
  }
  const { limitMs } = product;
  const tooLate = () => new ApiError('UPSTREAM_TIMEOUT', 'The lookup took too long.');
  let isLate = false;
  const ask: QuerySource = async (source, query) => {
    // Nobody waits any longer: another question would only cost.
    if (isLate) throw tooLate();
    const available = waited(isConfigured(source, ports));
    if (!(typeof available === 'boolean' ? available : await available)) return undefined;
    const answer = await askOne(source, query).catch((error: unknown) => {
      complete = false;
      throw error;
    });
    consulted.add(source.label);
    return answer;
  };
  const find = async (): Promise<SourcedFact> => {
    const isAbout = waited(suppressed);
    if (isAbout instanceof Promise ? await isAbout : isAbout) return suppressedFact(product);
    const resolved: unknown = await product.sources.resolve(input, ask);
    const kept = waited(withoutSuppressed(product, resolved, ports.world));
    const fact: unknown = kept instanceof Promise ? await kept : kept;
    const isNamed = waited(isFactSuppressed(product, fact, ports.world));
    if (isNamed instanceof Promise ? await isNamed : isNamed) return suppressedFact(product);
    const declared = product.sources.list.map(({ label }) => label);
    const inOrder = declared.filter((label) => consulted.has(label));
    return { fact, consulted: [...new Set([...inOrder, ...consulted])], fromTables, complete };
  };
  const inTime = (found: Promise<SourcedFact>) =>
    withTimeout(
      found,
      () => {
        isLate = true;
        return tooLate();
      },
      limitMs,
    );
  const answer = limitMs === undefined ? find() : inTime(find());
  // Whoever is refused meanwhile never looks at it.
  answer.catch(() => undefined);
  return { answer, needsIo: waits };
}
