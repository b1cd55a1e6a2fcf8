import { PREFIX_TABLE_MAGIC } from '../../../src/open-data/phone/number-plan.ts';
import { StringPool } from './encode-strings.ts';

/** Digit prefix → text, by group. */
export type PrefixGroups = Map<number, Map<string, string>>;

const MAX_KEY_DIGITS = 9;
const MAX_STRINGS = 65_536;

function sectionsOf(group: number, prefixes: Map<string, string>) {
  const byLength = new Map<number, [number, string][]>();
  for (const [prefix, text] of prefixes) {
    if (!/^\d*$/.test(prefix) || prefix.length > MAX_KEY_DIGITS)
      throw new Error(`prefix "${prefix}" does not fit`);
    const entries = byLength.get(prefix.length) ?? [];
    entries.push([Number(prefix), text]);
    byLength.set(prefix.length, entries);
  }
  return [...byLength]
    .sort(([a], [b]) => b - a)
    .map(([length, entries]) => ({ group, length, entries: entries.sort(([a], [b]) => a - b) }));
}

/** Encodes the format read by src/open-data/phone/number-plan.ts. */
export function encodePrefixTable(groups: PrefixGroups): { bytes: Uint8Array; rows: number } {
  const sections = [...groups]
    .sort(([a], [b]) => a - b)
    .flatMap(([group, prefixes]) => sectionsOf(group, prefixes));
  const entries = sections.flatMap((section) => section.entries);
  const pool = new StringPool();
  const values = new Uint16Array(entries.length + (entries.length % 2));
  entries.forEach(([, text], index) => {
    values[index] = pool.numberOf(text);
  });
  if (pool.size > MAX_STRINGS) throw new Error(`${pool.size} texts do not fit 16 bits`);
  const head = Uint32Array.from([
    PREFIX_TABLE_MAGIC,
    sections.length,
    entries.length,
    pool.size,
    ...sections.flatMap(({ group, length, entries: rows }) => [group, length, rows.length]),
  ]);
  const keys = Uint32Array.from(entries, ([key]) => key);
  const parts = [head, keys, values].map((part) => new Uint8Array(part.buffer));
  return { bytes: Buffer.concat([...parts, pool.encode()]), rows: entries.length };
}
