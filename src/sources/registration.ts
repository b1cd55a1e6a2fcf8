import { ApiError } from '../core/errors.ts';
import type { Ask, Source } from '../core/source.ts';
import { rdap } from './rdap.ts';
import type { Registration, RegistrationQuery } from './registration-fact.ts';
import { whois } from './whois.ts';

/** Where registrations are asked for, in order. */
export const registrationSources: readonly Source<RegistrationQuery, Registration>[] = [
  rdap,
  whois,
];

/**
 * Asks the registry of a name: over RDAP where it has a service, else over WHOIS.
 * @throws ApiError UPSTREAM_ERROR when the registry publishes neither; whatever asking it failed with
 */
export async function findRegistration(query: RegistrationQuery, ask: Ask): Promise<Registration> {
  for (const source of registrationSources) {
    const registration = await ask(source, query);
    if (registration) return registration;
  }
  throw new ApiError(
    'UPSTREAM_ERROR',
    `The registry of .${query.domain.tld} publishes no registration data.`,
  );
}
