import { ApiError } from '../core/errors.ts';
import { inputProblem, MAX_INPUT_CHARS } from '../core/inputs.ts';
import type { AnyProduct } from '../core/product.ts';

/** One row as it lies in the object of rows. */
export interface Row {
  /** As it was sent, trimmed. */
  text: string;
  /** Position of the row that this one repeats; null when it repeats none. */
  repeats: number | null;
}

/** A JSON object has several fields, so it may be longer than one value. */
const MAX_ROW_CHARS = 8 * MAX_INPUT_CHARS;

/** One line, without its line feed. */
export const encodeRow = ({ text, repeats }: Row): string =>
  JSON.stringify(repeats === null ? [text] : [text, repeats]);

export function decodeRows(lines: string): Row[] {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [text, repeats] = JSON.parse(line) as [string, number?];
      return { text, repeats: repeats ?? null };
    });
}

/** The body a single lookup of this row would have. */
function bodyOf(product: AnyProduct, text: string): unknown {
  if (!text.startsWith('{')) return { [Object.keys(product.example)[0] as string]: text };
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('INVALID_INPUT', 'The row begins like a JSON object and is none.');
  }
}

/**
 * Parses a row: the product's main input, which its example names first, or a JSON object of all its fields.
 * @throws ApiError the refusal a single lookup would be answered
 */
export function parseRow(product: AnyProduct, text: string): unknown {
  if (text.length > MAX_ROW_CHARS)
    throw new ApiError('INVALID_INPUT', `The row has more than ${MAX_ROW_CHARS} characters.`);
  const parsed = product.input.safeParse(bodyOf(product, text));
  if (parsed.success) return parsed.data;
  const { code, message } = inputProblem(parsed.error.issues);
  throw new ApiError(code, message);
}
