import * as z from 'zod';
import type { ContactFact } from '../../domain/person/contact.ts';
import type { LinkedinProfileFact } from '../../domain/person/linkedin-profile.ts';
import { personSubjects } from '../../domain/person/person.ts';
import { compareNames } from '../../domain/person/person-match.ts';
import { splitFullName } from '../../domain/person/person-name.ts';
import { LINKEDIN_ID_PREFIX } from '../../domain/person/prospect.ts';
import { UNKNOWN_WORK_CONTACT, type WorkContactFact } from '../../domain/person/work-contact.ts';
import { englishCountryName } from '../../domain/place/countries.ts';
import { parseRegistrableDomain, registrableDomain } from '../../domain/web/domain-name.ts';
import { optionalLookupField, refuseInput, requireOneOf, UnusableInput } from '../../lib/inputs.ts';
import { asOfField, field } from '../../lookup/answer-fields.ts';
import { recordKey } from '../../lookup/datasets/keys.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import { requireAnswer, type Source, type Sources } from '../../lookup/source.ts';
import { firstInformative, mapFact, mapQuery } from '../../lookup/source-adapters.ts';
import type { World } from '../../lookup/world.ts';
import { workContacts } from '../../open-data/records/work-contacts.ts';
import { gravatarProfile } from '../../vendors/gravatar/profile.ts';
import { hunterEmail, hunterPerson } from '../../vendors/hunter/work-contact.ts';
import { pdlById, pdlContact } from '../../vendors/pdl/person.ts';
import { wikidataPerson } from '../../vendors/wikidata/person.ts';
import {
  optionalEmailField,
  optionalProfileField,
  parsePersonProfile,
  workContactSubjects,
} from './identifiers.ts';
import { recordedContact } from './named-contact.ts';

/** Id of a search row: an id in the database, or a vanity name on the professional network. */
type PersonId = { of: 'pdl'; id: string } | { of: 'network'; vanity: string };

const NO_NAME = { firstName: null, lastName: null };

const DATABASE_ID = /^[\w-]{8,64}$/;

/** @throws UnusableInput for a text that cannot be the id of a search row */
function parsePersonId(text: string): PersonId {
  if (text.startsWith(LINKEDIN_ID_PREFIX))
    return { of: 'network', vanity: parsePersonProfile(text.slice(LINKEDIN_ID_PREFIX.length)) };
  if (!DATABASE_ID.test(text)) throw new UnusableInput('is not the id of a prospect-search row');
  return { of: 'pdl', id: text };
}

const MAX_NAME_CHARS = 200;

/** First and last name, with single spaces. @throws UnusableInput for a single word */
function parseFullName(text: string): string {
  const name = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const words = name.split(' ').filter((word) => /\p{L}/u.test(word));
  if (name.length > MAX_NAME_CHARS || words.length < 2)
    throw new UnusableInput('must be a first and a last name');
  return name;
}

type B2bFields = Record<'email' | 'network_url' | 'name' | 'company_domain', string | null> & {
  person_id: PersonId | null;
};

/** Beside another identifier, a name or a company alone is an unused column of the row. */
function nameNeedsCompany(
  { name, company_domain, ...others }: B2bFields,
  context: z.RefinementCtx,
): void {
  if ((name === null) === (company_domain === null)) return;
  if (others.email !== null || others.network_url !== null || others.person_id !== null) return;
  const missing = name === null ? 'name' : 'company_domain';
  const message = 'is required: name and company_domain are used together';
  refuseInput(context, 'MISSING_FIELD', message, missing);
}

const b2bInput = z
  .object({
    email: optionalEmailField('Email address of the person, work or private.'),
    network_url: optionalProfileField,
    name: optionalLookupField(parseFullName, {
      description: 'First and last name. Use together with company_domain.',
      examples: ['Ada Example'],
    }),
    company_domain: optionalLookupField((text) => parseRegistrableDomain(text).name, {
      description: "Domain of the person's company. Use together with name.",
      examples: ['example.com'],
    }),
    person_id: optionalLookupField(parsePersonId, {
      description: 'person_id of a prospect-search row. Reveals who the person is.',
      examples: ['qEnOZ5Oh0poWnQ1luFBfVw_0000'],
    }),
  })
  .check(requireOneOf('email', 'network_url', 'name', 'person_id'))
  .superRefine(nameNeedsCompany);

type B2bInput = z.output<typeof b2bInput>;

/** Vanity name of the person's page, from either field. */
const b2bVanity = ({ network_url, person_id }: B2bInput): string | null =>
  network_url ?? (person_id?.of === 'network' ? person_id.vanity : null);

/** Identifiers in the input, the most exact first. */
const b2bIdentifiers = (input: B2bInput): readonly (string | null)[] => [
  input.person_id?.of === 'pdl' ? input.person_id.id : null,
  b2bVanity(input),
  input.email,
  input.name,
  input.company_domain,
];

