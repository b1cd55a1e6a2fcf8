import * as z from 'zod';
import { personSubjects } from '../../domain/person/person.ts';
import { compareNames } from '../../domain/person/person-match.ts';
import { splitFullName } from '../../domain/person/person-name.ts';
import type { WorkContactFact } from '../../domain/person/work-contact.ts';
import { englishCountryName } from '../../domain/place/countries.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import { alike } from '../../lib/fields.ts';
import { optionalLookupField, requireOneOf } from '../../lib/inputs.ts';
import { asOfField, field } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import {
  firstMatch,
  foundFact,
  NO_RECORD,
  NoSourceConfigured,
  optionalPart,
  type QuerySource,
  requireAnswer,
  type Source,
  type Sources,
} from '../../lookup/source.ts';
import { mapInput } from '../../lookup/source-adapters.ts';
import { workContacts } from '../../open-data/records/work-contacts.ts';
import { hunterCompanyPlace } from '../../vendors/hunter/company.ts';
import { hunterEmail, hunterPerson } from '../../vendors/hunter/work-contact.ts';
import { mailboxGuess, type NameAtDomain } from '../../vendors/mailbox/mailbox-guess.ts';
import { pdlPerson } from '../../vendors/pdl/person.ts';
import { wikidataEmployee } from '../../vendors/wikidata/person.ts';
import { optionalProfileField, parsePersonProfile, workContactSubjects } from './identifiers.ts';
import {
  type ConfirmationPolicy,
  FINDER_LIMIT_MS,
  MAILBOX_CONFIRMATION_SOURCES,
  recommendWorkEmail,
  sandboxAda,
  WORK_EMAIL_RISK,
  withWorkEmail,
} from './work-email.ts';

type VanityQuery = { vanity: string };

/** Adds the locations of person and company, which replace known ones, and a missing title. */
async function withLocation(
  contact: WorkContactFact,
  query: VanityQuery,
  ask: QuerySource,
): Promise<WorkContactFact> {
  const { domain } = contact.company;
  const [found, seat] = await Promise.all([
    ask(hunterPerson, query),
    domain === null ? NO_RECORD : ask(hunterCompanyPlace, domain),
  ]);
  const named = foundFact(found);
  const person = named && compareNames(named, contact) === 'other' ? null : named;
  return {
    ...contact,
    title: contact.title ?? person?.title ?? null,
    location: person?.location ?? contact.location,
    company: { ...contact.company, ...foundFact(seat) },
    knownBy: workContactSubjects(person),
  };
}

/**
 * Enrichment: two more calls to the same vendor for the locations that its address search omits,
 * made only if an address was found; failures are ignored.
 */
const withLocations = (
  search: Sources<VanityQuery, WorkContactFact | null>,
): Sources<VanityQuery, WorkContactFact | null> => ({
  list: [...search.list, hunterPerson, hunterCompanyPlace],
  async resolve(query, ask) {
    const contact = await search.resolve(query, ask);
    return contact && withLocation(contact, query, ask);
  },
});

const pdl = pdlPerson('work_email');

/** Input of a mailbox guess; null if a contact lacks a full name or a company domain. */
function nameAtDomain(contact: WorkContactFact): NameAtDomain | null {
  const split = splitFullName(contact.fullName ?? '');
  const firstName = contact.firstName ?? split?.first ?? null;
  const lastName = contact.lastName ?? split?.last ?? null;
  const { domain } = contact.company;
  return firstName && lastName && domain ? { firstName, lastName, domain } : null;
}

/** Mailbox guess from the name and company in the records of other sources. */
const guessMailbox = (
  known: readonly WorkContactFact[],
): Sources<VanityQuery, WorkContactFact | null> => ({
  list: [mailboxGuess],
  async resolve(_, ask) {
    for (const contact of known) {
      const query = nameAtDomain(contact);
      if (!query) continue;
      const guessed = requireAnswer(await ask(mailboxGuess, query));
      if (!guessed) return null;
      return { ...contact, workEmail: guessed.workEmail, knownBy: workContactSubjects(contact) };
    }
    throw new NoSourceConfigured([mailboxGuess]);
  },
});

