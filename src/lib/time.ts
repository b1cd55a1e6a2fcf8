/** ISO 8601 in UTC, as times go over the wire. @param at milliseconds since the epoch */
export const toIso = (at: number): string => new Date(at).toISOString();
export const toIsoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));
