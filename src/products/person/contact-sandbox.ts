import { type ContactFact, UNKNOWN_CONTACT } from '../../domain/person/contact.ts';
import { inSandbox, type SandboxCase } from '../../lookup/product.ts';
import type { FoundContact } from './contact-fact.ts';

export const sandboxPerson: ContactFact = {
  ...UNKNOWN_CONTACT,
  firstName: 'Ada',
  lastName: 'Example',
  fullName: 'Ada Example',
  address: {
    line1: '1 Example Street',
    city: 'San Francisco',
    state: 'CA',
    zip: '94101',
    country: 'US',
  },
  phones: [
    { e164: '+14155550140', type: 'MOBILE', connected: true, lastReportedAt: '2026-01-01' },
    { e164: '+14155550141', type: 'LANDLINE', connected: null, lastReportedAt: '2024-05-01' },
  ],
  emails: [{ address: 'ada@example.com', validated: true, business: false }],
};

const at = (firstName: string, zip = '94101') => ({
  subject: `${firstName} Example, 1 Example Street, San Francisco, ${zip}`,
  body: {
    input: {
      firstName,
      lastName: 'Example',
      address: '1 Example Street',
      city: 'San Francisco',
      zip,
    },
  },
});

const refusals = inSandbox.refusals('Broke', 'Busy', 'Slow').map((each) => ({
  ...each,
  ...at(each.subject),
}));

/** Sandbox cases: invented people at an address that does not exist. */
export const contactAppendSandbox: readonly SandboxCase<FoundContact>[] = [
  {
    ...at('Ada'),
    shows: 'a person whose contact data is in use',
    fact: { contact: sandboxPerson },
  },
  {
    ...at('Ben'),
    shows: 'a person whose contact data was not checked',
    fact: {
      contact: {
        ...sandboxPerson,
        firstName: 'Ben',
        fullName: 'Ben Example',
        phones: [{ e164: '+14155550142', type: null, connected: null, lastReportedAt: null }],
        emails: [{ address: 'ben@example.com', validated: null, business: null }],
        asOf: '2026-01-01',
      },
    },
  },
  {
    ...at('Carol'),
    shows: 'a person whose contact data is out of use',
    fact: {
      contact: {
        ...sandboxPerson,
        firstName: 'Carol',
        fullName: 'Carol Example',
        phones: [
          { e164: '+14155550143', type: 'VOIP', connected: false, lastReportedAt: '2019-01-31' },
        ],
        emails: [{ address: 'carol@example.com', validated: false, business: null }],
      },
    },
  },
  { ...at('Dora'), shows: 'no person found, not charged', fact: { contact: null } },
  {
    ...at('Emil', '96960'),
    shows: 'a ZIP code outside the United States, not charged',
    fact: { contact: null },
  },
  ...refusals,
];
