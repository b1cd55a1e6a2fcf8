import { CHUNK_ROWS } from '../core/bulk.ts';
import { ApiError } from '../core/errors.ts';
import type { AnyProduct } from '../core/product.ts';
import { encodeRow, parseRow, type Row } from './row.ts';

/** A job's rows, ready to be stored, and what they may cost. */
export interface PlannedRows {
  /** One part per chunk. */
  parts: Uint8Array[];
  /** Byte offsets of the chunks; the last entry is the end. */
  offsets: number[];
  /** Rows that will be looked up. */
  billable: number;
  /** Listed price of all of them, and of the dearest, in credits. */
  price: number;
  dearest: number;
}

const keyOf = (product: AnyProduct, input: unknown): string =>
  product.cacheKey?.(input) ?? product.subject(input);

const listedPrice = ({ price }: AnyProduct, input: unknown): number =>
  price.listed?.(input) ?? price.upTo;

/** Prices the rows, and finds those that repeat an earlier one once both are normalised. */
export function planRows(product: AnyProduct, inputs: readonly string[]): PlannedRows {
  const planned: PlannedRows = { parts: [], offsets: [0], billable: 0, price: 0, dearest: 0 };
  const seen = new Map<string, number>();
  const encoder = new TextEncoder();

  function plan(text: string, position: number): Row {
    if (text === '') return { text, repeats: null };
    try {
      const input = parseRow(product, text);
      const key = keyOf(product, input);
      const first = seen.get(key);
      if (first !== undefined) return { text, repeats: first };
      seen.set(key, position);
      const price = listedPrice(product, input);
      planned.billable += 1;
      planned.price += price;
      planned.dearest = Math.max(planned.dearest, price);
    } catch (error) {
      // It fails when its turn comes, for the same reason.
      if (!(error instanceof ApiError)) throw error;
    }
    return { text, repeats: null };
  }

  for (let first = 0; first < inputs.length; first += CHUNK_ROWS) {
    const rows = inputs
      .slice(first, first + CHUNK_ROWS)
      .map((text, index) => plan(text.trim(), first + index));
    const part = encoder.encode(rows.map((row) => `${encodeRow(row)}\n`).join(''));
    planned.parts.push(part);
    planned.offsets.push((planned.offsets.at(-1) as number) + part.length);
  }
  return planned;
}