/** Drops a record whose name differs from the requested one. */
const onlyOfName = (fact: WorkContactFact, { name }: B2bInput): WorkContactFact | null =>
  compareNames(fact, { ...NO_NAME, fullName: name }) === 'other' ? null : fact;

/**
 * Source for the input's query; none if the query cannot identify the person there. A record of
 * another name than the requested one is no match.
 */
const mapOptionalQuery =
  <Query>(source: Source<Query, WorkContactFact>, queryOf: (input: B2bInput) => Query | null) =>
  (input: B2bInput): Source<B2bInput, WorkContactFact>[] => {
    const query = queryOf(input);
    return query === null
      ? []
      : [
          mapFact(
            mapQuery((_: B2bInput) => query, source),
            onlyOfName,
          ),
        ];
  };

/** Registrable domain of a work address; null at a free, disposable or relay provider. */
function workDomainOf(email: string, { domainLists: lists }: World): string | null {
  const domain = email.split('@').at(-1) ?? '';
  const isSharedDomain = lists.isFree(domain) || lists.isDisposable(domain) || lists.relay(domain);
  return isSharedDomain ? null : (registrableDomain(domain)?.name ?? null);
}

const gravatarContact = (
  { fullName, company }: ContactFact,
  email: string,
  world: World,
): WorkContactFact => ({
  ...UNKNOWN_WORK_CONTACT,
  fullName,
  title: company?.jobTitle ?? null,
  company: {
    ...UNKNOWN_WORK_CONTACT.company,
    name: company?.name ?? null,
    domain: workDomainOf(email, world),
  },
  profileUrl: company?.networkUrl ?? null,
});

const wikidataContact = ({ name, title, company }: LinkedinProfileFact): WorkContactFact => ({
  ...UNKNOWN_WORK_CONTACT,
  fullName: name,
  title,
  company: { ...UNKNOWN_WORK_CONTACT.company, name: company },
});

const emailsOf = ({ email }: B2bInput) => (email === null ? [] : [email]);
const isIdentified = (input: B2bInput): boolean =>
  b2bVanity(input) !== null || input.email !== null;

/** Name and company, which identify a person only together. */
function namePair({ name, company_domain: company }: B2bInput) {
  return name === null || company === null ? null : { name, company };
}

function nameQuery(input: B2bInput) {
  const pair = namePair(input);
  if (!pair) return null;
  const names = splitFullName(pair.name);
  return names && { firstName: names.first, lastName: names.last, domain: pair.company };
}

function hunterQuery(input: B2bInput) {
  const vanity = b2bVanity(input);
  if (vanity !== null) return { vanity };
  return input.email === null ? null : { email: input.email };
}

const B2B_QUERIES = [
  mapOptionalQuery(workContacts, (input) =>
    isIdentified(input) ? { vanity: b2bVanity(input), emails: emailsOf(input) } : null,
  ),
  mapOptionalQuery(recordedContact, nameQuery),
  mapOptionalQuery(pdlContact, (input) => ({
    vanity: b2bVanity(input),
    emails: emailsOf(input),
    ...namePair(input),
  })),
  mapOptionalQuery(hunterPerson, hunterQuery),
  mapOptionalQuery(hunterEmail, nameQuery),
  mapOptionalQuery(mapFact(wikidataPerson, wikidataContact), b2bVanity),
  mapOptionalQuery(mapFact(gravatarProfile, gravatarContact), ({ email }) => email),
];

const B2B_ANSWERING_SOURCES = [
  workContacts,
  pdlContact,
  hunterPerson,
  wikidataPerson,
  gravatarProfile,
];

/** Whether a text may be a phone number: extensions of a switchboard have five digits and less. */
const isDialable = (text: string): boolean => /(?:\d\D{0,5}){6}/.test(text);

/** Whether a fact has one of the fields that the answer is paid for. */
const saysMoreThanName = (
  { title, phones, workEmail }: WorkContactFact,
  { email }: B2bInput,
): boolean =>
  title !== null ||
  phones.some(({ number }) => isDialable(number)) ||
  (workEmail !== null && workEmail.address.toLowerCase() !== email?.toLowerCase());

/**
 * Source order: the operator's file, the paid database, then sources by address or page. A database
 * may withhold all but the name; then the next source is asked. A database id is valid only in its
 * own database.
 */
const b2bSources: Sources<B2bInput, WorkContactFact | null> = {
  list: B2B_ANSWERING_SOURCES,
  resolve: async (input, ask) =>
    input.person_id?.of === 'pdl'
      ? requireAnswer(await ask(pdlById, input.person_id.id))
      : firstInformative(
          saysMoreThanName,
          B2B_QUERIES.flatMap((part) => part(input)),
        ).resolve(input, ask),
};

