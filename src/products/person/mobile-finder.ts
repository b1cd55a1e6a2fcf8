import * as z from 'zod';
import type { ContactFact } from '../../domain/person/contact.ts';
import { personSubjects } from '../../domain/person/person.ts';
import { UNKNOWN_WORK_CONTACT, type WorkContactFact } from '../../domain/person/work-contact.ts';
import { type PhoneNumber, parsePhoneNumber } from '../../domain/phone/number.ts';
import { requireOneOf } from '../../lib/inputs.ts';
import { asOfField, field } from '../../lookup/answer-fields.ts';
import { recordKey } from '../../lookup/datasets/keys.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import { score } from '../../lookup/scoring.ts';
import {
  firstMatch,
  foundFact,
  requireAnswer,
  type Source,
  type Sources,
} from '../../lookup/source.ts';
import { mapFact, mapInput, mapQuery } from '../../lookup/source-adapters.ts';
import { workContacts } from '../../open-data/records/work-contacts.ts';
import { enformionEmailOwner } from '../../vendors/enformion/person.ts';
import { pdlPerson } from '../../vendors/pdl/person.ts';
import {
  derivePhone,
  LINE_TYPE_BASES,
  LINE_TYPE_BASIS_TEXT,
  LINE_TYPES,
  type LineType,
  mayBeMobile,
  type PhoneConclusion,
} from '../phone/conclusion.ts';
import { EMPTY_FACT, type PhoneFact, phoneSources } from '../phone/fact.ts';
import { contactSubjects } from './contact-fact.ts';
import { optionalEmailField, optionalProfileField, workContactSubjects } from './identifiers.ts';

/** Query: vanity name, then the work address and the private one. */
interface MobileQuery {
  vanity: string | null;
  emails: readonly string[];
}

/** First number that a source marks as mobile, in E.164; null if none can be parsed. */
const workMobileOf = (fact: WorkContactFact | null): string | null =>
  recordKey('phone_number', fact?.phones.find(({ type }) => type === 'MOBILE')?.number);

/** Drops records without a mobile number, so that the next source is queried. */
const onlyWithMobile = <Query>(source: Source<Query, WorkContactFact>) =>
  mapFact(source, (fact) => (fact.phones.some(({ type }) => type === 'MOBILE') ? fact : null));

/** Maps a consumer record: mobile numbers that are not known to be out of service, best first. */
function workContactOfConsumer(contact: ContactFact): WorkContactFact {
  const { fullName, phones } = contact;
  const mobiles = phones.filter(({ type, connected }) => type === 'MOBILE' && connected !== false);
  return {
    ...UNKNOWN_WORK_CONTACT,
    fullName,
    phones: mobiles.map(({ e164: number }) => ({ number, type: 'MOBILE' })),
    knownBy: contactSubjects({ contact }),
  };
}

const recordedMobile = onlyWithMobile(workContacts);
const pdlMobile = onlyWithMobile(pdlPerson('mobile_phone'));
const enformionMobile = onlyWithMobile(mapFact(enformionEmailOwner, workContactOfConsumer));

/** The person, and the facts of the line; null if the number was not looked up. */
interface MobileFact {
  contact: WorkContactFact;
  line: PhoneFact | null;
}

const mobileSourceList = [recordedMobile, pdlMobile, enformionMobile] as const;

const mobileNumberOf = (contact: WorkContactFact | null): PhoneNumber | null => {
  const e164 = workMobileOf(contact);
  return e164 === null ? null : parsePhoneNumber(e164);
};

/** Most numbers of one record that are tried: each may cost a carrier query. */
const MAX_TRIED = 4;

/** One copy of the contact per number, with that number as its only mobile; marked ones first. */
function triedContacts(contact: WorkContactFact): WorkContactFact[] {
  const called = contact.phones.filter(({ type }) => type === 'MOBILE');
  const others = contact.phones.filter(({ type }) => type !== 'MOBILE');
  return [...called, ...others].slice(0, MAX_TRIED).map((phone) => ({
    ...contact,
    phones: [
      { ...phone, type: 'MOBILE' },
      ...contact.phones.flatMap((each) => (each === phone ? [] : [{ ...each, type: null }])),
    ],
  }));
}

/**
 * A source's contact with the line of its first number that may be mobile. A number that cannot
 * exist, or that the plan or a carrier gives another line type, is skipped: the next number, or the
 * next source, may have a mobile one. A number not marked as mobile must be confirmed as mobile.
 */
