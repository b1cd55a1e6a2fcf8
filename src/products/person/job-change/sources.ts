import { ApiError } from '../../../core/errors.ts';
import type { Source, Sources } from '../../../core/lookup/source.ts';
import { NobodyToAsk } from '../../../core/lookup/source-failures.ts';
import { whenKnown } from '../../../core/lookup/when-known.ts';
import type { Employment, ProfileQuery } from '../../../core/monitors/employment.ts';
import type { NetworkProfileFact } from '../../../core/people/network-profile.ts';
import { pdlProfile } from '../../../sources/pdl/profile.ts';
import { scrapedProfile } from '../../../sources/scrapecreators/network-profile.ts';
import { wikidataPerson } from '../../../sources/wikidata/person.ts';
import { recordedProfile } from '../network-profile-lookup/product.ts';

/**
 * A source of job changes: a profile in, where its owner works out. Null: it has no such profile.
 */
export type EmploymentSource = Source<ProfileQuery, Employment>;

const employmentOf = (found: NetworkProfileFact | null): Employment | null =>
  found && {
    title: found.title,
    company: found.company,
    location: found.location,
    knownBy: found.knownBy,
  };

/** A source of profiles, asked where its owner works alone. */
const employmentBy = (source: Source<string, NetworkProfileFact>): EmploymentSource => ({
  ...source,
  ask: ({ profile }, world, signal) => whenKnown(source.ask(profile, world, signal), employmentOf),
});

/**
 * Who is asked where somebody works, the best first: the operator's work_contacts file, then the
 * upstreams, then open data. A source that is built is added here, and nowhere else. While none is
 * available, job change monitors cannot be made.
 */
export const EMPLOYMENT_SOURCES: readonly EmploymentSource[] = [
  employmentBy(recordedProfile),
  employmentBy(pdlProfile),
  employmentBy(scrapedProfile),
  employmentBy(wikidataPerson),
];

/** Where somebody works, and which source says so: snapshots of two sources are never compared. */
export interface EmploymentFact {
  source: string;
  employment: Employment;
}

interface ProfileInput {
  profile_url: string;
}

/**
 * Asks in order until one has the profile. That none has it is an answer only when all of those
 * that are available were asked and said so.
 */
export const employmentSources = (
  list: readonly EmploymentSource[],
): Sources<ProfileInput, EmploymentFact | null> => ({
  list: list as readonly Source<never, unknown>[],
  async resolve({ profile_url: profile }, ask) {
    const failures: ApiError[] = [];
    let asked = 0;
    for (const source of list) {
      try {
        const employment = await ask(source, { profile });
        if (employment === undefined) continue;
        asked += 1;
        if (employment !== null) return { source: source.name, employment };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        failures.push(error);
      }
    }
    const [failure] = failures;
    if (failure) throw failure;
    if (asked === 0) throw new NobodyToAsk(list as readonly Source<never, unknown>[]);
    return null;
  },
});
