import { createInterface } from 'node:readline';
import type { CallOptions, LookupApi } from '../client.js';
import { ApiError } from '../errors.js';
import { type Arguments, bodyOf, mainField, optionName } from './arguments.js';
import { EXIT, exitCodeOf, sentenceOf, UsageError } from './errors.js';
import { AnswerPrinter, formatOf, printOne } from './output.js';
import type { Product } from './product.js';

const AT_ONCE = 5;

type Call = (body: unknown, options: CallOptions) => Promise<unknown>;

/** Lines of standard input that hold something, until the signal. */
async function* inputLines(signal: AbortSignal): AsyncGenerator<string> {
  for await (const line of createInterface({ input: process.stdin, signal }))
    if (line.trim() !== '') yield line.trim();
}

/** Makes a few calls at once, until one ends the command, and gives the answers in order. */
async function* inOrder<Input, Result>(
  inputs: AsyncIterable<Input> | Iterable<Input>,
  call: (input: Input) => Promise<Result>,
  isOver: () => boolean,
): AsyncGenerator<Result> {
  const waiting: Promise<Result>[] = [];
  for await (const input of inputs) {
    if (isOver()) break;
    waiting.push(call(input));
    if (waiting.length >= AT_ONCE) yield waiting.shift() as Promise<Result>;
  }
  yield* waiting;
}

/**
 * `lookup <product>`: one input, several, or the lines of standard input (`-`). Of several, what is
 * refused is an answer of its own, and the rest goes on; without key or credits nothing further is
 * asked. What was answered is printed in any case.
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
  if (rest.length > 0 && positionals.includes('-'))
    throw new UsageError('- stands for the lines of standard input, and for nothing beside them');
  const printer = new AnswerPrinter(format);
  let exit = 0;
  let end: { reason: unknown } | null = null;
  const answers = inOrder(
    first === '-' ? inputLines(signal) : positionals,
    (input) =>
      ask(input).catch((error: unknown) => {
        const code = exitCodeOf(error);
        if (code === EXIT.key || code === EXIT.credits || signal.aborted) {
          end ??= { reason: error };
          return null;
        }
        exit ||= code;
        const reason = error instanceof ApiError ? error.code : 'NO_ANSWER';
        return { input, error: { code: reason, message: sentenceOf(error).split('\n')[0] } };
      }),
    () => end !== null,
  );
  for await (const answer of answers) if (answer !== null) printer.add(answer);
  printer.end();
  if (end) throw (end as { reason: unknown }).reason;
  signal.throwIfAborted();
  return exit;
}
