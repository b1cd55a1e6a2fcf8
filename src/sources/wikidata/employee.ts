import { UNKNOWN_CONTACT, type WorkContactFact } from '../../core/people/work-contact.ts';
import { recordKey } from '../../core/records/keys.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { WIKIDATA } from './client.ts';
import { type Item, readItems, readLabels } from './entities.ts';
import { findPerson, idOf, titleOf } from './person.ts';
import { current, lasting, latestBegun, mainValue, textOf } from './statements.ts';

/** The registrable domain of its own site. */
function domainOf(company: Item | undefined): string | null {
  const [site] = lasting(company?.claims.P856 ?? []).map((one) => textOf(mainValue(one)));
  return recordKey('domain', site)?.slice('domain:'.length) ?? null;
}

/** A notable person with the company they work for, by the vanity name of the page; it knows no addresses. */
export const wikidataEmployee = fromUpstream<string, WorkContactFact>(WIKIDATA, {
  name: 'wikidata',
  label: 'open_knowledge_base',
  idempotent: true,
  async ask(vanity, call) {
    const person = await findPerson(vanity, call);
    if (!person?.label) return null;
    const employer = idOf(latestBegun(person.claims.P108)[0]);
    const [company] = employer ? await readItems([employer], call) : [];
    const title = titleOf(person);
    const city = idOf(current(company?.claims.P159 ?? [])[0]);
    const country = idOf(current(company?.claims.P17 ?? [])[0]);
    const names = await readLabels([title, city, country], call);
    return {
      ...UNKNOWN_CONTACT,
      fullName: person.label,
      title: names.get(title ?? '') ?? null,
      company: {
        ...UNKNOWN_CONTACT.company,
        name: company?.label ?? null,
        domain: domainOf(company),
        city: names.get(city ?? '') ?? null,
        country: names.get(country ?? '') ?? null,
      },
    };
  },
});
