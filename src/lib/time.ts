/** A moment in milliseconds since the epoch as it goes over the wire: ISO 8601, UTC. */
export const toIso = (at: number): string => new Date(at).toISOString();
export const toIsoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));
