import * as z from 'zod';
import { type EmailAddress, parseEmailAddress } from '../../../domain/email/address.ts';
import { e164In } from '../../../domain/phone/number.ts';
import {
  describesPlace,
  type PlaceFact,
  type PlaceQuery,
  placeCacheKey,
  placeFields,
  separateState,
} from '../../../domain/place/place.ts';
import { placeSite } from '../../../domain/place/place-match.ts';
import { parseWebSite, type WebSite } from '../../../domain/web/site.ts';
import { optionalLookupField, UnusableInput } from '../../../lib/inputs.ts';
import { mapMaybePromise } from '../../../lib/maybe-promise.ts';
import { foundFact, type QuerySource, type Sources } from '../../../lookup/source.ts';
import { registeredName } from '../../../vendors/gleif/entities.ts';
import { filerName } from '../../../vendors/sec/filers.ts';
import { type BusinessSiteFact, businessSite } from '../../../web-reader/business-site.ts';
import { type EmailFact, emailDomainSources, emailSources } from '../../email/email/fact.ts';
import { placeSources } from '../place.ts';

/** Data that a business gives about itself, to be verified. */
export interface VerifyInput extends PlaceQuery {
  /** As sent; a national number is read in the country where the business is found. */
  phone: string | null;
  email: EmailAddress | null;
  website: WebSite | null;
}

export const verifyInput = z
  .object({
    ...placeFields,
    phone: optionalLookupField((text) => text, {
      description:
        'Phone number that the business gives as its own. Without a leading +, it is read as a number of the country of the business.',
      examples: ['+12175550101'],
    }),
    email: optionalLookupField(parseEmailAddress, {
      description: 'Email address that the business gives as its own.',
      examples: ['hello@example.com'],
    }),
    website: optionalLookupField(parseWebSite, {
      description: 'Website that the business gives as its own: a domain or a URL.',
      examples: ['example.com'],
    }),
  })
  .check(separateState, ({ value, issues }) => {
    if (value.phone === null) return;
    try {
      e164In(value.phone, value.country);
    } catch (error) {
      if (!(error instanceof UnusableInput)) throw error;
      const { message } = error;
      issues.push({ code: 'custom', message, path: ['phone'], input: value.phone });
    }
  });

/** Cache key of every input that affects the answer. */
export const verifyCacheKey = (input: VerifyInput): string =>
  [
    placeCacheKey(input),
    input.phone === null ? '' : e164In(input.phone, input.country),
    input.email?.text ?? '',
    input.website?.origins[0] ?? '',
  ].join(' ');

/** Findings about a business. Null: not queried or not answered. */
export interface VerifyFact {
  place: PlaceFact | null;
  /** Whether a record source failed that might know more than the record. */
  placeFailed: boolean;
  site: BusinessSiteFact | null;
  mail: EmailFact | null;
  /** Whether a register of companies lists the name as active. */
  registered: boolean | null;
  /** Whether a register lists the name; null if none could be queried. */
  register: 'listed' | 'unlisted' | null;
  /** Whether a register failed and no other lists the name. */
  registerFailed: boolean;
}

export const VERIFY_FACT_VERSION = 5;

/** The site that the business gives, else the site in its record. */
export const businessSiteOf = (
  { website }: Pick<VerifyInput, 'website'>,
  place: PlaceFact | null,
): WebSite | null => website ?? placeSite(place);

/** Whether there is a record with more than name and place; without one the lookup is free. */
export const isDescribed = (place: PlaceFact | null): place is PlaceFact =>
  place !== null && describesPlace(place);

async function askSite(
  input: VerifyInput,
  place: PlaceFact | null,
  ask: QuerySource,
): Promise<BusinessSiteFact | null> {
  const found = businessSiteOf(input, place);
  if (!found) return null;
  const line1 = place?.address.line1 ?? null;
  return foundFact(await ask(businessSite, { site: found, line1 }));
}

/** Checks the mailbox only if the lookup is charged: a mailbox check may cost money. */
async function askMail(
  { email }: VerifyInput,
  place: PlaceFact | null,
  ask: QuerySource,
): Promise<EmailFact | null> {
  if (!email) return null;
  return foundFact(await ask(isDescribed(place) ? emailSources : emailDomainSources, { email }));
}

const registers = [registeredName, filerName];

/** Result of the first register that lists the name; a failed register is skipped. */
async function askRegisters(
  input: VerifyInput,
  place: PlaceFact | null,
  ask: QuerySource,
): Promise<Pick<VerifyFact, 'registered' | 'register' | 'registerFailed'>> {
  const country = place?.address.countryCode ?? input.country;
  const kinds = new Set<string>();
  for (const source of registers) {
    const outcome = await ask(source, { name: place?.name ?? input.name, country });
    const listed = foundFact(outcome);
    if (listed) return { registered: listed.active, register: 'listed', registerFailed: false };
    kinds.add(outcome.kind);
  }
  const register = kinds.has('noRecord') ? 'unlisted' : null;
  return { registered: null, register, registerFailed: kinds.has('failed') };
}

/** Query plan: the record first, then all checks concurrently, whether or not it was found. */
export const verifySources: Sources<VerifyInput, VerifyFact> = {
  list: [...placeSources.list, businessSite, ...registers, ...emailSources.list],
  answeredBy: placeSources.list,
  async resolve(input, ask) {
    let placeFailed = false;
    const place = await placeSources.resolve(input, (source, query) =>
      mapMaybePromise(ask(source, query), (outcome) => {
        placeFailed ||= outcome.kind === 'failed';
        return outcome;
      }),
    );
    const [read, mail, listed] = await Promise.all([
      askSite(input, place, ask),
      askMail(input, place, ask),
      askRegisters(input, place, ask),
    ]);
    return { place, placeFailed, site: read, mail, ...listed };
  },
};