/** Available only with a mailbox checker, because a guessed address needs confirmation. */
const confirmableWikidataEmployee: Source<string, WorkContactFact> = {
  ...wikidataEmployee,
  available: async (world) =>
    (await wikidataEmployee.available(world)) && (await mailboxGuess.available(world)),
  missing: (world) => mailboxGuess.missing?.(world) ?? [],
};

/**
 * Optional lookup: adds a name and a company if no source had both. It never answers the lookup
 * itself, and its failure is ignored.
 */
const addWikidataEmployee = (
  known: WorkContactFact[],
): Sources<VanityQuery, WorkContactFact | null> => ({
  list: [confirmableWikidataEmployee],
  async resolve({ vanity }, ask) {
    if (known.some((contact) => nameAtDomain(contact) !== null)) return null;
    const contact = await ask(optionalPart(confirmableWikidataEmployee), vanity);
    const found = requireAnswer(contact);
    if (found) known.push(found);
    return null;
  },
});

/** Only the operator's own checker is used: the vendor already checked with the mail server. */
const HUNTER_CONFIRMATION: ConfirmationPolicy = { checkers: 'own', acceptsUnconfirmed: false };

const answeredBy = [workContacts, hunterEmail, pdl, confirmableWikidataEmployee] as const;

/**
 * Source order for the work address of a page's owner. An address in the operator's file is
 * accepted unless a mail server denies it; others need confirmation.
 */
const finderSources: Sources<VanityQuery, WorkContactFact | null> = {
  list: [
    ...answeredBy,
    hunterPerson,
    hunterCompanyPlace,
    mailboxGuess,
    ...MAILBOX_CONFIRMATION_SOURCES,
  ],
  answeredBy,
  async resolve(query: VanityQuery, ask: QuerySource) {
    const known: WorkContactFact[] = [];
    const leftOver = (contact: WorkContactFact) => known.push(contact);
    const parts = firstMatch<VanityQuery, WorkContactFact | null>(
      withWorkEmail(workContacts, { checkers: 'all', acceptsUnconfirmed: true }, leftOver),
      withLocations(withWorkEmail<VanityQuery>(hunterEmail, HUNTER_CONFIRMATION, leftOver)),
      withWorkEmail(pdl, { checkers: 'all', acceptsUnconfirmed: false }, leftOver),
      addWikidataEmployee(known),
      guessMailbox(known),
    );
    return parts.resolve(query, ask);
  },
};

const person = {
  full_name: field.textOrNull('Name of the person to whom the page belongs.'),
  job_title: field.textOrNull('Job title at the company.'),
  company: field.textOrNull('Company for which the person works.'),
  company_domain: field.textOrNull('Domain of the company.'),
  city: field.textOrNull('City of the person; null if it is not known.'),
  region: field.textOrNull('State or region of the person.'),
  country: field.textOrNull('Country of the person, by its English name.'),
};

const finderClassification = z.object({
  matched: field.boolean('Whether a work email address was found.'),
  work_email: field.textOrNull('Work email address; null if none was found.'),
  ...person,
  profile_url: field.textOrNull('URL of the page that was looked up; null if there is no match.'),
  query: field.textOrNull('Vanity name of the page that was looked up; only if there is no match.'),
});

const finderInsights = z.object({
  network_email_finder: field.objectOrNull(
    'The address and its owner; null if there is no match.',
    {
      work_email: field.text('Work email address.'),
      email_verified: field.booleanOrNull(
        'Whether a mail server confirmed the mailbox. An address that is not confirmed is free.',
      ),
      first_name: field.textOrNull('Given name.'),
      ...person,
      profile_url: field.text('URL of the page that was looked up.'),
      company_city: field.textOrNull('City of the company.'),
      company_region: field.textOrNull('State or region of the company.'),
      company_country: field.textOrNull('Country of the company, by its English name.'),
    },
  ),
  as_of: asOfField,
});