const b2bClassification = z.object({
  matched: field.boolean('Whether a record names the person.'),
  full_name: field.textOrNull('Full name.'),
  work_email: field.textOrNull('Email address at the current company.'),
  email_confidence: field.scoreOrNull(
    'Confidence of the source in the address, 0 to 100; null if it does not say.',
  ),
  title: field.textOrNull('Current job title.'),
  seniority: field.textOrNull('Seniority level, for example cxo, vp, director, manager.'),
  company: field.textOrNull('Current company.'),
});

const b2bInsights = z.object({
  b2b_contact_append_result: field.object('Further facts from the record.', {
    departments: field.textList('Departments or roles, such as sales.'),
    email_verified: field.booleanOrNull(
      'Whether a mail server confirmed the mailbox of `work_email`. False: no server could confirm it. Null: not checked.',
    ),
    work_phone: field.textOrNull(
      'Phone number that the source does not call a mobile number, as the source writes it.',
    ),
    mobile_phone: field.textOrNull('Mobile number in E.164.'),
    network_url: field.textOrNull('URL of the page on the professional network.'),
    company_domain: field.textOrNull('Domain of the company.'),
    current_role_started: field.textOrNull(
      'When the current role began: YYYY, YYYY-MM or YYYY-MM-DD.',
    ),
    city: field.textOrNull('City where the person is.'),
    region: field.textOrNull('State or region.'),
    country: field.textOrNull('Country, by its English name.'),
  }),
  as_of: asOfField,
});

/** Whether a record identifies a person: by a name or a work address. */
const isNamedContact = (fact: WorkContactFact | null): fact is WorkContactFact =>
  fact !== null && (fact.fullName ?? fact.workEmail) !== null;

const classifyB2b = (fact: WorkContactFact | null): z.input<typeof b2bClassification> => ({
  matched: isNamedContact(fact),
  full_name: fact?.fullName ?? null,
  work_email: fact?.workEmail?.address ?? null,
  email_confidence: fact?.workEmail?.score ?? null,
  title: fact?.title ?? null,
  seniority: fact?.seniority ?? null,
  company: fact?.company.name ?? null,
});

const describeB2b = (fact: WorkContactFact | null): z.input<typeof b2bInsights> => ({
  b2b_contact_append_result: {
    departments: [...(fact?.departments ?? [])],
    email_verified: fact?.workEmail?.verified ?? null,
    work_phone:
      fact?.phones.find(({ type, number }) => type !== 'MOBILE' && isDialable(number))?.number ??
      null,
    mobile_phone: recordKey(
      'phone_number',
      fact?.phones.find(({ type }) => type === 'MOBILE')?.number,
    ),
    network_url: fact?.profileUrl ?? null,
    company_domain: fact?.company.domain ?? null,
    current_role_started: fact?.roleStarted ?? null,
    city: fact?.location.city ?? null,
    region: fact?.location.region ?? null,
    country: englishCountryName(fact?.location.country ?? null),
  },
  as_of: fact?.asOf ?? null,
});

const ada: WorkContactFact = {
  ...UNKNOWN_WORK_CONTACT,
  fullName: 'Ada Example',
  title: 'Owner',
  seniority: 'owner',
  departments: ['operations'],
  company: { ...UNKNOWN_WORK_CONTACT.company, name: 'Example Ltd', domain: 'example.com' },
  workEmail: { address: 'ada@sandbox.example', verified: null, score: 80 },
  profileUrl: 'https://www.linkedin.com/in/sandbox-ada',
  roleStarted: '2022-03',
};

const sandbox: readonly SandboxCase<WorkContactFact | null>[] = [
  inSandbox.answer('ada@sandbox.example', 'a whole record', ada),
  inSandbox.answer('ben@sandbox.example', 'a name and nothing else, not charged', {
    ...UNKNOWN_WORK_CONTACT,
    fullName: 'Ben Example',
  }),
  inSandbox.answer('nobody@sandbox.example', 'no record, not charged', null),
  ...inSandbox.refusals('broke@sandbox.example', 'busy@sandbox.example', 'slow@sandbox.example'),
];

export const b2bContactAppend = defineProduct({
  path: '/b2b-contact-append',
  summary: 'Work email, title and company of a person',
  tier: 'standard',
  input: b2bInput,
  subject: (input) => b2bIdentifiers(input).filter(Boolean).join(', '),
  // JSON, because one identifier can look like another when joined.
  cacheKey: (input) => JSON.stringify(b2bIdentifiers(input)),
  sources: b2bSources,
  people: {
    inputSubjects: (input) => personSubjects({ email: [input.email], profile: [b2bVanity(input)] }),
    factSubjects: workContactSubjects,
    emptyFact: null,
  },
  price: {
    upTo: 75,
    paidFor: ['work_email', 'work_phone', 'mobile_phone', 'title'],
    isPaid: isNamedContact,
  },
  classification: { schema: b2bClassification, from: classifyB2b },
  insights: { schema: b2bInsights, from: describeB2b },
  bulk: 'b2b_contact_append',
  factVersion: 4,
  sandbox,
  example: { email: 'ada@example.com' },
});
