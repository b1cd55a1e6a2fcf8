import type { FeedKind } from '../../domain/ip/address.ts';
import { parseCidr } from '../../domain/ip/address-range.ts';
import { quoted } from '../../lib/text.ts';
import type { FeedPolicy } from '../ip/pointers.ts';
import { RangeRows } from '../ranges/rows.ts';
import { FeedError } from './feed-error.ts';

/** What a feed says about a range: the provider's region, and service or crawler. */
export interface RangeLabel {
  region: string | null;
  service: string | null;
}

/** A feed that lists more than this at once is broken: it would mark half the internet. */
const SHORTEST_PREFIX = { 4: 8, 6: 16 };
/** Lines neither range nor comment; more means the file is something else, as an error page. */
const MAX_MALFORMED_SHARE = 0.01;
/** Twice what the largest feed lists; as IPv6, 22 MB. */
const MAX_RANGES = 600_000;
/** Several times the pairs of region and service of the largest cloud. */
const MAX_LABELS = 8_192;
const MAX_LABEL_CHARS = 64;

/** Separators inside a publisher's own words would break an entry's text. */
const cleanLabel = (text: string | null): string | null =>
  text?.replace(/\s+/g, ' ').slice(0, MAX_LABEL_CHARS) || null;

/** Collects the ranges of one feed in little memory. */
export class RangeList {
  readonly v4 = new RangeRows(1);
  readonly v6 = new RangeRows(4);
  /** A row's label is a position in here. */
  readonly labels: RangeLabel[] = [];
  readonly #labelOf = new Map<string, number>();
  #malformed = 0;

  /** Entries read, before any are joined. */
  get rows(): number {
    return this.v4.count + this.v6.count;
  }

  /** @throws FeedError for a range too wide to be true, and past the limits */
  add(cidr: string, region: string | null = null, service: string | null = null): void {
    const range = parseCidr(cidr.trim());
    if (!range) {
      this.#malformed++;
      return;
    }
    if (range.prefix < SHORTEST_PREFIX[range.version])
      throw new FeedError(`${quoted(cidr)} is too wide to be a feed's range`);
    if (this.rows === MAX_RANGES) throw new FeedError(`the file lists over ${MAX_RANGES} ranges`);
    const rows = range.version === 4 ? this.v4 : this.v6;
    rows.add(range.first, range.last, this.#label(region, service));
  }

  /** @throws FeedError when the file was empty or of another form */
  checked(): this {
    if (this.rows === 0) throw new FeedError('the file lists no ranges');
    if (this.#malformed > this.rows * MAX_MALFORMED_SHARE)
      throw new FeedError(`${this.#malformed} entries are not address ranges`);
    return this;
  }

  /** Publishers' own spellings of one label share its number. */
  #label(region: string | null, service: string | null): number {
    const sent = `${region ?? ''}\t${service ?? ''}`;
    const known = this.#labelOf.get(sent);
    if (known !== undefined) return known;
    const label = { region: cleanLabel(region), service: cleanLabel(service) };
    const cleaned = `${label.region ?? ''}\t${label.service ?? ''}`;
    const number = this.#labelOf.get(cleaned) ?? this.labels.push(label) - 1;
    if (number === MAX_LABELS)
      throw new FeedError(`the file names over ${MAX_LABELS} regions and services`);
    this.#labelOf.set(cleaned, number).set(sent, number);
    return number;
  }
}

/**
 * How a publisher writes its file: lines are read as they arrive, and may be hundreds of thousands;
 * a JSON document is read whole. Both add what they find to `ranges`. @throws FeedError when it is
 * not of the expected form
 */
export type RangeFormat =
  | { form: 'lines'; read(line: string, ranges: RangeList): void }
  /** @returns the time the publisher states (ISO 8601), or null */
  | { form: 'json'; read(text: string, ranges: RangeList): string | null };

/** A published list of address ranges: where it is, how it is read, how often. */
export interface RangeFeed extends FeedPolicy {
  kind: FeedKind;
  /** Who runs the ranges. */
  operator: string;
  address: string;
  /** The address is a page that links to the file: finds its address there. @throws FeedError */
  findFile?(page: string): string;
  refreshEveryHours: number;
  file: RangeFormat;
}
