import { parseHost, type RegistrableDomain } from '../../domain/web/domain-name.ts';
import { alike } from '../../lib/fields.ts';
import { DAY_MS } from '../../lib/time.ts';

/** What a registry says of a name. Times are ISO 8601 in UTC. */
export interface Registration {
  registered: boolean;
  protocol: 'RDAP' | 'WHOIS';
  /** Host that answered. */
  server: string;
  createdAt: string | null;
  /** End of the time in which it was created, where a registry of old names states no more. */
  createdBefore?: string | null;
  updatedAt: string | null;
  expiresAt: string | null;
  /**
   * Whole days since creation when the registry was asked, with `createdBefore` the least of them;
   * null when it does not say.
   */
  ageDays: number | null;
  registrar: string | null;
  nameservers: string[];
  status: string[];
}

export interface RegistrationQuery {
  domain: RegistrableDomain;
  timeoutMs: number;
  /** How old an answer kept by this isolate may be; 0 asks the registry itself. */
  maxAgeMs: number;
}

/** Whole days from an ISO time to `now`; null for no time and for times that have not come. */
export function daysSince(time: string | null, now: number): number | null {
  const days = time === null ? Number.NaN : Math.floor((now - Date.parse(time)) / DAY_MS);
  return days >= 0 ? days : null;
}

/** A stated domain name as it is compared: A-labels, lower case; null for what is none. */
export function comparableName(text: string): string | null {
  try {
    return parseHost(text);
  } catch {
    return null;
  }
}

/** A name that is not registered. */
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