const withMobileLine = (
  source: Source<MobileQuery, WorkContactFact>,
): Sources<MobileQuery, MobileFact | null> => ({
  list: [source],
  resolve: async (query, ask) => {
    const found = requireAnswer(await ask(source, query));
    const called = new Set(found?.phones.filter(({ type }) => type).map(({ number }) => number));
    for (const contact of found ? triedContacts(found) : []) {
      const number = mobileNumberOf(contact);
      if (!number) continue;
      const line = foundFact(await ask(phoneSources, { phone_number: number }));
      const conclusion = derivePhone(line ?? EMPTY_FACT, number);
      const isCalled = called.has(contact.phones[0]?.number ?? '');
      if (mayBeMobile(conclusion) && (isCalled || conclusion.confirmedLineType === 'MOBILE'))
        return { contact, line };
    }
    return null;
  },
});

/**
 * Source order: the operator's file by each identifier, work contacts, then consumer records by
 * each address; only those that the given identifiers can query.
 */
const mobileSources: Sources<MobileQuery, MobileFact | null> = {
  list: [...mobileSourceList, ...phoneSources.list],
  answeredBy: mobileSourceList,
  resolve: (query, ask) => {
    const byAddress = query.emails.map((email) =>
      mapQuery((_: MobileQuery) => email, enformionMobile),
    );
    // The row under one identifier may lack the number that the row under another has.
    const identified = [
      ...(query.vanity === null ? [] : [{ vanity: query.vanity, emails: [] }]),
      ...query.emails.map((email) => ({ vanity: null, emails: [email] })),
    ];
    const recorded = identified.map((one) => mapQuery((_: MobileQuery) => one, recordedMobile));
    const sources = [...recorded, pdlMobile, ...byAddress].map(withMobileLine);
    return firstMatch(...sources).resolve(query, ask);
  },
};

/** Basis of a line type; CONTACT_RECORD if only the person's record states it. */
const MOBILE_BASES = [...LINE_TYPE_BASES, 'CONTACT_RECORD'] as const;

interface MobileLine {
  lineType: LineType;
  basis: (typeof MOBILE_BASES)[number];
  doNotCall: boolean | null;
}

/** A record that marks the number as mobile outranks the block table, which is from 2014. */
const lineOf = ({ confirmedLineType, basis, doNotCall }: PhoneConclusion): MobileLine =>
  confirmedLineType === 'UNKNOWN'
    ? { lineType: 'MOBILE', basis: 'CONTACT_RECORD', doNotCall }
    : { lineType: confirmedLineType, basis, doNotCall };

/** Conclusion: the number, its line, and the confidence that it reaches the person. */
interface MobileConclusion {
  contact: WorkContactFact | null;
  number: PhoneNumber | null;
  line: MobileLine | null;
  /** 0 to 100. */
  confidence: number | null;
}

/** Confidence if the source gives no likelihood for the person. */
const BASE_CONFIDENCE = 60;

function deriveMobile(fact: MobileFact | null): MobileConclusion {
  const contact = fact?.contact ?? null;
  const number = mobileNumberOf(contact);
  if (!number) return { contact, number, line: null, confidence: null };
  const line = derivePhone(fact?.line ?? EMPTY_FACT, number);
  const confidence = score(
    contact?.likelihood ?? BASE_CONFIDENCE,
    {
      MOBILE_LINE: [20, (type) => type === 'MOBILE'],
      OUT_OF_SERVICE: [-40, () => line.inService === false],
    },
    line.confirmedLineType,
  ).score;
  return { contact, number, line: lineOf(line), confidence };
}

const mobileClassification = z.object({
  matched: field.boolean('Whether a mobile number was found.'),
  mobile_number: field.textOrNull('Mobile number in E.164.'),
  line_type: field.enumOrNull(
    LINE_TYPES,
    'Line type by numbering plan, portability and carrier, as in number validation.',
  ),
  do_not_call: field.booleanOrNull(
    'Whether the number is on a Do Not Call registry; null if no registry that covers it is imported.',
  ),
  confidence: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe(
      "Confidence that the number reaches the person, 0 to 100: the source's own figure for the match, or 60 if it has none, raised if the line is known to be mobile and lowered if it is out of service.",
    ),
  user_message: field.textOrNull(
    'What the lack of a match means, in one sentence; null if there is a match.',
  ),
});

