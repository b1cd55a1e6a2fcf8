import { createInterface } from 'node:readline';
import type { CallOptions, LookupApi } from '../client.js';
import { ApiError } from '../errors.js';
import { type Arguments, bodyOf, mainField, optionName } from './arguments.js';
import { EXIT, exitCodeOf, sentenceOf, UsageError } from './errors.js';
import { AnswerPrinter, formatOf, printOne } from './output.js';
import type { Product } from './product.js';

const AT_ONCE = 5;

type Call = (body: unknown, options: CallOptions) => Promise<unknown>;

/** Lines of standard input that hold something. */
async function* inputLines(): AsyncGenerator<string> {
  for await (const line of createInterface({ input: process.stdin }))
    if (line.trim() !== '') yield line.trim();
}

/** Asks a few at once, and gives the answers in order. */
async function* inOrder<Input, Result>(
  inputs: AsyncIterable<Input> | Iterable<Input>,
  call: (input: Input) => Promise<Result>,
): AsyncGenerator<Result> {
  const waiting: Promise<Result>[] = [];
  for await (const input of inputs) {
    const result = call(input);
    // Its failure is met when it is yielded; after another's it is not met at all.
    result.catch(() => undefined);
    waiting.push(result);
    if (waiting.length >= AT_ONCE) yield waiting.shift() as Promise<Result>;
  }
  yield* waiting;
}

/**
 * `lookup <product>`: one input, several, or the lines of standard input (`-`). Of several, what is
 * refused is an answer of its own, and the rest goes on; without key or credits nothing does.
 * @returns the exit code
 */
export async function runLookup(
  api: LookupApi,
  product: Product,
  args: Arguments,
  signal: AbortSignal,
): Promise<number> {
  const { values, positionals } = args;
  const format = formatOf(args);
  const call = (api as unknown as Record<string, Call>)[product.id] as Call;
  const ask = (input: string | null) => call.call(api, bodyOf(product, values, input), { signal });
  const [first = null, ...rest] = positionals;
  if (rest.length === 0 && first !== '-') {
    if (first === null && !product.fields.some((field) => optionName(field) in values))
      throw new UsageError(`${mainField(product).path} is missing`);
    printOne(await ask(first), format);
    return 0;
  }
  const printer = new AnswerPrinter(format);
  let exit = 0;
  const answers = inOrder(first === '-' ? inputLines() : positionals, (input) =>
    ask(input).catch((error: unknown) => {
      const code = exitCodeOf(error);
      if (code === EXIT.key || code === EXIT.credits || signal.aborted) throw error;
      exit ||= code;
      const reason = error instanceof ApiError ? error.code : 'NO_ANSWER';
      return { input, error: { code: reason, message: sentenceOf(error).split('\n')[0] } };
    }),
  );
  for await (const answer of answers) printer.add(answer);
  printer.end();
  return exit;
}
