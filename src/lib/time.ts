export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A UUID of version 7 (RFC 9562, section 5.7), which begins with the time.
 * @param uuid of version 4, for the random part
 */
export function timeOrderedUuid(at: number, uuid: string): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid.slice(15)}`;
}

/** The time in a UUID of version 7, in milliseconds since the epoch. */
export const timeOfUuid = (uuid: string): number =>
  Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);

/** The last result, because the lookups of a call format the same times repeatedly. */
let last = { at: 0, iso: new Date(0).toISOString() };

/**
 * ISO 8601 in UTC, the format of times on the wire.
 * @param at milliseconds since the epoch
 * @throws RangeError for an invalid time
 */
export function toIso(at: number): string {
  if (at !== last.at) last = { at, iso: new Date(at).toISOString() };
  return last.iso;
}

/** The day in UTC, YYYY-MM-DD. @param at milliseconds since the epoch */
export const utcDay = (at: number): string => toIso(at).slice(0, 10);

/** The hour in UTC, YYYY-MM-DDTHH. */
export const utcHour = (at: number): string => toIso(at).slice(0, 13);

/** A day that not every month has: not a part of a longer number or of a time of day. */
const LATE_DAY = /(?<![\d:]|:\d\d\.)(?:29|30|31)(?![\d:])/;

/**
 * Like `Date.parse`, but NaN for a day that its month does not have, which `Date.parse` reads as a
 * day of the next month: 30 February as 2 March.
 */
export function parseTime(text: string): number {
  const at = Date.parse(text);
  const [day] = LATE_DAY.exec(text) ?? [];
  if (day === undefined || Number.isNaN(at)) return at;
  // The 15th belongs to the same month in every time zone.
  const middle = new Date(text.replace(LATE_DAY, '15'));
  const next = Date.UTC(middle.getUTCFullYear(), middle.getUTCMonth() + 1);
  return Number(day) <= new Date(next - DAY_MS).getUTCDate() ? at : Number.NaN;
}

export const toIsoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));