/** The same for every reason, so that it does not tell whether a record names the person. */
const NO_MATCH_TEXT =
  'No source has a mobile number for this person; numbers of other lines, numbers that cannot exist and numbers reserved for fictional use are left out.';

const mobileInsights = z.object({
  mobile_finder_result: field.object('Further facts from the record.', {
    full_name: field.textOrNull('Name of the person to whom the number belongs.'),
    title: field.textOrNull('Job title at the company.'),
    company: field.textOrNull('Company for which the person works.'),
    network_url: field.textOrNull('URL of the page on the professional network.'),
    line_type_basis: field.enumOrNull(
      MOBILE_BASES,
      `${LINE_TYPE_BASIS_TEXT} CONTACT_RECORD: the record of the person states the line type.`,
    ),
  }),
  as_of: asOfField,
});

const classifyMobile = ({
  number,
  line,
  confidence,
}: MobileConclusion): z.input<typeof mobileClassification> => ({
  matched: number !== null,
  mobile_number: number?.e164 ?? null,
  line_type: line?.lineType ?? null,
  do_not_call: line?.doNotCall ?? null,
  confidence,
  user_message: number === null ? NO_MATCH_TEXT : null,
});

const describeMobile = ({ contact, line }: MobileConclusion): z.input<typeof mobileInsights> => ({
  mobile_finder_result: {
    full_name: contact?.fullName ?? null,
    title: contact?.title ?? null,
    company: contact?.company.name ?? null,
    network_url: contact?.profileUrl ?? null,
    line_type_basis: line?.basis ?? null,
  },
  as_of: contact?.asOf ?? null,
});

const ada: WorkContactFact = {
  ...UNKNOWN_WORK_CONTACT,
  fullName: 'Ada Example',
  title: 'Owner',
  company: { ...UNKNOWN_WORK_CONTACT.company, name: 'Example Ltd', domain: 'example.com' },
  phones: [{ number: '+12025550101', type: 'MOBILE' }],
  profileUrl: 'https://www.linkedin.com/in/sandbox-ada',
};

const sandbox: readonly SandboxCase<MobileFact | null>[] = [
  inSandbox.answer('sandbox-ada', 'a mobile number and whose it is', { contact: ada, line: null }),
  inSandbox.answer('sandbox-ben', 'a mobile number alone', {
    contact: { ...UNKNOWN_WORK_CONTACT, phones: [{ number: '+447700900123', type: 'MOBILE' }] },
    line: null,
  }),
  inSandbox.answer('sandbox-nobody', 'no number, not charged', null),
  ...inSandbox.refusals('sandbox-broke', 'sandbox-busy', 'sandbox-slow'),
];

type MobileInput = Record<'profile_url' | 'work_email' | 'personal_email', string | null>;

const queryOf = ({
  profile_url: vanity,
  work_email,
  personal_email,
}: MobileInput): MobileQuery => ({
  vanity,
  emails: [work_email, personal_email].filter((email) => email !== null),
});

export const mobileFinder = defineProduct({
  path: '/mobile-finder',
  summary: 'Mobile number of a person at work',
  tier: 'standard',
  input: z
    .object({
      profile_url: optionalProfileField,
      work_email: optionalEmailField(
        'Email address at the company. A match is more likely if it is sent with the other fields.',
      ),
      personal_email: optionalEmailField(
        'Private email address. A match is more likely if it is sent with the other fields.',
      ),
    })
    .check(requireOneOf('profile_url', 'work_email', 'personal_email')),
  subject: (input) =>
    [input.profile_url, input.work_email, input.personal_email].filter(Boolean).join(' '),
  sources: mapInput(queryOf, mobileSources),
  people: {
    inputSubjects: (input) =>
      personSubjects({
        email: [input.work_email, input.personal_email],
        profile: [input.profile_url],
      }),
    factSubjects: (fact) => workContactSubjects(fact?.contact ?? null),
    emptyFact: null,
  },
  derive: deriveMobile,
  price: { upTo: 40, isPaid: ({ number }) => number !== null },
  classification: { schema: mobileClassification, from: classifyMobile },
  insights: { schema: mobileInsights, from: describeMobile },
  factVersion: 6,
  sandbox,
  example: { profile_url: 'https://www.linkedin.com/in/ada-example' },
});
