import type { FeedKind } from '../../domain/ip/address.ts';
import { parseCidr } from '../../domain/ip/address-range.ts';
import { quoted } from '../../lib/text.ts';
import type { FeedPolicy } from '../ip/pointers.ts';
import { RangeRows } from '../ranges/rows.ts';
import { FeedError } from './feed-error.ts';

/** Label of a range: the provider's region, and the service or crawler. */
export interface RangeLabel {
  region: string | null;
  service: string | null;
}

/** Shortest prefix accepted. A feed with a shorter one is broken: it would tag half the net. */
const SHORTEST_PREFIX = { 4: 8, 6: 16 };
/** Limit for lines that are neither range nor comment; more are, say, an error page. */
const MAX_MALFORMED_SHARE = 0.01;
/** Twice the size of the largest feed; 22 MB as IPv6. */
const MAX_RANGES = 600_000;
/** Several times the region and service pairs of the largest cloud. */
const MAX_LABELS = 8_192;
const MAX_LABEL_CHARS = 64;

/** Replaces whitespace, because tabs and line breaks separate the fields of an entry's text. */
const cleanLabel = (text: string | null): string | null =>
  text?.replace(/\s+/g, ' ').slice(0, MAX_LABEL_CHARS) || null;

/** Compact collection of the ranges of one feed. */
export class RangeList {
  readonly v4 = new RangeRows(1);
  readonly v6 = new RangeRows(4);
  /** Labels; a row stores the index of its label. */
  readonly labels: RangeLabel[] = [];
  readonly #labelOf = new Map<string, number>();
  #malformed = 0;

  /** Ranges added, before any are joined. */
  get rows(): number {
    return this.v4.count + this.v6.count;
  }

  /** @throws FeedError for a range too wide to be true, and beyond the limits */
  add(cidr: string, region: string | null = null, service: string | null = null): void {
    const range = parseCidr(cidr.trim());
    if (!range) {
      this.#malformed++;
      return;
    }
    if (range.prefix < SHORTEST_PREFIX[range.version])
      throw new FeedError(`${quoted(cidr)} is too wide a range for a feed`);
    if (this.rows === MAX_RANGES) throw new FeedError(`the file lists over ${MAX_RANGES} ranges`);
    const rows = range.version === 4 ? this.v4 : this.v6;
    rows.add(range.first, range.last, this.#label(region, service));
  }

  /** @throws FeedError if the file was empty or had another format */
  checked(): this {
    if (this.rows === 0) throw new FeedError('the file lists no ranges');
    if (this.#malformed > this.rows * MAX_MALFORMED_SHARE)
      throw new FeedError(`${this.#malformed} entries are not address ranges`);
    return this;
  }

  /** Index of a label. Spellings that differ only in whitespace share it. */
  #label(region: string | null, service: string | null): number {
    const sent = `${region ?? ''}\t${service ?? ''}`;
    const known = this.#labelOf.get(sent);
    if (known !== undefined) return known;
    const label = { region: cleanLabel(region), service: cleanLabel(service) };
    const cleaned = `${label.region ?? ''}\t${label.service ?? ''}`;
    const number = this.#labelOf.get(cleaned) ?? this.labels.push(label) - 1;
    if (number === MAX_LABELS)
      throw new FeedError(`the file lists over ${MAX_LABELS} regions and services`);
    this.#labelOf.set(cleaned, number).set(sent, number);
    return number;
  }
}

/**
 * Format of a publisher's file. Lines are read as they arrive, and may number hundreds of
 * thousands; a JSON document is read whole. Both add their ranges to `ranges`. @throws FeedError if
 * the file has another format
 */
export type RangeFormat =
  | { form: 'lines'; read(line: string, ranges: RangeList): void }
  /** @returns the time the publisher states (ISO 8601), or null */
  | { form: 'json'; read(text: string, ranges: RangeList): string | null };

/** Published list of address ranges: its address, format and refresh interval. */
export interface RangeFeed extends FeedPolicy {
  kind: FeedKind;
  operator: string;
  address: string;
  /** Finds the file's address if `address` is a page that links to the file. @throws FeedError */
  findFile?(page: string): string;
  refreshEveryHours: number;
  file: RangeFormat;
}
