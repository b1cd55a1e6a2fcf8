import { ApiError } from '../../lib/errors.ts';
import type { QuerySource, Source } from '../../lookup/source.ts';
import { rdap } from './rdap.ts';
import type { Registration, RegistrationQuery } from './registration-fact.ts';
import { whois } from './whois.ts';

/** Where registrations are asked for, in order. */
export const registrationSources: readonly Source<RegistrationQuery, Registration>[] = [
  rdap,
  whois,
];

/**
 * An RDAP service that is down, moved or no RDAP service; one that limits or is slow is not asked
 * twice.
 */
const isOutOfOrder = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'SERVICE_UNAVAILABLE' || error.code === 'UPSTREAM_ERROR');

/**
 * Asks the registry of a name: over RDAP where it has a service that answers, else over WHOIS.
 * @throws ApiError UPSTREAM_ERROR when the registry publishes neither; whatever asking it first
 * failed with
 */
export async function findRegistration(
  query: RegistrationQuery,
  ask: QuerySource,
): Promise<Registration> {
  let failure: unknown = new ApiError(
    'UPSTREAM_ERROR',
    `The registry of .${query.domain.tld} publishes no registration data.`,
  );
  let failed = false;
  for (const source of registrationSources) {
    try {
      const registration = await ask(source, query);
      if (registration) return registration;
    } catch (error) {
      if (!failed) failure = error;
      if (failed || !isOutOfOrder(error)) throw failure;
      failed = true;
    }
  }
  throw failure;
}
