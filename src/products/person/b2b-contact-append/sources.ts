import { type Ask, firstMatch, type Source, type Sources } from '../../../core/lookup/source.ts';
import { NobodyToAsk } from '../../../core/lookup/source-failures.ts';
import { whenKnown } from '../../../core/lookup/when-known.ts';
import type { ContactFact } from '../../../core/people/contact.ts';
import type { NetworkProfileFact } from '../../../core/people/network-profile.ts';
import { UNKNOWN_CONTACT, type WorkContactFact } from '../../../core/people/work-contact.ts';
import type { World } from '../../../core/ports.ts';
import { registrableDomain } from '../../../core/web/domain-name.ts';
import { gravatarProfile } from '../../../sources/gravatar/profile.ts';
import { hunterEmail } from '../../../sources/hunter/email-finder.ts';
import { hunterPerson } from '../../../sources/hunter/person.ts';
import { pdlContact } from '../../../sources/pdl/person.ts';
import { pdlById } from '../../../sources/pdl/person-by-id.ts';
import { wikidataPerson } from '../../../sources/wikidata/person.ts';
import { workContacts } from '../../../sources/work-contact-records.ts';
import { type B2bInput, vanityOf } from './query.ts';

/** A source, asked in its own words; null where they cannot name the person. */
const asking =
  <Query, Fact>(
    source: Source<Query, Fact>,
    queryOf: (input: B2bInput) => Query | null,
    read: (fact: Fact, input: B2bInput, world: World) => WorkContactFact,
  ) =>
  (input: B2bInput): Source<B2bInput, WorkContactFact>[] => {
    const query = queryOf(input);
    if (query === null) return [];
    return [
      {
        ...source,
        ask: (_, world, signal) =>
          whenKnown(
            source.ask(query, world, signal),
            (fact: Fact | null) => fact && read(fact, input, world),
          ),
      },
    ];
  };

const same = (fact: WorkContactFact): WorkContactFact => fact;

/** The registrable domain of an address at a company; null at a provider that anybody may use. */
function workDomainOf(email: string | null, { domainLists: lists }: World): string | null {
  const domain = email?.split('@').at(-1) ?? '';
  const isAnybodys = lists.isFree(domain) || lists.isDisposable(domain) || lists.relay(domain);
  return isAnybodys ? null : (registrableDomain(domain)?.name ?? null);
}

const ownProfile = (
  { fullName, company }: ContactFact,
  { email }: B2bInput,
  world: World,
): WorkContactFact => ({
  ...UNKNOWN_CONTACT,
  fullName,
  title: company?.jobTitle ?? null,
  company: {
    ...UNKNOWN_CONTACT.company,
    name: company?.name ?? null,
    domain: workDomainOf(email, world),
  },
  profileUrl: company?.networkUrl ?? null,
});

const notable = ({ name, title, company }: NetworkProfileFact): WorkContactFact => ({
  ...UNKNOWN_CONTACT,
  fullName: name,
  title,
  company: { ...UNKNOWN_CONTACT.company, name: company },
});

const emailsOf = ({ email }: B2bInput) => (email === null ? [] : [email]);
const isIdentified = (input: B2bInput): boolean => vanityOf(input) !== null || input.email !== null;

function nameQuery({ name, company_domain: domain }: B2bInput) {
  if (name === null || domain === null) return null;
  const [firstName = '', ...others] = name.split(' ');
  return { firstName, lastName: others.join(' '), domain };
}

function hunterQuery(input: B2bInput) {
  const vanity = vanityOf(input);
  if (vanity !== null) return { vanity };
  return input.email === null ? null : { email: input.email };
}

const PARTS = [
  asking(
    workContacts,
    (input) => (isIdentified(input) ? { vanity: vanityOf(input), emails: emailsOf(input) } : null),
    same,
  ),
  asking(
    pdlContact,
    (input) => ({
      vanity: vanityOf(input),
      emails: emailsOf(input),
      name: input.name,
      company: input.company_domain,
    }),
    same,
  ),
  asking(hunterPerson, hunterQuery, same),
  asking(hunterEmail, nameQuery, same),
  asking(wikidataPerson, vanityOf, notable),
  asking(gravatarProfile, ({ email }) => email, ownProfile),
];

const list = [workContacts, pdlContact, hunterPerson, wikidataPerson, gravatarProfile];

async function byId(id: string, ask: Ask): Promise<WorkContactFact | null> {
  const found = await ask(pdlById, id);
  if (found === undefined) throw new NobodyToAsk([pdlById]);
  return found;
}

/**
 * The operator's file, the database, then whoever knows the address or the page. An id is for its
 * own database alone.
 */
export const b2bSources: Sources<B2bInput, WorkContactFact | null> = {
  list,
  resolve: (input, ask) =>
    input.person_id?.of === 'pdl'
      ? byId(input.person_id.id, ask)
      : firstMatch(...PARTS.flatMap((part) => part(input))).resolve(input, ask),
};
