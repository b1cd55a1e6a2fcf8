import { parseHost, type RegistrableDomain } from '../../domain/web/domain-name.ts';
import { alike } from '../../lib/fields.ts';
import { DAY_MS } from '../../lib/time.ts';

/** Registry's record of a name. Times are ISO 8601 in UTC. */
export interface Registration {
  registered: boolean;
  protocol: 'RDAP' | 'WHOIS';
  /** Host that answered. */
  server: string;
  createdAt: string | null;
  /** End of the period in which it was created, if a registry has no more for an old name. */
  createdBefore?: string | null;
  updatedAt: string | null;
  expiresAt: string | null;
  /**
   * Whole days since creation, as of the query; with `createdBefore`, the least possible. Null if
   * unknown.
   */
  ageDays: number | null;
  registrar: string | null;
  nameservers: string[];
  status: string[];
}

export interface RegistrationQuery {
  domain: RegistrableDomain;
  timeoutMs: number;
  /** Maximum age of an answer cached by this isolate; 0 queries the registry itself. */
  maxAgeMs: number;
}

/** Whole days from an ISO time to `now`; null for no time and for a future time. */
export function daysSince(time: string | null, now: number): number | null {
  const days = time === null ? Number.NaN : Math.floor((now - Date.parse(time)) / DAY_MS);
  return days >= 0 ? days : null;
}

/** Domain name normalized for comparison: A-labels, lower case; null for an invalid name. */
export function comparableName(text: string): string | null {
  try {
    return parseHost(text);
  } catch {
    return null;
  }
}

/** Record of a name that is not registered. */
export const unregistered = (
  protocol: Registration['protocol'],
  server: string,
  status: string[] = [],
): Registration => ({
  registered: false,
  protocol,
  server,
  ...alike(null, 'createdAt', 'updatedAt', 'expiresAt', 'ageDays', 'registrar'),
  nameservers: [],
  status,
});
