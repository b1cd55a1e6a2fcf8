import type { FeedTag } from '../core/ip-address.ts';
import { tagsEntry } from '../data/overlay-entries.ts';
import type { Entry } from '../data/range-block.ts';
import type { ListedRange } from '../sources/feeds/range-list.ts';

/** A listed range and the tag every address in it carries. */
export interface TaggedRange {
  range: ListedRange;
  tag: FeedTag;
}

export interface TaggedStep {
  start: number[];
  /** Null where no feed lists the addresses. */
  tags: Entry | null;
}

const WORD = 0xffff_ffffn;
const numberOf = (words: readonly number[]): bigint =>
  words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);

function wordsOf(value: bigint, count: number): number[] {
  return Array.from({ length: count }, (_, word) =>
    Number((value >> BigInt(32 * (count - 1 - word))) & WORD),
  );
}

/**
 * Turns overlapping ranges into disjoint steps over the whole address line, each with the set of tags that hold there.
 * @param words 32-bit words per address; every range must be of that length
 */
export function flattenRanges(tagged: readonly TaggedRange[], words: 1 | 4): TaggedStep[] {
  const end = 1n << BigInt(words * 32);
  const changes = tagged.flatMap(({ range, tag }) => [
    { at: numberOf(range.first), tag, delta: 1 },
    { at: numberOf(range.last) + 1n, tag, delta: -1 },
  ]);
  changes.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  const steps: TaggedStep[] = [{ start: wordsOf(0n, words), tags: null }];
  const open = new Map<FeedTag, number>();
  const entries = new Map<string, Entry>();
  for (const [position, { at, tag, delta }] of changes.entries()) {
    const count = (open.get(tag) ?? 0) + delta;
    if (count > 0) open.set(tag, count);
    else open.delete(tag);
    if (changes[position + 1]?.at === at || at === end) continue;
    if (at === 0n) steps.pop();
    steps.push({ start: wordsOf(at, words), tags: interned(entries, [...open.keys()]) });
  }
  return steps;
}

/** Equal sets of tags share one entry, which the table writer needs to see that they are equal. */
function interned(entries: Map<string, Entry>, tags: readonly FeedTag[]): Entry | null {
  if (tags.length === 0) return null;
  const sorted = [...tags].sort((a, b) => (tagOrder(a) < tagOrder(b) ? -1 : 1));
  const entry = tagsEntry(sorted);
  const known = entries.get(entry.text);
  if (known) return known;
  entries.set(entry.text, entry);
  return entry;
}

const tagOrder = ({ feed, region, service }: FeedTag): string =>
  `${feed}\t${region ?? ''}\t${service ?? ''}`;
