import { UnusableInput } from '../../../core/inputs.ts';
import {
  type Ask,
  allOf,
  firstMatch,
  optional,
  type Sources,
} from '../../../core/lookup/source.ts';
import type { PlaceFact } from '../../../core/places/place.ts';
import { parseWebSite, type WebSite } from '../../../core/web/site.ts';
import { businessSite, type SiteFact } from '../../../sources/places/business-site.ts';
import { filerName } from '../../../sources/registers/filer-name.ts';
import { registeredName } from '../../../sources/registers/registered-name.ts';
import { type EmailFact, emailSources } from '../../email/email/fact.ts';
import { placeSources } from '../place-sources.ts';
import type { VerifyInput } from './input.ts';

/**
 * What was found of a business, and of what it says of itself. Null: not asked, or not answered.
 */
export interface VerifyFact {
  place: PlaceFact | null;
  site: SiteFact | null;
  mail: EmailFact | null;
  /** Whether a register of companies lists the name as active. */
  registered: boolean | null;
  /** Whether a register was asked and did not list it: most list few small businesses. */
  unlisted: boolean;
}

/** Raised when {@link VerifyFact} changes shape. */
export const VERIFY_FACT_VERSION = 1;

const readSite = (text: string | null): WebSite | null => {
  try {
    return text === null ? null : parseWebSite(text);
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
};

/** The site the business gives, else that of its record. */
export const siteOf = ({ website }: Pick<VerifyInput, 'website'>, place: PlaceFact) =>
  website ?? readSite(place.website);

const site = optional(allOf({ site: businessSite }));

async function askSite(input: VerifyInput, place: PlaceFact, ask: Ask): Promise<SiteFact | null> {
  const found = siteOf(input, place);
  if (!found) return null;
  const { line1 } = place.address;
  return (await site.resolve({ site: found, line1 }, ask))?.site ?? null;
}

async function askMail({ email }: VerifyInput, ask: Ask): Promise<EmailFact | null> {
  if (!email) return null;
  return (await optional(emailSources).resolve({ email }, ask)) ?? null;
}

const register = optional(allOf({ entity: firstMatch(registeredName, filerName) }));

async function askRegister(input: VerifyInput, place: PlaceFact, ask: Ask) {
  const country = place.address.countryCode ?? input.country;
  const answer = await register.resolve({ name: place.name, country }, ask);
  const entity = answer?.entity;
  return { registered: entity?.active ?? null, unlisted: entity === null };
}

const NOTHING_ELSE = { site: null, mail: null, registered: null, unlisted: false };

/** The business first: of one that nobody knows nothing else is asked. Then everything at once. */
export const verifySources: Sources<VerifyInput, VerifyFact> = {
  list: [...placeSources.list, businessSite, ...register.list, ...emailSources.list],
  answeredBy: placeSources.list,
  async resolve(input, ask) {
    const place = await placeSources.resolve(input, ask);
    if (!place) return { place: null, ...NOTHING_ELSE };
    const [read, mail, listed] = await Promise.all([
      askSite(input, place, ask),
      askMail(input, ask),
      askRegister(input, place, ask),
    ]);
    return { place, site: read, mail, ...listed };
  },
};
