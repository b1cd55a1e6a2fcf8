export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;

/** The day in UTC, YYYY-MM-DD. @param at milliseconds since the epoch */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The hour in UTC, YYYY-MM-DDTHH. */
export const utcHour = (at: number): string => new Date(at).toISOString().slice(0, 13);

/** ISO 8601 in UTC, as times go over the wire. @param at milliseconds since the epoch */
export const toIso = (at: number): string => new Date(at).toISOString();
export const toIsoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));
