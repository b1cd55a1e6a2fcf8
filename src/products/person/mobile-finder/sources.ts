import { firstMatch, type Source, type Sources } from '../../../core/lookup/source.ts';
import type { ContactFact } from '../../../core/people/contact.ts';
import { UNKNOWN_CONTACT, type WorkContactFact } from '../../../core/people/work-contact.ts';
import { recordKey } from '../../../core/records/keys.ts';
import { enformionEmailOwner } from '../../../sources/enformion/email-owner.ts';
import { pdlPerson } from '../../../sources/pdl/person.ts';
import { workContacts } from '../../../sources/work-contact-records.ts';

/** Who is asked for: vanity name, then the work address and the private one. */
export interface MobileQuery {
  vanity: string | null;
  emails: readonly string[];
}

/** The mobile number a source names, in E.164; null when it names none that can be read. */
export const mobileOf = (fact: WorkContactFact | null): string | null =>
  recordKey('phone_number', fact?.phones.find(({ type }) => type === 'MOBILE')?.number);

/** What a source knows; a record without a mobile number is none here: the next source may have one. */
const withMobile = <Query, Fact>(
  source: Source<Query, Fact>,
  read: (fact: Fact) => WorkContactFact,
): Source<Query, WorkContactFact> => ({
  ...source,
  ask: (query, world, signal) => {
    const kept = (found: Fact | null) => {
      const fact = found && read(found);
      return mobileOf(fact) === null ? null : fact;
    };
    const answer = source.ask(query, world, signal);
    return answer instanceof Promise ? answer.then(kept) : kept(answer);
  },
});

/** The best of the mobile numbers that is not known to be out of service. */
function ofConsumer({ fullName, phones, emails }: ContactFact): WorkContactFact {
  const mobile = phones.find(({ type, connected }) => type === 'MOBILE' && connected !== false);
  return {
    ...UNKNOWN_CONTACT,
    fullName,
    personalEmails: emails.map(({ address }) => address),
    phones: mobile ? [{ number: mobile.e164, type: 'MOBILE' }] : [],
  };
}

const same = (fact: WorkContactFact): WorkContactFact => fact;

const file = withMobile(workContacts, same);
const database = withMobile(pdlPerson('mobile_phone'), same);
const consumers = withMobile(enformionEmailOwner, ofConsumer);

/** The operator's file, people at work, then consumers by each address: only what can be asked for by what is given. */
export const mobileSources: Sources<MobileQuery, WorkContactFact | null> = {
  list: [file, database, consumers],
  resolve: (query, ask) => {
    const byAddress = query.emails.map(
      (email): Source<MobileQuery, WorkContactFact> => ({
        ...consumers,
        ask: (_, world, signal) => consumers.ask(email, world, signal),
      }),
    );
    return firstMatch<MobileQuery, WorkContactFact>(file, database, ...byAddress).resolve(
      query,
      ask,
    );
  },
};