const describeFoundPerson = (contact: WorkContactFact | null) => ({
  full_name: contact?.fullName ?? null,
  job_title: contact?.title ?? null,
  company: contact?.company.name ?? null,
  company_domain: contact?.company.domain ?? null,
  city: contact?.location.city ?? null,
  region: contact?.location.region ?? null,
  country: englishCountryName(contact?.location.country ?? null),
});

const classifyFinder = (
  contact: WorkContactFact | null,
  vanity: string,
): z.input<typeof finderClassification> => ({
  matched: contact !== null,
  work_email: contact?.workEmail?.address ?? null,
  ...describeFoundPerson(contact),
  profile_url: contact && linkedinPageUrl({ of: 'person', vanity }),
  query: contact ? null : vanity,
});

const describeFinder = (
  contact: WorkContactFact | null,
  vanity: string,
): z.input<typeof finderInsights> => ({
  network_email_finder: contact?.workEmail
    ? {
        work_email: contact.workEmail.address,
        email_verified: contact.workEmail.verified,
        first_name: contact.firstName ?? splitFullName(contact.fullName ?? '')?.first ?? null,
        ...describeFoundPerson(contact),
        profile_url: linkedinPageUrl({ of: 'person', vanity }),
        company_city: contact.company.city,
        company_region: contact.company.region,
        company_country: englishCountryName(contact.company.country),
      }
    : null,
  as_of: contact?.asOf ?? null,
});

/** The field and its aliases; the first one present is used. */
const NAMES = [
  'profile_url',
  'profileUrl',
  'network_url',
  'networkUrl',
  'url',
  'username',
  'vanity',
] as const;

const otherName = optionalLookupField(parsePersonProfile, {
  description: 'Alias of profile_url.',
  examples: ['ada-example'],
});

type Body = Readonly<Record<(typeof NAMES)[number], string | null>>;

const vanityOf = (body: Body): string =>
  NAMES.map((name) => body[name]).find((vanity) => vanity !== null) ?? '';

const sandbox: readonly SandboxCase<WorkContactFact | null>[] = [
  inSandbox.answer('sandbox-ada', 'a verified work address', sandboxAda),
  inSandbox.answer('sandbox-ben', 'an address that no mail server confirmed, not charged', {
    ...sandboxAda,
    workEmail: { address: 'ben@example.com', verified: null, score: null },
  }),
  inSandbox.answer('sandbox-nobody', 'no verified address, not charged', null),
  ...inSandbox.refusals('sandbox-broke', 'sandbox-busy', 'sandbox-slow'),
];

export const networkEmailFinder = defineProduct({
  path: '/network-email-finder',
  summary: 'Verified work email address behind a page on the professional network',
  tier: 'standard',
  input: z
    .object({
      profile_url: optionalProfileField,
      ...alike(otherName, 'profileUrl', 'network_url', 'networkUrl', 'url', 'username', 'vanity'),
    })
    .check(requireOneOf(...NAMES)),
  subject: vanityOf,
  sources: mapInput((body: Body) => ({ vanity: vanityOf(body) }), finderSources),
  limitMs: FINDER_LIMIT_MS,
  people: {
    inputSubjects: (body) => personSubjects({ profile: [vanityOf(body)] }),
    factSubjects: workContactSubjects,
    emptyFact: null,
  },
  price: { upTo: 30, isPaid: (contact) => contact?.workEmail?.verified === true },
  classification: {
    schema: finderClassification,
    from: (contact, body) => classifyFinder(contact, vanityOf(body)),
  },
  insights: {
    schema: finderInsights,
    from: (contact, body) => describeFinder(contact, vanityOf(body)),
  },
  risk: WORK_EMAIL_RISK,
  recommend: recommendWorkEmail,
  factVersion: 2,
  sandbox,
  example: { profile_url: 'https://www.linkedin.com/in/ada-example' },
});
