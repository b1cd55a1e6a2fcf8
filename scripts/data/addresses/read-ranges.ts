import { readFileSync } from 'node:fs';

/** Step function over all addresses: `values[i]` holds from `starts[i]` to the next start. */
export interface Steps<Key extends number | bigint, Value> {
  starts: Key[];
  values: (Value | null)[];
}

/** Builds steps from ascending ranges; if they overlap, the later (more specific) one wins. */
class StepsBuilder<Key extends number | bigint, Value> {
  readonly steps: Steps<Key, Value>;
  readonly #open: { last: Key; value: Value }[] = [];
  readonly #successor: (key: Key) => Key;

  constructor(zero: Key, successor: (key: Key) => Key) {
    this.steps = { starts: [zero], values: [null] };
    this.#successor = successor;
  }

  add(first: Key, last: Key, value: Value): void {
    if (first < (this.steps.starts.at(-1) as Key) || last < first)
      throw new Error(`ranges descend at ${first}`);
    this.#closeBefore(first);
    this.#step(first, value);
    this.#open.push({ last, value });
  }

  finish(): Steps<Key, Value> {
    this.#closeBefore(null);
    return this.steps;
  }

  /** Ends open ranges that stop before `key` (all if null), returning to the enclosing range. */
  #closeBefore(key: Key | null): void {
    for (
      let top = this.#open.at(-1);
      top && (key === null || top.last < key);
      top = this.#open.at(-1)
    ) {
      this.#open.pop();
      const end = top.last;
      while (this.#open.length > 0 && (this.#open.at(-1)?.last as Key) <= end) this.#open.pop();
      this.#step(this.#successor(end), this.#open.at(-1)?.value ?? null);
    }
  }

  #step(start: Key, value: Value | null): void {
    const { starts, values } = this.steps;
    if (starts.at(-1) === start) {
      starts.pop();
      values.pop();
    }
    starts.push(start);
    values.push(value);
  }
}

/**
 * Reads `first,last,…` lines of decimal addresses in ascending order.
 * @param toValue parses the rest of the line; equal rests are parsed once
 * @throws Error on a malformed or descending line
 */
export function readRanges<Key extends number | bigint, Value>(
  file: string,
  parseKey: (digits: string) => Key,
  successor: (key: Key) => Key,
  toValue: (rest: string) => Value,
): Steps<Key, Value> {
  const known = new Map<string, Value>();
  const ranges = new StepsBuilder<Key, Value>(parseKey('0'), successor);
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const firstComma = line.indexOf(',');
    const secondComma = line.indexOf(',', firstComma + 1);
    if (firstComma < 1 || secondComma < 0) throw new Error(`${file}: malformed line: ${line}`);
    const rest = line.slice(secondComma + 1);
    let value = known.get(rest);
    if (value === undefined) {
      value = toValue(rest);
      known.set(rest, value);
    }
    ranges.add(
      parseKey(line.slice(0, firstComma)),
      parseKey(line.slice(firstComma + 1, secondComma)),
      value,
    );
  }
  return ranges.finish();
}

/**
 * Unquotes a CSV field (RFC 4180; this data set doubles its quotes twice). Soft hyphens are
 * dropped, and runs of white space are one space.
 */
function unquote(field: string): string {
  const inner = field.startsWith('"') && field.endsWith('"') ? field.slice(1, -1) : field;
  return inner
    .replace(/"+/g, '"')
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('\u00ad', '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Names of numbers whose holder the registry does not state: returned, or let on in blocks. */
const NO_HOLDER = new RegExp(
  '^(?:-reserved as-|ripe network coordination centre|cnnic (?:member|asn block)|' +
    'as\\d+-\\d+ - .*|\\S*-asblock-ap)$',
  'i',
);

/** Registered name of a network in a CSV field; empty if its registry does not state the holder. */
export function holderName(field: string): string {
  const name = unquote(field);
  return NO_HOLDER.test(name) ? '' : name;
}
