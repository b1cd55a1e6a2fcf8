import * as z from 'zod';
import { splitFullName } from '../../domain/person/person-name.ts';
import type { WorkContactFact } from '../../domain/person/work-contact.ts';
import { registeredDomain } from '../../domain/web/domain-name.ts';
import { optionalLookupField, refuseInput, UnusableInput } from '../../lib/inputs.ts';
import { foldText } from '../../lib/text.ts';
import { asOfField, field } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import { firstMatch } from '../../lookup/source.ts';
import { mapInput, mapQuery } from '../../lookup/source-adapters.ts';
import { hunterEmail } from '../../vendors/hunter/work-contact.ts';
import { mailboxGuess, type NameAtDomain } from '../../vendors/mailbox/mailbox-guess.ts';
import { pdlPerson } from '../../vendors/pdl/person.ts';
import { workContactSubjects } from './identifiers.ts';
import { onlyMatching, onlyNotOthers, recordedContact } from './named-contact.ts';
import {
  FINDER_LIMIT_MS,
  recommendWorkEmail,
  sandboxAda,
  WORK_EMAIL_RISK,
  withWorkEmail,
} from './work-email.ts';

const MAX_NAME_CHARS = 100;

function parseName(text: string): string {
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  if (name.length > MAX_NAME_CHARS)
    throw new UnusableInput(`must have at most ${MAX_NAME_CHARS} characters`);
  if (!/\p{L}/u.test(foldText(name))) throw new UnusableInput('is not a name');
  return name;
}

function parseFullName(text: string) {
  const names = splitFullName(parseName(text));
  if (!names) throw new UnusableInput('must hold a first and a last name');
  return names;
}

const fullName = (description: string) =>
  optionalLookupField(parseFullName, { description, examples: ['Ada Example'] });

const fields = z.object({
  domain: registeredDomain,
  firstName: optionalLookupField(parseName, {
    description: 'First name. Required unless fullName or name has both names.',
    examples: ['Ada'],
  }),
  lastName: optionalLookupField(parseName, {
    description: 'Last name. Required unless fullName or name has both names.',
    examples: ['Example'],
  }),
  fullName: fullName('First and last name in one field. The separate fields take precedence.'),
  name: fullName('Alias of fullName.'),
});

type EnrichmentFields = z.output<typeof fields>;

const namesOf = ({ firstName, lastName, fullName: full, name }: EnrichmentFields) => {
  const both = full ?? name;
  return { firstName: firstName ?? both?.first ?? null, lastName: lastName ?? both?.last ?? null };
};

/** Body of an email enrichment: a domain, and first and last name in any of the fields. */
const enrichmentInput = fields.superRefine((body, context) => {
  for (const [field, value] of Object.entries(namesOf(body)))
    if (value === null) {
      const message = 'is required, unless fullName or name carries both names';
      refuseInput(context, 'MISSING_FIELD', message, field);
    }
});

function enrichmentQuery(body: EnrichmentFields): NameAtDomain {
  const { firstName, lastName } = namesOf(body);
  return { firstName: firstName ?? '', lastName: lastName ?? '', domain: body.domain.name };
}

const pdlContactByName = onlyMatching(
  mapQuery(
    ({ firstName, lastName, domain }) => ({ name: `${firstName} ${lastName}`, company: domain }),
    pdlPerson('work_email'),
  ),
);

const hunterEmailAtDomain = onlyNotOthers(hunterEmail);

/** A source's address is accepted unless a mail server denies it; a guess needs confirmation. */
const workEmailSources = firstMatch(
  withWorkEmail(recordedContact, { checkers: 'all', acceptsUnconfirmed: true }),
  withWorkEmail(hunterEmailAtDomain, { checkers: 'own', acceptsUnconfirmed: true }),
  withWorkEmail(pdlContactByName, { checkers: 'all', acceptsUnconfirmed: true }),
  mailboxGuess,
);

/** Sources of the work address of a name at a domain; mailbox checkers do not answer alone. */
const enrichmentSources = {
  ...workEmailSources,
  list: [...new Set(workEmailSources.list)],
  answeredBy: [recordedContact, hunterEmailAtDomain, pdlContactByName, mailboxGuess],
};

const verified = field.booleanOrNull(
  'Whether a mail server confirmed the mailbox. False: it could not. Null: not checked.',
);

const classification = z.object({
  matched: field.boolean('Whether an address was found.'),
  email: field.textOrNull('Work email address; null if none was found.'),
  domain: field.text('The requested domain.'),
});

const insights = z.object({
  email_enrichment: field.object('The address and further facts from the source.', {
    email: field.textOrNull('Same as `classification.email`.'),
    email_verified: verified,
    confidence: field.numberOrNull('Confidence of the source, 0 to 100; null if it does not say.'),
    full_name: field.textOrNull('Name of the person to whom the address belongs.'),
    job_title: field.textOrNull('Job title at the company.'),
    company: field.textOrNull('Company, as the source names it.'),
  }),
  as_of: asOfField,
});

/** Cases by domain; the person is the one of the example. */
const casesByDomain: readonly SandboxCase<WorkContactFact | null>[] = [
  inSandbox.answer('example.com', 'an address that its mail server confirmed', sandboxAda),
  inSandbox.answer('example.net', 'an address at a server that takes every name', {
    ...sandboxAda,
    workEmail: { address: 'ada@example.net', verified: false, score: 60 },
  }),
  inSandbox.answer('example.org', 'no address, not charged', null),
  ...inSandbox.refusals('broke.com', 'busy.com', 'slow.com'),
];

const sandbox = casesByDomain.map((entry) => ({
  ...entry,
  subject: `Ada Example, ${entry.subject}`,
  body: { domain: entry.subject, firstName: 'Ada', lastName: 'Example' },
}));

export const emailEnrichment = defineProduct({
  path: '/email-enrichment',
  summary: 'Work email address of a person by name and company domain',
  tier: 'standard',
  input: enrichmentInput,
  subject: (input) => {
    const { firstName, lastName, domain } = enrichmentQuery(input);
    return `${firstName} ${lastName}, ${domain}`;
  },
  cacheKey: (input) => {
    const { firstName, lastName, domain } = enrichmentQuery(input);
    return [domain, firstName, lastName].join('\n').toLowerCase();
  },
  sources: mapInput(enrichmentQuery, enrichmentSources),
  limitMs: FINDER_LIMIT_MS,
  people: { inputSubjects: () => [], factSubjects: workContactSubjects, emptyFact: null },
  price: { upTo: 5, isPaid: (contact) => Boolean(contact?.workEmail) },
  classification: {
    schema: classification,
    from: (contact, { domain }) => ({
      matched: contact !== null,
      email: contact?.workEmail?.address ?? null,
      domain: domain.name,
    }),
  },
  insights: {
    schema: insights,
    from: (contact) => ({
      email_enrichment: {
        email: contact?.workEmail?.address ?? null,
        email_verified: contact?.workEmail?.verified ?? null,
        confidence: contact?.workEmail?.score ?? null,
        full_name: contact?.fullName ?? null,
        job_title: contact?.title ?? null,
        company: contact?.company.name ?? null,
      },
      as_of: contact?.asOf ?? null,
    }),
  },
  risk: WORK_EMAIL_RISK,
  recommend: recommendWorkEmail,
  factVersion: 3,
  sandbox,
  example: { domain: 'example.com', firstName: 'Ada', lastName: 'Example' },
});
